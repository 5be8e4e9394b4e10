"""Which verbs there are, by their names."""

import difflib
from collections.abc import Iterable, Iterator

from pbmhearts.commands.spec import GAME, Spec

_SHORTEST = 3
"""Letters of a word up to which it resembles any verb."""


class Registry:
    """The verbs by name.

    Raises:
        ValueError: two verbs claim one name.
    """

    def __init__(self, specs: Iterable[Spec]) -> None:
        self._specs = tuple(sorted(specs, key=lambda spec: (spec.game, spec.name)))
        self._to_board = {word: spec for spec in self._specs for word in spec.to_board}
        self._by_name: dict[tuple[bool, str], Spec] = {}
        for spec in self._specs:
            for name in (spec.name, *spec.aliases):
                if (spec.game, name) in self._by_name:
                    raise ValueError(f"two verbs are called {name!r}")
                self._by_name[spec.game, name] = spec

    def __iter__(self) -> Iterator[Spec]:
        return iter(self._specs)

    def find(self, name: str, *, game: bool) -> Spec | None:
        """The verb of that name or alias, in any case."""
        return self._by_name.get((game, name.lower()))

    def in_reply(self, name: str, *, to_board: bool = False) -> Spec | None:
        """The verb that a reply may begin with: a board's before the server's.

        Args:
            to_board: the reply is to a board's letter.
        """
        if to_board and name.lower() in self._to_board:
            return self._to_board[name.lower()]
        for game in (True, False):
            spec = self.find(name, game=game)
            if spec is not None and spec.in_reply and name.lower() not in spec.never_in_reply:
                return spec
        return None

    def by_title(self, title: str) -> Spec | None:
        """The verb of `mhearts move`, `move` or `signup`."""
        words = title.lower().split()
        if words[:1] == [GAME]:
            return self.find(words[1], game=True) if len(words) > 1 else None
        if not words:
            return None
        return self.find(words[0], game=False) or self.find(words[0], game=True)

    def nearest(self, name: str, *, game: bool) -> Spec | None:
        """The verb that was probably meant: the game's name is easily forgotten, or put where it is not wanted."""
        names = {known for _, known in self._by_name}
        found = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.6)
        if not found:
            return None
        return self.find(found[0], game=game) or self.find(found[0], game=not game)

    def nearest_in_reply(self, name: str) -> Spec | None:
        """The verb that was probably meant by the first word of a reply, which may as well begin a sentence."""
        word = name.lower()
        # Who mistypes a verb begins it rightly, while "what" is no `chat`.
        names = [known for _, known in self._by_name if known[:1] == word[:1] and self.in_reply(known)]
        found = difflib.get_close_matches(word, names, n=1, cutoff=0.75) if len(word) > _SHORTEST else []
        return self.in_reply(found[0]) if found else None

    def resembles_game(self, name: str) -> bool:
        """Whether the word is the game's name misspelt."""
        return bool(difflib.get_close_matches(name.lower().rstrip(":"), [GAME], cutoff=0.7))
