"""`add`: more addresses for one player."""

import pytest
from house import House
from ready_house import everything

pytestmark = pytest.mark.slow


def joined(house: House, userid: str) -> None:
    """Sign up where addresses are asked, and answer."""
    (question,) = house.mail(userid, f"signup {userid} secret-{userid}")
    house.reply(question, "")


def reached(house: House, userid: str) -> tuple[str, ...]:
    """Where letters of a player go."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        assert account is not None
        return repositories.accounts.reachable(account.id)


def test_letters_go_to_both(eve: House) -> None:
    """After `add` every letter comes twice."""
    (answer,) = eve.mail("eve", "add eve secret-eve eve@work.example")
    assert "eve@players.example" in answer.text
    assert "eve@work.example" in answer.text
    eve.mail("ann", "message ann secret-ann eve", "hello\n")
    assert len(eve.letters("eve")) == len(eve.letters("eve@work.example")) == 1


def test_without_an_address_the_writers_own_is_added(eve: House) -> None:
    """From the new address, with the password."""
    eve.mail("eve@phone.example", "add eve secret-eve")
    assert reached(eve, "eve") == ("eve@players.example", "eve@phone.example")


def test_a_new_address_is_asked_first(asking: House) -> None:
    """Until it has answered, letters go to the old one alone."""
    joined(asking, "ann")
    asking.mail("ann", "add ann secret-ann ann@work.example")
    assert reached(asking, "ann") == ("ann@players.example",)
    (question,) = asking.letters("ann@work.example")
    assert "The player ann of MHearts" in question.text
    (answer,) = asking.reply(question, "yes")
    assert "Letters go to ann@work.example from now on." in answer.text
    assert reached(asking, "ann") == ("ann@players.example", "ann@work.example")


def test_from_the_new_address_the_question_is_the_answer(asking: House) -> None:
    """The player's confirmed address hears of it, too."""
    joined(asking, "ann")
    (question,) = asking.mail("ann@work.example", "add ann secret-ann")
    assert question.subject.endswith("Is this your address?")
    (news,) = asking.letters("ann")
    assert "ann@work.example" in news.text


def test_again_brings_the_question_again(asking: House) -> None:
    """For whoever has lost it; three times a day."""
    joined(asking, "ann")
    for _ in range(5):
        asking.mail("ann", "add ann secret-ann ann@work.example")
    assert len(asking.letters("ann@work.example")) == 3


def test_an_address_known_already_changes_nothing(eve: House) -> None:
    """It is not asked again."""
    (answer,) = eve.mail("eve", "add eve secret-eve EVE@players.example")
    assert "eve@players.example" in answer.text
    assert reached(eve, "eve") == ("eve@players.example",)


def test_what_is_no_address_is_refused_and_not_repeated(eve: House) -> None:
    """People write their password twice."""
    (answer,) = eve.mail("eve", "add eve secret-eve hunter22")
    assert "only addresses may follow" in answer.text
    assert "Usage: add userid password [address+]" in answer.text
    assert "hunter22" not in everything(answer)


def test_a_wrong_password_adds_nothing(eve: House) -> None:
    """And the address hears nothing but that."""
    (answer,) = eve.mail("mallory", "add eve secret-ann")
    assert "do not go together" in answer.text
    assert reached(eve, "eve") == ("eve@players.example",)
