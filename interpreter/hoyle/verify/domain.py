"""Positions of the declared kind: all that zones, counters, markers and flags could be, reached by a play or not.

Comes in: a case, and expressions of its flow. Goes out: frames that differ in what these expressions read. What always
holds: `whole` is said only where every position agrees with one of the frames in all that the expressions can tell
apart; otherwise the frames are a sample, the same for the same seed.

A number that is only ever compared with figures is looked at beside each of them, which is enough to tell. A place of
which only the size is asked is looked at with each number of cards. Where there are too many positions, or something
is read that has no end of values, a sample is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import combinations, combinations_with_replacement, permutations, product
from math import prod
from random import Random
from typing import Any

from ..engine import flow as F
from ..engine.layout import Frozen
from .rules import Case

MOST = 20_000
"""How many positions are looked at one by one."""

SAMPLE = 1_500
"""How many are drawn where there are more."""

FEW = 4
"""So many cards are laid in every way."""

Known = frozenset[int] | None
"""The values an expression can have; None: any."""


@dataclass
class Reads:
    """What expressions read: slots, the figures that slots are compared with, places and of which more than the size.

    `exact` is False where something is read that cannot be listed.
    """

    slots: set[int] = field(default_factory=set)
    figures: dict[int, set[int]] = field(default_factory=dict)
    reckoned: set[int] = field(default_factory=set)
    places: set[int] = field(default_factory=set)
    faces: set[int] = field(default_factory=set)
    exact: bool = True


class _Reader:
    """Goes through expressions, with what is known of the registers."""

    def __init__(self, flow: F.Flow, given: set[int]) -> None:
        self.flow, self.given, self.reads = flow, given, Reads()

    def look(self, node: Any, env: dict[int, Known]) -> None:
        """Take down what a node reads."""
        match node:
            case F.Load(slot=slot) | F.Saved(slot=slot):
                self._slot(slot, None)
            case F.LoadAt(base=base, index=index, count=count):
                for slot in range(base, base + count):
                    self._slot(slot, None)
                self.look(index, env)
            case F.Compare(left=left, right=right):
                self._compared(left, right, env)
                self._compared(right, left, env)
            case F.Size(place=place):
                self._place(place, env, False)
            case F.Fold(kind="count", seq=F.Cards(place=place)):
                self._place(place, env, False)
            case F.End(place=place) | F.Cards(place=place) | F.Plays(place=place) | F.PlayEnd(place=place):
                self._place(place, env, True)
            case F.OneEmpty(seq=seq):
                for place_ in self._some(self.members(seq, env)):
                    self.reads.places.add(place_)
                self.look(seq, env)
            case F.Call(function=function, args=args):
                called = self.flow.functions[function]
                for arg in args:
                    self.look(arg, env)
                known = {p: self.values(arg, env) for p, arg in zip(called.params, args, strict=True)}
                self.look(called.body, {**env, **known})
            case F.Let(register=register, value=value, body=body) | F.LetSeq(register=register, value=value, body=body):
                self.look(value, env)
                self.look(body, {**env, register: self.values(value, env)})
            case F.Filter() | F.Some() | F.Map() | F.Best() | F.Flat():
                self.look(node.seq, env)
                inside = {**env, node.register: self.members(node.seq, env)}
                for name in ("test", "value", "key", "body"):
                    if hasattr(node, name):
                        self.look(getattr(node, name), inside)
            case _:
                for part in _children(node):
                    self.look(part, env)

    def _slot(self, slot: int, figure: int | None) -> None:
        if slot in self.given:
            return
        self.reads.slots.add(slot)
        if figure is None:
            self.reads.reckoned.add(slot)
        else:
            self.reads.figures.setdefault(slot, set()).add(figure)

    def _compared(self, one: F.Expr, other: F.Expr, env: dict[int, Known]) -> None:
        """One side of a comparison: a slot beside a figure needs no other values than those around it."""
        if isinstance(other, F.Const) and isinstance(one, F.Load):
            self._slot(one.slot, other.value)
        elif isinstance(other, F.Const) and isinstance(one, F.LoadAt):
            for slot in range(one.base, one.base + one.count):
                self._slot(slot, other.value)
            self.look(one.index, env)
        else:
            self.look(one, env)

    def _place(self, place: F.Expr, env: dict[int, Known], faces: bool) -> None:
        self.look(place, env)
        for index in self._some(self.values(place, env)):
            self.reads.places.add(index)
            if faces:
                self.reads.faces.add(index)

    def _some(self, known: Known) -> Sequence[int]:
        return range(1, len(self.flow.places)) if known is None else sorted(known)

    # ---- what values can be ----

    def values(self, node: Any, env: dict[int, Known]) -> Known:
        """The values of an expression that gives a place or a number."""
        match node:
            case F.Const(value=value):
                return frozenset([value])
            case F.Offset(base=base, count=count):
                return frozenset(range(base, base + count))
            case F.Var(register=register):
                return env.get(register)
            case F.Load(slot=slot) if self.flow.slots[slot].sort.name == "place":
                return _family(self.flow, self.flow.slots[slot].sort.of)
            case F.Choice(then=then, other=other):
                one, two = self.values(then, env), self.values(other, env) if other is not None else frozenset[int]()
                return None if one is None or two is None else one | two
        return None

    def members(self, node: Any, env: dict[int, Known]) -> Known:
        """The values the members of a sequence can have."""
        match node:
            case F.Values(values=values):
                return frozenset(values)
            case F.Span_(low=F.Const(value=low), high=F.Const(value=high)):
                return frozenset(range(low, high + 1))
            case F.Filter(seq=seq) | F.Rotate(seq=seq) | F.Best(seq=seq) | F.OneEmpty(seq=seq) | F.Without(seq=seq):
                return self.members(seq, env)
            case F.Items(items=items):
                return _union([self.values(item, env) for item in items])
            case F.Concat(seqs=seqs):
                return _union([self.members(seq, env) for seq in seqs])
            case F.Map(register=register, seq=seq, value=value):
                return self.values(value, {**env, register: self.members(seq, env)})
        return None


def _union(parts: list[Known]) -> Known:
    found: set[int] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return frozenset(found)


def _family(flow: F.Flow, name: str) -> Known:
    family = next((f for f in flow.families if f.name == name), None)
    return None if family is None else frozenset(range(family.first, family.first + family.size))


def _children(node: Any) -> Iterator[Any]:
    """The nodes right below a node of a flow."""
    if not is_dataclass(node):
        return
    for one in fields(node):
        value = getattr(node, one.name)
        for part in value if isinstance(value, list | tuple) else (value,):
            if is_dataclass(part) and isinstance(part, F.Expr | F.Seq | F.Tier | F.OptionInfo | F.LimitInfo | F.Bind):
                yield part


class Domain:
    """The positions in which some expressions can differ.

    Args:
        case: the game.
        node: an expression, or a decision of its flow.
        pc: where the game stands in these positions.
    """

    def __init__(self, case: Case, node: F.Expr | F.Choose, pc: int, seed: int = 0) -> None:
        self.case, self.flow, self.layout, self.pc, self.seed = case, case.flow, case.machine.layout, pc, seed
        binds = set()
        if isinstance(node, F.Choose):
            binds = {bind.slot for tier in node.tiers for option in tier.options for bind in option.binds}
        reader = _Reader(self.flow, binds)
        reader.look(node, {})
        self.reads = reader.reads
        self._exact = self.reads.exact
        self._slots = {slot: self._of_slot(slot) for slot in sorted(self.reads.slots)}
        self._sizes = {place: self._of_place(place) for place in sorted(self.reads.places)}
        combinations = prod([len(v) for v in self._slots.values()]) * prod([len(v) for v in self._sizes.values()])
        self.whole = self._exact and combinations <= MOST

    # ---- what each thing can be ----

    def _of_slot(self, slot: int) -> list[Any]:
        info = self.flow.slots[slot]
        none = [F.NONE] if info.role == "track" and info.initial == F.NONE else []
        match info.sort.name:
            case "truth":
                return [0, 1]
            case "player":
                return [*none, *range(self.flow.players)]
            case "kind":
                kind = next(k for k in self.flow.kinds if k.name == info.sort.of)
                return [*none, *range(len(kind.values))]
            case "place" if (family := _family(self.flow, info.sort.of)) is not None:
                return [*none, *sorted(family)]
            case "number":
                figures = self.reads.figures.get(slot, set()) - {F.NONE}
                if slot in self.reads.reckoned:
                    self._exact = False
                    figures = figures | {0, 1, 5}
                found = {0, *(figure + by for figure in figures for by in (-1, 0, 1))}
                return [*none, *sorted(n for n in found if -F.LARGEST <= n <= F.LARGEST)]
        self._exact = False
        return [info.initial]

    def _of_place(self, place: int) -> list[tuple[int, ...]]:
        """What can lie at a place: all there can be, or a sample; of no more than its size is asked, one of each."""
        info = self.flow.places[place]
        component = self.flow.components[info.component]
        if info.shape == "plays":
            self._exact = False
            return [()]
        faces = self._pieces(info.component)
        total = min(component.dice or len(faces), info.capacity)
        if place not in self.reads.faces:
            return [faces[:count] for count in range(total + 1)]
        if component.dice:
            sides = range(component.first, component.first + component.size)
            return [cards for count in range(total + 1) for cards in combinations_with_replacement(sides, count)]
        if total <= FEW:
            have = Counter(faces)
            found: set[tuple[int, ...]] = set()
            for count in range(total + 1):
                ways = permutations(faces, count) if info.shape == "pile" else combinations(faces, count)
                found |= {cards for cards in ways if not Counter(cards) - have}
            return sorted(found)
        self._exact = False
        random = Random(f"{self.seed} {place}")
        drawn = [tuple(random.sample(faces, random.randint(1, min(total, 6)))) for _ in range(30)]
        return sorted({(), *(tuple(sorted(cards)) if info.shape == "zone" else cards for cards in drawn)})

    def _pieces(self, component: int) -> tuple[int, ...]:
        """All cards of a sort."""
        return tuple(sorted(f for p in self.flow.places if p.component == component for f in p.start))

    # ---- positions ----

    def frames(self) -> Iterator[Frozen]:
        """The positions: all of them if `whole`, else a sample."""
        slots, places = list(self._slots), list(self._sizes)
        choices = [*self._slots.values(), *self._sizes.values()]
        if self.whole:
            picked: Iterator[Sequence[Any]] = product(*choices)
        else:
            random = Random(self.seed)
            picked = ([random.choice(values) for values in choices] for _ in range(SAMPLE))
        for values in picked:
            frame = self._frame(
                dict(zip(slots, values, strict=False)), dict(zip(places, values[len(slots) :], strict=True))
            )
            if frame is not None:
                yield frame

    def _frame(self, slots: dict[int, Any], places: dict[int, tuple[int, ...]]) -> Frozen | None:
        """A frame with these values; None if there are not so many cards."""
        cells = list(self.layout.start())
        cells[0] = self.pc
        for slot, value in slots.items():
            cells[self.layout.slot(slot)] = value
        for component in {self.flow.places[place].component for place in places}:
            here = {place: lying for place, lying in places.items() if self.flow.places[place].component == component}
            if not self._lay(cells, component, here):
                return None
        return tuple(cells)

    def _lay(self, cells: list[Any], component: int, here: dict[int, tuple[int, ...]]) -> bool:
        """Put cards of one sort where they are to lie, and the others where nothing is asked of."""
        dice = self.flow.components[component].dice
        pool = list(self._pieces(component))
        for place in sorted(here, key=lambda place: place not in self.reads.faces):
            lying = here[place]
            if dice or place not in self.reads.faces:
                if len(lying) > len(pool):
                    return False
                taken, pool = pool[: len(lying)], pool[len(lying) :]
                lying = lying if dice else tuple(taken)
            elif Counter(lying) - Counter(pool):
                return False
            else:
                for face in lying:
                    pool.remove(face)
            cells[self.layout.place(place)] = lying
        others = [p for p, info in enumerate(self.flow.places) if p and info.component == component and p not in here]
        for place in others:
            cells[self.layout.place(place)] = ()
        plain = [place for place in others if self.flow.places[place].shape != "plays"]
        if plain:
            cells[self.layout.place(plain[0])] = tuple(pool)
        return not pool or bool(others)

    def told(self, frame: Frozen) -> list[str]:
        """What a position is like, as far as it matters here."""
        names = self.case.names
        lines = []
        for slot in self._slots:
            value = frame[self.layout.slot(slot)]
            info = self.flow.slots[slot]
            lines.append(f"{names.slots[slot].replace('-', ' ')}: {names.word(value, info.sort)}")
        for place in self._sizes:
            lying = frame[self.layout.place(place)]
            said = (
                ", ".join(names.faces[face] for face in lying) if place in self.reads.faces else f"{len(lying)} cards"
            )
            lines.append(f"{names.places[place].replace('-', ' ')}: {said or '-'}")
        return lines
