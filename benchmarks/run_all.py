"""Run the benchmarks of the server one after the other and write down what they found.

    python benchmarks/run_all.py [--quick] [FILE]

FILE is `benchmarks/RESULTS.md` unless told. It takes less than ten minutes on two cores.
"""

import argparse
import json
import os
import platform
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
BENCHMARKS = ("intake", "delivery", "scale", "postgres", "start")
_ABOUT = {"benchmark", "spread", "notes"}


def machine() -> str:
    """What it was measured on."""
    cpus = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next(
        (line.partition(":")[2].strip() for line in cpus if line.startswith("model name")), "unknown"
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return (
        f"{os.cpu_count()} cores ({model}), {memory:.0f} GB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        f"load before the first benchmark {os.getloadavg()[0]:.1f}"
    )


def result_of(name: str, *, quick: bool) -> dict[str, Any]:
    """What a benchmark found."""
    words = [sys.executable, str(FOLDER / f"{name}.py"), "--json", *(["--quick"] if quick else [])]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout))


def table(result: dict[str, Any]) -> Iterator[str]:
    """A benchmark's part of the file."""
    yield f"## {result['benchmark']}.py"
    yield ""
    yield "| | median | least | most | |"
    yield "|---|---:|---:|---:|---|"
    for name, value in result.items():
        if name not in _ABOUT:
            least, most = result["spread"].get(name, ("", ""))
            median = "-" if value is None else value
            yield f"| {name} | {median} | {least} | {most} | {result['notes'].get(name, '')} |"
    yield ""


def main() -> None:
    """Run, tell how far it is, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--quick", action="store_true", help="tiny sizes: whether it works, not how quick it is"
    )
    parser.add_argument("file", nargs="?", type=Path, default=FOLDER / "RESULTS.md")
    wanted = parser.parse_args()
    lines = [
        "# Results of the benchmarks",
        "",
        "Written by `make bench`. The head of each benchmark's file says what its figures are. Ratios are those of",
        "medians within one run; least and most are those of the rounds, where there was more than one.",
        "",
        f"Measured on {machine()}.",
        "",
    ]
    for name in BENCHMARKS:
        begun = time.monotonic()
        lines += table(result_of(name, quick=wanted.quick))
        print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)
    wanted.file.write_text("\n".join(lines), encoding="utf-8")
    print(f"written: {wanted.file}")


if __name__ == "__main__":
    main()
