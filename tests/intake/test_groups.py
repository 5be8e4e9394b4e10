"""Mails that wait are one group: they share a commit, and a fault is one mail's."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from pbmhearts.errors import StorageError
from pbmhearts.intake.groups import Groups
from pbmhearts.storage import Piece, Repositories, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of the newest schema."""
    store = Store(f"sqlite:///{tmp_path / 'mail.sqlite3'}")
    store.upgrade()
    yield store
    store.close()


def piece(name: str, did: list[str]) -> Piece[Repositories]:
    """Work that notes that it was done; "bad" raises."""

    def work(_: Repositories) -> None:
        did.append(name)
        if name == "bad":
            raise LookupError(name)

    return Piece(work)


def test_what_comes_while_a_group_is_done_is_the_next_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come, in the order in which they came."""
    sizes, did = list[int](), list[str]()
    submit_all = store.submit_all

    def counted(pieces: list[Piece[Repositories]]) -> "Future[list[BaseException | None]]":
        sizes.append(len(pieces))
        return submit_all(pieces)

    async def all_of_them() -> list[BaseException | None]:
        groups = Groups(store)
        names = ["first", "second", "bad", "last"]
        return await asyncio.gather(
            *(groups.obey(piece(name, did)) for name in names), return_exceptions=True
        )

    monkeypatch.setattr(store, "submit_all", counted)
    told = asyncio.run(all_of_them())
    assert sizes == [1, 3]
    assert did == ["first", "second", "bad", "last"]
    assert [type(each) for each in told] == [type(None), type(None), LookupError, type(None)]


def test_a_store_that_is_closed_is_told_to_all_who_wait(store: Store) -> None:
    """Nobody waits for ever."""
    store.close()
    with pytest.raises(StorageError):
        asyncio.run(asyncio.wait_for(Groups(store).obey(piece("any", [])), 10))


def test_who_gives_up_waiting_harms_nobody(store: Store) -> None:
    """The mail is obeyed all the same, and the next one, too."""
    did: list[str] = []

    async def give_up() -> None:
        groups = Groups(store)
        waiting = asyncio.ensure_future(groups.obey(piece("given up", did)))
        await asyncio.sleep(0)
        waiting.cancel()
        await groups.obey(piece("next", did))

    asyncio.run(give_up())
    assert did == ["given up", "next"]
