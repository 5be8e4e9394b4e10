"""A mail becomes commands: syntax only, before anybody's credentials are looked at."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from pbmhearts.cards import Card, move_line
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import GAME, SHORTEST_PASSWORD, Scope, Spec, Words
from pbmhearts.errors import Refusal
from pbmhearts.letters import InboundMail, LetterKind

PASSED = 3
"""Cards that make a pass."""

_BOARD = re.compile(r"#?[0-9]{1,6}")
_BOARD_AT = re.compile(r"#?[0-9]{1,6}(?:#[0-9]{1,6})?")
_AT_MOVE = re.compile(r"#\s*[0-9]{1,6}\s*$")


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a mail.

    Attributes:
        words: all that stands after the verb, credentials included, options left out.
        reply: it stood in a reply, so it means the board and the player of the letter that was answered.
        read: the command as it may be shown again: nothing in it can be a credential.
        by: userid and password from a line `by userid password` of the body.
    """

    spec: Spec
    words: tuple[str, ...]
    options: tuple[str, ...]
    comment: tuple[str, ...]
    reply: bool
    read: str
    by: tuple[str, str] | None = None

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
    answers = mail.tag or mail.seat or mail.references or mail.letter
    if _may_answer_in_subject(subject, mail):
        command = _reply_command(subject, mail.words, registry, to_board=mail.letter is None)
        if command is not None:
            return (command,)
    if _starts_command(subject, registry):
        return (_read(subject, mail.words, registry),)
    if answers:
        return (_reply(mail, registry),)
    if not subject:
        return _several(mail, registry, max_commands)
    return (_read(subject, mail.words, registry),)


def _may_answer_in_subject(words: list[str], mail: InboundMail) -> bool:
    """Whether a Subject without the game's name may be what a reply's first line is.

    A seat address proves as much as a code in the Subject, but a reply to it may have any Subject: there it is the
    whole answer, such as the `pause` of List-Unsubscribe (below which mail programs write words of their own) or a
    card, or the only words of the mail.
    """
    if not words or words[0].lower() == GAME:
        return False
    alone = len(words) == 1 or not mail.words or _cards(words) is not None
    return bool(mail.tag or mail.letter or (mail.seat and alone))


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
    return _command(spec, rest[1:], comment, registry, reply=False)


def _command(
    spec: Spec, rest: list[str], comment: tuple[str, ...], registry: Registry, *, reply: bool
) -> Command:
    if not reply and rest and (spec.object_first or rest[0].lower() in spec.kinds):
        rest = [*rest[1:3], rest[0], *rest[3:]]  # credentials come first, as with every other verb
    options = tuple(word for word in rest if spec.takes_options and _is_option(word))
    words = tuple(word for word in rest if word not in options)
    by = _by(comment) if spec.takes_by else None
    if by is not None:
        comment = comment[1:]
    shown = _shown(spec, words, options, registry, reply=reply)
    return Command(spec, words, options, comment, reply, shown, by)


def _by(comment: tuple[str, ...]) -> tuple[str, str] | None:
    words = comment[0].split() if comment else []
    return (words[1], words[2]) if len(words) == 3 and words[0].lower() == "by" else None


def _is_option(word: str) -> bool:
    return re.fullmatch(r"--?[A-Za-z].*", word) is not None


def _unknown(words: list[str], verb: str, game: bool, registry: Registry) -> Unreadable:
    cards = _cards(words)
    if cards:
        why = "You named a card, but not the board."
        hint = "Reply to the board's mail, so that I know which one it is."
        return Unreadable(" ".join(card.label for card in cards), Refusal(why, hint=hint, verb="move"))
    misspelt = not game and len(words) > 1 and registry.resembles_game(verb)
    meant = (registry.nearest(words[1], game=True) if misspelt else None) or registry.nearest(verb, game=game)
    # A word that resembles no verb may be a password that came first.
    found = meant is not None and (meant.game == game or registry.find(verb, game=not game) is meant)
    shown = verb if (misspelt or found) and re.fullmatch(r"[A-Za-z]{2,12}", verb) else "…"
    hint = f"Did you mean `{meant.title}`?" if meant else "Mail `help` to see what there is."
    read = " ".join(part for part in (GAME if game else "", shown, "…") if part).replace("… …", "…")
    return Unreadable(
        read, Refusal("I do not know that command.", hint=hint, verb=meant.title if meant else "")
    )


def _reply(mail: InboundMail, registry: Registry) -> Command | Unreadable:
    line, comment = _own_line(mail)
    words = _words(line)
    if not words and mail.letter is not None and mail.letter.kind is LetterKind.CONFIRM:
        words = ["yes"]  # to answer that letter at all is what it asks for
    if not words:
        why = "I found nothing of your own in your reply, only what it quotes."
        if mail.below:
            why = "Above the quotation I found nothing of your own, and below it not just one move."
        return Unreadable("", Refusal(why, hint="Put the card on the first line.", verb="move"))
    if words[0].lower() == GAME and not _cards(words[1:]):
        return _read(words, comment, registry)
    if words[0].lower() == GAME:
        words = words[1:]
    command = _reply_command(words, comment, registry, to_board=mail.letter is None)
    if command is not None:
        return command
    if mail.letter is not None and not (mail.tag or mail.seat or mail.references):
        why = "I could not read your reply as an answer."
        hint = "Put the answer alone on the first line, as the letter shows it."
        return Unreadable("your reply", Refusal(why, hint=hint))
    why = "I could not read your reply as a move or a command."
    hint = "Put just the card on the first line, such as 7C, or three to pass; any remark goes below it."
    meant = registry.nearest_in_reply(words[0].strip(".,:;!"))
    if meant is None:
        return Unreadable("your reply", Refusal(why, hint=hint, verb="move"))
    hint = f"Did you mean `{meant.name}`? Else put just the card on the first line; any remark goes below it."
    return Unreadable("your reply", Refusal(why, hint=hint, verb=meant.title))


def _reply_command(
    words: list[str], comment: tuple[str, ...], registry: Registry, *, to_board: bool
) -> Command | None:
    """A move, or a verb that a reply may begin with; None for anything else that people write."""
    move = registry.in_reply("move")
    if move is not None and _cards(words):
        return _command(move, words, comment, registry, reply=True)
    spec = registry.in_reply(words[0].strip(".,:;!").lower(), to_board=to_board)
    return None if spec is None else _command(spec, words[1:], comment, registry, reply=True)


def _own_line(mail: InboundMail) -> tuple[str, tuple[str, ...]]:
    if mail.words:
        return mail.words[0], mail.words[1:]
    return _move_below(mail.below), ()


def _move_below(lines: tuple[str, ...]) -> str:
    """The one move below or between the quotations, or ""; beside another it may be somebody's older words.

    Three cards on lines of their own, one below the other, are one move: a pass.
    """
    at = [number for number, line in enumerate(lines) if _cards(_words(line))]
    if not at:
        return ""
    move = " ".join(line for line in lines[at[0] : at[-1] + 1] if line)
    cards = _cards(_words(move))
    return move if len(at) == 1 or (cards and len(cards) == PASSED) else ""


def _cards(words: Sequence[str]) -> tuple[Card, ...] | None:
    """The cards, if the words are a move and nothing else; a move number behind them is left aside."""
    return move_line(_AT_MOVE.sub("", " ".join(words)))


def _shown(
    spec: Spec, words: tuple[str, ...], options: tuple[str, ...], registry: Registry, *, reply: bool
) -> str:
    """The command with all left out that may be a credential: an allow-list, as passwords look like anything."""
    if spec.scope is Scope.OPEN:
        shown = list(words) if len(words) == spec.userids else _open_words(spec, words, registry)
    elif spec.scope is Scope.BOARD:
        shown = _board_words(spec, words, reply=reply)
    else:
        shown = ["…" if words else ""]
    return " ".join(part for part in (spec.title, *options, *shown) if part)[:200]


def _open_words(spec: Spec, words: tuple[str, ...], registry: Registry) -> list[str]:
    echoed = set(spec.echoed)
    if spec.name == "help":
        echoed |= {verb.name for verb in registry}
    numbers = list(takewhile(_BOARD_AT.fullmatch, words))
    rest = words[len(numbers) :]
    known = [word.lower() in echoed for word in rest]
    if all(known):
        return [*numbers, *rest]
    return [*numbers, "…", *(word for word, sure in zip(rest, known, strict=True) if sure)]


def _board_words(spec: Spec, words: tuple[str, ...], *, reply: bool) -> list[str]:
    shown: list[str] = []
    if not reply:
        shown = [words[0]] if words and _BOARD.fullmatch(words[0]) else []
        shown += ["…"] if len(words) > len(shown) else []
    if spec.name != "move":
        return shown
    # The third word may be a card, or a password as long as this.
    sure = 0 if reply else 2 if len(words) > 2 and len(words[2]) < SHORTEST_PASSWORD else 3
    cards = _cards(words[sure:])
    return [*shown, *(card.label for card in cards or ())]
