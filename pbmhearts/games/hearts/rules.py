"""The options of a board, frozen."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from pbmhearts.games.hearts import describe
from pbmhearts.games.hearts.options import PRESETS, BadOptionError, read_options, write_options

RULES_VERSION = 1
"""The version of the fields below, kept with every board."""

GOAL = 100
SPOT_GOAL = 500

QUEEN = 13
SPOT_QUEEN = 25


class MoonKind(StrEnum):
    """What becomes of a seat that takes all penalty cards."""

    OLD = "old"
    """The others get the deck's whole penalty, the shooter none."""
    NEW = "new"
    """The shooter loses the deck's whole penalty, the others get none."""
    OFF = "off"
    """Nothing but its points."""


class PassKind(StrEnum):
    """How the pass goes round from deal to deal."""

    CYCLE = "cycle"
    NOHOLD = "nohold"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All options of a board; `RuleSet()` is the standard game.

    Attributes:
        jack: the jack of diamonds takes points off its taker.
        blood: penalty cards may be thrown on the first trick.
        break_: hearts must be broken before they are led.
        spot: hearts count their face value.
        highspades: king and ace of spades count too.
        starter: the 2 of clubs starts.
        moon: what shooting the moon does.
        queen: what the queen of spades counts; 0 is made 25 with spot, else 13.
        moonjack: a moon needs the jack of diamonds too; False wherever there is no jack.
        pass_: how the pass goes round.
        goal: points at which a match ends.
        skip: uneventful final tricks are not played.
        countdown: boards show the points left of the goal; False wherever the deals are counted instead.
        auto: the server plays a seat's only legal card.
        deals: the match ends after so many, or None.
    """

    jack: bool = False
    blood: bool = False
    break_: bool = True
    spot: bool = False
    queen: int = 0
    highspades: bool = False
    starter: bool = True
    moon: MoonKind = MoonKind.OLD
    moonjack: bool = False
    pass_: PassKind = PassKind.CYCLE
    goal: int = GOAL
    skip: bool = False
    countdown: bool = False
    auto: bool = False
    deals: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "moon", MoonKind(self.moon))
        object.__setattr__(self, "pass_", PassKind(self.pass_))
        object.__setattr__(self, "queen", int(self.queen or (SPOT_QUEEN if self.spot else QUEEN)))
        object.__setattr__(self, "moonjack", self.moonjack and self.jack)
        object.__setattr__(self, "countdown", self.countdown and self.deals is None)

    @classmethod
    def parse(cls, options: str | Iterable[str] = "") -> "RuleSet":
        """The rules of a challenge's options, as one text or as words.

        Raises:
            BadOptionError: an unknown option or a bad value.
        """
        named: dict[str, Any] = dict(read_options(options))
        named.setdefault("goal", SPOT_GOAL if named.get("spot") else GOAL)
        return cls(**named)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "RuleSet":
        """The rules that `to_json` wrote.

        Raises:
            BadOptionError: they are of a later version, or name a field that is not known.
        """
        if stored.get("version", RULES_VERSION) > RULES_VERSION:
            raise BadOptionError("version", f"these rules are of version {stored['version']}")
        known = {field.name for field in fields(cls)}
        if unknown := set(stored) - known - {"version"}:
            raise BadOptionError(min(unknown), "there is no such rule")
        return cls(**{name: value for name, value in stored.items() if name in known})

    def to_json(self) -> dict[str, Any]:
        """Every field, not only those that differ, so that a default may change without changing a board."""
        expanded = {
            name: str(value) if isinstance(value, StrEnum) else value for name, value in asdict(self).items()
        }
        return {"version": RULES_VERSION} | expanded

    def options(self) -> str:
        """The options that `parse` makes these rules of; "" for the standard game."""
        return write_options(asdict(self), asdict(self.usual(spot=self.spot)))

    @classmethod
    def usual(cls, *, spot: bool) -> "RuleSet":
        """What holds where nothing else is named, in the standard game or in spot hearts; `spot` itself is not set."""
        return cls(goal=SPOT_GOAL if spot else GOAL, queen=SPOT_QUEEN if spot else QUEEN)

    def describe(self) -> tuple[str, ...]:
        """The rules that a player must know, a sentence each."""
        return describe.sentences(self)

    def title(self) -> str:
        """The rules in one short line: `Standard`, `Jack, Blood`."""
        return describe.title(self)


def preset(name: str) -> RuleSet:
    """The rules of a preset by its name, without the hyphen.

    Raises:
        KeyError: there is no such preset.
    """
    PRESETS[name]
    return RuleSet.parse(f"-{name}")
