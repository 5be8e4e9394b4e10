"""What the operator writes to all players."""

from pbmhearts.commands.context import Context
from pbmhearts.errors import PbmheartsError
from pbmhearts.notices import broadcasts
from pbmhearts.storage import Repositories

_SLICE = 500


def readers(repositories: Repositories, *, everybody: bool) -> int:
    """How many players a letter would go to now.

    Args:
        everybody: also those who have set `broadcasts=no`.
    """
    count = reached = 0
    while accounts := repositories.accounts.after(reached, _SLICE):
        count += sum(broadcasts.takes(account, everybody=everybody) for account in accounts)
        reached = accounts[-1].id
    return count


def broadcast(subject: str, text: str, context: Context, *, everybody: bool) -> None:
    """Send a letter to all players who take such letters and have neither signed off nor paused.

    Args:
        everybody: also to those who have set `broadcasts=no`.

    Raises:
        PbmheartsError: there is nothing to say.
    """
    if not text.strip():
        raise PbmheartsError("there is nothing to pass on")
    context.repositories.broadcasts.add(None, subject, text.strip("\n"), context.now, everybody=everybody)
