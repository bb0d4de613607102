"""A small instance explored by the compiled engine: as `explore` does it, many times as fast.

Comes in: a case, checks, limits. Goes out: `Explored`, equal to the interpreter's: the same numbers of positions, the same
ways on, chances, results and faults. What always holds: whatever the compiled game finds wrong, and every position that
it cannot deal with, is looked at by the interpreter, which alone says what is so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from time import thread_time
from typing import TYPE_CHECKING, Any

from ..engine.engines import INTERPRETER, WASM, made
from ..engine.errors import PlayError
from ..engine.layout import Frozen
from ..engine.results import Standing
from .checks import Checks
from .clock import RATE, counting, now, spend, spend_on
from .explore import BROKEN, KINDS, UNSEEN, Explored, Exploring, Limits, came_out, explore
from .properties import ALWAYS, DEAD_END, MEASURE, PLACES, WINNERS, unfollowed
from .rules import Case

if TYPE_CHECKING:
    from ..engine.wasm.explorer import Emptied, Explorer

LITTLE = 400
"""So many positions the interpreter looks at sooner than the game is compiled."""

AT_ONCE = 0.03
"""Seconds of a processor that a call should take."""

AFTER = 1e-5
"""Seconds that are kept, for each position, for what follows from the graph: that takes longer than exploring."""

MOST = 1 << 16
"""Ways on that a call finds at most."""

NOTED = 4
"""The numbers of a note: what does not hold, position, way on, where it leads to."""

FULL_MEMORY = "the limit of 4 GB of memory that a compiled game can have"


class TooDeep(Exception):
    """The compiled game cannot follow this; the interpreter can."""


def explored(
    case: Case,
    checks: Checks,
    limits: Limits,
    progress: Callable[[int, int], None] | None = None,
    engine: str | None = None,
) -> Explored:
    """Look at every position a case can reach.

    Args:
        case: a small instance, if this is to come to an end.
        checks: what is checked at every position.
        limits: how far to go.
        progress: told the positions looked at and those known, now and then.
        engine: what explores; None: the compiled game if there is more to explore than compiling it is worth.

    Raises:
        HoyleError: the compiled engine was asked for, and cannot play this.
    """
    if engine == INTERPRETER:
        return explore(case, checks, limits, progress)
    if engine is None and not counting():
        marks = list(case.watch.marks)
        few = explore(case, checks, replace(limits, states=min(limits.states, LITTLE)), progress)
        if few.graph.whole or limits.states <= LITTLE or now() > limits.deadline:
            return few
        case.watch.marks[:] = marks  # it is all done again
    explorer, why = made(lambda: explorer_of(case, checks), engine)
    if explorer is not None:
        try:
            return Flat(case, checks, limits, progress, explorer).run()
        except TooDeep as error:
            why = str(error)
    found = explore(case, checks, limits, progress)
    found.why = why
    return found


def explorer_of(case: Case, checks: Checks) -> Explorer:
    """The compiled game that explores a case.

    Raises:
        Unsupported: the rules need something the compiler does not make.
    """
    from ..engine.wasm.explorer import Explorer

    watched = {info.name for info in case.flow.invariants if checks.counts(ALWAYS + info.name)}
    return Explorer(case.flow, frozenset(watched | ({"pieces"} if checks.counts(PLACES) else set())))


class Flat(Exploring):
    """Explores with a compiled game."""

    def __init__(
        self,
        case: Case,
        checks: Checks,
        limits: Limits,
        progress: Callable[[int, int], None] | None,
        explorer: Explorer,
    ) -> None:
        super().__init__(case, checks, limits, progress)
        from ..engine.wasm.explorer import Frames

        self.x = explorer
        self.found.frames = self.frames = Frames(explorer)
        self.found.engine = WASM
        self._most = 1 << 10
        self._full = False
        self._marks = [0] * len(case.flow.marks)
        self._weighed: dict[bytes, tuple[Fraction, ...]] = {}
        self._dice: dict[tuple[int, int], tuple[Fraction, ...]] = {}
        self._judged: dict[bytes, Standing] = {}
        self._first_measure = 3 + len(case.flow.invariants)
        if not checks.counts(DEAD_END):
            explorer.told(0)
        for number, info in enumerate(case.flow.measures):
            if not checks.counts(MEASURE + info.name):
                explorer.told(self._first_measure + number)

    def run(self) -> Explored:
        """Breadth first, from the start."""
        from ..engine.wasm.explorer import FRESH

        x, graph = self.x, self.graph
        try:
            if x.begin():
                raise TooDeep("procedures run too deep within one another")
        except PlayError:
            return super().run()  # there is no first position; the interpreter tells why
        try:
            self._take_in()
            while True:
                state, on = x["at"], x["phase"] != FRESH
                if not on and (state >= len(graph.kind) or self._stop(state)):
                    break
                self._go_on(state, on)
                if self._full:
                    graph.why = FULL_MEMORY
                    break
            graph.left = len(graph.kind) - x["at"]
            if self.measured:
                self._measure_again()
        finally:
            self._count_marks()
        return self.found

    def _stop(self, state: int) -> bool:
        """Whether a limit is hit: looked at in each call, which may begin at any position."""
        if super()._stop(state) or not state % 512:
            return bool(self.graph.why)
        if not counting() and now() + AFTER * len(self.graph) > self.limits.deadline:
            self.graph.why = "the end of the time given"
        self._look_round(state)
        return bool(self.graph.why)

    def _go_on(self, state: int, on: bool) -> None:
        """One call of the compiled game, and what follows from it; `on`: only the position it is at is brought to an
        end."""
        from ..engine.wasm.explorer import DEEP, DICE, FULL

        most = 0 if on else self._most
        if counting():
            most = max(0, min(MOST, int((self.limits.deadline - now()) * RATE) - 1))
        before = thread_time()
        try:
            why = self.x.expand(state + 1 if on else min(self.limits.states, (1 << 31) - 1), most)
        except PlayError:
            self._take_in()
            self._by_hand()
            return
        self._take_in()
        spent = thread_time() - before
        if not counting() and not on:
            self._most = max(256, min(MOST, 2 * self._most, int(self._most * AT_ONCE / max(spent, 1e-6))))
        if why == DEEP:
            raise TooDeep("procedures run too deep within one another")
        self._full = why == FULL or (why == DICE and not self._list_dice())

    # ---- what was found ----

    def _take_in(self) -> None:
        """Enter into the graph what was found since."""
        new, graph = self.x.emptied(), self.graph
        looked = len(graph.first) - 1
        spend(len(new.edges))
        graph.follows.extend(new.edges)
        graph.first.extend(new.firsts)
        graph.parent.extend(new.parents)
        graph.kind.extend(bytes([UNSEEN]) * len(new.parents))
        graph.kind[looked : looked + len(new.kinds)] = new.kinds
        self.again.update(new.again)
        self._chances(new)
        self._ends(new)

    def _chances(self, new: Emptied) -> None:
        """The probabilities of outcomes, those of equal chances once."""
        data, at, chances = new.weights, 0, self.graph.chances
        while at < len(data):
            state, count = data[at], data[at + 1]
            if count == 0xFFFFFFFF:
                chances[state] = self._dice[data[at + 2], data[at + 3]]
                at += 4
                continue
            weights = data[at + 2 : at + 2 + count]
            key = weights.tobytes()
            if key not in self._weighed:
                total = sum(weights)
                self._weighed[key] = tuple(Fraction(weight, total) for weight in weights)
            chances[state] = self._weighed[key]
            at += 2 + count

    def _ends(self, new: Emptied) -> None:
        """How games came out, those that came out alike looked at once; and what does not hold, in the order of the
        positions."""
        notes = [new.notes[at : at + NOTED] for at in range(0, len(new.notes), NOTED)]
        notes.reverse()
        size, data = self.x.made.result, new.ends
        for at in range(0, len(data), size):
            state = int.from_bytes(data[at : at + 4], "little")
            while notes and notes[-1][1] <= state:
                self._note(*notes.pop())
            key = data[at + 4 : at + size]
            told = self._judged.get(key)
            if told is None:
                told = self._judge(state, key)
            self.graph.results[state] = told
        while notes:
            self._note(*notes.pop())

    def _judge(self, state: int, key: bytes | None) -> Standing:
        """How a game came out, by the interpreter, and whether that is right."""
        frame = self.frames[state]
        self.case.watch.sunk = None
        fault = self.checks.at(frame, self.machine.stop(frame))
        if fault is not None:
            self._fault(fault, state)
        told = came_out(self.machine, frame)
        if key is not None and (fault is None or fault.name == WINNERS):
            self._judged[key] = told
        return told

    def _note(self, what: int, state: int, way: int, number: int) -> None:
        """Something that does not hold: told by the interpreter."""
        if what >= self._first_measure:
            sunk = self._sunk(state, way)
            if sunk is not None:
                self._fault(self.checks.sunk(*sunk), number, state)
            return
        frame = self.frames[state]
        self.case.watch.sunk = None
        fault = self.checks.at(frame, self.machine.stop(frame))
        if fault is None:
            return
        self._fault(fault, state)
        names = {0: DEAD_END, 2: PLACES}
        if fault.name == (names.get(what) or ALWAYS + self.case.flow.invariants[what - 3].name):
            self.x.told(what)

    def _sunk(self, state: int, way: int) -> tuple[int, int, int | None] | None:
        """The measure that does not go down on a way on."""
        try:
            self._step_by_hand(state, way)
        except PlayError:
            return None
        return self.case.watch.sunk

    # ---- by the interpreter ----

    def _ways_by_hand(self, state: int) -> tuple[bool, list[Any]]:
        """The ways on from a position, and whether they are moves."""
        machine, frame = self.machine, self.frames[state]
        kind = machine.stop(frame).kind
        self.graph.kind[state] = KINDS[kind]
        if kind == "decision":
            return True, machine.moves(frame)
        return False, [outcome for outcome, _ in machine.outcomes(frame)] if kind == "chance" else []

    def _step_by_hand(self, state: int, way: int) -> Frozen:
        """Where a way on leads to; the watch follows it."""
        machine, frame = self.machine, self.frames[state]
        chosen, ways = self._ways_by_hand(state)
        self.case.watch.begin(self.x.runs(state))
        return machine.play(frame, ways[way]) if chosen else machine.take(frame, ways[way])

    def _by_hand(self) -> None:
        """The compiled game failed: what it was doing is done here."""
        from ..engine.wasm.explorer import LOOKING, OPENING

        x, state = self.x, self.x["at"]
        if x["phase"] == OPENING:
            self._look_by_hand(state)
            _, ways = self._ways_by_hand(state)
            for way in range(len(ways)):
                x["way"] = way
                self._go_by_hand(state, way)
            x.close(KINDS[self.machine.stop(self.frames[state]).kind])
            self._take_in()
        elif x["phase"] == LOOKING:
            self._look_by_hand(state)
        else:
            self._go_by_hand(state, x["way"])

    def _look_by_hand(self, state: int) -> None:
        """A position is checked."""
        frame = self.frames[state]
        stop = self.machine.stop(frame)
        if stop.kind == "over":
            self.graph.results[state] = self._judge(state, None)
            return
        self.case.watch.sunk = None
        fault = self.checks.at(frame, stop)
        if fault is not None:
            self._fault(fault, state)
        if stop.kind == "chance":
            outcomes = self.machine.outcomes(frame)
            self.graph.chances.setdefault(state, tuple([probability for _, probability in outcomes]))

    def _go_by_hand(self, state: int, way: int) -> None:
        """One way on is gone."""
        try:
            frame = self._step_by_hand(state, way)
        except PlayError as error:
            self._enter(self.x.enter_broken())
            spend_on(error)
            number = len(self.graph) - 1
            self.graph.kind[number] = BROKEN
            self._fault(unfollowed(error), number)
            return
        watch = self.case.watch
        sunk = -1 if watch.sunk is None else watch.sunk[0]
        self._enter(self.x.enter(frame, watch.runs(), sunk))

    def _enter(self, why: int) -> None:
        if why:
            raise TooDeep("the compiled game has no room for this")
        self._take_in()

    def _list_dice(self) -> bool:
        """What the dice that are to fall can show."""
        x = self.x
        outcomes = self.machine.outcomes(self.frames[x["at"]])
        component, dice = x["asked_of"], x["asked"]
        self._dice[component, dice] = tuple([probability for _, probability in outcomes])
        return x.list_dice(component, dice, [faces for faces, _ in outcomes])

    def _count_marks(self) -> None:
        """What was reached counts as reached in the case."""
        for mark, count in enumerate(self.x.marks()):
            self.case.watch.marks[mark] += count

    # ---- measures ----

    def _follow_again(self, state: int) -> None:
        from ..engine.wasm.explorer import DICE

        number: int | None = state
        while True:
            why = 0
            try:
                why = self.x.follow(number)
            except PlayError:
                self._follow_by_hand(state)
            number = None
            self._followed_on(state)
            if why and why != DICE:
                raise TooDeep("the compiled game has no room for this")
            if why == DICE:
                self._list_dice()
            if not self.x["phase"]:
                return

    def _follow_by_hand(self, state: int) -> None:
        """The compiled game failed on a way on that is followed again."""
        x = self.x
        way = x["way"]
        try:
            frame = self._step_by_hand(state, way)
        except PlayError:
            x["way"] = way + 1
            return
        watch = self.case.watch
        x.enter(frame, watch.runs(), -1 if watch.sunk is None else watch.sunk[0])

    def _followed_on(self, state: int) -> None:
        """What following again has found."""
        new = self.x.emptied()
        for at in range(0, len(new.notes), NOTED):
            sunk = self._sunk(state, new.notes[at + 2])
            if sunk is not None:
                self._sunk_later()
        self.again.update(new.again)
