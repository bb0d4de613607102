"""Moves from a place to the same place: nothing comes of them, so another place was meant.

Comes in: a program without mistakes. Goes out: warnings. What always holds: nothing is told of a move within a pile, where
what was below may come to lie on top.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import Diagnostic
from .program import Program


def same_place(program: Program) -> list[Diagnostic]:
    """A warning for each move that leaves everything where it lies."""
    return [
        _told(node, program)
        for declaration in program.declarations
        for node in declaration.walk()
        if isinstance(node, t.Move) and _lies(node.what) == node.to and _is_zone(node.to, program)
    ]


def _lies(what: t.What) -> t.Expr | None:
    """The place of what is moved, as far as it is said."""
    if what.source is not None:
        return what.source
    value = what.value.binder if isinstance(what.value, t.Query) else what.value
    return value.source if isinstance(value, t.Binder) else value


def _is_zone(place: t.Expr, program: Program) -> bool:
    ref = place.ref
    zone = program.zones.get(place.name) if isinstance(place, t.Name | t.Of) and ref is not None else None
    return zone is not None and ref is not None and ref.kind == "zone" and zone.shape == "zone"


def _told(node: t.Move, program: Program) -> Diagnostic:
    span = node.to.span
    rows = program.texts.get(span.file, "").split("\n")
    row = rows[span.line - 1] if 0 < span.line <= len(rows) and span.line == span.end_line else ""
    place = row[span.column - 1 : span.end_column - 1]
    what = f"what lies in `{place}` is moved to `{place}`" if place else "this is moved to where it lies"
    return Diagnostic("W514", f"{what}: nothing comes of that", span, "say where it goes", warning=True)
