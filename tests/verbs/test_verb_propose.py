"""What needs the table: `propose`, `accept`, `reject`, and what codes are worth after a card came back."""

from datetime import timedelta

import pytest
from house import FOUR, House, Mail
from ready_house import BOARD, unread
from seats import daily

from pbmhearts.cards import parse_cards
from pbmhearts.games import hearts

pytestmark = pytest.mark.slow


def told(mail: Mail) -> str:
    """A letter's text, its lines joined."""
    return " ".join(mail.text.split())


def do(house: House, name: str, verb: str, rest: str = "", board: int = BOARD) -> list[Mail]:
    """Mail a full command of that player."""
    return house.mail(name, f"mhearts {verb} {board} {name} secret-{name} {rest}".strip())


def one_each(house: House, but: str = "") -> dict[str, Mail]:
    """The one unread letter of each of the four, except of whoever's answer was read already."""
    letters = unread(house)
    assert [len(letters[name]) for name in FOUR] == [int(name != but) for name in FOUR]
    return {name: letters[name][0] for name in FOUR if name != but}


def test_a_card_comes_back_when_all_agree(playing: House) -> None:
    """One mail a person at each step; then the board is mailed again, as it stood before the card."""
    before = playing.board(BOARD).state
    me = playing.play_one(BOARD)
    unread(playing)
    others = [name for name in FOUR if name != me]
    (answer,) = do(playing, me, "propose", "undo")
    assert "Still to agree" in told(answer)
    letters = one_each(playing, but=me)
    for name in others:
        assert f"{me} proposes to take back" in told(letters[name])
        assert "Reply with accept or reject." in told(letters[name])
    log = playing.log(BOARD)
    playing.reply(letters[others[0]], "accept")
    step = one_each(playing, but=others[0])
    assert f"{others[0]} agrees to take back" in told(step[me])
    playing.reply(letters[others[1]], "yes")
    one_each(playing, but=others[1])
    assert playing.log(BOARD) == log
    (last,) = do(playing, others[2], "accept")
    assert playing.log(BOARD) == (*log, f"takeback {FOUR.index(me) + 1}")
    end = one_each(playing, but=others[2])
    for letter in (last, *end.values()):
        assert "All have agreed to take back" in told(letter)
        assert "A card was taken back: this is the board as it stands now." in told(letter)
    after = playing.board(BOARD).state
    assert isinstance(before, hearts.Playing)
    assert after == before._replace(move=before.move + 2)


def test_codes_from_before_play_nothing_after_a_card_came_back(playing: House) -> None:
    """The move number has grown, so nothing that was mailed before is a move; the newest letter is."""
    me, (first, second, *_) = playing.turn(BOARD)
    (old,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(old, first)
    do(playing, me, "propose", "undo")
    for name in FOUR:
        if name != me:
            do(playing, name, "accept")
    log = playing.log(BOARD)
    assert log[-1].startswith("takeback")
    newest = unread(playing)[me][-1]
    for text in (second, first):
        (answer,) = playing.reply(old, text)
        assert "was for an earlier moment of the board" in told(answer)
    (answer,) = playing.mail(me, f"mhearts move {BOARD} {me} {old.code} {second}")
    assert "was for an earlier moment of the board" in told(answer)
    assert playing.log(BOARD) == log
    playing.reply(newest, second)
    assert playing.log(BOARD) == (*log, f"play {FOUR.index(me) + 1} {second}")


def test_one_no_is_enough(playing: House) -> None:
    """All hear of it once, and the board goes on as it was."""
    me = playing.play_one(BOARD)
    do(playing, me, "propose", "undo")
    log = playing.log(BOARD)
    letters = unread(playing)
    other = next(name for name in FOUR if name != me)
    (answer,) = playing.reply(letters[other][-1], "no")
    assert f"{other} does not agree to take back" in told(answer)
    one_each(playing, but=other)
    assert playing.log(BOARD) == log
    (answer,) = do(playing, other, "accept")
    assert "Nothing is proposed" in told(answer)


def test_a_proposal_to_take_back_lapses_when_the_board_moves_on(playing: House) -> None:
    """Then nobody can accept it, and something new may be proposed."""
    me = playing.play_one(BOARD)
    do(playing, me, "propose", "undo")
    asked = unread(playing)
    mover = playing.play_one(BOARD)
    other = next(name for name in FOUR if name not in {me, mover})
    *_, answer = playing.reply(asked[other][-1], "accept")
    assert "Nothing is proposed" in told(answer)
    *_, answer = do(playing, me, "propose", "undo")
    assert f"of {mover}" in told(answer)


def test_an_old_letter_accepts_no_newer_proposal(playing: House) -> None:
    """A `yes` that was long on its way must not mean what came after."""
    other = next(name for name in FOUR if name != playing.turn(BOARD)[0])
    (old,) = playing.mail(other, f"mhearts showas {other} secret-{other} {BOARD}")
    me = playing.play_one(BOARD)
    do(playing, me, "propose", "abandon")
    *_, answer = playing.reply(old, "accept")
    assert "from before that was proposed" in told(answer)


@pytest.mark.parametrize(
    "line", ["Yes, nice game!", "accept my apologies", "No problem at all", "ok then, later"]
)
def test_a_sentence_answers_no_proposal(playing: House, line: str) -> None:
    """Only the word alone agrees or refuses; people begin sentences with it."""
    me = playing.play_one(BOARD)
    do(playing, me, "propose", "abandon")
    letters = unread(playing)
    other = next(name for name in FOUR if name != me)
    (answer,) = playing.reply(letters[other][-1], line)
    assert "could not be done" in answer.text
    (answer,) = playing.reply(letters[other][-1], "Yes please.")
    assert f"{other} agrees to end the board" in told(answer)


def test_one_thing_is_proposed_at_a_time(playing: House) -> None:
    """A second proposal is refused; its maker may withdraw the first."""
    me = playing.play_one(BOARD)
    do(playing, me, "propose", "undo")
    other = next(name for name in FOUR if name != me)
    *_, answer = do(playing, other, "propose", "abandon")
    assert f"{me} has proposed to take back" in told(answer)
    *_, answer = do(playing, me, "reject")
    assert f"{me} withdraws the proposal" in told(answer)
    *_, answer = do(playing, other, "propose", "abandon")
    assert "Still to agree" in told(answer)


def test_a_board_is_abandoned_when_all_agree(playing: House) -> None:
    """It ends without a result, also some moves later; all are told, nothing can be played, nobody is waited for."""
    me = playing.play_one(BOARD)
    do(playing, me, "propose", "abandon")
    playing.play_one(BOARD)
    unread(playing)
    others = [name for name in FOUR if name != me]
    for name in others:
        letters = do(playing, name, "accept")
    end = {others[-1]: letters[-1]} | {
        name: mails[-1] for name, mails in unread(playing).items() if name != others[-1]
    }
    assert set(end) == set(FOUR)
    for letter in end.values():
        assert "has ended without a result" in told(letter)
        assert letter.code == ""
    board = playing.board(BOARD)
    assert board.abandoned
    assert board.places == ()
    assert all(seated.waiting_since is None for seated in board.seats)
    (answer,) = do(playing, me, "move", "7c")
    assert f"Board {BOARD} is over." in told(answer)


def test_bots_agree_by_themselves_and_take_back_what_they_played(playing: House) -> None:
    """Alone among bots one's own last card comes back at once, and they do not play on before one has."""
    number = playing.start(players=("ann", "bot", "bot", "bot"))
    playing.pass_all(number)
    state = playing.board(number).state
    assert isinstance(state, hearts.Playing)
    playing.play_one(number)
    assert len(playing.board(number).state.cards) >= len(state.cards) + 4  # type: ignore[union-attr]
    unread(playing)
    (answer,) = do(playing, "ann", "propose", "undo", number)
    assert "All have agreed to take back" in told(answer)
    after = playing.board(number).state
    assert isinstance(after, hearts.Playing)
    assert (after.cards, after.turn, after.legal) == (state.cards, state.turn, state.legal)


def test_in_the_passing_no_card_comes_back(passing: House) -> None:
    """The refusal points to `undo`, which needs nobody."""
    (answer,) = do(passing, "ann", "propose", "undo")
    assert "No card has been played in this hand yet." in told(answer)
    assert "undo" in told(answer)


@pytest.mark.parametrize("words", ["", "nonsense", "undo abandon"])
def test_a_proposal_is_undo_or_abandon(playing: House, words: str) -> None:
    """Anything else is refused."""
    (answer,) = do(playing, "ann", "propose", words)
    assert "What do you propose: undo, or abandon?" in told(answer)


def test_accept_still_takes_a_seat(playing: House) -> None:
    """Of a board that has not begun it answers the challenge."""
    playing.mail("bob", "set bob secret-bob challenges=ask")
    playing.mail("ann", "mhearts challenge ann bob bot bot")
    *_, answer = do(playing, "bob", "accept", board=BOARD + 1)
    assert f"Board {BOARD + 1} has started" in told(answer)
    assert playing.board(BOARD + 1).names == ("ann", "bob", "bot3", "bot4")


def test_a_card_comes_back_when_the_last_who_had_to_agree_leaves(playing: House) -> None:
    """Stand-ins agree: the card comes back before the bot of whoever must move would have moved on."""
    before = playing.board(BOARD).state
    me = playing.play_one(BOARD)
    mover, _ = playing.turn(BOARD)
    do(playing, me, "propose", "undo")
    for name in FOUR:
        if name not in {me, mover}:
            do(playing, name, "accept")
    unread(playing)
    log = playing.log(BOARD)
    do(playing, mover, "resign")
    assert playing.log(BOARD) == (*log, f"takeback {FOUR.index(me) + 1}")
    after = playing.board(BOARD)
    assert isinstance(before, hearts.Playing)
    assert after.state == before._replace(move=before.move + 2)
    assert after.names[FOUR.index(mover)] == "bot"
    for letter in one_each(playing, but=mover).values():
        assert f"{mover} has resigned: a bot plays on." in told(letter)
        assert f"All have agreed to take back the {parse_cards(log[-1][-2:])[0].words} of {me}." in told(
            letter
        )


@pytest.mark.parametrize("by", ["resign", "forfeit", "delete"])
def test_a_board_is_abandoned_when_the_last_who_had_to_agree_leaves(playing: House, by: str) -> None:
    """However somebody leaves: the board ends, one letter says all, and the seat was not lost."""
    last, _ = playing.turn(BOARD)
    others = [name for name in FOUR if name != last]
    do(playing, others[0], "propose", "abandon")
    for name in others[1:]:
        do(playing, name, "accept")
    if by == "forfeit":
        daily(playing, 20)
        unread(playing)
        assert daily(playing, 1).forfeited == [(last, BOARD)]
    else:
        unread(playing)
        playing.mail(last, f"delete {last} secret-{last}") if by == "delete" else do(playing, last, "resign")
    board = playing.board(BOARD)
    assert board.abandoned
    assert last in board.names or by == "delete"
    letters = unread(playing)
    for name in others:
        (letter,) = letters[name]
        assert "All have agreed to end the board without a result." in told(letter)
        assert "a bot plays on" not in told(letter)
    assert len(letters[last]) == int(by == "forfeit")


def test_a_card_of_whoever_leaves_is_not_proposed_any_more(playing: House) -> None:
    """Else the card before it, which nobody spoke of, would come back."""
    playing.play_one(BOARD)
    me = playing.play_one(BOARD)
    mover, _ = playing.turn(BOARD)
    other = next(name for name in FOUR if name not in {me, mover})
    do(playing, other, "propose", "undo")
    do(playing, me, "resign")
    log = playing.log(BOARD)
    *_, answer = do(playing, mover, "accept")
    assert "Nothing is proposed" in told(answer)
    assert playing.log(BOARD) == log


def test_whoever_takes_a_seat_has_agreed_to_nothing(playing: House) -> None:
    """The yes of whoever sat there before is not theirs."""
    me, _ = playing.turn(BOARD)
    others = [name for name in FOUR if name != me]
    do(playing, me, "propose", "abandon")
    do(playing, others[0], "accept")
    do(playing, others[0], "resign")
    playing.sign_up("eve")
    playing.mail("eve", f"mhearts takeover {BOARD} eve secret-eve {others[0]}")
    for name in others[1:]:
        do(playing, name, "accept")
    assert not playing.board(BOARD).abandoned
    do(playing, "eve", "accept")
    assert playing.board(BOARD).abandoned


def test_one_tap_agrees_or_does_not(playing: House) -> None:
    """Whoever has to answer finds both as links, in later letters of the board too; nobody else does."""
    me, _ = playing.turn(BOARD)
    one, two, three = (name for name in FOUR if name != me)

    def answers(letter: Mail) -> list[str]:
        return [subject for subject in letter.taps if subject.split()[1] in {"accept", "reject"}]

    (own,) = do(playing, me, "propose", "abandon")
    assert answers(own) == []
    accept, reject = answers(unread(playing)[one][0])
    assert (accept, reject) == tuple(
        f"mhearts {verb} {BOARD} {one} {accept.split()[-1]}" for verb in ("accept", "reject")
    )
    (answer,) = playing.mail(one, accept)
    assert f"{one} agrees to end the board" in told(answer)
    playing.play_one(BOARD)
    letters = unread(playing)
    assert [len(answers(letters[name][-1])) for name in (one, two, three)] == [0, 2, 2]
    (answer,) = playing.mail(two, answers(letters[two][-1])[1])
    assert f"{two} does not agree to end the board" in told(answer)
    assert answers(unread(playing)[three][-1]) == []


def test_proposals_are_no_way_to_fill_mailboxes(playing: House) -> None:
    """Five a day by one player on a board; others may propose still, and the same player on the next day."""
    for _ in range(5):
        do(playing, "ann", "propose", "abandon")
        do(playing, "ann", "reject")
    unread(playing)
    (refused,) = do(playing, "ann", "propose", "abandon")
    assert "You have proposed 5 times today on this board" in told(refused)
    assert [len(letters) for letters in unread(playing).values()] == [0, 0, 0, 0]
    assert "bob proposes to end the board" in told(do(playing, "bob", "propose", "abandon")[0])
    do(playing, "bob", "reject")
    playing.wait(timedelta(days=1, minutes=1))
    unread(playing)
    assert "ann proposes to end the board" in told(do(playing, "ann", "propose", "abandon")[0])
