"""Loops over numbers and over packed cards.

Comes in: bounds, or words; and what is to be done at each turn. Goes out: statements. What always holds: the code
of a turn stands once in what goes out.
"""

from __future__ import annotations

from collections.abc import Callable

from . import wat
from .layout import Packing
from .unit import Fn
from .wat import Code, Node


def counted(fn: Fn, low: Node, high: Node, body: Callable[[Node], Code]) -> Code:
    """A loop over the numbers from low to high."""
    at, end, done, next_ = fn.local("i"), fn.local("end"), fn.label("done"), fn.label("next")
    code: Code = [wat.put(at, low)]
    last = high
    if wat.known(high) is None:
        code.append(wat.put(end, high))
        last = wat.get(end)
    inside = body(wat.get(at))
    advance = [wat.put(at, wat.add(wat.get(at), wat.const(1))), ("br", next_)]
    inside.append(wat.when(("i32.lt_s", wat.get(at), last), advance))
    a, b = wat.known(low), wat.known(high)
    if a is not None and b is not None:
        return [*code, wat.loop(next_, inside)] if a <= b else []
    return [*code, wat.block(done, [("br_if", done, ("i32.gt_s", wat.get(at), last)), wat.loop(next_, inside)])]


def each_bit(fn: Fn, bits: Node, body: Callable[[Node], Code]) -> Code:
    """A loop over the numbers of those bits of a word that are set."""
    left, number, done, next_ = fn.local("fitting"), fn.local("bit"), fn.label("done"), fn.label("next")
    turn: Code = [
        ("br_if", done, ("i32.eqz", wat.get(left))),
        wat.put(number, ("i32.ctz", wat.get(left))),
        wat.put(left, wat.both(wat.get(left), wat.sub(wat.get(left), wat.const(1)))),
        *body(wat.get(number)),
        ("br", next_),
    ]
    return [wat.put(left, bits), wat.block(done, [wat.loop(next_, turn)])]


def each_field(
    fn: Fn,
    packing: Packing,
    address: Node | None,
    words: list[Node] | None,
    once: bool,
    body: Callable[[Node], Code],
    first: int,
) -> Code:
    """A loop over packed cards, at an address or in nodes: the body gets the number of the field, plus `first`."""
    word, field = fn.local("word", "i64"), fn.local("face")
    done, next_ = fn.label("done"), fn.label("next")
    if packing.words == 1:
        start: Node = words[0] if words else wat.load(address or wat.const(0), 0, "i64.load")
        inner = _fields(fn, packing, word, field, wat.const(first), once, body)
        return [
            wat.put(word, start),
            wat.block(done, [wat.loop(next_, [("br_if", done, ("i64.eqz", wat.get(word))), *inner, ("br", next_)])]),
        ]
    code: Code = []
    if address is None:
        region = fn.unit.reserve(8 * packing.words)
        address = wat.const(region)
        code = [wat.store(address, one, 8 * k, "i64.store") for k, one in enumerate(words or [])]
    number, base = fn.local("number"), fn.local("base")
    inner = _fields(fn, packing, word, field, wat.get(base), once, body)
    ended, on = fn.label("ended"), fn.label("on")
    return [
        *code,
        wat.put(number, wat.const(0)),
        wat.put(base, wat.const(first)),
        wat.loop(
            on,
            [
                wat.put(word, wat.load(wat.add(address, wat.shl(wat.get(number), 3)), 0, "i64.load")),
                wat.block(
                    ended, [wat.loop(next_, [("br_if", ended, ("i64.eqz", wat.get(word))), *inner, ("br", next_)])]
                ),
                wat.put(base, wat.add(wat.get(base), wat.const(packing.fields))),
                (
                    "br_if",
                    on,
                    (
                        "i32.lt_s",
                        ("local.tee", number, wat.add(wat.get(number), wat.const(1))),
                        wat.const(packing.words),
                    ),
                ),
            ],
        ),
    ]


def _fields(
    fn: Fn, packing: Packing, word: str, field: str, base: Node, once: bool, body: Callable[[Node], Code]
) -> Code:
    """One turn of a loop over a word: takes its lowest card (or all of that face) out, and hands it on."""
    if packing.bits == 1:
        take: Code = [
            wat.put(field, wat.add(("i32.wrap_i64", ("i64.ctz", wat.get(word))), base)),
            wat.put(word, ("i64.and", wat.get(word), ("i64.sub", wat.get(word), wat.const64(1)))),
        ]
        return [*take, *body(wat.get(field))]
    shift = fn.local("shift", "i64")
    out: Node = ("i64.shl", wat.const64(packing.mask if once else 1), wat.get(shift))
    rest: Node = (
        ("i64.and", wat.get(word), ("i64.xor", out, wat.const64(-1))) if once else ("i64.sub", wat.get(word), out)
    )
    return [
        wat.put(shift, ("i64.and", ("i64.ctz", wat.get(word)), wat.const64(-packing.bits))),
        wat.put(
            field,
            wat.add(("i32.wrap_i64", ("i64.shr_u", wat.get(shift), wat.const64(packing.shift))), base),
        ),
        wat.put(word, rest),
        *body(wat.get(field)),
    ]
