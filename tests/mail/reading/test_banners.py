"""The warnings that gateways put above what was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_reading import said

from pbmhearts.mail.reading.quoting import written

OUTSIDE = "CAUTION: This email originated from outside of the organization."
CLICKS = (
    "Do not click links or open attachments unless you recognize the sender and know the content is safe."
)
BANNERS = (
    f"{OUTSIDE} {CLICKS}",
    f"{OUTSIDE}\n{CLICKS}",
    f"{OUTSIDE} Do not\nclick links or open attachments unless you recognize the sender and know\nthe content is safe.",
    "*CAUTION:* This email came from outside of Acme Corp. Do not click links.",
    "CAUTION\nThis email originated from outside of the organization.",
    "CAUTION: external",
    "WARNING: This is an external email, exercise caution.",
    "WARNING: external sender. Treat links and attachments with care.",
    "⚠ External sender",
    "[EXTERNAL]",
    "[EXTERNAL EMAIL]",
    "*** EXTERNAL EMAIL ***",
    "***CAUTION: External email***",
    "=== EXTERNAL MAIL ===",
    "---- External Email ----",
    "EXTERNAL SENDER",
    "[External Email]\nThis email was sent from outside your organisation. Please be careful.",
    "**** This email originates from outside of the company ****",
    "-----------------------\nThis message came from outside. Be careful.\n-----------------------",
    f"______________________________\n{OUTSIDE}\n______________________________",
    (
        "ATTENTION: This email originated from outside your organization. Exercise caution when opening\n"
        "attachments or clicking links, especially from unknown senders."
    ),
    "You don't often get email from ann@client.test. Learn why this is important",
    "You don’t often get email from ann@client.test. Learn why this is important<https://aka.ms/Learn>",
    (
        "You don't often get email from\nann.with-a-very-long-name.indeed@client.test. Learn why this is important\n"
        "<https://aka.ms/LearnAboutSenderIdentification>"
    ),
    "Some people who received this message don't often get email from ann@client.test. Learn why this is important",
    "This Message Is From an Untrusted Sender\nYou have not previously corresponded with this sender.",
    "ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\n\nReport Suspicious\n\nZjQcmQRYFpfptBannerEnd",
    "ACHTUNG: Diese E-Mail stammt von außerhalb der Organisation. Klicken Sie auf keine Links.",
    "ACHTUNG: Diese E-Mail kommt von einem externen Absender.\nBitte öffnen Sie keine Anhänge.",
    "Sie erhalten nicht häufig E-Mails von ann@client.test. Erfahren Sie, warum dies wichtig ist",
    "ATTENTION : ce courriel provient de l'extérieur de l'organisation. Ne cliquez pas sur les liens.",
    "ATTENTION : Ce message provient de l’extérieur.\nN'ouvrez pas les pièces jointes.",
    "PRECAUCIÓN: este correo se originó fuera de la organización. No haga clic en los enlaces.",
    "ATTENZIONE: questa e-mail proviene dall'esterno. Mittente esterno.",
    "LET OP: deze e-mail komt van buiten de organisatie.",
    f"{OUTSIDE}\n\n{CLICKS}",
    f"[EXTERNAL]\n\n{OUTSIDE}\n\nYou don't often get email from ann@client.test. Learn why this is important",
)


@pytest.mark.parametrize("banner", BANNERS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_banner_above_the_words_is_left_out(banner: str, gap: str) -> None:
    """What a gateway put above is no word of the player's, with a blank line below it or without one."""
    quoted = "\n\nOn Monday, MHearts wrote:\n> 2C\n"
    own = written(f"{banner}{gap}7c\n\nwell done{quoted}")
    assert (own.above, own.below) == (("7c", "", "well done"), ())
    assert written(f"\n{banner}{gap}{quoted}\n9c\n").below == ("9c",)


@pytest.mark.parametrize("banner", BANNERS)
def test_commands_below_a_banner_are_all_kept(banner: str) -> None:
    """The lines of a mail of several commands come whole, whatever stands above them."""
    lines = ("mhearts move 101 ann secret-ann 7c", "chat 101 ann secret-ann please report", "help", "end")
    assert written(f"{banner}\n\n" + "\n".join(lines)).above == lines
    assert written(f"{banner}\n" + "\n".join(lines)).above == lines


@pytest.mark.parametrize(
    "move", ["7c", "pass 2h qs 5c", "queen of spades", "by ann secret-ann", "no", "never"]
)
def test_a_move_is_of_no_banner(move: str) -> None:
    """However long the line above it is, and whether it has an end, a move below it is the player's."""
    bare = "CAUTION: This email originated from outside of the organization, do not click links"
    assert written(f"{bare}\n{move}\n").above == (move,)
    assert written(f"CAUTION\n{move}\n").above == ("CAUTION", move)


@pytest.mark.parametrize(
    "line",
    [
        "CAUTION: I have the queen",
        "Warning! I will shoot the moon",
        "This mail is late, sorry",
        "You don't often play hearts",
        "Attention all: 7c",
        "*** well done ***",
        "[7c]",
        "please do not click",
        "important: I am away",
        "outside it rains",
    ],
)
def test_a_players_line_that_resembles_a_banner_is_kept(line: str) -> None:
    """A word of warning alone, or the place that something came from alone, makes no banner."""
    assert written(f"{line}\n\nbye\n").above == (line, "", "bye")


def test_a_banner_below_the_first_word_is_a_remark() -> None:
    """Only what stands above all words is left out: the rest was typed."""
    assert written(f"7c\n\n{OUTSIDE}\n").above == ("7c", "", OUTSIDE)


@pytest.mark.parametrize(
    "below",
    [
        "On Monday, MHearts wrote:\n\n2C\n",
        "________________________________\nFrom: MHearts <m@example.org>\nSubject: x\n\n2C\n",
        "-----Original Message-----\n2C\n",
        "Your hand:\n 2C\n",
        "> 2C\n",
    ],
)
@pytest.mark.parametrize("banner", [*BANNERS, "ZjQcmQRYFpfptBannerStart"])
def test_a_quotation_right_below_a_banner_is_a_quotation(banner: str, below: str) -> None:
    """No banner takes the line along that shows what was quoted."""
    own = written(f"{banner}\n{below}")
    assert (own.above, own.below, own.quoted) == ((), (), True)


def test_a_banner_in_html_is_left_out() -> None:
    """Boxes and tables above the words are known by what they say."""
    html = "text/html; charset=utf-8"
    box = f"<div style='x'><span>CAUTION:</span> {OUTSIDE[9:]} {CLICKS}</div>"
    table = (
        "<table><tr><td></td><td><div>You don't often get email from ann@client.test."
        ' <a href="https://aka.ms/x">Learn why this is important</a></div></td></tr></table>'
    )
    paragraphs = f"<p>CAUTION</p><p>{OUTSIDE[9:]}</p><p>{CLICKS}</p>"
    for banner in (box, table, paragraphs, box + table):
        assert said(f"{banner}<div>7c</div><div>hello</div>", kind=html).words == ("7c", "hello")


def test_words_on_the_line_of_a_blocks_end_are_kept() -> None:
    """What is glued to the mark that ends a block is the writer's."""
    assert written("ZjQcmQRYFpfptBannerStart\nx\nZjQcmQRYFpfptBannerEnd 7c\nhi").above == ("7c", "hi")


@given(st.lists(st.sampled_from((*"\n".join(BANNERS).split("\n"), "", "> 2C", "7c", "-----")), max_size=12))
def test_no_mix_of_banners_hides_a_move_or_shows_a_quotation(lines: list[str]) -> None:
    """Whatever lines of banners come in whatever order, an own move is kept and a quoted one is not."""
    own = written("\n".join(lines))
    assert not [line for line in own.above + own.below if line.startswith(">")]
    at = lines.index("7c") if "7c" in lines else None
    if at is not None and not any(line.startswith(("____", "ZjQcm")) for line in lines[:at]):
        assert "7c" in own.above + own.below or "> 2C" in lines[:at]
