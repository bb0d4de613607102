"""What of a condition can be shown when it does not hold: the values it speaks of, and how they were wanted.

Comes in: the condition of an `expect` line. Goes out: a `Shown` for each part that is asked by itself, `not` counted in.
What always holds: showing asks nothing that the condition does not ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...language import tree as t
from ...language.program import Program
from .. import flow as f
from .choices import Choices
from .exprs import Env


@dataclass(frozen=True, slots=True)
class Side:
    """A value, or all members of a list (`many`); `sort` is that of one."""

    value: f.Expr | f.Seq
    sort: f.Sort
    many: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a condition as written, and a sentence with {0} and {1} for its sides."""

    text: str
    sentence: str
    sides: tuple[Side, ...]


_COMPARED = {"=": "", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def shown(x: Choices, test: t.Expr, env: Env, program: Program, negated: bool = False) -> Iterator[Shown]:
    """The parts of a condition that are asked by themselves."""
    text = written(test, program)
    no = "not " if negated else ""
    match test:
        case t.And() | t.Or():
            yield from shown(x, test.left, env, program, negated)
            yield from shown(x, test.right, env, program, negated)
        case t.Not():
            yield from shown(x, test.arg, env, program, not negated)
        case t.Compare():
            op, found, wanted = test.op, side(x, test.left, env), side(x, test.right, env)
            if _as_said(found, wanted):
                op, found, wanted = _MIRRORED[op], wanted, found
            yield Shown(text, f"expected {no}{_COMPARED[op]}{{1}}, but it is {{0}}", (found, wanted))
        case t.Is():
            yield _is(x, test, env, negated != test.negated, text)
        case t.Has():
            sentence = f"expected {'no ' if negated else ''}{{1}} among {{0}}"
            yield Shown(text, sentence, (side(x, test.left, env), side(x, test.right, env)))
        case t.Quantifier() if test.some != negated:
            yield Shown(text, "there is none among {0}", (_members(x, test.binder.source, env),))
        case t.Quantifier():
            yield Shown(text, "there is {0}", (_members(x, test.binder, env),))
        case t.Relation():
            sentence = f"it {'holds' if negated else 'does not hold'} between {{0}} and {{1}}"
            yield Shown(text, sentence, (side(x, test.left, env), side(x, test.right, env)))
        case _:
            yield Shown(text, f"expected {'no' if negated else 'yes'}, but it is {'yes' if negated else 'no'}", ())


def _is(x: Choices, test: t.Is, env: Env, negated: bool, text: str) -> Shown:
    right, no = test.right, "not " if negated else ""
    left = side(x, test.left, env)
    match right:
        case t.Empty():
            return Shown(text, f"expected {'something' if negated else 'nothing'} there, but it is {{0}}", (left,))
        case t.Nothing():
            return Shown(text, f"expected {'something else than ' if negated else ''}none, but it is {{0}}", (left,))
        case t.RowTest():
            return Shown(text, f"expected {no}a {right.name}, but it is {{0}}", (left,))
        case t.IsCompare():
            other = _members(x, right.right, env) if right.right.type.many else side(x, right.right, env)
            return Shown(text, f"expected {no}{right.how} {{1}}, but it is {{0}}", (left, other))
    if right.ref is not None and right.ref.kind in ("predicate", "flag"):
        return Shown(text, f"{{0}} is {'' if negated else 'not '}{right.ref.what}", (left,))
    other = side(x, right, env)
    found, wanted = (other, left) if _as_said(left, other) else (left, other)
    return Shown(text, f"expected {no}{{1}}, but it is {{0}}", (found, wanted))


def _as_said(left: Side, right: Side) -> bool:
    """Whether what is written first is what is wanted: `ann is leader`, `3 = points of ann`."""
    return isinstance(left.value, f.Const) and not isinstance(right.value, f.Const)


def side(x: Choices, node: t.Expr, env: Env) -> Side:
    """One side of a comparison: of what has cards, the cards."""
    type_ = node.type
    if type_.name in ("place", "meld", "play") or (type_.name == "card" and type_.many):
        return Side(x.cards(node, env), f.Sort("card"), True)
    if type_.many:
        return Side(x.members(node, env), x.sort(type_.each()), True)
    return Side(x.value(node, env), x.sort(type_), False)


def _members(x: Choices, node: t.Expr, env: Env) -> Side:
    """What a list, or a place, has in it."""
    type_ = node.type
    if type_.many:
        return Side(x.members(node, env), x.sort(type_.each()), True)
    if x.is_plays(type_):
        return Side(x.members(node, env), f.Sort("play"), True)
    return side(x, node, env)


def written(node: t.Node, program: Program) -> str:
    """The words of a part of a line."""
    rows = program.texts.get(node.span.file, "").splitlines()
    if node.span.line == node.span.end_line and 0 < node.span.line <= len(rows):
        return rows[node.span.line - 1][node.span.column - 1 : node.span.end_column - 1].strip()
    return ""
