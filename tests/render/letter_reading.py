"""Reads letters back as a program at the other end would."""

import re
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

CARD = re.compile(r"(?<![A-Za-z0-9])(10|[2-9JQKA])([CDHS♣♦♥♠])(?![A-Za-z0-9])")
_LETTERS = dict(zip("♣♦♥♠", "CDHS", strict=True))


def cards_in(text: str) -> set[str]:
    """The labels of all cards that stand in `text`."""
    return {rank + _LETTERS.get(suit, suit) for rank, suit in CARD.findall(text.replace("\ufe0e", ""))}


class Page(HTMLParser):
    """The links, tags and visible words of an HTML part."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self._hidden = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.extend(attrs)
        self._hidden += tag in {"style", "title"}
        self.links.extend(value or "" for name, value in attrs if name == "href")
        if tag in {"p", "li", "td", "th", "tr", "br", "h1", "h2", "caption", "div"}:
            self.words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"style", "title"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def tapped(link: str) -> tuple[str, str]:
    """The address and the Subject of the mail that a `mailto:` link opens."""
    parts = urlsplit(link)
    assert parts.scheme == "mailto"
    assert "+" not in parts.query
    return parts.path, parse_qs(parts.query, strict_parsing=True)["subject"][0]


def moves_tapped(html: str) -> list[str]:
    """What the links of a letter that make a move say, after the code."""
    subjects = [tapped(link)[1] for link in Page(html).links]
    return [s.split(" ", 5)[5] for s in subjects if s.startswith("mhearts move ")]
