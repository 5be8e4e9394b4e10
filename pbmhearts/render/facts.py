"""A board page as the templates read it: names for seats, faces for cards, nothing that the view hides."""

from dataclasses import dataclass

from pbmhearts.cards import Card
from pbmhearts.games.hearts import DealScored, PassDirection, Phase, Seat, View
from pbmhearts.render import suggest
from pbmhearts.render.happenings import Happening, Trick, happenings, trick_facts
from pbmhearts.render.heading import Kind, News, kind_of, news_of
from pbmhearts.render.layout import plain, strangers_lines
from pbmhearts.render.model import (
    BoardPage,
    CardStyle,
    Commitment,
    DealCheck,
    FourNames,
    RatingChange,
    Remark,
    Style,
)
from pbmhearts.render.notation import Face, SuitRow, face, hand_rows, spell
from pbmhearts.render.tap import mailto
from pbmhearts.render.when import Moment, moment


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at the table, with what lies before them.

    Attributes:
        name: the userid.
        side: the side of the table as the reader sits: south, west, north, east.
        you: it is the reader.
        card: their card in the trick so far.
        to_move: the board waits for them.
        passed: they have passed, and others have not.
        match: points before this deal; the final ones when the board is over.
        points: points taken in this deal so far.
        tricks: tricks taken in this deal.
        left: points left of the goal.
        place: the final place, or 0.
    """

    name: str
    side: str
    you: bool
    card: Face | None
    to_move: bool
    passed: bool
    match: int
    points: int
    tricks: int
    left: int
    place: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Three cards to pass, and the link that passes them."""

    cards: tuple[Face, ...]
    link: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """A finished deal on the score table."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    moon: str


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """All that a board letter can say. Attributes named as in `BoardPage` and `View` mean the same."""

    kind: Kind
    news: News
    board: int
    deal: int
    you: str
    code: str
    server: str
    note: str
    tie_deal: bool
    direction: str
    receiver: str
    giver: str
    dealer: str
    waiting: tuple[str, ...]
    trick_number: int
    trick: Trick | None
    last_trick: Trick | None
    hand: tuple[SuitRow, ...]
    legal: tuple[Face, ...]
    suggestions: tuple[Suggestion, ...]
    my_pass: tuple[Face, ...]
    received: tuple[Face, ...]
    breaking: bool
    hearts_broken: bool
    sitters: tuple[Sitter, ...]
    names: FourNames
    happened: tuple[Happening, ...]
    remarks: tuple[Remark, ...]
    deals: tuple[DealLine, ...]
    deal_ended: bool
    since: Moment | None
    due: Moment | None
    goal: int
    countdown: bool
    title: str
    rules: tuple[str, ...]
    commitments: tuple[Commitment, ...]
    checks: tuple[DealCheck, ...]
    ratings: tuple[RatingChange, ...]
    winners: tuple[str, ...]
    links: dict[str, str]
    again: str
    prose: bool
    words: bool

    @property
    def over(self) -> bool:
        """The match is finished."""
        return self.kind is Kind.BOARD_OVER

    def at(self, side: str) -> Sitter:
        """Who sits on that side of the reader's table."""
        return next(s for s in self.sitters if s.side == side)


_LONGEST_NAME = 22
"""Columns of a seat in the drawing; a userid has at most 20."""
_SIDES = ("south", "west", "north", "east")


def _sitters(view: View, names: FourNames, style: CardStyle) -> tuple[Sitter, ...]:
    """The four, by seat; left of the reader is west."""
    south = view.seat or Seat(0)
    on_table = dict(view.trick.plays) if view.trick else {}
    return tuple(
        Sitter(
            name=names[seat],
            side=_SIDES[(seat - south) % 4],
            you=seat == view.seat,
            card=face(on_table[seat], style) if seat in on_table else None,
            to_move=seat in view.waiting,
            passed=view.phase is Phase.PASSING and seat not in view.waiting,
            match=view.totals[seat],
            points=view.deal_points[seat],
            tricks=view.tricks_taken[seat],
            left=view.rules.goal - view.totals[seat],
            place=view.places[seat] if view.places else 0,
        )
        for seat in Seat
    )


def _deal_lines(page: BoardPage, names: FourNames) -> tuple[DealLine, ...]:
    return tuple(
        DealLine(row.number, row.points, row.totals, "" if row.moon is None else names[row.moon])
        for row in page.deals
    )


def _move_link(page: BoardPage, cards: tuple[Card, ...]) -> str:
    """The link that makes this move; without a code there is none."""
    if not page.code:
        return ""
    typed = " ".join(card.label for card in cards)
    return mailto(page.server, f"mhearts move {page.board} {page.userid} {page.code} {typed}")


def _suggestions(page: BoardPage, kind: Kind) -> tuple[Suggestion, ...]:
    if kind is not Kind.PASS:
        return ()
    style = page.look.cards
    return tuple(
        Suggestion(tuple(face(c, style) for c in three), _move_link(page, three))
        for three in suggest.passes(page.view)
    )


def _links(page: BoardPage, again: str) -> dict[str, str]:
    """The commands that a tap can send, by what they do."""
    subjects = {"help": "help mhearts", "show": f"mhearts show {page.board}", "again": again}
    if page.code:
        subjects["chat"] = f"mhearts chat {page.board} {page.userid} {page.code}"
        subjects["undo"] = f"mhearts undo {page.board} {page.userid} {page.code}"
    if page.code and page.fewer_mails:
        subjects["fewer"] = f"[mhearts {page.board}.{page.code}] set notify=turn here"
    return {does: mailto(page.server, subject) for does, subject in subjects.items()}


def _remark(remark: Remark, style: CardStyle) -> Remark:
    """A comment that can do no harm."""
    lines = "\n".join(strangers_lines(remark.text))
    return Remark(spell(plain(remark.author), style), spell(lines, style))


def board_facts(page: BoardPage) -> BoardFacts:
    """The facts of `page`."""
    view, style = page.view, page.look.cards
    kind = kind_of(view)
    one, two, three, four = (spell(plain(name), style)[:_LONGEST_NAME] for name in page.names)
    names: FourNames = (one, two, three, four)
    receiver = giver = ""
    if view.seat is not None and view.direction is not PassDirection.HOLD:
        receiver = names[view.direction.receiver(view.seat)]
        giver = names[view.direction.giver(view.seat)]
    may_play = kind is Kind.PLAY
    links = {c: _move_link(page, (c,)) for c in view.legal} if may_play else {}
    again = " ".join(["mhearts challenge", view.rules.options(), *names]).replace("  ", " ")
    return BoardFacts(
        kind=kind,
        news=news_of(page.happened),
        board=page.board,
        deal=view.deal,
        you="" if view.seat is None else names[view.seat],
        code=page.code,
        server=page.server,
        note=spell(plain(page.note), style),
        tie_deal=view.tie_deal,
        direction=view.direction.value,
        receiver=receiver,
        giver=giver,
        dealer="" if view.dealer is None else names[view.dealer],
        waiting=tuple(names[s] for s in view.waiting),
        trick_number=view.trick_number,
        trick=None if view.trick is None else trick_facts(view.trick, names, style),
        last_trick=None if view.last_trick is None else trick_facts(view.last_trick, names, style),
        hand=hand_rows(view.hand, view.legal if may_play else (), style, links) if view.hand else (),
        legal=tuple(face(c, style, legal=True, link=links[c]) for c in sorted(links)),
        suggestions=_suggestions(page, kind),
        my_pass=tuple(face(c, style) for c in sorted(view.my_pass)),
        received=tuple(face(c, style) for c in sorted(view.received)),
        breaking=view.rules.break_,
        hearts_broken=view.hearts_broken,
        sitters=_sitters(view, names, style),
        names=names,
        happened=happenings(page.happened, names, style),
        remarks=tuple(_remark(r, style) for r in page.remarks),
        deals=_deal_lines(page, names),
        deal_ended=any(isinstance(e, DealScored) for e in page.happened)
        or view.phase in {Phase.DEALING, Phase.FINISHED},
        since=None if page.waiting_since is None else moment(page.waiting_since, page.now, page.look.zone),
        due=None if page.due is None else moment(page.due, page.now, page.look.zone),
        goal=view.rules.goal,
        countdown=view.rules.countdown,
        title=view.rules.title(),
        rules=view.rules.describe(),
        commitments=page.commitments,
        checks=page.checks,
        ratings=page.ratings,
        winners=tuple(n for n, place in zip(names, view.places or (), strict=False) if place == 1),
        links=_links(page, again),
        again=again,
        prose=page.look.style is Style.PROSE,
        words=style is CardStyle.WORDS,
    )
