"""A module that explores all positions of one flow, each once, within its own memory.

Comes in: a flow. Goes out: an `Expanding`: the module's text, and what a host needs of it. What always holds: positions
are numbered as they are met, and looked at in the order of their numbers; the ways on from each are taken in the order
of its moves or outcomes; equal positions, and only those, have one number.

A position is kept as a record: its hash, its bytes, and (where there are measures) the values that measures had on the
way to it. Records lie in chunks; a table finds them by their hash. `$x_expand` looks at positions one after the other and
writes what it finds into buffers, which the host empties between two calls. Functions that only this module has begin
with `x_`. Where a fault of the rules ends a call,
`$phase`, `$at` and `$way` say what was being done: the host asks the interpreter, enters what is so, and goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...language.tree import Span
from ..flow import Enter, Flow
from .code import CHANCE, DECISION, OVER, STUCK
from .layout import Layout
from .module import Part, whole
from .outcomes import ENTRY, most_outcomes, outcomes
from .positions import NO_RUNS, RUNS, TABLE
from .stepping import sizes, taker
from .unit import MOVES_SIZE, STATE, Unit
from .watching import DEEPEST
from .watching import GLOBALS as WATCHING

FRESH, OPENING, LOOKING, GOING = range(4)
"""What is being done with position `$at`: nothing yet; its ways on are listed; it is checked; the ways are gone."""

DONE, FULL, DEEP, DICE = range(4)
"""Why `$x_expand` comes back: as it was told to, or buffers are to be emptied; no memory is left; procedures run too deep
within one another; what dice can show is to be listed (`$asked` of `$asked_of`)."""

HEADER = 8
"""Bytes of a record before the state: hash, and whether the position is broken."""
CHUNK = 12
"""log2 of how many records lie side by side."""
CHUNKS = 1 << 18
EDGES = 1 << 16
"""How many ways on a call finds before it comes back; those of one position more."""
STATES = 1 << 14
"""How many positions a call looks at."""
NOTE = 16
"""Bytes of a note: what does not hold, position, number of the way on, where it leads to."""
BROKEN = 4
"""The kind of a position that stands for a step that cannot be done; the others are what `$status` says, less one, but 2
for an end."""
INVARIANTS = 3
"""What notes are of: 0: somebody is stuck; 2: pieces; invariants from here on, then measures that did not go down."""


@dataclass(frozen=True, slots=True)
class Expanding:
    """A module that explores. `buffers`: their addresses; `record`: bytes of a record; `runs`: bytes of it that say how
    deep procedures run, and row by row the values of measures; `result`: bytes of a result."""

    flow: Flow
    layout: Layout
    text: str
    faults: list[tuple[str, Span]]
    buffers: dict[str, int]
    record: int
    runs: int
    row: int
    result: int
    marks_at: int
    runs_at: int


def compile_expansion(flow: Flow, watched: frozenset[str]) -> Expanding:
    """The module that explores a flow.

    Args:
        flow: the rules.
        watched: the invariants that every position is held against, and "pieces".

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """
    unit = Unit(flow, watched)
    assert unit.watch is not None
    part = Part(unit)
    row = unit.watch.row
    deep = min(DEEPEST, 1 + len({instr.procedure for instr in flow.code if isinstance(instr, Enter)}))
    runs = -(-(4 + row * (deep + 1)) // 8) * 8 if flow.measures else 0
    record = HEADER + unit.layout.size + runs
    result = -(-(8 + 12 + 4 * flow.players) // 8) * 8
    ways = max(MOVES_SIZE // 4, most_outcomes(unit))
    room = EDGES + ways
    buffers = {
        "saved": unit.reserve(MOVES_SIZE, 64),
        "outcomes": unit.reserve(ENTRY * most_outcomes(unit), 64),
        "rolls": unit.reserve(8 * _dice(flow) * max(len(flow.components), 1)),
        "told": unit.reserve(INVARIANTS + len(flow.invariants) + len(flow.measures)),
        "chunks": unit.reserve(4 * CHUNKS, 64),
        "edges": unit.reserve(4 * room, 64),
        "parents": unit.reserve(4 * room, 64),
        "again": unit.reserve(4 * room, 64),
        "weights": unit.reserve(4 * (EDGES + ways + 8), 64),
        "kinds": unit.reserve(STATES + 8, 64),
        "firsts": unit.reserve(4 * STATES + 8, 64),
        "ends": unit.reserve(result * (STATES + 1), 64),
        "notes": unit.reserve(NOTE * (3 * STATES + 64), 64),
    }
    names = {
        **buffers,
        "state": STATE,
        "state_end": STATE + unit.layout.size,
        "rows": HEADER + unit.layout.size + 4,
        "size": unit.layout.size,
        "moves": unit.moves_at,
        "record": record,
        "runs": unit.watch.runs_at,
        "row": row,
        "measures": len(flow.measures),
        "runs_size": runs,
        "runs_off": HEADER + unit.layout.size,
        "deep": deep,
        "result": result,
        "result_at": unit.result_at,
        "written": 12 + 4 * flow.players,
        "given_at": unit.given_at,
        "dice": _dice(flow),
        "first_sunk": INVARIANTS + len(flow.invariants),
        "free": -(-unit.memory_size // 64) * 64,
    }
    text = whole(
        [unit],
        [
            *part.nodes(),
            taker(part),
            sizes(part),
            *outcomes(unit, part.runner, buffers["outcomes"]),
            _words(unit),
            _filled(TABLE, names),
            _filled(RUNS if flow.measures else NO_RUNS, names),
            _filled(EXPAND, names),
        ],
        WATCHING + _filled(GLOBALS, names),
    )
    return Expanding(
        flow,
        unit.layout,
        text,
        unit.faults,
        buffers,
        record,
        runs,
        row,
        result,
        unit.watch.marks_at,
        unit.watch.runs_at,
    )


def _dice(flow: Flow) -> int:
    """More than the most dice of a component."""
    return 1 + max((component.dice for component in flow.components), default=0)


def _filled(text: str, names: dict[str, int]) -> str:
    """Text in which `@name` stands for numbers."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(f"@{name}", str(names[name]))
    for name in sorted(NUMBERS, key=len, reverse=True):
        text = text.replace(f"#{name}", str(NUMBERS[name]))
    return text


NUMBERS = {
    "decision": DECISION,
    "chance": CHANCE,
    "over": OVER,
    "stuck": STUCK,
    "opening": OPENING,
    "looking": LOOKING,
    "going": GOING,
    "fresh": FRESH,
    "broken": BROKEN,
    "full": FULL,
    "deep": DEEP,
    "need_dice": DICE,
    "shift": CHUNK,
    "inside": (1 << CHUNK) - 1,
    "chunk_count": CHUNKS,
    "states": STATES,
    "edges": EDGES,
    "note": NOTE,
    "header": HEADER,
}


def _words(unit: Unit) -> str:
    """The function that takes the n-th of what dice can show."""
    words = max(packing.words for packing in unit.layout.packings)
    return f"""
;; Puts what dice show, from a list of the host's, where they fall from.
(func $x_shown (param $list i32) (param $way i32) (param $words i32)
 (memory.copy (i32.const {unit.given_at})
  (i32.add (local.get $list) (i32.shl (i32.mul (local.get $way) (local.get $words)) (i32.const 3)))
  (i32.shl (local.get $words) (i32.const 3))))
(func $x_dice_words (param $component i32) (result i32)
 {
        "".join(
            f"(if (i32.eq (local.get $component) (i32.const {k})) (then (return (i32.const {packing.words}))))"
            for k, packing in enumerate(unit.layout.packings)
        )
    }
 (i32.const {words}))
"""


GLOBALS = """
;; Exploring: what is being done, with which position, on which of how many ways; why it stands still.
(global $phase (export "phase") (mut i32) (i32.const 0))
(global $at (export "at") (mut i32) (i32.const 0))
(global $way (export "way") (mut i32) (i32.const 0))
(global $many (export "many") (mut i32) (i32.const 0))
(global $status (export "status") (mut i32) (i32.const 0))
(global $list (mut i32) (i32.const 0))
;; Whether the host is to look at a note before anything else happens.
(global $at_once (mut i32) (i32.const 0))
;; How many positions are known; whether none is to be added, as measures are followed again.
(global $known (export "known") (mut i32) (i32.const 0))
(global $again (export "following_again") (mut i32) (i32.const 0))
;; How many ways on there are in all; how full the buffers are.
(global $edges (export "edges") (mut i32) (i32.const 0))
(global $edges_out (export "edges_out") (mut i32) (i32.const 0))
(global $parents_out (export "parents_out") (mut i32) (i32.const 0))
(global $again_out (export "again_out") (mut i32) (i32.const 0))
(global $weights_out (export "weights_out") (mut i32) (i32.const 0))
(global $looked_out (export "looked_out") (mut i32) (i32.const 0))
(global $ends_out (export "ends_out") (mut i32) (i32.const 0))
(global $notes_out (export "notes_out") (mut i32) (i32.const 0))
;; The table of hashes: its address, its size less one; where free memory begins.
(global $table (mut i32) (i32.const 0))
(global $mask (mut i32) (i32.const 0))
(global $free (mut i32) (i32.const @free))
"""

EXPAND = """
;; Position `$at` becomes the state, and its ways on are listed. 0, or why they cannot be.
(func $x_open (result i32)
 (local $to i32)
 (local $dice i32)
 (local $way i32)
 (memory.copy (i32.const @state) (i32.add (call $x_record (global.get $at)) (i32.const #header)) (i32.const @size))
 (global.set $lucky (i32.const 0))
 (global.set $given (i32.const -1))
 (global.set $depth (i32.const 0))
 (global.set $status (call $resume))
 (global.set $many (i32.const 0))
 (if (i32.eq (global.get $status) (i32.const #decision)) (then
  (global.set $many (global.get $count))
  (memory.copy (i32.const @saved) (i32.const @moves) (i32.mul (global.get $count) (call $record_size)))))
 (if (i32.ne (global.get $status) (i32.const #chance)) (then (return (i32.const 0))))
 (local.set $to (i32.add (i32.const @weights) (i32.shl (global.get $weights_out) (i32.const 2))))
 (if (i32.ge_s (global.get $asked_of) (i32.const 0)) (then
  (local.set $dice (i32.add (i32.const @rolls) (i32.shl (i32.add
   (i32.mul (global.get $asked_of) (i32.const @dice)) (global.get $asked)) (i32.const 3))))
  (global.set $list (i32.load (local.get $dice)))
  (if (i32.eqz (global.get $list)) (then (return (i32.const #need_dice))))
  (global.set $many (i32.load offset=4 (local.get $dice)))
  (i32.store (local.get $to) (global.get $at))
  (i32.store offset=4 (local.get $to) (i32.const -1))
  (i32.store offset=8 (local.get $to) (global.get $asked_of))
  (i32.store offset=12 (local.get $to) (global.get $asked))
  (global.set $weights_out (i32.add (global.get $weights_out) (i32.const 4)))
  (return (i32.const 0))))
 (global.set $list (i32.const 0))
 (call $x_outcomes)
 (global.set $many (global.get $ways))
 (i32.store (local.get $to) (global.get $at))
 (i32.store offset=4 (local.get $to) (global.get $ways))
 (block $all (loop $next
  (br_if $all (i32.ge_s (local.get $way) (global.get $ways)))
  (i32.store offset=8 (local.get $to)
   (i32.load offset=4 (i32.add (i32.const @outcomes) (i32.shl (local.get $way) (i32.const 3)))))
  (local.set $to (i32.add (local.get $to) (i32.const 4)))
  (local.set $way (i32.add (local.get $way) (i32.const 1)))
  (br $next)))
 (global.set $weights_out (i32.add (global.get $weights_out) (i32.add (global.get $ways) (i32.const 2))))
 (i32.const 0))
;; The position is checked; how it came out is written if the game is over.
(func $x_look_at
 (local $what i32)
 (local $to i32)
 (if (i32.eq (global.get $status) (i32.const #stuck)) (then
  (if (i32.eqz (i32.load8_u (i32.const @told))) (then (call $x_note (i32.const 0) (global.get $at))))))
 (global.set $sunk (i32.const -1))
 (if (local.tee $what (call $look)) (then
  (if (i32.eqz (i32.load8_u (i32.add (i32.const @told) (local.get $what))))
   (then (call $x_note (local.get $what) (global.get $at))))))
 (if (i32.eq (global.get $status) (i32.const #over)) (then
  (call $result)
  (local.set $to (i32.add (i32.const @ends) (i32.mul (global.get $ends_out) (i32.const @result))))
  (i32.store (local.get $to) (global.get $at))
  (i32.store offset=4 (local.get $to) (i32.load (i32.const @state)))
  (memory.copy (i32.add (local.get $to) (i32.const 8)) (i32.const @result_at) (i32.const @written))
  (global.set $ends_out (i32.add (global.get $ends_out) (i32.const 1))))))
;; One way on from position `$at`. 0, or why it cannot be kept.
(func $x_go (result i32)
 (local $record i32)
 (local $status i32)
 (local.set $record (call $x_record (global.get $at)))
 (memory.copy (i32.const @state) (i32.add (local.get $record) (i32.const #header)) (i32.const @size))
 (call $x_load_runs (local.get $record))
 (if (i32.eq (global.get $status) (i32.const #decision))
  (then
   (local.set $status (call $take (i32.add (i32.const @saved) (i32.mul (global.get $way) (call $record_size))))))
  (else
   (if (global.get $list)
    (then
     (call $x_shown (global.get $list) (global.get $way) (call $x_dice_words (global.get $asked_from)))
     (global.set $given (i32.const 0)))
    (else
     (global.set $given (i32.load (i32.add (i32.const @outcomes) (i32.shl (global.get $way) (i32.const 3)))))))
   (local.set $status (call $resume))))
 (call $x_put))
;; Which component's dice fall at position `$at`.
(global $asked_from (mut i32) (i32.const 0))
;; Position `$at` is done.
(func $x_close (export "close") (param $kind i32)
 (i32.store8 (i32.add (i32.const @kinds) (global.get $looked_out)) (local.get $kind))
 (i32.store (i32.add (i32.const @firsts) (i32.shl (global.get $looked_out) (i32.const 2))) (global.get $edges))
 (global.set $looked_out (i32.add (global.get $looked_out) (i32.const 1)))
 (global.set $phase (i32.const #fresh))
 (global.set $at (i32.add (global.get $at) (i32.const 1))))
;; The state before the game goes on to the first stop, which is position 0.
(func $x_begin (export "begin") (result i32)
 (local $status i32)
 (global.set $lucky (i32.const 0))
 (global.set $given (i32.const -1))
 (call $reset)
 (call $watch_begin)
 (local.set $status (call $resume))
 (global.set $sunk (i32.const -1))
 (local.set $status (call $x_put))
 (global.set $edges (i32.const 0))
 (global.set $edges_out (i32.const 0))
 (global.set $way (i32.const 0))
 (local.get $status))
;; Looks at positions up to number `to` until `most` ways on were found, or a buffer is full; goes on where it was left.
(func $x_expand (export "expand") (param $to i32) (param $most i32) (result i32)
 (local $why i32)
 (local $kind i32)
 (global.set $at_once (i32.const 0))
 (loop $next
  (if (i32.eq (global.get $phase) (i32.const #fresh)) (then
   (if (i32.or (i32.ge_u (global.get $at) (global.get $known)) (i32.ge_u (global.get $at) (local.get $to)))
    (then (return (i32.const 0))))
   (if (i32.or (i32.gt_s (global.get $edges_out) (local.get $most))
               (i32.or (i32.gt_s (global.get $edges_out) (i32.const #edges))
                       (i32.or (i32.gt_s (global.get $weights_out) (i32.const #edges))
                               (i32.ge_s (global.get $looked_out) (i32.const #states)))))
    (then (return (i32.const 0))))
   (if (i32.load offset=4 (call $x_record (global.get $at))) (then
    (call $x_close (i32.const #broken))
    (br $next)))
   (global.set $phase (i32.const #opening))))
  (if (i32.eq (global.get $phase) (i32.const #opening)) (then
   (if (local.tee $why (call $x_open)) (then (return (local.get $why))))
   (global.set $asked_from (global.get $asked_of))
   (global.set $way (i32.const 0))
   (global.set $phase (i32.const #looking))
   (call $x_look_at)
   (global.set $phase (i32.const #going))))
  ;; after a fault while it was checked, which the host has looked into
  (global.set $phase (i32.const #going))
  (block $all (loop $ways
   (br_if $all (i32.ge_s (global.get $way) (global.get $many)))
   (if (local.tee $why (call $x_go)) (then (return (local.get $why))))
   (if (global.get $at_once) (then (return (i32.const 0))))
   (br $ways)))
  (local.set $kind (i32.sub (global.get $status) (i32.const 1)))
  (if (i32.eq (global.get $status) (i32.const #over)) (then (local.set $kind (i32.const 2))))
  (if (i32.eq (global.get $status) (i32.const #stuck)) (then (local.set $kind (i32.const 3))))
  (call $x_close (local.get $kind))
  (br $next))
 (unreachable))
;; Follows the measures again from a position; goes on where it was left. 0, or why not.
(func $x_follow (export "follow") (result i32)
 (local $why i32)
 (global.set $at_once (i32.const 0))
 (if (i32.eq (global.get $phase) (i32.const #fresh)) (then
  (global.set $phase (i32.const #opening))))
 (if (i32.eq (global.get $phase) (i32.const #opening)) (then
  (if (local.tee $why (call $x_open)) (then (return (local.get $why))))
  (global.set $asked_from (global.get $asked_of))
  (global.set $weights_out (i32.const 0))
  (global.set $way (i32.const 0))
  (global.set $phase (i32.const #going))))
 (block $all (loop $ways
  (br_if $all (i32.ge_s (global.get $way) (global.get $many)))
  (if (local.tee $why (call $x_go)) (then (return (local.get $why))))
  (if (global.get $at_once) (then (return (i32.const 0))))
  (br $ways)))
 (global.set $phase (i32.const #fresh))
 (i32.const 0))
"""

__all__ = ["Expanding", "compile_expansion"]
