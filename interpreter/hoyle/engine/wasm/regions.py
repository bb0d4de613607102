"""Loops of a function whose pieces stand in a row: which pieces each loop holds.

Comes in: how many pieces there are, and which follow each. Goes out: `Regions`. What always holds: a way back leads to
the first piece of a loop that holds the piece it comes from; of two loops one holds the other, or they are apart.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Regions:
    """The loops: the last piece of each, by its first."""

    ends: dict[int, int]

    def around(self, piece: int) -> list[int]:
        """The loops that hold a piece, by their first pieces, the outermost first."""
        return [first for first, last in sorted(self.ends.items()) if first <= piece <= last]

    def entered(self, here: int, to: int) -> int | None:
        """The outermost loop that is entered on a way from one piece to another; None if there is none."""
        return next((first for first in self.around(to) if not first <= here <= self.ends[first]), None)


def regions(following: list[list[int]]) -> Regions:
    """The loops of pieces, of which `following` says to which others each leads."""
    ends: dict[int, int] = {}
    for piece, ways in enumerate(following):
        for way in ways:
            if way <= piece:
                ends[way] = max(ends.get(way, way), piece)
    changed = True
    while changed:
        changed = False
        for first, last in ends.items():
            further = max((ends[other] for other in ends if first < other <= last), default=last)
            if further > last:
                ends[first] = further
                changed = True
    return Regions(ends)
