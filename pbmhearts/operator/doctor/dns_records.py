"""What the DNS says of the server's domain: where its mail goes, and who may send in its name."""

import smtplib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import dns.exception
import dns.resolver
import dns.reversename

from pbmhearts.config import Config
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong
from pbmhearts.operator.doctor.keys import is_here

_SECONDS = 10.0
_RESOLVER_SECONDS = 5.0


class _Unknown(Exception):  # noqa: N818 - nobody could be asked, which says nothing of the domain
    """No resolver answered."""


@dataclass(frozen=True, slots=True)
class Names:
    """Asks a resolver.

    Attributes:
        smtp_port: where mail servers listen.
    """

    resolver: dns.resolver.Resolver
    smtp_port: int = 25

    def ask(self, name: str, kind: str) -> list[Any]:
        """The records of a name, none if there are none; raises _Unknown where nobody answers."""
        try:
            return list(self.resolver.resolve(name, kind, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.DNSException as error:
            raise _Unknown from error

    def texts(self, name: str, start: str) -> list[str]:
        """The TXT records of a name that begin so, in any case."""
        texts = (b"".join(record.strings).decode("utf-8", "replace") for record in self.ask(name, "TXT"))
        return [text for text in texts if text.lower().startswith(start)]

    def addresses(self, host: str) -> list[str]:
        """A host's addresses."""
        return [record.address for kind in ("A", "AAAA") for record in self.ask(host, kind)]

    def names(self, address: str) -> list[str]:
        """The names that an address has by PTR."""
        reverse = dns.reversename.from_address(address).to_text()
        return [record.target.to_text(omit_final_dot=True) for record in self.ask(reverse, "PTR")]

    def exchangers(self, domain: str) -> list[str]:
        """The hosts that take mail for a domain, the preferred first; the domain itself where it names none."""
        found = sorted(self.ask(domain, "MX"), key=lambda record: int(record.preference))
        return [record.exchange.to_text(omit_final_dot=True) for record in found]


def names(nameserver: tuple[str, int] | None = None) -> Names:
    """Asks the system's resolver, or one at this address and port."""
    try:
        resolver = dns.resolver.Resolver(configure=nameserver is None)
    except dns.resolver.NoResolverConfiguration:
        resolver = dns.resolver.Resolver(configure=False)
    if nameserver is not None:
        resolver.nameservers, resolver.port = [nameserver[0]], nameserver[1]
    resolver.lifetime = _RESOLVER_SECONDS
    return Names(resolver)


def examine(config: Config, names: Names) -> Iterator[Finding]:
    """The records of a domain of one's own; a provider looks after its own domain itself."""
    if config.imap.host or not config.delivery.smarthost:
        return
    domain = config.server.address.rpartition("@")[2]
    try:
        exchangers = names.exchangers(domain)
        yield from _exchangers(domain, exchangers, names)
        yield _spf(domain, names)
        yield _dkim(domain, config.delivery.dkim_selector, names)
        yield _dmarc(domain, names)
        if is_here(config.delivery.smarthost):
            yield from _reverse(exchangers, names)
            yield from _outward(config, names)
    except _Unknown:
        yield note(
            "dns", "no resolver answers, so that nothing is known of the domain", "see /etc/resolv.conf"
        )


def _exchangers(domain: str, exchangers: Sequence[str], names: Names) -> Iterator[Finding]:
    if not exchangers:
        yield wrong("mx", f"{domain} says nowhere who takes its mail", f"add a record: {domain}. MX 10 HOST.")
        return
    for host in exchangers:
        if not names.addresses(host):
            yield wrong(
                "mx",
                f"{host}, which takes the mail of {domain}, has no address",
                f"add a record: {host}. A ADDRESS",
            )
        elif fault := _calls(host, names):
            yield wrong(
                "port 25",
                f"{host} cannot be reached: {fault}",
                "start Postfix with `inet_interfaces = all`, and open the firewall",
            )
        else:
            yield ok("mx", f"{host} takes the mail of {domain}")


def _calls(host: str, names: Names) -> str:
    """What goes wrong when a host is called to hand in mail, "" if nothing does."""
    fault = "no address"
    for address in names.addresses(host):
        try:
            with smtplib.SMTP(address, names.smtp_port, "localhost", timeout=_SECONDS):
                return ""
        except OSError as error:
            fault = f"{address}: {error.strerror or type(error).__name__}"
    return fault


def _spf(domain: str, names: Names) -> Finding:
    found = names.texts(domain, "v=spf1")
    mend = f'one record: {domain}. TXT "v=spf1 mx -all", with include: of a provider that sends for you'
    if not found:
        return wrong("spf", f"{domain} says nowhere who may send its mail", f"add {mend}")
    if len(found) > 1:
        return wrong("spf", f"{domain} has {len(found)} SPF records, so that none counts", f"keep {mend}")
    words = found[0].lower().split()[1:]
    if not [word for word in words if not word.endswith("all")]:
        return wrong("spf", f"{found[0]} names nobody who may send", f"make it {mend}")
    return ok("spf", found[0])


def _dkim(domain: str, selector: str, names: Names) -> Finding:
    if not selector:
        return note(
            "dkim",
            "which key letters are signed with is not known",
            "set [delivery] dkim_selector to its selector",
        )
    name = f"{selector}._domainkey.{domain}"
    keys = [text for text in names.texts(name, "") if "p=" in text.replace(" ", "").lower()]
    if not keys:
        return wrong(
            "dkim", f"there is no key at {name}", f"add the record that opendkim-genkey wrote, as {name}. TXT"
        )
    if "p=" in {tag.strip().lower().replace(" ", "") for tag in keys[0].split(";")}:
        return wrong(
            "dkim",
            f"the key at {name} is withdrawn",
            "make a new one, and set its selector in OpenDKIM and here",
        )
    return ok("dkim", f"there is a key at {name}")


def _dmarc(domain: str, names: Names) -> Finding:
    labels = domain.split(".")
    for start in range(len(labels) - 1):
        name = "_dmarc." + ".".join(labels[start:])
        if found := names.texts(name, "v=dmarc1"):
            return ok("dmarc", f"{name}: {found[0]}")
    return note(
        "dmarc",
        f"{domain} does not say what to do with forged mail",
        f'add a record: _dmarc.{domain}. TXT "v=DMARC1; p=none"',
    )


def _reverse(exchangers: Sequence[str], names: Names) -> Iterator[Finding]:
    """Many servers refuse whoever's address has no name, or one that does not lead back to it."""
    for address in {address: None for host in exchangers for address in names.addresses(host)}:
        there = names.names(address)
        back = [name for name in there if address in names.addresses(name)]
        mend = f"have whoever rents you {address} name it {exchangers[0]}, and give that name the address"
        if back:
            yield ok("ptr", f"{address} is {back[0]}")
        elif there:
            yield wrong("ptr", f"{address} is called {there[0]}, which has another address", mend)
        else:
            yield wrong("ptr", f"{address} has no name", mend)


def _outward(config: Config, names: Names) -> Iterator[Finding]:
    """Whether letters get out by port 25: tried on the operator's own mail server."""
    domain = config.server.operator.rpartition("@")[2]
    if not domain or domain == config.server.address.rpartition("@")[2]:
        return
    for host in names.exchangers(domain)[:1]:
        if fault := _calls(host, names):
            yield wrong(
                "port 25",
                f"mail does not get out to {host}: {fault}",
                "ask the provider of this machine to open port 25 outward, or use a smarthost on 587",
            )
        else:
            yield ok("port 25", f"mail gets out to {host}")
