"""How many passwords of one mail are checked or made: each keeps a processor busy for a while."""

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher
from house import FOUR, House
from ready_house import BOARD, unread


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that are checked or made, as they are."""
    done: list[str] = []

    def noted(real: Callable[..., object]) -> Callable[..., object]:
        def hashing(hasher: PasswordHasher, *words: str) -> object:
            done.append(words[-1])
            return real(hasher, *words)

        return hashing

    for name in ("hash", "verify"):
        monkeypatch.setattr(PasswordHasher, name, noted(getattr(PasswordHasher, name)))
    return done


def test_a_card_in_reply_needs_none(playing: House, hashed: list[str]) -> None:
    """A move by its letter costs no hash."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    hashed.clear()
    log = playing.log(BOARD)
    playing.reply(letter, f"{card}\n\nGood luck to all")
    assert len(playing.log(BOARD)) == len(log) + 1
    assert hashed == []


def test_many_resets_of_a_stranger_cost_two_at_most(playing: House, hashed: list[str]) -> None:
    """Whatever a small mail asks for."""
    lines = "".join(f"reset ann abcd-efgh-{n:04} new-secret-{n}\n" for n in range(20))
    playing.mail("stranger", "multiple", lines.replace("0", "a").replace("1", "b"))
    assert len(hashed) <= 2


def test_a_third_password_is_refused_and_counts_as_no_guess(playing: House, hashed: list[str]) -> None:
    """Two players at one keyboard may give theirs; the third one's is not tried, and is told so."""
    lines = "".join(f"mhearts showas {name} secret-{name} {BOARD}\n" for name in FOUR[:3])
    playing.mail("ann", "multiple", lines)
    assert len(hashed) == 2
    told = [letter.text for letters in unread(playing, *FOUR).values() for letter in letters]
    assert any("more than two passwords" in text for text in told)
    hashed.clear()
    playing.mail("cat", f"mhearts showas cat secret-cat {BOARD}")
    assert hashed == ["secret-cat"]


def test_one_password_for_many_commands_is_checked_once(playing: House, hashed: list[str]) -> None:
    """The same pair is one check."""
    playing.mail("ann", "multiple", f"mhearts showas ann secret-ann {BOARD}\n" * 5)
    assert hashed == ["secret-ann"]


def test_words_that_were_too_many_to_try_are_left_out(playing: House, hashed: list[str]) -> None:
    """Any of them might be the password."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    hashed.clear()
    playing.reply(
        letter, f"{card}\n\none1one two2two three3three four4four and https://cards.example/a1b2/c3d4"
    )
    assert len(hashed) == 2
    (other, *_) = set(FOUR) - {me}
    (told,) = unread(playing, other)[other]
    shown = [word for word in ("one1one", "two2two", "three3three", "four4four") if word in told.text]
    assert sorted(shown) == sorted(hashed)
    assert "c3d4" in told.text
