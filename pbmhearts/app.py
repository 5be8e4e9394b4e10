"""The composition root: from a Config to a server. The only place that wires."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing.connection import Connection

from pbmhearts import logs, verbs
from pbmhearts.botplay.worker import BotPlay
from pbmhearts.clock import Clock, DealSecrets, SystemClock, Tokens, system_secret, system_tokens
from pbmhearts.commands.context import Services
from pbmhearts.config import Config
from pbmhearts.delivery.render_process import RenderProcess, answer
from pbmhearts.delivery.rendering import LocalRendering
from pbmhearts.delivery.rounds import PATIENCE, Delivery
from pbmhearts.errors import StorageError
from pbmhearts.intake.process import Intake
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.listener import Listener
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.codes import Codes
from pbmhearts.mail.transport.choice import transport_for
from pbmhearts.operator.chores import Chores
from pbmhearts.reminders import run as reminders
from pbmhearts.render import Renderer
from pbmhearts.resources import data_path
from pbmhearts.storage import Store

BEAT_SECONDS = 60.0
"""How often the server notes that it is there."""

REMINDERS_EVERY = timedelta(hours=1)
CHORES_PATIENCE = 5.0
"""How many seconds are left to a chore in hand when the server stops; what it does not finish it does the next time."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class App:
    """A server's parts, wired and not yet listening."""

    config: Config
    store: Store
    services: Services
    delivery: Delivery
    botplay: BotPlay
    intake: Intake

    def listener(self) -> Listener:
        """The socket side, for `serve`."""
        me = self.services.me
        return Listener(
            self.config.listen,
            lambda address: me.is_ours(address) or me.is_postmaster(address),
            self.intake.receive,
            self.services.clock,
        )

    def render_process(self) -> RenderProcess:
        """Who renders letters beside this process while there are many."""
        setup = (self.config, logging.getLogger().level)
        return RenderProcess(render_letters, setup, LocalRendering(self.store, self.services))

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

    def remind(self) -> float:
        """Remind whoever is due, unless that was done within the hour; after how many seconds it is due again."""
        now = self.services.clock.now()
        with self.store.read() as repositories:
            last = repositories.uptime.last_reminders()
        if last is None or not timedelta(0) <= now - last < REMINDERS_EVERY:
            reminders.remind(self.store, self.services)
            last = now
        return (last + REMINDERS_EVERY - now).total_seconds()

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
    delivery = Delivery(store, services, transport_for(config))
    botplay = BotPlay(store, services, delivery.wake)
    intake = Intake(store, services, delivery.wake, botplay.wake)
    return App(config, store, services, delivery, botplay, intake)


def render_letters(descriptor: int) -> None:
    """Render letters for a server: what the process does that it starts for that."""
    connection = Connection(descriptor)
    config, level = connection.recv()
    logs.start(config.log.format, logging.getLevelName(level))
    with opened(config) as app:
        answer(connection, LocalRendering(app.store, app.services))


async def serve(app: App, announce: Callable[[str, int], None], chores: Chores | None = None) -> None:
    """Listen and deliver until SIGTERM or SIGINT, then finish what is in hand.

    Args:
        announce: called with host and port once mail is taken.
        chores: what is done beside that.

    Raises:
        OSError: the port cannot be listened on.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    await asyncio.to_thread(app.wake_up)
    listener = app.listener()
    await listener.start()
    chores = chores or Chores({}, 0)
    chores.start()
    beating = asyncio.create_task(_keep_beating(app))
    if app.config.delivery.deliver:
        app.delivery.start(app.render_process())
    app.botplay.start()
    announce(*listener.address)
    try:
        await stopping.wait()
    finally:
        beating.cancel()
        await asyncio.gather(
            listener.stop(PATIENCE),
            asyncio.to_thread(app.delivery.stop, PATIENCE),
            asyncio.to_thread(app.botplay.stop, PATIENCE),
            asyncio.to_thread(chores.stop, CHORES_PATIENCE),
        )


async def _keep_beating(app: App) -> None:
    """Note once a minute that the server is there, so that the next one knows how long it was not."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        try:
            await asyncio.to_thread(app.beat)
        except StorageError as error:
            _log.warning("database away: %s", error)
