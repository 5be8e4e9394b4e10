"""A board page as the templates read it: names for seats, faces for cards, nothing that the view hides."""

import functools
from dataclasses import dataclass
from operator import attrgetter

from pbmhearts.games.hearts import Dealt, PassDirection, PassingDone, RuleSet, Seat
from pbmhearts.render.chart import Chart, chart
from pbmhearts.render.happenings import Happening, Trick, marked, news_lines, trick_facts
from pbmhearts.render.heading import Heading, News, kind_of, news_of
from pbmhearts.render.layout import plain, strangers_lines
from pbmhearts.render.model import (
    BoardPage,
    CardStyle,
    Comment,
    Commitment,
    DealCheck,
    FourNames,
    RatingChange,
    Style,
)
from pbmhearts.render.notation import Face, SuitRow, face, hand_rows, spell
from pbmhearts.render.story import Result, Story, result, story
from pbmhearts.render.strip import Strip, strip
from pbmhearts.render.table_facts import ScoreLine, Table, standings, table
from pbmhearts.render.tap import Suggestion, move_link, other_links, suggestions
from pbmhearts.render.when import PointInTime, when


@dataclass(frozen=True, slots=True)
class DealLine:
    """A finished deal on the score table."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    moon: str
    queen: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what for, as headlines and Subjects say.

    Attributes:
        led: the suit that was led to the trick, or "".
        ended: the number of the last deal that is over, or 0.
        result: how the match ended.
    """

    kind: Heading
    waiting: tuple[str, ...]
    deal: int
    direction: str
    trick_number: int
    led: str
    ended: int
    result: Result | None


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """All that a board letter can say. Attributes named as in `BoardPage` and `View` mean the same.

    Attributes:
        trick: the one on the table; where that has no card yet, the last complete one of this deal.
        full: the letter is not the short one of who need do nothing.
        exchanged: the cards that were passed are news.
        first: it is the reader's first of this deal, or shows the board to whoever asked.
    """

    kind: Heading
    turn: Turn
    news: News
    story: Story | None
    strip: Strip
    full: bool
    exchanged: bool
    first: bool
    heard: bool
    board: int
    deal: int
    you: str
    code: str
    server: str
    note: str
    receiver: str
    giver: str
    dealer: str
    waiting: tuple[str, ...]
    trick_number: int
    trick: Trick | None
    hand: tuple[SuitRow, ...]
    legal: tuple[Face, ...]
    suggestions: tuple[Suggestion, ...]
    my_pass: tuple[Face, ...]
    received: tuple[Face, ...]
    table: Table | None
    ranked: tuple[ScoreLine, ...]
    names: FourNames
    happened: tuple[Happening, ...]
    comments: tuple[Comment, ...]
    deals: tuple[DealLine, ...]
    deal_ended: bool
    chart: Chart | None
    replay: str
    since: PointInTime | None
    due: PointInTime | None
    goal: int
    countdown: bool
    title: str
    rules: tuple[str, ...]
    commitments: tuple[Commitment, ...]
    checks: tuple[DealCheck, ...]
    first_names: tuple[str, ...]
    ratings: tuple[RatingChange, ...]
    links: dict[str, str]
    again: str
    offers: frozenset[str]
    absences: tuple[tuple[str, str], ...]
    prose: bool
    words: bool

    @property
    def over(self) -> bool:
        """The match is finished."""
        return self.kind is Heading.BOARD_OVER


_PACK_ORDER = attrgetter("index")

_LONGEST_NAME = 22
"""Columns of a seat in the drawing; a userid has at most 20."""


def _deal_lines(page: BoardPage, names: FourNames) -> tuple[DealLine, ...]:
    def called(seat: Seat | None) -> str:
        return "" if seat is None else names[seat]

    return tuple(
        DealLine(row.number, row.points, row.totals, called(row.moon), called(row.queen))
        for row in page.deals
    )


def _comment(comment: Comment, style: CardStyle) -> Comment:
    """A comment that can do no harm."""
    lines = "\n".join(strangers_lines(comment.text))
    return Comment(spell(plain(comment.author), style), spell(lines, style))


@functools.lru_cache(64)
def _rules_in_words(rules: RuleSet) -> tuple[str, str, tuple[str, ...]]:
    """The rules as the options of a challenge, as a title, and as sentences."""
    return rules.options(), rules.title(), rules.describe()


@functools.lru_cache(512)
def _called(names: FourNames, style: CardStyle) -> FourNames:
    """The players' names as they may stand in a letter."""
    one, two, three, four = (spell(plain(name), style)[:_LONGEST_NAME] for name in names)
    return one, two, three, four


def board_facts(page: BoardPage) -> BoardFacts:
    """The facts of `page`."""
    view, style = page.view, page.look.cards
    kind = Heading.ABANDONED if page.abandoned else kind_of(view)
    names = _called(page.names, style)
    you = "" if view.seat is None else names[view.seat]
    receiver = giver = ""
    if view.seat is not None and view.direction is not PassDirection.HOLD:
        receiver = names[view.direction.receiver(view.seat)]
        giver = names[view.direction.giver(view.seat)]
    waiting = () if page.abandoned else view.waiting
    may_play = kind is Heading.PLAY
    taps = {c: move_link(page, (c,)) for c in view.legal} if may_play else {}
    options, title, rules = _rules_in_words(view.rules)
    ended = kind in {Heading.BOARD_OVER, Heading.ABANDONED}
    again = " ".join(["mhearts challenge", *filter(None, (options, page.terms)), *names]) if ended else ""
    trick = None if view.trick is None else marked(trick_facts(view.trick, names, style), page.happened)
    last = (
        None if view.last_trick is None else marked(trick_facts(view.last_trick, names, style), page.happened)
    )
    shown = trick if trick and trick.plays else last
    turn = Turn(
        kind=kind,
        waiting=tuple(names[s] for s in waiting),
        deal=view.deal,
        direction=view.direction.value,
        trick_number=view.trick_number,
        led=trick.led if trick else "",
        ended=page.deals[-1].number if page.deals else 0,
        result=result(page, names),
    )
    hand = hand_rows(view.hand, taps, style) if view.hand else ()
    told = story(page, names)
    ranked = standings(view, names)
    first = page.whole or any(isinstance(event, Dealt) for event in page.happened)
    mine = kind in {Heading.PLAY, Heading.PASS} and not page.asked
    return BoardFacts(
        kind=kind,
        turn=turn,
        news=news_of(page.happened),
        story=told,
        strip=strip(page, names, ranked),
        full=first or mine or ended or kind is Heading.DEAL_OVER,
        exchanged=any(isinstance(event, PassingDone) for event in page.happened),
        first=first,
        heard=page.heard,
        board=page.board,
        deal=view.deal,
        you=you,
        code=page.code,
        server=page.server,
        note=spell(plain(page.note), style),
        receiver=receiver,
        giver=giver,
        dealer="" if view.dealer is None else names[view.dealer],
        waiting=turn.waiting,
        trick_number=view.trick_number,
        trick=shown,
        hand=hand,
        legal=tuple(card for row in hand for card in row.cards if card.legal),
        suggestions=suggestions(page) if kind is Heading.PASS else (),
        my_pass=tuple(face(c, style) for c in sorted(view.my_pass, key=_PACK_ORDER)),
        received=tuple(face(c, style) for c in sorted(view.received, key=_PACK_ORDER)),
        table=table(view, names, style, waiting),
        ranked=ranked,
        names=names,
        happened=news_lines(page.happened, names, style, shown, you),
        comments=tuple(_comment(each, style) for each in page.comments),
        deals=_deal_lines(page, names),
        deal_ended=told is not None,
        chart=chart(page.deals) if kind is Heading.BOARD_OVER and page.deals else None,
        replay=page.replay,
        since=None if page.waiting_since is None else when(page.waiting_since, page.now, page.look.zone),
        due=None if page.due is None else when(page.due, page.now, page.look.zone),
        goal=view.rules.goal,
        countdown=view.rules.countdown,
        title=title,
        rules=rules,
        commitments=page.commitments,
        checks=page.checks,
        first_names=page.first_names,
        ratings=page.ratings,
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
