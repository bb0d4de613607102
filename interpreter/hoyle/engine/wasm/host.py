"""A compiled game in Python, run by wasmtime.

Comes in: a `Flow`. Goes out: a `Runtime`: the module's functions with Python's values. What always holds: states
are bytes, equal exactly if the positions are; a fault of the rules raises `PlayError` with its place in the spec,
as the interpreter does.

    code = Program(flow)                     compiled once, used by any number of runtimes and threads
    game = Runtime(code)
    game.reset(); game.seed(7)
    status = game.resume()               DECISION: game.moves(), game.play(index); CHANCE: game.outcomes(), game.take(…)
    game.state                               bytes; may be set
    game.playouts(seeds)                     whole plays at random: one `Played` a seed
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

import wasmtime

from .. import flow as f
from ..chance import GOLDEN, WORD
from ..errors import PlayError
from .code import CAPPED, CHANCE, DECISION, OVER, STUCK
from .module import BATCH, Compiled, compile_flow
from .states import Codec, Frozen
from .unit import STATE

__all__ = [
    "CAPPED",
    "CHANCE",
    "DECISION",
    "OVER",
    "STUCK",
    "OutOfFuel",
    "Played",
    "Program",
    "Runtime",
    "counting_engine",
]

KINDS = ("over", "decision", "chance", "stuck", "capped", "broken")
INVERSE = pow(GOLDEN, -1, 1 << 64)


def counting_engine() -> wasmtime.Engine:
    """An engine whose programs count their instructions, so that a runtime can be given `fuel`."""
    config = wasmtime.Config()
    config.consume_fuel = True
    return wasmtime.Engine(config)


class Program:
    """A compiled flow, loaded into wasmtime.

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """

    def __init__(
        self, flow: f.Flow, watched: bool | frozenset[str] = False, engine: wasmtime.Engine | None = None
    ) -> None:
        self.compiled: Compiled = compile_flow(flow, watched)
        self.binary = bytes(wasmtime.wat2wasm(self.compiled.text))
        self.engine = engine or wasmtime.Engine()
        self.module = wasmtime.Module(self.engine, self.binary)
        self.codec = Codec(self.compiled.layout)

    @property
    def flow(self) -> f.Flow:
        return self.compiled.flow


@dataclass(frozen=True, slots=True)
class Played:
    """How a whole play came out: `kind` is over, stuck, capped or (watched only) broken; `at` the program counter where
    it stands; `broken` names what does not hold: an invariant, or "measure" or "pieces"."""

    kind: str
    at: int
    decisions: int
    choices: int
    winners: tuple[int, ...]
    row: int
    scores: tuple[int, ...]
    broken: str = ""


class OutOfFuel(Exception):
    """A call took more steps than it was allowed."""


class Runtime:
    """One position of a compiled game, and what can be done with it. Not for several threads at once.

    Args:
        program: what is run.
        fuel: the most WebAssembly instructions a call may take before it raises `OutOfFuel`; needs a program made with
            an engine that counts them (`counting_engine`).
    """

    def __init__(self, program: Program, fuel: int | None = None) -> None:
        self.program = program
        self.compiled = program.compiled
        self.fuel = fuel
        self._store = wasmtime.Store(self.program.engine)
        if fuel is not None:
            self._store.set_fuel(fuel)
        exports = wasmtime.Instance(self._store, self.program.module, []).exports(self._store)
        self._exports: Any = exports
        memory: Any = exports["memory"]
        self._memory = memory
        self._base = ctypes.addressof(memory.data_ptr(self._store).contents)

    # ---- memory and globals ----

    def _read(self, at: int, size: int) -> bytes:
        return ctypes.string_at(self._base + at, size)

    def _write(self, at: int, data: bytes) -> None:
        ctypes.memmove(self._base + at, data, len(data))

    def _get(self, name: str) -> int:
        value: int = self._exports[name].value(self._store)
        return value

    def _set(self, name: str, value: int) -> None:
        self._exports[name].set_value(self._store, value)

    def _call(self, name: str, *args: int) -> Any:
        """A function of the module; a trap comes back as the fault it stands for."""
        if self.fuel is not None:
            self._store.set_fuel(self.fuel)
        try:
            return self._exports[name](self._store, *args)
        except wasmtime.Trap as trap:
            if trap.trap_code == wasmtime.TrapCode.OUT_OF_FUEL:
                raise OutOfFuel from None
            raise self._fault(trap) from None

    def _fault(self, trap: wasmtime.Trap) -> Exception:
        """The fault of the rules that a trap stands for. The position is what the fault left: it is to be set anew."""
        number = self._get("fault")
        self._set("fault", -1)
        self._set("given", -1)
        if number < 0:
            return RuntimeError(f"the compiled game went wrong, which is a fault of the compiler: {trap.message}")
        message, span = self.compiled.faults[number]
        return PlayError(message, span)

    # ---- the position ----

    @property
    def state(self) -> bytes:
        """The position as bytes."""
        return self._read(STATE, self.compiled.layout.size)

    @state.setter
    def state(self, data: bytes) -> None:
        if len(data) != self.compiled.layout.size:
            raise ValueError(f"a state of this game has {self.compiled.layout.size} bytes, not {len(data)}")
        self._write(STATE, data)

    @property
    def frame(self) -> Frozen:
        """The position as the interpreter's frozen frame."""
        return self.program.codec.decode(self.state)

    @frame.setter
    def frame(self, frame: Frozen) -> None:
        self.state = self.program.codec.encode(frame)

    @property
    def at(self) -> int:
        """The program counter."""
        return int.from_bytes(self._read(STATE, 4), "little")

    def seed(self, seed: int | None, drawn: int = 0) -> None:
        """Where chances come from; None: the game stops at each."""
        self._set("lucky", int(seed is not None))
        if seed is not None:
            self._set("luck_seed", _signed(seed + drawn * GOLDEN))

    def drawn(self, seed: int) -> int:
        """How many numbers were drawn from a seed so far."""
        return (self._get("luck_seed") - seed) * INVERSE & WORD

    def reset(self) -> None:
        """The position before the game; a watched game is watched anew."""
        self._call("reset")
        if self.compiled.watched:
            self._call("watch_begin")

    # ---- from stop to stop ----

    def resume(self) -> int:
        """Goes on to the next stop; at a stop, lists its moves again."""
        status: int = self._call("resume")
        return status

    @property
    def player(self) -> int:
        """The seat that is asked at a decision."""
        seat: int = self._call("player")
        return seat

    @property
    def count(self) -> int:
        """How many moves there are."""
        return self._get("count")

    def moves(self) -> list[tuple[Any, ...]]:
        """The moves of the decision at which the game stopped: an option's number, and the values of its binds."""
        choose = self.program.flow.code[self.at]
        assert isinstance(choose, f.Choose)
        options = [option for tier in choose.tiers for option in tier.options]
        size, offsets = self.compiled.records[self.at]
        count = self.count
        data = self._read(self.compiled.moves_at, size * count)
        codec = self.program.codec
        found = []
        for at in range(0, size * count, size):
            number = int.from_bytes(data[at : at + 4], "little")
            values = [
                codec.record_value(data, at + offset, bind.slot)
                for bind, offset in zip(options[number].binds, offsets[number], strict=True)
            ]
            found.append((number, *values))
        return found

    def play(self, index: int) -> int:
        """Takes a move by its number in the list, and goes on to the next stop."""
        if not 0 <= index < self.count:
            raise IndexError(f"there is no move {index} of {self.count}")
        status: int = self._call("play", index)
        return status

    def outcomes(self) -> list[tuple[Any, Fraction]]:
        """What can come at the chance at which the game stopped, each once, with its probability."""
        return outcomes(self.program.flow, self.frame)

    def take(self, outcome: Any) -> int:
        """Lets an outcome of a chance come, and goes on to the next stop."""
        instr, frame = self.program.flow.code[self.at], self.frame
        if isinstance(instr, f.Roll):
            component = self.compiled.layout.packings[self.program.flow.faces[outcome[0]].component]
            packed = component.pack(list(outcome))
            self._write(self.compiled.given_at, b"".join(word.to_bytes(8, "little") for word in packed))
            self._set("given", 0)
        else:
            self._set("given", members(self.program.flow, frame).index(outcome))
        return self.resume()

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who won at an end, and the score of every seat (0 where winning is no matter of numbers)."""
        self._call("result")
        data = self._read(self.compiled.result_at, 12 + 4 * self.program.flow.players)
        winners = int.from_bytes(data[0:8], "little")
        seats = range(self.program.flow.players)
        scores = tuple(int.from_bytes(data[12 + 4 * k : 16 + 4 * k], "little", signed=True) for k in seats)
        return tuple(seat for seat in seats if winners >> seat & 1), scores

    # ---- watching ----

    def marks(self) -> list[int]:
        """How often each mark of the flow was reached since the runtime was made (of a watched program)."""
        data = self._read(self.compiled.marks_at, 4 * len(self.program.flow.marks))
        return list(memoryview(data).cast("i"))

    def look(self) -> str:
        """What does not hold at the position where the game stands; empty if all does (of a watched program)."""
        number: int = self._call("check")
        return self.compiled.watched[number]

    # ---- whole plays ----

    def playout(self, seed: int, most: int = 1_000_000) -> Played:
        """One play at random; the position is its end."""
        (played,) = self.playouts([seed], most)
        if isinstance(played, Exception):
            raise played
        return played

    def playouts(self, seeds: Sequence[int], most: int = 1_000_000) -> list[Played | PlayError]:
        """Plays at random from the start, one for each seed; a fault of the rules stands in its place."""
        found: list[Played | PlayError] = []
        size = self.compiled.result_size
        for first in range(0, len(seeds), BATCH):
            data, faults = self.batch(seeds[first : first + BATCH], most)
            for index in range(len(data) // size):
                found.append(faults.get(index) or self._played(data[index * size : (index + 1) * size]))
        return found

    def count_decisions(self, seeds: Sequence[int], most: int = 1_000_000) -> int:
        """How many decisions plays at random take in all, as `playouts` plays them; those with faults count nothing."""
        size, total = self.compiled.result_size, 0
        for first in range(0, len(seeds), BATCH):
            data, _ = self.batch(seeds[first : first + BATCH], most)
            total += sum(array("i", data)[2 :: size // 4])
        return total

    def halt(self) -> None:
        """Plays at random stop at their next decision; those that had not ended are left out. From any thread."""
        self._write(self.compiled.halt_at, b"\x01\0\0\0")

    def batch(self, seeds: Sequence[int], most: int) -> tuple[bytes, dict[int, PlayError]]:
        """Plays one batch of at most `BATCH` plays, on a thread of its own if wanted: the interpreter's lock is not held.

        The results as bytes (`result_size` each, zeros in place of those that ended in a fault), and the
        faults by their number; fewer than there are seeds if the plays were halted.
        """
        self._write(self.compiled.halt_at, bytes(4))
        faults: dict[int, PlayError] = {}
        self._write(self.compiled.seeds_at, words(seeds))
        self._set("most", most)
        done, results = 0, b""
        size = self.compiled.result_size
        while done < len(seeds):
            try:
                self._call("playouts", done, len(seeds))
                stopped = self._get("done")
            except PlayError as fault:
                stopped = self._get("done")
                faults[stopped] = fault
            results += self._read(self.compiled.results_at + done * size, (stopped - done) * size)
            if stopped not in faults:
                break
            done = stopped + 1
            results += bytes(size)
        return results, faults

    def _played(self, data: bytes) -> Played:
        numbers = [int.from_bytes(data[k : k + 4], "little", signed=True) for k in range(0, len(data), 4)]
        winners = int.from_bytes(data[16:24], "little")
        players = self.program.flow.players
        over = numbers[0] == OVER
        return Played(
            KINDS[numbers[0]],
            numbers[1],
            numbers[2],
            numbers[3],
            tuple(seat for seat in range(players) if over and winners >> seat & 1),
            numbers[6] if over else -1,
            tuple(numbers[7 : 7 + players]) if over else (),
            self.compiled.watched[numbers[6]] if KINDS[numbers[0]] == "broken" else "",
        )


def words(seeds: Sequence[int]) -> bytes:
    """Seeds as words of 64 bits, one after the other."""
    if isinstance(seeds, range) and seeds and min(seeds[0], seeds[-1]) >= 0 and max(seeds[0], seeds[-1]) <= WORD:
        return array("Q", seeds).tobytes()
    return array("Q", [seed & WORD for seed in seeds]).tobytes()


def _signed(number: int) -> int:
    """A number as a signed 64-bit integer."""
    number &= WORD
    return number - (1 << 64) if number >> 63 else number


# ---- chances, from the frame ---------------------------------------------------------------------------------------


def members(flow: f.Flow, frame: Frozen) -> list[Any]:
    """What one of is drawn or picked at a chance, each as often as it is there."""
    from ..machine import Machine

    machine = Machine(flow)
    stop = machine.chance(frame[0])
    found: list[Any] = list(
        stop.faces(machine.layout.thaw(frame)) if hasattr(stop, "faces") else stop.members(machine.layout.thaw(frame))
    )
    return found


def outcomes(flow: f.Flow, frame: Frozen) -> list[tuple[Any, Fraction]]:
    """What can come at a chance, with its probability."""
    from ..machine import Machine

    return list(Machine(flow).outcomes(frame))


__all__ += ["combinations_with_replacement", "factorial", "members", "outcomes"]
