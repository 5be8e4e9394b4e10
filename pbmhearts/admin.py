"""The operator's looks at boards: as a table, or as one reader sees them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbmhearts.commands import pages
from pbmhearts.commands.context import Services
from pbmhearts.commands.people import look_of
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import hearts
from pbmhearts.render import BoardPage
from pbmhearts.storage import Board, Repositories


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in a line."""

    number: int
    players: tuple[str, ...]
    rules: str
    deal: int
    totals: tuple[int, ...]
    waiting: tuple[str, ...]
    moved_at: datetime
    over: bool


def board_lines(repositories: Repositories, *, over: bool | None = None) -> list[BoardLine]:
    """All boards, or only those that are over, or not."""
    numbers = repositories.boards.numbers(active=None if over is None else not over)
    return [_line(stored_board(repositories, number)) for number in numbers]


def stored_board(repositories: Repositories, number: int) -> Board:
    """The board of that number; raises PbmheartsError if there is none."""
    board = repositories.boards.load(number)
    if board is None:
        raise PbmheartsError(f"there is no board {number}")
    return board


def _line(board: Board) -> BoardLine:
    view = hearts.view(board.state, None)
    return BoardLine(
        number=board.number,
        players=board.names,
        rules=board.rules.title(),
        deal=view.deal,
        totals=view.totals,
        waiting=tuple(board.names[seat] for seat in view.waiting),
        moved_at=board.moved_at,
        over=board.ended_at is not None,
    )


def board_page(repositories: Repositories, services: Services, number: int, userid: str) -> BoardPage:
    """The board as that player sees it, or as anybody does (userid "").

    Raises:
        PbmheartsError: no such board, or the person does not sit there.
    """
    board = stored_board(repositories, number)
    account = repositories.accounts.by_userid(userid) if userid else None
    seat = board.seat_of(account.id) if account else None
    if userid and seat is None:
        raise PbmheartsError(f"{userid} does not play on board {number}")
    reader = pages.Reader(seat, account.userid if account else "", look_of(account))
    at = pages.moment(repositories, board, board.seq, board.seq)
    return pages.page(at, reader, services, services.clock.now())


def board_facts(page: BoardPage) -> dict[str, Any]:
    """A page's facts, for `--json`: nothing that its reader may not see."""
    view = page.view
    trick = view.trick.plays if view.trick else ()
    return {
        "board": page.board,
        "players": list(page.names),
        "rules": view.rules.to_json(),
        "phase": view.phase.value,
        "move": view.move,
        "deal": view.deal,
        "direction": view.direction.value,
        "totals": list(view.totals),
        "deal_points": list(view.deal_points),
        "waiting": [page.names[seat] for seat in view.waiting],
        "trick": [[page.names[seat], str(card)] for seat, card in trick],
        "hearts_broken": view.hearts_broken,
        "hand": [str(card) for card in view.hand],
        "legal": [str(card) for card in view.legal],
        "code": page.code,
        "places": list(view.places) if view.places else None,
        "deals": [{"number": row.number, "points": list(row.points)} for row in page.deals],
    }
