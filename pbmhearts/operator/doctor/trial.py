"""A letter to try the way out with."""

from datetime import datetime

from pbmhearts.clock import Tokens
from pbmhearts.config import Config
from pbmhearts.letters import Content, Letter
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.transport.batch import SendOutcome
from pbmhearts.mail.transport.choice import transport_for
from pbmhearts.mail.writing.outbound import write
from pbmhearts.operator.doctor.finding import Finding, ok, wrong


def send_test(config: Config, to: str, now: datetime, tokens: Tokens) -> Finding:
    """Send a letter to an address at once, past the outbox; what became of it."""
    me = ServerAddress(config.server.address, config.server.name, config.server.subaddress)
    letter = Letter(
        to=to,
        content=Content(
            subject=f"A test of {me.name}",
            text=f"{me.address} can send mail to you.\n\n"
            'Look at its headers: receivers note there whether SPF, DKIM and DMARC passed. Answer with "ping" as the\n'
            "subject to try the way back.\n",
            html="",
        ),
        message_id=me.message_id(f"test.{tokens(10).hex()}"),
        date=now,
    )
    transport = transport_for(config)
    result = transport.send(me.address, to, write(letter, me))
    transport.close()
    told = f"{result.code or ''} {result.text}".strip()
    if result.outcome is SendOutcome.SENT:
        return ok("test letter", f"on its way to {to}: {told}")
    return wrong(
        "test letter", f"it did not go out to {to}: {told}", "see what is said of the smarthost above"
    )
