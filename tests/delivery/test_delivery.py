"""Delivery: what was enqueued goes out, in order, the same at each attempt, and nothing is lost."""

import email
import email.policy
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from house import House, open_house

from pbmhearts.delivery.marking import Summary
from pbmhearts.delivery.rounds import BATCH, LEASE, Delivery
from pbmhearts.errors import StorageError
from pbmhearts.letters import Envelope
from pbmhearts.mail.reading.inbound import read
from pbmhearts.mail.transport.batch import Batch, SendOutcome, SendResult
from pbmhearts.mail.transport.choice import MaildirTransport
from pbmhearts.mail.transport.maildir import Maildirs
from pbmhearts.storage import BoardNews, OutboxRow, OutgoingMail, Repositories, WrittenLetter

SENT = SendResult(SendOutcome.SENT, 250, "2.0.0 taken")
BUSY = SendResult(SendOutcome.LATER, 451, "4.3.0 busy")
UNKNOWN = SendResult(SendOutcome.NEVER, 550, "5.1.1 no such user")
MINUTE = timedelta(minutes=1)


def always(result: SendResult) -> Callable[[str], SendResult]:
    """An answer to whomever."""
    return lambda _to: result


TAKEN = always(SENT)


class Post:
    """A transport that keeps what it is given, and answers as it is told."""

    def __init__(self, answer: Callable[[str], SendResult] = TAKEN) -> None:
        self.answer = answer
        self.letters: list[tuple[str, str, bytes]] = []
        self.closed = False

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:
        """Take a letter."""
        self.letters.append((envelope_from, to, data))
        return self.answer(to)

    def send_all(self, batch: Batch) -> None:
        """Take all letters of the batch."""
        batch.each(lambda parcel: self.send(parcel.envelope_from, parcel.to, parcel.data))

    def close(self) -> None:
        """Take leave."""
        self.closed = True

    def abort(self) -> None:
        """Never keep anybody waiting."""

    @property
    def subjects(self) -> list[str]:
        """What came, by Subject."""
        parsed = [email.message_from_bytes(data, policy=email.policy.default) for _, _, data in self.letters]
        return [str(message["Subject"]) for message in parsed]


@contextmanager
def posted(
    folder: Path, answer: Callable[[str], SendResult] = TAKEN, ini: str = ""
) -> Iterator[tuple[House, Post, Delivery]]:
    """A server whose letters go to a Post."""
    with open_house(folder, ini) as house:
        post = Post(answer)
        yield house, post, Delivery(house.app.store, house.app.services, post)


def enqueue(house: House, *subjects: str, to: str = "ann@players.example", board: int | None = None) -> None:
    """Enqueue a letter under each subject."""
    mails = [
        OutgoingMail(
            about=WrittenLetter(subject, f"About {subject}.\n", ""),
            address=to,
            message_id=f"<{subject.lower()}@cards.example>",
            board=board,
        )
        for subject in subjects
    ]
    house.app.store.run(lambda repositories: repositories.outbox.enqueue(mails, house.clock.now()))


def rows(house: House, *states: str) -> tuple[OutboxRow, ...]:
    """The outbox as the operator sees it."""
    with house.app.store.read() as repositories:
        return repositories.outbox.rows(*states)


def test_what_was_enqueued_goes_out_once_and_in_order(tmp_path: Path) -> None:
    """One round sends all that is due, each letter from its own bounce address; the next has nothing to do."""
    with posted(tmp_path) as (house, post, delivery):
        enqueue(house, "One", "Two")
        enqueue(house, "Three", to="bob@players.example")
        assert delivery.round() == Summary(sent=3)
        assert delivery.round() == Summary()
        assert post.subjects == ["One", "Two", "Three"]
        assert [to for _, to, _ in post.letters] == ["ann@players.example"] * 2 + ["bob@players.example"]
        bounces = [envelope_from for envelope_from, _, _ in post.letters]
        assert len(set(bounces)) == 3
        assert all(each.startswith("mhearts+b-") for each in bounces)
        assert {row.state for row in rows(house)} == {"sent"}


@pytest.mark.parametrize("ini", ["[delivery]\nenvelope = plain\n", "subaddress =\n"])
def test_a_plain_envelope_is_the_servers_address(tmp_path: Path, ini: str) -> None:
    """Where bounce addresses are not wanted, or there are no extensions, bounces come to the server's address."""
    with posted(tmp_path, ini=ini) as (house, post, delivery):
        enqueue(house, "One")
        delivery.round()
        assert [envelope_from for envelope_from, _, _ in post.letters] == ["mhearts@cards.example"]


def test_a_letter_put_off_is_tried_again_with_the_same_bytes(tmp_path: Path) -> None:
    """Each attempt sends the same bytes under the same Message-ID, whatever has happened on the board since."""
    with posted(tmp_path, always(BUSY)) as (house, post, delivery):
        number = house.start()
        assert delivery.round().put_off
        (first,) = [data for _, to, data in post.letters if to == "bob@players.example"]
        post.letters.clear()
        with house.app.store.read() as repositories:
            account = repositories.accounts.by_userid("bob")
        assert account is not None
        house.app.store.run(
            lambda repositories: repositories.boards.remark(
                house.board(number), account.id, "too late", house.clock.now()
            )
        )
        post.answer = always(SENT)
        house.wait(2 * MINUTE)
        assert delivery.round().sent
        again = [data for _, to, data in post.letters if to == "bob@players.example"]
        assert again[0] == first
        assert b"Message-ID" in first


def test_pauses_grow_from_a_minute_to_six_hours(tmp_path: Path) -> None:
    """After each failure the pause is twice as long, from one minute up to six hours, a tenth more or less."""
    with posted(tmp_path, always(BUSY)) as (house, post, delivery):
        enqueue(house, "One")
        expected, pauses = MINUTE, []
        for _ in range(14):
            assert delivery.round() == Summary(put_off=1)
            (row,) = rows(house)
            pause = row.due_at - house.clock.now()
            assert 0.9 * expected <= pause <= 1.1 * expected
            pauses.append(pause / expected)
            assert (row.state, row.error) == ("waiting", "451 4.3.0 busy")
            house.clock.set(row.due_at - timedelta(seconds=1))
            assert delivery.round() == Summary()
            house.clock.set(row.due_at)
            expected = min(2 * expected, timedelta(hours=6))
        assert expected == timedelta(hours=6)
        assert len(set(pauses)) > 1
        assert len(post.letters) == 14


def test_after_five_days_a_letter_is_given_up_and_seen(tmp_path: Path) -> None:
    """A letter that could not go for five days is dead, visible with its last fault, and holds up nobody."""
    with posted(tmp_path, always(BUSY)) as (house, post, delivery):
        enqueue(house, "One")
        begun = house.clock.now()
        while not (dead := rows(house, "dead")):
            delivery.round()
            house.clock.set(max(row.due_at for row in rows(house)))
            assert house.clock.now() - begun < timedelta(days=6)
        assert (dead[0].error, dead[0].address) == ("451 4.3.0 busy", "ann@players.example")
        assert house.clock.now() - begun > timedelta(days=5)
        attempts = len(post.letters)
        house.wait(timedelta(days=30))
        enqueue(house, "Two")
        assert delivery.round() == Summary(put_off=1)
        assert len(post.letters) == attempts + 1


def test_a_letter_refused_for_good_is_dead_at_once(tmp_path: Path) -> None:
    """A permanent fault needs no second attempt; the next letter goes its way, and the dead one can be revived."""
    with posted(tmp_path, always(UNKNOWN)) as (house, post, delivery):
        enqueue(house, "One")
        assert delivery.round() == Summary(dead=1)
        (dead,) = rows(house, "dead")
        assert (dead.error, dead.attempts) == ("550 5.1.1 no such user", 1)
        post.answer = always(SENT)
        enqueue(house, "Two")
        assert delivery.round() == Summary(sent=1)
        house.app.store.run(lambda repositories: repositories.outbox.revive(dead.id, house.clock.now()))
        assert delivery.round() == Summary(sent=1)
        assert post.subjects == ["One", "Two", "One"]
        assert post.letters[0][2] == post.letters[2][2]


def test_what_follows_a_letter_put_off_waits_behind_it(tmp_path: Path) -> None:
    """Within a batch a temporary fault holds up that person's later letters of that board, and nobody else's."""
    faults = iter([BUSY])
    with posted(tmp_path, lambda to: next(faults, SENT) if to.startswith("ann") else SENT) as (
        house,
        post,
        delivery,
    ):
        number = house.start()
        with house.app.store.read() as repositories:
            waiting = [row.id for row in repositories.outbox.rows("waiting")]
        house.app.store.run(lambda repositories: repositories.outbox.sent(waiting, house.clock.now()))
        enqueue(house, "One", "Two", board=number)
        enqueue(house, "Else")
        enqueue(house, "Bob", to="bob@players.example", board=number)
        assert delivery.round() == Summary(sent=2, put_off=1)
        assert post.subjects == ["One", "Else", "Bob"]
        assert delivery.round() == Summary()
        house.wait(2 * MINUTE)
        assert delivery.round() == Summary(sent=2)
        assert post.subjects == ["One", "Else", "Bob", "One", "Two"]


def test_a_letter_that_cannot_be_rendered_is_seen_and_the_others_go(tmp_path: Path) -> None:
    """A letter without its facts is dead with the kind of fault, not the words; the others of its batch are sent."""
    with posted(tmp_path) as (house, post, delivery):
        house.app.store.run(
            lambda repositories: repositories.outbox.enqueue(
                [OutgoingMail(BoardNews("secret-ann"), "ann@players.example", "<x@cards.example>")],
                house.clock.now(),
            )
        )
        enqueue(house, "Two")
        assert delivery.round() == Summary(sent=1, dead=1)
        assert post.subjects == ["Two"]
        (dead,) = rows(house, "dead")
        assert "rendered" in dead.error
        assert "secret-ann" not in dead.error
        house.app.store.run(lambda repositories: repositories.outbox.revive(dead.id, house.clock.now()))
        assert delivery.round() == Summary(dead=1)


def test_a_database_that_fails_while_letters_are_rendered_kills_none(tmp_path: Path) -> None:
    """A fault of the database is told to whoever runs delivery; the letters go out when it is back."""
    with posted(tmp_path) as (house, _, delivery):
        house.start()

        def rename(before: str, after: str) -> None:
            house.app.store.run(
                lambda repositories: repositories._connection.exec_driver_sql(
                    f"ALTER TABLE {before} RENAME TO {after}"
                )
            )

        waiting = len(rows(house, "waiting"))
        rename("deals", "deals_away")
        with pytest.raises(StorageError):
            delivery.round()
        rename("deals_away", "deals")
        assert not rows(house, "dead")
        house.wait(LEASE)
        assert delivery.round() == Summary(sent=waiting)


def test_what_was_claimed_when_the_database_went_away_goes_out_when_it_is_back(tmp_path: Path) -> None:
    """The server's own delivery does not wait until its lease ends."""
    with posted(tmp_path) as (house, post, delivery):
        house.start()

        def rename(before: str, after: str) -> None:
            house.app.store.run(
                lambda repositories: repositories._connection.exec_driver_sql(
                    f"ALTER TABLE {before} RENAME TO {after}"
                )
            )

        rename("deals", "deals_away")
        delivery.start()
        time.sleep(0.5)
        assert not post.letters
        rename("deals_away", "deals")
        over = time.monotonic() + 10
        while not post.letters:
            delivery._wake.set()
            assert time.monotonic() < over
            time.sleep(0.1)
        delivery.stop()
        assert not rows(house, "dead")


def test_stopping_in_the_middle_gives_back_what_was_not_tried(tmp_path: Path) -> None:
    """The letter in hand is finished; the rest is nobody's lease and goes out with the next start."""
    with posted(tmp_path) as (house, post, delivery):

        def stop_after_the_second(to: str) -> SendResult:
            if len(post.letters) == 2:
                delivery.stop()
            return SENT

        post.answer = stop_after_the_second
        enqueue(house, "One", "Two", "Three", "Four")
        assert delivery.round() == Summary(sent=2)
        assert post.closed
        assert [row.state for row in rows(house)] == ["sent", "sent", "waiting", "waiting"]
        post.answer = always(SENT)
        assert Delivery(house.app.store, house.app.services, post).round() == Summary(sent=2)
        assert post.subjects == ["One", "Two", "Three", "Four"]


def test_a_batch_ends_before_its_lease(tmp_path: Path) -> None:
    """A smarthost that takes minutes for each letter gets those only that another process cannot claim meanwhile."""
    with posted(tmp_path) as (house, post, delivery):

        def slow(to: str) -> SendResult:
            house.wait(LEASE / 3)
            return SENT

        post.answer = slow
        enqueue(house, "One", "Two", "Three", "Four")
        assert delivery.round() == Summary(sent=2)
        assert delivery.round() == Summary(sent=2)
        assert post.subjects == ["One", "Two", "Three", "Four"]


def test_a_crash_after_the_sending_sends_the_same_letter_again(tmp_path: Path) -> None:
    """Whoever dies between sending and marking leaves a lease; when it ends the same bytes go out once more."""
    with posted(tmp_path) as (house, post, delivery):

        def crash(to: str) -> SendResult:
            raise KeyboardInterrupt

        post.answer = crash
        enqueue(house, "One")
        with pytest.raises(KeyboardInterrupt):
            delivery.round()
        post.answer = always(SENT)
        assert delivery.round() == Summary()
        house.wait(LEASE)
        assert delivery.round() == Summary(sent=1)
        assert post.letters[0] == post.letters[1]


def test_a_transport_that_raises_costs_its_letter_only_a_delay(tmp_path: Path) -> None:
    """A fault of ours on the way puts that letter off and names the kind; the others of its batch are sent."""
    with posted(tmp_path) as (house, post, delivery):

        def broken(to: str) -> SendResult:
            if to.startswith("ann"):
                raise ValueError("secret-ann")
            return SENT

        post.answer = broken
        enqueue(house, "One")
        enqueue(house, "Two", to="bob@players.example")
        assert delivery.round() == Summary(sent=1, put_off=1)
        (waiting,) = rows(house, "waiting")
        assert "ValueError" in waiting.error
        assert "secret-ann" not in waiting.error


def test_the_thread_sends_what_was_enqueued_until_stopped(tmp_path: Path) -> None:
    """Once started, delivery wakes for what is newly enqueued, and stops when it is told to."""
    with posted(tmp_path) as (house, post, delivery):
        arrived = threading.Event()
        post.answer = lambda _to: (arrived.set(), SENT)[1]
        delivery.start()
        enqueue(house, "One")
        delivery._wake.set()
        assert arrived.wait(10)
        delivery.stop()
        assert post.closed
        assert [row.state for row in rows(house)] == ["sent"]


def test_a_maildir_takes_a_letter_that_comes_again_once(tmp_path: Path) -> None:
    """A letter filed twice is there once."""
    transport = MaildirTransport(Maildirs(tmp_path))
    letter = b"From: a@b.example\r\nMessage-ID: <one@cards.example>\r\n\r\nHello\r\n"
    for _ in range(2):
        assert transport.send("", "ann@players.example", letter).outcome == "sent"
    transport.close()
    assert len(list(Maildirs(tmp_path).read("ann@players.example"))) == 1


def test_a_maildir_that_cannot_be_written_is_a_delay(tmp_path: Path) -> None:
    """A fault of the file system is a temporary one."""
    (tmp_path / "mail").write_text("a file, where the folder should be")
    transport = MaildirTransport(Maildirs(tmp_path / "mail"))
    letter = b"Message-ID: <one@cards.example>\r\n\r\nHello\r\n"
    assert transport.send("", "ann@players.example", letter).outcome == "later"


def test_tidying_up_forgets_what_has_had_its_time(tmp_path: Path) -> None:
    """Sent letters after 30 days, kept mails after 14, expired codes and old tallies; never what still waits."""
    with posted(tmp_path) as (house, post, delivery):
        house.start()  # for its players
        delivery.round()
        house.app.store.run(lambda repositories: repositories.outbox.forget(house.clock.now() + MINUTE))
        enqueue(house, "Gone")
        delivery.round()
        post.answer = always(UNKNOWN)
        enqueue(house, "Dead")
        delivery.round()
        mail = read(
            b"From: ann@players.example\r\nSubject: crash\r\n\r\n", Envelope("", ()), house.app.services.me
        )
        now = house.clock.now()

        def leave_traces(repositories: Repositories) -> int:
            ann = repositories.accounts.by_userid("ann")
            assert ann is not None
            repositories.tallies.add("strangers", now)
            repositories.resets.add(ann.id, "aaaa-bbbb-cccc", now + timedelta(days=1))
            return repositories.inbox.shunt(mail, now, "a fault", Envelope("", ()), b"secret words")

        kept = house.app.store.run(leave_traces)

        def traces(repositories: Repositories) -> tuple[bool, int, int]:
            since = now - MINUTE
            return (
                bool(repositories.inbox.kept(kept)),
                repositories.tallies.count("strangers", since),
                len(rows(house)),
            )

        delivery.tidy_up()
        assert house.app.store.run(traces) == (True, 1, 2)
        house.wait(timedelta(days=15))
        delivery.tidy_up()
        assert house.app.store.run(traces) == (False, 1, 2)
        house.wait(timedelta(days=16))
        delivery.tidy_up()
        assert house.app.store.run(traces) == (False, 0, 1)
        assert [row.state for row in rows(house)] == ["dead"]


def test_while_a_batch_is_sent_the_next_one_is_made_ready(tmp_path: Path) -> None:
    """All that waits goes out, each line in its order, though several batches are under way."""
    with posted(tmp_path) as (house, post, delivery):
        readers = [f"p{number}@players.example" for number in range(BATCH)]
        for subject in ("One", "Two", "Three"):
            for reader in readers:
                enqueue(house, subject, to=reader)
        assert delivery.drain() + delivery.drain() + delivery.drain() == Summary(sent=3 * BATCH)
        told: dict[str, list[str]] = {}
        for (_, to, _), subject in zip(post.letters, post.subjects, strict=True):
            told.setdefault(to, []).append(subject)
        assert told == {reader: ["One", "Two", "Three"] for reader in readers}


def test_stopping_gives_back_the_batch_that_was_made_ready(tmp_path: Path) -> None:
    """What had been claimed ahead is nobody's, and goes out with the next start."""
    with posted(tmp_path) as (house, post, delivery):
        for number in range(2 * BATCH):
            enqueue(house, "One", to=f"p{number}@players.example")

        def stop(to: str) -> SendResult:
            time.sleep(0.3)  # the next batch is being made ready
            delivery.stop()
            return SENT

        post.answer = stop
        assert delivery.drain() == Summary(sent=1)
        post.answer = always(SENT)
        again = Delivery(house.app.store, house.app.services, post)
        assert again.drain() + again.drain() == Summary(sent=2 * BATCH - 1)
