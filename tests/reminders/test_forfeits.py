"""Seats that are lost because a board has waited too long, and who is spared."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from house import FOUR, START, House, open_house
from playing_on import last_move
from ready_house import BOARD, begun, unread
from seats import DAY, command, daily, run

from pbmhearts.operator.board_views import differences
from pbmhearts.reminders.run import Done, remind
from pbmhearts.storage import STAND_IN, Board, Limits, Repositories, Store

pytestmark = pytest.mark.slow


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[House]:
    """Board 101 waits for the second card of the first trick."""
    with begun("playing", tmp_path) as house:
        yield house


def sits(house: House, name: str) -> bool:
    """Whether the player still has a seat on the board."""
    return name in house.board(BOARD).names


def address(house: House, name: str, column: str) -> None:
    """Set a column of a player's address to the time when it was made."""
    house.app.store.run(
        lambda repositories: repositories._connection.exec_driver_sql(
            f"UPDATE addresses SET {column} = created_at WHERE address = ?",  # noqa: S608 - the test's own
            (f"{name}@players.example",),
        )
    )


def test_a_stand_in_takes_the_seat_of_who_lets_a_board_wait_too_long(playing: House) -> None:
    """After 21 days and two reminders a bot plays on; all four hear of it, and the loser how to come back."""
    name, _ = playing.turn(BOARD)
    seat = playing.board(BOARD).names.index(name)
    before = daily(playing, 20)
    assert before.forfeited == []
    assert [userid for userid, _ in before.reminded] == [name, name]
    assert len(playing.letters(name)) == 2
    moves = playing.board(BOARD).state.move
    done = daily(playing, 1)
    assert done.forfeited == [(name, BOARD)]
    board = playing.board(BOARD)
    assert board.seats[seat].bot == STAND_IN
    assert board.state.move > moves
    letters = unread(playing)
    assert [len(each) for each in letters.values()] == [1, 1, 1, 1]
    for other in FOUR:
        text = " ".join(letters[other][0].text.split())
        assert (
            ("return 101" in text) if other == name else (f"{name} has let the board wait too long" in text)
        )
    assert not daily(playing, 1).forfeited


def test_nobody_forfeits_without_a_reminder_that_arrived_two_days_before(playing: House) -> None:
    """A job that has not run for a month reminds first; 48 hours after its mail was taken the seat is lost."""
    name, _ = playing.turn(BOARD)
    playing.wait(30 * DAY)
    assert run(playing).forfeited == []
    playing.wait(3 * DAY)
    assert run(playing).forfeited == []  # the reminder has not been sent yet
    assert [letter["To"] for letter in playing.letters(name)]
    playing.wait(timedelta(hours=47))
    assert run(playing).forfeited == []
    playing.wait(timedelta(hours=1))
    assert run(playing).forfeited == [(name, BOARD)]


def test_a_reminder_of_another_board_does_not_count(tmp_path: Path) -> None:
    """What told of other boards only has warned nobody of this one."""
    with open_house(tmp_path, "[boards]\nforfeittime = 10d\n") as house:
        first = house.start()
        house.wait(6 * DAY)
        second = house.start()
        house.wait(DAY)
        assert all(boards == (first,) for _, boards in run(house).reminded)
        house.deliver()
        for name in FOUR:
            house.mail(name, f"mhearts resign {first} {name} secret-{name}")
        house.wait(9 * DAY)
        assert run(house).forfeited == []
        assert house.board(second).names == FOUR


def test_the_ini_may_end_the_board_instead(tmp_path: Path) -> None:
    """`forfeit = end`: it ends without a result, and all are told."""
    with open_house(tmp_path, "[boards]\nforfeit = end\n") as house:
        house.start("-auto")
        house.pass_all(BOARD)
        name, _ = house.turn(BOARD)
        daily(house, 20)
        unread(house)
        assert daily(house, 1).forfeited == [(name, BOARD)]
        assert house.board(BOARD).abandoned
        assert all("without a result" in " ".join(letter.text.split()) for [letter] in unread(house).values())


def test_who_cannot_be_reached_is_the_operators_case(playing: House) -> None:
    """A suspended address loses no seat; each run names the player."""
    name, _ = playing.turn(BOARD)
    daily(playing, 8)
    address(playing, name, "suspended_at")
    done = daily(playing, 30)
    assert (done.forfeited, done.unreachable) == ([], [name])
    assert sits(playing, name)


def test_a_reminder_that_died_forfeits_nobody(playing: House) -> None:
    """What no mail server took has warned nobody."""
    name, _ = playing.turn(BOARD)
    playing.wait(8 * DAY)
    run(playing)

    def bury(repositories: Repositories) -> None:
        (row,) = repositories.outbox.rows("waiting")
        repositories.outbox.bury(row.id, "550 no such user")

    playing.app.store.run(bury)
    playing.wait(5 * DAY)
    assert run(playing) == Done(unreachable=[name])
    playing.wait(20 * DAY)
    done = run(playing)
    assert (done.forfeited, done.unreachable) == ([], [name])


def test_a_vacation_stops_clock_and_nagging(playing: House) -> None:
    """Ten days away: reminder and loss come ten days later, and nothing comes in between."""
    name, _ = playing.turn(BOARD)
    assert daily(playing, 6).reminded == []
    playing.mail(name, f"vacation {name} secret-{name} 2026-12-07..2026-12-16")
    assert daily(playing, 10).reminded == []
    assert len(daily(playing, 1).reminded) == 1
    assert daily(playing, 13).forfeited == []
    assert daily(playing, 1).forfeited == [(name, BOARD)]


def test_a_downtime_across_the_deadline_forfeits_nobody(playing: House) -> None:
    """Twenty hours down add twenty hours, once."""
    name, _ = playing.turn(BOARD)
    daily(playing, 20)
    playing.wait(timedelta(hours=12))
    playing.app.beat()
    playing.wait(timedelta(hours=20))
    down = run(playing)
    assert (down.forfeited, down.reminded) == ([], [])
    assert down.down_since is not None
    playing.app.wake_up()
    playing.app.wake_up()
    assert run(playing).forfeited == []
    playing.wait(timedelta(hours=11, minutes=59))
    playing.app.beat()
    assert run(playing).forfeited == []
    playing.wait(timedelta(minutes=1))
    assert run(playing).forfeited == [(name, BOARD)]


def test_who_has_paused_gets_one_last_letter(playing: House) -> None:
    """Times run on in a pause; the one reminder comes three days before the seat is lost."""
    name, _ = playing.turn(BOARD)
    playing.mail(name, f"pause {name} secret-{name}")
    unread(playing)
    assert daily(playing, 17).reminded == []
    assert len(daily(playing, 1).reminded) == 1
    assert len(playing.letters(name)) == 1
    assert daily(playing, 2).forfeited == []
    assert daily(playing, 1).forfeited == [(name, BOARD)]
    assert not playing.letters(name)


def test_a_boards_own_times_hold(tmp_path: Path) -> None:
    """`--nagtime=1d --forfeittime=4d` are that board's alone."""
    with open_house(tmp_path) as house:
        house.start("--nagtime=1d --forfeittime=4d")
        house.start()
        house.pass_all(BOARD)
        name, _ = house.turn(BOARD)
        assert [boards for _, boards in daily(house, 1).reminded] == [(BOARD,)]
        assert daily(house, 2).forfeited == []
        assert daily(house, 1).forfeited == [(name, BOARD)]
        assert house.board(BOARD + 1).names == FOUR


def test_a_run_does_only_so_much(tmp_path: Path) -> None:
    """After weeks without a run the oldest come first, and the rest in the next runs."""
    with open_house(tmp_path, "[boards]\nmax_reminders_per_run = 3\n") as house:
        house.start()
        house.wait(DAY)
        house.start("", ("eve", "fay", "gus", "hal"))
        house.wait(10 * DAY)
        runs = [run(house) for _ in range(4)]
        assert [len(each.reminded) for each in runs] == [3, 3, 2, 0]
        assert [each.left for each in runs] == [5, 2, 0, 0]
        assert {userid for userid, _ in runs[0].reminded} < set(FOUR)


def test_a_dry_run_only_says_what_would_be(playing: House) -> None:
    """It names people and seats, and changes nothing."""
    name, _ = playing.turn(BOARD)
    playing.wait(8 * DAY)
    dry = remind(playing.app.store, playing.app.services, dry_run=True)
    assert dry.reminded == [(name, (BOARD,))]
    assert not playing.letters(name)
    assert run(playing).reminded == dry.reminded
    playing.letters(name)
    playing.wait(14 * DAY)
    dry = remind(playing.app.store, playing.app.services, dry_run=True)
    assert dry.forfeited == [(name, BOARD)]
    assert sits(playing, name)


def test_the_letters_tell_the_deadline(playing: House) -> None:
    """Whoever must move reads in the reminder until when, and can ask for more time with a tap."""
    name, _ = playing.turn(BOARD)
    daily(playing, 7)
    (letter,) = playing.letters(name)
    assert "You have time until Mon 21 Dec, 10:00, in 14 days (UTC)." in " ".join(letter.text.split())
    assert "I need more time" in letter.html


def test_the_last_place_is_for_who_has_left(tmp_path: Path) -> None:
    """Whatever the stand-in makes of the seat; the board verifies."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=1 -auto")
        command(house, "ann", f"resign {number} {{}}")
        last_move(house, number)
        board: Board = house.board(number)
        assert board.places[0] == 4
        assert min(board.places[1:]) == 1
        with house.app.store.read() as repositories:
            assert differences(repositories, number) == ()


def test_last_years_vacation_stops_the_clock_after_new_year_too(playing: House) -> None:
    """Whoever asks for more days in January loses none of the time that December's days had stopped."""
    name, _ = playing.turn(BOARD)
    playing.mail(name, f"vacation {name} secret-{name} 2026-12-10..2027-01-03")
    assert daily(playing, 36).forfeited == []
    before = _deadline(playing)
    playing.mail(name, f"vacation {name} secret-{name} 2027-07-01..2027-07-02")
    assert _deadline(playing) == before == START + (21 + 25) * DAY


def _deadline(house: House) -> datetime:
    """Until when whoever must move has time."""
    with house.app.store.read() as repositories:
        limits = Limits(7 * DAY, 21 * DAY, None)
        (clock,) = repositories.clocks.of_board(BOARD, limits, house.clock.now())
    return clock.runs_out_at


def test_a_card_that_comes_in_the_last_moment_saves_the_seat(playing: House) -> None:
    """The seat is looked at again in the transaction that would take it: a mail may have been obeyed meanwhile."""
    name, _ = playing.turn(BOARD)
    daily(playing, 20)
    playing.wait(2 * DAY)
    store = playing.app.store
    assert remind(store, playing.app.services, dry_run=True).forfeited == [(name, BOARD)]

    class Meanwhile:
        """The database, in which the late card arrives between the survey and what follows from it."""

        read = store.read

        def run(self, work: Callable[[Repositories], Any]) -> Any:
            if playing.turn(BOARD)[0] == name:
                playing.play_one(BOARD)
            return store.run(work)

    assert remind(cast("Store", Meanwhile()), playing.app.services).forfeited == []
    assert sits(playing, name)
