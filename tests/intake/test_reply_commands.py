"""What proves who gives a command: replies, tags, codes, seat addresses, passwords, and which of them wins."""

from dataclasses import dataclass

import pytest
from house import FOUR, SERVER, House, Mail
from ready_house import BOARD, everything, shunted, unread

from pbmhearts.games import hearts

ELSEWHERE = "elsewhere@phone.example"


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, with what, and the last letter about it."""

    me: str
    card: str
    other_card: str
    letter: Mail
    token: str

    @property
    def code(self) -> str:
        return self.letter.code


@pytest.fixture
def turn(playing: House) -> Turn:
    """The player whose turn it is asks for the board, to have a letter."""
    me, (card, other, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    return Turn(me, card, other, letter, playing.app.services.codes.seat_token(BOARD, FOUR.index(me)))


def played(house: House, card: str) -> bool:
    """Whether that card is the one played since the board of the fixture."""
    trick = hearts.view(house.board(BOARD).state, None).trick
    assert trick is not None
    return [str(play[1]) for play in trick.plays] == ["2C", card]


def untouched(house: House) -> bool:
    """Whether nothing was played since the board of the fixture, nor any mail shunted."""
    trick = hearts.view(house.board(BOARD).state, None).trick
    assert trick is not None
    return [str(play[1]) for play in trick.plays] == ["2C"] and not shunted(house)


def test_a_reply_plays_the_card_of_its_first_line(playing: House, turn: Turn) -> None:
    """A reply as mail programs write it needs no command word."""
    playing.reply(turn.letter, turn.card)
    assert played(playing, turn.card)


@pytest.mark.parametrize(
    "line",
    [
        "{card}",
        "Play {card}",
        "PLAY: {card}",
        "play {card}.",
        "Play the {words}",
        "{words}!",
        "{card}#6",
        "mhearts move {card}",
        "mhearts play {card}",
        "mhearts {card}",
        "mvoe {card}",
        "I play {card}, thanks",
        "Hi all,\n{card}",
        "Hello!\n\n{card} please",
    ],
)
def test_a_reply_may_say_the_card_in_many_ways(playing: House, turn: Turn, line: str) -> None:
    """Case, `play`, a full stop, words, and the move number are all understood."""
    words = _in_words(turn.card)
    move = playing.board(BOARD).state.move
    playing.reply(turn.letter, line.replace("#6", f"#{move}").format(card=turn.card, words=words))
    assert played(playing, turn.card)


def _in_words(card: str) -> str:
    ranks = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    return f"{ranks.get(card[:-1], card[:-1])} of {suits[card[-1]]}"


def test_in_reply_to_alone_is_enough(playing: House, turn: Turn) -> None:
    """A mail program that loses Subject and Reply-To still names our letter."""
    playing.mail(turn.me, "hi", f"{turn.card}\n", reply_to=turn.letter)
    assert played(playing, turn.card)


def test_references_alone_are_enough(playing: House, turn: Turn) -> None:
    """So does one that writes only References, ours being one of several."""
    references = f"<a@x.example> {turn.letter['Message-ID']} <b@x.example>"
    playing.mail(turn.me, "hi", f"{turn.card}\n", headers={"References": references})
    assert played(playing, turn.card)


def test_the_subjects_tag_alone_is_enough(playing: House, turn: Turn) -> None:
    """Board and code in the Subject stand for userid and password."""
    playing.mail(turn.me, f"Re: [mhearts {BOARD}.{turn.code}] Your turn", f"{turn.card}\n")
    assert played(playing, turn.card)


def test_a_tag_without_code_proves_nothing(playing: House, turn: Turn) -> None:
    """The board's number alone in the tag is no credential."""
    (answer,) = playing.mail(turn.me, f"Re: [mhearts {BOARD}] Hand 1", f"{turn.card}\n")
    assert "cannot tell from your mail who you are" in answer.text
    assert untouched(playing)


def test_the_seat_address_alone_is_enough(playing: House, turn: Turn) -> None:
    """A mail to the seat's address, from that player's own, means that seat."""
    playing.mail(turn.me, "hello", f"{turn.card}\n", to=turn.letter["Reply-To"])
    assert played(playing, turn.card)


@pytest.mark.parametrize("sender", ["another player", "a stranger"])
def test_the_seat_address_serves_nobody_else(playing: House, turn: Turn, sender: str) -> None:
    """It leaks into address books, so it counts only from a confirmed address of its player."""
    other = next(name for name in FOUR if name != turn.me)
    who = other if sender == "another player" else ELSEWHERE
    (answer,) = playing.mail(who, "hello", f"{turn.card}\n", to=turn.letter["Reply-To"])
    assert "serves only the player" in " ".join(answer.text.split())
    assert turn.token not in everything(answer)
    assert untouched(playing)


def test_a_made_up_seat_address_serves_nobody(playing: House, turn: Turn) -> None:
    """A token that we did not make opens nothing."""
    (answer,) = playing.mail(
        turn.me, "hello", f"{turn.card}\n", to=SERVER.replace("@", f"+{BOARD}-aaaabbbb@")
    )
    assert "serves only the player" in " ".join(answer.text.split())
    assert untouched(playing)


@pytest.mark.parametrize("credentials", ["{me} secret-{me}", "{me} {code}", "{code}", "{CODE}", "{ME} SAME"])
def test_a_full_command_takes_password_or_code(playing: House, turn: Turn, credentials: str) -> None:
    """The code stands for userid and password, or for the password; userids and codes in any case."""
    text = credentials.replace("SAME", "secret-{me}").format(
        me=turn.me, code=turn.code, CODE=turn.code.upper(), ME=turn.me.upper()
    )
    playing.mail(turn.me, f"mhearts move {BOARD} {text} {turn.card}")
    assert played(playing, turn.card)


@pytest.mark.parametrize(
    "credentials",
    ["{me} hunter22", "nobody hunter22", "hunter22", "aaaabbbb", "{me} aaaabbbb", "{other} {code}"],
)
def test_wrong_credentials_do_not_fall_back_on_what_the_mail_carries(
    playing: House, turn: Turn, credentials: str
) -> None:
    """Explicit credentials win over tag, Message-ID and seat address, also when they are wrong."""
    other = next(name for name in FOUR if name != turn.me)
    text = credentials.format(me=turn.me, other=other, code=turn.code)
    (answer,) = playing.mail(
        turn.me,
        f"Re: [mhearts {BOARD}.{turn.code}] mhearts move {BOARD} {text} {turn.card}",
        to=turn.letter["Reply-To"],
        reply_to=turn.letter,
    )
    assert "do not go together" in answer.text
    assert "hunter22" not in everything(answer)
    assert untouched(playing)


def test_a_command_without_credentials_may_lean_on_the_mail(playing: House, turn: Turn) -> None:
    """`mhearts move 101 7c` in a reply to that board's letter is who wrote it."""
    playing.mail(turn.me, f"mhearts move {BOARD} {turn.card}", reply_to=turn.letter)
    assert played(playing, turn.card)


def test_a_password_wins_over_anothers_letter(playing: House, turn: Turn) -> None:
    """A full command in a reply to somebody else's letter acts for who it names."""
    other = next(name for name in FOUR if name != turn.me)
    (letter,) = playing.mail(other, f"mhearts showas {other} secret-{other} {BOARD}")
    playing.mail(turn.me, f"mhearts move {BOARD} {turn.me} secret-{turn.me} {turn.card}", reply_to=letter)
    assert played(playing, turn.card)


def test_a_code_of_another_board_opens_nothing(playing: House, turn: Turn) -> None:
    """Codes serve their own board."""
    number = playing.start()
    board = playing.board(number)
    code = playing.app.services.codes.turn_code(number, board.names.index(turn.me), board.state.move)
    unread(playing)
    for subject, body in (
        (f"mhearts move {BOARD} {turn.me} {code} {turn.card}", ""),
        (f"mhearts move {BOARD} {code} {turn.card}", ""),
        (f"Re: [mhearts {BOARD}.{code}] Your turn", f"{turn.card}\n"),
    ):
        (answer,) = playing.mail(turn.me, subject, body)
        assert "could not be done" in answer.text
        assert code not in everything(answer)
        assert untouched(playing)


def test_an_old_code_plays_nothing_and_brings_the_board(playing: House, turn: Turn) -> None:
    """A move for an earlier moment is not played; the board as it stands comes back, with a note."""
    playing.play_one(BOARD)
    log = playing.log(BOARD)
    unread(playing)
    (board,) = playing.reply(turn.letter, turn.other_card)
    words = " ".join(board.text.split())
    assert f"Your {turn.other_card} was for an earlier moment" in words.replace("♣", "C").replace("♦", "D")
    assert f"Board {BOARD}, hand 1." in board.text
    assert playing.log(BOARD) == log
    assert not any(unread(playing).values())


def test_an_old_code_in_a_full_command_too(playing: House, turn: Turn) -> None:
    """The same for a tapped link that was tapped too late."""
    playing.play_one(BOARD)
    log = playing.log(BOARD)
    unread(playing)
    (board,) = playing.mail(turn.me, f"mhearts move {BOARD} {turn.me} {turn.code} {turn.other_card}")
    assert "was for an earlier moment" in " ".join(board.text.split())
    assert playing.log(BOARD) == log


def test_a_card_that_comes_twice_is_said_to_be_played(playing: House, turn: Turn) -> None:
    """The second mail of it plays nothing, and says that the first one did."""
    playing.reply(turn.letter, turn.card)
    log = playing.log(BOARD)
    unread(playing)
    (board,) = playing.reply(turn.letter, turn.card)
    words = " ".join(board.text.split()).replace("♣", "C").replace("♦", "D")
    assert f"Your {turn.card} has been played already, and nothing was done now." in words
    assert "earlier moment" not in words
    assert playing.log(BOARD) == log


def test_a_stranger_hears_that_an_old_code_played_nothing(playing: House, turn: Turn) -> None:
    """Not that it was done; what there is to see goes to the player only."""
    playing.play_one(BOARD)
    unread(playing)
    (heard,) = playing.reply(turn.letter, turn.other_card, sender="zoe@else.example")
    assert "Nothing was played: the board has moved on." in heard.text
    assert "Done" not in heard.text
    assert "was for an earlier moment" in " ".join(playing.newest(turn.me).text.split())


def test_a_reply_to_an_answer_finds_the_board(playing: House, turn: Turn) -> None:
    """After a refusal one replies to the refusal."""
    (refusal,) = playing.reply(turn.letter, f"{turn.card} {turn.other_card}")
    assert untouched(playing)
    playing.reply(refusal, turn.card)
    assert played(playing, turn.card)


@pytest.mark.parametrize("line", ["showas", "Showas.", f"showas {BOARD}"])
def test_showas_in_a_reply_is_ones_own_board(playing: House, turn: Turn, line: str) -> None:
    """It brings the board of the letter again, with hand and code."""
    (board,) = playing.reply(turn.letter, line)
    assert board.code == turn.code
    assert "Your hand" in board.text


@pytest.mark.parametrize("line", ["show", "Show.", f"show {BOARD}"])
def test_show_in_a_reply_is_the_public_view(playing: House, turn: Turn, line: str) -> None:
    """It needs no number there, and shows no hand."""
    (answer,) = playing.reply(turn.letter, line)
    assert f"Board {BOARD}, hand 1." in answer.text
    assert "Your hand" not in answer.text
    assert not answer.code


def test_a_reply_to_an_answer_is_not_the_command_again(playing: House) -> None:
    """The answer to a challenge comes back under a Subject that starts no second board."""
    playing.sign_up("eve")
    (answer,) = playing.mail("eve", "mhearts challenge ann bob cat dan")
    boards = playing.boards()
    playing.reply(answer, "thanks")
    assert playing.boards() == boards


def test_a_letters_code_shows_no_other_board(playing: House, turn: Turn) -> None:
    """`showas all` by reply would open with one board's code what needs the password."""
    playing.start()
    unread(playing)
    (answer,) = playing.reply(turn.letter, "showas all")
    assert "only its own board" in answer.text
    assert "Your hand" not in answer.text


def test_help_in_a_reply_is_help(playing: House, turn: Turn) -> None:
    """The footer offers `help`, too."""
    (answer,) = playing.reply(turn.letter, "help")
    assert "help tutorial" in answer.text
    assert untouched(playing)


class TestStrangers:
    """A good password or code from an unknown address is obeyed, and answered where its player lives."""

    @pytest.mark.parametrize("credentials", ["{me} secret-{me}", "{code}", "{me} {code}"])
    def test_a_good_one_is_obeyed(self, playing: House, turn: Turn, credentials: str) -> None:
        """The card is played; the unknown address hears `done`, the player gets the board."""
        text = credentials.format(me=turn.me, code=turn.code)
        (heard,) = playing.mail(ELSEWHERE, f"mhearts move {BOARD} {text} {turn.card}")
        assert played(playing, turn.card)
        assert "Done." in heard.text
        self._tells_nothing(playing, turn, heard)
        (board,) = unread(playing)[turn.me]
        assert "Your hand" in board.text

    def test_a_refused_one_is_told_to_the_player(self, playing: House, turn: Turn) -> None:
        """The legal cards go to the player's own address, the unknown one hears that it was not done."""
        (heard,) = playing.mail(ELSEWHERE, f"mhearts move {BOARD} {turn.me} secret-{turn.me} 14x")
        assert "could not be done" in heard.text
        self._tells_nothing(playing, turn, heard)
        (answer,) = unread(playing)[turn.me]
        assert "Reply with one of:" in answer.text

    def test_showas_goes_home(self, playing: House, turn: Turn) -> None:
        """One's own board is not shown to an unknown address."""
        (heard,) = playing.mail(ELSEWHERE, f"mhearts showas {turn.me} secret-{turn.me} {BOARD}")
        self._tells_nothing(playing, turn, heard)
        (board,) = unread(playing)[turn.me]
        assert "Your hand" in board.text

    def test_an_old_code_tells_it_nothing(self, playing: House, turn: Turn) -> None:
        """The board as it stands goes to the player alone."""
        playing.play_one(BOARD)
        unread(playing)
        (heard,) = playing.mail(ELSEWHERE, f"mhearts move {BOARD} {turn.code} {turn.other_card}")
        self._tells_nothing(playing, turn, heard)

    @staticmethod
    def _tells_nothing(house: House, turn: Turn, heard: Mail) -> None:
        view = hearts.view(house.board(BOARD).state, hearts.Seat(FOUR.index(turn.me)))
        assert "Reply with" not in heard.text
        assert turn.code not in everything(heard)
        assert turn.token not in everything(heard)
        assert f"secret-{turn.me}" not in everything(heard)
        shown = set(everything(heard).upper().split())
        own_words = {turn.card, turn.other_card}  # it knows the card that it named itself
        assert not {card.label for card in view.hand} & shown - own_words


@pytest.mark.parametrize(
    "line", ["{card}?", "not {card}", "{card} or {other}, hm", "I think {card} was daring"]
)
def test_a_card_among_other_words_is_asked_back(playing: House, turn: Turn, line: str) -> None:
    """Nothing is played, the cards are named, and nobody else reads the line."""
    unread(playing)
    (answer,) = playing.reply(turn.letter, line.format(card=turn.card, other=turn.other_card))
    assert untouched(playing)
    assert turn.card in answer.text.partition("Reply with one of")[0]
    assert not any(unread(playing, *(set(FOUR) - {turn.me})).values())


def test_a_setting_below_a_card_is_made(playing: House, turn: Turn) -> None:
    """Both are obeyed; the line is nobody's remark, the next one is."""
    unread(playing)
    got = playing.reply(turn.letter, f"{turn.card}\nset notify=turn\nSet your watches, friends!")
    assert played(playing, turn.card)
    assert any("notify=turn" in letter.text for letter in got)
    for letters in unread(playing, *(set(FOUR) - {turn.me})).values():
        assert "Set your watches, friends!" in letters[0].text
        assert "| set notify" not in letters[0].text


@pytest.mark.parametrize(
    "line", ["help me, bob", "list of cards", "no", "pause for thought", "back in a minute"]
)
def test_a_remark_that_begins_with_a_verb_is_a_remark(playing: House, turn: Turn, line: str) -> None:
    """Below a card, only what has a command's form is one."""
    unread(playing)
    playing.reply(turn.letter, f"{turn.card}\n{line}")
    for letters in unread(playing, *(set(FOUR) - {turn.me})).values():
        assert f"| {line}" in letters[0].text
