from dataclasses import replace

from letter_reading import Page, moves_tapped, tapped
from played_boards import NOW, SERVER, after_cards, board, just_dealt

from pbmhearts.games.hearts import Seat
from pbmhearts.render import Look, ReminderPage, Renderer


def test_one_waiting_board_is_reminded_of_with_its_tag(renderer: Renderer) -> None:
    """A reminder of one board can be replied to like any letter of that board."""
    page = board(after_cards(18)).page(Seat.SECOND)
    content = renderer.reminder(ReminderPage("bob", (page,), SERVER, Look(), NOW))
    assert content.subject == "[mhearts 101.k7f3q2ab] 1 board waits for you"
    assert content.text.startswith(
        "Hello bob, a board waits for you.\n\nYour turn, bob: trick 5, clubs led.\n"
    )
    assert "Reply with one of: 3C 5C 6C" in content.text.splitlines()
    assert content.text.endswith(renderer.board(page).text)


def test_several_boards_come_in_one_mail_each_whole(renderer: Renderer) -> None:
    """Each board stands there with its hand, and with its own Subject and code to answer by."""
    one = board(after_cards(18)).page(Seat.SECOND)
    two = replace(board(just_dealt, seed=9).page(Seat.SECOND), board=205, code="zzzz2222")
    content = renderer.reminder(ReminderPage("bob", (one, two), SERVER, Look(), NOW))
    assert content.subject == "[mhearts] 2 boards wait for you: 101 205"
    lines = content.text.splitlines()
    assert "Your turn, bob: trick 5, clubs led." in lines
    assert "Your turn, bob: pass three cards to cat (left)." in lines
    assert "mhearts move 101 bob k7f3q2ab 3C" in lines
    assert any(line.startswith("mhearts move 205 bob zzzz2222 ") for line in lines)
    assert not [line for line in lines if line.startswith("Reply with one of")]
    assert len(moves_tapped(content.html)) == 3 + 3
    boards = {tapped(link)[1].split()[2] for link in Page(content.html).links if "%20move%20" in link}
    assert boards == {"101", "205"}
    assert "mhearts move 101 bob k7f3q2ab 3C" in Page(content.html).text
