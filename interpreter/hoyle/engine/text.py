"""A Python function as it is written, and what is known of its variables meanwhile.

Comes in: nodes of a flow, turned into text by the rules in `scalars`, `pieces`, `folds`, `calls` and `sequences`, which
enter themselves in `RULES`. Goes out: lines of Python. What always holds:

- A rule returns the text of an expression, and may have written lines that come before it. These do nothing but set
  variables of their own, so that an expression that is written is worked out once, where its text stands, or not at all.
- What is not to be worked out is not: lines of what stands behind `and`, `or` and in cases stand behind an `if`.
- `f` is the frame. A register is a variable of its own, and so is the slot of a bind while moves are listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import flow as F
from .known import Known
from .layout import Layout

if TYPE_CHECKING:
    from ..language.tree import Span
    from .writer import Writer

NONE = F.NONE
LARGEST = F.LARGEST

Bounds = tuple[int, int]
"""The lowest and highest value something can have, which is never none then. Of a meld or play: it is one."""

ANY_NUMBER: Bounds = (-LARGEST, LARGEST)
CARD: Bounds = (0, LARGEST)
TRUTHS: Bounds = (0, 1)

DEEP = 14
"""So many blocks may stand in one another before the next one gets a function of its own: Python has a limit."""

FEW = 4
"""Below so many parts a node never needs blocks in blocks."""

LONG = 300
"""From how many signs on an expression gets a name: Python has a limit for brackets in brackets."""

SIMPLE = re.compile(r"\w+|-\d+|f\[\d+\]")
"""What may be written several times: a variable, a number, a cell of the frame."""

Rule = Callable[["Text", Any], str]
RULES: dict[type, Rule] = {}


def rule(*nodes: type) -> Callable[[Rule], Rule]:
    """Enter a function as the one that writes some classes of nodes."""

    def enter(write: Rule) -> Rule:
        for node in nodes:
            RULES[node] = write
        return write

    return enter


class Text:
    """One function. `registers`: the variables of registers; `slots`: those of slots that have one, with `bounds` of
    both, as far as known; `cards`: those of them that hold real cards."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.flow: F.Flow = writer.flow
        self.known: Known = writer.known
        self.layout: Layout = writer.layout
        self.lines: list[str] = []
        self.registers: dict[int, str] = {}
        self.slots: dict[int, str] = {}
        self.bounds: dict[str, Bounds] = {}
        self.cards: set[str] = set()
        self._listing: frozenset[int] | None = None
        self._kept: dict[str, tuple[str, str]] = {}
        self._names: dict[str, int] = {}
        self.depth = 0

    # ---- lines ----

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append(text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What is written meanwhile stands under a line."""
        with self.apart(deeper=True) as lines:
            yield
        self.line(head)
        self.indented(lines or ["pass"])

    def indented(self, lines: list[str]) -> None:
        """Write lines, one step further in."""
        self.lines += ["    " + line for line in lines]

    @contextmanager
    def test(self, node: F.Expr) -> Iterator[None]:
        """What is written meanwhile is done if a condition holds."""
        if isinstance(node, F.Const) and node.value:
            yield
            return
        with self.block(f"if {self(node)}:"):
            yield

    @contextmanager
    def apart(self, deeper: bool = False) -> Iterator[list[str]]:
        """What is written meanwhile goes into a list of its own; `deeper`: which will stand further in."""
        before, self.lines = self.lines, []
        self.depth += deeper
        try:
            yield self.lines
        finally:
            self.lines = before
            self.depth -= deeper

    # ---- names ----

    def new(self, hint: str) -> str:
        """A variable nobody else uses."""
        self._names[hint] = number = self._names.get(hint, 0) + 1
        return f"{hint}{number}"

    def named(self, text: str, hint: str = "value") -> str:
        """A text that may be written several times, for an expression: it is worked out here unless it is simple."""
        if SIMPLE.fullmatch(text):
            return text
        name = self.new(hint)
        self.line(f"{name} = {text}")
        return name

    def constant(self, value: Any, hint: str) -> str:
        """The name under which functions find a Python value."""
        return self.writer.constant(value, hint)

    def at(self, span: Span) -> str:
        """The name of a place in the spec."""
        return self.writer.constant(span, "at")

    def fail(self, span: Span, message: str) -> str:
        """The expression that stops the play."""
        return f"fail({self.at(span)}, {message!r})"

    # ---- expressions ----

    def __call__(self, node: F.Expr | F.Seq) -> str:
        """The text of a node, its lines written."""
        if self._listing is not None:
            reads = self.known.reads(node)
            if reads.worth_keeping and not reads.registers and not reads.slots & self._listing:
                return self.kept(alike(node), lambda: self.writer.function(node))
        return self._written(node)

    def _written(self, node: F.Expr | F.Seq) -> str:
        if self.depth >= DEEP and self.known.reads(node).parts >= FEW:
            return self._outside(node)
        text = RULES[type(node)](self, node)
        return self.named(text) if len(text) > LONG else text

    def _outside(self, node: F.Expr | F.Seq) -> str:
        """A call of another function that is written for a node, given the variables it reads."""
        reads = self.known.reads(node)
        registers = sorted(reads.registers)
        slots = sorted(reads.slots & self.slots.keys())
        name = self.writer.function(node, registers, slots)
        given = [self.registers.get(r, f"r{r}") for r in registers] + [self.slots[s] for s in slots]
        return f"{name}({', '.join(['f', *given])})"

    def each(self, *nodes: F.Expr | F.Seq) -> list[str]:
        """The texts of some nodes that are worked out in this order, all of them."""
        texts: list[str] = []
        for node in nodes:
            with self.apart() as lines:
                text = self(node)
            if lines:
                texts = [self.named(before) for before in texts]
                self.lines += lines
            texts.append(text)
        return texts

    def simple(self, *nodes: F.Expr | F.Seq) -> list[str]:
        """The same, each as a text that may be written several times."""
        return [self.named(text) for text in self.each(*nodes)]

    def variable(self, register: int) -> str:
        """The variable of a register."""
        return self.registers.setdefault(register, f"r{register}")

    def bind(self, register: int, value: str, bounds: Bounds | None, card: bool) -> None:
        """A register stands for a simple text from here on."""
        self.registers[register] = value
        self.learn(value, bounds, card)

    def learn(self, name: str, bounds: Bounds | None, card: bool) -> None:
        """What is known of a variable."""
        if bounds is not None:
            self.bounds[name] = bounds
        if card:
            self.cards.add(name)

    def loop(self, register: int, seq: F.Seq) -> str:
        """The head of the loop of a register over a sequence."""
        text, name = self(seq), self.variable(register)
        self.learn(name, *self.members(seq))
        return f"for {name} in {text}:"

    # ---- what is known ----

    def name_of(self, node: F.Expr) -> str | None:
        """The variable a node stands for, if it is one of this function."""
        if isinstance(node, F.Var):
            return self.variable(node.register)
        return self.slots.get(node.slot) if isinstance(node, F.Load) else None

    def is_card(self, node: F.Expr) -> bool:
        """Whether a value is known to be a card that there is."""
        return isinstance(node, F.End | F.MeldEnd) or self.name_of(node) in self.cards

    def cannot_fail(self, node: F.Expr) -> bool:
        """Whether working out a node is known not to fail."""
        if isinstance(node, F.FaceOf):
            return self.within(node.card) is not None and self.cannot_fail(node.card)
        return isinstance(node, F.Const | F.Load | F.Var)

    def within(self, node: F.Expr) -> Bounds | None:
        """Between what the value of a node lies; None if it may be none."""
        match node:
            case F.Const(value):
                return None if value == NONE else (value, value)
            case F.Var() | F.Load():
                return self.bounds.get(self.name_of(node) or "")
            case F.Op("mod", _, F.Const(divisor)) if divisor > 0:
                return 0, divisor - 1
            case F.Op(op, left, right):
                return self._sum(self.within(left), self.within(right), op)
            case F.Column(table, _, must):
                values = self.flow.tables[table]
                if NONE in values and not must:
                    return None
                present = [value for value in values if value != NONE]
                return (min(present), max(present)) if present else ANY_NUMBER
            case F.Fold("total" | "highest" | "lowest"):
                return ANY_NUMBER
            case F.Fold("only", seq):
                return self.members(seq)[0]
            case F.Fold("first" | "last", seq, None):
                return self.members(seq)[0]
            case F.Choice(_, then, other):
                return _either(self.within(then), None if other is None else self.within(other))
            case F.Let(_, _, body):
                return self.within(body)
            case F.Call(function):
                return self.writer.results(function)
            case F.FaceOf(card) if is_face(self.within(card)):
                return self.within(card)
            case F.Offset(base, _, count):
                return base, base + count - 1
            case F.And() | F.Or() | F.Not() | F.Compare() | F.Some() | F.Same():
                return TRUTHS
            case F.Size() | F.MeldLength() | F.Fold("count") | F.FaceOf() | F.PlaceOf() | F.MeldEnd():
                return 0, 0xFFFF
            case F.MeldForm() | F.PlaySeat():
                return -1, 0xFFFF
            case F.End() | F.MakeMeld() | F.PlayEnd() | F.PlayMeld():
                return CARD
        return None

    @staticmethod
    def _sum(left: Bounds | None, right: Bounds | None, op: str) -> Bounds:
        """Between what a sum or difference lies; it fails where it would not."""
        if left and right and op == "+":
            return max(left[0] + right[0], -LARGEST), min(left[1] + right[1], LARGEST)
        if left and right and op == "-":
            return max(left[0] - right[1], -LARGEST), min(left[1] - right[0], LARGEST)
        return ANY_NUMBER

    def members(self, seq: F.Seq) -> tuple[Bounds | None, bool]:
        """Between what the members of a sequence lie, and whether they are known to be cards that there are."""
        match seq:
            case F.Values(values):
                return ((min(values), max(values)) if values and min(values) != NONE else None), False
            case F.Items(items):
                found = [self.within(item) for item in items]
                bounds = found[0] if found else None
                for other in found[1:]:
                    bounds = _either(bounds, other)
                return bounds, bool(items) and all(map(self.is_card, items))
            case F.Span_():
                return ANY_NUMBER, False
            case F.Rotate() | F.Filter() | F.Best() | F.OneEmpty() | F.Without():
                return self.members(seq.seq)
            case F.MeldCards():
                return (0, 0xFFFF), True
            case F.Cards() | F.PlayCards():
                return CARD, True
            case F.Melds() | F.Plays():
                return CARD, False
            case F.Concat(seqs):
                each = [self.members(part) for part in seqs]
                joined = each[0][0] if each else None
                for more, _ in each[1:]:
                    joined = _either(joined, more)
                return joined, bool(each) and all(card for _, card in each)
            case F.Flat(_, _, body) | F.LetSeq(_, _, body):
                return self.members(body)
            case F.Map(_, _, value):
                return self.within(value), self.is_card(value)
        return None, False

    # ---- places ----

    def place(self, node: F.Expr) -> str:
        """The text of a place; to give none is a failure."""
        text = self(node)
        bounds = self.within(node)
        if isinstance(node, F.Const | F.Offset | F.PlaceOf) or (bounds is not None and bounds[0] > 0):
            return text
        place = self.named(text, "place")
        return f"({place} if {place} > 0 else {self.fail(node.span, '`none` is used where a place is needed')})"

    def shapes(self, node: F.Expr) -> set[str]:
        """The shapes of the places that the value of a node can be."""
        places, bounds = self.flow.places[1:], self.within(node)
        if bounds is not None:
            places = self.flow.places[max(bounds[0], 1) : bounds[1] + 1]
        elif isinstance(node, F.Load):
            family = self.flow.slots[node.slot].sort.of
            places = [p for p in places if p.family == family] or places
        return {place.shape for place in places}

    def lying(self, place: str) -> str:
        """The text of what lies at a place."""
        first = self.layout.places
        return f"f[{first + int(place)}]" if place.isdecimal() else f"f[{first} + {place}]"

    # ---- while moves are listed ----

    @property
    def is_listing(self) -> bool:
        """Whether moves are being listed."""
        return self._listing is not None

    @contextmanager
    def listing(self, binds: frozenset[int]) -> Iterator[None]:
        """Meanwhile nothing changes but the slots of some binds: what reads none of them is worked out once, when it is
        first needed, and kept in a variable."""
        self._listing = binds
        try:
            yield
        finally:
            self._listing = None

    def kept(self, key: str, function: Callable[[], str]) -> str:
        """A variable for what a function of the frame gives, called once, when it is first needed."""
        if key not in self._kept:
            self._kept[key] = self.new("kept"), function()
        name, call = self._kept[key]
        with self.block(f"if {name} is None:"):
            self.line(f"{name} = {call}(f)")
        return name

    @property
    def head(self) -> list[str]:
        """The lines that come first: nothing is kept yet."""
        return [f"{' = '.join(name for name, _ in self._kept.values())} = None"] if self._kept else []


def is_face(bounds: Bounds | None) -> bool:
    """Whether a card within these bounds is its own face: it lies nowhere."""
    return bounds is not None and bounds[0] >= 0 and bounds[1] <= 0xFFFF


def alike(*nodes: F.Expr | F.Seq | None) -> str:
    """A text that is the same for nodes that mean the same, whatever registers they use."""
    numbers: dict[str, int] = {}
    return re.sub(r"register=(\d+)", lambda m: f"register={numbers.setdefault(m[1], len(numbers))}", repr(nodes))


def _either(one: Bounds | None, other: Bounds | None) -> Bounds | None:
    """Between what a value lies that is one or the other."""
    return (min(one[0], other[0]), max(one[1], other[1])) if one and other else None
