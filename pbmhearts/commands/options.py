"""The rules that a command's options ask for."""

from collections.abc import Sequence

from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import BadOptionError, RuleSet


def rules_of(options: Sequence[str], verb: str) -> RuleSet:
    """The rules.

    Raises:
        Refusal: an option that there is not, or a value that it cannot have; names it and the nearest right one.
    """
    try:
        return RuleSet.parse(list(options))
    except BadOptionError as error:
        hint = f"Did you mean `{error.nearest}`?" if error.nearest else "`help challenge` lists the options."
        raise Refusal(f"The option {error.option}: {error.why}", hint=hint, verb=verb) from error
