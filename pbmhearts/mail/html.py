"""HTML made text, for mails that have no plain text.

What the writer quoted comes out as lines that start with `>`, what cannot be seen does not come out.
"""

import re
from dataclasses import dataclass
from html import unescape

MAX_TAG = 4_000
"""Characters of a tag that are searched for attributes."""
MAX_OPEN = 100_000
"""Elements that may be open at once; past that, further ones are read as if they were closed."""

_TAG = re.compile(r"""</?([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""")
_ATTRIBUTE = re.compile(r"""(?<![\w-])([\w-]++)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>]++)""")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_SPACE = re.compile(r"\s+")

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_UNSEEN = frozenset("head script style title template noscript object svg math select textarea iframe".split())
_RAW_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "title", "textarea")}
"""Elements whose content is no markup: it goes on until their end tag."""
_BLOCKS = frozenset(
    "address article aside blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main"
    " nav ol p pre section table tbody td tfoot th thead tr ul".split()
)
_PARAGRAPHS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})

_QUOTES = frozenset(
    "yahoo_quoted moz-cite-prefix gmail_attr protonmail_quote tutanota_quote zmail_extra reply-intro"
    " mail-editor-reference-message-container olk_src_body_section mailcontainer cite_prefix"
    " bloop_markdown_quote".split()
)
"""Classes and ids of what holds a quotation and nothing else."""
_AROUND_QUOTES = frozenset({"gmail_quote", "gmail_quote_container", "protonmail_quote", "gmail_extra_quote"})
"""Classes of what holds an attribution, a blockquote, and perhaps the writer's words after it."""
_QUOTE_TO_THE_END = frozenset({"divrplyfwdmsg", "appendonsend", "replysplit", "ms-outlook-mobile-reply"})
"""Ids of the marks from which on Outlook quotes without any container."""
_SIGNATURES = frozenset(
    "gmail_signature moz-signature protonmail_signature_block signature applemailsignature"
    " ms-outlook-mobile-signature ms-outlook-mobile-body-separator-line composer_signature mail-signature"
    " yahoo_signature ydp-signature mobile-signature".split()
)


@dataclass(slots=True)
class _Open:
    """An element that is open: what it does to the text in it."""

    name: str
    quoted: bool = False
    hidden: bool = False
    around: bool = False
    """It wraps a quotation: quoted until its first blockquote has been closed."""


class _Text:
    """The text as it grows, line by line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._words: list[str] = []
        self._quoted = False

    def add(self, text: str, *, quoted: bool) -> None:
        """Add words to the line, starting another if these are quoted and those before were not."""
        if quoted != self._quoted and self._words:
            self.end()
        self._quoted = quoted
        self._words.append(text)

    def end(self) -> None:
        """End the line if anything stands in it."""
        line = _SPACE.sub(" ", "".join(self._words)).strip()
        self._words = []
        if line:
            self.lines.append(("> " if self._quoted else "") + line)

    def blank(self) -> None:
        """End the line and leave a blank one, but never two."""
        self.end()
        if self.lines and self.lines[-1]:
            self.lines.append("")


def text_of_html(html: str) -> str:
    """The text of an HTML document, in time linear in its length; never raises."""
    return "\n".join(_Reader(html).read())


class _Reader:
    def __init__(self, html: str) -> None:
        self._html = html
        self._text = _Text()
        self._open: list[_Open] = []
        self._quoted = 0
        self._hidden = 0
        self._rest_is_quoted = False
        self._count: dict[str, int] = {}

    def read(self) -> list[str]:
        at = 0
        while at < len(self._html):
            start = self._html.find("<", at)
            self._data(self._html[at : start if start >= 0 else len(self._html)])
            if start < 0:
                break
            at = self._markup(start)
        self._text.end()
        return self._text.lines

    def _markup(self, start: int) -> int:
        """Read what starts with `<`; return where the text goes on."""
        html = self._html
        if html.startswith("<!--", start):
            return _after(html, "-->", start + 4)
        if html.startswith(("<!", "<?"), start):
            return _after(html, ">", start)
        tag = _TAG.match(html, start)
        if tag is None:
            if not re.match("</?[a-zA-Z]", html[start : start + 3]):
                self._data("<")
                return start + 1
            return len(html)  # a tag that never ends: nothing after it is shown by any mail program
        name = tag[1].lower()
        if html[start + 1] == "/":
            self._close(name)
        else:
            self._start(name, tag[2][:MAX_TAG])
            if name in _RAW_ENDS:
                end = _RAW_ENDS[name].search(html, tag.end())
                return end.start() if end else len(html)
        return tag.end()

    def _data(self, text: str) -> None:
        if not text or self._hidden:
            return
        quoted = self._rest_is_quoted or self._quoted > 0
        self._text.add(unescape(text), quoted=quoted)

    def _start(self, name: str, attributes: str) -> None:
        if name in _BLOCKS:
            self._break(name)
        if name == "br":
            self._line_break()
        if name in _VOID:
            return
        element = _Open(name)
        if name == "blockquote":
            element.quoted = True
        if attributes:
            self._read_attributes(element, attributes)
        element.hidden = element.hidden or name in _UNSEEN
        if len(self._open) >= MAX_OPEN:
            return
        self._open.append(element)
        self._count[name] = self._count.get(name, 0) + 1
        self._quoted += element.quoted or element.around
        self._hidden += element.hidden

    def _read_attributes(self, element: _Open, attributes: str) -> None:
        values = {key.lower(): value.strip("\"'") for key, value in _ATTRIBUTE.findall(attributes)}
        marks = {
            mark.removeprefix("x_")
            for key in ("class", "id", "name", "data-smartmail", "data-marker")
            for mark in values.get(key, "").lower().split()
        }
        if marks & _SIGNATURES or _HIDDEN_STYLE.search(values.get("style", "")):
            element.hidden = True
        if marks & _QUOTE_TO_THE_END:
            self._rest_is_quoted = True
        if marks & _AROUND_QUOTES and element.name != "blockquote":
            element.around = True
        elif marks & _QUOTES or values.get("name") == "quote" or "__quoted_text__" in marks:
            element.quoted = True

    def _line_break(self) -> None:
        self._text.end()

    def _break(self, name: str) -> None:
        if name in _PARAGRAPHS:
            self._text.blank()
        else:
            self._text.end()

    def _close(self, name: str) -> None:
        if name in _BLOCKS:
            self._break(name)
        if not self._count.get(name):
            return
        while self._open:
            element = self._open.pop()
            self._count[element.name] -= 1
            self._quoted -= element.quoted or element.around
            self._hidden -= element.hidden
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



def _after(html: str, end: str, start: int) -> int:
    found = html.find(end, start)
    return found + len(end) if found >= 0 else len(html)
