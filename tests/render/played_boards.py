"""Boards played by chance with the real rules, and pages about them."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pbmhearts.cards import PACK
from pbmhearts.games.hearts import (
    Action,
    CardPlayed,
    Deal,
    DealScored,
    Event,
    MoonShot,
    Phase,
    RuleSet,
    Seat,
    State,
    apply,
    counts,
    legal_moves,
    start,
    view,
)
from pbmhearts.render import BoardPage, DealRow, Look

NAMES = ("ann", "bob", "cat", "dan")
SERVER = "games@example.org"
CODE = "k7f3q2ab"
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@dataclass
class Played:
    """A board at some moment, with all that happened until then."""

    state: State
    events: list[Event]
    deals: list[DealRow]

    @property
    def phase(self) -> Phase:
        return view(self.state, None).phase

    @property
    def to_move(self) -> Seat:
        return view(self.state, None).waiting[0]

    def do(self, action: Action) -> None:
        self.state, events = apply(self.state, action)
        self.events.extend(events)
        for event in events:
            if isinstance(event, DealScored):
                shooter = next((e.seat for e in events if isinstance(e, MoonShot)), None)
                self.deals.append(DealRow(event.number, event.points, event.totals, shooter))

    def cards_played(self) -> int:
        return sum(isinstance(e, CardPlayed) for e in self.events)

    def page(self, seat: Seat | None, look: Look | None = None, **more: object) -> BoardPage:
        seen = view(self.state, seat)
        seated = seat is not None and seen.phase is not Phase.FINISHED
        facts = {
            "board": 101,
            "names": NAMES,
            "view": seen,
            "happened": tuple(self.events[-12:]),
            "server": SERVER,
            "look": look or Look(),
            "now": NOW,
            "deals": tuple(self.deals),
            "code": CODE if seated else "",
            "userid": "" if seat is None else NAMES[seat],
            "waiting_since": NOW - timedelta(hours=2),
            "counts": counts(seen),
            "due": NOW + timedelta(days=6, hours=3),
        }
        return BoardPage(**(facts | more))


def shuffled(rng: random.Random) -> Deal:
    pack = list(PACK)
    rng.shuffle(pack)
    return Deal((tuple(pack[0::4]), tuple(pack[1::4]), tuple(pack[2::4]), tuple(pack[3::4])))


def play_on(played: Played, rng: random.Random, until: Callable[[Played], bool]) -> Played:
    """Deal and move at random until that holds, or the match is over."""
    while played.phase is not Phase.FINISHED and not until(played):
        if played.phase is Phase.DEALING:
            played.do(shuffled(rng))
        else:
            played.do(rng.choice(legal_moves(played.state, played.to_move)))
    return played


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - it only has to be the same each time


def board(until: Callable[[Played], bool], options: str = "", seed: int = 1) -> Played:
    """A new board, played at random until that holds."""
    return play_on(Played(start(RuleSet.parse(options)), [], []), chance(seed), until)


def just_dealt(played: Played) -> bool:
    return played.phase is Phase.PASSING


def after_cards(count: int) -> Callable[[Played], bool]:
    return lambda played: played.cards_played() >= count


def never(played: Played) -> bool:
    return False
