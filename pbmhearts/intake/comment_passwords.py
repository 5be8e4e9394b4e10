"""Words of comments that may be the writer's password: they are tried, so that they can be kept from the table."""

from collections.abc import Iterator

from pbmhearts.commands.actors import PasswordPair
from pbmhearts.commands.text_passwords import MOST_TRIED, likely_passwords
from pbmhearts.errors import Refusal
from pbmhearts.intake.identify import Identifier
from pbmhearts.intake.parse import Command


def password_pairs(command: Command, identifier: Identifier) -> Iterator[PasswordPair]:
    """What of a command's comment may be its writer's password, known by a code; none once that was often tried."""
    says = command.reply or command.spec.name == "chat"  # on the command's own line, too
    if not likely_passwords((" ".join(command.words if says else ()), *command.comment)):
        return
    try:
        identified = identifier.identify(command)
    except Refusal:
        return
    actor = identified.actor
    if actor is not None and actor.account.password_hash and identifier.may_try(actor.account):
        said = " ".join(identified.rest if says else ())
        for word in likely_passwords((said, *command.comment))[:MOST_TRIED]:
            yield actor.account.password_hash, word
