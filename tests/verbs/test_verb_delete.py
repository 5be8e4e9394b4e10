"""`delete`: an account's end."""

import pytest
from house import House
from ready_house import BOARD, unread

from pbmhearts.games import hearts

pytestmark = pytest.mark.slow


def test_a_good_bye_is_the_last_letter(eve: House) -> None:
    """To each address the player had; nothing after that."""
    eve.mail("eve", "add eve secret-eve eve@work.example")
    (letter,) = eve.mail("eve", "delete eve secret-eve")
    assert "Good-bye, eve." in letter.text
    (letter,) = eve.letters("eve@work.example")
    assert "Good-bye, eve." in letter.text
    eve.mail("ann", "message ann secret-ann eve", "hello\n")
    eve.mail("ann", "broadcast ann secret-ann", "hello all\n")
    eve.mail("ann", "forgot eve")
    assert eve.letters("eve") == eve.letters("eve@work.example") == []


def test_nothing_of_the_person_is_kept(eve: House) -> None:
    """No address, password, setting, vacation or seek."""
    eve.mail("eve", "set eve secret-eve zone=Europe/Paris")
    eve.mail("eve", "vacation eve secret-eve 2026-12-20..2026-12-24")
    eve.mail("eve", "mhearts seek eve secret-eve")
    eve.mail("eve", "delete eve secret-eve")
    with eve.app.store.read() as repositories:
        account = repositories.accounts.by_userid("eve")
        assert account is not None
        assert repositories.accounts.addresses(account.id) == ()
        assert (account.status, account.password_hash) == ("deleted", "")
        assert (account.preferences, account.vacations) == ({}, ())
        assert repositories.seeks.all() == ()


def test_the_password_opens_nothing_any_more(eve: House) -> None:
    """As if there were no such player."""
    eve.mail("eve", "delete eve secret-eve")
    (answer,) = eve.mail("eve", "set eve secret-eve")
    assert "do not go together" in answer.text


def test_an_old_code_makes_no_new_password(eve: House) -> None:
    """A code that was mailed before is worth nothing."""
    code, _ = eve.mail("eve", "forgot eve")
    word = next(line.split()[2] for line in code.text.splitlines() if line.startswith("  reset"))
    eve.mail("eve", "delete eve secret-eve")
    (answer,) = eve.mail("eve", f"reset eve {word} hunter22")
    assert "do not go together" in answer.text


def test_an_old_letter_opens_nothing(eve: House) -> None:
    """A reply to one of the account's letters is nobody's."""
    eve.mail("ann", "message ann secret-ann eve", "hello\n")
    (message,) = eve.letters("eve")
    eve.mail("eve", "delete eve secret-eve")
    (answer,) = eve.reply(message, "set html=no")
    assert "cannot tell from your mail who you are" in answer.text


def test_the_name_is_not_given_again(eve: House) -> None:
    """And nobody finds the player by it."""
    eve.mail("eve", "delete eve secret-eve")
    (answer,) = eve.mail("mallory", "signup EVE pass-word")
    assert "EVE is taken" in answer.text
    (answer,) = eve.mail("ann", "who")
    assert "eve" not in answer.text
    (answer,) = eve.mail("ann", "mhearts challenge ann bob cat eve")
    assert "There is no player eve." in answer.text


def test_a_stand_in_plays_on(passing: House) -> None:
    """It takes the hand, moves at once if it must, and the others are told."""
    held = hearts.view(passing.board(BOARD).state, hearts.Seat(1)).hand
    passing.mail("bob", "delete bob secret-bob")
    board = passing.board(BOARD)
    assert board.names == ("ann", "bot", "cat", "dan")
    assert hearts.Seat(1) not in hearts.waiting(board.state)
    assert set(hearts.view(board.state, hearts.Seat(1)).hand) <= set(held)
    letters = unread(passing, "ann", "cat", "dan")
    for letter in letters.values():
        assert "bob has left: a bot plays on." in letter[0].text
    for name in ("ann", "cat", "dan"):
        seat = board.names.index(name)
        cards = " ".join(str(card) for card in hearts.legal_cards(board.state, hearts.Seat(seat))[:3])
        passing.mail(name, f"mhearts move {BOARD} {name} secret-{name} {cards}")
    assert isinstance(passing.board(BOARD).state, hearts.Playing)


def test_invitations_are_given_back(eve: House) -> None:
    """Asked or promised, the seat is free again, and the host is told."""
    eve.mail("eve", "set eve secret-eve challenges=ask")
    eve.mail("dan", "set dan secret-dan challenges=ask")
    eve.mail("ann", "mhearts challenge ann bob dan eve")
    (invitation,) = eve.letters("eve")
    eve.reply(invitation, "yes")
    unread(eve)
    eve.mail("eve", "delete eve secret-eve")
    (letter,) = eve.letters("ann")
    assert "needs somebody else" in letter.subject
    eve.mail("dan", "delete dan secret-dan")
    assert sum("needs somebody else" in letter.subject for letter in eve.letters("ann")) == 1


def test_from_an_unknown_address_it_is_told_there_as_well(eve: House) -> None:
    """The password is good; the good-bye goes home."""
    (heard,) = eve.mail("eve@phone.example", "delete eve secret-eve")
    assert "The account is deleted." in heard.text
    assert len(eve.letters("eve")) == 1


def test_a_letter_is_not_enough(passing: House) -> None:
    """It takes userid and password."""
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    passing.reply(board, "delete")
    with passing.app.store.read() as repositories:
        account = repositories.accounts.by_userid("ann")
    assert account is not None
    assert account.status == "active"
