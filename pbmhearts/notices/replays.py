"""Boards replayed from their logs: deals trick by trick, and the action at which an earlier move was reached."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbmhearts.cards import Card
from pbmhearts.games import hearts
from pbmhearts.games.hearts import TrickView
from pbmhearts.games.hearts.masks import cards_of
from pbmhearts.games.hearts.state import EndedDeal, Masks, Passes
from pbmhearts.games.hearts.tricks import complete_tricks


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as it was played; if it is not over, only what everybody has seen.

    Attributes:
        tricks: the complete ones.
        trick: the one on the table, None where the deal is over.
        points: the seats' points, () until it is over.
        hands: as dealt, () until the board is over.
        passes: what each seat passed, () until the board is over, or where nobody passed.
        rest: who took the cards that were left out at its end (`-skip`), or None.
    """

    number: int
    direction: hearts.PassDirection
    tricks: tuple[TrickView, ...]
    trick: TrickView | None = None
    points: tuple[int, ...] = ()
    moon: hearts.Seat | None = None
    hands: tuple[tuple[hearts.Seat, str], ...] = ()
    passes: tuple[tuple[hearts.Seat, str], ...] = ()
    rest: hearts.Seat | None = None


def played_deals(rules: hearts.RuleSet, log: tuple[str, ...], *, over: bool) -> Iterator[PlayedDeal]:
    """The deals of a board; hands and passes only if the board is over.

    Until then a hand that was dealt, and what was passed, are nobody else's business, even of earlier deals: they
    tell how somebody plays.
    """
    state: hearts.State = hearts.start(rules)
    for state, scored, moon in _ends(rules, log):
        if isinstance(state, hearts.AwaitingDeal | hearts.Finished) and state.last is not None:
            yield _finished(state.last, scored, moon, over=over)
    if isinstance(state, hearts.Passing | hearts.Playing):
        view = hearts.view(state, None)
        played = PlayedDeal(view.deal, view.direction, view.tricks, view.trick)
        passes = state.passes if isinstance(state, hearts.Passing) else state.facts.passes
        yield _opened(played, state.facts.dealt, passes) if over else played


def _ends(
    rules: hearts.RuleSet, log: tuple[str, ...]
) -> Iterator[tuple[hearts.State, hearts.DealScored | None, hearts.Seat | None]]:
    """Each state in which a deal has just ended, with its score, then the state at the end of the log."""
    step = None
    for step in hearts.replay(rules, log):
        scored = next((event for event in step.events if isinstance(event, hearts.DealScored)), None)
        moon = next((event.seat for event in step.events if isinstance(event, hearts.MoonShot)), None)
        if scored is not None:
            yield step.state, scored, moon
    if step is not None and isinstance(step.state, hearts.Passing | hearts.Playing):
        yield step.state, None, None


def _finished(
    record: EndedDeal, scored: hearts.DealScored | None, moon: hearts.Seat | None, *, over: bool
) -> PlayedDeal:
    facts = record.facts
    played = PlayedDeal(
        number=facts.number,
        direction=facts.direction,
        tricks=tuple(complete_tricks(facts, record.cards)),
        points=scored.points if scored else (),
        moon=moon,
        rest=record.rest,
    )
    return _opened(played, facts.dealt, facts.passes) if over else played


def _opened(played: PlayedDeal, dealt: Masks, passes: Passes) -> PlayedDeal:
    """The same deal with its hands and passes."""
    return replace(
        played,
        hands=tuple((seat, _symbols(cards_of(dealt[seat]))) for seat in hearts.SEATS),
        passes=tuple((seat, _symbols(passes[seat] or ())) for seat in hearts.SEATS if passes[seat]),
    )


def _symbols(cards: tuple[Card, ...]) -> str:
    return " ".join(card.symbols for card in sorted(cards))


def action_at(rules: hearts.RuleSet, log: tuple[str, ...], move: int) -> int:
    """The last action after which the board stood at that move number; 0 if it never came so far.

    Where the server played several cards at once, the numbers between belong to the board before them.
    """
    found = now = 0
    for seq, step in enumerate(hearts.replay(rules, log), 1):
        now = step.state.move
        if now <= move:
            found = seq
    return found if now >= move else 0
