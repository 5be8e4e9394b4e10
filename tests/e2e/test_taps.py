"""Links in letters, followed as a mail program follows them: each opens a mail that does what it says."""

import itertools
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from house import FOUR, SERVER, Mail
from served import Served, address_of, composed

pytestmark = pytest.mark.e2e

_ids = itertools.count(1)


class Links(HTMLParser):
    """The links of an HTML part, and what each is called."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.named: dict[str, str] = {}
        self._open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            found = dict(attrs)
            self._open = found["href"] or ""
            self.named[self._open] = found.get("aria-label") or ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.named[self._open] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._open = ""

    def of(self, words: str) -> str:
        """The one link whose name holds these words."""
        (link,) = [link for link, name in self.named.items() if words in name]
        return link


def opened(link: str) -> tuple[str, str]:
    """To and Subject of the mail that a `mailto:` link opens (RFC 6068: a plus sign stays one)."""
    parts = urlsplit(link)
    assert parts.scheme == "mailto"
    name, _, value = parts.query.partition("=")
    assert name == "subject"
    assert "&" not in value
    return unquote(parts.path), unquote(value)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with a board of four that pass to the left."""
    with Served(tmp_path) as served:
        for userid in FOUR:
            served.send(
                composed(userid, f"signup {userid} secret-{userid}", f"s-{userid}"), address_of(userid)
            )
        served.settle()
        for userid in FOUR:
            served.letters(address_of(userid))
        served.send(composed("ann", f"mhearts challenge {' '.join(FOUR)}", "c"), address_of("ann"))
        served.settle()
        yield served


def newest(served: Served) -> dict[str, Mail]:
    """The last unread letter of each of the four who has one."""
    served.settle()
    letters = {userid: served.letters(address_of(userid)) for userid in FOUR}
    return {userid: unread[-1] for userid, unread in letters.items() if unread}


def tap(served: Served, userid: str, link: str) -> None:
    """Send what the link opens, without a word of one's own."""
    to, subject = opened(link)
    assert to == SERVER
    served.send(composed(userid, subject, f"tap-{next(_ids)}", to=to), address_of(userid))


def log(served: Served) -> list[str]:
    """The board's actions."""
    return [action for (action,) in served.rows("SELECT action FROM actions ORDER BY seq")]


def test_a_match_begins_by_taps_alone(served: Served) -> None:
    """Four taps pass the cards that were suggested, and a tap on a card plays it; no link needs a plus sign."""
    letters = newest(served)
    assert set(letters) == set(FOUR)
    links = []
    for userid, letter in letters.items():
        named = Links(letter.html).named
        links += named
        pass_link = next(link for link in named if "%20move%20" in link)
        tap(served, userid, pass_link)
    letters = newest(served)
    passes = [action for action in log(served) if action.startswith("pass ")]
    assert len(passes) == 4
    for _ in range(5):
        ((userid, letter),) = [(userid, letter) for userid, letter in letters.items() if letter.offers]
        cards = Links(letter.html)
        links += cards.named
        before = log(served)
        label = letter.offers[-1]
        (link,) = [link for link in cards.named if opened(link)[1].endswith(f" {label}") and "move" in link]
        tap(served, userid, link)
        letters = newest(served)
        assert len(log(served)) == len(before) + 1
        assert log(served)[-1].endswith(label.replace("10", "T"))
    assert not [link for link in links if "%2b" in link.lower() or "+" in link]


def test_other_taps_do_what_they_say(served: Served) -> None:
    """Fewer mails, a look at the board and the rules, each by a link of its letter."""
    letter = newest(served)["bob"]
    links = Links(letter.html)
    tap(served, "bob", links.of("ewer"))
    served.settle()
    ((preferences,),) = served.rows("SELECT preferences FROM accounts WHERE userid = 'bob'")
    assert "turn" in preferences
    served.letters(address_of("bob"))
    for words, answer in (
        ("help", "The rules of mhearts"),
        ("show the board", "Your hand:"),
    ):
        tap(served, "bob", links.of(words))
        served.settle()
        (text,) = [letter.text for letter in served.letters(address_of("bob"))]
        assert answer in text
        assert "could not be done" not in text
