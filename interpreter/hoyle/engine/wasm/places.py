"""Code for places: where a place is in memory, and how much lies there.

Comes in: the number of a place. Goes out: a `Spot`, and code for it. What always holds: an expression whose places
are all of one make is code for that make; one that mixes them goes through a function of the module that tells them
apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...language.tree import Span
from ..flow import NOPLACE
from . import wat
from .layout import PLAYS_HEADER, Packing
from .unit import STATE, Fn
from .wat import Code, Node


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: its number and address in memory (both may be used again), its shape ("" if it can be of several)."""

    index: Node
    address: Node
    shape: str
    packing: Packing
    places: range
    some: tuple[int, ...] = ()  # which of `places` it can be, where not all

    @property
    def members(self) -> tuple[int, ...]:
        """The places it can be."""
        return self.some or tuple(self.places)

    @property
    def suffix(self) -> str:
        """What ends the names of the functions for its piles."""
        return "2" if self.packing.wide else "1"

    def local_face(self, face: Node) -> Node:
        """A face as an index within its component."""
        return wat.sub(face, wat.const(self.packing.first))

    def global_face(self, face: Node) -> Node:
        return wat.add(face, wat.const(self.packing.first))


def spot_at(fn: Fn, index: Node, places: range, span: Span) -> tuple[Code, Spot]:
    """The place of a number that is known to be one of `places`; nowhere, if it can be another, is a fault."""
    layout = fn.layout
    if len(places) > 1 and places[0] == NOPLACE:
        code, index = fn.keep(index, "place")
        more, spot = spot_at(fn, index, places[1:], span)
        nowhere = wat.when(("i32.eqz", index), [fn.fail(span, "a card is to leave a place that it is not at")])
        return [*code, nowhere, *more], spot
    if len(places) == 1:
        at = layout.places[places[0]]
        return [], Spot(
            wat.const(places[0]), wat.const(STATE + at.offset), at.shape, layout.packings[at.component], places
        )
    code, index = fn.keep(index, "place")
    offsets = [STATE + layout.places[place].offset for place in places]
    makes = {(layout.places[place].shape, layout.places[place].component) for place in places}
    shape, component = next(iter(makes)) if len(makes) == 1 else ("", layout.places[places[0]].component)
    stride = offsets[1] - offsets[0]
    if all(offset == offsets[0] + stride * i for i, offset in enumerate(offsets)):
        start = offsets[0] - stride * places[0]
        address = wat.add(wat.mul(index, wat.const(stride)), wat.const(start))
    else:
        everywhere = [STATE + place.offset for place in layout.places]
        address = fn.unit.read_table(everywhere, index)
    more, address = fn.keep(address, "at")
    return [*code, *more], Spot(index, address, shape, layout.packings[component], places)


def by_make(fn: Fn, where: Spot, emit: Callable[[Spot], Code]) -> Code:
    """Code for a place that can be of several makes: a case for each of them."""
    layout, flow = fn.layout, fn.flow
    makes: dict[tuple[str, int, int | None], list[int]] = {}
    for place in where.places:
        at = layout.places[place]
        if place or len(where.places) == 1:
            makes.setdefault((at.shape, at.component, flow.places[place].combination), []).append(place)
    if len(makes) <= 1:
        return emit(where)
    kind_of = [0] * len(layout.places)
    for number, places in enumerate(makes.values()):
        for place in places:
            kind_of[place] = number
    code, kind = fn.keep(fn.unit.read_table(kind_of, where.index), "kind")
    for number, ((shape, component, _), places) in enumerate(makes.items()):
        packing = layout.packings[component]
        one = Spot(where.index, where.address, shape, packing, range(places[0], places[-1] + 1), tuple(places))
        code.append(wat.when(("i32.eq", kind, wat.const(number)), emit(one)))
    return code


def any_of(fn: Fn, name: str, params: list[tuple[str, str]], result: str, case: Callable[[Fn, Spot], Code]) -> str:
    """A function of the module that acts on a place of any make: `$place` is its first parameter. `case` gives the code
    for one make, which returns; the function's end is never reached."""

    def make() -> Node:
        inner = Fn(fn.unit, f"${name}", [("$place", "i32"), *params], (result,) if result else ())
        layout = fn.layout
        makes: dict[tuple[str, int], list[int]] = {}
        for place in range(1, len(layout.places)):
            at = layout.places[place]
            makes.setdefault((at.shape, at.component), []).append(place)
        kinds = list(makes)
        kind_of = [0] * len(layout.places)
        for number, kind in enumerate(kinds):
            for place in makes[kind]:
                kind_of[place] = number
        everywhere = [STATE + place.offset for place in layout.places]
        address = inner.local("at")
        kind_local = inner.local("kind")
        body: Code = [
            wat.put(address, fn.unit.read_table(everywhere, wat.get("$place"))),
            wat.put(kind_local, fn.unit.read_table(kind_of, wat.get("$place"))),
        ]
        for number, (shape, component) in enumerate(kinds):
            spot = Spot(
                wat.get("$place"), wat.get(address), shape, layout.packings[component], range(1, len(layout.places))
            )
            code = case(inner, spot)
            if number == len(kinds) - 1:
                body += code
            else:
                body.append(wat.when(("i32.eq", wat.get(kind_local), wat.const(number)), code))
        body.append("(unreachable)")
        return inner.finish(body)

    return fn.unit.function(f"${name}", make)


# ---- how much lies there -------------------------------------------------------------------------------------------


def fields_sum(word: Node, bits: int) -> Node:
    """The sum of the fields of a word, as an i32; fields of two bits use the word twice."""
    if bits == 1:
        return ("i32.wrap_i64", ("i64.popcnt", word))
    low = wat.const64(0x3333333333333333)
    if bits == 2:
        word = ("i64.add", ("i64.and", word, low), ("i64.and", ("i64.shr_u", word, wat.const64(2)), low))
        return ("call", "$sum4", word)
    return ("call", f"$sum{bits}", word)


SUMS = {
    4: """
;; The sum of a word's fields of four bits.
(func $sum4 (param $word i64) (result i32)
 (i32.wrap_i64 (i64.shr_u (i64.mul
  (i64.add (i64.and (local.get $word) (i64.const 0x0f0f0f0f0f0f0f0f))
           (i64.and (i64.shr_u (local.get $word) (i64.const 4)) (i64.const 0x0f0f0f0f0f0f0f0f)))
  (i64.const 0x0101010101010101)) (i64.const 56))))
""",
    8: """
;; The sum of a word's fields of eight bits.
(func $sum8 (param $word i64) (result i32)
 (i32.wrap_i64 (i64.shr_u (i64.mul
  (i64.add (i64.and (local.get $word) (i64.const 0x00ff00ff00ff00ff))
           (i64.and (i64.shr_u (local.get $word) (i64.const 8)) (i64.const 0x00ff00ff00ff00ff)))
  (i64.const 0x0001000100010001)) (i64.const 48))))
""",
    16: """
;; The sum of a word's fields of sixteen bits.
(func $sum16 (param $word i64) (result i32)
 (i32.add (i32.add (i32.wrap_i64 (i64.and (local.get $word) (i64.const 0xffff)))
                   (i32.wrap_i64 (i64.and (i64.shr_u (local.get $word) (i64.const 16)) (i64.const 0xffff))))
          (i32.add (i32.wrap_i64 (i64.and (i64.shr_u (local.get $word) (i64.const 32)) (i64.const 0xffff)))
                   (i32.wrap_i64 (i64.shr_u (local.get $word) (i64.const 48))))))
""",
}


def words_sum(words: list[Node], bits: int) -> Node:
    """How many cards are in packed words."""
    total: Node = wat.const(0)
    for word in words:
        total = wat.add(total, fields_sum(word, bits))
    return total


def zone_words(spot: Spot) -> list[Node]:
    """The words of a zone."""
    return [wat.load(spot.address, 8 * k, "i64.load") for k in range(spot.packing.words)]


def size(fn: Fn, spot: Spot) -> Node:
    """How many cards lie at a place."""
    if spot.shape == "pile":
        return wat.load(spot.address, 0, "i32.load16_u")
    if spot.shape == "zone":
        return words_sum(zone_words(spot), spot.packing.bits)
    if spot.shape == "plays":
        return wat.call(plays_size(fn, spot), spot.address)
    name = any_of(fn, "size_of_any", [], "i32", lambda inner, one: [("return", size(inner, one))])
    return wat.call(name, spot.index)


def is_empty(fn: Fn, spot: Spot) -> Node:
    """Whether nothing lies at a place."""
    if spot.shape == "zone":
        words = zone_words(spot)
        together = words[0]
        for word in words[1:]:
            together = ("i64.or", together, word)
        return ("i64.eqz", together)
    if spot.shape == "plays":
        return ("i32.eqz", wat.load(spot.address))
    return ("i32.eqz", size(fn, spot))


def plays_size(fn: Fn, spot: Spot) -> str:
    """The function that counts the cards of all plays of a place."""
    packing = spot.packing
    name = f"$cards_in_plays_{packing.component}"

    def make() -> Node:
        inner = Fn(fn.unit, name, [("$at", "i32")], ("i32",))
        left, total = inner.local("left"), inner.local("total")
        words = [wat.load(wat.get("$at"), PLAYS_HEADER + 8 + 8 * k, "i64.load") for k in range(packing.words)]
        step = fn.layout.play_size(packing.component)
        return inner.finish(
            [
                wat.put(left, wat.load(wat.get("$at"))),
                wat.block(
                    "$done",
                    [
                        wat.loop(
                            "$next",
                            [
                                ("br_if", "$done", ("i32.eqz", wat.get(left))),
                                wat.put(total, wat.add(wat.get(total), words_sum(words, packing.bits))),
                                wat.put("$at", wat.add(wat.get("$at"), wat.const(step))),
                                wat.put(left, wat.sub(wat.get(left), wat.const(1))),
                                ("br", "$next"),
                            ],
                        )
                    ],
                ),
                wat.get(total),
            ]
        )

    return fn.unit.function(name, make)


def field_of(packing: Packing, face: Node) -> tuple[Node, Node]:
    """For a face of its component: the offset of its word in bytes, and a 1 in its field. The face is used twice."""
    shift = wat.shl(face, packing.shift)
    one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", shift))
    number = wat.known(face)
    if number is not None:
        one = wat.const64(1 << (number * packing.bits % 64))
    if packing.words == 1:
        return wat.const(0), one
    return wat.shl(wat.shr(face, (packing.fields).bit_length() - 1), 3), one
