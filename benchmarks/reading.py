"""How long the slowest mails take to read, and what a letter costs to write.

    python benchmarks/reading.py [--json] [--size BYTES] [--only NAME]

Every mail is as long as the size limit. Times are the best of three in milliseconds; memory is the most that
Python held at once while reading, in MB, measured in a run of its own. The limits that the reader promises
are 200 ms and 50 MB a mail.
"""

import argparse
import base64
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial

from pbmhearts.letters import Content, Envelope, Letter
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.inbound import read
from pbmhearts.mail.writing.outbound import write

ME = ServerAddress("mhearts@example.org")
ENVELOPE = Envelope("ann@client.test", ("mhearts@example.org",))
HEAD = b"From: Ann <ann@client.test>\r\nSubject: Re: [mhearts 101.k7f3q2ab] Your turn\r\n"


def _plain(unit: str, kind: str = "text/plain; charset=utf-8") -> Callable[[int], bytes]:
    def mail(size: int) -> bytes:
        head = HEAD + f"Content-Type: {kind}\r\n\r\n".encode()
        body = unit.encode()
        return (head + body * ((size - len(head)) // len(body) + 1))[:size]

    return mail


def _html(unit: str) -> Callable[[int], bytes]:
    return _plain(unit, "text/html; charset=utf-8")


def _header(start: str, unit: str, end: str = "") -> Callable[[int], bytes]:
    def mail(size: int) -> bytes:
        fill = unit.encode()
        room = size - len(HEAD) - len(start) - len(end) - 10
        return HEAD + start.encode() + fill * (room // len(fill)) + end.encode() + b"\r\n\r\n7c\r\n"

    return mail


def _only(start: str, unit: str, end: str = "") -> Callable[[int], bytes]:
    """The header field is the mail's first, so that no earlier one of its name is taken."""

    def mail(size: int) -> bytes:
        return _header(start, unit, end)(size)[len(HEAD) :]

    return mail


def _nested(levels: int, filler: str) -> Callable[[int], bytes]:
    def mail(size: int) -> bytes:
        nest = "".join(
            f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(levels)
        )
        head = HEAD + nest.encode() + b"\r\n7c\r\n"
        return (head + filler.encode() * (size // len(filler)))[:size]

    return mail


def _parts(part: str) -> Callable[[int], bytes]:
    return _plain(f"--b\r\n{part}\r\n", "multipart/mixed; boundary=b")


def _base64(kind: str) -> Callable[[int], bytes]:
    def mail(size: int) -> bytes:
        head = HEAD + f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()
        return head + base64.encodebytes("a\n♥ ".encode() * (size * 70 // 100 // 6))

    return mail


MAILS: dict[str, Callable[[int], bytes]] = {
    "newlines": _plain("\n"),
    "returns": _plain("\r"),
    "blank lines": _plain(" \n"),
    "short lines": _plain("a\n"),
    "one line": _plain("a"),
    "one line of spaces": _plain(" "),
    "quoted lines": _plain(">\n"),
    "deep quotes": _plain(">"),
    "On On On": _plain("On "),
    "On lines": _plain("On 1\n"),
    "On lines with addresses": _plain("On 1 a@b <\n"),
    "wrote lines": _plain("On 1 wrote: x:\n"),
    "wrote wrote wrote": _plain("On 1 wrote wrote: "),
    "On and a colon": _plain("On 1, a@b " * 40 + ":\n"),
    "schrieb, 400 a line": _plain("Am 1 " + "schrieb " * 48 + ":\n"),
    "From lines": _plain("From: a\n"),
    "From and text": _plain("From: a\nb\n"),
    "To lines": _plain("To: a\n"),
    "labels": _plain("From To Sent Date\n"),
    "On, address, words, colon": _plain("On 1 <a@b> ab ab : x " * 18 + "\n"),
    "----- wrote: -----": _plain("-----" + "a wrote: " * 40 + "\n"),
    "küldve": _plain("küldv " * 66 + "\n"),
    "stars": _plain("*" * 399 + "\n"),
    "dashes": _plain("-" * 399 + "\n"),
    "dashed words": _plain("---" + "a -" * 130 + "\n"),
    "rules": _plain("_____\n"),
    "sent from": _plain("Sent from my " + "phone " * 60 + "\n"),
    "gesendet": _plain("von " + "mit iphone " * 35 + "\n"),
    "iphone": _plain("iphone " * 57 + "\n"),
    "signatures": _plain("-- \n"),
    "banners": _plain("CAUTION: this email is external " + "mail " * 70 + "\n"),
    "banner words": _plain("e-mail-external-this-is-" * 16 + "\n"),
    "banner block": _plain("ZjQcmQRYFpfptBannerStart\n"),
    "titles between rules": _plain("*** a ***\n"),
    "zero-width characters": _plain("\u200b"),
    "no-break spaces": _plain("\u00a0"),
    "broken UTF-8": lambda size: _plain("a")(1000) + b"\xff" * size,
    "flowed": _plain("a \n", "text/plain; format=flowed; delsp=yes"),
    "flowed quotes": _plain("> a \n>> b \n", "text/plain; format=flowed"),
    "utf-16": _plain("a\0", "text/plain; charset=utf-16"),
    "big5": _plain("\xa4\xa4", "text/plain; charset=big5"),
    "iso-2022-jp": _plain("\x1b$B$\x1b(B", "text/plain; charset=iso-2022-jp"),
    "base64": _base64("text/plain; charset=utf-8"),
    "base64 HTML": _base64("text/html; charset=utf-8"),
    "pgp": _plain("-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "pgp hashes": _plain("Hash: a\n"),
    "<div> nesting": _html("<div>"),
    "<div> closed": _html("<div></div>"),
    "<blockquote> nesting": _html("<blockquote>a"),
    "<div> wrappers": _html('<div class="gmail_quote">'),
    "wrappers and quotes": _html('<div class="gmail_quote"><blockquote>a</blockquote>'),
    "<p> and text": _html("<p>a"),
    "<br>": _html("a<br>"),
    "<": _html("<"),
    "<a": _html("<a "),
    "<a quote": _html('<a "'),
    "<a quotes and >": _html('<a ">"'),
    "<a two quotes": _html("<a '\">"),
    "comments": _html("<!--"),
    "closed comments": _html("<!---->"),
    "declarations": _html("<!"),
    "scripts": _html("<script>"),
    "closed scripts": _html("<script></script>"),
    "end tags": _html("</div>"),
    "mismatched tags": _html("<b><i></b>"),
    "attributes": _html("<a " + "b=c " * 900 + ">"),
    "attribute names": _html("<a " + "b" * 3900 + ">"),
    "styles": _html('<a style="' + "display : " * 390 + '">'),
    "entities": _html("&"),
    "entities closed": _html("&amp;"),
    "numeric entities": _html("&#1234567;"),
    "<pre> and newlines": _plain("<pre>" + "\n" * 2000, "text/html; charset=utf-8"),
    "<pre> nesting": _html("<pre>\n"),
    "pre-wrap": _html("<p style='white-space:pre-wrap'>a\nb"),
    "table": _html("<table><tr><td>a"),
    "nested parts": _nested(300, "\r\n"),
    "nested parts, 5,000": _nested(5000, "\r\n"),
    "nested parts, dashes": _nested(300, "--b"),
    "many parts": _parts("\r\n"),
    "many empty files": _parts("Content-Disposition: attachment\r\n\r\n"),
    "many messages": _parts("Content-Type: message/rfc822\r\n"),
    "boundary in lines": _plain("a --b\n", "multipart/mixed; boundary=b"),
    "empty boundary": _plain("--\n", 'multipart/mixed; boundary=""'),
    "folded header": _header("X-A: b", "\r\n c"),
    "folded subject": _only("Subject: a", "\r\n b"),
    "many headers": _header("X: y", "\r\na:b"),
    "lines that are no header": _header("X: y", "\r\na"),
    "encoded words": _only("Subject: ", "=?utf-8?B?YQ==?= "),
    "encoded word starts": _only("Subject: ", "=?a?b?"),
    "encoded charsets": _only("Subject: ", "=?x?q?=41?= =?y?q?a?= "),
    "question marks": _only("Subject: ", "=?"),
    "Re: Re:": _only("Subject: ", "Re: "),
    "a word and a colon": _only("Subject: ", "abcdefghijklmnopqrst: "),
    "stars and spam": _only("Subject: ", "*****SPAM***** "),
    "list tags": _only("Subject: ", "[a] "),
    "open brackets": _only("Subject: ", "[mhearts "),
    "From quotes": _only("From: ", '"\\'),
    "From parentheses": _only("From: ", "("),
    "From angles": _only("From: ", "<a@"),
    "From bare": _only("From: ", "a@b,"),
    "To bare": _header("To: ", "a@b,"),
    "many To": _header("To: a", "\r\nTo: b@c"),
    "References": _header("References: ", "<101.k7f3q2ab.u@example.org> "),
    "References unclosed": _header("References: ", "<101.k7f3q2ab.u"),
    "Content-Type semicolons": _header("Content-Type: text/plain", ";"),
    "Content-Type parameters": _header("Content-Type: text/plain", ";a=b"),
    "Content-Type quotes": _header("Content-Type: text/plain", ';a="\\'),
    "Content-Type names": _header("Content-Type: text/plain;", "a"),
    "Message-ID": _only("Message-ID: ", "<a"),
    "Auto-Submitted": _header("Auto-Submitted: ", "a-bounce"),
    "From bounces": _only("From: ", "a-bounces"),
    "zero bytes": lambda size: b"\0" * size,
    "all bytes": lambda size: bytes(range(256)) * (size // 256),
}


def _best(act: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def _memory(act: Callable[[], object]) -> float:
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def reading(size: int, only: str) -> list[dict[str, object]]:
    """One row a mail."""
    rows: list[dict[str, object]] = []
    for name, make in MAILS.items():
        if only in name:
            raw = make(size)
            act = partial(read, raw, ENVELOPE, ME)
            rows.append({"mail": name, "ms": round(_best(act), 1), "MB": round(_memory(act), 1)})
    return rows


def everyday() -> dict[str, float]:
    """Milliseconds for a small mail in and a letter out, ours and the standard library's."""
    small = (
        HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n7c\r\n\r\nOn 30/11/2026, MHearts wrote:\r\n"
    )
    small += b"> Your turn, ann: trick 4, clubs led.\r\n" * 40
    text = "Your turn, ann: trick 4, clubs led. ♣ 7 9 J\n" * 60
    html = f"<p>{text}</p>" * 4
    letter = Letter(
        to="ann@client.test",
        content=Content("[mhearts 101] Hand 3 - you are ann", text, html),
        message_id="<101.k7f3q2ab.u@example.org>",
        date=datetime(2026, 11, 30, tzinfo=UTC),
    )

    def library() -> bytes:
        message = EmailMessage(policy=SMTP)
        message["From"] = "MHearts <mhearts@example.org>"
        message["To"] = letter.to
        message["Subject"] = letter.content.subject
        message.set_content(text)
        message.add_alternative(html, subtype="html")
        return message.as_bytes()

    hundred = range(100)
    return {
        "read a small answer": _best(lambda: [read(small, ENVELOPE, ME) for _ in hundred]) / 100,
        "write a letter": _best(lambda: [write(letter, ME) for _ in hundred]) / 100,
        "the same letter as an EmailMessage": _best(lambda: [library() for _ in hundred]) / 100,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--size", type=int, default=256 * 1024, help="bytes a mail")
    parser.add_argument("--only", default="", help="only mails whose name holds this")
    options = parser.parse_args()
    rows, daily = reading(options.size, options.only), everyday()
    if options.json:
        json.dump({"size": options.size, "worst": rows, "everyday": daily}, sys.stdout, indent=1)
        return
    print(f"{'mail of ' + str(options.size) + ' bytes':34}{'ms':>8}{'MB':>8}")
    for row in rows:
        print(f"{row['mail']:34}{row['ms']:>8}{row['MB']:>8}")
    for name, ms in daily.items():
        print(f"{name:34}{ms:>8.3f}")


if __name__ == "__main__":
    main()
