"""Hearts, written from the English rulebook alone: the numbers are those of its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable
from itertools import combinations
from typing import ClassVar

from .asking import Choice, Rules, clockwise, draw, left_of, moves

SUITS = ("clubs", "diamonds", "spades", "hearts")  # 2.2
RANKS = (*map(str, range(2, 11)), "jack", "queen", "king", "ace")  # 2.3, from low to high
CARDS = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]  # 2.1
FIRST = "2 of clubs"


def suit(card: str) -> str:
    """2.1."""
    return card.split(" of ")[1]


def height(card: str) -> int:
    """2.3."""
    return RANKS.index(card.split(" of ")[0])


def penalty(card: str) -> int:
    """5.3."""
    if card == "queen of spades":
        return 13
    return 1 if suit(card) == "hearts" else 0


class Rebuilt:
    """A play of Hearts."""

    SEES: ClassVar = {  # 3
        "deck": "nobody",
        "hand": "its owner",
        "passing": "its owner",
        "trick": "everybody",
        "taken": "nobody",
    }

    def __init__(
        self,
        players: tuple[str, ...],
        variants: Collection[str] = (),
        target: int = 100,
        moon: int = 26,
        passed: int = 3,
    ) -> None:
        self.players, self.variants = players, variants
        self.target, self.moon, self.passed = target, moon, passed  # 2.4 to 2.6
        self.deck = Counter(CARDS)  # 2.1
        self.hands: dict[str, set[str]] = {p: set() for p in players}
        self.passing: dict[str, set[str]] = {p: set() for p in players}
        self.trick: list[tuple[str, str]] = []
        self.taken: dict[str, list[str]] = {p: [] for p in players}
        self.points = dict.fromkeys(players, 0)  # 5.7
        self.deals = 0  # 5.8
        self.leader: str | None = None  # 5.9
        self.broken = False  # 5.10
        self.ending = ""
        self.moons = 0  # how often the moon was shot, for the tests

    def places(self) -> dict[str, Counter[str] | tuple[tuple[str, str], ...]]:
        """3."""
        return {
            "deck": self.deck,
            "trick": tuple(self.trick),
            **{f"hand of {p}": Counter(cards) for p, cards in self.hands.items()},
            **{f"passing of {p}": Counter(cards) for p, cards in self.passing.items()},
            **{f"taken of {p}": Counter(cards) for p, cards in self.taken.items()},
        }

    def facts(self) -> dict[str, object]:
        """5.7 to 5.10; whether the hearts are broken is said of a deal, and so of nothing when the game is over."""
        kept: dict[str, object] = {"deals": self.deals, "leader": self.leader}
        if not self.ending:
            kept["broken"] = self.broken
        return kept | {f"points of {p}": n for p, n in self.points.items()}

    def rules(self) -> Rules:
        """1.2."""
        while max(self.points.values()) < self.target:  # 1.2.1
            yield from self.play_deal()
        self.ending = "target-reached"  # 1.2.2

    def play_deal(self) -> Rules:
        """8.1."""
        self.broken = False  # 5.10
        self.deals += 1  # 8.1.1
        yield from self.deal_cards()  # 8.1.2
        if self.deals % 4:  # 8.1.3
            yield from self.pass_cards()
        (self.leader,) = [p for p, hand in self.hands.items() if FIRST in hand]  # 8.1.4
        while any(self.hands.values()):  # 8.1.5
            yield from self.play_trick(self.leader)
        self.score_deal()  # 8.1.6

    def deal_cards(self) -> Rules:
        """7.1: to each as many, one at a time."""
        self.deck = Counter(CARDS)  # 7.1.1
        for cards in self.taken.values():
            cards.clear()
        while self.deck:  # 7.1.3
            for player in self.players:
                card = yield draw(self.deck)
                self.deck -= Counter([card])
                self.hands[player].add(card)

    def pass_cards(self) -> Rules:
        """7.2."""
        chosen: dict[str, tuple[str, ...]] = {}
        while len(chosen) < len(self.players):  # 7.2.1
            can: dict[str, frozenset[Hashable]] = {
                p: frozenset(("pass", frozenset(parcel)) for parcel in combinations(self.hands[p], self.passed))
                for p in self.players
                if p not in chosen
            }
            player, move = yield Choice(can)
            chosen[player] = move[1]
        for player, parcel in chosen.items():
            self.hands[player] -= set(parcel)
            self.passing[player] |= set(parcel)
        for player in self.players:  # 7.2.2
            self.hands[self.receiver(player)] |= self.passing[player]
            self.passing[player] = set()

    def receiver(self, player: str) -> str:
        """5.2."""
        if self.deals % 4 == 1:
            return left_of(self.players, player)
        if self.deals % 4 == 2:
            return left_of(self.players, player, -1)
        return left_of(self.players, player, 2)

    def play_trick(self, leader: str) -> Rules:
        """8.2."""
        for player in clockwise(self.players, leader):  # 8.2.1
            yield from self.turn(player)
        highest = max((play for play in self.trick if suit(play[1]) == self.suit_led()), key=lambda p: height(p[1]))
        self.leader = highest[0]  # 8.2.2
        self.taken[self.leader] += [card for _, card in self.trick]  # 8.2.3
        self.trick = []

    def suit_led(self) -> str:
        """5.4."""
        return suit(self.trick[0][1])

    def turn(self, player: str) -> Rules:
        """9.1."""
        _, move = yield moves(player, [("play", card) for card in self.playable(player)])
        card = move[1]
        self.hands[player].remove(card)
        self.trick.append((player, card))
        if suit(card) == "hearts":  # 9.1.1.2
            self.broken = True

    def playable(self, player: str) -> list[str]:
        """9.1.1.1: each limit among what the ones before it leave."""
        first_trick = not any(self.taken.values())  # 5.5
        can = list(self.hands[player])

        def if_possible(holds: Callable[[str], bool]) -> list[str]:
            return [card for card in can if holds(card)] or can

        if first_trick and not self.trick:  # 9.1.1.1.1
            can = [card for card in can if card == FIRST]
        if self.trick:  # 9.1.1.1.2
            can = if_possible(lambda card: suit(card) == self.suit_led())
        if first_trick:  # 9.1.1.1.3
            can = if_possible(lambda card: penalty(card) == 0)
        if not self.trick and not self.broken and "open-hearts" not in self.variants:  # 9.1.1.1.4
            can = if_possible(lambda card: suit(card) != "hearts")
        return can

    def score_deal(self) -> None:
        """10.1."""
        for player, cards in self.taken.items():
            total = sum(map(penalty, cards))
            if total == sum(map(penalty, CARDS)):  # 5.6
                self.moons += 1
                for other in self.players:
                    if other != player:
                        self.points[other] += self.moon
            else:
                self.points[player] += total

    def winners(self) -> set[str]:
        """11.1."""
        fewest = min(self.points.values())
        return {p for p, n in self.points.items() if n == fewest}
