"""How deep terms ask for terms.

Comes in: a program without mistakes. Goes out: the terms that go deeper than can be followed, as diagnostics. What always
holds: what is within these depths is read, compiled and played by calls within calls that Python has room for.
"""

from __future__ import annotations

from . import tree as t
from .cases import Cases
from .diagnostics import Diagnostic
from .program import Program

DEEPEST = 50
"""So many terms may ask for one another in a row."""

LONGEST = 200
"""So many parts of expressions may lie within one another, from a term through those it asks for. A row of a term counts
as one: it lies within those before it."""


def too_deep(program: Program) -> list[Diagnostic]:
    """The first term, in the order they are written, that is too deep; what asks for it is deeper still, and not told."""
    known: dict[str, tuple[int, int]] = {}
    waiting = [*reversed(program.terms)]
    asks = Cases(program)
    while waiting:
        name = waiting[-1]
        missing = [other for other in _asked(program.terms[name], asks) if other not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        levels, parts = known[name] = _depth(program.terms[name], asks, known)
        if levels > DEEPEST or parts > LONGEST:
            rows = len(program.terms[name].cases)
            if rows > LONGEST // 2:
                what = f"`{name}` has {rows} rows, more than can be gone through"
                hint = "some terms with fewer rows say as much; what belongs to cards can be a column of their table"
            else:
                what = f"`{name}` asks for terms that ask for terms, more deeply than can be followed"
                within = f"{DEEPEST} in a row, and {LONGEST} parts within one another"
                hint = f"at most {within}: let one term say what several of them do"
            return [Diagnostic("E003", what, program.terms[name].span, hint)]
    return []


def _asked(term: t.Term, asks: Cases) -> set[str]:
    """The terms that a term asks for."""
    found = (asks.term(node) for node in term.walk() if isinstance(node, t.Expr))
    return {other.name for other in found if isinstance(other, t.Term)}


def _depth(node: t.Node, asks: Cases, known: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """How many terms in a row, and how many parts within one another, a node goes through."""
    below = [_depth(child, asks, known) for child in node.children()]
    if isinstance(node, t.Expr) and isinstance(other := asks.term(node), t.Term):
        below.append(known[other.name])
    levels, parts = (max(each) for each in zip((0, 0), *below, strict=True))
    rows = len(node.cases) if isinstance(node, t.Term) else 0  # each is what holds where none before it does
    return levels + isinstance(node, t.Term), parts + rows + 1
