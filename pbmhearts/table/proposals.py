"""What needs the whole table: to take the last card back, or to end the board without a result."""

from pbmhearts.cards import Card
from pbmhearts.commands import limits
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import tell
from pbmhearts.storage import Board, Proposal, ProposalKind
from pbmhearts.table import settle
from pbmhearts.table.moves import seated_board
from pbmhearts.table.play import dealer_of

MOST_A_DAY = 5
"""Proposals a day by one player on a board: each is a letter to all, however seldom they want any."""

_ANSWER = "Reply with accept or reject."


def propose(kind: ProposalKind, context: Context) -> Reply:
    """Ask the others, who all have to agree; bots do by themselves.

    Raises:
        Refusal: something is proposed already, or nothing can be taken back.
    """
    board, seat = seated_board(context)
    proposals = context.repositories.proposals
    before = proposals.open(board.number, board.seq)
    if before is not None:
        who = "You have" if before.seat == seat else f"{board.names[before.seat]} has"
        raise Refusal(f"{who} proposed {_what(board, before.kind)} already.", hint=_ANSWER)
    what = _what(board, kind)
    why = f"You have proposed {MOST_A_DAY} times today on this board; try again tomorrow."
    spent = f"proposal:{board.number}:{context.player.id}"
    limits.spend(context.repositories, spent, MOST_A_DAY, context.now, why)
    proposal = proposals.add(board.number, kind, seat, board.seq, context.now)
    if _missing(board, proposal.agreed):
        _tell(board, proposal, f"{board.names[seat]} proposes {what}.", context)
    else:
        after, sentence = _carry_out(board, proposal, context)
        settle.settle(board, after, context, dict.fromkeys(Seat, sentence))
    return Reply()


def agree(context: Context) -> Reply:
    """Agree to what is proposed; it is done when all have."""
    board, seat, proposal = _open(context, "mhearts accept")
    refuse_unless(seat not in proposal.agreed, "You have agreed to that already.")
    agreed = context.repositories.proposals.agree(proposal, seat)
    if _missing(board, agreed):
        proposal = Proposal(proposal.id, board.number, proposal.kind, proposal.seat, proposal.seq, agreed)
        _tell(board, proposal, f"{board.names[seat]} agrees {_what(board, proposal.kind)}.", context)
    else:
        after, sentence = _carry_out(board, proposal, context)
        settle.settle(board, after, context, dict.fromkeys(Seat, sentence))
    return Reply()


def reject(context: Context) -> Reply:
    """Have none of it; of one's own proposal, withdraw it."""
    board, seat, proposal = _open(context, "mhearts reject")
    context.repositories.proposals.close(proposal, "rejected")
    does = "withdraws the proposal" if seat == proposal.seat else "does not agree"
    sentence = f"{board.names[seat]} {does} {_what(board, proposal.kind)}. The board goes on."
    _tell_all(board, sentence, context)
    return Reply()


def _open(context: Context, verb: str) -> tuple[Board, Seat, Proposal]:
    board, seat = seated_board(context)
    proposal = context.repositories.proposals.open(board.number, board.seq)
    if proposal is None:
        raise Refusal(
            f"Nothing is proposed on board {board.number}.",
            hint="What was proposed before lapses when the board moves on.",
            verb=verb,
        )
    move = context.actor.move if context.actor else None
    if (
        move is not None
        and move < context.repositories.boards.story(board.number, proposal.seq, proposal.seq)[0].move
    ):
        raise Refusal("Your mail answers a letter from before that was proposed.", hint=_ANSWER, verb=verb)
    return board, seat, proposal


def _what(board: Board, kind: ProposalKind) -> str:
    """What is proposed, as `to ...`."""
    match kind:
        case ProposalKind.ABANDON:
            return "to end the board without a result"
        case ProposalKind.UNDO:
            seat, card = last_chosen(board)
            return f"to take back the {card.words} of {board.names[seat]}"


def last_chosen(board: Board) -> tuple[Seat, Card]:
    """The last card that a person chose in this deal.

    Raises:
        Refusal: there is none.
    """
    if isinstance(board.state, hearts.Passing):
        raise Refusal("No card has been played in this hand yet.", hint="`undo` takes back your own pass.")
    chosen = hearts.chosen_cards(board.state) if isinstance(board.state, hearts.Playing) else ()
    for seat, card in reversed(chosen):
        if not board.seats[seat].bot:
            return seat, card
    raise Refusal("No player has chosen a card in this hand yet.")


def _missing(board: Board, agreed: frozenset[Seat]) -> tuple[str, ...]:
    """Who still has to agree; bots do by themselves."""
    return tuple(seated.userid for seated in board.seats if not seated.bot and seated.seat not in agreed)


def leave(board: Board, seat: Seat, context: Context) -> tuple[Board, str]:
    """Do what is proposed, if nobody but the player who gets up from this seat had to agree still: stand-ins agree.

    Returns:
        the board after that, and a sentence for the table; the same board and "" where nothing is done.
    """
    proposals = context.repositories.proposals
    proposal = proposals.open(board.number, board.seq)
    if proposal is None:
        return board, ""
    if not _missing(board, proposal.agreed | {seat}):
        return _carry_out(board, proposal, context)
    # Whoever sits down there next has agreed to nothing.
    proposals.disagree(proposal, seat)
    if proposal.kind is ProposalKind.UNDO and last_chosen(board)[0] == seat:
        # Without its player that card is no person's any more, and the one before it was not meant.
        proposals.close(proposal, "lapsed")
    return board, ""


def _carry_out(board: Board, proposal: Proposal, context: Context) -> tuple[Board, str]:
    """Do what all have agreed to; returns the board after that, and a sentence for the table."""
    context.repositories.proposals.close(proposal, "done")
    sentence = f"All have agreed {_what(board, proposal.kind)}."
    dealer = dealer_of(context)
    if proposal.kind is ProposalKind.ABANDON:
        return dealer.abandon(board), sentence
    after = dealer.take_back(board, context.actor.account.id if context.actor else None)
    (seat,) = hearts.waiting(after.state)
    # A plan that played the card would play again at once.
    context.repositories.plans.drop(board.number, seat)
    return after, sentence


def _tell(board: Board, proposal: Proposal, sentence: str, context: Context) -> None:
    """Tell all of a step; those who have to agree, how."""
    missing = _missing(board, proposal.agreed)
    for seated in board.seats:
        waits = seated.userid in missing
        rest = _ANSWER if waits else f"Still to agree: {', '.join(missing)}."
        tell.player(context, board, seated.seat, note=f"{sentence} {rest}")


def _tell_all(board: Board, sentence: str, context: Context) -> None:
    for seat in Seat:
        tell.player(context, board, seat, note=sentence)
