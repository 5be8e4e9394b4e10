"""The server's address and what is made of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.letters import BoardTag
from pbmhearts.mail.addresses import ServerAddress

ME = ServerAddress("MHearts@Example.org")
PLAIN = ServerAddress("mhearts@example.org", subaddress="")
boards = st.integers(0, 10**9 - 1)
codes = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=8, max_size=8)


def test_a_seat_address_is_the_servers_with_an_extension() -> None:
    """The Reply-To of a board letter is spelt `server+board-token@domain`."""
    me = ServerAddress("mhearts@example.org")
    assert me.seat_address(101, "k7f3q2ab") == "mhearts+101-k7f3q2ab@example.org"
    assert PLAIN.seat_address(101, "k7f3q2ab") == ""


@given(boards, codes)
def test_a_seat_address_is_read_back_in_any_case(board: int, token: str) -> None:
    """Mail systems that change an address's case break nothing."""
    address = ME.seat_address(board, token)
    assert ME.extension(address) == BoardTag(board, token)
    assert ME.extension(address.upper()) == BoardTag(board, token)
    assert ME.is_ours(address)
    assert PLAIN.extension(address) is None
    assert not PLAIN.is_ours(address)


@pytest.mark.parametrize(
    "address",
    ["mhearts@example.org", "MHEARTS@EXAMPLE.ORG", "mhearts+x@example.org", " mhearts@example.org "],
)
def test_mail_to_the_address_and_its_extensions_is_ours(address: str) -> None:
    """Any case and any extension is ours, though only a seat's means something."""
    assert ME.is_ours(address)
    assert ME.extension(address) is None


@pytest.mark.parametrize(
    "address",
    [
        "",
        "@",
        "mhearts",
        "mhearts2@example.org",
        "mhearts@example.org.test",
        "x+mhearts@example.org",
        "mhearts@sub.example.org",
        "m@hearts@example.org",
    ],
)
def test_other_addresses_are_not_ours(address: str) -> None:
    """Nothing that only looks like our address is taken for it."""
    assert not ME.is_ours(address)
    assert ME.extension(address) is None
    assert ME.bounce_token(address) == ""


def test_the_postmaster_is_there_with_and_without_domain() -> None:
    """RFC 5321 wants `postmaster` alone accepted too; it is nobody's seat."""
    assert ME.is_postmaster("Postmaster")
    assert ME.is_postmaster("postmaster@example.ORG")
    assert not ME.is_postmaster("postmaster@elsewhere.test")
    assert not ME.is_ours("postmaster@example.org")


def test_a_bounce_address_carries_a_token_back() -> None:
    """A bounce address is ours and no seat's."""
    address = ME.bounce_address("17-k7f3q2ab")
    assert address == "MHearts+b-17-k7f3q2ab@Example.org"
    assert ME.bounce_token(address.lower()) == "17-k7f3q2ab"
    assert ME.extension(address) is None
    assert PLAIN.bounce_address("17-k7f3q2ab") == ""


@given(boards, codes)
def test_a_board_message_id_names_board_and_code(board: int, code: str) -> None:
    """An answer's In-Reply-To tells which board it is for; other ids of ours do not."""
    ours = ME.board_message_id(board, code, "a1b2")
    root = ME.deal_root_id(board, 3, "ann")
    other = ME.message_id("a1b2c3")
    foreign = ServerAddress("mhearts@elsewhere.test").board_message_id(board, code, "a1b2")
    assert ME.board_ids(f"{root} {foreign}\t{ours} {other}") == [BoardTag(board, code)]


def test_a_deals_root_is_the_same_each_time_and_anothers_is_not() -> None:
    """Mail programs thread a deal by its root, one thread a reader and deal."""
    roots = {ME.deal_root_id(b, d, r) for b in (1, 11) for d in (1, 11) for r in ("ann", "bob", 1)}
    assert len(roots) == 12
    assert ME.deal_root_id(1, 1, "ann") == ME.deal_root_id(1, 1, "ann")


@pytest.mark.parametrize("address", ["", "mhearts", "@example.org", "mhearts@"])
def test_an_address_without_both_halves_is_refused(address: str) -> None:
    """A server needs a whole address."""
    with pytest.raises(ValueError, match="local part and a domain"):
        ServerAddress(address)
