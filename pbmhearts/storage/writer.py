"""One writer: what is waiting is done as one group, a savepoint each, one commit, then all are told.

A commit costs a flush of the disk, the rest of a mail's SQL a fraction of it; so under load a group shares it.
"""

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import sqlalchemy as sa

from pbmhearts.errors import StorageError
from pbmhearts.storage.database import Database, savepoint

_TRIES = 3

GROUP = 32
"""How many pieces of work share a commit at most."""

T = TypeVar("T")
C = TypeVar("C")


class Piece(NamedTuple, Generic[C]):
    """A piece of work.

    Attributes:
        work: what is done within the transaction.
        before: what is done first, outside of any transaction; if it raises, the work is left.
        side_by_side: asked after that, whether the work locks what it changes, so that others may write beside it.
    """

    work: Callable[[C], object]
    before: Callable[[], None] | None = None
    side_by_side: Callable[[], bool] = lambda: False


@dataclass(slots=True)
class _Job:
    piece: Piece[sa.Connection]
    future: "Future[Any]" = field(default_factory=Future)
    result: Any = None
    fault: Exception | None = None

    def tell(self) -> None:
        if self.fault is not None:
            self.future.set_exception(self.fault)
        else:
            self.future.set_result(self.result)


class _Together(NamedTuple):
    """Jobs that were queued together, and whom to tell once when all are done."""

    jobs: Sequence[_Job]
    told: "Future[list[BaseException | None]] | None" = None

    def tell(self) -> None:
        if self.told is not None:
            self.told.set_result([job.future.exception() for job in self.jobs])


class Writer:
    """Runs work in writing transactions, on a thread of its own.

    A piece of work that raises is undone alone and its future holds what it raised. When the database itself
    fails, the group is undone and each piece is run in a transaction of its own; who fails then gets StorageError.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: queue.SimpleQueue[_Together | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sa.Connection], T], side_by_side: bool = False) -> "Future[T]":
        """Queue work; the future is done only after the commit.

        Args:
            side_by_side: it locks what it changes, so that others may write beside it.

        Raises:
            StorageError: the writer is closed.
        """
        job = _Job(Piece(work, side_by_side=lambda: side_by_side))
        self._put(_Together([job]))
        return job.future

    def submit_all(self, pieces: Sequence[Piece[sa.Connection]]) -> "Future[list[BaseException | None]]":
        """Queue pieces of work that are done in one group; the future holds what each has raised, after the commit.

        Raises:
            StorageError: the writer is closed.
        """
        told: Future[list[BaseException | None]] = Future()
        self._put(_Together([_Job(piece) for piece in pieces], told))
        return told

    def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Do work now and return what it returns."""
        return self.submit(work).result()

    def close(self) -> None:
        """Finish what is waiting, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _put(self, together: _Together) -> None:
        with self._closing:
            if self._closed:
                raise StorageError("the server is stopping", full=False)
            self._waiting.put(together)

    def _serve(self) -> None:
        while (first := self._waiting.get()) is not None:
            taken, more = self._take(first)
            self._do_all([job for together in taken for job in together.jobs])
            for together in taken:
                together.tell()
            if not more:
                return

    def _take(self, first: _Together) -> tuple[list[_Together], bool]:
        taken, jobs = [first], len(first.jobs)
        while jobs < GROUP:
            try:
                together = self._waiting.get_nowait()
            except queue.Empty:
                break
            if together is None:
                return taken, False
            taken.append(together)
            jobs += len(together.jobs)
        return taken, True

    def _do_all(self, jobs: Sequence[_Job]) -> None:
        running = [job for job in jobs if job.future.set_running_or_notify_cancel()]
        ready = [job for job in running if _prepare(job)]
        if self._database.is_sqlite:
            beside, alone = [], ready
        else:
            beside = [job for job in ready if job.piece.side_by_side()]
            alone = [job for job in ready if job not in beside]
        for job in beside:
            self._do_beside_others(job)
        if alone:
            self._do(alone)

    def _do_beside_others(self, job: _Job) -> None:
        """Do what changes one board while others change others; by itself where more than a board was in the way."""
        for _ in range(_TRIES):
            if not self._collides(job):
                break
        if isinstance(job.fault, sa.exc.IntegrityError):
            self._do([job])
        else:
            job.tell()

    def _collides(self, job: _Job) -> bool:
        """Do the work in a transaction that others run beside; whether one of them was in the way."""
        job.result = job.fault = None
        try:
            with self._database.write(side_by_side=True) as connection:
                job.result = job.piece.work(connection)
        except Exception as error:  # noqa: BLE001 - its owner gets it
            job.fault = error
        return isinstance(job.fault, StorageError) and job.fault.collided

    def _do(self, group: list[_Job]) -> None:
        begun = False
        try:
            with self._database.write() as connection:
                begun = True
                for job in group:
                    _try(job, connection)
        except StorageError as error:
            if begun and len(group) > 1:
                for job in group:
                    self._do([job])
                return
            # Alone; or nothing could begin, and one wait for the database is enough for all.
            for job in group:
                job.fault = error
        except Exception as error:  # noqa: BLE001 - the thread must outlive any fault; its owner gets it
            for job in group:
                job.fault = error
        for job in group:
            job.tell()


def _prepare(job: _Job) -> bool:
    """Do what comes before a job's work; False where that failed, which its owner has been told."""
    try:
        if job.piece.before is not None:
            job.piece.before()
    except Exception as error:  # noqa: BLE001 - its owner gets it
        job.future.set_exception(error)
        return False
    return True


def _try(job: _Job, connection: sa.Connection) -> None:
    job.result = job.fault = None
    try:
        with savepoint(connection):
            job.result = job.piece.work(connection)
    except StorageError:
        raise  # the database may have ended the whole transaction: abandon the group
    except Exception as error:  # noqa: BLE001 - its owner gets it; the others must not suffer
        job.fault = error
