"""What a board letter is first of all: whose turn it is, what for, and what changed the board's course."""

from collections.abc import Iterable
from enum import StrEnum

from pbmhearts.games.hearts import Dealt, Event, Phase, TakenBack, View


class Heading(StrEnum):
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
    ABANDONED = "abandoned"
    """The board ended without a result, whatever the match waits for."""


def kind_of(view: View) -> Heading:
    """The kind of letter that a reader of `view` gets, as long as the board runs or is finished."""
    mine = view.seat is not None and view.seat in view.waiting
    match view.phase:
        case Phase.FINISHED:
            return Heading.BOARD_OVER
        case Phase.DEALING:
            return Heading.DEAL_OVER
        case Phase.PLAYING:
            return Heading.PLAY if mine else Heading.OTHERS_PLAY
        case Phase.PASSING if mine:
            return Heading.PASS
        case Phase.PASSING:
            return Heading.OTHERS_PASS if view.seat is None else Heading.PASSED


class News(StrEnum):
    """What a board letter says right below its first line."""

    TAKEN_BACK = "taken back"
    """A card came back: what the reader was told of it is no longer true."""
    STARTED = "started"
    NONE = ""


def news_of(happened: Iterable[Event]) -> News:
    """The news among `happened` that matter most to somebody about to answer."""
    events = tuple(happened)
    if any(isinstance(event, TakenBack) and event.card is not None for event in events):
        return News.TAKEN_BACK
    if any(isinstance(event, Dealt) and event.number == 1 for event in events):
        return News.STARTED
    return News.NONE
