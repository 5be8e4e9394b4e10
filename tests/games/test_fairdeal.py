"""Deals that can be checked, against what a player with `sha256sum` finds."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.cards import PACK, parse_cards
from pbmhearts.games.fairdeal import commitment, deal, first_mix, mix

secrets_ = st.binary(min_size=32, max_size=32).map(bytes.hex)
SECRET = "0123456789abcdef" * 4


def test_commitment() -> None:
    """It is the digest of the secret's 64 characters."""
    assert commitment(SECRET) == "a8ae6e6ee929abea3afcfc5258c8ccd6f85273e0d4626d26c7279f3250f77c8e"


def test_first_mix() -> None:
    """It is the digest of the board and its players in seat order, with no line end."""
    assert (
        first_mix(101, ["ann", "bob", "cat", "dan"])
        == hashlib.sha256(b"board 101: ann bob cat dan").hexdigest()
    )
    assert first_mix(7, ["dan", "Bo", "cat"]) == hashlib.sha256(b"board 7: dan Bo cat").hexdigest()


def test_mix() -> None:
    """It is the digest of the log text."""
    assert mix("1 2C\n2 TC\n") == hashlib.sha256(b"1 2C\n2 TC\n").hexdigest()


@given(secret=secrets_, log=st.text(max_size=30))
def test_deal_is_the_sorted_pack(secret: str, log: str) -> None:
    """The pack sorted by the digests goes round from seat 1."""
    mixed = mix(log)
    order = sorted(
        (hashlib.sha256(f"{secret}:{mixed}:{rank}{suit}".encode()).hexdigest(), rank + suit)
        for suit in "CDHS"
        for rank in "23456789TJQKA"
    )
    hands = deal(secret, mixed)
    for at, (_, name) in enumerate(order):
        assert name in {str(card) for card in hands[at % 4]}
    assert sorted(card for hand in hands for card in hand) == list(PACK)
    assert all(list(hand) == sorted(hand) for hand in hands)


def test_a_deal_for_ever() -> None:
    """A deal made today is the same in every later version."""
    hands = deal(SECRET, first_mix(101, ("ann", "bob", "cat", "dan")))
    assert hands[0] == parse_cards("2C 5D 6D 8D 9D TD KD AD 2H 5H 7H JH TS")


@pytest.mark.parametrize("secret", ["", SECRET[:-1], SECRET.upper(), SECRET + "\n", "g" * 64])
def test_bad_secrets(secret: str) -> None:
    """Anything but 64 lower-case hex characters is refused, and not told."""
    for use in (commitment, lambda text: deal(text, mix(""))):
        with pytest.raises(ValueError, match="64 lower-case hex") as refusal:
            use(secret)
        assert not secret or secret not in str(refusal.value)
