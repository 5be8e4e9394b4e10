"""The options of the test run."""

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--deals N`: how many deals the rules are compared with OpenSpiel's on."""
    parser.addoption("--deals", type=int, default=2000, help="deals compared with OpenSpiel (default 2000)")


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
