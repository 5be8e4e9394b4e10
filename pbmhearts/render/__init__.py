"""How a letter reads and looks: a view goes in, text and HTML come out."""

from pbmhearts.render.model import (
    Absence,
    AnswerPage,
    BoardPage,
    CardStyle,
    Comment,
    Commitment,
    DealCheck,
    DealRow,
    FourNames,
    Look,
    NoticePage,
    Outcome,
    OutcomeState,
    RatingChange,
    ReminderPage,
    Style,
    Tap,
)
from pbmhearts.render.renderer import Renderer

__all__ = [
    "Absence",
    "AnswerPage",
    "BoardPage",
    "CardStyle",
    "Comment",
    "Commitment",
    "DealCheck",
    "DealRow",
    "FourNames",
    "Look",
    "NoticePage",
    "Outcome",
    "OutcomeState",
    "RatingChange",
    "ReminderPage",
    "Renderer",
    "Style",
    "Tap",
]
