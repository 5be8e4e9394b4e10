"""What the operator writes to all players."""

from pbmhearts.commands import preferences
from pbmhearts.commands.context import Context
from pbmhearts.errors import PbmheartsError
from pbmhearts.notices import tell


def broadcast(subject: str, text: str, context: Context, *, everybody: bool) -> str:
    """Owe a letter to all players who take such letters and have neither signed off nor paused.

    Args:
        everybody: also to those who have set `broadcasts=no`.

    Returns:
        to how many it goes.

    Raises:
        PbmheartsError: there is nothing to say.
    """
    if not text.strip():
        raise PbmheartsError("there is nothing to pass on")
    facts = {"text": text.strip("\n"), "may_stop": not everybody}
    to = 0
    for account in context.repositories.accounts.all():
        takes = everybody or bool(preferences.value(account.preferences, "broadcasts"))
        if takes and account.status == "active" and account.paused_at is None:
            tell.person(context, account, "replies/news.txt", subject, facts)
            to += 1
    return f"to {to} players: {subject}"
