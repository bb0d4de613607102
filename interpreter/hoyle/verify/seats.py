"""Whether the seats are alike: with everybody one seat further on, and the same luck and choices, the result moves on
too.

Comes in: a play. Goes out: a `Fault` where the play moved on comes out otherwise, or why the question does not arise.
What always holds: cards come to the same hands and choices are made by the same people, whatever the order they are
asked in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from ..engine import flow as F
from ..engine.errors import PlayError
from ..engine.events import Event, Moved, Picked, Rolled
from ..engine.layout import FACE, Frozen
from ..engine.results import Standing, standing
from ..language import tree as t
from ..language.program import Program
from ..language.tree import Span
from .clock import spend
from .plays import Step, retrace
from .properties import SEATS, Fault, winning
from .rules import Case


def says_otherwise(program: Program) -> Span | None:
    """Where the rules themselves ask the players from the first seat on; None if they never do."""
    for procedure in program.procedures.values():
        for node in procedure.walk():
            if not isinstance(node, t.Turns | t.For) or node.binder.start is not None or not _plain(node.binder):
                continue
            if isinstance(node, t.Turns) or _asks(node.body, program, {procedure.name}):
                return node.span
    return None


def _plain(binder: t.Binder) -> bool:
    return isinstance(binder.source, t.Name) and binder.source.name == "players"


def _asks(node: t.Node, program: Program, seen: set[str]) -> bool:
    """Whether somebody chooses, or chance falls on a player, below a node."""
    for part in node.walk():
        if isinstance(part, t.Choose | t.Together):
            return True
        if isinstance(part, t.Call) and part.name not in seen:
            seen.add(part.name)
            if _asks(program.procedures[part.name].body, program, seen):
                return True
    return False


class Seats:
    """Compares plays of one case with the same plays one seat further on."""

    def __init__(self, case: Case) -> None:
        self.case, self.machine, self.flow = case, case.machine, case.flow
        self.players = case.flow.players
        self.compared = 0
        self._places = _moved_on(self.flow)

    def look(self, path: Sequence[int]) -> Fault | None:
        """A fault if the play comes out otherwise one seat further on; None also for a play that is not over."""
        if self.players < 2:
            return None
        play = list(retrace(self.case, path))
        last = play[-1].after
        if last is None or self.machine.stop(last).kind != "over":
            return None
        told = standing(self.machine, last)
        assert told is not None
        other = _Further(self, play).run()
        if other is None:
            return None
        self.compared += 1
        if isinstance(other, str):
            return Fault(SEATS, "with everybody one seat further on, and the same luck and choices, " + other)
        found = standing(self.machine, other)
        assert found is not None
        if self._result(told) == _plainly(found):
            return None
        ours, theirs = self._words(told), self._words(found)
        return Fault(
            SEATS,
            "with everybody one seat further on, and the same luck and choices, the result is another",
            lines=(f"here {ours}", f"one seat further on {theirs}"),
        )

    def _result(self, told: Standing) -> tuple[Any, ...]:
        """A result one seat further on."""
        winners = tuple(sorted((seat + 1) % self.players for seat in told.winners))
        scores = None if told.scores is None else (told.scores[-1], *told.scores[:-1])
        return told.ending, winners, scores

    def _words(self, told: Standing) -> str:
        names = self.case.names.seats
        who = winning([names[seat] for seat in told.winners])
        scores = "" if told.scores is None else f" (scores {', '.join(map(str, told.scores))})"
        return f"{self.flow.endings[told.ending].replace('-', ' ')}: {who}{scores}"

    # ---- one seat further on ----

    def place(self, place: int) -> int:
        """A place, one seat further on."""
        return self._places[place]

    def value(self, value: Any, sort: F.Sort) -> Any:
        """A value, one seat further on."""
        if sort.name == "list" and isinstance(value, tuple):
            return tuple([self.value(item, F.Sort(sort.of)) for item in value])
        if value == F.NONE:
            return value
        if sort.name == "player":
            return (value + 1) % self.players
        if sort.name == "place":
            return self._places[value]
        if sort.name == "card":
            return self._places[value >> 16] << 16 | value & FACE
        if sort.name == "play":
            return ((value[0] + 1) % self.players, *value[1:]) if value[0] >= 0 else value
        return value

    def move(self, pc: int, move: tuple[Any, ...]) -> tuple[Any, ...]:
        """A move of the decision at `pc`, one seat further on."""
        binds = self.machine.chooser(pc).options[move[0]].info.binds
        return (move[0], *(self.value(v, bind.sort) for v, bind in zip(move[1:], binds, strict=True)))


def _plainly(told: Standing) -> tuple[Any, ...]:
    return told.ending, tuple(sorted(told.winners)), told.scores


def _moved_on(flow: F.Flow) -> list[int]:
    """For each place the one of the next seat."""
    found = list(range(len(flow.places)))
    for family in flow.families:
        if family.each == "player":
            inner = family.size // flow.players
            for k in range(family.size):
                found[family.first + k] = family.first + (k + inner) % family.size
    return found


class _Further:
    """The play one seat further on. Luck and choices wait in queues, by whom and where they are for."""

    def __init__(self, seats: Seats, play: Sequence[Step]) -> None:
        self.seats, self.machine = seats, seats.machine
        self.queues: dict[tuple[Any, ...], deque[Any]] = {}
        for step in play:
            if step.player >= 0:
                pc = step.before[0]
                move = self.machine.moves(step.before)[step.index]
                seat = (step.player + 1) % seats.players
                self._queue("choice", seat, pc).append(seats.move(pc, move))
            for event in step.events:
                for key, value in self._luck(event):
                    self._queue(*key).append(value)

    def _queue(self, *key: Any) -> deque[Any]:
        return self.queues.setdefault(key, deque())

    def _luck(self, event: Event, on: bool = True) -> list[tuple[tuple[Any, ...], Any]]:
        """What an event takes from its queue; with `on` moved on by a seat."""
        seats = self.seats
        place = seats.place if on else (lambda place: place)
        if isinstance(event, Moved):
            return [(("draw", place(card >> 16), place(event.to)), card & FACE) for card in event.cards]
        if isinstance(event, Rolled):
            return [(("roll", place(event.place)), event.faces)]
        if isinstance(event, Picked):
            sort = seats.flow.slots[event.slot].sort
            return [(("pick", event.slot), seats.value(event.value, sort) if on else event.value)]
        return []

    def run(self) -> Frozen | str | None:
        """The last frame; or what cannot be done as before, in words; or None if luck cannot be matched."""
        machine = self.machine
        log: list[Event] = []
        try:
            frame = machine.start(None, log)
            while True:
                self._spend(log)
                spend()
                log = []
                stop = machine.stop(frame)
                if stop.kind == "over":
                    return frame
                if stop.kind == "stuck":
                    return f"{self.seats.case.names.seats[stop.player]} is stuck"
                if stop.kind == "chance":
                    wanted = self._wanted(frame)
                    if all(wanted != outcome for outcome, _ in machine.outcomes(frame)):
                        return None
                    frame = machine.take(frame, wanted, None, log)
                    continue
                queue = self._queue("choice", stop.player, frame[0])
                who = self.seats.case.names.seats[stop.player]
                if not queue:
                    name = machine.flow.code[frame[0]].name.replace("-", " ")  # type: ignore[attr-defined]
                    return f"{who} is asked once more ({name})"
                move = queue.popleft()
                if move not in machine.moves(frame):
                    return f"{who} cannot do what was done before: {self._said(frame, move)}"
                frame = machine.play(frame, move, None, log)
        except PlayError as error:
            return f"the rules cannot be followed: {error.message}"

    def _spend(self, events: Sequence[Event]) -> None:
        for event in events:
            for key, _ in self._luck(event, on=False):
                queue = self._queue(*key)
                if queue:
                    queue.popleft()

    def _wanted(self, frame: Frozen) -> Any:
        machine = self.machine
        instr: F.Instr = machine.flow.code[frame[0]]
        if isinstance(instr, F.Draw):
            key: tuple[Any, ...] = ("draw", machine.evaluate(frame, instr.source), machine.evaluate(frame, instr.to))
        elif isinstance(instr, F.Roll):
            key = ("roll", machine.evaluate(frame, instr.place))
        else:
            assert isinstance(instr, F.Pick)
            key = ("pick", instr.slot)
        queue = self._queue(*key)
        return queue[0] if queue else None

    def _said(self, frame: Frozen, move: tuple[Any, ...]) -> str:
        return self.seats.case.names.said(self.machine.said(frame, move))
