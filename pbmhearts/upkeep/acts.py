"""How an operator's act is done: wholly or not at all, written down, and told to whom it concerns."""

from collections.abc import Callable
from typing import TypeVar

from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.storage import LoggedAct, Repositories, Store

T = TypeVar("T")


def perform(
    store: Store, services: Services, who: str, act: str, about: str, work: Callable[[Context], T]
) -> T:
    """Do an act in one transaction; returns what `work` returns.

    Args:
        who: the login of the operator.
        act: the command, such as "boards undo".
        about: what it is done to and how; never a secret.

    Raises:
        PbmheartsError: what `work` cannot do; nothing has happened, and nothing is written down.
    """

    def whole(repositories: Repositories) -> T:
        context = Context(services, repositories, NO_MAIL, services.clock.now())
        result = work(context)
        repositories.operator_log.add(LoggedAct(context.now, who, act, about))
        repositories.outbox.owe(context.debts, context.now)
        return result

    return store.run(whole)
