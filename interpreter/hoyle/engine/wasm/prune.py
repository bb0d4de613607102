"""Choosing a combination: which of its forms and sizes can pass a test, asked before any meld is listed.

Comes in: an option whose one bind is a meld, and the bind's test. Goes out: code that lists the melds of the forms
that can pass, between the least and the most cards that can, and drops those that do not. What always holds: what
is left out could not have passed; a question that would fail counts as unanswered, and the test itself then fails
where it is due.

For each form the test is written anew with the form in place: `form of new is form of old` becomes a question about
the old meld alone. What is then an alternative (`or`) that asks nothing of the new meld's cards decides before they
are listed.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from typing import Any

from .. import flow as f
from . import wat
from .constant import Given, evaluate
from .expr import scalar
from .facts import walk
from .forms import Forms
from .listing import list_form
from .melds import MANY
from .opened import key_of
from .places import words_sum
from .plays import read_meld
from .truths import SMALL_TERM, unless
from .unit import Fn, Int
from .wat import Code, Node

SIZE = -7
"""The register that stands for the new meld's number of cards."""
FIRST = -1_000
"""The first of the registers, which count down, for what is worked out before melds are listed."""
KNOWN = f.MeldForm | f.Fold | f.Column | f.MeldEnd | f.PlaySeat
"""What is worked out so, of melds and plays that are there already."""
HARMLESS = (
    *(
        f.Const,
        f.Load,
        f.LoadAt,
        f.Offset,
        f.Var,
        f.Compare,
        f.And,
        f.Or,
        f.Not,
        f.Size,
        f.Column,
        f.FaceOf,
        f.Fold,
        f.Some,
        f.Call,
    ),
    *(f.MeldForm, f.MeldEnd, f.MeldCards, f.PlayMeld, f.PlayEnd, f.PlaySeat, f.PlayCards, f.Cards),
)
"""Expressions that fail, if they do, by `Fn.fail` alone."""


class Form:
    """One form of a combination, in a test of a meld that is in a slot."""

    def __init__(self, fn: Fn, forms: Forms, number: int, slot: int) -> None:
        self.fn, self.number, self.slot = fn, number, slot
        form = forms.info.forms[number]
        each = form.each if form.kind == "run" else 1
        self.size = form.low * each if form.low == form.high else None

    def is_new(self, node: Any) -> bool:
        """Whether an expression is the new meld itself."""
        return isinstance(node, f.Load) and node.slot == self.slot

    def mentions(self, node: object) -> bool:
        return any(self.is_new(part) for part in walk(node))

    def rewrite(self, expr: Any, known: dict[int, f.Expr]) -> Any:
        """An expression with the form, and terms' arguments, in place."""
        match expr:
            case f.Var(register) if register in known:
                return known[register]
            case f.MeldForm(meld):
                inner = self.rewrite(meld, known)
                return f.Const(self.number) if self.is_new(inner) else replace(expr, meld=inner)
            case f.Fold("count", f.MeldCards(meld)) if self.is_new(self.rewrite(meld, known)):
                return f.Var(SIZE) if self.size is None else f.Const(self.size)
            case f.Call(function, args):
                inner_args = [self.rewrite(arg, known) for arg in args]
                called = self.fn.flow.functions[function]
                if any(self.mentions(arg) for arg in inner_args):
                    return self.rewrite(called.body, dict(zip(called.params, inner_args, strict=True)))
                return replace(expr, args=inner_args)
            case f.And(left, right):
                a, b = self.rewrite(left, known), self.rewrite(right, known)
                if isinstance(a, f.Const):
                    return b if a.value else a
                return a if isinstance(b, f.Const) and b.value else f.And(a, b, span=expr.span)
            case f.Or(left, right):
                a, b = self.rewrite(left, known), self.rewrite(right, known)
                if isinstance(a, f.Const):
                    return a if a.value else b
                return a if isinstance(b, f.Const) and not b.value else f.Or(a, b, span=expr.span)
            case f.Not(arg):
                inner = self.rewrite(arg, known)
                return f.Const(int(not inner.value)) if isinstance(inner, f.Const) else replace(expr, arg=inner)
            case f.Expr() | f.Seq():
                changed = {
                    one.name: self.rewrite(getattr(expr, one.name), known) for one in fields(expr) if one.name != "span"
                }
                made = replace(expr, **changed)
                if isinstance(made, f.Compare):
                    value = evaluate(made, Given(self.fn.flow))
                    return made if value is None else f.Const(value)
                return made
            case list():
                return [self.rewrite(one, known) for one in expr]
        return expr


@dataclass(slots=True)
class Alternative:
    """One way to pass: questions that do not look at the meld, bounds of its size, and whether that is all."""

    guards: list[f.Expr]
    sizes: list[tuple[str, f.Expr]]
    whole: bool


MOST_WAYS = 16


def ways_of(test: f.Expr) -> list[list[f.Expr]]:
    """A test as alternatives, each of parts that must all hold; one that would have too many stays a part."""
    if isinstance(test, f.Or):
        left, right = ways_of(test.left), ways_of(test.right)
        return [*left, *right] if len(left) + len(right) <= MOST_WAYS else [[test]]
    if isinstance(test, f.And):
        left, right = ways_of(test.left), ways_of(test.right)
        if len(left) * len(right) > MOST_WAYS:
            left, right = [[test.left]], [[test.right]]
        return [[*a, *b] for a in left for b in right]
    return [[test]]


def alternatives(form: Form, test: f.Expr) -> list[Alternative]:
    """The ways to pass a test, rewritten for a form.

    A part behind one that looks at the meld is asked early only if that one cannot fail; a way is the whole answer only if
    none before it can.
    """
    found = []
    calm = True  # whether none of the ways before can fail
    for way in ways_of(test):
        one = Alternative([], [], calm)
        sound = True
        for part in way:
            asks_new = form.mentions(part)
            asks_size = any(isinstance(node, f.Var) and node.register == SIZE for node in walk(part))
            if sound and not asks_new and not asks_size and _harmless(form.fn, part):
                one.guards.append(part)
                continue
            bound = _size_bound(part)
            if sound and bound is not None and not form.mentions(bound[1]) and _harmless(form.fn, bound[1]):
                one.sizes.append(bound)
                continue
            one.whole = False
            sound = sound and _sound(form, part)
        calm = calm and sound
        found.append(one)
    return found


def _sound(form: Form, part: f.Expr) -> bool:
    """Whether a part of a test cannot fail."""
    facts = form.fn.facts
    for node in walk(part):
        match node:
            case f.Column(table, key, must):
                rows, fact = facts.flow.tables[table], facts.expr(key)
                if not fact.within(0, len(rows) - 1) or (must and f.NONE in rows):
                    return False
            case f.Compare(_, left, right, checked):
                if checked and (facts.expr(left).none or facts.expr(right).none):
                    return False
            case f.FaceOf(card):
                if facts.expr(card).none:
                    return False
            case f.MeldEnd(meld) | f.MeldForm(meld) | f.MeldCards(meld):
                if not form.is_new(meld):
                    return False
            case f.Fold("count") | f.Some() | f.Filter() | f.And() | f.Or() | f.Not() | f.Const() | f.Var() | f.Load():
                pass
            case _:
                return False
    return True


def _size_bound(expr: f.Expr) -> tuple[str, f.Expr] | None:
    """A comparison of the new meld's size with something else."""
    mirrored = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
    if isinstance(expr, f.Compare) and expr.op in mirrored:
        if expr.left == f.Var(SIZE):
            return expr.op, expr.right
        if expr.right == f.Var(SIZE):
            return mirrored[expr.op], expr.left
    return None


def _harmless(fn: Fn, expr: f.Expr) -> bool:
    """Whether an expression can be asked before its turn: if it fails, that can be taken as no answer."""
    for part in walk(expr):
        if not isinstance(part, HARMLESS):
            return False
        if isinstance(part, f.Call) and fn.unit.weight(part.function) > SMALL_TERM:
            return False
        if isinstance(part, f.Fold) and part.kind != "count":
            return False
    return True


# ---- code ----------------------------------------------------------------------------------------------------------


def list_passing(
    fn: Fn, bind: f.Bind, limits: list[f.LimitInfo], words: list[Node], mark: int, to: str, limit: int
) -> Code:
    """Lists into memory, at the local `to`, the melds of some cards that pass a bind's test and limits, marked."""
    assert isinstance(bind.seq, f.Melds)
    whole: f.Expr = f.Const(1) if bind.test is None else bind.test
    for one in limits:
        allowed = one.only if one.when is None else f.Or(f.Not(one.when), one.only)
        whole = f.And(whole, allowed)
    lists = Lists(fn, Forms(fn.unit, bind.seq.combination), words, mark, to, limit)
    every = [Form(fn, lists.forms, number, bind.slot) for number in range(len(lists.forms.info.forms))]
    asked = [form.rewrite(whole, {}) for form in every]
    fn.unit.made += asked
    open_, known = in_common(every, asked), worked_out(every, asked)
    if open_ is None and not known:
        return [part for form, test in zip(every, asked, strict=True) for part in one_form(fn, lists, form, test)]
    done = fn.label("done")
    code: Code = []
    if open_ is not None:
        closed = fn.label("closed")
        before, fn.unsure = fn.unsure, closed
        guards = [part for guard in open_ for part in unless(fn, guard, closed)]
        fn.unsure = before
        code.append(
            wat.block(closed, [*guards, *(part for form in every for part in lists.all_of(form)), ("br", done)])
        )
    if known:
        unsure = fn.label("unsure")
        before, fn.unsure = fn.unsure, unsure
        find: Code = []
        for register, expr in known.values():
            name = fn.local("known")
            find.append(wat.put(name, scalar(fn, expr)))
            fn.registers[register] = Int(wat.get(name))
            fn.facts.registers[register] = fn.facts.expr(expr)
        fn.unsure = before
        short = [replaced(test, known) for test in asked]
        fn.unit.made += short
        passing = [part for form, test in zip(every, short, strict=True) for part in one_form(fn, lists, form, test)]
        code.append(wat.block(unsure, [*find, *passing, ("br", done)]))
        code += [part for form, test in zip(every, asked, strict=True) for part in lists.passing(form, test)]
    else:
        code += [part for form, test in zip(every, asked, strict=True) for part in one_form(fn, lists, form, test)]
    return [wat.block(done, code)]


def in_common(every: list[Form], asked: list[f.Expr]) -> list[f.Expr] | None:
    """What lets melds of all forms pass, whatever they are, if it is asked first of all; None if nothing does."""
    first: list[list[f.Expr]] = []
    for form, test in zip(every, asked, strict=True):
        way = None if isinstance(test, f.Const) else alternatives(form, test)[0]
        if way is None or not way.whole or way.sizes:
            return None
        first.append(way.guards)
    same = {tuple(key_of(guard) for guard in guards) for guards in first}
    return first[0] if len(first) > 1 and len(same) == 1 else None


def worked_out(every: list[Form], asked: list[f.Expr]) -> dict[Hashable, tuple[int, f.Expr]]:
    """The numbers of other melds and plays that tests ask for, which are worked out once: by their keys, each with the
    register that is to hold it."""
    found: dict[Hashable, tuple[int, f.Expr]] = {}

    def look(form: Form, node: Any) -> None:
        if isinstance(node, list | tuple):
            for one in node:
                look(form, one)
        elif isinstance(node, KNOWN) and not form.mentions(node) and not _speaks(node) and _harmless(form.fn, node):
            key = key_of(node)
            found.setdefault(key, (FIRST - form.fn.unit.number_of(("known", key)), node))
        elif isinstance(node, f.Expr | f.Seq):
            for part in fields(node):
                if part.name != "span":
                    look(form, getattr(node, part.name))

    for form, test in zip(every, asked, strict=True):
        look(form, test)
    return found


def replaced(node: Any, known: dict[Hashable, tuple[int, f.Expr]]) -> Any:
    """An expression with what was worked out in place."""
    if isinstance(node, list | tuple):
        return type(node)(replaced(one, known) for one in node)
    if not isinstance(node, f.Expr | f.Seq):
        return node
    if isinstance(node, KNOWN) and key_of(node) in known:
        return f.Var(known[key_of(node)][0])
    return replace(
        node, **{one.name: replaced(getattr(node, one.name), known) for one in fields(node) if one.name != "span"}
    )


def _speaks(node: f.Expr) -> bool:
    """Whether an expression speaks of what a register holds that it does not bind itself."""
    bound = {part.register for part in walk(node) if isinstance(part, f.Some | f.Filter | f.Map | f.Flat)}
    return any(isinstance(part, f.Var) and part.register not in bound for part in walk(node))


@dataclass(slots=True)
class Lists:
    """Where melds are listed: of which cards, how they are marked, the local with the address, and its limit."""

    fn: Fn
    forms: Forms
    words: list[Node]
    mark: int
    to: str
    limit: int

    def melds(self, form: Form, words: list[Node], least: Node, most: Node) -> Node:
        """A statement that lists melds of a form between the least and the most cards."""
        where: list[Node] = [wat.const(self.mark), wat.const(form.number), wat.get(self.to), wat.const(self.limit)]
        return wat.put(self.to, wat.call(list_form(self.forms, form.number), *words, least, most, *where))

    def all_of(self, form: Form) -> Code:
        """Lists all melds of a form."""
        return [self.melds(form, self.words, wat.const(0), wat.const(MANY))]

    def passing(self, form: Form, test: f.Expr) -> Code:
        """Lists all melds of a form, and drops those that do not pass."""
        start = self.fn.local("from")
        return [
            wat.put(start, wat.get(self.to)),
            *self.all_of(form),
            *keep_passing(self.fn, self.forms, form, test, start, self.to),
        ]


def one_form(fn: Fn, lists: Lists, form: Form, test: f.Expr) -> Code:
    """The melds of one form that pass."""
    forms, to = lists.forms, lists.to
    if isinstance(test, f.Const):
        return lists.all_of(form) if test.value else []
    least, most, sure, start = fn.local("least"), fn.local("most"), fn.local("sure"), fn.local("from")
    all_, unsure = fn.label("all"), fn.label("unsure")
    before, fn.unsure = fn.unsure, unsure
    ways: Code = []
    for way in alternatives(form, test):
        closed = fn.label("closed")
        inside = [part for guard in way.guards for part in unless(fn, guard, closed)]
        low, high = fn.local("low"), fn.local("high")
        if way.sizes:
            inside += [wat.put(low, wat.const(0)), wat.put(high, wat.const(MANY))]
            for op, other in way.sizes:
                inside += _narrow(fn, op, scalar(fn, other), low, high)
            inside += [
                wat.put(least, ("select", wat.get(low), wat.get(least), ("i32.lt_s", wat.get(low), wat.get(least)))),
                wat.put(most, ("select", wat.get(high), wat.get(most), ("i32.gt_s", wat.get(high), wat.get(most)))),
            ]
        else:
            inside += [wat.put(least, wat.const(0)), wat.put(most, wat.const(MANY))]
            inside += [wat.put(sure, wat.const(1))] if way.whole else []
            inside.append(("br", all_))
        ways.append(wat.block(closed, inside))
    fn.unsure = before
    return [
        wat.Note(f"{forms.info.forms[form.number].name}"),
        wat.put(least, wat.const(MANY)),
        wat.put(most, wat.const(0)),
        wat.put(sure, wat.const(0)),
        wat.block(
            all_,
            [
                wat.block(unsure, [*ways, ("br", all_)]),
                wat.put(least, wat.const(0)),
                wat.put(most, wat.const(MANY)),
            ],
        ),
        wat.when(
            ("i32.le_s", wat.get(least), wat.get(most)),
            [
                wat.put(start, wat.get(to)),
                lists.melds(form, lists.words, wat.get(least), wat.get(most)),
                wat.when(("i32.eqz", wat.get(sure)), keep_passing(fn, forms, form, test, start, to)),
            ],
        ),
    ]


def _narrow(fn: Fn, op: str, other: Node, low: str, high: str) -> Code:
    """Bounds of a size from a comparison."""
    code, node = fn.keep(other, "size")
    if op in ("=", ">=", ">"):
        code.append(wat.put(low, wat.add(node, wat.const(1)) if op == ">" else node))
    if op in ("=", "<=", "<"):
        code.append(wat.put(high, wat.sub(node, wat.const(1)) if op == "<" else node))
    return code


def keep_passing(fn: Fn, forms: Forms, form: Form, test: f.Expr, start: str, to: str) -> Code:
    """Closes up the melds from `start` to `to`, without those that do not pass."""
    at, kept, done, next_, skip = fn.local("at"), fn.local("kept"), fn.label("done"), fn.label("next"), fn.label("skip")
    read, meld = read_meld(fn, forms.packing, wat.get(at))
    meld = replace(meld, form=wat.const(form.number))
    fn.slots[form.slot] = meld
    size_code, size = fn.keep(words_sum(list(meld.words), forms.packing.bits), "size")
    fn.registers[SIZE] = Int(size)
    needs_size = any(isinstance(part, f.Var) and part.register == SIZE for part in walk(test))
    tests = [*(size_code if needs_size else []), *unless(fn, test, skip)]
    move: Code = [
        wat.store(wat.get(kept), wat.load(wat.get(at), k, "i64.load"), k, "i64.store") for k in range(0, forms.size, 8)
    ]
    fn.slots.pop(form.slot)
    return [
        wat.put(at, wat.get(start)),
        wat.put(kept, wat.get(start)),
        wat.block(
            done,
            [
                wat.loop(
                    next_,
                    [
                        ("br_if", done, ("i32.ge_u", wat.get(at), wat.get(to))),
                        *read,
                        wat.block(skip, [*tests, *move, wat.put(kept, wat.add(wat.get(kept), wat.const(forms.size)))]),
                        wat.put(at, wat.add(wat.get(at), wat.const(forms.size))),
                        ("br", next_),
                    ],
                )
            ],
        ),
        wat.put(to, wat.get(kept)),
    ]
