"""`mhearts challenge` and `invite`: which addresses somebody can be asked at."""

from pathlib import Path

import pytest
from house import SERVER, House, open_house

pytestmark = pytest.mark.slow


def answer(house: House, command: str) -> str:
    """What ann reads; nobody else is written to."""
    (letter,) = house.mail("ann", command)
    return " ".join(letter.text.split())


@pytest.mark.parametrize(
    "word", ["guest@", "@players.example", "a@b@players.example", "guest@../x", "gu(est@x"]
)
def test_what_no_letter_can_go_to_is_no_guest(tmp_path: Path, word: str) -> None:
    """No board waits for somebody who can never be asked; the answer says which word it is."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        said = answer(house, f"mhearts challenge ann {word} bot bot")
        assert f"{word} is no address that can be written to" in said
        with house.app.store.read() as repositories:
            assert not repositories.invitations.of_board(101)


@pytest.mark.parametrize("address", [SERVER, SERVER.upper(), SERVER.replace("@", "+101-abcdefgh@")])
def test_the_server_is_no_guest_and_no_player(tmp_path: Path, address: str) -> None:
    """A letter to its own address would only come back to it; the same for a player's addresses."""
    with open_house(tmp_path) as house:
        house.sign_up("ann", "bob")
        assert "this server's own address" in answer(house, f"mhearts challenge ann {address} bot bot")
        assert "server's own address" in answer(house, f"add ann secret-ann {address}")
        with house.app.store.read() as repositories:
            account = repositories.accounts.by_userid("ann")
            assert account is not None
            assert repositories.accounts.confirmed(account.id) == ("ann@players.example",)


def test_an_address_may_stand_in_angle_brackets(tmp_path: Path) -> None:
    """As mail programs copy it."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        house.mail("ann", "mhearts challenge ann <Guest@players.example> bot bot")
        (invitation,) = house.letters("guest")
        assert "ann invites you" in invitation.text


def test_several_bots_are_told_apart(tmp_path: Path) -> None:
    """Each is called by its seat, which nobody else may be; a single one needs no number."""
    with open_house(tmp_path) as house:
        house.sign_up("ann", "bob", "cat")
        (board,) = house.mail("ann", "mhearts challenge ann bot bot:easy bot")
        assert "ann, bot2, bot3 and bot4" in " ".join(board.text.split())
        assert "cannot be a userid" in answer(house, "signup bot2 secret-bot")
        house.mail("bob", "mhearts challenge ann bob cat bot")
        assert house.board(102).names == ("ann", "bob", "cat", "bot")


def test_a_board_with_bots_is_begun_again_as_the_last_letter_says(tmp_path: Path) -> None:
    """The names that bots have at the table may stand in a challenge."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        house.mail("ann", "mhearts challenge -deals=1 --unrated ann bot bot bot")
        house.mail("ann", "mhearts propose 101 ann secret-ann abandon")
        (last,) = house.mail("ann", "mhearts showas ann secret-ann 101")
        again = last.text.partition("with the Subject ")[2].partition("\n\n")[0]
        house.mail("ann", " ".join(again.split()))
        assert house.board(102).rules == house.board(101).rules
        assert house.board(102).names == ("ann", "bot2", "bot3", "bot4")


def test_the_first_letter_says_the_rules_as_they_are_played(tmp_path: Path) -> None:
    """Spot hearts with a cheap queen; who leads, and what; no points left where the hands are counted."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        (board,) = house.mail(
            "ann", "mhearts challenge -spot -queen=13 -nostarter -countdown -deals=2 ann bot bot bot"
        )
        text = " ".join(board.text.split())
        assert (
            "Each heart counts its face (jack 11, queen 12, king 13, ace 14), the queen of spades 13." in text
        )
        assert "leads any card but a heart or the queen of spades." in text
        assert "with any card" not in text
        assert "left of" not in text.replace("The player left of", "")
        assert "from 500 down" not in text
        (countdown,) = house.mail("ann", "mhearts challenge -countdown ann bot bot bot")
        assert "The board shows the points you have left, from 100 down." in " ".join(countdown.text.split())
