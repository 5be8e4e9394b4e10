"""A season by mail alone: one board from the challenge to the next one, and every letter that anybody got."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from house import FOUR, open_house
from season import Got, Season

pytestmark = pytest.mark.slow

TAKEOVER = "Somebody new may take the seat, with its hand and score: mhearts takeover 101 userid password"


def all_read(names: Iterable[str], words: str) -> Got:
    """Each of these gets one letter of the board, which begins with these words."""
    return {name: [f"101 | {words}"] for name in names}


def turn(mover: str, matter: str, others: Iterable[str]) -> Got:
    """Each of these gets the board, which waits for the mover."""
    doing = f"to {matter}" if matter.startswith("lead") else f"to play: {matter}"
    letters = all_read(others, f"{mover} is {doing}.")
    return letters | all_read([mover], f"Your turn, {mover}: {matter}.")


def started(board: int, four: tuple[str, ...]) -> Got:
    """Each of the four is to pass to the next."""
    begin = " (left). The board has just started."
    return {
        name: [f"{board} | Your turn, {name}: pass three cards to {left}{begin}"]
        for name, left in zip(four, (*four[1:], four[0]), strict=True)
    }


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_season_by_mail(tmp_path: Path, request: pytest.FixtureRequest, database: str) -> None:
    """Nothing but mails goes in, and nobody gets a letter too many or too few, on whichever database."""
    url = request.getfixturevalue("postgres_url") if database == "postgres" else ""
    with open_house(tmp_path, f"[database]\nurl = {url}\n" if url else "") as house:
        season = Season(house)
        the_four_sit_down(season)
        they_pass_and_one_changes_her_mind(season)
        plans_are_played_and_dropped(season)
        a_card_comes_back_at_the_second_attempt(season)
        one_is_on_vacation(season)
        one_lets_the_board_wait_and_returns(season)
        one_resigns_and_another_takes_over(season)
        they_play_to_the_end(season)
        they_play_again(season)


def the_four_sit_down(season: Season) -> None:
    """Six open accounts; one wants to be asked, and the board begins when he has said yes. One will watch."""
    for name in (*FOUR, "eve", "fay"):
        season.send(name, "signup {}")
        assert season.got() == {name: [f"Re: your mail: signup … | Welcome, {name}"]}
    season.send("bob", "set {} challenges=ask")
    assert season.got() == {"bob": ["Re: your mail: set … | This is how you have it:"]}
    challenge = "mhearts challenge -deals=1 --unrated ann bob cat dan"
    season.send("ann", challenge)
    asked = "ann asks you to a game of Hearts, board 101"
    assert season.got() == {
        "ann": [f"Re: your mail: {challenge} | Board 101 waits for its four:"],
        "bob": [f"Hearts: ann asks you to a game | {asked}"],
    }
    season.answer("bob", "yes")
    assert season.got() == started(101, FOUR)
    season.send("eve", "mhearts subscribe 101 {}")
    said = "You watch board 101 (ann, bob, cat, dan)"
    assert season.got() == {"eve": [f"Re: your mail: mhearts subscribe … | {said}"]}


def they_pass_and_one_changes_her_mind(season: Season) -> None:
    """A pass tells only its sender, an undo of it too; the fourth tells all four."""
    for name, text, said in (
        ("ann", "2C 9C QD", "You pass 2C 9C QD."),
        ("ann", "undo", "Your pass is taken back; pass three cards again."),
        ("bob", "AH QS AS", "You pass AH QS AS."),
        ("cat", "AC QH KS", "You pass AC QH KS."),
        ("ann", "9C JD QD\n\nGood luck!", "You pass 9C JD QD."),
    ):
        season.answer(name, text)
        assert season.got() == all_read([name], said)
    season.answer("dan", "KD 10H KH")
    assert season.got() == turn("bob", "trick 1, clubs led", FOUR)
    assert "ann wrote: | Good luck!" in " ".join(season.newest["cat"].text.split())


def plans_are_played_and_dropped(season: Season) -> None:
    """Plans are told to who made them. One is played, the other dropped; then the first leads the next trick."""
    season.answer("cat", "queue QC; 3C")
    assert season.got() == all_read(["cat"], "Your plan: QC; 3C.")
    season.answer("dan", "queue KS; if hearts led lowest")
    assert season.got() == all_read(["dan"], "Your plan: KS; if hearts led lowest.")
    season.answer("bob", "10C")
    assert season.got() == turn("dan", "trick 1, clubs led", FOUR) | all_read(
        ["cat"], "Played by your plan: QC. Left of it: 3C."
    ) | all_read(["dan"], "Dropped from your plan, as it could not be played: KS.")
    season.answer("dan", "6C")
    assert season.got() == turn("dan", "trick 2, clubs led", (*FOUR, "eve")) | all_read(
        ["cat"], "Played by your plan: 3C."
    )


def a_card_comes_back_at_the_second_attempt(season: Season) -> None:
    """Chat reaches the watcher too; a proposal is rejected, the next one accepted by reply, tap and reply."""
    season.answer("dan", "7C")
    assert season.got() == turn("ann", "trick 2, clubs led", FOUR)
    season.answer("ann", "chat Was that wise, dan?")
    assert season.got() == turn("ann", "trick 2, clubs led", (*FOUR, "eve"))
    assert "Was that wise, dan?" in season.newest["eve"].text
    what = "to take back the seven of clubs of dan"
    asked = all_read(FOUR, f"dan proposes {what}. Reply with accept or reject.") | all_read(
        ["dan"], f"dan proposes {what}. Still to agree: ann, bob, cat."
    )
    season.answer("dan", "propose undo")
    assert season.got() == asked
    season.answer("ann", "no")
    assert season.got() == all_read(FOUR, f"ann does not agree {what}. The board goes on.")
    season.answer("dan", "propose undo")
    assert season.got() == asked
    season.answer("ann", "yes")
    assert season.got() == all_read(
        ("ann", "dan"), f"ann agrees {what}. Still to agree: bob, cat."
    ) | all_read(("bob", "cat"), f"ann agrees {what}. Reply with accept or reject.")
    season.tap("bob", "mhearts accept")
    assert season.got() == all_read(
        ("ann", "bob", "dan"), f"bob agrees {what}. Still to agree: cat."
    ) | all_read(["cat"], f"bob agrees {what}. Reply with accept or reject.")
    season.answer("cat", "accept")
    back = "dan is to play: trick 2, clubs led. A card was taken back: this is the board as it stands now."
    assert season.got() == all_read(FOUR, f"All have agreed {what}.") | all_read(["eve"], back)
    season.answer("dan", "AC")
    assert season.got() == turn("ann", "trick 2, clubs led", FOUR)


def one_is_on_vacation(season: Season) -> None:
    """The board waits for her for four weeks, and nobody is reminded of anything."""
    season.send("ann", "vacation {} 2026-12-01..2026-12-24")
    assert season.got() == {"ann": ["Re: your mail: vacation … | You are away:"]}
    season.days(28)
    assert season.got() == {}
    season.answer("ann", "KD")
    assert season.got() == turn("bob", "trick 2, clubs led", FOUR)


def one_lets_the_board_wait_and_returns(season: Season) -> None:
    """Two reminders, then his seat is lost, and the bot's card ends the trick; he takes the seat back by reply."""
    season.days(20)
    assert season.got() == {"bob": ["1 board waits for you | Hello bob, a board waits for you."] * 2}
    season.days(1)
    lost = "bob has let the board wait too long and lost the seat: a bot plays on."
    seat = "board 101 has waited for you too long, and your time there has run out"
    assert season.got() == all_read(FOUR, f"{lost} {TAKEOVER} 2") | {
        "bob": [f"Your seat on board 101 | {seat}"],
        "eve": ["101 | dan is to lead trick 3."],
    }
    season.answer("bob", "return 101")
    assert season.got() == all_read(FOUR, "bob is back.")


def one_resigns_and_another_takes_over(season: Season) -> None:
    """She is asked whether she means it, and gets nothing more of the board."""
    season.answer("cat", "resign")
    assert season.got() == {"cat": ["Re: your mail: mhearts resign | That could not be done"]}
    season.answer("cat", "resign yes")
    assert season.got() == all_read(
        ("ann", "bob", "dan"), f"cat has resigned: a bot plays on. {TAKEOVER} 3"
    ) | {"cat": ["Re: your mail: mhearts resign | You have left board 101"]}
    season.send("fay", "mhearts takeover 101 {} 3")
    assert season.got() == all_read(("ann", "bob", "dan", "fay"), "fay takes over seat 3 from the bot.")


def they_play_to_the_end(season: Season) -> None:
    """Each card is one letter to each of the four, and to the watcher where it ends a trick."""
    table = ("ann", "bob", "dan", "fay")
    mover, matter = "dan", "lead trick 3"
    while True:
        season.answer(mover, season.newest[mover].offers[-1])
        got = season.got()
        if "is over" in got["ann"][0]:
            break
        trick = matter.partition("trick ")[2].split(",")[0]
        mover = next(name for name in table if f"Your turn, {name}: " in got[name][0])
        matter = got[mover][0].partition(": ")[2].rstrip(".")
        ended = matter.startswith("lead") and matter.split()[-1] != trick
        assert got == turn(mover, matter, (*table, "eve") if ended else table)
    assert set(got) == {*table, "eve"}
    for name, (told,) in got.items():
        winner = "you win" if name == "fay" else "fay wins"
        assert told.startswith(f"101 | Board 101 is over: {winner}, 26 points ahead of ")


def they_play_again(season: Season) -> None:
    """A tap on the last letter asks for the next board, with who plays by now, under the same rules and terms."""
    season.tap("dan", "mhearts challenge")
    challenge = "mhearts challenge -deals=1 --unrated ann bob fay dan"
    asked = "dan asks you to a game of Hearts, board 102"
    assert season.got() == {
        "bob": [f"Hearts: dan asks you to a game | {asked}"],
        "dan": [f"Re: your mail: {challenge} | Board 102 waits for its four:"],
    }
    season.answer("bob", "yes")
    assert season.got() == started(102, ("ann", "bob", "fay", "dan"))
