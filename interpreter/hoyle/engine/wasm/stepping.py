"""A module that steps many games of one flow by one call.

Comes in: a flow. Goes out: a `Stepping`: the module's text, and what a host needs of it. What always holds: a game is
what it is in a module of its own: each brings its state and its luck, and takes them away again.

The host lays out arrays behind the module's own memory and puts their addresses into globals: states, streams of luck,
actions, stops (why each stands still, who is asked, how many moves, number of its first move), results, moves. `$step`
writes all moves one behind the other, in records of one size; it reads the records of the moves taken from the array
of the step before. Where the array is full it comes back early, with nothing of that game changed.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...language.tree import Span
from ..flow import Flow
from . import wat
from .code import DECISION, OVER
from .layout import Layout
from .module import Part, whole
from .unit import STATE, Unit
from .wat import Node

FRESH, LEFT = -1, -2
"""Actions that are no moves: a new game of the seed in its stream of luck; nothing."""
STOP = 16
"""Bytes of a stop: status, player, how many moves, number of the first."""


@dataclass(frozen=True, slots=True)
class Stepping:
    """A module that steps many games. `record`: bytes of a move; `result`: bytes of a result, its first eight the
    winners as bits, then the row of `winners` and every seat's score; `end`: where the host's arrays may begin."""

    flow: Flow
    layout: Layout
    text: str
    faults: list[tuple[str, Span]]
    records: dict[int, tuple[int, tuple[tuple[int, ...], ...]]]
    record: int
    result: int
    end: int


def compile_steps(flow: Flow) -> Stepping:
    """The module that steps games of a flow.

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """
    unit = Unit(flow)
    part = Part(unit)
    record = max((size for size, _ in part.records.values()), default=4)
    record = -(-record // 8) * 8 if record > 4 else 4
    result = -(-(12 + 4 * flow.players) // 8) * 8
    text = whole([unit], [*part.nodes(), taker(part), sizes(part), _step(unit, record, result)], GLOBALS)
    return Stepping(
        flow, unit.layout, text, unit.faults, part.records, record, result, -(-unit.memory_size // 65536) * 65536
    )


def taker(part: Part) -> Node:
    """The function that takes the move of a record anywhere in memory."""
    base = len(part.unit.flow.code)
    body = "".join(
        f"\n (if (i32.eq (i32.load (i32.const {STATE})) (i32.const {pc})) (then\n"
        f"  (return (call $run (i32.const {base + number})))))"
        for number, pc in enumerate(part.runner.takes)
    )
    return f"""
;; Takes the move whose record is at an address, and plays on to the next stop.
(func $take (param $record i32) (result i32)
 (global.set $auto (i32.const 0))
 (global.set $fuel (global.get $limit))
 (global.set $picked (local.get $record)){body}
 (unreachable))
"""


def sizes(part: Part) -> Node:
    """The function that gives the bytes of a record of the decision where the game stands."""
    body = "".join(
        f"\n (if (i32.eq (i32.load (i32.const {STATE})) (i32.const {pc})) (then (return (i32.const {size}))))"
        for pc, (size, _) in part.records.items()
    )
    return f"""
(func $record_size (result i32){body}
 (i32.const 4))
"""


def _step(unit: Unit, record: int, result: int) -> Node:
    return STEP.format(
        state=STATE,
        size=unit.layout.size,
        moves=unit.moves_at,
        record=record,
        result=result,
        result_at=unit.result_at,
        written=12 + 4 * unit.flow.players,
        stop=STOP,
        decision=DECISION,
        over=OVER,
        fresh=FRESH,
        left=LEFT,
        none=wat.text(wat.const(-1)),
    )


GLOBALS = """
;; Where the arrays of the host lie; the moves of the step before; the end of the array of moves; how many are in it.
(global $states (export "states") (mut i32) (i32.const 0))
(global $lucks (export "lucks") (mut i32) (i32.const 0))
(global $actions (export "actions") (mut i32) (i32.const 0))
(global $stops (export "stops") (mut i32) (i32.const 0))
(global $results (export "results") (mut i32) (i32.const 0))
(global $taken_from (export "taken_from") (mut i32) (i32.const 0))
(global $listed (export "listed") (mut i32) (i32.const 0))
(global $listed_end (export "listed_end") (mut i32) (i32.const 0))
(global $filled (export "filled") (mut i32) (i32.const 0))
"""

STEP = """
;; Steps the games from number `from` to before `to`: each by its action. The number of the game that was not stepped as
;; the array of moves is full, or `to`. After a fault of the rules $done is the number of the game.
(func $step (export "step") (param $from i32) (param $to i32) (result i32)
 (local $state i32)
 (local $stop i32)
 (local $action i32)
 (local $status i32)
 (local $count i32)
 (local $at i32)
 (local $end i32)
 (local $to_at i32)
 (local $size i32)
 (global.set $lucky (i32.const 1))
 (global.set $done (local.get $from))
 (block $all (loop $next
  (br_if $all (i32.ge_s (global.get $done) (local.get $to)))
  (local.set $state (i32.add (global.get $states) (i32.mul (global.get $done) (i32.const {size}))))
  (local.set $stop (i32.add (global.get $stops) (i32.mul (global.get $done) (i32.const {stop}))))
  (local.set $action (i32.load (i32.add (global.get $actions) (i32.shl (global.get $done) (i32.const 2)))))
  (local.set $at (i32.add (global.get $lucks) (i32.shl (global.get $done) (i32.const 3))))
  (block $stepped
   (br_if $stepped (i32.eq (local.get $action) (i32.const {left})))
   (global.set $luck_seed (i64.load (local.get $at)))
   (if (i32.eq (local.get $action) (i32.const {fresh}))
    (then
     (call $reset)
     (local.set $status (call $resume)))
    (else
     (memory.copy (i32.const {state}) (local.get $state) (i32.const {size}))
     (local.set $status (call $take (i32.add (global.get $taken_from)
      (i32.mul (i32.add (i32.load offset=12 (local.get $stop)) (local.get $action)) (i32.const {record})))))))
   (local.set $count (i32.const 0))
   (if (i32.eq (local.get $status) (i32.const {decision})) (then
    (local.set $count (global.get $count))
    (local.set $to_at (i32.add (global.get $listed) (i32.mul (global.get $filled) (i32.const {record}))))
    ;; compared as a product of 64 bits, so that no count can go round
    (if (i64.gt_u (i64.add (i64.extend_i32_u (local.get $to_at))
                           (i64.mul (i64.extend_i32_u (local.get $count)) (i64.const {record})))
                  (i64.extend_i32_u (global.get $listed_end)))
     (then (return (global.get $done))))
    (local.set $size (call $record_size))
    (if (i32.eq (local.get $size) (i32.const {record}))
     (then (memory.copy (local.get $to_at) (i32.const {moves}) (i32.mul (local.get $count) (i32.const {record}))))
     (else
      (local.set $end (i32.add (local.get $to_at) (i32.mul (local.get $count) (i32.const {record}))))
      (memory.fill (local.get $to_at) (i32.const 0) (i32.mul (local.get $count) (i32.const {record})))
      (local.set $action (i32.const {moves}))
      (block $copied (loop $copy
       (br_if $copied (i32.ge_u (local.get $to_at) (local.get $end)))
       (memory.copy (local.get $to_at) (local.get $action) (local.get $size))
       (local.set $to_at (i32.add (local.get $to_at) (i32.const {record})))
       (local.set $action (i32.add (local.get $action) (local.get $size)))
       (br $copy)))))))
   (memory.copy (local.get $state) (i32.const {state}) (i32.const {size}))
   (i64.store (local.get $at) (global.get $luck_seed))
   (i32.store (local.get $stop) (local.get $status))
   (i32.store offset=4 (local.get $stop) {none})
   (if (i32.eq (local.get $status) (i32.const {decision}))
    (then (i32.store offset=4 (local.get $stop) (call $player))))
   (i32.store offset=8 (local.get $stop) (local.get $count))
   (i32.store offset=12 (local.get $stop) (global.get $filled))
   (global.set $filled (i32.add (global.get $filled) (local.get $count)))
   (if (i32.eq (local.get $status) (i32.const {over})) (then
    (call $result)
    (memory.copy (i32.add (global.get $results) (i32.mul (global.get $done) (i32.const {result})))
                 (i32.const {result_at}) (i32.const {written})))))
  (global.set $done (i32.add (global.get $done) (i32.const 1)))
  (br $next)))
 (local.get $to))
"""
