"""What came about since a reader's last letter, as facts that the templates put into words."""

import functools
from dataclasses import dataclass, replace

from pbmhearts.games.hearts import (
    CardPlayed,
    DealScored,
    Dealt,
    Event,
    HeartsBroken,
    MoonShot,
    Passed,
    PassingDone,
    RestTaken,
    TakenBack,
    TrickTaken,
    TrickView,
)
from pbmhearts.render.model import CardStyle, FourNames
from pbmhearts.render.notation import Face, face


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the table and who played it."""

    who: str
    card: Face
    by_server: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, perhaps not complete: then `taker` is ""."""

    number: int
    leader: str
    led: str
    plays: tuple[PlayedCard, ...]
    taker: str
    points: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's points."""

    who: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing to tell.

    Attributes:
        kind: which sentence of the templates tells it.
        who: the player whose doing it is, or "".
        number: of the deal or the trick.
        direction: where cards are passed, or "".
        tie: the deal decides a tie.
        plays: the cards of one trick, in order.
        trick: the trick that was taken.
        card: the card that came back.
        scores: what each player got, by seat.
    """

    kind: str
    who: str = ""
    number: int = 0
    direction: str = ""
    tie: bool = False
    plays: tuple[PlayedCard, ...] = ()
    trick: Trick | None = None
    card: Face | None = None
    scores: tuple[PlayerScore, ...] = ()


@functools.lru_cache(512)
def trick_facts(trick: TrickView, names: FourNames, style: CardStyle) -> Trick:
    """`trick` with names for seats."""
    led = trick.plays[0][1].suit.word if trick.plays else ""
    plays = tuple(PlayedCard(names[seat], face(card, style)) for seat, card in trick.plays)
    taker = "" if trick.taker is None else names[trick.taker]
    return Trick(trick.number, names[trick.leader], led, plays, taker, trick.points)


_OF_ONE = {Passed: "passed", HeartsBroken: "hearts broken", MoonShot: "moon"}
"""Events that only name a player."""


def _of_the_deal(event: Event, names: FourNames) -> Happening | None:
    """Events about the deal as a whole."""
    match event:
        case Dealt(number, direction, tie):
            return Happening("dealt", number=number, direction=direction.value, tie=tie)
        case PassingDone(direction):
            return Happening("passing done", direction=direction.value)
        case RestTaken(seat):
            return Happening("rest taken", who="" if seat is None else names[seat])
        case DealScored(number, points, totals):
            scores = tuple(PlayerScore(*row) for row in zip(names, points, totals, strict=True))
            return Happening("deal scored", number=number, scores=scores)
        case _:
            return None


def _happening(event: Event, names: FourNames, style: CardStyle) -> Happening | None:
    """`event` as a happening; None for the end of the match, which the headline tells."""
    match event:
        case Passed(seat) | HeartsBroken(seat) | MoonShot(seat):
            return Happening(_OF_ONE[type(event)], who=names[seat])
        case CardPlayed(seat, card, trick, by_server):
            return Happening(
                "cards", number=trick, plays=(PlayedCard(names[seat], face(card, style), by_server),)
            )
        case TrickTaken(taken):
            return Happening("trick taken", number=taken.number, trick=trick_facts(taken, names, style))
        case TakenBack(seat, back):
            return Happening("taken back", who=names[seat], card=None if back is None else face(back, style))
        case _:
            return _of_the_deal(event, names)


def _add(told: list[Happening], new: Happening) -> None:
    """Add `new` to `told`; cards of a trick and its end are told together, even if hearts were broken between."""
    if new.kind in {"cards", "trick taken"}:
        for at, old in enumerate(told):
            if (old.kind, old.number) == ("cards", new.number):
                told[at] = replace(old, plays=old.plays + new.plays, trick=new.trick)
                return
    if new.kind == "passed" and _last_of(told, new.who) == "passed":
        return  # a pass may be replaced (Rule 2), and only its player knows by what
    if new.kind == "passing done":
        told[:] = [old for old in told if old.kind != "passed"]
    if new.kind in {"deal scored", "taken back"}:
        told[:] = [replace(old, kind="cards before") if old.kind == "cards" else old for old in told]
    told.append(new)


def _last_of(told: list[Happening], who: str) -> str:
    """The kind of what was told last of somebody, "" for nothing."""
    return next((old.kind for old in reversed(told) if old.who == who), "")


def marked(trick: Trick, events: tuple[Event, ...]) -> Trick:
    """The same trick, with the cards marked that the server played, as far as `events` tell."""
    served = {event.card.label for event in events if isinstance(event, CardPlayed) and event.by_server}
    if served.isdisjoint(play.card.label for play in trick.plays):
        return trick
    return replace(
        trick,
        plays=tuple(replace(play, by_server=play.card.label in served) for play in trick.plays),
    )


@functools.lru_cache(256)
def news_lines(
    events: tuple[Event, ...], names: FourNames, style: CardStyle, shown: Trick | None, you: str
) -> tuple[Happening, ...]:
    """What a letter tells of `events` below the board: neither the trick that it shows, nor the reader's own pass."""
    return tuple(told for told in happenings(events, names, style) if not _is_known(told, shown, you))


def _is_known(told: Happening, shown: Trick | None, you: str) -> bool:
    match told.kind:
        case "passed":
            return told.who == you
        case "cards" | "trick taken":
            return shown is not None and told.number == shown.number
        case _:
            return False


@functools.lru_cache(256)
def happenings(events: tuple[Event, ...], names: FourNames, style: CardStyle) -> tuple[Happening, ...]:
    """What to tell of `events`, oldest first.

    Cards of one trick are told together; once all have passed, nobody's pass is told alone. Trick numbers
    come again after a deal's end or a card taken back: cards from before are not mixed with those after.
    """
    told: list[Happening] = []
    for event in events:
        new = _happening(event, names, style)
        if new is not None:
            _add(told, new)
    return tuple(told)
