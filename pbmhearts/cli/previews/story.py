"""The match that the previews are of: one of each letter, as its reader gets it."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pbmhearts.cli.previews.stage import FourNames, Stage, stage
from pbmhearts.games import hearts

STYLES = {
    "table": "",
    "text": "html=no",
    "ascii": "cards=ascii",
    "words": "cards=words",
    "prose": "style=prose",
    "prose-words": "style=prose cards=words",
}
"""The previews' styles, by name, as pairs for `set`."""

FOUR = ("ann", "bob", "cat", "dan")
_CONFIRM = "Is this your address"
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Preview:
    """One letter.

    Attributes:
        name: for its files.
        title: what the letter is.
        raw: the mail.
    """

    name: str
    title: str
    raw: bytes


def letters(style: str, seed: int, four: FourNames = FOUR) -> Iterator[Preview]:
    """The letters to players of these names in one of the styles, in the order in which they come."""
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder), seed, four) as at:
        yield from _sign_up(at, STYLES[style])
        yield from _gather(at)
        yield from _pass(at)
        yield from _play(at)
        yield from _end(at)
        yield from _invite(at)
        yield from _let_wait(at)


def _sign_up(at: Stage, pairs: str) -> Iterator[Preview]:
    _, _, _, dan = at.four
    for name in at.four:
        at.mail(name, f"signup {name} secret-{name}")
        confirm = at.newest(name, _CONFIRM)
        welcome = at.reply(name, confirm, "")
        if pairs:
            at.mail(name, f"set {name} secret-{name} {pairs}")
    yield Preview("confirm", "Is this address yours?", confirm)
    yield Preview("welcome", "Welcome", welcome)
    yield Preview("help", "The answer to help", at.mail(dan, "help"))
    yield Preview("settings", "The answer to set", at.mail(dan, f"set {dan} secret-{dan}"))


def _gather(at: Stage) -> Iterator[Preview]:
    ann, bob, _, dan = at.four
    answer = at.mail(ann, f"mhearts challenge -jack -deals=2 {' '.join(at.four)}")
    yield Preview("gathering", "Who is waited for before the board can start", answer)
    yield Preview("challenged", "A player is asked to a board", at.newest(bob))
    for name in at.four[1:]:
        at.reply(name, at.newest(name), "yes")
    yield Preview("joined", "A seat is taken, and the board has begun", at.newest(dan))


def _pass(at: Stage) -> Iterator[Preview]:
    ann, _, _, _ = at.four
    yield Preview("pass", "Your turn: pass, the first letter of a board", at.newest(ann))
    who = at.move(101)
    yield Preview("passed", "You have passed, others have not", at.newest(who))
    for _ in range(3):
        at.move(101)
    yield Preview("play", "Your turn: play", at.newest(at.whose_turn(101)[0]))


def _play(at: Stage) -> Iterator[Preview]:
    _, _, cat, dan = at.four
    played = at.move(101, "Good luck to all of you!")
    yield Preview("waiting", "Another player's turn", at.newest(played))
    who, _ = at.whose_turn(101)
    yield Preview("comment", "Your turn, with a comment", at.newest(who))
    refused = at.reply(who, at.newest(who), at.illegal_card(101))
    yield Preview("refused", "A card that may not be played", refused)
    at.mail(cat, f"mhearts chat 101 {cat} secret-{cat}", "Greetings from the train.")
    yield Preview("chat", "Chat", at.newest(dan))
    back = at.move(101)
    at.mail(back, f"mhearts propose 101 {back} secret-{back} undo")
    others = [name for name in at.four if name != back]
    yield Preview("proposed", "Somebody wants to take a card back", at.newest(others[0]))
    for name in others:
        at.mail(name, f"mhearts accept 101 {name} secret-{name}")
    yield Preview("correction", "A card was taken back", at.newest(others[0]))
    at.play_on(101, hearts.TrickTaken)
    at.move(101)
    yield Preview("trick-end", "The end of a trick", at.newest(at.whose_turn(101)[0]))


def _end(at: Stage) -> Iterator[Preview]:
    _, bob, _, _ = at.four
    at.play_on(101, hearts.DealScored)
    at.move(101)
    yield Preview("deal-end", "The end of a hand, and the next one", at.newest(bob))
    at.play_on(101, hearts.DealScored)
    at.move(101)
    yield Preview("board-end", "The end of a board", at.newest(bob))


def _invite(at: Stage) -> Iterator[Preview]:
    ann, bob, cat, _ = at.four
    at.mail(ann, f"mhearts challenge {ann} {bob} {cat} eve@players.example")
    yield Preview("invitation", "Somebody without an account is invited", at.newest("eve"))
    at.wait(8 * _DAY)
    yield Preview("invitation-again", "The one reminder of an invitation", at.newest("eve"))
    at.reply("eve", at.newest("eve"), "no")
    yield Preview("declined", "An invitation was declined", at.newest(ann))
    yield Preview("replaced", "A bot takes the seat", at.reply(ann, at.newest(ann), "invite bot"))


def _let_wait(at: Stage) -> Iterator[Preview]:
    ann, bob, cat, dan = at.four
    at.wait(8 * _DAY)
    yield Preview("reminder", "A board waits for you", at.newest(bob))
    at.mail(ann, f"mhearts challenge {' '.join(at.four)}")
    at.mail(bob, f"mhearts resign 102 {bob} secret-{bob}")
    yield Preview("resigned", "The answer to a resignation", at.newest(bob))
    yield Preview("stand-in", "A player has left, and a bot plays on", at.newest(cat))
    at.wait(8 * _DAY)
    yield Preview("reminder-boards", "Several boards wait for you", at.newest(ann))
    at.mail(dan, f"set {dan} secret-{dan} digest=08:00")
    at.wait(_DAY)
    yield Preview("digest", "The daily digest", at.newest(dan))
    yield Preview("show", "The answer to show", at.mail(dan, "mhearts show 103"))
