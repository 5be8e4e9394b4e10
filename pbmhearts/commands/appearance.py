"""How a person wants letters to look."""

from pbmhearts.render import CardStyle, Look, Style
from pbmhearts.storage import Account


def look_of(account: Account | None) -> Look:
    """How a person wants letters."""
    if account is None:
        return Look()
    wishes = account.preferences
    return Look(
        cards=CardStyle(wishes.get("cards", CardStyle.UNICODE)),
        style=Style(wishes.get("style", Style.TABLE)),
        html=wishes.get("html", True),
        zone=wishes.get("zone", "UTC"),
        counts=wishes.get("counts", True),
        turn_subject=wishes.get("subject") == "turn",
    )
