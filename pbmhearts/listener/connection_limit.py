"""Who may come in, and how often: connections and mails, counted in all and for each peer."""

import ipaddress
from collections import Counter

from pbmhearts.clock import Clock
from pbmhearts.config import ListenConfig
from pbmhearts.peers import TrustedPeers, address_of
from pbmhearts.rate_limit import RateLimit


def _peer_key(peer: str) -> str:
    """What counts as one peer: an IPv4 address, or the /64 that one IPv6 host has to itself."""
    address = address_of(peer)
    if address is None:
        return peer
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class ConnectionLimits:
    """Counts connections and mails against the limits of the configuration."""

    def __init__(self, config: ListenConfig, clock: Clock) -> None:
        self._config = config
        self._trusted = TrustedPeers(config.trusted_peers)
        self._inside: Counter[str] = Counter()
        self._rate = RateLimit(config.max_mails_per_minute, clock)

    def enter(self, peer: str) -> bool:
        """Let a connection in and count it, or answer False; whoever came in must `leave`."""
        key = _peer_key(peer)
        crowded = self._inside.total() >= self._config.max_connections
        greedy = peer not in self._trusted and self._inside[key] >= self._config.max_connections_per_peer
        if crowded or greedy:
            return False
        self._inside[key] += 1
        return True

    def leave(self, peer: str) -> None:
        """A connection that came in is over."""
        key = _peer_key(peer)
        self._inside[key] -= 1
        self._inside += Counter()  # drops the peers that have nobody inside

    def mail(self, peer: str) -> bool:
        """Count a mail that a peer begins, or answer False when it had its share of this minute."""
        return peer in self._trusted or self._rate.allows(_peer_key(peer))
