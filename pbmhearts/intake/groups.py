"""Mails that wait are obeyed as one group, which shares a commit and is told at once; the next follows it.

Every hand-over between the event loop and the writer's thread costs more than reading a mail, so that there is one a
group each way.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future

from pbmhearts.storage import Piece, Repositories, Store

_Waiting = tuple[Piece[Repositories], "asyncio.Future[None]"]


class Groups:
    """Hands the mails that wait to the writer; for the event loop's thread alone."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Waiting] = []
        self._running = False

    async def obey(self, piece: Piece[Repositories]) -> None:
        """Let the writer do what is asked for in a mail; raises what that raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((piece, done))
        self._hand_over()
        await done

    def _hand_over(self) -> None:
        if self._running or not self._waiting:
            return
        group, self._waiting = self._waiting, []
        try:
            told = self._store.submit_all([piece for piece, _ in group])
        except Exception as error:  # noqa: BLE001 - who waits gets it
            _tell(group, [error] * len(group))
            return
        self._running = True
        loop = asyncio.get_running_loop()
        told.add_done_callback(lambda faults: loop.call_soon_threadsafe(self._done, group, faults))

    def _done(self, group: Sequence[_Waiting], faults: "Future[list[BaseException | None]]") -> None:
        self._running = False
        _tell(group, faults.result())
        self._hand_over()


def _tell(group: Sequence[_Waiting], faults: Sequence[BaseException | None]) -> None:
    for (_, done), fault in zip(group, faults, strict=True):
        if done.done():
            continue  # whoever waited has gone, and the mail is obeyed all the same
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)
