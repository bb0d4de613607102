"""How fast the compiled engine plays whole games at random, beside the interpreter and a plain-Python Friday.

In the folder `tests`, `python -m bench.bench_wasm [seconds] [game …]` prints two tables. Machines are noisy: engines
take turns in short rounds, and the least, the median and the largest of the rounds' ratios are shown. Time is that of
this process on the processor; one core. A play is cut after `LONGEST` decisions on both engines; decisions are
compared, not games, so that the few plays of the interpreter need not be as long as those of the compiled engine.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bench.friday_plain import play
from hoyle.engine import Machine
from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.wasm import Program, Runtime
from hoyle.library import load_program
from hoyle.resources import games

ROUNDS = 7
LONGEST = 2_000
BATCH = 1_024


@dataclass
class Ratios:
    """Ratios of several rounds."""

    values: list[float]

    def __str__(self) -> str:
        return f"{min(self.values):7.1f} {statistics.median(self.values):7.1f} {max(self.values):7.1f}"


def per_decision(turn: Callable[[], int], seconds: float) -> float:
    """Microseconds of processor time a decision; `turn` plays some and says how many."""
    decisions, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += turn()
    return spent / decisions * 1e6


class Sides:
    """One game on both engines."""

    def __init__(self, flow: Flow) -> None:
        self.machine = Machine(flow)
        begin = time.process_time()
        self.program = Program(flow)
        self.made = time.process_time() - begin
        self.runtime = Runtime(self.program)
        self.seed = 0
        self.games = self.decisions = 0

    def interpreted(self) -> int:
        self.seed += 1
        return self.machine.playout(self.seed, LONGEST).decisions

    def compiled(self) -> int:
        """A batch, run inside; only its counts are read, as a statistic would."""
        self.seed += BATCH
        seeds = range(self.seed, self.seed + BATCH)
        decisions = self.runtime.count_decisions(seeds, LONGEST)
        self.games += BATCH
        self.decisions += decisions
        return decisions


def measure(name: str, players: int, seconds: float) -> None:
    """Print a line of the table of all games."""
    sides = Sides(lower(load_program(name), players))
    sides.interpreted(), sides.compiled()
    times, ratios = [], []
    for _ in range(ROUNDS):
        slow = per_decision(sides.interpreted, seconds / ROUNDS / 2)
        fast = per_decision(sides.compiled, seconds / ROUNDS / 2)
        times.append(fast)
        ratios.append(slow / fast)
    micros = statistics.median(times)
    length = sides.decisions / sides.games
    print(
        f"{name:18} {players:3} {micros * 1e3:9.0f} {1e6 / micros / length:11,.0f} {Ratios(ratios)} "
        f"{sides.made * 1e3:9.0f} {len(sides.program.binary) / 1e3:7.1f}",
        flush=True,
    )


def friday(seconds: float) -> None:
    """Print how many times faster Friday the 13th is, compiled, than by hand in plain Python."""
    sides, random = Sides(lower(load_program("friday_the_13th"), 4)), Random(1)
    ratios = []
    for _ in range(ROUNDS):
        plain = per_decision(lambda: play(4, random)[1], seconds / ROUNDS / 2)
        ratios.append(plain / per_decision(sides.compiled, seconds / ROUNDS / 2))
    print(f"\nFriday the 13th, four random players, whole games: × plain Python {Ratios(ratios)}")


def main(seconds: float, names: list[str]) -> None:
    """Print the tables."""
    head = "ns/decision games/second  × interpreter: min, median, max  compile ms      kB"
    print(f"{'game':14} players {head}")
    for name in names or games():
        seats = load_program(name).seats()
        measure(name, 4 if 4 in seats else seats[len(seats) // 2], seconds)
    if not names or "friday_the_13th" in names:
        friday(seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0, sys.argv[2:])
