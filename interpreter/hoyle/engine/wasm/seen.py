"""What players see of many positions, as arrays: `observe` for states as bytes.

Comes in: states, a row of bytes each, and whose eyes. Goes out: a row of numbers each. What always holds: the numbers
depend on nothing that the player does not see (see `observe`), and on all that they do, but for their moves.

    who                     1    the seat whose eyes they are
    asked, at               2    the seat they see asked, the place in the rules; -1 if they see nobody asked
    ending                  1    its number; -1 while the game goes on
    a place that they see   …    zone: how many of each face; pile: the faces from the bottom up, 1 first, 0 for none,
                                 less than 0 if it lies in one bag with the card below, so that their order is not known;
                                 plays: for each the seat + 1, the form + 1, how many of each face
    a place that they do    …    zeros
    how many lie there      1    whether they see it or not; of plays, how many plays
    how many cards, whose   2    each play, of places that keep plays, whether they see it or not
    a counter or the like   1    its value; -2147483648 is none
    a list, meld or play    …    how many + 1 (0: none), then the members
    a secret choice         …    as above; as if there were none, if it is not theirs
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import flow as f
from .code import DECISION, OVER, STUCK
from .layout import PILE_HEADER, PLAY_HEADER, PLAYS_HEADER, Layout, Packing, PlaceAt, SlotAt
from .states import positions_of

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Column:
    """Some columns of an observation: what they are of, its name and owner, the first column and the one after the
    last."""

    of: str
    name: str
    owner: int
    first: int
    last: int


class Seen:
    """Turns states of a flow into what players see."""

    def __init__(self, flow: f.Flow, layout: Layout) -> None:
        self.flow, self.layout = flow, layout
        self.columns: list[Column] = []
        self._width = 0
        for name in ("who", "asked", "at", "ending"):
            self._add("stop", name, -1, 1)
        self._places: list[tuple[int, Column, Column]] = []
        for index in range(1, len(flow.places)):
            place, at = flow.places[index], layout.places[index]
            size = layout.packings[at.component].size
            width = {"zone": size, "pile": at.capacity, "plays": at.capacity * (2 + size)}[at.shape]
            lying = self._add(at.shape, place.name, place.owner, width)
            counted = self._add("count", place.name, place.owner, 1 + (2 * at.capacity if at.shape == "plays" else 0))
            self._places.append((index, lying, counted))
        self._slots: list[tuple[int, Column]] = []
        for index, slot in enumerate(flow.slots):
            if slot.role != "local":
                column = self._add(slot.role, slot.name, slot.owner, self._slot_width(layout.slots[index]))
                self._slots.append((index, column))
        self._public = np.array([isinstance(i, f.Choose) and i.public for i in flow.code], np.bool_)
        self._endings = np.array([i.ending if isinstance(i, f.EndGame) else -1 for i in flow.code], np.int32)

    def _add(self, of: str, name: str, owner: int, width: int) -> Column:
        column = Column(of, name, owner, self._width, self._width + width)
        self.columns.append(column)
        self._width += width
        return column

    def _slot_width(self, at: SlotAt) -> int:
        if at.shape == "int":
            return 1
        if at.shape != "list":
            return 2 + self.layout.packings[at.component].size
        return 1 + at.capacity * (1 if at.item == "int" else 2 + self.layout.packings[at.component].size)

    def observe(
        self, states: Bytes, seats: npt.NDArray[np.int64], asked: Numbers, status: Numbers
    ) -> npt.NDArray[np.int32]:
        """What players see.

        Args:
            states: the positions.
            seats: whose eyes, one for each.
            asked: the seat that is asked or stuck, one for each.
            status: why each stands still.
        """
        n = len(states)
        found = np.zeros((n, self._width), np.int32)
        at = states[:, :4].copy().view(np.int32)[:, 0]
        stops = (status == DECISION) | (status == STUCK)
        told = stops & (self._public[at] | (asked == seats))
        found[:, 0] = seats
        found[:, 1] = np.where(told, asked, -1)
        found[:, 2] = np.where(told, at, -1)
        found[:, 3] = np.where(status == OVER, self._endings[at], -1)
        for index, lying, counted in self._places:
            place = self.flow.places[index]
            held, numbers = self._lying(states, self.layout.places[index])
            if place.view == "owner":
                held = held * (seats == place.owner)[:, None]
            if place.view != "nobody":
                found[:, lying.first : lying.last] = held
            found[:, counted.first : counted.last] = numbers
        for index, column in self._slots:
            slot, slot_at = self.flow.slots[index], self.layout.slots[index]
            values = self._slot(states, slot_at)
            if slot.role == "held":
                none = np.zeros_like(values)
                none[:, 0] = slot.initial if slot_at.shape == "int" else 0
                values = np.where((seats == slot.owner)[:, None], values, none)
            found[:, column.first : column.last] = values
        return found

    # ---- reading bytes ----

    def _lying(self, states: Bytes, at: PlaceAt) -> tuple[Numbers, Numbers]:
        """What lies at a place, and how much."""
        packing = self.layout.packings[at.component]
        if at.shape == "zone":
            held = fields_of(states, at.offset, packing)
            return held, held.sum(axis=1, keepdims=True, dtype=np.int32)
        if at.shape == "pile":
            return self._pile(states, at, packing)
        count = _ints(states, at.offset, 1)
        wide = 2 + packing.size
        held = np.zeros((len(states), at.capacity * wide), np.int32)
        numbers = np.zeros((len(states), 1 + 2 * at.capacity), np.int32)
        numbers[:, :1] = count
        step = PLAY_HEADER + 8 * packing.words
        for k in range(int(count.max(initial=0))):
            play = whole_of(self.layout, states, at.offset + PLAYS_HEADER + k * step, at.component)
            there = count > k
            held[:, k * wide : (k + 1) * wide] = np.where(there, play, 0)
            numbers[:, 1 + 2 * k] = np.where(there[:, 0], play[:, 2:].sum(axis=1), 0)
            numbers[:, 2 + 2 * k] = np.where(there[:, 0], play[:, 0], 0)
        return held, numbers

    def _pile(self, states: Bytes, at: PlaceAt, packing: Packing) -> tuple[Numbers, Numbers]:
        count = states[:, at.offset : at.offset + 2].copy().view(np.uint16).astype(np.int32)
        width = 2 if packing.wide else 1
        first = at.offset + PILE_HEADER
        raw = states[:, first : first + width * at.capacity].copy()
        entries = (raw.view(np.uint16) if packing.wide else raw).astype(np.int32)
        faces = (entries >> 1) + 1
        held = np.where(entries & 1, -faces, faces)
        return np.where(np.arange(at.capacity) < count, held, 0), count

    def _slot(self, states: Bytes, at: SlotAt) -> Numbers:
        if at.shape == "int":
            return _ints(states, at.offset, 1)
        if at.shape != "list":
            return whole_of(self.layout, states, at.offset, at.component)
        count = _ints(states, at.offset, 1)
        members = []
        for k in range(at.capacity):
            here = at.end - (np.maximum(count[:, 0], 1) - 1 - k) * at.width  # of the k-th, if there is one
            rows = np.arange(len(states))[:, None]
            cells = states[rows, np.minimum(here, at.end - at.width)[:, None] + np.arange(at.width)]
            if at.item == "int":
                kind = {1: np.uint8, 2: np.uint16, 4: np.int32}[at.width]
                member = cells.copy().view(kind).astype(np.int32)
            else:
                member = whole_of(self.layout, cells, 0, at.component)
            members.append(np.where(count - 1 > k, member, 0))
        return np.concatenate([count, *members], axis=1).astype(np.int32)


def fields_of(data: Bytes, offset: int, packing: Packing) -> Numbers:
    """How many of each face packed words hold, in rows of bytes."""
    words = data[:, offset : offset + 8 * packing.words].copy().view(np.uint64)
    index = np.arange(packing.size)
    shifts = (index % packing.fields * packing.bits).astype(np.uint64)
    found: Numbers = (words[:, index // packing.fields] >> shifts & np.uint64(packing.mask)).astype(np.int32)
    return found


def whole_of(layout: Layout, data: Bytes, offset: int, component: int) -> Numbers:
    """A meld or a play in rows of bytes: its seat + 1, its form + 1, how many of each face; zeros if it is none."""
    head = _ints(data, offset, 2)
    fields = fields_of(data, offset + 8, layout.packings[component])
    ordered = np.empty_like(fields)
    ordered[:, positions_of(layout, component)] = fields
    faces = np.where(head[:, 1:] >= 0, ordered, fields)
    whole = np.concatenate([head + 1, faces], axis=1)
    return np.where(faces.any(axis=1, keepdims=True), whole, 0).astype(np.int32)


def _ints(states: Bytes, offset: int, count: int) -> Numbers:
    """Numbers of 32 bits."""
    return states[:, offset : offset + 4 * count].copy().view(np.int32)
