"""A recorded game as the data that the page's script steps through.

Comes in: a game and a record of it, and how things are called in the reader's language. Goes out: JSON data (`steps` hold what
changed, so that a long game stays small). What always holds: nothing is hidden here; every step has its line of text, so that the
game can be read without the script too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..engine.events import Event
from ..engine.game import Game
from ..engine.record import Record, states
from ..engine.state import State


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language says things.

    `place` and `track` name a zone and a counter, flag or marker by its name in the spec (places without their owner, who is said
    by the area); `tell` gives the lines for some events; `shared` heads what belongs to nobody; `value` writes what a track holds.
    """

    place: Callable[[str], str]
    track: Callable[[str], str]
    tell: Callable[[State, tuple[Event, ...]], list[str]]
    value: Callable[[Any], str]
    shared: str


def data(game: Game, record: Record, faces: list[dict[str, str]], tongue: Tongue) -> dict[str, Any]:
    """What the script needs.

    Args:
        game: the rules.
        record: a play of them.
        faces: for each face of the flow `{"name", "box"}`: spoken name and the view box of its picture.
        tongue: the reader's language.
    """
    steps = []
    before: State | None = None
    places: dict[str, list[int]] = {}
    tracks: dict[str, str] = {}
    for state in states(game, record):
        new_places, new_tracks = _lying(state), _tracks(state, tongue)
        told = tongue.tell(state, state.latest)
        seats = state.players
        if told or before is None or state.result is not None:
            steps.append(
                {
                    "told": told,
                    "player": seats.index(state.player) if state.player in seats else None,
                    "places": {k: v for k, v in new_places.items() if places.get(k) != v},
                    "tracks": {k: v for k, v in new_tracks.items() if tracks.get(k) != v},
                }
            )
            places, tracks = new_places, new_tracks
        before = state
    if before is None:
        return {"steps": [], "areas": [], "faces": faces}
    return {"steps": steps, "areas": list(_areas(before, tongue)), "faces": faces}


def _lying(state: State) -> dict[str, list[int]]:
    """The faces at each place, plays taken apart."""
    machine = state.table.machine
    found = {}
    for k, place in enumerate(machine.flow.places[1:], 1):
        lying = state.frame[machine.layout.place(k)]
        flat = [face for play in lying for face in play[2]] if place.shape == "plays" else list(lying)
        found[f"p{k}"] = flat
    return found


def _tracks(state: State, tongue: Tongue) -> dict[str, str]:
    machine, names = state.table.machine, state.table.names
    found = {}
    for k, slot in enumerate(machine.flow.slots):
        if slot.role == "track":
            found[f"t{k}"] = tongue.value(names.data(state.frame[machine.layout.slot(k)], slot.sort))
    return found


def _areas(state: State, tongue: Tongue) -> Iterator[dict[str, Any]]:
    """The table: what is shared, then a part for each player."""
    flow = state.table.machine.flow
    for owner, head in [(-1, tongue.shared), *enumerate(state.players)]:
        yield {
            "name": head,
            "seat": owner if owner >= 0 else None,
            "places": [{"id": f"p{k}", "name": tongue.place(p.name)} for k, p in enumerate(flow.places) if k and p.owner == owner],
            "tracks": [
                {"id": f"t{k}", "name": tongue.track(s.name)} for k, s in enumerate(flow.slots) if s.role == "track" and s.owner == owner
            ],
        }
