"""`mhearts replay`: a board trick by trick."""

from dataclasses import dataclass

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import board_at, looked_at
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices.replays import played_deals

_TITLE = "mhearts replay"


@dataclass(frozen=True, slots=True)
class Which:
    """A board, or the one that the mail is about; and one of its deals, or all."""

    board: int | None
    deal: int | None


def parse(words: Words) -> Which:
    """A board, perhaps with the number of a hand behind it: `101#3`."""
    refuse_unless(len(words.words) < 2, "One board at a time.", verb=_TITLE)
    found = board_at(words.words[0]) if words.words else (None, None)
    refuse_unless(found, "Which board? Write its number, as in 101 or 101#3.", verb=_TITLE)
    return Which(*found) if found else Which(None, None)


def handle(which: Which, context: Context) -> Reply:
    """The tricks; hands and passes too once the board is over."""
    number = which.board or context.mail.board
    refuse_unless(number, "Which board?", verb=_TITLE)
    board = looked_at(number or 0, context, _TITLE)
    log = context.repositories.boards.log(board.number)
    over = board.ended_at is not None
    deals = [
        deal
        for deal in played_deals(board.rules, log, over=over)
        if which.deal is None or deal.number == which.deal
    ]
    refuse_unless(deals, f"Board {board.number} has had no hand {which.deal}.", verb=_TITLE)
    text = context.services.renderer.text(
        "replies/replay.txt", board=board.number, names=board.names, deals=deals, over=over
    )
    return Reply(text)


SPEC = Spec(
    name="replay",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts replay board[#hand]",),
    summary="a board trick by trick",
    help="""Mails a board trick by trick, or only one of its hands. Of a board that
is being played it shows the cards that have been played; once it is
over, also what everybody was dealt and passed. Of a private board only
its players get it, as with `show`.""",
    example="mhearts replay 101#3",
    parse=parse,
    handle=handle,
    in_reply=True,
    takes_by=True,
)
