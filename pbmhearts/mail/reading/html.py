"""HTML made text, for mails that have no plain text.

What the writer quoted comes out as lines that start with `>`, what cannot be seen does not come out.

html2text 2025.4.15 shows what `display:none` hides, makes `2.` at the start of an item `2\\.` and marks bold
words with stars; inscriptis 2.7.6 gives a blockquote no mark, so that quoted cards look like the writer's.
Neither knows what mail programs mark as quotation or signature. `html.parser` takes 6 s for 20 KB of `<a `
(CPython 3.11.7); here 256 KB of it take under 10 ms (`benchmarks/reading.py`).
"""

import re
from dataclasses import dataclass
from html import unescape

from pbmhearts.mail.reading import markup

MAX_TAG = 4_000
"""Characters of a tag that are searched for attributes."""
MAX_TAGS = 20_000
"""Tags that are read; what comes after them is not. A mail of 100 KB has some 3,000."""
MAX_LINES = 2_000
"""Lines of text after which reading ends."""

_MARKUP = re.compile(r"<(?=/?[a-zA-Z]|[!?])")
_TAG = re.compile(r"""</?([a-zA-Z][a-zA-Z0-9:]*+)((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""")
_ATTRIBUTE = re.compile(r"""(?<![\w-])([\w-]++)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>]++)""")
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|mso-hide:all|(?:font-size|opacity):0(?![.\d])"
    r"|text-decoration(?:-line)?:[^;]*line-through",
    re.IGNORECASE,
)
_QUOTED_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
_HIDDEN = re.compile(r"\shidden(?=[\s=/]|$)", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """An element that is open, and what it does to the text in it.

    Attributes:
        name: the element's.
        quoted: its text was quoted.
        hidden: its text is not shown, or is a signature.
        around: it wraps a quotation; its text counts as quoted until a blockquote in it was closed.
        lines: the lines of its text are kept.
    """

    name: str
    quoted: bool = False
    hidden: bool = False
    around: bool = False
    lines: bool = False


class _Lines:
    """The text as it grows, line by line."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._words: list[str] = []
        self._quoted = False

    def add(self, text: str, *, quoted: bool) -> None:
        """Add to the line; quoted and own words never share one."""
        if quoted != self._quoted:
            self.blank()
            self._quoted = quoted
        self._words.append(text)

    def end(self) -> None:
        """End the line if anything stands in it."""
        if self._words:
            line = " ".join(unescape("".join(self._words)).split())
            self._words = []
            if line:
                self.done.append(f"> {line}" if self._quoted else line)

    def blank(self) -> None:
        """End the line and leave a blank one, but never two."""
        self.end()
        if self.done and self.done[-1]:
            self.done.append("")


def text_of_html(html: str) -> str:
    """The text of an HTML document, in time linear in its length; never raises."""
    return "\n".join(_Reader(html).read())


class _Reader:
    def __init__(self, html: str) -> None:
        self._html = html
        self._lines = _Lines()
        self._open: list[_Open] = []
        self._names: dict[str, int] = {}
        self._quoted = 0
        self._hidden = 0
        self._kept = 0
        self._rest_is_quoted = False

    def read(self) -> list[str]:
        """Read it all; returns the lines."""
        at = 0
        for _ in range(MAX_TAGS):
            found = _MARKUP.search(self._html, at)
            self._data(self._html[at : found.start() if found else None])
            if found is None or len(self._lines.done) >= MAX_LINES:
                break
            at = self._markup(found.start())
        self._lines.end()
        return self._lines.done

    def _data(self, text: str) -> None:
        if not text or self._hidden:
            return
        quoted = self._rest_is_quoted or self._quoted > 0
        *lines, last = text.split("\n", MAX_LINES) if self._kept else [text]
        for line in lines:
            self._lines.add(line, quoted=quoted)
            self._lines.end()
            if not line.strip():
                self._lines.blank()
        self._lines.add(last, quoted=quoted)

    def _markup(self, start: int) -> int:
        """Read what starts with `<`; return where the text goes on."""
        html = self._html
        if html.startswith("<!--", start):
            return self._after("-->", start + 4)
        if html[start + 1] in "!?":
            return self._after(">", start)
        tag = _TAG.match(html, start)
        if tag is None:
            return len(html)  # a tag that never ends: no mail program shows what comes after it
        name = tag[1].lower()
        if html[start + 1] == "/":
            self._close(name)
            return tag.end()
        self._start(name, tag[2][:MAX_TAG])
        if name in markup.RAW:
            end = markup.RAW[name].search(html, tag.end())
            return end.start() if end else len(html)
        return tag.end()

    def _after(self, end: str, start: int) -> int:
        found = self._html.find(end, start)
        return found + len(end) if found >= 0 else len(self._html)

    def _start(self, name: str, attributes: str) -> None:
        self._break(name)
        if name in markup.VOID:
            return
        element = _Open(name, quoted=name == "blockquote", hidden=name in markup.UNSEEN, lines=name == "pre")
        if "hidden" in attributes.lower():
            element.hidden |= _HIDDEN.search(_QUOTED_VALUE.sub("", attributes)) is not None
        if "=" in attributes:
            self._read_attributes(element, attributes)
        self._open.append(element)
        self._names[name] = self._names.get(name, 0) + 1
        self._quoted += element.quoted or element.around
        self._hidden += element.hidden
        self._kept += element.lines

    def _read_attributes(self, element: _Open, attributes: str) -> None:
        values = {key.lower(): value.strip("\"'").lower() for key, value in _ATTRIBUTE.findall(attributes)}
        marks = {
            mark.removeprefix("x_")
            for key in ("class", "id", "name", "data-smartmail", "data-marker")
            for mark in values.get(key, "").split()
        }
        style = "".join(values.get("style", "").split())
        element.hidden |= bool(marks & markup.SIGNATURES or (style and _HIDDEN_STYLE.search(style)))
        element.lines |= "white-space:pre" in style
        self._rest_is_quoted |= bool(marks & markup.QUOTED_FROM_HERE)
        element.quoted |= bool(marks & markup.QUOTES) or values.get("name") == "quote"
        element.around = not element.quoted and bool(marks & markup.AROUND_QUOTES)

    def _break(self, name: str) -> None:
        if name in markup.PARAGRAPHS:
            self._lines.blank()
        elif name in markup.BLOCKS:
            self._lines.end()

    def _close(self, name: str) -> None:
        self._break(name)
        if not self._names.get(name):
            return
        while self._open:
            element = self._open.pop()
            self._names[element.name] -= 1
            self._quoted -= element.quoted or element.around
            self._hidden -= element.hidden
            self._kept -= element.lines
            if element.name == name:
                break
        if name == "blockquote":
            self._end_of_quotation()

    def _end_of_quotation(self) -> None:
        """What stands in a wrapper after its blockquote are the writer's words again."""
        for element in reversed(self._open[-20:]):
            if element.name == "blockquote":
                return
            if element.around:
                element.around = False
                self._quoted -= 1
                return
