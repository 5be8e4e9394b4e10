"""Why a move is refused, in words for the player who sent it."""

from pbmhearts.cards import PACK, Card, Suit
from pbmhearts.errors import PbmheartsError
from pbmhearts.games.hearts.actions import Pass, Play
from pbmhearts.games.hearts.legality import legal_cards
from pbmhearts.games.hearts.masks import mask_of
from pbmhearts.games.hearts.state import AwaitingDeal, Finished, Passing, Playing, State


class IllegalMoveError(PbmheartsError):
    """An action that cannot be done now.

    Attributes:
        why: a sentence for the player: what is wrong and what would be right.
        legal: the cards that may be played, or passed, by that seat now.
    """

    def __init__(self, why: str, legal: tuple[Card, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.legal = legal


def play_refusal(state: State, action: Play) -> IllegalMoveError:
    """Why this card cannot be played."""
    seat, card = action
    legal = legal_cards(state, seat)
    match state:
        case AwaitingDeal():
            return IllegalMoveError("The next hand has not been dealt yet.")
        case Finished():
            return IllegalMoveError("The board is over.")
        case Passing():
            return IllegalMoveError("Cards are being passed: name three of your hand.", legal)
        case Playing():
            if seat != state.turn:
                return IllegalMoveError(f"It is not your turn: seat {state.turn + 1} is to play.")
            held = state.facts.hands[seat] & state.left & card.bit
            why = _limit(state, card) if held else f"You do not hold the {card.words}."
            return IllegalMoveError(f"{why} You may play {_either(legal)}.", legal)


def _limit(state: Playing, card: Card) -> str:
    """The rule that keeps a card that is held from being played."""
    played = len(state.played)
    led = PACK[state.played[played & ~3]].suit if played & 3 else None
    legal = playable_suits(state)
    if led is not None and legal == {led}:
        return f"{led.word.capitalize()} were led and you have some: follow suit."  # Rule 4
    hand = state.facts.hands[state.turn] & state.left
    limit = state.facts.variant.opening_limit
    if played < 4 and card.bit & limit and hand & ~limit:
        return "No heart and no queen of spades on the first trick, while you hold anything else."  # Rule 4
    return "Hearts may not be led before one has been played."  # Rule 5


def playable_suits(state: Playing) -> set[Suit]:
    """The suits of the cards that may be played now."""
    return {card.suit for card in legal_cards(state, state.turn)}


def pass_refusal(state: State, action: Pass) -> IllegalMoveError:
    """Why these cards cannot be passed."""
    match state:
        case AwaitingDeal():
            return IllegalMoveError("The next hand has not been dealt yet.")
        case Finished():
            return IllegalMoveError("The board is over.")
        case Playing():
            legal = legal_cards(state, action.seat)
            return IllegalMoveError("The play has begun: no cards are passed now. Name one to play.", legal)
        case Passing():
            legal = legal_cards(state, action.seat)
            return IllegalMoveError(
                f"{_fault(state, action)} Pass three different cards of your hand.", legal
            )


def _fault(state: Passing, action: Pass) -> str:
    if len(action.cards) != 3:
        return f"{len(action.cards)} cards is not three."
    if mask_of(action.cards).bit_count() != 3:
        return "One card is named twice."
    missing = [card for card in action.cards if not state.facts.dealt[action.seat] & card.bit]
    return f"You do not hold the {' or the '.join(card.words for card in missing)}."


def _either(cards: tuple[Card, ...]) -> str:
    labels = [card.label for card in cards]
    return " or ".join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)
