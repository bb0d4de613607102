"""Plays that are compared with other plays, as the shrinker wants them: a path in, the same fault out.

Comes in: rules and a property. Goes out: a `Player`. What always holds: the comparison depends on the play alone (its
luck is fixed), so that a play that shows a fault shows it again.
"""

from __future__ import annotations

from random import Random

from .cell import remembers
from .plays import Recorded, Run, Source, run
from .properties import SEATS, SEEN
from .rules import Rules, Setting
from .seats import Seats, says_otherwise
from .shrink import Player
from .twins import Twins

TRIES = 12
"""With how many twins a play is compared."""


def paired_player(rules: Rules, name: str) -> Player:
    """Plays compared with twins, or with the play one seat further on."""

    def play(setting: Setting, source: Source, cap: int, steps: int | None = None) -> Run:
        case = rules.case(setting)
        recorded = Recorded(source)
        played = run(case, recorded, None, cap, steps)
        played.fault = None
        if name == SEATS:
            if says_otherwise(case.program) is None:
                played.fault = Seats(case).look(recorded.path) if played.kind == "over" else None
            return played
        told = Twins(case, {name}).look(recorded.path, Random(7), TRIES, played.steps)
        if told is not None:
            return Run("fault", played.frame, told.steps, told.decisions, told.decisions, told.fault)
        if name == SEEN:
            played.fault = remembers(case, recorded.path)
        return played

    return play
