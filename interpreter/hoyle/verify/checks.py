"""What must hold at a single position, whatever led to it.

Comes in: a case, then frames at stops. Goes out: the first `Fault`, or None. What always holds: checking changes
nothing, and depends on the frame and the case's watch alone.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine import flow as F
from ..engine.errors import PlayError
from ..engine.layout import Frame, Frozen
from ..engine.machine import Stop
from ..engine.results import standing
from ..engine.stuck import why
from ..language import tree as t
from .properties import ALWAYS, DEAD_END, MEASURE, OVER, PLACES, WINNERS, Fault, words
from .rules import Case


class Checks:
    """The checks of one case.

    Args:
        case: what is checked.
        wanted: the names of the properties that count; None: all.
    """

    def __init__(self, case: Case, wanted: set[str] | None = None) -> None:
        self.case, self.machine, self.flow = case, case.machine, case.flow
        self._wanted = wanted
        self._invariants = [
            (info, self.machine.make(info.test)) for info in self.flow.invariants if self.counts(ALWAYS + info.name)
        ]
        self._weights = _weights(self.flow)
        self._piles = [(i, place.shape == "plays") for i, place in enumerate(self.flow.places)]
        self._whole = self._weigh(self.machine.layout.start())
        self._winners = self.counts(WINNERS)
        self._exhaustive_rows = unfiltered(case.program.winners)

    def counts(self, name: str) -> bool:
        """Whether a property counts."""
        return self._wanted is None or name in self._wanted

    def at(self, frame: Frozen, stop: Stop) -> Fault | None:
        """What is wrong at a stop; the watch has followed the play up to it."""
        watch = self.case.watch
        if watch.sunk is not None:
            fault = self.sunk(*watch.sunk)
            if self.counts(fault.name):
                return fault
        if stop.kind == "stuck" and self.counts(DEAD_END):
            who = self.case.names.seats[stop.player]
            node = self.flow.code[frame[0]]
            assert isinstance(node, F.Choose)
            reason = why(self.machine, frame)
            lines = (reason,) if reason else ()
            return Fault(DEAD_END, f"{who} is to choose ({words(node.name)}) and has no move", node.span, lines)
        if self._weigh(frame) != self._whole and self.counts(PLACES):
            return Fault(PLACES, "a card or die is not in exactly one place")
        if self._invariants:
            fault_ = self._broken(self.machine.layout.thaw(frame))
            if fault_ is not None:
                return fault_
        if stop.kind == "over":
            return self._over(frame)
        return None

    def sunk(self, measure: int, value: int, before: int | None) -> Fault:
        """The fault of a measure that did not go down."""
        info = self.flow.measures[measure]
        name = MEASURE + info.name
        if value < 0:
            return Fault(name, f"what `{info.name}` is measured by is below zero: {value}", info.span)
        was = "it stayed at" if value == before else f"it went from {before} to"
        return Fault(name, f"what `{info.name}` is measured by did not go down: {was} {value}", info.span)

    def _broken(self, f: Frame) -> Fault | None:
        for info, test in self._invariants:
            try:
                if test(f):
                    continue
            except PlayError as error:
                message = f"`{words(info.name)}` cannot be told: {error.message}"
                return Fault(ALWAYS + info.name, message, error.span if error.span.line else info.span)
            return Fault(ALWAYS + info.name, f"`{words(info.name)}` does not hold", info.span)
        return None

    def _weigh(self, frame: Frozen) -> int:
        """A sum that changes when a card is lost, doubled or another one."""
        total, first, weight = 0, self.machine.layout.places, self._weights.__getitem__
        for index, plays in self._piles:
            lying = frame[first + index]
            if plays:
                for play in lying:
                    total += sum(map(weight, play[2]))
            else:
                total += sum(map(weight, lying))
        return total

    # ---- the end ----

    def _over(self, frame: Frozen) -> Fault | None:
        if self.counts(OVER):
            try:
                if self.machine.resume(frame) != frame:
                    return Fault(OVER, "the game is over and goes on")
            except PlayError as error:
                return Fault(OVER, f"the game is over and goes on: {error.message}", error.span)
        return self._result(frame) if self._winners else None

    def _result(self, frame: Frozen) -> Fault | None:
        node = self.case.program.winners
        span = node.span if node is not None else t.NOWHERE
        try:
            row = next((r for r in self.flow.winners if r.test is None or self._value(frame, r.test)), None)
            if row is None:
                return Fault(WINNERS, "the game is over and no row of `winners` holds", span)
            seats = list(dict.fromkeys(self._value(frame, row.seats)))
            scores = None
            if row.score is not None:
                scores = [self._value(frame, row.score, {row.register: seat}) for seat in range(self.flow.players)]
            told = standing(self.machine, frame)
        except PlayError as error:
            return Fault(WINNERS, f"who wins cannot be told: {error.message}", error.span if error.span.line else span)
        if told is None or sorted(told.winners) != sorted(seats) or (told.scores and list(told.scores) != scores):
            return Fault(WINNERS, "the result told is not what `winners` says", span)
        if scores is None:
            return None
        names = self.case.names.seats
        for seat in seats:
            for other in range(self.flow.players):
                better = scores[other] > scores[seat] if row.highest else scores[other] < scores[seat]
                left_out = scores[other] == scores[seat] and other not in seats
                if (better or left_out) and (other in seats or self._exhaustive_rows):
                    what = f"{names[seat]} wins with {scores[seat]}, {names[other]} has {scores[other]}"
                    return Fault(WINNERS, f"the result is not what `winners` says: {what}", span)
        return None

    def _value(self, frame: Frozen, node: F.Expr | F.Seq, registers: dict[int, Any] | None = None) -> Any:
        return self.machine.evaluate(frame, node, registers)


def _weights(flow: F.Flow) -> list[int]:
    """A large number for each face; one for all faces of dice, which fall and change."""
    random = Random(13)
    dice = {index for index, component in enumerate(flow.components) if component.dice}
    shared = {index: random.getrandbits(60) for index in dice}
    return [shared[f.component] if f.component in dice else random.getrandbits(60) for f in flow.faces]


def unfiltered(node: t.Winners | None) -> bool:
    """Whether `winners` leaves nobody out by a condition, so that who is level with a winner wins too."""
    if node is None:
        return False
    rows: list[t.Expr | None] = [case.value for case in node.cases] or [node.binder]
    return all(isinstance(row, t.Binder) and len(row.filters) == 1 and _plain(row.filters[0]) for row in rows)


def _plain(one: t.Node) -> bool:
    return isinstance(one, t.With) and not one.alone
