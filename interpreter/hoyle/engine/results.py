"""How a game came out.

Comes in: a frame where the game is over or stuck. Goes out: `Standing`, in seats. What always holds: winners are
those of the first row of `winners` whose condition holds; the ranking has every seat once, winners first, those who
are level together.
"""

from __future__ import annotations

from dataclasses import dataclass

from .layout import Frozen
from .machine import Machine


@dataclass(frozen=True, slots=True)
class Standing:
    """`ending` is an index, or -1 where a seat is `stuck`; `scores` is None where winning is no matter of numbers."""

    ending: int
    stuck: int
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    ranking: tuple[tuple[int, ...], ...]


def standing(machine: Machine, frame: Frozen) -> Standing | None:
    """The standing at the end; None while the game goes on."""
    stop = machine.stop(frame)
    if stop.kind not in ("over", "stuck"):
        return None
    flow = machine.flow
    if stop.kind == "stuck":
        return Standing(-1, stop.player, (), None, ())
    ending = flow.code[frame[0]].ending  # type: ignore[attr-defined]
    seats = range(flow.players)
    for row in flow.winners:
        if row.test is not None and not machine.evaluate(frame, row.test):
            continue
        winners = tuple(dict.fromkeys(machine.evaluate(frame, row.seats)))
        rest = [seat for seat in seats if seat not in winners]
        if row.score is None:
            groups = [winners, tuple(rest)]
            return Standing(ending, -1, winners, None, tuple(group for group in groups if group))
        scores = tuple(machine.evaluate(frame, row.score, {row.register: seat}) for seat in seats)
        values = sorted({scores[seat] for seat in rest}, reverse=row.highest)
        groups = [winners, *(tuple(seat for seat in rest if scores[seat] == value) for value in values)]
        return Standing(ending, -1, winners, scores, tuple(group for group in groups if group))
    return Standing(ending, -1, (), None, (tuple(seats),))
