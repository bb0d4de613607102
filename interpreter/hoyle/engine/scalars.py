"""Closures of expressions that give one value.

Comes in: expression nodes of `flow`. Goes out: functions from a frame to a value. What always holds: what the flow calls a
failure raises `PlayError` with the place in the spec. Shapes that games use all the time (a variable, a constant, a table
read at a variable's face) have closures of their own; they mean the same as the general ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import flow as F
from .closures import Closures, rule
from .errors import fail
from .layout import FACE, Fn, Frame

NONE = F.NONE
NO_VALUE = "`none` is used where a value is needed"
TOO_LARGE = "a number leaves the range from -2147483647 to 2147483647"
MEMO = 200_000
"""How many results of one pure function are kept before they are forgotten."""


@rule(F.Const)
def const(_: Closures, node: F.Const) -> Fn:
    value = node.value
    return lambda f: value


@rule(F.Load, F.Var)
def variable(make: Closures, node: F.Load | F.Var) -> Fn:
    cell = make.cell(node)
    return lambda f: f[cell]


@rule(F.LoadAt)
def load_at(make: Closures, node: F.LoadAt) -> Fn:
    index = offset(make, node)
    first = make.layout.slot(0)
    return lambda f: f[first + index(f)]


@rule(F.Offset)
def offset(make: Closures, node: F.Offset | F.LoadAt | F.AssignAt) -> Fn:
    """base + index, inside its bounds."""
    base, count, span, index = node.base, node.count, node.span, make(node.index)
    cell = make.cell(node.index)

    def at_cell(f: Frame) -> int:
        if 0 <= f[cell] < count:
            return base + f[cell]
        outside(f[cell])

    def at(f: Frame) -> int:
        i = index(f)
        if 0 <= i < count:
            return base + i
        outside(i)

    def outside(i: int) -> None:
        fail(span, NO_VALUE if i == NONE else f"number {i + 1} of {count} does not exist")

    return at if cell is None else at_cell


# ---- arithmetic ----------------------------------------------------------------------------------------------------


def divide(a: int, b: int) -> int:
    """The quotient, rounded towards zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def modulo(a: int, b: int) -> int:
    """What is left by a division, never negative for a positive divisor."""
    return a % b


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "mod": modulo,
}


@rule(F.Op)
def op(make: Closures, node: F.Op) -> Fn:
    left, right, span = make(node.left), make(node.right), node.span
    compute = ARITHMETIC[node.op]

    def checked(f: Frame) -> int:
        a, b = left(f), right(f)
        if a == NONE or b == NONE:
            fail(span, NO_VALUE)
        if b == 0 and (compute is divide or compute is modulo):
            fail(span, "a division by zero")
        value = compute(a, b)
        if -0x80000000 < value < 0x80000000:
            return value
        fail(span, TOO_LARGE)

    def plus(f: Frame) -> int:
        value = left(f) + right(f)
        if -0x80000000 < value < 0x80000000:
            return value
        fail(span, TOO_LARGE)

    def minus(f: Frame) -> int:
        value = left(f) - right(f)
        if -0x80000000 < value < 0x80000000:
            return value
        fail(span, TOO_LARGE)

    if make.never_none(node.left) and make.never_none(node.right):
        if node.op == "+":
            return plus
        if node.op == "-":
            return minus
    return checked


# ---- truths --------------------------------------------------------------------------------------------------------

BOTH: dict[str, Callable[[Fn, Fn], Fn]] = {
    "=": lambda a, b: lambda f: a(f) == b(f),
    "<>": lambda a, b: lambda f: a(f) != b(f),
    "<": lambda a, b: lambda f: a(f) < b(f),
    "<=": lambda a, b: lambda f: a(f) <= b(f),
    ">": lambda a, b: lambda f: a(f) > b(f),
    ">=": lambda a, b: lambda f: a(f) >= b(f),
}
CONSTANT: dict[str, Callable[[Fn, int], Fn]] = {
    "=": lambda a, k: lambda f: a(f) == k,
    "<>": lambda a, k: lambda f: a(f) != k,
    "<": lambda a, k: lambda f: a(f) < k,
    "<=": lambda a, k: lambda f: a(f) <= k,
    ">": lambda a, k: lambda f: a(f) > k,
    ">=": lambda a, k: lambda f: a(f) >= k,
}
CELL: dict[str, Callable[[int, int], Fn]] = {
    "=": lambda i, k: lambda f: f[i] == k,
    "<>": lambda i, k: lambda f: f[i] != k,
    "<": lambda i, k: lambda f: f[i] < k,
    "<=": lambda i, k: lambda f: f[i] <= k,
    ">": lambda i, k: lambda f: f[i] > k,
    ">=": lambda i, k: lambda f: f[i] >= k,
}
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@rule(F.Compare)
def compare(make: Closures, node: F.Compare) -> Fn:
    left, right, span = make(node.left), make(node.right), node.span
    risky = not (make.never_none(node.left) and make.never_none(node.right))
    if node.checked and node.op in COMPARE and risky:
        test = COMPARE[node.op]

        def checked(f: Frame) -> bool:
            a, b = left(f), right(f)
            if a == NONE or b == NONE:
                fail(span, "`none` is neither more nor less than anything")
            return test(a, b)

        return checked
    if isinstance(node.right, F.Const):
        cell = make.cell(node.left)
        return CONSTANT[node.op](left, node.right.value) if cell is None else CELL[node.op](cell, node.right.value)
    return BOTH[node.op](left, right)


@rule(F.And)
def and_(make: Closures, node: F.And) -> Fn:
    left, right = make(node.left), make(node.right)
    return lambda f: left(f) and right(f)


@rule(F.Or)
def or_(make: Closures, node: F.Or) -> Fn:
    left, right = make(node.left), make(node.right)
    return lambda f: left(f) or right(f)


@rule(F.Not)
def not_(make: Closures, node: F.Not) -> Fn:
    arg = make(node.arg)
    return lambda f: not arg(f)


@rule(F.Choice)
def choice(make: Closures, node: F.Choice) -> Fn:
    test, then, span = make(node.test), make(node.then), node.span
    if node.other is None:
        return lambda f: then(f) if test(f) else fail(span, "none of the cases holds")
    other = make(node.other)
    return lambda f: then(f) if test(f) else other(f)


@rule(F.Let, F.LetSeq)
def let(make: Closures, node: F.Let | F.LetSeq) -> Fn:
    cell, value, body = make.layout.register(node.register), make(node.value), make(node.body)

    def bound(f: Frame) -> Any:
        f[cell] = value(f)
        return body(f)

    return bound


# ---- cards and places ----------------------------------------------------------------------------------------------


@rule(F.Column)
def column(make: Closures, node: F.Column) -> Fn:
    table, span, must = make.flow.tables[node.table], node.span, node.must
    key = make(node.key)
    must = must and NONE in table

    def read(f: Frame) -> int:
        k = key(f)
        if k < 0:
            fail(span, NO_VALUE)
        try:
            value = table[k]
        except IndexError:
            fail(span, f"there is no row {k} in a table of {len(table)}")
        if must and value == NONE:
            fail(span, "this has no such value")
        return value

    if isinstance(node.key, F.FaceOf):
        cell = make.cell(node.key.card)
        if cell is not None and not must and len(table) >= len(make.flow.faces):

            def read_face(f: Frame) -> int:
                if f[cell] < 0:
                    fail(span, NO_VALUE)
                return table[f[cell] & 0xFFFF]

            return read_face
    return read


@rule(F.FaceOf)
def face_of(make: Closures, node: F.FaceOf) -> Fn:
    card, span = make(node.card), node.span

    def face(f: Frame) -> int:
        c = card(f)
        if c < 0:
            fail(span, NO_VALUE)
        return c & 0xFFFF

    return face


@rule(F.PlaceOf)
def place_of(make: Closures, node: F.PlaceOf) -> Fn:
    card, span = make(node.card), node.span

    def place(f: Frame) -> int:
        c = card(f)
        if c < 0:
            fail(span, NO_VALUE)
        return c >> 16

    return place


@rule(F.Size)
def size(make: Closures, node: F.Size) -> Fn:
    first, place, shape = make.layout.places, make(node.place), make.shape(node.place)
    places = make.flow.places
    if shape == "plays":
        return lambda f: sum([len(play[2]) for play in f[first + place(f)]])
    if shape is not None:
        if isinstance(node.place, F.Const):
            cell = make.layout.place(node.place.value)
            return lambda f: len(f[cell])
        return lambda f: len(f[first + place(f)])

    def any_shape(f: Frame) -> int:
        p = place(f)
        if places[p].shape == "plays":
            return sum([len(play[2]) for play in f[first + p]])
        return len(f[first + p])

    return any_shape


@rule(F.End)
def end(make: Closures, node: F.End) -> Fn:
    layout, place, span, top = make.layout, make(node.place), node.span, node.top
    first, bags, places = layout.places, layout.bags, make.flow.places

    def card(f: Frame) -> int:
        p = place(f)
        lying = f[first + p]
        if not lying:
            fail(span, f"{places[p].name} is empty: it has no {'top' if top else 'bottom'}")
        if bags[p]:
            ranges = f[bags[p]]
            if ranges and (ranges[-1][1] == len(lying) if top else ranges[0][0] == 0):
                fail(span, f"{places[p].name} is shuffled: nobody knows its {'top' if top else 'bottom'} card yet")
        elif places[p].shape == "plays":
            lying = lying[-1 if top else 0][2]
        elif lying[0] != lying[-1]:  # sorted: unlike ends mean several faces
            fail(span, f"{places[p].name} has no order: which of its cards is meant is not clear")
        return p << 16 | lying[-1 if top else 0]

    return card


# ---- out of sequences ----------------------------------------------------------------------------------------------


@rule(F.Fold)
def fold(make: Closures, node: F.Fold) -> Fn:
    seq, span = make(node.seq), node.span
    if node.kind == "count":
        return lambda f: len(seq(f))
    if node.kind == "total":
        return total(seq, span)
    if node.kind in ("highest", "lowest"):
        return extreme(seq, node)
    if node.kind == "only":
        return only(seq, span)
    at, default = (0 if node.kind == "first" else -1), make.maybe(node.default)

    def member(f: Frame) -> Any:
        members = seq(f)
        if members:
            return members[at]
        if default is None:
            fail(span, "there is none of these")
        return default(f)

    return member


def total(seq: Fn, span: F.Span) -> Fn:
    """The sum of a sequence."""

    def added(f: Frame) -> int:
        members = seq(f)
        value = sum(members)
        if -0x80000000 < value < 0x80000000 and NONE not in members:
            return value
        fail(span, NO_VALUE if NONE in members else TOO_LARGE)

    return added


def extreme(seq: Fn, node: F.Fold) -> Fn:
    """The highest or lowest number of a sequence."""
    span, pick, kind = node.span, (max if node.kind == "highest" else min), node.kind

    def found(f: Frame) -> int:
        members = seq(f)
        if not members:
            fail(span, f"there is no {kind} of nothing")
        if NONE in members:
            fail(span, NO_VALUE)
        return pick(members)

    return found


def only(seq: Fn, span: F.Span) -> Fn:
    """The one member of a sequence."""

    def member(f: Frame) -> Any:
        members = seq(f)
        if not members:
            fail(span, "there is none of these")
        first = members[0]
        if any(m != first for m in members):
            fail(span, "there are several of these: which is meant is not clear")
        return first

    return member


@rule(F.Some)
def some(make: Closures, node: F.Some) -> Fn:
    cell, seq, test = make.layout.register(node.register), make(node.seq), make(node.test)

    def holds(f: Frame) -> bool:
        for f[cell] in seq(f):  # the loop's variable is the register itself
            if test(f):
                return True
        return False

    return holds


@rule(F.Same)
def same(make: Closures, node: F.Same) -> Fn:
    left, right = make(node.left), make(node.right)
    if make.gives_cards(node.left) or make.gives_cards(node.right):
        return lambda f: sorted([c & FACE for c in left(f)]) == sorted([c & FACE for c in right(f)])
    return lambda f: sorted(left(f)) == sorted(right(f))


# ---- melds and plays -----------------------------------------------------------------------------------------------


def part(whole: Fn, index: int, span: F.Span) -> Fn:
    """One part of a meld or a play."""

    def read(f: Frame) -> Any:
        value = whole(f)
        if value.__class__ is int:
            fail(span, NO_VALUE)
        return value[index]

    return read


@rule(F.MeldForm)
def meld_form(make: Closures, node: F.MeldForm) -> Fn:
    return part(make(node.meld), 0, node.span)


@rule(F.MeldEnd)
def meld_end(make: Closures, node: F.MeldEnd) -> Fn:
    faces, at = part(make(node.meld), 1, node.span), (-1 if node.highest else 0)
    return lambda f: faces(f)[at]


@rule(F.MeldLength)
def meld_length(make: Closures, node: F.MeldLength) -> Fn:
    meld, span = make(node.meld), node.span
    each = [form.each if form.kind == "run" else 1 for form in make.flow.combinations[node.combination].forms]
    each.append(1)  # form -1: single cards

    def length(f: Frame) -> int:
        value = meld(f)
        if value.__class__ is int:
            fail(span, NO_VALUE)
        return len(value[1]) // each[value[0]]

    return length


@rule(F.MakeMeld)
def make_meld(make: Closures, node: F.MakeMeld) -> Fn:
    cards, combination, span = make(node.cards), make.combinations[node.combination], node.span
    return lambda f: combination.meld([c & FACE for c in cards(f)], span)


@rule(F.PlayEnd)
def play_end(make: Closures, node: F.PlayEnd) -> Fn:
    first, place, span, at = make.layout.places, make(node.place), node.span, (-1 if node.latest else 0)
    places = make.flow.places

    def play(f: Frame) -> Any:
        p = place(f)
        plays = f[first + p]
        if not plays:
            fail(span, f"nothing has been played to {places[p].name}")
        return plays[at]

    return play


@rule(F.PlaySeat)
def play_seat(make: Closures, node: F.PlaySeat) -> Fn:
    return part(make(node.play), 0, node.span)


@rule(F.PlayMeld)
def play_meld(make: Closures, node: F.PlayMeld) -> Fn:
    play, span = make(node.play), node.span

    def meld(f: Frame) -> Any:
        value = play(f)
        if value.__class__ is int:
            fail(span, NO_VALUE)
        return value[1:]

    return meld


# ---- functions -----------------------------------------------------------------------------------------------------


@rule(F.Call)
def call(make: Closures, node: F.Call) -> Fn:
    function = make.flow.functions[node.function]
    args = [make(arg) for arg in node.args]
    cells = [make.layout.register(r) for r in function.params]
    if function.pure and 1 <= len(args) <= 2:
        return remembered(make, node, args, cells)
    body: Fn | None = None

    def called(f: Frame) -> Any:
        nonlocal body
        if body is None:  # made late: functions may stand in any order
            body = make.body(node.function)
        values = [arg(f) for arg in args]
        for cell, value in zip(cells, values, strict=True):
            f[cell] = value
        return body(f)

    return called


def remembered(make: Closures, node: F.Call, args: list[Fn], cells: list[int]) -> Fn:
    """A call of a pure function: what it gave for the same arguments is kept, for all calls of it."""
    memo = make.memo.setdefault(node.function, {})
    body = late(make, node.function)

    def enter(f: Frame, key: Any) -> Any:
        value = body(f)
        if len(memo) >= MEMO:
            memo.clear()
        memo[key] = value
        return value

    if len(args) == 1:
        (arg,), (cell,) = args, cells

        def one(f: Frame) -> Any:
            key = arg(f)
            try:
                return memo[key]
            except KeyError:
                f[cell] = key
                return enter(f, key)

        return one
    left, right = args
    left_cell, right_cell = cells

    def two(f: Frame) -> Any:
        key = left(f), right(f)
        try:
            return memo[key]
        except KeyError:
            f[left_cell], f[right_cell] = key
            return enter(f, key)

    i, j = make.cell(node.args[0]), make.cell(node.args[1])
    if i is None or j is None:
        return two

    def two_variables(f: Frame) -> Any:
        try:
            return memo[f[i], f[j]]
        except KeyError:
            key = f[i], f[j]
            f[left_cell], f[right_cell] = key
            return enter(f, key)

    return two_variables


def late(make: Closures, function: int) -> Fn:
    """The body of a function, made when it is first run."""
    body: Fn | None = None

    def run(f: Frame) -> Any:
        nonlocal body
        if body is None:
            body = make.body(function)
        return body(f)

    return run
