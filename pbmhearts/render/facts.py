"""A board page as the templates read it: names for seats, faces for cards, nothing that the view hides."""

from dataclasses import dataclass

from pbmhearts.games.hearts import DealScored, PassDirection, Phase
from pbmhearts.render.chart import Chart, chart
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
from pbmhearts.render.sitters import Sitter, sitters
from pbmhearts.render.tap import Suggestion, move_link, other_links, suggestions
from pbmhearts.render.when import Moment, moment


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
    chart: Chart | None
    replay: str
    since: Moment | None
    due: Moment | None
    goal: int
    countdown: bool
    title: str
    rules: tuple[str, ...]
    commitments: tuple[Commitment, ...]
    checks: tuple[DealCheck, ...]
    first_names: tuple[str, ...]
    ratings: tuple[RatingChange, ...]
    winners: tuple[str, ...]
    links: dict[str, str]
    again: str
    offers: frozenset[str]
    absences: tuple[tuple[str, str], ...]
    prose: bool
    words: bool

    @property
    def over(self) -> bool:
        """The match is finished."""
        return self.kind is Kind.BOARD_OVER

    @property
    def ranked(self) -> tuple[Sitter, ...]:
        """The four in the order of a score table: by place once the board is over, till then by seat."""
        return tuple(sorted(self.sitters, key=lambda s: s.place))

    def at(self, side: str) -> Sitter:
        """Who sits on that side of the reader's table."""
        return next(s for s in self.sitters if s.side == side)


_LONGEST_NAME = 22
"""Columns of a seat in the drawing; a userid has at most 20."""


def _deal_lines(page: BoardPage, names: FourNames) -> tuple[DealLine, ...]:
    return tuple(
        DealLine(row.number, row.points, row.totals, "" if row.moon is None else names[row.moon])
        for row in page.deals
    )


def _remark(remark: Remark, style: CardStyle) -> Remark:
    """A comment that can do no harm."""
    lines = "\n".join(strangers_lines(remark.text))
    return Remark(spell(plain(remark.author), style), spell(lines, style))


def board_facts(page: BoardPage) -> BoardFacts:
    """The facts of `page`."""
    view, style = page.view, page.look.cards
    kind = Kind.ABANDONED if page.abandoned else kind_of(view)
    one, two, three, four = (spell(plain(name), style)[:_LONGEST_NAME] for name in page.names)
    names: FourNames = (one, two, three, four)
    receiver = giver = ""
    if view.seat is not None and view.direction is not PassDirection.HOLD:
        receiver = names[view.direction.receiver(view.seat)]
        giver = names[view.direction.giver(view.seat)]
    waiting = () if page.abandoned else view.waiting
    may_play = kind is Kind.PLAY
    taps = {c: move_link(page, (c,)) for c in view.legal} if may_play else {}
    options = (part for part in (view.rules.options(), page.terms) if part)
    again = " ".join(["mhearts challenge", *options, *names])
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
        waiting=tuple(names[s] for s in waiting),
        trick_number=view.trick_number,
        trick=None if view.trick is None else trick_facts(view.trick, names, style),
        last_trick=None if view.last_trick is None else trick_facts(view.last_trick, names, style),
        hand=hand_rows(view.hand, view.legal if may_play else (), style, taps) if view.hand else (),
        legal=tuple(face(c, style, legal=True, link=taps[c]) for c in sorted(taps)),
        suggestions=suggestions(page) if kind is Kind.PASS else (),
        my_pass=tuple(face(c, style) for c in sorted(view.my_pass)),
        received=tuple(face(c, style) for c in sorted(view.received)),
        breaking=view.rules.break_,
        hearts_broken=view.hearts_broken,
        sitters=sitters(view, names, style, waiting),
        names=names,
        happened=happenings(page.happened, names, style),
        remarks=tuple(_remark(r, style) for r in page.remarks),
        deals=_deal_lines(page, names),
        deal_ended=any(isinstance(e, DealScored) for e in page.happened)
        or view.phase in {Phase.DEALING, Phase.FINISHED},
        chart=chart(page.deals) if kind is Kind.BOARD_OVER and page.deals else None,
        replay=page.replay,
        since=None if page.waiting_since is None else moment(page.waiting_since, page.now, page.look.zone),
        due=None if page.due is None else moment(page.due, page.now, page.look.zone),
        goal=view.rules.goal,
        countdown=view.rules.countdown,
        title=view.rules.title(),
        rules=view.rules.describe(),
        commitments=page.commitments,
        checks=page.checks,
        first_names=page.first_names,
        ratings=page.ratings,
        winners=tuple(n for n, place in zip(names, view.places or (), strict=False) if place == 1),
        links=other_links(page, kind, again),
        again=again,
        offers=page.offers,
        absences=tuple(
            (plain(a.name), f"{a.until:%a} {a.until.day} {a.until:%b}" if a.until else "")
            for a in page.absences
        ),
        prose=page.look.style is Style.PROSE,
        words=style is CardStyle.WORDS,
    )
