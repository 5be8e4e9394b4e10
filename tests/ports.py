"""Ports for servers that tests start."""

import itertools
import os
import socket

_EACH = 1000
_FIRST = 10000 + os.getpid() % 20 * _EACH
_ports = itertools.cycle(range(_FIRST, _FIRST + _EACH))


def free_port() -> int:
    """A port on loopback that nobody has now, nor will be given.

    It lies below those that the system gives to clients, other workers of the tests choose from others, and the same
    one does not come again soon.
    """
    for port in itertools.islice(_ports, _EACH):
        with socket.socket() as server:
            try:
                server.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")
