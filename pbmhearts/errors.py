"""The errors that cross module borders.

A `Refusal` is the player's fault and is told to the player; whatever else is raised is a fault of ours.
"""


class PbmheartsError(Exception):
    """The root of all errors that this package raises on purpose."""


class ConfigError(PbmheartsError):
    """The ini cannot be used.

    Attributes:
        problems: one line a fault, `file: [section] key: why`.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class SchemaMismatchError(PbmheartsError):
    """The database is of another version than the code; `pbmhearts db upgrade` mends it."""


class LaterSchemaError(SchemaMismatchError):
    """The database is for a later version than the code; nothing here can mend it."""


class StorageError(PbmheartsError):
    """The database cannot be used now; the transaction is undone and the same work may be tried again.

    Attributes:
        full: there is no room left for what should be written.
        collided: another transaction was in the way, and the database gave this one up.
    """

    def __init__(self, why: str, *, full: bool, collided: bool = False) -> None:
        super().__init__(why)
        self.full = full
        self.collided = collided


class Refusal(PbmheartsError):  # noqa: N818 - the domain's word: a refusal is an answer, not a fault of ours
    """A command that cannot be done, in words for the player who mailed it.

    Attributes:
        why: what is wrong, one sentence or more; never a credential.
        hint: what would be right, or "".
        verb: the verb whose usage line belongs below, or "" where the command is not known.
        legal: the cards that may be played now, as text, where the refusal is about a move.
        needed: how many of them make a move.
    """

    def __init__(
        self, why: str, *, hint: str = "", verb: str = "", legal: tuple[str, ...] = (), needed: int = 1
    ) -> None:
        super().__init__(why)
        self.why = why
        self.hint = hint
        self.verb = verb
        self.legal = legal
        self.needed = needed


class WrongPasswordError(Refusal):
    """A password or code that does not fit a userid; it is counted.

    Attributes:
        account_id: whose it was tried for.
    """

    def __init__(self, account_id: int, why: str, *, verb: str = "") -> None:
        super().__init__(why, verb=verb)
        self.account_id = account_id
