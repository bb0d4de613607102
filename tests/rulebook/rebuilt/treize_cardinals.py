"""Treize Cardinals, written from the English rulebook alone: the numbers are those of its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import ClassVar

from .asking import Chance, Rules, clockwise, moves, one_of

POINTS = {"cardinal": 1, "drop": 1, "hexagon": 2, "square": 2, "heart": 3, "moon": 3}  # 2.1, 2.2
DICE = 5  # 2.1


@cache
def roll(dice: int) -> Chance:
    """7.1.3.1: each die shows each of its six sides as likely; 6.1: one of them is red."""
    falls = {}
    for fall in combinations_with_replacement(sorted(POINTS), dice):
        ways = factorial(dice) // prod(factorial(n) for n in Counter(fall).values())
        falls[fall] = Fraction(ways, len(POINTS) ** dice)
    return Chance(falls)


class TurnEnds(Exception):
    """4.6: what is left of the turn is not played."""


class Rebuilt:
    """A play of Treize Cardinals."""

    SEES: ClassVar = {"cup": "everybody", "aside": "everybody"}  # 3

    def __init__(self, players: tuple[str, ...], variants: Collection[str] = (), target: int = 50) -> None:
        self.players, self.target = players, target  # 2.3
        self.cup: Counter[str] = Counter()  # 3
        self.row: Counter[str] = Counter()  # 3
        self.points = dict.fromkeys(players, 0)  # 5.3
        self.turns_taken = dict.fromkeys(players, 0)  # 5.4
        self.ending = ""

    def places(self) -> dict[str, Counter[str]]:
        """3: everybody sees both."""
        return {"cup": self.cup, "aside": self.row}

    def facts(self) -> dict[str, int]:
        """5.3, 5.4."""
        points = {f"points of {p}": n for p, n in self.points.items()}
        return points | {f"turns-taken of {p}": n for p, n in self.turns_taken.items()}

    def rules(self) -> Rules:
        """1.2."""
        first = yield one_of(self.players)  # 1.2.1
        while max(self.points.values()) < self.target:  # 1.2.2
            for player in clockwise(self.players, first):
                with suppress(TurnEnds):
                    yield from self.turn(player)
        self.ending = "target-reached"  # 1.2.3

    def turn(self, player: str) -> Rules:
        """7.1."""
        if len(self.players) == 1:  # 7.1.1
            self.turns_taken[player] += 1
        self.row = Counter()  # 7.1.2
        dice = DICE
        while True:  # 7.1.3
            self.cup = Counter((yield roll(dice)))  # 7.1.3.1
            yield from self.set_aside(player)  # 7.1.3.2
            yield from self.go_on_or_stop(player)  # 7.1.3.3
            dice = self.cup.total()

    def set_aside(self, player: str) -> Rules:
        """7.2; a group is one or more dice of a shape (5.1), new if the row has none of it (5.2)."""
        can = [(shape,) * n for shape in self.cup if not self.row[shape] for n in range(1, self.cup[shape] + 1)]
        if not can:
            raise TurnEnds  # 7.2.1
        _, group = yield moves(player, [("set aside", group) for group in can])
        self.cup -= Counter(group[1])
        self.row += Counter(group[1])

    def go_on_or_stop(self, player: str) -> Rules:
        """7.3."""
        if not self.cup.total():  # 7.3.1
            self.score_turn(player)
            raise TurnEnds
        _, move = yield moves(player, [("stop",), ("throw-again",)])  # 7.3.2
        if move == ("stop",):
            self.score_turn(player)
            raise TurnEnds

    def score_turn(self, player: str) -> None:
        """8.1."""
        if self.row["cardinal"]:
            self.points[player] += sum(POINTS[shape] * n for shape, n in self.row.items())

    def winners(self) -> set[str]:
        """9.1."""
        if len(self.players) == 1:  # 9.1.1
            fewest = min(self.turns_taken.values())
            return {p for p in self.players if self.turns_taken[p] == fewest}
        most = max(self.points.values())  # 9.1.2
        return {p for p in self.players if self.points[p] == most}
