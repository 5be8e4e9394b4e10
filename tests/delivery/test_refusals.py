"""What it leads to that a domain refuses the server's mail, as its smarthost or as mailed reports say."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from bounce_house import (
    ANN,
    BLOCKED,
    BOB,
    CAT,
    HOME,
    OPERATOR,
    Refusing,
    account,
    bounce_address,
    bounce_house,
    bounces,
    holds,
    owe_letter,
    reachable,
    three_refused,
    told,
)
from bounce_writing import recipient
from house import FOUR, House, open_house

from pbmhearts.clock import running
from pbmhearts.commands import terms
from pbmhearts.delivery.marking import Summary
from pbmhearts.delivery.rounds import Delivery
from pbmhearts.games.hearts import Seat
from pbmhearts.mail.transport.batch import SendOutcome
from pbmhearts.notices.undelivered import HELD_FOR, REPORTED_WITHIN
from pbmhearts.storage import Repositories

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Ann has two addresses that work, bob and cat at the same domain one; all letters have been read."""
    with bounce_house(tmp_path) as house:
        yield house


def test_a_mailed_refusal_of_one_reader_holds_nothing(house: House) -> None:
    """Who has a letter can write a report of it, as often as may be: the others' letters and clocks go on.

    The operator hears of it once, and what it may mean.
    """
    for _ in range(5):
        bounces(house, BLOCKED)
        house.wait(timedelta(hours=1))
    assert holds(house) == ()
    (word,) = told(house)
    assert "players.example" in word.subject
    assert "Anybody who has a letter of ours could have written that report" in " ".join(word.text.split())
    assert reachable(house) == (ANN, HOME)
    assert len(house.mail("ann", "help")) == 1


def test_a_player_with_three_addresses_at_a_domain_is_one_reader(house: House) -> None:
    """Reports about all of them hold it no more than reports about one."""
    more = [f"ann+{number}@players.example" for number in range(2)]
    at = house.clock.now()

    def give(repositories: Repositories) -> None:
        for address in more:
            repositories.accounts.add_address(account(house).id, address, at, at)

    house.app.store.run(give)
    for address in (ANN, *more):
        owe_letter(house, address)
        bounces(house, BLOCKED, to=bounce_address(house, address))
    assert holds(house) == ()


def test_mailed_refusals_of_three_readers_count_within_a_day(house: House) -> None:
    """A report about the third that comes later does not hold the domain; a new one about the first does then."""
    bounces(house, BLOCKED)
    house.wait(REPORTED_WITHIN / 2)
    bounces(house, BLOCKED, to=bounce_address(house, BOB))
    house.wait(REPORTED_WITHIN / 2)
    bounces(house, BLOCKED, to=bounce_address(house, CAT))
    assert holds(house) == ()
    bounces(house, BLOCKED)
    assert [hold.domain for hold in holds(house)] == ["players.example"]


def test_readers_of_another_domain_do_not_count(house: House) -> None:
    """Not even where its name ends alike."""
    others = (BOB, "cat@sub.players.example", "dan@otherplayers.example")
    for address in (ANN, *others):
        owe_letter(house, address)
        bounces(house, BLOCKED, to=bounce_address(house, address))
    assert holds(house) == ()


def test_a_policy_refusal_holds_the_domain(house: House) -> None:
    """It is the server's fault: letters there wait, the hold is noted for the clocks, the operator hears once."""
    three_refused(house)
    started = house.clock.now()
    (hold,) = holds(house)
    assert (hold.domain, hold.since, hold.until) == ("players.example", started, started + HELD_FOR)
    assert "blocked" in hold.why
    (word,) = told(house)
    assert "players.example" in word.subject
    assert "blocked" in word.text
    assert house.mail("ann", "help") == []
    assert len(house.mail(HOME, "help")) == 1
    house.wait(HELD_FOR)
    assert len(house.letters(ANN)) == 1
    assert reachable(house) == (ANN, HOME)


def test_twenty_refusals_by_one_domain_suspend_nobody(tmp_path: Path) -> None:
    """On three days, to four players: all stay reachable, their clocks stand still, the operator hears once."""
    with open_house(tmp_path, f"operator = {OPERATOR}\n") as house:
        number = house.start()
        limits = terms.limits(house.app.config.boards)
        house.deliver()
        refused = [f"{name}@players.example" for name in FOUR]

        def clocks(repositories: Repositories) -> list[tuple[Seat, timedelta]]:
            now = house.clock.now()
            seats = repositories.clocks.of_board(number, limits, now)
            return [(clock.seat, running(clock.since, now, clock.pauses)) for clock in seats]

        for count in range(20):
            blocked = recipient(refused[count % 4], "5.7.1", diagnostic="554 5.7.1 blocked")
            bounces(house, blocked, to=bounce_address(house, refused[count % 4]))
            if count == 2:  # the third reader of whom it is told
                used = house.app.store.run(clocks)
                assert len(used) == 4
            house.wait(timedelta(hours=3))
        assert len(holds(house)) == 1
        with house.app.store.read() as repositories:
            for name, address in zip(FOUR, refused, strict=True):
                player = repositories.accounts.by_userid(name)
                assert player is not None
                assert repositories.accounts.reachable(player.id) == (address,)
        assert house.app.store.run(clocks) == used
        assert len(told(house)) == 1


def test_refusals_that_go_on_are_one_hold(house: House) -> None:
    """Each puts the end off; the operator is not told again before the domain has taken letters for a while."""
    three_refused(house)
    started = house.clock.now()
    for _ in range(3):
        house.wait(HELD_FOR + timedelta(hours=1))
        three_refused(house)
    (hold,) = holds(house)
    assert (hold.since, hold.until) == (started, house.clock.now() + HELD_FOR)
    assert len(told(house)) == 1
    house.wait(3 * HELD_FOR)
    three_refused(house)
    assert len(holds(house)) == 2
    assert len(told(house)) == 1


def test_a_hold_may_be_ended(house: House) -> None:
    """The operator has mended it: letters are due at once, and the hold ends then, for the clocks too."""
    three_refused(house)
    assert house.mail("ann", "help") == []
    house.wait(timedelta(hours=1))
    house.app.store.run(
        lambda repositories: repositories.bounces.release("players.example", house.clock.now())
    )
    assert len(house.letters(ANN)) == 1
    assert holds(house)[0].until == house.clock.now()


def test_a_policy_refusal_at_the_moment_of_sending_keeps_the_letter(house: House) -> None:
    """It waits with all others to that domain, and is tried when the hold is over."""
    post = Refusing("5.7.1 your address is on a blocklist")
    delivery = Delivery(house.app.store, house.app.services, post)
    owe_letter(house)
    assert delivery.round() == Summary(put_off=1)
    assert delivery.round() == Summary(sent=1)  # the word to the operator
    owe_letter(house)
    assert delivery.round() == Summary()
    assert post.tried == [ANN, OPERATOR]
    post.words = "4.0.0"
    house.wait(HELD_FOR)
    assert delivery.round().tried == 2
    assert reachable(house) == (ANN, HOME)


@pytest.mark.parametrize(
    ("outcome", "code", "summary"),
    [(SendOutcome.LATER, 450, Summary(put_off=1)), (SendOutcome.NEVER, 450, Summary(dead=1))],
)
def test_words_of_policy_for_now_hold_no_domain(
    house: House, outcome: SendOutcome, code: int, summary: Summary
) -> None:
    """Greylisting speaks of policy, too: only a refusal for good (5xx) says that a domain takes nothing from us."""
    post = Refusing("4.7.1 blocked by policy for now, try again later", outcome, code)
    owe_letter(house)
    assert Delivery(house.app.store, house.app.services, post).round() == summary
    assert holds(house) == ()
    owe_letter(house, HOME)
    house.wait(timedelta(hours=1))
    assert Delivery(house.app.store, house.app.services, post).round().sent >= 1
