"""The rules of Hearts: states and actions in, new states and events out; no time, no chance, no storage."""

from pbmhearts.games.hearts.actions import (
    Action,
    ActionTextError,
    Deal,
    Move,
    Pass,
    Play,
    TakeBack,
    action_text,
    parse_action,
)
from pbmhearts.games.hearts.counts import Counts, counts
from pbmhearts.games.hearts.engine import Transition, apply
from pbmhearts.games.hearts.events import (
    CardPlayed,
    DealScored,
    Dealt,
    Event,
    HeartsBroken,
    MatchFinished,
    MoonShot,
    Passed,
    PassingDone,
    RestTaken,
    TakenBack,
    Totals,
    TrickTaken,
    TrickView,
)
from pbmhearts.games.hearts.legality import legal_cards, legal_moves, same_passing, waiting
from pbmhearts.games.hearts.log import deal_log
from pbmhearts.games.hearts.options import PRESETS, BadOptionError
from pbmhearts.games.hearts.pbn import Hands, hands_from_pbn, hands_to_pbn
from pbmhearts.games.hearts.playout import play_out
from pbmhearts.games.hearts.refusals import IllegalMoveError
from pbmhearts.games.hearts.replay import Step, after, replay
from pbmhearts.games.hearts.rules import RULES_VERSION, MoonKind, PassKind, RuleSet
from pbmhearts.games.hearts.scoring import place_last, places
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat
from pbmhearts.games.hearts.state import AwaitingDeal, Finished, Passing, Playing, State, resume, start
from pbmhearts.games.hearts.tricks import chosen_cards
from pbmhearts.games.hearts.view import Phase, View, seen_by, view

__all__ = [
    "PRESETS",
    "RULES_VERSION",
    "SEATS",
    "Action",
    "ActionTextError",
    "AwaitingDeal",
    "BadOptionError",
    "CardPlayed",
    "Counts",
    "Deal",
    "DealScored",
    "Dealt",
    "Event",
    "Finished",
    "Hands",
    "HeartsBroken",
    "IllegalMoveError",
    "MatchFinished",
    "MoonKind",
    "MoonShot",
    "Move",
    "Pass",
    "PassDirection",
    "PassKind",
    "Passed",
    "Passing",
    "PassingDone",
    "Phase",
    "Play",
    "Playing",
    "RestTaken",
    "RuleSet",
    "Seat",
    "State",
    "Step",
    "TakeBack",
    "TakenBack",
    "Totals",
    "Transition",
    "TrickTaken",
    "TrickView",
    "View",
    "action_text",
    "after",
    "apply",
    "chosen_cards",
    "counts",
    "deal_log",
    "hands_from_pbn",
    "hands_to_pbn",
    "legal_cards",
    "legal_moves",
    "parse_action",
    "place_last",
    "places",
    "play_out",
    "replay",
    "resume",
    "same_passing",
    "seen_by",
    "start",
    "view",
    "waiting",
]
