"""Code for expressions that give one value.

Comes in: expressions of the flow. Goes out: for whole numbers a node that leaves its value on the stack (`scalar`,
`test`), a jump (`unless`); for any value statements and a `Value` (`value`). What always holds: code changes no
state; what the flow calls a failure ends in `$fail` with the place of the expression; a check is left out only
where the facts make it needless.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .facts import Fact
from .layout import PILE_HEADER, Packing
from .places import Spot, any_of, is_empty, size, spot_at
from .plays import at_end, face_at, read_meld, read_play
from .unit import STATE, Card, Fn, Int, Meld, Play, Value
from .wat import Code, Node

NO_VALUE = "`none` is used where a value is needed"
TOO_LARGE = "a number leaves the range from -2147483647 to 2147483647"
COMPARISONS = {"=": "i32.eq", "<>": "i32.ne", "<": "i32.lt_s", "<=": "i32.le_s", ">": "i32.gt_s", ">=": "i32.ge_s"}
OPERATORS = {"+": "add", "-": "sub", "*": "mul"}


def as_int(value: Value) -> Node:
    """A value as one integer: a number, or a card with its place."""
    if isinstance(value, Int):
        return value.node
    if isinstance(value, Card):
        return wat.either(wat.shl(value.place, 16), value.face)
    raise AssertionError(f"a {type(value).__name__} is no integer")


# ---- any value -----------------------------------------------------------------------------------------------------


def value(fn: Fn, expr: f.Expr) -> tuple[Code, Value]:
    """Statements that compute an expression, and its value, which may be used again."""
    from . import folds, melds  # they need what is here

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
            more, found = read(fn, fn.layout.packings[at.component], address)
            return [*code, *more], found
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
        case f.Choice(test_expr, then, other):
            if fn.facts.expr(expr).shape != "int":
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


def hold(fn: Fn, bound: Value, hint: str) -> tuple[Code, Value]:
    """A value in a local of its own, if it is not one or a constant already."""
    if isinstance(bound, Int):
        code, node = fn.keep(bound.node, hint)
        return code, Int(node)
    return [], bound


def choice(fn: Fn, expr: f.Choice) -> tuple[Code, Value]:
    """A choice between melds or plays: the parts of the one that is taken go into locals."""
    then_code, then = value(fn, expr.then)
    target = like(fn, then)
    then_code += assign_parts(target, then)
    if expr.other is None:
        other_code: Code = [fn.fail(expr.span, "none of the cases holds")]
    else:
        other_code, other = value(fn, expr.other)
        other_code += assign_parts(target, other)
    return [wat.when(test(fn, expr.test), then_code, other_code)], target


def parts(whole: Value) -> list[Node]:
    """What a value is made of, in the order in which functions take it."""
    if isinstance(whole, Meld):
        return [whole.form, *whole.words]
    if isinstance(whole, Play):
        return [whole.seat, whole.form, *whole.words]
    return [as_int(whole)]


def part_kinds(fn: Fn, fact: Fact) -> list[str]:
    """The types of the parts of a value."""
    if fact.shape == "int":
        return ["i32"]
    words = ["i64"] * fn.layout.packings[max(fact.component, 0)].words
    return ["i32", *words] if fact.shape == "meld" else ["i32", "i32", *words]


def from_parts(fn: Fn, fact: Fact, nodes: list[Node]) -> Value:
    """A value of its parts."""
    packing = fn.layout.packings[max(fact.component, 0)]
    if fact.shape == "meld":
        return Meld(nodes[0], tuple(nodes[1:]), packing)
    if fact.shape == "play":
        return Play(nodes[0], nodes[1], tuple(nodes[2:]), packing)
    return Int(nodes[0])


def like(fn: Fn, model: Value) -> Value:
    """New locals for a value such as this one."""
    if isinstance(model, Int | Card):
        return Int(wat.get(fn.local("x")))
    words = tuple(wat.get(fn.local("faces", "i64")) for _ in model.words)
    form = wat.get(fn.local("form"))
    if isinstance(model, Meld):
        return Meld(form, words, model.packing)
    return Play(wat.get(fn.local("seat")), form, words, model.packing)


def assign_parts(target: Value, source: Value) -> Code:
    """The locals of one value take another value."""
    return [wat.put(to[1], part) for to, part in zip(parts(target), parts(source), strict=True)]  # type: ignore[arg-type]


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


# ---- places and cards ----------------------------------------------------------------------------------------------


def spot(fn: Fn, expr: f.Expr) -> tuple[Code, Spot]:
    """The place that an expression gives."""
    fact = fn.facts.expr(expr)
    places = fact.places
    if len(places) <= 1 and isinstance(expr, f.Const | f.Load | f.Var) and not fact.none:
        place = places[0] if places else 0
        return spot_at(fn, wat.const(place), range(place, place + 1))
    node = fn.need(scalar(fn, expr), fact, expr.span, NO_VALUE)
    if len(places) <= 1:
        code, where = spot_at(fn, node, places or range(1))
        return [("drop", node), *code], where
    return spot_at(fn, node, places)


def face_of(fn: Fn, expr: f.Expr) -> Node:
    """The face of a card."""
    if isinstance(expr, f.Var | f.Load | f.End | f.Fold | f.Let):
        code, card = value(fn, expr)
        if isinstance(card, Card):
            return wat.valued(code, card.face)
        node = wat.valued(code, as_int(card))
    else:
        node = scalar(fn, expr)
    fact = fn.facts.expr(expr)
    node = fn.need(node, fact, expr.span, NO_VALUE)
    return node if fact.within(0, 0xFFFF) else wat.both(node, wat.const(0xFFFF))


def place_of(fn: Fn, expr: f.Expr) -> Node:
    """The place of a card."""
    if isinstance(expr, f.Var | f.Load):
        _, card = value(fn, expr)
        if isinstance(card, Card):
            return card.place
    fact = fn.facts.expr(expr)
    if not fact.none and fact.low >= 0 and fact.low >> 16 == fact.high >> 16 and isinstance(expr, f.Var | f.Load):
        return wat.const(fact.low >> 16)
    return wat.shr(fn.need(scalar(fn, expr), fact, expr.span, NO_VALUE), 16)


def entry(spot: Spot, at: Node) -> Node:
    """An entry of a pile."""
    width = 2 if spot.packing.wide else 1
    op = "i32.load16_u" if spot.packing.wide else "i32.load8_u"
    return wat.load(wat.add(spot.address, wat.mul(at, wat.const(width))), PILE_HEADER, op)


def end_card(fn: Fn, expr: f.End) -> tuple[Code, Value]:
    """The top or bottom card of a place."""
    code, where = spot(fn, expr.place)
    more, face = end_face(fn, where, expr.top, wat.const(fn.unit.fault(expr.span, "there is no such card")))
    return [*code, *more], Card(where.index, face)


def end_face(fn: Fn, where: Spot, top: bool, fault: Node) -> tuple[Code, Node]:
    """The face of the top or bottom card of a place, or the fault."""
    fail: Node = ("call", "$fail", fault)
    if where.shape == "pile":
        code, count = fn.keep(size(fn, where), "count")
        if top:
            hidden: Node = ("i32.ne", wat.load(where.address, 2, "i32.load16_u"), wat.const(1))
            face = wat.shr(entry(where, wat.sub(count, wat.const(1))), 1)
        else:
            linked = wat.both(entry(where, wat.const(1)), wat.const(1))
            hidden = ("i32.or", ("i32.eqz", count), linked)
            face = wat.shr(entry(where, wat.const(0)), 1)
        code = [*code, wat.when(hidden, [fail])]
    elif where.shape == "zone":
        code, face = single_face(fn, where, fail)
    elif where.shape == "plays":
        code, play = read_play(fn, where.packing, at_end(fn, where, top))
        face = face_at(fn.unit, where.packing, extreme_field(where.packing, play.words, top))
        code = [wat.when(is_empty(fn, where), [fail]), *code]
    else:

        def case(inner: Fn, one: Spot) -> Code:
            inside, found = end_face(inner, one, top, wat.get("$number"))
            return [*inside, ("return", found)]

        name = any_of(fn, "top_of_any" if top else "bottom_of_any", [("$number", "i32")], "i32", case)
        return fn.keep(wat.call(name, where.index, fault), "face")
    more, face = fn.keep(where.global_face(face), "face")
    return [*code, *more], face


def single_face(fn: Fn, where: Spot, fail: Node) -> tuple[Code, Node]:
    """The face of a zone all of whose cards have one face."""
    packing = where.packing
    found, word = fn.local("face"), fn.local("word", "i64")
    code: Code = [wat.put(found, wat.const(-1))]
    for k in range(packing.words):
        field = ("i32.wrap_i64", ("i64.shr_u", ("i64.ctz", wat.get(word)), wat.const64(packing.shift)))
        rest = ("i64.shr_u", wat.get(word), ("i64.extend_i32_u", wat.shl(wat.get(found), packing.shift)))
        code += [
            wat.put(word, wat.load(where.address, 8 * k, "i64.load")),
            wat.when(
                ("i64.ne", wat.get(word), wat.const64(0)),
                [
                    wat.when(("i32.ge_s", wat.get(found), wat.const(0)), [fail]),
                    wat.put(found, field),
                    wat.when(("i64.gt_u", rest, wat.const64(packing.mask)), [fail]),
                    wat.put(found, wat.add(wat.get(found), wat.const(k * packing.fields))),
                ],
            ),
        ]
    code.append(wat.when(("i32.lt_s", wat.get(found), wat.const(0)), [fail]))
    return code, wat.get(found)


def extreme_field(packing: Packing, words: tuple[Node, ...], highest: bool) -> Node:
    """The highest or lowest field that is not zero, of words that are not all zero."""
    if highest:
        found = wat.shr(wat.sub(wat.const(63), ("i32.wrap_i64", ("i64.clz", words[0]))), packing.shift)
    else:
        found = wat.shr(("i32.wrap_i64", ("i64.ctz", words[-1])), packing.shift)
        found = wat.add(found, wat.const((len(words) - 1) * packing.fields))
    others = list(enumerate(words))[1:] if highest else list(enumerate(words))[-2::-1]
    for k, word in others:
        if highest:
            here = wat.shr(wat.sub(wat.const(63), ("i32.wrap_i64", ("i64.clz", word))), packing.shift)
        else:
            here = wat.shr(("i32.wrap_i64", ("i64.ctz", word)), packing.shift)
        here = wat.add(here, wat.const(k * packing.fields))
        found = wat.choose(("i64.ne", word, wat.const64(0)), here, found)
    return found


# ---- integers ------------------------------------------------------------------------------------------------------


def scalar(fn: Fn, expr: f.Expr) -> Node:
    """A node that leaves the integer value of an expression on the stack."""
    from . import folds

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
            return face_of(fn, card)
        case f.PlaceOf(card):
            return place_of(fn, card)
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
            face = face_at(fn.unit, found.packing, extreme_field(found.packing, found.words, highest))
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
    left, right = fn.facts.expr(expr.left), fn.facts.expr(expr.right)
    a = fn.need(scalar(fn, expr.left), left, expr.span, NO_VALUE)
    b = fn.need(scalar(fn, expr.right), right, expr.span, NO_VALUE)
    fault = wat.const(fn.unit.fault(expr.span, TOO_LARGE))
    if expr.op in ("/", "mod"):
        zero = wat.const(fn.unit.fault(expr.span, "a division by zero"))
        if expr.op == "/":
            return ("i32.div_s", a, b) if right.low > 0 else ("call", "$divide", a, b, zero)
        if left.low >= 0 and right.low > 0:
            if left.high < right.low:
                return a
            return ("i32.rem_u", a, b)
        return ("call", "$modulo", a, b, zero)
    if _fits(expr.op, left, right):
        return {"+": wat.add, "-": wat.sub, "*": wat.mul}[expr.op](a, b)
    wide = (f"i64.{OPERATORS[expr.op]}", ("i64.extend_i32_s", a), ("i64.extend_i32_s", b))
    return ("call", "$narrow", wide, fault)


def _fits(op: str, left: Fact, right: Fact) -> bool:
    """Whether a sum, difference or product surely stays within 32 bits."""
    a, b, c, d = left.low, left.high, right.low, right.high
    if op == "+":
        low, high = a + c, b + d
    elif op == "-":
        low, high = a - d, b - c
    else:
        products = (a * c, a * d, b * c, b * d)
        low, high = min(products), max(products)
    return low >= -f.LARGEST and high <= f.LARGEST


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
    from .places import words_sum

    code, meld = meld_of(fn, expr.meld)
    cards = words_sum(list(meld.words), meld.packing.bits)
    each = [1] + [p.each if p.kind == "run" else 1 for p in fn.flow.combinations[expr.combination].forms]
    if max(each) == 1:
        return wat.valued(code, cards)
    divisor = fn.unit.read_table(each, wat.add(meld.form, wat.const(1)))
    return wat.valued(code, ("i32.div_u", cards, divisor))


# ---- truths --------------------------------------------------------------------------------------------------------


def test(fn: Fn, expr: f.Expr) -> Node:
    """A node that leaves 1 or 0 on the stack."""
    from . import folds

    match expr:
        case f.Compare(op, left, right, checked):
            return compare(fn, expr)
        case f.And(left, right):
            return wat.choose(test(fn, left), test(fn, right), wat.const(0))
        case f.Or(left, right):
            return wat.choose(test(fn, left), wat.const(1), test(fn, right))
        case f.Not(arg):
            return wat.negated(test(fn, arg))
        case f.Some():
            return folds.some(fn, expr)
        case f.Same():
            return folds.same(fn, expr)
    return scalar(fn, expr)


def compare(fn: Fn, expr: f.Compare) -> Node:
    """A comparison of integers; of melds or plays only equality, of all their parts."""
    left, right = fn.facts.expr(expr.left), fn.facts.expr(expr.right)
    if left.shape != "int" or right.shape != "int":
        return compare_wholes(fn, expr)
    op = expr.op
    if isinstance(expr.left, f.Size) and isinstance(expr.right, f.Const):
        number = expr.right.value
        if (op, number) in EMPTY_TESTS:
            code, where = spot(fn, expr.left.place)
            empty = wat.valued(code, is_empty(fn, where))
            return empty if op in ("=", "<=", "<") else wat.negated(empty)
    a, b = scalar(fn, expr.left), scalar(fn, expr.right)
    if expr.checked and op not in ("=", "<>"):
        message = "`none` is neither more nor less than anything"
        a, b = fn.need(a, left, expr.span, message), fn.need(b, right, expr.span, message)
    if op == "=" and b == wat.const(0):
        return wat.negated(a) if left.within(0, 1) else ("i32.eqz", a)
    return (COMPARISONS[op], a, b)


EMPTY_TESTS = {("=", 0), ("<>", 0), (">", 0), ("<=", 0), ("<", 1), (">=", 1)}
"""Comparisons of how many with a number that only ask whether there are any."""


def compare_wholes(fn: Fn, expr: f.Compare) -> Node:
    code, left = value(fn, expr.left)
    more, right = value(fn, expr.right)
    if isinstance(left, Int) or isinstance(right, Int):  # one of them is none
        whole = right if isinstance(left, Int) else left
        equal: Node = ("i32.eq", parts(whole)[0], wat.const(f.NONE))
    else:
        equal = same_parts(left, right)
    return wat.valued([*code, *more], equal if expr.op == "=" else ("i32.eqz", equal))


def same_parts(left: Value, right: Value) -> Node:
    """Whether two values are equal in all their parts."""
    equal: Node = wat.const(1)
    for k, (a, b) in enumerate(zip(parts(left), parts(right), strict=True)):
        words = getattr(left, "words", ())
        kind = "i64" if k >= len(parts(left)) - len(words) else "i32"
        same = (f"{kind}.eq", a, b)
        equal = same if k == 0 else wat.both(equal, same)
    return equal


def inlined(fn: Fn, expr: f.Call) -> Code | None:
    """The code that gives a term's parameters their values here, if the term is small; None if it is to be called."""
    function = fn.flow.functions[expr.function]
    if fn.unit.weight(expr.function) > SMALL_TERM:
        return None
    code: Code = []
    values = []
    for arg in expr.args:
        more, given = value(fn, arg)
        held, given = hold(fn, given, "x")
        code += [*more, *held]
        values.append(given)
    for register, given in zip(function.params, values, strict=True):
        if fn.facts.registers[register].shape != "int" and isinstance(given, Int):
            return None  # a none in place of a meld or a play: its parts are made for a call
        fn.registers[register] = given
    return code


SMALL_TERM = 24
"""A term of so many nodes at most is written out where it is called."""


def unless(fn: Fn, expr: f.Expr, label: str) -> Code:
    """Jumps to a label unless a test holds."""
    if isinstance(expr, f.Call):
        inside = inlined(fn, expr)
        if inside is not None:
            return [*inside, *unless(fn, fn.flow.functions[expr.function].body, label)]
    if isinstance(expr, f.And):
        return [*unless(fn, expr.left, label), *unless(fn, expr.right, label)]
    if isinstance(expr, f.Or):
        holds = fn.label("or")
        return [wat.block(holds, [*when(fn, expr.left, holds), *unless(fn, expr.right, label)])]
    if isinstance(expr, f.Not):
        return when(fn, expr.arg, label)
    if isinstance(expr, f.Const):
        return [] if expr.value else [("br", label)]
    return [("br_if", label, wat.negated(test(fn, expr)))]


def when(fn: Fn, expr: f.Expr, label: str) -> Code:
    """Jumps to a label if a test holds."""
    if isinstance(expr, f.Call):
        inside = inlined(fn, expr)
        if inside is not None:
            return [*inside, *when(fn, fn.flow.functions[expr.function].body, label)]
    if isinstance(expr, f.Or):
        return [*when(fn, expr.left, label), *when(fn, expr.right, label)]
    if isinstance(expr, f.And):
        fails = fn.label("and")
        return [wat.block(fails, [*unless(fn, expr.left, fails), *when(fn, expr.right, label)])]
    if isinstance(expr, f.Not):
        return unless(fn, expr.arg, label)
    if isinstance(expr, f.Const):
        return [("br", label)] if expr.value else []
    return [("br_if", label, test(fn, expr))]
