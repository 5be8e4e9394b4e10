"""Boards as they stand, kept in memory, so that a move need not read the log and fold it again.

A board's row holds a stamp that is drawn anew whenever its log grows, and a state is kept under that. No other history
has it: what was undone has never been seen with it, and a database that was restored has its own stamps.
"""

import threading
import uuid
from collections import OrderedDict
from typing import NamedTuple

from pbmhearts.games.hearts import State
from pbmhearts.storage.records import DealRecord

_MOST = 1024


class Standing(NamedTuple):
    """What comes from a board's log and its deals.

    Attributes:
        deals: the last of them, as in `Board`.
    """

    state: State
    deals: tuple[DealRecord, ...]


_kept: "OrderedDict[str, Standing]" = OrderedDict()
_lock = threading.Lock()


def new_stamp() -> str:
    """A stamp that no board has had."""
    return uuid.uuid4().hex


def recall(stamp: str) -> Standing | None:
    """What was kept under a stamp, if it still is."""
    with _lock:
        standing = _kept.get(stamp)
        if standing is not None:
            _kept.move_to_end(stamp)
        return standing


def keep(stamp: str, standing: Standing) -> None:
    """Keep how a board stands under its stamp; what has not been asked for longest goes."""
    with _lock:
        _kept[stamp] = standing
        while len(_kept) > _MOST:
            _kept.popitem(last=False)
