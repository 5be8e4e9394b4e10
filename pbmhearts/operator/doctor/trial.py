"""A letter to try the way out with."""

from datetime import datetime

from pbmhearts.clock import Tokens
from pbmhearts.config import Config
from pbmhearts.mail.transport.batch import SendOutcome
from pbmhearts.operator import direct
from pbmhearts.operator.doctor.finding import Finding, ok, wrong


def send_test(config: Config, to: str, now: datetime, tokens: Tokens) -> Finding:
    """Send a letter to an address at once, past the outbox; what became of it."""
    text = (
        f"{config.server.address} can send mail to you.\n\n"
        'Look at its headers: receivers note there whether SPF, DKIM and DMARC passed. Answer with "ping" as the\n'
        "subject to try the way back.\n"
    )
    result = direct.send(config, to, f"A test of {config.server.name}", text, now, tokens)
    told = f"{result.code or ''} {result.text}".strip()
    if result.outcome is SendOutcome.SENT:
        return ok("test letter", f"on its way to {to}: {told}")
    return wrong(
        "test letter", f"it did not go out to {to}: {told}", "see what is said of the smarthost above"
    )
