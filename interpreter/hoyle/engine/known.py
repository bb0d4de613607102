"""What is known of a flow's nodes before any play.

Comes in: a flow and its nodes. Goes out: what they read, what they can give. What always holds: what is said here is
true in every position; "not known" is always a right answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from . import flow as F

CHEAP = F.Values | F.Items | F.Saved | F.MeldCards | F.Plays
"""The sequences that cost nothing to make."""

MANY_PARTS = 8
"""From how many parts on an expression without any sequence is worth keeping, rather than working it out again."""


@dataclass(frozen=True, slots=True)
class Reads:
    """What the value of a node can depend on: slots (of functions called too) and registers bound outside it.

    `parts`: how many nodes it has; `walks`: whether working it out goes through a sequence; `costly`: or calls what does.
    """

    slots: frozenset[int]
    registers: frozenset[int]
    parts: int
    walks: bool
    costly: bool

    @property
    def worth_keeping(self) -> bool:
        """Whether it is better kept than worked out again."""
        return self.costly or self.parts >= MANY_PARTS


class Known:
    """What is known of the nodes of one flow."""

    def __init__(self, flow: F.Flow) -> None:
        self.flow = flow
        self._reads: dict[int, tuple[Reads, object]] = {}

    def reads(self, node: F.Expr | F.Seq) -> Reads:
        """What a node reads, and what it costs."""
        found = self._reads.get(id(node))
        if found is None:
            found = self._reads[id(node)] = self._read(node), node  # kept with the node, as its id is the key
        return found[0]

    def _read(self, node: F.Expr | F.Seq) -> Reads:
        slots: set[int] = set()
        registers: set[int] = set()
        walks = costly = goes_through(node)
        parts = 1
        for below in children(node):
            reads = self.reads(below)
            slots |= reads.slots
            registers |= reads.registers
            parts += reads.parts
            walks, costly = walks or reads.walks, costly or reads.costly
        if isinstance(node, F.Load | F.Saved):
            slots.add(node.slot)
        elif isinstance(node, F.LoadAt):
            slots.update(range(node.base, node.base + node.count))
        elif isinstance(node, F.Call):
            body = self.reads(self.flow.functions[node.function].body)
            slots |= body.slots
            parts, costly = parts + body.parts, costly or body.costly
        if isinstance(node, F.Var):
            registers.add(node.register)
        elif hasattr(node, "register"):
            registers.discard(node.register)
        return Reads(frozenset(slots), frozenset(registers), parts, walks, walks or costly)

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


def goes_through(node: F.Expr | F.Seq) -> bool:
    """Whether a node itself goes through a sequence, other than a few values that are written there."""
    if isinstance(node, F.Some):
        return not isinstance(node.seq, F.Items | F.Values)
    return isinstance(node, F.Seq) and not isinstance(node, CHEAP)


def children(node: object) -> Iterator[F.Expr | F.Seq]:
    """The nodes directly below a node."""
    assert is_dataclass(node)
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, F.Expr | F.Seq):
                yield item
