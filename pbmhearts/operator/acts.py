"""How an operator's act is done: wholly or not at all, written down, and told to whom it concerns."""

from collections.abc import Callable
from dataclasses import dataclass

from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.storage import LoggedAct, Repositories, Store

Work = Callable[[Context], str]
"""Does an act, within its transaction; returns what was done, in words for the log: never a secret."""


@dataclass(frozen=True, slots=True)
class Operator:
    """Whoever acts on the server from outside.

    Attributes:
        who: the login that the log names.
    """

    store: Store
    services: Services
    who: str

    def perform(self, act: str, work: Work) -> str:
        """Do an act in one transaction with its line of the log and the letters that it enqueues.

        Args:
            act: the command, such as "boards undo".

        Returns:
            what was done.

        Raises:
            PbmheartsError: it cannot be done; nothing has happened, and nothing is written down.
        """

        def whole(repositories: Repositories) -> str:
            context = Context(self.services, repositories, NO_MAIL, self.services.clock.now())
            done = work(context)
            repositories.operator_log.add(LoggedAct(context.now, self.who, act, done))
            repositories.outbox.enqueue(context.outgoing, context.now)
            return done

        return self.store.run(whole)

    def note(self, act: str, about: str) -> None:
        """Write down that the operator is about to look at what players may not see."""
        self.perform(act, lambda _: about)
