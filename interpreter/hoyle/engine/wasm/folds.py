"""Code for one value out of a sequence: how many, sums, extremes, a member, whether some member passes a test.

Comes in: `Fold`, `Some`, `Same`, `Without`. Goes out: nodes and values. What always holds: a loop stops as soon as
its result is known.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .expr import NO_VALUE, TOO_LARGE, meld_of, narrowed, play_of, scalar, spot, value
from .facts import walk
from .gathered import Gathered, gather, split
from .places import size, words_sum
from .seq import each, each_part, filtered
from .sure import surely_some
from .truths import unless
from .unit import Card, Fn, Value
from .values import as_int, as_whole, assign_parts, from_parts, part_kinds, parts, same_parts
from .wat import Code, Node


def number(fn: Fn, expr: f.Fold) -> Node:
    """How many, the total, the highest or the lowest."""
    if expr.kind == "count":
        return count(fn, expr.seq)
    if expr.kind == "total":
        return total(fn, expr)
    return extreme(fn, expr)


def count(fn: Fn, seq: f.Seq) -> Node:
    """How many members a sequence has."""
    from .masks import resolve

    if isinstance(seq, f.Values):
        return wat.const(len(seq.values))
    if isinstance(seq, f.Items) and fn.unit.sure(seq):
        return wat.const(len(seq.items))
    if isinstance(seq, f.Cards):
        code, where = spot(fn, seq.place)
        return wat.valued(code, size(fn, where))
    if isinstance(seq, f.MeldCards):
        code, meld = meld_of(fn, seq.meld)
        return wat.valued(code, words_sum(list(meld.words), meld.packing.bits))
    if isinstance(seq, f.PlayCards):
        code, play = play_of(fn, seq.play)
        more, _ = spot(fn, seq.place)
        return wat.valued([*code, *more], words_sum(list(play.words), play.packing.bits))
    if isinstance(seq, f.Filter):
        masked = resolve(fn, seq)
        if masked is not None and not masked.left:
            code = masked.code
            words = []
            for word in masked.words:
                more, node = fn.keep(word, "word", "i64")
                code = [*code, *more]
                words.append(node)
            return wat.valued(code, words_sum(words, masked.packing.bits))
    parts_ = split(fn, seq)
    if len(parts_) > 1:
        total_ = fn.local("count")
        code = [wat.put(total_, wat.const(0))]
        for bindings, part in parts_:
            code += [*bindings, wat.put(total_, wat.add(wat.get(total_), count(fn, part)))]
        return wat.valued(code, wat.get(total_))
    total_ = fn.local("count")
    code = each(fn, seq, lambda _: [wat.put(total_, wat.add(wat.get(total_), wat.const(1)))], calm=True)
    return wat.valued([wat.put(total_, wat.const(0)), *code], wat.get(total_))


def total(fn: Fn, expr: f.Fold) -> Node:
    """The sum of a sequence."""
    many = fn.facts.seq(expr.seq)
    item = many.item
    low, high = many.bound * min(item.low, 0), many.bound * max(item.high, 0)
    narrow = low >= -f.LARGEST and high <= f.LARGEST
    kind = "i32" if narrow else "i64"
    sum_ = fn.local("total", kind)

    def add(member: Value) -> Code:
        node = fn.need(as_int(member), item, expr.span, NO_VALUE)
        if narrow:
            return [wat.put(sum_, wat.add(wat.get(sum_), node))]
        return [wat.put(sum_, ("i64.add", wat.get(sum_), ("i64.extend_i32_s", node)))]

    code = [wat.put(sum_, wat.const(0) if narrow else wat.const64(0))]
    code += each_part(fn, expr.seq, add, calm=not item.none)
    if narrow:
        return wat.valued(code, wat.get(sum_))
    fault = wat.const(fn.unit.fault(expr.span, TOO_LARGE))
    return wat.valued(code, narrowed(fn, wat.get(sum_), fault))


def extreme(fn: Fn, expr: f.Fold) -> Node:
    """The highest or lowest of numbers."""
    best, one = fn.local("best"), fn.local("x")
    item, sure = fn.facts.seq(expr.seq).item, surely_some(expr.seq)
    better: Node = ("i32.gt_s", wat.get(one), wat.get(best))
    start = f.NONE
    if expr.kind == "lowest":
        better = ("i32.lt_s", wat.get(one), wat.get(best))
        if sure:
            start = f.LARGEST
        else:
            better = ("i32.or", better, ("i32.eq", wat.get(best), wat.const(f.NONE)))

    def turn(member: Value) -> Code:
        node = fn.need(as_int(member), item, expr.span, NO_VALUE)
        return [wat.put(one, node), wat.put(best, ("select", wat.get(one), wat.get(best), better))]

    code = [wat.put(best, wat.const(start)), *each(fn, expr.seq, turn, once=True, calm=not item.none)]
    if sure:
        return wat.valued(code, wat.get(best))
    if expr.default is not None:
        there = ("i32.ne", wat.get(best), wat.const(f.NONE))
        return wat.valued(code, wat.choose(there, wat.get(best), scalar(fn, expr.default)))
    empty = wat.when(
        ("i32.eq", wat.get(best), wat.const(f.NONE)), [fn.fail(expr.span, f"there is no {expr.kind} of nothing")]
    )
    return wat.valued([*code, empty], wat.get(best))


# ---- a member ------------------------------------------------------------------------------------------------------


def member(fn: Fn, expr: f.Fold) -> tuple[Code, Value]:
    """The first, the last, or the only member."""
    if isinstance(expr.seq, f.Items) and len(expr.seq.items) == 1:
        return value(fn, expr.seq.items[0])
    fact = fn.facts.expr(expr)
    kinds = part_kinds(fn, fact)
    names = [fn.local("found", kind) for kind in kinds]
    target = from_parts(fn, fact, [wat.get(name) for name in names])
    have, done = fn.local("have"), fn.label("found")

    def take(one: Value) -> Code:
        return assign_parts(target, as_whole(one))

    def first(one: Value) -> Code:
        return [*take(one), wat.put(have, wat.const(1)), ("br", done)]

    def last(one: Value) -> Code:
        return [*take(one), wat.put(have, wat.const(1))]

    def only(one: Value) -> Code:
        several = fn.fail(expr.span, "there are several of these: which is meant is not clear")
        differs = wat.negated(same_parts(target, as_whole(one)))
        return [wat.when(wat.get(have), [wat.when(differs, [several])], last(one))]

    turn = {"first": first, "last": last, "only": only}[expr.kind]
    if expr.kind == "first" and isinstance(expr.seq, f.Filter):  # nobody after the first is tested
        looped = filtered(fn, expr.seq, turn, True, False)
    else:
        looped = each(fn, expr.seq, turn, once=expr.kind != "last", calm=expr.kind == "last")
    if expr.default is None:
        missing: Code = [fn.fail(expr.span, "there is none of these")]
    else:
        code, default = value(fn, expr.default)
        if len(parts(default)) == len(names):
            missing = [*code, *assign_parts(target, as_whole(default))]
        else:  # none, where a meld or a play could be
            missing = [*code, wat.put(names[0], wat.const(f.NONE))]
    return [
        wat.put(have, wat.const(0)),
        wat.block(done, looped),
        wat.when(("i32.eqz", wat.get(have)), missing),
    ], target


# ---- truths --------------------------------------------------------------------------------------------------------


def some(fn: Fn, expr: f.Some) -> Node:
    """Whether a test holds for some member."""
    from .masks import resolve

    masked = resolve(fn, f.Filter(expr.register, expr.seq, expr.test))
    if masked is not None and not masked.left:
        return wat.valued(masked.code, _any(masked.words))
    one_of = among_constants(fn, expr)
    if one_of is not None:
        return one_of
    found = fn.label("some")

    def turn(one: Value) -> Code:
        fn.registers[expr.register] = one
        skip = fn.label("not")
        if isinstance(expr.test, f.Const):
            return [("br", found, wat.const(1))] if expr.test.value else []
        return [wat.block(skip, [*unless(fn, expr.test, skip), ("br", found, wat.const(1))])]

    if fn.unit.sure.later(expr.seq):
        return ("block", found, ("result", "i32"), *each(fn, expr.seq, turn, once=True), wat.const(0))
    code: Code = []
    for bindings, part in split(fn, expr.seq):
        masked = resolve(fn, f.Filter(expr.register, part, expr.test))
        if masked is not None and not masked.left:
            code += [*bindings, *masked.code, ("br_if", found, wat.const(1), _any(masked.words)), "(drop)"]
        else:
            code += [*bindings, *each(fn, part, turn, once=True)]
    return ("block", found, ("result", "i32"), *code, wat.const(0))


def among_constants(fn: Fn, expr: f.Some) -> Node | None:
    """Whether a number is one of a few from 0 to 63, as bits; None if that is not what is asked."""
    match expr.seq:
        case f.Values(values) if len(values) > 1:
            numbers = values
        case f.Items(items) if len(items) > 1 and all(isinstance(item, f.Const) for item in items):
            numbers = tuple(item.value for item in items if isinstance(item, f.Const))
        case _:
            return None
    mine = f.Var(expr.register)
    if not isinstance(expr.test, f.Compare) or expr.test.op != "=" or not 0 <= min(numbers) <= max(numbers) < 64:
        return None
    left, right = expr.test.left, expr.test.right
    asked = right if left == mine else left
    if mine not in (left, right) or any(part == mine for part in walk(asked)) or fn.facts.expr(asked).shape != "int":
        return None
    code, number = fn.keep(scalar(fn, asked), "x")
    bits = wat.const64(sum(1 << value for value in set(numbers)))
    return wat.valued(code, wat.both(wat.bit(bits, number), ("i32.lt_u", number, wat.const(64))))


def _any(words: list[Node]) -> Node:
    """Whether there is a card in words."""
    together = words[0]
    for word in words[1:]:
        together = ("i64.or", together, word)
    return ("i64.ne", together, wat.const64(0))


def faces_or_values(fn: Fn, cards: bool, one: Value) -> Node:
    """What members are compared by."""
    if isinstance(one, Card) and cards:
        return one.face
    node = as_int(one)
    return wat.both(node, wat.const(0xFFFF)) if cards else node


def keys(fn: Fn, seq: f.Seq, cards: bool) -> Gathered:
    """A sequence in memory, its cards as faces alone."""
    register = -1 - len(fn.registers)
    if not cards:
        return gather(fn, seq)
    fn.facts.registers[register] = fn.facts.seq(seq).item
    faces = f.Map(register, seq, f.FaceOf(f.Var(register)))
    fn.unit.made.append(faces)
    return gather(fn, faces)


def same(fn: Fn, expr: f.Same) -> Node:
    """Whether two sequences hold equal faces (or values), each as often."""
    left, right = keys(fn, expr.left, expr.cards), keys(fn, expr.right, expr.cards)
    fn.unit.function("$same", lambda: SAME)
    counts = [wat.const(left.base), wat.get(left.end), wat.const(right.base), wat.get(right.end)]
    return wat.valued([*left.code, *right.code], wat.call("$same", *counts))


SAME = """
;; Whether two lists hold the same numbers, each as often.
(func $same (param $left i32) (param $left_end i32) (param $right i32) (param $right_end i32) (result i32)
 (local $at i32)
 (if (i32.ne (i32.sub (local.get $left_end) (local.get $left)) (i32.sub (local.get $right_end) (local.get $right)))
  (then (return (i32.const 0))))
 (local.set $at (local.get $left))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $left_end)))
  (if (i32.ne (call $occurs (i32.load (local.get $at)) (local.get $left) (local.get $left_end))
              (call $occurs (i32.load (local.get $at)) (local.get $right) (local.get $right_end)))
   (then (return (i32.const 0))))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (br $next)))
 (i32.const 1))
;; How often a number is in a list.
(func $occurs (param $number i32) (param $at i32) (param $end i32) (result i32)
 (local $count i32)
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (local.set $count (i32.add (local.get $count) (i32.eq (i32.load (local.get $at)) (local.get $number))))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (br $next)))
 (local.get $count))
"""


def without(fn: Fn, seq: f.Without) -> Gathered:
    """A sequence without, for each member of another, the latest of its members of equal face."""
    whole = gather(fn, seq.seq)
    fn.unit.function("$drop_latest", lambda: DROP_LATEST)
    mask = wat.const(0xFFFF if seq.cards else -1)

    def drop(one: Value) -> Code:
        key = faces_or_values(fn, seq.cards, one)
        shorter = wat.call("$drop_latest", key, mask, wat.const(whole.base), wat.get(whole.end))
        return [wat.put(whole.end, shorter)]

    whole.code += each(fn, seq.less, drop, calm=True)
    return whole


DROP_LATEST = """
;; Drops the latest number of a list that is, under the mask, the given one; the list's new end.
(func $drop_latest (param $number i32) (param $mask i32) (param $base i32) (param $end i32) (result i32)
 (local $at i32)
 (local.set $at (local.get $end))
 (loop $down
  (if (i32.le_u (local.get $at) (local.get $base)) (then (return (local.get $end))))
  (local.set $at (i32.sub (local.get $at) (i32.const 4)))
  (br_if $down (i32.ne (i32.and (i32.load (local.get $at)) (local.get $mask)) (local.get $number))))
 (memory.copy (local.get $at) (i32.add (local.get $at) (i32.const 4))
              (i32.sub (i32.sub (local.get $end) (local.get $at)) (i32.const 4)))
 (i32.sub (local.get $end) (i32.const 4)))
"""
