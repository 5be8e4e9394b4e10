"""`mhearts hint`: what a bot would do in the player's place, and why."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.games.bots import simple
from pbmhearts.table import moves

_TITLE = "mhearts hint"


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb=_TITLE)


def handle(_: None, context: Context) -> Reply:
    """Show the cards and the reason; they come from the player's own view, so nothing hidden is in them."""
    board, seat = moves.seated_board(context)
    if context.repositories.boards.rated(board.number):
        raise Refusal(
            f"Board {board.number} is rated: everybody plays it alone.",
            hint="There are hints on boards with a bot, and on those begun with --unrated.",
            verb=_TITLE,
        )
    view = hearts.view(board.state, seat)
    if not view.legal:
        names = " and ".join(board.names[other] for other in hearts.waiting(board.state))
        raise Refusal(
            f"You have nothing to decide on board {board.number} now: it waits for {names}.", verb=_TITLE
        )
    cards, reason = simple.advise(view)
    labels = [card.label for card in cards]
    return Reply(
        context.services.renderer.text("replies/hint.txt", board=board.number, cards=labels, reason=reason)
    )


SPEC = Spec(
    name="hint",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts hint board userid password", "mhearts hint board code"),
    summary="what a bot would play, and why",
    help="""Tells you which card, or which three to pass, a bot would choose in your
place, and why. It knows no more than you do. There are hints only on
boards that change no rating: those with a bot, and those begun with
--unrated. Nothing is played, and nobody else hears of it.""",
    example="mhearts hint 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
