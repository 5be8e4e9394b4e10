"""Moves thought over: `preview`, `submit` and `confirm`, and `undo`."""

import pytest
from at_table import act_on
from house import FOUR, House, Mail
from ready_house import BOARD, unread

from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Repositories

pytestmark = pytest.mark.slow


def told(mail: Mail) -> str:
    """A letter's text, its lines joined."""
    return " ".join(mail.text.split())


def do(house: House, name: str, verb: str, rest: str = "", board: int = BOARD) -> list[Mail]:
    """Mail a full command of that player."""
    return house.mail(name, f"mhearts {verb} {board} {name} secret-{name} {rest}".strip())


def first_three(house: House, name: str, start: int = 0) -> str:
    """Three cards of a hand."""
    view = hearts.view(house.board(BOARD).state, Seat(FOUR.index(name)))
    return " ".join(str(card) for card in view.hand[start : start + 3])


def alone(house: House, me: str) -> bool:
    """Whether nobody else has a letter."""
    return not any(letters for name, letters in unread(house).items() if name != me)


def test_a_preview_shows_the_card_on_the_table_and_plays_nothing(playing: House) -> None:
    """Only its player sees it, and it holds no code that would play later."""
    me, legal = playing.turn(BOARD)
    log = playing.log(BOARD)
    (answer,) = do(playing, me, "preview", legal[0])
    assert "As it would be; nothing has been played." in told(answer)
    assert f"{me} {hearts.parse_action(f'play 1 {legal[0]}').card.symbols}" in told(answer)
    assert answer.code == ""
    move = playing.board(BOARD).state.move
    codes = playing.app.services.codes
    assert codes.turn_code(BOARD, FOUR.index(me), move + 1) not in answer.text
    assert playing.log(BOARD) == log
    assert alone(playing, me)


def test_a_preview_of_a_pass_shows_what_is_kept(passing: House) -> None:
    """Also of the fourth pass: what would come to the player is not shown."""
    for name in FOUR[:3]:
        do(passing, name, "move", first_three(passing, name))
    unread(passing)
    (answer,) = do(passing, "dan", "preview", first_three(passing, "dan"))
    assert "You would pass" in told(answer)
    came = first_three(passing, "cat")
    kept = told(answer).split("and keep")[1].split("Nothing has been passed")[0]
    assert len(kept.split()) == 10
    assert not set(came.replace("T", "10").split()) & set(kept.split())
    assert isinstance(passing.board(BOARD).state, hearts.Passing)


def test_a_preview_shows_no_card_that_the_server_would_play(playing: House) -> None:
    """Before the last trick a preview must not tell what the others hold."""

    def play(repositories: Repositories) -> None:
        board = repositories.boards.load(BOARD)
        while board is not None and len(board.state.cards) < 47:  # type: ignore[union-attr]
            (seat,) = hearts.waiting(board.state)
            card = hearts.legal_cards(board.state, seat)[0]
            board = act_on(
                repositories,
                board,
                hearts.Play(seat, card),
                None,
                playing.clock.now(),
                playing.app.services.secrets,
            )

    playing.app.store.run(play)
    state = playing.board(BOARD).state
    assert isinstance(state, hearts.Playing)
    me, legal = playing.turn(BOARD)
    hidden = [card for seat in Seat if seat != FOUR.index(me) for card in hearts.view(state, seat).hand]
    assert len(hidden) == 3
    (answer,) = do(playing, me, "preview", legal[0])
    body = answer.text.split("Rules:")[0]
    assert "As it would be" in body
    assert not [card for card in hidden if card.symbols in body]


@pytest.mark.parametrize("verb", ["preview", "submit"])
def test_what_is_no_legal_move_is_refused(playing: House, verb: str) -> None:
    """As with `move`, and with the cards that may be played."""
    me, legal = playing.turn(BOARD)
    view = hearts.view(playing.board(BOARD).state, Seat(FOUR.index(me)))
    illegal = next(str(card) for card in view.hand if str(card) not in legal)
    (answer,) = do(playing, me, verb, illegal)
    assert "could not be done" in answer.text
    other = next(name for name in FOUR if name != me)
    (answer,) = do(playing, other, verb, legal[0])
    assert "It is not your turn" in told(answer)


def test_a_submitted_move_is_played_when_confirmed(playing: House) -> None:
    """Nothing happens before; then it is a move as any other, with the remark below it."""
    me, legal = playing.turn(BOARD)
    log = playing.log(BOARD)
    (answer,) = do(playing, me, "submit", legal[0])
    assert "is held" in told(answer)
    assert playing.log(BOARD) == log
    assert alone(playing, me)
    (confirmed,) = playing.reply(answer, "confirm\n\nThere it goes.")
    assert playing.log(BOARD) == (*log, f"play {FOUR.index(me) + 1} {legal[0]}")
    assert "There it goes." in confirmed.text
    assert [len(letters) for name, letters in unread(playing).items() if name != me] == [1, 1, 1]
    (again,) = do(playing, me, "confirm")
    assert "You have submitted no move" in told(again)


def test_confirm_refuses_when_the_board_has_moved_on(playing: House) -> None:
    """Somebody has played and all have taken that back: the turn is the same, the moment is not."""
    me, legal = playing.turn(BOARD)
    do(playing, me, "submit", legal[0])
    with playing.app.store.read() as repositories:
        held = repositories.submissions.of(BOARD, Seat(FOUR.index(me)))
    assert held is not None

    def go_round(repositories: Repositories) -> None:
        board = repositories.boards.load(BOARD)
        assert board is not None
        seat = Seat(FOUR.index(me))
        (card,) = [card for card in hearts.legal_cards(board.state, seat) if str(card) == legal[0]]
        now, secrets = playing.clock.now(), playing.app.services.secrets
        account = board.seats[seat].account_id
        board = act_on(repositories, board, hearts.Play(seat, card), account, now, secrets)
        act_on(repositories, board, hearts.TakeBack(seat), account, now, secrets)

    playing.app.store.run(go_round)
    log = playing.log(BOARD)
    (answer,) = do(playing, me, "confirm")
    assert "has moved on since you submitted" in told(answer)
    assert playing.log(BOARD) == log


def test_a_submitted_pass_survives_the_others_undo(passing: House) -> None:
    """What another player takes back is nothing to a pass that is held."""
    do(passing, "bob", "move", first_three(passing, "bob"))
    cards = first_three(passing, "ann")
    do(passing, "ann", "submit", cards)
    do(passing, "bob", "undo")
    do(passing, "ann", "confirm")
    assert passing.log(BOARD)[-2:] == ("takeback 2", f"pass 1 {cards}")


def test_undo_takes_back_ones_own_pass(passing: House) -> None:
    """Rule 2: until the fourth has passed; the others hear nothing, and their letters stay good."""
    (letter,) = do(passing, "bob", "move", first_three(passing, "bob"))
    do(passing, "ann", "move", first_three(passing, "ann"))
    unread(passing)
    (answer,) = do(passing, "ann", "undo")
    assert "Your pass is taken back" in told(answer)
    assert "Your turn, ann: pass three cards" in told(answer)
    assert alone(passing, "ann")
    assert passing.log(BOARD)[-1] == "takeback 1"
    other = first_three(passing, "bob", 3)
    passing.reply(letter, other)
    assert passing.log(BOARD)[-1] == f"pass 2 {other}"


def test_a_letter_from_before_ones_own_undo_passes_nothing(passing: House) -> None:
    """The code in it was for a pass that has been taken back."""
    (letter,) = do(passing, "ann", "move", first_three(passing, "ann"))
    do(passing, "ann", "undo")
    log = passing.log(BOARD)
    (answer,) = passing.reply(letter, first_three(passing, "ann", 3))
    assert "was for an earlier moment of the board" in told(answer)
    assert passing.log(BOARD) == log
    passing.reply(answer, first_three(passing, "ann", 3))
    assert passing.log(BOARD) == (*log, f"pass 1 {first_three(passing, 'ann', 3)}")


def test_undo_takes_the_newest_first(passing: House) -> None:
    """A submitted pass, then the plan, then the pass; each answer says which."""
    do(passing, "ann", "move", first_three(passing, "ann"))
    do(passing, "ann", "queue", "lowest")
    do(passing, "ann", "submit", first_three(passing, "ann", 3))
    said = [told(do(passing, "ann", "undo")[0]) for _ in range(4)]
    assert "The move that you submitted is taken back." in said[0]
    assert "Your plan is taken back: lowest." in said[1]
    assert "Your pass is taken back" in said[2]
    assert "nothing of yours to take back" in said[3]


def test_a_pass_made_after_a_plan_is_taken_back_before_it(passing: House) -> None:
    """The newest is what was done last, whatever kind it is."""
    do(passing, "ann", "queue", "lowest")
    do(passing, "ann", "move", first_three(passing, "ann"))
    said = [told(do(passing, "ann", "undo")[0]) for _ in range(2)]
    assert "Your pass is taken back" in said[0]
    assert "Your plan is taken back: lowest." in said[1]


def test_what_others_have_seen_is_not_taken_back_alone(playing: House) -> None:
    """The refusal points to what would."""
    me = playing.play_one(BOARD)
    log = playing.log(BOARD)
    (answer,) = do(playing, me, "undo")
    assert "propose undo" in told(answer)
    assert playing.log(BOARD) == log
