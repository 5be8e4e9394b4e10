"""`mhearts challenge` and `invite`: which addresses somebody can be asked at."""

from pathlib import Path

import pytest
from house import SERVER, House, open_house


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
