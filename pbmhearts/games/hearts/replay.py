"""A match from its log: every state that it went through."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbmhearts.games.hearts.actions import Action, parse_action
from pbmhearts.games.hearts.engine import apply
from pbmhearts.games.hearts.events import Event
from pbmhearts.games.hearts.rules import RuleSet
from pbmhearts.games.hearts.state import State, start


class Step(NamedTuple):
    """One action of a log, and what it made.

    Attributes:
        state: after it.
    """

    action: Action
    state: State
    events: tuple[Event, ...]


def replay(rules: RuleSet, log: Iterable[str]) -> Iterator[Step]:
    """The steps of a log, an action's text each, from the match's start.

    Raises:
        ActionTextError: a line is no action.
        IllegalMoveError: an action that the rules do not allow there.
    """
    state: State = start(rules)
    for text in log:
        action = parse_action(text)
        state, events = apply(state, action)
        yield Step(action, state, events)
