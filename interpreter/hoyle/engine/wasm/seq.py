"""Code for sequences: loops that hand each member to the code that wants it.

Comes in: sequences of the flow, and what is to be done with a member (`Body`). Goes out: statements. What always
holds: the code of the body stands once in what goes out, or a few times with a constant each if it is short.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .. import flow as f
from ..primitives import LONGEST, TOO_MUCH
from . import wat
from .ends import entry
from .expr import NO_VALUE, bind, meld_of, play_of, scalar, spot, two_numbers, value
from .gathered import each_gathered, gather, gather_any, split
from .layout import PLAYS_HEADER
from .loops import counted, each_field
from .places import Spot, is_empty, size, spot_at
from .plays import face_at, read_play
from .truths import unless
from .unit import Card, Fn, Int, Meld, Play, Value
from .values import as_int, hold
from .wat import Code, Node

Body: TypeAlias = Callable[[Value], Code]

FEW, LITTLE = 4, 40
"""A loop of so many turns, over constants, of so many operators each at most is written out: its addresses are known then."""


def each(fn: Fn, seq: f.Seq, body: Body, once: bool = False, calm: bool = False) -> Code:
    """A loop over a sequence, which is worked out first where it could fail after a member.

    Args:
        fn: the function that is being made.
        seq: the sequence.
        body: what is done with a member.
        once: whether equal members of one place need come only once.
        calm: whether `body` cannot fail, and leaves the rest to come: then nothing need be worked out first.
    """
    from . import lists, melds

    sure = fn.unit.sure
    if not calm and sure.later(seq):
        first = gather(fn, seq)
        return [*first.code, *each_gathered(fn, first, body)]
    match seq:
        case f.Values(values):
            return each_constant(fn, values, body)
        case f.Items(items) if all(isinstance(item, f.Const) for item in items):
            return each_constant(fn, tuple(item.value for item in items if isinstance(item, f.Const)), body)
        case f.Items(items) if len(items) == 1:
            code, member = value(fn, items[0])
            more, member = hold(fn, member, "x")
            return [*code, *more, *body(member)]
        case f.Span_():
            return each_number(fn, seq, body)
        case f.Rotate():
            return rotated(fn, seq, body)
        case f.Cards(place):
            code, where = spot(fn, place)
            return [*code, *each_card(fn, where, body, once)]
        case f.MeldCards(meld):
            code, found = meld_of(fn, meld)
            return [*code, *each_position(fn, found, wat.const(f.NOPLACE), body, once)]
        case f.PlayCards(play, place):
            code, whole = play_of(fn, play)
            more, where = spot(fn, place)
            return [*code, *more, *each_position(fn, whole, where.index, body, once)]
        case f.Plays(place):
            code, where = spot(fn, place)
            return [*code, *each_play(fn, where, body)]
        case f.Flat(register, of, inner):

            def outer(member: Value) -> Code:
                fn.registers[register] = member
                return each(fn, inner, body, once, calm)

            return each(fn, of, outer, False, calm and sure(inner))
        case f.Map(register, of, mapped):

            def turn(member: Value) -> Code:
                fn.registers[register] = member
                code, result = value(fn, mapped)
                more, result = hold(fn, result, "x")
                return [*code, *more, *body(result)]

            return each(fn, of, turn, False, calm and sure(mapped))
        case f.Filter():
            return filtered(fn, seq, body, once, calm)
        case f.LetSeq(register, bound, inner):
            return [*bind(fn, register, bound), *each(fn, inner, body, once, calm)]
        case f.OneEmpty(of):
            return one_empty(fn, of, body, calm)
        case f.Saved():
            return lists.each_saved(fn, seq, body)
        case f.Melds():
            return melds.each_meld(fn, seq, body)
    gathered = gather(fn, seq)
    return [*gathered.code, *each_gathered(fn, gathered, body)]


def filtered(fn: Fn, seq: f.Filter, body: Body, once: bool, calm: bool) -> Code:
    """A loop over the members for which a test holds; they are tested one by one, whatever `body` does."""
    from . import masks

    sure = fn.unit.sure
    calm = calm and sure(seq.test)
    if calm or not sure.later(seq.seq):
        fast = masks.filtered(fn, seq, body, once)
        if fast is not None:
            return fast

    def tested(member: Value) -> Code:
        fn.registers[seq.register] = member
        skip = fn.label("skip")
        return [wat.block(skip, [*unless(fn, seq.test, skip), *body(member)])]

    return each(fn, seq.seq, tested, once, calm)


def each_part(fn: Fn, seq: f.Seq, body: Body, calm: bool) -> Code:
    """`each`, one loop after the other over the sequences that make up a sequence."""
    if not calm and fn.unit.sure.later(seq):
        return each(fn, seq, body)
    return [line for code, part in split(fn, seq) for line in [*code, *each(fn, part, body, calm=calm)]]


def each_constant(fn: Fn, values: tuple[int, ...], body: Body) -> Code:
    """A loop over constants: written out if they are few and there is little to do, counted if they follow one another,
    from a table otherwise."""
    if not values:
        return []
    first = body(Int(wat.const(values[0]))) if len(values) <= FEW else []
    if len(values) == 1:
        return first
    if len(values) <= FEW and wat.weight(first) <= LITTLE:
        return [*first, *(part for value in values[1:] for part in body(Int(wat.const(value))))]
    if values == tuple(range(values[0], values[0] + len(values))):
        return counted(fn, wat.const(values[0]), wat.const(values[-1]), lambda at: body(Int(at)))

    def read(at: Node) -> Code:
        code, node = fn.keep(fn.unit.read_table(values, at), "x")
        return [*code, *body(Int(node))]

    return counted(fn, wat.const(0), wat.const(len(values) - 1), read)


def each_number(fn: Fn, seq: f.Span_, body: Body) -> Code:
    """A loop over a span of numbers."""
    first, low, high = two_numbers(fn, seq.low, seq.high, seq.span, NO_VALUE)
    if seq.is_short:
        return [*first, *counted(fn, low, high, lambda at: body(Int(at)))]
    code, low = fn.keep(low, "low")
    more, high = fn.keep(high, "high")
    width = ("i64.sub", ("i64.extend_i32_s", high), ("i64.extend_i32_s", low))
    check = wat.when(("i64.gt_s", width, wat.const64(LONGEST)), [fn.fail(seq.span, "a range of numbers is too long")])
    turns = wat.add(wat.sub(high, low), wat.const(1))
    spend = ("global.set", "$fuel", wat.sub("(global.get $fuel)", turns))
    spent = wat.when(("i32.gt_s", turns, "(global.get $fuel)"), [fn.fail(seq.span, TOO_MUCH)])
    work = wat.when(("i32.ge_s", high, low), [spent, spend])
    return [*first, *code, *more, check, work, *counted(fn, low, high, lambda at: body(Int(at)))]


def rotated(fn: Fn, seq: f.Rotate, body: Body) -> Code:
    """The same members from one of them on."""
    of, message = seq.seq, "the one to start from is not among these"
    if isinstance(of, f.Values) and of.values == tuple(range(len(of.values))) and of.values:
        count = wat.const(len(of.values))
        start = scalar(fn, seq.start)
        if not fn.facts.expr(seq.start).within(0, len(of.values) - 1):
            start = fn.within(start, len(of.values), seq.span, message)
        at = fn.local("at")

        def turn(_: Node) -> Code:
            code: Code = body(Int(wat.get(at)))
            wrapped = wat.choose(
                ("i32.eq", wat.get(at), wat.sub(count, wat.const(1))), wat.const(0), wat.add(wat.get(at), wat.const(1))
            )
            return [*code, wat.put(at, wrapped)]

        return [wat.put(at, start), *counted(fn, wat.const(1), count, turn)]
    whole = gather(fn, of)
    code, start = fn.keep(scalar(fn, seq.start), "start")
    at, left, found, next_, done = (
        fn.local("at"),
        fn.local("left"),
        fn.label("found"),
        fn.label("next"),
        fn.label("done"),
    )
    step = wat.const(whole.item_size)
    search: Code = [
        wat.put(at, wat.const(whole.base)),
        wat.block(
            found,
            [
                wat.loop(
                    next_,
                    [
                        wat.when(("i32.ge_u", wat.get(at), wat.get(whole.end)), [fn.fail(seq.span, message)]),
                        ("br_if", found, ("i32.eq", wat.load(wat.get(at)), start)),
                        wat.put(at, wat.add(wat.get(at), step)),
                        ("br", next_),
                    ],
                )
            ],
        ),
        wat.put(left, wat.sub(wat.get(whole.end), wat.const(whole.base))),
    ]
    again = fn.label("next")
    more, member = whole.read(fn, wat.get(at))
    go: Code = [
        wat.block(
            done,
            [
                wat.loop(
                    again,
                    [
                        ("br_if", done, ("i32.eqz", wat.get(left))),
                        wat.put(left, wat.sub(wat.get(left), step)),
                        *more,
                        wat.put(at, wat.add(wat.get(at), step)),
                        wat.when(("i32.eq", wat.get(at), wat.get(whole.end)), [wat.put(at, wat.const(whole.base))]),
                        *body(member),
                        ("br", again),
                    ],
                )
            ],
        )
    ]
    return [*whole.code, *code, *search, *go]


def each_card(fn: Fn, where: Spot, body: Body, once: bool) -> Code:
    """A loop over what lies at a place."""
    packing = where.packing
    if where.shape == "zone":
        return each_field(
            fn, packing, where.address, None, once, lambda face: body(Card(where.index, face)), packing.first
        )
    if where.shape == "pile":
        face = fn.local("face")

        def read(at: Node) -> Code:
            here = where.global_face(wat.shr(entry(where, at), 1))
            return [wat.put(face, here), *body(Card(where.index, wat.get(face)))]

        return counted(fn, wat.const(0), wat.sub(size(fn, where), wat.const(1)), read)
    if where.shape == "plays":

        def played(play: Value) -> Code:
            assert isinstance(play, Play)
            return each_position(fn, play, where.index, body, False)

        return each_play(fn, where, played)
    whole = gather_any(fn, where)
    return [*whole.code, *each_gathered(fn, whole, body)]


def each_position(fn: Fn, whole: Meld | Play, place: Node, body: Body, once: bool) -> Code:
    """A loop over the cards of a meld or a play, lowest first."""
    packing = whole.packing

    def turn(position: Node) -> Code:
        found = face_at(fn.unit, packing, position, whole.form)
        code, face = fn.keep(wat.add(found, wat.const(packing.first)), "face")
        return [*code, *body(Card(place, face))]

    return each_field(fn, packing, None, list(whole.words), once, turn, 0)


def each_play(fn: Fn, where: Spot, body: Body) -> Code:
    """A loop over the plays of a place."""
    at = fn.local("play")
    code, play = read_play(fn, where.packing, wat.get(at))
    step = fn.layout.play_size(where.packing.component)

    def turn(_: Node) -> Code:
        return [*code, *body(play), wat.put(at, wat.add(wat.get(at), wat.const(step)))]

    last = wat.sub(wat.load(where.address), wat.const(1))
    return [wat.put(at, wat.add(where.address, wat.const(PLAYS_HEADER))), *counted(fn, wat.const(0), last, turn)]


def one_empty(fn: Fn, of: f.Seq, body: Body, calm: bool) -> Code:
    """Places; of the empty ones only the first."""
    seen = fn.local("seen")
    places = fn.facts.seq(of).item.places

    def turn(member: Value) -> Code:
        skip, full = fn.label("skip"), fn.label("full")
        code, where = spot_at(fn, as_int(member), places, of.span)
        empty = [
            ("br_if", full, wat.negated(is_empty(fn, where))),
            ("br_if", skip, wat.get(seen)),
            wat.put(seen, wat.const(1)),
        ]
        return [wat.block(skip, [*code, wat.block(full, empty), *body(member)])]

    return [wat.put(seen, wat.const(0)), *each(fn, of, turn, calm=calm and fn.unit.sure.are_places(of))]
