"""What bounces, refusals and complaints lead to, in a whole server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bounce_house import (
    ANN,
    BLOCKED,
    BOB,
    CAT,
    DAY,
    GONE,
    HOME,
    OPERATOR,
    Refusing,
    account,
    bounce_address,
    bounce_house,
    bounces,
    holds,
    owe_letter,
    reachable,
    three_refused,
    told,
)
from bounce_writing import complaint, recipient, report
from house import SERVER, House, open_house

from pbmhearts.delivery.rounds import Delivery
from pbmhearts.letters import Receipt

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Ann has two addresses that work; all letters have been read."""
    with bounce_house(tmp_path) as house:
        yield house


def test_failures_on_three_separate_days_suspend_an_address(house: House) -> None:
    """Not three in one day; then ann hears of it at her other address, and the operator with the server's words."""
    for _ in range(4):
        bounces(house, GONE)
    house.wait(DAY)
    bounces(house, GONE)
    assert reachable(house) == (ANN, HOME)
    house.wait(DAY)
    bounces(house, GONE)
    assert reachable(house) == (HOME,)
    (letter,) = house.letters(HOME)
    assert letter.subject == f"No mail reaches {ANN}"
    assert SERVER in letter.text
    (word,) = told(house)
    assert "ann" in word.subject
    assert "no such user" in word.text
    assert house.letters(ANN) == []


def test_an_address_is_suspended_once(house: House) -> None:
    """Bounces that straggle in tell nobody again."""
    for _ in range(5):
        bounces(house, GONE)
        house.wait(DAY)
    assert len(told(house)) == 1
    assert len(house.letters(HOME)) == 1


def test_who_has_paused_is_not_told(house: House) -> None:
    """The operator is, all the same."""
    house.app.store.run(
        lambda repositories: repositories.accounts.change(account(house).id, paused_at=house.clock.now())
    )
    for _ in range(3):
        bounces(house, GONE)
        house.wait(DAY)
    assert len(told(house)) == 1
    assert house.letters(HOME) == []


def test_days_long_ago_do_not_count(house: House) -> None:
    """Three failures over half a year are three accidents."""
    for _ in range(4):
        bounces(house, GONE)
        house.wait(31 * DAY)
    assert reachable(house) == (ANN, HOME)


def test_any_mail_from_the_address_lifts_it(house: House) -> None:
    """It works, so letters go there again, and the count begins anew."""
    for _ in range(3):
        bounces(house, GONE)
        house.wait(DAY)
    assert reachable(house) == (HOME,)
    house.mail("ann", "hello?")
    assert reachable(house) == (ANN, HOME)
    bounces(house, GONE)
    assert reachable(house) == (ANN, HOME)


def test_a_vacation_reply_lifts_nothing_and_is_no_bounce(house: House) -> None:
    """A machine's mail to the bounce address says neither that the address works nor that it does not."""
    for _ in range(2):
        bounces(house, GONE)
        house.wait(DAY)
    vacation = (
        f"From: {ANN}\r\nAuto-Submitted: auto-replied\r\nSubject: away\r\n\r\nback on Monday\r\n".encode()
    )
    assert house.raw(vacation, envelope_from="", to=bounce_address(house)) is Receipt.ACCEPTED
    assert reachable(house) == (ANN, HOME)
    bounces(house, GONE)
    assert reachable(house) == (HOME,)


@pytest.mark.parametrize(
    "harmless",
    [
        recipient(ANN, "4.1.1", action="delayed"),
        recipient(ANN, "5.2.2", diagnostic="552 5.2.2 mailbox full"),
        recipient(ANN, "2.1.5", action="delivered"),
    ],
)
def test_delays_and_full_mailboxes_suspend_nobody(house: House, harmless: str) -> None:
    """However many days they come."""
    for _ in range(5):
        bounces(house, harmless)
        house.wait(DAY)
    assert reachable(house) == (ANN, HOME)
    assert (holds(house), told(house)) == ((), [])


def test_a_report_without_our_signature_changes_nothing(house: House) -> None:
    """Whoever knows ann's address cannot take her off, nor hold her domain."""
    for forged in (SERVER, "mhearts+b-1-aaaaaaaa@cards.example"):
        for failure in (GONE, BLOCKED):
            for _ in range(4):
                bounces(house, failure, to=forged)
                house.wait(DAY)
    assert reachable(house) == (ANN, HOME)
    assert (holds(house), told(house)) == ((), [])


def test_a_bounce_is_counted_for_the_letters_own_address(house: House) -> None:
    """The report may name a forwarder's address, or somebody else's: the signed letter tells whose it is."""
    for _ in range(3):
        bounces(house, recipient("someone@else.test", "5.1.1"))
        house.wait(DAY)
    assert reachable(house) == (HOME,)


def test_a_plain_envelope_tells_by_the_returned_letter(tmp_path: Path) -> None:
    """Where a smarthost rewrites the envelope sender, the Message-ID that only ann's mail system knows is the sign."""
    with open_house(tmp_path, "[delivery]\nenvelope = plain\n") as house:
        house.sign_up("ann")
        (welcome,) = house.mail("ann", "help")
        for _ in range(3):
            raw = report(GONE).replace(b"<101.k7f3q2ab.abc@example.org>", welcome["Message-ID"].encode())
            raw = f"Message-ID: <{next(house._ids)}@x>\r\n".encode() + raw
            house.raw(raw, envelope_from="", to=SERVER)
            house.wait(DAY)
        assert reachable(house) == ()


def test_refusals_at_the_moment_of_sending_count_like_bounces(house: House) -> None:
    """Nobody there: the letter is dead, and on the third day the address is suspended."""
    post = Refusing("5.1.1 no such user")
    delivery = Delivery(house.app.store, house.app.services, post)
    for _ in range(3):
        assert reachable(house) == (ANN, HOME)
        owe_letter(house)
        assert delivery.round().dead == 1
        house.wait(DAY)
    assert reachable(house) == (HOME,)
    delivery.round()
    assert sorted(post.tried[3:]) == sorted([HOME, OPERATOR])


def test_a_complaint_pauses_the_reader(house: House) -> None:
    """Ann pressed "spam": no more letters until `back`, and the operator knows."""
    raw = complaint(bounce_address(house))
    assert house.raw(raw, envelope_from="fbl@provider.test") is Receipt.ACCEPTED
    assert account(house).paused_at == house.clock.now()
    (word,) = told(house)
    assert "ann" in word.subject


def test_a_complaint_that_only_has_the_message_id_pauses_the_reader(house: House) -> None:
    """With `envelope = plain` no letter has an envelope sender of its own."""
    with house.app.store.read() as repositories:
        message_id = next(row.message_id for row in repositories.outbox.rows() if row.address == ANN)
    raw = complaint("mhearts@cards.example")
    mine = raw.replace(b"<101.k7f3q2ab.abc@example.org>", message_id.encode())
    assert house.raw(mine, envelope_from="fbl@provider.test") is Receipt.ACCEPTED
    assert account(house).paused_at == house.clock.now()


def test_a_forged_complaint_pauses_nobody(house: House) -> None:
    """Only who has the letter can complain of it."""
    assert house.raw(complaint("mhearts+b-1-aaaaaaaa@cards.example"), envelope_from="") is Receipt.ACCEPTED
    assert account(house).paused_at is None
    assert told(house) == []


def test_bounces_are_never_answered(house: House) -> None:
    """Whatever a report says, nobody gets a mail for it but the operator and the player."""
    bounces(house, GONE)
    three_refused(house)
    with house.app.store.read() as repositories:
        addresses = {row.address for row in repositories.outbox.rows()}
    assert addresses == {ANN, BOB, CAT, OPERATOR}
