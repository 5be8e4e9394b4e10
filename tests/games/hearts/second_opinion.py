"""The rules once more, written apart from the engine: over words and logs, with nothing of the package.

What OpenSpiel cannot express is compared with this: slow, plain, and meant to be read beside the rules.
"""

RANKS = "23456789TJQKA"
STEP = {"left": 1, "across": 2, "right": 3, "hold": 0}


def value(card: str, options: set[str]) -> int:
    """The points of a card under options such as {"spot", "jack"}."""
    rank, suit = card
    if suit == "H":
        return RANKS.index(rank) + 2 if "spot" in options else 1
    queen = next((int(option[6:]) for option in options if option.startswith("queen=")), None)
    table = {"QS": (queen, queen) if queen else (13, 25)}
    if "highspades" in options:
        table |= {"KS": (10, 20), "AS": (7, 15)}
    if "jack" in options:
        table |= {"JD": (-10, -20)}
    return table.get(card, (0, 0))["spot" in options]


def pack() -> list[str]:
    """All 52 cards."""
    return [rank + suit for suit in "CDHS" for rank in RANKS]


def deal_points(piles: list[set[str]], options: set[str], moon: str) -> list[int]:
    """What each of four piles of taken cards brings its owner."""
    penalties = {card for card in pack() if value(card, options) > 0}
    whole = sum(value(card, options) for card in penalties)
    needed = penalties | ({"JD"} if {"jack", "moonjack"} <= options else set())
    points = [sum(value(card, options) for card in pile) for pile in piles]
    for shooter, pile in enumerate(piles):
        if needed <= pile and moon != "off":
            jack = [value("JD", options) if "JD" in each else 0 for each in piles]
            others, own = (whole, 0) if moon == "old" else (0, -whole)
            return [jack[seat] + (own if seat == shooter else others) for seat in range(4)]
    return points


def allowed(hand: set[str], trick: list[str], *, first: bool, broken: bool, options: set[str]) -> set[str]:
    """What may be played from `hand` to `trick`."""
    suit = {card for card in hand if trick and card[1] == trick[0][1]}
    if suit:
        return suit
    hearts = {card for card in hand if card[1] == "H"}
    harmless = hand - hearts - {"QS"}
    if trick:
        return harmless if first and "blood" not in options and harmless else hand
    if first and "blood" not in options and harmless:
        return harmless
    if "nobreak" in options or broken or hand == hearts:
        return hand
    return hand - hearts


def taker(trick: list[str]) -> int:
    """Which of the four cards, from 0, takes a trick."""
    return max(range(4), key=lambda at: RANKS.index(trick[at][0]) if trick[at][1] == trick[0][1] else -1)


class Table:
    """A deal as the log tells it, from hands as sets of words."""

    def __init__(self, hands: list[set[str]], options: set[str], direction: str, number: int) -> None:
        self.hands = hands
        self.options = options
        self.direction = direction
        self.number = number
        self.piles: list[set[str]] = [set() for _ in range(4)]
        self.trick: list[str] = []
        self.tricks = 0
        self.turn = -1
        self.broken = False
        self.passes: dict[int, set[str]] = {}
        if direction == "hold":
            self._begin()

    def line(self, line: str) -> None:
        """Do what a line of the log says; it must be allowed."""
        number, *words = line.split()
        seat = int(number) - 1
        if len(words) == 3:
            self._pass(seat, set(words))
        else:
            self._play(seat, words[0])

    def legal(self) -> set[str]:
        """What the seat whose turn it is may play."""
        if self.tricks == 0 and not self.trick and "nostarter" not in self.options:
            return {"2C"}
        return allowed(
            self.hands[self.turn],
            self.trick,
            first=self.tricks == 0,
            broken=self.broken,
            options=self.options,
        )

    def leader_takes_all(self) -> bool:
        """Whether no card against the leader could ever beat his, whatever he leads."""
        own = self.hands[self.turn]
        others = set().union(*self.hands) - own
        return all(RANKS.index(o[0]) < RANKS.index(c[0]) for c in own for o in others if o[1] == c[1])

    def unplayed_score(self) -> bool:
        """Whether a card that scores is still in a hand."""
        return any(value(card, self.options) for hand in self.hands for card in hand)

    def _pass(self, seat: int, words: set[str]) -> None:
        assert words <= self.hands[seat]
        self.passes[seat] = words
        if len(self.passes) == 4:
            for giver, given in self.passes.items():
                self.hands[giver] -= given
            for giver, given in self.passes.items():
                self.hands[(giver + STEP[self.direction]) % 4] |= given
            self._begin()

    def _begin(self) -> None:
        if "nostarter" in self.options:
            self.turn = (self.number - 1) % 4
        else:
            self.turn = next(seat for seat in range(4) if "2C" in self.hands[seat])

    def _play(self, seat: int, card: str) -> None:
        assert seat == self.turn
        assert card in self.legal()
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.broken = self.broken or card[1] == "H"
        self.turn = (seat + 1) % 4
        if len(self.trick) == 4:
            self.turn = (seat + 1 + taker(self.trick)) % 4
            self.piles[self.turn] |= set(self.trick)
            self.trick = []
            self.tricks += 1
