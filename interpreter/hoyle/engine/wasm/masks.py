"""Tests of faces as masks: the cards of a zone that pass a test that looks at their faces alone, without a loop.

Comes in: filters over the cards of a zone. Goes out: the zone's words cut down by masks, and what of the tests is
left to be asked card by card. What always holds: only what cannot fail is turned into a mask, so nothing fails that
a loop would not reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import flow as f
from . import wat
from .constant import Given, compared, evaluate
from .expr import bind, scalar, spot
from .facts import walk
from .layout import Packing
from .loops import each_field
from .places import zone_words
from .seq import Body
from .sure import fits
from .truths import test, unless
from .unit import Card, Fn, Value
from .wat import Code, Node

WIDEST = 256
"""How many values the other side of a comparison may have for the masks to be kept in a table."""

Words = list[Node]


@dataclass(slots=True)
class Masked:
    """Cards of a zone: code, the words of those that passed, and tests (register, test) still to be made."""

    code: Code
    words: Words
    packing: Packing
    place: Node
    left: list[tuple[int, f.Expr]]


def resolve(fn: Fn, seq: f.Seq) -> Masked | None:
    """Filters over the cards of one zone, as far as masks can do them; None if nothing can be won."""
    tests: list[tuple[int, f.Expr]] = []
    while isinstance(seq, f.Filter):
        tests.insert(0, (seq.register, seq.test))
        seq = seq.seq
    if not isinstance(seq, f.Cards):
        return None
    places = fn.facts.expr(seq.place).places
    if not places or len({(fn.layout.places[p].shape, fn.layout.places[p].component) for p in places}) != 1:
        return None
    if fn.layout.places[places[0]].shape != "zone":
        return None
    packing = fn.layout.packing(places[0])
    masks: list[Words] = []
    left: list[tuple[int, f.Expr]] = []
    code: Code = []
    for register, whole in tests:
        for part in conjuncts(whole):
            more: Code = []
            mask = None if left else Masker(fn, register, packing, more).mask(part)
            if mask is None:
                left.append((register, part))
            else:
                code += more
                masks.append(mask)
    if tests and not masks:
        return None
    start, where = spot(fn, seq.place)
    words = zone_words(where)
    for mask in masks:
        words = [("i64.and", word, part) for word, part in zip(words, mask, strict=True)]
    return Masked([*start, *code], words, packing, where.index, left)


def conjuncts(expr: f.Expr) -> Iterator[f.Expr]:
    """The tests that must all hold for a test to hold, in order."""
    if isinstance(expr, f.And):
        yield from conjuncts(expr.left)
        yield from conjuncts(expr.right)
    else:
        yield expr


def filtered(fn: Fn, seq: f.Filter, body: Body, once: bool) -> Code | None:
    """A loop over a filtered zone; None if masks do not help."""
    masked = resolve(fn, seq)
    if masked is None:
        return None

    def turn(face: Node) -> Code:
        card: Value = Card(masked.place, face)
        skip = fn.label("skip")
        tests: Code = []
        for register, left in masked.left:
            fn.registers[register] = card
            tests += unless(fn, left, skip)
        return [wat.block(skip, [*tests, *body(card)])] if tests else body(card)

    return [
        *masked.code,
        *each_field(fn, masked.packing, None, masked.words, once, turn, masked.packing.first),
    ]


def cut(fn: Fn, seq: f.Seq, slot: int, tests: list[f.Expr]) -> tuple[Masked | None, list[f.Expr]]:
    """The cards of a zone that pass the first of some tests of the card in a slot, as far as masks say, and the tests that
    are left; None and all tests if they do not begin so."""
    found = resolve(fn, seq) if isinstance(seq, f.Cards) else None
    if found is None:
        return None, tests
    masker = Masker(fn, None, found.packing, found.code, slot)
    passed = 0
    for one in tests:
        mask = masker.mask(one)
        if mask is None:
            break
        found.words = [("i64.and", word, part) for word, part in zip(found.words, mask, strict=True)]
        passed += 1
    return (found, tests[passed:]) if passed else (None, tests)


class Masker:
    """Turns tests of the card in one register into masks."""

    def __init__(
        self,
        fn: Fn,
        register: int | None,
        packing: Packing,
        code: Code,
        slot: int | None = None,
        sure: f.Expr | None = None,
    ) -> None:
        self.fn, self.packing, self.code = fn, packing, code
        self.cards = set() if register is None else {register}  # the registers that stand for the card
        self.slot = slot  # the slot that does
        self.sure = sure  # a part of the test that is worked out for some card in any case, so that it may fail

    def mask(self, expr: f.Expr) -> Words | None:
        """The words of the faces for which a test holds; None if it is no matter of the face alone, or can fail."""
        if not self.mentions(expr):
            return self.everywhere(expr)
        match expr:
            case f.And(left, right):
                return self.join("i64.and", self.mask(left), self.mask(right))
            case f.Or(left, right):
                return self.join("i64.or", self.mask(left), self.mask(right))
            case f.Not(arg):
                inner = self.mask(arg)
                return inner and [("i64.xor", word, wat.const64(-1)) for word in inner]
            case f.Compare():
                return self.compare(expr)
            case f.Call():
                return self.call(expr)
            case f.Choice(test_expr, then, other) if other is not None:
                holds, yes, no = self.mask(test_expr), self.mask(then), self.mask(other)
                if holds is None or yes is None or no is None:
                    return None
                fails: Words = [("i64.xor", word, wat.const64(-1)) for word in holds]
                return self.join("i64.or", self.join("i64.and", holds, yes), self.join("i64.and", fails, no))
        return self.constant(expr)

    def join(self, op: str, left: Words | None, right: Words | None) -> Words | None:
        if left is None or right is None:
            return None
        return [(op, a, b) for a, b in zip(left, right, strict=True)]

    def mentions(self, node: object) -> bool:
        """Whether an expression speaks of the card."""
        return any(self.is_card(part) for part in walk(node))

    def is_card(self, node: object) -> bool:
        """Whether an expression is the card."""
        if isinstance(node, f.Load):
            return node.slot == self.slot
        return isinstance(node, f.Var) and node.register in self.cards

    def allowed(self, part: f.Expr, whole: f.Expr) -> bool:
        """Whether a part of a test may be worked out before the loop."""
        return whole is self.sure or safe(self.fn, part)

    def everywhere(self, expr: f.Expr) -> Words | None:
        """A test that does not look at the card: all faces or none."""
        if not safe(self.fn, expr):
            return None
        word: Node = ("i64.sub", wat.const64(0), ("i64.extend_i32_u", test(self.fn, expr)))
        if self.packing.words > 1:
            name = self.fn.local("all", "i64")
            self.code.append(wat.put(name, word))
            word = wat.get(name)
        return [word] * self.packing.words

    def constant(self, expr: f.Expr) -> Words | None:
        """A test whose value follows from the face."""
        faces = [self.at(expr, face) for face in self.faces]
        if any(value is None for value in faces):
            return None
        return [wat.const64(word) for word in self.words([bool(value) for value in faces])]

    @property
    def faces(self) -> range:
        return range(self.packing.first, self.packing.first + self.packing.size)

    def words(self, allowed: list[bool]) -> list[int]:
        """The mask of some faces."""
        words = [0] * self.packing.words
        for index, yes in enumerate(allowed):
            if yes:
                words[index // self.packing.fields] |= self.packing.mask << (
                    index % self.packing.fields * self.packing.bits
                )
        return words

    def at(self, expr: f.Expr, face: int) -> int | None:
        """The value of an expression for one face; None if it does not follow from the face alone."""
        slots = {} if self.slot is None else {self.slot: face}
        return evaluate(expr, Given(self.fn.flow, dict.fromkeys(self.cards, face), slots))

    def compare(self, expr: f.Compare) -> Words | None:
        """A comparison of something of the face with a constant or with a value known before the loop."""
        constant = self.constant(expr)
        if constant is not None:
            return constant
        left, right = expr.left, expr.right
        op: str = expr.op
        if self.mentions(right):
            left, right, op = right, left, MIRRORED[op]
        if self.mentions(right):
            return None
        fact = self.fn.facts.expr(right)
        values = [self.at(left, face) for face in self.faces]
        ordered = expr.checked and op not in ("=", "<>")
        if any(value is None for value in values) or not self.allowed(right, expr) or (ordered and f.NONE in values):
            return None
        if fact.high - fact.low >= WIDEST or (ordered and fact.none) or fact.low > fact.high:
            return None
        masks = [
            self.words([compared(op, value or 0, other) for value in values])
            for other in range(fact.low, fact.high + 1)
        ]
        code, node = self.fn.keep(scalar(self.fn, right), "x")
        self.code += code
        found: Words = []
        for k in range(self.packing.words):
            table = [words[k] for words in masks]
            word = self.fn.unit.read_table(table, wat.sub(node, wat.const(fact.low)), 8)
            if fact.none:
                absent = self.words([compared(op, value or 0, f.NONE) for value in values])[k]
                word = wat.choose(("i32.eq", node, wat.const(f.NONE)), wat.const64(absent), word, "i64")
            found.append(word)
        return found

    def call(self, expr: f.Call) -> Words | None:
        """A term of the card: its body, with the other arguments computed before."""
        function = self.fn.flow.functions[expr.function]
        mine: set[int] = set()
        before = len(self.code)
        for register, arg in zip(function.params, expr.args, strict=True):
            if self.is_card(arg):
                mine.add(register)
            elif self.mentions(arg) or not self.allowed(arg, expr):
                del self.code[before:]
                return None
            else:
                self.code += bind(self.fn, register, arg)
        self.cards |= mine
        found = self.mask(function.body)
        self.cards -= mine
        if found is None:
            del self.code[before:]
        return found


def of_slot(fn: Fn, slot: int, whole: f.Expr, packing: Packing) -> tuple[Code, Words] | None:
    """The faces for which a test of the card in a slot holds, where it is sure to be asked of one card; None if it is no matter
    of the face alone, or another part of it than what is asked first can fail."""
    first = whole
    while isinstance(first, f.And | f.Or):
        first = first.left
    code: Code = []
    words = Masker(fn, None, packing, code, slot, first).mask(whole)
    return None if words is None else (code, words)


MIRRORED = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def cannot_fail(fn: Fn, seq: f.Seq) -> bool:
    """Whether a sequence surely cannot fail; what registers within it hold is taken from the facts."""
    facts = fn.facts
    match seq:
        case f.Values():
            return True
        case f.Cards(place):
            return _sure(fn, place) and not facts.expr(place).none
        case f.OneEmpty(of):
            return cannot_fail(fn, of)
        case f.Items(items):
            return all(_sure(fn, item) for item in items)
        case f.Concat(seqs):
            return all(cannot_fail(fn, one) for one in seqs)
        case f.Flat(_, of, body):
            return cannot_fail(fn, of) and cannot_fail(fn, body)
        case f.Map(_, of, value) | f.LetSeq(_, value, of):
            return cannot_fail(fn, of) and _sure(fn, value)
        case f.Filter(_, of, test):
            return cannot_fail(fn, of) and _sure(fn, test)
    return False


def _sure(fn: Fn, expr: f.Expr) -> bool:
    """As `safe`, with registers that need not have a value yet."""
    if isinstance(expr, f.Var):
        return fn.facts.expr(expr).shape == "int"
    if isinstance(expr, f.Offset):
        return _sure(fn, expr.index) and fn.facts.expr(expr.index).within(0, expr.count - 1)
    return safe(fn, expr)


def safe(fn: Fn, expr: f.Expr) -> bool:
    """Whether an expression surely cannot fail, and is cheap."""
    facts = fn.facts
    match expr:
        case f.Const() | f.Load():
            return facts.expr(expr).shape == "int"
        case f.Var(register):
            return register in fn.registers and facts.expr(expr).shape == "int"
        case f.Column(table, key, must):
            rows, fact = fn.flow.tables[table], facts.expr(key)
            inside = fact.within(0, len(rows) - 1) and fact.low <= fact.high
            return safe(fn, key) and inside and not (must and f.NONE in rows[fact.low : fact.high + 1])
        case f.FaceOf(card) | f.PlaceOf(card):
            return safe(fn, card) and not facts.expr(card).none
        case f.Compare(_, left, right, checked):
            known = not (checked and (facts.expr(left).none or facts.expr(right).none))
            return known and safe(fn, left) and safe(fn, right)
        case f.And(left, right) | f.Or(left, right):
            return safe(fn, left) and safe(fn, right)
        case f.Not(arg):
            return safe(fn, arg)
        case f.Size(place):
            return safe(fn, place) and not facts.expr(place).none
        case f.LoadAt(base, index, count):
            return fn.layout.slots[base].shape == "int" and safe(fn, index) and facts.expr(index).within(0, count - 1)
        case f.Offset(_, index, count):
            return safe(fn, index) and facts.expr(index).within(0, count - 1)
        case f.Op("+" | "-" | "*" as op, left, right):
            a, b = facts.expr(left), facts.expr(right)
            return not a.none and not b.none and fits(op, a, b) and safe(fn, left) and safe(fn, right)
    return False
