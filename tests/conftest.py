"""The options of the test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--deals N`: how many deals the rules are compared with OpenSpiel's on."""
    parser.addoption("--deals", type=int, default=2000, help="deals compared with OpenSpiel (default 2000)")
