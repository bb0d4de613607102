"""Crazy Eights, written from the English rulebook alone: the numbers are those of its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import count
from typing import ClassVar

from .asking import Rules, clockwise, draw, left_of, moves, one_of

SUITS = ("clubs", "diamonds", "hearts", "spades")  # 2.2
RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")  # 2.3
CARDS = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]  # 2.1
COSTS = {"ace": 1, "8": 50, "jack": 10, "queen": 10, "king": 10}  # 2.1


def rank(card: str) -> str:
    """2.1."""
    return card.split(" of ")[0]


def suit(card: str) -> str:
    """2.1."""
    return card.split(" of ")[1]


def cost(card: str) -> int:
    """2.1."""
    return COSTS.get(rank(card)) or int(rank(card))


def wild(card: str) -> bool:
    """5.2."""
    return rank(card) == "8"


class GameEnds(Exception):
    """8.1.1.2.1.1."""


class Rebuilt:
    """A play of Crazy Eights."""

    SEES: ClassVar = {"deck": "nobody", "discard-pile": "everybody", "hand": "its owner"}  # 3

    def __init__(
        self, players: tuple[str, ...], variants: Collection[str] = (), dealt_to_two: int = 7, dealt: int = 5
    ) -> None:
        self.players, self.variants = players, variants
        self.dealt = dealt_to_two if len(players) == 2 else dealt  # 2.4, 2.5, 7.1.3
        self.deck = Counter(CARDS)  # 2.1
        self.pile: list[str] = []
        self.hands: dict[str, set[str]] = {p: set() for p in players}
        self.dealer: str | None = None  # 5.6
        self.wanted: str | None = None  # 5.7
        self.drawn = 0  # variant “Draw three”
        self.ending = ""

    def places(self) -> dict[str, Counter[str] | tuple[str, ...]]:
        """3."""
        hands = {f"hand of {p}": Counter(cards) for p, cards in self.hands.items()}
        return {"deck": self.deck, "discard-pile": tuple(self.pile), **hands}

    def facts(self) -> dict[str, object]:
        """5.6, 5.7."""
        kept: dict[str, object] = {"dealer": self.dealer, "wanted": self.wanted}
        if "draw-three" in self.variants and not self.ending:
            kept["drawn"] = self.drawn
        return kept

    def rules(self) -> Rules:
        """1.2."""
        yield from self.deal()  # 1.2.1
        circle = clockwise(self.players, left_of(self.players, self.dealer))
        try:
            for at in count():  # 1.2.2
                if all(map(self.blocked, self.players)):
                    break
                player = circle[at % len(circle)]
                if not self.blocked(player):
                    yield from self.turn(player)
        except GameEnds:
            return
        self.ending = "all-blocked"  # 1.2.3

    def deal(self) -> Rules:
        """7.1."""
        self.dealer = yield one_of(self.players)  # 7.1.1
        for at in range(self.dealt):  # 7.1.3
            for player in clockwise(self.players, left_of(self.players, self.dealer)):
                self.hands[player].add((yield from self.top_card()))
            if at == 0:
                self.pile.append((yield from self.top_card()))
        self.wanted = suit(self.pile[-1])  # 7.1.4

    def top_card(self) -> Rules:
        """A card off the shuffled deck: 7.1.2, 8.2.1.2."""
        card = yield draw(self.deck)
        self.deck -= Counter([card])
        return card

    def follows(self, card: str) -> bool:
        """5.3."""
        return wild(card) or suit(card) == self.wanted or rank(card) == rank(self.pile[-1])

    def blocked(self, player: str) -> bool:
        """5.4, 5.5."""
        used_up = not self.deck and len(self.pile) == 1
        return used_up and not any(map(self.follows, self.hands[player]))

    def turn(self, player: str) -> Rules:
        """8.1; of the variant “Draw three”: at most three cards are drawn."""
        hand = self.hands[player]
        self.drawn = 0
        while True:  # 8.1.1
            self.restock()  # 8.1.1.1
            can = [card for card in hand if self.follows(card)]
            if can:  # 8.1.1.2.1
                _, move = yield moves(player, [("play", card) for card in can])
                yield from self.plays(player, move[1])
                return
            if not self.deck or ("draw-three" in self.variants and self.drawn >= 3):  # 8.1.1.2.3
                return
            yield moves(player, [("draw",)])  # 8.1.1.2.2
            hand.add((yield from self.top_card()))
            self.drawn += 1

    def restock(self) -> None:
        """8.2."""
        if not self.deck:  # 8.2.1
            self.deck = Counter(self.pile[:-1])
            del self.pile[:-1]

    def plays(self, player: str, card: str) -> Rules:
        """8.1.1.2.1."""
        self.hands[player].remove(card)
        self.pile.append(card)
        if not self.hands[player]:  # 8.1.1.2.1.1
            self.ending = "hand-emptied"
            raise GameEnds
        self.wanted = suit(card)  # 8.1.1.2.1.2
        if wild(card):  # 8.1.1.2.1.3, 8.3
            _, move = yield moves(player, [("name", suit) for suit in SUITS])
            self.wanted = move[1]

    def winners(self) -> set[str]:
        """9.1, with the penalty of 5.1."""
        penalties = {p: sum(map(cost, hand)) for p, hand in self.hands.items()}
        return {p for p, n in penalties.items() if n == min(penalties.values())}
