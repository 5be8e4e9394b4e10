"""Letters through a smarthost with troubles: nothing lost, order kept, and twice only what cannot be known."""

import email
import email.policy
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from certificate import make_certificate
from house import FOUR, House, Mail
from moody import PASSWORD, MoodySmarthost
from ready_house import BOARD, begun

from pbmhearts.config import DeliveryConfig
from pbmhearts.delivery.rounds import Delivery
from pbmhearts.mail.transport.smtp import Smarthost

pytestmark = pytest.mark.e2e

MINUTE = timedelta(minutes=1)


@contextmanager
def posting(
    folder: Path, host: MoodySmarthost, context: ssl.SSLContext | None = None, **settings: object
) -> Iterator[tuple[House, Delivery]]:
    """A house at the second card of its board, whose letters go to the smarthost."""
    with begun("playing", folder) as house:
        where = {"smarthost": "127.0.0.1", "port": host.port, "timeout": timedelta(seconds=1)}
        config = replace(DeliveryConfig(), **(where | settings))
        delivery = Delivery(
            house.app.store, house.app.services, Smarthost(config, "cards.example", context=context)
        )
        yield house, delivery
        delivery.stop()


def play(house: House) -> None:
    """Whoever's turn it is plays; nothing is delivered."""
    name, (card, *_) = house.turn(BOARD)
    address = f"{name}@players.example"
    lines = (f"From: {address}", f"Subject: mhearts move {BOARD} {name} secret-{name} {card}")
    raw = "\r\n".join((*lines, f"Message-ID: <{next(house._ids)}@players.example>", "", ""))
    house.raw(raw.encode(), envelope_from=address)


def deliver_all(house: House, delivery: Delivery) -> None:
    """Let time go by until no letter waits."""
    for _ in range(40):
        while delivery.round().tried:
            pass
        with house.app.store.read() as repositories:
            waiting = repositories.outbox.rows("waiting")
        if not waiting:
            return
        house.clock.set(max(house.clock.now(), *(row.due_at for row in waiting)))
    raise AssertionError("letters wait for ever")


def letters(host: MoodySmarthost, name: str) -> list[Mail]:
    raws = host.to(f"{name}@players.example")
    return [Mail(email.message_from_bytes(raw, policy=email.policy.default)) for raw in raws]


def check_nothing_is_lost(house: House, host: MoodySmarthost) -> None:
    """Each reader has been told of every action once, in order, in letters that are marked as sent or merged."""
    with house.app.store.read() as repositories:
        rows = repositories.outbox.rows()
    assert {row.state for row in rows} <= {"sent", "merged"}
    for name in FOUR:
        mine = [row for row in rows if row.address.startswith(name) and row.kind == "board"]
        sent = [row for row in mine if row.state == "sent"]
        assert all(one.to_seq == two.from_seq for one, two in pairwise(sent))
        assert sent[-1].to_seq == house.board(BOARD).seq
        came = [mail["Message-ID"] for mail in letters(host, name)]
        expected = [row.message_id for row in sent if row.message_id in came]
        assert list(dict.fromkeys(came)) == expected
        assert len(expected) == len(set(came))


TROUBLES = [
    "MAIL 451 4.3.0 busy",
    "RCPT 450 4.2.0 greylisted",
    "RCPT 421 4.3.2 closing",
    "DATA 451 4.3.0 try later",
    "DATA 452 4.3.1 full",
]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_waited_behind_a_refusal_comes_as_one_letter(tmp_path: Path, trouble: str) -> None:
    """While the smarthost says "later", cards go on falling; then each reader gets one letter that tells them all."""
    with MoodySmarthost() as host, posting(tmp_path, host) as (house, delivery):
        host.mood = trouble
        first = house.turn(BOARD)[0]
        play(house)
        assert delivery.round().put_off
        for _ in range(3):
            play(house)
            delivery.round()
        host.mood = "well"
        deliver_all(house, delivery)
        check_nothing_is_lost(house, host)
        for name in FOUR:
            (mail,) = letters(host, name)
            assert "\n- Trick 1: " in mail.text
            assert first in mail.text
        assert house.reply(letters(host, house.turn(BOARD)[0])[-1], house.turn(BOARD)[1][0])


@pytest.mark.parametrize("mood", ["hang", "drop"])
def test_a_letter_that_may_have_arrived_comes_again_byte_by_byte(tmp_path: Path, mood: str) -> None:
    """After silence behind the dot the same bytes go again; only where they had been kept are they there twice."""
    with MoodySmarthost() as host, posting(tmp_path, host) as (house, delivery):
        host.mood = mood
        play(house)
        assert delivery.round().put_off == 4
        host.mood = "well"
        play(house)
        play(house)
        deliver_all(house, delivery)
        check_nothing_is_lost(house, host)
        for name in FOUR:
            raws = host.to(f"{name}@players.example")
            twice = Counter(raws)
            assert len(twice) == 2
            assert sorted(twice.values()) == ([1, 2] if mood == "drop" else [1, 1])
            ids = Counter(mail["Message-ID"] for mail in letters(host, name))
            assert sorted(ids.values()) == sorted(twice.values())


def test_a_smarthost_that_is_down_for_a_while_loses_nothing(tmp_path: Path) -> None:
    """For an hour nobody listens at its port; afterwards all is told, in one letter a reader."""
    host = MoodySmarthost()
    with host:
        pass  # its port is known, and nobody listens there
    with posting(tmp_path, host) as (house, delivery):
        for _ in range(6):
            play(house)
            assert not delivery.round().sent
            house.wait(10 * MINUTE)
        with host:
            deliver_all(house, delivery)
            delivery.stop()
        check_nothing_is_lost(house, host)
        assert [len(letters(host, name)) for name in FOUR] == [1, 1, 1, 1]


def test_a_refusal_for_good_kills_one_letter_and_holds_up_nobody(tmp_path: Path) -> None:
    """A 5xx about the letter leaves it dead and listed with the words; what follows goes out."""
    with MoodySmarthost() as host, posting(tmp_path, host) as (house, delivery):
        host.mood = "RCPT 550 5.1.1 no such user"
        play(house)
        assert delivery.round().dead == 4
        with house.app.store.read() as repositories:
            assert {row.error for row in repositories.outbox.rows("dead")} == {"550 5.1.1 no such user"}
        host.mood = "well"
        play(house)
        assert delivery.round().sent == 4
        assert all(len(letters(host, name)) == 1 for name in FOUR)


def test_it_may_want_starttls_and_a_login(tmp_path: Path) -> None:
    """With the right password letters go; with a wrong one they wait, and the password is told nowhere."""
    certificate, key = make_certificate(tmp_path)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(certificate, key)
    client = ssl.create_default_context(cafile=str(certificate))
    client.check_hostname = False
    secret = tmp_path / "password"
    secret.write_text("wrong-4712\n")
    login = {"security": "starttls", "user": "mhearts", "password_file": str(secret)}
    with (
        MoodySmarthost(server) as host,
        posting(tmp_path, host, client, **login) as (house, delivery),
    ):
        play(house)
        assert delivery.round().put_off == 4
        with house.app.store.read() as repositories:
            errors = {row.error for row in repositories.outbox.rows("waiting")}
        assert [error[:3] for error in errors] == ["535"], errors
        assert "4712" not in str(errors)
        secret.write_text(f"{PASSWORD}\n")
        play(house)
        deliver_all(house, delivery)
        check_nothing_is_lost(house, host)
        assert [len(letters(host, name)) for name in FOUR] == [1, 1, 1, 1]


@pytest.mark.parametrize(("mood", "begun", "grace"), [("well", 4, 10), ("hang", 1, 0.3)])
def test_a_smarthost_that_hangs_holds_up_no_stop(tmp_path: Path, mood: str, begun: int, grace: float) -> None:
    """After its grace a stop hangs up on a smarthost that does not answer; the letter is not lost."""
    with (
        MoodySmarthost() as host,
        posting(tmp_path, host, timeout=timedelta(seconds=60)) as (house, delivery),
    ):
        deliver_all(house, delivery)
        host.mood = mood
        before = host.seen
        play(house)
        delivery.start()
        while host.seen < before + begun:
            time.sleep(0.01)
        began = time.monotonic()
        delivery.stop(grace)
        assert time.monotonic() - began < grace + 2
        with house.app.store.read() as repositories:
            waiting = repositories.outbox.rows("waiting")
        assert bool(waiting) == (mood == "hang")
        assert all(row.state == "waiting" for row in waiting)
