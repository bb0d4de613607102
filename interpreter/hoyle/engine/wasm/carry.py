"""Code for cards that come and go.

Comes in: a spot, and a face (of all components) that may be used again. Goes out: statements. What always holds: a
card leaves a pile as the highest of its face, and plays from the first play that has it; a card that is not there
is a fault.
"""

from __future__ import annotations

from ...language.tree import Span
from ..flow import NOPLACE
from . import wat
from .layout import PILE_HEADER
from .places import Spot, any_of, field_of
from .plays import find_in_plays, take_from_plays
from .unit import Fn
from .wat import Code, Node


def put_face(fn: Fn, spot: Spot, face: Node, under: bool, span: Span) -> Code:
    """A card comes to a zone or a pile; the face is of all components and may be used again."""
    if spot.shape == "zone":
        offset, one = field_of(spot.packing, spot.local_face(face))
        code, address = fn.keep(wat.add(spot.address, offset), "at")
        return [*code, wat.store(address, ("i64.add", wat.load(address, 0, "i64.load"), one), 0, "i64.store")]
    if spot.shape == "pile":
        if under:
            return [wat.call(f"$push_under{spot.suffix}", spot.address, spot.local_face(face))]
        return push(fn, spot, spot.local_face(face))
    if spot.shape == "plays":
        raise AssertionError("plays take whole plays, see plays.py")
    name = any_of(
        fn,
        "put_under_any" if under else "put_any",
        [("$face", "i32")],
        "",
        lambda inner, one: (
            [*put_face(inner, one, wat.get("$face"), under, span), "(return)"]
            if one.shape != "plays"
            else ["(unreachable)"]
        ),
    )
    return [wat.call(name, spot.index, face)]


def push(fn: Fn, spot: Spot, face: Node) -> Code:
    """A card comes on top of a pile; the face is within its component."""
    width, op = (2, "i32.store16") if spot.packing.wide else (1, "i32.store8")
    count = fn.local("count")
    entry = wat.add(spot.address, wat.mul(wat.get(count), wat.const(width)))
    return [
        wat.put(count, wat.load(spot.address, 0, "i32.load16_u")),
        wat.store(entry, wat.shl(face, 1), PILE_HEADER, op),
        wat.store(spot.address, wat.add(wat.get(count), wat.const(0x10001))),
    ]


def has_face(fn: Fn, spot: Spot, face: Node) -> Node:
    """Whether a face lies at a place; the face may be used again."""
    if spot.shape == "zone":
        offset, one = field_of(spot.packing, spot.local_face(face))
        if spot.packing.bits > 1:
            one = ("i64.mul", one, wat.const64(spot.packing.mask))
        word = wat.load(wat.add(spot.address, offset), 0, "i64.load")
        return ("i64.ne", ("i64.and", word, one), wat.const64(0))
    if spot.shape == "pile":
        return wat.call(f"$has{spot.suffix}", spot.address, spot.local_face(face))
    if spot.shape == "plays":
        return ("i32.ge_s", wat.call(find_in_plays(fn, spot), spot.address, spot.local_face(face)), wat.const(0))
    name = any_of(
        fn,
        "has_any",
        [("$face", "i32")],
        "i32",
        lambda inner, one: [
            wat.when(negated_component(inner, one, wat.get("$face")), [("return", wat.const(0))]),
            ("return", has_face(inner, one, wat.get("$face"))),
        ],
    )
    return wat.call(name, spot.index, face)


def negated_component(fn: Fn, spot: Spot, face: Node) -> Node:
    """Whether a face is not of the component that lies at a place."""
    return ("i32.ge_u", spot.local_face(face), wat.const(spot.packing.size))


def take_face(fn: Fn, spot: Spot, face: Node, span: Span) -> Code:
    """A card leaves a place: of a pile the highest of its face, of plays the first. The face may be used again."""
    fault = wat.const(fn.unit.fault(span, "a card is to leave a place that it is not at"))
    if wat.known(spot.index) == NOPLACE:
        return [wat.fail(fault)]
    if spot.shape == "zone":
        offset, one = field_of(spot.packing, spot.local_face(face))
        code, address = fn.keep(wat.add(spot.address, offset), "at")
        return [
            *code,
            wat.when(("i32.eqz", has_face(fn, spot, face)), [wat.fail(fault)]),
            wat.store(address, ("i64.sub", wat.load(address, 0, "i64.load"), one), 0, "i64.store"),
        ]
    if spot.shape == "pile":
        pulled = wat.call(f"$pull{spot.suffix}", spot.address, spot.local_face(face))
        return [wat.when(("i32.lt_s", pulled, wat.const(0)), [wat.fail(fault)])]
    if spot.shape == "plays":
        return [
            wat.when(
                ("i32.eqz", wat.call(take_from_plays(fn, spot), spot.address, spot.local_face(face))),
                [wat.fail(fault)],
            )
        ]
    name = any_of(
        fn,
        "take_any",
        [("$face", "i32"), ("$number", "i32")],
        "",
        lambda inner, one: [
            wat.when(negated_component(inner, one, wat.get("$face")), [wat.fail(wat.get("$number"))]),
            wat.when(("i32.eqz", has_face(inner, one, wat.get("$face"))), [wat.fail(wat.get("$number"))]),
            *take_face(inner, one, wat.get("$face"), span),
            "(return)",
        ],
    )
    return [wat.call(name, spot.index, face, fault)]
