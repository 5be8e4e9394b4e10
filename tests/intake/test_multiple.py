"""Several commands in one mail: in order, until one is refused, with one answer."""

import email
import email.policy
import re

import pytest
from house import FOUR, House, Mail
from ready_house import BOARD, PASSWORDS, everything, unread

from pbmhearts.cards import Suit
from pbmhearts.games import hearts
from pbmhearts.mail.transport.maildir import Maildirs

pytestmark = pytest.mark.slow


def listed(text: str) -> list[tuple[str, str]]:
    """The numbered lines of an answer: state and command."""
    return re.findall(r"^\d+\. (done|refused|not tried): (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("subject", ["multiple", "Re: MULTIPLE", ""])
def test_all_are_done_in_order_and_answered_once(playing: House, subject: str) -> None:
    """The one answer lists them and holds what each had to say."""
    (answer,) = playing.mail("ann", subject, "help\nmhearts games\nmhearts show 101\n")
    assert listed(answer.text) == [("done", "help"), ("done", "mhearts games"), ("done", "mhearts show 101")]
    assert "help tutorial" in answer.text
    assert f"Board {BOARD}, hand 1." in answer.text


def test_the_first_refusal_stops_the_rest(playing: House) -> None:
    """Done, refused and why, not tried: all in one answer, and what was not tried did not happen."""
    me, (card, *_) = playing.turn(BOARD)
    log = playing.log(BOARD)
    body = f"help\nmhearts move {BOARD} {me} hunter22 {card}\nmhearts move {BOARD} {me} secret-{me} {card}\n"
    (answer,) = playing.mail(me, "multiple", body)
    assert [state for state, _ in listed(answer.text)] == ["done", "refused", "not tried"]
    assert "do not go together" in answer.text
    assert playing.log(BOARD) == log
    assert not [word for word in (*PASSWORDS, "hunter22") if word in everything(answer)]


def test_what_was_done_before_a_refusal_stays_done(playing: House) -> None:
    """A refusal undoes only itself; the table hears of the move."""
    me, (card, *_) = playing.turn(BOARD)
    log = playing.log(BOARD)
    playing.mail("postman", "multiple", f"mhearts move {BOARD} {me} secret-{me} {card}\nfrobnicate\nhelp\n")
    assert len(playing.log(BOARD)) == len(log) + 1
    for name in set(FOUR) - {me}:
        assert len(playing.letters(name)) == 1


def test_later_commands_see_what_earlier_ones_did(playing: House) -> None:
    """Two players at one keyboard may play two cards in one mail."""
    first, (card, *_) = playing.turn(BOARD)
    second = FOUR[(FOUR.index(first) + 1) % 4]
    seat = hearts.Seat(FOUR.index(second))
    other = next(
        each for each in hearts.view(playing.board(BOARD).state, seat).hand if each.suit == Suit.CLUBS
    )
    log = playing.log(BOARD)
    playing.mail(
        second,
        "multiple",
        f"mhearts move {BOARD} {first} secret-{first} {card}\n"
        f"mhearts move {BOARD} {second} secret-{second} {other}\n",
    )
    assert len(playing.log(BOARD)) == len(log) + 2


@pytest.mark.parametrize("writer", ["first", "second", "postman"])
def test_a_refusal_of_ones_move_goes_to_nobody_else(playing: House, writer: str) -> None:
    """In a mail of two players, the legal cards of the second are for the second's addresses."""
    first, (card, *_) = playing.turn(BOARD)
    second = FOUR[(FOUR.index(first) + 1) % 4]
    playing.mail(
        {"first": first, "second": second}.get(writer, writer),
        "multiple",
        f"mhearts move {BOARD} {first} secret-{first} {card}\nmhearts move {BOARD} {second} secret-{second} 14x\n",
    )
    legal = "Reply with one of: " + " ".join(playing.turn(BOARD)[1])
    for name in ({*FOUR, "postman"}) - {second}:
        for letter in [*playing.letters(name), *_read(playing, name)]:
            assert legal not in " ".join(letter.text.split())


def _read(house: House, name: str) -> list[Mail]:
    """The letters that `mail` has read already."""
    files = Maildirs(house.app.config.maildirs).messages(f"{name}@players.example")
    return [Mail(email.message_from_bytes(each.read_bytes(), policy=email.policy.default)) for each in files]


def test_end_and_a_signature_end_the_commands(playing: House) -> None:
    """What stands below `end` or `-- ` is no command."""
    for ending in ("end", "END", "-- "):
        (answer,) = playing.mail("ann", "multiple", f"help\nmhearts games\n{ending}\nfrobnicate\n")
        assert [state for state, _ in listed(answer.text)] == ["done", "done"]


def test_a_quotation_is_no_command(playing: House) -> None:
    """Nor is what was quoted back."""
    body = "help\nmhearts games\n\nOn Mon, 30 Nov 2026, Bob wrote:\n> mhearts challenge ann bob cat dan\n"
    (answer,) = playing.mail("ann", "multiple", body)
    assert [state for state, _ in listed(answer.text)] == ["done", "done"]
    assert playing.boards() == (BOARD,)


def test_too_many_commands(playing: House) -> None:
    """The first `max_commands` are done; the rest are refused as too many."""
    most = playing.app.config.boards.max_commands
    (answer,) = playing.mail("ann", "multiple", "mhearts games\n" * (most + 3))
    states = [state for state, _ in listed(answer.text)]
    assert states == ["done"] * most + ["refused"]
    assert f"{most} commands at most" in answer.text


def test_exactly_as_many_as_may_be(playing: House) -> None:
    """The limit itself is allowed."""
    most = playing.app.config.boards.max_commands
    (answer,) = playing.mail("ann", "multiple", "mhearts games\n" * most)
    assert [state for state, _ in listed(answer.text)] == ["done"] * most


def test_multiple_without_commands(playing: House) -> None:
    """An empty list is told, not passed over."""
    (answer,) = playing.mail("ann", "multiple", "\n\n")
    assert "held no command" in answer.text
    assert not unread(playing)["ann"]
