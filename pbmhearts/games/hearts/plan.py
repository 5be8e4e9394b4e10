"""Plans: what a player wants to be played on turns that have not come yet.

A plan is parts, split by `;`. A part may begin with a condition on the turn: `if leading` (the trick has no card yet),
`if void` (the player holds none of the suit led), `if clubs led`. Then come cards, or `lowest` or `highest` (by rank;
of equal ranks in the order of the pack), perhaps of one suit.

When the player's turn to play comes, the parts are tried in order:

- a part whose condition does not hold is passed over, and kept for a later turn;
- else the part is used up. The first of its cards that may be played is played (for `lowest` and `highest`: the
  lowest or highest card that may be played), and the rest of the plan is kept for the turns after this one;
- cards tried before it that may not be played, or all of them, are dropped, and the next part is tried.

While cards are passed, a first part of three cards without a condition is the pass; all other parts wait for the play.
A plan is for the deal in which it was made.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pbmhearts.cards import Card, NotACardError, Suit, parse_cards
from pbmhearts.errors import PbmheartsError
from pbmhearts.games.hearts.view import View

MOST_PARTS = 26
"""Parts of a plan: two for each card of a hand."""

_SUITS = {word: suit for suit in Suit for word in (suit.word, suit.word[:-1])}
_LED = re.compile(r"if\s+(clubs?|diamonds?|hearts?|spades?)\s+(?:is\s+|are\s+)?led\b[:,]?\s*", re.IGNORECASE)
_STATE = re.compile(r"if\s+(void|leading)\b[:,]?\s*", re.IGNORECASE)
_EXTREME = re.compile(r"(lowest|highest)(?:\s+(clubs?|diamonds?|hearts?|spades?))?", re.IGNORECASE)


class PlanError(PbmheartsError):
    """A text that is no plan.

    Attributes:
        part: the number of the part that cannot be read, from 1; 0 for the plan as a whole.
    """

    def __init__(self, part: int, why: str) -> None:
        super().__init__(why)
        self.part = part


class When(StrEnum):
    """The condition of a part, besides a suit that is led."""

    ALWAYS = ""
    LEADING = "leading"
    VOID = "void"


class Extreme(StrEnum):
    """Which end of what may be played."""

    LOWEST = "lowest"
    HIGHEST = "highest"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a plan.

    Attributes:
        led: the suit that has to be led, None for any.
        cards: what to play, the first that may be; empty where `extreme` says it.
        extreme: the lowest or highest, of `suit` if that is not None.
    """

    when: When = When.ALWAYS
    led: Suit | None = None
    cards: tuple[Card, ...] = ()
    extreme: Extreme | None = None
    suit: Suit | None = None

    @property
    def conditional(self) -> bool:
        """Whether it has a condition."""
        return self.when is not When.ALWAYS or self.led is not None


Plan = tuple[Part, ...]


class Choice(NamedTuple):
    """What a plan comes to on a turn.

    Attributes:
        card: the card to play, None if the plan has none for this turn.
        remaining: what is left of the plan.
        dropped: what could not be played, as people write it.
    """

    card: Card | None
    remaining: Plan
    dropped: tuple[str, ...]


def parse_plan(text: str) -> Plan:
    """The plan that the text says.

    Raises:
        PlanError: it says none; which part, and why, in words that repeat nothing of the text.
    """
    written = [part.strip() for part in text.split(";")]
    if written and not written[-1]:
        written.pop()
    if not written:
        raise PlanError(0, "A plan has one part at least.")
    if len(written) > MOST_PARTS:
        raise PlanError(0, f"A plan has {MOST_PARTS} parts at most.")
    return tuple(_part(number, words) for number, words in enumerate(written, 1))


def _part(number: int, text: str) -> Part:
    when, led = When.ALWAYS, None
    if found := _LED.match(text):
        led = _SUITS[found[1].lower()]
    elif found := _STATE.match(text):
        when = When(found[1].lower())
    rest = text[found.end() :] if found else text
    if extreme := _EXTREME.fullmatch(rest.strip()):
        suit = _SUITS[extreme[2].lower()] if extreme[2] else None
        return Part(when, led, (), Extreme(extreme[1].lower()), suit)
    try:
        cards = parse_cards(rest)
    except NotACardError as error:
        stop = "" if error.why.endswith("?") else "."
        raise PlanError(number, f"Part {number} of the plan cannot be read: {error.why}{stop}") from error
    if not cards:
        raise PlanError(number, f"Part {number} of the plan names no card.")
    return Part(when, led, tuple(dict.fromkeys(cards)))


def plan_text(plan: Plan) -> str:
    """The plan as `parse_plan` reads it."""
    return "; ".join(_text(part) for part in plan)


def _text(part: Part) -> str:
    words = [f"if {part.led.word} led"] if part.led is not None else []
    if part.when is not When.ALWAYS:
        words.append(f"if {part.when.value}")
    return " ".join([*words, _wanted(part)])


def _wanted(part: Part) -> str:
    if part.extreme is None:
        return " ".join(card.label for card in part.cards)
    return f"{part.extreme.value} {part.suit.word}" if part.suit is not None else part.extreme.value


def next_card(plan: Plan, view: View) -> Choice:
    """What the plan plays on the turn that `view` shows: its seat must have a card to play."""
    kept: list[Part] = []
    dropped: list[str] = []
    for at, part in enumerate(plan):
        if not _holds(part, view):
            kept.append(part)
            continue
        card = _chosen(part, view)
        tried = part.cards if card is None else part.cards[: part.cards.index(card)] if part.cards else ()
        dropped += [each.label for each in tried]
        if card is not None:
            return Choice(card, (*kept, *plan[at + 1 :]), tuple(dropped))
        if part.extreme is not None:
            dropped.append(_wanted(part))
    return Choice(None, tuple(kept), tuple(dropped))


def is_pass(part: Part) -> bool:
    """Whether a plan's first part is the pass, while the seat has one to make."""
    return not part.conditional and len(part.cards) == 3


def planned_pass(plan: Plan, view: View) -> tuple[tuple[Card, Card, Card] | None, Plan]:
    """The pass that a plan begins with, if the view's seat has one to make and holds these cards; and the rest."""
    if not plan or not is_pass(plan[0]) or not set(plan[0].cards) <= set(view.legal):
        return None, plan
    first, second, third = plan[0].cards
    return (first, second, third), plan[1:]


def _holds(part: Part, view: View) -> bool:
    """Whether the part's condition is true on this turn."""
    on_table = view.trick.plays if view.trick is not None else ()
    led = on_table[0][1].suit if on_table else None
    if part.led is not None:
        return led is part.led
    match part.when:
        case When.ALWAYS:
            return True
        case When.LEADING:
            return led is None
        case When.VOID:
            return led is not None and all(card.suit is not led for card in view.hand)


def _chosen(part: Part, view: View) -> Card | None:
    if part.extreme is None:
        return next((card for card in part.cards if card in view.legal), None)
    fitting = [card for card in view.legal if part.suit in {None, card.suit}]
    if not fitting:
        return None
    ordered = sorted(fitting, key=lambda card: (card.rank, card.suit))
    return ordered[0] if part.extreme is Extreme.LOWEST else ordered[-1]
