"""Accounts, the inbox and the server's own values."""

from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError, StatementError
from storage_tables import START, opened, sign_up

from pbmhearts.letters import Envelope, InboundMail
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.inbound import read
from pbmhearts.storage import Repositories, Store, hash_password, is_password

ME = ServerAddress("mhearts@cards.example", "MHearts", "+")


def mail(body: str, message_id: str = "<1@players.example>") -> InboundMail:
    """A mail as reading gives it."""
    named = f"Message-ID: {message_id}\r\n" if message_id else ""
    raw = f"From: Ann <ann@players.example>\r\nSubject: help\r\n{named}\r\n{body}\r\n"
    return read(raw.encode(), Envelope("ann@players.example", ("mhearts@cards.example",)), ME)


def test_a_userid_is_found_in_any_case_and_belongs_to_one(store: Store) -> None:
    """Userids are unique without case, and kept as written."""
    ann = store.run(lambda repositories: repositories.accounts.add("Ann", "hash", START))
    with store.read() as repositories:
        assert repositories.accounts.by_userid("aNN") == ann
        assert repositories.accounts.by_id(ann.id) == ann
        assert repositories.accounts.by_userid("anne") is None
        assert repositories.accounts.userids() == ("Ann",)
        with pytest.raises(LookupError):
            repositories.accounts.by_id(99)
    with pytest.raises(IntegrityError):
        store.run(lambda repositories: repositories.accounts.add("ANN", "", START))


def test_letters_go_to_confirmed_addresses_only(store: Store) -> None:
    """An address counts once confirmed; two people may share one; the same address twice is one."""

    def join(repositories: Repositories) -> tuple[int, int]:
        ann, bob = (repositories.accounts.add(userid, "", START).id for userid in ("ann", "bob"))
        repositories.accounts.add_address(ann, "Home@Players.Example", START, START)
        repositories.accounts.add_address(ann, "home@players.example", START, START)
        repositories.accounts.add_address(ann, "new@players.example", START, None)
        repositories.accounts.add_address(bob, "home@players.example", START, START)
        return ann, bob

    ann, bob = store.run(join)
    with store.read() as repositories:
        assert repositories.accounts.reachable(ann) == ("home@players.example",)
        assert repositories.accounts.confirmed(ann) == ("home@players.example",)
        assert [each.id for each in repositories.accounts.by_address("HOME@players.example")] == [ann, bob]
        assert repositories.accounts.by_address("new@players.example") == ()


def test_a_person_was_heard_of(store: Store) -> None:
    """When a person was last heard of is kept, aware and in UTC."""
    ann = store.run(lambda repositories: repositories.accounts.add("ann", "", START))
    later = START + timedelta(days=2)
    store.run(lambda repositories: repositories.accounts.seen(ann.id, later))
    with store.read() as repositories:
        assert repositories.accounts.by_id(ann.id).seen_at == later


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    """Nobody could say when it was."""
    with pytest.raises(StatementError, match="a time without a zone"):
        store.run(lambda repositories: repositories.accounts.add("ann", "", START.replace(tzinfo=None)))


def test_a_mail_is_new_once(store: Store) -> None:
    """A mail that was dealt with is known for ever; one without a Message-ID for a day."""
    store.run(lambda repositories: repositories.inbox.record(mail("a"), START, "done"))
    store.run(lambda repositories: repositories.inbox.record(mail("b", ""), START, "done"))
    day = timedelta(days=1)
    store.run(lambda repositories: _known(repositories, day))


def _known(repositories: Repositories, day: timedelta) -> None:
    inbox = repositories.inbox
    assert inbox.is_new(mail("c"), START)
    assert not inbox.is_new(mail("a"), START + 400 * day)
    assert not inbox.is_new(mail("b", ""), START + day - timedelta(seconds=1))
    assert inbox.is_new(mail("b", ""), START + day)
    inbox.record(mail("b", ""), START + 2 * day, "done")
    assert not inbox.is_new(mail("b", ""), START + 2 * day)


def test_a_shunted_mail_is_kept_whole_until_released(store: Store) -> None:
    """Envelope and bytes of a shunted mail come back as they were, and it is new again once released."""
    envelope = Envelope("ann@players.example", ("mhearts@cards.example", "mhearts+101@cards.example"), "::1")
    raw = bytes(range(256))
    kept = store.run(
        lambda repositories: repositories.inbox.shunt(mail("a"), START, "Bug at x", envelope, raw)
    )
    with store.read() as repositories:
        (shunted,) = repositories.inbox.shunted()
    assert (shunted.id, shunted.envelope, shunted.raw, shunted.why) == (kept, envelope, raw, "Bug at x")
    store.run(lambda repositories: repositories.inbox.release(kept))
    assert store.run(lambda repositories: repositories.inbox.is_new(mail("a"), START))


def test_the_signing_key_is_made_once(url: str) -> None:
    """Every process and every start gets the same key."""
    with opened(url) as store, opened(url) as other:
        key = store.signing_key(lambda size: b"k" * size)
        assert key == b"k" * 32
        assert other.signing_key(lambda size: b"x" * size) == key


def test_a_password_fits_its_own_hash_only() -> None:
    """A hash holds no password, differs each time, and fits its own alone; no hash fits nothing."""
    kept = hash_password("secret-ann")
    assert "secret-ann" not in kept
    assert kept != hash_password("secret-ann")
    assert is_password(kept, "secret-ann")
    assert not is_password(kept, "secret-bob")
    assert not is_password("", "")
    assert not is_password("no hash at all", "secret-ann")


def _add_and_fail(repositories: Repositories) -> None:
    repositories.accounts.add("bob", "", START)
    raise LookupError


def test_a_savepoint_is_undone_alone(store: Store) -> None:
    """What is done within a savepoint that raises is undone; what stands around it stays."""

    def work(repositories: Repositories) -> None:
        repositories.accounts.add("ann", "", START)
        with pytest.raises(LookupError), repositories.savepoint():
            _add_and_fail(repositories)
        repositories.accounts.add("cat", "", START)

    store.run(work)
    with store.read() as repositories:
        assert repositories.accounts.userids() == ("ann", "cat")


def test_the_accounts_that_have_set_a_preference_are_found(store: Store) -> None:
    """A key that is missing, or set back to nothing, is not set; neither is one of an account that is gone."""

    def work(repositories: Repositories) -> tuple[str, ...]:
        ann, bob, cat, _ = sign_up(repositories)
        repositories.accounts.change(ann, preferences={"digest": "08:00"})
        repositories.accounts.change(bob, preferences={"digest": None, "zone": "UTC"})
        repositories.accounts.change(cat, preferences={"digest": "08:00"}, status="deleted")
        return tuple(account.userid for account in repositories.accounts.with_preference("digest"))

    assert store.run(work) == ("ann",)
