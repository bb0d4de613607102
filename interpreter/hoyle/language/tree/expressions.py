"""Expressions as written: names, numbers, conditions, lists; and the cells of tables, which hold them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .nodes import Node


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


@dataclass(slots=True)
class Cell(Node):
    """A cell of a grid: values, or one of the words each, all, rest, -."""

    word: str | None
    values: list[Expr]


@dataclass(slots=True)
class Line(Node):
    cells: list[Cell]
