"""Boards: what is written is what is read, action by action."""

import pytest
import sqlalchemy as sa
from at_table import act_on, reseat
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
    opened,
    pass_all,
    sign_up,
    stored,
)

from pbmhearts.games import fairdeal, hearts
from pbmhearts.storage import Board, Repositories, Sitter, Store, schema

pytestmark = pytest.mark.slow


def replayed(rules: hearts.RuleSet, log: tuple[str, ...]) -> tuple[hearts.State, list[hearts.Event]]:
    """The whole log from the start of the match, and all that happened in it."""
    state, events = hearts.start(rules), []
    for text in log:
        transition = hearts.apply(state, hearts.parse_action(text))
        state = transition.state
        events.extend(transition.events)
    return state, events


def test_boards_are_numbered_from_101_and_no_number_is_lost_to_a_transaction_undone(store: Store) -> None:
    """Boards are numbered from 101, and a transaction that is undone leaves no gap."""

    def spoilt(repositories: Repositories) -> None:
        new_board(repositories, ids)
        raise LookupError("after the board was made")

    ids = store.run(sign_up)
    made = [store.run(lambda repositories: new_board(repositories, ids))]
    with pytest.raises(LookupError):
        store.run(spoilt)
    made += [store.run(lambda repositories: new_board(repositories, ids)) for _ in range(2)]
    assert made == [101, 102, 103]
    with store.read() as repositories:
        assert repositories.boards.numbers() == (101, 102, 103)
        assert repositories.boards.load(104) is None


def test_a_new_board_is_dealt_and_waits(store: Store) -> None:
    """A new board holds its rules, its four in order, the first deal in its log, and waits for all of them."""
    rules = hearts.RuleSet.parse("-jack -moon=new")
    board = stored(store, fresh_board(store, rules))
    assert (board.rules, board.names, board.seq, board.places) == (rules, FOUR, 1, ())
    assert isinstance(board.state, hearts.Passing)
    assert [seated.waiting_since for seated in board.seats] == [START] * 4
    assert (board.created_at, board.moved_at, board.ended_at) == (START, START, None)
    assert board.seat_of(board.seats[2].account_id) is hearts.SEATS[2]
    assert board.seat_of(9999) is None


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        ("-deals=1 -auto -skip", 2),
        pytest.param("-deals=2 -auto -skip -jack", 2, marks=pytest.mark.slow),
        pytest.param("-deals=2", 1, marks=pytest.mark.slow),
        pytest.param("-goal=26 -blood", 3, marks=pytest.mark.slow),
    ],
)
def test_a_match_reads_back_the_same_at_each_action(url: str, options: str, seed: int) -> None:
    """A match played to its end reads back, at each action and in another process, as the pure rules have it."""
    rules, rng = hearts.RuleSet.parse(options), chance(seed)
    with opened(url) as store, opened(url) as other:
        number = fresh_board(store, rules)
        state, _ = replayed(rules, _log(store, number))
        while not isinstance(state, hearts.Finished):
            move = a_move(state, rng)
            seq = stored(store, number).seq
            state = hearts.apply(state, move).state
            board = act(store, number, move)
            if isinstance(state, hearts.AwaitingDeal):
                dealt = hearts.parse_action(_log(store, number)[seq + 1])
                assert isinstance(dealt, hearts.Deal)
                state = hearts.apply(state, dealt).state
            assert board.state == state
            assert stored(other, number) == board
        finished = stored(other, number)
        assert replayed(rules, _log(other, number))[0] == finished.state == state
        assert (finished.places, finished.ended_at) == (state.places, START)
        with other.read() as repositories:
            assert repositories.boards.numbers(active=True) == ()
            assert repositories.boards.numbers(active=False) == (number,)
            deals = repositories.boards.deals(number)
        played = [deal for deal in deals if deal.points]
        totals = tuple(sum(deal.points[seat] for deal in played) for seat in hearts.SEATS)
        assert totals == state.totals
        assert not any(seated.waiting_since for seated in finished.seats)


def _log(store: Store, number: int) -> tuple[str, ...]:
    with store.read() as repositories:
        return repositories.boards.log(number)


@pytest.mark.slow
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32),
    options=st.sampled_from(["", "-auto", "-skip -auto", "-jack -spot", "-pass=right", "-deals=2"]),
)
def test_any_moment_is_told_as_the_whole_log_has_it(store: Store, seed: int, options: str) -> None:
    """The story from any action to any later one is what a replay of the whole log has between them."""
    rng, rules = chance(seed), hearts.RuleSet.parse(options)

    def play(repositories: Repositories) -> int:
        ids = [repositories.accounts.add(f"p{seed}-{each}", "", START).id for each in range(4)]
        number = new_board(repositories, ids, rules)
        board = repositories.boards.load(number)
        for _ in range(60):
            assert board is not None
            if isinstance(board.state, hearts.Finished):
                break
            board = act_on(repositories, board, a_move(board.state, rng), ids[0], START, SECRETS)
        return number

    def undone(repositories: Repositories) -> None:
        number = play(repositories)
        log = repositories.boards.log(number)
        for _ in range(12):
            told, seq = sorted(rng.sample(range(len(log) + 1), 2))
            state, told_events = replayed(rules, log[:seq])
            before = replayed(rules, log[:told])[1]
            found, events = repositories.boards.story(number, told, seq)
            assert found == state or isinstance(state, hearts.AwaitingDeal)
            assert list(events) == told_events[len(before) :]
        raise LookupError("leave nothing behind")

    with pytest.raises(LookupError, match="leave nothing behind"):
        store.run(undone)


def test_a_story_tells_the_end_of_one_deal_and_the_next(store: Store) -> None:
    """Across a deal's end the story holds the last trick, the score and the new deal, in that order."""
    number = fresh_board(store)
    rng, board = chance(5), pass_all(store, number)
    told = board.seq
    while board.state.facts.number == 1:  # type: ignore[union-attr]
        told = board.seq
        board = act(store, number, a_move(board.state, rng))
    with store.read() as repositories:
        state, events = repositories.boards.story(number, told, board.seq)
    assert state == board.state
    kinds = [type(event) for event in events]
    scored, dealt = kinds.index(hearts.DealScored), kinds.index(hearts.Dealt)
    assert kinds[0] is hearts.CardPlayed
    assert kinds.index(hearts.TrickTaken) < scored < dealt
    assert (dealt, events[dealt].number) == (len(kinds) - 1, 2)  # type: ignore[union-attr]


def test_a_board_loads_from_its_current_deal_only(store: Store) -> None:
    """Later deals load from their own row: the log of an earlier one is not read for it."""
    number = fresh_board(store)
    rng, board = chance(6), pass_all(store, number)
    while board.state.facts.number == 1:  # type: ignore[union-attr]
        board = act(store, number, a_move(board.state, rng))

    def lose_the_first_deal(repositories: Repositories) -> None:
        repositories._connection.execute(sa.delete(schema.actions).where(schema.actions.c.deal == 1))

    store.run(lose_the_first_deal)
    assert stored(store, number).state == board.state
    assert act(store, number, a_move(board.state, rng)).seq == board.seq + 1


def test_a_secret_is_fixed_before_the_deal_before_it(store: Store) -> None:
    """The secret of the next deal stands when a deal is dealt, never changes, and makes the hands."""
    number = fresh_board(store)
    with store.read() as repositories:
        first = repositories.boards.deals(number)
    assert [deal.number for deal in first] == [1, 2]
    assert [deal.secret for deal in first] == [SECRETS(number, 1), SECRETS(number, 2)]
    assert (first[0].mix, first[1].mix) == (fairdeal.first_mix(number, FOUR), "")
    rng, board = chance(8), pass_all(store, number)
    while board.state.facts.number == 1:  # type: ignore[union-attr]
        board = act(store, number, a_move(board.state, rng))
    with store.read() as repositories:
        deals = repositories.boards.deals(number)
        log = repositories.boards.log(number)
    assert [deal.secret for deal in deals] == [SECRETS(number, each) for each in (1, 2, 3)]
    assert deals[1].mix == fairdeal.mix(deals[0].log)
    for deal in deals[:2]:
        dealt = hearts.parse_action(log[deal.first_seq - 1])
        assert dealt == hearts.Deal(fairdeal.deal(deal.secret, deal.mix))
    assert (deals[2].first_seq, deals[2].mix, deals[2].points) == (0, "", ())
    assert deals[1].totals == deals[0].points


def test_what_the_rules_refuse_is_not_written(store: Store) -> None:
    """A refused action raises, and the log is as it was."""
    number = fresh_board(store)
    before = stored(store, number)
    with pytest.raises(hearts.IllegalMoveError):
        act(store, number, hearts.TakeBack(hearts.SEATS[0]))
    assert stored(store, number) == before


def test_a_take_back_is_an_action_of_the_log(store: Store) -> None:
    """A card taken back stays in the log, the move number goes on, and the board waits for that seat again."""
    number = fresh_board(store)
    before = pass_all(store, number)
    (seat,) = hearts.waiting(before.state)
    card = hearts.legal_cards(before.state, seat)[0]
    act(store, number, hearts.Play(seat, card), START + HOUR)
    board = act(store, number, hearts.TakeBack(seat), START + 2 * HOUR)
    assert _log(store, number)[-2:] == (f"play {seat + 1} {card}", f"takeback {seat + 1}")
    assert stored(store, number).state == board.state
    assert board.state.move == before.state.move + 2
    assert hearts.waiting(board.state) == (seat,)
    assert _waits(board) == {seat: START + 2 * HOUR}


def _waits(board: Board) -> dict[hearts.Seat, object]:
    return {seated.seat: seated.waiting_since for seated in board.seats if seated.waiting_since}


def test_a_seat_is_waited_for_since_it_became_its_turn(store: Store) -> None:
    """Who passes is waited for no longer; the others since the deal; whoever leads since the last pass."""
    number, rng = fresh_board(store), chance(1)
    board = stored(store, number)
    for passed in range(1, 4):
        board = act(store, number, a_move(board.state, rng), START + passed * HOUR)
        assert _waits(board) == dict.fromkeys(hearts.SEATS[passed:], START)
    board = act(store, number, a_move(board.state, rng), START + 4 * HOUR)
    assert _waits(board) == dict.fromkeys(hearts.waiting(board.state), START + 4 * HOUR)


def test_who_takes_a_trick_is_waited_for_from_then_on(store: Store) -> None:
    """A seat that ends a trick and takes it leads the next one: its wait, and its reminder, begin anew."""
    number = fresh_board(store)
    board, at, again = pass_all(store, number), START, 0
    while not isinstance(board.state, hearts.Passing):
        (seat,) = hearts.waiting(board.state)
        store.run(lambda repositories, seat=seat, at=at: repositories.boards.reminded(number, seat, at))
        at += HOUR
        # The highest cards first: then the last to play often takes the trick.
        card = max(hearts.legal_cards(board.state, seat), key=lambda card: card.rank)
        board = act(store, number, hearts.Play(seat, card), at)
        again += seat in hearts.waiting(board.state)
        assert set(_waits(board).values()) == {at}
        assert not any(seated.reminded_at for seated in board.seats)
    assert again


def test_boards_that_wait_come_the_longest_wait_first(store: Store) -> None:
    """A player's waiting boards come in the order in which they began to wait."""
    ids = store.run(sign_up)
    first, second = (store.run(lambda repositories: new_board(repositories, ids)) for _ in range(2))
    pass_all(store, second, START + HOUR)
    pass_all(store, first, START + 2 * HOUR)
    with store.read() as repositories:
        for account in ids:
            waiting = [
                number
                for number in (second, first)
                if stored(store, number).seat_of(account) in hearts.waiting(stored(store, number).state)
            ]
            assert list(repositories.boards.waiting_for(account)) == waiting
        assert repositories.boards.numbers(ids[0]) == (first, second)
        assert repositories.boards.numbers(9999) == ()


def test_remarks_are_told_with_their_action(store: Store) -> None:
    """A remark belongs to the action it came with; who knows that action already is not told it again."""
    number = fresh_board(store)
    rng, board = chance(1), stored(store, number)
    for text in ("Hello all", "Ünïcode ♥, and\ntwo lines"):
        board = act(store, number, a_move(board.state, rng))

        def say(repositories: Repositories, board: Board = board, text: str = text) -> None:
            repositories.boards.remark(board, board.seats[1].account_id, text, START)

        store.run(say)
    with store.read() as repositories:
        remarks = repositories.histories.of(number).remarks(0, board.seq)
        assert [(remark.userid, remark.seq) for remark in remarks] == [("bob", 2), ("bob", 3)]
        assert [remark.text for remark in repositories.histories.of(number).remarks(2, 3)] == [
            "Ünïcode ♥, and\ntwo lines"
        ]
        assert repositories.histories.of(number).remarks(3, 9) == ()


def test_a_player_is_told_up_to_an_action(store: Store) -> None:
    """Noting what a seat was told touches that seat of that board alone."""
    ids = store.run(sign_up)
    number = store.run(lambda repositories: new_board(repositories, ids))
    other = store.run(lambda repositories: new_board(repositories, ids))
    board = act(store, number, a_move(stored(store, number).state, chance(1)))
    store.run(lambda repositories: repositories.boards.tell(board, hearts.SEATS[2]))
    assert [seated.told_seq for seated in stored(store, number).seats] == [0, 0, board.seq, 0]
    assert [seated.told_seq for seated in stored(store, other).seats] == [0, 0, 0, 0]


def test_a_seat_changes_hands_and_back_between_two_actions(store: Store) -> None:
    """A bot may take a seat, and a person take it from the bot, before anybody acts; the hand stays where it is."""
    number = fresh_board(store)
    board = pass_all(store, number)
    (turn,) = hearts.waiting(board.state)
    seat = next(each for each in hearts.SEATS if each != turn)
    account = board.seats[seat].account_id

    def sit(sitter: Sitter) -> Board:
        return store.run(
            lambda repositories: reseat(
                repositories, stored(store, number), seat, sitter, START + HOUR, SECRETS
            )
        )

    assert sit(Sitter(None, "simple")).seats[seat].bot == "simple"
    back = sit(Sitter(account))
    assert (back.seats[seat].account_id, back.seats[seat].bot) == (account, "")
    assert sit(Sitter(None, "simple")).seats[seat].account_id is None
    assert stored(store, number).state == board.state
    assert len(stored(store, number).seats) == 4


def test_a_proposed_board_is_none_yet(store: Store) -> None:
    """A board that waits for its four has a number and rules, and is not listed or loaded before it starts."""
    rules = hearts.RuleSet.parse("-jack")

    def propose(repositories: Repositories) -> int:
        return repositories.boards.propose(rules, sign_up(repositories)[0], START)

    number = store.run(propose)
    with store.read() as repositories:
        assert repositories.boards.rules(number) == rules
        assert repositories.boards.load(number) is None
        assert repositories.boards.numbers() == ()
