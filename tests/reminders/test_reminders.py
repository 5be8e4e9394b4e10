"""Reminders: whoever lets a board wait is told of all boards in one mail, again after a while."""

from datetime import timedelta
from pathlib import Path

import pytest
from at_table import act_on, create_board
from house import FOUR, House, Mail, open_house

from pbmhearts.games import hearts
from pbmhearts.reminders.run import Done, remind
from pbmhearts.storage import OutboxKind, Repositories

WEEK = timedelta(days=7)
NOBODY = Done()


def run(house: House) -> Done:
    """The cron job."""
    return remind(house.app.store, house.app.services)


def boards_of(done: Done) -> int:
    """How many boards people were reminded of."""
    return sum(len(boards) for _, boards in done.reminded)


def seat_four(house: House, options: str = "") -> int:
    """A board of the four, without a mail; its number."""

    def work(repositories: Repositories) -> int:
        at, ids = house.clock.now(), []
        for name in FOUR:
            account = repositories.accounts.by_userid(name)
            if account is None:
                account = repositories.accounts.add(name, "", at)
                repositories.accounts.add_address(account.id, f"{name}@players.example", at, at)
            ids.append(account.id)
        rules = hearts.RuleSet.parse(options)
        return create_board(repositories, rules, ids, ids[0], at, house.app.services.secrets)

    return house.app.store.run(work)


def move(house: House, number: int) -> str:
    """The first seat that must move does, without a mail; returns its userid."""

    def work(repositories: Repositories) -> str:
        board = repositories.boards.load(number)
        assert board is not None
        seat = hearts.waiting(board.state)[0]
        action = hearts.legal_moves(board.state, seat)[0]
        account = board.seats[seat].account_id
        act_on(repositories, board, action, account, house.clock.now(), house.app.services.secrets)
        return board.names[seat]

    return house.app.store.run(work)


def in_play(house: House) -> tuple[int, str]:
    """A board after the pass; its number, and whose turn it is."""
    number = seat_four(house)
    for _ in FOUR:
        move(house, number)
    return number, house.turn(number)[0]


def others(name: str) -> list[str]:
    """The three others."""
    return [other for other in FOUR if other != name]


def test_who_lets_a_board_wait_gets_one_mail_with_the_board(tmp_path: Path) -> None:
    """After nagtime the player whose turn it is gets the board once more; nobody else gets anything."""
    with open_house(tmp_path) as house:
        number, name = in_play(house)
        house.wait(WEEK - timedelta(seconds=1))
        assert run(house) == NOBODY
        house.wait(timedelta(seconds=1))
        assert run(house).reminded == [(name, (number,))]
        (letter,) = house.letters(name)
        assert str(number) in letter.subject + letter.text
        assert set(letter.offers) == set(house.turn(number)[1])
        assert not any(house.letters(other) for other in others(name))


def test_a_second_run_reminds_nobody(tmp_path: Path) -> None:
    """However often the job runs, a reminder comes again after `nag_every` only."""
    with open_house(tmp_path, "[boards]\nforfeittime = 90d\n") as house:
        _, name = in_play(house)
        house.wait(2 * WEEK)
        assert len(run(house).reminded) == 1
        assert run(house) == NOBODY
        house.wait(WEEK - timedelta(hours=1))
        assert run(house) == NOBODY
        house.wait(timedelta(hours=1))
        assert len(run(house).reminded) == 1
        assert len(house.letters(name)) == 2


@pytest.mark.slow
def test_one_person_gets_one_reminder_a_day(tmp_path: Path) -> None:
    """A board that becomes late an hour after another waits for the next day's mail, which holds both."""
    with open_house(tmp_path) as house:
        first = seat_four(house)
        house.wait(timedelta(hours=1))
        second = seat_four(house)
        house.wait(WEEK - timedelta(hours=1))
        assert [boards for _, boards in run(house).reminded] == [(first,)] * 4
        house.wait(timedelta(hours=1))
        assert run(house) == NOBODY
        house.wait(timedelta(hours=23))
        assert [boards for _, boards in run(house).reminded] == [(first, second)] * 4


@pytest.mark.slow
def test_two_boards_that_wait_come_in_one_mail(tmp_path: Path) -> None:
    """All boards that have waited too long for a person come in one mail."""
    with open_house(tmp_path) as house:
        first, second = seat_four(house), seat_four(house)
        house.wait(2 * WEEK)
        assert [boards for _, boards in run(house).reminded] == [(first, second)] * 4
        for name in FOUR:
            (letter,) = house.letters(name)
            assert str(first) in letter.text
            assert str(second) in letter.text


@pytest.mark.slow
def test_a_board_that_waits_less_is_left_out(tmp_path: Path) -> None:
    """Only what has waited long enough is in the reminder; the other board has its own time."""
    with open_house(tmp_path) as house:
        seat_four(house)
        house.wait(timedelta(days=5))
        seat_four(house)
        house.wait(timedelta(days=3))
        assert boards_of(run(house)) == 4
        house.wait(timedelta(days=3))
        assert boards_of(run(house)) == 0
        house.wait(timedelta(days=2))
        assert boards_of(run(house)) == 8


@pytest.mark.slow
def test_a_move_begins_the_wait_anew(tmp_path: Path) -> None:
    """Who was reminded and moved is reminded again of the next wait, a nagtime after the board came back."""
    with open_house(tmp_path) as house:
        number, name = in_play(house)
        house.wait(2 * WEEK)
        assert len(run(house).reminded) == 1
        move(house, number)
        assert run(house) == NOBODY
        assert len(house.letters(name)) == 1
        mover, moved = "", 0
        while mover != name:
            house.wait(WEEK + timedelta(seconds=1))
            assert boards_of(run(house)) == 1
            mover = move(house, number)
            assert len(house.letters(mover)) == 1
            moved += 1
        assert moved > 1


@pytest.mark.slow
def test_the_answer_to_a_reminder_is_a_move(tmp_path: Path) -> None:
    """With one board in it, the reminder can be answered with a card."""
    with open_house(tmp_path) as house:
        number, name = in_play(house)
        house.wait(2 * WEEK)
        run(house)
        (letter,) = house.letters(name)
        before = house.board(number).state.move
        house.reply(letter, house.turn(number)[1][0])
        assert house.board(number).state.move > before


@pytest.mark.slow
def test_the_time_is_the_inis(tmp_path: Path) -> None:
    """`nagtime` is how long a board may wait."""
    with open_house(tmp_path, "[boards]\nnagtime = 1h\n") as house:
        in_play(house)
        house.wait(timedelta(minutes=61))
        assert len(run(house).reminded) == 1


@pytest.mark.slow
def test_a_board_that_is_over_waits_for_nobody(tmp_path: Path) -> None:
    """When a match has ended nobody is reminded of it."""
    with open_house(tmp_path) as house:
        number = seat_four(house, "-deals=1 -auto -skip")
        while not house.board(number).ended_at:
            move(house, number)
        house.wait(10 * WEEK)
        assert run(house) == NOBODY


@pytest.mark.slow
def test_who_has_no_address_is_counted(tmp_path: Path) -> None:
    """A player without an address that letters go to is named to the operator in every run."""
    with open_house(tmp_path) as house:
        _, name = in_play(house)
        house.app.store.run(
            lambda repositories: repositories._connection.exec_driver_sql(
                "UPDATE addresses SET suspended_at = created_at WHERE address = ?",
                (f"{name}@players.example",),
            )
        )
        house.wait(2 * WEEK)
        assert run(house) == Done(unreachable=[name])
        assert not house.letters(name)


@pytest.mark.slow
def test_every_address_of_a_player_is_reminded(tmp_path: Path) -> None:
    """A player with two confirmed addresses gets the reminder at both, under two Message-IDs."""
    with open_house(tmp_path) as house:
        _, name = in_play(house)
        now = house.clock.now()

        def second(repositories: Repositories) -> None:
            account = repositories.accounts.by_userid(name)
            assert account is not None
            repositories.accounts.add_address(account.id, f"{name}@second.example", now, now)

        house.app.store.run(second)
        house.wait(2 * WEEK)
        assert len(run(house).reminded) == 1
        letters: list[Mail] = [*house.letters(name), *house.letters(f"{name}@second.example")]
        assert len(letters) == len({letter["Message-ID"] for letter in letters}) == 2


@pytest.mark.slow
@pytest.mark.parametrize("runs", [2, 5])
def test_a_reminder_is_owed_as_such(tmp_path: Path, runs: int) -> None:
    """Whoever looks at the outbox sees what a reminder is."""
    with open_house(tmp_path) as house:
        in_play(house)
        house.wait(2 * WEEK)
        for _ in range(runs):
            run(house)
        with house.app.store.read() as repositories:
            assert [row.kind for row in repositories.outbox.rows("waiting")] == [OutboxKind.REMINDER]
