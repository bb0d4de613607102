"""Values in the making: integers, cards, melds and plays as nodes.

Comes in: values (see `unit`). Goes out: their parts, locals for them, code that compares or assigns them. What
always holds: a part is cheap and may be used again.
"""

from __future__ import annotations

from . import wat
from .facts import Fact
from .unit import Card, Fn, Int, Meld, Play, Value
from .wat import Code, Node


def as_int(value: Value) -> Node:
    """A value as one integer: a number, or a card with its place."""
    if isinstance(value, Int):
        return value.node
    if isinstance(value, Card):
        return wat.either(wat.shl(value.place, 16), value.face)
    raise AssertionError(f"a {type(value).__name__} is no integer")


def as_whole(member: Value) -> Value:
    """A card as one integer; other values as they are."""
    return Int(as_int(member)) if isinstance(member, Card) else member


def hold(fn: Fn, bound: Value, hint: str) -> tuple[Code, Value]:
    """A value in a local of its own, if it is not one or a constant already."""
    if isinstance(bound, Int):
        code, node = fn.keep(bound.node, hint)
        return code, Int(node)
    return [], bound


def parts(whole: Value) -> list[Node]:
    """What a value is made of, in the order in which functions take it."""
    if isinstance(whole, Meld):
        return [whole.form, *whole.words]
    if isinstance(whole, Play):
        return [whole.seat, whole.form, *whole.words]
    return [as_int(whole)]


def part_kinds(fn: Fn, fact: Fact) -> list[str]:
    """The types of the parts of a value."""
    if fact.shape == "int":
        return ["i32"]
    words = ["i64"] * fn.layout.packings[max(fact.component, 0)].words
    return ["i32", *words] if fact.shape == "meld" else ["i32", "i32", *words]


def from_parts(fn: Fn, fact: Fact, nodes: list[Node]) -> Value:
    """A value of its parts."""
    packing = fn.layout.packings[max(fact.component, 0)]
    if fact.shape == "meld":
        return Meld(nodes[0], tuple(nodes[1:]), packing)
    if fact.shape == "play":
        return Play(nodes[0], nodes[1], tuple(nodes[2:]), packing)
    return Int(nodes[0])


def like(fn: Fn, model: Value) -> Value:
    """New locals for a value such as this one."""
    if isinstance(model, Int | Card):
        return Int(wat.get(fn.local("x")))
    words = tuple(wat.get(fn.local("faces", "i64")) for _ in model.words)
    form = wat.get(fn.local("form"))
    if isinstance(model, Meld):
        return Meld(form, words, model.packing)
    return Play(wat.get(fn.local("seat")), form, words, model.packing)


def assign_parts(target: Value, source: Value) -> Code:
    """The locals of one value take another value."""
    return [wat.put(to[1], part) for to, part in zip(parts(target), parts(source), strict=True)]  # type: ignore[arg-type]


def same_parts(left: Value, right: Value) -> Node:
    """Whether two values are equal in all their parts."""
    equal: Node = wat.const(1)
    for k, (a, b) in enumerate(zip(parts(left), parts(right), strict=True)):
        words = getattr(left, "words", ())
        kind = "i64" if k >= len(parts(left)) - len(words) else "i32"
        same = (f"{kind}.eq", a, b)
        equal = same if k == 0 else wat.both(equal, same)
    return equal
