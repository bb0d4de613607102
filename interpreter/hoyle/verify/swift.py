"""Plays of one setting by the compiled engine: many more than the interpreter could make, watched as they go.

Comes in: a case, the properties that count. Goes out: counts, and the seeds of plays that the interpreter is to look
at. What always holds: seeds are taken one after another, whatever the number of workers; what the compiled game finds
is only a reason to play the same seed by the interpreter, which alone says what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from time import sleep, thread_time
from typing import TYPE_CHECKING, Any, TypeAlias

from ..engine.chance import POLICY_STREAM, Luck
from ..engine.engines import choose
from ..engine.errors import PlayError
from ..engine.flow import EndGame
from ..engine.layout import Frozen
from ..engine.machine import Machine
from ..engine.many import cores
from .checks import unfiltered
from .clock import RATE, counting, now, spend
from .properties import ALWAYS, DEAD_END, ENDS, FOLLOWED, MEASURE, PLACES, WINNERS
from .rules import Case

if TYPE_CHECKING:
    from ..engine.wasm import Runtime

LONGEST = 20_000
"""Where plays are cut off, until several were, or one that was came to an end later."""

SHORTER = 4_000
"""Where they are cut off then, so that endless plays do not use up the time."""

AT_ONCE = 0.03
"""Seconds of a processor that a batch should take."""

GRACE = 1.0
"""Seconds after the time is over when plays are ended that take very long."""

STEADY = 256
"""How many plays a batch has at most where steps are counted. How many it has follows from the plays before it and from
the steps that are left, so that the same plays are made on every machine."""

DOUBTS = 3
"""Of how many plays the interpreter is asked that seem to be wrong in the same way."""


@dataclass
class Batch:
    """What some plays came to. `doubts` are the seeds of plays that something is wrong with."""

    plays: int = 0
    decisions: int = 0
    longest: int = 0
    capped: int = 0
    endings: Counter[int] = field(default_factory=Counter)
    doubts: list[int] = field(default_factory=list)
    long: list[int] = field(default_factory=list)
    """The seeds of plays that were cut off."""


class Uniform:
    """The choices and the luck of a seed, as a play of the compiled game has them."""

    def __init__(self, seed: int) -> None:
        self.luck, self.policy = Luck(seed), Luck(seed ^ POLICY_STREAM)

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """Any move, each as likely."""
        return self.policy.index(len(moves))

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """An outcome, by its probability."""
        return machine.sample(frame, self.luck)


class Swift:
    """The compiled plays of a case.

    Args:
        case: what is played.
        wanted: the properties that count; those that can be seen in such plays are `names`.
        engine: the engine asked for; None: the compiled one if it can play this.
        jobs: how many work at once; as many as there are cores if None.

    Raises:
        HoyleError: the compiled engine was asked for, and cannot play this.
    """

    def __init__(self, case: Case, wanted: set[str], engine: str | None = None, jobs: int | None = None) -> None:
        self.case = case
        self.jobs = jobs or cores()
        flow = case.flow
        always = {info.name for info in flow.invariants if ALWAYS + info.name in wanted}
        measures = {MEASURE + info.name for info in flow.measures}
        watched = {*always, *(["pieces"] if PLACES in wanted else []), *(["measure"] if measures <= wanted else [])}
        self.names = wanted & {FOLLOWED, DEAD_END, ENDS, PLACES, WINNERS, *(ALWAYS + name for name in always)}
        if measures <= wanted:
            self.names |= measures
        chosen = choose(flow, engine, watched=frozenset(watched))
        self.why = chosen.why
        self.program = chosen.program
        self.most = LONGEST
        self._size = 16
        self._known = self._longest = 0
        self._unfiltered = unfiltered(case.program.winners)
        self._reasons: Counter[tuple[object, ...]] = Counter()
        self._runtimes: list[Runtime] = []
        self._marks = [0] * len(flow.marks)

    def play(self, seed: int, deadline: float) -> tuple[int, Batch]:
        """Plays of the seeds after `seed` until the time is over: the last of them, and what they came to.

        Where steps are counted, no more plays are begun than there are steps for if none is longer than those before.
        """
        from ..engine.wasm import Runtime

        assert self.program is not None
        if not self._runtimes:
            self._runtimes = [Runtime(self.program) for _ in range(self.jobs)]
        whole = Batch()
        waiting: list[Future[Timed]] = []
        try:
            while not whole.doubts:
                plays, decisions = whole.plays, whole.decisions
                count = self._affordable(deadline) if counting() else self._size * self.jobs
                each = -(-count // self.jobs)
                parts = [range(at, min(at + each, seed + 1 + count)) for at in range(seed + 1, seed + 1 + count, each)]
                waiting = [
                    _threads(self.jobs).submit(timed, runtime, part, self.most)
                    for runtime, part in zip(self._runtimes, parts, strict=False)
                ]
                spent, failed = 1e-6, 0
                if not counting():
                    wait(waiting, max(deadline - now(), 0.0) + GRACE)
                    self._halt(waiting)
                for part, future in zip(parts, waiting, strict=True):
                    data, faults, seconds = future.result()
                    spent, failed = max(spent, seconds), failed + len(faults)
                    self._add(whole, part.start, data, faults)
                seed += count
                # A play that fails is told in Python, which takes as long as a step of the interpreter.
                spend(whole.plays - plays + whole.decisions - decisions + failed)
                self._longest, self._known = max(self._longest, whole.longest), self._known + count
                if now() >= deadline:
                    break
                self._size = max(1, min(4096, 4 * self._size, int(self._size * AT_ONCE / spent)))
        finally:  # an interrupt
            self._halt(waiting)
        self._count_marks()
        return seed, whole

    def _affordable(self, deadline: float) -> int:
        """How many plays as long as the longest there are steps for, and not far more than were seen: at least one."""
        left = int((deadline - now()) * RATE)
        return max(1, min(STEADY, 3 * self._known, left // (self._longest + 1)))

    def further(self, seed: int, most: int, deadline: float) -> Batch | None:
        """One play, as far as `most` decisions; None if that took too long.

        Where steps are counted it is not begun if it might take too long.
        """
        from ..engine.wasm import Runtime

        assert self.program is not None
        if counting() and now() + most / RATE > deadline:
            return None
        self._runtimes = self._runtimes or [Runtime(self.program) for _ in range(self.jobs)]
        future = _threads(self.jobs).submit(timed, self._runtimes[0], range(seed, seed + 1), most)
        try:
            if not counting():
                wait([future], max(deadline - now(), 0.0))
                self._halt([future])
            data, faults, _ = future.result()
        finally:  # an interrupt
            self._halt([future])
        found = Batch()
        self._add(found, seed, data, faults)
        spend(1 + found.decisions)
        self._count_marks()
        return found if found.plays else None

    def _halt(self, waiting: list[Future[Timed]]) -> None:
        """Ends what is still being played: the batch has only the plays that had ended."""
        for runtime, future in zip(self._runtimes, waiting, strict=False):
            while not future.done():
                runtime.halt()
                sleep(0.01)

    def _add(self, whole: Batch, first: int, data: bytes, faults: dict[int, PlayError]) -> None:
        """The plays of a batch, whose results are read column by column as they lie."""
        from ..engine.wasm.host import CAPPED, OVER

        assert self.program is not None
        numbers = memoryview(data).cast("i")
        width = self.program.compiled.result_size // 4
        kinds, decisions = numbers[::width].tolist(), numbers[2::width].tolist()
        whole.plays += len(kinds)
        whole.decisions += sum(decisions)
        whole.longest = max([whole.longest, *decisions])
        whole.capped += kinds.count(CAPPED)
        for (kind, at), times in Counter(zip(kinds, numbers[1::width].tolist(), strict=True)).items():
            end = self.case.flow.code[at]
            if kind == OVER and isinstance(end, EndGame):
                whole.endings[end.ending] += times
        for play, error in faults.items():
            self._doubt(whole, first + play, ("fault", error.span.line, error.span.column))
        for play, kind in enumerate(kinds):
            if play not in faults and kind == CAPPED:
                # It may go round, which the compiled game does not look for.
                whole.long.append(first + play)
            elif play not in faults and kind != OVER:
                self._doubt(whole, first + play, (kind, numbers[play * width + 6]))
        if WINNERS in self.names:
            self._results(whole, first, numbers, width)

    def _results(self, whole: Batch, first: int, numbers: memoryview, width: int) -> None:
        """Doubts who won, where that is not what `winners` says."""
        from ..engine.wasm.host import OVER

        columns = [0, 4, 5, 6, *range(7, 7 + self.case.flow.players)]
        results = list(zip(*(numbers[column::width].tolist() for column in columns), strict=True))
        wrong = {one for one in set(results) if one[0] == OVER and self._wrong(*one[1:])}
        if wrong:
            for play, one in enumerate(results):
                if one in wrong:
                    self._doubt(whole, first + play, (WINNERS,))

    def _wrong(self, low: int, high: int, row: int, *scores: int) -> bool:
        """Whether those who won are not those whose scores say so."""
        if row < 0:
            return True
        info = self.case.flow.winners[row]
        bits = (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32
        won = {score for seat, score in enumerate(scores) if bits >> seat & 1}
        if info.score is None or not won:
            return False
        best = max(scores) if info.highest else min(scores)
        if len(won) > 1:
            return True
        return self._unfiltered and any((scores[seat] == best) != bool(bits >> seat & 1) for seat in range(len(scores)))

    def _doubt(self, whole: Batch, seed: int, reason: tuple[object, ...]) -> None:
        """The interpreter is to look at a play, unless it has looked at some like it."""
        self._reasons[reason] += 1
        if self._reasons[reason] <= DOUBTS:
            whole.doubts.append(seed)

    def _count_marks(self) -> None:
        """What was reached counts as reached in the case."""
        total = [sum(counts) for counts in zip(*(runtime.marks() for runtime in self._runtimes), strict=True)]
        for mark, (count, before) in enumerate(zip(total, self._marks, strict=True)):
            self.case.watch.marks[mark] += (count - before) & 0xFFFFFFFF
        self._marks = total


Timed: TypeAlias = tuple[bytes, dict[int, PlayError], float]


def timed(runtime: Runtime, seeds: range, most: int) -> Timed:
    """A batch, and its time on the processor: on a busy machine waiting for one would make batches ever smaller."""
    begin = thread_time()
    data, faults = runtime.batch(seeds, most)
    return data, faults, thread_time() - begin


@cache
def _threads(jobs: int) -> ThreadPoolExecutor:
    """The threads that all cases share."""
    return ThreadPoolExecutor(jobs, "plays")
