"""One module for all numbers of players of a game, for programs that know nothing of Hoyle.

Comes in: a flow for each number of players. Goes out: a `Bundle`: the module's text and where everything lies. What
always holds: the module imports nothing; a function that is the same for several numbers of players is there once, and
others have the numbers they are for in their names (`$run.for_3`); a call that cannot be followed (a move that is not
listed, a number of players that there is not) gives -1 and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from ...language.tree import Span
from ..flow import Flow
from . import wat
from .code import CAPPED, CHANCE, DECISION
from .layout import Layout
from .module import Part, whole
from .said import Said, Spoken
from .unit import STATE, Pool, Unit
from .wat import Node

_DEFINED = re.compile(r"\(func (\$[^\s()]+)")
_CALLED = re.compile(r"\(call (\$[^\s()]+)")
_EXPORTED = re.compile(r'\s*\(export "[^"]*"\)')
_BEGINS = re.compile(r"(?m)^(?:;;.*\n)*\(func ")


@dataclass(frozen=True, slots=True)
class Count:
    """What a module has for one number of players: the layout of its states, how moves are written, and addresses."""

    flow: Flow
    layout: Layout
    records: dict[int, tuple[int, tuple[tuple[int, ...], ...]]]
    spoken: dict[int, list[list[Spoken]]]
    given_at: int
    result_at: int
    said_at: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """A module for several numbers of players. `version` is in the module too: 16 hexadecimal digits that follow from its
    text, by which a host knows that module and manifest belong together."""

    text: str
    version: str
    counts: dict[int, Count]
    faults: list[tuple[str, Span]]
    state_at: int
    moves_at: int


def bundle(flows: Mapping[int, Flow], heading: str = "", texts: Mapping[str, str] | None = None) -> Bundle:
    """The module of a game.

    Args:
        flows: the flow for each number of players.
        heading: what the text says of itself at its top, in lines.
        texts: the spec's files; their lines are quoted beside what they become.

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """
    units = {players: Unit(flow, texts=texts) for players, flow in flows.items()}
    pool = Pool(max(unit.layout.size for unit in units.values()))
    counts: dict[int, Count] = {}
    functions: dict[tuple[int, str], str] = {}
    for players, unit in units.items():
        unit.pool = pool
        part = Part(unit)
        said = Said(unit, part.runner)
        for text in _each([*part.nodes(), said.node]):
            defined = _DEFINED.search(text)
            assert defined is not None
            functions[players, defined[1]] = _EXPORTED.sub("", text)
        counts[players] = Count(
            unit.flow, unit.layout, part.records, said.spoken, unit.given_at, unit.result_at, said.at
        )
    nodes: list[Node] = [*_merged(functions), *_interface(functions, list(counts))]
    notes = "".join(f"{wat.remark(line)}\n" for line in heading.splitlines())
    text = whole(list(units.values()), nodes, GLOBALS)
    version = sha256(text.encode()).hexdigest()[:16]
    known = f';; Which module this is.\n(global $version (export "version") i64 (i64.const 0x{version}))\n)\n'
    return Bundle(notes + text.removesuffix(")\n") + known, version, counts, list(pool.faults), STATE, pool.moves_at)


def _each(nodes: list[Node]) -> list[str]:
    """The functions in some nodes, as text, one by one, each with the comment above it."""
    found = []
    for node in nodes:
        text = wat.text(node)
        starts = [match.start() for match in _BEGINS.finditer(text)]
        found += [text[a:b].rstrip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    return found


# ---- what is the same for several numbers of players ---------------------------------------------------------------


def _merged(functions: dict[tuple[int, str], str]) -> list[str]:
    """The functions, those once that are the same and call the same, with names that tell the others apart; the names
    in `functions` are then those of the module."""
    groups = _groups(functions)
    members: dict[tuple[str, int], list[int]] = {}
    for (players, name), group in groups.items():
        members.setdefault((name, group), []).append(players)
    variants: dict[str, int] = {}
    for name, _ in members:
        variants[name] = variants.get(name, 0) + 1
    everybody = {players for players, _ in functions}
    made: list[str] = []
    renamed: dict[tuple[int, str], str] = {}
    for (name, _), some in members.items():
        alone = variants[name] == 1 and set(some) == everybody
        called = name if alone else f"{name}.for_{'_'.join(map(str, some))}"
        renamed.update({(players, name): called for players in some})
    written: set[str] = set()
    for (players, name), text in functions.items():
        called = renamed[players, name]
        if called in written:
            continue
        written.add(called)

        def turned(match: re.Match[str], players: int = players) -> str:
            return f"(call {renamed.get((players, match[1]), match[1])}"

        made.append(_CALLED.sub(turned, _DEFINED.sub(f"(func {called}", text, count=1)))
    functions.clear()
    functions.update(renamed)
    return made


def _groups(functions: dict[tuple[int, str], str]) -> dict[tuple[int, str], int]:
    """A number for each function; equal for functions of one name that do the same: their text is the same, and what
    they call."""
    called = {key: [(key[0], name) for name in _CALLED.findall(text)] for key, text in functions.items()}
    numbers: dict[object, int] = {}
    groups = {key: numbers.setdefault((key[1], text), len(numbers)) for key, text in functions.items()}
    while True:
        finer: dict[object, int] = {}
        after = {
            key: finer.setdefault((groups[key], tuple(groups.get(one, one[1]) for one in called[key])), len(finer))
            for key in functions
        }
        if len(finer) == len(set(groups.values())):
            return groups
        groups = after


# ---- the interface --------------------------------------------------------------------------------------------------


def _interface(names: dict[tuple[int, str], str], counts: list[int]) -> list[str]:
    """The functions that other programs call."""

    def each(function: str, *args: str, gives: bool = True) -> str:
        lines = []
        for players in counts:
            call = f"(call {names[players, function]}{''.join(f' {arg}' for arg in args)})"
            inside = f"(return {call})" if gives else f"{call} (return)"
            lines.append(f" (if (i32.eq (global.get $players) (i32.const {players})) (then {inside}))")
        return "\n".join(lines)

    test = f"(i32.eq (local.get $count) (i32.const {counts[0]}))"
    for players in counts[1:]:
        test = f"(i32.or {test} (i32.eq (local.get $count) (i32.const {players})))"
    return [
        ADDRESS.format(
            known=test,
            reset=each("$reset", gives=False),
            resume=each("$resume"),
            play=each("$play", "(local.get $move)"),
            playout=each("$playout"),
            player=each("$player"),
            said=each("$said", "(local.get $move)"),
            result=each("$result", gives=False),
            decision=DECISION,
            chance=CHANCE,
            capped=CAPPED,
        )
    ]


GLOBALS = """
;; How many players the game that is on has (0: none is); why it stands still, as `resume` gave it (-1: it has not).
(global $players (export "players") (mut i32) (i32.const 0))
(global $status (export "status") (mut i32) (i32.const -1))
"""

ADDRESS = """
;; ---- the interface: what other programs call ----
;; A game of so many players: the state before it begins. 1, or -1 if it is not for so many.
(func $setup (export "setup") (param $count i32) (result i32)
 (if (i32.eqz {known}) (then (return (i32.const -1))))
 (global.set $players (local.get $count))
 (global.set $status (i32.const -1))
 (global.set $count (i32.const 0))
 (global.set $given (i32.const -1))
 (call $reset_game)
 (i32.const 1))
(func $reset_game
{reset})
;; Luck comes from a seed, for chances and for moves at random.
(func $seed (export "seed") (param $number i64)
 (global.set $lucky (i32.const 1))
 (global.set $luck_seed (local.get $number))
 (global.set $policy_seed (i64.xor (local.get $number) (i64.const 0x706F6C6963790000))))
;; Goes on from the state to the next stop, or stays at the stop where it stands, and lists its moves.
(func $go_on (export "resume") (result i32)
 (global.set $count (i32.const 0))
 (global.set $status (i32.const -1))
 (global.set $status (call $resume_game))
 (global.get $status))
(func $resume_game (result i32)
{resume}
 (i32.const -1))
;; Takes the move of a number, and goes on to the next stop; -1 if there is no such move, or nobody is to choose.
(func $take_move (export "play") (param $move i32) (result i32)
 (if (i32.or (i32.ne (global.get $status) (i32.const {decision})) (i32.ge_u (local.get $move) (global.get $count)))
  (then (return (i32.const -1))))
 (global.set $status (i32.const -1))
 (global.set $status (call $play_game (local.get $move)))
 (if (i32.ne (global.get $status) (i32.const {decision})) (then (global.set $count (i32.const 0))))
 (global.get $status))
(func $play_game (param $move i32) (result i32)
{play}
 (i32.const -1))
;; Lets one of the `asked` outcomes of a chance come, and goes on; -1 if there is none of that number. For dice, whose
;; faces are then at `given_at`, the number is 0.
(func $take_chance (export "take") (param $outcome i32) (result i32)
 (if (i32.ne (global.get $status) (i32.const {chance})) (then (return (i32.const -1))))
 (if (i32.ge_u (local.get $outcome)
               (select (global.get $asked) (i32.const 1) (i32.lt_s (global.get $asked_of) (i32.const 0))))
  (then (return (i32.const -1))))
 (global.set $given (local.get $outcome))
 (call $go_on))
;; Plays on at random, for so many decisions at most.
(func $play_on (export "playout") (param $at_most i32) (result i32)
 (if (i32.eqz (global.get $players)) (then (return (i32.const -1))))
 (global.set $most (local.get $at_most))
 (global.set $status (i32.const -1))
 (global.set $status (call $playout_game))
 (if (i32.eq (global.get $status) (i32.const {capped})) (then (return (call $go_on))))
 (global.set $count (i32.const 0))
 (global.get $status))
(func $playout_game (result i32)
{playout}
 (i32.const -1))
;; A number below k from the stream of moves at random.
(func $pick (export "pick") (param $k i32) (result i32)
 (call $policy (local.get $k)))
;; The seat that is asked at a decision, or stuck; -1 elsewhere.
(func $asked_seat (export "player") (result i32)
{player}
 (i32.const -1))
;; Writes the values that the phrase of a listed move speaks of; their address, or -1 if there is no such move.
(func $said_of (export "said") (param $move i32) (result i32)
 (if (i32.or (i32.ne (global.get $status) (i32.const {decision})) (i32.ge_u (local.get $move) (global.get $count)))
  (then (return (i32.const -1))))
{said}
 (i32.const -1))
;; Writes who won, at `result_at`.
(func $who_won (export "result")
{result})
"""
