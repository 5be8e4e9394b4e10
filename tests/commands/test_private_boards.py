"""Private boards: their players see them, and nobody else does."""

import pytest
from house import House
from ready_house import BOARD


@pytest.fixture
def private(playing: House) -> int:
    """A private board of the four beside the one that anybody may see; no letter of it has been read."""
    return playing.start("--private")


def told(house: House, sender: str, subject: str, body: str = "") -> str:
    """The text of the last letter that comes back, its lines joined."""
    return " ".join(house.mail(sender, subject, body)[-1].text.split())


@pytest.mark.parametrize(
    "subject", ["list", "mhearts games bob", "mhearts games all", "mhearts show bob", "all show bob"]
)
def test_no_list_names_it(playing: House, private: int, subject: str) -> None:
    """Whoever lists boards, everybody's or a player's, gets only those that anybody may see."""
    text = told(playing, "zoe", subject)
    assert str(BOARD) in text
    assert str(private) not in text


@pytest.mark.parametrize("verb", ["show", "replay", "fairness"])
def test_it_is_refused_to_others(playing: House, private: int, verb: str) -> None:
    """One sentence says why, the next how a player sees it; another player's password does not open it."""
    playing.sign_up("eve")
    for body in ("", "by eve secret-eve"):
        text = told(playing, "eve", f"mhearts {verb} {private}", body)
        assert f"Board {private} is private: only its players see it." in text
        assert f"mhearts showas userid password {private}" in text
        assert f"by userid password` as the first line below `mhearts {verb} {private}" in text
        assert "Rules:" not in text


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("show {}", "Rules:"),
        ("replay {}", "Hand 1"),
        ("fairness {}", "SHA-256"),
        ("games bob", "ann bob cat"),
    ],
)
def test_its_players_see_it_by_password(playing: House, private: int, subject: str, expected: str) -> None:
    """With userid and password on the first line of the body."""
    text = told(playing, "ann", "mhearts " + subject.format(private), "by ann secret-ann")
    assert str(private) in text
    assert "That could not be done" not in text
    assert expected in text


@pytest.mark.parametrize(
    ("verb", "expected"), [("show", "Rules:"), ("replay", "Hand 1"), ("fairness", "SHA-256")]
)
def test_a_reply_to_its_letter_shows_it(playing: House, private: int, verb: str, expected: str) -> None:
    """The letter tells who asks; it opens no other private board of the player's."""
    letter = next(letter for letter in playing.letters("ann") if f"Board {private}" in letter.text)
    text = playing.reply(letter, verb)[-1].text
    assert f"oard {private}" in text
    assert expected in text
    other = playing.start("--private")
    playing.letters("ann")
    refused = " ".join(playing.reply(letter, f"{verb} {other}")[-1].text.split())
    assert f"Board {other} is private: only its players see it." in refused


def test_its_last_letter_has_no_link_that_would_be_refused(playing: House, private: int) -> None:
    """A board that is over has no code to show it by; the last letter of one that anybody may see links to it."""
    for number, linked in ((BOARD, True), (private, False)):
        playing.mail("ann", f"mhearts propose {number} ann secret-ann abandon")
        for name in ("bob", "cat", "dan"):
            playing.mail(name, f"mhearts accept {number} {name} secret-{name}")
        last = playing.newest("ann")
        assert "without a result" in last.text
        assert any("show" in tap for tap in last.taps) is linked


def test_whoever_has_left_sees_it_no_more(playing: House, private: int) -> None:
    """Neither by password nor by the letter of the time before."""
    letter = next(letter for letter in playing.letters("ann") if f"Board {private}" in letter.text)
    playing.mail("ann", f"mhearts resign {private} ann secret-ann")
    assert "is private" in told(playing, "ann", f"mhearts show {private}", "by ann secret-ann")
    assert "is private" in " ".join(playing.reply(letter, "show")[-1].text.split())


def test_the_letters_own_tap_shows_it(playing: House, private: int) -> None:
    """The link that looks at the board carries the code, so it works for a private one too."""
    letters = [letter for letter in playing.letters("ann") if f"Board {private}" in letter.text]
    taps = [
        tap for letter in letters for tap in letter.taps if tap.endswith("showas") or "mhearts show" in tap
    ]
    assert taps
    text = told(playing, "ann", taps[0])
    assert "Rules:" in text
    assert "Your hand:" in text
