"""pbmhearts: a play-by-mail server for the card game Hearts."""

__version__ = "0.1.0"
