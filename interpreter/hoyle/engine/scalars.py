"""Closures of expressions that give one value: variables, numbers, truths.

Comes in: expression nodes of `flow`. Goes out: functions from a frame to a value. What always holds: what the flow
calls a failure raises `PlayError` with the place in the spec. Shapes that games use all the time (a variable beside a
constant) have closures of their own; they mean the same as the general ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from . import flow as F
from .closures import Closures, rule
from .errors import fail
from .layout import Fn, Frame

NONE = F.NONE
NO_VALUE = "`none` is used where a value is needed"
TOO_LARGE = "a number leaves the range from -2147483647 to 2147483647"


@rule(F.Const)
def const(_: Closures, node: F.Const) -> Fn:
    value = node.value
    return lambda f: value


@rule(F.Load, F.Var)
def variable(make: Closures, node: F.Load | F.Var) -> Fn:
    cell = make.cell(node)
    assert cell is not None
    return lambda f: f[cell]


@rule(F.LoadAt)
def load_at(make: Closures, node: F.LoadAt) -> Fn:
    index = offset(make, node)
    first = make.layout.slot(0)
    return lambda f: f[first + index(f)]


@rule(F.Offset)
def offset(make: Closures, node: F.Offset | F.LoadAt | F.AssignAt) -> Fn:
    """base + index, inside its bounds."""
    base, count, span, index = node.base, node.count, node.span, make(node.index)
    cell = make.cell(node.index)

    def outside(i: int) -> NoReturn:
        fail(span, NO_VALUE if i == NONE else f"number {i + 1} of {count} does not exist")

    def at(f: Frame) -> Any:
        i = index(f)
        if 0 <= i < count:
            return base + i
        outside(i)

    if cell is None:
        return at
    variable_cell = cell

    def at_variable(f: Frame) -> Any:
        if 0 <= f[variable_cell] < count:
            return base + f[variable_cell]
        outside(f[variable_cell])

    return at_variable


# ---- arithmetic ----------------------------------------------------------------------------------------------------


def divide(a: int, b: int) -> int:
    """The quotient, rounded towards zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def modulo(a: int, b: int) -> int:
    """What is left by a division, never negative for a positive divisor."""
    return a % b


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "mod": modulo,
}


@rule(F.Op)
def op(make: Closures, node: F.Op) -> Fn:
    left, right, span = make(node.left), make(node.right), node.span
    compute = ARITHMETIC[node.op]

    def checked(f: Frame) -> Any:
        a, b = left(f), right(f)
        if a == NONE or b == NONE:
            fail(span, NO_VALUE)
        if b == 0 and (compute is divide or compute is modulo):
            fail(span, "a division by zero")
        value = compute(a, b)
        if -0x80000000 < value < 0x80000000:
            return value
        fail(span, TOO_LARGE)

    def plus(f: Frame) -> Any:
        value = left(f) + right(f)
        if -0x80000000 < value < 0x80000000:
            return value
        fail(span, TOO_LARGE)

    def minus(f: Frame) -> Any:
        value = left(f) - right(f)
        if -0x80000000 < value < 0x80000000:
            return value
        fail(span, TOO_LARGE)

    if make.never_none(node.left) and make.never_none(node.right):
        if node.op == "+":
            return plus
        if node.op == "-":
            return minus
    return checked


# ---- truths --------------------------------------------------------------------------------------------------------

BOTH: dict[str, Callable[[Fn, Fn], Fn]] = {
    "=": lambda a, b: lambda f: a(f) == b(f),
    "<>": lambda a, b: lambda f: a(f) != b(f),
    "<": lambda a, b: lambda f: a(f) < b(f),
    "<=": lambda a, b: lambda f: a(f) <= b(f),
    ">": lambda a, b: lambda f: a(f) > b(f),
    ">=": lambda a, b: lambda f: a(f) >= b(f),
}
CONSTANT: dict[str, Callable[[Fn, int], Fn]] = {
    "=": lambda a, k: lambda f: a(f) == k,
    "<>": lambda a, k: lambda f: a(f) != k,
    "<": lambda a, k: lambda f: a(f) < k,
    "<=": lambda a, k: lambda f: a(f) <= k,
    ">": lambda a, k: lambda f: a(f) > k,
    ">=": lambda a, k: lambda f: a(f) >= k,
}
CELL: dict[str, Callable[[int, int], Fn]] = {
    "=": lambda i, k: lambda f: f[i] == k,
    "<>": lambda i, k: lambda f: f[i] != k,
    "<": lambda i, k: lambda f: f[i] < k,
    "<=": lambda i, k: lambda f: f[i] <= k,
    ">": lambda i, k: lambda f: f[i] > k,
    ">=": lambda i, k: lambda f: f[i] >= k,
}
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@rule(F.Compare)
def compare(make: Closures, node: F.Compare) -> Fn:
    left, right, span = make(node.left), make(node.right), node.span
    risky = not (make.never_none(node.left) and make.never_none(node.right))
    if node.checked and node.op in COMPARE and risky:
        test = COMPARE[node.op]

        def checked(f: Frame) -> Any:
            a, b = left(f), right(f)
            if a == NONE or b == NONE:
                fail(span, "`none` is neither more nor less than anything")
            return test(a, b)

        return checked
    if isinstance(node.right, F.Const):
        cell = make.cell(node.left)
        return CONSTANT[node.op](left, node.right.value) if cell is None else CELL[node.op](cell, node.right.value)
    return BOTH[node.op](left, right)


@rule(F.And)
def and_(make: Closures, node: F.And) -> Fn:
    parts = [make(part) for part in row(node)]
    if len(parts) == 2:
        left, right = parts
        return lambda f: left(f) and right(f)
    first, second, third, *more = parts
    if not more:
        return lambda f: first(f) and second(f) and third(f)

    def all_of(f: Frame) -> Any:
        for part in parts:  # noqa: SIM110  a generator would be slower
            if not part(f):
                return False
        return True

    return all_of


@rule(F.Or)
def or_(make: Closures, node: F.Or) -> Fn:
    parts = [make(part) for part in row(node)]
    if len(parts) == 2:
        left, right = parts
        return lambda f: left(f) or right(f)

    def any_of(f: Frame) -> Any:
        for part in parts:  # noqa: SIM110
            if part(f):
                return True
        return False

    return any_of


def row(node: F.And | F.Or) -> list[F.Expr]:
    """The parts of `a and b and c`, however they are nested; so with `or`."""
    kind = type(node)
    return [p for side in (node.left, node.right) for p in (row(side) if isinstance(side, kind) else [side])]


@rule(F.Not)
def not_(make: Closures, node: F.Not) -> Fn:
    arg = make(node.arg)
    return lambda f: not arg(f)


@rule(F.Choice)
def choice(make: Closures, node: F.Choice) -> Fn:
    test, then, span = make(node.test), make(node.then), node.span
    if node.other is None:
        return lambda f: then(f) if test(f) else fail(span, "none of the cases holds")
    other = make(node.other)
    return lambda f: then(f) if test(f) else other(f)


@rule(F.Let, F.LetSeq)
def let(make: Closures, node: F.Let | F.LetSeq) -> Fn:
    cell, value, body = make.layout.register(node.register), make(node.value), make(node.body)

    def bound(f: Frame) -> Any:
        f[cell] = value(f)
        return body(f)

    return bound
