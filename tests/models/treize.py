"""Treize Cardinals (rulings C1 to C6)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from .protocol import Chance, Choice, Model, one_of, result, round_from

POINTS = {"red": 1, "drop": 1, "hexagon": 2, "square": 2, "heart": 3, "moon": 3}


@cache
def thrown(dice: int) -> Chance:
    """What so many dice can show, as sorted words."""
    ways = Counter(tuple(sorted(faces)) for faces in product(POINTS, repeat=dice))
    return Chance({faces: Fraction(n, 6**dice) for faces, n in ways.items()})


def treize(players: int, target: int = 50) -> Model:
    """A game to a target; alone, the score is the number of turns. Moves: (shape, how many), "stop" or "throw-
    again"."""
    points = [0] * players
    turns = 0
    first = yield one_of(range(players))
    while max(points) < target:
        turns += 1
        for seat in round_from(first, players):
            points[seat] += yield from take_turn(seat)
    return result([turns], highest=False) if players == 1 else result(points, highest=True)


def take_turn(seat: int):  # type: ignore[no-untyped-def]
    """One turn; gives what it scores."""
    aside: Counter[str] = Counter()
    while True:
        shown = Counter((yield thrown(5 - aside.total())))
        moves = {(shape, n) for shape in shown if shape not in aside for n in range(1, shown[shape] + 1)}
        if not moves:
            return 0
        shape, n = yield Choice(seat, frozenset(moves))
        aside[shape] += n
        if aside.total() == 5 or (yield Choice(seat, frozenset({"stop", "throw-again"}))) == "stop":
            return sum(POINTS[s] * k for s, k in aside.items()) if "red" in aside else 0
