"""From a play that shows a fault to the plainest one: fewest players, fewest decisions, plainest cards.

Comes in: a fault and a play of it. Goes out: a `Found`. What always holds: the play found shows the same fault
(`Fault.key`), and is never less plain than the one given; the work stops at its deadline, wherever it is.

Several means, one after the other: fresh plays with fewer players and a lower cap; steps left out, changed, made
plainer; and Hypothesis, whose one stream of choices stands for setting, chances and moves, the plainest always being
0.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..engine.layout import Frozen
from ..engine.machine import Machine
from ..language.diagnostics import HoyleError, SpecErrors
from .checks import Checks
from .clock import BEGUN, limit, now, spend
from .plays import CAP, Fixed, Lucky, Path, Recorded, Run, Source, run
from .properties import Fault
from .rules import Rules, Setting

LONGEST_STREAM = 400
"""Plays with more steps than this are not given to Hypothesis: there it takes too long to try one."""

A_FEW = 20
"""So many plays of a setting with other parameters are tried, though the play at hand is short."""


@dataclass(frozen=True)
class Found:
    """A play with a fault at its end."""

    setting: Setting
    path: Path
    fault: Fault
    steps: int
    decisions: int

    @property
    def order(self) -> tuple[Any, ...]:
        """Plainer is less: seats, decisions, parameters changed, steps, then the path itself."""
        return (
            self.setting.players,
            self.decisions,
            len(self.setting.values) + len(self.setting.variants),
            self.steps,
            sum(self.path),
            self.path,
        )


Player = Callable[[Setting, Source, int, int | None], Run]
"""Plays a setting by a source, with a cap on decisions and one on steps; a run ends at the first fault that counts."""


def player(rules: Rules, wanted: set[str] | None) -> Player:
    """Plays checked for the properties wanted."""
    checks: dict[Setting, Checks] = {}

    def play(setting: Setting, source: Source, cap: int, steps: int | None = None) -> Run:
        case = rules.case(setting)
        if setting not in checks:
            checks[setting] = Checks(case, wanted)
        return run(case, source, checks[setting], cap, steps)

    return play


class Shrinker:
    """Looks for plainer plays of one fault.

    Args:
        play: plays and checks.
        settings: the settings that may be tried, plainest first; the one of the fault should be among them.
        found: the play to start from.
        deadline: when to stop, by `clock.now`.
    """

    def __init__(self, play: Player, settings: Sequence[Setting], found: Found, deadline: float) -> None:
        self.play, self.best, self.deadline = play, found, deadline
        self.settings = list(dict.fromkeys([*settings, found.setting]))
        self.random = Random(len(found.path))
        self.tried = 0

    def shrink(self) -> Found:
        """The plainest play found in time."""
        with limit(self.deadline):
            self._shrink()
        return self.best

    def _shrink(self) -> None:
        share = max(0.0, self.deadline - now()) / 6
        self._fewer_players(share)
        self._other_values(now() + share / 2)
        self._fresh(now() + share)
        self._leave_out(now() + 2 * share)
        self._edited(now() + share)
        self._plainer(now() + share)
        if len(self.best.path) <= LONGEST_STREAM:
            self._stream()

    # ---- trying ----

    def attempt(self, setting: Setting, source: Source, cap: int) -> bool:
        """Play, and keep the play if it shows the same fault and is plainer. Whether it shows the fault."""
        recorded = Recorded(source)
        self.tried += 1
        steps = None if cap == CAP else self.best.steps + 2 * cap + 50
        try:
            found = self.play(setting, recorded, cap, steps)
        except (HoyleError, SpecErrors):
            return False
        if found.fault is None or found.fault.key != self.best.fault.key:
            return False
        now = Found(setting, tuple(recorded.path), found.fault, found.steps, found.decisions)
        if now.order < self.best.order:
            self.best = now
        return True

    def _until(self, end: float) -> Iterator[int]:
        """Numbers, as long as there is time."""
        end = min(end, self.deadline)
        number = 0
        while now() < end:
            yield number
            number += 1

    # ---- fresh plays ----

    def _fewer_players(self, share: float) -> None:
        for setting in self.settings:
            if setting.players < self.best.setting.players and setting.values == self.best.setting.values:
                for seed in self._until(now() + share / 2):
                    if self.attempt(setting, Lucky(seed), CAP):
                        return

    def _other_values(self, end: float) -> None:
        """Settings with other parameters, as given or such that games are short, in turn: a few plays of each where the play
        is short already, as it may be told of parameters that nobody changed."""
        best = self.best.setting
        others = [s for s in self.settings if s.values != best.values and s.players <= best.players]
        for number in self._until(end):
            if not others or (self.best.decisions <= 3 and number >= A_FEW * len(others)):
                return
            self.attempt(others[number % len(others)], Lucky(number // len(others)), self.best.decisions)

    def _fresh(self, end: float) -> None:
        for seed in self._until(end):
            if self.best.decisions <= 1:
                return
            self.attempt(self.best.setting, Lucky(seed + 1_000_000), self.best.decisions - 1)

    # ---- the play at hand, changed ----

    def _leave_out(self, end: float) -> None:
        """Leave out runs of steps, long ones first; what follows is plainest where it does not fit."""
        size = max(1, len(self.best.path) // 2)
        while size:
            at, before = 0, self.best
            for _ in self._until(end):
                if at >= len(self.best.path):
                    break
                kept, path = self.best, self.best.path
                self.attempt(kept.setting, Fixed((*path[:at], *path[at + size :]), plain=True), kept.decisions)
                if self.best is kept:
                    at += size
            else:
                return
            if size > 1 or self.best is before:
                size //= 2

    def _edited(self, end: float) -> None:
        """Change a few steps at random, leave out a few, and let chance decide what comes after."""
        random = self.random
        for seed in self._until(end):
            kept = self.best
            path: list[int | None] = list(kept.path)
            if not path or kept.decisions <= 1:
                return
            for _ in range(random.choice((1, 1, 2, 3))):
                path[random.randrange(len(path))] = None
            for _ in range(random.choice((0, 1, 1, 2))):
                at = random.randrange(len(path))
                del path[at : at + random.choice((1, 1, 2, 3))]
                path = path or [None]
            if random.random() < 0.3:
                del path[random.randrange(len(path)) :]
            self.attempt(kept.setting, Edited(path, Lucky(2 * seed)), kept.decisions - 1)

    def _plainer(self, end: float) -> None:
        """Put the plainest step, or one half as plain, in the place of each."""
        for at in self._until(end):
            if at >= len(self.best.path):
                return
            kept, path = self.best, self.best.path
            for index in dict.fromkeys((0, path[at] // 2, path[at] - 1)):
                if 0 <= index < path[at]:
                    self.attempt(kept.setting, Fixed((*path[:at], index, *path[at + 1 :]), plain=True), kept.decisions)
                    if self.best is not kept:
                        break

    # ---- one stream ----

    def _stream(self) -> None:
        settings = [s for s in self.settings if s.players <= self.best.setting.players]
        start = [settings.index(self.best.setting)] if len(settings) > 1 else []
        cap = self.best.decisions

        def body(draw: Callable[[int], int]) -> bool:
            if now() > self.deadline:
                raise OutOfTime
            setting = settings[draw(len(settings))] if len(settings) > 1 else settings[0]
            return self.attempt(setting, Drawn(draw), cap)

        if now() < self.deadline:
            stream([*start, *self.best.path], body)


class Edited:
    """A path with gaps (None), which luck fills, as it does everything after the end."""

    def __init__(self, path: Sequence[int | None], luck: Lucky) -> None:
        self.path, self.luck, self.at = path, luck, 0

    def _next(self) -> int | None:
        self.at += 1
        return self.path[self.at - 1] if self.at <= len(self.path) else None

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """The path's step, if it has one that fits."""
        index = self._next()
        return index if index is not None and index < len(moves) else self.luck.decide(machine, frame, moves)

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """The path's step, if it has one that fits."""
        index = self._next()
        if index is not None:
            outcomes = machine.outcomes(frame)
            if index < len(outcomes):
                return outcomes[index][0]
        return self.luck.fall(machine, frame)


class OutOfTime(BaseException):
    """Stops Hypothesis where it is."""


class Drawn:
    """Choices and chances drawn from a stream; 0 is the plainest."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.draw = draw

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """One of the moves."""
        return self.draw(len(moves))

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """One of the outcomes."""
        outcomes = machine.outcomes(frame)
        return outcomes[self.draw(len(outcomes))][0]


def stream(
    start: Iterable[int], body: Callable[[Callable[[int], int]], bool], examples: int = 1, seed: int = 0
) -> None:
    """Let Hypothesis draw from one stream, and shrink what it finds.

    Args:
        start: a stream that is known to be interesting, or nothing.
        body: plays by `draw(n)`, a number from 0 to n - 1; whether it was interesting.
        examples: how many streams to make up.
        seed: what they follow from.
    """
    if "hypothesis" not in sys.modules:
        # It writes down what it finds in the code it runs in; not in the folder of whoever verifies a game.
        os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(tempfile.gettempdir(), "hoyle-hypothesis"))
    import hypothesis
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings
    from hypothesis import strategies as st
    from hypothesis.database import ExampleDatabase, choices_to_bytes

    first = list(start)

    class Known(ExampleDatabase):
        """Gives the one stream that is known, and forgets the rest: what is found is kept as a record."""

        def fetch(self, key: bytes) -> Iterable[bytes]:
            # What lies under its first key Hypothesis takes for shrunk already.
            return [choices_to_bytes(first)] if first and key.endswith(b".secondary") else []

        def save(self, key: bytes, value: bytes) -> None:
            pass

        def delete(self, key: bytes, value: bytes) -> None:
            pass

    @st.composite
    def plays(draw: Any) -> bool:
        spend(4 * BEGUN)  # for what Hypothesis itself does
        return body(lambda count: draw(_integers(count)))

    class Interesting(Exception):
        pass

    @settings(
        database=Known(),
        max_examples=max(1, examples),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.reuse, Phase.shrink] if first else [Phase.generate, Phase.shrink],
        verbosity=Verbosity.quiet,
        derandomize=False,
        print_blob=False,
    )
    @hypothesis.seed(seed)
    @given(plays())
    def test(interesting: bool) -> None:
        if interesting:
            raise Interesting

    try:
        test()
    except (Interesting, OutOfTime):
        pass
    except hypothesis.errors.HypothesisException:
        # Nothing that Hypothesis has to say about its own search is of interest: what was found has been kept on
        # the way.
        pass


_STRATEGIES: dict[int, Any] = {}


def _integers(count: int) -> Any:
    if count not in _STRATEGIES:
        from hypothesis import strategies as st

        _STRATEGIES[count] = st.integers(0, count - 1)
    return _STRATEGIES[count]
