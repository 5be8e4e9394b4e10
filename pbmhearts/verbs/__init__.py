"""The verbs, a file each; found by looking."""

import importlib
import pkgutil

from pbmhearts.commands.registry import Registry


def discover() -> Registry:
    """The verbs that this package holds.

    Raises:
        ValueError: two verbs claim one name.
    """
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    return Registry(importlib.import_module(f"{__name__}.{name}").SPEC for name in names)
