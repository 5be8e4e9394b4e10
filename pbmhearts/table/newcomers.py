"""From an invitation to an account and a seat, in one reply."""

from pbmhearts.commands import userids
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply
from pbmhearts.errors import Refusal
from pbmhearts.storage import Account, Invitation
from pbmhearts.table import invitations


def join(invitation: Invitation, userid: str, context: Context) -> Reply:
    """Take the seat that was offered to an address, with a new account or with one that has the address by now.

    Raises:
        Refusal: the invitation is over, or the name cannot be had.
    """
    invitations.check_open(invitation)
    account = _account(invitation, userid, context)
    begun = invitations.accept(invitation, account, context)
    facts = {"userid": account.userid, "board": invitation.board, "begun": begun}
    text = context.services.renderer.text("replies/joined.txt", server=context.services.me.address, **facts)
    return Reply(text if begun else f"{text}\n\n{invitations.text_of(invitation.board, context)}")


def _account(invitation: Invitation, userid: str, context: Context) -> Account:
    known = context.repositories.accounts.by_address(invitation.address)
    for account in known:
        if userid.casefold() in {"", account.userid.casefold()}:
            return account
    userid = userid if userid.isascii() else userids.likened(userid)
    if not userid or _sits(userid, invitation, context):  # "yes, Ann" greets ann
        userid = _named_in_from(context)
    if not userid:
        raise Refusal("What do you want to be called?", hint="Reply with yes and a name, such as: yes bob")
    userids.check_form(userid, "yes")
    userids.check_free(userid, context, "yes")
    accounts = context.repositories.accounts
    account = accounts.add(userid, "", context.now)
    # Whoever answers the invitation has read it, so the address is theirs.
    accounts.add_address(account.id, invitation.address, context.now, confirmed_at=context.now)
    return account


def _sits(userid: str, invitation: Invitation, context: Context) -> bool:
    """Whether somebody of that name is asked to the board, too."""
    account = context.repositories.accounts.by_userid(userid)
    asked = context.repositories.invitations.of_board(invitation.board)
    return account is not None and account.id in {each.account_id for each in asked}


def _named_in_from(context: Context) -> str:
    """A free userid made of the name in the From, with a number if somebody has it; "" where there is no name."""
    name = userids.likened(context.mail.header_name)
    for userid in (name, *(f"{name[:18]}{number}" for number in range(2, 10))) if name else ():
        try:
            userids.check_free(userid, context, "yes")
        except Refusal:
            continue
        return userid
    return ""
