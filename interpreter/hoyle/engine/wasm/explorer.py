"""Exploring a flow with a compiled module: what Python calls, and what it reads.

Comes in: a flow. Goes out: an `Explorer`. What always holds: positions have the numbers, the ways on and the order of the
interpreter's; where the rules fail, `PlayError` is raised, and the explorer stands where it was doing so.

    found = Explorer(flow, frozenset({"pieces"}))
    found.begin()
    while found["at"] < found["known"]:
        found.expand(found["known"], 1000)
        found.emptied()                       what was found since
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import wasmtime

from ..errors import PlayError
from ..flow import Flow
from .expanding import DEEP, DICE, DONE, FRESH, FULL, GOING, HEADER, LOOKING, NOTE, OPENING, compile_expansion
from .states import Codec, Frozen
from .unit import STATE

__all__ = ["DEEP", "DICE", "DONE", "FRESH", "FULL", "GOING", "LOOKING", "OPENING", "Emptied", "Explorer"]

NO_VALUE = -(1 << 31)
OUT = ("edges", "parents", "again", "weights", "looked", "ends", "notes")

Runs = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


@dataclass(slots=True)
class Emptied:
    """What was found: where ways on lead to; of each position that was looked at its kind, and where its ways on end; from
    which position each new one was reached first; positions whose measures are lower now; chances, with how often each
    of their outcomes is there (or how many dice of which component fall, after -1); ends; notes."""

    edges: array[int]
    kinds: bytes
    firsts: array[int]
    parents: array[int]
    again: array[int]
    weights: array[int]
    ends: bytes
    notes: array[int]


class Explorer:
    """A module that explores, with its memory. `explorer[name]` is a number of it.

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """

    def __init__(self, flow: Flow, watched: frozenset[str]) -> None:
        self.made = made = compile_expansion(flow, watched)
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module(engine, bytes(wasmtime.wat2wasm(made.text)))
        exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._exports: Any = exports
        self._memory: Any = exports["memory"]
        self.codec = Codec(made.layout)

    # ---- memory and numbers ----

    @property
    def _base(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def _read(self, at: int, size: int) -> bytes:
        return ctypes.string_at(self._base + at, size) if size else b""

    def _write(self, at: int, data: bytes) -> None:
        ctypes.memmove(self._base + at, data, len(data))

    def __getitem__(self, name: str) -> int:
        value: int = self._exports[name].value(self._store)
        return value

    def __setitem__(self, name: str, value: int) -> None:
        self._exports[name].set_value(self._store, value)

    def _call(self, name: str, *args: int) -> int:
        try:
            found: int = self._exports[name](self._store, *args)
        except wasmtime.Trap as trap:
            number = self["fault"]
            self["fault"] = -1
            self["given"] = -1
            if number < 0:
                raise RuntimeError(
                    f"the compiled game went wrong, which is a fault of the compiler: {trap.message}"
                ) from None
            message, span = self.made.faults[number]
            raise PlayError(message, span) from None
        return found

    def _numbers(self, at: int, count: int) -> array[int]:
        found = array("I")
        found.frombytes(self._read(at, 4 * count))
        return found

    # ---- exploring ----

    def begin(self) -> int:
        """Position 0: the first stop."""
        return self._call("begin")

    def expand(self, to: int, most: int) -> int:
        """Looks at positions from `at` to before `to`, until `most` ways on were found or more is to be done before: it gives
        why it stopped."""
        return self._call("expand", to, most)

    def follow(self, number: int | None = None) -> int:
        """Follows the measures again from a position, or goes on with that."""
        if number is not None:
            self["at"], self["phase"], self["following_again"] = number, FRESH, 1
        return self._call("follow")

    def emptied(self) -> Emptied:
        """What was found since this was called last."""
        made, many = self.made, {name: self[f"{name}_out"] for name in OUT}
        buffers = made.buffers
        found = Emptied(
            self._numbers(buffers["edges"], many["edges"]),
            self._read(buffers["kinds"], many["looked"]),
            self._numbers(buffers["firsts"], many["looked"]),
            self._numbers(buffers["parents"], many["parents"]),
            self._numbers(buffers["again"], many["again"]),
            self._numbers(buffers["weights"], many["weights"]),
            self._read(buffers["ends"], many["ends"] * made.result),
            array("i", self._read(buffers["notes"], many["notes"] * NOTE)),
        )
        for name in OUT:
            self[f"{name}_out"] = 0
        return found

    def list_dice(self, component: int, dice: int, outcomes: Sequence[Sequence[int]]) -> bool:
        """What so many dice of a component can show, in order. False: there is no memory for that."""
        packing = self.made.layout.packings[component]
        at = self._call("alloc", 8 * packing.words * len(outcomes)) & 0xFFFFFFFF
        if not at:
            return False
        words = (word for faces in outcomes for word in packing.pack(list(faces)))
        self._write(at, b"".join(word.to_bytes(8, "little") for word in words))
        most = 1 + max(info.dice for info in self.made.flow.components)
        entry = at.to_bytes(4, "little") + len(outcomes).to_bytes(4, "little")
        self._write(self.made.buffers["rolls"] + 8 * (component * most + dice), entry)
        return True

    # ---- entered by the host ----

    def enter(self, frame: Frozen, runs: Runs, sunk: int) -> int:
        """The way on that is being gone leads to a position, with these values of measures (none: -1 for `sunk`)."""
        self._write(STATE, self.codec.encode(frame))
        if self.made.runs:
            self["depth"], self["sunk"] = len(runs) - 1, sunk
            data = array("i")
            for procedure, values in runs:
                row = [max(procedure, 0)] + [NO_VALUE] * (self.made.row // 4 - 1)
                for measure, value in values:
                    row[1 + measure] = value
                data.extend(row)
            self._write(self.made.runs_at, data.tobytes())
        return self._call("put")

    def enter_broken(self) -> int:
        """The way on that is being gone leads nowhere."""
        return self._call("put_broken")

    def close(self, kind: int) -> None:
        """The position that is being looked at is done."""
        self._call("close", kind)

    def told(self, what: int) -> None:
        """Nothing more is to be noted of this."""
        self._write(self.made.buffers["told"] + what, b"\x01")

    # ---- positions ----

    def state(self, number: int) -> bytes:
        """A position as bytes."""
        return self._read(self._at(number) + HEADER, self.made.layout.size)

    def frame(self, number: int) -> Frozen:
        """A position as the interpreter has it."""
        return self.codec.decode(self.state(number))

    def runs(self, number: int) -> Runs:
        """The values of measures on the way to a position."""
        if not self.made.runs:
            return ()
        data = array("i", self._read(self._at(number) + HEADER + self.made.layout.size, self.made.runs))
        wide = self.made.row // 4
        found = []
        for level in range(data[0] + 1):
            row = data[1 + level * wide : 1 + (level + 1) * wide]
            values = tuple((k, value) for k, value in enumerate(row[1:]) if value != NO_VALUE)
            found.append((row[0] if level else -1, values))
        return tuple(found)

    def _at(self, number: int) -> int:
        return self._call("record", number) & 0xFFFFFFFF

    def marks(self) -> Iterable[int]:
        """How often each mark of the flow was reached."""
        return self._numbers(self.made.marks_at, len(self.made.flow.marks))


class Frames(Sequence[Frozen]):
    """The positions of an explorer, decoded when they are asked for."""

    def __init__(self, explorer: Explorer, numbers: range | None = None) -> None:
        self._explorer, self._range = explorer, numbers

    @property
    def _numbers(self) -> range:
        return range(self._explorer["known"]) if self._range is None else self._range

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Frames(self._explorer, self._numbers[index])
        return self._explorer.frame(self._numbers[index])
