"""Who may come in, and how often: connections and mails, counted in all and for each peer."""

import ipaddress
from collections import Counter, deque
from datetime import datetime, timedelta

from pbmhearts.clock import Clock
from pbmhearts.config import ListenConfig

_WINDOW = timedelta(minutes=1)


def _peer_key(peer: str) -> str:
    """What counts as one peer: an IPv4 address, or the /64 that one IPv6 host has to itself."""
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Door:
    """Counts connections and mails against the limits of the configuration."""

    def __init__(self, config: ListenConfig, clock: Clock) -> None:
        self._config = config
        self._clock = clock
        self._trusted = {_peer_key(peer) for peer in config.trusted_peers}
        self._inside: Counter[str] = Counter()
        self._mails: deque[tuple[datetime, str]] = deque()
        self._recent: Counter[str] = Counter()

    def enter(self, peer: str) -> bool:
        """Let a connection in and count it, or answer False; whoever came in must `leave`."""
        key = _peer_key(peer)
        crowded = self._inside.total() >= self._config.max_connections
        greedy = key not in self._trusted and self._inside[key] >= self._config.max_connections_per_peer
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
        key = _peer_key(peer)
        if key in self._trusted:
            return True
        now = self._clock.now()
        while self._mails and now - self._mails[0][0] >= _WINDOW:
            self._recent[self._mails.popleft()[1]] -= 1
        self._recent += Counter()
        if self._recent[key] >= self._config.max_mails_per_minute:
            return False
        self._mails.append((now, key))
        self._recent[key] += 1
        return True
