"""What a game declares, as its expressions and instructions speak of it: terms, combinations, pieces, places, slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .expressions import Expr
from .values import Sort


@dataclass(slots=True)
class Function:
    """A term that gives one value. Parameters are registers; it reads no slot of a bind."""

    name: str
    params: list[int]
    body: Expr
    sort: Sort


@dataclass(slots=True)
class FormPattern:
    """One form of a combination.

    kind any: `low` to `high` cards; alike: so many with one value of `column`; run: `low` to `high` successive values of
    `column`, `each` cards of each. `high` None: no bound. `allowed[face]`: whether the face may be in it.
    `column` is an index into `Flow.tables`, values in order are 0, 1, 2 …
    """

    name: str
    kind: Literal["any", "alike", "run"]
    low: int
    high: int | None
    column: int | None
    each: int
    allowed: tuple[bool, ...]


@dataclass(slots=True)
class CombinationInfo:
    """`order` is the table that ranks faces (highest is largest); ties by face."""

    name: str
    component: int
    forms: list[FormPattern]
    order: int


@dataclass(slots=True)
class FaceInfo:
    """A face: `name` as people write it, unique within its component; `row` its row's name; `count` how many there are;
    `held` its place in a sorted hand, among the faces of its component."""

    name: str
    row: str
    component: int
    fields: dict[str, int]
    count: int
    held: int = 0


@dataclass(slots=True)
class ComponentInfo:
    """`first` .. `first + size` are its faces. For dice, `count` on a face is its weight, and `dice` how many dice there are
    (0 for cards)."""

    name: str
    sort: Literal["cards", "dice"]
    first: int
    size: int
    dice: int


@dataclass(slots=True)
class KindInfo:
    name: str
    ordered: bool
    values: tuple[str, ...]


@dataclass(slots=True)
class Place:
    """Where components lie.

    shape: zone (unordered), pile (ordered, may hold bags) or plays. view: who sees its faces. owner: seat or -1.
    start: the faces there before the game, bottom first. capacity: what it can ever hold.
    """

    name: str
    family: str
    shape: Literal["zone", "pile", "plays"]
    component: int
    view: Literal["nobody", "owner", "all"]
    owner: int
    start: tuple[int, ...]
    capacity: int
    combination: int | None = None


@dataclass(slots=True)
class Family:
    """The places of one zone declaration: `first` .. `first + size`. `numbered`: its places are told apart by number only."""

    name: str
    first: int
    size: int
    each: str
    numbered: int


@dataclass(slots=True)
class Slot:
    """A value of the frame. role: track (seen by all), local (of a procedure), held (a secret choice, seen by seat `owner`).

    `sort` list: a tuple of integers."""

    name: str
    sort: Sort
    initial: int
    role: Literal["track", "local", "held"]
    owner: int = -1
