"""Code for chances: cards drawn, dice rolled, members picked.

Comes in: `Draw`, `Roll`, `Pick`. Goes out: statements. What always holds: a chance with one outcome happens at
once; one with several asks `$chance` (see `runtime`), and stops the game where that does not know: `stop` is the
code for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from ...language.tree import NOWHERE
from .. import flow as f
from . import wat
from .carry import put_face, take_face
from .ends import end_face
from .expr import spot
from .gathered import gather
from .lists import put_slot
from .loops import each_field
from .luck import drawn
from .moving import Adder, add_words, clear
from .places import Spot, by_make, is_empty, size, words_sum, zone_words
from .unit import STATE, Fn
from .wat import Code, Node


@dataclass(frozen=True, slots=True)
class Stops:
    """What is done before luck decides a chance of a play at random, and how a game stops that is not left to luck."""

    looked_at: Code
    stop: Code


def chance(fn: Fn, outcomes: Node, stops: Stops) -> tuple[Code, Node]:
    """Which of so many equal outcomes comes."""
    index = fn.local("chance")
    asked: Code = [
        wat.put(index, wat.call("$chance", outcomes)),
        wat.when(("i32.lt_s", wat.get(index), wat.const(0)), stops.stop),
    ]
    code, number = drawn(fn, "luck", outcomes)
    by_luck = [*stops.looked_at, *code, wat.put(index, number)]
    return [wat.when("(global.get $auto)", by_luck, asked)], wat.get(index)


# ---- drawing -------------------------------------------------------------------------------------------------------


def draw(fn: Fn, instr: f.Draw, stops: Stops) -> Code:
    """The top card of a place goes to another."""
    to_code, where = spot(fn, instr.to)
    code, source = spot(fn, instr.source)
    empty = wat.when(is_empty(fn, source), [fn.fail(instr.span, "there is no card to draw")])
    face = fn.local("face")

    def leave(one: Spot) -> Code:
        if one.shape == "pile":
            return from_pile(fn, one, face, stops)
        if one.shape == "zone":
            return from_zone(fn, one, face, stops)
        fault = wat.const(fn.unit.fault(instr.span, "there is no card to draw"))
        more, top = end_face(fn, one, True, fault)
        kept, top = fn.keep(top, "face")
        return [*more, *kept, wat.put(face, top), *take_face(fn, one, wat.get(face), instr.span)]

    taken = by_make(fn, source, leave) if not source.shape else leave(source)
    return [*to_code, *code, empty, *taken, *arrive(fn, where, wat.get(face), instr)]


def arrive(fn: Fn, where: Spot, face: Node, instr: f.Draw) -> Code:
    """The drawn card comes to its place."""
    shapes = {fn.layout.places[p].shape for p in where.members}
    if shapes == {"plays"} or "plays" not in shapes:
        return _arrive(fn, where, face, instr)
    return by_make(fn, where, lambda one: _arrive(fn, one, face, instr))


def _arrive(fn: Fn, where: Spot, face: Node, instr: f.Draw) -> Code:
    if where.shape != "plays":
        return put_face(fn, where, face, instr.under, instr.span)
    names = [fn.local("faces", "i64") for _ in range(where.packing.words)]
    pack: Code = [wat.put(name, wat.const64(0)) for name in names]
    pack += Adder(fn, where, names)(face)
    words: list[Node] = [wat.get(name) for name in names]
    return [*pack, *add_words(fn, where, words, instr.seat, instr.under, instr.span)]


def from_pile(fn: Fn, source: Spot, face: str, stops: Stops) -> Code:
    """The top card of a pile: one of its bag, if it lies in one."""
    bag, which = fn.local("bag"), fn.local("which")
    code, index = chance(fn, wat.get(bag), stops)
    drawn = source.global_face(wat.call(f"$draw{source.suffix}", source.address, wat.get(which)))
    return [
        wat.put(bag, wat.load(source.address, 2, "i32.load16_u")),
        wat.put(which, wat.const(0)),
        wat.when(("i32.gt_u", wat.get(bag), wat.const(1)), [*code, wat.put(which, index)]),
        wat.put(face, drawn),
    ]


def from_zone(fn: Fn, source: Spot, face: str, stops: Stops) -> Code:
    """One of the cards of a zone; a chance if they have several faces."""
    packing = source.packing
    words = [fn.local("word", "i64") for _ in range(packing.words)]
    read: Code = [wat.put(word, one) for word, one in zip(words, zone_words(source), strict=True)]
    which, count = fn.local("which"), fn.local("count")
    total = words_sum([wat.get(word) for word in words], packing.bits)
    code, index = chance(fn, wat.get(count), stops)
    found = fn.label("found")

    def step(one: Node) -> Code:
        return [
            wat.put(face, one),
            ("br_if", found, ("i32.eqz", wat.get(which))),
            wat.put(which, wat.sub(wat.get(which), wat.const(1))),
        ]

    seek = each_field(fn, packing, None, [wat.get(word) for word in words], False, step, packing.first)
    offset_code = take_face(fn, source, wat.get(face), NOWHERE)
    return [
        *read,
        wat.put(count, total),
        wat.put(which, wat.const(0)),
        wat.when(unlike(fn, packing.bits, packing.mask, words), [*code, wat.put(which, index)]),
        wat.block(found, seek),
        *offset_code,
    ]


def unlike(fn: Fn, bits: int, mask: int, words: list[str]) -> Node:
    """Whether words that are not all zero have more than one field that is not."""
    several: Node = wat.const(0)
    for word in words:
        whole = wat.get(word)
        if bits == 1:
            rest: Node = ("i64.and", whole, ("i64.sub", whole, wat.const64(1)))
        else:
            at = ("i64.and", ("i64.ctz", whole), wat.const64(-bits))
            rest = ("i64.and", whole, ("i64.xor", ("i64.shl", wat.const64(mask), at), wat.const64(-1)))
        inside = ("i32.and", ("i64.ne", whole, wat.const64(0)), ("i64.ne", rest, wat.const64(0)))
        several = wat.either(several, inside)
    for k, word in enumerate(words):
        for other in words[k + 1 :]:
            both = wat.both(("i64.ne", wat.get(word), wat.const64(0)), ("i64.ne", wat.get(other), wat.const64(0)))
            several = wat.either(several, both)
    return several


# ---- dice ----------------------------------------------------------------------------------------------------------


def roll(fn: Fn, instr: f.Roll, stops: Stops) -> Code:
    """All dice at a place get new faces: those given, or each its own by luck."""
    code, where = spot(fn, instr.place)
    packing = where.packing
    component = fn.flow.components[packing.component]
    faces = [face for face in range(component.size) if fn.flow.faces[component.first + face].count > 0]
    sums = list(accumulate(fn.flow.faces[component.first + face].count for face in faces))
    dice, left = fn.local("dice"), fn.local("left")
    names = [fn.local("fallen", "i64") for _ in range(packing.words)]
    face = fn.local("face")
    words: list[Node] = [wat.get(name) for name in names]
    next_ = fn.label("next")
    zero: Code = [wat.put(name, wat.const64(0)) for name in names]
    fall: Code
    if len(faces) == 1:
        fall = [wat.put(face, wat.const(faces[0]))]
    else:
        draw_, number = drawn(fn, "luck", wat.const(sums[-1]))
        fall = [*draw_, *fallen(fn, faces, sums, number, face)]
    one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(wat.get(face), packing.shift)))
    for k, name in enumerate(names):
        added = wat.put(name, ("i64.add", wat.get(name), one))
        here = ("i32.eq", wat.shr(wat.get(face), packing.fields.bit_length() - 1), wat.const(k))
        fall.append(added if len(names) == 1 else wat.when(here, [added]))
    each_die = wat.loop(
        next_,
        [*fall, ("br_if", next_, ("local.tee", left, wat.sub(wat.get(left), wat.const(1))))],
    )
    by_luck: Code = [wat.put(left, wat.get(dice)), each_die]
    given = [wat.put(name, wat.load(wat.const(fn.unit.given_at), 8 * k, "i64.load")) for k, name in enumerate(names)]
    if len(faces) > 1:
        taken = ("i32.ge_s", "(global.get $given)", wat.const(0))
        dice_asked: Code = [
            ("global.set", "$asked", wat.get(dice)),
            ("global.set", "$asked_of", wat.const(packing.component)),
        ]
        ask = wat.when(("i32.eqz", "(global.get $lucky)"), [*dice_asked, *stops.stop])
        if stops.looked_at:
            by_luck = [wat.when("(global.get $auto)", stops.looked_at), *by_luck]
        by_luck = [
            wat.when(taken, [*given, ("global.set", "$given", wat.const(-1))], [ask, *by_luck]),
        ]
    if where.shape == "zone":
        lie: Code = [wat.store(where.address, word, 8 * k, "i64.store") for k, word in enumerate(words)]
    else:
        push = each_field(
            fn, packing, None, words, False, lambda one: put_face(fn, where, one, False, instr.span), packing.first
        )
        lie = [*clear(fn, where), *push]
    return [*code, wat.put(dice, size(fn, where)), wat.when(wat.get(dice), [*zero, *by_luck, *lie])]


def fallen(fn: Fn, faces: list[int], sums: list[int], chosen: Node, face: str) -> Code:
    """The face that a number below the sum of all weights falls into."""
    if sums == list(range(1, len(faces) + 1)):
        return [wat.put(face, fn.unit.read_table(faces, chosen))]
    if sums[-1] <= 256:
        table = [
            next(face for face, top in zip(faces, sums, strict=True) if number < top) for number in range(sums[-1])
        ]
        return [wat.put(face, fn.unit.read_table(table, chosen))]
    number = fn.local("number")
    code: Code = [wat.put(number, chosen), wat.put(face, wat.const(faces[-1]))]
    for one, top in reversed(list(zip(faces, sums, strict=True))[:-1]):
        code.append(wat.when(("i32.lt_u", wat.get(number), wat.const(top)), [wat.put(face, wat.const(one))]))
    return code


# ---- picking -------------------------------------------------------------------------------------------------------


def pick(fn: Fn, instr: f.Pick, stops: Stops) -> Code:
    """A slot takes a member of a sequence."""
    at = fn.layout.slots[instr.slot]
    seq = instr.seq
    if isinstance(seq, f.Values) and len(set(seq.values)) > 1 and seq.values == tuple(range(len(seq.values))):
        code, index = chance(fn, wat.const(len(seq.values)), stops)
        return [*code, wat.store(wat.const(STATE + at.offset), index)]
    whole = gather(fn, seq)
    which = fn.local("which")
    address = fn.local("at")
    code, index = chance(fn, whole.count, stops)
    fn.unit.function("$differ", lambda: DIFFER)
    differ = wat.call("$differ", wat.const(whole.base), wat.get(whole.end), wat.const(whole.item_size))
    read, member = whole.read(fn, wat.get(address))
    empty = ("i32.eq", wat.get(whole.end), wat.const(whole.base))
    return [
        *whole.code,
        wat.when(empty, [fn.fail(instr.span, "there is none of these to pick")]),
        wat.put(which, wat.const(0)),
        wat.when(differ, [*code, wat.put(which, index)]),
        wat.put(address, wat.add(wat.const(whole.base), wat.mul(wat.get(which), wat.const(whole.item_size)))),
        *read,
        *put_slot(fn, at, member),
    ]


DIFFER = """
;; Whether the members of a list, of `size` bytes each, are not all equal.
(func $differ (param $at i32) (param $end i32) (param $size i32) (result i32)
 (local $first i32)
 (local.set $first (local.get $at))
 (local.set $end (i32.sub (local.get $end) (local.get $size)))
 (loop $next
  (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
  (if (i32.ne (i32.load (local.get $at)) (i32.load (i32.add (local.get $at) (local.get $size))))
   (then (return (i32.const 1))))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (br $next))
 (unreachable))
"""
