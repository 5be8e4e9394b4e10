"""Was it all as it should be? Every match under the rules, every letter delivered, every deal as committed."""

from dataclasses import dataclass

from pbmhearts import app
from pbmhearts.clock import DealSecrets
from pbmhearts.config import Config
from pbmhearts.games import fairdeal, hearts
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
    log = repositories.boards.log(board.number)
    faults = [*_replay_faults(board, log), *_deal_faults(repositories, board, log)]
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


def _replay_faults(board: Board, log: tuple[str, ...]) -> list[str]:
    state: hearts.State = hearts.start(board.rules)
    for text in log:
        try:
            state = hearts.apply(state, hearts.parse_action(text)).state
        except hearts.IllegalMoveError as error:
            return [f"board {board.number}: {text}: {error.why}"]
    if hearts.view(state, None) != hearts.view(board.state, None):
        return [f"board {board.number}: the log does not lead to where the board stands"]
    return []


def _deal_faults(repositories: Repositories, board: Board, log: tuple[str, ...]) -> list[str]:
    faults = []
    mix = fairdeal.first_mix(board.number, list(board.names))
    dealt = [action for text in log if isinstance(action := hearts.parse_action(text), hearts.Deal)]
    deals = repositories.boards.deals(board.number)
    for deal, action in zip(deals, dealt, strict=False):
        if fairdeal.deal(deal.secret, mix) != action.hands:
            faults.append(f"board {board.number}: deal {deal.number} is not as committed")
        mix = fairdeal.mix(deal.log)
    return faults


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
