"""A mail becomes commands: syntax only, before anybody's credentials are looked at."""

import re
from dataclasses import dataclass

from pbmhearts.cards import move_line
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import GAME, Scope, Spec, Words
from pbmhearts.errors import Refusal
from pbmhearts.letters import InboundMail


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a mail.

    Attributes:
        words: all that stands after the verb, credentials included, options left out.
        reply: it stood in a reply, so it means the board and the player of the letter that was answered.
        read: the command as it may be shown again: nothing in it can be a credential.
    """

    spec: Spec
    words: tuple[str, ...]
    options: tuple[str, ...]
    comment: tuple[str, ...]
    reply: bool
    read: str

    def after(self, rest: tuple[str, ...]) -> Words:
        """What the verb's own parse gets: the words left when the credentials are taken off."""
        return Words(rest, self.options, self.comment)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What could not be read as a command, and why."""

    read: str
    refusal: Refusal


def parse(mail: InboundMail, registry: Registry, max_commands: int) -> tuple[Command | Unreadable, ...]:
    """The commands of a mail, in order; what cannot be read stands among them as Unreadable.

    A command in the Subject is the only one. `multiple`, or an empty Subject without a board's code, takes the
    body's lines; any other Subject of an answer to one of our letters takes the body's first line.
    """
    subject = _words(mail.command)
    if subject and subject[0].lower() == "multiple":
        return _several(mail, registry, max_commands)
    if _starts_command(subject, registry):
        return (_read(subject, mail.words, registry),)
    if mail.tag or mail.seat or mail.references:
        return (_reply(mail, registry),)
    if not subject:
        return _several(mail, registry, max_commands)
    return (_read(subject, mail.words, registry),)


def _words(line: str) -> list[str]:
    return line.split()


def _starts_command(words: list[str], registry: Registry) -> bool:
    if not words:
        return False
    if words[0].lower() == GAME:
        return True
    return registry.find(words[0], game=False) is not None


def _several(mail: InboundMail, registry: Registry, most: int) -> tuple[Command | Unreadable, ...]:
    lines = []
    for line in mail.body:
        if line.strip().lower() == "end":
            break
        if line.strip():
            lines.append(line)
    if not lines:
        return (
            Unreadable("", Refusal("Your mail held no command.", hint="Mail `help` to see what there is.")),
        )
    commands = [_read(_words(line), (), registry) for line in lines[:most]]
    if len(lines) > most:
        commands.append(
            Unreadable("…", Refusal(f"One mail holds {most} commands at most.", hint="Mail the rest again."))
        )
    return tuple(commands)


def _read(words: list[str], comment: tuple[str, ...], registry: Registry) -> Command | Unreadable:
    game = words[0].lower() == GAME
    rest = words[1:] if game else words
    if not rest:
        return Unreadable(
            GAME, Refusal("That is the game's name, but no command.", hint="Try `mhearts help`.")
        )
    spec = registry.find(rest[0], game=game)
    if spec is None:
        return _unknown(words, rest[0], game, registry)
    return _command(spec, rest[1:], comment, reply=False)


def _command(spec: Spec, rest: list[str], comment: tuple[str, ...], *, reply: bool) -> Command:
    options = tuple(word for word in rest if _is_option(word))
    words = tuple(word for word in rest if not _is_option(word))
    return Command(spec, words, options, comment, reply, _shown(spec, words, options))


def _is_option(word: str) -> bool:
    return re.fullmatch(r"--?[A-Za-z].*", word) is not None


def _unknown(words: list[str], verb: str, game: bool, registry: Registry) -> Unreadable:
    cards = move_line(" ".join(words))
    if cards:
        why = "You named a card, but not the board."
        hint = "Reply to the board's mail, so that I know which one it is."
        return Unreadable(" ".join(card.label for card in cards), Refusal(why, hint=hint, verb="move"))
    shown = verb if re.fullmatch(r"[A-Za-z]{2,12}", verb) else "…"
    nearest = registry.nearest(verb, game=game)
    other = registry.find(verb, game=True) if not game else None
    meant = nearest or other
    hint = f"Did you mean `{meant.title}`?" if meant else "Mail `help` to see what there is."
    read = f"{GAME} {shown} …" if game else f"{shown} …"
    return Unreadable(
        read, Refusal("I do not know that command.", hint=hint, verb=meant.title if meant else "")
    )


def _reply(mail: InboundMail, registry: Registry) -> Command | Unreadable:
    line, comment = _own_line(mail)
    words = _words(line)
    if not words:
        why = "I found nothing of your own in your reply, only what it quotes."
        return Unreadable("", Refusal(why, hint="Put the card on the first line.", verb="move"))
    if words[0].lower() == GAME:
        return _read(words, comment, registry)
    if move_line(line) is not None:
        move = registry.in_reply("move")
        if move is not None:
            return _command(move, words, comment, reply=True)
    spec = registry.in_reply(words[0].strip(".,:;!").lower())
    if spec is not None:
        return _command(spec, words[1:], comment, reply=True)
    why = "I could not read your reply as a move or a command."
    hint = "Put just the card on the first line, such as 7C, and any remark below it."
    return Unreadable("your reply", Refusal(why, hint=hint, verb="move"))


def _own_line(mail: InboundMail) -> tuple[str, tuple[str, ...]]:
    if mail.words:
        return mail.words[0], mail.words[1:]
    # Below or between the quotations only a single move counts: the rest may be somebody's older words.
    moves = [line for line in mail.below if move_line(line)]
    return (moves[0], ()) if len(moves) == 1 else ("", ())


def _shown(spec: Spec, words: tuple[str, ...], options: tuple[str, ...]) -> str:
    """The command with all left out that may be a credential: an allow-list, as passwords look like anything."""
    if spec.scope is Scope.OPEN and spec.name not in {"signup"}:
        shown = list(words)
    else:
        shown = ["…" if words else ""]
        if words and re.fullmatch(r"\d{1,6}", words[0]) and spec.scope is Scope.BOARD:
            shown = [words[0], "…"]
        cards = move_line(" ".join(words[-3:])) or move_line(" ".join(words[-1:]))
        if cards and spec.name == "move":
            shown.append(" ".join(card.label for card in cards))
    line = " ".join(part for part in (spec.title, *options, *shown) if part)
    return line[:200]
