"""Plans by mail: `queue` and `unqueue`."""

import pytest
from house import FOUR, House, Mail
from ready_house import BOARD, everything, unread

from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat

pytestmark = pytest.mark.slow


def told(mail: Mail) -> str:
    """A letter's text, its lines joined."""
    return " ".join(mail.text.split())


def queue(house: House, name: str, plan: str) -> list[Mail]:
    """Queue a plan by a full command; what comes back to the player."""
    return house.mail(name, f"mhearts queue {BOARD} {name} secret-{name} {plan}")


def after(house: House, steps: int) -> str:
    """The player who sits so many seats after the one whose turn it is."""
    name, _ = house.turn(BOARD)
    return FOUR[(FOUR.index(name) + steps) % 4]


def hand(house: House, name: str) -> tuple[str, ...]:
    """A player's cards, in log notation."""
    view = hearts.view(house.board(BOARD).state, Seat(FOUR.index(name)))
    return tuple(str(card) for card in view.hand)


def test_a_plan_is_played_when_its_turn_comes(playing: House) -> None:
    """The card before it and the planned one are told in one mail a person, and only the planner hears of the plan."""
    me = after(playing, 1)
    (answer,) = queue(playing, me, "lowest")
    assert "Your plan: lowest." in told(answer)
    assert all(not letters for letters in unread(playing).values())
    mover, legal = playing.turn(BOARD)
    before = len(playing.log(BOARD))
    playing.mail("postman", f"mhearts move {BOARD} {mover} secret-{mover} {legal[0]}")
    log = playing.log(BOARD)
    assert len(log) == before + 2
    assert log[-1].startswith(f"play {FOUR.index(me) + 1} ")
    letters = unread(playing)
    assert [len(letters[name]) for name in FOUR] == [1, 1, 1, 1]
    for name in FOUR:
        assert ("Played by your plan" in told(letters[name][0])) == (name == me)
        assert "plan" not in everything(letters[name][0]) or name == me


def test_a_plan_goes_with_who_made_it(playing: House) -> None:
    """Whoever takes the seat over is not played by the plan of who sat there before, and hears nothing of it."""
    playing.sign_up("eve")
    leaver = after(playing, 1)
    queue(playing, leaver, "lowest")
    playing.mail(leaver, f"mhearts resign {BOARD} {leaver} secret-{leaver}")
    playing.mail("eve", f"mhearts takeover {BOARD} eve secret-eve {FOUR.index(leaver) + 1}")
    unread(playing, *FOUR, "eve")
    playing.play_one(BOARD)
    assert playing.turn(BOARD)[0] == "eve"
    assert "plan" not in everything(playing.newest("eve"), but=("Message-ID",))


def test_plans_of_several_seats_chain(playing: House) -> None:
    """A card sets off the next player's plan, and that the one after."""
    second, third = after(playing, 1), after(playing, 2)
    queue(playing, second, "lowest; lowest")
    queue(playing, third, "lowest")
    unread(playing)
    before = len(playing.log(BOARD))
    playing.play_one(BOARD)
    assert len(playing.log(BOARD)) >= before + 3
    letters = unread(playing)
    for name in (second, third):
        (letter,) = letters[name]
        assert "Played by your plan" in told(letter)


def test_queued_on_ones_own_turn_it_is_a_move(playing: House) -> None:
    """The plan is tried at once; what is left of it waits."""
    me, legal = playing.turn(BOARD)
    spare = next(card for card in hand(playing, me) if card not in legal or card != legal[0])
    (answer,) = queue(playing, me, f"{legal[0]}; {spare}")
    assert playing.log(BOARD)[-1] == f"play {FOUR.index(me) + 1} {legal[0]}"
    assert "Played by your plan" in told(answer)
    assert "Left of it" in told(answer)
    assert [len(letters) for name, letters in unread(playing).items() if name != me] == [1, 1, 1]


def test_a_card_that_turns_out_illegal_is_dropped_and_told(playing: House) -> None:
    """The turn waits for the player as ever, and the letter says what was dropped."""
    me, legal = playing.turn(BOARD)
    illegal = next(card for card in hand(playing, me) if card not in legal)
    before = playing.log(BOARD)
    (answer,) = queue(playing, me, illegal)
    assert "Dropped from your plan, as it could not be played" in told(answer)
    assert playing.log(BOARD) == before
    (refusal,) = playing.mail(me, f"mhearts unqueue {BOARD} {me} secret-{me}")
    assert "You have no plan" in told(refusal)


def test_a_card_that_is_not_held_is_refused(playing: House) -> None:
    """Nothing is kept of such a plan."""
    me = after(playing, 1)
    foreign = hand(playing, after(playing, 2))[0]
    (answer,) = queue(playing, me, f"lowest; {foreign}; {foreign}")
    assert f"You do not hold the {foreign}." in told(answer)
    (refusal,) = playing.mail(me, f"mhearts unqueue {BOARD} {me} secret-{me}")
    assert "You have no plan" in told(refusal)


def test_unqueue_forgets_the_plan(playing: House) -> None:
    """Then the turn waits for its player."""
    me = after(playing, 1)
    queue(playing, me, "lowest")
    (answer,) = playing.mail(me, f"mhearts unqueue {BOARD} {me} secret-{me}")
    assert "Your plan is forgotten: lowest." in told(answer)
    playing.play_one(BOARD)
    assert playing.turn(BOARD)[0] == me


def test_a_plan_by_reply(playing: House) -> None:
    """A reply to a board's letter may begin with `queue`; the answer shows the plan in its standard form."""
    me = after(playing, 1)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    (answer,) = playing.reply(letter, "queue if void, highest; LOWEST clubs")
    assert "Your plan: if void highest; lowest clubs." in told(answer)


def test_a_pass_of_cards_that_are_not_held_is_refused(passing: House) -> None:
    """It is no plan for the play; cards that may come by the pass are, behind it or where it is made."""
    own, foreign = hand(passing, "ann"), hand(passing, "bob")[0]
    (answer,) = queue(passing, "ann", f"{own[0]} {own[1]} {foreign}; lowest")
    assert f"You do not hold the {foreign}." in told(answer)
    (answer,) = queue(passing, "ann", f"{' '.join(own[:3])}; {foreign}")
    assert "You pass" in told(answer)
    (answer,) = queue(passing, "ann", f"{own[4]} {own[5]} {foreign}")
    assert "Your plan: " in told(answer)


def test_a_plan_passes_first(passing: House) -> None:
    """A first part of three cards is the pass; the rest waits for the play, and plays by itself."""
    cards = hand(passing, "ann")
    (answer,) = queue(passing, "ann", f"{' '.join(cards[:3])}; lowest; lowest; lowest")
    assert "You pass" in told(answer)
    assert "Your plan: lowest; lowest; lowest." in told(answer)
    assert passing.log(BOARD)[-1] == f"pass 1 {' '.join(cards[:3])}"
    passing.pass_all(BOARD)
    for _ in range(3):
        assert passing.turn(BOARD)[0] != "ann"
        passing.play_one(BOARD)
    assert any(line.startswith("play 1 ") for line in passing.log(BOARD))


def test_a_plan_dies_with_its_deal(playing: House) -> None:
    """What was left of it plays nothing in the next hand."""
    me = after(playing, 1)
    queue(playing, me, "; ".join(["if void lowest"] * 14))
    store = playing.app.store
    with store.read() as repositories:
        assert repositories.plans.of(BOARD)
    while playing.board(BOARD).state.facts.number == 1:
        playing.play_one(BOARD)
    playing.pass_all(BOARD)
    (refusal,) = playing.mail(me, f"mhearts unqueue {BOARD} {me} secret-{me}")
    assert "You have no plan" in told(refusal)


def test_queue_alone_shows_the_plan(playing: House) -> None:
    """Only to whoever made it; without one it is refused."""
    me, other = after(playing, 1), after(playing, 2)
    card = hand(playing, me)[0].replace("T", "10")
    queue(playing, me, f"if void {card}; lowest")
    (answer,) = queue(playing, me, "")
    assert f"Your plan: if void {card}; lowest." in told(answer)
    (answer,) = queue(playing, other, "")
    assert "You have no plan" in told(answer)


@pytest.mark.parametrize("words", [";", "hunter22", "lowest; hunter22 7c", "if hunter22 7c"])
def test_what_is_no_plan_is_refused_and_not_repeated(playing: House, words: str) -> None:
    """A word that went astray may be a password."""
    me = after(playing, 1)
    (answer,) = queue(playing, me, words)
    assert "could not be done" in answer.text
    assert "hunter22" not in everything(answer)
