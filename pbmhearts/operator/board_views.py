"""The operator's looks at boards: as a table, or as one reader sees them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbmhearts.cards import Card
from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Services
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import SEATS, Seat
from pbmhearts.notices import board_page as pages
from pbmhearts.notices import deal_checks
from pbmhearts.notices.replays import PlayedDeal, action_at, played_deals
from pbmhearts.operator import verify
from pbmhearts.render import BoardPage
from pbmhearts.storage import Board, Repositories


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in a line.

    Attributes:
        over: it has ended, with a result or without one.
        abandoned: without one.
    """

    number: int
    players: tuple[str, ...]
    rules: str
    deal: int
    totals: tuple[int, ...]
    waiting: tuple[str, ...]
    moved_at: datetime
    over: bool
    abandoned: bool


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
    return tuple(verify.differences(repositories, number))


def dealt(repositories: Repositories, number: int, deal: int) -> hearts.Hands:
    """The hands of a deal, before anybody passed.

    Raises:
        PbmheartsError: no such board, or it has not come to that deal.
    """
    board = stored_board(repositories, number)
    actions = (hearts.parse_action(text) for text in repositories.boards.log(board.number))
    hands = [action.hands for action in actions if isinstance(action, hearts.Deal)]
    if not 0 < deal <= len(hands):
        raise PbmheartsError(f"board {number} has had {len(hands)} deal{'' if len(hands) == 1 else 's'}")
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
    for deal, why in deal_checks.faults(
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
        waiting=() if board.abandoned else tuple(board.names[seat] for seat in view.waiting),
        moved_at=board.moved_at,
        over=board.ended_at is not None,
        abandoned=board.abandoned,
    )


def board_page(
    repositories: Repositories, services: Services, number: int, who: str = "", move: int | None = None
) -> BoardPage:
    """The board as one of its players sees it, or as anybody does.

    Args:
        who: a seat from 1 to 4 or a userid; "" for anybody.
        move: the move number at which it is shown; None as it stands.

    Raises:
        PbmheartsError: no such board, it has not been at that move, or the person does not sit there.
    """
    board = stored_board(repositories, number)
    seat = seat_of(repositories, board, who) if who else None
    account_id = None if seat is None else board.seats[seat].account_id
    account = None if account_id is None else repositories.accounts.by_id(account_id)
    seq = _seq_at(repositories, board, move)
    at = pages.moment(repositories, services, repositories.histories.of(number), seq, seq)
    note = (
        ""
        if move is None
        else f"Board {number} as it stood at move {move}; it is at move {board.state.move} now."
    )
    now = services.clock.now()
    if seat is None:
        return pages.look(at, services, now, note)
    reader = pages.Reader(seat, account.userid if account else "", look_of(account))
    return pages.page(at, reader, services, now, note)


def seat_of(repositories: Repositories, board: Board, who: str) -> Seat:
    """The seat that a number from 1 to 4 or a userid means; raises PbmheartsError for neither."""
    if who in {"1", "2", "3", "4"}:
        return SEATS[int(who) - 1]
    account = repositories.accounts.by_userid(who)
    seat = board.seat_of(account.id) if account else None
    if seat is None:
        raise PbmheartsError(f"{who} does not play on board {board.number}")
    return seat


def hands(repositories: Repositories, number: int, move: int | None = None) -> tuple[tuple[Card, ...], ...]:
    """What each seat holds, in seat order; as `board_page` otherwise."""
    board = stored_board(repositories, number)
    seq = _seq_at(repositories, board, move)
    state, _ = repositories.boards.story(number, seq, seq)
    return tuple(hearts.view(state, seat).hand for seat in SEATS)


def _seq_at(repositories: Repositories, board: Board, move: int | None) -> int:
    if move is None:
        return board.seq
    seq = action_at(board.rules, repositories.boards.log(board.number), move)
    if not seq:
        raise PbmheartsError(
            f"board {board.number} has not been at move {move}; it is at move {board.state.move}"
        )
    return seq


def replayed(repositories: Repositories, number: int, deal: int | None = None) -> tuple[PlayedDeal, ...]:
    """The deals of a board trick by trick, or one of them; hands and passes only once it is over.

    Raises:
        PbmheartsError: no such board, or it has not come to that deal.
    """
    board = stored_board(repositories, number)
    log = repositories.boards.log(number)
    deals = tuple(played_deals(board.rules, log, over=board.ended_at is not None))
    if deal is None:
        return deals
    if not 0 < deal <= len(deals):
        raise PbmheartsError(f"board {number} has had {len(deals)} deal{'' if len(deals) == 1 else 's'}")
    return (deals[deal - 1],)


def deal_facts(deal: PlayedDeal) -> dict[str, Any]:
    """A deal's facts, for `--json`; seats are numbers from 1."""
    tricks = deal.tricks + ((deal.trick,) if deal.trick and deal.trick.plays else ())
    return {
        "number": deal.number,
        "direction": deal.direction.value,
        "hands": [cards.split() for _, cards in deal.hands],
        "passes": {seat.number: cards.split() for seat, cards in deal.passes},
        "tricks": [
            {
                "plays": [[seat.number, str(card)] for seat, card in trick.plays],
                "taker": None if trick.taker is None else trick.taker.number,
                "points": trick.points,
            }
            for trick in tricks
        ],
        "rest": None if deal.rest is None else deal.rest.number,
        "points": list(deal.points),
        "moon": None if deal.moon is None else deal.moon.number,
    }


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
        "waiting": [] if page.abandoned else [page.names[seat] for seat in view.waiting],
        "trick": [[page.names[seat], str(card)] for seat, card in trick],
        "hearts_broken": view.hearts_broken,
        "hand": [str(card) for card in view.hand],
        "legal": [str(card) for card in view.legal],
        "code": page.code,
        "places": list(view.places) if view.places else None,
        "deals": [{"number": row.number, "points": list(row.points)} for row in page.deals],
    }
