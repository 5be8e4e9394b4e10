"""What a reply's own lines come to: a move, or commands that need no credentials, and a comment."""

import re

from pbmhearts.cards import Card
from pbmhearts.commands import invited_words
from pbmhearts.commands.invited_words import Said
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.small_talk import is_small_talk
from pbmhearts.commands.spec import GAME, Spec
from pbmhearts.commands.spoken import PASS, Spoken, is_greeting, spoken
from pbmhearts.errors import Refusal
from pbmhearts.intake import full_line, several_boards
from pbmhearts.intake.command import Command, Unreadable, cards_of, command, is_setting
from pbmhearts.letters import InboundMail, LetterKind

_MARKS = ".,:;!"
_FORMAL = re.compile(r"#?\d[\d:./#-]*[hdm]?|\d{4}-.*|yes|off|on", re.IGNORECASE)
"""Words behind a verb as commands have them, and sentences do not."""
_SPEAKING = frozenset({"chat", "say", "message", "broadcast"})
"""Verbs below which every line is said."""
_ANSWERS = frozenset({"move", "yes", "no", "never", "say"})
"""Verbs that nobody means below another command."""
_WORD = re.compile(r"\w+")
_ASKED_FOR_NAME = "your mail: yes"
"""In the Subject of what answers a reply to the letter that asked for a name."""
_YES_OR_NO = "Reply with yes to take your seat, or with no: just that word on the first line."


def read(mail: InboundMail, registry: Registry, most: int) -> tuple[Command | Unreadable, ...]:
    """The command of a reply's first own line, and those on lines of their own below it, `most` in all."""
    line, comment = _own_line(mail, registry)
    first = _first(line.split(), comment, mail, registry)
    if isinstance(first, Unreadable) or first.spec.name in _SPEAKING or first.by:
        return (first,)
    further: list[Command | Unreadable] = []
    said: list[str] = []
    for below in first.comment:
        found = _below(below.split(), mail, registry) if len(further) < most - 1 else None
        if found is None:
            said.append(below)
        else:
            further.append(found)
    return (command_with(first, tuple(said)), *further) if further else (first,)


def command_with(given: Command, comment: tuple[str, ...]) -> Command:
    """The same command with another comment."""
    return Command(given.spec, given.words, given.options, comment, given.reply, given.echoed, given.by)


def command_of(
    words: list[str], comment: tuple[str, ...], mail: InboundMail, registry: Registry
) -> Command | Unreadable | None:
    """A move, or a verb that a reply may begin with; None for anything else that people write.

    Unreadable where cards are named, and it is not sure that they are to be played.
    """
    move = registry.in_reply("move")
    if move is not None and (cards_of(words) or _is_of_several(words, mail)):
        return command(move, words, comment, registry, reply=True)
    said = spoken(" ".join(words), names_of(mail))
    if move is not None and said is not None and said.sure:
        return command(move, [card.label for card in said.cards], comment, registry, reply=True)
    spec = registry.in_reply(words[0].strip(_MARKS).lower(), to_board=mail.letter is None)
    if spec is not None and (said is None or spec is not move or cards_of(words[1:])):
        return command(spec, words[1:], comment, registry, reply=True)
    if said is None or mail.letter is not None or registry.nearest_in_reply(words[0].strip(_MARKS)):
        return None
    return _unsure(said, " ".join(words))


def is_move(words: list[str], mail: InboundMail) -> bool:
    """Whether the words are a move, and surely so."""
    if cards_of(words):
        return True
    said = spoken(" ".join(words), names_of(mail))
    return said is not None and said.sure


def names_of(mail: InboundMail) -> frozenset[str]:
    """What the writer may be called: the words of the From."""
    local = mail.header_from.partition("@")[0]
    return frozenset(word.lower() for word in _WORD.findall(f"{mail.header_name} {local}"))


def _first(
    words: list[str], comment: tuple[str, ...], mail: InboundMail, registry: Registry
) -> Command | Unreadable:
    if not words and mail.letter is not None and mail.letter.kind is LetterKind.CONFIRM:
        words = ["yes"]  # to answer that letter at all is what it asks for
    if not words:
        why = "I found nothing of your own in your reply, only what it quotes."
        if mail.below:
            why = "Above the quotation I found nothing of your own, and below it not just one move."
        return Unreadable("", Refusal(why, hint="Put the card on the first line.", verb="move"))
    if words[0].lower() == GAME and not cards_of(words[1:]):
        return full_line.read(words, comment, registry)
    if words[0].lower() == GAME:
        words = words[1:]
    if mail.letter is not None and mail.letter.kind is LetterKind.INVITE:
        invited = _answer(words, comment, mail, registry)
        if invited is not None:
            return invited
    found = command_of(words, comment, mail, registry)
    if found is not None:
        return found
    if is_full_command(words, registry):
        return full_line.read(words, comment, registry)
    return _small_talk(words, comment, mail, registry) or _unread(words, mail, registry)


def _small_talk(
    words: list[str], comment: tuple[str, ...], mail: InboundMail, registry: Registry
) -> Command | None:
    """Thanks and the like, to the table."""
    say = registry.in_reply("say")
    if say is None or mail.letter is not None or not is_small_talk(" ".join(words)):
        return None
    return command(say, words, comment, registry, reply=True)


def _answer(
    words: list[str], comment: tuple[str, ...], mail: InboundMail, registry: Registry
) -> Command | Unreadable | None:
    """What a reply to an invitation says; None for a command of another kind."""
    line = " ".join(words)
    said, name = invited_words.answer(line)
    if said is Said.UNCLEAR and _ASKED_FOR_NAME in mail.subject and invited_words.is_name(line):
        said, name = Said.YES, words[0].strip(_MARKS)
    if said is Said.UNCLEAR:
        if registry.in_reply(words[0].strip(_MARKS).lower()) or is_full_command(words, registry):
            return None
        return Unreadable("your reply", Refusal("Do you want to play? I am not sure.", hint=_YES_OR_NO))
    spec = registry.find("about" if said is Said.WHAT else said.value, game=False)
    return (
        None if spec is None else command(spec, [name.lower()] if name else [], comment, registry, reply=True)
    )


def is_full_command(words: list[str], registry: Registry) -> bool:
    """Whether a line is a whole command rather than a sentence that begins with a verb's name."""
    spec = registry.find(words[0], game=False) or registry.find(words[0], game=True)
    if spec is None or spec.name in _ANSWERS:
        return False
    rest = words[1:]
    return not rest or len(rest) == spec.userids > 1 or any(_is_formal(word, spec) for word in rest)


def _is_formal(word: str, spec: Spec) -> bool:
    return bool(
        _FORMAL.fullmatch(word)
        or is_setting(word)
        or (spec.takes_options and word.startswith("-"))
        or word.lower() in spec.echoed
    )


def _is_of_several(words: list[str], mail: InboundMail) -> bool:
    """Whether a move names one of the boards of the letter that the mail answers."""
    of_several = mail.letter is not None and mail.letter.kind is LetterKind.BOARDS
    return of_several and several_boards.is_numbered_move(words)


def _below(words: list[str], mail: InboundMail, registry: Registry) -> Command | Unreadable | None:
    """The command on a line below another; None for a remark, which may as well begin with a verb's name."""
    if not words:
        return None
    if _is_of_several(words, mail):
        return command_of(words, (), mail, registry)
    if words[0].lower() == GAME:
        found = full_line.read(words, (), registry)
        return found if isinstance(found, Command) else None
    spec = registry.in_reply(words[0])
    if spec is None or spec.name in _ANSWERS or spec.name in _SPEAKING:
        return None
    rest = words[1:]
    if spec.name == "set" and len(rest) > 2 and all(map(is_setting, rest[2:])) and not is_setting(rest[0]):
        return full_line.read(words, (), registry)  # with userid and password
    if all(_is_formal(word, spec) for word in rest) or _is_parsed(spec, rest):
        return command(spec, rest, (), registry, reply=True)
    return None


def _is_parsed(spec: Spec, rest: list[str]) -> bool:
    """Whether a plan stands there, whose words are cards and suits: its own parser takes no sentence for one."""
    if spec.name != "queue" or not rest:
        return False
    try:
        spec.parse(command(spec, rest, (), Registry(()), reply=True).after(tuple(rest)))
    except Refusal:
        return False
    return True


def _unsure(said: Spoken, line: str) -> Unreadable:
    """Cards beside other words: nothing is played, and nobody reads it, as it may tell of a hand."""
    labels = [card.label for card in said.cards]
    if len(labels) == 1:
        why = f"Is {labels[0]} your move? As there is more on the line than a card, nothing was played."
        hint = f"To play it, reply with {labels[0]} alone on the first line."
    elif len(labels) == PASS:
        why = f"Is {' '.join(labels)} your move? As there is more on the line than cards, nothing was played."
        hint = "If it is, reply with the cards alone on the first line."
    else:
        why = f"Which of {' and '.join(labels)} is it? Nothing was played."
        hint = "Reply with one card, or three to pass, alone on the first line."
    return Unreadable("your reply", Refusal(why, hint=hint, verb="move"), remark=line)


def _unread(words: list[str], mail: InboundMail, registry: Registry) -> Unreadable:
    if mail.letter is not None and not (mail.tag or mail.seat or mail.references):
        why = "I could not read your reply as an answer."
        hint = "Put the answer alone on the first line, as the letter shows it."
        return Unreadable("your reply", Refusal(why, hint=hint))
    why = "I could not read your reply as a move or a command."
    hint = "Put just the card on the first line, such as 7C, or three to pass; any remark goes below it."
    meant = registry.nearest_in_reply(words[0].strip(_MARKS))
    if meant is None:
        return Unreadable("your reply", Refusal(why, hint=hint, verb="move"), remark=" ".join(words))
    hint = f"Did you mean `{meant.name}`? Else put just the card on the first line; any remark goes below it."
    whole = command(meant, words[1:], (), registry, reply=True)
    return Unreadable("your reply", Refusal(why, hint=hint, verb=meant.title), whole)


def _own_line(mail: InboundMail, registry: Registry) -> tuple[str, tuple[str, ...]]:
    """The line that says what is wanted, and the others; a greeting above it goes with those."""
    if not mail.words:
        return _move_below(mail.below), ()
    first, *rest = mail.words
    start = next((number for number, line in enumerate(rest) if line), None)
    if start is not None and is_greeting(first) and registry.in_reply(first.split()[0].strip(_MARKS)) is None:
        words = rest[start].split()
        if (
            is_move(words, mail)
            or registry.in_reply(words[0].strip(_MARKS).lower())
            or words[0].lower() == GAME
        ):
            return rest[start], (first, *rest[start + 1 :])
    return first, tuple(rest)


def _move_below(lines: tuple[str, ...]) -> str:
    """The one move below or between the quotations, or ""; beside another it may be somebody's older words.

    Three cards on lines of their own, one below the other, are one move: a pass.
    """
    at = [number for number, line in enumerate(lines) if cards_of(line.split())]
    if not at:
        return ""
    move = " ".join(line for line in lines[at[0] : at[-1] + 1] if line)
    cards: tuple[Card, ...] | None = cards_of(move.split())
    return move if len(at) == 1 or (cards and len(cards) == PASS) else ""
