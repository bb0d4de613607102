"""What a rebuilt game asks for: a chance to fall, or a player to choose.

A rebuilt game is a class whose `rules` are a generator: it yields a `Chance` and is sent the outcome, or yields a `Choice`
and is sent who chose what; when it ends, its `ending` and `winners` are set. `places` and `facts` tell what lies where
and what is kept, under the names the book has for them in its anchors (`#zone-hand`, `#fact-points`): a `Counter` where
the order of the cards does not matter, a tuple from the bottom to the top where it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Rules = Generator["Chance | Choice", Any, None]


@dataclass(frozen=True)
class Chance:
    """What can come, each with its probability."""

    outcomes: Mapping[Hashable, Fraction]


@dataclass(frozen=True)
class Choice:
    """Who is to choose, and what each of them may; several choose at the same time."""

    moves: Mapping[str, frozenset[Hashable]]


def draw(cards: Counter[str]) -> Chance:
    """The top card of shuffled cards."""
    total = cards.total()
    return Chance({card: Fraction(count, total) for card, count in cards.items() if count})


def one_of(items: Sequence[str]) -> Chance:
    """One of some, each as likely."""
    return Chance({item: Fraction(1, len(items)) for item in items})


def clockwise(players: Sequence[str], first: str) -> list[str]:
    """All players once, to the left, from one of them on."""
    at = players.index(first)
    return [*players[at:], *players[:at]]


def left_of(players: Sequence[str], player: str, steps: int = 1) -> str:
    """The player so many places to the left."""
    return players[(players.index(player) + steps) % len(players)]


def moves(player: str, can: Iterable[Hashable]) -> Choice:
    """The choice of one player."""
    return Choice({player: frozenset(can)})
