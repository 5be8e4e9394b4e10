"""`signup`, and the one letter that asks an address whether it is right."""

import contextlib
import itertools
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from house import START, House, Mail, open_house
from ready_house import everything

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.clock import FixedClock
from pbmhearts.storage import Repositories

pytestmark = pytest.mark.slow


def confirmed(house: House, userid: str) -> tuple[str, ...]:
    """The addresses that letters of a player go to."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        return repositories.accounts.confirmed(account.id) if account else ()


@contextlib.contextmanager
def reopened(folder: Path) -> Iterator[House]:
    """The server in `folder` again, with what its ini says now."""
    with opened(config.load(folder / "mhearts.ini"), clock=FixedClock(START)) as app:
        yield House(app, FixedClock(START), itertools.count(1000))


def is_question(letter: Mail) -> bool:
    """Whether a letter asks an address whether it is right."""
    return letter.subject.endswith("Is this your address?")


def test_the_newcomer_gets_one_letter_that_asks(asking: House) -> None:
    """It says what was asked for, that a reply will do, and what to do if it was somebody else."""
    (letter,) = asking.mail("ann", "signup ann secret")
    assert is_question(letter)
    text = " ".join(letter.text.split())
    assert "Welcome to MHearts" in text
    assert "userid ann" in text
    assert "an empty reply will do" in text
    assert "If it was not you, do nothing" in text
    assert "secret" not in everything(letter)
    assert confirmed(asking, "ann") == ()


@pytest.mark.parametrize("word", ["mute", "Friends", "rematch", "claim", "skip", "pass", "play", "normal"])
def test_words_of_commands_are_no_userids(asking: House, word: str) -> None:
    """Nobody new is called like the word with which a line of a reply begins; another name is asked for."""
    (letter,) = asking.mail("ann", f"signup {word} secret")
    assert f"The userid {word} is taken." in letter.text
    assert confirmed(asking, word) == ()


def test_who_is_called_like_a_command_stays(asking: House) -> None:
    """An account from before the word was reserved goes on as before."""

    def before(repositories: Repositories) -> None:
        account = repositories.accounts.add("friends", "", START)
        repositories.accounts.add_address(account.id, "friends@players.example", START, START)

    asking.app.store.run(before)
    (board,) = asking.mail("friends", "mhearts challenge friends bot bot bot")
    assert "Your turn, friends" in board.text


@pytest.mark.parametrize("words", ["", "yes", "Yes!", "ok"])
def test_any_answer_confirms_and_brings_the_welcome(asking: House, words: str) -> None:
    """An empty reply counts, too."""
    (letter,) = asking.mail("ann", "signup ann secret")
    (welcome,) = asking.reply(letter, words)
    assert "Welcome, ann. Your account is open" in welcome.text
    assert confirmed(asking, "ann") == ("ann@players.example",)


def test_the_tap_confirms_by_its_subject(asking: House) -> None:
    """The link in the HTML part mails `yes` under the letter's tag to the plain address."""
    (letter,) = asking.mail("ann", "signup ann secret")
    tag = letter.subject.split("]")[0] + "]"
    assert "mailto:mhearts@cards.example?subject=%5Bmhearts" in letter.html
    asking.mail("ann", f"{tag} yes")
    assert confirmed(asking, "ann") == ("ann@players.example",)


def test_a_wrong_code_confirms_nothing(asking: House) -> None:
    """Only whoever got the letter can answer it."""
    asking.mail("ann", "signup ann secret")
    with asking.app.store.read() as repositories:
        account = repositories.accounts.by_userid("ann")
        assert account is not None
        (address,) = repositories.accounts.addresses(account.id)
    asking.mail("ann", f"[mhearts c{address.id}.aaaabbbb] yes")
    assert confirmed(asking, "ann") == ()


def test_an_answer_from_another_address_confirms_the_one_that_was_asked(asking: House) -> None:
    """Mail that is forwarded is answered from elsewhere; the welcome goes to the player."""
    (letter,) = asking.mail("ann", "signup ann secret")
    (heard,) = asking.reply(letter, "yes", sender="ann@phone.example")
    assert confirmed(asking, "ann") == ("ann@players.example",)
    assert "ann@players.example" not in everything(heard)
    (welcome,) = asking.letters("ann")
    assert "Welcome, ann." in welcome.text


def test_a_victim_gets_three_questions_a_day_at_most(asking: House) -> None:
    """However often somebody signs up with a stranger's address, from wherever."""
    victim = "victim@elsewhere.example"
    for number in range(8):
        asking.mail(f"mallory{number}", f"signup mallory{number} secret {victim}")
    letters = asking.letters(victim)
    assert len(letters) == 3
    assert all(is_question(letter) for letter in letters)
    asking.wait(timedelta(hours=25))
    asking.mail("mallory", f"signup mallory secret {victim}")
    (letter,) = asking.letters(victim)
    assert is_question(letter)


def test_a_forged_from_gets_no_more_than_questions_and_few_answers(asking: House) -> None:
    """Refusals go to the From, so they are as few as any stranger's answers."""
    victim = "victim@elsewhere.example"
    letters: list[Mail] = []
    for number in range(12):
        letters += asking.mail(victim, f"signup mallory{number} secret")
    questions = [letter for letter in letters if is_question(letter)]
    most = asking.app.config.players.stranger_answers_per_hour
    assert len(questions) == 3
    assert len(letters) == 3 + most


def test_what_strangers_get_is_counted_a_day_not_only_an_hour(tmp_path: Path) -> None:
    """One address, and all together, get no more than a day's share, however it is spread over the hours."""
    players = "stranger_answers_per_hour = 1\nstranger_answers_per_day = 2\nall_strangers_per_day = 3"
    with open_house(tmp_path, players=players) as house:
        counted = []
        for name in ("nobody", "nobody", "nobody", "other", "another"):
            counted.append(len(house.mail(f"{name}@elsewhere.example", "help")))
            house.wait(timedelta(hours=1, minutes=1))
        assert counted == [1, 1, 0, 1, 0]
        house.wait(timedelta(days=1))
        assert len(house.mail("nobody@elsewhere.example", "help")) == 1


def test_all_questions_of_a_day_are_counted(tmp_path: Path) -> None:
    """Many addresses are as bad as one that is asked many times."""
    players = "confirm_addresses = yes\nall_strangers_per_day = 4"
    with open_house(tmp_path, players=players) as house:
        victims = [f"victim{number}@elsewhere.example" for number in range(6)]
        house.mail("mallory", f"signup mallory secret {' '.join(victims[:3])}")
        house.mail("mallory", f"signup mallory2 secret {' '.join(victims[3:])}")
        assert [len(house.letters(victim)) for victim in victims] == [1, 1, 1, 0, 0, 0]
        assert confirmed(house, "mallory2") == ()


def test_until_it_is_confirmed_an_address_gets_nothing_of_a_board(asking: House) -> None:
    """The account cannot be seated, so its address is told of no board."""
    (question,) = asking.mail("ann", "signup ann secret")
    asking.reply(question, "yes")
    asking.mail("bob", "signup bob secret")
    asking.mail("ann", "message ann secret bob", "hello\n")
    asking.mail("ann", "broadcast ann secret", "hello\n")
    asking.mail("ann", "forgot bob")
    assert asking.letters("bob") == []


def test_an_unconfirmed_account_writes_to_nobody(asking: House) -> None:
    """Anybody could be behind it."""
    (question,) = asking.mail("ann", "signup ann secret")
    asking.reply(question, "yes")
    asking.mail("mallory", "signup mallory secret")
    for verb in ("message mallory secret ann", "broadcast mallory secret"):
        (heard,) = asking.mail("mallory", verb, "buy this\n")
        assert "could not be done" in heard.text
    assert asking.letters("ann") == []


def test_every_address_named_is_asked(asking: House) -> None:
    """The writer's own is not among them, and hears where the letters went."""
    (heard,) = asking.mail("ann", "signup ann secret ann@work.example ann@home.example")
    assert "ann@work.example" in heard.text
    assert is_question(asking.letters("ann@work.example")[0])
    (letter,) = asking.letters("ann@home.example")
    asking.reply(letter, "", sender="ann@home.example")
    assert confirmed(asking, "ann") == ("ann@home.example",)


def test_two_players_may_share_an_address(asking: House) -> None:
    """Each of them is asked for."""
    for userid in ("ann", "bob"):
        (letter,) = asking.mail("home", f"signup {userid} secret")
        asking.reply(letter, "yes")
    assert confirmed(asking, "ann") == confirmed(asking, "bob") == ("home@players.example",)


def test_without_confirmation_the_account_is_open_at_once(tmp_path: Path) -> None:
    """For servers whose letters reach nobody by mistake."""
    with open_house(tmp_path) as house:
        (welcome,) = house.mail("ann", "signup ann secret")
        assert "Welcome, ann." in welcome.text
        assert confirmed(house, "ann") == ("ann@players.example",)


def test_by_default_only_a_server_with_a_smarthost_asks(tmp_path: Path) -> None:
    """Without one the letters stay on this machine."""
    with open_house(tmp_path, players="") as house:
        house.mail("ann", "signup ann secret")
        assert confirmed(house, "ann") == ("ann@players.example",)


def test_a_closed_server_takes_nobody(tmp_path: Path) -> None:
    """`signup = closed`."""
    with open_house(tmp_path, players="signup = closed") as house:
        (answer,) = house.mail("ann", "signup ann secret")
        assert "takes no new players" in answer.text
        assert confirmed(house, "ann") == ()


def test_by_invitation_only_takes_whom_somebody_invited(tmp_path: Path) -> None:
    """`signup = invite`: every address must have been invited to a board and not have answered."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        house.mail("ann", "mhearts challenge ann bot bot eve@new.example")
    path = tmp_path / "mhearts.ini"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[players]", "[players]\nsignup = invite"), encoding="utf-8")
    with reopened(tmp_path) as house:
        (answer,) = house.mail("mallory", "signup mallory secret")
        assert "only players whom somebody has invited" in " ".join(answer.text.split())
        house.mail("eve@new.example", "signup mallory secret eve@new.example mallory@players.example")
        assert confirmed(house, "mallory") == ()
        house.mail("eve@new.example", "signup eve secret")
        assert confirmed(house, "eve") == ("eve@new.example",)


def test_too_many_addresses_are_refused(asking: House) -> None:
    """Each of them would get every letter."""
    many = " ".join(f"ann@{number}.example" for number in range(11))
    (answer,) = asking.mail("ann", f"signup ann secret {many}")
    assert "10 addresses at most" in answer.text
    assert asking.letters("ann@0.example") == []


@pytest.mark.parametrize("userid", ["operator", "Admin", "postmaster", "you", "yes", "no-reply", "cardclub"])
def test_nobody_passes_for_the_server(tmp_path: Path, userid: str) -> None:
    """Names of the server, its operator and its answers are taken, [server] name included."""
    with open_house(tmp_path, "name = CardClub\n") as house:
        (answer,) = house.mail("eve", f"signup {userid} secret")
        assert f"The userid {userid} is taken." in answer.text
        with house.app.store.read() as repositories:
            assert repositories.accounts.by_userid(userid) is None


@pytest.mark.parametrize("userid", ["bob", "Cat", "dan", "eve"])
def test_the_welcomes_example_names_four(asking: House, userid: str) -> None:
    """The board it shows how to start has the newcomer in it once."""
    (letter,) = asking.mail("eve", f"signup {userid} secret")
    (welcome,) = asking.reply(letter, "")
    line = next(line for line in welcome.text.splitlines() if "mhearts challenge" in line)
    four = line.split()[2:6]
    assert four[0] == userid
    assert len({name.lower() for name in four}) == 4
