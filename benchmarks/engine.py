"""How many random deals a second the rules play, beside OpenSpiel's hearts, which are C++.

`python benchmarks/engine.py` prints a table, with `--json` one object. The players take turns in each round, so
that whatever else the machine does falls on all; times are processor time, figures medians of the rounds.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from pbmhearts.cards import PACK
from pbmhearts.games.hearts import (
    SEATS,
    Deal,
    Pass,
    PassDirection,
    Playing,
    RuleSet,
    apply,
    legal_cards,
    legal_moves,
    play_out,
    resume,
)
from pbmhearts.games.hearts.masks import BITS
from pbmhearts.games.hearts.seat import each_seat
from pbmhearts.games.hearts.tricks import exchanged, first_leader
from pbmhearts.games.hearts.variant import variant_of

RULES = RuleSet.parse("-pass=nohold")
GAME = pyspiel.load_game("hearts(qs_breaks_hearts=False)")
DIRECTIONS = (PassDirection.LEFT, PassDirection.RIGHT, PassDirection.ACROSS)
SPIEL_DIRECTION = {PassDirection.LEFT: 1, PassDirection.ACROSS: 2, PassDirection.RIGHT: 3}


def openspiel(number: int, rng: random.Random) -> int:
    """A deal by OpenSpiel; returns the sum of the points."""
    state = GAME.new_initial_state()
    state.apply_action(SPIEL_DIRECTION[DIRECTIONS[number % 3]])
    pack = list(range(52))
    rng.shuffle(pack)
    for card in pack:
        state.apply_action(card)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return int(sum(26 - points for points in state.returns()))


def validated(number: int, rng: random.Random) -> int:
    """A deal by `apply`, which checks each action and tells what happened; returns the sum of the totals."""
    state = resume(RULES, number % 3 + 1, (0, 0, 0, 0), False, 1)
    pack = list(PACK)
    rng.shuffle(pack)
    state, _ = apply(state, Deal(each_seat(tuple(pack[seat::4]) for seat in SEATS)))
    for seat in SEATS:
        first, second, third = rng.sample(legal_cards(state, seat), 3)
        state, _ = apply(state, Pass(seat, (first, second, third)))
    while isinstance(state, Playing):
        state, _ = apply(state, rng.choice(legal_moves(state, state.turn)))
    return sum(state.totals)  # type: ignore[union-attr]


def fast(number: int, rng: random.Random) -> int:
    """A deal by `play_out`, which checks nothing; returns the sum of the points."""
    variant = variant_of(RULES)
    pack = list(range(52))
    rng.shuffle(pack)
    dealt = each_seat(sum(BITS[card] for card in pack[seat::4]) for seat in SEATS)
    given = each_seat(sum(BITS[card] for card in rng.sample(pack[seat::4], 3)) for seat in SEATS)
    hands = exchanged(dealt, given, DIRECTIONS[number % 3])
    leader = first_leader(variant, number % 3 + 1, hands)
    return sum(play_out(variant, hands, leader, lambda legal, _: rng.choice(legal)))


def rate(play: Callable[[int, random.Random], int], deals: int, seed: int) -> float:
    """Deals a second of processor time."""
    rng = random.Random(seed)
    begin = time.process_time()
    for number in range(deals):
        assert play(number, rng) in (26, 78)
    return deals / (time.process_time() - begin)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--deals", type=int, default=1000, help="deals a round (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    options = parser.parse_args()
    players = {"openspiel": openspiel, "apply": validated, "play_out": fast}
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        rate(play, options.deals, options.rounds)  # fills the tables that are made when first asked for
    for seed in range(options.rounds):
        for name, play in players.items():
            rates[name].append(rate(play, options.deals, seed))
    measured = {name: statistics.median(each) for name, each in rates.items()}
    ratios = {
        name: statistics.median(
            own / other for own, other in zip(rates[name], rates["openspiel"], strict=True)
        )
        for name in players
    }
    if options.json:
        result = {
            name: {"deals_per_second": round(measured[name]), "ratio": round(ratios[name], 2)}
            for name in players
        }
        print(json.dumps({"benchmark": "engine", "deals": options.deals, "rounds": options.rounds} | result))
        return
    print(f"{'':<12}{'deals a second':>16}{'of OpenSpiel':>14}")
    for name in players:
        print(f"{name:<12}{measured[name]:>16,.0f}{ratios[name]:>14.2f}")


if __name__ == "__main__":
    main()
