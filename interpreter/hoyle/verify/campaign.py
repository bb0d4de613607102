"""A spec verified: its examples, its small instances, and many plays of every variant and number of players, within a
budget.

Comes in: rules and a `Plan`. Goes out: a `Report`. What always holds: an interrupt or the end of the budget keeps
what is done; the same plan with the same seed makes the same plays, as many as there is time for; with a budget in
steps the whole report is the same, but for seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import count, cycle
from random import Random
from time import monotonic
from typing import Any

from ..engine.examples import run_example
from ..language import tree as t
from ..language.diagnostics import HoyleError, SpecErrors
from ..language.program import Program
from .cell import FIRST_CAP, Cell
from .clock import RATE, counted, limit, now
from .explore import Limits
from .kept import still_violated
from .paired import paired_player
from .plays import CAP, Lucky, Recorded
from .properties import (
    ENDS,
    EXAMPLE,
    FOLLOWED,
    KNOWN,
    PATHWISE,
    SEATS,
    SEEN,
    Fault,
    Property,
    properties,
    select,
    words,
)
from .report import Example, Report, Violation
from .rules import Rules, Setting, ranges
from .shrink import Drawn, Found, OutOfTime, Player, Shrinker, player, stream
from .small import Small, small
from .watch import Mark

Progress = Callable[[str, float], None]
"""Told what is being done, and how much of the budget is used (0 to 1)."""


@dataclass(frozen=True)
class Profile:
    """How the budget is spent: seconds, the positions of a small instance, how many settings of parameters are played more
    than once."""

    budget: float
    states: int
    settings: int


PROFILES = {
    "fast": Profile(6, 8_000, 2),
    "default": Profile(30, 60_000, 8),
    "thorough": Profile(300, 600_000, 40),
}

LONG = 15
"""A story with more decisions is looked for on a small instance, too."""

EXPLORING, STREAMING, GOING_ON, SHRINKING = 0.25, 0.1, 0.1, 0.25
"""The parts of the budget that go to small instances, to Hypothesis's own plays, to plays that were cut off, and at most
to one fault's shrinking."""

ONCE = 0.3
"""The part of the time left after the small instances that single plays of settings may take."""

AFTERWARDS = 3.0
"""Seconds at most that there are for a first play of each setting, for a play without an end, and for a fault's
shrinking, though the budget is used up."""

MUCH_LONGER = 3
"""Where no play ends, one that goes on so many times as long as the others shows that none does."""


@dataclass(frozen=True)
class Plan:
    """What is to be verified.

    `budget` is in seconds; with `steps` it is so many steps of plays instead, which come to the same on every machine.
    `engine` makes most of the plays (None: the compiled one if it can), `jobs` at once (None: one for each core).
    `variants` None means the game and each variant by itself; `players` empty means every number; `exhaustive` means
    only the small instances, wholly; `values` are parameters fixed by the user; `scopes` None means all that are
    declared.
    """

    players: tuple[int, ...] = ()
    variants: tuple[str, ...] | None = None
    values: tuple[tuple[str, int], ...] = ()
    properties: tuple[str, ...] = ()
    scopes: tuple[str, ...] | None = None
    budget: float | None = None
    steps: int | None = None
    profile: str = "default"
    exhaustive: bool = False
    memory: int = 3_000
    states: int | None = None
    first: bool = False
    seed: int = 0
    engine: str | None = None
    jobs: int | None = None


class Campaign:
    """One verification of one spec.

    Args:
        rules, plan: what is verified, and how.
        progress: told what is being done.
        kept: records of plays that showed faults before, to be tried first.

    Raises:
        HoyleError, SpecErrors: the plan does not fit the rules.
    """

    def __init__(
        self, rules: Rules, plan: Plan, progress: Progress | None = None, kept: Iterable[dict[str, Any]] = ()
    ) -> None:
        self.rules, self.plan, self.kept = rules, plan, list(kept)
        self.profile = PROFILES[plan.profile]
        self.budget = self.profile.budget if plan.budget is None else plan.budget
        if plan.steps is not None:
            self.budget = plan.steps / RATE
        self._tell = progress or (lambda text, part: None)
        self.groups = self._groups()
        self.settings = {group: self._settings(group) for group in self.groups}
        # A variant may be for other numbers of players than those asked for.
        self.groups = [group for group in self.groups if self.settings[group]]
        self.wanted = self._wanted()
        self.report = Report(rules, self.plan.seed, self.budget, list(self.wanted.values()))
        self.report.counted = plan.steps is not None
        self.begin = 0.0

    # ---- what there is to do ----

    def _groups(self) -> list[tuple[str, ...]]:
        """The combinations of variants to be verified."""
        if self.plan.variants is not None:
            return [tuple(self.rules.chosen(self.plan.variants))]
        return [(), *((name,) for name in self.rules.variants)]

    def _wanted(self) -> dict[str, Property]:
        known: dict[str, Property] = {}
        for group in self.groups:
            for one in properties(self.rules.program(group, self.plan.values)):
                known.setdefault(one.name, one)
        if self.plan.exhaustive and not self.plan.properties:
            # Those compare plays, and cannot be seen in single positions.
            known = {name: one for name, one in known.items() if name not in PATHWISE}
        for group in self.groups:
            for name in self.rules.program(group, self.plan.values).examples:
                known[EXAMPLE + name] = Property(EXAMPLE + name, words(name))
        chosen = {p.name: p for p in select(known.values(), self.plan.properties)}
        self.examples = {name for name in chosen if name.startswith(EXAMPLE)}
        return {name: one for name, one in chosen.items() if name not in self.examples}

    def _settings(self, group: tuple[str, ...]) -> list[Setting]:
        seats = self.rules.program(group, self.plan.values).seats()
        known = f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        for players in self.plan.players:
            if players not in seats and group == self.groups[0]:
                raise HoyleError(f"{self.rules.name} is for {known} players, not for {players}")
        counts = [n for n in seats if not self.plan.players or n in self.plan.players]
        return [Setting(n, group, self.plan.values) for n in counts]

    def of(self, setting: Setting) -> list[Property]:
        """The wanted properties that a setting has."""
        program = self.rules.program(setting.variants, setting.values, setting.scope)
        return [p for p in properties(program) if p.name in self.wanted]

    # ---- working ----

    def run(self) -> Report:
        """Verify, and report."""
        with counted(self.plan.steps is not None):
            return self._run()

    def _run(self) -> Report:
        self.begin, began = now(), monotonic()
        try:
            for part in self._parts():
                part()
                if self.plan.first and (self.report.violations or self.report.failed_examples):
                    break
            self._tell_faults()
        except KeyboardInterrupt:
            self.report.interrupted = True
            self._tell_faults(quick=True)
        for why in dict.fromkeys(cell.why for cell in self.report.cells if cell.why):
            self.report.notes.append(f"{why}, so the interpreter plays, and far fewer games")
        self.report.seconds = monotonic() - began
        self._cover()
        return self.report

    def _parts(self) -> list[Callable[[], None]]:
        parts = [self._examples, self._again, self._small_instances]
        return (
            parts
            if self.plan.exhaustive
            else [*parts, self._once, self._plays, self._other_values, self._long, self._streams]
        )

    def _left(self) -> float:
        return max(0.0, self.begin + self.budget - now())

    def _last(self) -> float:
        """When every single play ends: something is to be seen of each setting, even if the seconds are few. Steps are
        a bound for all."""
        if self.plan.steps is not None:
            return self.begin + self.budget
        return self.begin + self.budget + min(AFTERWARDS, self.budget)

    def _say(self, text: str) -> None:
        self._tell(text, min(1.0, (now() - self.begin) / self.budget) if self.budget else 1.0)

    def _examples(self) -> None:
        for group in self.groups:
            program = self.rules.program(group, self.plan.values)
            for example in program.examples.values():
                if EXAMPLE + example.name in self.examples:
                    self._say(f"example {example.name}")
                    self.report.examples.append(Example(group, run_example(program, example)))

    def _again(self) -> None:
        """Plays that showed faults before."""
        for data in self.kept:
            try:
                found = still_violated(data, self.rules)
            except (HoyleError, SpecErrors):
                continue
            if found is not None and found.fault.name in self.wanted and self._asked(found.setting):
                self.report.add(found)

    def _asked(self, setting: Setting) -> bool:
        """Whether a setting is one of those to be verified."""
        return setting.variants in self.groups and (not self.plan.players or setting.players in self.plan.players)

    # ---- small instances ----

    def _small_instances(self) -> None:
        todo: list[Setting] = []
        for group in self.groups:
            for scope in self.rules.scopes(group):
                if self.plan.scopes is not None and scope not in self.plan.scopes:
                    continue
                try:
                    seats = self.rules.program(group, self.plan.values, scope).seats()
                except SpecErrors as error:
                    if group == ():
                        raise
                    self.report.notes.append(
                        f"scope {scope} does not fit {', '.join(group)}: {error.diagnostics[0].message}"
                    )
                    continue
                counts = [n for n in seats if not self.plan.players or n in self.plan.players]
                todo += [Setting(n, group, self.plan.values, scope) for n in counts]
        for scope in self.plan.scopes or ():
            if not any(setting.scope == scope for setting in todo):
                self.rules.program(self.groups[0], self.plan.values, scope)  # says what is wrong
                raise HoyleError(f"scope {scope} is not for {self.plan.players} players")
        if self.plan.exhaustive and not todo:
            raise HoyleError(
                f"{self.rules.name} declares no small instance to explore; say `scope small:` (spec/LANGUAGE.md, Variants and scopes)"
            )
        share = self.budget * (1.0 if self.plan.exhaustive else EXPLORING)
        end = now() + min(share, self._left())
        for number, setting in enumerate(todo):
            time = max(0.0, end - now()) / (len(todo) - number)
            self._small(setting, time)

    def _small(self, setting: Setting, time: float) -> None:
        case = self.rules.case(setting)
        exhaustive = self.plan.exhaustive
        states = self.plan.states or (10_000_000 if exhaustive else self.profile.states)
        # Some time is kept for what follows from the graph.
        limits = Limits(states, self.plan.memory, now() + time * (0.7 if exhaustive else 0.9))

        def progress(looked: int, known: int) -> None:
            self._say(f"{setting.words()}: {looked:,} positions looked at, {known - looked:,} to go")

        found = small(case, self.of(setting), limits, time * 0.25 if exhaustive else 0.0, progress, self.plan.engine)
        self.report.small.append(found)
        if found.why and f"{found.why}, so the interpreter explores" not in self.report.notes:
            self.report.notes.append(f"{found.why}, so the interpreter explores")
        for shown in found.faults.values():
            self._violated_small(found, shown.fault)

    def _violated_small(self, found: Small, fault: Fault) -> None:
        shown = found.faults[fault.name]
        self.report.add(Violation(found.case.setting, fault, shown.path, shown.steps, shortest=True))

    # ---- plays ----

    def _cell(self, setting: Setting, seed: int) -> Cell:
        return Cell(self.rules.case(setting), self.of(setting), seed, self.plan.engine, self.plan.jobs, self._last())

    def _cells(self) -> list[Cell]:
        cells = []
        for group in self.groups:
            for setting in self.settings[group]:
                seed = Random(f"{self.plan.seed} {setting.words()}").getrandbits(40) << 16
                cells.append(self._cell(setting, seed))
        self.report.cells = cells
        return cells

    def _plays(self) -> None:
        """Slices of time for each setting in turn, small instances that were not explored wholly among them."""
        cells = self.report.cells
        for found in self.report.small:
            if not found.graph.whole:
                cells.append(self._cell(found.case.setting, self.plan.seed))
        reserved = STREAMING + 0.1 + (SHRINKING if self.report.violations else 0)
        end = self.begin + self.budget * (1 - reserved)
        share = max(0.0, end - now())
        slice_ = max(0.05, share / len(cells) / 6)
        for number, cell in enumerate(cycle(cells)):
            if now() >= (end if number >= len(cells) else self._last()):
                return
            tally = cell.tally
            self._say(f"{cell.case.setting.words()}: {tally.plays:,} plays, {tally.decisions:,} decisions")
            known = len(cell.faults)
            cell.work(min(now() + slice_, end), every=number < 2)
            if len(cell.faults) > known:
                self._found(cell)
                if self.plan.first:
                    return

    def _once(self) -> None:
        """One play of each setting with a parameter at an end of its range, in the same order whatever the seed, so that luck
        has no say in which of them there is time for. Each number of players and variant has its turn in `_plays`."""
        self._cells()
        self.report.untried = self._valued()
        end = now() + ONCE * self._left()
        while self.report.untried and now() < end:
            if self.plan.first and self.report.violations:
                return
            if not self._try(self.report.untried[0], end):
                break

    def _try(self, setting: Setting, end: float) -> bool:
        """A first play with a parameter at an end of its range; whether there was time for it."""
        self.report.untried.remove(setting)
        try:
            cell = self._cell(setting, self.plan.seed)
        except (SpecErrors, HoyleError) as error:
            message = error.diagnostics[0].message if isinstance(error, SpecErrors) else str(error)
            self.report.refused += 1
            self.report.add(Violation(setting, Fault(FOLLOWED, f"with these parameters: {message}"), (), 0))
            return True
        self._say(setting.words())
        if not cell.once(end):
            self.report.untried.insert(0, setting)
            return False
        self.report.others.append(cell)
        self._found(cell)
        return True

    def _found(self, cell: Cell) -> None:
        for fault in cell.faults.values():
            if self.report.add(Violation(fault.setting, fault.fault, fault.path, fault.steps)):
                self._say(f"violated: {fault.fault.name}")

    def _other_values(self) -> None:
        """More plays with parameters at the ends of their ranges: first plays where there was no time for one, then of some
        of these settings, drawn by the seed, as many as there is time for."""
        end = min(now() + 0.1 * self.budget, self.begin + self.budget)
        while self.report.untried and now() < end:
            if not self._try(self.report.untried[0], end):
                break
        cells = list(self.report.others)
        Random(self.plan.seed).shuffle(cells)
        del cells[self.profile.settings :]
        slice_ = max(0.0, end - now()) / (3 * len(cells) + 1)
        for cell in cycle(cells):
            if now() >= end:
                return
            self._say(f"{cell.case.setting.words()}: {cell.tally.plays:,} plays")
            cell.work(now() + slice_)
            self._found(cell)

    def _long(self) -> None:
        """Plays that were cut off go on: rare long ones come to their end."""
        cells = [cell for cell in [*self.report.cells, *self.report.others] if cell.cut]
        end = now() + min(GOING_ON * self.budget, self._left())
        for number, cell in enumerate(cells):
            self._say(f"{cell.case.setting.words()}: plays that go on longer")
            cell.go_on(now() + (end - now()) / (len(cells) - number))
            self._found(cell)

    def _valued(self) -> list[Setting]:
        """All settings with one parameter at an end of its range: with the most players first, as they strain a deal most,
        then with the fewest; of the game itself before its variants."""
        found = []
        for place in range(max(map(len, self.settings.values()), default=0)):
            for group in self.groups:
                bases = self.settings[group]
                if place >= len(bases):
                    continue
                base = [bases[-1], bases[0], *reversed(bases[1:-1])][place]
                program = self.rules.program(group, self.plan.values)
                for name, values in ranges(program, dict(self.plan.values)).items():
                    for value in (max(values), min(values)):
                        if value != values[0]:
                            found.append(replace(base, values=(*base.values, (name, value))))
        return list(dict.fromkeys(found))

    # ---- Hypothesis ----

    def _streams(self) -> None:
        """Plays made up by Hypothesis, which tends to what random play does not: always the first, always the same."""
        end = min(now() + STREAMING * self.budget, self.begin + self.budget)
        known = {v.fault.name for v in self.report.violations.values()} | {ENDS}
        for number, group in enumerate(self.groups):
            wanted = {p.name for p in self.of(self.settings[group][0])} - known
            share = now() + (end - now()) / (len(self.groups) - number)
            with limit(share):
                self._stream(self.settings[group], wanted, share)

    def _stream(self, settings: list[Setting], wanted: set[str], end: float) -> None:
        play = player(self.rules, wanted)

        def body(draw: Callable[[int], int]) -> bool:
            if now() >= end:
                raise OutOfTime
            self._say("plays by Hypothesis")
            setting = settings[draw(len(settings))] if len(settings) > 1 else settings[0]
            recorded = Recorded(Drawn(draw))
            run = play(setting, recorded, FIRST_CAP, 400)
            self.report.streamed += 1
            if run.fault is None or run.fault.name in dropped:
                return False
            found = Violation(setting, run.fault, tuple(recorded.path), run.steps)
            self.report.add(found)
            dropped.add(run.fault.name)
            return False

        dropped: set[str] = set()
        if now() < end:
            stream((), body, 100_000, self.plan.seed)

    # ---- faults ----

    def _tell_faults(self, quick: bool = False) -> None:
        """Make the play of every fault as plain as time allows."""
        for group in self.groups if ENDS in self.wanted and not quick else ():
            self._endless([cell for cell in self.report.cells if cell.case.setting.variants == group])
        todo = [v for v in self.report.violations.values() if v.path and not v.shortest]
        for number, violation in enumerate(todo):
            if quick:
                break
            self._say(f"making the play plain: {violation.fault.name}")
            time = max(self._left() / (len(todo) - number), min(AFTERWARDS, SHRINKING * self.budget))
            self._shrink(violation, now() + min(time, max(AFTERWARDS, SHRINKING * self.budget)))

    def _endless(self, cells: list[Cell]) -> None:
        """Where no play came to an end, let one go much further; if it does not end either, say so."""
        plays = sum(cell.tally.capped for cell in cells)
        if plays < 3 or plays < sum(cell.tally.plays for cell in cells):
            return
        cell = max(cells, key=lambda cell: cell.tally.longest)
        if cell.tally.longest < CAP:
            self._say("a play that goes on longer")
            cell.go_on(now() + max(self._left(), AFTERWARDS))
        if cell.tally.longest >= MUCH_LONGER * FIRST_CAP and cell.tally.capped == cell.tally.plays:
            message = f"not one of {plays} plays ended, and one of them had {cell.tally.longest:,} decisions"
            fault = Fault(ENDS, message, _round(cell.case.program), (_BOUND,))
            self.report.add(Violation(cell.case.setting, fault, (), 0))

    def _shrink(self, violation: Violation, deadline: float) -> None:
        fault = violation.fault
        start = Found(violation.setting, violation.path, fault, violation.steps, violation.decisions(self.rules))
        play = player(self.rules, {fault.name})
        if fault.name in (KNOWN, SEEN, SEATS):
            play = paired_player(self.rules, fault.name)
        middle = now() + (deadline - now()) * 0.65
        found = Shrinker(play, self._plainer(violation.setting), start, middle).shrink()
        if found.decisions > LONG and found.setting.scope is None:
            self._on_a_small_instance(play, found, deadline)
        self.report.replace(violation, Violation(found.setting, found.fault, found.path, found.steps))

    def _on_a_small_instance(self, play: Player, found: Found, deadline: float) -> None:
        """A long story may be short where there are few cards: look for the same fault there."""
        for scope in self.rules.scopes(found.setting.variants):
            for players in self.rules.program(found.setting.variants, self.plan.values, scope).seats()[:1]:
                setting = Setting(players, found.setting.variants, self.plan.values, scope)
                middle = now() + (deadline - now()) / 2
                for seed in count(1):
                    if now() > middle:
                        return
                    recorded = Recorded(Lucky(seed))
                    with limit(middle):
                        run = play(setting, recorded, found.decisions, None)
                    fault = run.fault
                    if fault is not None and fault.key == found.fault.key:
                        break
                assert fault is not None  # the loop was left by its break
                small_ = Found(setting, tuple(recorded.path), fault, run.steps, run.decisions)
                small_ = Shrinker(play, [setting], small_, deadline).shrink()
                known = self.report.smaller.get(found.fault.key)
                if known is None or small_.decisions < known.decisions(self.rules):
                    shown = Violation(setting, small_.fault, small_.path, small_.steps)
                    self.report.smaller[found.fault.key] = shown

    def _plainer(self, setting: Setting) -> list[Setting]:
        """Settings a story may be told of: fewer players, parameters as they are given, those of the fault, and parameters at
        their low ends, which make games short."""
        if setting.scope is not None:
            return [setting]
        bases = [s for s in self.settings.get(setting.variants, []) if s.players <= setting.players]
        found = [*bases, *(replace(base, values=setting.values) for base in bases)]
        fixed = dict(self.plan.values)
        program = self.rules.program(setting.variants, setting.values)
        low = {name: min(values) for name, values in ranges(program, fixed).items()}
        for base in bases[:1]:
            found += [replace(base, values=(*base.values, (name, value))) for name, value in low.items()]
        return found

    # ---- coverage ----

    def _cover(self) -> None:
        reached: dict[Mark, int] = {}
        for case in self.rules.cases():
            for mark, times in case.watch.reached().items():
                reached[mark] = reached.get(mark, 0) + times
        self.report.reached = reached


_BOUND = "nothing makes sure that it comes to an end: let something bound it, such as a number of rounds"


def _round(program: Program) -> t.Span:
    """The loop in `play` that a game goes round in, if there is but one: all that goes on for long goes on inside it."""
    loops = [node for node in program.procedures["play"].walk() if isinstance(node, t.Repeat | t.Turns)]
    inner = {id(node) for loop in loops for node in loop.walk() if node is not loop}
    outer = [loop for loop in loops if id(loop) not in inner]
    return outer[0].span if len(outer) == 1 else t.NOWHERE
