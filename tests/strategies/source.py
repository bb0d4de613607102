"""Where the decisions of a generator come from: Hypothesis or a seed, behind one face.

What always holds: the first of several is the simplest, so that shrinking leads there.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Source(Protocol):
    """A stream of decisions."""

    def integer(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""

    def pick(self, items: Sequence[T]) -> T:
        """One of some things; the first is the simplest."""

    def chance(self, percent: int) -> bool:
        """Yes so many times in a hundred; no is the simpler."""

    def some(self, items: Sequence[T], low: int, high: int) -> list[T]:
        """So many different ones of some things, in their order."""


class _Source:
    def integer(self, low: int, high: int) -> int:
        raise NotImplementedError

    def pick(self, items: Sequence[T]) -> T:
        return items[self.integer(0, len(items) - 1)]

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent

    def some(self, items: Sequence[T], low: int, high: int) -> list[T]:
        left = list(range(len(items)))
        count = self.integer(min(low, len(left)), min(high, len(left)))
        taken = [left.pop(self.integer(0, len(left) - 1)) for _ in range(count)]
        return [items[k] for k in sorted(taken)]


class Seeded(_Source):
    """Decisions of a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)


class Drawn(_Source):
    """Decisions drawn by Hypothesis."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(_integers(low, high)) if low < high else low


@functools.cache
def _integers(low: int, high: int) -> Any:
    return st.integers(low, high)
