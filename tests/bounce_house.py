"""A house whose letters come back: what bounces lead to is told by these."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from bounce_writing import recipient, report
from house import House, Mail, open_house

from pbmhearts.letters import Receipt
from pbmhearts.mail.transport.batch import Batch, SendOutcome, SendResult
from pbmhearts.storage import Account, Hold, OutgoingMail, Repositories, WrittenLetter

ANN, HOME, OPERATOR = "ann@players.example", "ann@home.example", "boss@cards.example"
BOB, CAT = "bob@players.example", "cat@players.example"
DAY = timedelta(days=1)
GONE = recipient(ANN, "5.1.1", diagnostic="550 5.1.1 no such user")
BLOCKED = recipient(ANN, "5.7.1", diagnostic="554 5.7.1 blocked, see https://rbl.test")


@contextlib.contextmanager
def bounce_house(folder: Path) -> Iterator[House]:
    """Ann has two addresses that work; bob and cat have no account, but a letter each. All letters have been read."""
    with open_house(folder, f"operator = {OPERATOR}\n") as house:
        at = house.clock.now()

        def open_account(repositories: Repositories) -> None:
            ann = repositories.accounts.add("ann", "", at)
            for address in (ANN, HOME):
                repositories.accounts.add_address(ann.id, address, at, at)

        house.app.store.run(open_account)
        for address in (ANN, BOB, CAT):
            owe_letter(house, address)
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


class Refusing:
    """A smarthost that refuses one address, by default for good."""

    def __init__(self, words: str, outcome: SendOutcome = SendOutcome.NEVER, code: int = 550) -> None:
        self.words, self.outcome, self.code = words, outcome, code
        self.tried: list[str] = []

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:
        assert envelope_from
        assert data
        self.tried.append(to)
        if to == ANN:
            return SendResult(self.outcome, self.code, self.words)
        return SendResult(SendOutcome.SENT, 250, "2.0.0 ok")

    def send_all(self, batch: Batch) -> None:
        batch.each(lambda parcel: self.send(parcel.envelope_from, parcel.to, parcel.data))

    def close(self) -> None:
        """Nothing is kept."""


def owe_letter(house: House, address: str = ANN) -> None:
    """A letter that no mail asked for; one to an address of ann's goes to her account."""
    mail = OutgoingMail(
        about=WrittenLetter("News", "Hello.\n", ""),
        address=address,
        account_id=account(house).id if address.startswith("ann") else None,
        message_id=f"<{next(house._ids)}@cards.example>",
    )
    house.app.store.run(lambda repositories: repositories.outbox.enqueue([mail], house.clock.now()))


def three_refused(house: House) -> None:
    """A report each that a letter to ann, one to bob and one to cat was refused for policy."""
    for address in (ANN, BOB, CAT):
        bounces(house, BLOCKED, to=bounce_address(house, address))
