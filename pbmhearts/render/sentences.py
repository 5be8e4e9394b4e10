"""A board's sentences, made once from the word templates so that both parts of a letter say the same."""

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbmhearts.render.facts import BoardFacts
from pbmhearts.render.heading import Heading

if TYPE_CHECKING:
    from jinja2 import Template

_REMEMBERED = 512
"""How many sentences are kept: the four readers of a moment are told mostly the same."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """Plain text, unescaped, one line each; "" where there is nothing to say."""

    story: str
    headline: str
    news: str
    strip: str
    trick: str
    hand: str
    passing: str
    how: str
    time: str
    rules: str
    commands: str
    fewer: str
    fairness: str
    charted: str
    happened: tuple[str, ...]
    standings: tuple[str, ...]
    deals: tuple[str, ...]
    ratings: tuple[str, ...]


class WordTemplates:
    """The word template of a game.

    A macro is given the few facts that its sentence depends on, so that a sentence said once need not be made again.
    """

    def __init__(self, words: "Template") -> None:
        self._module = words.module
        self._say = functools.lru_cache(_REMEMBERED)(self._spoken)

    def _spoken(self, macro: str, *facts: object) -> str:
        return " ".join(str(getattr(self._module, macro)(*facts)).split())

    def subject(self, b: BoardFacts, *, with_turn: bool) -> str:
        """The Subject of a board letter."""
        if not with_turn:
            return self._say("subject", b.board, b.deal, b.you)
        return self._spoken("subject_of_turn", b.turn, f"{b.board}.{b.code}" if b.code else b.board)

    def sentences(self, b: BoardFacts) -> Sentences:
        """All sentences of a board letter."""
        say, kind = self._say, b.kind
        mine = kind in {Heading.PLAY, Heading.PASS}
        return Sentences(
            story=say("story", b.story, b.over) if b.story and kind is not Heading.ABANDONED else "",
            headline=say("headline", b.turn, b.board, b.you if mine else "", b.receiver),
            news=say("news", b.news),
            strip="" if b.over else say("strip", b.strip),
            trick=say("trick", b.trick) if b.trick and not b.over else "",
            hand="" if b.full or not b.hand else say("hand", b.hand, b.words),
            passing=say("passing", kind, b.my_pass, b.receiver, b.received, b.giver, "undo" in b.offers),
            how=say("how", kind) if b.first or b.deal == 1 else "",
            time=say("time", mine, b.waiting, b.since, b.due, b.absences),
            rules=say("rules", b.title, b.rules) if b.first else "",
            commands=self._commands(b),
            fewer=say("fewer") if "fewer" in b.links else "",
            fairness=say("fairness") if b.over and b.checks else "",
            charted=say("charted", b.names, b.chart.shared) if b.chart else "",
            happened=tuple(
                say("happening", h, b.board, b.names, b.dealer if h.number == b.deal else "")
                for h in b.happened
            ),
            standings=tuple(
                say("standing", s, b.over, b.goal if b.countdown else 0) for s in b.ranked if b.prose
            ),
            deals=tuple(say("deal_line", b.names, d) for d in b.deals if b.prose),
            ratings=tuple(say("rating", r) for r in b.ratings),
        )

    def _commands(self, b: BoardFacts) -> str:
        """What may be written besides a move."""
        if not b.you:
            return self._say("watching", "unsubscribe" in b.offers)
        if b.again:
            return self._say("again", b.server, b.again)
        return self._say("commands", b.offers)
