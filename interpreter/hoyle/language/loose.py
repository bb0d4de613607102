"""Whether cards that are spoken of lie somewhere, so that they can be moved, or are faces alone.

A card bound from a place knows where it lies. The cards of a combination, the cards of a whole component, a face by
its words are faces alone. A combination lies where it was found: `m in meld of hand of p`; one that a procedure is
given does not know where.
"""

from __future__ import annotations

from . import tree as t
from .fitting import Fitting, Scope
from .types import Type


def member_is_loose(source: t.Expr, one: Type, x: Fitting, scope: Scope) -> bool:
    """Whether what is bound from a list lies nowhere. `one` is the type of a member."""
    if one.name == "meld":
        return not lies(source, x, scope)
    return one.name == "card" and _faces(source, x, scope)


def is_loose(node: t.Expr, x: Fitting, scope: Scope) -> bool:
    """Whether a combination, a card or several lie nowhere."""
    if node.type is None:
        return False
    if node.type.name == "meld":
        return not lies(node, x, scope)
    return node.type.name == "card" and _faces(node, x, scope)


def lies(node: t.Expr, x: Fitting, scope: Scope) -> bool:
    """Whether a combination, or each of several, is known to lie where it was found."""
    match node:
        case t.Binder():
            return lies(node.source, x, scope)
        case t.Query():
            return lies(node.binder, x, scope)
        case t.Name() if node.ref is not None and node.ref.kind == "local":
            return node.name not in scope.loose
        case t.Of() if node.ref is not None and node.ref.kind == "combination":
            return not _faces(node.args[0], x, scope)
        case t.Name() | t.Of() if node.ref is not None and node.ref.kind == "term":
            term = x.p.terms[node.name]
            return term.value is not None and lies(term.value, x, Scope())
    return False


def _faces(node: t.Expr, x: Fitting, scope: Scope) -> bool:
    """Whether cards are faces alone."""
    type_, ref = node.type, node.ref
    if type_ is None or type_.name in ("place", "play"):
        return False
    match node:
        case t.Binder():
            return _faces(node.source, x, scope)
        case t.Query():
            return _faces(node.binder, x, scope)
        case t.ListOf():
            return any(_faces(item, x, scope) for item in node.items)
        case t.Arithmetic():
            return _faces(node.left, x, scope) or (node.op == "+" and _faces(node.right, x, scope))
        case t.Name() if ref is not None and ref.kind == "local":
            return type_.name == "meld" or node.name in scope.loose
        case t.Name() | t.Of() if ref is not None and ref.kind == "term":
            term = x.p.terms[node.name]
            return term.value is not None and _faces(term.value, x, Scope())
        case t.Of() if ref is not None and ref.kind == "library":
            return _faces(node.args[0], x, scope)
    return type_.name == "meld" or (ref is not None and ref.kind in ("face", "component", "track"))
