import re
from dataclasses import replace
from datetime import timedelta

import pytest
from letter_reading import Page, moves_tapped, tapped
from played_boards import NAMES, NOW, SERVER, after_cards, board, chance, just_dealt, never, play_on

from pbmhearts.cards import card
from pbmhearts.games.hearts import Dealt, Phase, Seat, TakeBack, view
from pbmhearts.render import (
    Comment,
    Commitment,
    DealCheck,
    Look,
    RatingChange,
    Renderer,
    Style,
)

PLAYING = """\
Your turn, bob: trick 5, clubs led.

Trick 5 of 13. This hand: ann 0, you 13, cat 0, dan 0. Hearts are not
broken. Still out: 13 points.

Trick 5, led by dan: dan Q♣, ann K♣.

Your hand (* may be played):
  clubs     3♣* 5♣* 6♣*
  diamonds  10♦ A♦
  hearts    J♥ A♥
  spades    7♠ J♠

Reply with one of: 3C 5C 6C

Write the card as the first line of your reply; what you write below it
goes to the others.

This hand you passed 7♣, 2♥, 7♥ to cat and got 6♣, A♦, J♥ from ann.

cat wrote:
| Good luck!

Since your last mail:
- bob took trick 3: 13 points.
- Trick 4: bob 4♦, cat 8♦, dan J♦, ann 2♦. dan took it, 0 points.

Scores                       match  this hand  tricks
  ann                            0          0       1
  bob (you)                      0         13       2
  cat                            0          0       0
  dan                            0          0       1

You have time until Sun 6 Dec, 16:00, in 6 days (Europe/Paris).

"""


@pytest.mark.parametrize("turn_subject", [False, True])
def test_a_turn_letter_says_whose_turn_it_is_first_and_all_that_the_answer_needs(
    renderer: Renderer, turn_subject: bool
) -> None:
    """A letter to whoever must play reads so, to the byte, down to the commands."""
    played = board(after_cards(18))
    page = played.page(
        Seat.SECOND,
        Look(zone="Europe/Paris", turn_subject=turn_subject),
        happened=tuple(played.events[-8:]),
        comments=(Comment("cat", "Good luck!"),),
    )
    content = renderer.board(page)
    assert content.text.startswith(PLAYING)
    turn = "[mhearts 101.k7f3q2ab] Your turn: trick 5, clubs led"
    assert content.subject == (turn if turn_subject else "[mhearts 101] Hand 1 - you are bob")


def test_a_pass_letter_suggests_three_passes_and_carries_the_promises(renderer: Renderer) -> None:
    """Whoever must pass reads to whom, three examples that can be tapped, and the commitments given."""
    played = board(just_dealt)
    promises = (Commitment(1, "ab" * 32), Commitment(2, "cd" * 32))
    page = played.page(Seat.FIRST, commitments=promises)
    content = renderer.board(page)
    lines = content.text.splitlines()
    assert lines[0] == "Your turn, ann: pass three cards to bob (left)."
    at = next(i for i, line in enumerate(lines) if line.startswith("Reply with three cards, for example: "))
    typed = [lines[at].partition(": ")[2], *(line.removeprefix("or: ") for line in lines[at + 1 : at + 3])]
    assert len(set(typed)) == 3
    hand = {c.label for c in page.view.hand}
    assert all(len(set(t.split())) == 3 and set(t.split()) <= hand for t in typed)
    assert moves_tapped(content.html) == typed
    assert {"ab" * 32, "cd" * 32} <= set(lines)
    assert "ab" * 32 in content.html


def test_who_has_passed_reads_what_and_who_is_waited_for(renderer: Renderer) -> None:
    """Before the fourth pass the letter shows one's own pass and that it may still be replaced."""
    played = board(lambda p: just_dealt(p) and p.to_move is not Seat.FIRST)
    page = played.page(Seat.FIRST)
    content = renderer.board(page)
    said = " ".join(content.text.split())
    start = "You have passed. bob, cat and dan are to pass."
    assert said.startswith(start)
    assert "You passed " + ", ".join(c.symbols for c in page.view.my_pass) + " to bob." in said
    assert moves_tapped(content.html) == []
    assert "Reply with one of" not in content.text
    subjects = [tapped(link)[1] for link in Page(content.html).links]
    assert "mhearts undo 101 ann k7f3q2ab" in subjects


def test_others_read_who_is_waited_for_and_cannot_tap_a_move(renderer: Renderer) -> None:
    """A letter to somebody whose turn it is not names who is waited for."""
    played = board(after_cards(18))
    content = renderer.board(played.page(Seat.FOURTH))
    assert content.text.startswith("bob is to play: trick 5, clubs led.\n")
    assert "bob has time until" in " ".join(content.text.split())
    assert moves_tapped(content.html) == []


def test_the_leader_of_a_trick_is_told_to_lead(renderer: Renderer) -> None:
    """With nothing on the table the first line says so."""
    played = board(lambda p: p.cards_played() == 4)
    content = renderer.board(played.page(played.to_move))
    assert content.text.startswith(f"Your turn, {NAMES[played.to_move]}: lead trick 2.\n")
    assert "\nThe trick before: " in content.text


def test_a_watcher_sees_no_hand_and_no_code(renderer: Renderer) -> None:
    """A watcher's letter shows the table and neither hands nor codes."""
    content = renderer.board(board(after_cards(18)).page(None))
    assert content.subject == "[mhearts 101] Hand 1 - you are watching"
    assert "Your hand" not in content.text
    assert "Code:" not in content.text
    assert "unsubscribe" in content.text


def test_the_end_of_a_deal_shows_the_scores_so_far_and_the_next_turn(renderer: Renderer) -> None:
    """When a deal ends the next one's turn comes first, then its result and the table of deals."""
    played = board(lambda p: sum(isinstance(e, Dealt) for e in p.events) == 3)
    content = renderer.board(played.page(Seat.SECOND))
    lines = content.text.splitlines()
    assert lines[:2] == [
        "You took 4. ann is ahead with 6.",
        "Your turn, bob: pass three cards to dan (across).",
    ]
    assert "- Hand 2 is over: ann 6, bob 4, cat 16, dan 0. Match: ann 6, bob 22, cat" in lines
    assert "Hand by hand            ann           bob           cat           dan" in lines
    assert "  2                       6             4            16             0" in lines
    assert "  match                   6            22            16             8" in lines
    assert "Hand by hand" in Page(content.html).text


def test_between_deals_the_letter_says_so(renderer: Renderer) -> None:
    """A deal that is over, with the next not dealt yet, is what the letter is about."""
    played = board(lambda p: bool(p.deals))
    content = renderer.board(played.page(Seat.SECOND))
    assert content.text.splitlines()[1] == "Hand 1 is over. The next hand comes with the next mail."


def test_the_end_of_a_board_names_the_winner_and_brings_the_record(renderer: Renderer) -> None:
    """The last letter has places, ratings, another game at a tap, and one file to check the deals with."""
    played = board(never, "-jack")
    check = DealCheck(1, "ab" * 32, "cd" * 32, "ef" * 32, "1 2C TC AS\n", "2341")
    rating = RatingChange("ann", 1500, 1512)
    page = played.page(Seat.SECOND, checks=(check,), first_names=("eve", *NAMES[1:]), ratings=(rating,))
    content = renderer.board(page)
    winners = [name for name, place in zip(NAMES, page.view.places or (), strict=True) if place == 1]
    assert content.text.startswith(f"Board 101 is over: {winners[0]} wins, 61 points ahead of ann.\n")
    assert "\nRatings:\n- ann: 1500 before, 1512 now.\n" in content.text
    table = content.text.partition("Final scores")[2].splitlines()[1:5]
    assert [int(line.split()[-1]) for line in table] == sorted(page.view.places or ())
    subjects = [tapped(link) for link in Page(content.html).links]
    assert (SERVER, "mhearts challenge -jack ann bob cat dan") in subjects
    assert "mhearts challenge -jack ann bob cat dan" in " ".join(content.text.split())
    (record,) = content.attachments
    assert record.name == "board-101.txt"
    assert "\n* board 101: eve bob cat dan\n* hand 1\n" in record.text
    assert f"\nsecret {'ab' * 32}\n" in record.text
    assert "\nreceivers 2341\nlog\n1 2C TC AS\n" in record.text
    assert record.text.isascii()


@pytest.mark.parametrize("options", ["", "-jack", "-goal=400"])
def test_the_last_letter_draws_the_match_hand_by_hand(renderer: Renderer, options: str) -> None:
    """The totals after each hand stand in a drawing, in bars of HTML and in prose: the same numbers everywhere."""
    played = board(never, options)
    content = renderer.board(played.page(Seat.SECOND))
    numbers, marks = [], []
    for line in content.text.partition("Totals after each hand")[2].splitlines():
        if re.match(r" *\d+\|", line):
            number, drawn, totals = line.split("|")
            numbers.append((int(number), *map(int, totals.split())))
            marks.append(drawn)
    of_deals = [(deal.number, *deal.totals) for deal in played.deals]
    assert numbers == [row for row in of_deals if row in numbers]
    assert numbers[-1] == of_deals[-1]
    assert min(len(of_deals), 13) <= len(numbers) <= 25
    for (_, *totals), drawn in zip(numbers, marks, strict=True):
        order = [str(seat) for _, seat in sorted(zip(totals, (1, 2, 3, 4), strict=True))]
        assert "*" in drawn or "".join(drawn.split()) == "".join(order)
    rows = re.findall(r"<tr>.*?</tr>", content.html.partition("Totals after each hand")[2], re.DOTALL)[1:]
    assert [tuple(map(int, Page(row).text.split())) for row in rows] == numbers
    widths = [[int(width) for width in re.findall(r"width:(\d+)%", row)] for row in rows]
    assert max(map(max, widths)) == 100
    assert all(0 <= width <= 100 for row in widths for width in row)
    prose = renderer.board(played.page(Seat.SECOND, Look(style=Style.PROSE)))
    for part in (" ".join(prose.text.split()), Page(prose.html).text):
        said = re.findall(
            r"Hand (\d+): [^.]*\. Match: ann (-?\d+), bob (-?\d+), cat (-?\d+), dan (-?\d+)\.", part
        )
        assert [tuple(map(int, row)) for row in said] == of_deals


def test_winners_who_share_the_place_are_all_named(renderer: Renderer) -> None:
    """A shared first place is told as one."""
    page = board(never).page(Seat.FIRST)
    shared = replace(page, view=replace(page.view, places=(1, 3, 1, 4)))
    assert renderer.board(shared).text.startswith(
        "Board 101 is over: you and cat win, 30 points ahead of bob.\n"
    )


def test_a_card_taken_back_is_told_before_the_hand(renderer: Renderer) -> None:
    """Everybody who was told otherwise reads right below the first line that the board went back."""
    played = board(after_cards(17))
    rng = chance(5)
    play_on(played, rng, after_cards(18))
    last = view(played.state, None).trick
    assert last is not None
    seat, back = last.plays[-1]
    played.do(TakeBack(seat))
    lines = renderer.board(played.page(Seat.FIRST)).text.splitlines()
    assert lines[1] == "A card was taken back: this is the board as it stands now."
    assert f"- Taken back: the {back.symbols} of {NAMES[seat]}. What follows counts from there." in lines


def test_the_subject_stays_the_same_throughout_a_deal(renderer: Renderer) -> None:
    """From the deal to its last card a player's letters share one Subject, so they stay one thread."""
    played = board(just_dealt)
    rng = chance(3)
    subjects = set()
    while not played.deals:
        subjects.add(renderer.board(played.page(Seat.THIRD)).subject)
        count = len(played.events)
        play_on(played, rng, lambda p, count=count: len(p.events) > count)
    assert subjects == {"[mhearts 101] Hand 1 - you are cat"}


def test_prose_says_it_in_sentences(renderer: Renderer) -> None:
    """In prose there is no drawing, no table and no hexadecimal, and each tap is also a word to type."""
    played = board(after_cards(18))
    look = Look(style=Style.PROSE)
    page = played.page(Seat.SECOND, look, commitments=(Commitment(2, "ab" * 32),), fewer_mails=True)
    content = renderer.board(page)
    assert "+--" not in content.text
    assert "table" not in Page(content.html).tags
    assert "ab" * 32 not in content.text + content.html
    assert "Your clubs: 3♣, 5♣, 6♣.\n" in content.text
    assert "bob (you): 0 points in the match, 13 in this hand with 2 tricks." in content.text
    assert "Reply with one of: 3C 5C 6C" in content.text.splitlines()
    words = Page(content.html).text
    assert all(f"or reply with {label}." in words for label in ("3C", "5C", "6C"))
    assert "set notify=turn here" in words


def test_countdown_shows_the_points_left(renderer: Renderer) -> None:
    """With `-countdown` the board shows what is left of the goal, in both parts."""
    played = board(lambda p: len(p.deals) == 1 and p.phase is Phase.PASSING, "-countdown -goal=75")
    content = renderer.board(played.page(Seat.FIRST))
    left = 75 - played.deals[0].totals[1]
    row = next(line for line in content.text.splitlines() if line.startswith("  bob"))
    assert row.split()[-1] == str(left)
    assert "left" in Page(content.html).text


def test_countdown_shows_what_was_left_at_the_end(renderer: Renderer) -> None:
    """The last table of a `-countdown` board has the points left beside the places."""
    played = board(lambda p: p.phase is Phase.FINISHED, "-countdown -goal=20")
    content = renderer.board(played.page(Seat.FIRST))
    row = next(line for line in content.text.splitlines() if line.startswith("  bob"))
    points, _, left = row.split()[-3:]
    assert int(left) == 20 - int(points)
    heading = next(line for line in content.text.splitlines() if line.startswith("Final scores"))
    assert heading.split()[-1] == "left"
    assert "left" in Page(content.html).text


def test_fewer_mails_is_one_tap_where_offered(renderer: Renderer) -> None:
    """The offer stands in the footer as a word to type and as a link that carries the board's tag."""
    played = board(after_cards(18))
    with_offer = renderer.board(played.page(Seat.SECOND, fewer_mails=True))
    without = renderer.board(played.page(Seat.SECOND))
    subjects = [tapped(link)[1] for link in Page(with_offer.html).links]
    assert "[mhearts 101.k7f3q2ab] set notify=turn here" in subjects
    assert "set notify=turn here" in with_offer.text
    assert "notify" not in without.text + without.html


def test_the_answer_to_a_move_stands_before_all_else(renderer: Renderer) -> None:
    """A note, such as that a card came too late, is the first line."""
    played = board(after_cards(18))
    note = "Your 7C came too late: the board has moved on."
    content = renderer.board(played.page(Seat.SECOND, note=note))
    assert content.text.splitlines()[:3] == [note, "", "Your turn, bob: trick 5, clubs led."]
    assert Page(content.html).text.startswith(note)


def test_without_html_there_is_none(renderer: Renderer) -> None:
    """Who wants plain text gets no HTML part."""
    assert renderer.board(board(just_dealt).page(Seat.FIRST, Look(html=False))).html == ""


def test_ten_is_written_as_people_type_it(renderer: Renderer) -> None:
    """A ten is `10C` on the line that says what to reply."""
    ten = card("TC")
    played = board(lambda p: p.cards_played() > 4 and ten in view(p.state, p.to_move).legal)
    seat = played.to_move
    line = next(
        text
        for text in renderer.board(played.page(seat)).text.splitlines()
        if text.startswith("Reply with one of: ")
    )
    assert "10C" in line.split()


def test_a_board_that_ended_without_result_waits_for_nobody(renderer: Renderer) -> None:
    """An abandoned board says so, offers no move, and names nobody as waited for."""
    played = board(after_cards(18))
    content = renderer.board(played.page(Seat.SECOND, abandoned=True, code=""))
    assert content.text.startswith("Board 101 has ended without a result.\n")
    assert moves_tapped(content.html) == []
    for part in (content.text, Page(content.html).text):
        assert "to play" not in part
        assert "time until" not in part
        assert "Play again" in part


def test_time_that_has_run_out_is_told_as_such(renderer: Renderer) -> None:
    """After the deadline the letter says when it was."""
    played = board(after_cards(18))
    late = played.page(Seat.FOURTH, due=NOW - timedelta(days=1))
    said = " ".join(renderer.board(late).text.split())
    assert "bob had time until Sun 29 Nov, 12:00, 1 day ago (UTC)." in said


def test_who_is_not_waited_for_gets_a_short_letter(renderer: Renderer) -> None:
    """What happened, the trick, the scores, the hand in one line: fifteen lines of text at most, the code last."""
    played = board(after_cards(18))
    page = played.page(Seat.FOURTH, happened=tuple(played.events[-2:]))
    content = renderer.board(page)
    assert "\nTrick 5, led by dan: dan Q♣, ann K♣.\n" in content.text
    assert "\nYour hand: " in content.text
    assert "Reply with" not in content.text
    assert len(content.text.splitlines()) <= 15
    assert content.text.endswith("\nCode: k7f3q2ab\n")
    whole = renderer.board(replace(page, whole=True)).text
    assert "\nRules: " in whole
    assert "\n  clubs " in whole


def test_rules_stand_only_in_the_first_letter_of_a_hand(renderer: Renderer) -> None:
    """Whoever has had a letter of this hand has read them."""
    first = board(just_dealt)
    later = board(after_cards(18))
    assert "\nRules: " in renderer.board(first.page(Seat.FIRST)).text
    assert "\nRules: " not in renderer.board(later.page(Seat.SECOND)).text


def test_what_can_be_counted_is_told_unless_the_player_would_rather_count(renderer: Renderer) -> None:
    """The points still out, and who is out of a suit, the reader apart."""
    played = board(after_cards(46))
    page = played.page(played.to_move)
    assert page.counts is not None
    void = next(seat for seat in range(4) if page.counts.voids[seat] and seat != played.to_move)
    said = " ".join(renderer.board(page).text.split())
    assert f"Still out: {page.counts.points} points" in said
    assert f"{NAMES[void]} has no {page.counts.voids[void][0].word}" in said
    assert f" {NAMES[played.to_move]} has no " not in said
    left_out = renderer.board(played.page(played.to_move, Look(counts=False)))
    assert "Still out" not in left_out.text + left_out.html
    assert "has no" not in left_out.text + left_out.html


def test_the_hand_and_the_trick_stand_within_twenty_lines(renderer: Renderer) -> None:
    """Whoever has to play need not look further, even below long words of another."""
    for count in (4, 5, 18, 37, 47):
        played = board(after_cards(count))
        words = (Comment("cat", "blah " * 100),)
        page = played.page(played.to_move, happened=(), comments=words, heard=True)
        lines = renderer.board(page).text.splitlines()
        assert next(i for i, line in enumerate(lines) if line.startswith("  spades")) < 20
        assert "".join(lines).count("blah") == 100


def test_a_letter_that_brings_words_has_them_above_the_trick(renderer: Renderer) -> None:
    """What somebody said stands before the trick where it is why the letter comes, and else below the hand."""
    played = board(after_cards(18))
    words = (Comment("cat", "Good luck!"),)
    for heard in (True, False):
        content = renderer.board(played.page(Seat.SECOND, comments=words, heard=heard))
        for part in (content.text, Page(content.html).text):
            assert (part.index("Good luck!") < part.index("Trick 5, led by")) is heard


def test_the_hand_tells_its_story(renderer: Renderer) -> None:
    """Who took the queen or shot the moon, and who is ahead, in the first line; the reader is "you"."""
    played = board(lambda p: bool(p.deals))
    row = replace(played.deals[0], points=(16, 0, 10, 0), totals=(16, -10, 10, 0))
    told = {
        "You took 16 with the queen. bob is ahead with -10.": replace(row, queen=Seat.FIRST),
        "You took 16; cat took the queen. bob is ahead with -10.": replace(row, queen=Seat.THIRD),
        "You shot the moon! bob is ahead with 0.": replace(
            row, moon=Seat.FIRST, points=(0, 26, 26, 26), totals=(26, 0, 26, 26)
        ),
        "You shot the moon and got -26! You are ahead with -26.": replace(
            row, moon=Seat.FIRST, points=(-26, 0, 0, 0), totals=(-26, 0, 0, 0)
        ),
        "cat shot the moon! You got 26. cat is ahead with 0.": replace(
            row, moon=Seat.THIRD, queen=Seat.THIRD, points=(26, 26, 0, 26), totals=(26, 26, 0, 26)
        ),
        "You took no points; bob took the queen. You and dan are ahead with 0.": replace(
            row, points=(0, 26, 0, 0), totals=(0, 26, 26, 0), queen=Seat.SECOND
        ),
    }
    for line, deal in told.items():
        text = renderer.board(played.page(Seat.FIRST, deals=(deal,))).text
        assert text.splitlines()[0] == line
