"""A board's sentences, made once from the word templates so that both parts of a letter say the same."""

from dataclasses import dataclass

from jinja2 import Environment

from pbmhearts.render.facts import BoardFacts


@dataclass(frozen=True, slots=True)
class Sentences:
    """Plain text, unescaped, one line each; "" where there is nothing to say."""

    headline: str
    news: str
    trick: str
    last_trick: str
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


_ONE_EACH = (
    "headline", "news", "trick", "last_trick", "passing", "how", "time", "rules", "commands", "fewer",
    "fairness", "charted",
)  # fmt: skip


class Words:
    """The word templates of a game."""

    def __init__(self, environment: Environment, game: str) -> None:
        self._module = environment.get_template(f"{game}/words.txt").module

    def _say(self, macro: str, *facts: object) -> str:
        return " ".join(str(getattr(self._module, macro)(*facts)).split())

    def subject(self, facts: BoardFacts, *, with_turn: bool) -> str:
        """The Subject of a board letter."""
        return self._say("subject", facts, with_turn)

    def sentences(self, facts: BoardFacts) -> Sentences:
        """All sentences of a board letter."""
        return Sentences(
            **{name: self._say(name, facts) for name in _ONE_EACH},
            happened=tuple(self._say("happening", facts, h) for h in facts.happened),
            standings=tuple(self._say("standing", facts, s) for s in facts.ranked),
            deals=tuple(self._say("deal_line", facts, d) for d in facts.deals),
            ratings=tuple(self._say("rating", r) for r in facts.ratings),
        )
