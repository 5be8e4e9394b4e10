"""The server's own address, and all that is made of it: seat addresses, Message-IDs, bounce addresses."""

import re
from dataclasses import dataclass

from pbmhearts.letters import BoardTag, LetterKind, LetterTag

_SEAT_EXTENSION = re.compile(r"([0-9]{1,9})-([a-z0-9]{1,16})")
_LETTER_EXTENSION = re.compile(r"([cioab])([0-9]{1,18})-([a-z2-7]{8})")
_BOUNCE_EXTENSION = re.compile(r"b-([0-9]{1,18}-[a-z2-7]{8})")
_BOARD_ID = re.compile(
    r"<([0-9]{1,9})\.([a-z2-7]{8})\.[a-z0-9._-]{1,100}@([a-z0-9.-]{1,255})>", re.IGNORECASE
)

_LETTER_ID = re.compile(
    r"<([cioab])([0-9]{1,18})\.([a-z2-7]{8})\.[a-z0-9._-]{1,100}@([a-z0-9.-]{1,255})>", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where the server gets its mail.

    Attributes:
        address: the plain address, `mhearts@example.org`.
        name: the display name beside it.
        subaddress: what separates an extension in the local part, or "" if the mail system knows none.

    Raises:
        ValueError: if the address has no local part or no domain.
    """

    address: str
    name: str = "MHearts"
    subaddress: str = "+"

    def __post_init__(self) -> None:
        if not self.local or not self.domain:
            raise ValueError("the server's address needs a local part and a domain")

    @property
    def local(self) -> str:
        """What stands before the @."""
        return self.address.rpartition("@")[0]

    @property
    def domain(self) -> str:
        """What stands after the @."""
        return self.address.rpartition("@")[2]

    def seat_address(self, board: int, token: str) -> str:
        """The address of one seat of one board, "" where there are no subaddresses."""
        return self._extended(f"{board}-{token}")

    def bounce_address(self, token: str) -> str:
        """The envelope sender that brings a letter's bounce back to it, "" without subaddresses."""
        return self._extended(f"b-{token}")

    def board_message_id(self, board: int, code: str, unique: str) -> str:
        """The Message-ID of a board letter: an answer to it names board and code."""
        return f"<{board}.{code}.{unique}@{self.domain}>"

    def letter_address(self, tag: LetterTag) -> str:
        """The address that answers to a letter about no running board go to, "" without subaddresses."""
        return self._extended(f"{tag.kind.value}{tag.number}-{tag.code}")

    def letter_message_id(self, tag: LetterTag, unique: str) -> str:
        """The Message-ID of such a letter: an answer to it names it."""
        return f"<{tag.kind.value}{tag.number}.{tag.code}.{unique}@{self.domain}>"

    def message_id(self, unique: str) -> str:
        """The Message-ID of any other letter."""
        return f"<{unique}@{self.domain}>"

    def deal_root_id(self, board: int, deal: int, reader: str | int) -> str:
        """The id that a deal's letters to one reader put first in References.

        No letter bears it. It is the same each time, so that mail programs which thread by References
        (Gmail, Apple Mail, mutt) keep a deal together. It holds no code.
        """
        return f"<deal.{board}.{deal}.{reader}@{self.domain}>"

    def is_ours(self, address: str) -> bool:
        """Whether mail to this address is for us: ours in any case, with any extension."""
        return self._extension(address) is not None

    def is_postmaster(self, address: str) -> bool:
        """Whether this is the postmaster, who is always there (RFC 5321, 4.5.1), with or without domain."""
        return address.strip().lower() in {"postmaster", f"postmaster@{self.domain.lower()}"}

    def extension(self, address: str) -> BoardTag | None:
        """The board and token of a seat address of ours, None for any other address."""
        found = _SEAT_EXTENSION.fullmatch(self._extension(address) or "")
        return BoardTag(int(found[1]), found[2]) if found else None

    def letter_extension(self, address: str) -> LetterTag | None:
        """The letter that an address of ours answers, None for any other address."""
        found = _LETTER_EXTENSION.fullmatch(self._extension(address) or "")
        return LetterTag(LetterKind(found[1]), int(found[2]), found[3]) if found else None

    def letter_ids(self, header: str) -> list[LetterTag]:
        """The letters about no running board whose Message-IDs stand in a header's value, in that order."""
        return [
            LetterTag(LetterKind(kind.lower()), int(number), code.lower())
            for kind, number, code, domain in _LETTER_ID.findall(header)
            if domain.lower() == self.domain.lower()
        ]

    def bounce_token(self, address: str) -> str:
        """The signed token of a bounce address of ours, "" for any other address; not yet checked."""
        found = _BOUNCE_EXTENSION.fullmatch(self._extension(address) or "")
        return found[1] if found else ""

    def board_ids(self, header: str) -> list[BoardTag]:
        """The boards and codes of our board Message-IDs in a header's value, in the order they stand there."""
        return [
            BoardTag(int(board), code.lower())
            for board, code, domain in _BOARD_ID.findall(header)
            if domain.lower() == self.domain.lower()
        ]

    def _extended(self, extension: str) -> str:
        return f"{self.local}{self.subaddress}{extension}@{self.domain}" if self.subaddress else ""

    def _extension(self, address: str) -> str | None:
        """The extension in lower case, "" for the plain address, None for an address that is not ours."""
        local, _, domain = address.strip().lower().rpartition("@")
        if domain != self.domain.lower():
            return None
        ours = self.local.lower()
        if local == ours:
            return ""
        start = ours + self.subaddress.lower()
        return local[len(start) :] if self.subaddress and local.startswith(start) else None
