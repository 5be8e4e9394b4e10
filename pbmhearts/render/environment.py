"""Templates, compiled once, and the filters that they use."""

import functools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.runtime import Macro
from markupsafe import Markup

from pbmhearts.render.layout import barred, strangers_lines, wrap
from pbmhearts.render.model import Comment
from pbmhearts.render.paragraphs import paragraphs

# A file may use the filters of those before it.
_FRAGMENTS: tuple[tuple[str, type[str]], ...] = (
    ("mhearts/rows.txt", str),
    ("mhearts/fragments.txt", str),
    ("mhearts/tiles.html", Markup),
    ("mhearts/rows.html", Markup),
    ("mhearts/fragments.html", Markup),
)
_REMEMBERED = 256
"""How many results of each macro are kept: much of a letter was in the letters of the card before."""


@functools.cache  # compiling the templates takes longer than many a letter
def environment(templates: Path) -> Environment:
    """The templates of a directory."""
    made = Environment(
        loader=FileSystemLoader(templates),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False, default_for_string=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["look"] = made.get_template("letters/look.html").module
    made.filters["wrap"] = wrap
    made.filters["barred"] = barred
    made.filters["paragraphs"] = paragraphs
    made.filters["all_words"] = _all_words
    made.filters["strangers"] = lambda text: "\n".join(strangers_lines(text))
    for file, kind in _FRAGMENTS:
        made.filters |= dict(_fragments(made, file, kind))
    return made


def _all_words(comments: Iterable[Comment]) -> list[str]:
    """The lines of what was said, each comment's below its author."""
    return [line for said in comments for line in (f"{said.author} wrote:", *barred(said.text).split("\n"))]


def _fragments(
    templates: Environment, file: str, kind: type[str]
) -> Iterator[tuple[str, Callable[..., str]]]:
    """The macros of a file, each as a filter that remembers its results by the facts that it was given."""
    for name, macro in vars(templates.get_template(file).module).items():
        if isinstance(macro, Macro):
            yield name, functools.lru_cache(_REMEMBERED)(functools.partial(_made, kind, macro))


def _made(kind: type[str], macro: Macro, *facts: object) -> str:
    return kind(macro(*facts))
