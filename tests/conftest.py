"""The options of the test run, and what all tests may ask for."""

import os
import uuid
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from hypothesis import settings
from ready_house import houses, passing, playing

from pbmhearts.storage import passwords

__all__ = ["houses", "passing", "playing"]

# No example has a deadline: on a machine with other work each would fail now and then. benchmarks/ measures speed.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")


POSTGRES = "PBMHEARTS_TEST_POSTGRES"
"""The environment variable with the URL of a PostgreSQL database in which the tests may make schemas."""


@pytest.fixture(scope="session", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Passwords that are hashed within a test's process take no time; what is not tested is how slow guessing is."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: cheap)
        yield


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


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--deals N`: how many deals the rules are compared with OpenSpiel's on; `--mails N`: random mails at intake."""
    parser.addoption("--deals", type=int, default=2000, help="deals compared with OpenSpiel (default 2000)")
    parser.addoption("--mails", type=int, default=500, help="random mails at intake (default 500)")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With PBMHEARTS_NO_SKIPS=1 a run that skipped anything has failed: nothing may go untested unseen."""
    if _forbidden_skips(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why such a run failed."""
    if skips := _forbidden_skips(terminalreporter.config):
        terminalreporter.write_line(f"{skips} skipped, and PBMHEARTS_NO_SKIPS allows none", red=True)


def _forbidden_skips(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")  # xdist's workers have none
    if os.environ.get("PBMHEARTS_NO_SKIPS") != "1" or reporter is None:
        return 0
    return len(reporter.stats.get("skipped", ()))
