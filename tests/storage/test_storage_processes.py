"""Two processes on one database: what excludes each other happens once, whoever comes first."""

import email.policy
import itertools
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest
from house import FOUR, SERVER, House, Mail, open_house

from pbmhearts.letters import Receipt
from pbmhearts.reminders.run import remind
from pbmhearts.storage import Repositories

ROUNDS = 5


@pytest.fixture
def houses(url: str, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two processes of one server."""
    ini = f"[database]\nurl = {url}\n[boards]\nnagtime = 100d\n"
    players = "confirm_addresses = no\nchallenges = ask\nmax_challenges = 100"
    with (
        open_house(tmp_path, ini, players=players) as one,
        open_house(tmp_path, ini, players=players) as other,
    ):
        yield one, other


def at_once(*works: Callable[[], object]) -> None:
    """Do all of it at the same moment, and wait for it."""
    together = threading.Barrier(len(works), timeout=10)

    def run(work: Callable[[], object]) -> None:
        together.wait()
        work()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()


_ids = itertools.count(1)


def reply(house: House, letter: Mail, words: str) -> Callable[[], None]:
    """What answers a letter."""
    return mail(house, str(letter["To"]), f"Re: {letter.subject}", words, letter["Reply-To"] or SERVER)


def mail(house: House, sender: str, subject: str, body: str = "", to: str = SERVER) -> Callable[[], None]:
    """What hands in a mail."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = sender
    message["To"] = to
    message["Subject"] = subject
    message["Message-ID"] = f"<at-once-{next(_ids)}@players.example>"
    message.set_content(body)
    raw = bytes(message)

    def hand_in() -> None:
        assert house.raw(raw, envelope_from=sender, to=to) is Receipt.ACCEPTED

    return hand_in


def test_the_last_yeses_at_once_begin_a_board_once(houses: tuple[House, House]) -> None:
    """When the last two say yes to two processes, the board begins, once, and each of the four is told once."""
    one, other = houses
    one.sign_up(*FOUR)
    for name in FOUR[1:]:
        one.mail(name, f"set {name} secret-{name} challenges=ask")
    for number in range(101, 101 + ROUNDS):
        one.mail("ann", "mhearts challenge ann bob cat dan")
        bob, cat, dan = (one.newest(name) for name in FOUR[1:])
        one.reply(bob, "yes")
        at_once(reply(one, cat, "yes"), reply(other, dan, "yes"))
        assert one.board(number).names == FOUR
        assert [action.partition(" ")[0] for action in one.log(number)] == ["deal"]
        for name in FOUR:
            assert ["Hand 1" in letter.subject for letter in one.letters(name)].count(True) == 1


def test_a_name_is_given_to_one_of_two_at_once(houses: tuple[House, House]) -> None:
    """Of two who sign up under one name at the same moment one is told that it is taken."""
    one, other = houses
    for number in range(ROUNDS):
        command, two = f"signup eve{number} secret-eve", (f"one{number}@x.example", f"two{number}@x.example")
        at_once(mail(one, two[0], command), mail(other, two[1], command))
        answers = [answer.text for address in two for answer in one.letters(address)]
        assert ["is taken" in answer for answer in answers].count(True) == 1


def test_two_cron_jobs_at_once_tell_everything_once(houses: tuple[House, House]) -> None:
    """Two runs at the same moment send each digest once, repeat each invitation once and end each once."""
    one, other = houses
    one.sign_up(*FOUR, "eve")
    for name in FOUR[1:]:
        one.mail(name, f"set {name} secret-{name} challenges=open digest=09:00")
    one.mail("ann", "mhearts challenge ann bob cat dan")
    for _ in range(ROUNDS):
        one.mail("ann", "mhearts challenge ann bob cat eve")
    for name in (*FOUR, "eve"):
        one.letters(name)

    _remind_at_once(one, other, days=8)
    assert [len(one.letters(name)) for name in (*FOUR, "eve")] == [0, 1, 1, 1, ROUNDS]
    _remind_at_once(one, other, days=8)
    assert [len(one.letters(name)) for name in (*FOUR, "eve")] == [ROUNDS, 1, 1, 1, 0]


def _remind_at_once(*houses: House, days: int) -> None:
    now = houses[0].clock.now() + timedelta(days=days)
    for house in houses:
        house.clock.set(now)
    at_once(*(partial(remind, house.app.store, house.app.services) for house in houses))


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_moves_on_two_boards_do_not_wait_for_each_other(houses: tuple[House, House]) -> None:
    """While one process is within a move, another plays on another board; a second move on that board waits."""
    one, other = houses
    one.sign_up(*FOUR)
    for name in FOUR[1:]:
        one.mail(name, f"set {name} secret-{name} challenges=open")
    first, second = one.start(), one.start()
    for number in (first, second):
        one.pass_all(number)
    busy, go_on = threading.Event(), threading.Event()

    def slow(repositories: Repositories) -> None:
        assert repositories.boards.load(first) is not None
        busy.set()
        assert go_on.wait(30)

    held = one.app.store.submit(slow, side_by_side=True)
    assert busy.wait(10)
    name, (card, *_) = other.turn(second)
    log = other.log(second)
    mail(other, f"{name}@players.example", f"mhearts move {second} {name} secret-{name} {card}")()
    assert len(other.log(second)) == len(log) + 1
    name, (card, *_) = other.turn(first)
    log = other.log(first)
    waiting = threading.Thread(
        target=mail(other, f"{name}@players.example", f"mhearts move {first} {name} secret-{name} {card}")
    )
    waiting.start()
    waiting.join(0.5)
    assert waiting.is_alive()
    assert other.log(first) == log
    go_on.set()
    held.result(10)
    waiting.join(10)
    assert len(other.log(first)) == len(log) + 1
