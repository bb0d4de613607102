"""Positions as JSON data, and back.

Comes in: a frozen frame, or data. Goes out: data with places, cards and tracks by name, or a frame. What always
holds: data read back gives the same frame; data that is not a position of this game (another flow, a card too many, a
stop that is none) raises `HoyleError` that says what is wrong.

    {"flow": digest, "at": program counter,
     "places": {"hand of ann": ["cat 4", …], "deck": {"cards": [bottom, …, top], "shuffled": [[0, 12]]},
                "table": [{"by": "ann", "form": "pair", "cards": […]}]},      places with nothing there are left out
     "tracks": {"points of ann": 3}, "locals": {"takes-turn p": …}}            locals at their initial value are left
     out
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from ..language.diagnostics import HoyleError
from . import flow as F
from .errors import PlayError
from .layout import Frozen
from .machine import Machine
from .names import Names


def flow_digest(flow: F.Flow) -> str:
    """A short sum of everything in a flow that a play depends on."""
    return hashlib.sha256(repr(flow).encode()).hexdigest()[:16]


class Saver:
    """Saves and loads frames of one machine."""

    def __init__(self, machine: Machine, names: Names, digest: str) -> None:
        self.machine, self.flow, self.layout = machine, machine.flow, machine.layout
        self.names, self.digest = names, digest
        self._returns = {i.ret: set[int]() for i in self.flow.code if isinstance(i, F.GoSub)}
        for pc, instr in enumerate(self.flow.code):
            if isinstance(instr, F.GoSub):
                self._returns[instr.ret].add(pc + 1)

    # ---- to data ----

    def data(self, frame: Frozen) -> dict[str, Any]:
        """A frame as JSON data."""
        places = {}
        for index in range(1, len(self.flow.places)):
            lying = frame[self.layout.place(index)]
            if lying:
                places[self.names.places[index]] = self._place_data(frame, index, lying)
        tracks, local = {}, {}
        for index, slot in enumerate(self.flow.slots):
            value = frame[self.layout.slot(index)]
            if slot.role == "track":
                tracks[self.names.slots[index]] = self.names.data(value, slot.sort)
            elif value != slot.initial:
                local[self.names.slots[index]] = self.names.data(value, slot.sort)
        return {"flow": self.digest, "at": frame[0], "places": places, "tracks": tracks, "locals": local}

    def _place_data(self, frame: Frozen, index: int, lying: tuple[Any, ...]) -> Any:
        place = self.flow.places[index]
        if place.shape != "plays":
            cards = [self.names.faces[face] for face in lying]
            bags = frame[self.layout.bags[index]] if place.shape == "pile" else ()
            return {"cards": cards, "shuffled": [list(pair) for pair in bags]} if bags else cards
        forms = None if place.combination is None else self.flow.combinations[place.combination].forms
        return [
            {
                "by": self.names.seats[seat] if seat >= 0 else None,
                "form": forms[form].name if forms and form >= 0 else None,
                "cards": [self.names.faces[face] for face in faces],
            }
            for seat, form, faces in lying
        ]

    # ---- from data ----

    def frame(self, data: Any) -> Frozen:
        """The frame of data.

        Raises:
            HoyleError: the data is not a position of this game at a stop.
        """
        places, tracks, local = (self._part(data, key) for key in ("places", "tracks", "locals"))
        if data.get("flow") != self.digest:
            raise HoyleError("this position was saved with other rules, other parameters or another version")
        at = data.get("at")
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(self.flow.code):
            raise HoyleError("a position needs `at`, a place in the rules")
        contents: list[Any] = [()] * len(self.flow.places)
        bags: dict[int, Any] = {i: () for i, place in enumerate(self.flow.places) if place.shape == "pile"}
        for name, lying in places.items():
            index = self.names.place(name)
            contents[index], found = self._lying(index, lying)
            if found:
                bags[index] = found
        slots = [self._slot(index, tracks, local) for index in range(len(self.flow.slots))]
        unknown = (set(tracks) | set(local)) - set(self.names.slots)
        if unknown:
            raise HoyleError(f"there is nothing called `{sorted(unknown)[0]}` to have a value")
        frame = (at, *slots, *contents, *bags.values())
        self._check(frame)
        return frame

    def _part(self, data: Any, key: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise HoyleError("a position is a JSON object")
        part = data.get(key)
        if not isinstance(part, dict):
            raise HoyleError(f"a position needs `{key}`, an object")
        return part

    def _slot(self, index: int, tracks: dict[str, Any], local: dict[str, Any]) -> Any:
        slot, name = self.flow.slots[index], self.names.slots[index]
        given = tracks if slot.role == "track" else local
        if name not in given:
            if slot.role == "track":
                raise HoyleError(f"`{name}` has no value")
            return slot.initial
        value = self.names.value(given[name], slot.sort)
        if index in self._returns and value != slot.initial and value not in self._returns[index]:
            raise HoyleError(f"`{name}` leads nowhere")
        return value

    def _lying(self, index: int, data: Any) -> tuple[Any, Any]:
        """What lies at a place, and its bags."""
        place, name = self.flow.places[index], self.names.places[index]
        if place.shape == "plays":
            if not isinstance(data, list):
                raise HoyleError(f"`{name}` keeps a list of plays")
            return tuple([self._play(index, play) for play in data]), ()
        ranges: list[Any] = []
        if isinstance(data, dict) and place.shape == "pile":
            data, ranges = data.get("cards"), data.get("shuffled", [])
        faces = self._faces(index, data)
        if place.shape == "zone":
            return tuple(sorted(faces)), ()
        bags, before = [], 0
        try:
            for start, end in ranges:
                if not before <= start < end - 1 < len(faces):
                    raise ValueError
                part = faces[start:end]
                if part != tuple(sorted(part)) or part[0] == part[-1]:
                    raise ValueError
                bags.append((start, end))
                before = end
        except (TypeError, ValueError):
            raise HoyleError(f"what is shuffled of `{name}` is not said as it should be") from None
        return faces, tuple(bags)

    def _faces(self, index: int, data: Any) -> tuple[int, ...]:
        component = self.flow.places[index].component
        if not isinstance(data, list):
            raise HoyleError(f"what lies at `{self.names.places[index]}` is not a list of names")
        return tuple([self.names.face(name, component) for name in data])

    def _play(self, index: int, data: Any) -> tuple[int, int, tuple[int, ...]]:
        place, name = self.flow.places[index], self.names.places[index]
        if not isinstance(data, dict) or not data.get("cards"):
            raise HoyleError(f"a play at `{name}` needs `by`, `form` and `cards`")
        seat = -1 if data.get("by") is None else self.names.seat(data["by"])
        faces = self._faces(index, data["cards"])
        if place.combination is None:
            return seat, -1, tuple(sorted(faces))
        combination = self.machine.make.combinations[place.combination]
        names = [form.name for form in combination.forms]
        if data.get("form") not in names:
            raise HoyleError(f"a play at `{name}` has no form of {combination.name}")
        return seat, names.index(data["form"]), tuple(sorted(faces, key=lambda face: combination.position[face]))

    def _check(self, frame: Frozen) -> None:
        """All components are there, and the frame is at a stop."""
        wrong = missing(self.machine, frame)
        if wrong:
            raise HoyleError(wrong)
        try:
            still = self.machine.resume(frame)
        except PlayError as error:
            raise HoyleError(f"nothing can follow from this position: {error.message}") from None
        except (TypeError, IndexError, ValueError, KeyError):
            raise HoyleError("this is not a position that the game can come to") from None
        if still != frame:
            raise HoyleError("this position is not one where the game stops for a choice or a chance")


def missing(machine: Machine, frame: Frozen) -> str:
    """What is wrong with the components of a frame, in words: one missing, or one too many; empty if all is well."""
    flow, layout = machine.flow, machine.layout
    there: Counter[int] = Counter()
    for index, place in enumerate(flow.places):
        lying = frame[layout.place(index)]
        there.update(face for play in lying for face in play[2]) if place.shape == "plays" else there.update(lying)
    for component in flow.components:
        faces = range(component.first, component.first + component.size)
        if component.sort == "dice":
            count = sum(there[face] for face in faces)
            if count != component.dice:
                return f"there are {count} {component.name}, not {component.dice}"
            continue
        for face in faces:
            if there[face] != flow.faces[face].count:
                return f"there are {there[face]} of {flow.faces[face].name}, not {flow.faces[face].count}"
    return ""
