"""Whether mail comes in and letters get out."""

import smtplib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from pbmhearts.config import Config
from pbmhearts.mail.transport import imap
from pbmhearts.mail.transport.batch import SendOutcome, SendResult
from pbmhearts.mail.transport.smtp import Smarthost
from pbmhearts.operator.doctor.finding import Finding, ok, wrong

_SECONDS = 10.0


def examine(config: Config) -> Iterator[Finding]:
    """The listener or the mailbox, and the smarthost."""
    yield _mailbox(config) if config.imap.host else _listener(config)
    if config.delivery.smarthost:
        yield _smarthost(config)


def _listener(config: Config) -> Finding:
    """Whether our server answers there, and takes mail for its own address."""
    listen = config.listen
    where = f"{listen.host}:{listen.port}"
    start = "start `pbmhearts serve`, or see in its log why it stopped"
    if not listen.port:
        return wrong("listener", "it takes another port at each start", "set [listen] port")
    kind = smtplib.LMTP if listen.protocol == "lmtp" else smtplib.SMTP
    try:
        with kind(local_hostname="localhost") as smtp:
            smtp.timeout = _SECONDS
            smtp.connect(listen.host, listen.port)
            smtp.ehlo_or_helo_if_needed()
            if listen.require_tls:
                return ok("listener", f"it answers on {where}, and wants TLS")
            smtp.mail("")
            code, words = smtp.rcpt(config.server.address)
    except OSError as error:
        return wrong(
            "listener", f"nothing takes mail on {where}: {error.strerror or type(error).__name__}", start
        )
    if code != 250:
        refusal = words.decode(errors="replace")
        says = f"what answers on {where} takes no mail for {config.server.address}: {code} {refusal}"
        return wrong("listener", says, "restart the server, or find out what else listens there")
    return ok("listener", f"it takes {listen.protocol.upper()} on {where}")


def _mailbox(config: Config) -> Finding:
    try:
        imap.check(config.imap)
    except imap.MailboxError as error:
        return wrong("mailbox", str(error), "see [imap] host, port, security, user and password_file")
    return ok("mailbox", f"{config.imap.user} can log in to {config.imap.host}")


def _smarthost(config: Config) -> Finding:
    delivery = replace(config.delivery, timeout=min(config.delivery.timeout, timedelta(seconds=_SECONDS)))
    smarthost = Smarthost(delivery, config.listen.hostname)
    result = smarthost.check()
    smarthost.close()
    where = f"{delivery.smarthost}:{delivery.port}"
    if result.outcome is SendOutcome.SENT:
        return ok("smarthost", f"{where} takes letters" + (f" from {delivery.user}" if delivery.user else ""))
    return wrong("smarthost", f"{where} takes no letters: {_told(result)}", _mend(result))


def _told(result: SendResult) -> str:
    return f"{result.code or ''} {result.text}".strip()


def _mend(result: SendResult) -> str:
    if result.code in {530, 534, 535}:
        return "see [delivery] user and password_file; many providers want an app password"
    return "see [delivery] smarthost, port and security; 587 with starttls is usual, and port 25 often closed"
