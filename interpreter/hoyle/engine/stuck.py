"""Why a player has no move, or not the one they want: what the limits of a choice leave.

Comes in: a machine and a frame at a decision. Goes out: words. What always holds: nothing is asked but what `moves` asks,
so what is told is why `moves` lists what it lists.
"""

from __future__ import annotations

from collections.abc import Callable

from .events import Move
from .layout import Frozen
from .machine import Machine


def why(machine: Machine, frame: Frozen) -> str:
    """Why nobody can choose here: which limit left how many moves; empty where no option is possible even without."""
    told = machine.narrowed(frame)
    if not told:
        return ""
    (_, free), *limits = told
    said = [f"{name} leaves {len(moves) or 'none'}" for name, moves in _narrowing(len(free), limits)]
    one = len(free) == 1
    return f"without limits there would be {len(free)} move{'' if one else 's'}; {', '.join(said)}"


def forbidding(machine: Machine, frame: Frozen, wanted: Callable[[list[Move]], Move | None]) -> tuple[str, Move] | None:
    """The limit that takes away a move, and the move.

    Args:
        machine, frame: the decision.
        wanted: picks, from moves that there would be without limits, the one that is meant, or None.
    """
    told = machine.narrowed(frame)
    move = wanted(told[0][1]) if told else None
    for name, moves in told[1:]:
        if move is not None and move not in moves:
            return name, move
    return None


def _narrowing(count: int, limits: list[tuple[str, list[Move]]]) -> list[tuple[str, list[Move]]]:
    """Those limits that left fewer moves than there were."""
    found = []
    for name, moves in limits:
        if len(moves) < count:
            found.append((name, moves))
            count = len(moves)
    return found
