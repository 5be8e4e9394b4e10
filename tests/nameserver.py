"""A small DNS server on loopback that knows the records a test gives it, and no other name."""

import socket
import threading
from types import TracebackType
from typing import Self

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset

Records = dict[tuple[str, str], list[str]]
"""What there is of each name and kind: `("cards.example", "MX"): ["10 mx.cards.example."]`."""


class Nameserver:
    """Answers by UDP, as a context manager.

    Attributes:
        records: may be changed while it runs.
        port: on 127.0.0.1.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]

    @property
    def resolver(self) -> dns.resolver.Resolver:
        """One that asks this server only."""
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], self.port
        resolver.lifetime = 5
        return resolver

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bell:
            bell.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            asked, peer = self._socket.recvfrom(4096)
            if not asked:
                return
            self._socket.sendto(self._answer(dns.message.from_wire(asked)).to_wire(), peer)

    def _answer(self, asked: dns.message.Message) -> dns.message.Message:
        answer = dns.message.make_response(asked)
        answer.flags |= dns.flags.RA
        (question,) = asked.question
        name = question.name.to_text(omit_final_dot=True).lower()
        kinds = {kind: values for (known, kind), values in self.records.items() if known == name}
        if not kinds:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        kind = dns.rdatatype.to_text(question.rdtype)
        if values := kinds.get(kind):
            answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *values))
        return answer
