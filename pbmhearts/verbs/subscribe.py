"""`mhearts subscribe`: watch a board, or every board of a player."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import board_number
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless

_TITLE = "mhearts subscribe"


def parse(words: Words) -> str:
    """A board's number or a userid."""
    refuse_unless(len(words.words) == 1, "One board or one player is needed.", verb=_TITLE)
    return words.words[0]


def handle(wanted: str, context: Context) -> Reply:
    """Begin to watch."""
    number = board_number(wanted)
    return _follow(wanted, context) if number is None else _watch(number, context)


def _watch(number: int, context: Context) -> Reply:
    board, watchers = context.board(number), context.repositories.watchers
    refuse_unless(watchers.may_watch(number), f"Board {number} is private: it has no watchers.")
    refuse_unless(
        board.ended_at is None,
        f"Board {number} is over.",
        hint=f"`mhearts replay {number}` shows how it went.",
    )
    refuse_unless(
        board.seat_of(context.player.id) is None, f"You play on board {number}: its letters come to you."
    )
    refuse_unless(watchers.add(number, context.player.id, board.seq), f"You watch board {number} already.")
    names = ", ".join(board.names)
    text = context.services.renderer.text(
        "replies/subscribe.txt", what=f"board {number} ({names})", board=number
    )
    return Reply(text)


def _follow(userid: str, context: Context) -> Reply:
    player = named(userid, context, _TITLE)
    refuse_unless(player.id != context.player.id, "The letters of your own boards come to you.")
    # A block looks like closed doors: who is blocked need not learn of it.
    blocked = context.repositories.blocks.is_blocked(player.id, context.player.id)
    refuse_unless(not blocked, f"{player.userid} wants no watchers.")
    begun = context.repositories.watchers.follow(player.id, context.player.id)
    refuse_unless(begun, f"You follow {player.userid} already.")
    what = f"every board that {player.userid} begins from now on"
    text = context.services.renderer.text("replies/subscribe.txt", what=what, board=player.userid)
    return Reply(text)


SPEC = Spec(
    name="subscribe",
    game=True,
    scope=Scope.ACCOUNT,
    usage=("mhearts subscribe board|player userid password",),
    summary="watch a board, or a player's boards",
    help="""Watches a board: you get a letter at the end of each trick, hand and
board, and whatever is said at the table. You see the cards as they fall;
hands only when the board is over. With a player's userid you watch every
board that the player begins from now on. Private boards cannot be
watched. `unsubscribe` ends it.""",
    example="mhearts subscribe 101 eve secret",
    parse=parse,
    handle=handle,
    object_first=True,
)
