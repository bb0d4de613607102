"""Closures of calls of functions: terms with parameters.

Comes in: `Call` nodes. Goes out: functions from a frame to a value. What always holds: arguments are worked out
before the parameters' registers are written; what a pure function gave is remembered by its arguments.
"""

from __future__ import annotations

from typing import Any

from . import flow as F
from .closures import Closures, rule
from .layout import Fn, Frame

MEMO = 200_000
"""How many results of one pure function are kept before they are forgotten."""


@rule(F.Call)
def call(make: Closures, node: F.Call) -> Fn:
    function = make.flow.functions[node.function]
    args = [make(arg) for arg in node.args]
    cells = [make.layout.register(r) for r in function.params]
    if function.pure and 1 <= len(args) <= 2:
        return remembered(make, node, args, cells)
    body = late(make, node.function)

    def called(f: Frame) -> Any:
        values = [arg(f) for arg in args]
        for cell, value in zip(cells, values, strict=True):
            f[cell] = value
        return body(f)

    return called


def remembered(make: Closures, node: F.Call, args: list[Fn], cells: list[int]) -> Fn:
    """A call of a pure function: what it gave for the same arguments is kept, for all calls of it."""
    memo = make.memo.setdefault(node.function, {})
    body = late(make, node.function)

    def enter(f: Frame, key: Any) -> Any:
        value = body(f)
        if len(memo) >= MEMO:
            memo.clear()
        memo[key] = value
        return value

    if len(args) == 1:
        (arg,), (cell,) = args, cells

        def one(f: Frame) -> Any:
            key = arg(f)
            try:
                return memo[key]
            except KeyError:
                f[cell] = key
                return enter(f, key)

        return one
    left, right = args
    left_cell, right_cell = cells

    def two(f: Frame) -> Any:
        key = left(f), right(f)
        try:
            return memo[key]
        except KeyError:
            f[left_cell], f[right_cell] = key
            return enter(f, key)

    i, j = make.cell(node.args[0]), make.cell(node.args[1])
    if i is None or j is None:
        return two

    def two_variables(f: Frame) -> Any:
        try:
            return memo[f[i], f[j]]
        except KeyError:
            key = f[i], f[j]
            f[left_cell], f[right_cell] = key
            return enter(f, key)

    return two_variables


def late(make: Closures, function: int) -> Fn:
    """The body of a function, made when it is first run: functions may stand in any order."""
    body: Fn | None = None

    def run(f: Frame) -> Any:
        nonlocal body
        if body is None:
            body = make.body(function)
        return body(f)

    return run
