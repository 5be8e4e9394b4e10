"""The command line: what the operator types."""

from pbmhearts.cli.main import main

__all__ = ["main"]
