"""Play by real mail: through Postfix to the server, and through Postfix from it to the players."""

import contextlib
import itertools
import os
import re
import sqlite3
from collections.abc import Iterator

import pytest
from house import FOUR, SERVER, Mail
from ports import free_port
from postfix import PROGRAM, Postfix, wait_until
from served import Served, address_of, composed, read, reply
from sink import Sink

from pbmhearts.games import hearts

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.xdist_group("behind-postfix"),
    pytest.mark.skipif(not PROGRAM.exists() or os.geteuid() != 0, reason="wants Postfix, and root for it"),
]

_ids = itertools.count(1)


class Post:
    """The whole way of a mail: Postfix, the server behind it, and the players' mailboxes at the sink."""

    def __init__(self, served: Served, postfix: Postfix, sink: Sink) -> None:
        self.served = served
        self.postfix = postfix
        self.sink = sink
        self._read = dict.fromkeys(FOUR, 0)

    def command(self, userid: str, subject: str) -> None:
        """Mail a command."""
        raw = composed(userid, subject, f"post-{next(_ids)}")
        self.postfix.submit(address_of(userid), [SERVER], raw)

    def reply(self, letter: Mail, text: str) -> None:
        """Answer a letter, to the address it asks for."""
        self.postfix.submit(letter["To"], [letter["Reply-To"]], reply(letter, text, f"post-{next(_ids)}"))

    def letters(self) -> dict[str, list[Mail]]:
        """What each of the four has not read yet, once no mail is under way."""
        self._wait_for_the_queue()  # in
        self.served.settle()
        self._wait_for_the_queue()  # out
        letters = {}
        for userid in FOUR:
            caught = self.sink.to(address_of(userid))
            letters[userid] = [read(mail.data) for mail in caught[self._read[userid] :]]
            self._read[userid] = len(caught)
        return letters

    def start(self) -> tuple[int, dict[str, Mail]]:
        """A new board: its number and first letters."""
        self.command("ann", f"mhearts challenge {' '.join(FOUR)}")
        first = {userid: letter for userid, (letter,) in self.letters().items()}
        ((number,),) = self.served.rows("SELECT max(id) FROM boards")
        return number, first

    def plays(self, number: int) -> list[hearts.Play]:
        """The cards that players have played on a board."""
        with self.served.inside() as app, app.store.read() as repositories:
            log = [hearts.parse_action(text) for text in repositories.boards.log(number)]
        return [action for action in log if isinstance(action, hearts.Play)]

    def _wait_for_the_queue(self) -> None:
        wait_until(lambda: not self.postfix.queue(), 40)


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    """The way, with four players signed up and their welcomes read."""
    port = free_port()
    with Sink() as sink, Postfix(lmtp_port=port, sink_port=sink.port) as postfix:
        ini: dict[str, dict[str, object]] = {
            "listen": {"protocol": "lmtp", "port": port},
            "delivery": {"smarthost": "127.0.0.1", "port": postfix.port},
            "players": {"confirm_addresses": "no", "challenges": "open"},
        }
        with Served(tmp_path_factory.mktemp("behind-postfix"), ini) as served:
            way = Post(served, postfix, sink)
            for userid in FOUR:
                way.command(userid, f"signup {userid} secret-{userid}")
            assert {userid: len(welcomes) for userid, welcomes in way.letters().items()} == dict.fromkeys(
                FOUR, 1
            )
            yield way


def test_four_boards_come_out(post: Post):
    """Signups and a challenge go in by Postfix; each player's board comes out, under a bounce address of its own."""
    number, letters = post.start()
    for userid, letter in letters.items():
        assert letter.subject == f"[mhearts {number}] Hand 1 - you are {userid}"
        assert "Reply with three cards" in letter.text
        assert re.fullmatch(rf"mhearts\+{number}-[a-z2-7]{{8}}@cards\.example", letter["Reply-To"])
    assert len({letter["Reply-To"] for letter in letters.values()}) == 4
    senders = [caught.envelope_from for caught in post.sink.mails]
    assert all(sender.startswith("mhearts+b-") for sender in senders)
    assert len(set(senders)) == len(senders)


def test_replies_to_the_seat_address_play(post: Post):
    """Replies to the letters pass and play; nobody writes a board's number, a password or a code."""
    number, first = post.start()
    for letter in first.values():
        example = re.search(r"^Reply with three cards, for example: (.+)$", letter.text, re.MULTILINE)
        assert example
        post.reply(letter, example[1])
    (turn,) = [letters[-1] for letters in post.letters().values() if letters[-1].offers]
    assert post.plays(number) == []
    post.reply(turn, turn.offers[0].lower())
    assert [len(letters) for letters in post.letters().values()] == [1, 1, 1, 1]
    assert [play.card.label for play in post.plays(number)] == turn.offers[:1]


def test_a_locked_database_delays_a_mail(post: Post):
    """While somebody else holds the database the mail waits in Postfix's queue; later it is done, once."""
    path = post.served.config.database_url.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        post.command("eve", "signup eve secret-eve")
        (waiting,) = wait_until(
            lambda: [mail for mail in post.postfix.queue() if mail["queue_name"] == "deferred"], 40
        )
        assert "451 4.3.0" in waiting["recipients"][0]["delay_reason"]
        other.execute("ROLLBACK")
    post.letters()
    assert len(post.sink.to(address_of("eve"))) == 1
    assert post.served.rows("SELECT count(*) FROM accounts WHERE userid = 'eve'") == [(1,)]
    assert "Traceback" not in post.served.log
