"""Every letter of the previews, to players whose names are as long as names may be, in every style."""

import email
import email.policy
import functools
import re
from collections.abc import Iterator
from email.message import EmailMessage

import fast_mail_parser
import pytest

from pbmhearts.cli.previews import preview_files, story
from pbmhearts.render.layout import WIDTH, columns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("preview-letters"),
]  # so that each style is played once

LONGEST = ("annveryveryverylong1", "bobveryveryverylong2", "catveryveryverylong3", "danveryveryverylong4")
TURNS = ("pass", "play", "comment", "trick-end", "deal-end", "reminder")
ABOUT_BOARDS = (
    *TURNS,
    "passed",
    "waiting",
    "chat",
    "proposed",
    "correction",
    "board-end",
    "stand-in",
    "reminder-boards",
    "digest",
)


@pytest.fixture(
    params=[pytest.param(style, marks=pytest.mark.xdist_group(f"letters-{style}")) for style in story.STYLES]
)
def style(request: pytest.FixtureRequest) -> str:
    """One of the styles; its tests are one worker's, which keeps the letters."""
    return str(request.param)


@functools.cache
def letters_in(style: str) -> dict[str, bytes]:
    """The letters in a style, by name; kept, as each style is a board played."""
    return {preview.name: preview.raw for preview in story.letters(style, 1, LONGEST)}


@pytest.fixture
def letters(style: str) -> dict[str, bytes]:
    """The letters in it, by name."""
    return letters_in(style)


def parts(message: EmailMessage) -> Iterator[tuple[str, str, str]]:
    """Type, file name and content of each part that holds text."""
    for part in message.walk():
        if not part.is_multipart():
            content = part.get_content().replace("\r\n", "\n")
            yield part.get_content_type(), part.get_filename() or "", content


def test_two_parsers_read_the_same(letters: dict[str, bytes]) -> None:
    """Python's parser and one that shares no code with it find the same headers, texts and files, and no fault."""
    for name, raw in letters.items():
        ours = email.message_from_bytes(raw, policy=email.policy.default)
        theirs = fast_mail_parser.parse_email(raw)
        assert (ours.defects, theirs.warnings) == ([], []), name
        assert theirs.subject == ours["Subject"]
        assert {key: values[0] for key, values in theirs.headers.items()} == dict(ours.items())
        read = [("text/plain", "", text) for text in theirs.text_plain]
        read += [("text/html", "", text) for text in theirs.text_html]
        read += [(file.mimetype, file.filename, file.content.decode()) for file in theirs.attachments]
        assert [(kind, file, text.replace("\r\n", "\n")) for kind, file, text in read] == list(parts(ours))


def test_no_letter_is_too_wide(letters: dict[str, bytes]) -> None:
    """Texts and what is read in attachments have at most 72 columns, raw lines are under 998 bytes."""
    for name, raw in letters.items():
        words, _, attached = preview_files.parts(raw)
        text = words.partition("\n\n")[2]
        # What is hashed stands in lines of its own, however long.
        for content in (text, *(file.partition("\n* board")[0] for file in attached.values())):
            assert [line for line in content.splitlines() if columns(line) > WIDTH] == [], name
        assert max(map(len, raw.splitlines())) < 998


@pytest.fixture
def spoken(style: str, letters: dict[str, bytes]) -> dict[str, str]:
    """The texts of the letters about boards, where the style is one for ears."""
    if not style.startswith("prose"):
        return {}
    return {name: preview_files.parts(letters[name])[0].partition("\n\n")[2] for name in ABOUT_BOARDS}


def test_in_prose_a_turn_comes_first_then_the_trick_the_hand_and_the_choice(spoken: dict[str, str]) -> None:
    """Whoever listens hears what is wanted, what lies there, what is held and what may be done, before all else."""
    for name in TURNS if spoken else ():
        text = " ".join(spoken[name].split())
        order = [
            "Your turn, ",
            "Your clubs: ",
            "Your diamonds: ",
            "Your hearts: ",
            "Your spades: ",
            "Reply with ",
        ]
        if re.search(r"Your turn, \w+: (lead )?trick", text):
            order[1:1] = ["Trick ", "This hand: ", "led by " if "led by " in text else "The trick before: "]
        order += ["as the first line of your reply", "points in the match", "Code: "]
        places = [text.find(words) for words in order]
        assert -1 not in places, (name, order[places.index(-1)])
        assert places == sorted(places), name
        before = text[: text.index("Reply with ")]
        assert not re.search(r"Since your last mail|in the match|until|wrote:", before)


def test_prose_is_sentences(spoken: dict[str, str]) -> None:
    """No drawing, no columns, nothing spelled in hexadecimal; the code stands below, and nowhere else."""
    for name, text in spoken.items():
        lines = text.splitlines()
        assert not [line for line in lines if re.search(r"\S {2,}\S", line)], name
        assert not [line for line in lines if re.match(r"[+|=_*-]{2}|\|(?! )", line.replace("=" * 72, ""))], (
            name
        )
        assert not re.search(r"[0-9a-f]{16}", text), name
        for code in re.findall(r"^Code: (\S+)", text, re.MULTILINE):
            above = text[: text.index("Board 10")]
            assert code not in above or name in {"reminder-boards", "digest"}, name


def test_prose_in_words_has_no_signs(style: str, spoken: dict[str, str]) -> None:
    """With words for cards nothing but letters, digits and marks that voices know is left."""
    if style == "prose-words":
        for text in spoken.values():
            assert set(text) - {"\n"} <= {chr(code) for code in range(32, 127)}
            assert not set("<>{}~^`\\") & set(text)
