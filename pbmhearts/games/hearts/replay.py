"""A match from its log: every state that it went through."""

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbmhearts.games.hearts.actions import Action, parse_action
from pbmhearts.games.hearts.engine import Transition, apply
from pbmhearts.games.hearts.events import Event
from pbmhearts.games.hearts.rules import RuleSet
from pbmhearts.games.hearts.state import AwaitingDeal, State, start

_REMEMBERED = 1024
"""Steps of logs that are kept, so that a longer log is not replayed from its start."""

_DEEP = 100


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


def after(begin: AwaitingDeal, log: tuple[str, ...]) -> Transition:
    """What the last action of a log made of `begin`, and of all the actions before it.

    The steps are remembered by all the words of the log, so that a log that differs anywhere has steps of its own.

    Raises:
        ActionTextError: a line is no action.
        IllegalMoveError: an action that the rules do not allow there.
    """
    for length in range(_DEEP, len(log), _DEEP):
        _after(begin, log[:length])  # so that no log is too long for the recursion
    return _after(begin, log)


@functools.lru_cache(_REMEMBERED)
def _after(begin: AwaitingDeal, log: tuple[str, ...]) -> Transition:
    if not log:
        return Transition(begin, ())
    return apply(_after(begin, log[:-1]).state, parse_action(log[-1]))
