"""The whole of a game's rules for one number of players, ready to be played."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...language.tree import NOWHERE, Span
from .declared import CombinationInfo, ComponentInfo, FaceInfo, Family, Function, KindInfo, Place, Slot
from .expressions import Expr, Seq
from .instructions import Instr


@dataclass(slots=True)
class Winner:
    """Who wins: `seats` (if `test` holds; the first row that does). `score` reads register `register` as a seat;
    None where winners are not a matter of a highest or lowest number."""

    test: Expr | None
    seats: Seq
    register: int
    score: Expr | None
    highest: bool


@dataclass(slots=True)
class MarkInfo:
    """kind: procedure, option, branch, row, limit, otherwise or ending."""

    kind: str
    name: str
    span: Span


@dataclass(slots=True)
class MeasureInfo:
    name: str
    procedure: str
    span: Span


@dataclass(slots=True)
class InvariantInfo:
    name: str
    test: Expr
    span: Span


@dataclass(slots=True)
class Flow:
    """A game's rules, ready to be played. `players` is the number of seats; `parameters` their values.

    `cards` of a place family etc. are found by name in `families`; `tables` are the constant tables of `Column`.
    """

    title: str
    players: int
    parameters: dict[str, int]
    kinds: list[KindInfo] = field(default_factory=list)
    components: list[ComponentInfo] = field(default_factory=list)
    faces: list[FaceInfo] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    families: list[Family] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    tables: list[tuple[int, ...]] = field(default_factory=list)
    combinations: list[CombinationInfo] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    code: list[Instr] = field(default_factory=list)
    procedures: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    marks: list[MarkInfo] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    winners: list[Winner] = field(default_factory=list)
    measures: list[MeasureInfo] = field(default_factory=list)
    invariants: list[InvariantInfo] = field(default_factory=list)
    entry: int = 0
    registers: int = 0

    def where(self, pc: int) -> Span:
        """Where an instruction stands in the text; of one that stands nowhere, the next that does."""
        return next((instr.span for instr in self.code[pc:] if instr.span.line), NOWHERE)
