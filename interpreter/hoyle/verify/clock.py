"""How long work takes: in seconds, or in steps of plays, so that a budget comes to the same on every machine.

Comes in: the steps that are made (a decision, a chance, a position looked at). Goes out: a time to hold against
deadlines. What always holds: time never runs back; while steps are counted, it follows from the work alone, so that the
same work with the same seed ends at the same place. Within a `limit`, plays end at its time, in the middle of
themselves if need be, so that no single play takes longer than all of them may.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from ..engine.errors import ENDLESS, PlayError

RATE = 10_000
"""So many steps count as a second, which is about what one core does of plain rules."""

BEGUN = 10
"""What it takes to begin a play, in steps."""

LOST = 2_000
"""What it takes to find out that the rules go round for ever without a stop, in steps."""


class _Clock:
    """The one clock of the process; `counting` says whether steps are what counts."""

    counting = False
    steps = 0
    end = inf


def now() -> float:
    """The time, in seconds; only differences mean something."""
    return _Clock.steps / RATE if _Clock.counting else monotonic()


def counting() -> bool:
    """Whether steps are what counts."""
    return _Clock.counting


def spend(steps: int = 1) -> None:
    """So many steps were made."""
    _Clock.steps += steps


def spend_on(error: PlayError) -> None:
    """A step came to nothing."""
    spend(LOST if error.message == ENDLESS else 1)


@contextmanager
def counted(counting: bool = True) -> Iterator[None]:
    """While this lasts, time is counted in steps (if `counting`)."""
    before, _Clock.counting = _Clock.counting, counting
    try:
        yield
    finally:
        _Clock.counting = before


@contextmanager
def limit(end: float, anew: bool = False) -> Iterator[None]:
    """While this lasts, plays end when it is `end` (by `now`), or at an earlier limit that this one is within; with
    `anew` that one does not count."""
    before, _Clock.end = _Clock.end, end if anew else min(end, _Clock.end)
    try:
        yield
    finally:
        _Clock.end = before


def late(steps: int = 0) -> bool:
    """Whether the limit is over for a play that made so many steps which are not yet told of."""
    end = _Clock.end
    return end < inf and ((_Clock.steps + steps) / RATE if _Clock.counting else monotonic()) >= end
