"""Plays told: the moves and what they changed, by the names of players, cards and piles.

Comes in: a case, a path, how far to go, and the fault that is at its end. Goes out: a `Story`. What always holds:
every decision of the play is one beat; what chance brings belongs to the beat before it; nothing is told twice and no
position is dumped.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

from ..engine import events as E
from ..engine.layout import FACE
from ..language.tree import Span
from .plays import Path, Step, retrace
from .properties import Fault, words
from .rules import Case

WIDTH = 110


@dataclass
class Beat:
    """One decision: its number, who took it, what they did, and what came of it. Number 0 is the start."""

    number: int
    who: str
    did: str
    effects: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The beat in lines of text."""
        head = f"{self.number:3d}. {self.who}: {self.did}" if self.number else "     at the start"
        found = textwrap.wrap(head, WIDTH, subsequent_indent=" " * 9) if self.number else [head]
        for effect in self.effects:
            found += textwrap.wrap(f"       {effect}", WIDTH, subsequent_indent=" " * 9)
        return found


@dataclass
class Story:
    """A play told. `loop` is the number of the beat after which it goes round for ever, if it does; `last` how it
    ends."""

    title: str
    beats: list[Beat]
    last: list[str] = field(default_factory=list)
    loop: int | None = None

    @property
    def moves(self) -> int:
        """How many decisions it tells."""
        return sum(1 for beat in self.beats if beat.number)

    def lines(self) -> list[str]:
        """The story as lines of text."""
        found = [self.title]
        for beat in self.beats:
            if self.loop is not None and beat.number == self.loop + 1:
                found.append("     and from here on for ever:")
            found += beat.lines()
        for line in self.last:
            found += textwrap.wrap(f"     {line}", WIDTH, subsequent_indent="       ")
        return found

    def data(self) -> dict[str, Any]:
        """The story as JSON data."""
        beats = [{"move": b.number, "player": b.who or None, "does": b.did, "effects": b.effects} for b in self.beats]
        return {"title": self.title, "moves": self.moves, "beats": beats, "end": self.last, "loop_after": self.loop}


def tell(case: Case, path: Path, steps: int | None = None, fault: Fault | None = None) -> Story:
    """The story of a path.

    Args:
        case: what is played.
        path: the play.
        steps: how many steps of it; all if None.
        fault: what is wrong at its end.
    """
    beats = [Beat(0, "", "")]
    groups = Effects(case, start=True)
    loop_beat, loop = None, None if fault is None else fault.loop
    number = 0
    for taken, step in enumerate(retrace(case, path, steps)):
        if step.player >= 0:
            beats[-1].effects = groups.lines(step.player)
            groups = Effects(case)
            number += 1
            beats.append(Beat(number, case.names.seats[step.player], _did(case, step)))
        groups.add(step.events)
        if loop is not None and taken == loop:
            loop_beat = number
    beats[-1].effects = groups.lines()
    if not beats[0].effects:
        del beats[0]
    last = [] if fault is None else [f"{place(fault.span)}: {fault.message}" if fault.span.line else fault.message]
    if fault is not None:
        last += fault.lines
    title = f"{case.program.title}, {case.setting.words()}"
    return Story(title, beats, last, loop_beat)


def place(span: Span) -> str:
    """A place of a spec in words: file and line."""
    return place_of(span.file, span.line) if span.line else ""


def place_of(file: str, line: int) -> str:
    """A line of a file in words; a file that is not below the folder the command runs in by its name alone."""
    if os.path.isabs(file):
        try:
            near = os.path.relpath(file)
            file = near if not near.startswith("..") else File(file).name
        except ValueError:
            file = File(file).name
    return f"{file}:{line}"


def _did(case: Case, step: Step) -> str:
    for event in step.events:
        if isinstance(event, E.Chose):
            return case.names.said(event.said)
    move = case.machine.moves(step.before)[step.index]
    return case.names.said(case.machine.said(step.before, move))


class Effects:
    """What came of one decision: events, like ones told together."""

    def __init__(self, case: Case, start: bool = False) -> None:
        self.case, self.names = case, case.names
        self._start = start
        self._lines: list[str | _Going | _Changes | _Turn] = []
        self._turn = 0  # where in the lines the latest turn begins
        self._chosen: E.Chose | None = None

    def add(self, events: Iterable[E.Event]) -> None:
        """More events of the same beat, in their order."""
        for event in events:
            if isinstance(event, E.Chose):
                self._chosen = event
            elif isinstance(event, E.Began):
                self._turn = len(self._lines)
                self._lines.append(_Turn(event.seat, self.case.teller.words(event)))
            elif isinstance(event, E.Moved):
                if not self._is_the_move(event):
                    self._going(event)
            elif isinstance(event, E.Changed):
                self._changes(event)
            elif isinstance(event, E.Revealed):
                if set(event.to) - {event.actor}:
                    self._lines.append(self.case.teller.words(event))
            elif isinstance(event, E.Picked):
                self._lines.append(self._picked(event))
            elif isinstance(event, E.Shuffled) and self._start:
                pass  # every game begins so
            elif not isinstance(event, E.Asked | E.Stuck):  # a player who is stuck is told as the fault it is
                self._lines.append(self.case.teller.words(event))

    def lines(self, chooser: int = -1) -> list[str]:
        """The effects in words. `chooser`: who chooses next; whose turn that is needs no line if nothing but tracks changed."""
        found = []
        turn = ""
        for index, line in enumerate(self._lines):
            if isinstance(line, _Turn):
                only_tracks = all(isinstance(later, _Changes) for later in self._lines[index + 1 :])
                turn = "" if line.seat == chooser and only_tracks else line.text
                continue
            text = line if isinstance(line, str) else line.words(self.case)
            if text:
                found += [turn, text] if turn else [text]
                turn = ""
        return found

    def _picked(self, event: E.Picked) -> str:
        slot = self.case.flow.slots[event.slot]
        name = slot.name.rpartition(": ")[2]
        said = self.names.word(event.value, slot.sort)
        return f"{words(name)} is {said}, at random" if name != "chance" else f"at random: {said}"

    def _is_the_move(self, event: E.Moved) -> bool:
        """Whether cards moved as the chosen move says, so that it need not be told again."""
        chosen, self._chosen = self._chosen, None
        if chosen is None or event.drawn or event.actor != chosen.seat:
            return False
        option = self.case.machine.chooser(chosen.at).options[chosen.move[0]].info
        return option.name == event.verb

    def _going(self, event: E.Moved) -> None:
        last = self._lines[-1] if self._lines else None
        if not isinstance(last, _Going):
            last = _Going()
            self._lines.append(last)
        last.add(event)

    def _changes(self, event: E.Changed) -> None:
        for line in self._lines[self._turn :]:
            if isinstance(line, _Changes):
                line.add(event)
                return
        self._lines.append(_Changes())
        self._changes(event)


@dataclass(frozen=True)
class _Turn:
    """Somebody's turn begins: told if something comes of it before anybody chooses."""

    seat: int
    text: str


class _Going:
    """Cards that moved one after the other, told by where they went."""

    def __init__(self) -> None:
        self.ways: dict[tuple[int, int, bool], list[int]] = {}

    def add(self, event: E.Moved) -> None:
        for card in event.cards:
            self.ways.setdefault((event.to, card >> 16, event.under), []).append(card & FACE)

    def words(self, case: Case) -> str:
        names = case.names
        # Many cards from one place, each to another: the place is said once.
        sources = {source for _, source, _ in self.ways}
        if len(sources) == 1 and len(self.ways) > 1:
            parts = [f"{names.places[to]}{_under(under)}: {cards(case, f)}" for (to, _, under), f in self.ways.items()]
            return f"from {names.places[sources.pop()]} to {'; '.join(parts)}"
        return "; ".join(
            f"{cards(case, faces)} from {names.places[source]} {'under' if under else 'to'} {names.places[to]}"
            for (to, source, under), faces in self.ways.items()
        )


class _Changes:
    """Tracks that changed in one beat, each told once."""

    def __init__(self) -> None:
        self.slots: dict[int, tuple[Any, Any]] = {}

    def add(self, event: E.Changed) -> None:
        first = self.slots.pop(event.slot, (event.old, None))[0]
        self.slots[event.slot] = first, event.new

    def words(self, case: Case) -> str:
        parts = []
        for slot, (old, new) in self.slots.items():
            if old != new:
                sort = case.flow.slots[slot].sort
                parts.append(
                    f"{words(case.names.slots[slot])} {case.names.word(old, sort)} → {case.names.word(new, sort)}"
                )
        return ", ".join(parts)


def _under(under: bool) -> str:
    return " (under)" if under else ""


def cards(case: Case, faces: Sequence[int]) -> str:
    """Cards in words: like ones counted, in the order they came first."""
    count: dict[int, int] = {}
    for face in faces:
        count[face] = count.get(face, 0) + 1
    names = case.names.faces
    return ", ".join(names[face] if n == 1 else f"{n} × {names[face]}" for face, n in count.items())
