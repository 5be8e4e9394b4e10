"""How many random deals a second the rules play, beside OpenSpiel's hearts, which are C++.

    python benchmarks/engine.py [--json] [--deals N] [--rounds N]

Four players of random moves, through the Python interface of each:

- openspiel: given the direction and a pack that is already shuffled, so it lists no chances: the quickest way
  known to play it. It lists its legal actions before each; `apply_action` does not check them again.
- openspiel_chance: lists its own chances and draws from them for the direction and each card, as its examples do.
- apply: lists the legal moves, then checks the move, and makes a new state and the events that tell what happened;
  a pass is three cards in one action, and it plays the 2 of clubs and the last trick itself.
- play_out: no check, no states, no events; the seats are asked only where there is a choice.

They take turns every 250 deals, so that whatever else the machine does falls on all; times are processor time,
figures medians of the rounds, ratios medians of the rounds' ratios to the first. Garbage is collected before each turn
and not in it, for all alike, as `timeit` does: nothing that they make needs collecting. A warm-up fills the tables
that are made when first asked for. The ratios move with the load of the machine, which slows the players unequally.
"""

import argparse
import gc
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

SLICE = 250
"""Deals before the next player's turn."""


def openspiel(number: int, rng: random.Random) -> int:
    """A deal by OpenSpiel from a shuffled pack; returns the sum of the points."""
    state = GAME.new_initial_state()
    state.apply_action(SPIEL_DIRECTION[DIRECTIONS[number % 3]])
    pack = list(range(52))
    rng.shuffle(pack)
    for card in pack:
        state.apply_action(card)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return int(sum(26 - points for points in state.returns()))


def openspiel_chance(number: int, rng: random.Random) -> int:  # noqa: ARG001 - it draws its own direction
    """A deal by OpenSpiel, drawn at its chance nodes; returns the sum of the points."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return int(sum(26 - points for points in state.returns()))


def validated(number: int, rng: random.Random) -> int:
    """A deal by `apply`, which checks each action and tells what happened; returns the sum of the totals."""
    state = resume(RULES, number % 3 + 1, (0, 0, 0, 0), False, 1)
    pack = list(PACK)
    rng.shuffle(pack)
    hands = tuple(pack[:13]), tuple(pack[13:26]), tuple(pack[26:39]), tuple(pack[39:])
    state = apply(state, Deal(hands)).state
    for seat in SEATS:  # the first three of a shuffled hand are as random as any
        state = apply(state, Pass(seat, hands[seat][:3])).state
    while isinstance(state, Playing):
        state = apply(state, rng.choice(legal_moves(state, state.turn))).state
    return sum(state.totals)  # type: ignore[union-attr]


def fast(number: int, rng: random.Random) -> int:
    """A deal by `play_out`, which checks nothing; returns the sum of the points."""
    variant = variant_of(RULES)
    pack = list(range(52))
    rng.shuffle(pack)
    held = [list(map(BITS.__getitem__, pack[seat::4])) for seat in SEATS]
    given = each_seat(sum(bits[:3]) for bits in held)
    hands = exchanged(each_seat(map(sum, held)), given, DIRECTIONS[number % 3])
    leader = first_leader(variant, number % 3 + 1, hands)
    return sum(play_out(variant, hands, leader, lambda legal, _: rng.choice(legal)))


Player = Callable[[int, random.Random], int]


def one_round(players: dict[str, Player], deals: int, seed: int) -> dict[str, float]:
    """Deals a second of processor time of each player, taking turns."""
    spent = dict.fromkeys(players, 0.0)
    chances = {name: random.Random(seed) for name in players}
    for begin in range(0, deals, SLICE):
        for name, play in players.items():
            gc.collect()
            gc.disable()
            since = time.process_time()
            for number in range(begin, begin + SLICE):
                assert play(number, chances[name]) in (26, 78)
            spent[name] += time.process_time() - since
            gc.enable()
    return {name: -(-deals // SLICE) * SLICE / seconds for name, seconds in spent.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--deals", type=int, default=1000, help="deals a round and player (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    options = parser.parse_args()
    players: dict[str, Player] = {
        "openspiel": openspiel,
        "openspiel_chance": openspiel_chance,
        "apply": validated,
        "play_out": fast,
    }
    one_round({"apply": validated, "play_out": fast}, 4 * options.deals, options.rounds)
    rounds = [one_round(players, options.deals, seed) for seed in range(options.rounds)]
    measured = {name: statistics.median(each[name] for each in rounds) for name in players}
    ratios = {name: statistics.median(each[name] / each["openspiel"] for each in rounds) for name in players}
    if options.json:
        result = {
            name: {"deals_per_second": round(measured[name]), "ratio": round(ratios[name], 2)}
            for name in players
        }
        print(json.dumps({"benchmark": "engine", "deals": options.deals, "rounds": options.rounds} | result))
        return
    print(f"{'':<18}{'deals a second':>16}{'of OpenSpiel':>14}")
    for name in players:
        print(f"{name:<18}{measured[name]:>16,.0f}{ratios[name]:>14.2f}")


if __name__ == "__main__":
    main()
