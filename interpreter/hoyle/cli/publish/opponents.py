"""Whether players who look one move ahead play a game better than those who choose at random.

Comes in: a game. Goes out: the policy (see `engine.policy`) whose players are the better ones. What always holds: it is
found by the same plays everywhere, so a page offers the same players wherever it is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.chance import Luck
from ...engine.errors import PlayError
from ...engine.events import Move
from ...engine.game import Game
from ...engine.layout import Frozen
from ...engine.machine import Machine
from ...engine.policy import Greedy, uniform
from ...engine.results import standing

PLAYS, DECISIONS = 40, 4_000
"""So many plays are made at most, and no other is begun after so many decisions: a second or two."""

MAX_DECISIONS = 20_000


def better(game: Game) -> str:
    """`greedy` if a greedy player among random ones wins at least its share, else `random`.

    With the fewest players from two on; the greedy player sits in each seat in turn. Looking one move ahead can be worse
    than nothing: in a race for points somebody may take the first one each turn and never dare more.
    """
    players = next((count for count in game.players if count > 1), 0)
    if not players:
        return "random"
    machine = game.machine(players)
    plays = decisions = 0
    won = 0.0
    try:
        while plays < PLAYS and decisions < DECISIONS:
            seat = plays % players
            played = machine.playout(plays, MAX_DECISIONS, policy=_Beside(seat))
            found = standing(machine, played.frame)
            if found is not None and seat in found.winners:
                won += 1 / len(found.winners)
            plays, decisions = plays + 1, decisions + played.decisions
    except PlayError:
        return "random"
    return "greedy" if won >= plays / players else "random"


class _Beside:
    """One seat is greedy, the others choose at random."""

    def __init__(self, seat: int) -> None:
        self.seat, self.greedy = seat, Greedy()

    def __call__(self, machine: Machine, frame: Frozen, moves: Sequence[Move], luck: Luck) -> int:
        mine = machine.stop(frame).player == self.seat
        return (self.greedy if mine else uniform)(machine, frame, moves, luck)
