"""Letters to all players: who takes them, the copies for their readers, and what these say."""

from pbmhearts.commands import preferences
from pbmhearts.commands.context import Context, Services
from pbmhearts.letters import Content
from pbmhearts.notices import tell
from pbmhearts.storage import Account, Broadcast, BroadcastCopy, OutgoingMail, Repositories

_SLICE = 50
"""So many accounts are looked at in one transaction."""


def takes(account: Account, *, everybody: bool) -> bool:
    """Whether a player takes letters to all players: not who has signed off or paused, nor who wants none."""
    if account.status != "active" or account.paused_at is not None:
        return False
    return everybody or bool(preferences.value(account.preferences, "broadcasts"))


def fan_out(context: Context) -> None:
    """Enqueue some copies of the oldest broadcast that has not reached all."""
    repositories = context.repositories
    broadcast = repositories.broadcasts.unfinished(lock=True)
    if broadcast is None:
        return
    accounts = repositories.accounts.after(broadcast.reached, _SLICE)
    if not accounts:
        repositories.broadcasts.finish(broadcast.id, context.now)
        return
    last = accounts[-1].id
    addresses = repositories.accounts.reachable_between(accounts[0].id, last)
    left_out = _left_out(broadcast, repositories)
    copies = [
        _copy(account, address, broadcast, context)
        for account in accounts
        if account.id not in left_out and takes(account, everybody=broadcast.everybody)
        for address in addresses.get(account.id, ())
    ]
    repositories.outbox.enqueue(copies, context.now)
    repositories.broadcasts.advance(broadcast.id, last)


def _left_out(broadcast: Broadcast, repositories: Repositories) -> frozenset[int]:
    """The writer, and who has blocked the writer."""
    if broadcast.sender_id is None:
        return frozenset()
    return repositories.blocks.blockers(broadcast.sender_id) | {broadcast.sender_id}


def _copy(account: Account, address: str, broadcast: Broadcast, context: Context) -> OutgoingMail:
    services = context.services
    tag = tell.account_tag(services, account.id)
    return OutgoingMail(
        about=BroadcastCopy(broadcast.id),
        address=address,
        message_id=services.me.letter_message_id(tag, tell.unique(context)),
        account_id=account.id,
        reply_to=services.me.letter_address(tag),
    )


def content(broadcast: Broadcast, account: Account, sender: Account | None, services: Services) -> Content:
    """What a copy says."""
    tag = tell.account_tag(services, account.id)
    if sender is None:
        facts = {"text": broadcast.text, "may_stop": not broadcast.everybody}
        return tell.content(services, "replies/news.txt", broadcast.subject, facts, tag=tag, account=account)
    facts = {"sender": sender.userid, "text": broadcast.text}
    return tell.content(services, "replies/broadcast.txt", broadcast.subject, facts, tag=tag, account=account)
