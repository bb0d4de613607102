"""What a model asks, and what it returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Chance:
    """Something is left to chance: what can come, with its probability. The answer is what came."""

    outcomes: dict[Any, Fraction]


@dataclass(frozen=True)
class Choice:
    """A seat is to choose: its moves. The answer is the move chosen."""

    seat: int
    moves: frozenset[Hashable]


@dataclass(frozen=True)
class Result:
    """Who won, and the score of each seat."""

    winners: frozenset[int]
    scores: tuple[int, ...]


Model = Generator[Chance | Choice, Any, Result]


def one_of(things: Iterable[Any]) -> Chance:
    """Each thing as likely as any other; equal things count together."""
    counts = Counter(things)
    total = sum(counts.values())
    return Chance({thing: Fraction(n, total) for thing, n in counts.items()})


def result(scores: list[int], highest: bool) -> Result:
    """Those with the best score win."""
    best = max(scores) if highest else min(scores)
    return Result(frozenset(seat for seat, score in enumerate(scores) if score == best), tuple(scores))


def round_from(start: int, seats: int) -> list[int]:
    """The seats clockwise from one of them."""
    return [(start + k) % seats for k in range(seats)]
