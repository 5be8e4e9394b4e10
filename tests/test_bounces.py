"""What bounces, refusals and complaints lead to, in a whole server."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from bounce_writing import complaint, recipient, report
from house import FOUR, SERVER, House, Mail, open_house

from pbmhearts.bounces import HELD_FOR
from pbmhearts.clock import running
from pbmhearts.commands import timing
from pbmhearts.delivery import Delivery, Summary
from pbmhearts.games.hearts import Seat
from pbmhearts.letters import Receipt
from pbmhearts.mail.smtp import Result
from pbmhearts.storage import Account, Debt, Hold, Kind, Repositories

ANN, HOME, OPERATOR = "ann@players.example", "ann@home.example", "boss@cards.example"
DAY = timedelta(days=1)
GONE = recipient(ANN, "5.1.1", diagnostic="550 5.1.1 no such user")
BLOCKED = recipient(ANN, "5.7.1", diagnostic="554 5.7.1 blocked, see https://rbl.test")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Ann has two addresses that work; all letters have been read."""
    with open_house(tmp_path, f"operator = {OPERATOR}\n") as house:
        at = house.clock.now()

        def open_account(repositories: Repositories) -> None:
            ann = repositories.accounts.add("ann", "", at)
            for address in (ANN, HOME):
                repositories.accounts.add_address(ann.id, address, at, at)

        house.app.store.run(open_account)
        owe_letter(house)
        house.letters(ANN)
        yield house


def account(house: House) -> Account:
    with house.app.store.read() as repositories:
        found = repositories.accounts.by_userid("ann")
    assert found is not None
    return found


def reachable(house: House) -> tuple[str, ...]:
    with house.app.store.read() as repositories:
        return repositories.accounts.reachable(account(house).id)


def holds(house: House) -> tuple[Hold, ...]:
    with house.app.store.read() as repositories:
        return repositories.bounces.holds()


def bounce_address(house: House, address: str = ANN) -> str:
    """The envelope sender of the newest letter to an address, by which its bounce comes back."""
    with house.app.store.read() as repositories:
        letter = max(row.id for row in repositories.outbox.rows() if row.address == address)
    services = house.app.services
    return services.me.bounce_address(services.codes.bounce_token(letter))


def bounces(house: House, *recipients: str, to: str | None = None) -> None:
    """A report of these recipients comes back, another one each time."""
    raw = f"Message-ID: <{house.clock.now().timestamp()}-{next(house._ids)}@x>\r\n".encode() + report(
        *recipients
    )
    assert house.raw(raw, envelope_from="", to=to or bounce_address(house)) is Receipt.ACCEPTED


def told(house: House) -> list[Mail]:
    """What the operator has been told since the last time."""
    return house.letters(OPERATOR)


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


def test_a_policy_refusal_holds_the_domain(house: House) -> None:
    """It is the server's fault: letters there wait, the hold is noted for the clocks, the operator hears once."""
    bounces(house, BLOCKED)
    started = house.clock.now()
    (hold,) = holds(house)
    assert (hold.domain, hold.since, hold.until) == ("players.example", started, started + HELD_FOR)
    assert "blocked" in hold.why
    (word,) = told(house)
    assert "players.example" in word.subject
    assert "blocked" in word.text
    assert house.mail("ann", "help") == []
    assert len(house.mail(HOME, "help")) == 1
    house.wait(HELD_FOR)
    assert len(house.letters(ANN)) == 1
    assert reachable(house) == (ANN, HOME)


def test_twenty_refusals_by_one_domain_suspend_nobody(tmp_path: Path) -> None:
    """On three days, to four players: all stay reachable, their clocks stand still, the operator hears once."""
    with open_house(tmp_path, f"operator = {OPERATOR}\n") as house:
        number = house.start()
        limits = timing.limits(house.app.config.boards)
        house.deliver()
        refused = [f"{name}@players.example" for name in FOUR]

        def clocks(repositories: Repositories) -> list[tuple[Seat, timedelta]]:
            now = house.clock.now()
            seats = repositories.clocks.of_board(number, limits, now)
            return [(clock.seat, running(clock.since, now, clock.pauses)) for clock in seats]

        for count in range(20):
            blocked = recipient(refused[count % 4], "5.7.1", diagnostic="554 5.7.1 blocked")
            bounces(house, blocked, to=bounce_address(house, refused[count % 4]))
            if count == 0:
                used = house.app.store.run(clocks)
                assert len(used) == 4
            house.wait(timedelta(hours=3))
        assert len(holds(house)) == 1
        with house.app.store.read() as repositories:
            for name, address in zip(FOUR, refused, strict=True):
                player = repositories.accounts.by_userid(name)
                assert player is not None
                assert repositories.accounts.reachable(player.id) == (address,)
        assert house.app.store.run(clocks) == used
        assert len(told(house)) == 1


def test_refusals_that_go_on_are_one_hold(house: House) -> None:
    """Each puts the end off; the operator is not told again before the domain has taken letters for a while."""
    bounces(house, BLOCKED)
    started = house.clock.now()
    for _ in range(3):
        house.wait(HELD_FOR + timedelta(hours=1))
        bounces(house, BLOCKED)
    (hold,) = holds(house)
    assert (hold.since, hold.until) == (started, house.clock.now() + HELD_FOR)
    assert len(told(house)) == 1
    house.wait(3 * HELD_FOR)
    bounces(house, BLOCKED)
    assert len(holds(house)) == 2
    assert len(told(house)) == 1


def test_a_hold_may_be_ended(house: House) -> None:
    """The operator has mended it: letters are due at once, and the hold ends then, for the clocks too."""
    bounces(house, BLOCKED)
    assert house.mail("ann", "help") == []
    house.wait(timedelta(hours=1))
    house.app.store.run(
        lambda repositories: repositories.bounces.release("players.example", house.clock.now())
    )
    assert len(house.letters(ANN)) == 1
    assert holds(house)[0].until == house.clock.now()


class Refusing:
    """A smarthost that refuses one address for good."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.tried: list[str] = []

    def send(self, envelope_from: str, to: str, data: bytes) -> Result:
        assert envelope_from
        assert data
        self.tried.append(to)
        return Result("never", 550, self.words) if to == ANN else Result("sent", 250, "2.0.0 ok")

    def close(self) -> None:
        """Nothing is kept."""


def owe_letter(house: House) -> None:
    """A letter to ann's first address that no mail of hers asked for."""
    debt = Debt(
        kind=Kind.ANSWER,
        address=ANN,
        account_id=account(house).id,
        message_id=f"<{next(house._ids)}@cards.example>",
        facts={"subject": "News", "text": "Hello.\n", "html": ""},
    )
    house.app.store.run(lambda repositories: repositories.outbox.owe([debt], house.clock.now()))


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


def test_a_policy_refusal_at_the_moment_of_sending_keeps_the_letter(house: House) -> None:
    """It waits with all others to that domain, and is tried when the hold is over."""
    post = Refusing("5.7.1 your address is on a blocklist")
    delivery = Delivery(house.app.store, house.app.services, post)
    owe_letter(house)
    assert delivery.round() == Summary(put_off=1)
    assert delivery.round() == Summary(sent=1)  # the word to the operator
    owe_letter(house)
    assert delivery.round() == Summary()
    assert post.tried == [ANN, OPERATOR]
    post.words = "4.0.0"
    house.wait(HELD_FOR)
    assert delivery.round().tried == 2
    assert reachable(house) == (ANN, HOME)


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
    bounces(house, BLOCKED)
    with house.app.store.read() as repositories:
        addresses = {row.address for row in repositories.outbox.rows()}
    assert addresses == {ANN, OPERATOR}
