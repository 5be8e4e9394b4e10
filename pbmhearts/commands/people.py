"""Finding the people that a command names."""

import difflib

from pbmhearts.commands.context import Context
from pbmhearts.errors import Refusal
from pbmhearts.storage import Account


def named(userid: str, context: Context, verb: str, otherwise: str = "") -> Account:
    """The account of that userid.

    Raises:
        Refusal: there is none; names the nearest, or says `otherwise`.
    """
    account = context.repositories.accounts.by_userid(userid)
    if account is None or account.status == "deleted":
        near = difflib.get_close_matches(userid, context.repositories.accounts.userids(), n=1)
        raise Refusal(
            f"There is no player {userid}.", hint=f"Did you mean {near[0]}?" if near else otherwise, verb=verb
        )
    return account
