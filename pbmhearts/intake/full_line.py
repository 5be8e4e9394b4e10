"""A line that is a whole command, with the game's name or without, and whatever credentials it takes."""

import re

from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import GAME
from pbmhearts.errors import Refusal
from pbmhearts.intake.command import Command, Unreadable, cards_of, command

_ANOTHER_WORD = re.compile(r"[A-Za-z]{2,12}")


def starts_command(words: list[str], registry: Registry, *, bare: bool) -> bool:
    """Whether the words begin as a command does.

    Args:
        bare: a verb of the game counts without the game's name, too.
    """
    if not words:
        return False
    return (
        words[0].lower() == GAME
        or registry.find(words[0], game=False) is not None
        or (bare and registry.find(words[0], game=True) is not None)
    )


def read(words: list[str], comment: tuple[str, ...], registry: Registry) -> Command | Unreadable:
    """The command of a line, or why it is none; as there is one game, its name may be left out."""
    game = words[0].lower() == GAME
    rest = words[1:] if game else words
    if not rest:
        return Unreadable(
            GAME, Refusal("That is the game's name, but no command.", hint="Try `mhearts help`.")
        )
    spec = registry.find(rest[0], game=game) or (None if game else registry.find(rest[0], game=True))
    if spec is None:
        return _unknown(words, comment, registry, game=game)
    return command(spec, rest[1:], comment, registry, reply=False)


def _unknown(words: list[str], comment: tuple[str, ...], registry: Registry, *, game: bool) -> Unreadable:
    verb, *rest = words[1:] if game else words
    cards = cards_of(words)
    if cards:
        why = "You named a card, but not the board."
        hint = "Reply to the board's mail, so that I know which one it is."
        return Unreadable(" ".join(card.label for card in cards), Refusal(why, hint=hint, verb="move"))
    misspelt = not game and len(words) > 1 and registry.resembles_game(verb)
    by_name = registry.nearest(rest[0], game=True) if misspelt else None
    meant = by_name or registry.nearest(verb, game=game)
    # A word that resembles no verb may be a password that came first.
    found = meant is not None and (meant.game == game or registry.find(verb, game=not game) is meant)
    shown = verb if (misspelt or found) and _ANOTHER_WORD.fullmatch(verb) else "…"
    read_as = " ".join(part for part in (GAME if game else "", shown, "…") if part).replace("… …", "…")
    why = "I do not know that command."
    if meant is None:
        return Unreadable(read_as, Refusal(why, hint="Mail `help` to see what there is."))
    refusal = Refusal(why, hint=f"Did you mean `{meant.title}`?", verb=meant.title)
    whole = command(meant, rest[1:] if by_name else rest, comment, registry, reply=False)
    return Unreadable(read_as, refusal, whole)
