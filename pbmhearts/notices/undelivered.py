"""What a letter that did not arrive leads to: nothing, a suspended address, a held domain, or a paused player."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.letters import Envelope, InboundMail, MailKind
from pbmhearts.mail.reading.arf import Complaint, read_complaint
from pbmhearts.mail.reading.dsn import Bounce, FailureKind, kind_of, read_bounce
from pbmhearts.notices import tell
from pbmhearts.storage import Account, Addressee, Repositories

FATAL_DAYS = 3
"""An address that fails for good on so many separate days is suspended."""

HELD_FOR = timedelta(days=1)
"""How long a domain that refuses us is left alone before letters are tried again."""

REPORTS_THAT_HOLD = 3
"""So many people of one domain, whose letters were reported within `REPORTED_WITHIN` as refused, hold it.

A report that comes by mail proves no more than that its writer has the letter: a player's own words about the own
letter must not stop the letters and clocks of everybody at the same provider.
"""

REPORTED_WITHIN = timedelta(days=1)

_log = logging.getLogger(__name__)


Report = Bounce | Complaint


def read_report(mail: InboundMail, raw: bytes, envelope: Envelope, services: Services) -> Report | None:
    """The bounce or complaint that a machine's mail is; None for any other mail."""
    if mail.kind is MailKind.BOUNCE:
        return read_bounce(raw, envelope, services.me, services.codes)
    if mail.kind is not MailKind.AUTO:
        return None
    return read_complaint(raw, envelope, services.me, services.codes)


def reported(repositories: Repositories, services: Services, report: Report, now: datetime) -> None:
    """Act on a report.

    Only what is signed counts: anybody can write a report, but only who got a letter knows its envelope sender or
    its Message-ID.
    """
    match report:
        case Bounce():
            _bounced(repositories, services, report, now)
        case Complaint():
            _complained(repositories, services, _addressee(repositories, report), now)


def _bounced(repositories: Repositories, services: Services, bounce: Bounce, now: datetime) -> None:
    addressee = _addressee(repositories, bounce)
    if addressee is None or bounce.failure is None or bounce.failure.kind is None:
        return
    why = f"{bounce.failure.status} {bounce.failure.diagnostic}".strip()
    if bounce.failure.kind is FailureKind.POLICY and not _is_believed(repositories, addressee, now):
        if not _refused_lately(repositories, addressee.domain, now):
            _tell_of_refusal(repositories, services, addressee.domain, "refused", why, now)
        return
    _failed(repositories, services, addressee, bounce.failure.kind, why, now)


def _is_believed(repositories: Repositories, addressee: Addressee, now: datetime) -> bool:
    """Whether enough others at the addressee's domain were refused lately to believe that it refuses us."""
    refused = repositories.bounces.refused(addressee, now, now - REPORTED_WITHIN)
    _log.info("refusal reported domain=%s people=%s", addressee.domain, refused)
    return refused >= REPORTS_THAT_HOLD


def _refused_lately(repositories: Repositories, domain: str, now: datetime) -> bool:
    """Whether the domain is held, or was until a moment ago: the operator knows."""
    return any(hold.domain == domain for hold in repositories.bounces.holds(ended_after=now - HELD_FOR))


def _addressee(repositories: Repositories, report: Report) -> Addressee | None:
    """Who got the letter that a report is about; None if the report proves no letter."""
    if report.outbox_id is not None:
        return repositories.bounces.letter(report.outbox_id)
    return repositories.bounces.letter_of(report.message_id) if report.message_id else None


def refused(
    repositories: Repositories, services: Services, addressee: Addressee, words: str, now: datetime
) -> bool:
    """Act on a refusal for good at the moment of sending; True if the letter should wait for the domain.

    Our own smarthost says it, so a single one is believed.

    Args:
        words: what the other side said, its enhanced status code included.
    """
    kind = kind_of("", words)
    _failed(repositories, services, addressee, kind, words, now)
    return kind is FailureKind.POLICY


def heard(repositories: Repositories, address: str) -> None:
    """Somebody wrote from this address: it works."""
    repositories.bounces.lift(address)


def _failed(
    repositories: Repositories,
    services: Services,
    addressee: Addressee,
    kind: FailureKind,
    why: str,
    now: datetime,
) -> None:
    match kind:
        case FailureKind.POLICY:
            _hold(repositories, services, addressee, why, now)
        case FailureKind.HARD:
            if repositories.bounces.fail(addressee.address, now, why) >= FATAL_DAYS:
                _suspend(repositories, services, addressee.address, why, now)
        case FailureKind.SOFT | FailureKind.DELAYED:
            pass


def _hold(
    repositories: Repositories, services: Services, addressee: Addressee, why: str, now: datetime
) -> None:
    domain = addressee.domain
    if repositories.bounces.hold(domain, now, now + HELD_FOR, why):
        _log.warning("domain held domain=%s", domain)
        _tell_of_refusal(repositories, services, domain, "held", why, now)


def _tell_of_refusal(
    repositories: Repositories, services: Services, domain: str, template: str, why: str, now: datetime
) -> None:
    """Tell the operator, who has not been told for a day that this domain may refuse our mail."""
    told = f"refusal told:{domain}"
    if repositories.tallies.count(told, now - HELD_FOR):
        return
    repositories.tallies.add(told, now)
    hours = int(HELD_FOR / timedelta(hours=1))
    facts = {"domain": domain, "why": why, "hours": hours, "people": REPORTS_THAT_HOLD}
    _tell_operator(repositories, services, f"{domain} refuses our mail", template, facts, now)


def _suspend(repositories: Repositories, services: Services, address: str, why: str, now: datetime) -> None:
    for account_id in repositories.bounces.suspend(address, now):
        account = repositories.accounts.by_id(account_id)
        others = repositories.accounts.reachable(account_id)
        facts = {"address": address, "days": FATAL_DAYS}
        for other in Context(services, repositories, NO_MAIL, now).addresses(account_id):
            _tell(
                repositories, services, other, f"No mail reaches {address}", "suspended", facts, now, account
            )
        _log.warning("address suspended account=%s others=%s", account.userid, len(others))
        facts |= {"player": account.userid, "why": why, "others": len(others)}
        _tell_operator(repositories, services, f"No mail reaches {account.userid}", "unreachable", facts, now)


def _complained(
    repositories: Repositories, services: Services, addressee: Addressee | None, now: datetime
) -> None:
    if addressee is None or addressee.account_id is None:
        return
    account = repositories.accounts.by_id(addressee.account_id)
    if account.paused_at is not None:
        return
    repositories.accounts.change(account.id, paused_at=now)
    _log.warning("paused after a complaint account=%s", account.userid)
    subject = f"{account.userid} called our mail spam"
    _tell_operator(repositories, services, subject, "complaint", {"player": account.userid}, now)


def _tell_operator(
    repositories: Repositories,
    services: Services,
    subject: str,
    template: str,
    facts: Mapping[str, object],
    now: datetime,
) -> None:
    operator = services.config.server.operator
    if operator:
        _tell(repositories, services, operator, subject, template, facts, now, None)


def _tell(
    repositories: Repositories,
    services: Services,
    address: str,
    subject: str,
    template: str,
    facts: Mapping[str, object],
    now: datetime,
    account: Account | None,
) -> None:
    context = Context(services, repositories, NO_MAIL, now)
    tell.notice(context, address, f"bounces/{template}.txt", subject, facts, account=account)
    repositories.outbox.enqueue(context.outgoing, now)
