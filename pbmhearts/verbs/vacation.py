"""`vacation`: days on which a player's clocks stand still."""

import re
from datetime import date

from pbmhearts.commands import absences
from pbmhearts.commands.absences import Span
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal

_SPAN = re.compile(r"(\d{4}-\d\d-\d\d)\s*(?:\.\.+|…)\s*(\d{4}-\d\d-\d\d)")
_HINT = "Such as 2026-12-20..2027-01-03: the first day and the last one."


def parse(words: Words) -> Span | None:
    """The first day and the last; None for `off`."""
    text = " ".join(words.words)
    if text.lower() == "off":
        return None
    found = _SPAN.fullmatch(text)
    if found is None:
        raise Refusal("Two days are needed, or off.", hint=_HINT, verb="vacation")
    try:
        first, last = date.fromisoformat(found[1]), date.fromisoformat(found[2])
    except ValueError as error:
        raise Refusal("There is no such day.", hint=_HINT, verb="vacation") from error
    refuse_unless(first <= last, "The first day comes first.", hint=_HINT, verb="vacation")
    return first, last


def handle(span: Span | None, context: Context) -> Reply:
    """Keep the days; what was left of other vacations stays, unless it is `off`.

    A day that has begun stays taken: a clock that it has stopped would else have run through it after all, perhaps
    out.
    """
    today = absences.today(context.player, context.now)
    kept = absences.days(context.player.vacations)
    if span is None:
        kept = {day for day in kept if day <= today}
    else:
        refuse_unless(span[0] >= today, "A vacation cannot begin in the past.", verb="vacation")
        refuse_unless(span[1].year <= today.year + 1, "That is too far ahead.", verb="vacation")
        kept |= absences.days([span])
        _check_years(kept, span, context)
    context.repositories.accounts.change(context.player.id, vacations=absences.spans(kept))
    most = context.services.config.players.max_vacation_days
    facts = {
        "spans": [one for one in absences.spans(kept) if one[1] >= today] if span else [],
        "still_today": span is None and today in kept,
        "year": today.year,
        "left": most - _of_year(kept, today.year),
    }
    return Reply(context.services.renderer.text("replies/vacation.txt", **facts))


def _check_years(kept: set[date], span: Span, context: Context) -> None:
    most = context.services.config.players.max_vacation_days
    for year in range(span[0].year, span[1].year + 1):
        count = _of_year(kept, year)
        refuse_unless(
            count <= most,
            f"There are {most} days of vacation a year, and that would make {count} in {year}.",
            verb="vacation",
        )


def _of_year(kept: set[date], year: int) -> int:
    return sum(day.year == year for day in kept)


SPEC = Spec(
    name="vacation",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("vacation userid password from..to", "vacation userid password off"),
    summary="days on which no clock runs for you",
    help="""Tells when you are away, from the first day to the last, in your own
time zone. Clocks and reminders stand still on these days, and the
others see it in `who`. There are only so many days a year. `off` ends a
vacation with the day that it is, and takes back those to come.""",
    example="vacation ann secret 2026-12-20..2027-01-03",
    parse=parse,
    handle=handle,
)
