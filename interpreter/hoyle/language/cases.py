"""How many cases conditions and lists go through, one inside another, and how often terms ask for terms.

Comes in: a program without mistakes. Goes out: those that go through more than can be looked at, as diagnostics. What
always holds: a list counts as long as it can get (a place holds all cards there are at most); of numbers only those count
whose first and last the spec says, as the others are counted while they are gone through.
"""

from __future__ import annotations

import math

from . import tree as t
from .deals import cards, holds, places
from .diagnostics import Diagnostic
from .program import Program, constant
from .types import Type

MOST = 10_000_000
"""So many cases one condition may go through: it is asked again and again."""

MOST_TERMS = 1_000_000
"""So many terms one condition may ask for of one case."""


def too_many(program: Program) -> list[Diagnostic]:
    """The lists inside lists that go through too many cases, each told at the outermost."""
    count, asked = Cases(program), Asked(program)
    found = []
    for declaration in sorted(program.declarations, key=lambda d: not isinstance(d, t.Term)):
        told: set[int] = set()
        for node in declaration.walk():
            if isinstance(node, t.Options):
                count.limits(node)
                asked.limits(node)
        times = cards(declaration.component, program) if isinstance(declaration, t.Combination) else 1
        for node in declaration.walk():
            if not isinstance(node, t.Expr | t.Option | t.Limit) or id(node) in told:
                continue
            lists, terms = times * count.of(node), asked.of(node)
            if lists > MOST or terms > MOST_TERMS:
                told.update(id(below) for below in node.walk())
                found.append(_told(node, lists, terms))
        if told:
            count.told(declaration)
            asked.told(declaration)
    return found


def _told(node: t.Node, lists: int, terms: int) -> Diagnostic:
    if lists > MOST:
        what = f"this can go through {lists:,} cases, one list inside another; at most {MOST:,} can be looked at"
        hint = "let the lists be shorter: say what matters of a card first, and look for the next among those only"
    else:
        what = f"this can ask for {terms:,} values, as terms ask for terms more than once; at most {MOST_TERMS:,} can be looked at"
        hint = "let a term ask for another only once: multiply what it gives, instead of adding it to itself"
    return Diagnostic("E252", what, node.span, hint)


class Cases:
    """Counts the cases of expressions."""

    least = 0  # what a term counts at least, whenever it is asked

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[int, int] = {}

    def of(self, node: t.Node) -> int:
        """How many cases are gone through, at most, when a node is asked once."""
        found = self._known.get(id(node))
        if found is None:
            self._known[id(node)] = 0  # a term within itself is a mistake that is told elsewhere
            found = self._known[id(node)] = self._count(node)
        return found

    def limits(self, options: t.Options) -> None:
        """What a limit says is asked of each move of its option."""
        for limit in options.limits:
            moves = sum(self._moves(option) for option in options.options if option.name == limit.option)
            self._known[id(limit)] = moves * (self.of(limit.only) + (0 if limit.when is None else self.of(limit.when)))

    def told(self, node: t.Node) -> None:
        """What asks a node of which it is told is not told of, too."""
        self._known[id(node)] = 0

    def _count(self, node: t.Node) -> int:
        if isinstance(node, t.Option):
            return self._moves(node) * max(1, 0 if node.where is None else self.of(node.where))
        if isinstance(node, t.Binder):
            each = sum(map(self.of, node.filters))
            first = 0 if node.start is None else self.of(node.start)
            return self.of(node.source) + first + self.length(node.source) * max(1, each)
        if isinstance(node, t.Term) and node.cases:  # of the rows one is taken
            guards = sum(self.of(row.guard) for row in node.cases if row.guard is not None)
            return guards + max(self.of(row.value) for row in node.cases)
        below = sum(map(self.of, node.children()))
        if isinstance(node, t.Reduce):
            return below + self.length(node.arg)
        if isinstance(node, t.Expr) and (term := self.term(node)) is not None:
            times = self.length(node.args[0]) if isinstance(node, t.Of) and node.args else 1
            return below + times * max(self.least, self.of(term))
        return below

    def _moves(self, option: t.Option) -> int:
        """How many moves an option can have: each of what is picked with each of the others."""
        picked = [one.source for one in (option.object, *option.picks) if isinstance(one, t.Chosen)]
        if option.destination is not None and option.destination.name is not None:
            picked.append(option.destination.place)
        return math.prod(map(self.length, picked))

    def term(self, node: t.Expr) -> t.Node | None:
        """The term that a node asks."""
        if node.ref is not None and node.ref.kind == "predicate":
            return self.program.terms.get(node.ref.what)
        is_asked = isinstance(node, t.Relation) or (node.ref is not None and node.ref.kind == "term")
        return self.program.terms.get(getattr(node, "name", "")) if is_asked else None

    def length(self, node: t.Expr) -> int:
        """How many members a list has at most, as far as the spec says it; else one."""
        match node:
            case t.Binder():
                return self.length(node.source)
            case t.ListOf():
                return sum(map(self.length, node.items))
            case t.Range():
                low, high = constant(node.low, self.program), constant(node.high, self.program)
                return 1 if low is None or high is None else max(0, high - low + 1)
            case t.Arithmetic(op, left, right) if node.type is not None and node.type.name != "number":
                return self.length(left) + (self.length(right) if op == "+" else 0)
        if node.type is None:
            return 1
        if isinstance(term := self.term(node), t.Term):
            return 1 if term.value is None else self.length(term.value)
        return self._room(node.type)

    def _room(self, type_: Type) -> int:
        """How many there can be of what a list holds: cards of a place, places of a name, players, values of a kind."""
        program, many = self.program, type_.many
        match type_.name:
            case "card" if many:
                return cards(type_.of, program)
            case "place":
                return places(type_, program) if many else cards(holds(type_.of, program), program)
            case "play":
                return cards(holds(type_.of, program), program)
            case "meld":
                return cards(program.combinations[type_.of].component, program)
            case "player" if many:
                return max(program.seats(), default=1)
            case "kind" if many:
                return len(program.kind_values(type_.of))
        return 1


class Asked(Cases):
    """Counts how often terms are asked, of one member of each list."""

    least = 1

    def length(self, node: t.Expr) -> int:
        """One: other members are other cases."""
        return 1
