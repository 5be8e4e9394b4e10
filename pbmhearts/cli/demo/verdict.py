"""Was it all as it should be? Every match under the rules, every letter delivered, every deal as committed."""

from dataclasses import dataclass

from pbmhearts import app
from pbmhearts.clock import DealSecrets
from pbmhearts.config import Config
from pbmhearts.games import hearts
from pbmhearts.operator import verify
from pbmhearts.storage import Board, Repositories


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """A board after the demo.

    Attributes:
        deals: the points of each deal, in seat order.
        cards: each deal's passes, in seat order whoever's mail came first, and plays: the same for the same seed.
        faults: what is wrong with it.
    """

    number: int
    names: tuple[str, ...]
    deals: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    cards: tuple[str, ...]
    faults: tuple[str, ...]


def judge(config: Config, secrets: DealSecrets) -> tuple[tuple[BoardVerdict, ...], dict[str, int]]:
    """Every board, and how many letters are in each state."""
    with app.opened(config, secrets=secrets) as server, server.store.read() as repositories:
        numbers = repositories.boards.numbers()
        boards = [board for number in numbers if (board := repositories.boards.load(number))]
        verdicts = tuple(_verdict(repositories, board) for board in boards)
        return verdicts, repositories.outbox.counts()


def _verdict(repositories: Repositories, board: Board) -> BoardVerdict:
    deals = [deal for deal in repositories.boards.deals(board.number) if deal.mix]
    view = hearts.view(board.state, None)
    faults = [f"board {board.number}: {line}" for line in verify.differences(repositories, board.number)]
    if board.ended_at is None:
        faults.append(f"board {board.number} is not over")
    return BoardVerdict(
        number=board.number,
        names=board.names,
        deals=tuple(deal.points for deal in deals),
        totals=view.totals,
        places=board.places,
        cards=tuple(deal.log for deal in deals),
        faults=tuple(faults),
    )


def faults_of(
    verdicts: tuple[BoardVerdict, ...], letters: dict[str, int], received: int, matches: int
) -> list[str]:
    """All that is wrong after a demo of so many matches."""
    faults = [fault for verdict in verdicts for fault in verdict.faults]
    if len(verdicts) != matches:
        faults.append(f"{len(verdicts)} boards instead of {matches}")
    if set(letters) != {"sent"}:
        faults.append(f"letters that were not sent: {letters}")
    elif letters["sent"] != received:
        faults.append(f"{letters['sent']} letters were sent, {received} were found")
    return faults
