"""The rules that a command's options ask for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbmhearts.commands import terms
from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import BadOptionError, RuleSet
from pbmhearts.storage import Terms


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a command's options ask for."""

    rules: RuleSet
    terms: Terms

    def written(self) -> str:
        """The options that `wanted` makes this of, always the same for the same."""
        return " ".join(part for part in (self.rules.options(), terms.write_terms(self.terms)) if part)

    def title(self) -> str:
        """In one short line."""
        return " ".join(part for part in (self.rules.title(), terms.write_terms(self.terms)) if part)


def wanted(options: Iterable[str], verb: str) -> Wanted:
    """Rules and terms.

    Raises:
        Refusal: an option that there is not, or a value that it cannot have; names it and the nearest right one.
    """
    asked, others = terms.read_terms(options, verb)
    return Wanted(rules_of(others, verb), asked)


def rules_of(options: Sequence[str], verb: str) -> RuleSet:
    """The rules.

    Raises:
        Refusal: an option that there is not, or a value that it cannot have; names it and the nearest right one.
    """
    try:
        return RuleSet.parse(list(options))
    except BadOptionError as error:
        nearest = terms.nearest(error.option) or error.nearest
        hint = f"Did you mean `{nearest}`?" if nearest else "`help mhearts` lists the options."
        raise Refusal(f"The option {error.option}: {error.why}", hint=hint, verb=verb) from error
