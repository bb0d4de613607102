"""Who knows what, put to the test: two plays that a player cannot tell apart must look alike to them.

Comes in: a play (its path) and a seat. Goes out: a `Fault` where the seat's moves, or what it sees, depend on
something it does not know. What always holds: what a seat knows is what `engine.observe` says it has seen of every
event; a twin is followed only as long as the seat has seen the same in both plays.

A twin is the same play in which the cards that the seat never sees were drawn otherwise. All choices are the same, or
look so to the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..engine.errors import PlayError
from ..engine.events import UNSEEN, Event, Move, Moved, Revealed, Shuffled
from ..engine.layout import FACE, Frozen
from .clock import late, spend
from .plays import Step, retrace
from .properties import KNOWN, SEEN, Fault
from .rules import Case

MOST_SHOWN = 6
PAIRS = 80
"""How many pairs of cards are tried when a twin is made small."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fault of knowledge, and how many steps and decisions of the play lead to it."""

    fault: Fault
    steps: int
    decisions: int


class Twins:
    """Looks for twins of plays of one case.

    Args:
        case: what is played.
        wanted: the properties that count; None: all.
    """

    def __init__(self, case: Case, wanted: set[str] | None = None) -> None:
        self.case, self.machine, self.observer = case, case.machine, case.observer
        self.wanted = wanted
        self.compared = 0
        """How many decisions were compared with a twin's."""

    def look(self, path: Sequence[int], random: Random, tries: int = 2, steps: int | None = None) -> Told | None:
        """Compare a play with twins, for seats and cards picked at random."""
        play = list(retrace(self.case, path, steps))
        asked = [(k, step.player) for k, step in enumerate(play) if step.player >= 0]
        last = play[-1].after
        if last is not None and (stop := self.machine.stop(last)).kind == "decision":
            asked.append((len(play), stop.player))
        for _ in range(tries if asked else 0):
            if late():
                break
            end, seat = random.choice(asked)
            found = self._compare(play[:end], seat, random)
            if found is not None:
                return found
        return None

    def _compare(self, play: Sequence[Step], seat: int, random: Random) -> Told | None:
        """Let other cards be drawn where the seat does not see it; what it finds is made as small as can be."""
        plan, groups = self._plan(play, seat, random)
        found = self._follow(play, seat, plan, random)
        if found is None:
            return None
        # A twin in which two cards only have changed places says more.
        pairs = [(a, b) for group in groups for i, a in enumerate(group) for b in group[i + 1 :] if a[1] != b[1]]
        random.shuffle(pairs)
        for one, other in pairs[:PAIRS]:
            if late():
                break
            swap = {one[0]: other[1]} | ({other[0]: one[1]} if other[0] >= 0 else {})
            plainer = self._follow(play, seat, swap, random)
            if plainer is not None and plainer.fault.key == found.fault.key and plainer.steps <= found.steps:
                return plainer
        return found

    def _follow(self, play: Sequence[Step], seat: int, plan: dict[int, int], random: Random) -> Told | None:
        """Play a plan next to the play, as long as the seat sees no difference."""
        twin: _Twin | None = None
        decisions = 0
        for number, step in enumerate(play):
            if step.after is None:
                return None
            if twin is None and (number in plan or (step.player >= 0 and step.player != seat and self._secret(step))):
                twin = _Twin(self, step.before, seat, random)
            if twin is not None:
                if not twin.follow(step, plan.get(number)):
                    return None
                if self._seen(step.events, seat) != self._seen(twin.events, seat):
                    return None
                fault = self._differs(step.after, twin.frame, seat)
                if fault is not None:
                    lines = self._lines(seat, step.after, twin.frame, fault)
                    return Told(replace(fault, lines=tuple(lines)), number, decisions + (step.player >= 0))
            decisions += step.player >= 0
        return None

    def _secret(self, step: Step) -> bool:
        return self.machine.chooser(step.before[0]).node.secret

    def _plan(
        self, play: Sequence[Step], seat: int, random: Random
    ) -> tuple[dict[int, int], list[list[tuple[int, int]]]]:
        """Which face is to be drawn instead at which steps: unseen cards that stay unseen are dealt anew.

        Also the steps and faces that may change places, in groups; step -1 stands for a card not drawn yet.
        """
        free = self._free(play, seat)
        groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
        times: Counter[int] = Counter()
        for number, step in enumerate(play):
            for event in step.events:
                if number in free and isinstance(event, Moved) and event is step.events[0]:
                    source = event.cards[0] >> 16
                    groups.setdefault((source, times[source]), []).append((number, event.cards[0] & FACE))
                elif isinstance(event, Shuffled):
                    times[event.place] += 1
        plan: dict[int, int] = {}
        layout, last = self.machine.layout, play[-1].after
        for (source, time), draws in groups.items():
            if last is not None and time == times[source] and self.machine.flow.places[source].shape != "plays":
                draws += [(-1, face) for face in last[layout.place(source)]]
            faces = [face for _, face in draws]
            random.shuffle(faces)
            plan.update({k: face for (k, was), face in zip(draws, faces, strict=True) if face != was and k >= 0})
        return plan, list(groups.values())

    def _free(self, play: Sequence[Step], seat: int) -> set[int]:
        """The steps at which a card is drawn that the seat neither sees then nor later."""
        needed: dict[int, Counter[int]] = {}

        def need(place: int) -> Counter[int]:
            return needed.setdefault(place, Counter())

        free = set()
        for number in range(len(play) - 1, -1, -1):
            step = play[number]
            for event in reversed(step.events):
                if isinstance(event, Revealed):
                    for card, count in Counter(event.cards).items():
                        if seat in event.to:
                            faces = need(card >> 16)
                            faces[card & FACE] = max(faces[card & FACE], count)
                if not isinstance(event, Moved):
                    continue
                seen = self.observer.seen(event, seat)
                for card in event.cards:
                    place, face = card >> 16, card & FACE
                    here = need(event.to)
                    wanted = here[face] > 0
                    here[face] -= wanted
                    if seen == event or wanted:
                        need(place)[face] += 1
                    elif step.player == -1 and event is step.events[0]:
                        free.add(number)
        return free

    def _seen(self, events: Sequence[Event], seat: int) -> list[Event]:
        return [seen for event in events if (seen := self.observer.seen(event, seat)) is not None]

    def _differs(self, frame: Frozen, other: Frozen, seat: int) -> Fault | None:
        """A fault if a seat that has seen the same at two frames can tell them apart all the same."""
        stop, stop2 = self.machine.stop(frame), self.machine.stop(other)
        who = self.case.names.seats[seat]
        if stop.kind == "decision" and stop.player == seat and frame[0] == other[0]:
            self.compared += 1
            moves, moves2 = self.machine.moves(frame), self.machine.moves(other)
            if moves != moves2 and self._counts(KNOWN):
                name = self.machine.flow.code[frame[0]].name.replace("-", " ")  # type: ignore[attr-defined]
                message = f"what {who} can do ({name}) depends on something {who} does not know"
                return Fault(KNOWN, message, self.machine.flow.code[frame[0]].span)
            if moves != moves2:
                return None
        both = (stop.kind, stop.player) == (stop2.kind, stop2.player)
        if both and self._counts(SEEN) and self.observer.view(frame, seat) != self.observer.view(other, seat):
            return Fault(SEEN, f"what {who} sees depends on something that was not shown to {who}")
        return None

    def _counts(self, name: str) -> bool:
        return self.wanted is None or name in self.wanted

    def _lines(self, seat: int, frame: Frozen, other: Frozen, fault: Fault) -> Iterator[str]:
        names = self.case.names
        who = names.seats[seat]
        yield f"{who} cannot tell this from a play in which these lie otherwise:"
        for name, ours, theirs in _differences(self.case, frame, other):
            yield f"  {name}: {theirs} (here {ours})"
        if fault.name != KNOWN:
            return
        ours_, theirs_ = self._words(frame), self._words(other)
        here = [move for move in ours_ if move not in theirs_]
        there = [move for move in theirs_ if move not in ours_]
        if here:
            yield f"only here {who} can: {_few(here)}"
        if there:
            yield f"only there {who} can: {_few(there)}"

    def _words(self, frame: Frozen) -> list[str]:
        machine = self.machine
        return [self.case.names.said(machine.said(frame, move)) for move in machine.moves(frame)]


class _Twin:
    """The other play: where it stands, and what happened in its last step."""

    def __init__(self, twins: Twins, frame: Frozen, seat: int, random: Random) -> None:
        self.machine, self.observer, self.seat, self.random = twins.machine, twins.observer, seat, random
        self.frame = frame
        self.events: list[Event] = []

    def follow(self, step: Step, instead: int | None) -> bool:
        """Do as the first play did, but draw `instead`; whether that can be done."""
        machine = self.machine
        spend()
        self.events = []
        stop = machine.stop(self.frame)
        if self.frame[0] != step.before[0]:
            return False
        try:
            if step.player >= 0:
                if stop.kind != "decision" or stop.player != step.player:
                    return False
                move = self._move(machine.moves(step.before)[step.index], machine.moves(self.frame))
                if move is None:
                    return False
                self.frame = machine.play(self.frame, move, None, self.events)
                return True
            if stop.kind != "chance":
                return False
            outcome = machine.outcomes(step.before)[step.index][0] if instead is None else instead
            if all(outcome != possible for possible, _ in machine.outcomes(self.frame)):
                return False
            self.frame = machine.take(self.frame, outcome, None, self.events)
        except PlayError:
            return False
        return True

    def _move(self, move: Move, moves: list[Move]) -> Move | None:
        """The same move, or one that looks the same to the seat; of a secret choice any."""
        node = self.machine.chooser(self.frame[0]).node
        if node.secret and self.machine.stop(self.frame).player != self.seat:
            return self.random.choice(moves)
        if move in moves:
            return move
        sorts = [bind.sort.name for bind in self.machine.chooser(self.frame[0]).options[move[0]].info.binds]
        looks = self._looks(move, sorts)
        return next((m for m in moves if m[0] == move[0] and self._looks(m, sorts) == looks), None)

    def _looks(self, move: Move, sorts: Sequence[str]) -> list[Any]:
        """What of a move's values the seat may see at most."""
        shown: list[Any] = []
        for value, sort in zip(move[1:], sorts, strict=True):
            if sort == "card" and value >= 0 and not self.observer.sees(self.seat, value >> 16):
                value |= UNSEEN
            shown.append(len(value[1]) if sort == "meld" else value)
        return shown


def _differences(case: Case, frame: Frozen, other: Frozen) -> Iterator[tuple[str, str, str]]:
    """The places whose contents differ, with what lies there."""
    layout = case.machine.layout
    for index, place in enumerate(case.flow.places):
        ours, theirs = frame[layout.place(index)], other[layout.place(index)]
        if ours == theirs or place.shape == "plays":
            continue
        a, b = list(ours), list(theirs)
        for face in list(a):
            if face in b:
                a.remove(face)
                b.remove(face)
        if a or b:
            faces = case.names.faces
            yield case.names.places[index], _few([faces[f] for f in a]) or "-", _few([faces[f] for f in b]) or "-"


def _few(words: Sequence[str]) -> str:
    shown = ", ".join(words[:MOST_SHOWN])
    return shown if len(words) <= MOST_SHOWN else f"{shown} and {len(words) - MOST_SHOWN} more"
