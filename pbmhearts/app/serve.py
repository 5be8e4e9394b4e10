"""The server that runs: sockets, delivery, and what renders letters beside it."""

import asyncio
import logging
import signal
from collections.abc import Callable
from datetime import timedelta
from multiprocessing.connection import Connection

from pbmhearts import logs
from pbmhearts.app import App, opened
from pbmhearts.delivery.render_process import RenderProcess, answer
from pbmhearts.delivery.rendering import LocalRendering
from pbmhearts.delivery.rounds import PATIENCE
from pbmhearts.errors import StorageError
from pbmhearts.listener import Listener
from pbmhearts.operator.chores import Chores
from pbmhearts.reminders import run as reminders

BEAT_SECONDS = 60.0
"""How often the server notes that it is there."""

REMINDERS_EVERY = timedelta(hours=1)
CHORES_PATIENCE = 5.0
"""How many seconds are left to a chore in hand when the server stops; what it does not finish it does the next time."""

_log = logging.getLogger(__name__)


async def serve(server: App, announce: Callable[[str, int], None], chores: Chores | None = None) -> None:
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
    await asyncio.to_thread(server.wake_up)
    server.services.renderer.warm_up()
    listener = _listener(server)
    await listener.start()
    chores = chores or Chores({}, 0)
    chores.start()
    beating = asyncio.create_task(_keep_beating(server))
    if server.config.delivery.deliver:
        server.delivery.start(render_process(server))
    server.botplay.start()
    announce(*listener.address)
    try:
        await stopping.wait()
    finally:
        beating.cancel()
        await asyncio.gather(
            listener.stop(PATIENCE),
            asyncio.to_thread(server.delivery.stop, PATIENCE),
            asyncio.to_thread(server.botplay.stop, PATIENCE),
            asyncio.to_thread(chores.stop, CHORES_PATIENCE),
        )


def _listener(server: App) -> Listener:
    me = server.services.me
    return Listener(
        server.config.listen,
        lambda address: me.is_ours(address) or me.is_postmaster(address),
        server.intake.receive,
        server.services.clock,
    )


async def _keep_beating(server: App) -> None:
    """Note once a minute that the server is there, so that the next one knows how long it was not."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        try:
            await asyncio.to_thread(server.beat)
        except StorageError as error:
            _log.warning("database away: %s", error)


def remind(server: App) -> float:
    """Remind whoever is due, unless that was done within the hour; after how many seconds it is due again."""
    now = server.services.clock.now()
    with server.store.read() as repositories:
        last = repositories.uptime.last_reminders()
    if last is None or not timedelta(0) <= now - last < REMINDERS_EVERY:
        reminders.remind(server.store, server.services)
        last = now
    return (last + REMINDERS_EVERY - now).total_seconds()


def render_process(server: App) -> RenderProcess:
    """Who renders letters beside this process while there are many."""
    setup = (server.config, logging.getLogger().level)
    return RenderProcess(render_letters, setup, LocalRendering(server.store, server.services))


def render_letters(descriptor: int) -> None:
    """Render letters for a server: what the process does that it starts for that."""
    connection = Connection(descriptor)
    config, level = connection.recv()
    logs.start(config.log.format, logging.getLevelName(level))
    with opened(config) as server:
        server.services.renderer.warm_up()
        answer(connection, LocalRendering(server.store, server.services))
