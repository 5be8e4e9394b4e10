"""After a failed attempt, what waits for one reader of one board becomes one letter."""

from dataclasses import replace
from datetime import timedelta

import pytest
from storage_tables import START, fresh_board, new_board, outgoing

from pbmhearts.storage import BoardNews, ClaimedMail, OutboxRow, OutgoingMail, Store, WrittenLetter
from pbmhearts.storage.owners import NOBODY

pytestmark = pytest.mark.slow

LEASE = timedelta(minutes=10)
MINUTE = timedelta(minutes=1)
ANN = "ann@players.example"


def letter(
    board: int,
    first: int,
    last: int,
    *,
    note: str = "",
    said: tuple[int, ...] = (),
    answer: bool = False,
    to: str = ANN,
    seat: int = 0,
) -> OutgoingMail:
    """The board to a reader, with what came after one action, up to another."""
    return OutgoingMail(
        about=BoardNews(note, said, answer),
        address=to,
        message_id=f"<{board}.{seat}.{last}@cards.example>",
        board=board,
        seat=seat,
        from_seq=first,
        to_seq=last,
        reply_to=f"mhearts+{board}-{last}@cards.example",
    )


def enqueue(store: Store, *mails: OutgoingMail) -> None:
    store.run(lambda repositories: repositories.outbox.enqueue(mails, START))


def claim(store: Store, after: timedelta = timedelta(0)) -> tuple[ClaimedMail, ...]:
    now = START + after
    return store.run(lambda repositories: repositories.outbox.claim(now, now + LEASE, 40))


def freeze(store: Store, claimed: ClaimedMail) -> None:
    store.run(lambda repositories: repositories.outbox.freeze({claimed.id: b"as it was"}))


def fail(store: Store, claimed: ClaimedMail, *, doubtful: bool = False) -> None:
    """The first attempt, whose bytes are frozen, comes to nothing; a minute to wait."""
    freeze(store, claimed)
    store.run(
        lambda repositories: repositories.outbox.put_off(
            claimed.id, START + MINUTE, "busy", doubtful=doubtful
        )
    )


def rows(store: Store, *states: str) -> tuple[OutboxRow, ...]:
    with store.read() as repositories:
        return repositories.outbox.rows(*states)


def spans(claimed: tuple[ClaimedMail, ...]) -> list[tuple[int | None, int | None]]:
    return [(claimed.mail.from_seq, claimed.mail.to_seq) for claimed in claimed]


def test_what_waits_behind_a_failed_letter_goes_into_it(store: Store) -> None:
    """One letter tells all up to the last action, under the last code, rendered anew; the others are seen as merged."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4, note="You pass 2C."))
    (first,) = claim(store)
    fail(store, first)
    enqueue(store, letter(board, 4, 5, answer=True), letter(board, 5, 7, note="Too late."))
    assert claim(store) == ()
    (one,) = claim(store, MINUTE)
    assert (one.id, one.data, one.attempts) == (first.id, b"", 1)
    assert spans((one,)) == [(3, 7)]
    assert one.mail.message_id == f"<{board}.0.7@cards.example>"
    assert one.mail.reply_to == f"mhearts+{board}-7@cards.example"
    assert one.mail.about == BoardNews("You pass 2C. Too late.", answer=True)
    assert [(row.state, row.error) for row in rows(store)] == [
        ("waiting", "busy"),
        ("merged", f"went into {first.id}"),
        ("merged", f"went into {first.id}"),
    ]


def test_without_a_failure_every_letter_goes_by_itself(store: Store) -> None:
    """Letters that are only waiting to be sent are not merged."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4), letter(board, 4, 5))
    assert spans(claim(store)) == [(3, 4), (4, 5)]


def test_a_letter_put_off_alone_keeps_its_bytes(store: Store) -> None:
    """With nothing behind it, the next attempt sends what was frozen."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4))
    fail(store, claim(store)[0])
    (again,) = claim(store, MINUTE)
    assert again.data == b"as it was"


def test_a_letter_that_may_have_arrived_stays_as_it_is(store: Store) -> None:
    """After a drop behind the dot the same bytes go out again, and a second letter holds all the rest."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4))
    fail(store, claim(store)[0], doubtful=True)
    enqueue(store, letter(board, 4, 5), letter(board, 5, 7))
    first, second = claim(store, MINUTE)
    assert (first.data, first.mail.message_id) == (b"as it was", f"<{board}.0.4@cards.example>")
    assert spans((first, second)) == [(3, 4), (4, 7)]


def test_a_letter_of_a_process_that_died_may_have_arrived(store: Store) -> None:
    """Whoever let its lease run out, or was followed by another server, may have sent what it had frozen."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4))
    (first,) = claim(store)
    freeze(store, first)
    enqueue(store, letter(board, 4, 5))
    again, _ = claim(store, LEASE)
    assert again.data == b"as it was"
    store.run(lambda repositories: repositories.outbox.free([NOBODY]))
    store.run(lambda repositories: repositories.outbox.put_off(again.id, START + LEASE, "busy"))
    enqueue(store, letter(board, 5, 6))
    assert [claimed.data for claimed in claim(store, LEASE)] == [b"as it was", b""]


def test_readers_and_boards_are_kept_apart(store: Store) -> None:
    """Another board, another address, and another player at the same address have their own letters."""
    board = fresh_board(store)
    other = store.run(lambda repositories: new_board(repositories, [1, 2, 3, 4]))
    enqueue(store, letter(board, 3, 4))
    fail(store, claim(store)[0])
    enqueue(
        store,
        letter(board, 3, 4, seat=1),
        letter(other, 1, 2),
        letter(board, 3, 4, to="bob@players.example"),
        letter(board, 4, 5),
    )
    claimed = claim(store, MINUTE)
    told = {(o.mail.address, o.mail.board, o.mail.seat, o.mail.from_seq, o.mail.to_seq) for o in claimed}
    assert told == {
        (ANN, board, 0, 3, 5),
        (ANN, board, 1, 3, 4),
        (ANN, other, 0, 1, 2),
        ("bob@players.example", board, 0, 3, 4),
    }


def test_an_answer_between_keeps_its_place(store: Store) -> None:
    """What a command was answered is no board letter: it goes out between those before and those after it."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4))
    fail(store, claim(store)[0])
    enqueue(store, letter(board, 4, 5), outgoing(ANN, board), letter(board, 5, 6), letter(board, 6, 7))
    claimed = claim(store, MINUTE)
    assert [type(letter.mail.about) for letter in claimed] == [BoardNews, WrittenLetter, BoardNews]
    assert spans(claimed)[::2] == [(3, 5), (5, 7)]


def test_chat_is_told_once_and_whole(store: Store) -> None:
    """The remarks of merged letters all stay."""
    board = fresh_board(store)
    enqueue(store, letter(board, 4, 4, said=(11,)))
    fail(store, claim(store)[0])
    enqueue(store, letter(board, 4, 4, said=(12,)), letter(board, 4, 5))
    fail(store, claim(store, MINUTE)[0])
    enqueue(store, letter(board, 5, 5, said=(13,)))
    (one,) = claim(store, MINUTE)
    assert one.mail.about.said == (11, 12, 13)


def test_a_merged_letter_has_five_days_of_its_own(store: Store) -> None:
    """It counts as written when the last of its parts was, so that news are not given up with what was old."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4))
    fail(store, claim(store)[0])
    later = START + MINUTE
    store.run(lambda repositories: repositories.outbox.enqueue([letter(board, 4, 5)], later))
    (one,) = claim(store, MINUTE)
    assert one.created_at == later


def test_what_the_operator_may_do(store: Store) -> None:
    """Dropped letters stay and can be brought back; sent and merged ones can be neither dropped nor sent again."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4))
    (first,) = claim(store)

    def drop(number: int) -> bool:
        return store.run(lambda repositories: repositories.outbox.drop(number, "a typo"))

    def revive(number: int) -> bool:
        return store.run(lambda repositories: repositories.outbox.revive(number, START + MINUTE))

    assert not drop(first.id)
    fail(store, first)
    enqueue(store, letter(board, 4, 5))
    (one,) = claim(store, MINUTE)
    (merged,) = rows(store, "merged")
    assert not drop(merged.id)
    assert not revive(merged.id)
    store.run(lambda repositories: repositories.outbox.bury(one.id, "550 no"))
    assert drop(one.id)
    assert [(row.state, row.error) for row in rows(store, "dropped")] == [("dropped", "a typo")]
    assert claim(store, LEASE * 2) == ()
    assert revive(one.id)
    assert [claimed.id for claimed in claim(store, LEASE * 2)] == [one.id]
    store.run(lambda repositories: repositories.outbox.sent([one.id], START + LEASE))
    assert not revive(one.id)


def test_sent_letters_are_forgotten_after_a_while_and_no_others(store: Store) -> None:
    """Rows that were sent or merged go; what waits or is dead stays as long as it is."""
    board = fresh_board(store)
    enqueue(store, letter(board, 3, 4), replace(letter(board, 4, 5), address="bob@players.example"))
    (sent, dead) = claim(store)
    store.run(lambda repositories: repositories.outbox.sent([sent.id], START))
    store.run(lambda repositories: repositories.outbox.bury(dead.id, "550 no"))
    assert store.run(lambda repositories: repositories.outbox.forget(START)) == 0
    assert store.run(lambda repositories: repositories.outbox.forget(START + MINUTE)) == 1
    assert [row.id for row in rows(store)] == [dead.id]
