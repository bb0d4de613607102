"""How expressions of variables, numbers and truths are written.

Comes in: expression nodes of `flow`. Goes out: text of Python expressions (see `text`). What always holds: what the
flow calls a failure raises `PlayError` with the place in the spec; a test that cannot fail is left out.
"""

from __future__ import annotations

from . import flow as F
from .text import NONE, Text, rule

LARGEST = F.LARGEST


@rule(F.Const)
def const(t: Text, node: F.Const) -> str:
    return str(node.value)


@rule(F.Load)
def load(t: Text, node: F.Load) -> str:
    return t.slots.get(node.slot) or f"f[{t.layout.slot(node.slot)}]"


@rule(F.Var)
def var(t: Text, node: F.Var) -> str:
    return t.variable(node.register)


@rule(F.LoadAt)
def load_at(t: Text, node: F.LoadAt) -> str:
    return f"f[{offset(t, node, t.layout.slot(0))}]"


@rule(F.Offset)
def place_of_family(t: Text, node: F.Offset) -> str:
    return offset(t, node, 0)


def offset(t: Text, node: F.Offset | F.LoadAt | F.AssignAt, first: int) -> str:
    """first + base + index, inside its bounds."""
    base, count, bounds = first + node.base, node.count, t.within(node.index)
    if isinstance(node.index, F.Const) and 0 <= node.index.value < count:
        return str(base + node.index.value)
    index = t(node.index)
    if bounds is not None and bounds[0] >= 0 and bounds[1] < count:
        return f"({base} + {index})"
    index = t.named(index, "index")
    return f"({base} + {index} if 0 <= {index} < {count} else outside({index}, {count}, {t.at(node.span)}))"


# ---- arithmetic ----------------------------------------------------------------------------------------------------

NAMES = {"+": "plus", "-": "minus", "*": "times", "/": "over", "mod": "modulo"}


@rule(F.Op)
def op(t: Text, node: F.Op) -> str:
    left, right = t.each(node.left, node.right)
    a, b = t.within(node.left), t.within(node.right)
    if a is not None and b is not None:
        if node.op in ("+", "-"):
            low, high = (a[0] + b[0], a[1] + b[1]) if node.op == "+" else (a[0] - b[1], a[1] - b[0])
            text = f"{left} {node.op} {right}"
            return f"({text})" if low >= -LARGEST and high <= LARGEST else f"in_range({text}, {t.at(node.span)})"
        if node.op == "mod" and b[0] > 0:
            return f"({left} % {right})"
    return f"{NAMES[node.op]}({left}, {right}, {t.at(node.span)})"


# ---- truths --------------------------------------------------------------------------------------------------------

SIGNS = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@rule(F.Compare)
def compare(t: Text, node: F.Compare) -> str:
    if isinstance(node.left, F.Size) and node.right == F.Const(0) and node.op in ("=", "<>", ">"):
        lying = t.lying(t.place(node.left.place))  # where plays are kept, none is empty
        return f"(not {lying})" if node.op == "=" else f"(len({lying}) > 0)"
    risky = [part for part in (node.left, node.right) if t.within(part) is None]
    if not (node.checked and node.op not in ("=", "<>") and risky):
        left, right = t.each(node.left, node.right)
        return f"({left} {SIGNS[node.op]} {right})"
    left, right = t.simple(node.left, node.right)
    none = " or ".join(f"{a} == {NONE}" for a, part in ((left, node.left), (right, node.right)) if part in risky)
    with t.block(f"if {none}:"):
        t.line(t.fail(node.span, "`none` is neither more nor less than anything"))
    return f"({left} {SIGNS[node.op]} {right})"


@rule(F.And)
def and_(t: Text, node: F.And) -> str:
    return _row(t, node, "and")


@rule(F.Or)
def or_(t: Text, node: F.Or) -> str:
    return _row(t, node, "or")


def _row(t: Text, node: F.And | F.Or, word: str) -> str:
    """`a and b and c`. What needs lines of its own stands under an `if`, as it is worked out only if it matters."""
    parts = row(node)
    so_far = [t(parts[0])]
    for part in parts[1:]:
        with t.apart(deeper=True) as lines:
            text = t(part)
        if lines:
            holds = t.new("holds")
            t.line(f"{holds} = {f' {word} '.join(so_far)}")
            t.line(f"if {holds}:" if word == "and" else f"if not {holds}:")
            t.indented([*lines, f"{holds} = {text}"])
            so_far = [holds]
        else:
            so_far.append(text)
    return f"({f' {word} '.join(so_far)})" if len(so_far) > 1 else so_far[0]


def row(node: F.And | F.Or) -> list[F.Expr]:
    """The parts of `a and b and c`, however they are nested; so with `or`."""
    kind = type(node)
    return [p for side in (node.left, node.right) for p in (row(side) if isinstance(side, kind) else [side])]


@rule(F.Not)
def not_(t: Text, node: F.Not) -> str:
    return f"(not {t(node.arg)})"


@rule(F.Choice)
def choice(t: Text, node: F.Choice) -> str:
    test = t(node.test)
    with t.apart(deeper=True) as before:
        then = t(node.then)
    with t.apart(deeper=True) as after:
        other = t.fail(node.span, "none of the cases holds") if node.other is None else t(node.other)
    if not before and not after:
        return f"({then} if {test} else {other})"
    value = t.new("value")
    t.line(f"if {test}:")
    t.indented([*before, f"{value} = {then}"])
    t.line("else:")
    t.indented([*after, f"{value} = {other}"])
    return value


@rule(F.Let, F.LetSeq)
def let(t: Text, node: F.Let | F.LetSeq) -> str:
    value = t.named(t(node.value))
    t.bind(node.register, value, t.within(node.value), t.is_card(node.value))
    return t(node.body)
