"""`mhearts fairness`: what the deals of a board can be checked by."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import board_number, looked_at
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.games import fairdeal
from pbmhearts.notices import deal_checks

_TITLE = "mhearts fairness"


def parse(words: Words) -> int | None:
    """The board's number; in a reply nothing, for the letter's board."""
    refuse_unless(len(words.words) < 2, "One board at a time.", verb=_TITLE)
    return board_number(words.words[0]) if words.words else None


def handle(number: int | None, context: Context) -> Reply:
    """The commitments; once the board is over, secrets, mixes and logs too."""
    number = number or context.mail.board
    if number is None:
        refuse_unless(None, "Which board?", verb=_TITLE)
        return Reply()
    board = looked_at(number, context, _TITLE)
    deals = context.repositories.boards.deals(number)
    over = board.ended_at is not None
    text = context.services.renderer.text(
        "replies/fairness.txt",
        board=number,
        over=over,
        first_names=context.repositories.boards.first_names(number),
        checks=deal_checks.checks(board.rules, deals, board.state) if over else (),
        commitments=[
            {"deal": deal.number, "value": fairdeal.commitment(deal.secret), "dealt": bool(deal.mix)}
            for deal in deals
        ],
    )
    return Reply(text)


SPEC = Spec(
    name="fairness",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts fairness board",),
    summary="how the hands of a board can be checked",
    help="""Mails the commitments of a board: the SHA-256 of the secret of each
hand that is fixed. Once the board is over, also the secrets, the mixes
and the logs. `help fairness` tells what to do with them. Of a private
board only its players get it, as with `show`.""",
    example="mhearts fairness 101",
    parse=parse,
    handle=handle,
    in_reply=True,
    takes_by=True,
)
