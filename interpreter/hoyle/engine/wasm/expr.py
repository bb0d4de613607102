"""Code for expressions that give one value.

Comes in: expressions of the flow. Goes out: for whole numbers a node that leaves its value on the stack (`scalar`),
for any value statements and a `Value` (`value`); conditions are in `truths`. What always holds: code changes no
state; what the flow calls a failure ends everything with the place of the expression; a check is left out only
where the facts make it needless.
"""

from __future__ import annotations

from ...language.tree import Span
from .. import flow as f
from . import wat
from .facts import Fact
from .places import Spot, is_empty, size, spot_at, words_sum
from .plays import at_end, face_at, read_meld, read_play
from .sure import fits
from .unit import STATE, Card, Fn, Int, Meld, Play, Value
from .values import as_int, assign_parts, from_parts, hold, like, part_kinds, parts
from .wat import Code, Node

NO_VALUE = "`none` is used where a value is needed"

TOO_LARGE = "a number leaves the range from -2147483647 to 2147483647"

OPERATORS = {"+": "add", "-": "sub", "*": "mul"}


def value(fn: Fn, expr: f.Expr) -> tuple[Code, Value]:
    """Statements that compute an expression, and its value, which may be used again."""
    from . import folds, melds  # they need what is here
    from .ends import end_card

    match expr:
        case f.Var(register):
            return [], fn.registers[register]
        case f.Load(slot) if slot in fn.slots:
            return [], fn.slots[slot]
        case f.Load(slot):
            at = fn.layout.slots[slot]
            if at.shape == "meld":
                return read_meld(fn, fn.layout.packings[at.component], wat.const(STATE + at.offset))
            if at.shape == "play":
                return read_play(fn, fn.layout.packings[at.component], wat.const(STATE + at.offset))
        case f.LoadAt(base, index, count) if fn.layout.slots[base].shape != "int":
            at = fn.layout.slots[base]
            code, address = fn.keep(slot_address(fn, base, index, count, expr), "at")
            read = read_meld if at.shape == "meld" else read_play
            more, whole = read(fn, fn.layout.packings[at.component], address)
            return [*code, *more], whole
        case f.Let(register, bound, body):
            code = bind(fn, register, bound)
            more, found = value(fn, body)
            return [*code, *more], found
        case f.End():
            return end_card(fn, expr)
        case f.Fold(kind) if kind in ("first", "last", "only"):
            return folds.member(fn, expr)
        case f.PlayEnd(place, latest):
            code, where = spot(fn, place)
            empty = wat.when(is_empty(fn, where), [fn.fail(expr.span, "nothing has been played there")])
            more, play = read_play(fn, where.packing, at_end(fn, where, latest))
            return [*code, empty, *more], play
        case f.PlayMeld(play_expr):
            code, play = play_of(fn, play_expr)
            return code, Meld(play.form, play.words, play.packing)
        case f.MakeMeld():
            return melds.recognise(fn, expr)
        case f.Choice() if fn.facts.expr(expr).shape != "int":
            return choice(fn, expr)
        case f.Call() if fn.facts.expr(expr).shape != "int":
            return call_many(fn, expr)
    code, node = fn.keep(scalar(fn, expr), "x")
    return code, Int(node)


def bind(fn: Fn, register: int, expr: f.Expr) -> Code:
    """A register takes the value of an expression."""
    code, bound = value(fn, expr)
    more, fn.registers[register] = hold(fn, bound, f"r{register}")
    return [*code, *more]


def choice(fn: Fn, expr: f.Choice) -> tuple[Code, Value]:
    """A choice between melds or plays: the parts of the one that is taken go into locals."""
    from .truths import test

    then_code, then = value(fn, expr.then)
    target = like(fn, then)
    then_code += assign_parts(target, then)
    if expr.other is None:
        other_code: Code = [fn.fail(expr.span, "none of the cases holds")]
    else:
        other_code, other = value(fn, expr.other)
        other_code += assign_parts(target, other)
    return [wat.when(test(fn, expr.test), then_code, other_code)], target


def call_many(fn: Fn, expr: f.Call) -> tuple[Code, Value]:
    """A call of a term that gives a meld or a play."""
    code, args = arguments(fn, expr)
    fact = fn.facts.expr(expr)
    targets = [fn.local("part", kind) for kind in part_kinds(fn, fact)]
    code.append(wat.call(fn.unit.called_function(expr.function), *args))
    code += [("local.set", target) for target in reversed(targets)]
    return code, from_parts(fn, fact, [wat.get(target) for target in targets])


def arguments(fn: Fn, expr: f.Call) -> tuple[Code, list[Node]]:
    """The arguments of a call, part by part; a none that stands for a meld or a play has parts as well."""
    code: Code = []
    args: list[Node] = []
    for register, arg in zip(fn.flow.functions[expr.function].params, expr.args, strict=True):
        more, given = value(fn, arg)
        code += more
        kinds = part_kinds(fn, fn.facts.registers[register])
        nodes = parts(given)
        nodes += [wat.const(0) if kind == "i32" else wat.const64(0) for kind in kinds[len(nodes) :]]
        args += nodes
    return code, args


def meld_of(fn: Fn, expr: f.Expr) -> tuple[Code, Meld]:
    """A meld that there must be."""
    code, meld = value(fn, expr)
    if not isinstance(meld, Meld):
        return [*code, fn.fail(expr.span, NO_VALUE), "(unreachable)"], _nothing(fn)
    if fn.facts.expr(expr).none:
        code = [*code, wat.when(("i32.eq", meld.form, wat.const(f.NONE)), [fn.fail(expr.span, NO_VALUE)])]
    return code, meld


def play_of(fn: Fn, expr: f.Expr) -> tuple[Code, Play]:
    """A play that there must be."""
    code, play = value(fn, expr)
    if not isinstance(play, Play):
        meld = _nothing(fn)
        return [*code, fn.fail(expr.span, NO_VALUE), "(unreachable)"], Play(
            wat.const(0), meld.form, meld.words, meld.packing
        )
    if fn.facts.expr(expr).none:
        code = [*code, wat.when(("i32.eq", play.seat, wat.const(f.NONE)), [fn.fail(expr.span, NO_VALUE)])]
    return code, play


def _nothing(fn: Fn) -> Meld:
    """Stands where no meld can be."""
    packing = fn.layout.packings[0]
    return Meld(wat.const(0), (wat.const64(0),) * packing.words, packing)


def spot(fn: Fn, expr: f.Expr) -> tuple[Code, Spot]:
    """The place that an expression gives."""
    fact = fn.facts.expr(expr)
    places = fact.places
    if len(places) <= 1 and isinstance(expr, f.Const | f.Load | f.Var) and not fact.none:
        place = places[0] if places else 0
        return spot_at(fn, wat.const(place), range(place, place + 1), expr.span)
    node = fn.need(scalar(fn, expr), fact, expr.span, NO_VALUE)
    if len(places) <= 1:
        code, where = spot_at(fn, node, places or range(1), expr.span)
        return [("drop", node), *code], where
    return spot_at(fn, node, places if fact.low > 0 else range(places[-1] + 1), expr.span)


def face_of(fn: Fn, expr: f.Expr, span: Span) -> Node:
    """The face of a card; `span` is where it is asked for."""
    if isinstance(expr, f.Var | f.Load | f.End | f.Fold | f.Let):
        code, card = value(fn, expr)
        if isinstance(card, Card):
            return wat.valued(code, card.face)
        node = wat.valued(code, as_int(card))
    else:
        node = scalar(fn, expr)
    fact = fn.facts.expr(expr)
    node = fn.need(node, fact, span, NO_VALUE)
    return node if fact.within(0, 0xFFFF) else wat.both(node, wat.const(0xFFFF))


def place_of(fn: Fn, expr: f.Expr, span: Span) -> Node:
    """The place of a card; `span` is where it is asked for."""
    if isinstance(expr, f.Var | f.Load):
        _, card = value(fn, expr)
        if isinstance(card, Card):
            return card.place
    fact = fn.facts.expr(expr)
    if not fact.none and fact.low >= 0 and fact.low >> 16 == fact.high >> 16 and isinstance(expr, f.Var | f.Load):
        return wat.const(fact.low >> 16)
    return wat.shr(fn.need(scalar(fn, expr), fact, span, NO_VALUE), 16)


def scalar(fn: Fn, expr: f.Expr) -> Node:
    """A node that leaves the integer value of an expression on the stack."""
    from . import folds
    from .ends import extreme_field
    from .truths import inlined, test

    match expr:
        case f.Const(number):
            return wat.const(number)
        case f.Load(slot) if slot not in fn.slots and fn.layout.slots[slot].shape == "int":
            return wat.load(wat.const(STATE + fn.layout.slots[slot].offset))
        case f.LoadAt(base, index, count) if fn.layout.slots[base].shape == "int":
            return wat.load(slot_address(fn, base, index, count, expr))
        case f.Op():
            return arithmetic(fn, expr)
        case f.Offset(base, index, count):
            return wat.add(checked_index(fn, index, count, expr), wat.const(base))
        case f.Compare() | f.And() | f.Or() | f.Not() | f.Some() | f.Same():
            return test(fn, expr)
        case f.Choice(test_expr, then, other):
            fallback = (
                wat.valued([fn.fail(expr.span, "none of the cases holds")], "(unreachable)")
                if other is None
                else scalar(fn, other)
            )
            return wat.choose(test(fn, test_expr), scalar(fn, then), fallback)
        case f.Let(register, bound, body):
            code = bind(fn, register, bound)
            return wat.valued(code, scalar(fn, body))
        case f.Column():
            return column(fn, expr)
        case f.FaceOf(card):
            return face_of(fn, card, expr.span)
        case f.PlaceOf(card):
            return place_of(fn, card, expr.span)
        case f.Size(place):
            code, where = spot(fn, place)
            return wat.valued(code, size(fn, where))
        case f.Fold(kind) if kind not in ("first", "last", "only"):
            return folds.number(fn, expr)
        case f.MeldForm(meld):
            code, found = meld_of(fn, meld)
            return wat.valued(code, found.form)
        case f.MeldEnd(meld, highest):
            code, found = meld_of(fn, meld)
            face = face_at(fn.unit, found.packing, extreme_field(found.packing, found.words, highest), found.form)
            return wat.valued(code, wat.add(face, wat.const(found.packing.first)))
        case f.MeldLength():
            return length(fn, expr)
        case f.PlaySeat(play):
            code, whole = play_of(fn, play)
            return wat.valued(code, whole.seat)
        case f.Call(function):
            inside = inlined(fn, expr)
            if inside is not None:
                return wat.valued(inside, scalar(fn, fn.flow.functions[function].body))
            code, args = arguments(fn, expr)
            return wat.valued(code, wat.call(fn.unit.called_function(function), *args))
    code, found_value = value(fn, expr)
    return wat.valued(code, as_int(found_value))


def slot_address(fn: Fn, base: int, index: f.Expr, count: int, expr: f.Expr | f.AssignAt) -> Node:
    """The address of a slot of a row of slots."""
    at = fn.layout.slots[base]
    return wat.add(wat.mul(checked_index(fn, index, count, expr), wat.const(at.size)), wat.const(STATE + at.offset))


def checked_index(fn: Fn, index: f.Expr, count: int, expr: f.Expr | f.AssignAt) -> Node:
    """An index that must be from 0 to count - 1."""
    node = scalar(fn, index)
    if fn.facts.expr(index).within(0, count - 1):
        return node
    return fn.within(node, count, expr.span, "there is no such one")


def arithmetic(fn: Fn, expr: f.Op) -> Node:
    """A sum, difference, product, quotient or remainder, checked where it can fail."""
    code, a, b = two_numbers(fn, expr.left, expr.right, expr.span, NO_VALUE)
    return wat.valued(code, worked_out(fn, expr, a, b))


def two_numbers(fn: Fn, left: f.Expr, right: f.Expr, span: Span, message: str) -> tuple[Code, Node, Node]:
    """Statements that come first, and two numbers that must not be none: whether they are is asked when both are known."""
    code: Code = []
    a, fact = scalar(fn, left), fn.facts.expr(left)
    if fact.none and not fn.unit.sure(right):
        code, a = fn.keep(a, "x")
        more, b = fn.keep(scalar(fn, right), "x")
        code = [*code, *more]
        a = fn.need(a, fact, span, message)
    else:
        a, b = fn.need(a, fact, span, message), scalar(fn, right)
    return code, a, fn.need(b, fn.facts.expr(right), span, message)


def worked_out(fn: Fn, expr: f.Op, a: Node, b: Node) -> Node:
    """What comes out of two numbers."""
    left, right = fn.facts.expr(expr.left), fn.facts.expr(expr.right)
    fault = wat.const(fn.unit.fault(expr.span, TOO_LARGE))
    if expr.op in ("/", "mod"):
        zero = wat.const(fn.unit.fault(expr.span, "a division by zero"))
        if expr.op == "/":
            return ("i32.div_s", a, b) if right.low > 0 else ("call", "$divide", a, b, zero)
        if left.low >= 0 and right.low > 0:
            if left.high < right.low:
                if fn.unit.sure(expr.right) and not right.none:
                    return a
                code, a = fn.keep(a, "x")  # as what is divided comes first, also where it fails
                return wat.valued([*code, ("drop", b)], a)
            return ("i32.rem_u", a, b)
        return ("call", "$modulo", a, b, zero)
    if fits(expr.op, left, right):
        return {"+": wat.add, "-": wat.sub, "*": wat.mul}[expr.op](a, b)
    wide = (f"i64.{OPERATORS[expr.op]}", ("i64.extend_i32_s", a), ("i64.extend_i32_s", b))
    return narrowed(fn, wide, fault)


def narrowed(fn: Fn, wide: Node, fault: Node) -> Node:
    """A number of 64 bits as one of 32; the fault if it leaves their range, whose smallest is none."""
    kept = fn.local("wide", "i64")
    outside = ("i64.gt_u", ("i64.add", ("local.tee", kept, wide), wat.const64(f.LARGEST)), wat.const64(2 * f.LARGEST))
    return wat.valued([wat.when(outside, [wat.fail(fault)])], ("i32.wrap_i64", wat.get(kept)))


def column(fn: Fn, expr: f.Column) -> Node:
    """A constant table read at a key."""
    table = fn.flow.tables[expr.table]
    key_fact = fn.facts.expr(expr.key)
    key = scalar(fn, expr.key)
    if not table:
        return wat.valued([("drop", key), fn.fail(expr.span, NO_VALUE)], "(unreachable)")
    if not key_fact.within(0, len(table) - 1):
        key = fn.within(key, len(table), expr.span, NO_VALUE)
    node = fn.unit.read_table(table, key)
    if expr.must and f.NONE in table[max(key_fact.low, 0) : key_fact.high + 1]:
        return fn.need(node, Fact("int", 0, 0, True), expr.span, "this has no such value")
    return node


def length(fn: Fn, expr: f.MeldLength) -> Node:
    """How many successive values a meld has, if it is a run, or how many cards."""
    code, meld = meld_of(fn, expr.meld)
    cards = words_sum(list(meld.words), meld.packing.bits)
    each = [1] + [p.each if p.kind == "run" else 1 for p in fn.flow.combinations[expr.combination].forms]
    if max(each) == 1:
        return wat.valued(code, cards)
    divisor = fn.unit.read_table(each, wat.add(meld.form, wat.const(1)))
    return wat.valued(code, ("i32.div_u", cards, divisor))
