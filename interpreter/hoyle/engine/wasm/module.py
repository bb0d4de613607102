"""A flow as a WebAssembly module.

Comes in: a `Flow`. Goes out: a `Compiled`: the module's text, its faults, where everything lies. What always holds:
the same flow gives the same text; the module imports nothing.

    ┌──────┬─────────┬───────────────┬──────────────────────────────────────────┐
    │ 1024 │ moves_at│ tables, regions of gathered sequences, buffers            │
    │ state│ moves   │ start_at: the state before the game; seeds_at; results_at │
    └──────┴─────────┴───────────────┴──────────────────────────────────────────┘
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...language.tree import Span
from ..flow import Flow
from ..primitives import WORK
from . import runtime, wat
from .code import CHANCE, DECISION, Runner, asked
from .expr import scalar, value
from .forms import Unsupported
from .layout import Layout
from .places import SUMS
from .seq import each
from .states import start_bytes
from .truths import unless
from .unit import STATE, Fn, Int, Unit, Value
from .values import from_parts, part_kinds
from .values import parts as parts_of
from .wat import Code, Node
from .watching import GLOBALS as WATCHING

PAGE = 65536
BATCH = 4096
"""How many plays one call can play."""
JUMPS = 1_000_000
"""How many times the rules may go back between two stops before they are said to go round for ever. Chances that fall
by luck are no stops: what comes before and after them counts as well."""
RESULT_HEADER = 28
"""Bytes of a result before its scores: status, program counter, decisions, choices, winners (64 bits), row."""


@dataclass(slots=True)
class Compiled:
    """A compiled flow."""

    flow: Flow
    layout: Layout
    text: str
    faults: list[tuple[str, Span]]
    moves_at: int
    start_at: int
    given_at: int
    result_at: int
    seeds_at: int
    results_at: int
    result_size: int
    halt_at: int = 0
    marks_at: int = 0
    watched: list[str] = field(default_factory=list)
    records: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = field(default_factory=dict)


def compile_flow(flow: Flow, watched: bool | frozenset[str] = False) -> Compiled:
    """The module of a flow.

    Args:
        flow: the rules.
        watched: whether plays count the marks they reach, and end where a measure, an invariant or the count of pieces
            does not hold; only those of these names ("measure", "pieces", invariants), if it is names.

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """
    unit = Unit(flow, watched)
    made = Part(unit)
    seeds_at = unit.reserve(8 * BATCH, 64)
    result_size = -(-(RESULT_HEADER + 4 * flow.players) // 8) * 8
    results_at = unit.reserve(result_size * BATCH, 64)
    begun_at = unit.reserve(unit.layout.size, 64)
    playouts = PLAYOUTS.format(
        seeds=seeds_at,
        results=results_at,
        result_size=result_size,
        record=unit.result_at,
        state=STATE,
        record_size=4 * flow.players + 12,
        prepare="" if unit.watch else "(if (i32.eqz (global.get $begun)) (then (call $begin)))",
        begin="(call $reset) (call $watch_begin)"
        if unit.watch
        else f"(memory.copy (i32.const {STATE}) (i32.const {begun_at}) (i32.const {unit.layout.size}))",
        halted=wat.text(unit.halted()),
        broken="(i32.store offset=24 (local.get $at) (global.get $broken))" if unit.watch else "",
    )
    beginning = BEGIN.format(state=STATE, size=unit.layout.size, begun=begun_at, decision=DECISION, chance=CHANCE)
    nodes = [*made.nodes(), "" if unit.watch else beginning, playouts]
    text = whole([unit], nodes, WATCHING if unit.watch else "")
    return Compiled(
        flow,
        unit.layout,
        text,
        unit.faults,
        unit.moves_at,
        made.start_at,
        unit.given_at,
        unit.result_at,
        seeds_at,
        results_at,
        result_size,
        unit.halt_at,
        unit.watch.marks_at if unit.watch else 0,
        unit.watch.names() if unit.watch else [],
        made.records,
    )


class Part:
    """What one flow has in a module: its functions, and where they write."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        words = max((packing.words for packing in unit.layout.packings), default=1)
        unit.given_at = unit.reserve(8 * words)
        unit.halt_at = unit.reserve(4)
        self.runner = Runner(unit)
        try:
            self._run = self.runner.make()
        except RecursionError:  # as code stands inside code
            raise Unsupported(
                "the rules have too many options or cases, one after the other, for one function"
            ) from None
        self._watching = unit.watch.functions() if unit.watch else []
        self._result = results(unit)
        self._player = players(unit, self.runner)
        terms(unit)
        self.start_at, _ = unit.table(list(start_bytes(unit.layout)), 1)

    @property
    def records(self) -> dict[int, tuple[int, tuple[tuple[int, ...], ...]]]:
        """How the moves of each decision are written: the size of a record, the offsets of each option's values."""
        return {pc: (lister.record.size, lister.record.offsets) for pc, lister in self.runner.listers.items()}

    def nodes(self) -> list[Node]:
        """The functions."""
        unit = self.unit
        interface = INTERFACE.format(state=STATE, start=self.start_at, size=unit.layout.size)
        return [
            *unit.functions.values(),
            self._run,
            *self._watching,
            self._result,
            self._player,
            interface,
            picker(unit, self.runner),
        ]


def whole(units: list[Unit], nodes: list[Node], more: str = "") -> str:
    """The text of a module: memory and data, what every module has, and these functions.

    Args:
        units: the units whose functions they are; they share their memory.
        nodes: the functions.
        more: further globals.
    """
    packings = [packing for unit in units for packing in unit.layout.packings]
    used = {4 if packing.bits == 2 else packing.bits for packing in packings}
    head = [
        f'(memory (export "memory") {-(-units[0].memory_size // PAGE)})',
        GLOBALS.format(fuel=WORK, jumps=JUMPS),
        more,
        *(f"(data (i32.const {at}) {wat.quoted(data)})" for at, data in merged(units[0].segments)),
        runtime.FAULTS,
        runtime.LUCK,
        "".join(SUMS[bits] for bits in sorted(used) if bits in SUMS),
        *(runtime.piles(wide) for wide in sorted({packing.wide for packing in packings})),
    ]
    return "(module\n" + "\n".join(wat.text(node) for node in [*head, *nodes] if node) + "\n)\n"


def merged(segments: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Constant data without what is zero anyway, neighbours together."""
    whole: list[tuple[int, bytearray]] = []
    for at, data in sorted(segments):
        for start in range(0, len(data), GRAIN):
            piece = data[start : start + GRAIN]
            here = at + start
            if not any(piece):
                continue
            if whole and here - (whole[-1][0] + len(whole[-1][1])) < GRAIN:
                whole[-1][1].extend(bytes(here - whole[-1][0] - len(whole[-1][1])))
                whole[-1][1].extend(piece)
            else:
                whole.append((here, bytearray(piece)))
    return [(at, bytes(data)) for at, data in whole]


GRAIN = 32
"""How many zeros are worth a new piece of data."""


def terms(unit: Unit) -> None:
    """The functions of the terms that are called."""
    done = 0
    while done < len(unit.called):
        index = unit.called[done]
        done += 1
        unit.function(unit.called_function(index), lambda index=index: term(unit, index))  # type: ignore[misc]


def term(unit: Unit, index: int) -> Node:
    """The function of a term."""
    function = unit.flow.functions[index]
    fact = unit.facts.results[index]
    probe = Fn(unit, "$probe")
    params: list[tuple[str, str]] = []
    registers: dict[int, Value] = {}
    for register in function.params:
        given = unit.facts.registers[register]
        names = [
            (f"$r{register}_{k}" if k else f"$r{register}", kind) for k, kind in enumerate(part_kinds(probe, given))
        ]
        params += names
        registers[register] = from_parts(probe, given, [wat.get(name) for name, _ in names])
    fn = Fn(unit, unit.called_function(index), params, tuple(part_kinds(probe, fact)))
    fn.registers.update(registers)
    if fact.shape == "int":
        return fn.finish([scalar(fn, function.body)])
    code, found = value(fn, function.body)
    return fn.finish([*code, *parts_of(found)])


def results(unit: Unit) -> Node:
    """The function that writes who won: winners as bits, the row of `winners` that says so, every seat's score."""
    flow = unit.flow
    unit.result_at = unit.reserve(4 * flow.players + 12)
    at = wat.const(unit.result_at)
    fn = Fn(unit, "$result")
    winners = fn.local("winners", "i64")
    body: Code = [
        wat.store(at, wat.const64(0), 0, "i64.store"),
        wat.store(at, wat.const(-1), 8),
        *(wat.store(at, wat.const(0), 12 + 4 * seat) for seat in range(flow.players)),
    ]
    for number, row in enumerate(flow.winners):
        fails = fn.label("row")
        inside: Code = [] if row.test is None else unless(fn, row.test, fails)

        def join(seat: Value) -> Code:
            assert isinstance(seat, Int)
            bit = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", seat.node))
            return [wat.put(winners, ("i64.or", wat.get(winners), bit))]

        inside += [wat.put(winners, wat.const64(0)), *each(fn, row.seats, join, calm=True)]
        inside += [wat.store(at, wat.get(winners), 0, "i64.store"), wat.store(at, wat.const(number), 8)]
        if row.score is not None:
            for seat in range(flow.players):
                fn.registers[row.register] = Int(wat.const(seat))
                inside.append(wat.store(at, scalar(fn, row.score), 12 + 4 * seat))
        inside.append("(return)")
        body.append(wat.block(fails, inside))
    return fn.finish(body, "result")


def players(unit: Unit, runner: Runner) -> Node:
    """The function that says who is asked at a decision."""
    fn = Fn(unit, "$player", [], ("i32",))
    body: Code = []
    for pc, lister in runner.listers.items():
        here = ("i32.eq", wat.load(wat.const(STATE)), wat.const(pc))
        body.append(wat.when(here, [("return", asked(fn, lister.choose))]))
    return fn.finish([*body, wat.const(-1)], "player")


def picker(unit: Unit, runner: Runner) -> Node:
    """The function that takes a listed move: it goes on at the part of `$run` that takes one."""
    body = ""
    base = len(unit.flow.code)
    for number, pc in enumerate(runner.takes):
        body += f"""
 (if (i32.eq (i32.load (i32.const {STATE})) (i32.const {pc})) (then
  (global.set $picked (i32.add (i32.const {unit.moves_at})
                               (i32.mul (local.get $move) (i32.const {runner.listers[pc].record.size}))))
  (return (call $run (i32.const {base + number})))))"""
    return f"""
;; Takes a move of those listed, and plays on to the next stop.
(func $play (export "play") (param $move i32) (result i32)
 (global.set $auto (i32.const 0))
 (global.set $fuel (global.get $limit)){body}
 (unreachable))
"""


GLOBALS = """
;; Luck: whether it decides chances; the streams of chances and of moves at random; an outcome from outside (-1: none).
(global $lucky (export "lucky") (mut i32) (i32.const 0))
(global $luck_seed (export "luck_seed") (mut i64) (i64.const 0))
(global $policy_seed (export "policy_seed") (mut i64) (i64.const 0))
(global $given (export "given") (mut i32) (i32.const -1))
;; Of the chance at which the game stopped: how many equal outcomes it has, or how many dice (of which component) fall.
(global $asked (export "asked") (mut i32) (i32.const 0))
(global $asked_of (export "asked_of") (mut i32) (i32.const -1))
;; A play at random: whether one is on, how many decisions it may take and has taken, how many with two moves or more.
(global $auto (export "auto") (mut i32) (i32.const 0))
(global $most (export "most") (mut i32) (i32.const 0))
(global $decisions (export "decisions") (mut i32) (i32.const 0))
(global $choices (export "choices") (mut i32) (i32.const 0))
;; How many moves are listed; the address of the one taken.
(global $count (export "count") (mut i32) (i32.const 0))
(global $picked (export "picked") (mut i32) (i32.const 0))
;; The number of the fault that ended everything; numbers of ranges left, and allowed between two stops; jumps back
;; that are allowed between two stops; how many plays of a batch are done.
(global $fault (export "fault") (mut i32) (i32.const -1))
(global $fuel (export "fuel") (mut i32) (i32.const {fuel}))
(global $limit (export "limit") (mut i32) (i32.const {fuel}))
(global $jumps (export "jumps") (mut i32) (i32.const {jumps}))
(global $done (export "done") (mut i32) (i32.const 0))
"""

INTERFACE = """
;; The state before the game.
(func $reset (export "reset")
 (memory.copy (i32.const {state}) (i32.const {start}) (i32.const {size})))
;; Goes on from the state to the next stop; at a stop, lists its moves.
(func $resume (export "resume") (result i32)
 (global.set $auto (i32.const 0))
 (global.set $fuel (global.get $limit))
 (call $run (i32.load (i32.const {state}))))
;; Plays on from the state at random to its end.
(func $playout (export "playout") (result i32)
 (local $status i32)
 (global.set $auto (i32.const 1))
 (global.set $lucky (i32.const 1))
 (global.set $given (i32.const -1))
 (global.set $fuel (global.get $limit))
 (global.set $decisions (i32.const 0))
 (global.set $choices (i32.const 0))
 (local.set $status (call $run (i32.load (i32.const {state}))))
 (global.set $auto (i32.const 0))
 (local.get $status))
"""

BEGIN = """
;; What comes before the first stop is the same in every play: it is done once, and plays begin behind it. Where it spends
;; numbers of ranges, which count up to the next decision, they begin before it.
(global $begun (mut i32) (i32.const 0))
(func $begin
 (local $status i32)
 (call $reset)
 (global.set $lucky (i32.const 0))
 (global.set $given (i32.const -1))
 (local.set $status (call $resume))
 (if (i32.or (i32.ne (global.get $fuel) (global.get $limit))
             (i32.and (i32.ne (local.get $status) (i32.const {decision}))
                      (i32.ne (local.get $status) (i32.const {chance}))))
  (then (call $reset)))
 (memory.copy (i32.const {begun}) (i32.const {state}) (i32.const {size}))
 (global.set $begun (i32.const 1)))
"""

PLAYOUTS = """
;; Whole plays, one for each seed from number `from` to before `to`; a result each. $done says how many there are: all,
;; or those before the host said stop.
(func $playouts (export "playouts") (param $from i32) (param $to i32)
 (local $seed i64)
 (local $at i32)
 (global.set $done (local.get $from)) {prepare}
 (block $all (loop $next
  (br_if $all (i32.ge_s (global.get $done) (local.get $to)))
  (local.set $seed (i64.load offset={seeds} (i32.shl (global.get $done) (i32.const 3))))
  (global.set $luck_seed (local.get $seed))
  (global.set $policy_seed (i64.xor (local.get $seed) (i64.const 0x706F6C6963790000)))
  {begin}
  (local.set $at (i32.add (i32.const {results}) (i32.mul (global.get $done) (i32.const {result_size}))))
  (i32.store (local.get $at) (call $playout))
  (br_if $all {halted})
  (i32.store offset=4 (local.get $at) (i32.load (i32.const {state})))
  (i32.store offset=8 (local.get $at) (global.get $decisions))
  (i32.store offset=12 (local.get $at) (global.get $choices))
  {broken}
  (if (i32.eqz (i32.load (local.get $at))) (then
   (call $result)
   (memory.copy (i32.add (local.get $at) (i32.const 16)) (i32.const {record}) (i32.const {record_size}))))
  (global.set $done (i32.add (global.get $done) (i32.const 1)))
  (br $next))))
"""

__all__ = ["Compiled", "compile_flow"]
