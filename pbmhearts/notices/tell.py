"""Who is told what: a board's letters are enqueued here, and rendered when they are sent."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Context, Services
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.letters import Content, LetterKind, LetterTag
from pbmhearts.notices import levels
from pbmhearts.render import NoticePage, Tap
from pbmhearts.storage import Account, Board, BoardNews, OutgoingMail, Seated, WrittenLetter

FOR_BOTS = timedelta(minutes=1)
"""How long letters about a board wait for its bots to move."""

NO_NOTES: Mapping[Seat, str] = MappingProxyType({})


def table(
    context: Context, board: Board, *, before: Board | None = None, notes: Mapping[Seat, str] = NO_NOTES
) -> None:
    """Enqueue the board for each of its four who is to hear of it now, with all that they have not been told.

    Whoever gave the command always gets the answer, and so does a seat with a note.

    Args:
        before: the board before what is told of, None for one that has just begun.
        notes: a sentence of answer for a seat; only that seat reads it.
    """
    events = board.events(0 if before is None else before.seq)
    actor = context.actor.account.id if context.actor else None
    told = []
    for seated in board.seats:
        if seated.account_id is None:
            continue
        is_answer = seated.account_id == actor or seated.seat in notes
        if (is_answer or _is_due(context, board, seated, events)) and _enqueue(
            context,
            board,
            seated.seat,
            note=notes.get(seated.seat, ""),
            not_before=not_before(context, board),
        ):
            told.append(seated.seat)
    if told:
        context.repositories.boards.tell(board, *told)


def _is_due(context: Context, board: Board, seated: Seated, events: tuple[hearts.Event, ...]) -> bool:
    if seated.account_id is None:
        return False
    wishes = context.repositories.accounts.by_id(seated.account_id).preferences
    if levels.hears_all(wishes, board.number, context.services.config.boards.notify):
        return True
    if levels.told_otherwise(events, seated.told_seq, board.seq):
        return True
    return levels.is_due(
        wishes,
        board.number,
        events,
        waits=seated.seat in hearts.waiting(board.state),
        over=board.ended_at is not None,
        default=context.services.config.boards.notify,
    )


def player(
    context: Context,
    board: Board,
    seat: Seat,
    *,
    note: str = "",
    said: int | None = None,
    whole: bool = False,
) -> None:
    """Enqueue the board for the player in one seat, at each address that letters go to.

    Args:
        note: a sentence of answer.
        said: the id of a remark that is told.
        whole: all of the board is told, though nobody waits for the player.
    """
    if _enqueue(context, board, seat, note=note, said=said, whole=whole):
        context.repositories.boards.tell(board, seat)


def not_before(context: Context, board: Board) -> datetime | None:
    """When letters of a board's news are due: where bots move next, when they have, or soon if they take long."""
    return context.now + FOR_BOTS if board.waits_for_bots else None


def _enqueue(
    context: Context,
    board: Board,
    seat: Seat,
    *,
    note: str,
    said: int | None = None,
    whole: bool = False,
    not_before: datetime | None = None,
) -> bool:
    """Enqueue the board for the player in one seat; False if letters go nowhere."""
    seated = board.seats[seat]
    if seated.account_id is None:
        return False
    addresses = context.addresses(seated.account_id)
    services = context.services
    code = services.codes.turn_code(board.number, seat, board.state.move, seated.sitting)
    answer = context.actor is not None and context.actor.account.id == seated.account_id
    for address in addresses:
        context.outgoing.append(
            OutgoingMail(
                about=BoardNews(note, () if said is None else (said,), answer, whole),
                address=address,
                message_id=services.me.board_message_id(board.number, code, unique(context)),
                account_id=seated.account_id,
                board=board.number,
                seat=int(seat),
                from_seq=seated.told_seq,
                to_seq=board.seq,
                in_reply_to=context.mail.message_id if answer else "",
                reply_to=services.me.seat_address(
                    board.number, services.codes.seat_token(board.number, seat, seated.sitting)
                ),
                not_before=not_before,
            )
        )
    return bool(addresses)


def person(
    context: Context,
    account: Account,
    template: str,
    subject: str,
    facts: Mapping[str, object],
    *,
    tag: LetterTag | None = None,
    taps: Sequence[Tap] = (),
) -> None:
    """Enqueue a letter to a player, at each address that letters go to; a reply to it means the player's account.

    Args:
        tag: what a reply to it means instead.
        taps: ready-made answers.
    """
    tag = tag or account_tag(context.services, account.id)
    for address in context.addresses(account.id):
        notice(context, address, template, subject, facts, tag=tag, account=account, taps=taps)


def account_tag(services: Services, account_id: int, kind: LetterKind = LetterKind.ACCOUNT) -> LetterTag:
    """What makes a reply to a letter mean its reader's account, or with BOARDS the boards that wait for it."""
    return LetterTag(kind, account_id, services.codes.letter_code(kind, account_id))


def notice(
    context: Context,
    address: str,
    template: str,
    subject: str,
    facts: Mapping[str, object],
    *,
    tag: LetterTag | None = None,
    account: Account | None = None,
    taps: Sequence[Tap] = (),
) -> None:
    """Enqueue a letter that is about no running board.

    Args:
        facts: what the template asks for, besides `server` and `userid`.
        tag: what a reply to it means.
        account: whose letter it is, None for somebody without one.
        taps: ready-made answers; the tag is put before each.
    """
    services = context.services
    said = content(services, template, subject, facts, tag=tag, account=account, taps=taps)
    message_id = services.me.message_id(unique(context))
    context.outgoing.append(
        OutgoingMail(
            about=WrittenLetter(said.subject, said.text, said.html, answer=False),
            address=address,
            message_id=services.me.letter_message_id(tag, unique(context)) if tag else message_id,
            account_id=account.id if account else None,
            reply_to=services.me.letter_address(tag) if tag else "",
        )
    )


def content(
    services: Services,
    template: str,
    subject: str,
    facts: Mapping[str, object],
    *,
    tag: LetterTag | None = None,
    account: Account | None = None,
    taps: Sequence[Tap] = (),
) -> Content:
    """The words of a letter that is about no running board; what is given means what it does in `notice`."""
    text = services.renderer.text(
        template, server=services.me.address, userid=account.userid if account else "", **facts
    )
    prefix = f"[mhearts {tag.kind.value}{tag.number}.{tag.code}] " if tag else ""
    page = NoticePage(
        subject=f"{prefix}{subject}",
        text=text,
        server=services.me.address,
        look=look_of(account),
        taps=tuple(replace(tap, subject=f"{prefix}{tap.subject}") for tap in taps),
    )
    return services.renderer.notice(page)


def unique(context: Context) -> str:
    """The part of a Message-ID that no other one has."""
    return base64.b32encode(context.services.tokens(10)).decode().lower()
