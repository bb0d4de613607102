"""Events in words and as JSON data.

Comes in: events, whole or as a seat sees them, and names. Goes out: one line each, or data and back. What always
holds: the words use names of the game only; data read back gives the same event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from itertools import groupby
from typing import Any, ClassVar

from ..language.diagnostics import HoyleError
from . import events as E
from .events import UNSEEN, Event
from .flow import Flow, Sort
from .names import Names

KINDS: dict[str, type] = {
    "asked": E.Asked,
    "began": E.Began,
    "chose": E.Chose,
    "moved": E.Moved,
    "gathered": E.Gathered,
    "shuffled": E.Shuffled,
    "rolled": E.Rolled,
    "picked": E.Picked,
    "revealed": E.Revealed,
    "changed": E.Changed,
    "ended": E.Ended,
    "stuck": E.Stuck,
}
NAMES = {kind: name for name, kind in KINDS.items()}


class Teller:
    """Puts the events of one game into words."""

    def __init__(self, flow: Flow, names: Names) -> None:
        self.flow, self.names = flow, names

    def words(self, event: Event) -> str:
        """What happened, in one line."""
        return self._words[type(event)](self, event)

    def _asked(self, event: E.Asked) -> str:
        return f"{self.names.seats[event.seat]} is asked ({event.name})"

    def _began(self, event: E.Began) -> str:
        return f"turn of {self.names.seats[event.seat]}"

    def _chose(self, event: E.Chose) -> str:
        return f"{self.names.seats[event.seat]}: {self.names.said(event.said)}"

    def _moved(self, event: E.Moved) -> str:
        groups = []
        for place, cards in groupby(event.cards, key=lambda card: card >> 16):
            groups.append(f"{self._cards(list(cards))} from {self.names.places[place]}")
        onto = "under" if event.under else "to"
        return f"{', '.join(groups)} {onto} {self.names.places[event.to]}"

    def _cards(self, cards: list[int]) -> str:
        """Cards in words; many alike are counted."""
        said = []
        for face, same in groupby(cards, key=lambda card: card & UNSEEN):
            count = len(list(same))
            if face == UNSEEN:
                said.append("an unseen card" if count == 1 else f"{count} unseen cards")
            else:
                name = self.names.faces[face]
                said.append(name if count == 1 else f"{count} × {name}")
        return ", ".join(said)

    def _gathered(self, event: E.Gathered) -> str:
        return f"every {self.flow.components[event.component].name} to {self.names.places[event.to]}"

    def _shuffled(self, event: E.Shuffled) -> str:
        return f"{self.names.places[event.place]} is shuffled"

    def _rolled(self, event: E.Rolled) -> str:
        place = self.names.places[event.place]
        if UNSEEN in event.faces:
            return f"{place} is rolled, unseen"
        # Each die by itself: `2 × 1` would read as a sum.
        return f"{place} falls {', '.join(self.names.faces[face] for face in event.faces)}"

    def _picked(self, event: E.Picked) -> str:
        return f"at random: {self.names.word(event.value, self.flow.slots[event.slot].sort)}"

    def _revealed(self, event: E.Revealed) -> str:
        groups = []
        for place, cards in groupby(event.cards, key=lambda card: card >> 16):
            groups.append(f"{self._cards(list(cards))} at {self.names.places[place]}")
        everybody = len(event.to) == self.flow.players
        to = "" if everybody else f" to {', '.join(self.names.seats[seat] for seat in event.to) or 'nobody'}"
        return f"shown{to}: {', '.join(groups)}"

    def _changed(self, event: E.Changed) -> str:
        sort = self.flow.slots[event.slot].sort
        old, new = self.names.word(event.old, sort), self.names.word(event.new, sort)
        return f"{self.names.slots[event.slot]}: {old} → {new}"

    def _ended(self, event: E.Ended) -> str:
        return f"the game ends: {self.flow.endings[event.ending].replace('-', ' ')}"

    def _stuck(self, event: E.Stuck) -> str:
        return f"{self.names.seats[event.seat]} is to choose ({event.name}) and cannot"

    _words: ClassVar[dict[type, Callable[[Any, Any], str]]] = {
        E.Asked: _asked,
        E.Began: _began,
        E.Chose: _chose,
        E.Moved: _moved,
        E.Gathered: _gathered,
        E.Shuffled: _shuffled,
        E.Rolled: _rolled,
        E.Picked: _picked,
        E.Revealed: _revealed,
        E.Changed: _changed,
        E.Ended: _ended,
        E.Stuck: _stuck,
    }


# ---- data ----------------------------------------------------------------------------------------------------------


def event_data(event: Event) -> list[Any]:
    """An event as JSON data: its kind, then its fields in flow's own numbers (short: a play has thousands)."""
    values = [_plain(getattr(event, f.name)) for f in fields(event)]
    return [NAMES[type(event)], *values]


def _plain(value: Any) -> Any:
    if isinstance(value, Sort):
        return {"sort": value.name, "of": value.of}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def event_of(data: Any) -> Event:
    """The event of data made by `event_data`.

    Raises:
        HoyleError: the data is not that of an event.
    """
    try:
        kind, *values = data
        event: Event = KINDS[kind](*[_kept(value) for value in values])
        hash(event)
    except (TypeError, ValueError, KeyError):
        raise HoyleError("the history cannot be read: an event in it is broken") from None
    return event


def _kept(value: Any) -> Any:
    if isinstance(value, dict):
        return Sort(str(value["sort"]), str(value["of"]))
    return tuple([_kept(item) for item in value]) if isinstance(value, list) else value
