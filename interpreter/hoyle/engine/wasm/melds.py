"""Code for combinations in expressions: which melds some cards hold, and which meld some cards are.

Comes in: `Melds` and `MakeMeld`. Goes out: code that calls the functions of `listing`, and functions that recognise
forms. What always holds: cards are packed by their position in the component's order.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .forms import Forms, Unsupported, signed
from .gathered import ROOM, Gathered, each_gathered
from .layout import Packing
from .listing import list_form
from .plays import position_of, reorder
from .seq import Body, each
from .unit import Card, Fn, Meld, Value
from .values import as_int
from .wat import Code, Node

__all__ = ["Forms", "Unsupported", "each_meld", "form_of", "packed", "recognise"]

MANY = 1 << 20


def packed(fn: Fn, seq: f.Seq, packing: Packing) -> tuple[Code, list[Node]]:
    """The cards of a sequence as words by position, which may be used again."""
    from .masks import resolve

    masked = resolve(fn, seq)
    if masked is not None and not masked.left and masked.packing == packing:
        code: Code = list(masked.code)
        words: list[Node] = []
        for word in masked.words:
            more, node = fn.keep(word, "hand", "i64")
            code += more
            words.append(node)
        more, words = reorder(fn, packing, words, False, wat.const(0))
        return [*code, *more], words
    names = [fn.local("hand", "i64") for _ in range(packing.words)]
    field = fn.local("field")

    def join(card: Value) -> Code:
        face = card.face if isinstance(card, Card) else wat.both(as_int(card), wat.const(0xFFFF))
        code: Code = [
            wat.put(field, position_of(fn.unit, packing, wat.sub(face, wat.const(packing.first)), wat.const(0)))
        ]
        one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(wat.get(field), packing.shift)))
        for k, name in enumerate(names):
            added = wat.put(name, ("i64.add", wat.get(name), one))
            if len(names) == 1:
                code.append(added)
            else:
                here = ("i32.eq", wat.shr(wat.get(field), packing.fields.bit_length() - 1), wat.const(k))
                code.append(wat.when(here, [added]))
        return code

    zero: Code = [wat.put(name, wat.const64(0)) for name in names]
    return [*zero, *each(fn, seq, join, calm=True)], [wat.get(name) for name in names]


def each_meld(fn: Fn, seq: f.Melds, body: Body) -> Code:
    """A loop over all melds of some cards."""
    forms = Forms(fn.unit, seq.combination)
    code, words = packed(fn, seq.cards, forms.packing)
    base = fn.unit.reserve(ROOM * forms.size)
    limit = wat.const(base + ROOM * forms.size)
    end = fn.local("end")
    code = [*code, wat.put(end, wat.const(base))]
    for number in range(len(forms.info.forms)):
        bounds = [wat.const(0), wat.const(MANY)]
        where: list[Node] = [wat.const(0), wat.const(number), wat.get(end), limit]
        code.append(wat.put(end, wat.call(list_form(forms, number), *words, *bounds, *where)))
    whole = Gathered([], base, end, forms.size, fn.facts.seq(seq).item)
    return [*code, *each_gathered(fn, whole, body)]


# ---- what some cards are -------------------------------------------------------------------------------------------


def recognise(fn: Fn, expr: f.MakeMeld) -> tuple[Code, Value]:
    """Cards as a meld: the one form that fits."""
    forms = Forms(fn.unit, expr.combination)
    code, words = packed(fn, expr.cards, forms.packing)
    form = fn.local("form")
    return [
        *code,
        wat.put(form, wat.call(form_of(forms), *words)),
        wat.when(
            ("i32.lt_s", wat.get(form), wat.const(0)),
            [fn.fail(expr.span, f"these cards are not one {forms.info.name}")],
        ),
    ], Meld(wat.get(form), tuple(words), forms.packing)


def form_of(forms: Forms) -> str:
    """The function that finds the one form of cards: -1: none fits, -2: several do."""
    name = wat.identifier(f"form_of_{forms.info.name}")

    def make() -> Node:
        asks = ""
        for number in range(len(forms.info.forms)):
            asks += f"""
 (if (call {fits(forms, number)} {" ".join(forms.hand())}) (then
  (if (i32.ge_s (local.get $found) (i32.const 0)) (then (return (i32.const -2))))
  (local.set $found (i32.const {number}))))"""
        return f"""
;; Which {forms.info.name} some cards are: -1: none, -2: more than one.
(func {name} {forms.each_word("(param $hand%k i64)")} (result i32)
 (local $found i32)
 (local.set $found (i32.const -1)){asks}
 (local.get $found))
"""

    return forms.unit.function(name, make)


def fits(forms: Forms, number: int) -> str:
    """The function that says whether cards are of one form."""
    form = forms.info.forms[number]
    name = wat.identifier(f"is_{forms.info.name}_{form.name}")

    def make() -> Node:
        column = forms.column(form)
        allowed = forms.mask([value != f.NONE for value in column])
        strangers = [
            f"(i64.and (local.get $hand{k}) (i64.const {signed(allowed[k] ^ ((1 << 64) - 1))}))" for k in forms.words
        ]
        head = f"""
;; Whether some cards are a {form.name}.
(func {name} {forms.each_word("(param $hand%k i64)")} (result i32)
 (local $value i32)
 (local $here i32)
 (local $last i32)
 (local $count i32)
 (if (i64.ne {forms.folded("i64.or", strangers)} (i64.const 0)) (then (return (i32.const 0))))"""
        return head + (fits_run(forms, form) if form.kind == "run" else fits_alike(forms, form))

    return forms.unit.function(name, make)


def fits_run(forms: Forms, form: f.FormPattern) -> str:
    """Successive values, `each` cards of each."""
    groups = forms.groups(form)
    masked = [f"(i64.and (local.get $hand{k}) {forms.table(groups, '(local.get $value)', k)})" for k in forms.words]
    most = MANY if form.high is None else form.high
    long_enough = f"(i32.ge_s (local.get $count) (i32.const {form.low}))"
    short_enough = f"(i32.le_s (local.get $count) (i32.const {most}))"
    return f"""
 (loop $values
  (if (local.tee $here {forms.sum(masked)}) (then
   (if (i32.ne (local.get $here) (i32.const {form.each})) (then (return (i32.const 0))))
   (if (i32.and (i32.ne (local.get $count) (i32.const 0))
                (i32.ne (local.get $last) (i32.sub (local.get $value) (i32.const 1))))
    (then (return (i32.const 0))))
   (local.set $count (i32.add (local.get $count) (i32.const 1)))
   (local.set $last (local.get $value))))
  (local.set $value (i32.add (local.get $value) (i32.const 1)))
  (br_if $values (i32.lt_s (local.get $value) (i32.const {max(len(groups), 1)}))))
 (i32.and (i32.and {long_enough} {short_enough})
          (i32.ne (local.get $count) (i32.const 0))))
"""


def fits_alike(forms: Forms, form: f.FormPattern) -> str:
    """Cards that all have the value of the lowest of them."""
    groups = forms.own_group(form)
    alike = ""
    for k in forms.words:
        lowest = forms.position(k, f"$hand{k}")
        others = [
            f"(i64.and (local.get $hand{j}) (i64.xor {forms.table(groups, lowest, j)} (i64.const -1)))"
            for j in forms.words
        ]
        alike += f"""
 (if (i64.ne (local.get $hand{k}) (i64.const 0)) (then (return (i64.eqz {forms.folded("i64.or", others)}))))"""
    most = MANY if form.high is None else form.high
    return f"""
 (local.set $count {forms.sum(forms.hand())})
 (if (i32.or (i32.lt_s (local.get $count) (i32.const {form.low})) (i32.gt_s (local.get $count) (i32.const {most})))
  (then (return (i32.const 0)))){alike}
 (i32.const 0))
"""
