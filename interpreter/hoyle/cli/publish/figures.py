"""How long games are, measured in random play, and what each seat wins.

Comes in: a game. Goes out: `Measured`, one a number of players. What always holds: a game is measured by the same seeds
everywhere; its length, which books print, does not depend on how many plays there are (see `engine.length`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...engine import length
from ...engine.errors import PlayError
from ...engine.game import Game
from ...engine.length import Length, Outcome
from ..tally import Mean

PLAYS = 1000
"""How many plays the figures of seats are of; without the compiled engine they are those of the length."""


@dataclass
class Measured:
    """What many random plays with one number of players gave. `lengths`: decisions → how many plays; `wins` a seat's
    shares; `length` is what books print.
    """

    players: int
    decisions: Mean = field(default_factory=Mean)
    choices: Mean = field(default_factory=Mean)
    lengths: dict[int, int] = field(default_factory=dict)
    wins: list[Mean] = field(default_factory=list)
    capped: int = 0
    length: Length | None = None

    @property
    def plays(self) -> int:
        """How many plays came to an end."""
        return self.decisions.count

    def add(self, played: Outcome | None) -> None:
        """One more play; None if it did not come to an end."""
        if played is None:
            self.capped += 1
            return
        self.decisions.add(played.decisions)
        self.choices.add(played.choices)
        self.lengths[played.decisions] = self.lengths.get(played.decisions, 0) + 1
        for seat, mean in enumerate(self.wins):
            mean.add(1 / len(played.winners) if seat in played.winners else 0.0)


def measure(game: Game, plays: int = PLAYS) -> list[Measured]:
    """Random plays with each number of players; a number with which the rules cannot be followed is left out."""
    found = []
    for players in game.players:
        made = Measured(players, wins=[Mean() for _ in range(players)])
        played: list[Outcome | None] = []
        try:
            for outcome in length.outcomes(game.machine(players), plays):
                played.append(outcome)
        except PlayError:
            if len(played) < min(plays, length.PLAYS):
                continue
        for outcome in played:
            made.add(outcome)
        made.length = length.of(players, played)
        if made.length is not None:
            found.append(made)
    return found
