"""What can be said of expressions of the flow beforehand: whether they depend on their parameters alone."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from .. import flow as f


def walk(node: Any) -> Any:
    """A flow expression and all below it."""
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, f.Expr | f.Seq) and is_dataclass(item):
                yield from walk(item)


_READS = (f.Load, f.LoadAt, f.Size, f.End, f.PlayEnd, f.Cards, f.PlayCards, f.Plays)


def is_pure(body: f.Expr, flow: f.Flow) -> bool:
    """Whether an expression depends on its parameters alone."""
    for node in walk(body):
        if isinstance(node, _READS) or (isinstance(node, f.Call) and not flow.functions[node.function].pure):
            return False
    return True
