"""All measures of speed in one run: in the folder `tests`, `python -m bench [seconds a figure]`, or `make bench`.

Machines are noisy: sides take turns in short rounds, and the least, the median and the largest of the rounds' ratios are
shown. Time is that of this process on the processor; one core, unless said otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import TYPE_CHECKING
from unittest import mock

from bench import open_spiel
from bench.friday_plain import play
from hoyle.engine.engines import MISSING, installed
from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.speed import Compiled, Interpreted, Spread, measure, rate
from hoyle.library import load_program
from hoyle.resources import games

if TYPE_CHECKING:
    from hoyle.engine.wasm.batch import Batch

ROUNDS = 7


def flow_of(name: str, players: int, parameters: dict[str, int] | None = None) -> Flow:
    return lower(load_program(name, (), parameters), players)


def seats_of(name: str) -> int:
    """How many players a game is measured with: four, or the middle of what it allows."""
    seats = load_program(name).seats()
    return 4 if 4 in seats else seats[len(seats) // 2]


def say(text: str = "") -> None:
    print(text, flush=True)


def shown(ratio: Spread) -> str:
    """A ratio's median, and its least and largest."""
    return f"{ratio.middle:7.1f}  ({ratio.low:.1f} – {ratio.high:.1f})"


def against(ours: Callable[[], int], theirs: Callable[[], int], seconds: float) -> tuple[Spread, Spread]:
    """Rates of two sides that take turns."""
    ours(), theirs()
    found = [(rate(ours, seconds / ROUNDS / 2), rate(theirs, seconds / ROUNDS / 2)) for _ in range(ROUNDS)]
    return Spread(tuple(a for a, _ in found)), Spread(tuple(b for _, b in found))


def engines(seconds: float) -> None:
    """Every bundled game on both engines; what compiling takes."""
    say("The compiled game and the interpreter, decisions a second (aims: 200 times; compiled in 300 ms; 200 kB)")
    say(f"{'game':18}{'players':>8}{'interpreter':>13}{'compiled':>13}  {'ratio':30}{'ms':>6}{'kB':>8}")
    measure(flow_of("pig", 2), 0.1, 1)  # what is done once in a process
    for name in games():
        players = seats_of(name)
        speed = measure(flow_of(name, players), seconds, ROUNDS)
        assert speed.ratio is not None
        assert speed.compiling is not None
        assert speed.size is not None
        slow, fast = (speed.decisions[engine].middle for engine in ("interpreter", "wasm"))
        say(
            f"{name:18}{players:8}{slow:13,.0f}{fast:13,.0f}  {shown(speed.ratio):30}"
            f"{speed.compiling * 1000:6.0f}{speed.size / 1000:8.1f}"
        )


def friday(seconds: float) -> None:
    """Friday the 13th beside the same by hand."""
    say()
    say(
        "Friday the 13th, four random players, whole games a second, beside plain Python written by hand (aim: 20 times)"
    )
    flow, random = flow_of("friday_the_13th", 4), Random(1)

    def plain() -> int:
        play(4, random)
        return 1

    from hoyle.engine.wasm import Program

    compiled = Compiled(Program(flow))
    ours, base = against(compiled.play, plain, seconds)
    say(f"  compiled    {ours.middle:9,.0f} and {base.middle:6,.0f}: {shown(ours.over(base))}")
    slow = Interpreted(flow)

    def interpreted() -> int:
        slow()
        return 1

    ours, base = against(interpreted, plain, seconds)
    say(f"  interpreter {ours.middle:9,.0f} and {base.middle:6,.0f}: {shown(ours.over(base))}")


def spiel(seconds: float) -> None:
    """Games a second beside OpenSpiel's."""
    say()
    say("Whole random games a second beside OpenSpiel's C++ random bots (aim: twice as many)")
    why = open_spiel.missing()
    if why:
        say(f"  skipped: {why}")
        return
    from hoyle.engine.wasm import Program

    for pair in open_spiel.PAIRS:
        ours = Compiled(Program(flow_of(pair.game, pair.players, pair.parameters)), 256)
        theirs = open_spiel.Theirs(pair.theirs)
        mine, other = against(ours.play, theirs.play, seconds)
        say(f"  {pair.game:14}{mine.middle:12,.0f} and {other.middle:9,.0f}: {shown(mine.over(other))}")
        lengths = f"{ours.decisions / ours.plays:.0f} decisions here, {theirs.moves / theirs.games:.0f} moves there"
        say(f"  {'':14}a game has {lengths}, chance included there; {pair.differences}")


def batches(seconds: float) -> None:
    """Many games stepped together, beside one game that the interpreter plays."""
    import hoyle
    from bench.bench_batch import MANY, watched

    say()
    say(f"Games stepped together, {MANY:,} at once, random moves: decisions a second beside the interpreter's plays;")
    say("and the same where what players see and the mask of moves are made at each step")
    for name in games():
        flow = flow_of(name, seats_of(name))
        shown_ratios = []
        for seen in (False, True):
            batch = hoyle.batch(name, MANY, flow.players, 1, autoreset=True)

            def step(batch: Batch = batch, seen: bool = seen) -> int:
                if seen:
                    watched(batch)
                batch.step(batch.sample())
                return batch.n

            ours, base = against(step, Interpreted(flow), seconds / 2)
            shown_ratios.append(f"{ours.middle:11,.0f}: {shown(ours.over(base)):26}")
        say(f"  {name:18}" + "".join(shown_ratios).rstrip())


def verified(seconds: float) -> None:
    """How many games `hoyle verify` plays, by what makes them; its budget is counted in time on the processor here, so that
    the figures do not depend on what else the machine does. On several cores the compiled game plays more."""
    from hoyle.verify import clock
    from hoyle.verify.campaign import Campaign, Plan
    from hoyle.verify.rules import Rules

    say()
    say(f"Games that `hoyle verify` plays in {seconds:.0f} seconds of one core (aim: 100 times as many)")
    for name in games():
        plays = {}
        for engine in ("wasm", "interpreter"):
            with mock.patch.object(clock, "monotonic", process_time):
                report = Campaign(Rules(name), Plan(budget=seconds, seed=1, engine=engine, jobs=1)).run()
            plays[engine] = sum(cell.tally.plays for cell in [*report.cells, *report.others])
        ratio = plays["wasm"] / max(plays["interpreter"], 1)
        say(f"  {name:18}{plays['wasm']:12,} and {plays['interpreter']:8,}: {ratio:7.0f}")


def explored(seconds: float) -> None:
    """Positions a second of small instances; what compiling takes is told apart, as it is done once."""
    from hoyle.verify.checks import Checks
    from hoyle.verify.explore import Limits, explore
    from hoyle.verify.flat import Flat, explorer_of
    from hoyle.verify.rules import Rules, Setting

    say()
    say("Positions of small instances explored a second (aim: 100,000 in a few seconds)")
    say(f"{'game':18}{'positions':>12}{'interpreter':>13}{'compiled':>13}{'ratio':>9}{'ms':>6}")
    most = int(20_000 * seconds)
    for name in games():
        rules = Rules(name)
        for scope in rules.scopes():
            case = rules.case(Setting(rules.program((), (), scope).seats()[0], scope=scope))
            checks = Checks(case)
            begin = process_time()
            plain = explore(case, checks, Limits(max(most // 20, 1_000))).graph
            slow = (len(plain) - plain.left) / (process_time() - begin)
            begin = process_time()
            explorer = explorer_of(case, checks)
            compiling, begin = process_time() - begin, process_time()
            flat = Flat(case, checks, Limits(most), None, explorer).run().graph
            fast = (len(flat) - flat.left) / max(process_time() - begin, 1e-3)
            say(
                f"{name:18}{len(flat) - flat.left:12,}{slow:13,.0f}{fast:13,.0f}{fast / slow:9.0f}{compiling * 1000:6.0f}"
            )


def main(seconds: float) -> None:
    """Print everything."""
    if not installed():
        say(f"{MISSING}; there is nothing to compare")
        return
    engines(seconds)
    friday(seconds)
    spiel(seconds)
    batches(seconds)
    verified(max(10 * seconds, 1))
    explored(seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
