"""`pbmhearts trace`: what became of a mail, or of all that somebody mailed and was mailed."""

from datetime import datetime, timedelta

import click

from pbmhearts import app
from pbmhearts.cli.acting import Load
from pbmhearts.cli.output import json_option, show_rows
from pbmhearts.config import parse_duration
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import LetterTrace, MailTrace, Repositories

_Row = tuple[datetime, str, str]


class _Span(click.ParamType[timedelta]):
    name = "duration"

    def convert(
        self, value: str | timedelta, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        """A duration such as 2d."""
        if isinstance(value, timedelta):
            return value
        try:
            return parse_duration(value)
        except ValueError as error:
            self.fail(f"{value!r} is not {error}", param, ctx)


@click.command()
@click.argument("name", metavar="ID|USERID|ADDRESS")
@click.option("--since", type=_Span(), default="2d", show_default=True, help="How far back, for a person.")
@json_option
@click.pass_obj
def trace(load: Load, name: str, since: timedelta, as_json: bool) -> None:
    """Tell what became of a mail or of a person's mails. A mail is named by its number in the log, its
    Message-ID, its fingerprint or the id of Postfix's queue; a person by userid or address.

    For each mail: how it came, its commands, the boards it moved, and the letters that it led to, up to what the
    smarthost answered. No words of players are shown.

    Example: pbmhearts trace ann --since 12h
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        start = server.services.clock.now() - since
        rows = _of_mail(repositories, name) or _of_person(repositories, name, start)
        rows.sort(key=lambda row: row[0])
    data = [{"at": at, "what": what, "details": details} for at, what, details in rows]
    show_rows(("when", "what", "details"), rows, data, as_json=as_json)


def _of_mail(repositories: Repositories, name: str) -> list[_Row]:
    """The rows of one mail, named by itself or by a letter that it led to; none if there is none."""
    traces = repositories.traces
    mail, letter = traces.mail(name), traces.letter(name)
    if mail is None and letter is not None:
        mail = traces.mail_at(letter.at)
    if mail is None:
        return [_letter(letter)] if letter else []
    return [_mail(mail), *map(_letter, traces.letters_of(mail))]


def _of_person(repositories: Repositories, name: str, start: datetime) -> list[_Row]:
    account = repositories.accounts.by_userid(name)
    if account is not None:
        addresses = tuple(each.address for each in repositories.accounts.addresses(account.id))
    elif "@" in name:
        addresses = (name.lower(),)
    else:
        raise PbmheartsError(f"there is no mail and no player {name}")
    mails = repositories.traces.mails_from(addresses, start)
    letters = {each.number: each for mail in mails for each in repositories.traces.letters_of(mail)}
    letters |= {each.number: each for each in repositories.traces.letters_to(addresses, start)}
    return [*map(_mail, mails), *map(_letter, letters.values())]


def _mail(mail: MailTrace) -> _Row:
    came = f"from {mail.address or 'nobody'}" + (f" by {mail.peer}" if mail.peer else "")
    queue = f", {mail.queue} there" if mail.queue else ""
    did = ", ".join(mail.did) or " ".join(filter(None, (mail.outcome, mail.why)))
    moves = "".join(f"; board {board} action {seq}" for board, seq in mail.moves)
    return mail.at, f"mail {mail.number}", f"{mail.fingerprint[:12]} {came}{queue}: {did}{moves}"


def _letter(letter: LetterTrace) -> _Row:
    about = letter.kind if letter.board is None else f"{letter.kind} {letter.board}"
    when = f" {letter.sent_at:%H:%M:%S}" if letter.sent_at else ""
    tries = f" after {letter.attempts} tries" if letter.attempts > 1 else ""
    answer = f": {letter.answer}" if letter.answer else ""
    return (
        letter.at,
        f"letter {letter.number}",
        f"{about} to {letter.address}, {letter.state}{when}{tries}{answer}",
    )
