"""Plays, step by step, checked at every stop.

Comes in: a case, a source of choices and chances, and checks. Goes out: a `Run`. What always holds: the same source
gives the same run; a run's fault is at its last position.

A *path* says a play in numbers: for each step that could have gone otherwise the index of the move or outcome taken.
Steps that could not are left out, so that nothing in a path is without effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol

from ..engine.chance import Luck
from ..engine.errors import PlayError
from ..engine.events import Event
from ..engine.layout import Frozen
from ..engine.machine import Machine
from .checks import Checks
from .clock import BEGUN, late, spend, spend_on
from .properties import ENDS, Fault, unfollowed
from .rules import Case

Path = tuple[int, ...]
Kind = Literal["over", "stuck", "capped", "late", "fault"]
"""How a play came out; `capped` at its cap, `late` when its time was over (`clock.limit`)."""

CAP = 20_000
"""How many decisions a play may take before it is cut off."""

LOOK = 15
"""How many steps a play makes between two looks at the time, and 1 more."""


class Source(Protocol):
    """What chooses and what falls in a play."""

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """The index of the move to take, of two or more."""

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """The outcome to come, of two or more."""


class Spent(Exception):
    """A source has nothing left to give."""


@dataclass(slots=True)
class Run:
    """A play: how it came out and where; `steps` are decisions and chances, `choices` decisions with two moves or
    more."""

    kind: Kind
    frame: Frozen
    steps: int
    decisions: int
    choices: int
    fault: Fault | None = None
    ending: int = -1


def run(case: Case, source: Source, checks: Checks | None = None, cap: int = CAP, steps: int | None = None) -> Run:
    """Play once, from the start to the end, to a fault, or as far as allowed.

    Args:
        case: what is played.
        source: chooses; when it raises `Spent` the play is capped there.
        checks: what is looked at at every stop; nothing but whether the rules can be followed if None.
        cap: the most decisions.
        steps: the most steps; ten for each decision allowed if None (chance alone can go on for ever, too).
    """
    machine = case.machine
    steps = 10 * cap + 1000 if steps is None else steps
    case.watch.begin()
    seen: dict[Frozen, tuple[int, int]] = {}
    taken = decisions = choices = 0
    frame = machine.layout.start()
    try:
        frame = machine.start()
        while True:
            if taken & LOOK == LOOK and late(taken):
                return Run("late", frame, taken, decisions, choices)
            stop = machine.stop(frame)
            if checks is not None and (fault := checks.at(frame, stop)) is not None:
                return Run("fault", frame, taken, decisions, choices, fault)
            if stop.kind == "decision":
                if checks is not None and checks.counts(ENDS):
                    if frame in seen:
                        return Run("fault", frame, taken, decisions, choices, loop_fault(decisions, *seen[frame]))
                    seen[frame] = decisions, taken
                if decisions >= cap or taken >= steps:
                    return Run("capped", frame, taken, decisions, choices)
                moves = machine.moves(frame)
                index = 0
                if len(moves) > 1:
                    index = source.decide(machine, frame, moves)
                    choices += 1
                decisions += 1
                taken += 1
                frame = machine.play(frame, moves[index])
            elif stop.kind == "chance":
                if taken >= steps:
                    return Run("capped", frame, taken, decisions, choices)
                seen.clear()
                outcome = source.fall(machine, frame)
                taken += 1
                frame = machine.take(frame, outcome)
            else:
                ending = case.flow.code[frame[0]].ending if stop.kind == "over" else -1  # type: ignore[attr-defined]
                return Run(stop.kind, frame, taken, decisions, choices, None, ending)
    except PlayError as error:
        spend_on(error)
        return Run("fault", frame, taken, decisions, choices, unfollowed(error))
    except Spent:
        return Run("capped", frame, taken, decisions, choices)
    finally:
        spend(taken + BEGUN)


def loop_fault(decisions: int, before: int, steps: int) -> Fault:
    """A position came back after some moves, none of them by chance; it was there after so many decisions and steps."""
    after = "one move" if decisions - before == 1 else f"{decisions - before} moves"
    message = f"after {after} the position is the same again: the players can go round for ever"
    return Fault(ENDS, message, loop=steps)


# ---- sources -------------------------------------------------------------------------------------------------------


class Lucky:
    """Choices and chances of a seed. Every other seed has leanings of its own, so that rare options are tried in
    earnest."""

    def __init__(self, seed: int) -> None:
        self.luck = Luck(seed)
        self.random = Random(seed)
        self._weights: dict[tuple[int, int], float] | None = {} if seed % 2 else None
        self._low = seed % 8 == 3

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """A move: any with the same chance, or by the leanings of this play."""
        random = self.random
        if self._weights is None:
            return int(random.random() * len(moves))
        if self._low:
            return int(min(random.random(), random.random()) * len(moves))
        pc, known = frame[0], self._weights
        weights = []
        for move in moves:
            key = pc, move[0]
            if key not in known:
                known[key] = random.expovariate(1) ** 2 + 0.001
            weights.append(known[key])
        return random.choices(range(len(moves)), weights)[0]

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """An outcome, by its probability."""
        return machine.sample(frame, self.luck)


class Recorded:
    """Another source, and the path it takes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.path: list[int] = []

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """What the other source decides."""
        index = self.source.decide(machine, frame, moves)
        self.path.append(index)
        return index

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """What falls by the other source."""
        outcome = self.source.fall(machine, frame)
        self.path.append([found for found, _ in machine.outcomes(frame)].index(outcome))
        return outcome


class Fixed:
    """A path played again. `Spent` when it is at its end or does not fit; with `plain` everything is plainest from
    there on."""

    def __init__(self, path: Sequence[int], plain: bool = False) -> None:
        self.path, self.plain = path, plain
        self.at = 0

    def _next(self, count: int) -> int:
        if self.at < len(self.path):
            index = self.path[self.at]
            self.at += 1
            if index < count:
                return index
            if self.plain:
                return count - 1
        elif self.plain:
            return 0
        raise Spent

    def decide(self, machine: Machine, frame: Frozen, moves: Sequence[Any]) -> int:
        """The path's next step."""
        return self._next(len(moves))

    def fall(self, machine: Machine, frame: Frozen) -> Any:
        """The path's next step."""
        outcomes = machine.outcomes(frame)
        return outcomes[self._next(len(outcomes))][0]


# ---- a path once more ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a play: from which frame, by which move (or None) or outcome, to which frame, with what happened.

    `error` is what could not be done, in which case `after` is None."""

    before: Frozen
    player: int
    index: int
    after: Frozen | None
    events: tuple[Event, ...]
    error: PlayError | None = None


def retrace(case: Case, path: Sequence[int], steps: int | None = None) -> Iterator[Step]:
    """The steps of a path with their events; the first has player -2 and is what happens before anybody is asked.

    Player -1 stands for chance. Ends at the end, after `steps` steps, where the path is spent, or where the rules
    cannot be followed.
    """
    machine, source = case.machine, Fixed(path)
    case.watch.begin()
    log: list[Event] = []
    frame = machine.layout.start()
    player, index, taken = -2, 0, 0
    while True:
        before, log = frame, []
        spend()
        try:
            if player == -2:
                frame = machine.start(None, log)
            elif player == -1:
                frame = machine.take(frame, machine.outcomes(frame)[index][0], None, log)
            else:
                frame = machine.play(frame, machine.moves(frame)[index], None, log)
        except PlayError as error:
            spend_on(error)
            yield Step(before, player, index, None, tuple(log), error)
            return
        yield Step(before, player, index, frame, tuple(log))
        stop = machine.stop(frame)
        if stop.kind in ("over", "stuck") or taken == steps:
            return
        player = stop.player if stop.kind == "decision" else -1
        count = len(machine.moves(frame) if player >= 0 else machine.outcomes(frame))
        try:
            index = source._next(count) if count > 1 else 0
        except Spent:
            return
        taken += 1
