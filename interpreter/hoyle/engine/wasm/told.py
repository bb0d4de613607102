"""What moves are, as rows of numbers: for policies that weigh each move there is, whatever a move binds.

Comes in: moves as records, and where in the rules each is made. Goes out: a row of numbers each. What always holds: two
moves have the same row only if they are the same option and bind the same; columns mean the same in every row.

    option          1    its number among the options of all decisions
    what it binds   …    for each thing in turn (the first, the second …), by what it is:
                         a card: its place, its face (-1: no card); a number, a player, one of a kind: its value
                         (-2147483648: nothing); cards of a combination or a play: whose it is (plays only) + 1, its form
                         + 1, how many of each face (zeros: none)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .. import flow as f
from .layout import Layout
from .seen import Column, whole_of

Numbers = npt.NDArray[np.int32]
Records = dict[int, tuple[int, tuple[tuple[int, ...], ...]]]


class Told:
    """Turns records of moves into rows. `columns` says what the numbers are."""

    def __init__(self, flow: f.Flow, layout: Layout, records: Records) -> None:
        self.layout = layout
        self.columns = [Column("option", "", -1, 0, 1)]
        self._empty = [0]
        self._options: list[tuple[int, int, list[tuple[int, int, str, int]]]] = []
        known: dict[tuple[int, str, str], int] = {}
        for at, (_, offsets) in records.items():
            choose = flow.code[at]
            assert isinstance(choose, f.Choose)
            for number, option in enumerate(option for tier in choose.tiers for option in tier.options):
                binds = []
                for turn, (bind, offset) in enumerate(zip(option.binds, offsets[number], strict=True)):
                    slot = layout.slots[bind.slot]
                    shape = "card" if bind.sort.name == "card" and slot.shape == "int" else slot.shape
                    key = (turn, shape, bind.sort.of or bind.sort.name)
                    if key not in known:
                        known[key] = len(self._empty)
                        self._add(turn, shape, key[2], slot.component)
                    binds.append((known[key], offset, shape, slot.component))
                self._options.append((at, number, binds))

    def _add(self, turn: int, shape: str, name: str, component: int) -> None:
        """Columns for the things of a sort that are bound as the first, the second …"""
        if shape in ("meld", "play"):
            faces = self.layout.packings[component].size
            parts = [("form", 1, 0), ("cards", faces, 0)]
            parts = [("seat", 1, 0), *parts] if shape == "play" else parts
        else:
            parts = [("place", 1, -1), ("face", 1, -1)] if shape == "card" else [("value", 1, f.NONE)]
        for of, width, empty in parts:
            first = len(self._empty)
            self.columns.append(Column(of, f"{turn + 1}: {name}", -1, first, first + width))
            self._empty += [empty] * width

    def rows(self, at: Numbers, moves: Numbers) -> Numbers:
        """The rows of moves.

        Args:
            at: for each move the place in the rules of its decision.
            moves: the moves, a record each.
        """
        found: Numbers = np.tile(np.array(self._empty, np.int32), (len(moves), 1))
        for number, (place, option, binds) in enumerate(self._options):
            here = np.flatnonzero((at == place) & (moves[:, 0] == option))
            if not len(here):
                continue
            found[here, 0] = number
            records = np.ascontiguousarray(moves[here])
            for first, offset, shape, component in binds:
                if shape in ("meld", "play"):
                    whole = whole_of(self.layout, records.view(np.uint8), offset, component)
                    part = whole if shape == "play" else whole[:, 1:]
                    found[here, first : first + part.shape[1]] = part
                    continue
                value = records[:, offset // 4]
                if shape == "card":
                    found[here, first], found[here, first + 1] = value >> 16, value & 0xFFFF
                else:
                    found[here, first] = value
        return found


__all__ = ["Told"]
