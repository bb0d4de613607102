"""Program → flow: `lower(program, players)` makes the control-flow graph of a game for one number of players.

Comes in: a checked `Program`. Goes out: a `Flow` (see `engine.flow`). What always holds: the same program, players and
parameters give the same flow.
"""

from __future__ import annotations

from ...language import tree as t
from ...language.diagnostics import HoyleError
from ...language.program import Program
from .. import flow as f
from .choices import Choices


def lower(program: Program, players: int) -> f.Flow:
    """The flow of a game.

    Args:
        program: a checked program; its `settings` hold the parameters that are not at their default.
        players: how many seats.

    Raises:
        HoyleError: the game is not for so many.
        SpecErrors: with these players and parameters something does not work out.
    """
    return lowered(program, players).flow


def lowered(program: Program, players: int) -> Choices:
    """The flow of a game together with what made it, for those who lower more (examples)."""
    seats = program.seats()
    if players not in seats:
        span = f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        raise HoyleError(f"{program.title} is for {span} players, not for {players}")
    x = Choices(program, players)
    x.procedures()
    x.finish_clears()
    x.finish_turns()
    x.flow.entry = x.frames["play"].entry.at
    x.resolve()
    _winners(x)
    for always in program.invariants.values():
        x.flow.invariants.append(f.InvariantInfo(always.name, x.truth(always.test, {}), always.span))
    for measure in program.measures:
        x.flow.measures.append(f.MeasureInfo(" or ".join(measure.names), measure.names[0], measure.span))
    return x


def _winners(x: Choices) -> None:
    winners = x.p.winners
    assert winners is not None
    rows: list[tuple[t.Expr, t.Expr | None]] = [(c.value, c.guard) for c in winners.cases]
    if winners.binder is not None:
        rows = [(winners.binder, None)]
    for binder, guard in rows:
        test = x.truth(guard, {}) if guard is not None else None
        register = x.register()
        score, highest = None, True
        for one in binder.filters if isinstance(binder, t.Binder) else []:
            if isinstance(one, t.With) and isinstance(binder, t.Binder):
                score = x.number_(one.key, {binder.name: f.Var(register)})
                highest = one.highest
                break
        x.flow.winners.append(f.Winner(test, x.members(binder, {}), register, score, highest))
