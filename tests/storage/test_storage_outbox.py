"""The outbox: who may send what, and when."""

import threading
from concurrent.futures import wait
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from storage_tables import START, fresh_board, opened, outgoing

from pbmhearts.storage import ClaimedMail, Repositories, Store, claiming, schema

pytestmark = pytest.mark.slow

LEASE = timedelta(minutes=10)
SECOND = timedelta(seconds=1)


def enqueue(
    store: Store, *subjects: str, address: str = "ann@players.example", board: int | None = None
) -> None:
    """Enqueue an answer under each subject."""
    store.run(
        lambda repositories: repositories.outbox.enqueue(
            [outgoing(address, board, subject) for subject in subjects], START
        )
    )


def claim(store: Store, now: datetime = START, limit: int = 40) -> tuple[ClaimedMail, ...]:
    """Claim what is due."""
    return store.run(lambda repositories: repositories.outbox.claim(now, now + LEASE, limit))


def subjects(letters: tuple[ClaimedMail, ...]) -> list[str]:
    """What the claimed letters are about."""
    return [claimed.mail.about.subject for claimed in letters]


def test_a_letter_comes_back_as_it_was_enqueued(store: Store) -> None:
    """Every field of a letter is kept."""
    number = fresh_board(store)
    mail = outgoing("ann@players.example", number)
    store.run(lambda repositories: repositories.outbox.enqueue([mail], START))
    (claimed,) = claim(store)
    assert (claimed.mail, claimed.created_at, claimed.attempts, claimed.data) == (mail, START, 0, b"")


def test_a_claimed_letter_is_nobody_elses_while_its_lease_lasts(url: str) -> None:
    """A second process gets what the first has not claimed; when the lease is over, that too."""
    with opened(url) as store, opened(url) as other:
        enqueue(store, "First", "Second", address="ann@players.example")
        enqueue(store, "Third", address="bob@players.example")
        assert subjects(claim(store, limit=1)) == ["First"]
        # The second letter waits for the first one of the same person.
        assert subjects(claim(other)) == ["Third"]
        assert claim(other, START + LEASE - SECOND) == ()
        assert subjects(claim(other, START + LEASE)) == ["First", "Second", "Third"]


def test_letters_of_a_person_and_board_keep_their_order(store: Store) -> None:
    """What is put off holds up the later letters of its person and board, and no other."""
    number = fresh_board(store)
    enqueue(store, "One", board=number)
    enqueue(store, "Two", board=number)
    enqueue(store, "Else")
    enqueue(store, "Bob", address="bob@players.example", board=number)
    one, *_ = claim(store)
    store.run(lambda repositories: repositories.outbox.put_off(one.id, START + timedelta(hours=1), "busy"))
    later = START + LEASE
    assert subjects(claim(store, later)) == ["Else", "Bob"]
    assert subjects(claim(store, START + timedelta(hours=1))) == ["One", "Two", "Else", "Bob"]


def test_a_dead_letter_holds_up_nobody_and_can_be_revived(store: Store) -> None:
    """A letter that failed for good is seen with its fault, lets the next pass, and can be tried again."""
    enqueue(store, "One", "Two")
    one, two = claim(store)
    store.run(lambda repositories: repositories.outbox.bury(one.id, "550 no such user"))
    store.run(lambda repositories: repositories.outbox.release([two.id]))
    with store.read() as repositories:
        (dead,) = repositories.outbox.rows("dead")
        assert repositories.outbox.counts() == {"dead": 1, "waiting": 1}
    assert (dead.id, dead.error, dead.attempts) == (one.id, "550 no such user", 1)
    assert subjects(claim(store)) == ["Two"]
    store.run(lambda repositories: repositories.outbox.revive(one.id, START + SECOND))
    # Two is being sent: two letters of one line are never in hand at once.
    assert subjects(claim(store, START + SECOND)) == []
    store.run(lambda repositories: repositories.outbox.sent([two.id], START + SECOND))
    assert subjects(claim(store, START + SECOND)) == ["One"]


def test_frozen_bytes_come_with_the_next_claim_and_are_erased_once_sent(store: Store) -> None:
    """What was rendered is kept for the next attempt, and gone with the words once the letter is sent."""
    enqueue(store, "One")
    (letter,) = claim(store)
    store.run(lambda repositories: repositories.outbox.freeze({letter.id: b"the letter"}))
    store.run(lambda repositories: repositories.outbox.put_off(letter.id, START, "busy"))
    (again,) = claim(store)
    assert (again.data, again.attempts) == (b"the letter", 1)

    def words(repositories: Repositories) -> tuple[object, ...]:
        bytes_kept = sa.select(sa.func.count()).select_from(schema.frozen).scalar_subquery()
        columns = (bytes_kept, schema.outbox.c.facts, schema.outbox.c.error)
        return tuple(repositories._connection.execute(sa.select(*columns)).one())

    store.run(lambda repositories: repositories.outbox.sent([letter.id], START))
    with store.read() as repositories:
        assert words(repositories) == (0, {}, "")
        (row,) = repositories.outbox.rows("sent")
        assert row.attempts == 2
    store.run(lambda repositories: repositories.outbox.revive(letter.id, START))
    assert claim(store, START + LEASE) == ()


def test_what_is_sent_stays_sent(store: Store) -> None:
    """Whoever lost its lease and failed late changes nothing of a letter that another has sent."""
    enqueue(store, "One")
    (letter,) = claim(store)
    store.run(lambda repositories: repositories.outbox.sent([letter.id], START))
    store.run(lambda repositories: repositories.outbox.bury(letter.id, "late"))
    store.run(lambda repositories: repositories.outbox.put_off(letter.id, START, "late"))
    with store.read() as repositories:
        (row,) = repositories.outbox.rows()
    assert (row.state, row.error, row.attempts) == ("sent", "", 1)


def test_an_empty_outbox_has_nothing_due(store: Store) -> None:
    """Without letters nothing is due, and an empty list is no trouble."""
    store.run(lambda repositories: repositories.outbox.enqueue([], START))
    with store.read() as repositories:
        assert not repositories.outbox.due(START)
        assert repositories.outbox.counts() == {}
    enqueue(store, "One")
    with store.read() as repositories:
        assert not repositories.outbox.due(START - SECOND)
        assert repositories.outbox.due(START)


def test_two_processes_that_claim_at_once_keep_the_order(postgres_url: str) -> None:
    """While one process is claiming a letter, another cannot overtake it with the next one of the same person."""
    with opened(postgres_url) as store, opened(postgres_url) as other:
        enqueue(store, "One", "Two")
        claimed, go_on = threading.Event(), threading.Event()

        def slowly(repositories: Repositories) -> tuple[ClaimedMail, ...]:
            mine = repositories.outbox.claim(START, START + LEASE, 1)
            claimed.set()
            assert go_on.wait(10)
            return mine

        first = store.submit(slowly)
        assert claimed.wait(10)
        second = other.submit(lambda repositories: repositories.outbox.claim(START, START + LEASE, 1))
        wait([second], timeout=0.3)
        go_on.set()
        assert subjects(first.result(10)) == ["One"]
        assert subjects(second.result(10)) == []


def test_what_one_process_is_claiming_another_passes_by(postgres_url: str) -> None:
    """A claim that is not committed yet holds nobody up: the other takes what is left."""
    with opened(postgres_url) as store, opened(postgres_url) as other:
        enqueue(store, "One")
        enqueue(store, "Else", address="bob@players.example")
        assert claim(store, START - SECOND) == ()  # but gives them their places
        with store._database.engine.connect() as held, held.begin():
            first = claiming.claim(held, claiming.Claim(START, START + LEASE, 1, 0, {}))
            with other._database.engine.connect() as passing, passing.begin():
                rest = claiming.claim(passing, claiming.Claim(START, START + LEASE, 40, 0, {}))
        assert {row["id"] for row in first} | {row["id"] for row in rest} == {1, 2}
        assert len(first) == len(rest) == 1
