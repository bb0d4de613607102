"""Choosing one of a few constants that must go with what was chosen before: as a table.

Comes in: a bind, and one further out. Goes out: a table, and a loop over what it allows. What always holds: the
table says what the test would say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import flow as f
from . import wat
from .constant import Given, evaluate
from .facts import Fact
from .masks import conjuncts
from .unit import Card, Fn, Int, Value
from .values import as_int
from .wat import Code, Node


@dataclass(slots=True)
class Related:
    """Which of a bind's constants go with each value of a bind further out: bits by that value, from `low` on; tests
    that are left."""

    outer: int
    low: int
    bits: list[int]
    left: list[f.Expr]


def relate(fn: Fn, outer: int, fact: Fact, member: Value, bind: f.Bind) -> Related | None:
    """The table of those parts of a bind's test that follow from it and one bind further out; None if there is none."""
    assert isinstance(bind.seq, f.Values)
    assert bind.test is not None
    low, high = fact.low, fact.high
    if isinstance(member, Card):
        places = range(low >> 16, (high >> 16) + 1)
        packing = fn.layout.packing(places[0])
        if {fn.layout.places[p].component for p in places} != {packing.component}:
            return None
        low, high = packing.first, packing.first + packing.size - 1
    if high - low >= 256:
        return None
    bits = [(1 << len(bind.seq.values)) - 1] * (high - low + 1)
    left: list[f.Expr] = []
    for part in conjuncts(bind.test):
        table = [
            [evaluate(part, Given(fn.flow, {}, {outer: one, bind.slot: value})) for value in bind.seq.values]
            for one in range(low, high + 1)
        ]
        if left or any(entry is None for row in table for entry in row):
            left.append(part)
            continue
        for index, row in enumerate(table):
            bits[index] &= sum(1 << k for k, holds in enumerate(row) if holds)
    return None if len(left) == len(list(conjuncts(bind.test))) else Related(outer, low, bits, left)


def each_related(fn: Fn, related: Related, outer: Value, turn: Callable[[Value], Code], bind: f.Bind) -> Code:
    """A loop over those constants of a bind that go with the value of a bind further out."""
    assert isinstance(bind.seq, f.Values)
    values = bind.seq.values
    bits, at = fn.local("fitting"), fn.local("x")
    key = outer.face if isinstance(outer, Card) else as_int(outer)
    done, next_ = fn.label("done"), fn.label("next")
    index: Node = ("i32.ctz", wat.get(bits))
    if values == tuple(range(values[0], values[0] + len(values))):
        chosen = wat.add(index, wat.const(values[0]))
    else:
        chosen = fn.unit.read_table(values, index)
    unsigned = [wat.wrap32(word) for word in related.bits]
    return [
        wat.put(bits, fn.unit.read_table(unsigned, wat.sub(key, wat.const(related.low)))),
        wat.block(
            done,
            [
                wat.loop(
                    next_,
                    [
                        ("br_if", done, ("i32.eqz", wat.get(bits))),
                        wat.put(at, chosen),
                        wat.put(bits, wat.both(wat.get(bits), wat.sub(wat.get(bits), wat.const(1)))),
                        *turn(Int(wat.get(at))),
                        ("br", next_),
                    ],
                )
            ],
        ),
    ]
