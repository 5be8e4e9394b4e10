"""What the demo prints at its end."""

import hashlib

from pbmhearts.cli.demo.table import Played
from pbmhearts.cli.demo.verdict import BoardVerdict


def report(played: Played) -> str:
    """The score tables, where the mails lie, how many there were, how long it took, and what went wrong."""
    parts = [_table(board) for board in played.boards]
    parts.append(
        f"{played.mails_in} mails to the server, {played.letters_out} letters from it, "
        f"in {played.seconds:.1f} s.\nMailboxes: {played.mailboxes}"
    )
    if played.faults:
        parts.append("Wrong:\n" + "\n".join(f"  {fault}" for fault in played.faults))
    else:
        parts.append("Every match ended under the rules, every letter arrived, every deal checks.")
    return "\n\n".join(parts)


def _table(board: BoardVerdict) -> str:
    width = max(6, *(len(name) for name in board.names)) + 2
    rows = [f"{'':8}" + "".join(f"{name:>{width}}" for name in board.names)]
    for number, points in enumerate(board.deals, start=1):
        rows.append(f"hand {number:<3}" + "".join(f"{point:>{width}}" for point in points))
    rows.append(f"{'total':8}" + "".join(f"{total:>{width}}" for total in board.totals))
    rows.append(f"{'place':8}" + "".join(f"{place:>{width}}" for place in board.places))
    digest = hashlib.sha256("\n".join(board.cards).encode()).hexdigest()[:16]
    return f"Board {board.number}   (cards played: {digest})\n" + "\n".join(rows)
