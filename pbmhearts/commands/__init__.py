"""The verbs, a file each under `verbs`, and how a mail becomes a list of them."""

from pbmhearts.commands.context import Context, Services
from pbmhearts.commands.parser import Command, Unreadable, parse
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import Reply, Scope, Spec

__all__ = [
    "Command",
    "Context",
    "Registry",
    "Reply",
    "Scope",
    "Services",
    "Spec",
    "Unreadable",
    "parse",
]
