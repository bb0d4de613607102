"""Many whole plays of one seed, on either engine and all cores.

Comes in: a flow, a seed, how many plays. Goes out: `Part`s, in the order of the plays. What always holds: play number n
has a seed of its own that follows from the seed and n, so neither the engine nor the number of workers nor the size of
the parts changes what comes out; each part ends before the first play in it that a fault of the rules ended.

The compiled game runs on threads: a call into it does not hold Python's lock. The interpreter runs on processes, once
it is clear that the plays are worth starting them.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, Queue
from threading import Event, Lock, Thread
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, NamedTuple

from .chance import play_seed
from .engines import Chosen
from .errors import PlayError
from .flow import EndGame, Flow
from .machine import Machine
from .policy import POLICIES
from .processes import processes
from .results import standing

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .wasm import Runtime

AT_ONCE = 0.05
"""Seconds that a part should take."""

ALONE = 2.0
"""Seconds of work that are not worth starting processes for."""


class Came(NamedTuple):
    """How a play came out. `ending` is an index, -1 if it was capped; `scores` None where winning is no matter of
    numbers."""

    ending: int
    decisions: int
    choices: int
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None


@dataclass
class Part:
    """Plays number `first` and following: how often each result came.

    `fault` is the number of the play at which the part ends, and the fault; None stands for a player who is to choose
    and has no move.
    """

    first: int
    plays: int = 0
    came: Counter[Came] = field(default_factory=Counter)
    fault: tuple[int, PlayError | None] | None = None


@dataclass(frozen=True)
class Task:
    """What is played: the rules, the seed of it all, the most decisions of a play, a policy by name."""

    flow: Flow
    seed: int
    most: int = 1_000_000
    policy: str = "random"

    def seeds(self, first: int, count: int) -> list[int]:
        """The seeds of plays. Figures of neighbouring seeds must not share plays, as they would with seed + n."""
        return [play_seed(self.seed, play) for play in range(first, first + count)]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_many(task: Task, engine: Chosen, plays: int, jobs: int | None = None) -> Generator[Part, None, None]:
    """Play, in parts.

    Args:
        task: what is played.
        engine: by which engine (see `engines.choose`).
        plays: how many.
        jobs: how many workers; as many as there are cores if None.

    Closing the iterator, as an interrupt does, stops the workers.
    """
    jobs = jobs or cores()
    if engine.program is None:
        return _interpreted(task, plays, jobs)
    return _compiled(task, engine, plays, jobs)


# ---- the compiled engine -------------------------------------------------------------------------------------------


def _compiled(task: Task, engine: Chosen, plays: int, jobs: int) -> Generator[Part, None, None]:
    """Parts by threads that take the next plays as they are free."""
    from .wasm import Runtime
    from .wasm.module import BATCH

    program = engine.program
    assert program is not None
    runtimes = [Runtime(program) for _ in range(min(jobs, plays))]
    made: Queue[Part | BaseException] = Queue(4 * jobs)
    lock, following, stopped = Lock(), 1, Event()

    def take(wanted: int) -> tuple[int, int]:
        nonlocal following
        with lock:
            first, count = following, min(wanted, plays + 1 - following)
            following += count
        return first, count

    def work(runtime: Runtime) -> None:
        size = 16
        try:
            while not stopped.is_set():
                first, count = take(size)
                if count <= 0:
                    return
                begin = thread_time()  # on a busy machine, waiting for a processor would make parts ever smaller
                part = _part_of(runtime, task, first, count)
                if stopped.is_set():
                    return
                made.put(part)
                size = _next_size(size, thread_time() - begin, BATCH)
        except BaseException as error:
            made.put(error)

    threads = [Thread(target=work, args=(runtime,), daemon=True) for runtime in runtimes]
    waiting: dict[int, Part] = {}
    expected = 1
    try:
        for thread in threads:
            thread.start()
        while expected <= plays:
            # Where another thread takes the signal of an interrupt, waiting without an end is not interrupted.
            try:
                got = made.get(timeout=0.2)
            except Empty:
                continue
            if isinstance(got, BaseException):
                raise got
            waiting[got.first] = got
            while expected in waiting:
                part = waiting.pop(expected)
                expected += part.plays
                yield part
                if part.fault is not None:
                    return
    finally:
        stopped.set()
        for runtime, thread in zip(runtimes, threads, strict=True):
            while thread.is_alive():
                runtime.halt()
                with suppress(Empty):
                    made.get_nowait()
                thread.join(0.01)


def _next_size(size: int, seconds: float, most: int) -> int:
    """How many plays the next part should have."""
    return max(1, min(most, 4 * size, int(size * AT_ONCE / max(seconds, 1e-6))))


def _part_of(runtime: Runtime, task: Task, first: int, count: int) -> Part:
    """A part, played by the compiled engine. The columns of the results are read as they lie."""
    from .wasm.host import CAPPED, OVER

    data, faults = runtime.batch(task.seeds(first, count), task.most)
    part = Part(first, count)
    numbers = memoryview(data).cast("i")
    width = runtime.compiled.result_size // 4
    players = task.flow.players
    rows = zip(*(numbers[column::width] for column in range(7 + players)), strict=True)
    if faults or any(status not in (OVER, CAPPED) for status in numbers[::width]):
        good = []
        for play, row in enumerate(rows):
            if play in faults or row[0] not in (OVER, CAPPED):
                part.plays, part.fault = play, (first + play, faults.get(play))
                break
            good.append(row)
        rows = iter(good)  # type: ignore[assignment]
    for (status, at, decisions, choices, low, high, row, *scores), times in Counter(rows).items():
        if status == CAPPED:
            part.came[Came(-1, decisions, choices)] += times
            continue
        end = task.flow.code[at]
        assert isinstance(end, EndGame)
        bits = (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32
        winners = tuple([seat for seat in range(players) if bits >> seat & 1])
        scored = row >= 0 and task.flow.winners[row].score is not None
        part.came[Came(end.ending, decisions, choices, winners, tuple(scores) if scored else None)] += times
    return part


# ---- the interpreter -----------------------------------------------------------------------------------------------


def _interpreted(task: Task, plays: int, jobs: int) -> Generator[Part, None, None]:
    """Parts played here; by processes, if much is left when some are done."""
    player = Interpreted(task)
    first, size, begin = 1, 1, perf_counter()
    while first <= plays:
        started = perf_counter()
        part = player.part(first, min(size, plays + 1 - first))
        first += part.plays
        size = _next_size(size, perf_counter() - started, 1000)
        yield part
        if player.interrupted:
            raise KeyboardInterrupt
        if part.fault is not None:
            return
        spent = perf_counter() - begin
        if jobs > 1 and spent > ALONE / 4 and spent / (first - 1) * (plays + 1 - first) > ALONE:
            yield from _processes(task, first, plays, size, jobs)
            return


class Interpreted:
    """Plays of a task by the interpreter."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.machine = Machine(task.flow)
        self.policy = None if task.policy == "random" else POLICIES[task.policy]()
        self.interrupted = False

    def part(self, first: int, count: int) -> Part:
        """Plays number `first` and following. An interrupt ends the part early."""
        part = Part(first)
        for play, seed in enumerate(self.task.seeds(first, count), first):
            try:
                came = self.came(seed)
            except PlayError as error:
                part.fault = play, error
                break
            except KeyboardInterrupt:
                self.interrupted = True
                break
            if came is None:
                part.fault = play, None
                break
            part.came[came] += 1
            part.plays += 1
        return part

    def came(self, seed: int) -> Came | None:
        """How one play comes out; None if a player is to choose and has no move."""
        machine = self.machine
        played = machine.playout(seed, self.task.most, self.policy)
        if played.kind == "capped":
            return Came(-1, played.decisions, played.choices)
        found = standing(machine, played.frame)
        if found is None or found.ending < 0:
            return None
        winners = tuple(sorted(found.winners))
        return Came(found.ending, played.decisions, played.choices, winners, found.scores)


def _processes(task: Task, first: int, plays: int, size: int, jobs: int) -> Generator[Part, None, None]:
    """Parts by processes of their own."""
    starts = iter(range(first, plays + 1, size))
    asked: deque[Future[Part]] = deque()
    with processes(jobs, _begin, task) as pool:
        while True:
            for start in islice(starts, 4 * jobs - len(asked)):
                asked.append(pool.submit(_play_part, start, min(size, plays + 1 - start)))
            if not asked:
                return
            part = asked.popleft().result()
            yield part
            if part.fault is not None:
                return


_player: Interpreted | None = None
"""What a worker process plays."""


def _begin(task: Task) -> None:
    """A worker process begins."""
    global _player
    _player = Interpreted(task)


def _play_part(first: int, count: int) -> Part:
    assert _player is not None
    return _player.part(first, count)
