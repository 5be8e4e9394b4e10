"""Watching: `subscribe` and `unsubscribe`, of boards and of players."""

import pytest
import sqlalchemy as sa
from at_table import act_on
from house import FOUR, House, Mail
from ready_house import BOARD, everything

from pbmhearts.games import hearts
from pbmhearts.storage import Repositories, schema

pytestmark = pytest.mark.slow


@pytest.fixture
def watched(playing: House) -> House:
    """eve watches board 101, which waits for the second card; all letters have been read."""
    playing.sign_up("eve")
    playing.mail("eve", f"mhearts subscribe {BOARD} eve secret-eve")
    return playing


def told(mail: Mail) -> str:
    """A letter's text, its lines joined."""
    return " ".join(mail.text.split())


def finish_trick(house: House) -> None:
    """Three cards."""
    for _ in range(3):
        house.play_one(BOARD)


def test_a_letter_comes_at_each_tricks_end(watched: House) -> None:
    """Not at each card; without code, hand or seat address; a reply to it is the watcher's."""
    watched.play_one(BOARD)
    watched.play_one(BOARD)
    assert watched.letters("eve") == []
    watched.play_one(BOARD)
    (letter,) = watched.letters("eve")
    assert "The trick before: " in told(letter)
    assert "You are watching" in told(letter)
    assert letter.code == ""
    assert "Your hand" not in letter.text
    tokens = [watched.app.services.codes.seat_token(BOARD, seat) for seat in range(4)]
    assert not [token for token in tokens if token in everything(letter)]
    finish_trick(watched)
    watched.play_one(BOARD)
    (letter,) = watched.letters("eve")
    assert "The trick before: " in told(letter)
    assert "trick 3" in letter.text.splitlines()[0]


def test_no_hidden_card_is_in_a_watchers_letter(watched: House) -> None:
    """What the four hold and what they passed is theirs."""
    finish_trick(watched)
    (letter,) = watched.letters("eve")
    state = watched.board(BOARD).state
    held = [card for seat in hearts.Seat for card in hearts.view(state, seat).hand]
    body = letter.text.split("Rules:")[0]
    assert len(held) == 48
    assert not [card for card in held if card.symbols in body]


def test_the_end_comes_with_what_can_be_checked(watched: House) -> None:
    """The board's end is told with the last card; then hands are open to all."""
    number = watched.start("-deals=1")
    watched.pass_all(number)
    watched.mail("eve", f"mhearts subscribe {number} eve secret-eve")

    def play(repositories: Repositories) -> None:
        board = repositories.boards.load(number)
        while board is not None and len(board.state.cards) < 47:  # type: ignore[union-attr]
            (seat,) = hearts.waiting(board.state)
            card = hearts.legal_cards(board.state, seat)[0]
            board = act_on(
                repositories,
                board,
                hearts.Play(seat, card),
                None,
                watched.clock.now(),
                watched.app.services.secrets,
            )

    watched.app.store.run(play)
    watched.play_one(number)
    (letter,) = watched.letters("eve")
    assert f"Board {number} is over" in told(letter)
    assert "You are watching" in told(letter)
    (record,) = letter.message.iter_attachments()
    assert record.get_filename() == f"board-{number}.txt"


def test_a_reply_of_unsubscribe_ends_it(watched: House) -> None:
    """Known by the address, or by In-Reply-To alone."""
    finish_trick(watched)
    (letter,) = watched.letters("eve")
    (answer,) = watched.reply(letter, "unsubscribe")
    assert f"You watch board {BOARD} no more." in told(answer)
    finish_trick(watched)
    watched.play_one(BOARD)
    assert watched.letters("eve") == []


def test_a_watchers_letter_plays_nothing(watched: House) -> None:
    """A reply with a card is refused: a watcher has no seat."""
    finish_trick(watched)
    (letter,) = watched.letters("eve")
    log = watched.log(BOARD)
    _, legal = watched.turn(BOARD)
    (answer,) = watched.reply(letter, legal[0])
    assert "could not be done" in answer.text
    assert watched.log(BOARD) == log


def test_unsubscribe_by_command(watched: House) -> None:
    """By board and password; a second time there is nothing to end."""
    (answer,) = watched.mail("eve", f"mhearts unsubscribe {BOARD} eve secret-eve")
    assert "no more" in told(answer)
    (answer,) = watched.mail("eve", f"mhearts unsubscribe {BOARD} eve secret-eve")
    assert f"You do not watch board {BOARD}." in told(answer)


def test_who_cannot_watch(watched: House) -> None:
    """A player of the board, somebody who does already, and anybody at a private board or none."""
    (answer,) = watched.mail("ann", f"mhearts subscribe {BOARD} ann secret-ann")
    assert f"You play on board {BOARD}" in told(answer)
    (answer,) = watched.mail("eve", f"mhearts subscribe {BOARD} eve secret-eve")
    assert f"You watch board {BOARD} already." in told(answer)
    (answer,) = watched.mail("eve", "mhearts subscribe 999 eve secret-eve")
    assert "There is no board 999." in told(answer)
    watched.sign_up("fay")
    watched.app.store.run(
        lambda repositories: repositories._connection.execute(
            sa.update(schema.boards).where(schema.boards.c.id == BOARD).values(private=True)
        )
    )
    (answer,) = watched.mail("fay", f"mhearts subscribe {BOARD} fay secret-fay")
    assert f"Board {BOARD} is private" in told(answer)


def test_a_players_new_boards_are_watched(watched: House) -> None:
    """From their start on; not those that one plays on oneself."""
    (answer,) = watched.mail("eve", "mhearts subscribe ann eve secret-eve")
    assert "every board that ann begins from now on" in told(answer)
    first = watched.start()
    second = watched.start(players=("ann", "bob", "cat", "eve"))
    with watched.app.store.read() as repositories:
        eve = repositories.accounts.by_userid("eve")
        assert eve is not None
        assert [watcher.account_id for watcher in repositories.watchers.of(first)] == [eve.id]
        assert repositories.watchers.of(second) == ()
    (answer,) = watched.mail("eve", "mhearts unsubscribe ann eve secret-eve")[-1:]
    assert "You follow ann no more" in told(answer)
    third = watched.start()
    with watched.app.store.read() as repositories:
        assert repositories.watchers.of(third) == ()


def test_who_is_blocked_follows_nobody(watched: House) -> None:
    """Neither from now on, nor by having followed before."""
    watched.mail("eve", "mhearts subscribe bob eve secret-eve")
    watched.mail("bob", "block bob secret-bob eve")
    number = watched.start()
    with watched.app.store.read() as repositories:
        assert repositories.watchers.of(number) == ()
    watched.mail("eve", "mhearts unsubscribe bob eve secret-eve")
    watched.mail("cat", "block cat secret-cat eve")
    (answer,) = watched.mail("eve", "mhearts subscribe cat eve secret-eve")
    assert "cat wants no watchers." in told(answer)


def test_a_card_taken_back_is_told_to_who_had_seen_it(watched: House) -> None:
    """A watcher who was mailed the trick gets the board again."""
    me = ""
    for _ in range(3):
        me = watched.play_one(BOARD)
    watched.letters("eve")
    watched.mail(me, f"mhearts propose {BOARD} {me} secret-{me} undo")
    for name in FOUR:
        if name != me:
            watched.mail(name, f"mhearts accept {BOARD} {name} secret-{name}")
    (letter,) = watched.letters("eve")
    assert "A card was taken back" in told(letter)


def test_who_sits_down_watches_no_more(watched: House) -> None:
    """One event is one mail a person."""
    watched.mail("bob", f"mhearts resign {BOARD} bob secret-bob")
    (mine,) = watched.mail("eve", f"mhearts takeover {BOARD} eve secret-eve bob")
    assert "you are eve" in mine.subject
    watched.mail("ann", f"mhearts chat {BOARD} ann secret-ann", "Welcome!")
    (letter,) = watched.letters("eve")
    assert "you are eve" in letter.subject


def test_who_has_paused_gets_nothing(watched: House) -> None:
    """And hears all of it with the first letter after that."""
    watched.mail("eve", "pause eve secret-eve")
    finish_trick(watched)
    assert watched.letters("eve") == []
    watched.mail("eve", "back eve secret-eve")
    watched.play_one(BOARD)
    (letter,) = watched.letters("eve")
    assert "Trick 1" in told(letter)
