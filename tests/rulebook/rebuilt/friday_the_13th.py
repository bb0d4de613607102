"""Friday the 13th, written from the English rulebook alone: the numbers are those of its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import count
from typing import ClassVar

from .asking import Rules, clockwise, draw, left_of, moves, one_of

OMENS = ("cat", "mirror", "ladder")  # 2.2
FRIDAY = "friday"
COPIES = {1: 3, 2: 3, 5: 3, 7: 3, 4: 2}  # 2.1: of each value, in each omen
CARDS = Counter({f"{omen} {value}": copies for omen in OMENS for value, copies in COPIES.items()} | {FRIDAY: 8})  # 2.1


def value(card: str) -> int:
    """2.1."""
    return 4 if card == FRIDAY else int(card.split()[1])


def omen_of(card: str) -> str | None:
    """2.1: a Friday card has none."""
    return None if card == FRIDAY else card.split()[0]


def fits(card: str, omen: str) -> bool:
    """5.1."""
    return card == FRIDAY or omen_of(card) == omen


class Rebuilt:
    """A play of Friday the 13th."""

    SEES: ClassVar = {  # 3
        "deck": "nobody",
        "hand": "its owner",
        "unused": "nobody",
        "omen-pile": "everybody",
        "bad-luck": "nobody",
        "discards": "everybody",
    }

    def __init__(
        self,
        players: tuple[str, ...],
        variants: Collection[str] = (),
        limit: int = 13,
        rounds: int = 4,
        friday_cost: int = 2,
    ) -> None:
        self.players, self.variants = players, variants
        self.limit, self.rounds, self.friday_cost = limit, rounds, friday_cost  # 2.3 to 2.5
        self.deck = CARDS.copy()  # 2.1
        self.hands: dict[str, Counter[str]] = {p: Counter() for p in players}
        self.unused: Counter[str] = Counter()
        self.piles: dict[str, list[str]] = {omen: [] for omen in OMENS}
        self.bad_luck: dict[str, Counter[str]] = {p: Counter() for p in players}
        self.discards: Counter[str] = Counter()
        self.starter: str | None = None  # 5.4
        self.points = dict.fromkeys(players, 0)  # 5.5
        self.ending = ""

    def places(self) -> dict[str, Counter[str] | tuple[str, ...]]:
        """3."""
        return {
            "deck": self.deck,
            "unused": self.unused,
            "discards": self.discards,
            **{f"hand of {p}": cards for p, cards in self.hands.items()},
            **{f"bad-luck of {p}": cards for p, cards in self.bad_luck.items()},
            **{f"omen-pile of {omen}": tuple(cards) for omen, cards in self.piles.items()},
        }

    def facts(self) -> dict[str, object]:
        """5.4, 5.5."""
        return {"starter": self.starter} | {f"points of {p}": n for p, n in self.points.items()}

    def rules(self) -> Rules:
        """1.2."""
        self.starter = yield one_of(self.players)  # 1.2.1
        for _ in range(self.rounds):  # 1.2.2
            yield from self.play_round(self.starter)  # 1.2.2.1
            self.starter = left_of(self.players, self.starter)  # 1.2.2.2
        self.ending = "last-round-scored"  # 1.2.3

    def play_round(self, starter: str) -> Rules:
        """8.1."""
        yield from self.deal(starter)  # 8.1.1
        circle = clockwise(self.players, starter)
        for at in count():  # 8.1.2
            if not any(hand.total() for hand in self.hands.values()):
                break
            player = circle[at % len(circle)]
            if self.hands[player].total():
                yield from self.turn(player)
        self.score_round()  # 8.1.3

    def deal(self, starter: str) -> Rules:
        """7.1."""
        self.deck = CARDS.copy()  # 7.1.1
        places = [*self.hands.values(), *self.bad_luck.values(), self.unused, self.discards, *self.piles.values()]
        for place in places:
            place.clear()
        circle = [self.hands[p] for p in clockwise(self.players, starter)]  # 7.1.3
        if len(self.players) == 3:
            circle.append(self.unused)
        for at in count():
            if not self.deck.total():
                break
            card = yield draw(self.deck)
            self.deck -= Counter([card])
            circle[at % len(circle)][card] += 1

    def turn(self, player: str) -> Rules:
        """9.1."""
        hand = self.hands[player]
        _, move = yield moves(player, [("play", card, omen) for card in hand for omen in OMENS if fits(card, omen)])
        _, card, omen = move
        hand[card] -= 1
        self.hands[player] = +hand
        pile = self.piles[omen]
        pile.append(card)
        if sum(map(value, pile)) > self.limit:
            self.bad_luck[player].update(pile[:-1])
            del pile[:-1]

    def score_round(self) -> None:
        """10.1."""
        for omen in OMENS:  # 10.1.2
            for player in self.unluckiest(omen):
                luck = self.luck(player, omen)
                self.bad_luck[player] -= luck
                self.discards += luck
        for player, stack in self.bad_luck.items():  # 10.1.3
            fridays = stack[FRIDAY]
            self.points[player] += stack.total() - fridays  # 10.1.3.1
            self.points[player] += self.friday_cost * fridays  # 10.1.3.2

    def luck(self, player: str, omen: str) -> Counter[str]:
        """5.2."""
        return Counter({card: n for card, n in self.bad_luck[player].items() if omen_of(card) == omen})

    def unluckiest(self, omen: str) -> list[str]:
        """5.3, and what the variant “More than half” puts in its place."""
        counts = {p: self.luck(p, omen).total() for p in self.players}
        if "more-than-half" in self.variants:
            return [p for p, n in counts.items() if 2 * n > sum(counts.values())]
        most = [p for p, n in counts.items() if n == max(counts.values())]
        return most if len(most) == 1 else []

    def winners(self) -> set[str]:
        """11.1."""
        fewest = min(self.points.values())
        return {p for p, n in self.points.items() if n == fewest}
