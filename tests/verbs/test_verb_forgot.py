"""`forgot` and `reset`: a new password by a mailed code."""

import re
from datetime import timedelta

import pytest
from house import House, Mail
from ready_house import everything

pytestmark = pytest.mark.slow


def code_in(letter: Mail) -> str:
    """The code in a letter that `forgot` brought."""
    found = re.search(r"reset eve (\S+) ", letter.text)
    assert found is not None
    return found[1]


def asked(house: House) -> Mail:
    """A code for eve, who asked for it."""
    code, _ = house.mail("eve", "forgot eve")
    return code


def works(house: House, password: str) -> bool:
    """Whether a password is eve's."""
    (answer,) = house.mail("eve", f"set eve {password}")
    return "This is how you have it" in answer.text


def test_the_code_makes_a_new_password(eve: House) -> None:
    """The old one is worth nothing any more."""
    code = code_in(asked(eve))
    (answer,) = eve.mail("eve", f"reset eve {code} hunter22")
    assert "Your new password holds" in answer.text
    assert "hunter22" not in everything(answer)
    assert code not in everything(answer)
    assert works(eve, "hunter22")
    assert not works(eve, "secret-eve")


def test_the_code_has_sixty_bits(eve: House) -> None:
    """Twelve characters of thirty-two kinds, in groups that one can type."""
    assert re.fullmatch(r"[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}", code_in(asked(eve)))


def test_it_is_good_once(eve: House) -> None:
    """Used, it is refused."""
    code = code_in(asked(eve))
    eve.mail("eve", f"reset eve {code} hunter22")
    (answer,) = eve.mail("eve", f"reset eve {code} hunter33")
    assert "too old or used" in " ".join(answer.text.split())
    assert works(eve, "hunter22")


def test_it_is_good_for_a_day(eve: House) -> None:
    """Not longer."""
    code = code_in(asked(eve))
    eve.wait(timedelta(hours=24))
    eve.mail("eve", f"reset eve {code} hunter22")
    assert works(eve, "secret-eve")


def test_a_newer_code_replaces_it(eve: House) -> None:
    """Only the last one counts."""
    older, newer = code_in(asked(eve)), code_in(asked(eve))
    eve.mail("eve", f"reset eve {older} hunter22")
    assert works(eve, "secret-eve")
    eve.mail("eve", f"reset eve {newer.upper()} hunter22")
    assert works(eve, "hunter22")


def test_it_is_nobody_elses(eve: House) -> None:
    """A code opens the account that it was made for."""
    code = code_in(asked(eve))
    (answer,) = eve.mail("mallory", f"reset ann {code} hunter22")
    assert "do not go together" in answer.text
    (answer,) = eve.mail("ann", "set ann secret-ann")
    assert "This is how you have it" in answer.text


def test_it_goes_to_the_players_own_addresses_alone(eve: House) -> None:
    """Whoever asks hears the same, whether there is such a player or not."""
    (known,) = eve.mail("mallory", "forgot eve")
    (unknown,) = eve.mail("mallory", "forgot adam")
    assert known.text.replace("eve", "adam") == unknown.text
    (code,) = eve.letters("eve")
    assert code_in(code) not in everything(known)


def test_nobody_can_flood_a_player_with_it(eve: House) -> None:
    """Three a day; whoever asks for a fourth hears the same."""
    answers = [eve.mail("ann", "forgot eve")[0].text for _ in range(5)]
    assert len(set(answers)) == 1
    assert len(eve.letters("eve")) == 3
    eve.wait(timedelta(hours=25))
    eve.mail("ann", "forgot eve")
    assert len(eve.letters("eve")) == 1


def test_it_reaches_who_has_paused(eve: House) -> None:
    """Locked out, one could not even come back."""
    eve.mail("eve", "pause eve secret-eve")
    assert code_in(asked(eve))


def test_a_good_code_from_elsewhere_is_obeyed(eve: House) -> None:
    """The player hears of it at home, the unknown address only that it was done."""
    code = code_in(asked(eve))
    (heard,) = eve.mail("eve@phone.example", f"reset eve {code} hunter22")
    assert "Done." in heard.text
    (answer,) = eve.letters("eve")
    assert "Your new password holds" in answer.text


@pytest.mark.parametrize("line", ["forgot", "forgot eve ann", "reset eve", "reset eve aaaa-bbbb-cccc"])
def test_wrong_arity_brings_the_usage(eve: House, line: str) -> None:
    """That verb's own."""
    (answer,) = eve.mail("eve", line)
    usage = {"forgot": "Usage: forgot userid", "reset": "Usage: reset userid code newpassword"}
    assert usage[line.split(maxsplit=1)[0]] in answer.text
    assert "aaaa-bbbb" not in everything(answer)
