"""Places side by side, as bits.

Comes in: sequences of places that follow one another, of the empty ones only the first. Goes out: `Marked`: a bit for each
place that is among them, by its distance from the first. What always holds: members come in the order of their bits, each
once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import flow as f
from . import wat
from .expr import scalar
from .loops import each_bit
from .masks import safe
from .places import is_empty, spot_at
from .unit import Fn, Int, Value
from .wat import Code, Node

MADE = 1 << 31
"""The bit that says that the others are known."""
MOST = 16
"""Of more places than these, a list is as good."""


@dataclass(frozen=True, slots=True)
class Row:
    """Places that follow one another: the first, and how many."""

    first: f.Expr
    count: int


def row_of(fn: Fn, seq: f.Seq) -> Row | None:
    """The places of which a sequence gives those that are not empty and the first that is; None if it is no such sequence."""
    if not isinstance(seq, f.OneEmpty):
        return None
    of, places = seq.seq, fn.facts.seq(seq).item.places
    if not places or 0 in places or len({fn.layout.places[place].shape for place in places}) > 1:
        return None
    match of:
        case f.Values(values) if values and values == tuple(range(values[0], values[0] + len(values))):
            row = Row(f.Const(values[0]), len(values))
        case f.Span_(low, f.Op("+", same, f.Const(more))) if low == same and more >= 0 and safe(fn, low):
            row = Row(low, more + 1)
        case _:
            return None
    return row if row.count <= MOST else None


@dataclass(slots=True)
class Marked:
    """Some of the places of a row: code that finds them if that is not done yet, and the local with their bits; of all places,
    also the local with the bits of those that are not empty."""

    code: Code
    row: Row
    bits: str
    full: str = ""

    @property
    def none(self) -> Node:
        """Whether there is none."""
        return ("i32.eq", wat.get(self.bits), wat.const(wat.wrap32(MADE)))

    def among(self, bits: Node | None) -> Node:
        """The bits of those places; of those only that other bits have as well, if there are such."""
        return wat.both(wat.get(self.bits), wat.const(MADE - 1) if bits is None else bits)

    def member(self, fn: Fn, number: Node) -> tuple[Code, Value]:
        """The place of a number."""
        code, place = fn.keep(wat.add(number, scalar(fn, self.row.first)), "place")
        return code, Int(place)

    def each(self, fn: Fn, body: Callable[[Value], Code], bits: Node | None = None) -> Code:
        """A loop over the places; over those only that other bits have as well, if there are such."""
        first = fn.keep(scalar(fn, self.row.first), "first")
        return [*first[0], *each_bit(fn, self.among(bits), lambda number: body(Int(wat.add(number, first[1]))))]


def not_empty(test: f.Expr, slot: int) -> bool:
    """Whether a test asks that the place in a slot is not empty, and that alone."""
    match test:
        case f.Not(f.Compare("=", f.Size(f.Load(asked)), f.Const(0))):
            return asked == slot
    return False


def mark(fn: Fn, seq: f.OneEmpty, row: Row) -> tuple[Code, Node, str]:
    """Code that looks which places of a row are not empty, the bits of those and of the first that is, and the local with
    the bits of those alone."""
    code, first = fn.keep(scalar(fn, row.first), "first")
    places = fn.facts.seq(seq).item.places
    full, empty = fn.local("full"), fn.local("empty")
    together: Node = wat.const(0)
    for number in range(row.count):
        more, where = spot_at(fn, wat.add(first, wat.const(number)), places_of(row, places, number), seq.span)
        code += more
        together = wat.either(together, wat.shl(wat.negated(is_empty(fn, where)), number))
    alone = wat.both(wat.get(empty), wat.sub(wat.const(0), wat.get(empty)))
    return (
        [
            *code,
            wat.put(full, together),
            wat.put(empty, ("i32.xor", wat.get(full), wat.const((1 << row.count) - 1))),
        ],
        wat.either(wat.either(wat.get(full), alone), wat.const(wat.wrap32(MADE))),
        full,
    )


def places_of(row: Row, places: range, number: int) -> range:
    """The places that one of a row can be."""
    if isinstance(row.first, f.Const):
        return range(row.first.value + number, row.first.value + number + 1)
    return places
