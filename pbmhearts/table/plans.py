"""The plans of the four: kept for later turns, and played when these come."""

from pbmhearts.commands.context import Context
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.games.hearts.plan import Plan, next_card, parse_plan, plan_text
from pbmhearts.storage import Board, StoredPlan
from pbmhearts.table.play import dealer_of

Notes = dict[Seat, str]
"""What a seat alone is told above its board."""


def note(notes: Notes, seat: Seat, sentence: str) -> None:
    """Add a sentence to what a seat is told."""
    notes[seat] = f"{notes[seat]} {sentence}" if notes.get(seat) else sentence


def deal_number(state: hearts.State) -> int | None:
    """The deal that is being passed or played, None if there is none."""
    return state.facts.number if isinstance(state, hearts.Passing | hearts.Playing) else None


def keep(board: Board, seat: Seat, plan: Plan, context: Context) -> None:
    """Keep a plan of whoever sits there, for the deal that is being played; an empty one is forgotten."""
    account_id, deal = board.seats[seat].account_id, deal_number(board.state)
    if not plan or account_id is None or deal is None:
        context.repositories.plans.drop(board.number, seat)
        return
    stored = StoredPlan(seat, account_id, deal, board.seq, plan_text(plan))
    context.repositories.plans.keep(board.number, stored)


def kept(board: Board, seat: Seat, context: Context) -> StoredPlan | None:
    """The seat's plan; None if there is none, it was for an earlier deal, or whoever made it has left."""
    stored = context.repositories.plans.of(board.number).get(seat)
    if stored is None or stored.deal != deal_number(board.state):
        return None
    return stored if stored.account_id == board.seats[seat].account_id else None


def follow(board: Board, context: Context, notes: Notes) -> Board:
    """Play by plans as long as the seat whose turn it is has one that says what; its player is told what was."""
    while board.ended_at is None and isinstance(board.state, hearts.Playing):
        seat = board.state.turn
        stored = kept(board, seat, context)
        if stored is None:
            return board
        plan = parse_plan(stored.text)
        choice = next_card(plan, hearts.view(board.state, seat))
        if choice.dropped:
            note(
                notes,
                seat,
                f"Dropped from your plan, as it could not be played: {', '.join(choice.dropped)}.",
            )
        if choice.card is None:
            if choice.remaining != plan:
                keep(board, seat, choice.remaining, context)
            return board
        context.repositories.submissions.drop(board.number, seat)
        keep(board, seat, choice.remaining, context)
        note(notes, seat, f"Played by your plan: {choice.card.label}.")
        if choice.remaining:
            note(notes, seat, f"Left of it: {plan_text(choice.remaining)}.")
        board = dealer_of(context).act(board, hearts.Play(seat, choice.card), stored.account_id)
    return board
