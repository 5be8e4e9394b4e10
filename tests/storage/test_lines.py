"""The lines of the outbox: whatever happens, each one keeps its order and none gets stuck."""

from collections import defaultdict
from datetime import timedelta

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as some
from storage_tables import START, opened, outgoing

from pbmhearts.storage import Store, schema
from pbmhearts.storage.owners import NOBODY

FAR = timedelta(days=9)
HOUR = timedelta(hours=1)

ACTS = some.lists(
    some.tuples(
        some.sampled_from(
            ["enqueue", "claim", "send", "put off", "bury", "release", "revive", "drop", "die"]
        ),
        some.integers(0, 7),
    ),
    max_size=40,
)


class Model:
    """What must be true of the lines, kept beside the outbox."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.hand: list[int] = []
        self.line: dict[int, str] = {}
        self.now = START

    def act(self, act: str, number: int) -> None:
        """Do something to the outbox; `number` chooses what it is done to."""
        address = f"p{number % 3}@players.example"
        match act:
            case "enqueue":
                self.store.run(
                    lambda repositories: repositories.outbox.enqueue([outgoing(address)], self.now)
                )
            case "claim":
                self.claim(1 + number)
            case "die":
                self.hand.clear()
                self.store.run(lambda repositories: repositories.outbox.free([NOBODY]))
            case "revive" | "drop":
                self.change_any(act, number)
            case _ if self.hand:
                self.finish(act, self.hand.pop(0))

    def claim(self, most: int) -> list[int]:
        """Claim, and check that what came is the beginning of lines that nobody has anything of."""
        waiting = self.waiting()
        claimed = self.store.run(
            lambda repositories: repositories.outbox.claim(self.now, self.now + FAR, most)
        )
        ids = [letter.id for letter in claimed]
        assert len(ids) <= most
        for line in {letter.mail.address for letter in claimed}:
            mine = [letter.id for letter in claimed if letter.mail.address == line]
            assert mine == waiting[line][: len(mine)]
            assert not set(waiting[line]) & set(self.hand)
        self.hand += ids
        return ids

    def finish(self, act: str, row: int) -> None:
        """One letter in hand meets its fate."""
        match act:
            case "send":
                self.store.run(lambda repositories: repositories.outbox.sent([row], self.now))
            case "put off":
                self.store.run(lambda repositories: repositories.outbox.put_off(row, self.now, "busy"))
            case "bury":
                self.store.run(lambda repositories: repositories.outbox.bury(row, "unknown"))
            case "release":
                self.store.run(lambda repositories: repositories.outbox.release([row]))

    def change_any(self, act: str, number: int) -> None:
        """The operator does something to any letter there is."""
        with self.store.read() as repositories:
            rows = [row.id for row in repositories.outbox.rows()]
        if not rows:
            return
        row = rows[number % len(rows)]
        if act == "revive":
            self.store.run(lambda repositories: repositories.outbox.revive(row, self.now))
        else:
            self.store.run(lambda repositories: repositories.outbox.drop(row, "a typo"))

    def waiting(self) -> dict[str, list[int]]:
        """What waits in each line, those in hand included."""
        lines = defaultdict(list)
        with self.store.read() as repositories:
            for row in repositories.outbox.rows("waiting"):
                lines[row.address].append(row.id)
        return lines

    def empty(self) -> None:
        """Finish what is in hand: then all that waits can be claimed, to the last letter."""
        while self.hand:
            self.finish("release", self.hand.pop(0))
        everything = {row for line in self.waiting().values() for row in line}
        assert set(self.claim(1000)) == everything


def test_lines_keep_their_order_and_never_get_stuck() -> None:
    """Whatever is done, a claim takes lines from their beginning, nothing of a line in hand, and all in the end."""
    with opened("sqlite://") as store:

        @given(ACTS)
        def play(acts: list[tuple[str, int]]) -> None:
            model = Model(store)
            for act, number in acts:
                model.act(act, number)
            model.empty()
            store.run(lambda repositories: repositories._connection.execute(sa.delete(schema.outbox)))

        play()


@pytest.mark.parametrize("late", [True, False])
def test_a_letter_that_comes_back_is_the_first_of_its_line(store: Store, late: bool) -> None:
    """A revived letter goes before those that are younger, but never while one of them is being sent."""
    store.run(lambda repositories: repositories.outbox.enqueue([outgoing(), outgoing()], START))

    def claim() -> list[int]:
        found = store.run(lambda repositories: repositories.outbox.claim(START, START + HOUR, 1))
        return [letter.id for letter in found]

    (first,) = claim()
    store.run(lambda repositories: repositories.outbox.bury(first, "unknown"))
    if late:
        (second,) = claim()
    store.run(lambda repositories: repositories.outbox.revive(first, START))
    if late:
        assert claim() == []
        store.run(lambda repositories: repositories.outbox.sent([second], START))
    assert claim() == [first]


def test_a_held_domain_costs_each_of_its_letters_one_look(store: Store) -> None:
    """Letters to a held domain are put off as they come up, and the others go out past them."""
    mails = [outgoing(f"p{number}@held.example") for number in range(100)] + [outgoing("bob@free.example")]
    store.run(lambda repositories: repositories.outbox.enqueue(mails, START))
    until = {"held.example": START + HOUR}

    def claim(minutes: int = 0) -> list[str]:
        now = START + timedelta(minutes=minutes)
        found = store.run(lambda repositories: repositories.outbox.claim(now, now, 40, held=until))
        return [letter.mail.address for letter in found]

    assert claim() == ["bob@free.example"]
    with store.read() as repositories:
        assert {row.due_at for row in repositories.outbox.rows() if "held" in row.address} == {START + HOUR}


@pytest.mark.parametrize("end", ["put off", "release", "die"])
def test_a_letter_that_came_back_before_one_in_hand_is_next(store: Store, end: str) -> None:
    """Whatever becomes of the one in hand but sending, the older one, looked at meanwhile, goes first after it."""
    model = Model(store)
    for _ in range(2):
        model.act("enqueue", 0)
    first, second = model.claim(2)
    model.finish("put off", model.hand.pop(0))
    assert model.claim(2) == []
    model.act(end, 0)
    assert model.hand == []
    assert model.claim(2) == [first, second]


def test_no_letter_is_claimed_beside_any_in_hand_of_its_line(store: Store) -> None:
    """Not only the next younger one counts: the last of three may be in hand still."""
    model = Model(store)
    for _ in range(3):
        model.act("enqueue", 0)
    everything = model.claim(3)
    for _ in range(2):
        model.finish("put off", model.hand.pop(0))
        assert model.claim(3) == []
    model.finish("put off", model.hand.pop(0))
    assert model.claim(3) == everything
