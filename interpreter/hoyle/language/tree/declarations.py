"""Declarations as written: all that stands at the left margin of a file, the lines of examples, the changes of variants."""

from __future__ import annotations

from dataclasses import dataclass, field

from .expressions import Expr, Line
from .nodes import Node, Span
from .statements import Body


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
class Components(Declaration):
    """Cards or dice: `name` is what one is called; `homes` the zones they start in; rows of faces."""

    sort: str
    homes: list[Expr]
    copies: Expr | None
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
class ExpectEnd(Node):
    """The game is to have ended by `name`."""

    name: str


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
    """A new declaration; or `Options`, added `into` the procedure whose choice they join: each in which an option is
    called as `beside` says, if it does."""

    new: Node
    into: str | None = None
    beside: str | None = None


@dataclass(slots=True)
class Remove(Node):
    """A declaration, or an option, a limit or a row; `into` names the procedure or term it stands in. `what` is
    "measure" or "ruling" if it is one of these, and then `name` its procedure or its tag."""

    name: str
    into: str | None = None
    what: str | None = None


@dataclass(slots=True)
class Allow(Node):
    """When an option may be taken, in place of what it says of that; always, if there is no `where`. `into` names its
    procedure."""

    name: str
    into: str | None = None
    where: Expr | None = None


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
