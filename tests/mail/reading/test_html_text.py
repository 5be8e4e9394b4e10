"""HTML made text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.mail.reading.html import text_of_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("7c", "7c"),
        ("<div>7c</div><div>9c</div>", "7c\n9c"),
        ("7c<br>9c<br/>tc", "7c\n9c\ntc"),
        ("<p>7c</p><p>9c</p>", "7c\n\n9c"),
        ("<b>7</b><i>c</i>", "7c"),
        ("7c &amp; 9c &lt;3 &#9827; &nosuch; &", "7c & 9c <3 ♣ &nosuch; &"),
        ("a &lt;b&gt; c", "a <b> c"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("  7c \n\n  9c  ", "7c 9c"),
        ('<div style="white-space: pre-wrap">7c\n\n9c</div>10c\nJc', "7c\n\n9c\n10c Jc"),
        ("<pre>\n7c\n\n&gt; 2C\n&gt; 3C</pre>9c\n10c", "7c\n\n> 2C\n> 3C\n9c 10c"),
        ("<ol><li>2. 7c</li></ol>", "2. 7c"),
        ("<table><tr><td>7c</td><td>9c</td></tr></table>", "7c\n9c"),
        ("<TITLE>2C</TITLE>7c<SCRIPT>if (a<b) '3C'</SCRIPT><style>x{}</style>", "7c"),
        ("<!-- 2C --><!doctype html><?xml 3C?>7c", "7c"),
        ('<div style="display: none">2C</div>7c<span style="font-size:0px">3C</span>', "7c"),
        ('<span style="font-size:0.9em">7c</span>', "7c"),
        ("<div><s>9h</s></div><div>7c</div>", "7c"),
        ("<del>9h</del> <strike>8h</strike> 7c", "7c"),
        ('<span style="text-decoration: underline line-through">9h</span>7c', "7c"),
        ('<span style="text-decoration: underline">7c</span>', "7c"),
        ('<div hidden>9h</div><p HIDDEN="">8h</p><div style="mso-hide:all">6h</div>7c', "7c"),
        ('<div style="opacity:0">9h</div><div style="opacity:0.9; overflow: hidden ">7c</div>', "7c"),
        ("<a href=\"x > y\" title='<b>'>7c</a>", "7c"),
        ("<p>7c<script>never closed", "7c"),
        ("7c<!-- never closed <p>2C</p>", "7c"),
        ("7c<a href='never closed>2C", "7c"),
        ("<blockquote>2C<div>3C</div></blockquote>7c", "> 2C\n> 3C\n\n7c"),
        ("<blockquote>2C", "> 2C"),
        ("</blockquote></div>7c", "7c"),
        ('<div class="x_gmail_signature">2C</div>7c', "7c"),
        ('7c<div id="x_divRplyFwdMsg">From</div>2C', "7c\n\n> From\n> 2C"),
    ],
)
def test_html_becomes_the_lines_that_are_seen(html: str, text: str) -> None:
    """Blocks are lines, markup goes, what is hidden goes, what is quoted is marked."""
    assert text_of_html(html).strip() == text


def test_words_after_a_quotation_in_its_wrapper_are_the_players() -> None:
    """Gmail keeps a reply below the quotation inside the element that wraps both."""
    html = '<div class="gmail_quote">On Monday wrote:<blockquote>2C<blockquote>3C</blockquote>4C</blockquote>7c</div>'
    assert text_of_html(html).split("\n") == ["> On Monday wrote:", "> 2C", "> 3C", "> 4C", "", "7c"]


@given(st.text("<>/!-\"'= abdivp&;#0blockquotescript\n", max_size=300) | st.text(max_size=200))
def test_any_html_is_read(html: str) -> None:
    """No markup, however broken, raises."""
    text_of_html(html).encode("utf-8", "surrogatepass")


@given(
    st.lists(
        st.sampled_from(
            [
                "<div>",
                "</div>",
                "<blockquote>",
                "</blockquote>",
                "<p>",
                "x",
                '<div class="gmail_quote">',
                "<br>",
            ]
        ),
        max_size=60,
    )
)
def test_quotation_marks_never_stick(tags: list[str]) -> None:
    """However elements are nested or crossed, what follows once all are closed is the player's."""
    html = "".join(tags) + "</blockquote>" * 60 + "</div>" * 60 + "<p>own</p>"
    assert text_of_html(html).split("\n")[-1:] in (["own"], [""])
    assert "> own" not in text_of_html(html)
