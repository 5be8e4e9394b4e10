"""Do two processes on one PostgreSQL take more moves than one?

    python benchmarks/postgres.py [--json] [--quick] [--url URL]

Two `pbmhearts serve`, each with one connection that brings moves of boards of its own, against one of them alone. Each
move sleeps 20 ms in the database, after its action is written and before its commit, as a database does that is
shared, far away or slow: two cores alone could not show whether transactions wait for each other. The URL is that of a
database in which a schema may be made; without one there is no figure.
"""

import argparse
import contextlib
import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import shared
import sqlalchemy as sa
from figures import Figures, options, scratch
from smtp_peers import Driven, Mail, drive

VARIABLE = "PBMHEARTS_TEST_POSTGRES"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured; `seconds` is what each part of a round may take."""

    rounds: int = 3
    seconds: float = 3.0
    boards: int = 24


QUICK = Sizes(1, 0.5, 4)


@contextlib.contextmanager
def schema(base: str) -> Iterator[str]:
    """The URL of a new schema, gone afterwards."""
    name = f"bench_{uuid.uuid4().hex}"
    server = sa.create_engine(base, isolation_level="AUTOCOMMIT", poolclass=sa.pool.NullPool)
    with server.connect() as connection:
        connection.exec_driver_sql(f'CREATE SCHEMA "{name}"')
    try:
        yield f"{base}{'&' if '?' in base else '?'}options=-csearch_path%3D{name}"
    finally:
        with server.connect() as connection:
            connection.exec_driver_sql(f'DROP SCHEMA "{name}" CASCADE')


def slow_down(url: str) -> None:
    """Let every action that is written take 20 ms."""
    engine = sa.create_engine(url, poolclass=sa.pool.NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN PERFORM pg_sleep(0.02); RETURN NULL; END $$"
        )
        connection.exec_driver_sql(
            "CREATE TRIGGER wait_a_little AFTER INSERT ON actions FOR EACH ROW EXECUTE FUNCTION wait_a_little()"
        )


def measure(folder: Path, url: str, sizes: Sizes) -> Figures:
    """Moves a second of one process and of two, in turn."""
    figures = Figures("postgres")
    one, other = folder / "one", folder / "other"
    for each in (one, other):
        each.mkdir()
    with shared.house(one, url=url) as app:
        shared.sign_up(app)
        numbers = shared.begin_boards(app, sizes.boards)
        deals = [shared.deal_of_mails(app, number) for number in numbers]
    shared.write_ini(other, url=url)
    slow_down(url)
    alone, together, sent = [], [], []
    share = len(deals) // (2 * sizes.rounds)
    with shared.serving(one) as first, shared.serving(other) as second:
        for number in range(sizes.rounds):
            mine = deals[2 * number * share : (2 * number + 1) * share]
            others = deals[(2 * number + 1) * share : (2 * number + 2) * share]
            for ports in ([first.port], [first.port, second.port]):
                lanes = [shared.in_turn(mine), shared.in_turn(others)][: len(ports)]
                driven = drive(ports, lanes, sizes.seconds)
                sent += driven.mails
                mine, others = _rest(mine, driven), _rest(others, driven)
                (alone if len(ports) == 1 else together).append(driven.rate)
    shared.verify(one, sent)
    figures.add_ratio("two_over_one", together, alone)
    figures.add("one_per_second", alone)
    figures.add("two_per_second", together)
    return figures


def _rest(deals: list[list[Mail]], driven: Driven) -> list[list[Mail]]:
    """The mails that have not been sent."""
    sent = set(map(id, driven.mails))
    return [[mail for mail in deal if id(mail) not in sent] for deal in deals]


def _more(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--url", default=os.environ.get(VARIABLE, ""), help=f"the database (default ${VARIABLE})"
    )


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__, _more)
    if not wanted.url:
        figures = Figures("postgres")
        figures.lacks("two_over_one", f"no PostgreSQL: neither --url nor {VARIABLE} names one")
        figures.show(as_json=wanted.json)
        return
    with scratch() as folder, schema(wanted.url) as url:
        measure(folder, url, QUICK if wanted.quick else Sizes()).show(as_json=wanted.json)


if __name__ == "__main__":
    main()
