"""What holds in every match under every combination of options."""

from itertools import product

import pytest
from hearts_table import chance, match_steps, random_steps, rule_sets, shuffled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from second_opinion import Table, deal_points, value

from pbmhearts.cards import PACK, Card
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    CardPlayed,
    Deal,
    DealScored,
    Finished,
    IllegalMoveError,
    MatchFinished,
    Pass,
    Passing,
    Play,
    Playing,
    RestTaken,
    RuleSet,
    State,
    TakeBack,
    apply,
    deal_log,
    legal_cards,
    legal_moves,
    resume,
    start,
    view,
    waiting,
)
from pbmhearts.games.hearts.masks import WHOLE_PACK, mask_of

quickly = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)


def words(rules: RuleSet) -> set[str]:
    """The options as the second opinion takes them."""
    flags = ("jack", "blood", "spot", "highspades", "moonjack")
    named = {name for name in flags if getattr(rules, name)}
    turned = {f"no{name.rstrip('_')}" for name in ("break_", "starter") if not getattr(rules, name)}
    return named | turned | {f"queen={rules.queen}"}


def second_table(state: State, action: Deal) -> Table:
    """The second opinion's table of a deal."""
    seen = view(state, None)
    hands = [{str(card) for card in hand} for hand in action.hands]
    return Table(hands, words(seen.rules), str(seen.direction), seen.deal)


def check_deal(rules: RuleSet, seed: int, number: int) -> None:
    """Play a random deal; each step and its end agree with the second opinion."""
    state = resume(rules, number, (0, 0, 0, 0), False, 1)
    table: Table | None = None
    done = 0
    for before, action, after, events in random_steps(state, chance(seed), deals=1):
        if isinstance(action, Deal):
            table = second_table(before, action)
        assert table is not None
        if isinstance(before, Playing):
            assert {str(card) for card in legal_cards(before, before.turn)} == table.legal()
        lines = deal_log(after).splitlines()
        if isinstance(before, Passing) and not isinstance(after, Passing):
            lines, done = lines[4:], 0
            for seat, given_ in enumerate(deal_log(after).splitlines()[:4]):
                assert given_.startswith(str(seat + 1))
                table.line(given_)
        elif isinstance(after, Passing):
            continue
        elif before.__class__ is Playing and table.passes:
            lines = lines[4:]
        check_new_cards(
            rules, table, lines[done:], [e.by_server for e in events if isinstance(e, CardPlayed)]
        )
        done = len(lines)
        check_rest(rules, table, after, [e for e in events if isinstance(e, RestTaken)])
        for event in events:
            if isinstance(event, DealScored):
                assert list(event.points) == deal_points(table.piles, words(rules), rules.moon)


def check_new_cards(rules: RuleSet, table: Table, lines: list[str], by_server: list[bool]) -> None:
    """The server plays a card exactly when a rule says so."""
    assert len(lines) == len(by_server)
    for line, served in zip(lines, by_server, strict=True):
        opening = table.tricks == 0 and not table.trick and rules.starter
        assert served == (opening or table.tricks == 12 or (rules.auto and len(table.legal()) == 1))
        table.line(line)


def check_rest(rules: RuleSet, table: Table, after: State, rest: list[RestTaken]) -> None:
    """With -skip, and only then, a deal ends as soon as its last tricks can change nothing."""
    at_trick = not table.trick and table.tricks < 13
    skips = rules.skip and at_trick and (not table.unplayed_score() or table.leader_takes_all())
    assert bool(rest) == skips
    for event in rest:
        left = set().union(*table.hands)
        assert event.tricks == 13 - table.tricks
        if event.seat is None:
            assert not table.unplayed_score()
        else:
            assert event.seat == table.turn
            assert event.points == sum(value(card, table.options) for card in left)
            table.piles[event.seat] |= left
    if rest:
        assert not isinstance(after, Playing)


@given(rules=rule_sets(), seed=seeds, number=st.integers(1, 8))
@quickly
def test_a_deal_agrees_with_the_second_opinion(rules: RuleSet, seed: int, number: int) -> None:
    """Legal cards, the server's cards, the takers and the score are those of rules written apart."""
    check_deal(rules, seed, number)


@pytest.mark.slow
def test_every_combination_agrees_with_the_second_opinion() -> None:
    """The same, for each of the 4,608 combinations of the options that bear on a deal."""
    flags = ("jack", "blood", "break_", "spot", "highspades", "starter", "moonjack", "skip", "auto")
    for seed, chosen in enumerate(product((False, True), repeat=len(flags))):
        for at, (moon, pass_) in enumerate(product(("old", "new", "off"), ("cycle", "nohold", "right"))):
            rules = RuleSet.parse(f"-moon={moon} -pass={pass_}")
            named = dict(zip(flags, chosen, strict=True))
            check_deal(
                RuleSet(**{**named, "moon": rules.moon, "pass_": rules.pass_}), 9 * seed + at, seed % 5 + 1
            )


@given(rules=rule_sets(), seed=seeds)
@quickly
def test_points_are_conserved(rules: RuleSet, seed: int) -> None:
    """A deal brings the deck's whole penalty, three times that or its loss with a moon, and the jack apart."""
    whole = (
        (104 if rules.spot else 13) + rules.queen + ((35 if rules.spot else 17) if rules.highspades else 0)
    )
    jack = (-20 if rules.spot else -10) if rules.jack else 0
    allowed = {"old": {whole, 3 * whole}, "new": {whole, -whole}, "off": {whole}}[rules.moon]
    for _, _, after, events in match_steps(rules, chance(seed), deals=3):
        for event in events:
            if isinstance(event, DealScored):
                assert sum(event.points) - jack in allowed
                assert isinstance(after, AwaitingDeal | Finished)


@given(rules=rule_sets(), seed=seeds)
@quickly
def test_there_are_always_52_cards(rules: RuleSet, seed: int) -> None:
    """Each card is in one hand, on the table or in one pile; hands differ by at most one card."""
    for _, _, after, _ in match_steps(rules, chance(seed), deals=1):
        if not isinstance(after, Playing):
            continue
        views = [view(after, seat) for seat in SEATS]
        hands = [card for each in views for card in each.hand]
        table = [card for _, card in views[0].trick.plays] if views[0].trick else []
        piles = [card for trick in views[0].tricks for _, card in trick.plays]
        assert sorted(hands + table + piles) == list(PACK)
        sizes = [len(each.hand) for each in views]
        assert max(sizes) - min(sizes) <= 1
        assert len(waiting(after)) == 1
        assert views[after.turn].legal


@given(rules=rule_sets(), seed=seeds, data=st.data())
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_legal_moves_are_just_those_that_apply_takes(rules: RuleSet, seed: int, data: st.DataObject) -> None:
    """Every member of legal_moves is accepted; everything else is refused, the state untouched."""
    for before, _, _, _ in match_steps(rules, chance(seed), deals=1):
        legal = {(seat, card) for seat in SEATS for card in playable_by(before, seat)}
        for seat, card in product(SEATS, PACK):
            assert accepted(before, Play(seat, card)) == ((seat, card) in legal)
        for seat in SEATS:
            passes = legal_moves(before, seat) if isinstance(before, Passing) else ()
            assert len(passes) == (286 if isinstance(before, Passing) else 0)
            if passes:
                assert accepted(before, data.draw(st.sampled_from(passes)))
            three = data.draw(st.tuples(*[st.sampled_from(PACK)] * 3))
            assert accepted(before, Pass(seat, three)) == (Pass(seat, tuple(sorted(three))) in passes)  # type: ignore[arg-type]
        assert accepted(before, Deal(shuffled(chance(seed)))) == isinstance(before, AwaitingDeal)


def playable_by(state: State, seat: int) -> tuple[Card, ...]:
    """The cards of the legal plays of a seat."""
    return tuple(move.card for move in legal_moves(state, SEATS[seat]) if isinstance(move, Play))


def accepted(state: State, action: Deal | Pass | Play | TakeBack) -> bool:
    """Whether apply takes it; a refusal leaves no trace, since states cannot change."""
    before = hash(state)
    try:
        apply(state, action)
    except IllegalMoveError as refusal:
        why = refusal.why
    else:
        return True
    assert why.endswith(".")
    assert hash(state) == before
    return False


@given(rules=rule_sets(), seed=seeds)
@quickly
def test_the_same_actions_make_the_same_match(rules: RuleSet, seed: int) -> None:
    """The log of actions, applied again, gives the same states and events."""
    state = start(rules)
    for before, action, after, events in match_steps(rules, chance(seed), deals=2):
        assert before == state
        again = apply(state, action)
        assert again == (after, events)
        state = again.state


@given(rules=rule_sets(), seed=seeds)
@quickly
def test_a_board_loads_from_its_current_deal(rules: RuleSet, seed: int) -> None:
    """Number, totals, tie and move number at a deal's start are all that it takes."""
    loaded: State | None = None
    for before, action, after, _ in match_steps(rules, chance(seed), deals=3):
        if isinstance(before, AwaitingDeal):
            loaded = resume(rules, before.number, before.totals, before.tie_deal, before.move)
        assert loaded is not None
        loaded = apply(loaded, action).state
        assert loaded == after


@given(rules=rule_sets(), seed=seeds, numbers=st.integers(20, 120))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_match_ends(rules: RuleSet, seed: int, numbers: int) -> None:
    """Every match comes to its end, and its move number never goes back."""
    deals = None if rules.deals is None else min(rules.deals, 5)
    short = RuleSet.parse(
        [*rules.options().split(), f"-goal={numbers}", *([f"-deals={deals}"] if deals else [])]
    )
    last = None
    move = 0
    for _, _, after, events in match_steps(short, chance(seed), deals=2000):
        assert after.move >= move
        move = after.move
        last = events
        if isinstance(after, Finished):
            assert isinstance(events[-1], MatchFinished)
            assert sorted(after.places)[0] == 1
            assert (after.places.count(1) == 1) or deals
    assert last is not None
    assert isinstance(last[-1], MatchFinished)


@given(rules=rule_sets(), seed=seeds)
@quickly
def test_a_view_tells_nothing_of_hidden_cards(rules: RuleSet, seed: int) -> None:
    """When the other three exchange cards that nobody has seen, a seat's view stays the same."""
    rng = chance(seed)
    for _, _, after, _ in match_steps(rules, rng, deals=1):
        for seat in SEATS if isinstance(after, Passing | Playing) else ():
            assert view(after, seat) == view(with_others_shuffled(after, seat, rng), seat)
        if isinstance(after, Passing | Playing):
            watcher = view(after, None)
            assert (watcher.hand, watcher.legal, watcher.my_pass, watcher.received) == ((), (), (), ())


def with_others_shuffled(state: Passing | Playing, seat: int, rng: object) -> Passing | Playing:
    """The same table with the hidden cards of the other three, and what they passed each other, changed."""
    facts = state.facts
    left = state.left if isinstance(state, Playing) else WHOLE_PACK
    first, second, third = (each for each in SEATS if each != seat)
    hands = list(facts.hands)
    gone = [hands[each] & ~left for each in SEATS]
    hidden = [hands[each] & left for each in SEATS]
    for each, other in ((first, second), (second, third), (third, first)):
        hands[each] = gone[each] | hidden[other]
    given_ = list(state.given if isinstance(state, Passing) else facts.given)
    kept = {seat, facts.direction.giver(SEATS[seat])}
    for each in SEATS:
        if each not in kept and given_[each]:
            given_[each] = mask_of(PACK[:3])
    shown = {seat} if isinstance(state, Passing) else kept
    if isinstance(state, Passing):
        given_ = [mask if each in shown else mask and mask_of(PACK[:3]) for each, mask in enumerate(given_)]
        dealt = tuple(hands)
        return state._replace(facts=facts._replace(dealt=dealt, hands=dealt), given=tuple(given_))
    return state._replace(facts=facts._replace(hands=tuple(hands), given=tuple(given_), dealt=(0, 0, 0, 0)))
