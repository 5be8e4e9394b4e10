"""What is kept beside a board: plans, held moves, proposals, watchers, and cards that come back, on both databases."""

import pytest
from at_table import abandon_board, act_on, take_back
from storage_tables import SECRETS, START, new_board, opened, sign_up

from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Board, ProposalKind, Repositories, StoredPlan, Submission

pytestmark = pytest.mark.slow

ONE, TWO, *_ = hearts.SEATS


def loaded(repositories: Repositories, number: int) -> Board:
    """The board as it stands."""
    board = repositories.boards.load(number)
    assert board is not None
    return board


def test_a_seat_has_one_plan_and_one_held_move(url: str) -> None:
    """A new one replaces the old; another seat's stays."""

    def work(repositories: Repositories) -> None:
        ids = sign_up(repositories)
        number = new_board(repositories, ids)
        old, new = StoredPlan(ONE, ids[0], 1, 1, "7C; lowest"), StoredPlan(ONE, ids[0], 1, 4, "if void QS")
        other = StoredPlan(TWO, ids[1], 1, 2, "highest")
        for plan in (old, other, new):
            repositories.plans.keep(number, plan)
        assert repositories.plans.of(number) == {ONE: new, TWO: other}
        repositories.plans.drop(number, ONE)
        assert repositories.plans.of(number) == {TWO: other}
        for cards in ("7C", "8C"):
            repositories.submissions.hold(number, Submission(ONE, ids[0], 3, cards))
        assert repositories.submissions.of(number, ONE) == Submission(ONE, ids[0], 3, "8C")
        assert repositories.submissions.of(number, TWO) is None
        repositories.submissions.drop(number, ONE)
        assert repositories.submissions.of(number, ONE) is None

    with opened(url) as store:
        store.run(work)


@pytest.mark.parametrize(("kind", "stays"), [(ProposalKind.UNDO, False), (ProposalKind.ABANDON, True)])
def test_only_a_proposal_to_end_outlasts_the_next_move(url: str, kind: ProposalKind, stays: bool) -> None:
    """What was agreed is kept with it; closed, it is gone."""

    def work(repositories: Repositories) -> None:
        number = new_board(repositories, sign_up(repositories))
        made = repositories.proposals.add(number, kind, TWO, 5, START)
        assert repositories.proposals.open(number, 5) == made
        assert repositories.proposals.agree(made, ONE) == {ONE, TWO}
        later = repositories.proposals.open(number, 6)
        assert (later is not None) == stays
        assert later is None or later.agreed == {ONE, TWO}
        repositories.proposals.close(made, "rejected")
        assert repositories.proposals.open(number, 5) is None

    with opened(url) as store:
        store.run(work)


def test_who_watches_and_who_follows(url: str) -> None:
    """Each once; what a watcher has been told is kept."""

    def work(repositories: Repositories) -> None:
        ids = sign_up(repositories)
        number = new_board(repositories, ids)
        eve = repositories.accounts.add("eve", "", START).id
        watchers = repositories.watchers
        assert watchers.may_watch(number)
        assert [watchers.add(number, eve, 3), watchers.add(number, eve, 9)] == [True, False]
        watchers.told(number, eve, 7)
        assert [(watcher.account_id, watcher.told_seq) for watcher in watchers.of(number)] == [(eve, 7)]
        assert [watchers.remove(number, eve), watchers.remove(number, eve)] == [True, False]
        assert [watchers.follow(ids[0], eve), watchers.follow(ids[0], eve)] == [True, False]
        assert watchers.followers(ids[0]) == (eve,)
        assert [watchers.unfollow(ids[0], eve), watchers.unfollow(ids[0], eve)] == [True, False]

    with opened(url) as store:
        store.run(work)


def test_a_card_comes_back_as_an_action_of_the_log(url: str) -> None:
    """The state is what it was, but for the move number; with no card chosen there is none to take back."""

    def work(repositories: Repositories) -> None:
        ids = sign_up(repositories)
        board = loaded(repositories, new_board(repositories, ids))
        for seat in hearts.waiting(board.state):
            first, second, third = hearts.legal_cards(board.state, seat)[:3]
            action = hearts.Pass(seat, (first, second, third))
            board = act_on(repositories, board, action, ids[seat], START, SECRETS)
        with pytest.raises(hearts.IllegalMoveError):
            take_back(repositories, board, ids[0], START, SECRETS)
        (seat,) = hearts.waiting(board.state)
        play = hearts.Play(seat, hearts.legal_cards(board.state, seat)[0])
        after = act_on(repositories, board, play, ids[seat], START, SECRETS)
        back = take_back(repositories, after, ids[0], START, SECRETS)
        assert back.seq == after.seq + 1
        assert repositories.boards.log(board.number)[-1] == f"takeback {seat + 1}"
        assert isinstance(board.state, hearts.Playing)
        assert back.state == board.state._replace(move=board.state.move + 2)

    with opened(url) as store:
        store.run(work)


def test_an_abandoned_board_waits_for_nobody(url: str) -> None:
    """It has ended, without places."""

    def work(repositories: Repositories) -> None:
        ids = sign_up(repositories)
        number = new_board(repositories, ids)
        assert repositories.boards.waiting_for(ids[0]) == (number,)
        board = abandon_board(repositories, loaded(repositories, number), START, SECRETS)
        assert (board.abandoned, board.ended_at, board.places) == (True, START, ())
        assert repositories.boards.waiting_for(ids[0]) == ()
        assert repositories.boards.numbers(ids[0], active=True) == ()

    with opened(url) as store:
        store.run(work)


def test_a_remark_comes_with_its_action_or_by_its_id(url: str) -> None:
    """Who has been told all that happened can be told just what was said, once."""

    def work(repositories: Repositories) -> None:
        ids = sign_up(repositories)
        board = loaded(repositories, new_board(repositories, ids))
        said = repositories.boards.remark(board, ids[0], "hello", START)
        history, seq = repositories.histories.of(board.number), board.seq
        assert history.remarks(seq, seq) == ()
        assert [remark.text for remark in history.remarks(seq, seq, (said,))] == ["hello"]
        assert [remark.text for remark in history.remarks(seq - 1, seq, (said,))] == ["hello"]

    with opened(url) as store:
        store.run(work)


def test_seats_are_numbered_as_the_rules_number_them(url: str) -> None:
    """A plan of each seat comes back under its own."""

    def work(repositories: Repositories) -> None:
        ids = sign_up(repositories)
        number = new_board(repositories, ids)
        for seat in Seat:
            repositories.plans.keep(number, StoredPlan(seat, ids[seat], 1, 1, f"lowest; {seat + 2}C"))
        assert [plan.text for _, plan in sorted(repositories.plans.of(number).items())] == [
            f"lowest; {seat + 2}C" for seat in Seat
        ]

    with opened(url) as store:
        store.run(work)
