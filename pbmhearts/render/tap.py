"""One-tap commands: `mailto:` links with a ready Subject (RFC 6068)."""

from urllib.parse import quote


def mailto(server: str, subject: str) -> str:
    """A link that opens a mail to `server` with `subject`; a space is `%20`, which mail programs read."""
    return f"mailto:{quote(server, safe='@')}?subject={quote(subject, safe='')}"
