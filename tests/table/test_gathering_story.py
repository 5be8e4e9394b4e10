"""Four people find together by mail alone, three of them without an account."""

from datetime import timedelta
from pathlib import Path

import pytest
from house import House, Mail, open_house

from pbmhearts.reminders import run
from pbmhearts.storage import Account

pytestmark = pytest.mark.slow

ASKING = "confirm_addresses = yes\nchallenges = ask"


def _remind(house: House) -> None:
    run.remind(house.app.store, house.app.services)


def _only(letters: list[Mail]) -> Mail:
    (letter,) = letters
    return letter


def _account(house: House, userid: str) -> Account:
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
    assert account is not None
    return account


def test_a_table_comes_together_by_replies_only(tmp_path: Path) -> None:
    """One has an account; of three invited one says no and one never answers; both are replaced; each mail is read."""
    with open_house(tmp_path, players=ASKING) as house:
        # ann opens an account: one letter asks whether the address is hers, the reply is welcomed.
        asked = _only(house.mail("ann@home.example", "signup ann secret-ann"))
        assert "Somebody asked to open an account here" in asked.text
        assert "secret-ann" not in str(asked.message)
        welcome = _only(house.reply(asked, "yes"))
        assert "Welcome, ann" in welcome.text

        # One challenge; nobody's address is shown, and the board waits.
        challenge = "mhearts challenge -jack ann bob@work.example cat@home.example dan@home.example"
        told = _only(house.mail("ann@home.example", challenge))
        assert "Board 101 waits for its four" in told.text
        assert house.boards() == ()
        bob = _only(house.letters("bob@work.example"))
        cat = _only(house.letters("cat@home.example"))
        dan = _only(house.letters("dan@home.example"))
        for letter in (bob, cat, dan):
            assert "ann invites you to a game of Hearts" in letter.text
            assert "jack of diamonds" in letter.text
            assert "  yes max\n" in letter.text
            assert "never" in letter.text
            others = {"bob@work", "cat@home", "dan@home", "ann@home"} - {letter["To"].split(".")[0]}
            assert not any(other in letter.text + letter.html for other in others)

        # bob says yes with a name: an account without a password, an address that is known, a seat.
        taken = _only(house.reply(bob, "Yes bob\n\nGreat idea!"))
        assert "Welcome, bob. You have a seat on board 101." in taken.text
        assert _account(house, "bob").password_hash == ""
        with house.app.store.read() as repositories:
            assert repositories.accounts.confirmed(_account(house, "bob").id) == ("bob@work.example",)

        # cat says no: told once that it is passed on; ann hears of it and replaces cat, by reply.
        assert "passed on" in _only(house.reply(cat, "no")).text
        needs = _only(house.letters("ann@home.example"))
        assert "Board 101 needs somebody else" in needs.subject
        assert "cat@home" not in needs.text
        assert "seat 3: somebody new, asked" in _only(house.reply(needs, "invite eve@home.example")).text
        eve = _only(house.letters("eve@home.example"))

        # dan never answers: one reminder, then the end, of which ann is told.
        house.wait(timedelta(days=7, minutes=1))
        _remind(house)
        again = _only(house.letters("dan@home.example"))
        assert "invited you some days ago" in again.text
        assert "This is the only reminder" in again.text
        assert len(house.letters("eve@home.example")) == 1
        assert house.letters("cat@home.example") == []
        assert house.boards() == ()
        took = _only(house.reply(eve, "yes eve"))
        assert "You have a seat on board 101" in took.text
        house.wait(timedelta(days=7))
        _remind(house)
        _remind(house)
        assert house.letters("dan@home.example") == []
        ended = _only(house.letters("ann@home.example"))
        assert "has not answered" in ended.text
        assert _only(house.reply(dan, "yes dan")).text.count("That invitation is over.") == 1

        # fay takes the last seat, and with that the board begins for all four.
        _only(house.reply(ended, "invite fay@home.example"))
        fay = _only(house.letters("fay@home.example"))
        begun = house.reply(fay, "yes fay")
        assert next(letter.subject for letter in begun) == "[mhearts 101] Hand 1 - you are fay"
        assert "Welcome, fay" in begun[-1].text
        assert house.board(101).names == ("ann", "bob", "eve", "fay")
        for who in ("ann@home.example", "bob@work.example", "eve@home.example"):
            letter = _only(house.letters(who))
            assert letter.subject.startswith("[mhearts 101] Hand 1 - you are ")
            assert "pass three cards" in letter.text

        # And a reply with three cards is enough for somebody who never had a password.
        cards = begun[0].text.partition("for example: ")[2].splitlines()[0]
        assert "You have passed." in _only(house.reply(begun[0], cards)).text
        assert house.letters("cat@home.example") == house.letters("dan@home.example") == []


def test_never_is_for_good(tmp_path: Path) -> None:
    """Who answers never gets no invitation again, from anybody, and whoever asks is told only that much."""
    with open_house(tmp_path, players=ASKING.replace("yes", "no")) as house:
        house.sign_up("ann", "bob")
        house.mail("ann", "mhearts challenge ann bob bot zoe@home.example")
        letter = _only(house.letters("zoe@home.example"))
        assert "No invitation comes to this address again" in _only(house.reply(letter, "never")).text
        house.letters("ann")
        house.letters("bob")
        house.wait(timedelta(days=30))
        refused = _only(house.mail("bob", "mhearts challenge ann bob bot zoe@home.example"))
        assert "wants no invitations" in refused.text
        assert house.letters("zoe@home.example") == []
