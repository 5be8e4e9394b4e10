"""Who watches which board, and who follows which player from board to board."""

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.board_sides import BoardSides, Watcher

_BOARD = schema.boards
_WATCHER = schema.watchers
_FOLLOWER = schema.followers


class Watchers:
    """The watchers and followers, within one transaction."""

    def __init__(self, connection: sa.Connection, sides: BoardSides) -> None:
        self._connection = connection
        self._sides = sides

    def may_watch(self, board: int) -> bool:
        """Whether the board may have watchers: a private one may not."""
        query = sa.select(_BOARD.c.private).where(_BOARD.c.id == board)
        return not self._connection.execute(query).scalar_one()

    def of(self, board: int) -> tuple[Watcher, ...]:
        """Who watches a board."""
        return self._sides.of(board).watchers

    def add(self, board: int, account_id: int, told_seq: int) -> bool:
        """Begin to watch, as somebody who knows all up to action `told_seq`; False if it was begun already."""
        if any(watcher.account_id == account_id for watcher in self.of(board)):
            return False
        self._connection.execute(
            sa.insert(_WATCHER).values(board_id=board, account_id=account_id, told_seq=told_seq)
        )
        self._sides.forget(board)
        return True

    def told(self, board: int, account_id: int, seq: int) -> None:
        """Note that the watcher gets a letter of all up to action `seq`."""
        self._connection.execute(
            sa.update(_WATCHER)
            .where(_WATCHER.c.board_id == board, _WATCHER.c.account_id == account_id)
            .values(told_seq=seq)
        )
        self._sides.forget(board)

    def remove(self, board: int, account_id: int) -> bool:
        """Watch no more; False if it was not watched."""
        here = (_WATCHER.c.board_id == board, _WATCHER.c.account_id == account_id)
        self._sides.forget(board)
        return self._connection.execute(sa.delete(_WATCHER).where(*here)).rowcount > 0

    def follow(self, player_id: int, account_id: int) -> bool:
        """Let somebody watch every board that the player begins; False if that was so already."""
        if account_id in self.followers(player_id):
            return False
        self._connection.execute(sa.insert(_FOLLOWER).values(player_id=player_id, account_id=account_id))
        return True

    def followers(self, player_id: int) -> tuple[int, ...]:
        """The accounts that follow a player."""
        query = sa.select(_FOLLOWER.c.account_id).where(_FOLLOWER.c.player_id == player_id)
        return tuple(self._connection.execute(query.order_by(_FOLLOWER.c.account_id)).scalars())

    def unfollow(self, player_id: int, account_id: int) -> bool:
        """Follow no more; False if the player was not followed."""
        here = (_FOLLOWER.c.player_id == player_id, _FOLLOWER.c.account_id == account_id)
        return self._connection.execute(sa.delete(_FOLLOWER).where(*here)).rowcount > 0
