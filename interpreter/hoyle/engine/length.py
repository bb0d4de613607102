"""How long a game is, in decisions and choices of plays at random.

Comes in: a game. Goes out: `Length`, one a number of players; or one by one how plays went. What always holds: the same
seeds are played everywhere, so a game has one length, whichever engine plays it on whichever machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .chance import number
from .errors import PlayError
from .game import Game
from .machine import Machine
from .results import standing

if TYPE_CHECKING:
    from .flow import Flow
    from .wasm.host import Runtime

PLAYS = 50
"""How many plays a length is measured by: few enough for the interpreter, since every engine plays the same."""

SEED = 1
MAX_DECISIONS = 20_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """One play that came to an end: how many decisions, of these how many with two moves or more, and the seats that
    won."""

    decisions: int
    choices: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """What a play takes on average with so many players; `plays` of the plays came to an end."""

    players: int
    plays: int
    decisions: float
    choices: float


def of(players: int, played: Sequence[Outcome | None]) -> Length | None:
    """The length that plays give, by the first `PLAYS` of them; None if none of these came to an end."""
    ended = [x for x in played[:PLAYS] if x is not None]
    if not ended:
        return None
    decisions, choices = (sum(f) / len(ended) for f in zip(*((x.decisions, x.choices) for x in ended), strict=True))
    return Length(players, len(ended), decisions, choices)


def lengths(game: Game) -> list[Length]:
    """The length with each number of players; one with which the rules cannot be followed is left out."""
    found = []
    for players in game.players:
        try:
            found.append(of(players, list(outcomes(game.machine(players), PLAYS))))
        except PlayError:
            continue
    return [x for x in found if x is not None]


def compiled(flow: Flow) -> Runtime | None:
    """The compiled engine, if it is installed and can run these rules."""
    from .engines import made

    def make() -> Runtime:
        from .wasm.host import Program, Runtime

        return Runtime(Program(flow))

    return made(make)[0]


def outcomes(machine: Machine, plays: int, slow: int = PLAYS) -> Iterator[Outcome | None]:
    """Plays at random from the seeds of lengths, in their order; None for one that did not come to an end.

    Args:
        machine: the game.
        plays: how many.
        slow: how many at most without the compiled engine, which is hundreds of times as fast.

    Raises:
        PlayError: the rules cannot be followed in the next play.
    """
    runtime = compiled(machine.flow)
    if runtime is None:
        for k in range(1, min(plays, slow) + 1):
            done = machine.playout(number(SEED, k), MAX_DECISIONS)
            result = standing(machine, done.frame)
            over = done.kind == "over" and result is not None
            yield Outcome(done.decisions, done.choices, result.winners) if over and result else None
        return
    for played in runtime.playouts([number(SEED, k) for k in range(1, plays + 1)], MAX_DECISIONS):
        if isinstance(played, PlayError):
            raise played
        over = played.kind == "over"
        yield Outcome(played.decisions, played.choices, tuple(played.winners)) if over else None
