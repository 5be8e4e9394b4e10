"""Seats and pass directions."""

from pbmhearts.games.hearts import SEATS, PassDirection, Seat


def test_left_is_the_next_seat() -> None:
    """Play goes left, from the fourth seat to the first."""
    assert [seat.left for seat in SEATS] == [Seat(1), Seat(2), Seat(3), Seat(0)]
    assert [seat.number for seat in SEATS] == [1, 2, 3, 4]


def test_receivers() -> None:
    """Who receives from a seat, and who gives to it."""
    assert PassDirection.LEFT.receiver(Seat(3)) == Seat(0)
    assert PassDirection.RIGHT.receiver(Seat(0)) == Seat(3)
    assert PassDirection.ACROSS.receiver(Seat(1)) == Seat(3)
    assert PassDirection.HOLD.receiver(Seat(2)) == Seat(2)
    for direction in PassDirection:
        for seat in SEATS:
            assert direction.giver(direction.receiver(seat)) == seat
