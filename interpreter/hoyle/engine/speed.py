"""How fast games are played at random, by both engines side by side.

Comes in: a flow, rounds, seconds. Goes out: `Speed`. What always holds: the engines take turns in short rounds, so that
what else the machine does falls on both; time is that of this process on the processor, on one core; decisions are
compared, not plays, so that the few plays of the interpreter need not be as long as those of the compiled game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from .engines import choose
from .flow import Flow
from .machine import Machine

if TYPE_CHECKING:
    from .wasm import Program

LONGEST = 2_000
"""Decisions after which a play is cut off: enough for a steady measure of any game."""

BATCH = 1_024
ENOUGH = 200_000
"""A batch has more plays, up to those of one call, until they come to so many decisions: as where many plays are simulated."""


@dataclass(frozen=True)
class Spread:
    """The least, the middle and the largest of several figures."""

    values: tuple[float, ...]

    @property
    def low(self) -> float:
        return min(self.values)

    @property
    def middle(self) -> float:
        return median(self.values)

    @property
    def high(self) -> float:
        return max(self.values)

    def over(self, other: Spread) -> Spread:
        """What each round's figure is of the other's."""
        return Spread(tuple(mine / theirs for mine, theirs in zip(self.values, other.values, strict=True)))

    def data(self) -> dict[str, float]:
        """As JSON data."""
        return {"min": self.low, "median": self.middle, "max": self.high}


def rate(turn: Callable[[], int], seconds: float) -> float:
    """How many a second of processor time; `turn` does some, and says how many."""
    done, begin = 0, process_time()
    while (spent := process_time() - begin) < seconds or not done:
        done += turn()
    return done / spent


class Interpreted:
    """Plays of a flow by the interpreter."""

    def __init__(self, flow: Flow) -> None:
        self.machine = Machine(flow)
        self.seed = self.plays = self.decisions = 0

    def __call__(self) -> int:
        """One play; its decisions."""
        self.seed += 1
        decisions = self.machine.playout(self.seed, LONGEST).decisions
        self.plays, self.decisions = self.plays + 1, self.decisions + decisions
        return max(decisions, 1)


class Compiled:
    """Plays of a flow by the compiled engine."""

    def __init__(self, program: Program, batch: int = BATCH) -> None:
        from .wasm import Runtime
        from .wasm.module import BATCH

        self.runtime = Runtime(program)
        self.batch, self.most = batch, BATCH
        self.seed = self.plays = self.decisions = 0

    def __call__(self) -> int:
        """A batch of plays, of which only the counts are read, as a statistic would; their decisions."""
        decisions = self.runtime.count_decisions(range(self.seed + 1, self.seed + 1 + self.batch), LONGEST)
        self.seed += self.batch
        self.plays, self.decisions = self.plays + self.batch, self.decisions + decisions
        return max(decisions, 1)

    def play(self) -> int:
        """The same; how many plays they are."""
        self()
        return self.batch


@dataclass
class Speed:
    """Decisions a second by engine, decisions of a play, and what it takes to compile: seconds, bytes. `why` says why
    there is no compiled game."""

    decisions: dict[str, Spread] = field(default_factory=dict)
    length: float = 0.0
    compiling: float | None = None
    size: int | None = None
    why: str = ""

    @property
    def ratio(self) -> Spread | None:
        """How many times the interpreter's speed the compiled game's is."""
        if "wasm" not in self.decisions:
            return None
        return self.decisions["wasm"].over(self.decisions["interpreter"])


def measure(flow: Flow, seconds: float = 2.0, rounds: int = 5) -> Speed:
    """The speed of a game.

    Args:
        flow: the rules.
        seconds: how long to measure in all.
        rounds: how many times the engines take turns.

    Raises:
        PlayError: a play comes to a fault of the rules.
    """
    begin = process_time()
    chosen = choose(flow)
    sides: dict[str, Interpreted | Compiled] = {"interpreter": Interpreted(flow)}
    speed = Speed(why=chosen.why)
    if chosen.program is not None:
        sides["wasm"] = Compiled(chosen.program, 16)
        speed.compiling, speed.size = process_time() - begin, len(chosen.program.binary)
    for side in sides.values():
        side()
    fast = sides.get("wasm")
    if isinstance(fast, Compiled):
        fast.batch = max(BATCH, min(fast.most, ENOUGH * fast.plays // fast.decisions))
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            found[name].append(rate(side, seconds / rounds / len(sides)))
    speed.decisions = {name: Spread(tuple(values)) for name, values in found.items()}
    longest: Sequence[Interpreted | Compiled] = list(sides.values())
    speed.length = longest[-1].decisions / longest[-1].plays
    return speed
