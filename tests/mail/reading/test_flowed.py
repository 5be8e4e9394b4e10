"""format=flowed (RFC 3676)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_reading import said

from pbmhearts.mail.reading.flowed import unflow


@pytest.mark.parametrize(
    ("text", "delsp", "lines"),
    [
        ("a \nb\nc", False, ["a b", "c"]),
        ("a \nb", True, ["ab"]),
        ("a\nb", False, ["a", "b"]),
        (" >a\n From", False, [">a", "From"]),
        ("> a \n> b\nc", False, ["> a b", "", "c"]),
        ("> a \n>> b \nc", False, ["> a ", "> b ", "", "c"]),
        ("a \n-- \nb", False, ["a ", "-- ", "b"]),
        ("7c \n\n> q", False, ["7c ", "> q"]),
        ("a ", False, ["a "]),
        ("", False, [""]),
    ],
)
def test_soft_breaks_are_undone(text: str, delsp: bool, lines: list[str]) -> None:
    """Lines that end in a space go on; stuffing is taken off; quotations and signatures stay apart."""
    assert unflow(text, delsp=delsp).split("\n") == lines


@pytest.mark.parametrize("kind", ["text/plain; format=flowed", 'text/plain; format="Flowed"; delsp=yes'])
def test_a_flowed_mail_is_read_as_one_paragraph(kind: str) -> None:
    """A long comment comes back in one line, a stuffed `>` is no quotation."""
    mail = said(
        "7c\r\n\r\nGood luck \r\nto all\r\n >really\r\n> Reply with \r\n> one of: 3C\r\n9c\r\n", kind=kind
    )
    assert mail.words[0] == "7c"
    assert mail.words[2].replace(" ", "") == "Goodlucktoall"
    assert mail.below == ("9c",)


@given(st.lists(st.text("ab >", max_size=8), max_size=20))
def test_no_character_but_spaces_and_marks_is_lost(lines: list[str]) -> None:
    """Joining lines neither drops nor makes up words."""
    flowed = unflow("\n".join(lines), delsp=False)
    assert [c for c in flowed if c in "ab"] == [c for line in lines for c in line if c in "ab"]
