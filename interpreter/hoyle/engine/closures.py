"""Expressions and sequences of a flow as Python closures over one frame.

Comes in: nodes of `flow`. Goes out: for an expression a function from a frame to a value, for a sequence one to a
list or a tuple. What always holds: a closure writes registers only; a node is turned into the same closure whatever
else is there. The rules for each node are in `scalars`, `pieces`, `folds`, `calls` and `sequences`, which enter
themselves in the tables here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

from . import flow as F
from .errors import fail
from .layout import Fn, Frame, Layout
from .melds import Combination

WORTH_KEEPING = 3
"""From how many nodes on an expression is kept while moves are listed: below, working it out is as quick as looking
it up."""

READ_PLACES = F.Size | F.End | F.PlayEnd | F.Cards | F.Plays | F.OneEmpty
"""The nodes that look at what lies at a place."""

Rule = Callable[["Closures", Any], Fn]
RULES: dict[type, Rule] = {}


def rule(*nodes: type) -> Callable[[Rule], Rule]:
    """Enter a function as the one that makes the closures of some classes of nodes."""

    def enter(make: Rule) -> Rule:
        for node in nodes:
            RULES[node] = make
        return make

    return enter


class Closures:
    """Makes closures for one flow, and knows what can be said of its nodes beforehand."""

    def __init__(self, flow: F.Flow, layout: Layout) -> None:
        from . import calls, folds, pieces, scalars, sequences  # noqa: F401  they enter their rules here

        self.flow = flow
        self.layout = layout
        self.combinations = [Combination(flow, index) for index in range(len(flow.combinations))]
        self.memo: dict[int, dict[Any, Any]] = {}
        self._functions: dict[int, Fn] = {}
        self._listing: tuple[set[int], list[int]] | None = None
        self._kept: dict[str, Fn] = {}
        self._bind_slots = {
            bind.slot
            for instr in flow.code
            if isinstance(instr, F.Choose)
            for tier in instr.tiers
            for option in tier.options
            for bind in option.binds
        }

    def __call__(self, node: F.Expr | F.Seq) -> Fn:
        """The closure of a node."""
        if self._listing is not None and self._same_throughout(node):
            return self._kept_once(node)
        return RULES[type(node)](self, node)

    # ---- what does not change while moves are listed ----

    @contextmanager
    def listing(self, binds: set[int]) -> Iterator[list[int]]:
        """While this lasts, closures are for listing the moves of a decision, where nothing changes but the slots of
        its binds: what reads none of them is worked out once, when first needed, and kept in a cell. Gives the list
        of these cells, which are to be None when a listing begins."""
        cells: list[int] = []
        self._listing, self._kept = (binds, cells), {}
        try:
            yield cells
        finally:
            self._listing = None

    def plainly(self, node: F.Expr | F.Seq) -> Fn:
        """The closure of a node, and of all below it, with nothing kept."""
        listing, self._listing = self._listing, None
        try:
            return self(node)
        finally:
            self._listing = listing

    def _same_throughout(self, node: F.Expr | F.Seq) -> bool:
        assert self._listing is not None
        parts = list(_parts(node))
        if len(parts) < WORTH_KEEPING and not any(isinstance(part, F.Call) for part in parts):
            return False
        bound = {getattr(part, "register", None) for part in parts if not isinstance(part, F.Var)}
        if any(isinstance(part, F.Var) and part.register not in bound for part in parts):
            return False
        return not self.slots_read(node) & self._listing[0]

    def _kept_once(self, node: F.Expr | F.Seq) -> Fn:
        key = repr(node)
        if key not in self._kept:
            self._kept[key] = self.once(self.plainly(node))
        return self._kept[key]

    def once(self, work_out: Fn) -> Fn:
        """A closure that is worked out once a listing, when first needed, and then kept."""
        assert self._listing is not None
        cell = self.layout.new_cell()
        self._listing[1].append(cell)

        def kept(f: Frame) -> Any:
            value = f[cell]
            if value is None:
                value = f[cell] = work_out(f)
            return value

        return kept

    @property
    def varying(self) -> set[int]:
        """The slots that change while moves are listed."""
        return set() if self._listing is None else self._listing[0]

    def place(self, node: F.Expr) -> Fn:
        """The closure of an expression that gives a place; to give none is a failure."""
        if isinstance(node, F.Const | F.Offset | F.PlaceOf):
            return self(node)
        cell, value, span = self.cell(node), self(node), node.span

        def place(f: Frame) -> Any:
            found = value(f)
            if found > 0:
                return found
            fail(span, "`none` is used where a place is needed")

        if cell is None:
            return place
        variable = cell

        def place_of_variable(f: Frame) -> Any:
            found = f[variable]
            if found > 0:
                return found
            fail(span, "`none` is used where a place is needed")

        return place_of_variable

    def maybe(self, node: F.Expr | F.Seq | None) -> Fn | None:
        """The closure of a node that need not be there."""
        return None if node is None else self(node)

    def body(self, function: int) -> Fn:
        """The closure of a function's body. Functions do not call themselves, so one made when first called for is
        made whole."""
        if function not in self._functions:
            self._functions[function] = self.plainly(self.flow.functions[function].body)
        return self._functions[function]

    def reads_binds(self, function: int) -> bool:
        """Whether a function reads the slot of any bind (the language has no such function)."""
        return bool(self.slots_read(self.flow.functions[function].body) & self._bind_slots)

    def cell(self, node: F.Expr) -> int | None:
        """The cell that a plain variable reads; None for any other node."""
        if isinstance(node, F.Load):
            return self.layout.slot(node.slot)
        if isinstance(node, F.Var):
            return self.layout.register(node.register)
        return None

    def keeps_plays(self, place: F.Expr) -> bool | None:
        """Whether the places an expression can give keep plays; None if some do and some do not."""
        places = self.flow.places[1:]
        if isinstance(place, F.Const):
            places = [self.flow.places[place.value]]
        elif isinstance(place, F.Offset):
            places = self.flow.places[place.base : place.base + place.count]
        elif isinstance(place, F.Load):
            family = self.flow.slots[place.slot].sort.of
            places = [p for p in places if p.family == family] or places
        kept = {p.shape == "plays" for p in places}
        return kept.pop() if len(kept) == 1 else None

    def distinct(self, seq: F.Seq) -> bool:
        """Whether a sequence is known to give no value twice."""
        if isinstance(seq, F.Values):
            return len(set(seq.values)) == len(seq.values)
        if isinstance(seq, F.Filter | F.Best | F.Rotate | F.OneEmpty | F.Without):
            return self.distinct(seq.seq)
        if isinstance(seq, F.Cards):
            return self._all_differ(seq.place)
        return isinstance(seq, F.Melds | F.Span_)

    def _all_differ(self, place: F.Expr) -> bool:
        """Whether no two pieces at a place can be alike: one card of each face, or one die."""
        places = self.flow.places
        if isinstance(place, F.Const):
            places = [places[place.value]]
        elif isinstance(place, F.Offset):
            places = places[place.base : place.base + place.count]
        components = {p.component for p in places}
        faces = [f for f in self.flow.faces if f.component in components]
        dice = [self.flow.components[c].dice for c in components if c >= 0]
        return all(n <= 1 for n in dice) and all(f.count == 1 or self.flow.components[f.component].dice for f in faces)

    def never_none(self, node: F.Expr) -> bool:
        """Whether an expression is known not to give NONE."""
        if isinstance(node, F.Const):
            return node.value != F.NONE
        if isinstance(node, F.Column):
            return node.must or F.NONE not in self.flow.tables[node.table]
        if isinstance(node, F.Fold):
            return node.kind in ("count", "total")
        return isinstance(node, F.Size | F.Op | F.MeldLength | F.FaceOf | F.PlaceOf | F.Offset | F.Compare | F.MeldEnd)

    def gives_cards(self, node: F.Expr | F.Seq) -> bool:
        """Whether the values of a node are cards, as far as its form says."""
        if isinstance(node, F.Cards | F.MeldCards | F.PlayCards | F.End):
            return True
        if isinstance(node, F.Load):
            return self.flow.slots[node.slot].sort.name == "card"
        if isinstance(node, F.Filter | F.Best | F.Rotate | F.Without | F.Fold):
            return self.gives_cards(node.seq)
        if isinstance(node, F.Flat | F.LetSeq | F.Let):
            return self.gives_cards(node.body)
        if isinstance(node, F.Map):
            return self.gives_cards(node.value)
        if isinstance(node, F.Concat):
            return any(map(self.gives_cards, node.seqs))
        if isinstance(node, F.Items):
            return any(map(self.gives_cards, node.items))
        if isinstance(node, F.Choice):
            return self.gives_cards(node.then)
        return isinstance(node, F.Call) and self.flow.functions[node.function].sort.name == "card"

    def slots_read(self, node: object) -> set[int]:
        """The slots that the value of a node can depend on."""
        found: set[int] = set()
        for part in _parts(node):
            if isinstance(part, F.Load | F.Saved):
                found.add(part.slot)
            elif isinstance(part, F.LoadAt):
                found.update(range(part.base, part.base + part.count))
            elif isinstance(part, F.Call):
                found |= self.slots_read(self.flow.functions[part.function].body)
        return found

    def depends_only_on(self, node: object, slots: set[int]) -> bool:
        """Whether the value of a node follows from some slots and constants alone."""
        for part in _parts(node):
            if isinstance(part, F.Load | F.Saved):
                if part.slot not in slots:
                    return False
            elif isinstance(part, F.Call):
                if not self.flow.functions[part.function].pure:
                    return False
            elif isinstance(part, READ_PLACES | F.LoadAt):
                return False
        return True


def _parts(node: object) -> Iterator[object]:
    """A node and all nodes below it."""
    if isinstance(node, list | tuple):
        for item in node:
            yield from _parts(item)
    elif is_dataclass(node):
        yield node
        if isinstance(node, F.Expr | F.Seq | F.Bind):
            for f in fields(node):
                yield from _parts(getattr(node, f.name))
