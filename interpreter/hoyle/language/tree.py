"""The tree of a spec: one class for each kind of node of `grammar.lark`, as written, before any name is resolved.

Comes in: what `parse` reads. Goes out: plain nodes, each with its `span`; expressions get their `type` from `check`.
What always holds: nodes compare by structure alone (spans and types do not count), so that two texts with the same
meaning to the grammar have equal trees; fields hold nodes, lists of nodes, words and numbers, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: lines and columns count from 1; `end_column` is one past the last sign."""

    line: int
    column: int
    end_line: int
    end_column: int
    file: str = ""


NOWHERE = Span(0, 0, 0, 0)


@dataclass(slots=True)
class Node:
    """What all nodes share: the place in the text, the places of the words that make it up (names and verbs, not what
    is itself a node), the rulings they rest on (`tags`)."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    words: dict[str, Span] = field(default_factory=dict, compare=False, repr=False, kw_only=True)
    tags: list[str] = field(default_factory=list, repr=False, kw_only=True)

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in written order."""
        for f in fields(self):
            yield from _nodes(getattr(self, f.name))

    def walk(self) -> Iterator[Node]:
        """This node and all below it, depth first, in written order."""
        yield self
        for child in self.children():
            yield from child.walk()


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _nodes(item)


# ---- expressions ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Expr(Node):
    """An expression; `type` and `ref` (what a name stands for) are filled in by `check`."""

    type: Any = field(default=None, compare=False, repr=False, kw_only=True)
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Name(Expr):
    name: str


@dataclass(slots=True)
class Number(Expr):
    value: int


@dataclass(slots=True)
class Face(Expr):
    """`3 of spades`: a number and what it is of."""

    number: int
    of: Expr


@dataclass(slots=True)
class Numbered(Expr):
    """`build 1`, `store 2 of ann`, `mirror 4`: a name with a number, of an owner or not."""

    name: str
    number: int
    of: Expr | None = None


@dataclass(slots=True)
class Of(Expr):
    """`hand of p`, `luck of (p, o)`, `queen of spades`: a name of one thing, or of several."""

    name: str
    args: list[Expr]


@dataclass(slots=True)
class Reduce(Expr):
    """`the total value of o`: kind is total, highest or lowest."""

    kind: str
    arg: Expr


@dataclass(slots=True)
class ListOf(Expr):
    items: list[Expr]


@dataclass(slots=True)
class Range(Expr):
    low: Expr
    high: Expr


@dataclass(slots=True)
class Arithmetic(Expr):
    """`op` is one of + - × / mod but; `×` also says how many of a face."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Compare(Expr):
    """`op` is one of = < <= > >=."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Is(Expr):
    """`left is [not] right`; right may be Empty, Nothing, IsCompare, RowTest or any expression."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(slots=True)
class Empty(Expr):
    pass


@dataclass(slots=True)
class Nothing(Expr):
    """The word `none`."""


@dataclass(slots=True)
class IsCompare(Expr):
    """After `is`: at least, at most, more than, less than, one of, none of."""

    how: str
    right: Expr


@dataclass(slots=True)
class RowTest(Expr):
    """After `is`: `a friday`, `a pair`: the row of a component or the form of a combination."""

    name: str


@dataclass(slots=True)
class Truth(Expr):
    """The words `yes` and `no`."""

    value: bool


@dataclass(slots=True)
class Has(Expr):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Relation(Expr):
    """`c fits o`: a declared relation between two things."""

    name: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class And(Expr):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Or(Expr):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Not(Expr):
    arg: Expr


@dataclass(slots=True)
class Where(Node):
    test: Expr


@dataclass(slots=True)
class With(Node):
    """`[alone] with most size of hand of p`: keeps those that tie for the extreme; alone: nobody if they tie."""

    alone: bool
    extreme: str
    key: Expr

    @property
    def highest(self) -> bool:
        """Whether the highest is kept, not the lowest."""
        return self.extreme in ("highest", "most")


@dataclass(slots=True)
class Binder(Expr):
    """`x in L [from S] filters`: the members of L that pass the filters, left to right."""

    name: str
    source: Expr
    start: Expr | None = None
    filters: list[Where | With] = field(default_factory=list)


@dataclass(slots=True)
class Query(Expr):
    """`the first x in …`: pick is first, last or number of."""

    pick: str
    binder: Binder


@dataclass(slots=True)
class Quantifier(Expr):
    """`some x in …`, `no x in …`."""

    some: bool
    binder: Binder


@dataclass(slots=True)
class RandomOf(Expr):
    """`a random x in …`, uniform."""

    binder: Binder


# ---- declarations --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Players(Node):
    low: Expr
    high: Expr


@dataclass(slots=True)
class Case(Node):
    """A labelled row: `NAME: value [if guard | otherwise]`."""

    name: str
    value: Expr
    guard: Expr | None = None
    otherwise: bool = False


@dataclass(slots=True)
class Winners(Node):
    """Either one binder or labelled cases of binders."""

    binder: Expr | None
    cases: list[Case]


@dataclass(slots=True)
class Declaration(Node):
    name: str


@dataclass(slots=True)
class Parameter(Declaration):
    value: Expr
    low: Expr | None
    high: Expr | None
    among: list[Expr]


@dataclass(slots=True)
class KindValue(Node):
    """A value of a kind, a name or a number; `high` makes it a row of numbers."""

    low: str
    high: str | None = None


@dataclass(slots=True)
class Kind(Declaration):
    ordered: bool
    values: list[KindValue]


@dataclass(slots=True)
class Cell(Node):
    """A cell of a grid: values, or one of the words each, all, rest, -."""

    word: str | None
    values: list[Expr]


@dataclass(slots=True)
class Line(Node):
    cells: list[Cell]


@dataclass(slots=True)
class Components(Declaration):
    """Cards or dice: `name` is what one is called; `homes` the zones they start in; rows of faces."""

    sort: str
    homes: list[Expr]
    copies: int | None
    columns: list[str]
    rows: list[Line]
    heads: list[Span] = field(default_factory=list, compare=False, repr=False)


@dataclass(slots=True)
class Order(Declaration):
    """`order card by rank, suit`; `name` is the component."""

    fields: list[str]


@dataclass(slots=True)
class Zone(Declaration):
    """`shape` is zone or pile; `view` is nobody, owner or all."""

    shape: str
    each: str | None
    low: Expr | None
    high: Expr | None
    holding: str | None
    plays_of: str | None
    view: str


@dataclass(slots=True)
class Track(Declaration):
    """`shape` is counter, flag or marker; `within` names the procedure it lives in."""

    shape: str
    each: str | None
    of_type: str | None
    start: Expr | None
    within: str | None


@dataclass(slots=True)
class Param(Node):
    of_type: str
    name: str


@dataclass(slots=True)
class Term(Declaration):
    """`form` is value, predicate or relation; `value`, or labelled `cases`."""

    form: str
    params: list[Param]
    value: Expr | None
    cases: list[Case]


@dataclass(slots=True)
class Pattern(Node):
    """`kind` is any, alike or run; sizes are numbers or parameters; `high` None with `more` is open."""

    kind: str
    low: Expr
    high: Expr | None
    more: bool
    by: str | None
    each: int


@dataclass(slots=True)
class Form(Node):
    name: str
    pattern: Pattern
    where: Expr | None


@dataclass(slots=True)
class Combination(Declaration):
    component: str
    variable: str
    forms: list[Form]


@dataclass(slots=True)
class Body(Node):
    statements: list[Node]


@dataclass(slots=True)
class Procedure(Declaration):
    """`role` is to, setup, round, turn or scoring; the first of `params`, if any, is its subject."""

    role: str
    params: list[Param]
    body: Body


@dataclass(slots=True)
class Ruling(Node):
    tag: str
    text: str


@dataclass(slots=True)
class Always(Declaration):
    test: Expr


@dataclass(slots=True)
class Measure(Node):
    names: list[str]
    value: Expr


@dataclass(slots=True)
class Thing(Node):
    """In a position: a value or a range of them, for plays `by` a seat."""

    value: Expr
    by: str | None


@dataclass(slots=True)
class Given(Node):
    place: Expr
    things: list[Thing]
    value: Expr | None


@dataclass(slots=True)
class Call(Node):
    name: str
    args: list[Expr]


@dataclass(slots=True)
class At(Node):
    call: Call


@dataclass(slots=True)
class Destined(Node):
    preposition: str
    place: Expr


@dataclass(slots=True)
class Act(Node):
    """`how` is does, can, can only or cannot."""

    player: str
    how: str
    option: str
    what: Expr | None
    source: Expr | None
    to: list[Destined]
    for_: list[Expr]


@dataclass(slots=True)
class Luck(Node):
    outcomes: list[Expr]


@dataclass(slots=True)
class Expect(Node):
    test: Expr


@dataclass(slots=True)
class Example(Declaration):
    seats: list[str]
    lines: list[Node]


@dataclass(slots=True)
class Set(Node):
    name: str
    value: Expr


@dataclass(slots=True)
class Replace(Node):
    """A declaration in place of the one of its name; or `Options`, each in place of that of its name `into` a
    procedure."""

    new: Node
    into: str | None = None


@dataclass(slots=True)
class Add(Node):
    """A new declaration; or `Options`, added `into` the procedure whose choice they join."""

    new: Node
    into: str | None = None


@dataclass(slots=True)
class Remove(Node):
    """A declaration, or an option, a limit or a row; `into` names the procedure or term it stands in."""

    name: str
    into: str | None = None


@dataclass(slots=True)
class Hook(Node):
    """More statements before or after those of a procedure or an option; `into` names the procedure of the option."""

    side: str
    name: str
    body: Body
    into: str | None = None


@dataclass(slots=True)
class Scope(Declaration):
    changes: list[Node]


@dataclass(slots=True)
class File(Node):
    """One file: a game, or a variant `of` one with its `changes`."""

    title: str
    of: str | None
    changes: list[Node]
    declarations: list[Node]


# ---- statements ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Let(Node):
    name: str
    value: Expr


@dataclass(slots=True)
class Becomes(Node):
    place: Expr
    value: Expr


@dataclass(slots=True)
class Gains(Node):
    """`verb` is gains, loses or scores (as written)."""

    place: Expr
    verb: str
    value: Expr


@dataclass(slots=True)
class If(Node):
    tests: list[Expr]
    bodies: list[Body]
    else_: Body | None


@dataclass(slots=True)
class For(Node):
    binder: Binder
    body: Body


@dataclass(slots=True)
class Repeat(Node):
    until: Expr | None
    body: Body


@dataclass(slots=True)
class Turns(Node):
    binder: Binder
    until: Expr | None
    body: Body


@dataclass(slots=True)
class Chosen(Node):
    """`c from Z`: what the player picks, and where from."""

    name: str
    source: Expr


@dataclass(slots=True)
class Destination(Node):
    """`onto o in build` (name set: the player picks the place) or `onto discard-pile`."""

    preposition: str
    name: str | None
    place: Expr


@dataclass(slots=True)
class Option(Node):
    """`to NAME [object] [destination], for picks, where guard: body`; `object` is Chosen, an expression or None."""

    name: str
    object: Chosen | Expr | None
    destination: Destination | None
    picks: list[Chosen]
    where: Expr | None
    body: Body | None


@dataclass(slots=True)
class Limit(Node):
    name: str
    option: str
    when: Expr | None
    only: Expr
    if_possible: bool


@dataclass(slots=True)
class Options(Node):
    options: list[Option]
    limits: list[Limit]


@dataclass(slots=True)
class Choose(Node):
    player: Expr
    tiers: list[Options]
    else_: Body | None


@dataclass(slots=True)
class Together(Node):
    binder: Binder
    options: Options


@dataclass(slots=True)
class What(Node):
    """`all`, an expression, or so many `of` a place: `1 from deck`."""

    all: bool
    value: Expr | None
    source: Expr | None


@dataclass(slots=True)
class Move(Node):
    """`verb` in its plain form: take, discard, turn up, …; `actor` may be unsaid."""

    actor: Expr | None
    verb: str
    what: What
    preposition: str
    to: Expr


@dataclass(slots=True)
class Deal(Node):
    what: What
    preposition: str
    to: Expr
    start: Expr | None


@dataclass(slots=True)
class DealTable(Node):
    source: Expr
    start: Expr
    columns: list[Expr]
    rows: list[Line]


@dataclass(slots=True)
class Shuffle(Node):
    place: Expr


@dataclass(slots=True)
class Roll(Node):
    place: Expr


@dataclass(slots=True)
class Reveal(Node):
    actor: Expr | None
    what: Expr
    to: Expr | None


@dataclass(slots=True)
class End(Node):
    """`end PROCEDURE`."""

    name: str


@dataclass(slots=True)
class EndGame(Node):
    """`end game as NAME`."""

    name: str
