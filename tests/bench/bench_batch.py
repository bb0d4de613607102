"""How many steps a second games stepped together take: in the folder `tests`, `python -m bench.bench_batch [seconds]`.

Moves are random, games begin anew when they are over; the time is that of this process on the processor, one core.
Shown beside it: with what players see, and the mask, made at each step, as a learner would.
"""

from __future__ import annotations

import sys
import time

import hoyle
from hoyle.engine.wasm.batch import Batch
from hoyle.library import load_program
from hoyle.resources import games

MANY = 1024


def rate(batch: Batch, seconds: float, seen: bool) -> float:
    """Steps a second."""
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        if seen:
            watched(batch)
        batch.step(batch.sample())
        steps += batch.n
    return steps / spent


def watched(batch: Batch) -> None:
    """What a learner looks at before each step."""
    batch.observe()
    if batch.actions is not None:
        _ = batch.mask


def main(seconds: float) -> None:
    """Print the table."""
    print(f"{'game':18} players   steps/second   with all that is seen   actions   numbers seen")
    for name in games():
        seats = load_program(name).seats()
        players = 4 if 4 in seats else seats[len(seats) // 2]
        batch = hoyle.batch(name, MANY, players, 1, autoreset=True)
        plain, seen = rate(batch, seconds, False), rate(batch, seconds, True)
        actions = "–" if batch.actions is None else batch.actions.size
        print(
            f"{name:18} {players:7} {plain:14,.0f} {seen:23,.0f} {actions:>9} {batch.observe().shape[1]:14}", flush=True
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
