"""Numbers for all actions of a flow: what a policy with a fixed number of outputs needs.

Comes in: a flow whose moves bind single values. Goes out: `Actions`. What always holds: two moves of one decision have
the same number only if they are the same; the numbers depend on the flow alone.

An action is an option of a decision with a value for each of its binds. A value is known to lie between bounds (see
`facts`); an option has as many numbers as its binds have values, multiplied. A card counts by place and face.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import flow as f
from ..names import Names
from .facts import Fact, Facts
from .layout import Layout

MOST = 1 << 17
"""With more actions than this there are none: a mask of so many truths for each game is of no use."""


@dataclass(frozen=True, slots=True)
class Digit:
    """A bind, or the place or the face of a card it binds: where it is in a record, its lowest value, how many."""

    word: int
    part: str  # whole, place or face
    low: int
    count: int


@dataclass(frozen=True, slots=True)
class Block:
    """The actions of an option: their first number, and the digits they count by."""

    at: int
    option: int
    info: f.OptionInfo
    first: int
    digits: tuple[Digit, ...]

    @property
    def size(self) -> int:
        """How many actions."""
        size = 1
        for digit in self.digits:
            size *= digit.count
        return size


class Actions:
    """The actions of a flow, numbered from 0; `size`: how many."""

    def __init__(self, blocks: list[Block], flow: f.Flow, names: Names) -> None:
        self.blocks, self._flow, self._names = blocks, flow, names
        self.size = sum(block.size for block in blocks)

    @classmethod
    def of(
        cls,
        flow: f.Flow,
        layout: Layout,
        records: dict[int, tuple[int, tuple[tuple[int, ...], ...]]],
        names: Names,
    ) -> Actions | None:
        """The actions of a flow; None if an option binds what cannot be counted (melds, plays), or there are too
        many."""
        facts = Facts(flow)
        blocks: list[Block] = []
        first = 0
        for at, (_, offsets) in records.items():
            choose = flow.code[at]
            assert isinstance(choose, f.Choose)
            options = [option for tier in choose.tiers for option in tier.options]
            for number, option in enumerate(options):
                digits: list[Digit] = []
                for bind, offset in zip(option.binds, offsets[number], strict=True):
                    if layout.slots[bind.slot].shape != "int":
                        return None
                    digits += _digits(facts.slots[bind.slot], bind.sort.name, offset // 4)
                block = Block(at, number, option, first, tuple(digits))
                blocks.append(block)
                first += block.size
                if first > MOST:
                    return None
        return cls(blocks, flow, names)

    def numbers(self, at: npt.NDArray[np.int32], moves: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The numbers of moves.

        Args:
            at: for each move the place in the rules of its decision.
            moves: the moves, a record each.
        """
        found = np.full(len(moves), -1, np.int64)
        for block in self.blocks:
            rows = np.flatnonzero((at == block.at) & (moves[:, 0] == block.option))
            number = np.full(len(rows), 0, np.int64)
            for digit in block.digits:
                value = moves[rows, digit.word].astype(np.int64)
                value = value >> 16 if digit.part == "place" else value & 0xFFFF if digit.part == "face" else value
                number = number * digit.count + (value - digit.low)
            found[rows] = block.first + number
        return found

    def describe(self, action: int) -> str:
        """An action in words: its option and what it binds, a card with its place."""
        if not 0 <= action < self.size:
            raise IndexError(f"there is no action {action} of {self.size}")
        block = next(block for block in reversed(self.blocks) if block.first <= action)
        left, values = action - block.first, []
        for digit in reversed(block.digits):
            left, value = divmod(left, digit.count)
            values.append(value + digit.low)
        words, given = [], iter(reversed(values))
        for bind in block.info.binds:
            value = next(given)
            if bind.sort.name == "card":
                words.append(f"{self._names.faces[next(given)]} from {self._names.places[value]}")
            else:
                words.append(self._names.word(value, bind.sort))
        return ", ".join([block.info.name, *words])


def _digits(fact: Fact, sort: str, word: int) -> list[Digit]:
    """The digits of a bind."""
    if sort != "card":
        return [Digit(word, "whole", fact.low, max(fact.high - fact.low + 1, 1))]
    places = Digit(word, "place", fact.low >> 16, (fact.high >> 16) - (fact.low >> 16) + 1)
    return [places, Digit(word, "face", fact.low & 0xFFFF, (fact.high & 0xFFFF) - (fact.low & 0xFFFF) + 1)]


__all__ = ["Actions", "Block", "Digit"]
