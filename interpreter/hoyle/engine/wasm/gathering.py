"""Code that gathers all pieces of a component, and that shuffles.

Comes in: `Collect`, `Shuffle`. Goes out: statements. What always holds: cards are always the same ones, so a deck
that is gathered is a constant; dice are gathered with the faces they show.
"""

from __future__ import annotations

from ...language.tree import NOWHERE
from .. import flow as f
from . import wat
from .carry import put_face
from .expr import spot
from .layout import LINKED, Packing
from .loops import each_field
from .moving import add_words, form_at
from .places import Spot, by_make, spot_at, zone_words
from .plays import reorder
from .seq import each_card
from .unit import STATE, Card, Fn, Value
from .wat import Code, Node


def collect(fn: Fn, instr: f.Collect, shuffled: bool = False) -> Code:
    """All pieces of a component go to a place, in the order of their faces; `shuffled`: and are one bag there."""
    code, where = spot(fn, instr.to)
    if not where.shape:  # evaluated once, and then each make for itself
        parts_ = by_make(fn, where, lambda one: _collect(fn, instr, one, False))
        return [*code, *parts_]
    return [*code, *_collect(fn, instr, where, shuffled)]


def _collect(fn: Fn, instr: f.Collect, where: Spot, shuffled: bool) -> Code:
    layout, component = fn.layout, instr.component
    mine = [p for p in range(1, len(layout.places)) if layout.places[p].component == component]
    packing = layout.packings[component]
    code: Code = []
    if where.packing != packing:
        return ["(unreachable)"]
    if fn.flow.components[component].sort == "dice":
        names = [fn.local("all", "i64") for _ in range(packing.words)]
        join = Sum(fn, names, packing)
        code += [wat.put(name, wat.const64(0)) for name in names]
        for place in mine:
            code += join.place(place)
        code += [fill for place in mine for fill in _wipe(fn, [place])]
        if where.shape == "zone":
            return [
                *code,
                *(wat.store(where.address, wat.get(name), 8 * k, "i64.store") for k, name in enumerate(names)),
            ]
        words: list[Node] = [wat.get(name) for name in names]
        if where.shape == "plays":
            more, words = reorder(fn, packing, words, False, form_at(fn, where))
            return [*code, *more, *add_words(fn, where, words, None, False, instr.span)]

        def push(face: Node) -> Code:
            return put_face(fn, where, face, False, instr.span)

        return [*code, *each_field(fn, packing, None, words, False, push, packing.first)]
    faces = sorted(face for p in mine for face in fn.flow.places[p].start)
    code += _wipe(fn, mine)
    if where.shape == "zone":
        return [
            *code,
            *(
                wat.store(where.address, wat.const64(word), 8 * k, "i64.store")
                for k, word in enumerate(packing.pack(faces))
            ),
        ]
    if where.shape == "plays":
        constants: list[Node] = [wat.const64(word) for word in packing.pack(faces)]
        more, words = reorder(fn, packing, constants, False, form_at(fn, where))
        return [*code, *more, *add_words(fn, where, words, None, False, instr.span)]
    image = pile_image(packing, faces, shuffled)
    address, _ = fn.unit.table(list(image), 1)
    return [*code, ("memory.copy", where.address, wat.const(address), wat.const(len(image)))]


def pile_image(packing: Packing, faces: list[int], shuffled: bool) -> bytes:
    """The bytes of a pile of these faces, sorted; `shuffled`: as one bag."""
    bag = shuffled and len(faces) > 1 and faces[0] != faces[-1]
    width = 2 if packing.wide else 1
    top = (len(faces) if bag else 1) if faces else 0
    data = len(faces).to_bytes(2, "little") + top.to_bytes(2, "little")
    for index, face in enumerate(faces):
        entry = (face - packing.first) << 1 | (LINKED if bag and index else 0)
        data += entry.to_bytes(width, "little")
    return data


def _wipe(fn: Fn, places: list[int]) -> Code:
    """Nothing lies at some places; neighbours are wiped together."""
    code: Code = []
    spans: list[list[int]] = []
    for place in places:
        at = fn.layout.places[place]
        if spans and spans[-1][1] == at.offset:
            spans[-1][1] = at.offset + at.size
        else:
            spans.append([at.offset, at.offset + at.size])
    for start, end in spans:
        address = wat.const(STATE + start)
        if end - start <= 64:
            code += [wat.store(address, wat.const64(0), k, "i64.store") for k in range(0, end - start, 8)]
        else:
            code.append(("memory.fill", address, wat.const(0), wat.const(end - start)))
    return code


class Sum:
    """Adds up what lies at places, as words by face."""

    def __init__(self, fn: Fn, names: list[str], packing: Packing) -> None:
        self.fn, self.names, self.packing = fn, names, packing

    def place(self, place: int) -> Code:
        """What lies at a place joins."""
        _, where = spot_at(self.fn, wat.const(place), range(place, place + 1), NOWHERE)
        if where.shape == "zone":
            words = zone_words(where)
            return [
                wat.put(name, ("i64.add", wat.get(name), word)) for name, word in zip(self.names, words, strict=True)
            ]

        def join(card: Value) -> Code:
            assert isinstance(card, Card)
            field = wat.sub(card.face, wat.const(self.packing.first))
            one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(field, self.packing.shift)))
            code: Code = []
            for k, name in enumerate(self.names):
                here = ("i32.eq", wat.shr(field, self.packing.fields.bit_length() - 1), wat.const(k))
                code.append(wat.when(here, [wat.put(name, ("i64.add", wat.get(name), one))]))
            return code

        return each_card(self.fn, where, join, False)


def shuffle(fn: Fn, instr: f.Shuffle) -> Code:
    """A pile becomes one bag."""
    code, where = spot(fn, instr.place)
    if where.shape != "pile":
        return [*code, fn.fail(instr.span, "only a pile can be shuffled")]
    packing = where.packing
    if packing.words == 1:
        return [*code, wat.call(f"$shuffle_word{where.suffix}", where.address, wat.const(packing.shift))]
    counts = fn.unit.reserve(2 * where.packing.size)
    return [
        *code,
        wat.call(f"$shuffle{where.suffix}", where.address, wat.const(counts), wat.const(where.packing.size)),
    ]
