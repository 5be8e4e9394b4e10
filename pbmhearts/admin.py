"""The operator's looks at boards: as a table, or as one reader sees them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbmhearts.commands import fairness, pages, verifying
from pbmhearts.commands.context import Services
from pbmhearts.commands.looks import look_of
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import fairdeal, hearts
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


def differences(repositories: Repositories, number: int) -> tuple[str, ...]:
    """What is kept of the board otherwise than its log says, a line each; raises PbmheartsError for no board."""
    return tuple(verifying.differences(repositories, number))


def dealt(repositories: Repositories, number: int, deal: int) -> hearts.Hands:
    """The hands of a deal, before anybody passed.

    Raises:
        PbmheartsError: no such board, or it has not come to that deal.
    """
    board = stored_board(repositories, number)
    actions = (hearts.parse_action(text) for text in repositories.boards.log(board.number))
    hands = [action.hands for action in actions if isinstance(action, hearts.Deal)]
    if not 0 < deal <= len(hands):
        raise PbmheartsError(f"board {number} has had {len(hands)} deals")
    return hands[deal - 1]


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """A deal and whether it checks; of one that has not been dealt only the commitment is told.

    Attributes:
        faults: what is wrong with it.
    """

    deal: int
    commitment: str
    secret: str = ""
    mix: str = ""
    faults: tuple[str, ...] = ()


def deal_verdicts(repositories: Repositories, number: int) -> tuple[DealVerdict, ...]:
    """Every deal of a board whose secret is fixed; raises PbmheartsError for no board, or an unreadable log."""
    board = stored_board(repositories, number)
    boards = repositories.boards
    deals = boards.deals(number)
    wrong: dict[int, list[str]] = {}
    for deal, why in fairness.faults(
        number, boards.first_names(number), board.rules, deals, boards.log(number)
    ):
        wrong.setdefault(deal, []).append(why)
    return tuple(
        DealVerdict(
            deal=deal.number,
            commitment=fairdeal.commitment(deal.secret),
            secret=deal.secret if deal.mix else "",
            mix=deal.mix,
            faults=tuple(wrong.get(deal.number, ())),
        )
        for deal in deals
    )


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
    at = pages.moment(repositories, services, board, board.seq, board.seq)
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
