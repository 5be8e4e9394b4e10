"""An answer page made safe: what came in a mail may be quoted in its answer, and does no harm there."""

from dataclasses import replace

from pbmhearts.render.layout import plain, printable, strangers_lines
from pbmhearts.render.model import AnswerPage, CardStyle, Outcome
from pbmhearts.render.notation import spell
from pbmhearts.render.paragraphs import fit

_SUBJECT_LENGTH = 200


def _line(text: str, style: CardStyle) -> str:
    return spell(plain(text), style)


def _outcome(outcome: Outcome, style: CardStyle) -> Outcome:
    return replace(
        outcome,
        command=_line(outcome.command, style),
        text=fit(spell("\n".join(printable(line) for line in outcome.text.splitlines()), style)),
        why=_line(outcome.why, style),
        hint=_line(outcome.hint, style),
        usage=_line(outcome.usage, style),
    )


def _reply_subject(subject: str, style: CardStyle) -> str:
    """The subject of an answer to it: on one line, with one "Re:"."""
    line = _line(subject, style)[:_SUBJECT_LENGTH]
    return line if line.lower().startswith("re:") else f"Re: {line}".rstrip()


def answer_facts(page: AnswerPage) -> AnswerPage:
    """`page` with every text printable and in the reader's letters, its subject ready to send."""
    style = page.look.cards
    return replace(
        page,
        subject=_reply_subject(page.subject, style),
        outcomes=tuple(_outcome(outcome, style) for outcome in page.outcomes),
        read=_line(page.read, style),
        userid=_line(page.userid, style),
        comment=spell("\n".join(strangers_lines(page.comment)), style),
    )
