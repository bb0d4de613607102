"""Expressions whose value is known when the values of a few variables are.

Comes in: an expression, and values of registers and slots. Goes out: its value, or None where it depends on
anything else, or would fail. What always holds: a value given here is the one that the interpreter would give.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import flow as f

Term = f.Expr


@dataclass(slots=True)
class Given:
    """What is known; a card stands for its face."""

    flow: f.Flow
    registers: dict[int, int] = field(default_factory=dict)
    slots: dict[int, int] = field(default_factory=dict)


def evaluate(expr: Term, given: Given) -> int | None:
    """The value of an expression."""
    match expr:
        case f.Const(value):
            return value
        case f.Var(register):
            return given.registers.get(register)
        case f.Load(slot):
            return given.slots.get(slot)
        case f.FaceOf(card):
            face = evaluate(card, given)
            return face if face is not None and face >= 0 else None
        case f.Column(table, key, must):
            index = evaluate(key, given)
            rows = given.flow.tables[table]
            if index is None or not 0 <= index < len(rows) or (must and rows[index] == f.NONE):
                return None
            return rows[index]
        case f.Compare(op, left, right, checked):
            a, b = evaluate(left, given), evaluate(right, given)
            if a is None or b is None or (checked and op not in ("=", "<>") and f.NONE in (a, b)):
                return None
            return int(compared(op, a, b))
        case f.And(left, right):
            first = evaluate(left, given)
            return first if first is None or not first else evaluate(right, given)
        case f.Or(left, right):
            first = evaluate(left, given)
            return first if first is None or first else evaluate(right, given)
        case f.Not(arg):
            inner = evaluate(arg, given)
            return None if inner is None else int(not inner)
        case f.Choice(test, then, other):
            holds = evaluate(test, given)
            if holds is None or (not holds and other is None):
                return None
            return evaluate(then if holds or other is None else other, given)
        case f.Op(op, left, right):
            a, b = evaluate(left, given), evaluate(right, given)
            if a is None or b is None or f.NONE in (a, b):
                return None
            return computed(op, a, b)
        case f.Call(function, args):
            called = given.flow.functions[function]
            values = [evaluate(arg, given) for arg in args]
            known = {r: v for r, v in zip(called.params, values, strict=True) if v is not None}
            return evaluate(called.body, Given(given.flow, known))
    return None


def compared(op: str, left: int, right: int) -> bool:
    """The result of a comparison."""
    return {
        "=": left == right,
        "<>": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]


def computed(op: str, left: int, right: int) -> int | None:
    """The result of an operation; None if it fails."""
    if op in ("/", "mod") and right == 0:
        return None
    if op == "+":
        value = left + right
    elif op == "-":
        value = left - right
    elif op == "*":
        value = left * right
    elif op == "mod":
        value = left % right
    else:
        value = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return value if abs(value) <= f.LARGEST else None
