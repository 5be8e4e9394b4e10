"""Boards played on without mails, up to the move that a test wants to see mailed."""

from collections.abc import Callable

from at_table import act_on
from house import House, Mail

from pbmhearts.games import hearts
from pbmhearts.storage import Board, Repositories

Until = Callable[[hearts.State, hearts.State], bool]
"""Of the board as it stands and as the next move would leave it: is this the place to stop?"""


def first_move(state: hearts.State) -> hearts.Move:
    """The first seat that must move takes its first legal cards."""
    seat = hearts.waiting(state)[0]
    cards = hearts.legal_cards(state, seat)
    if isinstance(state, hearts.Passing):
        return hearts.Pass(seat, cards[:3])
    return hearts.Play(seat, cards[0])


def before_the_end(_now: hearts.State, then: hearts.State) -> bool:
    """Stop when one move is missing."""
    return isinstance(then, hearts.Finished)


def play_on(house: House, number: int, until: Until = before_the_end) -> Board:
    """Play a board, everybody's first legal cards, until that place; the board as it stands there."""

    at = house.clock.now()

    def play(repositories: Repositories) -> Board:
        board = repositories.boards.load(number)
        assert board is not None
        while board.ended_at is None:
            move = first_move(board.state)
            if until(board.state, hearts.apply(board.state, move).state):
                break
            account = board.seats[move.seat].account_id
            board = act_on(repositories, board, move, account, at, house.app.services.secrets)
        return board

    return house.app.store.run(play)


def last_move(house: House, number: int) -> dict[str, Mail]:
    """Play a board to its end, the last move by mail; the letters of its four that tell the end."""
    board = play_on(house, number)
    for name in set(board.names) - {"bot"}:
        house.letters(name)
    name, legal = house.turn(number)
    mine = house.mail(name, f"mhearts move {number} {name} secret-{name} {legal[0]}")
    assert house.board(number).ended_at is not None
    others = {other: house.letters(other)[-1] for other in board.names if other not in {name, "bot"}}
    return others | {name: mine[-1]}
