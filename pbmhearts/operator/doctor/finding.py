"""What a look at one part of the set-up comes to."""

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    """It works, and its operator should know."""
    WRONG = "wrong"
    """Mail is lost, late, or not believed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's.

    Attributes:
        about: the part that was looked at.
        says: what is there; never a password.
        mend: what to do about it, "" where nothing is to be done.
    """

    about: str
    grade: Grade
    says: str
    mend: str = ""


def ok(about: str, says: str) -> Finding:
    """It is as it should be."""
    return Finding(about, Grade.OK, says)


def note(about: str, says: str, mend: str) -> Finding:
    """It works, but."""
    return Finding(about, Grade.NOTE, says, mend)


def wrong(about: str, says: str, mend: str) -> Finding:
    """It must be mended."""
    return Finding(about, Grade.WRONG, says, mend)
