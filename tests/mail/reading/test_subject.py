"""Subjects and the command in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.letters import BoardTag
from pbmhearts.mail.reading.subject import read_subject

PREFIXES = (
    "Re:", "RE: ", "re :", "AW:", "Antw:", "SV:", "VS:", "RE[2]:", "Re(3): ", "Re^2: ", "TR:", "RV: ", "Odp: ",
    "Fwd: ", "FW:", "Fwd ", "WG:", "R: ", "RES: ", "YNT: ", "回复：", "答复: ", "转发：", "Отв: ", "השב: ",
    "[EXTERNAL] ", "[hearts-list] ", "[ hearts 3 ]", "Re: Re: ", "返信: ", "Vá: ", "Răsp: ", "ΣΧΕΤ: ", "Odp.: ",
    "Odpověď: ", "Trả lời: ", "ตอบกลับ: ", "رد: ", "EXT: ", "(External) ", "*****SPAM***** ", "{Spam?} ",
)  # fmt: skip


@given(st.lists(st.sampled_from(PREFIXES), max_size=6))
def test_reply_prefixes_and_list_tags_are_skipped_again_and_again(prefixes: list[str]) -> None:
    """Whatever mail programs put before a command, the command is the same."""
    assert read_subject("".join(prefixes) + "mhearts standings") == ("mhearts standings", None)


@pytest.mark.parametrize(
    ("subject", "command", "tag"),
    [
        ("[mhearts 101.k7f3q2ab] Your turn", "Your turn", BoardTag(101, "k7f3q2ab")),
        ("Re: [MHearts 101.K7F3Q2AB]", "", BoardTag(101, "k7f3q2ab")),
        ("AW: [EXTERNAL] Re: [mhearts 101] Hand 3", "Hand 3", BoardTag(101)),
        ("Re: [mhearts  101. k7f3q2ab ] chat", "chat", BoardTag(101, "k7f3q2ab")),
        ("chat [mhearts 101.k7f3q2ab]", "chat", BoardTag(101, "k7f3q2ab")),
        ("[mhearts 101.wrong] 7c", "7c", BoardTag(101, "wrong")),
        ("[mhearts] 2 boards wait", "2 boards wait", None),
        ("[mhearts x] help", "help", None),
        ("mhearts+move+101+ann+pw12345+7C", "mhearts move 101 ann pw12345 7C", None),
        ("Re: mhearts+standings", "mhearts standings", None),
        ("Re:+[mhearts+101.k7f3q2ab]+Your+turn", "Your turn", BoardTag(101, "k7f3q2ab")),
        ("mhearts%20move%20101", "mhearts move 101", None),
        ("signup ann pw ann+x@client.test", "signup ann pw ann+x@client.test", None),
        ("mhearts chall —nagtime=7d –unrated ann", "mhearts chall --nagtime=7d -unrated ann", None),
        ("play 7c — now", "play 7c - now", None),
        ("Atbilde: mhearts standings", "mhearts standings", None),
        ("Atbilde: 7c", "Atbilde: 7c", None),
        ("return 101", "return 101", None),
        ("reset ann", "reset ann", None),
        ("help", "help", None),
        ("RE", "", None),
        ("", "", None),
        ("  \t ", "", None),
    ],
)
def test_a_subject_is_read(subject: str, command: str, tag: BoardTag | None) -> None:
    """Tags are taken out, link encodings undone, dashes made plain."""
    assert read_subject(subject) == (command, tag)


@given(st.text(max_size=300) | st.text("[]mhearts 101.k7Re:+—", max_size=100))
def test_any_subject_is_read_and_again_the_same(subject: str) -> None:
    """No subject raises, and no tag is left in the command."""
    command, _ = read_subject(subject)
    assert read_subject(command)[1] is None or command != read_subject(command)[0]
