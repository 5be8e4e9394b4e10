"""The hosts that mail comes from, by their addresses."""

import ipaddress
from collections.abc import Iterable

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def address_of(peer: str) -> _Address | None:
    """A peer's address, an IPv4 one in IPv6 writing as IPv4; None for what is none."""
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


class TrustedPeers:
    """The hosts that hand in other people's mails, such as a Postfix of ours.

    Args:
        networks: addresses, and networks such as 10.0.0.0/8.

    Raises:
        ValueError: one of them is neither.
    """

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(network, strict=False) for network in networks)

    def __contains__(self, peer: str) -> bool:
        address = address_of(peer)
        return address is not None and any(address in network for network in self._networks)
