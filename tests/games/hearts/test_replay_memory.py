"""Matches from their logs."""

from hearts_table import chance, match_steps
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.games.hearts import RuleSet, action_text, after, replay, start


@given(seed=st.integers(0, 2**32))
def test_what_is_remembered_of_a_log_is_what_a_replay_makes(seed: int) -> None:
    """However much of a log is remembered, each of its actions has the state and the events of a plain replay."""
    rules = RuleSet.parse("-deals=3")
    log = tuple(action_text(action) for _, action, _, _ in match_steps(rules, chance(seed)))
    steps = list(replay(rules, log))
    begin = start(rules)
    assert after(begin, ()) == (begin, ())
    for length in (len(log), 1, len(log) // 2, len(log) // 2 + 1, len(log)):
        state, events = after(begin, log[:length])
        assert (state, events) == (steps[length - 1].state, steps[length - 1].events)


def test_a_log_that_differs_at_one_place_has_steps_of_its_own() -> None:
    """A history that was undone and went on otherwise is never mistaken for the one before."""
    rules = RuleSet.parse("-deals=1")
    one, other = (
        tuple(action_text(action) for _, action, _, _ in match_steps(rules, chance(seed))) for seed in (1, 2)
    )
    begin = start(rules)
    ends = [after(begin, log).state for log in (one, other, one, other)]
    assert ends[0] == ends[2] == list(replay(rules, one))[-1].state
    assert ends[1] == ends[3] == list(replay(rules, other))[-1].state
    assert ends[0] != ends[1]


def test_a_log_of_any_length_can_be_followed() -> None:
    """A deal in which passes are replaced again and again has more actions than Python calls go deep."""
    rules = RuleSet()
    log = [action_text(action) for _, action, _, _ in match_steps(rules, chance(1))][:2]
    state = after(start(rules), tuple(log)).state
    many = (log[0], *[log[1]] * 3000)
    assert after(start(rules), many).state.facts == state.facts  # type: ignore[union-attr]
