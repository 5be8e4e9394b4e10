"""Who may give which of the board's commands: a table of verbs against what proves the sender."""

import pytest
from house import FOUR, House, Mail
from ready_house import BOARD, everything, unread

from pbmhearts.games import hearts

pytestmark = pytest.mark.slow

STRANGER = "stranger@elsewhere.example"


def state_of(house: House) -> tuple[object, ...]:
    """All that the commands of this table may change of board 101."""
    with house.app.store.read() as repositories:
        board = repositories.boards.load(BOARD)
        assert board is not None
        held = tuple(repositories.submissions.of(BOARD, seat) for seat in hearts.Seat)
        said = len(repositories.histories.of(BOARD).remarks(-1, board.seq))
        return (
            board.seq,
            repositories.plans.of(BOARD),
            held,
            repositories.proposals.open(BOARD, board.seq),
            said,
        )


def text_of(house: House, me: str, verb: str) -> str:
    """What stands behind the verb and the credentials, a thing that can be done now."""
    _, legal = house.turn(BOARD)
    return {
        "queue": "lowest",
        "preview": legal[0],
        "submit": legal[0],
        "propose": "abandon",
        "chat": "hello",
    }.get(verb, "")


def prepared(house: House, me: str, verb: str) -> None:
    """Let there be something for the verb to work on."""
    before = {
        "unqueue": f"mhearts queue {BOARD} {me} secret-{me} if void 2h",
        "confirm": f"mhearts submit {BOARD} {me} secret-{me} {house.turn(BOARD)[1][0]}",
        "undo": f"mhearts submit {BOARD} {me} secret-{me} {house.turn(BOARD)[1][0]}",
    }
    if verb == "unqueue":
        hand = hearts.view(house.board(BOARD).state, hearts.Seat(FOUR.index(me))).hand
        before["unqueue"] = f"mhearts queue {BOARD} {me} secret-{me} if leading {hand[0]}"
    if verb in before:
        house.mail(me, before[verb])
    if verb in {"accept", "reject"}:
        other = next(name for name in FOUR if name != me)
        house.mail(other, f"mhearts propose {BOARD} {other} secret-{other} abandon")
    unread(house)


VERBS = ("queue", "unqueue", "preview", "submit", "confirm", "undo", "propose", "accept", "reject", "chat")


def changes(verb: str, before: tuple[object, ...], after: tuple[object, ...], answers: list[Mail]) -> bool:
    """Whether the command was done; a preview shows by its answer alone."""
    if verb == "preview":
        return any("As it would be" in letter.text for letter in answers)
    return before != after


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("proof", ["password", "code", "reply", "seat address"])
def test_the_owner_may(playing: House, verb: str, proof: str) -> None:
    """By password from anywhere, by code, by a reply, and by the seat address from a confirmed address."""
    me, _ = playing.turn(BOARD)
    prepared(playing, me, verb)
    (board,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    rest = text_of(playing, me, verb)
    before = state_of(playing)
    match proof:
        case "password":
            answers = playing.mail(me, f"mhearts {verb} {BOARD} {me} secret-{me} {rest}")
        case "code":
            answers = playing.mail(me, f"mhearts {verb} {BOARD} {board.code} {rest}")
        case "reply":
            answers = playing.reply(board, f"{verb} {rest}")
        case _:
            answers = playing.mail(me, "hello", f"{verb} {rest}\n", to=board["Reply-To"])
    assert changes(verb, before, state_of(playing), answers)


@pytest.mark.parametrize("verb", VERBS)
def test_nobody_else_may(playing: House, verb: str) -> None:
    """Another player, a watcher, a stranger with a wrong password, code or another's seat address change nothing."""
    me, _ = playing.turn(BOARD)
    other = next(name for name in FOUR if name != me)
    playing.sign_up("eve")
    prepared(playing, me, verb)
    (board,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    rest = text_of(playing, me, verb)
    before = state_of(playing)
    attempts = (
        (other, f"mhearts {verb} {BOARD} {me} secret-{other} {rest}", "", None),
        (other, "hello", f"{verb} {rest}\n", board["Reply-To"]),
        ("eve", f"mhearts {verb} {BOARD} eve secret-eve {rest}", "", None),
        ("eve", "hello", f"{verb} {rest}\n", board["Reply-To"]),
        (STRANGER, f"mhearts {verb} {BOARD} {me} hunter22 {rest}", "", None),
        (STRANGER, f"mhearts {verb} {BOARD} aaaabbbb {rest}", "", None),
        (STRANGER, f"Re: [mhearts {BOARD}] Hand 1", f"{verb} {rest}\n", None),
        (STRANGER, "hello", f"{verb} {rest}\n", board["Reply-To"]),
    )
    for sender, subject, body, to in attempts:
        answers = playing.mail(sender, subject, body, to=to) if to else playing.mail(sender, subject, body)
        assert not changes(verb, before, state_of(playing), answers), (sender, subject)
        for letter in answers:
            assert board.code not in everything(letter), (sender, subject)


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_answered_goes_to_the_players_own_address(playing: House, verb: str) -> None:
    """A good password from an unknown address is obeyed; that address hears whether it was done, and no card."""
    me, _ = playing.turn(BOARD)
    prepared(playing, me, verb)
    before = state_of(playing)
    (answer,) = playing.mail(
        STRANGER, f"mhearts {verb} {BOARD} {me} secret-{me} {text_of(playing, me, verb)}"
    )
    own = playing.letters(me)
    assert changes(verb, before, state_of(playing), own)
    assert "went to the player's own address" in " ".join(answer.text.split())
    state = playing.board(BOARD).state
    hand = hearts.view(state, hearts.Seat(FOUR.index(me))).hand
    assert not [card for card in hand if card.symbols in answer.text or f" {card.label} " in answer.text]
