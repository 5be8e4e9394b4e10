"""Whole matches whose every view is written down, so that no change of what players see goes unnoticed.

`python tests/games/hearts/golden_match.py` writes them anew; read the difference before it is committed.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from pbmhearts.cards import Card
from pbmhearts.games import fairdeal
from pbmhearts.games.hearts import (
    SEATS,
    Action,
    AwaitingDeal,
    Deal,
    Finished,
    Pass,
    Passing,
    Play,
    RuleSet,
    State,
    TrickView,
    View,
    action_text,
    apply,
    deal_log,
    legal_cards,
    start,
    view,
    waiting,
)

FILE = Path(__file__).parent / "data" / "golden.json"
OPTIONS = ("", "-omnibus", "-blackmaria", "-spothearts", "-skip -auto -jack -moon=new -goal=60")
IN_FULL = 211
"""One step of so many is written down in full, the others as a digest of eight characters."""


def played(options: str) -> dict[str, Any]:
    """A match of players who choose by digest, step by step."""
    state: State = start(RuleSet.parse(options))
    mixed = fairdeal.first_mix(1, ("ann", "bob", "cat", "dan"))
    lines: list[list[str]] = []
    full: dict[str, dict[str, str]] = {}
    step = 0
    while not isinstance(state, Finished):
        if isinstance(state, AwaitingDeal):
            mixed = fairdeal.mix(deal_log(state)) if state.last else mixed
            lines.append([])
        action = _action(state, step, mixed)
        state = apply(state, action).state
        views = {str(each): shown(view(state, each)) for each in (None, *SEATS)}
        lines[-1].append(_digest(json.dumps([action_text(action), views]))[:8])
        if step % IN_FULL == 0:
            full[str(step)] = {"action": action_text(action)} | views
        step += 1
    return {
        "options": options,
        "totals": state.totals,
        "places": state.places,
        "deals": [" ".join(line) for line in lines],
        "full": full,
    }


def shown(seen: View) -> str:
    """All of a view on one line."""
    fields = (name for name in View.__dataclass_fields__ if name != "rules")
    return " ".join(f"{name}={_text(getattr(seen, name))}" for name in fields)


def _action(state: State, step: int, mixed: str) -> Action:
    if isinstance(state, AwaitingDeal):
        return Deal(fairdeal.deal(_digest(f"secret {state.number}"), mixed))
    chance = int(_digest(f"step {step}"), 16)
    seats = waiting(state)
    seat = seats[chance % len(seats)]
    legal = list(legal_cards(state, seat))
    if isinstance(state, Passing):
        first, second, third = (legal.pop(chance >> shift & 7) for shift in (8, 16, 24))
        return Pass(seat, (first, second, third))
    return Play(seat, legal[chance % len(legal)])


def _text(value: object) -> str:
    match value:
        case TrickView():
            plays = ",".join(f"{seat.number}:{card}" for seat, card in value.plays)
            return f"{value.number}/{value.leader.number}/{plays}/{_text(value.taker)}/{value.points}"
        case tuple():
            return "(" + ",".join(map(_text, value)) + ")"
        case Card() | str():
            return str(value)
        case _:
            return repr(value if value is None or isinstance(value, bool) else int(value))  # type: ignore[call-overload]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    FILE.write_text(json.dumps([played(options) for options in OPTIONS], indent=1) + "\n")
