"""Names of what a flow speaks of, for people and for JSON: both ways.

Comes in: a flow and the names of its seats. Goes out: words for seats, faces, places, slots, values and moves, and
the same as data. What always holds: within one game a name names one thing, so that data made here can be read back;
data that names nothing raises `HoyleError`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..language.diagnostics import HoyleError, did_you_mean
from .events import UNSEEN, Said
from .flow import LARGEST, NONE, Flow, Sort
from .layout import FACE


class Names:
    """The names of one game with its seats."""

    def __init__(self, flow: Flow, seats: Sequence[str]) -> None:
        self.flow = flow
        self.seats = tuple(seats)
        self.faces = [face.name for face in flow.faces]
        self.places = [self._owned(place.name, place.owner) for place in flow.places]
        labels = [self._owned(slot.name, slot.owner) for slot in flow.slots]
        often = Counter(labels)
        self.slots = [label if often[label] == 1 else f"{label} #{i}" for i, label in enumerate(labels)]
        self._kinds = {kind.name: kind.values for kind in flow.kinds}
        self._components = {component.name: component for component in flow.components}
        self._combinations = {combination.name: combination for combination in flow.combinations}
        self._place_of = {name: i for i, name in enumerate(self.places)}
        self._face_of = [{self.faces[i]: i for i in range(c.first, c.first + c.size)} for c in flow.components]

    def _owned(self, name: str, owner: int) -> str:
        return name if owner < 0 else f"{name} of {self.seats[owner]}"

    # ---- words ----

    def card(self, card: int) -> str:
        """The face of a card."""
        face = card & FACE
        return "an unseen card" if face == UNSEEN else self.faces[face]

    def held(self, card: int) -> int:
        """The place of a card in a sorted hand; what is unseen comes last."""
        face = card & FACE
        return UNSEEN if face == UNSEEN else self.flow.faces[face].held

    def cards(self, faces: Sequence[int]) -> str:
        """Faces in words: one alone, several in brackets."""
        names = ", ".join(self.card(face) for face in faces)
        return names if len(faces) == 1 else f"[{names}]"

    def word(self, value: Any, sort: Sort) -> str:
        """A value in words."""
        if value is None:
            return "something unseen"
        if sort.name == "list":
            return f"[{', '.join(self.word(item, Sort(sort.of)) for item in value)}]"
        if value == NONE:
            return "none"
        if sort.name in ("card", "face"):
            return self.card(value)
        if sort.name == "meld":
            return self.cards(value[1])
        if sort.name == "play":
            by = self.seats[value[0]] if value[0] >= 0 else "nobody"
            return f"{self.cards(value[2])} of {by}"
        if sort.name == "truth":
            return "yes" if value else "no"
        return str(self._plain(value, sort))

    def _plain(self, value: int, sort: Sort) -> str | int:
        if sort.name == "player":
            return self.seats[value]
        if sort.name == "place":
            return self.places[value]
        if sort.name == "kind" and sort.of in self._kinds:
            return self._kinds[sort.of][value]
        if sort.name == "form" and sort.of in self._combinations:
            return self._combinations[sort.of].forms[value].name
        return value

    def said(self, said: Said) -> str:
        """A move in words."""
        return "".join(part if isinstance(part, str) else self.word(*part) for part in said).strip()

    # ---- data ----

    def data(self, value: Any, sort: Sort) -> Any:
        """A value as JSON data."""
        if value is None or sort.name == "list":
            return None if value is None or value == NONE else [self.data(item, Sort(sort.of)) for item in value]
        if value == NONE:
            return None
        if sort.name == "truth":
            return bool(value)
        if sort.name == "card":
            return self.card_data(value)
        if sort.name == "face":
            return (
                None
                if value == UNSEEN
                else [self.flow.components[self.flow.faces[value].component].name, self.faces[value]]
            )
        if sort.name == "meld":
            return [value[0], [self.data(face, Sort("face")) for face in value[1]]]
        if sort.name == "play":
            return [value[0], *self.data(value[1:], Sort("meld"))]
        return self._plain(value, sort)

    def card_data(self, card: int) -> Any:
        """A card as JSON data: its face and its place (none: a face alone)."""
        face = None if card & FACE == UNSEEN else self.data(card & FACE, Sort("face"))
        return [face, self.places[card >> 16] if card >> 16 else None]

    def value(self, data: Any, sort: Sort) -> Any:
        """The value of JSON data made by `data`."""
        try:
            return self._value(data, sort)
        except (TypeError, ValueError, IndexError, AttributeError, KeyError):
            raise HoyleError(f"{_short(data)} is not a {sort.of or sort.name}") from None

    def _value(self, data: Any, sort: Sort) -> Any:
        if sort.name == "list":
            return NONE if data is None else tuple([self.value(item, Sort(sort.of)) for item in _listed(data)])
        if data is None:
            return NONE
        if sort.name == "truth":
            if not isinstance(data, bool):
                raise ValueError
            return int(data)
        if sort.name == "face":
            component, name = data
            return self.face(name, self.component(component))
        if sort.name == "card":
            face, place = data
            face = UNSEEN if face is None else self.value(face, Sort("face"))
            return face if place is None else self.place(place) << 16 | face
        if sort.name == "meld":
            form, faces = data
            return int(form), tuple([self.value(face, Sort("face")) for face in _listed(faces)])
        if sort.name == "play":
            seat, *meld = data
            return (int(seat), *self.value(meld, Sort("meld")))
        if sort.name == "player":
            return self.seat(data)
        if sort.name == "place":
            return self.place(data)
        if sort.name == "kind" and sort.of in self._kinds:
            return self._kinds[sort.of].index(data)
        if sort.name == "form" and sort.of in self._combinations:
            return [form.name for form in self._combinations[sort.of].forms].index(data)
        if isinstance(data, bool) or not isinstance(data, int) or not -LARGEST <= data <= LARGEST:
            raise ValueError
        return data

    # ---- names back to things ----

    def seat(self, name: Any) -> int:
        """The seat of a name, or of a number from 0."""
        if isinstance(name, int) and not isinstance(name, bool) and 0 <= name < len(self.seats):
            return name
        if name not in self.seats:
            raise HoyleError(f"there is no player {_short(name)}; the players are {', '.join(self.seats)}")
        return self.seats.index(name)

    def place(self, name: Any) -> int:
        """The place of a name."""
        if not isinstance(name, str) or name not in self._place_of:
            hint = did_you_mean(str(name), self._place_of)
            raise HoyleError(f"there is no place {_short(name)}{'; ' + hint if hint else ''}")
        return self._place_of[name]

    def component(self, name: Any) -> int:
        """The component of a name."""
        if not isinstance(name, str) or name not in self._components:
            raise HoyleError(f"there are no cards or dice called {_short(name)}")
        return list(self._components).index(name)

    def face(self, name: Any, component: int) -> int:
        """The face of a name, among those of a component."""
        known = self._face_of[component]
        if not isinstance(name, str) or name not in known:
            hint = did_you_mean(str(name), known)
            raise HoyleError(
                f"there is no {self.flow.components[component].name} {_short(name)}{'; ' + hint if hint else ''}"
            )
        return known[name]


def _listed(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError
    return data


def _short(data: Any) -> str:
    text = repr(data)
    return f"`{text if len(text) <= 60 else text[:57] + '...'}`"


def default_seats(players: int) -> tuple[str, ...]:
    """The names of seats when nobody gives any."""
    return tuple(f"p{i + 1}" for i in range(players))
