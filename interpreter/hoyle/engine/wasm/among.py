"""Whether a value is among those of a sequence, for a sequence that stays the same while it is asked: as bits.

Comes in: a test `some k in … where value of k = …` that is asked of one member after the other. Goes out: code that finds the
values at the first time, and looks them up from then on. What always holds: it holds, or fails, where the test does; if
finding all values would fail, each test is made by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import flow as f
from . import wat
from .expr import scalar
from .facts import walk
from .folds import among_constants
from .gathered import Gathered, split
from .layout import PlaceAt
from .masks import safe
from .opened import LARGE_TERM, written_out
from .seq import each
from .sure import fits
from .truths import test, unless
from .unit import Fn, Unit, Value
from .wat import Code, Node

HIGHEST = 63
"""Values from 0 to this one have a bit each."""
SIMPLE = (f.Values, f.Items, f.Cards, f.Concat, f.LetSeq, f.Filter, f.Map, f.Const, f.Load, f.LoadAt, f.Var, f.Offset,
          f.Column, f.FaceOf, f.PlaceOf, f.Compare, f.And, f.Or, f.Not, f.Size)  # fmt: skip
"""What fails, if it does, by `Fn.fail` alone, and spends nothing."""


def among(fn: Fn, slot: int, asked: f.Expr, skip: str, listed: Gathered | None = None) -> Code | None:
    """Code that jumps to a label unless a test of the member in a slot holds, which is asked of many members; None if it is
    no such test. `listed`: the sequence, if it is in memory."""
    whole = sought(fn.unit, asked)
    if whole is None or not isinstance(whole.test, f.Compare) or whole.test.op != "=":
        return None
    if _reads(whole.seq, slot) or (listed is None and not _simple(fn, whole.seq)):
        return None
    sides = _sides(fn, slot, whole)
    return None if sides is None else _looked_up(fn, whole, *sides, skip, listed)


def truth(fn: Fn, slot: int, asked: f.Expr, listed: Gathered | None) -> tuple[Code, Node] | None:
    """Whether a test of the member in a slot holds, as a number, where it cannot fail and is worked out without a branch; None
    if it is no such test. `listed`: what it looks through, if that is in memory."""
    whole = sought(fn.unit, asked)
    if isinstance(asked, f.Not):
        inner = truth(fn, slot, asked.arg, listed)
        return None if inner is None else (inner[0], ("i32.eqz", inner[1]))
    if whole is None:
        return ([], test(fn, asked)) if isinstance(asked, f.Compare) and safe(fn, asked) else None
    few = among_constants(fn, whole) if isinstance(whole.test, f.Compare) and _safe_but(fn, whole) else None
    if few is not None:
        return [], few
    if listed is None or not isinstance(whole.test, f.Compare) or whole.test.op != "=" or _reads(whole.seq, slot):
        return None
    sides = _sides(fn, slot, whole)
    if sides is None or not safe(fn, sides[1]):
        return None
    find, fails = _found(fn, whole, sides[0], listed)
    if fails:
        return None
    values, known = find
    code, number = fn.keep(scalar(fn, sides[1]), "x")
    bit = wat.bit(wat.get(values), number)
    if not fn.facts.expr(sides[1]).within(0, HIGHEST):
        bit = wat.both(bit, ("i32.lt_u", number, wat.const(HIGHEST + 1)))
    return [*known, *code], bit


def _safe_but(fn: Fn, whole: f.Some) -> bool:
    """Whether that side of a comparison which does not speak of a member is sure not to fail."""
    assert isinstance(whole.test, f.Compare)
    sides = [side for side in (whole.test.left, whole.test.right) if not _speaks(side, whole.register)]
    return len(sides) == 1 and safe(fn, sides[0])


def _sides(fn: Fn, slot: int, whole: f.Some) -> tuple[f.Expr, f.Expr] | None:
    """The sides of an equation of a member: what is asked of it, one of a few numbers, and what is asked of the other one."""
    assert isinstance(whole.test, f.Compare)
    for inner, outer in ((whole.test.left, whole.test.right), (whole.test.right, whole.test.left)):
        fact = fn.facts.expr(inner)
        own = not _speaks(outer, whole.register) and not _reads(inner, slot)
        if own and _simple(fn, inner) and fact.within(0, HIGHEST) and fn.facts.expr(outer).shape == "int":
            return inner, outer
    return None


def sought(unit: Unit, asked: f.Expr) -> f.Some | None:
    """A test whether some member of a sequence passes a test, terms written out; None if it is no such test."""
    whole = written_out(unit, asked, LARGE_TERM) if isinstance(asked, f.Call) else asked
    return whole if isinstance(whole, f.Some) else None


def _found(fn: Fn, whole: f.Some, inner: f.Expr, listed: Gathered | None) -> tuple[tuple[str, Code], bool]:
    """The local with the values, code that finds them if that is not done yet; whether that may fail: then it was tried in
    vain where the local `known` is less than 0, which comes last."""
    values, known = fn.local("values", "i64"), fn.local("known")
    unsure = fn.label("unsure")
    before, fn.unsure = fn.unsure, unsure

    def join(member: Value) -> Code:
        fn.registers[whole.register] = member
        bit = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", scalar(fn, inner)))
        return [wat.put(values, ("i64.or", wat.get(values), bit))]

    gather: Code = []
    if listed is not None:
        gather = listed.each(fn, join)
    else:
        for bindings, part in split(fn, whole.seq):
            gather += [*bindings, *each(fn, part, join, True, calm=True)]
    fn.unsure = before
    fails = f"{unsure})" in wat.text(("block", *gather))
    find = [wat.put(known, wat.const(-1)), *gather, wat.put(known, wat.const(1))]
    tried = wat.when(("i32.eqz", wat.get(known)), [wat.block(unsure, find)] if fails else find)
    return (values, [tried, wat.get(known)] if fails else [tried]), fails


def _looked_up(fn: Fn, whole: f.Some, inner: f.Expr, outer: f.Expr, skip: str, listed: Gathered | None) -> Code:
    """Jumps to a label unless what is asked for is among the values, which are found if that is not done yet."""
    ask, found = fn.label("ask"), fn.label("found")
    (values, find), fails = _found(fn, whole, inner, listed)
    code, asked = fn.keep(scalar(fn, outer), "x")
    if not safe(fn, outer):  # where there is no member it is not worked out
        code = [("br_if", skip, ("i64.eqz", wat.get(values))), *code]
    if not fn.facts.expr(outer).within(0, HIGHEST):
        code.append(("br_if", skip, ("i32.gt_u", asked, wat.const(HIGHEST))))
    code.append(("br_if", skip, ("i32.eqz", wat.bit(wat.get(values), asked))))
    if not fails:
        return [*find, *code]
    tried, known = find
    looked = wat.block(ask, [tried, ("br_if", ask, ("i32.lt_s", known, wat.const(0))), *code, ("br", found)])
    return [wat.block(found, [looked, *unless(fn, whole, skip)])]


def _simple(fn: Fn, node: f.Expr | f.Seq) -> bool:
    """Whether finding something out may be tried: what fails in it can be jumped out of, and it is bounded."""
    for part in walk(node):
        if isinstance(part, f.End):
            if len({(at.shape, at.component) for at in _places(fn, part.place)}) != 1:
                return False
        elif isinstance(part, f.Cards):
            if any(at.shape == "plays" for at in _places(fn, part.place)):
                return False
        elif isinstance(part, f.Span_):
            if not part.is_short:
                return False
        elif isinstance(part, f.Op):
            left, right = fn.facts.expr(part.left), fn.facts.expr(part.right)
            if part.op not in ("+", "-", "*") or left.none or right.none or not fits(part.op, left, right):
                return False
        elif not isinstance(part, SIMPLE):
            return False
    return True


def _places(fn: Fn, place: f.Expr) -> Iterator[PlaceAt]:
    """The places that an expression can be."""
    return (fn.layout.places[number] for number in fn.facts.expr(place).places)


def _reads(node: f.Expr | f.Seq, slot: int) -> bool:
    """Whether an expression reads a slot."""
    return any(isinstance(part, f.Load) and part.slot == slot for part in walk(node))


def _speaks(node: f.Expr, register: int) -> bool:
    """Whether an expression speaks of what a register holds."""
    return any(isinstance(part, f.Var) and part.register == register for part in walk(node))
