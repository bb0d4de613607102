"""Statements as written: what happens, choices and their options."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Binder, Expr, Line
from .nodes import Node


@dataclass(slots=True)
class Body(Node):
    statements: list[Node]


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


def one_to_players(one: Option, other: Option) -> bool:
    """Whether two options have one name, and move and pick the same: a player could not say which is meant."""
    return (one.name, one.object, one.destination, one.picks) == (
        other.name,
        other.object,
        other.destination,
        other.picks,
    )


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
