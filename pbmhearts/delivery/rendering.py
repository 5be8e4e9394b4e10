"""Claimed letters become bytes."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pbmhearts.commands.context import Services
from pbmhearts.errors import StorageError
from pbmhearts.mail.writing.outbound import write
from pbmhearts.notices.composer import Composer
from pbmhearts.storage import ClaimedMail, Store

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rendered:
    """What became of letters, by their numbers.

    Attributes:
        letters: the bytes of those that could be rendered.
        faults: the kind of fault of the others.
    """

    letters: dict[int, bytes] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)


class Rendering(Protocol):
    """Whoever renders letters."""

    def render(self, claimed: Sequence[ClaimedMail]) -> Rendered:
        """Render these letters from one picture of the database.

        Raises:
            StorageError: the database is away.
        """
        ...

    def rest(self) -> None:
        """There is nothing to do at the moment."""
        ...

    def close(self) -> None:
        """There will be nothing more to do."""
        ...


class LocalRendering:
    """Renders in this process."""

    def __init__(self, store: Store, services: Services) -> None:
        self._store = store
        self._services = services

    def render(self, claimed: Sequence[ClaimedMail]) -> Rendered:
        """Render letters; the fault of one does not hold up the others."""
        rendered = Rendered()
        with self._store.read() as repositories:
            composer = Composer(repositories, self._services)
            for letter in claimed:
                try:
                    rendered.letters[letter.id] = write(composer.letter(letter), self._services.me)
                except StorageError:
                    raise
                except Exception as error:  # noqa: BLE001 - one letter's fault must not hold up the others
                    _log.error("letter %s cannot be rendered: %s", letter.id, type(error).__name__)
                    rendered.faults[letter.id] = type(error).__name__
        return rendered

    def rest(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing runs."""
