"""How many people of a domain a refusal was reported of, on both databases."""

from datetime import datetime, timedelta

import pytest
from storage_tables import START

from pbmhearts.storage import Addressee, Store

DAY = timedelta(days=1)


def reported(store: Store, addressee: Addressee, at: datetime) -> int:
    """One more report; of how many people there was one in the day until then."""
    return store.run(lambda repositories: repositories.bounces.refused(addressee, at, at - DAY))


@pytest.mark.parametrize(
    ("told", "people"),
    [
        ((("ann@a.example", 1), ("ann@a.example", 1)), 1),
        ((("ann@a.example", 1), ("other@a.example", 1)), 1),
        ((("ann@a.example", 1), ("bob@a.example", 2)), 2),
        ((("ann@a.example", 1), ("bob@a.example", None)), 2),
        ((("bob+1@a.example", None), ("bob+2@a.example", None)), 1),
        ((("ann@b.example", 1), ("bob@a.example", 2)), 1),
        ((("ann@a_example", 1), ("bob@a.example", 2), ("cat@a_example", 3)), 2),
    ],
)
def test_different_people_are_counted(
    store: Store, told: tuple[tuple[str, int | None], ...], people: int
) -> None:
    """A player once, whichever the address; somebody without an account once for a mailbox; each domain alone."""
    counted = [reported(store, Addressee(*each), START) for each in told]
    assert counted[-1] == people


def test_what_was_told_before_is_not_counted(store: Store) -> None:
    """From a moment on only what came since."""
    ann, bob = Addressee("ann@a.example", 1), Addressee("bob@a.example", 2)
    reported(store, ann, START)
    assert reported(store, bob, START + DAY) == 1
