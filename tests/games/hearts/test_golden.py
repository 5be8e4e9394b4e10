"""Whole matches, compared with those written down; `golden_match.py` tells how they are renewed."""

import json
from typing import Any

import pytest
from golden_match import FILE, OPTIONS, played

MATCHES = json.loads(FILE.read_text())


@pytest.mark.parametrize("written", MATCHES, ids=[match["options"] or "standard" for match in MATCHES])
def test_every_view_is_as_written(written: dict[str, Any]) -> None:
    """Each seat and the watchers see at each step what was written down."""
    now = json.loads(json.dumps(played(written["options"])))
    assert now["full"] == written["full"]
    for number, (line, expected) in enumerate(zip(now["deals"], written["deals"], strict=True), start=1):
        assert line == expected, f"deal {number}"
    assert now == written


def test_every_preset_is_there() -> None:
    """The standard game, each preset, and the server's own options are written down."""
    assert [match["options"] for match in MATCHES] == list(OPTIONS)
