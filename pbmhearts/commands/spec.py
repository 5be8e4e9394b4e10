"""What a verb is: its names, how it is written, what it says of itself, and who may use it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pbmhearts.errors import Refusal

if TYPE_CHECKING:
    from pbmhearts.commands.context import Context

GAME = "mhearts"
"""The word before the game's verbs; a second game would bring its own."""


SHORTEST_PASSWORD = 4
"""Characters that a password has at least."""
LONGEST_PASSWORD = 64
"""Characters that a password has at most."""


class Scope(StrEnum):
    """What a verb asks of whoever mails it."""

    OPEN = "open"
    """Nothing."""
    ACCOUNT = "account"
    """A userid and its password, or an answer to one of our letters."""
    PENDING = "pending"
    """As ACCOUNT, but the number of a board that the player need not sit at stands before userid and password."""
    ANSWER = "answer"
    """As BOARD where the board runs, else as PENDING."""
    BOARD = "board"
    """A board, and a seat's player: by password, turn code, seat address or an answer to one of our letters."""


@dataclass(frozen=True, slots=True)
class Words:
    """What stands after a verb and its credentials.

    Attributes:
        words: as written, options left out.
        options: what began with a hyphen.
        comment: the writer's lines below the command.
    """

    words: tuple[str, ...]
    options: tuple[str, ...] = ()
    comment: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a verb has to say to the one who mailed it.

    Attributes:
        text: plain lines of 72 columns at most; "" where the letters that are enqueued say it all.
    """

    text: str = ""


@dataclass(frozen=True, slots=True)
class Spec:
    """A verb.

    Attributes:
        name: the verb in lower case.
        game: whether it is written behind the game's name.
        scope: what it asks of whoever mails it.
        usage: each way to write it, a line each.
        summary: half a line for `help commands`.
        help: what it does, in paragraphs of 72 columns.
        example: one line as somebody would mail it.
        parse: what stands after the verb, made into what `handle` takes; raises Refusal.
        handle: does it, within the mail's transaction; raises Refusal.
        aliases: other names, old ones and common slips.
        in_reply: whether a reply may begin with it.
        never_in_reply: aliases that a reply may not begin with, as people begin sentences with them.
        to_board: words that mean this verb in a reply to a board's letter, and something else elsewhere.
        asks: whether it is asked for; what is only guessed at is answered as seldom as words that are no command.
        object_first: one word, such as a board's number, stands before the credentials; parse finds it in front.
        kinds: words of which one stands between the verb and the credentials; parse finds it in front of the rest.
        takes_by: whether the body may say who asks, `by userid password`.
        takes_options: whether words that begin with a hyphen are options of its own.
        echoed: words behind an OPEN verb that an answer may repeat, beside numbers at their start.
        userids: how many userids a verb takes that takes nothing else; an answer may repeat just so many words.
        hashes: whether its parse may make the hash of a new password, which takes long.
    """

    name: str
    game: bool
    scope: Scope
    usage: tuple[str, ...]
    summary: str
    help: str
    example: str
    parse: Callable[[Words], Any]
    handle: Callable[[Any, "Context"], Reply]
    aliases: tuple[str, ...] = ()
    in_reply: bool = False
    never_in_reply: tuple[str, ...] = ()
    to_board: tuple[str, ...] = ()
    object_first: bool = False
    kinds: tuple[str, ...] = ()
    takes_by: bool = False
    takes_options: bool = False
    echoed: tuple[str, ...] = ()
    userids: int = 0
    hashes: bool = False
    asks: bool = True

    @property
    def title(self) -> str:
        """The verb as it is written, `mhearts move`."""
        return f"{GAME} {self.name}" if self.game else self.name


_KIND = frozenset({"please", "thanks", "thank", "you", "danke", "merci", ""})


def check_alone(
    words: tuple[str, ...], answers: str, verb: str, *, besides: frozenset[str] = frozenset()
) -> None:
    """Refuse an answer that says more than it has to: "Yes, nice game!" agrees to nothing, "No idea" declines nothing.

    Args:
        words: what stands behind the answer.
        answers: those that are possible, as the refusal names them.
        besides: what may stand there beside kind words.

    Raises:
        Refusal: other words stand there.
    """
    said = {word.strip(".,:;!").lower() for word in words}
    why = f"Put {answers} alone on the first line; a remark may go below it."
    refuse_unless(said <= _KIND | besides, why, verb=verb)


def refuse_unless(condition: object, why: str, *, hint: str = "", verb: str = "") -> None:
    """Raise a Refusal unless the condition holds."""
    if not condition:
        raise Refusal(why, hint=hint, verb=verb)
