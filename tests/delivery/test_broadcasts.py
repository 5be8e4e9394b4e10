"""A letter to all players: one row when it is sent, a copy for each reader as delivery comes to it."""

from pathlib import Path

from house import House, open_house

from pbmhearts.storage import OutboxRow, Repositories

MANY = 120


def fill(house: House) -> None:
    """Open many accounts, with one address each, and ann's."""

    def add(repositories: Repositories) -> None:
        for number in range(MANY):
            account = repositories.accounts.add(f"p{number}", "", house.clock.now())
            repositories.accounts.add_address(
                account.id, f"p{number}@players.example", house.clock.now(), house.clock.now()
            )

    house.app.store.run(add)
    house.sign_up("ann")
    house.letters("ann")


def rows(house: House, *states: str) -> tuple[OutboxRow, ...]:
    """The outbox."""
    with house.app.store.read() as repositories:
        return repositories.outbox.rows(*states)


def test_a_broadcast_is_one_row_until_delivery_comes_to_it(tmp_path: Path) -> None:
    """Nothing but the answer is enqueued by the command; then everybody gets one copy, and no second one later."""
    with open_house(tmp_path) as house:
        fill(house)
        before = len(rows(house))
        raw = b"From: ann@players.example\r\nSubject: broadcast ann secret-ann\r\n\r\nA tournament?\r\n"
        house.raw(raw, envelope_from="ann@players.example")
        assert len(rows(house)) == before + 1
        house.deliver()
        copies = [row.address for row in rows(house, "sent") if row.kind == "broadcast"]
        assert sorted(copies) == sorted(f"p{number}@players.example" for number in range(MANY))
        house.deliver()
        assert len([row for row in rows(house) if row.kind == "broadcast"]) == MANY
        (letter,) = house.letters("p7")
        assert "| A tournament?" in letter.text


def test_answers_go_before_broadcasts(tmp_path: Path) -> None:
    """Who asks while a broadcast goes out to everybody does not wait for it."""
    with open_house(tmp_path) as house:
        fill(house)
        house.app.store.run(
            lambda repositories: repositories.broadcasts.add(None, "News", "We move.", house.clock.now())
        )
        house.app.delivery.round()
        assert rows(house, "waiting")
        raw = b"From: p9@players.example\r\nSubject: ping\r\n\r\n"
        house.raw(raw, envelope_from="p9@players.example")
        house.app.delivery.round()
        answer = next(row for row in rows(house) if row.kind == "answer" and row.address.startswith("p9"))
        assert answer.state == "sent"
        assert any(row.kind == "broadcast" for row in rows(house, "waiting"))
