"""Code that lists what can come at a chance where a game has stopped, equal outcomes together.

Comes in: a flow's `Draw` and `Pick` instructions. Goes out: the function `$x_outcomes`. What always holds: outcomes are those
of the interpreter, in its order, each with how often it is there; `index` is what `$given` is set to for it. Dice are
not among them: what they can show depends on their number alone, and the host lists it.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .code import Runner
from .ends import entry
from .expr import spot
from .gathered import gather
from .loops import counted, each_field
from .places import Spot, by_make, size, zone_words
from .unit import STATE, Fn, Unit
from .wat import Code, Node

ENTRY = 8
"""Bytes of an outcome: its index, how often it is there."""


def most_outcomes(unit: Unit) -> int:
    """How many outcomes a chance can have."""
    most = max(
        (sum(face.count for face in unit.flow.faces), *(place.capacity for place in unit.layout.places)), default=1
    )
    for instr in unit.flow.code:
        if isinstance(instr, f.Pick):
            most = max(most, unit.facts.seq(instr.seq).bound)
    return most + 1


def outcomes(unit: Unit, runner: Runner, at: int) -> list[Node]:
    """The functions; outcomes are listed at an address."""
    fn = Fn(unit, "$x_outcomes")
    body: Code = [("global.set", "$ways", wat.const(0)), ("global.set", "$outcome_key", wat.const(-1))]
    reached = {pc for piece in runner.pieces for pc in piece}
    for pc, instr in enumerate(unit.flow.code):
        if pc not in reached or not isinstance(instr, f.Draw | f.Pick):
            continue
        here = ("i32.eq", wat.load(wat.const(STATE)), wat.const(pc))
        inside = _drawn(fn, instr) if isinstance(instr, f.Draw) else _picked(fn, instr)
        body.append(wat.when(here, [*inside, "(return)"]))
    return [fn.finish(body), OUTCOME.format(at=at)]


def _drawn(fn: Fn, instr: f.Draw) -> Code:
    """The faces of the bag on top of a pile, or of a zone: sorted, so that equal ones come one after the other."""
    code, source = spot(fn, instr.source)
    index = fn.local("index")

    def add(face: Node) -> Code:
        return [
            wat.call("$x_outcome", face, wat.get(index)),
            wat.put(index, wat.add(wat.get(index), wat.const(1))),
        ]

    def faces(one: Spot) -> Code:
        if one.shape == "pile":
            count, more = fn.keep(size(fn, one), "count")
            bag, low = fn.keep(wat.load(one.address, 2, "i32.load16_u"), "bag")
            last = wat.sub(more, wat.const(1))
            return [*count, *bag, *counted(fn, wat.sub(more, low), last, lambda i: add(wat.shr(entry(one, i), 1)))]
        if one.shape == "zone":
            return each_field(fn, one.packing, None, zone_words(one), False, add, one.packing.first)
        return []  # the top of plays is known: no chance

    return [*code, wat.put(index, wat.const(0)), *(by_make(fn, source, faces) if not source.shape else faces(source))]


def _picked(fn: Fn, instr: f.Pick) -> Code:
    """The members of a sequence, as they come."""
    seq = instr.seq
    if isinstance(seq, f.Values) and len(set(seq.values)) > 1 and seq.values == tuple(range(len(seq.values))):
        return counted(fn, wat.const(0), wat.const(len(seq.values) - 1), lambda i: [wat.call("$x_outcome", i, i)])
    whole = gather(fn, seq)
    members = wat.call("$x_members", wat.const(whole.base), wat.get(whole.end), wat.const(whole.item_size))
    return [*whole.code, members]


OUTCOME = """
;; How many outcomes there are; what the last of them is known by.
(global $ways (mut i32) (i32.const 0))
(global $outcome_key (mut i32) (i32.const -1))
;; One more outcome; one that is as the last is counted there.
(func $x_outcome (param $key i32) (param $index i32)
 (local $at i32)
 (if (i32.and (i32.eq (local.get $key) (global.get $outcome_key)) (i32.gt_s (global.get $ways) (i32.const 0))) (then
  (local.set $at (i32.add (i32.const {at}) (i32.shl (i32.sub (global.get $ways) (i32.const 1)) (i32.const 3))))
  (i32.store offset=4 (local.get $at) (i32.add (i32.load offset=4 (local.get $at)) (i32.const 1)))
  (return)))
 (global.set $outcome_key (local.get $key))
 (local.set $at (i32.add (i32.const {at}) (i32.shl (global.get $ways) (i32.const 3))))
 (i32.store (local.get $at) (local.get $index))
 (i32.store offset=4 (local.get $at) (i32.const 1))
 (global.set $ways (i32.add (global.get $ways) (i32.const 1))))
;; The members of a list, of `size` bytes each; equal ones are one outcome, where the first of them is.
(func $x_members (param $base i32) (param $end i32) (param $size i32)
 (local $at i32)
 (local $index i32)
 (local $way i32)
 (local $other i32)
 (local $k i32)
 (local.set $at (local.get $base))
 (block $all (loop $next
  (br_if $all (i32.ge_u (local.get $at) (local.get $end)))
  (local.set $way (i32.const 0))
  (block $counted
   (block $new (loop $earlier
    (br_if $new (i32.ge_s (local.get $way) (global.get $ways)))
    (local.set $other (i32.add (local.get $base) (i32.mul (local.get $size)
     (i32.load (i32.add (i32.const {at}) (i32.shl (local.get $way) (i32.const 3)))))))
    (local.set $k (i32.const 0))
    (block $unlike
     (loop $words
      (br_if $unlike (i32.ne (i32.load (i32.add (local.get $at) (local.get $k)))
                             (i32.load (i32.add (local.get $other) (local.get $k)))))
      (br_if $words (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 4))) (local.get $size))))
     (local.set $other (i32.add (i32.const {at}) (i32.shl (local.get $way) (i32.const 3))))
     (i32.store offset=4 (local.get $other) (i32.add (i32.load offset=4 (local.get $other)) (i32.const 1)))
     (br $counted))
    (local.set $way (i32.add (local.get $way) (i32.const 1)))
    (br $earlier)))
   (global.set $outcome_key (i32.const -1))
   (call $x_outcome (i32.const -2) (local.get $index)))
  (local.set $index (i32.add (local.get $index) (i32.const 1)))
  (local.set $at (i32.add (local.get $at) (local.get $size)))
  (br $next))))
"""
