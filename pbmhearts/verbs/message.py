"""`message`: a letter from player to player."""

import difflib
from dataclasses import dataclass

from pbmhearts.commands import limits
from pbmhearts.commands.comments import publishable_words
from pbmhearts.commands.context import Context
from pbmhearts.commands.credentials import check_account
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.notices import tell
from pbmhearts.notices.confirmation import check_confirmed
from pbmhearts.storage import Account

MOST = 20
"""Players that one player may write to in a day."""


@dataclass(frozen=True, slots=True)
class Message:
    """To whom, and what."""

    userids: tuple[str, ...]
    lines: tuple[str, ...]


def parse(words: Words) -> Message:
    """Userids; what is written to them stands below."""
    userids = [word for text in words.words for word in text.casefold().split(",") if word]
    refuse_unless(userids, "To whom?", verb="message")
    return Message(tuple(dict.fromkeys(userids)), words.comment)


def handle(message: Message, context: Context) -> Reply:
    """Write to each who has not blocked the player; the player is not told who has."""
    check_account(context, "message")
    check_confirmed(context, "message")
    text = publishable_words(message.lines, context)
    refuse_unless(text, "There is nothing to pass on.", hint="Your words stand in the body.", verb="message")
    others = [_named(userid, context) for userid in message.userids]
    sender = context.player
    for other in others:
        why = f"You may write to {MOST} players a day."
        limits.spend(context.repositories, f"message:{sender.id}", MOST, context.now, why)
        if not context.repositories.blocks.is_blocked(other.id, sender.id):
            facts = {"sender": sender.userid, "text": text}
            tell.person(context, other, "replies/message.txt", f"A message from {sender.userid}", facts)
    names = ", ".join(other.userid for other in others)
    return Reply(context.services.renderer.text("replies/passed_on.txt", to=names, text=text))


def _named(userid: str, context: Context) -> Account:
    account = context.repositories.accounts.by_userid(userid)
    if account is None or account.status == "deleted":
        near = difflib.get_close_matches(userid, context.repositories.accounts.userids(), n=1)
        # Not repeated: people write their password there.
        hint = f"Did you mean {near[0]}?" if near else "`who` lists the players."
        raise Refusal("A word behind `message` is no player.", hint=hint, verb="message")
    return account


SPEC = Spec(
    name="message",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("message userid password to+",),
    summary="write to other players",
    help="""Passes the body of your mail on to the players you name, twenty a day at
most; they see your userid, and no address. Whoever has blocked you gets
nothing, and you are not told. As a reply to a message it needs no
userid and password: `message ann` on the first line, your words below.""",
    example="message ann secret bob cat",
    parse=parse,
    handle=handle,
    in_reply=True,
)
