"""One-tap commands: `mailto:` links with a ready Subject (RFC 6068)."""

import functools
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import quote

from pbmhearts.cards import Card
from pbmhearts.render import suggest
from pbmhearts.render.heading import Heading
from pbmhearts.render.model import BoardPage
from pbmhearts.render.notation import Face, face

_LONG = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Three cards to pass, and the link that passes them."""

    cards: tuple[Face, ...]
    link: str


def mailto(server: str, subject: str) -> str:
    """A link that opens a mail to `server` with `subject`; a space is `%20`, which mail programs read."""
    return f"{_to(server)}{quote(subject, safe='')}"


@functools.lru_cache(8)
def _to(server: str) -> str:
    return f"mailto:{quote(server, safe='@')}?subject="


def move_link(page: BoardPage, cards: tuple[Card, ...]) -> str:
    """The link that makes this move; without a code there is none."""
    if not page.code:
        return ""
    typed = " ".join(card.label for card in cards)
    return mailto(page.server, f"mhearts move {page.board} {page.userid} {page.code} {typed}")


def suggestions(page: BoardPage) -> tuple[Suggestion, ...]:
    """Three passes for a reader who has to pass."""
    style = page.look.cards
    return tuple(
        Suggestion(tuple(face(c, style) for c in three), move_link(page, three))
        for three in suggest.passes(page.view)
    )


def other_links(page: BoardPage, kind: Heading, again: str) -> dict[str, str]:
    """The commands besides moves that a tap can send, by what they do; `again` is the challenge to play again."""
    subjects = {"help": "help mhearts"}
    if "show" in page.offers:
        # Whoever has a code is shown the own hand, too, and a private board.
        subjects["show"] = (
            f"[mhearts {page.board}.{page.code}] showas" if page.code else f"mhearts show {page.board}"
        )
    if kind in {Heading.BOARD_OVER, Heading.ABANDONED}:
        subjects["again"] = again
    if page.code and page.asked:
        subjects |= {
            does: f"mhearts {does} {page.board} {page.userid} {page.code}" for does in ("accept", "reject")
        }
    if page.code and "chat" in page.offers:
        subjects["chat"] = f"mhearts chat {page.board} {page.userid} {page.code}"
    if page.code and kind is Heading.PASSED and "undo" in page.offers:
        subjects["undo"] = f"mhearts undo {page.board} {page.userid} {page.code}"
    if page.code and kind in {Heading.PLAY, Heading.PASS} and _presses(page) and "extend" in page.offers:
        subjects["extend"] = f"mhearts extend {page.board} {page.userid} {page.code}"
    if page.code and page.fewer_mails and "set" in page.offers:
        subjects["fewer"] = f"[mhearts {page.board}.{page.code}] set notify=turn here"
    return {does: mailto(page.server, subject) for does, subject in subjects.items()}


def _presses(page: BoardPage) -> bool:
    """Whether the reader has had the board for so long that more time may be welcome."""
    return page.due is not None and page.waiting_since is not None and page.now - page.waiting_since >= _LONG
