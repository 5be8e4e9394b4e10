"""How a benchmark's figures are kept and shown, and what every benchmark asks of its command line."""

import argparse
import contextlib
import json
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class Figures:
    """What one benchmark found.

    Attributes:
        found: the figures by name; None where one could not be had.
        spread: the least and the most of a figure's rounds.
        notes: what else is to be said of a figure.
    """

    benchmark: str
    found: dict[str, float | None] = field(default_factory=dict)
    spread: dict[str, tuple[float, float]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, values: Sequence[float], note: str = "") -> None:
        """Add the median of some rounds."""
        self.found[name] = _rounded(statistics.median(values))
        if len(values) > 1:
            self.spread[name] = (_rounded(min(values)), _rounded(max(values)))
        if note:
            self.notes[name] = note

    def add_ratio(self, name: str, ours: Sequence[float], theirs: Sequence[float], note: str = "") -> None:
        """Add the ratio of the medians of rounds that were run in pairs."""
        self.add(name, [one / other for one, other in zip(ours, theirs, strict=True)], note)
        self.found[name] = _rounded(statistics.median(ours) / statistics.median(theirs))

    def lacks(self, name: str, why: str) -> None:
        """Say why there is no such figure."""
        self.found[name] = None
        self.notes[name] = why

    def show(self, *, as_json: bool) -> None:
        """Print them, as a table or as one JSON object."""
        if as_json:
            about = {"benchmark": self.benchmark, "spread": self.spread, "notes": self.notes}
            print(json.dumps(self.found | about))
            return
        print(f"{self.benchmark:<24}{'median':>10}{'least':>10}{'most':>10}")
        for name, value in self.found.items():
            least, most = self.spread.get(name, ("", ""))
            print(
                f"{name:<24}{'-' if value is None else value:>10}{least:>10}{most:>10}  {self.notes.get(name, '')}"
            )


def _rounded(value: float) -> float:
    return round(value, 3 if abs(value) < 10 else 1)


def options(about: str | None, more: Callable[[argparse.ArgumentParser], object] = lambda _: None) -> Any:
    """What the command line asks for: --json and --quick, and more."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--quick", action="store_true", help="tiny sizes: whether it works, not how quick it is"
    )
    more(parser)
    return parser.parse_args()


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder for the time of a benchmark; on this machine's disk, where an fsync costs what it costs."""
    with tempfile.TemporaryDirectory(prefix="pbmhearts-bench-") as name:
        yield Path(name)
