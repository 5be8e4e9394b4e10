"""How well the bots play: points a deal on identical deals, and the moons that they stop and make.

    python benchmarks/bots.py [--json] [--quick] [--deals N] [--options "-jack"] [--seed N]

- A_vs_B: how many points a deal one A has less than each of three B. Each deal is played four times, A in each seat
  once; the note has the standard error, over the deals.
- A_points: what that A has a deal.
- through_B: of the strong hands, each in one seat, the share that a greedy shooter makes a moon of against three B.
  It passes what helps least to take tricks and takes every trick that it can, until somebody else has a point; from
  then on it plays as `easy`. A hand is strong if `normal` counts so many tricks in it.
- ms_per_move: processor time of a move, the view of the state included.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from figures import Figures, options

from pbmhearts.cards import PACK, Card
from pbmhearts.games.bots import Kind, choose, moons, normal, passing
from pbmhearts.games.bots.seen import seen
from pbmhearts.games.hearts import (
    SEATS,
    Deal,
    Hands,
    Pass,
    Passing,
    Phase,
    Play,
    Playing,
    RuleSet,
    View,
    apply,
    resume,
    view,
    waiting,
)
from pbmhearts.games.hearts.masks import cards_of, mask_of
from pbmhearts.games.hearts.seat import each_seat

STRONG = 6.0
"""The tricks that a strong hand counts: `easy` lets about seven of ten through."""

Chooser = Callable[[View], tuple[Card, ...]]


@dataclass(slots=True)
class Player:
    """A player and the time that it has taken."""

    chooser: Chooser
    seconds: float = 0.0
    moves: int = 0

    def __call__(self, seen_by_it: View) -> tuple[Card, ...]:
        """Its move."""
        since = time.process_time()
        cards = self.chooser(seen_by_it)
        self.seconds += time.process_time() - since
        self.moves += 1
        return cards


def bot(kind: Kind, seed: int) -> Player:
    """A bot with chance of its own."""
    chance = random.Random(seed)
    return Player(lambda one: choose(kind, one, chance))


def greedy(one: View) -> tuple[Card, ...]:
    """Goes for the moon until somebody else has a point."""
    known = seen(one)
    if one.phase is Phase.PASSING:
        return cards_of(passing.moon_three(known.worth, known.hand))
    penalties = known.worth.penalties
    if any(pile & penalties for seat, pile in enumerate(known.piles) if seat != known.seat):
        return choose(Kind.EASY, one, random.Random(0))
    return cards_of(1 << moons.card(known))


def deals(seed: int) -> Iterator[Hands]:
    """Random deals."""
    chance = random.Random(seed)
    while True:
        pack = list(PACK)
        chance.shuffle(pack)
        yield each_seat(tuple(sorted(pack[seat::4])) for seat in SEATS)


def points(rules: RuleSet, number: int, hands: Hands, players: list[Player]) -> tuple[int, ...]:
    """What a deal brings each player."""
    state = apply(resume(rules, number, (0, 0, 0, 0), False, 1), Deal(hands)).state
    while isinstance(state, Passing | Playing):
        seat = waiting(state)[0]
        cards = players[seat](view(state, seat))
        move = Play(seat, cards[0]) if len(cards) == 1 else Pass(seat, (cards[0], cards[1], cards[2]))
        state = apply(state, move).state
    return state.totals


@dataclass(slots=True)
class Duel:
    """One player against three others, deal by deal."""

    ahead: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def play(self, rules: RuleSet, number: int, hands: Hands, one: Player, others: Player) -> None:
        """A deal, with the one in each seat once."""
        ahead = own = 0.0
        for seat in SEATS:
            players = [others] * 4
            players[seat] = one
            got = points(rules, number % 4 + 1, hands, players)
            own += got[seat] / 4
            ahead += ((sum(got) - got[seat]) / 3 - got[seat]) / 4
        self.ahead.append(ahead)
        self.own.append(own)


def duel(found: Figures, rules: RuleSet, one: Kind, others: Kind, count: int, seed: int) -> None:
    """Play and note how far one kind is ahead of three of another."""
    player, opponent, result = bot(one, seed), bot(others, seed + 1), Duel()
    for number, hands in enumerate(islice(deals(seed), count)):
        result.play(rules, number, hands, player, opponent)
    name = f"{one}_vs_{others}"
    found.add(name, [statistics.fmean(result.ahead)], f"± {_error(result.ahead):.2f}, {count} deals")
    found.add(f"{name}_points", [statistics.fmean(result.own)], f"± {_error(result.own):.2f}")
    found.add(f"{one}_ms_per_move", [1000 * player.seconds / player.moves])


def strong_hands(count: int, seed: int) -> Iterator[tuple[int, Hands]]:
    """Deals with a strong hand, and the seat that holds it."""
    strong = (
        (seat, hands)
        for hands in deals(seed)
        for seat in SEATS
        if normal.strength(mask_of(hands[seat])) >= STRONG
    )
    return islice(strong, count)


def moons_made(shooter: Player, others: Player, count: int, seed: int) -> float:
    """The share of strong hands that become moons."""
    made = 0
    for number, (seat, hands) in enumerate(strong_hands(count, seed)):
        players = [others] * 4
        players[seat] = shooter
        got = points(RuleSet(), number % 4 + 1, hands, players)
        made += got[seat] == 0 and sum(got) == 78
    return made / count


def through(found: Figures, kind: Kind, count: int, seed: int) -> None:
    """Note how many of the greedy shooter's strong hands become moons against three of a kind."""
    share = moons_made(Player(greedy), bot(kind, seed), count, seed)
    found.add(f"through_{kind}", [share], f"± {(share * (1 - share) / count) ** 0.5:.2f}, {count} hands")


def _error(values: list[float]) -> float:
    """The standard error of the mean."""
    return statistics.stdev(values) / len(values) ** 0.5


def main() -> None:
    """Measure and print."""
    wanted = options(
        __doc__,
        lambda parser: (
            parser.add_argument("--deals", type=int, default=400, help="deals a duel (default 400)"),
            parser.add_argument("--hands", type=int, default=200, help="strong hands (default 200)"),
            parser.add_argument("--options", default="", help="the rules of the duels, as in a challenge"),
            parser.add_argument("--seed", type=int, default=1),
        ),
    )
    rules = RuleSet.parse(wanted.options)
    count, hands = (2, 2) if wanted.quick else (wanted.deals, wanted.hands)
    found = Figures("bots")
    duel(found, rules, Kind.NORMAL, Kind.EASY, count, wanted.seed)
    through(found, Kind.EASY, hands, wanted.seed)
    through(found, Kind.NORMAL, hands, wanted.seed)
    found.show(as_json=wanted.json)


if __name__ == "__main__":
    main()
