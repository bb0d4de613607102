"""Which conditions read what not everybody sees: a choice under such a condition is asked in secret.

What others see of a choice has no word in the language: that it was asked is public exactly when the way to it depended on
public things only. How many cards lie somewhere is public; which ones is not, unless the zone is seen by all.
"""

from __future__ import annotations

from ...language import tree as t
from ...language.program import Program


def reads_hidden(node: t.Node, program: Program) -> bool:
    """Whether an expression depends on faces that some player may not see."""
    return _hidden(node, program, set())


def _hidden(node: t.Node, program: Program, seen: set[str]) -> bool:
    match node:
        case t.Is(right=t.Empty()) if _is_place(node.left):
            return _below(node.left, program, seen)
        case t.Of(name="size") if node.ref is not None and node.ref.kind == "library" and _is_place(node.args[0]):
            return _below(node.args[0], program, seen)
        case t.Name() | t.Of() | t.Numbered() | t.Relation():
            if node.ref is not None:
                if node.ref.kind == "zone" and program.zones[node.name].view != "all":
                    return True
                if _term_hidden(node, program, seen):
                    return True
    return _below(node, program, seen)


def _term_hidden(node: t.Expr, program: Program, seen: set[str]) -> bool:
    name = getattr(node.ref, "what", None) if node.ref is not None else None
    if node.ref is None or node.ref.kind not in ("term", "predicate") or not isinstance(name, str) or name in seen:
        return False
    seen.add(name)
    term = program.terms[name]
    return any(_hidden(child, program, seen) for child in term.children() if not isinstance(child, t.Param))


def _below(node: t.Node, program: Program, seen: set[str]) -> bool:
    return any(_hidden(child, program, seen) for child in node.children())


def _is_place(node: t.Expr) -> bool:
    return node.type is not None and node.type.name == "place" and node.ref is not None and node.ref.kind == "zone"
