"""What a watched game looks at: marks that were reached, measures that must go down, invariants, pieces that must all
be there.

Comes in: a flow. Goes out: functions of the module, and code at the places they are called from. What always holds:
a module that is not watched has none of this; watching changes no position, no move and no luck.

`$check` says what does not hold at a stop: 0: all does; 1: a measure did not go down; 2: pieces are missing or too
many; 3 and more: invariant number 0 and more.
"""

from __future__ import annotations

from . import wat
from .gathering import Sum
from .places import words_sum
from .truths import unless
from .unit import STATE, Fn, Unit
from .wat import Code, Node

DEEPEST = 64
"""How many procedures can run within one another before the innermost are taken for one."""


class Watch:
    """What belongs to watching in a module: the counts of marks, and the values of measures by running procedure."""

    def __init__(self, unit: Unit, wanted: bool | frozenset[str] = True) -> None:
        self.unit, self.flow = unit, unit.flow
        self.wanted = frozenset(self.names()) if isinstance(wanted, bool) else wanted
        self.marks_at = unit.reserve(4 * max(len(self.flow.marks), 1))
        self.row = 4 * (1 + len(self.flow.measures))
        self.runs_at = unit.reserve(self.row * (DEEPEST + 1))

    def mark(self, mark: int) -> Code:
        """A place of the rules has been reached."""
        count = wat.load(wat.const(self.marks_at), 4 * mark)
        code: Code = [wat.store(wat.const(self.marks_at), wat.add(count, wat.const(1)), 4 * mark)]
        if self.flow.marks[mark].kind != "procedure":
            code.append("(global.set $entered (i32.const 0))")
        return code

    def stop(self, pc: int, status: int) -> Code:
        """At a stop of a play at random: it goes on only if all holds."""
        return [
            wat.when(
                "(call $check)",
                [
                    wat.store(wat.const(STATE), wat.const(pc)),
                    ("return", wat.const(status)),
                ],
            )
        ]

    def functions(self) -> list[Node]:
        """The functions that watching needs."""
        values = self.row // 4 - 1
        return [RUNS.format(runs=self.runs_at, row=self.row, values=values, deepest=DEEPEST), self._check()]

    def _check(self) -> Node:
        fn = Fn(self.unit, "$look", [], ("i32",))
        body: Code = []
        if "measure" in self.wanted:
            body.append(wat.when(("i32.ge_s", "(global.get $sunk)", wat.const(0)), [("return", wat.const(1))]))
        for component, info in enumerate(self.flow.components):
            if info.size and "pieces" in self.wanted:
                body += self._pieces(fn, component)
        for number, invariant in enumerate(self.flow.invariants):
            if invariant.name not in self.wanted:
                continue
            broken, holds = fn.label("broken"), fn.label("holds")
            inside = [*unless(fn, invariant.test, broken), ("br", holds)]
            body.append(wat.block(holds, [wat.block(broken, inside), ("return", wat.const(3 + number))]))
        return fn.finish([*body, wat.const(0)], "look")

    def _pieces(self, fn: Fn, component: int) -> Code:
        """Whether all pieces of a component are there, each once."""
        layout, packing = self.unit.layout, self.unit.layout.packings[component]
        names = [fn.local("all", "i64") for _ in range(packing.words)]
        join = Sum(fn, names, packing)
        mine = [p for p in range(1, len(layout.places)) if layout.places[p].component == component]
        code: Code = [wat.put(name, wat.const64(0)) for name in names]
        for place in mine:
            code += join.place(place)
        info = self.flow.components[component]
        if info.sort == "dice":
            wrong: Node = ("i32.ne", words_sum([wat.get(name) for name in names], packing.bits), wat.const(info.dice))
            return [*code, wat.when(wrong, [("return", wat.const(2))])]
        whole = packing.pack([face for place in mine for face in self.flow.places[place].start])
        for name, word in zip(names, whole, strict=True):
            code.append(wat.when(("i64.ne", wat.get(name), wat.const64(word)), [("return", wat.const(2))]))
        return code

    def names(self) -> list[str]:
        """What the numbers that `$check` gives stand for."""
        return ["", "measure", "pieces", *(invariant.name for invariant in self.flow.invariants)]


GLOBALS = """
;; Watching: how deep procedures run within one another; whether the innermost has just begun; the measure that did not
;; go down (-1: all did); what does not hold.
(global $depth (export "depth") (mut i32) (i32.const 0))
(global $entered (export "entered") (mut i32) (i32.const 0))
(global $sunk (export "sunk") (mut i32) (i32.const -1))
(global $broken (export "broken") (mut i32) (i32.const 0))
"""

RUNS = """
;; Whether all holds at this stop; what does not is in $broken.
(func $check (export "check") (result i32)
 (global.set $broken (call $look))
 (global.get $broken))
;; Watching begins anew.
(func $watch_begin (export "watch_begin")
 (global.set $depth (i32.const 0))
 (global.set $entered (i32.const 0))
 (global.set $sunk (i32.const -1))
 (call $forget (i32.const {runs})))
;; No measure has a value in a run of a procedure that begins.
(func $forget (param $at i32)
 (local $left i32)
 (local.set $left (i32.const {values}))
 (block $done (loop $next
  (br_if $done (i32.eqz (local.get $left)))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (i32.store (local.get $at) (i32.const -2147483648))
  (local.set $left (i32.sub (local.get $left) (i32.const 1)))
  (br $next))))
;; A procedure begins.
(func $enter (param $procedure i32)
 (local $at i32)
 (if (i32.lt_s (global.get $depth) (i32.const {deepest})) (then
  (global.set $depth (i32.add (global.get $depth) (i32.const 1)))))
 (local.set $at (i32.add (i32.const {runs}) (i32.mul (global.get $depth) (i32.const {row}))))
 (i32.store (local.get $at) (local.get $procedure))
 (call $forget (local.get $at))
 (global.set $entered (i32.const 1)))
;; A procedure ends, and with it those that run within it.
(func $leave (param $procedure i32)
 (local $ended i32)
 (global.set $entered (i32.const 0))
 (block $done (loop $next
  (br_if $done (i32.eqz (global.get $depth)))
  (local.set $ended (i32.load (i32.add (i32.const {runs}) (i32.mul (global.get $depth) (i32.const {row})))))
  (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
  (br_if $next (i32.ne (local.get $ended) (local.get $procedure))))))
;; The value of a measure, in the run of the procedure that calls what is measured.
(func $gauge (param $measure i32) (param $value i32)
 (local $at i32)
 (local $level i32)
 (local.set $level (global.get $depth))
 (if (i32.and (global.get $entered) (i32.gt_s (local.get $level) (i32.const 0)))
  (then (local.set $level (i32.sub (local.get $level) (i32.const 1)))))
 (local.set $at (i32.add (i32.const {runs}) (i32.add (i32.mul (local.get $level) (i32.const {row}))
   (i32.shl (i32.add (local.get $measure) (i32.const 1)) (i32.const 2)))))
 (if (i32.lt_s (global.get $sunk) (i32.const 0)) (then
  (if (i32.or (i32.lt_s (local.get $value) (i32.const 0))
              (i32.and (i32.ne (i32.load (local.get $at)) (i32.const -2147483648))
                       (i32.ge_s (local.get $value) (i32.load (local.get $at)))))
   (then (global.set $sunk (local.get $measure))))))
 (i32.store (local.get $at) (local.get $value)))
"""
