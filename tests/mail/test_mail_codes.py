"""Codes: what they prove, and that nothing else passes for them."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.letters import LetterKind, LetterTag
from pbmhearts.mail.codes import Codes

CODES = Codes(b"k" * 32)
numbers = st.integers(0, 10**9)
seats = st.integers(0, 3)


@given(numbers, seats, numbers)
def test_a_turn_code_is_eight_lower_case_base32_characters(board: int, seat: int, move: int) -> None:
    """A turn code can be read out, typed, and stand in a Message-ID."""
    code = CODES.turn_code(board, seat, move)
    assert len(code) == 8
    assert set(code) <= set(string.ascii_lowercase + "234567")


@given(numbers, seats, numbers, numbers)
def test_a_turn_code_fits_its_own_board_seat_and_move_only(
    board: int, seat: int, move: int, other: int
) -> None:
    """A code proves one seat of one board at one move, in any case of its letters."""
    code = CODES.turn_code(board, seat, move)
    assert CODES.is_turn_code(code, board, seat, move)
    assert CODES.is_turn_code(code.upper(), board, seat, move)
    assert not CODES.is_turn_code(code, board, (seat + 1) % 4, move)
    if other != move:
        assert not CODES.is_turn_code(code, board, seat, other)
    if other != board:
        assert not CODES.is_turn_code(code, other, seat, move)


@given(numbers, seats)
def test_codes_of_one_kind_are_worth_nothing_as_another(board: int, seat: int) -> None:
    """A seat token is no turn code, and no bounce token is either."""
    token = CODES.seat_token(board, seat)
    assert CODES.is_seat_token(token, board, seat)
    assert not CODES.is_turn_code(token, board, seat, 0)
    assert not CODES.is_seat_token(CODES.bounce_token(board).partition("-")[2], board, seat)


@given(numbers, seats, numbers)
def test_the_kind_of_a_code_alone_sets_it_apart(board: int, seat: int, number: int) -> None:
    """Made of the very same numbers, codes of two kinds differ: the kind is a part of what is signed."""
    token = CODES.seat_token(board, seat, sitting=number)
    assert not CODES.is_turn_code(token, board, seat, number)
    assert not CODES.is_seat_token(CODES.turn_code(board, seat, number), board, seat, number)
    bounced = CODES.bounce_token(number).partition("-")[2]
    made = [CODES.letter_code(kind, number) for kind in LetterKind]
    assert len({bounced, *made}) == len(LetterKind) + 1


@given(st.sampled_from(LetterKind), numbers, numbers)
def test_a_letters_code_proves_that_letter_only(kind: LetterKind, number: int, other: int) -> None:
    """In any case of its letters; neither a letter of another kind nor another one of its kind."""
    code = CODES.letter_code(kind, number)
    assert CODES.is_letter_code(LetterTag(kind, number, code.upper()))
    assert all(CODES.is_letter_code(LetterTag(each, number, code)) == (each is kind) for each in LetterKind)
    assert CODES.is_letter_code(LetterTag(kind, other, code)) == (other == number)


def test_numbers_cannot_be_shifted_between_the_fields_of_a_code() -> None:
    """Board 1, seat 1, move 11 and board 11, seat 1, move 1 are different things."""
    assert CODES.turn_code(1, 1, 11) != CODES.turn_code(11, 1, 1)
    assert CODES.turn_code(1, 11, 1) != CODES.turn_code(11, 1, 1)


@given(numbers)
def test_a_bounce_token_gives_its_letter_back(outbox_id: int) -> None:
    """A bounce names the letter that bounced, in any case of its letters."""
    token = CODES.bounce_token(outbox_id)
    assert CODES.bounced_outbox_id(token) == outbox_id
    assert CODES.bounced_outbox_id(token.upper()) == outbox_id


@pytest.mark.parametrize(
    "token", ["", "17", "17-", "17-aaaaaaaa", "-aaaaaaaa", "x-aaaaaaaa", "17-aaaaaaaaa", "١-aaaaaaaa"]
)
def test_a_forged_bounce_token_names_no_letter(token: str) -> None:
    """What we did not sign is no bounce of ours."""
    assert CODES.bounced_outbox_id(token) is None


@given(st.text(max_size=20))
def test_no_text_at_all_breaks_a_check(text: str) -> None:
    """Whatever stands where a code should be is simply wrong."""
    assert not CODES.is_turn_code(text, 101, 1, 7)
    assert not CODES.is_seat_token(text, 101, 1)
    assert CODES.bounced_outbox_id(text) is None


def test_another_key_makes_other_codes() -> None:
    """Codes of another server mean nothing here, and a key that is too short is refused."""
    assert not CODES.is_turn_code(Codes(b"K" * 32).turn_code(101, 1, 7), 101, 1, 7)
    with pytest.raises(ValueError, match="16 bytes"):
        Codes(b"short")
