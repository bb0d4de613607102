"""Who knows what: the one definition from which observations and histories follow.

Comes in: a machine. Goes out: what a seat sees of a frame, and of each event. What always holds:

- a seat sees the faces at a place if it is seen by all, or by its owner and the place is theirs; how many cards lie
  anywhere is seen by everybody, and of plays whose they are;
- of a bag it may see, it sees the faces and not the order;
- of a move of cards everybody sees from where to where and how many; a seat sees the faces of those it may look at
  where they came from or where they went;
- tracks are seen by all, a held choice by its owner, what is local to a procedure by nobody;
- a seat sees that somebody is asked if the decision is public or its own; then which option was taken and its values,
  but of a card it may not look at only the place, and of melds and plays nothing; of a secret choice only that it was
  made; of a decision that is neither public nor its own nothing at all, so that to decline leaves no trace;
- what is revealed is seen by those it is revealed to; dice by those who see their place; what is picked at random by
  all, except cards they may not look at;
- that somebody's turn begins is seen by all if the way to it depended on public things only, else it is no event;
- a seat sees its own moves when it is asked, and how the game ended.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import flow as F
from .events import UNSEEN, Asked, Chose, Event, Moved, Picked, Revealed, Rolled
from .layout import Frozen
from .machine import Machine

HIDDEN_SORTS = ("meld", "play", "face")


class Observer:
    """What the seats of a flow see."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.flow = machine, machine.flow
        self._sees = [
            [place.view == "all" or (place.view == "owner" and place.owner == seat) for place in self.flow.places]
            for seat in range(self.flow.players)
        ]
        self._tracks = [i for i, slot in enumerate(self.flow.slots) if slot.role == "track"]
        self._held = [
            [i for i, slot in enumerate(self.flow.slots) if slot.role == "held" and slot.owner == seat]
            for seat in range(self.flow.players)
        ]

    def sees(self, seat: int, place: int) -> bool:
        """Whether a seat sees the faces at a place."""
        return self._sees[seat][place]

    # ---- a frame ----

    def view(self, frame: Frozen, seat: int) -> tuple[Any, ...]:
        """All that a seat sees of a frame, as one comparable value: places, tracks, held choices, who is asked,
        moves, ending."""
        return (
            tuple([self.place_view(frame, seat, place) for place in range(1, len(self.flow.places))]),
            tuple([frame[1 + slot] for slot in self._tracks]),
            tuple([frame[1 + slot] for slot in self._held[seat]]),
            *self.asked(frame, seat),
        )

    def place_view(self, frame: Frozen, seat: int, place: int) -> Any:
        """What a seat sees of a place: (contents, bags), or how many lie there (by play, with whose it is)."""
        layout = self.machine.layout
        lying = frame[layout.place(place)]
        if self._sees[seat][place]:
            return lying, frame[layout.bags[place]] if layout.bags[place] else ()
        if self.flow.places[place].shape == "plays":
            return tuple([(play[0], len(play[2])) for play in lying])
        return len(lying)

    def asked(self, frame: Frozen, seat: int) -> tuple[int, str, tuple[Any, ...], int]:
        """Who a seat sees asked (-1: nobody), in which procedure, its own moves, and the ending (-1: none)."""
        stop = self.machine.stop(frame)
        instr = self.flow.code[frame[0]]
        if isinstance(instr, F.EndGame):
            return -1, "", (), instr.ending
        if isinstance(instr, F.Choose) and (instr.public or stop.player == seat):
            return stop.player, instr.name, tuple(self.machine.moves(frame)) if stop.player == seat else (), -1
        return -1, "", (), -1

    # ---- an event ----

    def seen(self, event: Event, seat: int) -> Event | None:
        """What a seat sees of an event: the event with what it does not see put out, or None."""
        if isinstance(event, Asked):
            return event if event.public or event.seat == seat else None
        if isinstance(event, Chose):
            return event if event.seat == seat else self._chose(event, seat)
        if isinstance(event, Moved):
            if self._sees[seat][event.to]:
                return event
            return replace(event, cards=self._cards(event.cards, seat))
        if isinstance(event, Revealed):
            return event if seat in event.to else replace(event, cards=self._cards(event.cards, seat))
        if isinstance(event, Rolled):
            return event if self._sees[seat][event.place] else replace(event, faces=(UNSEEN,) * len(event.faces))
        if isinstance(event, Picked):
            return replace(event, value=self._value(event.value, self.flow.slots[event.slot].sort, seat))
        return event

    def _cards(self, cards: tuple[int, ...], seat: int) -> tuple[int, ...]:
        """Cards with unseen faces put out; then in no order that could tell one from another."""
        shown = tuple([card if self._sees[seat][card >> 16] else card | UNSEEN for card in cards])
        return shown if shown == cards else tuple(sorted(shown))

    def _value(self, value: Any, sort: F.Sort, seat: int) -> Any:
        if sort.name == "card" and value >= 0:
            return value if self._sees[seat][value >> 16] else value | UNSEEN
        return None if sort.name in HIDDEN_SORTS else value

    def _chose(self, event: Chose, seat: int) -> Chose | None:
        """What another seat sees of a choice."""
        if not event.public:
            return None
        if event.secret:
            return replace(event, move=(), said=("choose in secret",))
        option = self.machine.chooser(event.at).options[event.move[0]]
        values = [self._value(v, bind.sort, seat) for v, bind in zip(event.move[1:], option.info.binds, strict=True)]
        said = tuple([part if isinstance(part, str) else (self._value(*part, seat), part[1]) for part in event.said])
        return replace(event, move=(event.move[0], *values), said=said)
