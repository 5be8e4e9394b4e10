"""require_dmarc in a whole server: what a mail may do that nobody vouches for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House, Mail
from ready_house import BOARD, begun

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.storage import Repositories

US = "mx.cards.example"
PASSED = {"Authentication-Results": f"{US}; dmarc=pass header.from=players.example"}
INI = f"[auth]\nrequire_dmarc = yes\nauthserv_id = {US}\n"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A board that is being played, on a server that asks for DMARC."""
    with begun("playing", tmp_path) as before:
        path = before.app.config.path
    path.write_text(path.read_text("utf-8") + INI, encoding="utf-8")
    with opened(config.load(path), clock=before.clock) as app:
        yield House(app, before.clock, before._ids)


def move(house: House, headers: dict[str, str] | None = None) -> list[Mail]:
    """Whoever's turn it is mails the first legal card, known by the seat address alone."""
    userid, (card, *_) = house.turn(BOARD)
    services = house.app.services
    token = services.codes.seat_token(BOARD, house.board(BOARD).names.index(userid))
    return house.mail(userid, "my move", card, to=services.me.seat_address(BOARD, token), headers=headers)


def test_a_seat_address_wants_a_from_that_somebody_vouches_for(house: House) -> None:
    """Without the result, or with a stranger's, the board stands still and the answer says why; with it, it moves."""
    before = len(house.log(BOARD))
    forged = {"Authentication-Results": "mx.evil.test; dmarc=pass header.from=players.example"}
    for headers in (None, forged):
        (refusal,) = move(house, headers)
        assert "vouches" in refusal.text
        assert len(house.log(BOARD)) == before
    move(house, PASSED)
    assert len(house.log(BOARD)) == before + 1


def test_passwords_and_codes_count_without(house: House) -> None:
    """They prove more than a From ever could."""
    before = len(house.log(BOARD))
    house.play_one(BOARD)
    assert len(house.log(BOARD)) == before + 1
    userid, (card, *_) = house.turn(BOARD)
    letter = house.newest(userid)
    house.reply(letter, card)
    assert len(house.log(BOARD)) > before + 1


def test_a_from_alone_opens_nothing(house: House) -> None:
    """A challenge in the name of whoever the From says is refused unless somebody vouches for it."""
    (refusal,) = house.mail("ann", "mhearts challenge ann bob cat dan")
    assert len(house.boards()) == 1
    assert refusal.text
    house.mail("ann", "mhearts challenge ann bob cat dan", headers=PASSED)
    assert len(house.boards()) == 2


def test_only_a_vouched_mail_lifts_a_suspension(house: House) -> None:
    """Anybody can write a player's address into a From: that it works is proved by a mail somebody vouches for."""
    address = "ann@players.example"

    def bounce(repositories: Repositories) -> None:
        repositories.bounces.fail(address, house.clock.now(), "5.1.1")
        repositories.bounces.suspend(address, house.clock.now())

    def reachable() -> bool:
        with house.app.store.read() as repositories:
            account = repositories.accounts.by_userid("ann")
            assert account is not None
            return address in repositories.accounts.reachable(account.id)

    house.app.store.run(bounce)
    house.mail("ann", "ping")
    assert not reachable()
    house.mail("ann", "ping", headers=PASSED)
    assert reachable()
