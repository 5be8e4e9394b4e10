"""The composition root: from a Config to a server. With `app.serve` the only place that wires."""

import contextlib
import functools
import logging
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbmhearts import verbs
from pbmhearts.botplay.worker import BotPlay
from pbmhearts.clock import Clock, DealSecrets, SystemClock, Tokens, system_secret, system_tokens
from pbmhearts.commands.context import Services
from pbmhearts.config import Config
from pbmhearts.errors import StorageError
from pbmhearts.intake.process import Intake
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.codes import Codes
from pbmhearts.render import Renderer
from pbmhearts.resources import data_path
from pbmhearts.storage import Store

if TYPE_CHECKING:
    from pbmhearts.delivery.rounds import Delivery

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class App:
    """A server's parts, wired and not yet listening.

    Attributes:
        enqueued: set when letters were enqueued.
    """

    config: Config
    store: Store
    services: Services
    botplay: BotPlay
    intake: Intake
    enqueued: threading.Event

    @functools.cached_property
    def delivery(self) -> "Delivery":
        """What sends letters, made when it is asked for: taking one mail in does without."""
        from pbmhearts.delivery.rounds import Delivery  # noqa: PLC0415 - slow to import
        from pbmhearts.mail.transport.choice import transport_for  # noqa: PLC0415 - as above

        return Delivery(self.store, self.services, transport_for(self.config), self.enqueued)

    def take(self, raw: bytes, envelope: Envelope) -> Receipt:
        """Take one mail in without `serve`: as `Intake.process`, and bots that have to move then do so at once."""
        receipt = self.intake.process(raw, envelope)
        self.let_bots_move()
        return receipt

    def let_bots_move(self) -> None:
        """Let all bots move whom boards wait for; where the database is away, another process will."""
        try:
            self.botplay.run()
        except StorageError as error:
            _log.warning("bots wait: %s", error)

    def wake_up(self) -> None:
        """Note that the server is there again, and for how long it was not: clocks stood still meanwhile."""
        now = self.services.clock.now()
        down = self.store.run(lambda repositories: repositories.uptime.begin(now))
        if down is not None:
            _log.warning("the server was down from %s to %s; clocks stood still", *down)

    def go_on_without_serve(self) -> None:
        """Note that mail is taken by other ways than `serve`, so that clocks do not stand still for ever."""
        now = self.services.clock.now()
        with self.store.read() as repositories:
            silent = repositories.uptime.silence(now)
        down = silent and self.store.run(lambda repositories: repositories.uptime.go_on_without(now))
        if down:
            _log.warning("serve has not run from %s to %s; clocks go on without it", *down)

    def beat(self) -> None:
        """Note that the server is there."""
        now = self.services.clock.now()
        self.store.run(lambda repositories: repositories.uptime.beat(now))


@contextlib.contextmanager
def opened(
    config: Config,
    *,
    clock: Clock | None = None,
    tokens: Tokens = system_tokens,
    secrets: DealSecrets = system_secret,
    upgrade: bool = False,
) -> Iterator[App]:
    """The server of a configuration; its database is closed at the end.

    Args:
        upgrade: bring the database to this version first, where the configuration allows it.

    Raises:
        SchemaMismatchError: the database is of another version.
        StorageError: it cannot be used.
    """
    # Mails and letters pass from thread to thread; beside a busy one each pass would else take 5 ms.
    sys.setswitchinterval(0.0005)
    store = Store(config.database_url)
    try:
        if upgrade and config.database.migrate:
            store.upgrade()
        store.check()
        yield _wired(config, store, clock or SystemClock(), tokens, secrets)
    finally:
        store.close()


def _wired(config: Config, store: Store, clock: Clock, tokens: Tokens, secrets: DealSecrets) -> App:
    services = Services(
        config=config,
        clock=clock,
        tokens=tokens,
        secrets=secrets,
        me=ServerAddress(config.server.address, config.server.name, config.server.subaddress),
        codes=Codes(store.signing_key(tokens)),
        renderer=Renderer(data_path("templates")),
        registry=verbs.discover(),
    )
    enqueued = threading.Event()
    botplay = BotPlay(store, services, enqueued.set)
    intake = Intake(store, services, enqueued.set, botplay.wake)
    return App(config, store, services, botplay, intake, enqueued)
