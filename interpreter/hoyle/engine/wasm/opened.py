"""Expressions with the terms they call written out, and a name for what they say.

Comes in: expressions of a decision. Goes out: tests that must all hold, as fine as they can be had, and keys that are equal
for sequences that give the same. What always holds: an expression written out gives the same value, or fails at the same
place.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from .. import flow as f
from .masks import conjuncts
from .truths import SMALL_TERM
from .unit import Unit

SIMPLE = f.Const | f.Load | f.Var
"""What may stand for a parameter wherever it is used."""
LARGE_TERM = 4 * SMALL_TERM
"""A term of so many nodes at most is written out where it is a test that must hold."""


def tests(unit: Unit, expr: f.Expr | None) -> list[f.Expr]:
    """The tests that must all hold for a test to hold, in order; those that terms consist of one by one."""
    if expr is None:
        return []
    found: list[f.Expr] = []
    for part in conjuncts(expr):
        body = written_out(unit, part, LARGE_TERM) if isinstance(part, f.Call) else None
        found += tests(unit, body) if isinstance(body, f.And) else [opened(unit, part if body is None else body)]
    return found


def written_out(unit: Unit, call: f.Call, most: int) -> f.Expr | None:
    """The body of a term, with what it is called with; None if it is too large, or that is not simple."""
    if unit.weight(call.function) > most or not all(isinstance(arg, SIMPLE) for arg in call.args):
        return None
    function = unit.flow.functions[call.function]
    body: f.Expr = _changed(unit, function.body, dict(zip(function.params, call.args, strict=True)))
    return body


def opened(unit: Unit, expr: f.Expr) -> f.Expr:
    """An expression with the small terms that it calls written out."""
    found: f.Expr = _changed(unit, expr, {})
    return found


def _changed(unit: Unit, node: Any, given: dict[int, f.Expr]) -> Any:
    """A node with registers replaced, and small terms written out."""
    if isinstance(node, f.Var):
        return given.get(node.register, node)
    if isinstance(node, list | tuple):
        return type(node)(_changed(unit, one, given) for one in node)
    if not isinstance(node, f.Expr | f.Seq) or not is_dataclass(node):
        return node
    changes = {}
    for one in fields(node):
        before = getattr(node, one.name)
        after = _changed(unit, before, given) if one.name != "span" else before
        if after is not before and after != before:
            changes[one.name] = after
    made: Any = replace(node, **changes) if changes else node
    if isinstance(made, f.Call):
        body = written_out(unit, made, SMALL_TERM)
        made = made if body is None else body
    unit.made.append(made)
    return made


def key_of(node: f.Expr | f.Seq, own: int = -1) -> Hashable:
    """Equal for expressions that say the same of the state, whatever their registers are called; `own` is the slot of what is
    spoken of, whichever it is."""
    registers: dict[int, int] = {}

    def part(one: Any) -> Hashable:
        if isinstance(one, list | tuple):
            return tuple(part(member) for member in one)
        if isinstance(one, f.Load) and one.slot == own:
            return "own"
        if not isinstance(one, f.Expr | f.Seq) or not is_dataclass(one):
            known: Hashable = one
            return known
        found: list[Hashable] = [type(one).__name__]
        for name in (field.name for field in fields(one) if field.name != "span"):
            value = getattr(one, name)
            found.append(registers.setdefault(value, len(registers)) if name == "register" else part(value))
        return tuple(found)

    return part(node)
