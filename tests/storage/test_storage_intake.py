"""Mails on both databases: what is hostile, what is a fault of ours, and what comes when the database is away."""

import dataclasses
import sqlite3
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from house import SERVER, House, open_house
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storage_tables import opened

from pbmhearts.commands.context import Context, Services
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.errors import Refusal
from pbmhearts.intake.process import Intake
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.reminders.run import remind
from pbmhearts.storage import Store

pytestmark = pytest.mark.slow

ENVELOPE = Envelope("ann@players.example", (SERVER,))


@pytest.fixture
def house(url: str, tmp_path: Path) -> Iterator[House]:
    """A server on a fresh database of each kind."""
    with open_house(tmp_path, f"[database]\nurl = {url}\n") as house:
        yield house


def raw(subject: str, body: str = "", number: int = 1) -> bytes:
    """A mail of ann's."""
    message = EmailMessage()
    message["From"] = "ann@players.example"
    message["To"] = SERVER
    message["Subject"] = subject
    message["Message-ID"] = f"<{number}@players.example>"
    message.set_content(body)
    return bytes(message)


def counted(house: House) -> dict[str, int]:
    """How many rows each table has."""
    tables = ("accounts", "addresses", "boards", "seats", "actions", "inbox", "outbox")
    with house.app.store.read() as repositories:
        return {
            table: repositories._connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()  # noqa: S608
            for table in tables
        }


@pytest.mark.slow
def test_a_game_is_played_on_it(house: House) -> None:
    """Signing up, a challenge, the pass and a trick work on every database."""
    number = house.start()
    house.pass_all(number)
    for _ in range(4):
        house.play_one(number)
    assert len(house.log(number)) >= 9
    with house.app.store.read() as repositories:
        assert set(repositories.outbox.counts()) == {"sent"}


ANN = b"ann@players.example"

HOSTILE = {
    "a NUL in the subject": (ANN, b"help \0", b"<1@x>", b"hi"),
    "a NUL in the body": (ANN, b"multiple", b"", b"help\0\r\nping \0 "),
    "a NUL in the ids": (b"a\0" + ANN, b"help", b"<1\0@x>", b""),
    "a NUL in a password": (ANN, b"mhearts showas ann se\0cret", b"<1@x>", b""),
    "a NUL in a new userid": (ANN, b"signup a\0nn se\0cret", b"<1@x>", b""),
    "encoded NULs": (ANN, b"=?utf-8?b?AGhlbHAAAA==?=", b"<1@x>", b""),
    "a lone surrogate": (ANN, b"=?utf-16?b?3AA=?= help", b"<1@x>", b""),
    "bytes that are no text": (b"\xff\xfe@players.example", b"\xed\xa0\x80", b"<\xff@x>", b"\xff"),
    "a very long address": (b"a" * 600 + ANN, b"help", b"", b""),
    "an address longer than any": (b"a" * 64 + b"@" + b"b" * 245 + b".example", b"help", b"<1@x>", b""),
    "its command": (b"a" * 64 + b"@" + b"b" * 245 + b".example", b"signup ann secret", b"<1@x>", b""),
    "the longest address": (b"a" * 64 + b"@" + b"b" * 181 + b".example", b"signup ann secret", b"<1@x>", b""),
    "a very long name to sign up": (ANN, b"signup " + b"a" * 300 + b" secret", b"<1@x>", b""),
    "a very long id": (ANN, b"help", b"<" + b"1" * 5000 + b"@x>", b""),
    "a very large board": (ANN, b"mhearts show 999999999 99999999999999999999", b"<1@x>", b""),
    "a very large move": (ANN, b"mhearts show 101#99999999999999999999", b"<1@x>", b""),
    "a mail of nothing": (b"", b"", b"", b""),
}
"""From, Subject, Message-ID and body."""


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_mail_is_taken_once_and_for_all(house: House, name: str) -> None:
    """Whatever is in a mail, it is accepted at its first coming: none comes back for ever, none is a fault of ours."""
    mail = b"From: %b\r\nSubject: %b\r\nMessage-ID: %b\r\n\r\n%b\r\n" % HOSTILE[name]
    assert house.app.intake.process(mail, ENVELOPE) is Receipt.ACCEPTED
    with house.app.store.read() as repositories:
        assert not repositories.inbox.shunted()
    assert counted(house)["inbox"] == 1
    house.deliver()
    with house.app.store.read() as repositories:
        assert not repositories.outbox.rows("dead")


_NASTY = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from("\0\ud800\udfff\ufeff\u202e#+@<>\"'")),
    max_size=60,
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(subject=_NASTY, body=_NASTY, sender=_NASTY, message_id=_NASTY)
def test_whatever_is_mailed_is_taken(
    house: House, subject: str, body: str, sender: str, message_id: str
) -> None:
    """No words, addresses or ids make a mail that the database cannot take."""
    fields = {
        "From": f"{sender} <ann@players.example>",
        "Subject": subject,
        "Message-ID": f"<{message_id}@x>",
    }
    lines = [f"{name}: {' '.join(value.splitlines())}" for name, value in fields.items()]
    mail = "\r\n".join([*lines, "", body, ""]).encode("utf-8", "surrogatepass")
    assert house.app.intake.process(mail, ENVELOPE) is Receipt.ACCEPTED
    with house.app.store.read() as repositories:
        assert not repositories.inbox.shunted()


def broken_server(house: House, handle: Any, parse: Any = lambda words: words) -> Intake:
    """An intake of the house whose verb `spoil` does what a test wants."""
    spec = Spec(
        name="spoil",
        game=False,
        scope=Scope.OPEN,
        usage=("spoil",),
        summary="fails",
        help="Fails.",
        example="spoil",
        parse=parse,
        handle=handle,
    )
    services = house.app.services
    registry = Registry([*services.registry, spec])
    kept: Services = dataclasses.replace(services, registry=registry)
    return Intake(house.app.store, kept)


def test_a_fault_of_ours_keeps_the_mail_and_owes_an_apology(house: House) -> None:
    """When a verb fails in the middle, nothing it did stays; the mail is kept whole and its writer is told."""
    house.sign_up("ann")
    house.letters("ann")
    before = counted(house)

    def handle(_words: Words, context: Context) -> Reply:
        context.repositories.accounts.add("eve", "", context.now)
        raise ZeroDivisionError("secret-ann")

    mail = raw("spoil", "secret-ann")
    intake = broken_server(house, handle)
    assert intake.process(mail, ENVELOPE) is Receipt.ACCEPTED
    assert counted(house) == before | {"inbox": before["inbox"] + 1, "outbox": before["outbox"] + 1}
    with house.app.store.read() as repositories:
        (shunted,) = repositories.inbox.shunted()
    assert (shunted.raw, shunted.envelope) == (mail, ENVELOPE)
    assert "ZeroDivisionError" in shunted.why
    assert "secret-ann" not in shunted.why
    (apology,) = house.letters("ann")
    assert "secret-ann" not in apology.text
    # The same mail again changes nothing.
    assert intake.process(mail, ENVELOPE) is Receipt.ACCEPTED
    assert not house.letters("ann")
    assert counted(house)["inbox"] == before["inbox"] + 1


def test_a_fault_of_ours_in_reading_a_command_is_kept_too(house: House) -> None:
    """A verb that fails before the transaction is a fault of ours just the same."""

    def parse(_words: Words) -> None:
        raise ZeroDivisionError

    intake = broken_server(house, lambda _arguments, _context: Reply(), parse)
    assert intake.process(raw("spoil"), ENVELOPE) is Receipt.ACCEPTED
    with house.app.store.read() as repositories:
        assert len(repositories.inbox.shunted()) == 1
        assert len(repositories.outbox.rows()) == 1


def test_a_value_that_the_database_cannot_hold_is_a_fault_of_ours(house: House) -> None:
    """What can never be written does not come again for days: the mail is kept for the operator."""

    def handle(_words: Words, context: Context) -> Reply:
        if context.repositories._connection.dialect.name == "sqlite":
            raise ZeroDivisionError
        context.repositories.accounts.add("a\0b", "", context.now)
        return Reply()

    intake = broken_server(house, handle)
    assert intake.process(raw("spoil"), ENVELOPE) is Receipt.ACCEPTED
    with house.app.store.read() as repositories:
        assert len(repositories.inbox.shunted()) == 1


def test_a_refused_command_leaves_nothing_and_the_first_ones_stay(house: House) -> None:
    """What a refused command had begun is undone; the commands before it in the mail stay done."""

    def handle(_words: Words, context: Context) -> Reply:
        context.repositories.accounts.add("eve", "", context.now)
        raise Refusal("Not today.")

    intake = broken_server(house, handle)
    mail = raw("multiple", "signup ann secret-ann\nspoil\nsignup bob secret-bob")
    assert intake.process(mail, ENVELOPE) is Receipt.ACCEPTED
    with house.app.store.read() as repositories:
        assert repositories.accounts.userids() == ("ann",)
        assert not repositories.inbox.shunted()


def test_while_another_holds_the_lock_a_mail_is_asked_to_come_again(tmp_path: Path) -> None:
    """A locked database is TRY_LATER, nothing of the mail is in, and it is obeyed when it comes again."""
    with open_house(tmp_path) as house:
        before = counted(house)
        other = sqlite3.connect(tmp_path / "var" / "pbmhearts.sqlite3", isolation_level=None)
        house.app.store._writer.run(
            lambda connection: connection.exec_driver_sql(
                "PRAGMA busy_timeout=100"
            )  # on the writer's connection
        )
        other.execute("BEGIN IMMEDIATE")
        assert house.app.intake.process(raw("signup ann secret-ann"), ENVELOPE) is Receipt.TRY_LATER
        other.execute("ROLLBACK")
        other.close()
        assert counted(house) == before
        assert house.app.intake.process(raw("signup ann secret-ann"), ENVELOPE) is Receipt.ACCEPTED
        assert counted(house)["accounts"] == 1


def test_a_mail_that_comes_while_the_server_stops_is_asked_to_come_again(house: House) -> None:
    """After the store is closed a mail is TRY_LATER."""
    house.app.store._writer.close()
    assert house.app.intake.process(raw("ping"), ENVELOPE) is Receipt.TRY_LATER


def test_two_reminders_at_once_remind_once(url: str, tmp_path: Path) -> None:
    """Two cron jobs in two processes at the same moment enqueue one reminder for each person."""
    with (
        open_house(tmp_path, f"[database]\nurl = {url}\n[boards]\nnagtime = 1h\n") as house,
        opened(url) as other,
    ):
        house.start()
        house.deliver()
        house.clock.set(house.clock.now().replace(year=2027))
        services = house.app.services
        jobs = [_remind_in_a_thread(store, services) for store in (house.app.store, other) for _ in range(4)]
        for job in jobs:
            job.join(30)
        with house.app.store.read() as repositories:
            assert [row.kind for row in repositories.outbox.rows("waiting")] == ["reminder"] * 4


def _remind_in_a_thread(store: Store, services: Services) -> threading.Thread:
    job = threading.Thread(target=remind, args=(store, services))
    job.start()
    return job
