"""How many games whole campaigns of `hoyle verify` play: in the folder `tests`, `python -m bench.bench_verify [seconds] [game …]`.

The budget, 30 seconds if not given as for `hoyle verify`, is counted in time on the processor, one core, so that the
figures do not depend on what else the machine does. It holds all that a campaign does: rules are lowered and compiled for
each number of players, each variant and some values of the parameters before there is a play, and small instances are
explored. Therefore the ratio grows with the budget; on a busy machine, where seconds of the clock give less work, it
is what a smaller budget gives.
"""

from __future__ import annotations

import sys
from time import process_time
from unittest import mock

from hoyle.resources import games
from hoyle.verify import clock
from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.rules import Rules


def plays(name: str, seconds: float, engine: str) -> int:
    """The plays of a campaign."""
    with mock.patch.object(clock, "monotonic", process_time):
        report = Campaign(Rules(name), Plan(budget=seconds, seed=1, engine=engine, jobs=1)).run()
    return sum(cell.tally.plays for cell in [*report.cells, *report.others])


def main(seconds: float, names: list[str]) -> None:
    """Print the table."""
    print(f"Games that `hoyle verify` plays in {seconds:.1f} seconds of one core")
    for name in names or games():
        fast, slow = (plays(name, seconds, engine) for engine in ("wasm", "interpreter"))
        print(f"  {name:18}{fast:12,} and {slow:8,}: {fast / max(slow, 1):7.0f}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0, sys.argv[2:])
