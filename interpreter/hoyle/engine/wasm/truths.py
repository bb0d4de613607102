"""Code for conditions.

Comes in: expressions of the flow that are true or not. Goes out: a node that leaves 1 or 0 (`test`), or jumps
(`unless`, `when`). What always holds: `and` and `or` ask no more than they need.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .expr import scalar, spot, two_numbers, value
from .places import is_empty
from .unit import Fn, Int
from .values import hold, parts, same_parts
from .wat import Code, Node

COMPARISONS = {"=": "i32.eq", "<>": "i32.ne", "<": "i32.lt_s", "<=": "i32.le_s", ">": "i32.gt_s", ">=": "i32.ge_s"}


def test(fn: Fn, expr: f.Expr) -> Node:
    """A node that leaves 1 or 0 on the stack."""
    from . import folds

    match expr:
        case f.Compare():
            return compare(fn, expr)
        case f.And(left, right):
            return wat.choose(test(fn, left), test(fn, right), wat.const(0))
        case f.Or(left, right):
            return wat.choose(test(fn, left), wat.const(1), test(fn, right))
        case f.Not(arg):
            return wat.negated(test(fn, arg))
        case f.Some():
            return folds.some(fn, expr)
        case f.Same():
            return folds.same(fn, expr)
    return scalar(fn, expr)


def compare(fn: Fn, expr: f.Compare) -> Node:
    """A comparison of integers; of melds or plays only equality, of all their parts."""
    left, right = fn.facts.expr(expr.left), fn.facts.expr(expr.right)
    if left.shape != "int" or right.shape != "int":
        return compare_wholes(fn, expr)
    op = expr.op
    if isinstance(expr.left, f.Size) and isinstance(expr.right, f.Const):
        number = expr.right.value
        if (op, number) in EMPTY_TESTS:
            code, where = spot(fn, expr.left.place)
            empty = wat.valued(code, is_empty(fn, where))
            return empty if op in ("=", "<=", "<") else wat.negated(empty)
    if expr.checked and op not in ("=", "<>"):
        message = "`none` is neither more nor less than anything"
        code, a, b = two_numbers(fn, expr.left, expr.right, expr.span, message)
        return wat.valued(code, (COMPARISONS[op], a, b))
    a, b = scalar(fn, expr.left), scalar(fn, expr.right)
    if op == "=" and b == wat.const(0):
        return wat.negated(a) if left.within(0, 1) else ("i32.eqz", a)
    return (COMPARISONS[op], a, b)


EMPTY_TESTS = {("=", 0), ("<>", 0), (">", 0), ("<=", 0), ("<", 1), (">=", 1)}
"""Comparisons of how many with a number that only ask whether there are any."""


def compare_wholes(fn: Fn, expr: f.Compare) -> Node:
    code, left = value(fn, expr.left)
    more, right = value(fn, expr.right)
    if isinstance(left, Int) or isinstance(right, Int):  # one of them is none
        whole = right if isinstance(left, Int) else left
        equal: Node = ("i32.eq", parts(whole)[0], wat.const(f.NONE))
    else:
        equal = same_parts(left, right)
    return wat.valued([*code, *more], equal if expr.op == "=" else ("i32.eqz", equal))


def inlined(fn: Fn, expr: f.Call) -> Code | None:
    """The code that gives a term's parameters their values here, if the term is small; None if it is to be called."""
    function = fn.flow.functions[expr.function]
    if fn.unit.weight(expr.function) > SMALL_TERM:
        return None
    code: Code = []
    values = []
    for arg in expr.args:
        more, given = value(fn, arg)
        held, given = hold(fn, given, "x")
        code += [*more, *held]
        values.append(given)
    for register, given in zip(function.params, values, strict=True):
        if fn.facts.registers[register].shape != "int" and isinstance(given, Int):
            return None  # a none in place of a meld or a play: its parts are made for a call
        fn.registers[register] = given
    return code


SMALL_TERM = 24
"""A term of so many nodes at most is written out where it is called."""


def unless(fn: Fn, expr: f.Expr, label: str) -> Code:
    """Jumps to a label unless a test holds."""
    if isinstance(expr, f.Call):
        inside = inlined(fn, expr)
        if inside is not None:
            return [*inside, *unless(fn, fn.flow.functions[expr.function].body, label)]
    if isinstance(expr, f.And):
        return [*unless(fn, expr.left, label), *unless(fn, expr.right, label)]
    if isinstance(expr, f.Or):
        holds = fn.label("or")
        return [wat.block(holds, [*when(fn, expr.left, holds), *unless(fn, expr.right, label)])]
    if isinstance(expr, f.Not):
        return when(fn, expr.arg, label)
    if isinstance(expr, f.Const):
        return [] if expr.value else [("br", label)]
    return [("br_if", label, wat.negated(test(fn, expr)))]


def when(fn: Fn, expr: f.Expr, label: str) -> Code:
    """Jumps to a label if a test holds."""
    if isinstance(expr, f.Call):
        inside = inlined(fn, expr)
        if inside is not None:
            return [*inside, *when(fn, fn.flow.functions[expr.function].body, label)]
    if isinstance(expr, f.Or):
        return [*when(fn, expr.left, label), *when(fn, expr.right, label)]
    if isinstance(expr, f.And):
        fails = fn.label("and")
        return [wat.block(fails, [*unless(fn, expr.left, fails), *when(fn, expr.right, label)])]
    if isinstance(expr, f.Not):
        return unless(fn, expr.arg, label)
    if isinstance(expr, f.Const):
        return [("br", label)] if expr.value else []
    return [("br_if", label, test(fn, expr))]
