"""Finding the people that a command names."""

import difflib

from pbmhearts.commands.context import Context
from pbmhearts.errors import Refusal
from pbmhearts.render import CardStyle, Look, Style
from pbmhearts.storage import Account


def named(userid: str, context: Context, verb: str, otherwise: str = "") -> Account:
    """The account of that userid.

    Raises:
        Refusal: there is none; names the nearest, or says `otherwise`.
    """
    account = context.repositories.accounts.by_userid(userid)
    if account is None:
        near = difflib.get_close_matches(userid, context.repositories.accounts.userids(), n=1)
        raise Refusal(
            f"There is no player {userid}.", hint=f"Did you mean {near[0]}?" if near else otherwise, verb=verb
        )
    return account


def look_of(account: Account | None) -> Look:
    """How a person wants letters."""
    if account is None:
        return Look()
    wishes = account.preferences
    return Look(
        cards=CardStyle(wishes.get("cards", CardStyle.UNICODE)),
        style=Style(wishes.get("style", Style.TABLE)),
        html=wishes.get("html", True),
        zone=wishes.get("zone", "UTC"),
        turn_subject=wishes.get("subject") == "turn",
    )
