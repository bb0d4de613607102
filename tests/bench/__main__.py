"""All measures of speed in one run, and a table of the aims: in the folder `tests`, `python -m bench [seconds a figure]`, or
`make bench`. With 3 seconds a figure it takes about four minutes of a machine that does nothing else.

Machines are noisy: sides take turns in short rounds, and the least, the median and the largest of the rounds' ratios are
shown; an aim is met if the median reaches it. How steady the machine was is shown below the table. Time is that of this
process on the processor; one core, unless said otherwise.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic, process_time
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
FEW = 3
"""Rounds of what takes long."""

ENOUGH = 1_000
"""Positions that an instance has at least whose speed of exploring says something."""


@dataclass(frozen=True)
class Aim:
    """A figure, and what it should come to: at least so much, or at most."""

    what: str
    wanted: float
    found: Spread
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether the median does."""
        return self.found.middle <= self.wanted if self.at_most else self.found.middle >= self.wanted


class Pace:
    """How fast the machine is through the run: how long the same plain Python took, each time it was asked."""

    def __init__(self) -> None:
        self.took: list[float] = []

    def ask(self) -> None:
        """Once more."""
        begin, total = process_time(), 0
        for number in range(200_000):
            total += number & 7
        self.took.append(process_time() - begin)


PACE = Pace()


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


def engines(seconds: float) -> list[Aim]:
    """Every bundled game on both engines; what compiling takes."""
    aims = []
    say("The compiled game and the interpreter, decisions a second (aims: 200 times; compiled in 300 ms; 200 kB)")
    say(f"{'game':18}{'players':>8}{'interpreter':>13}{'compiled':>13}  {'ratio':30}{'ms':>6}{'kB':>8}")
    measure(flow_of("pig", 2), 0.1, 1)  # what is done once in a process
    for name in games():
        players = seats_of(name)
        PACE.ask()
        speed = measure(flow_of(name, players), seconds, ROUNDS)
        assert speed.ratio is not None
        assert speed.compiling is not None
        assert speed.size is not None
        slow, fast = (speed.decisions[engine].middle for engine in ("interpreter", "wasm"))
        say(
            f"{name:18}{players:8}{slow:13,.0f}{fast:13,.0f}  {shown(speed.ratio):30}"
            f"{speed.compiling * 1000:6.0f}{speed.size / 1000:8.1f}"
        )
        aims += [
            Aim(f"{name}: compiled over interpreter", 200, speed.ratio),
            Aim(f"{name}: ms to compile", 300, Spread((speed.compiling * 1000,)), at_most=True),
            Aim(f"{name}: kB", 200, Spread((speed.size / 1000,)), at_most=True),
        ]
    return aims


def friday(seconds: float) -> list[Aim]:
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
    aim = Aim("Friday the 13th: compiled over plain Python", 20, ours.over(base))
    slow = Interpreted(flow)

    def interpreted() -> int:
        slow()
        return 1

    ours, base = against(interpreted, plain, seconds)
    say(f"  interpreter {ours.middle:9,.0f} and {base.middle:6,.0f}: {shown(ours.over(base))}")
    return [aim]


def spiel(seconds: float) -> list[Aim]:
    """Games a second beside OpenSpiel's."""
    say()
    say("Whole random games a second beside OpenSpiel's C++ random bots (aim: twice as many)")
    why = open_spiel.missing()
    if why:
        say(f"  skipped: {why}")
        return []
    from hoyle.engine.wasm import Program

    aims = []
    for pair in open_spiel.PAIRS:
        PACE.ask()
        ours = Compiled(Program(flow_of(pair.game, pair.players, pair.parameters)), 256)
        theirs = open_spiel.Theirs(pair.theirs)
        mine, other = against(ours.play, theirs.play, seconds)
        say(f"  {pair.game:14}{mine.middle:12,.0f} and {other.middle:9,.0f}: {shown(mine.over(other))}")
        lengths = f"{ours.decisions / ours.plays:.0f} decisions here, {theirs.moves / theirs.games:.0f} moves there"
        say(f"  {'':14}a game has {lengths}, chance included there; {pair.differences}")
        aims.append(Aim(f"{pair.game}: games over OpenSpiel's", 2, mine.over(other)))
    return aims


def batches(seconds: float) -> list[Aim]:
    """Many games stepped together, beside one game that the interpreter plays."""
    import hoyle
    from bench.bench_batch import MANY, watched

    say()
    say(f"Games stepped together, {MANY:,} at once, random moves: decisions a second beside the interpreter's plays;")
    say("and the same where what players see and the mask of moves are made at each step")
    for name in games():
        PACE.ask()
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
    return []


def verified(seconds: float) -> list[Aim]:
    """How many plays `hoyle verify` makes of one setting, with all that it looks at, by what makes most of them.

    What a campaign does once is left out: it compiles a module for each number of players and each variant first, and has
    the less time for plays the smaller its budget is (whole campaigns: `python -m bench.bench_verify`).
    """
    from hoyle.verify import clock
    from hoyle.verify.cell import Cell
    from hoyle.verify.properties import properties
    from hoyle.verify.rules import Rules, Setting

    say()
    say(
        "Plays that `hoyle verify` makes of a setting once it is compiled, a second of one core (aim: 100 times as many)"
    )
    aims = []
    for name in games():
        PACE.ask()
        case = Rules(name).case(Setting(seats_of(name)))
        sides = [Cell(case, properties(case.program), 1, engine, 1) for engine in ("wasm", "interpreter")]

        def played(cell: Cell, time: float) -> float:
            begin, before = process_time(), cell.tally.plays
            cell.work(begin + time)
            return (cell.tally.plays - before) / (process_time() - begin)

        found = []
        with mock.patch.object(clock, "monotonic", process_time):
            for cell in sides:
                cell.work(process_time() + seconds / FEW / 2, every=True)
            for _ in range(FEW):
                found.append([played(cell, seconds / FEW) for cell in sides])
        fast, slow = (Spread(tuple(pair[side] for pair in found)) for side in (0, 1))
        ratio = Spread(tuple(a / b for a, b in zip(fast.values, slow.values, strict=True) if b) or (0.0,))
        say(f"  {name:18}{fast.middle:12,.0f} and {slow.middle:8,.1f}: {shown(ratio)}")
        aims.append(Aim(f"{name}: plays of verify over the interpreter's", 100, ratio))
    return aims


def explored(seconds: float) -> list[Aim]:
    """Positions a second of small instances; what compiling takes is told apart, as it is done once."""
    from hoyle.verify.checks import Checks
    from hoyle.verify.explore import Limits, explore
    from hoyle.verify.flat import Flat, explorer_of
    from hoyle.verify.rules import Rules, Setting

    say()
    say("Positions of small instances explored a second (aim: 100,000 in a few seconds, so 20,000 a second)")
    say(f"{'game':18}{'positions':>12}{'interpreter':>13}{'compiled':>13}  {'ratio':30}{'ms':>6}")
    most = int(20_000 * seconds)
    aims = []
    for name in games():
        PACE.ask()
        rules = Rules(name)
        for scope in rules.scopes():
            case = rules.case(Setting(rules.program((), (), scope).seats()[0], scope=scope))
            checks = Checks(case)
            slow, fast, compiling = [], [], []
            for _ in range(FEW):
                begin = process_time()
                plain = explore(case, checks, Limits(max(most // 60, 1_000))).graph
                slow.append((len(plain) - plain.left) / (process_time() - begin))
                begin = process_time()
                explorer = explorer_of(case, checks)
                compiling.append(process_time() - begin)
                begin = process_time()
                flat = Flat(case, checks, Limits(most), None, explorer).run().graph
                fast.append((len(flat) - flat.left) / max(process_time() - begin, 1e-3))
            ours, base = Spread(tuple(fast)), Spread(tuple(slow))
            say(
                f"{name:18}{len(flat) - flat.left:12,}{base.middle:13,.0f}{ours.middle:13,.0f}  {shown(ours.over(base)):30}"
                f"{Spread(tuple(compiling)).middle * 1000:6.0f}"
            )
            if len(flat) >= ENOUGH:
                aims.append(Aim(f"{name}: positions explored a second", 20_000, ours))
    return aims


def table(aims: list[Aim]) -> None:
    """The aims, whether they are met, and how steady the machine was."""
    say()
    wide = max(len(aim.what) for aim in aims)
    say(f"{'The aims':{wide}}{'aim':>12}{'median':>13}{'least':>13}{'largest':>13}   met")
    for aim in aims:
        wanted = f"{'≤' if aim.at_most else '≥'} {aim.wanted:,.0f}"
        spread = "".join(f"{value:13,.1f}" for value in (aim.found.middle, aim.found.low, aim.found.high))
        say(f"{aim.what:{wide}}{wanted:>12}{spread}   {'yes' if aim.met else 'NO'}")
    missed = sum(not aim.met for aim in aims)
    say(f"{len(aims) - missed} of {len(aims)} aims are met")


def steadiness(took: list[float], begin: float) -> None:
    """How steady the machine was, and what it is."""
    spread = Spread(tuple(1000 * one for one in took))
    say()
    say(
        f"The same plain Python took {spread.middle:.1f} ms of the processor ({spread.low:.1f} – {spread.high:.1f}), asked "
        f"{len(took)} times through the run: the nearer these are, the steadier the machine."
    )
    busy = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    say(f"{python}, {platform.machine()}, {os.cpu_count()} cores{busy}; the run took {monotonic() - begin:.0f} s")


def main(seconds: float) -> None:
    """Print everything."""
    if not installed():
        say(f"{MISSING}; there is nothing to compare")
        return
    begin = monotonic()
    aims = [aim for part in (engines, friday, spiel, batches, verified, explored) for aim in part(seconds)]
    table(aims)
    steadiness(PACE.took, begin)


def seconds_of(words: list[str]) -> float:
    """The seconds a figure from the command line; 3 if there is nothing."""
    try:
        seconds = float(words[0]) if words else 3.0
    except ValueError:
        seconds = 0.0
    if len(words) > 1 or not 0 < seconds < 3600:
        sys.exit(f"python -m bench [seconds]: {' '.join(words)} is no number of seconds a figure, such as 3 or 0.5")
    return seconds


if __name__ == "__main__":
    main(seconds_of(sys.argv[1:]))
