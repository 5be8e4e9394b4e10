"""`mhearts queue`: say now what is to be played on later turns."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.games.hearts.plan import Plan, PlanError, is_pass, parse_plan, plan_text, planned_pass
from pbmhearts.notices import tell
from pbmhearts.storage import Board
from pbmhearts.table import plans, settle
from pbmhearts.table.moves import seated_board
from pbmhearts.table.play import dealer_of

_TITLE = "mhearts queue"


def parse(words: Words) -> Plan:
    """A plan, none to be shown the one there is.

    A part that cannot be read is told by its number, as it may be a password that went astray.
    """
    if not words.words:
        return ()
    try:
        return parse_plan(" ".join(words.words))
    except PlanError as error:
        raise Refusal(str(error), hint="Such as: queue if void qs; lowest clubs", verb=_TITLE) from error


def handle(plan: Plan, context: Context) -> Reply:
    """Keep the plan in place of an older one, and play by it at once where it is the player's turn."""
    board, seat = seated_board(context)
    if not plan:
        return _show(board, seat, context)
    _check_held(plan, board, seat)
    context.repositories.submissions.drop(board.number, seat)
    notes: plans.Notes = {}
    after, rest = _passed(plan, board, seat, context, notes)
    plans.keep(after, seat, rest, context)
    if rest:
        plans.note(notes, seat, f"Your plan: {plan_text(rest)}.")
    settle.settle(board, after, context, notes)
    return Reply()


def _show(board: Board, seat: Seat, context: Context) -> Reply:
    stored = plans.kept(board, seat, context)
    if stored is None:
        raise Refusal(f"You have no plan for board {board.number}.", verb=_TITLE)
    tell.player(context, board, seat, note=f"Your plan: {stored.text}.")
    return Reply()


def _check_held(plan: Plan, board: Board, seat: Seat) -> None:
    """Refuse cards that can never be played, or passed; what will come by the pass, nobody knows yet."""
    parts = plan
    if isinstance(board.state, hearts.Passing):
        parts = tuple(part for part in plan[:1] if seat in hearts.waiting(board.state) and is_pass(part))
    hand = hearts.view(board.state, seat).hand
    named = (card.label for part in parts for card in part.cards if card not in hand)
    missing = list(dict.fromkeys(named))
    refuse_unless(not missing, f"You do not hold the {' or the '.join(missing)}.", verb=_TITLE)


def _passed(plan: Plan, board: Board, seat: Seat, context: Context, notes: plans.Notes) -> tuple[Board, Plan]:
    """The board with the pass that the plan begins with, if one is due, and the rest of the plan."""
    if not isinstance(board.state, hearts.Passing) or seat not in hearts.waiting(board.state):
        return board, plan
    cards, rest = planned_pass(plan, hearts.view(board.state, seat))
    if cards is None:
        return board, plan
    plans.note(notes, seat, f"You pass {' '.join(card.label for card in cards)}.")
    return dealer_of(context).act(board, hearts.Pass(seat, cards), context.player.id), rest


SPEC = Spec(
    name="queue",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts queue board userid password plan", "mhearts queue board code plan"),
    summary="plan your next turns",
    help="""Says what is to be played when your next turns come. A plan is parts,
split by semicolons; each is cards, or `lowest` or `highest`, perhaps
with a suit, and may begin with `if clubs led`, `if void` or `if
leading`:

  queue if void qs; if clubs led highest clubs; 7d 8d; lowest

When your turn comes, the parts are tried in order. One whose condition
does not hold is kept for later. Else the first of its cards that may be
played is played, and the part is used up; cards that may not be played
are dropped, you are told, and the next part is tried. If it is your turn
now, that happens at once. Of equal ranks, clubs count lower than
diamonds, then hearts, then spades.

While you have to pass, a first part of three cards is your pass, and the
rest waits for the play. A plan is for one hand; a new one replaces it,
and a move that was submitted. `queue` without a plan shows yours,
`unqueue` forgets it. Nobody else sees it.""",
    example="mhearts queue 101 ann secret if void qs; lowest",
    parse=parse,
    handle=handle,
    in_reply=True,
)
