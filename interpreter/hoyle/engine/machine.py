"""The interpreter of a flow: the meaning of the language.

Comes in: a `Flow`. Goes out: frozen frames (see `layout`), from one stop to the next. What always holds: a frozen
frame is a value, and what follows from it depends on it alone; at a decision with moves somebody is asked, one
without any is *stuck*, which is a result and not an error; a fault of the rules raises `PlayError`.

    machine = Machine(flow)
    frame = machine.start()                    to the first stop
    machine.stop(frame)                        Stop(kind, player): decision, chance, over or stuck
    machine.moves(frame), machine.play(frame, move)
    machine.outcomes(frame), machine.take(frame, outcome)
    machine.playout(seed)                      a whole play, fast
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import Any, Literal

from . import flow as F
from .chance import POLICY_STREAM, Luck
from .errors import ENDLESS, PlayError
from .events import Chose, Event, Move, Said
from .layout import Frame, Frozen, Step
from .moves import Chooser
from .steps import Builder, Trace
from .stops import Weighted, stop_at

RUNS = 250_000
"""How many runs of instructions (see `steps`) there may be between two stops before the rules are said to go round for
ever. Chances that fall by luck are no stops: they count as well."""
Kind = Literal["decision", "chance", "over", "stuck"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a frame stands still; `player` is the seat that is asked or stuck, else -1."""

    kind: Kind
    player: int = -1


@dataclass(frozen=True, slots=True)
class Playout:
    """How a whole play came out: where it stands, why, and how many decisions it took (`choices`: with two moves or
    more)."""

    frame: Frozen
    kind: Literal["over", "stuck", "capped"]
    decisions: int
    choices: int


class Machine:
    """Plays a flow. `trace` is called at marks, measures, and when procedures begin and end; it costs nothing when
    absent."""

    def __init__(self, flow: F.Flow, trace: Trace | None = None) -> None:
        self.flow = flow
        self._build = Builder(flow, trace)
        self.layout = self._build.layout
        self.make = self._build.make
        self._steps: list[Step] = [self._later(pc) for pc in range(len(flow.code))]
        self._functions: dict[tuple[int, ...], tuple[Any, Any]] = {}
        self._asked: tuple[Frozen, list[Move]] | None = None

    # ---- from stop to stop ----

    def start(self, luck: Luck | None = None, log: list[Event] | None = None) -> Frozen:
        """The frame at the first stop."""
        return self.resume(self.layout.start(), luck, log)

    def resume(self, frame: Frozen, luck: Luck | None = None, log: list[Event] | None = None) -> Frozen:
        """The frame at the next stop from any program counter; at a stop, the same frame."""
        return self._go(self._wake(frame, luck, log))

    def stop(self, frame: Frozen) -> Stop:
        """Why a frame at a stop stands still."""
        instr = self.flow.code[frame[0]]
        if isinstance(instr, F.EndGame):
            return Stop("over")
        if isinstance(instr, F.Choose):
            player = self._chooser(frame).player(self.layout.thaw(frame))
            return Stop("decision" if self.moves(frame) else "stuck", player)
        return Stop("chance")

    def moves(self, frame: Frozen) -> list[Move]:
        """The moves of a decision, distinct, in their order."""
        if self._asked is not None and self._asked[0] is frame:
            return self._asked[1]
        found = self._chooser(frame).moves(self.layout.thaw(frame))
        self._asked = frame, found
        return found

    def narrowed(self, frame: Frozen) -> list[tuple[str, list[Move]]]:
        """What each limit leaves of the moves of a decision (see `Chooser.narrowed`)."""
        return self._chooser(frame).narrowed(self.layout.thaw(frame))

    def play(self, frame: Frozen, move: Move, luck: Luck | None = None, log: list[Event] | None = None) -> Frozen:
        """The frame at the stop after a move, which must be one of those listed."""
        f = self._wake(frame, luck, log)
        self._choose(f, move)
        return self._go(f)

    def outcomes(self, frame: Frozen) -> Weighted:
        """What can come at a chance, each with its exact probability; they add up to 1."""
        found: Weighted = self.chance(frame[0]).outcomes(self.layout.thaw(frame))
        return found

    def sample(self, frame: Frozen, luck: Luck) -> Any:
        """The outcome of a chance by luck."""
        return self.chance(frame[0]).sample(self.layout.thaw(frame), luck)

    def take(self, frame: Frozen, outcome: Any, luck: Luck | None = None, log: list[Event] | None = None) -> Frozen:
        """The frame at the stop after a chance fell out so; it must be one of the outcomes."""
        f = self._wake(frame, luck, log)
        f[0] = self.chance(f[0]).take(f, outcome)
        return self._go(f)

    # ---- whole plays ----

    def playout(self, seed: int, max_decisions: int = 1_000_000, policy: Any = None) -> Playout:
        """A play from the start by luck of a seed; `policy(machine, frame, moves, luck)` gives the index of the move
        to take, at random if None. A play longer than `max_decisions` is capped there."""
        return self.playout_from(self.layout.start(), Luck(seed), Luck(seed ^ POLICY_STREAM), max_decisions, policy)

    def playout_from(
        self, frame: Frozen, luck: Luck, policy_luck: Luck, max_decisions: int = 1_000_000, policy: Any = None
    ) -> Playout:
        """A play on from any frame."""
        f = self._wake(frame, luck, None)
        steps, code = self._steps, self.flow.code
        at, work, index = self.layout.moves, self.layout.work, policy_luck.index
        decisions = choices = 0
        self._run(f)
        while True:
            pc = f[0]
            if not isinstance(code[pc], F.Choose):
                return Playout(self.layout.freeze(f), "over", decisions, choices)
            moves = f[at]
            if not moves:
                return Playout(self.layout.freeze(f), "stuck", decisions, choices)
            if decisions == max_decisions:
                return Playout(self.layout.freeze(f), "capped", decisions, choices)
            decisions += 1
            several = len(moves) > 1
            choices += several
            if not several:
                move = moves[0]
            elif policy is None:
                move = moves[index(len(moves))]
            else:
                move = moves[policy(self, self.layout.freeze(f), moves, policy_luck)]
            option = self.chooser(pc).options[move[0]]
            option.set(f, move)
            pc, f[work] = option.then, None
            for _ in repeat(None, RUNS):
                pc = steps[pc](f)
                if pc < 0:
                    break
            else:
                self._endless(f, pc)

    # ---- questions about a frame ----

    def evaluate(self, frame: Frozen, node: F.Expr | F.Seq, registers: dict[int, Any] | None = None) -> Any:
        """The value of any expression or sequence of the flow at a frame."""
        f = self.layout.thaw(frame)
        given = registers or {}
        key = id(node), *given
        if key not in self._functions:
            self._functions[key] = self.make(node, list(given)), node  # kept with the node, as its id is the key
        return self._functions[key][0](f, *given.values())

    def said(self, frame: Frozen, move: Move) -> Said:
        """How a move is said: words, and values with their sorts (`names` makes text of it)."""
        option = self._chooser(frame).options[move[0]]
        f = self.layout.thaw(frame)
        option.set(f, move)
        return option.say(f, move)

    def chooser(self, pc: int) -> Chooser:
        """The decision at a program counter."""
        found, _ = stop_at(self._build, pc)
        if not isinstance(found, Chooser):
            raise ValueError("this is no decision")
        return found

    def chance(self, pc: int) -> Any:
        """The chance at a program counter (see `stops.Chance`)."""
        return stop_at(self._build, pc)[0]

    # ---- inside ----

    def _later(self, pc: int) -> Step:
        """A step that is made when it is first taken."""

        def first(f: Frame) -> int:
            step = self._steps[pc] = self._build.step(pc)
            return step(f)

        return first

    def _chooser(self, frame: Frozen) -> Chooser:
        return self.chooser(frame[0])

    def _wake(self, frame: Frozen, luck: Luck | None, log: list[Event] | None) -> Frame:
        f = self.layout.thaw(frame)
        f[self.layout.luck] = luck
        f[self.layout.log] = log
        return f

    def _choose(self, f: Frame, move: Move) -> None:
        chooser = self.chooser(f[0])
        option = chooser.options[move[0]]
        player = chooser.player(f)
        option.set(f, move)
        log = f[self.layout.log]
        if log is not None:
            node = chooser.node
            log.append(Chose(player, move, node.public, node.secret, f[0], option.say(f, move)))
        f[0] = option.then

    def _go(self, f: Frame) -> Frozen:
        self._run(f)
        frozen = self.layout.freeze(f)
        if f[self.layout.moves] is not None:
            self._asked = frozen, f[self.layout.moves]
        return frozen

    def _run(self, f: Frame) -> None:
        pc, steps = f[0], self._steps
        f[self.layout.moves] = f[self.layout.work] = None
        for _ in repeat(None, RUNS):
            pc = steps[pc](f)
            if pc < 0:
                return
        self._endless(f, pc)

    def _endless(self, f: Frame, pc: int) -> None:
        """The rules go round: on to where they next go back, as what stands there is the loop."""
        before = -1
        while before < pc:
            before, pc = pc, self._steps[pc](f)
        raise PlayError(ENDLESS, self.flow.where(before if pc < 0 else pc))
