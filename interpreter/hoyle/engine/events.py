"""What happens in a play, event by event: the one account from which stories, observations and histories follow.

Comes in: steps of a machine whose frame has a log. Goes out: events, in flow's own numbers (`names` puts them in
words, `observe` says what each seat sees of them). What always holds: every change of a place or of a track is in
exactly one event; an event holds everything, what others may see of it is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .flow import Sort

Move = tuple[Any, ...]
"""A move as a machine knows it: the option's number, then the value of each of its binds."""

UNSEEN = 0xFFFF
"""The face of a card that is not seen, in what a seat sees of an event; other values not seen are None."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat is asked to decide, in procedure `name`; `at` is the decision's program counter."""

    seat: int
    name: str
    public: bool
    at: int


@dataclass(frozen=True, slots=True)
class Began:
    """A turn of a seat began. Where not everybody may know that, nobody is told."""

    seat: int


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat took a move of the decision at `at`; `said` is how the move is said: words, and values with their
    sorts."""

    seat: int
    move: Move
    public: bool
    secret: bool
    at: int
    said: tuple[str | tuple[Any, Sort], ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards (each with the place it left) went to a place. `verb` is the rules' own; `actor` a seat or -1;
    `drawn`: it was the top card of a pile, unseen (whether by chance or not would tell what is left there)."""

    cards: tuple[int, ...]
    to: int
    under: bool
    verb: str
    actor: int
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Gathered:
    """All pieces of a component went to a place."""

    component: int
    to: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    place: int


@dataclass(frozen=True, slots=True)
class Rolled:
    place: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """A member of some sequence was picked at random into a slot."""

    slot: int
    value: Any


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards were shown to some seats."""

    cards: tuple[int, ...]
    to: tuple[int, ...]
    actor: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A track changed."""

    slot: int
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Ended:
    ending: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """A seat is to decide and has no move."""

    seat: int
    name: str


Said = tuple[str | tuple[Any, Sort], ...]
Event = Asked | Began | Chose | Moved | Gathered | Shuffled | Rolled | Picked | Revealed | Changed | Ended | Stuck
