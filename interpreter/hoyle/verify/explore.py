"""A small instance explored wholly: every position that can be reached, once.

Comes in: a case and limits. Goes out: a `Graph`, and the first fault of each property with the shortest path to it.
What always holds: positions are numbered in the order of their distance from the start, and 0 is the first; equal
positions are one (cards alike are one face, so those are merged); where a limit was hit, `left` says how many
positions were met and not looked at.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from ..engine.engines import INTERPRETER
from ..engine.errors import PlayError
from ..engine.flow import EndGame
from ..engine.layout import Frozen
from ..engine.machine import Machine
from ..engine.results import Standing, standing
from .checks import Checks
from .clock import counting, now, spend, spend_on
from .plays import Path
from .properties import FOLLOWED, MEASURE, Fault, unfollowed
from .rules import Case
from .watch import Runs

DECISION, CHANCE, END, STUCK, BROKEN, UNSEEN = range(6)
KINDS = {"decision": DECISION, "chance": CHANCE, "over": END, "stuck": STUCK}


@dataclass(frozen=True)
class Limits:
    """How far to go: positions, megabytes of memory of the whole process, and a time (by `clock.now`)."""

    states: int = 2_000_000
    memory: int = 3_000
    deadline: float = float("inf")


@dataclass
class Graph:
    """Positions by number: their kind, what follows (from `first[n]` on, in order of moves or outcomes), how they
    were reached.

    `chances` gives a chance's probabilities; `results` how ended positions came out.
    """

    kind: bytearray = field(default_factory=bytearray)
    first: array[int] = field(default_factory=lambda: array("I", [0]))
    follows: array[int] = field(default_factory=lambda: array("I"))
    parent: array[int] = field(default_factory=lambda: array("I"))
    chances: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)
    results: dict[int, Standing] = field(default_factory=dict)
    left: int = 0
    why: str = ""

    def __len__(self) -> int:
        return len(self.kind)

    def after(self, state: int) -> array[int]:
        """The positions that follow one."""
        if state + 1 >= len(self.first):
            return array("I")
        return self.follows[self.first[state] : self.first[state + 1]]

    @property
    def whole(self) -> bool:
        """Whether every position was looked at."""
        return not self.left

    def counts(self) -> dict[str, int]:
        """How many positions of each kind there are."""
        found = Counter(self.kind)
        return {name: found[kind] for name, kind in KINDS.items()}

    def path(self, state: int) -> list[int]:
        """The positions on a shortest way to one, from the first to it."""
        way = [state]
        while way[-1]:
            way.append(self.parent[way[-1]])
        return way[::-1]

    def steps(self, way: list[int]) -> Path:
        """A way from position to position, as the path of a play: only steps that could have gone otherwise."""
        path = []
        for state, following in pairwise(way):
            after = self.after(state)
            if len(after) > 1:
                path.append(after.index(following))
        return tuple(path)


@dataclass
class Explored:
    """What exploring gave: the graph, and by property a fault with the path and the number of steps to it; `frames` are the
    positions by number."""

    case: Case
    graph: Graph
    faults: dict[str, tuple[Fault, Path, int]] = field(default_factory=dict)
    frames: Sequence[Frozen] = ()
    engine: str = INTERPRETER
    why: str = ""
    """Why it was not the compiled game that explored, if nobody asked for that."""


def explore(case: Case, checks: Checks, limits: Limits, progress: Callable[[int, int], None] | None = None) -> Explored:
    """Look at every position a case can reach.

    Args:
        case: a small instance, if this is to come to an end.
        checks: what is checked at every position.
        limits: how far to go.
        progress: told the positions looked at and those known, now and then.
    """
    return Exploring(case, checks, limits, progress).run()


class Exploring:
    """One run of `explore`."""

    def __init__(self, case: Case, checks: Checks, limits: Limits, progress: Callable[[int, int], None] | None) -> None:
        self.case, self.machine, self.checks = case, case.machine, checks
        self.limits, self.progress = limits, progress
        self.numbers: dict[Frozen, int] = {}
        self._frames: list[Frozen] = []
        self.found = Explored(case, Graph(), frames=self._frames)
        self.graph = self.found.graph
        self.runs: list[Runs] = []
        self.measured = bool(case.flow.measures)
        self.again: set[int] = set()
        self._kept: dict[Runs, Runs] = {}

    def run(self) -> Explored:
        """Breadth first, from the start."""
        watch, graph = self.case.watch, self.graph
        watch.begin()
        try:
            frame = self.machine.start()
        except PlayError as error:
            graph.kind.append(BROKEN)
            graph.parent.append(0)
            graph.first.append(0)
            self.found.faults[FOLLOWED] = unfollowed(error), (), 0
            return self.found
        self._number(frame, 0)
        state = 0
        while state < len(self._frames):
            if self._stop(state):
                break
            self._look(state)
            graph.first.append(len(graph.follows))
            state += 1
        graph.left = len(graph.kind) - state
        if self.measured:
            self._measure_again()
        return self.found

    def _stop(self, state: int) -> bool:
        """Whether a limit is hit."""
        limits = self.limits
        if state >= limits.states:
            self.graph.why = f"the limit of {limits.states:,} positions"
        elif now() > limits.deadline:
            self.graph.why = f"the end of the {'steps' if counting() else 'time'} given"
        if state % 512 == 0:
            self._look_round(state)
        return bool(self.graph.why)

    def _look_round(self, state: int) -> None:
        """Now and then progress is told, and memory is looked at."""
        if self.progress is not None:
            self.progress(state, len(self.graph))
        if memory() > self.limits.memory:
            self.graph.why = f"the limit of {self.limits.memory:,} MB of memory"

    def _number(self, frame: Frozen, parent: int) -> int:
        """The number of a position; the watch stands at it."""
        number = self.numbers.get(frame)
        runs = self._runs() if self.measured else ()
        if number is None:
            number = self.numbers[frame] = len(self._frames)
            self._frames.append(frame)
            self.graph.kind.append(UNSEEN)
            self.graph.parent.append(parent)
            self.runs.append(runs)
        elif runs != self.runs[number]:
            lower = _lower(self.runs[number], runs)
            if lower != self.runs[number]:
                self.runs[number] = self._kept.setdefault(lower, lower)
                self.again.add(number)
        return number

    def _runs(self) -> Runs:
        runs = self.case.watch.runs()
        return self._kept.setdefault(runs, runs)

    def _look(self, state: int) -> None:
        """Check a position, and find what follows."""
        machine, graph, frame = self.machine, self.graph, self.found.frames[state]
        if graph.kind[state] == BROKEN:
            return
        stop = machine.stop(frame)
        graph.kind[state] = KINDS[stop.kind]
        self.case.watch.sunk = None
        fault = self.checks.at(frame, stop)
        if fault is not None:
            self._fault(fault, state)
        if stop.kind == "over":
            graph.results[state] = came_out(machine, frame)
            return
        if stop.kind == "decision":
            for move in machine.moves(frame):
                self._step(state, lambda move=move: machine.play(frame, move))  # type: ignore[misc]
        elif stop.kind == "chance":
            outcomes = machine.outcomes(frame)
            graph.chances[state] = tuple([probability for _, probability in outcomes])
            for outcome, _ in outcomes:
                self._step(state, lambda outcome=outcome: machine.take(frame, outcome))  # type: ignore[misc]

    def _step(self, state: int, go: Callable[[], Frozen]) -> None:
        watch = self.case.watch
        spend()
        watch.begin(self.runs[state])
        try:
            number = self._number(go(), state)
        except PlayError as error:
            # The step leads nowhere: a position of its own stands for that.
            spend_on(error)
            number = len(self._frames)
            self._frames.append((-1, state, len(self.graph.follows)))
            self.graph.kind.append(BROKEN)
            self.graph.parent.append(state)
            self.runs.append(())
            self.graph.follows.append(number)
            self._fault(unfollowed(error), number)
            return
        self.graph.follows.append(number)
        if watch.sunk is not None:
            fault_ = self.checks.sunk(*watch.sunk)
            self._fault(fault_, number, state)

    def _fault(self, fault: Fault, state: int, before: int | None = None) -> None:
        """Keep the first fault of a property. `before` is where the step to `state` was taken from, if not its
        parent."""
        if fault.name in self.found.faults or not self.checks.counts(fault.name):
            return
        way = self.graph.path(state) if before is None else [*self.graph.path(before), state]
        # The last step may be of a position whose steps are not all known yet: its place among them is.
        self.found.faults[fault.name] = fault, self._steps(way), len(way) - 1

    def _steps(self, way: list[int]) -> Path:
        graph, machine = self.graph, self.machine
        last = way[-2] if len(way) > 1 else -1
        if last < 0 or last + 1 < len(graph.first):
            return graph.steps(way)
        path = graph.steps(way[:-1])
        frame = self.found.frames[last]
        count = len(machine.moves(frame) if graph.kind[last] == DECISION else machine.outcomes(frame))
        index = len(graph.follows) - 1 - graph.first[last]
        return (*path, index) if count > 1 else path

    # ---- measures ----

    def _measure_again(self) -> None:
        """Follow the measures again from positions where a lower last value was met later, until none is."""
        graph = self.graph
        while self.again and now() < self.limits.deadline:
            state = self.again.pop()
            if graph.kind[state] not in (DECISION, CHANCE) or state + 1 >= len(graph.first):
                continue
            self._follow_again(state)

    def _follow_again(self, state: int) -> None:
        machine, frame = self.machine, self.found.frames[state]
        watch = self.case.watch
        chosen = self.graph.kind[state] == DECISION
        for step in machine.moves(frame) if chosen else [o for o, _ in machine.outcomes(frame)]:
            spend()
            watch.begin(self.runs[state])
            try:
                after = machine.play(frame, step) if chosen else machine.take(frame, step)
            except PlayError:
                continue
            if (
                watch.sunk is not None
                and MEASURE + self.case.flow.measures[watch.sunk[0]].name not in self.found.faults
            ):
                self._sunk_later()
            if after in self.numbers:
                self._number(after, state)

    def _sunk_later(self) -> None:
        """A measure does not go down on some way here, not the shortest: find that way."""
        fault = self.checks.sunk(*self.case.watch.sunk)  # type: ignore[misc]
        if not self.checks.counts(fault.name):
            return
        kept = self.case.watch.runs()
        way = _with_measures(self.case, self.machine.start, fault.name, self.checks, self.limits)
        self.case.watch.begin(kept)
        if way is not None:
            self.found.faults[fault.name] = way


def _with_measures(
    case: Case, start: Callable[[], Frozen], name: str, checks: Checks, limits: Limits
) -> tuple[Fault, Path, int] | None:
    """The shortest play on which a measure does not go down: positions count as different if their measures do."""
    machine, watch = case.machine, case.watch
    watch.begin()
    first = start()
    seen = {(first, watch.runs())}
    todo: list[tuple[Frozen, Runs, Path, int]] = [(first, watch.runs(), (), 0)]
    for frame, runs, path, steps in todo:
        if len(todo) > limits.states or now() > limits.deadline:
            return None
        kind = machine.stop(frame).kind
        if kind not in ("decision", "chance"):
            continue
        chosen = kind == "decision"
        following = machine.moves(frame) if chosen else [outcome for outcome, _ in machine.outcomes(frame)]
        for index, step in enumerate(following):
            spend()
            watch.begin(runs)
            try:
                after = machine.play(frame, step) if chosen else machine.take(frame, step)
            except PlayError:
                continue
            way = (*path, index) if len(following) > 1 else path
            if watch.sunk is not None and (fault := checks.sunk(*watch.sunk)).name == name:
                return fault, way, steps + 1
            key = (after, watch.runs())
            if key not in seen:
                seen.add(key)
                todo.append((*key, way, steps + 1))
    return None


def _lower(one: Runs, other: Runs) -> Runs:
    """For each measure the lower of two last values: the one that is harder to go below."""
    if len(one) != len(other):
        return one
    merged = []
    for (procedure, ours), (_, theirs) in zip(one, other, strict=True):
        values = dict(theirs)
        for measure, value in ours:
            values[measure] = min(value, values.get(measure, value))
        merged.append((procedure, tuple(sorted(values.items()))))
    return tuple(merged)


def came_out(machine: Machine, frame: Frozen) -> Standing:
    """How a game came out that is over; without winners where the rules fail to tell them, which is a fault of its own."""
    try:
        told = standing(machine, frame)
    except PlayError:
        end = machine.flow.code[frame[0]]
        assert isinstance(end, EndGame)
        return Standing(end.ending, -1, (), None, ())
    assert told is not None
    return told


def memory() -> int:
    """The most memory this process has had, in megabytes; 0 where that is not known."""
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used >> 20 if sys.platform == "darwin" else used >> 10
