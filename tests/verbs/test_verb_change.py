"""`change`: passwords and addresses."""

import pytest
from house import House, Mail
from ready_house import BOARD, everything

pytestmark = pytest.mark.slow


def works(house: House, userid: str, password: str) -> bool:
    """Whether a password is the player's."""
    (answer,) = house.mail(userid, f"set {userid} {password}")
    assert password not in everything(answer)
    return "This is how you have it" in answer.text


def reached(house: House, userid: str) -> tuple[str, ...]:
    """Where letters of a player go."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        assert account is not None
        return repositories.accounts.reachable(account.id)


class TestPassword:
    """`change password`."""

    def test_the_new_one_holds(self, eve: House) -> None:
        """And the old one no more; neither comes back in the answer."""
        (answer,) = eve.mail("eve", "change password eve secret-eve hunter22")
        assert "Your new password holds" in answer.text
        assert "hunter22" not in everything(answer)
        assert works(eve, "eve", "hunter22")
        assert not works(eve, "eve", "secret-eve")

    def test_the_current_one_is_needed(self, eve: House) -> None:
        """A wrong one is refused like any other."""
        (answer,) = eve.mail("eve", "change password eve secret-ann hunter22")
        assert "do not go together" in answer.text
        assert works(eve, "eve", "secret-eve")

    @pytest.mark.parametrize("new", ["abc", "-secret", "it's-it"])
    def test_what_cannot_be_a_password_is_refused(self, eve: House, new: str) -> None:
        """As at signup."""
        (answer,) = eve.mail("eve", f"change password eve secret-eve {new}")
        assert "cannot be a password" in answer.text
        assert new not in everything(answer)
        assert works(eve, "eve", "secret-eve")

    def test_a_letter_does_not_replace_a_password(self, eve: House) -> None:
        """Whoever can read a player's mail for a moment must not take the account over."""
        eve.mail("ann", "message ann secret-ann eve", "hello\n")
        (message,) = eve.letters("eve")
        (answer,) = eve.reply(message, "change password hunter22")
        assert "current password are needed" in " ".join(answer.text.split())
        assert works(eve, "eve", "secret-eve")

    def test_a_boards_letter_does_neither(self, eve: House) -> None:
        """Its code serves the board."""
        (board,) = eve.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
        (answer,) = eve.reply(board, "change password hunter22")
        assert "could not be done" in answer.text
        assert works(eve, "ann", "secret-ann")

    def test_who_has_none_makes_the_first_by_reply(self, eve: House) -> None:
        """An account that an invitation opened has no password."""
        letter = self._letter_to_a_guest(eve)
        (answer,) = eve.reply(letter, "change password hunter22")
        assert "Your new password holds" in answer.text
        assert works(eve, "guest", "hunter22")

    @staticmethod
    def _letter_to_a_guest(house: House) -> Mail:
        house.mail("eve", "mhearts challenge eve bot bot guest@players.example")
        (invitation,) = house.letters("guest")
        house.reply(invitation, "yes guest")
        house.letters("guest")
        house.mail("eve", "message eve secret-eve guest", "hello\n")
        (letter,) = house.letters("guest")
        return letter


class TestAddress:
    """`change address`."""

    def test_the_new_ones_replace_the_old(self, eve: House) -> None:
        """Where nothing is asked, at once."""
        eve.mail("eve", "change address eve secret-eve eve@work.example eve@home.example")
        assert reached(eve, "eve") == ("eve@work.example", "eve@home.example")

    def test_without_an_address_the_writers_own_is_the_only_one(self, eve: House) -> None:
        """From the new one, with the password."""
        eve.mail("eve@phone.example", "change address eve secret-eve")
        assert reached(eve, "eve") == ("eve@phone.example",)

    def test_the_old_one_stays_until_a_new_one_has_answered(self, asking: House) -> None:
        """A typing error locks nobody out."""
        (question,) = asking.mail("ann", "signup ann secret")
        asking.reply(question, "")
        asking.mail("ann", "change address ann secret ann@work.example ann@home.example")
        assert reached(asking, "ann") == ("ann@players.example",)
        (question,) = asking.letters("ann@home.example")
        (answer,) = asking.reply(question, "yes")
        assert "Your other addresses get none any more." in answer.text
        assert reached(asking, "ann") == ("ann@home.example",)
        (question,) = asking.letters("ann@work.example")
        asking.reply(question, "yes")
        assert reached(asking, "ann") == ("ann@work.example", "ann@home.example")

    def test_down_to_some_of_the_old_ones(self, asking: House) -> None:
        """An address that is confirmed already replaces the others at once."""
        (question,) = asking.mail("ann", "signup ann secret")
        asking.reply(question, "")
        (question,) = asking.mail("ann@work.example", "add ann secret")
        asking.reply(question, "")
        asking.mail("ann", "change address ann secret ann@work.example")
        assert reached(asking, "ann") == ("ann@work.example",)

    def test_a_letter_is_not_enough(self, eve: House) -> None:
        """Whoever can read a player's mail for a moment must not take the account over."""
        (board,) = eve.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
        (answer,) = eve.reply(board, "change address mallory@elsewhere.example")
        assert "Userid and password are needed" in answer.text
        assert reached(eve, "ann") == ("ann@players.example",)


def test_something_else_cannot_be_changed(eve: House) -> None:
    """The answer shows both ways to write it."""
    (answer,) = eve.mail("eve", "change eve secret-eve hunter22")
    assert "Is it the password or the address" in answer.text
    assert "change password userid current new" in answer.text
    assert "hunter22" not in everything(answer)
