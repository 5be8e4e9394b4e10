"""A board as its letters tell of it."""

import pytest
from at_table import act_on
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storage_tables import (
    FOUR,
    HOUR,
    SECRETS,
    START,
    a_move,
    act,
    chance,
    fresh_board,
    new_board,
    pass_all,
    stored,
)

from pbmhearts.games import hearts
from pbmhearts.storage import Repositories, Store


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    options=st.sampled_from(["", "-auto", "-skip -auto", "-jack -spot", "-pass=right", "-deals=2"]),
)
def test_every_part_of_a_history_is_what_the_whole_log_has_there(
    store: Store, seed: int, options: str
) -> None:
    """Whatever is asked first, the story from one action to another is what the whole log has between them."""
    rng, rules = chance(seed), hearts.RuleSet.parse(options)

    def undone(repositories: Repositories) -> None:
        ids = [repositories.accounts.add(f"p{seed}-{each}", "", START).id for each in range(4)]
        number = new_board(repositories, ids, rules)
        board = repositories.boards.load(number)
        for _ in range(60):
            assert board is not None
            if isinstance(board.state, hearts.Finished):
                break
            board = act_on(repositories, board, a_move(board.state, rng), ids[0], START, SECRETS)
        history = repositories.histories.of(number)
        assert history.board == board
        assert history.deals == repositories.boards.deals(number)
        assert history.terms == repositories.boards.terms(number)
        steps = list(hearts.replay(rules, repositories.boards.log(number)))
        for _ in range(12):
            told, seq = sorted(rng.sample(range(len(steps) + 1), 2))
            state, events = history.story(told, seq)
            assert state == steps[seq - 1].state or isinstance(state, hearts.AwaitingDeal)
            assert list(events) == [event for step in steps[told:seq] for event in step.events]
        raise LookupError("leave nothing behind")

    with pytest.raises(LookupError, match="leave nothing behind"):
        store.run(undone)


def test_a_history_knows_who_plays_and_what_was_said(store: Store) -> None:
    """The players come with the board; remarks are those since an action, and those asked for by their ids."""
    number = fresh_board(store)
    new, board = stored(store, number), pass_all(store, number)
    ann, bob = (seated.account_id for seated in board.seats[:2])
    assert ann is not None
    assert bob is not None

    def say(repositories: Repositories) -> tuple[int, int]:
        first = repositories.boards.remark(new, ann, "Hello", START)
        second = repositories.boards.remark(board, bob, "Good luck", START + HOUR)
        return first, second

    first, second = store.run(say)
    with store.read() as repositories:
        history = repositories.histories.of(number)
        assert [history.players[seated.account_id].userid for seated in board.seats] == list(FOUR)
        assert [said.text for said in history.remarks(0, board.seq)] == ["Hello", "Good luck"]
        assert [said.text for said in history.remarks(1, board.seq)] == ["Good luck"]
        assert [said.text for said in history.remarks(board.seq, board.seq, [first])] == ["Hello"]
        assert history.remarks(board.seq, board.seq) == ()
        assert history.remarks(0, board.seq)[1].at - START == HOUR
    assert first < second


def test_a_history_read_again_has_what_was_done_meanwhile(store: Store) -> None:
    """A card that was played within the same transaction is in the next history of the board."""
    number = fresh_board(store)
    before = pass_all(store, number)
    after = act(store, number, a_move(before.state, chance(3)))
    with store.read() as repositories:
        assert repositories.histories.of(number).board == after == stored(store, number)
        with pytest.raises(LookupError):
            repositories.histories.of(number + 1)
