"""How a position lies in memory: one list while it changes, one tuple when it is kept.

Comes in: a flow. Goes out: where each thing lies. What always holds: a frame is

    [pc, slots…, places…, bags…, moves, luck, log, listing, work]
     `------ kept: the frozen frame ------'  `----- working cells ------'

- a place holds a tuple of faces: of a zone sorted; of a pile from the bottom up; of plays a tuple of (seat, form,
  faces);
- a pile's cell among the bags holds the ranges (start, end) of it that are bags: their faces are sorted, as their
  order is not known; a range whose faces are all alike is no bag, as its order is known;
- `moves` are those of the decision the frame stands at; `luck` is where chances are drawn from (None: they stop the
  frame); `log` takes events (None: nobody reads them); `listing` holds what terms gave while the moves of a decision
  are listed (None: they are not); `work` counts the numbers of ranges that were gone through since the last stop
  (None: none).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .flow import Flow

Frame = list[Any]
Frozen = tuple[Any, ...]
Fn = Callable[[Frame], Any]
Step = Callable[[Frame], int]

FACE = 0xFFFF
"""What of a card is its face; the rest, shifted by 16, is its place."""

STOP = -1
"""What a step returns instead of the next program counter when the frame is to be looked at."""


class Layout:
    """Where the things of a flow lie in a frame."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.places = 1 + len(flow.slots)
        size = self.places + len(flow.places)
        self.bags: list[int] = []
        for place in flow.places:
            self.bags.append(size if place.shape == "pile" else 0)
            size += place.shape == "pile"
        self.kept = size
        self.moves = size
        self.luck = self.moves + 1
        self.log = self.moves + 2
        self.listing = self.moves + 3
        self.work = self.moves + 4

    def slot(self, slot: int) -> int:
        """The cell of a slot."""
        return 1 + slot

    def place(self, place: int) -> int:
        """The cell of a place's contents."""
        return self.places + place

    def start(self) -> Frozen:
        """The frozen frame before the first instruction."""
        flow = self.flow
        slots = (slot.initial for slot in flow.slots)
        contents = (tuple(sorted(p.start)) if p.shape == "zone" else p.start for p in flow.places)
        bags = (() for p in flow.places if p.shape == "pile")
        return (flow.entry, *slots, *contents, *bags)

    def thaw(self, frozen: Frozen) -> Frame:
        """A working list of a frozen frame."""
        return [*frozen, *[None] * 5]

    def freeze(self, frame: Frame) -> Frozen:
        """What is kept of a working list."""
        return tuple(frame[: self.kept])
