"""Conditions that a `no … in …` before them takes in, though they say nothing of what it is about.

Comes in: a program without mistakes. Goes out: warnings. What always holds: nothing is told of a `no … in …` that stands
in parentheses of its own, as it is plain there how far it goes.

`no d in hand of p where A and B` means that no card of the hand is such that A and B, as it goes on to the end of the
line. If B does not speak of `d`, what was meant is nearly always: there is no such card, and B besides.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import tree as t
from .diagnostics import Diagnostic
from .expressions import Expressions


def swallowed(x: Expressions) -> list[Diagnostic]:
    """A warning for each of them."""
    found = []
    for declaration in x.p.declarations:
        for node in declaration.walk():
            if isinstance(node, t.Quantifier) and not node.some and not _in_parentheses(node, x):
                found += list(_of(node, x))
    return found


def _of(node: t.Quantifier, x: Expressions) -> Iterator[Diagnostic]:
    """The first condition behind that says nothing of the name."""
    name = node.binder.name
    last = node.binder.filters[-1] if node.binder.filters else None
    if not isinstance(last, t.Where):
        return
    before, parts = _joined(last.test)
    for part, joint in parts:
        if not _speaks_of(part, name) and _speaks_of(before, name):
            message = f"`{joint} {x.text(part) or '…'}` says nothing of `{name}`, and belongs to `no {name} in …`"
            yield Diagnostic("W508", message, part.span, beside(node, before, x), warning=True)
            return
        before = part


def beside(node: t.Quantifier, upto: t.Node, x: Expressions) -> str:
    """A hint that puts a `no … in …` in parentheses, so that it ends with a part of it."""
    hint = f"if it is meant beside it, put parentheses around `(no {node.binder.name} in …)`"
    start, end = node.span, upto.span
    if not start.line == end.line == start.end_line:
        return hint
    first = t.Node(span=t.Span(start.line, start.column, end.line, end.end_column, start.file))
    return x.written(first, "({})", hint)


def _joined(test: t.Expr) -> tuple[t.Expr, list[tuple[t.Expr, str]]]:
    """The first of the conditions that `and` and `or` join, and the others with what joins them."""
    if not isinstance(test, t.And | t.Or):
        return test, []
    first, others = _joined(test.left)
    return first, [*others, (test.right, "and" if isinstance(test, t.And) else "or")]


def _speaks_of(node: t.Node, name: str) -> bool:
    return any(isinstance(one, t.Name) and one.name == name for one in node.walk())


def _in_parentheses(node: t.Quantifier, x: Expressions) -> bool:
    """Whether the words stand in parentheses that hold nothing else."""
    rows = x.p.texts.get(node.span.file, "").split("\n")
    if not 0 < node.span.line <= node.span.end_line <= len(rows):
        return True
    before = rows[node.span.line - 1][: node.span.column - 1].rstrip()
    after = rows[node.span.end_line - 1][node.span.end_column - 1 :].lstrip()
    return before.endswith("(") and after.startswith(")")
