"""A fresh database for each test, of each kind that we run on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from storage_tables import opened, sqlite_url

from pbmhearts.storage import Store


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    postgres: str = request.getfixturevalue("postgres_url")
    return postgres


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store of the newest schema."""
    with opened(url) as store:
        yield store
