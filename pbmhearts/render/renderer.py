"""Pages become letters: the one door of this package."""

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbmhearts.letters import Attachment, Content
from pbmhearts.render.answer_page import answer_facts
from pbmhearts.render.facts import BoardFacts, board_facts
from pbmhearts.render.layout import plain, tidy, to_ascii
from pbmhearts.render.model import AnswerPage, BoardPage, CardStyle, Look, NoticePage, ReminderPage
from pbmhearts.render.notation import spell
from pbmhearts.render.paragraphs import fit
from pbmhearts.render.sentences import Sentences, WordTemplates
from pbmhearts.render.tap import mailto

if TYPE_CHECKING:
    from jinja2 import Template

_GAME = "mhearts"
_SUBJECTS = 256
"""So many HTML pages begin as one before them did."""
_TAG = re.compile(r"^\[[^]]*\] ")


class Renderer:
    """Makes letters from the templates in one directory."""

    def __init__(self, templates: Path) -> None:
        self._templates = templates

    def warm_up(self) -> None:
        """Compile now what every letter needs; else that is done for the first letter."""
        _ = self._words, self._frame

    @functools.cached_property
    def _template(self) -> "Callable[[str], Template]":
        from pbmhearts.render.environment import environment  # noqa: PLC0415 - slow to import; most mails need no letter

        return functools.cache(environment(self._templates).get_template)

    @functools.cached_property
    def _words(self) -> WordTemplates:
        return WordTemplates(self._template(f"{_GAME}/words.txt"))

    @functools.cached_property
    def _frame(self) -> "tuple[Callable[[str], str], str]":
        """What makes the top of an HTML page from its subject, and the bottom."""
        frame: Any = self._template("letters/frame.html").module
        return functools.lru_cache(_SUBJECTS)(frame.top), frame.bottom()

    def board(self, page: BoardPage) -> Content:
        """A board as one reader is to be told of it."""
        facts = board_facts(page)
        subject = self._words.subject(facts, with_turn=page.look.turn_subject)
        record = self._record(facts)
        return self._letter(
            f"{_GAME}/board",
            subject,
            page.look,
            record,
            b=facts,
            said=self._words.sentences(facts),
            by_reply=True,
        )

    def answer(self, page: AnswerPage) -> Content:
        """The one answer to a mail, whatever became of its commands."""
        facts = answer_facts(page)
        return self._letter("letters/answer", facts.subject, page.look, (), page=facts)

    def notice(self, page: NoticePage) -> Content:
        """A letter that is about no running board."""
        links = tuple((tap, mailto(page.server, tap.subject)) for tap in page.taps)
        subject = plain(page.subject)
        title = _TAG.sub("", subject)
        text = fit(spell(page.text, page.look.cards))
        return self._letter("letters/notice", subject, page.look, (), text=text, links=links, title=title)

    def reminder(self, page: ReminderPage) -> Content:
        """One mail about all the boards that wait for a person, each of them whole."""
        boards = tuple(self._told(board) for board in page.boards)
        subject = " ".join(self.text("letters/reminder_subject.txt", boards=boards).split())
        return self._letter("letters/reminder", subject, page.look, (), boards=boards, page=page)

    def text(self, template: str, **facts: object) -> str:
        """The text that the template of that name under `templates/` makes of `facts`, without blank lines around it.

        Raises:
            jinja2.UndefinedError: the template asks for a fact that is not given.
        """
        return self._template(template).render(**facts).lstrip("\n").rstrip()

    def _told(self, page: BoardPage) -> tuple[BoardFacts, Sentences]:
        facts = board_facts(page)
        return facts, self._words.sentences(facts)

    def _record(self, facts: BoardFacts) -> tuple[Attachment, ...]:
        """The log and the secrets of a finished board, as one file."""
        if not facts.checks:
            return ()
        text = self._template(f"{_GAME}/record.txt").render(b=facts)
        return (Attachment(f"board-{facts.board}.txt", to_ascii(tidy(text))),)

    def _letter(
        self, name: str, subject: str, look: Look, attachments: tuple[Attachment, ...], **facts: object
    ) -> Content:
        text = tidy(self._template(f"{name}.txt").render(**facts))
        html = ""
        if look.html:
            top, bottom = self._frame
            html = f"{top(subject)}{self._template(f'{name}.html').render(**facts)}{bottom}"
        if look.cards is CardStyle.ASCII:
            subject, text = to_ascii(subject), to_ascii(text)
            html = html.encode("ascii", "xmlcharrefreplace").decode("ascii")
        return Content(subject, text, html, attachments)
