"""`set`: how a player wants things."""

from dataclasses import dataclass
from typing import Any

from pbmhearts.commands import preferences
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless

_HERE = "here"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set, as it is stored; `here` for the board of the letter that was answered."""

    values: dict[str, Any]
    here: bool


def parse(words: Words) -> Settings:
    """Pairs of key and value; `here` among them."""
    plain = [word for word in words.words if word.lower().strip(".,;") != _HERE]
    return Settings(preferences.parse(plain), here=len(plain) < len(words.words))


def handle(settings: Settings, context: Context) -> Reply:
    """Set them, and show what holds now."""
    wishes = _here(settings, context) if settings.here else context.player.preferences | settings.values
    if settings.values:
        context.repositories.accounts.change(context.player.id, preferences=wishes)
    return Reply(context.services.renderer.text("replies/set.txt", lines=preferences.describe(wishes)))


def _here(settings: Settings, context: Context) -> dict[str, Any]:
    board = context.actor.board if context.actor else None
    refuse_unless(
        board is not None, "`here` belongs into a reply to a board's letter: it means that board.", verb="set"
    )
    refuse_unless(settings.values, "What is to be so here?", hint="Such as: set notify=turn here", verb="set")
    wrong = preferences.only_accounts(settings.values)
    refuse_unless(not wrong, f"{', '.join(wrong)}: that cannot be set for one board alone.", verb="set")
    boards = context.player.preferences.get(preferences.BOARDS, {})
    mine = boards.get(str(board), {}) | settings.values
    return context.player.preferences | {preferences.BOARDS: boards | {str(board): mine}}


SPEC = Spec(
    name="set",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("set userid password key=value+", "set userid password"),
    summary="how you want your letters, and who may challenge you",
    help="""Sets how you want things; without any pair it shows what holds.

  notify      every, turn, trick or hand: when letters come
  digest      08:00 or off: one letter a day
  cards       unicode, ascii or words
  style       table or prose
  html        yes or no
  subject     board or turn: what a letter's Subject names
  zone        your time zone, such as Europe/Paris
  challenges  open, ask or closed
  limit       boards at once, at most; or off
  broadcasts  yes or no: letters to all players

Letters in one hand, those that answer your own moves counted:

  every  about 49
  turn   about 23
  trick  about 30
  hand   about 25

As a reply to a board's letter it needs no userid and password, and
`set notify=turn here` is for that board alone.""",
    example="set ann secret notify=turn zone=Europe/Paris",
    parse=parse,
    handle=handle,
    in_reply=True,
)
