"""What a board letter is first of all: whose turn it is, and what for."""

from enum import StrEnum

from pbmhearts.games.hearts import Phase, View


class Kind(StrEnum):
    """What the first line of a board letter has to say."""

    PLAY = "play"
    """The reader has a card to play."""
    PASS = "pass"  # noqa: S105 - a pass of cards
    """The reader has three cards to pass."""
    PASSED = "passed"
    """The reader has passed; others have not."""
    OTHERS_PASS = "others pass"  # noqa: S105 - a pass of cards
    """A watcher sees the table passing."""
    OTHERS_PLAY = "others play"
    """Somebody else has a card to play."""
    DEAL_OVER = "deal over"
    """A deal has ended and the next is not dealt yet."""
    BOARD_OVER = "board over"
    """The match is finished."""


def kind_of(view: View) -> Kind:
    """The kind of letter that a reader of `view` gets."""
    mine = view.seat is not None and view.seat in view.waiting
    match view.phase:
        case Phase.FINISHED:
            return Kind.BOARD_OVER
        case Phase.DEALING:
            return Kind.DEAL_OVER
        case Phase.PLAYING:
            return Kind.PLAY if mine else Kind.OTHERS_PLAY
        case Phase.PASSING if mine:
            return Kind.PASS
        case Phase.PASSING:
            return Kind.OTHERS_PASS if view.seat is None else Kind.PASSED
