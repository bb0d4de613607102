"""States as bytes, and as the frozen frames of the interpreter.

Comes in: a layout, and bytes or a frame (see `engine.layout`). Goes out: the other. What always holds: each of them
turned into the other and back is the same.
"""

from __future__ import annotations

from typing import Any

from ..flow import NONE, Flow
from .layout import LINKED, PILE_HEADER, PLAYS_HEADER, Layout, Packing

Frozen = tuple[Any, ...]


class Codec:
    """Turns states from one form into the other."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.flow: Flow = layout.flow
        self.orders = [positions_of(layout, component) for component in range(len(layout.packings))]

    # ---- to bytes ----

    def encode(self, frame: Frozen) -> bytes:
        """A frozen frame as bytes."""
        data = bytearray(self.layout.size)
        data[0:4] = frame[0].to_bytes(4, "little")
        slots, places = self.layout.slots, self.layout.places
        for at, slot, given in zip(slots, self.flow.slots, frame[1:], strict=False):
            data[at.offset : at.offset + at.size] = self._slot(at, given, slot.initial)
        lying = frame[1 + len(slots) : 1 + len(slots) + len(places)]
        bags = iter(frame[1 + len(slots) + len(places) :])
        for here, faces in zip(places, lying, strict=True):
            ranges = next(bags) if here.shape == "pile" else ()
            data[here.offset : here.offset + here.size] = self._place(
                here.shape, here.component, faces, ranges, here.size
            )
        return bytes(data)

    def _slot(self, at: Any, given: Any, initial: int) -> bytes:
        if at.shape == "int":
            return int(given).to_bytes(4, "little", signed=True)
        if at.shape in ("meld", "play"):
            return self._whole(at.shape, at.component, given)
        data = bytearray(at.size)
        if isinstance(given, int):
            return bytes(data)
        data[0:4] = (len(given) + 1).to_bytes(4, "little")
        start = at.end - at.offset - len(given) * at.width
        for index, member in enumerate(given):
            here = start + index * at.width
            if at.item == "int":
                entry = (int(member) & ((1 << 8 * at.width) - 1)).to_bytes(at.width, "little")
            else:
                entry = self._whole(at.item, at.component, member)
            data[here : here + at.width] = entry
        return bytes(data)

    def _whole(self, shape: str, component: int, given: Any) -> bytes:
        """A meld or a play."""
        size = self.layout.play_size(component)
        if isinstance(given, int):
            none = NONE.to_bytes(4, "little", signed=True) if given == NONE else bytes(4)
            return (none + bytes(size - 4)) if shape == "play" else (bytes(4) + none + bytes(size - 8))
        seat, form, faces = (0, *given) if shape == "meld" else given
        numbers = [int(number).to_bytes(4, "little", signed=True) for number in (seat, form)]
        return b"".join([*numbers, *(word.to_bytes(8, "little") for word in self._pack(component, form, faces))])

    def _pack(self, component: int, form: int, faces: Any) -> list[int]:
        """Faces of a play packed by position; single cards by face."""
        packing, order = self.layout.packings[component], self.orders[component]
        if form < 0:
            return packing.pack(list(faces))
        return packing.pack([packing.first + order.index(face - packing.first) for face in faces])

    def _place(self, shape: str, component: int, faces: Any, ranges: Any, size: int) -> bytes:
        packing = self.layout.packings[component]
        if shape == "zone":
            data = b"".join(word.to_bytes(8, "little") for word in packing.pack(list(faces)))
        elif shape == "pile":
            data = pile_bytes(packing, faces, ranges)
        else:
            data = len(faces).to_bytes(PLAYS_HEADER, "little")
            data += b"".join(self._whole("play", component, play) for play in faces)
        return data + bytes(size - len(data))

    # ---- from bytes ----

    def decode(self, data: bytes) -> Frozen:
        """Bytes as a frozen frame."""
        slots = [
            self._read_slot(data, at, slot.initial) for at, slot in zip(self.layout.slots, self.flow.slots, strict=True)
        ]
        lying: list[Any] = []
        bags: list[Any] = []
        for at in self.layout.places:
            packing = self.layout.packings[at.component]
            if at.shape == "zone":
                words = [_int(data, at.offset + 8 * k, 8) for k in range(packing.words)]
                lying.append(tuple(packing.unpack(words)))
            elif at.shape == "pile":
                faces, ranges = read_pile(packing, data, at.offset)
                lying.append(faces)
                bags.append(ranges)
            else:
                step = self.layout.play_size(at.component)
                first = at.offset + PLAYS_HEADER
                count = _int(data, at.offset, 4)
                lying.append(
                    tuple(self._read_whole("play", at.component, data, first + i * step) for i in range(count))
                )
        return (_int(data, 0, 4), *slots, *lying, *bags)

    def _read_slot(self, data: bytes, at: Any, initial: int) -> Any:
        if at.shape == "int":
            return _signed(data, at.offset, 4)
        if at.shape in ("meld", "play"):
            whole = self._read_whole(at.shape, at.component, data, at.offset)
            return initial if not whole[-1] else whole
        count = _int(data, at.offset, 4) - 1
        if count < 0:
            return initial
        start = at.end - count * at.width
        if at.item == "int":
            read = _int if at.width < 4 else _signed
            return tuple(read(data, start + i * at.width, at.width) for i in range(count))
        return tuple(self._read_whole(at.item, at.component, data, start + i * at.width) for i in range(count))

    def _read_whole(self, shape: str, component: int, data: bytes, at: int) -> tuple[Any, ...]:
        """A meld or a play; without faces it is none."""
        packing, order = self.layout.packings[component], self.orders[component]
        words = [_int(data, at + 8 + 8 * k, 8) for k in range(packing.words)]
        form = _signed(data, at + 4, 4)
        fields = packing.unpack(words)
        faces = tuple(fields if form < 0 else [packing.first + order[field - packing.first] for field in fields])
        return (form, faces) if shape == "meld" else (_signed(data, at, 4), form, faces)

    def record_value(self, data: bytes, at: int, slot: int) -> Any:
        """The value of a bind in the record of a move."""
        layout = self.layout.slots[slot]
        if layout.shape == "int":
            return _signed(data, at, 4)
        return self._read_whole(layout.shape, layout.component, data, at)


def positions_of(layout: Layout, component: int) -> list[int]:
    """The faces of a component, lowest in its order first."""
    packing = layout.packings[component]
    order = next((c.order for c in layout.flow.combinations if c.component == component), None)
    if order is None:
        return list(range(packing.size))
    ranks = layout.flow.tables[order]
    return sorted(range(packing.size), key=lambda face: (ranks[packing.first + face], face))


def _int(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _signed(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little", signed=True)


def pile_bytes(packing: Packing, faces: Any, ranges: Any) -> bytes:
    """A pile: its faces from the bottom up, and the ranges that are bags."""
    width = 2 if packing.wide else 1
    linked = {index for low, high in ranges for index in range(low + 1, high)}
    top = 0
    if faces:
        top = ranges[-1][1] - ranges[-1][0] if ranges and ranges[-1][1] == len(faces) else 1
    data = len(faces).to_bytes(2, "little") + top.to_bytes(2, "little")
    for index, face in enumerate(faces):
        entry = (face - packing.first) << 1 | (LINKED if index in linked else 0)
        data += entry.to_bytes(width, "little")
    return data


def read_pile(packing: Packing, data: bytes, at: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The faces of a pile, and the ranges of it that are bags."""
    width = 2 if packing.wide else 1
    count = _int(data, at, 2)
    entries = [_int(data, at + PILE_HEADER + width * i, width) for i in range(count)]
    ranges: list[tuple[int, int]] = []
    start = 0
    for index in range(1, count + 1):
        if index == count or not entries[index] & LINKED:
            if index - start > 1:
                ranges.append((start, index))
            start = index
    return tuple(packing.first + (entry >> 1) for entry in entries), tuple(ranges)


def start_bytes(layout: Layout) -> bytes:
    """The state before the game."""
    flow = layout.flow
    frame: list[Any] = [flow.entry]
    frame += [slot.initial for slot in flow.slots]
    frame += [tuple(sorted(place.start)) if place.shape == "zone" else place.start for place in flow.places]
    frame += [() for place in flow.places if place.shape == "pile"]
    return Codec(layout).encode(tuple(frame))
