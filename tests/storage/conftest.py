"""A fresh database for each test, of each kind that we run on."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from storage_tables import opened, sqlite_url

from pbmhearts.storage import Store

POSTGRES = "PBMHEARTS_TEST_POSTGRES"
"""The environment variable with the URL of a PostgreSQL database in which the tests may make schemas."""


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A PostgreSQL schema of the test's own, gone afterwards."""
    base = os.environ.get(POSTGRES)
    if not base:
        pytest.skip(f"{POSTGRES} is not set")
    schema = f"test_{uuid.uuid4().hex}"
    server = sa.create_engine(base, isolation_level="AUTOCOMMIT", poolclass=sa.pool.NullPool)
    with server.connect() as connection:
        connection.exec_driver_sql(f'CREATE SCHEMA "{schema}"')
    try:
        yield f"{base}{'&' if '?' in base else '?'}options=-csearch_path%3D{schema}"
    finally:
        with server.connect() as connection:
            connection.exec_driver_sql(f'DROP SCHEMA "{schema}" CASCADE')


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
