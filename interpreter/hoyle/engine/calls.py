"""Closures of calls of functions: terms with parameters.

Comes in: `Call` nodes. Goes out: functions from a frame to a value. What always holds: arguments are worked out
before the parameters' registers are written; what a pure function gave is remembered by its arguments for good, what
another gave while the moves of a decision are listed, as nothing changes then that it could read.
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
    body, index, listing = make.body(node.function), node.function, make.layout.listing
    keep = not make.reads_binds(node.function)
    if len(args) == 1:
        (arg,), (cell,) = args, cells

        def called_with_one(f: Frame) -> Any:
            value, kept = arg(f), f[listing]
            if kept is None or not keep:
                f[cell] = value
                return body(f)
            key = index, value
            if key in kept:
                return kept[key]
            f[cell] = value
            result = kept[key] = body(f)
            return result

        return called_with_one

    if len(args) == 2:
        left, right = args
        left_cell, right_cell = cells

        def called_with_two(f: Frame) -> Any:
            a, b, kept = left(f), right(f), f[listing]
            if kept is None or not keep:
                f[left_cell], f[right_cell] = a, b
                return body(f)
            key = index, a, b
            if key in kept:
                return kept[key]
            f[left_cell], f[right_cell] = a, b
            result = kept[key] = body(f)
            return result

        return called_with_two

    def called(f: Frame) -> Any:
        key, kept = (index, *[arg(f) for arg in args]), f[listing]
        if kept is not None and key in kept:
            return kept[key]
        for cell, value in zip(cells, key[1:], strict=True):
            f[cell] = value
        result = body(f)
        if kept is not None and keep:
            kept[key] = result
        return result

    return called


def remembered(make: Closures, node: F.Call, args: list[Fn], cells: list[int]) -> Fn:
    """A call of a pure function: what it gave for the same arguments is kept, for all calls of it."""
    memo = make.memo.setdefault(node.function, {})
    body = make.body(node.function)

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
