"""What can be said of expressions of the flow beforehand: whether they are constant, and what constants give."""

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


def fold_constant(node: f.Expr, flow: f.Flow, env: dict[int, int] | None = None) -> int:
    """The value of an expression of constants, columns and comparisons (the `where` of a form, asked of each face)."""
    env = env or {}

    def ev(e: f.Expr) -> int:
        match e:
            case f.Const():
                return e.value
            case f.Var():
                return env[e.register]
            case f.FaceOf():
                return ev(e.card) & 0xFFFF
            case f.Column():
                return flow.tables[e.table][ev(e.key)]
            case f.Not():
                return int(not ev(e.arg))
            case f.And():
                return int(bool(ev(e.left)) and bool(ev(e.right)))
            case f.Or():
                return int(bool(ev(e.left)) or bool(ev(e.right)))
            case f.Compare():
                a, b = ev(e.left), ev(e.right)
                return int({"=": a == b, "<>": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[e.op])
            case f.Some():
                if isinstance(e.seq, f.Items):
                    members = [ev(i) for i in e.seq.items]
                elif isinstance(e.seq, f.Values):
                    members = list(e.seq.values)
                else:
                    raise ValueError("not constant")
                return int(any(fold_constant(e.test, flow, {**env, e.register: m}) for m in members))
            case f.Call():
                function = flow.functions[e.function]
                return fold_constant(
                    function.body, flow, {r: ev(a) for r, a in zip(function.params, e.args, strict=True)}
                )
            case f.Choice():
                return ev(e.then) if ev(e.test) else ev(e.other) if e.other is not None else 0
            case f.Op():
                a, b = ev(e.left), ev(e.right)
                return {"+": a + b, "-": a - b, "*": a * b, "mod": a % b if b else 0, "/": a // b if b else 0}[e.op]
        raise ValueError("not constant")

    return ev(node)
