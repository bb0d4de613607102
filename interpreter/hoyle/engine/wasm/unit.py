"""What the emitters share: the module being made (`Unit`) and the function being made (`Fn`).

Comes in: a flow and what is known of it. Goes out: functions, tables and faults, put together by `module`. What
always holds: a function of the module is made once, when first asked for; a fault has a number of its own for each
place of the rules and message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ...language.tree import Span
from .. import flow as f
from ..flow import NONE, Flow
from . import wat
from .facts import Fact, Facts, walk
from .layout import Layout, Packing, lay_out
from .sure import Sure
from .wat import Code, Node

if TYPE_CHECKING:
    from .watching import Watch


@dataclass(frozen=True, slots=True)
class Int:
    """A value that is one 32-bit integer; the node is cheap and may be used again."""

    node: Node


@dataclass(frozen=True, slots=True)
class Card:
    """A card, as its place and its face."""

    place: Node
    face: Node


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: its form (NONE: there is no meld) and its faces, packed."""

    form: Node
    words: tuple[Node, ...]
    packing: Packing


@dataclass(frozen=True, slots=True)
class Play:
    """A play: its seat (NONE: there is no play), its form and its faces, packed."""

    seat: Node
    form: Node
    words: tuple[Node, ...]
    packing: Packing


Value: TypeAlias = Int | Card | Meld | Play


class Pool:
    """What lies in memory beside the state, and the numbers of faults. Several units may share one, so that their flows
    are one module: `room` is then the size of the largest state."""

    def __init__(self, room: int) -> None:
        self.moves_at = align(STATE + room)
        self.free = align(self.moves_at + MOVES_SIZE)
        self.segments: list[tuple[int, bytes]] = []
        self.tables: dict[tuple[bytes, int], int] = {}
        self.faults: dict[tuple[str, Span], int] = {}


class Unit:
    """A module being made, or the part of one that is for one flow. `texts`: the spec's files, whose lines are quoted
    beside what they become."""

    def __init__(
        self, flow: Flow, watched: bool | frozenset[str] = False, texts: Mapping[str, str] | None = None
    ) -> None:
        self.flow = flow
        self._lines = {file: text.splitlines() for file, text in (texts or {}).items()}
        self.facts = Facts(flow)
        self.sure = Sure(flow, self.facts)
        self.layout: Layout = lay_out(flow, self.facts.lists(), self.facts.drawn())
        self.pool = Pool(self.layout.size)
        self.functions: dict[str, Node] = {}
        self.given_at = 0  # where the dice that are to fall are put
        self.halt_at = 0  # where a host, from any thread, says that plays at random are to stop
        self.result_at = 0  # where `$result` writes
        self.watch: Watch | None = None
        if watched is not False:
            from .watching import Watch as Watching

            self.watch = Watching(self, watched)
        self._weights: dict[int, int] = {}
        self._numbers: dict[object, int] = {}
        self.called: list[int] = []
        self.made: list[object] = []  # nodes made here: facts are kept by identity, so these must live
        self._calling: set[int] = set()

    @property
    def moves_at(self) -> int:
        """Where the moves of a decision are listed."""
        return self.pool.moves_at

    @property
    def faults(self) -> list[tuple[str, Span]]:
        """The faults so far, by their numbers."""
        return list(self.pool.faults)

    @property
    def segments(self) -> list[tuple[int, bytes]]:
        """The constant data, by its address."""
        return self.pool.segments

    def fault(self, span: Span, message: str) -> int:
        """The number of a fault."""
        return self.pool.faults.setdefault((message, span), len(self.pool.faults))

    def line(self, span: Span) -> str:
        """Where something is in the rules, for a comment: `line 54: p scores 1`; only the number without the text."""
        lines = self._lines.get(span.file, [])
        text = lines[span.line - 1].split("  @")[0].strip() if 0 < span.line <= len(lines) else ""
        return f"line {span.line}: {text}" if text else f"line {span.line}"

    def halted(self) -> Node:
        """Whether plays at random are to stop at once."""
        return ("i32.load", ("i32.const", str(self.halt_at)))

    def function(self, name: str, make: Callable[[], Node]) -> str:
        """The name of a function of the module, which is made if it is not there yet."""
        if name not in self.functions:
            self.functions[name] = ""  # it stands in its place while it is being made
            self.functions[name] = make()
        return name

    def number_of(self, key: object) -> int:
        """A small number for a thing, the same for equal things."""
        return self._numbers.setdefault(key, len(self._numbers))

    def table(self, values: tuple[int, ...] | list[int], size: int = 0) -> tuple[int, int]:
        """The address of a constant table and the bytes of an entry: 1, 2, 4 or 8; if not given, as few as hold all."""
        if not size:
            low, high = min(values, default=0), max(values, default=0)
            size = 1 if low >= -128 and high < 128 else 2 if low >= -(1 << 15) and high < 1 << 15 else 4
        data = b"".join((value & ((1 << (8 * size)) - 1)).to_bytes(size, "little") for value in values)
        key = (data, size)
        tables = self.pool.tables
        if key not in tables:
            tables[key] = self.reserve(len(data), size)
            self.pool.segments.append((tables[key], data))
        return tables[key], size

    def reserve(self, size: int, alignment: int = 8) -> int:
        """The address of so many bytes that nobody else uses, zero at first."""
        address = -(-self.pool.free // alignment) * alignment
        self.pool.free = address + size
        return address

    @property
    def memory_size(self) -> int:
        """How many bytes are in use."""
        return self.pool.free

    def read_table(self, values: tuple[int, ...] | list[int], key: Node, size: int = 0) -> Node:
        """An entry of a constant table (of 64 bits if `size` is 8); the key must be within it."""
        at, size = self.table(values, size)
        op = {1: "i32.load8_s", 2: "i32.load16_s", 4: "i32.load", 8: "i64.load"}[size]
        number = wat.known(key)
        if number is not None and size < 8:
            return wat.const(values[number])
        return wat.load(wat.mul(key, wat.const(size)), at, op)

    def weight(self, function: int) -> int:
        """How many nodes the body of a term has, those of the terms it calls included."""
        if function not in self._weights:
            total = 0
            for node in walk(self.flow.functions[function].body):
                total += 1
                if isinstance(node, f.Call):
                    total += self.weight(node.function)
            self._weights[function] = total
        return self._weights[function]

    def called_function(self, index: int) -> str:
        """The name of a term's function; it will be made."""
        if index not in self._calling:
            self._calling.add(index)
            self.called.append(index)
        return wat.identifier(f"term_{index}_{self.flow.functions[index].name}")


STATE = 1024
"""Where the current state lies; below is never read or written."""
MOVES_SIZE = 1 << 22
"""Bytes for the moves of a decision, after the state."""


def align(address: int) -> int:
    """The next multiple of 64, a cache line."""
    return -(-address // 64) * 64


class Fn:
    """A function being made."""

    def __init__(
        self, unit: Unit, name: str, params: list[tuple[str, str]] | None = None, results: tuple[str, ...] = ()
    ) -> None:
        self.unit = unit
        self.name = name
        self.params = params or []
        self.results = results
        self.locals: dict[str, str] = {}
        self.registers: dict[int, Value] = {}
        self.slots: dict[int, Value] = {}
        self._taken = {name for name, _ in self.params}
        self._labels = 0
        self._hints: dict[str, int] = {}
        self.unsure = ""  # where to go instead of failing, while something is asked before its turn

    @property
    def flow(self) -> Flow:
        return self.unit.flow

    @property
    def facts(self) -> Facts:
        return self.unit.facts

    @property
    def layout(self) -> Layout:
        return self.unit.layout

    def local(self, hint: str, kind: str = "i32") -> str:
        """A new local."""
        number = self._hints.get(hint, 0) + 1
        self._hints[hint] = number
        name = f"${hint}{number}" if number > 1 else f"${hint}"
        if name in self._taken:
            return self.local(hint, kind)
        self._taken.add(name)
        self.locals[name] = kind
        return name

    def label(self, hint: str) -> str:
        """A new label."""
        self._labels += 1
        return f"${hint}{self._labels}"

    def keep(self, node: Node, hint: str, kind: str = "i32") -> tuple[Code, Node]:
        """Statements that compute a node once, and a node that may be used again."""
        if isinstance(node, tuple) and node[0] in ("local.get", "i32.const", "i64.const"):
            return [], node
        name = self.local(hint, kind)
        return [wat.put(name, node)], wat.get(name)

    def fail(self, span: Span, message: str) -> Node:
        """A statement that ends everything with a fault."""
        if self.unsure:
            return ("br", self.unsure)
        return wat.fail(wat.const(self.unit.fault(span, message)))

    def need(self, node: Node, fact: Fact, span: Span, message: str) -> Node:
        """A value, checked not to be none unless that is known."""
        if not fact.none:
            return node
        code, node = self.keep(node, "x")
        absent = ("i32.eq", node, wat.const(NONE))
        return wat.valued([*code, wat.when(absent, [self.fail(span, message)])], node)

    def within(self, node: Node, count: int, span: Span, message: str) -> Node:
        """A number, checked to be from 0 to count - 1."""
        code, node = self.keep(node, "x")
        outside = ("i32.ge_u", node, wat.const(count))
        return wat.valued([*code, wat.when(outside, [self.fail(span, message)])], node)

    def finish(self, body: Code, export: str = "") -> Node:
        """The function, with this body."""
        head: list[Node] = ["func", self.name]
        if export:
            head.append(("export", f'"{export}"'))
        head += [("param", name, kind) for name, kind in self.params]
        head += [("result", *self.results)] if self.results else []
        head += [("local", name, kind) for name, kind in self.locals.items()]
        return (*head, *body)


def none() -> Node:
    return wat.const(NONE)
