"""Where everything lies in memory: a state as flat bytes, and the tables and scratch beside it.

Comes in: a flow, and how long its lists can be. Goes out: a `Layout`, read by the emitters and by the hosts. What
always holds: a state has one size and one meaning for each of its bytes, unused bytes are zero, and so two states
are equal exactly if their bytes are.

A component's faces are packed into 64-bit words, one field of 1, 2, 4 or 8 bits for each face, which counts how
many there are: a hand of distinct cards is a bit set. A zone is such words; a pile is a count, the size of the bag
on its top, and an entry for each card from the bottom up; a place of plays is a count and an entry for each play.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..flow import Flow, Slot

LINKED = 1  # this bit of a pile's entry: the card and the one below it are of one bag; the face stands above it
HEADER = 8  # bytes of a state before its slots: the program counter, and its padding
PILE_HEADER = 4  # a pile's count, and how many cards are in the bag on its top (1: the top is known), 16 bits each
PLAYS_HEADER = 8  # how many plays there are, and padding
PLAY_HEADER = 8  # a play's seat and form, 32 bits each
SLACK = 8  # zero bytes after a pile's entries, so that eight bytes can be moved at once
DRAW_SLACK = 34  # the same where cards are drawn from the pile: 32 bytes and one entry


@dataclass(frozen=True, slots=True)
class Packing:
    """How the faces of a component are packed: `bits` a field, `fields` a word, `words` in all."""

    component: int
    first: int
    size: int
    bits: int
    words: int

    @property
    def fields(self) -> int:
        return 64 // self.bits

    @property
    def shift(self) -> int:
        """log2 of `bits`."""
        return self.bits.bit_length() - 1

    @property
    def mask(self) -> int:
        """The bits of one field."""
        return (1 << self.bits) - 1

    @property
    def wide(self) -> bool:
        """Whether an entry of a pile takes two bytes, not one."""
        return self.size > 128

    def pack(self, faces: tuple[int, ...] | list[int]) -> list[int]:
        """Faces (indices over all components) as words."""
        words, bits, fields = [0] * self.words, self.bits, self.fields
        for face in faces:
            word, field = divmod(face - self.first, fields)
            words[word] += 1 << field * bits
        return words

    def unpack(self, words: list[int]) -> list[int]:
        """The faces in words, sorted. Only the fields that hold something are looked at."""
        faces: list[int] = []
        bits, fields, mask = self.bits, self.fields, self.mask
        for number, word in enumerate(words):
            while word:
                field = ((word & -word).bit_length() - 1) // bits
                count = word >> field * bits & mask
                faces += [self.first + number * fields + field] * count
                word ^= count << field * bits
        return faces


@dataclass(frozen=True, slots=True)
class PlaceAt:
    """A place in a state: its first byte, its size in bytes, and how many cards (or plays) it can hold."""

    offset: int
    size: int
    shape: str
    component: int
    capacity: int


@dataclass(frozen=True, slots=True)
class SlotAt:
    """A slot in a state. shape: int, list, meld or play; component: of a meld or play.

    A list is 0 where the slot has its initial value, else how many it has and one; its members (`item`: int, meld or
    play) are the last of `capacity` entries of `width` bytes, so that the first is taken by counting down.
    """

    offset: int
    size: int
    shape: str
    capacity: int = 0
    component: int = -1
    width: int = 4
    item: str = "int"

    @property
    def entries(self) -> int:
        """The offset of the first entry of a list."""
        return self.offset + (4 if self.item == "int" else 8)

    @property
    def end(self) -> int:
        """The offset after the last entry of a list."""
        return self.entries + self.capacity * self.width


@dataclass(slots=True)
class Layout:
    """The layout of a flow's states, and of the module's memory around the current one."""

    flow: Flow
    packings: list[Packing]
    slots: list[SlotAt] = field(default_factory=list)
    places: list[PlaceAt] = field(default_factory=list)
    size: int = 0

    def packing(self, place: int) -> Packing:
        """How the faces at a place are packed."""
        return self.packings[self.places[place].component]

    def play_size(self, component: int) -> int:
        """Bytes of one play."""
        return PLAY_HEADER + 8 * self.packings[component].words


def packings(flow: Flow) -> list[Packing]:
    """The packing of each component of a flow; of a game without pieces, one of nothing, for the place that is none."""
    made = []
    for index, component in enumerate(flow.components):
        faces = flow.faces[component.first : component.first + component.size]
        most = component.dice if component.sort == "dice" else max((face.count for face in faces), default=1)
        bits = next(b for b in (1, 2, 4, 8, 16, 32) if most < 1 << b)
        made.append(Packing(index, component.first, component.size, bits, -(-component.size * bits // 64) or 1))
    return made or [Packing(0, 0, 0, 1, 1)]


def meld_component(flow: Flow, slot: Slot) -> int:
    """The component whose faces a slot of melds or plays holds."""
    for combination in flow.combinations:
        if combination.name == slot.sort.of:
            return combination.component
    for family in flow.families:
        if family.name == slot.sort.of:
            return flow.places[family.first].component
    for index, component in enumerate(flow.components):
        if component.name == slot.sort.of:
            return index
    return next((place.component for place in flow.places if place.shape == "plays"), 0)


def lay_out(flow: Flow, lists: dict[int, tuple[int, int, str, int]], drawn: set[int]) -> Layout:
    """The layout of a flow's states.

    Args:
        flow: the rules.
        lists: of the list in a slot, how long it can be, the bytes of a member if it is an integer, the members' shape and
            their component.
        drawn: the places that cards are drawn from.
    """
    layout = Layout(flow, packings(flow))
    offset = HEADER
    for index, slot in enumerate(flow.slots):
        component, capacity, width, size, align, item = -1, 0, 4, 4, 4, "int"
        shape = slot.sort.name if slot.sort.name in ("list", "meld", "play") else "int"
        if shape == "list":
            capacity, width, item, component = lists.get(index, (0, 4, "int", -1))
            if item != "int":
                width, align = layout.play_size(component), 8
            size = align + width * capacity
        elif shape in ("meld", "play"):
            component = meld_component(flow, slot)
            size, align = layout.play_size(component), 8
        offset = -(-offset // align) * align
        layout.slots.append(SlotAt(offset, size, shape, capacity, component, width, item))
        offset += size
    offset = -(-offset // 8) * 8
    for number, place in enumerate(flow.places):
        packing = layout.packings[max(place.component, 0)]
        if place.shape == "zone":
            size = 8 * packing.words
        elif place.shape == "pile":
            slack = DRAW_SLACK if number in drawn else SLACK
            size = PILE_HEADER + place.capacity * (2 if packing.wide else 1) + slack
        else:
            size = PLAYS_HEADER + place.capacity * layout.play_size(max(place.component, 0))
        size = -(-size // 8) * 8
        layout.places.append(PlaceAt(offset, size, place.shape, max(place.component, 0), place.capacity))
        offset += size
    layout.size = offset
    return layout
