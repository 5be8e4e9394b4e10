"""Rules in words for people."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from pbmhearts.games.hearts.options import CHOICES, FLAGS, PRESETS

if TYPE_CHECKING:  # RuleSet describes itself through this module
    from pbmhearts.games.hearts.rules import RuleSet

_PRESET_TITLES = {"blackmaria": "Black Maria", "omnibus": "Omnibus", "spothearts": "Spot Hearts"}
_TITLES = {
    "jack": ("No jack", "Jack"),
    "blood": ("No blood", "Blood"),
    "break_": ("No breaking", "Breaking"),
    "spot": ("No spot", "Spot"),
    "highspades": ("No high spades", "High spades"),
    "starter": ("No starter", "Starter"),
    "moonjack": ("Moon without the jack", "Moon with the jack"),
    "skip": ("No skipping", "Skip"),
    "countdown": ("Count up", "Countdown"),
    "auto": ("No auto", "Auto"),
    "moon": {"old": "Old moon", "new": "New moon", "off": "No moon"},
    "pass_": {"cycle": "Pass all ways", "nohold": "No hold", "right": "Pass right"},
    "queen": {13: "Queen 13", 25: "Queen 25"},
}
_PASSES = {
    "cycle": "Three cards are passed left, then right, then across; every fourth deal is held.",
    "nohold": "Three cards are passed left, then right, then across; no deal is held.",
    "right": "Three cards are passed to the right on every deal.",
}


def title(rules: "RuleSet") -> str:
    """The rules in one short line."""
    fields = asdict(rules)
    usual = rules.usual(spot=rules.spot)
    shown = asdict(usual)
    parts = []
    for name, named in _PRESET_TITLES.items():
        if all(fields[field] == value for field, value in PRESETS[name].items()):
            parts.append(named)
            shown |= PRESETS[name]
            break
    for field in (*FLAGS.values(), *(field for field, _ in CHOICES.values())):
        if fields[field] != shown[field]:
            parts.append(_TITLES[field][fields[field]])  # type: ignore[index]
    if rules.deals is not None:
        parts.append("1 deal" if rules.deals == 1 else f"{rules.deals} deals")
    elif rules.goal != usual.goal:
        parts.append(f"to {rules.goal}")
    return ", ".join(parts) or "Standard"


def sentences(rules: "RuleSet") -> tuple[str, ...]:
    """The rules a player must know, a sentence each."""
    return (
        *_points(rules),
        *_moon(rules),
        _PASSES[rules.pass_],
        *_play(rules),
        *_service(rules),
        _end(rules),
    )


def _points(rules: "RuleSet") -> list[str]:
    if rules.spot:
        hearts = "Each heart counts its face (jack 11, queen 12, king 13, ace 14)"
    else:
        hearts = "Each heart counts 1 point"
    said = [f"{hearts}, the queen of spades {rules.queen}."]
    if rules.highspades:
        king, ace = (20, 15) if rules.spot else (10, 7)
        said.append(f"The king of spades counts {king}, the ace of spades {ace}.")
    if rules.jack:
        said.append(f"The jack of diamonds takes {20 if rules.spot else 10} points off.")
    return said


def _moon(rules: "RuleSet") -> list[str]:
    whole = (
        (104 if rules.spot else 13) + rules.queen + ((35 if rules.spot else 17) if rules.highspades else 0)
    )
    cards = "all penalty cards and the jack of diamonds" if rules.moonjack else "all penalty cards"
    said = {
        "old": f"Whoever takes {cards} gets 0 for them, the others {whole} each.",
        "new": f"Whoever takes {cards} has {whole} taken off, the others get 0 for them.",
        "off": "Taking all penalty cards earns nothing: they count as they stand.",
    }
    return [said[rules.moon]]


def _play(rules: "RuleSet") -> list[str]:
    said = []
    if rules.starter:
        said.append("The 2 of clubs starts.")
    elif rules.blood:
        heart = " but a heart" if rules.break_ else ""
        said.append(f"The player left of the dealer leads any card{heart}.")
    else:
        said.append("The player left of the dealer leads any card but a heart or the queen of spades.")
    if rules.blood:
        said.append("Hearts and the queen of spades may be thrown on the first trick.")
    else:
        said.append("No heart and no queen of spades on the first trick, unless you hold nothing else.")
    if rules.break_:
        said.append("Hearts may not be led until one has been played.")
    else:
        said.append("Hearts may be led at any time.")
    return said


def _service(rules: "RuleSet") -> list[str]:
    said = []
    if rules.skip:
        said.append("The last tricks are not played where they can change nothing.")
    if rules.auto:
        said.append("A card that is your only legal one is played for you.")
    if rules.countdown:
        said.append(f"The board shows the points you have left, from {rules.goal} down.")
    return said


def _end(rules: "RuleSet") -> str:
    if rules.deals is not None:
        count = "one deal" if rules.deals == 1 else f"{rules.deals} deals"
        return f"The match ends after {count}; the fewest points win."
    return f"The match ends when somebody has {rules.goal} points or more; the fewest points win."
