"""The clocks of the seats, as they are stored and read."""

from datetime import date, timedelta

import pytest
from at_table import reseat, start_board
from storage_tables import HOUR, SECRETS, START, a_move, act, chance, fresh_board, pass_all, sign_up, stored

from pbmhearts.clock import running
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import STAND_IN, Limits, Repositories, SeatClock, Sitter, Store, Terms

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
STANDARD = Terms()
LIMITS = Limits(7 * DAY, 21 * DAY, None)


def late(store: Store, after: timedelta, limits: Limits = LIMITS) -> tuple[SeatClock, ...]:
    """The clocks that are late so long after the start."""
    with store.read() as repositories:
        return repositories.clocks.late(limits, START + after)


def in_play(store: Store, terms: Terms = STANDARD) -> tuple[int, Seat]:
    """A board that has waited for its first card since START; its number and the seat."""

    def begin(repositories: Repositories) -> int:
        ids = [account.id for account in repositories.accounts.all()] or sign_up(repositories)
        number = repositories.boards.propose(hearts.RuleSet(), ids[0], START, terms)
        start_board(repositories, number, [Sitter(each) for each in ids], START, SECRETS)
        return number

    number = store.run(begin)
    board = pass_all(store, number, START)
    return number, hearts.waiting(board.state)[0]


def used(store: Store, number: int, seat: Seat) -> timedelta:
    """What ran of the finished waits of the seat's player, as the next wait's clock has it."""
    with store.read() as repositories:
        clocks = repositories.clocks.of_board(number, LIMITS, START)
        return next(clock.used for clock in clocks if clock.seat is seat)


def test_a_seat_is_late_after_nagtime(store: Store) -> None:
    """Not a second earlier; with the board's last action, and the player whom it waits for."""
    number, seat = in_play(store)
    assert not late(store, 7 * DAY - timedelta(seconds=1))
    (clock,) = late(store, 7 * DAY)
    assert (clock.board, clock.seat, clock.since) == (number, seat, START)
    board = stored(store, number)
    assert (clock.seq, clock.account_id) == (board.seq, board.seats[seat].account_id)
    assert (clock.nags_at, clock.runs_out_at) == (START + 7 * DAY, START + 21 * DAY)


def test_the_longest_wait_comes_first(store: Store) -> None:
    """Whatever the boards' numbers."""
    first, _ = in_play(store)
    second, _ = in_play(store, Terms(nagtime=HOUR))
    act(store, first, a_move(stored(store, first).state, chance(1)), START + DAY)
    assert [clock.board for clock in late(store, 8 * DAY)] == [second, first]


@pytest.mark.parametrize(
    ("terms", "nagged", "lost"),
    [
        (Terms(nagtime=2 * HOUR), 2 * HOUR, 21 * DAY),
        (Terms(nagtime=30 * DAY), 18 * DAY, 21 * DAY),
        (Terms(forfeittime=8 * DAY), 5 * DAY, 8 * DAY),
        (Terms(forfeittime=2 * DAY), DAY, 2 * DAY),
        (Terms(totaltime=4 * DAY), 2 * DAY, 4 * DAY),
        (Terms(nagtime=HOUR, forfeittime=30 * DAY, totaltime=10 * DAY), HOUR, 10 * DAY),
    ],
)
def test_a_boards_own_times_hold(store: Store, terms: Terms, nagged: timedelta, lost: timedelta) -> None:
    """A time that the board does not have is the ini's; a warning comes three days or half-way before the loss."""
    number, _ = in_play(store, terms)
    assert number not in [clock.board for clock in late(store, nagged - timedelta(seconds=1))]
    (clock,) = [clock for clock in late(store, nagged) if clock.board == number]
    assert (clock.nags_at, clock.runs_out_at) == (START + nagged, START + lost)
    with store.read() as repositories:
        assert repositories.boards.terms(number) == terms


def test_a_total_time_of_the_ini_is_looked_for_in_every_wait(store: Store) -> None:
    """A player with little left of it is late at once."""
    in_play(store)
    limits = Limits(7 * DAY, 21 * DAY, DAY)
    assert not late(store, DAY / 2 - timedelta(seconds=1), limits)
    assert late(store, DAY / 2, limits)


def test_finished_waits_add_up(store: Store) -> None:
    """What ran of each is kept when it ends."""
    number, seat = in_play(store)
    at, waited = START, timedelta(0)
    while True:
        board = stored(store, number)
        turn = hearts.waiting(board.state)[0]
        if turn is seat and waited:
            break
        at += DAY
        waited += DAY * (turn is seat)
        act(store, number, a_move(board.state, chance(1)), at)
    assert used(store, number, seat) == waited


def test_a_pass_taken_back_goes_on_with_its_wait(store: Store) -> None:
    """What ran before it was passed, however often, counts; what ran while it lay there does not."""
    number = fresh_board(store)
    seat = Seat(2)
    passing = hearts.legal_moves(stored(store, number).state, seat)[0]
    taken_back = hearts.TakeBack(seat)
    for days, action in ((5, passing), (6, passing), (9, taken_back), (11, passing), (12, taken_back)):
        act(store, number, action, START + days * DAY)
    clocks = {clock.seat: clock for clock in _clocks(store, number)}
    assert (clocks[seat].since, clocks[seat].used) == (START + 5 * DAY, timedelta(0))
    assert clocks[Seat(0)].since == START
    act(store, number, passing, START + 12 * DAY + HOUR)
    rng = chance(2)
    while seat not in hearts.waiting(stored(store, number).state):
        act(store, number, a_move(stored(store, number).state, rng), START + 13 * DAY)
    assert used(store, number, seat) == 7 * DAY + HOUR


def _clocks(store: Store, number: int) -> tuple[SeatClock, ...]:
    with store.read() as repositories:
        return repositories.clocks.of_board(number, LIMITS, START)


def test_five_vacations_leave_the_time_used_unchanged(store: Store) -> None:
    """Each freezes what is left; none refills it."""
    number, seat = in_play(store)
    account_id = stored(store, number).seats[seat].account_id or 0
    first = START.date() + DAY
    spans = [(first + 4 * n * DAY, first + (4 * n + 1) * DAY) for n in range(5)]
    store.run(lambda repositories: repositories.accounts.change(account_id, vacations=spans))
    with store.read() as repositories:
        (clock,) = repositories.clocks.of_board(number, LIMITS, START)
    assert running(clock.since, START + 20 * DAY, clock.pauses) == 10 * DAY
    assert clock.runs_out_at == START + 31 * DAY
    assert clock.nags_at == START + 15 * DAY
    act(store, number, a_move(stored(store, number).state, chance(1)), START + 20 * DAY)
    rng = chance(2)
    while seat not in hearts.waiting(stored(store, number).state):
        act(store, number, a_move(stored(store, number).state, rng), START + 20 * DAY)
    assert used(store, number, seat) == 10 * DAY


def test_a_vacation_is_whole_days_in_the_players_zone(store: Store) -> None:
    """A day in Auckland begins while it is yesterday in Greenwich."""
    number, seat = in_play(store)
    account_id = stored(store, number).seats[seat].account_id or 0
    store.run(
        lambda repositories: repositories.accounts.change(
            account_id,
            vacations=[(date(2026, 12, 5), date(2026, 12, 5))],
            preferences={"zone": "Pacific/Auckland"},
        )
    )
    with store.read() as repositories:
        (clock,) = repositories.clocks.of_board(number, LIMITS, START)
    day = START.replace(day=4, month=12, hour=11)
    assert [clock.stands_still(day + n * HOUR) for n in (-1, 0, 23, 24)] == [False, True, True, False]


def test_a_downtime_counts_once(store: Store) -> None:
    """Twenty hours down are twenty hours more for everybody, however often the server starts; a short break is none."""
    number, _ = in_play(store)
    down = START + 3 * DAY
    store.run(lambda repositories: repositories.uptime.beat(down))
    back = down + 20 * HOUR
    assert store.run(lambda repositories: repositories.uptime.begin(back)) == (down, back)
    assert store.run(lambda repositories: repositories.uptime.begin(back + timedelta(minutes=9))) is None
    with store.read() as repositories:
        (clock,) = repositories.clocks.of_board(number, LIMITS, back)
    assert clock.runs_out_at == START + 21 * DAY + 20 * HOUR


def test_clocks_stand_still_while_the_server_is_down(store: Store) -> None:
    """Even before it is back: no seat is late that would not be when it returns."""
    in_play(store)
    store.run(lambda repositories: repositories.uptime.beat(START + 6 * DAY))
    assert not late(store, 30 * DAY)
    with store.read() as repositories:
        assert repositories.uptime.silence(START + 6 * DAY + timedelta(minutes=9)) is None
        assert repositories.uptime.silence(START + 7 * DAY) == (START + 6 * DAY, START + 7 * DAY)


def test_a_held_domain_pauses_whoever_has_no_other_address(store: Store) -> None:
    """While the domain takes nothing from us its players cannot know; with an address elsewhere they do."""
    number, seat = in_play(store)
    account_id = stored(store, number).seats[seat].account_id or 0
    hold = (START + DAY, START + 3 * DAY)
    store.run(lambda repositories: repositories.bounces.hold("players.example", *hold, "451 not now"))

    def lost() -> timedelta:
        with store.read() as repositories:
            (clock,) = repositories.clocks.of_board(number, LIMITS, START)
        return clock.runs_out_at - START

    assert lost() == 23 * DAY
    store.run(
        lambda repositories: repositories.accounts.add_address(account_id, "a@second.example", START, START)
    )
    assert lost() == 21 * DAY


def test_an_extension_is_of_one_wait(store: Store) -> None:
    """It moves the deadline of the wait that runs; how often it was done counts on."""
    number, seat = in_play(store)
    for _ in range(2):
        store.run(lambda repositories: repositories.clocks.extend(number, seat, 2 * DAY))
    with store.read() as repositories:
        (clock,) = repositories.clocks.of_board(number, LIMITS, START)
    assert (clock.runs_out_at, clock.extensions) == (START + 25 * DAY, 2)
    rng = chance(3)
    act(store, number, a_move(stored(store, number).state, rng))
    while seat not in hearts.waiting(stored(store, number).state):
        act(store, number, a_move(stored(store, number).state, rng))
    with store.read() as repositories:
        (clock,) = repositories.clocks.of_board(number, LIMITS, START)
    assert (clock.extension, clock.extensions) == (timedelta(0), 2)


def test_who_comes_back_goes_on_with_the_time_used(store: Store) -> None:
    """To leave and to come back refills nothing; somebody new begins with all the time."""
    number, seat = in_play(store)
    board = stored(store, number)
    ann = board.seats[seat].account_id
    eve = store.run(lambda repositories: repositories.accounts.add("eve", "", START)).id

    def replace(sitter: Sitter, left: str = "") -> None:
        at = START + 5 * DAY
        store.run(
            lambda repositories: reseat(
                repositories, stored(store, number), seat, sitter, at, SECRETS, left=left
            )
        )

    replace(Sitter(None, STAND_IN), "forfeited")
    replace(Sitter(ann))
    rng = chance(3)
    while seat not in hearts.waiting(stored(store, number).state):
        act(store, number, a_move(stored(store, number).state, rng))
    assert used(store, number, seat) == 5 * DAY
    replace(Sitter(eve))
    assert used(store, number, seat) == timedelta(0)
    with store.read() as repositories:
        rows = [row for row in repositories.boards.sittings(number) if row.seat == seat]
    assert [row.account_id for row in rows] == [ann, None, ann, eve]
    assert [row.left_how for row in rows] == ["forfeited", "", "", ""]


def test_four_bots_end_the_board(store: Store) -> None:
    """When the last person has left, nobody is there to play for."""
    number = fresh_board(store)
    for seat in Seat:
        board = stored(store, number)
        assert board.ended_at is None
        store.run(
            lambda repositories, board=board, seat=seat: reseat(
                repositories, board, seat, Sitter(None, STAND_IN), START, SECRETS, left="resigned"
            )
        )
    board = stored(store, number)
    assert board.abandoned
    assert board.ended_at == START
    assert not any(seated.waiting_since for seated in board.seats)


def test_without_serve_clocks_go_on(store: Store) -> None:
    """Who has given `serve` up, and takes mail otherwise, has a downtime until then, once, and clocks that run."""
    number, _ = in_play(store)

    def go_on(after: timedelta) -> object:
        return store.run(lambda repositories: repositories.uptime.go_on_without(START + after))

    assert go_on(DAY) is None
    store.run(lambda repositories: repositories.uptime.beat(START + DAY))
    assert go_on(3 * DAY) is None
    assert not late(store, 30 * DAY)
    assert go_on(4 * DAY) == (START + DAY, START + 4 * DAY)
    assert go_on(9 * DAY) is None
    (clock,) = late(store, 10 * DAY)
    assert (clock.board, clock.runs_out_at) == (number, START + 24 * DAY)
    assert store.run(lambda repositories: repositories.uptime.begin(START + 11 * DAY)) is None


def test_a_total_time_counts_the_waits_before(store: Store) -> None:
    """What a player has used in earlier waits is gone from the total, and no new wait brings it back."""
    number, seat = in_play(store, Terms(totaltime=4 * DAY))
    at = START + 3 * DAY
    act(store, number, a_move(stored(store, number).state, chance(1)), at)
    while seat not in hearts.waiting(stored(store, number).state):
        act(store, number, a_move(stored(store, number).state, chance(1)), at)
    with store.read() as repositories:
        (clock,) = repositories.clocks.of_board(number, LIMITS, at)
    assert clock.seat is seat
    assert (clock.used, clock.allowed, clock.runs_out_at) == (3 * DAY, DAY, at + DAY)
