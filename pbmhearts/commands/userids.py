"""What may be a userid."""

import re
import unicodedata

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import refuse_unless

BOTS_AT_TABLE = frozenset({"bot1", "bot2", "bot3", "bot4"})
"""What bots are called where several play, by their seats."""

RESERVED = BOTS_AT_TABLE | {"bot", "all", "active", "inactive", "next", "off", "end", "server"}
"""Words that commands use where a userid could stand."""

COMMAND_WORDS = frozenset(
    {"mute", "unmute", "friends", "rematch", "claim", "skip", "pass", "play", "normal", "easy", "hard"}
)
"""Words with which a line of a reply begins, and kinds of bots. Whoever has one as a userid already keeps it."""

PASSING_FOR_OTHERS = frozenset(
    {
        "abuse",
        "admin",
        "administrator",
        "confirm",
        "help",
        "hostmaster",
        "mailer-daemon",
        "mhearts",
        "moderator",
        "never",
        "no",
        "nobody",
        "none",
        "noreply",
        "no-reply",
        "operator",
        "pbmhearts",
        "postmaster",
        "root",
        "support",
        "system",
        "webmaster",
        "yes",
        "you",
    }
)
"""Names under which somebody would pass for the server or its operator, or be taken for an answer."""

_PAIRS = (
    "аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya "
    "іi їi єe ґg æae øo łl đd ðd þth ßss"
)
_LATIN = {ord(pair[0]): pair[1:] for pair in _PAIRS.split()}
"""Letters that are no Latin letter with a mark, in Latin ones."""

_USERID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")


def likened(name: str) -> str:
    """The first word of a name as a userid has its letters, `Zoë M.` as `zoe`; "" where none are left of it."""
    first = next(iter(name.casefold().split()), "").translate(_LATIN)
    plain = unicodedata.normalize("NFKD", first).encode("ascii", "ignore").decode("ascii")
    found = _USERID.fullmatch(plain.strip(".,;:!\"'"))
    return found[0] if found and found[0] not in RESERVED | PASSING_FOR_OTHERS | COMMAND_WORDS else ""


def check_form(userid: str, verb: str) -> None:
    """Refuse what cannot be a userid."""
    refuse_unless(
        _USERID.fullmatch(userid) and userid.lower() not in RESERVED,
        "That cannot be a userid.",
        hint="2 to 20 letters, digits, - or _, a letter first; a few words such as bot and all are taken.",
        verb=verb,
    )


def check_free(userid: str, context: Context, verb: str) -> None:
    """Refuse a userid that somebody has, or had (a name is never given twice), or that would mislead others."""
    server = context.services.config.server
    ours = {server.name.casefold(), server.address.partition("@")[0].casefold()}
    refuse_unless(
        userid.casefold() not in ours | PASSING_FOR_OTHERS | COMMAND_WORDS
        and context.repositories.accounts.by_userid(userid) is None,
        f"The userid {userid} is taken.",
        hint=f"Choose another one, such as {userid[:17]}2.",
        verb=verb,
    )
