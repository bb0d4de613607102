"""Code for the top and the bottom card of a place.

Comes in: `End`, and spots. Goes out: statements and a card. What always holds: where it is not known which card
that is, the code fails.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .layout import PILE_HEADER, Packing
from .places import Spot, any_of, is_empty, size
from .plays import at_end, face_at, read_play
from .unit import Card, Fn, Value
from .wat import Code, Node


def entry(spot: Spot, at: Node) -> Node:
    """An entry of a pile."""
    width = 2 if spot.packing.wide else 1
    op = "i32.load16_u" if spot.packing.wide else "i32.load8_u"
    return wat.load(wat.add(spot.address, wat.mul(at, wat.const(width))), PILE_HEADER, op)


def end_card(fn: Fn, expr: f.End) -> tuple[Code, Value]:
    """The top or bottom card of a place."""
    from .expr import spot

    code, where = spot(fn, expr.place)
    more, face = end_face(fn, where, expr.top, wat.const(fn.unit.fault(expr.span, "there is no such card")))
    return [*code, *more], Card(where.index, face)


def end_face(fn: Fn, where: Spot, top: bool, fault: Node) -> tuple[Code, Node]:
    """The face of the top or bottom card of a place, or the fault."""
    fail: Node = ("br", fn.unsure) if fn.unsure else wat.fail(fault)
    if where.shape == "pile":
        code, count = fn.keep(size(fn, where), "count")
        if top:
            hidden: Node = ("i32.ne", wat.load(where.address, 2, "i32.load16_u"), wat.const(1))
            face = wat.shr(entry(where, wat.sub(count, wat.const(1))), 1)
        else:
            linked = wat.both(entry(where, wat.const(1)), wat.const(1))
            hidden = ("i32.or", ("i32.eqz", count), linked)
            face = wat.shr(entry(where, wat.const(0)), 1)
        code = [*code, wat.when(hidden, [fail])]
    elif where.shape == "zone":
        code, face = single_face(fn, where, fail)
    elif where.shape == "plays":
        code, play = read_play(fn, where.packing, at_end(fn, where, top))
        face = face_at(fn.unit, where.packing, extreme_field(where.packing, play.words, top), play.form)
        code = [wat.when(is_empty(fn, where), [fail]), *code]
    else:

        def case(inner: Fn, one: Spot) -> Code:
            inside, found = end_face(inner, one, top, wat.get("$number"))
            return [*inside, ("return", found)]

        name = any_of(fn, "top_of_any" if top else "bottom_of_any", [("$number", "i32")], "i32", case)
        return fn.keep(wat.call(name, where.index, fault), "face")
    more, face = fn.keep(where.global_face(face), "face")
    return [*code, *more], face


def single_face(fn: Fn, where: Spot, fail: Node) -> tuple[Code, Node]:
    """The face of a zone all of whose cards have one face."""
    packing = where.packing
    found, word = fn.local("face"), fn.local("word", "i64")
    code: Code = [wat.put(found, wat.const(-1))]
    for k in range(packing.words):
        field = ("i32.wrap_i64", ("i64.shr_u", ("i64.ctz", wat.get(word)), wat.const64(packing.shift)))
        rest = ("i64.shr_u", wat.get(word), ("i64.extend_i32_u", wat.shl(wat.get(found), packing.shift)))
        code += [
            wat.put(word, wat.load(where.address, 8 * k, "i64.load")),
            wat.when(
                ("i64.ne", wat.get(word), wat.const64(0)),
                [
                    wat.when(("i32.ge_s", wat.get(found), wat.const(0)), [fail]),
                    wat.put(found, field),
                    wat.when(("i64.gt_u", rest, wat.const64(packing.mask)), [fail]),
                    wat.put(found, wat.add(wat.get(found), wat.const(k * packing.fields))),
                ],
            ),
        ]
    code.append(wat.when(("i32.lt_s", wat.get(found), wat.const(0)), [fail]))
    return code, wat.get(found)


def extreme_field(packing: Packing, words: tuple[Node, ...], highest: bool) -> Node:
    """The highest or lowest field that is not zero, of words that are not all zero."""
    if highest:
        found = wat.shr(wat.sub(wat.const(63), ("i32.wrap_i64", ("i64.clz", words[0]))), packing.shift)
    else:
        found = wat.shr(("i32.wrap_i64", ("i64.ctz", words[-1])), packing.shift)
        found = wat.add(found, wat.const((len(words) - 1) * packing.fields))
    others = list(enumerate(words))[1:] if highest else list(enumerate(words))[-2::-1]
    for k, word in others:
        if highest:
            here = wat.shr(wat.sub(wat.const(63), ("i32.wrap_i64", ("i64.clz", word))), packing.shift)
        else:
            here = wat.shr(("i32.wrap_i64", ("i64.ctz", word)), packing.shift)
        here = wat.add(here, wat.const(k * packing.fields))
        found = wat.choose(("i64.ne", word, wat.const64(0)), here, found)
    return found
