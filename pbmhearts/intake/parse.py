"""A mail becomes commands: syntax only, before anybody's credentials are looked at."""

from pbmhearts.commands import invited_words
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import GAME
from pbmhearts.errors import Refusal
from pbmhearts.intake import full_line, reply_lines
from pbmhearts.intake.command import Command, Unreadable, command
from pbmhearts.letters import InboundMail

_SEALED = Unreadable(
    "",
    Refusal(
        "Your mail is encrypted, or signed in a way that hides its text, and I cannot open it.",
        hint="Mail it again without that: most mail programs have a switch for it beside the Subject.",
    ),
)


def parse(mail: InboundMail, registry: Registry, max_commands: int) -> tuple[Command | Unreadable, ...]:
    """The commands of a mail, in order; what cannot be read stands among them as Unreadable.

    A command in the Subject is the only one. `multiple`, or an empty Subject without a board's code, takes the
    body's lines; any other Subject of an answer to one of our letters takes the body's first line, and further
    commands below it. Below the Subject of any other answer, the first line counts if it is a whole command.
    """
    subject = mail.command.split()
    if subject and subject[0].lower() == "multiple":
        return _several(mail, registry, max_commands)
    answers = bool(mail.tag or mail.seat or mail.references or mail.letter)
    if _may_answer_in_subject(subject, mail):
        found = reply_lines.command_of(subject, mail.words, mail, registry)
        if isinstance(found, Command):
            return (found,)
    if full_line.starts_command(subject, registry, bare=not answers):
        return (full_line.read(subject, mail.words, registry),)
    if mail.sealed:
        return (_SEALED,)
    if answers:
        return reply_lines.read(mail, registry, max_commands)
    return _unanswering(subject, mail, registry, max_commands)


def _unanswering(
    subject: list[str], mail: InboundMail, registry: Registry, max_commands: int
) -> tuple[Command | Unreadable, ...]:
    """The commands of a mail that answers none of our boards' letters, and begins with no command in its Subject."""
    about = registry.find("about", game=False)
    if about is not None and subject and invited_words.is_asking(mail.command):
        return (command(about, [], mail.words, registry, reply=False),)
    if not subject:
        return _several(mail, registry, max_commands)
    if _is_answered_below(mail, registry):
        return (full_line.read(mail.words[0].split(), mail.words[1:], registry),)
    return (full_line.read(subject, mail.words, registry),)


def _may_answer_in_subject(words: list[str], mail: InboundMail) -> bool:
    """Whether a Subject without the game's name may be what a reply's first line is.

    A seat address proves as much as a code in the Subject, but a reply to it may have any Subject: there it is the
    whole answer, such as the `pause` of List-Unsubscribe (below which mail programs write words of their own) or a
    card, or the only words of the mail.
    """
    if not words or words[0].lower() == GAME:
        return False
    alone = len(words) == 1 or not mail.words or reply_lines.is_move(words, mail)
    return bool(mail.tag or mail.letter or (mail.seat and alone))


def _is_answered_below(mail: InboundMail, registry: Registry) -> bool:
    """Whether the mail answers a letter, such as a welcome or the help, and begins with a whole command.

    The Subject is that letter's then, and says nothing new. Credentials are asked for as in any other mail.
    """
    words = mail.words[0].split() if mail.words else []
    if not words or mail.subject.strip() == mail.command.strip():
        return False
    return words[0].lower() == GAME or reply_lines.is_full_command(words, registry)


def _several(mail: InboundMail, registry: Registry, most: int) -> tuple[Command | Unreadable, ...]:
    lines = []
    for line in mail.body:
        if line.strip().lower() == "end":
            break
        if line.strip():
            lines.append(line)
    waiting = registry.find("waiting", game=True)
    if not lines and waiting is not None and not mail.command:
        return (command(waiting, [], (), registry, reply=False),)
    if not lines:
        return (
            Unreadable("", Refusal("Your mail held no command.", hint="Mail `help` to see what there is.")),
        )
    commands = [full_line.read(line.split(), (), registry) for line in lines[:most]]
    if len(lines) > most:
        commands.append(
            Unreadable("…", Refusal(f"One mail holds {most} commands at most.", hint="Mail the rest again."))
        )
    return tuple(commands)
