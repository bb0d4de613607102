"""How fast the interpreter plays: decisions a second of every bundled game, beside a plain-Python Friday in one run.

In the folder `tests`, `python -m bench.bench_interpreter [seconds] [game …]` prints a table. Machines are noisy: the
plain Friday and the game take turns in short rounds, and the median of the rounds' ratios is what counts. Time is
that of this process on the processor.
"""

from __future__ import annotations

import statistics
import sys
import time
from random import Random

from bench.friday_plain import play
from hoyle.engine import Machine
from hoyle.engine.lower import lower
from hoyle.library import load_program
from hoyle.resources import games

ROUNDS = 5
LONGEST = 2_000
"""Decisions after which a play is cut off: enough for a steady measure of any game."""


def plain(seconds: float, random: Random) -> float:
    """Microseconds a decision of the plain Friday."""
    decisions, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += play(4, random)[1]
    return spent / decisions * 1e6


def interpreted(machine: Machine, seconds: float, seed: int) -> float:
    """Microseconds a decision of a game, random play, chances and lists of moves included."""
    decisions, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        decisions += machine.playout(seed + decisions, LONGEST).decisions
    return spent / decisions * 1e6


def measure(name: str, seconds: float) -> tuple[int, float, float]:
    """Players, microseconds a decision (median), and how many times as long as the plain Friday's (median)."""
    program = load_program(name)
    seats = program.seats()
    players = 4 if 4 in seats else seats[len(seats) // 2]
    machine = Machine(lower(program, players))
    machine.playout(0, LONGEST)
    random, times, ratios = Random(1), [], []
    for turn in range(ROUNDS):
        base = plain(seconds / ROUNDS / 2, random)
        times.append(interpreted(machine, seconds / ROUNDS, turn << 32))
        ratios.append(times[-1] / base)
    return players, statistics.median(times), statistics.median(ratios)


def main(seconds: float, names: list[str]) -> None:
    """Print the table."""
    print(f"{'game':18} {'players':>7} {'µs a decision':>14} {'decisions a second':>19} {'× plain Friday':>15}")
    for name in names or games():
        players, micros, ratio = measure(name, seconds)
        print(f"{name:18} {players:7} {micros:14.1f} {1e6 / micros:19,.0f} {ratio:15.1f}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0, sys.argv[2:])
