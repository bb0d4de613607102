"""The cards of a worked example's position, as the engine lays them.

Comes in: a program. Goes out: for each example the places that it fills. What always holds: the cards are those of the
position that the example is played from, filters and ranges included.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...engine.errors import PlayError
from ...engine.examples import Run
from ...engine.layout import FACE
from ...engine.lower.examples import GivenPlace, plan
from ...language import tree as t
from ...language.diagnostics import SpecErrors
from ...language.program import Program


@dataclass(frozen=True, slots=True)
class Row:
    """What lies at one place: the place's name in the spec without its owner, the owner's seat name or "", faces."""

    place: str
    owner: str
    faces: tuple[int, ...]


def positions(program: Program) -> dict[str, list[Row]]:
    """The filled places of each example, by its name."""
    found = {example.name: _rows(program, example) for example in program.examples.values()}
    return {name: rows for name, rows in found.items() if rows}


def _rows(program: Program, example: t.Example) -> list[Row]:
    """The places of one example; nothing for an example that does not hold (`check` reports it)."""
    try:
        run = Run(plan(program, example))
        given = [g for g in run.plan.given if isinstance(g, GivenPlace)]
        return [row for g in given if (row := _row(run, g)) is not None]
    except (PlayError, SpecErrors):
        return []


def _row(run: Run, given: GivenPlace) -> Row | None:
    place = run.machine.evaluate(run.frame, given.place)
    if place < 0:  # of a marker that the example gives: not known before the position is laid
        return None
    cards = list(run.machine.evaluate(run.frame, given.faces))
    for _, seq in given.plays:
        cards += run.machine.evaluate(run.frame, seq)
    owner = run.plan.flow.places[place].owner
    seat = run.plan.seats[owner] if owner >= 0 else ""
    return Row(run.plan.flow.places[place].name, seat, tuple(card & FACE for card in cards)) if cards else None
