"""Two games played in step: where do they part?

Comes in: two cases of the same number of players. Goes out: runs of the first whose fault is the first difference
from the second. What always holds: things are compared by their names, so that the rules may differ in anything; what
only one of the games has is not compared; as long as they do not part, the same moves are taken and the same luck
falls in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import flow as F
from ..engine.errors import PlayError
from ..engine.layout import Frozen
from ..engine.machine import Machine, Stop
from ..engine.results import standing
from ..language.tree import Span
from .clock import BEGUN, late, spend
from .plays import CAP, LOOK, Run, Source, Spent
from .properties import Fault, winning, words
from .rules import Case

DIFFERENCE = "difference"
MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two games: the cells of what both have."""

    case: Case
    machine: Machine
    places: list[tuple[str, int, bool]]
    tracks: list[tuple[str, int, F.Sort]]


class Pair:
    """Two games, and what can be compared between them."""

    def __init__(self, one: Case, other: Case) -> None:
        if one.flow.players != other.flow.players:
            raise ValueError("the games are for different numbers of players")
        self.one, self.other = _side(one, other), _side(other, one)
        # Where faces, places and values are numbered alike, numbers are compared and not words.
        self._alike = _numbering(one) == _numbering(other)

    def run(self, source: Source, cap: int = CAP, steps: int | None = None) -> Run:
        """Play both in step. The run is the first game's; its fault says where they part."""
        one, other = self.one.machine, self.other.machine
        steps = 10 * cap + 1000 if steps is None else steps
        taken = decisions = choices = 0
        frame: Frozen = one.layout.start()
        try:
            frame, frame2, parted = self._both(one.start, other.start)
            while True:
                if taken & LOOK == LOOK and late(2 * taken):
                    return Run("late", frame, taken, decisions, choices)
                if parted is None:
                    parted = self.differ(frame, frame2)
                if parted is not None:
                    return Run("fault", frame, taken, decisions, choices, parted)
                stop = one.stop(frame)
                if stop.kind == "over" or stop.kind == "stuck":
                    return Run(stop.kind, frame, taken, decisions, choices)
                if decisions >= cap or taken >= steps:
                    return Run("capped", frame, taken, decisions, choices)
                taken += 1
                if stop.kind == "decision":
                    moves = one.moves(frame)
                    index = source.decide(one, frame, moves) if len(moves) > 1 else 0
                    move = moves[index]
                    move2 = self._move2(frame, frame2, index)
                    choices += len(moves) > 1
                    decisions += 1
                    frame, frame2, parted = self._both(
                        lambda f=frame, m=move: one.play(f, m), lambda f=frame2, m=move2: other.play(f, m)
                    )
                else:
                    outcome = source.fall(one, frame)
                    outcome2 = self._outcome2(frame, frame2, outcome)
                    frame, frame2, parted = self._both(
                        lambda f=frame, o=outcome: one.take(f, o), lambda f=frame2, o=outcome2: other.take(f, o)
                    )
        except Spent:
            return Run("capped", frame, taken, decisions, choices)
        finally:
            spend(2 * taken + BEGUN)

    def _both(self, go: Any, go2: Any) -> tuple[Frozen, Frozen, Fault | None]:
        """Take a step in both; a fault where one of them cannot be taken."""
        error, error2 = None, None
        frame: Frozen = ()
        frame2: Frozen = ()
        try:
            frame = go()
        except PlayError as found:
            error = found
        try:
            frame2 = go2()
        except PlayError as found:
            error2 = found
        if error is None and error2 is None:
            return frame, frame2, None
        if error is not None and error2 is not None:
            raise Spent
        failed = error or error2
        assert failed is not None
        which = "first" if error is not None else "second"
        return frame, frame2, Fault(DIFFERENCE, f"only in the {which} the rules cannot be followed: {failed.message}")

    # ---- comparing ----

    def differ(self, frame: Frozen, frame2: Frozen) -> Fault | None:
        """How two positions differ, or None."""
        one, other = self.one.machine, self.other.machine
        stop, stop2 = one.stop(frame), other.stop(frame2)
        lines = [*self._places(frame, frame2), *self._tracks(frame, frame2)]
        if lines:
            return Fault(DIFFERENCE, "something else has come of it", lines=tuple(lines[:MOST_SHOWN]))
        if (stop.kind, stop.player) != (stop2.kind, stop2.player):
            ours, theirs = self._standing(self.one, frame, stop), self._standing(self.other, frame2, stop2)
            return Fault(DIFFERENCE, f"in the first {ours}; in the second {theirs}")
        if stop.kind == "decision":
            return self._moves(frame, frame2, stop)
        if stop.kind == "chance":
            return self._chances(frame, frame2)
        if stop.kind == "over":
            ours, theirs = self._result(self.one, frame), self._result(self.other, frame2)
            if ours != theirs:
                return Fault(DIFFERENCE, "the result is another", lines=(f"first: {ours}", f"second: {theirs}"))
        return None

    def _places(self, frame: Frozen, frame2: Frozen) -> list[str]:
        lines = []
        for (name, cell, plays), (_, cell2, _) in zip(self.one.places, self.other.places, strict=True):
            ours, theirs = frame[cell], frame2[cell2]
            if ours == theirs and self._alike:
                continue
            said, said2 = _lying(self.one, ours, plays), _lying(self.other, theirs, plays)
            if said != said2:
                lines.append(f"{name}: first {said or '-'}; second {said2 or '-'}")
        return lines

    def _tracks(self, frame: Frozen, frame2: Frozen) -> list[str]:
        lines = []
        for (name, cell, sort), (_, cell2, sort2) in zip(self.one.tracks, self.other.tracks, strict=True):
            if frame[cell] == frame2[cell2] and self._alike:
                continue
            said, said2 = self.one.case.names.word(frame[cell], sort), self.other.case.names.word(frame2[cell2], sort2)
            if said != said2:
                lines.append(f"{words(name)}: first {said}; second {said2}")
        return lines

    def _moves(self, frame: Frozen, frame2: Frozen, stop: Stop) -> Fault | None:
        if self._alike and _named(self.one, frame) == _named(self.other, frame2):
            return None
        ours, theirs = _said(self.one, frame), _said(self.other, frame2)
        only = [move for move in ours if move not in theirs]
        only2 = [move for move in theirs if move not in ours]
        if not only and not only2:
            return None
        who = self.one.case.names.seats[stop.player]
        lines = [
            f"only in the {which}: {_few(found)}" for which, found in (("first", only), ("second", only2)) if found
        ]
        return Fault(DIFFERENCE, f"{who} can do other things", lines=tuple(lines))

    def _chances(self, frame: Frozen, frame2: Frozen) -> Fault | None:
        if self._alike and self.one.machine.outcomes(frame) == self.other.machine.outcomes(frame2):
            return None
        if _chances(self.one, frame) != _chances(self.other, frame2):
            return Fault(DIFFERENCE, "chance can bring other things, or with other odds")
        return None

    def _move2(self, frame: Frozen, frame2: Frozen, index: int) -> Any:
        """The second game's move that is said as one of the first's."""
        moves = self.other.machine.moves(frame2)
        if self._alike and _named(self.one, frame) == _named(self.other, frame2):
            return moves[index]
        return moves[_said(self.other, frame2).index(_said(self.one, frame)[index])]

    def _outcome2(self, frame: Frozen, frame2: Frozen, outcome: Any) -> Any:
        """The second game's outcome that is said as one of the first's."""
        if self._alike:
            return outcome
        ours = [value for value, _ in self.one.machine.outcomes(frame)]
        said = [text for text, _ in _chances(self.one, frame)][ours.index(outcome)]
        theirs = [text for text, _ in _chances(self.other, frame2)]
        return self.other.machine.outcomes(frame2)[theirs.index(said)][0]

    # ---- words ----

    def _standing(self, side: _Side, frame: Frozen, stop: Stop) -> str:
        if stop.kind == "over":
            return f"the game ends ({self._result(side, frame)})"
        if stop.kind == "chance":
            return "chance decides"
        who = side.case.names.seats[stop.player]
        name = words(side.case.flow.code[frame[0]].name)  # type: ignore[attr-defined]
        return f"{who} is stuck ({name})" if stop.kind == "stuck" else f"{who} is asked ({name})"

    def _result(self, side: _Side, frame: Frozen) -> str:
        try:
            told = standing(side.machine, frame)
        except PlayError as error:
            return f"who wins cannot be told: {error.message}"
        assert told is not None
        who = winning([side.case.names.seats[seat] for seat in told.winners])
        scores = "" if told.scores is None else f", scores {', '.join(map(str, told.scores))}"
        return f"{words(side.case.flow.endings[told.ending])}: {who}{scores}"

    def span(self, frame: Frozen) -> Span:
        """Where the first game stands."""
        return self.one.case.flow.code[frame[0]].span


def _side(case: Case, other: Case) -> _Side:
    layout, names = case.machine.layout, set(other.names.places)
    tracks = {name for name, slot in zip(other.names.slots, other.flow.slots, strict=True) if slot.role == "track"}
    places = [
        (name, layout.place(k), place.shape == "plays")
        for k, (name, place) in enumerate(zip(case.names.places, case.flow.places, strict=True))
        if name in names
    ]
    slots = [
        (name, layout.slot(k), slot.sort)
        for k, (name, slot) in enumerate(zip(case.names.slots, case.flow.slots, strict=True))
        if slot.role == "track" and name in tracks
    ]
    return _Side(case, case.machine, sorted(places), sorted(slots, key=lambda slot: slot[:2]))


def _numbering(case: Case) -> Any:
    kinds = [(kind.name, kind.values) for kind in case.flow.kinds]
    forms = [[form.name for form in combination.forms] for combination in case.flow.combinations]
    return case.names.faces, case.names.places, kinds, forms


def _lying(side: _Side, lying: Sequence[Any], plays: bool) -> str:
    faces = side.case.names.faces
    if plays:
        seats = side.case.names.seats
        return "; ".join(f"{', '.join(faces[f] for f in play[2])} by {seats[play[0]]}" for play in lying)
    return ", ".join(faces[face] for face in lying)


def _named(side: _Side, frame: Frozen) -> list[Any]:
    """The moves with the names of their options, values as numbers."""
    options = side.machine.chooser(frame[0]).options
    return [(options[move[0]].info.name, *move[1:]) for move in side.machine.moves(frame)]


def _said(side: _Side, frame: Frozen) -> list[str]:
    machine = side.machine
    return [side.case.names.said(machine.said(frame, move)) for move in machine.moves(frame)]


def _chances(side: _Side, frame: Frozen) -> list[tuple[str, Any]]:
    """The outcomes of a chance in words, with their probabilities."""
    names, flow = side.case.names, side.case.flow
    instr = flow.code[frame[0]]
    found = []
    for value, probability in side.machine.outcomes(frame):
        if isinstance(instr, F.Pick):
            said = names.word(value, flow.slots[instr.slot].sort)
        elif isinstance(instr, F.Draw):
            said = names.faces[value]
        else:
            said = ", ".join(names.faces[face] for face in value)
        found.append((said, probability))
    return found


def _few(found: Sequence[str]) -> str:
    shown = ", ".join(found[:MOST_SHOWN])
    return shown if len(found) <= MOST_SHOWN else f"{shown} and {len(found) - MOST_SHOWN} more"
