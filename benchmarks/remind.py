"""Does the cron job's time depend on how many boards there are, or on how many are due?

Two databases, one with a hundred times as many active boards, in which the same number waits too long for somebody.
Each is made by copying the rows of boards that were played, and both are run in turn, the best of a few times. The
table shows the time of a run that reminds them, and their ratio; `--json` prints the same as one object.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from house import House, open_house

from pbmhearts.reminders.run import remind
from pbmhearts.storage import Repositories

_COPIED = ("boards", "seats", "deals", "actions")


_BOARDS_EACH = 20
"""How many boards a player plays, on a small server and on a large one."""


def _player(repositories: Repositories, house: House, number: int) -> int:
    at = house.clock.now()
    account = repositories.accounts.add(f"player{number}", "", at)
    repositories.accounts.add_address(account.id, f"player{number}@players.example", at, at)
    return account.id


def _fill(house: House, boards: int, due: int) -> None:
    """Copy board 101 until there are so many; the first `due` have waited for eight days, the others for an hour."""

    def copy(repositories: Repositories) -> None:
        connection = repositories._connection  # noqa: SLF001 - rows are copied, no board is played
        players = 4 * boards // _BOARDS_EACH + 1
        people = [_player(repositories, house, number) for number in range(players)]
        recent = house.clock.now() - timedelta(hours=1)
        for table in _COPIED:
            metadata = sa.Table(table, sa.MetaData(), autoload_with=connection)
            key = "id" if table == "boards" else "board_id"
            rows = connection.execute(sa.select(metadata).where(metadata.c[key] == 101)).mappings().all()
            for first in range(102, 101 + boards, 1000):
                numbers = range(first, min(first + 1000, 101 + boards))
                copies = [{**row, key: number} for number in numbers for row in rows]
                if table == "seats":
                    for each in copies:
                        del each["id"]
                        each["account_id"] = people[(4 * each["board_id"] + each["seat"]) % players]
                        if each["waiting_since"] and each["board_id"] > 100 + due:
                            each["waiting_since"] = recent.replace(tzinfo=None)
                connection.execute(sa.insert(metadata), copies)

    house.app.store.run(copy)


def _made(folder: Path, boards: int, due: int) -> None:
    with open_house(folder) as house:
        number = house.start()
        house.pass_all(number)
        house.wait(timedelta(days=8))
        _fill(house, boards, due)


def _seconds(made: Path, scratch: Path, due: int) -> float:
    shutil.copytree(made, scratch)
    with open_house(scratch) as house:
        house.wait(timedelta(days=8))
        begin = time.perf_counter()
        done = remind(house.app.store, house.app.services)
        seconds = time.perf_counter() - begin
        assert sum(len(numbers) for _, numbers in done.reminded) == due
    shutil.rmtree(scratch)
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--few", type=int, default=1000, help="active boards of the small server")
    parser.add_argument("--many", type=int, default=100_000, help="active boards of the large one")
    parser.add_argument("--due", type=int, default=50, help="boards on either that wait too long")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        best: dict[int, float] = {}
        for boards in (wanted.few, wanted.many):
            (folder / str(boards)).mkdir()
            _made(folder / str(boards), boards, wanted.due)
        for _ in range(wanted.rounds):
            for boards in (wanted.few, wanted.many):
                seconds = _seconds(folder / str(boards), folder / "scratch", wanted.due)
                best[boards] = min(seconds, best.get(boards, seconds))
    few, many = best[wanted.few], best[wanted.many]
    if wanted.json:
        print(json.dumps({"due": wanted.due, "seconds": best, "ratio": many / few}))
        return
    print(f"{'active boards':>14} {'due':>5} {'ms a run':>9}")
    for boards, seconds in best.items():
        print(f"{boards:>14} {wanted.due:>5} {seconds * 1000:>9.1f}")
    print(f"ratio {many / few:.2f}")


if __name__ == "__main__":
    main()
