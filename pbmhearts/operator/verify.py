"""Is all that is kept of a board what its log makes of it? Replays the log from the start, and compares."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbmhearts.errors import PbmheartsError
from pbmhearts.games import hearts
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.notices import deal_checks
from pbmhearts.storage import ActionRow, BoardRows, DealRecord, Repositories, final_places

_UNDEALT = DealRecord(0, "", "", 0, 0, (), False, (), None, "")


@dataclass(slots=True)
class _Replayed:
    """What a log makes of a board.

    Attributes:
        deals: the deals' rows as they should be, but for secret and mix.
        deal_of: the deal that each action belongs to, from action 1.
    """

    state: hearts.State
    deals: dict[int, DealRecord]
    deal_of: list[int]
    moves: list[hearts.Action]


def differences(repositories: Repositories, number: int) -> Iterator[str]:
    """A line for each thing that is kept otherwise than the board's log says; none where all is right.

    Raises:
        PbmheartsError: no board has begun under that number.
    """
    rows = repositories.boards.rows(number)
    if rows is None:
        raise PbmheartsError(f"there is no board {number}")
    try:
        rules = RuleSet.from_json(rows.rules)
        replayed = _replay(rules, [action.text for action in rows.actions])
    except PbmheartsError as error:
        yield f"the log cannot be replayed: {error}"
        return
    deals = repositories.boards.deals(number)
    yield from _of_log(rows, replayed)
    yield from _of_deals(deals, replayed)
    log = [action.text for action in rows.actions]
    names = repositories.boards.first_names(number)
    for deal, why in deal_checks.faults(number, names, rules, deals, log):
        yield f"deal {deal}: {why}"
    yield from _of_board(rows, replayed)
    yield from _of_seats(rows, replayed)
    yield from _of_loading(repositories, rows, replayed)


def _replay(rules: RuleSet, log: list[str]) -> _Replayed:
    done = _Replayed(hearts.start(rules), {}, [], [])
    for seq, step in enumerate(hearts.replay(rules, log), 1):
        before, done.state = done.state, step.state
        if isinstance(step.action, hearts.Deal) and isinstance(before, hearts.AwaitingDeal):
            done.deals[before.number] = replace(
                _UNDEALT,
                number=before.number,
                first_seq=seq,
                first_move=before.move,
                totals=before.totals,
                tie=before.tie_deal,
            )
        done.deal_of.append(max(done.deals, default=0))
        done.moves.append(step.action)
        _score(done, step)
    return done


def _score(done: _Replayed, step: hearts.Step) -> None:
    moon = next((event.seat for event in step.events if isinstance(event, hearts.MoonShot)), None)
    for event in step.events:
        if isinstance(event, hearts.DealScored):
            done.deals[event.number] = replace(
                done.deals[event.number], points=event.points, moon=moon, log=hearts.deal_log(step.state)
            )


def _of_log(rows: BoardRows, replayed: _Replayed) -> Iterator[str]:
    if [action.seq for action in rows.actions] != list(range(1, len(rows.actions) + 1)):
        yield "the actions are not numbered 1, 2, 3 and so on"
    if rows.seq != len(rows.actions):
        yield f"the board stands at action {rows.seq}, its log has {len(rows.actions)}"
    for action, deal, move in zip(rows.actions, replayed.deal_of, replayed.moves, strict=True):
        if action.deal != deal:
            yield f"action {action.seq} is kept under deal {action.deal}, it is of deal {deal}"
        match move:
            case hearts.Pass(seat=seat) | hearts.Play(seat=seat):
                if not _sat_there(rows, action, seat):
                    yield f"action {action.seq} is kept as done by somebody who did not sit in seat {seat.number}"
            case _:
                pass


def _sat_there(rows: BoardRows, action: ActionRow, seat: Seat) -> bool:
    return any(
        row.seat == seat
        and row.account_id == action.account_id
        and row.from_seq <= action.seq
        and (row.until_seq is None or action.seq <= row.until_seq)
        for row in rows.seats
    )


def _of_deals(kept: tuple[DealRecord, ...], replayed: _Replayed) -> Iterator[str]:
    last = max(replayed.deals, default=0)
    if [deal.number for deal in kept] != list(range(1, last + 2)):
        yield f"the secrets of deals 1 to {last + 1} should be kept, and no other"
    for deal in kept:
        right = replayed.deals.get(deal.number, replace(_UNDEALT, number=deal.number))
        for name in ("first_seq", "first_move", "totals", "tie", "points", "moon", "log"):
            if getattr(deal, name) != getattr(right, name):
                yield f"deal {deal.number}: {name} is kept as {_short(deal, name)}, it is {_short(right, name)}"


def _short(deal: DealRecord, name: str) -> str:
    value = getattr(deal, name)
    return f"a text of {len(value.splitlines())} lines" if name == "log" else repr(value)


def _of_board(rows: BoardRows, replayed: _Replayed) -> Iterator[str]:
    version = rows.rules.get("version", rows.rules_version)
    if rows.rules_version != version:
        yield f"rules_version is kept as {rows.rules_version}, the rules are of version {version}"
    finished = replayed.state if isinstance(replayed.state, hearts.Finished) else None
    if (rows.ended_at is not None) != (finished is not None or rows.abandoned):
        yield "the board is kept as over" if rows.ended_at else "the board is over and not kept so"
    places = final_places(rows, finished) if finished else ()
    if rows.places != places:
        yield f"places is kept as {rows.places}, it is {places}"


def _of_seats(rows: BoardRows, replayed: _Replayed) -> Iterator[str]:
    sitting = [row for row in rows.seats if row.until_seq is None]
    if [row.seat for row in sitting] != [0, 1, 2, 3]:
        yield "not every seat has one player"
    waiting = () if rows.ended_at else hearts.waiting(replayed.state)
    for row in sitting:
        if row.waited_for != (row.seat in waiting):
            yield f"seat {row.seat + 1} is kept as {'' if row.waited_for else 'not '}waited for"


def _of_loading(repositories: Repositories, rows: BoardRows, replayed: _Replayed) -> Iterator[str]:
    """The board as it is loaded from its current deal, against the whole log."""
    try:
        board = repositories.boards.load(rows.number)
    except (PbmheartsError, LookupError, ValueError) as error:
        yield f"the board cannot be loaded: {error}"
        return
    if board is None or board.state != replayed.state:
        yield "the board loads otherwise than its log says"
