"""A recorded game as the data that the page's script steps through.

Comes in: a game and a record of it, and how things are called in the reader's language. Goes out: JSON data (`steps`
hold what changed, so that a long game stays small). What always holds: nothing is hidden here; every step has its line
of text, so that the game can be read without the script too; a step is over when all chances that follow from it have
fallen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.events import Event, Gathered, Shuffled
from ..engine.game import Game
from ..engine.record import Record, states
from ..engine.state import State

FOLD = 16
"""Places of more pieces are folded: only their count is shown until the reader asks. What nobody sees always is."""


@dataclass(slots=True)
class Step:
    """The game between two decisions, in the engine's numbers.

    `player` is the seat to decide next, None at the end; `events` what happened; `places` the faces at each place;
    `tracks` what counters, flags and markers hold.
    """

    player: int | None
    events: list[Event]
    places: list[list[int]]
    tracks: dict[int, Any]


@dataclass(slots=True)
class Played:
    """A whole recorded game, in the engine's numbers, to be told in any language."""

    seats: tuple[str, ...]
    steps: list[Step]
    last: State
    ending: str | None = None
    winners: tuple[str, ...] = ()
    scores: dict[str, int] | None = None
    ranking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language says things.

    `place` names a zone by its name in the spec, without its owner, who is said by the area; `track` gives the line
    that tells what a counter, flag or marker (its number in the flow) holds, empty if there is nothing to tell; `told` the
    sentences that tell what happened in a step; `seat` names a seat; `shared` heads what belongs to nobody; `result`
    gives the last lines.
    """

    place: Callable[[str], str]
    track: Callable[[int, Any], str]
    told: Callable[[Sequence[Event]], list[str]]
    seat: Callable[[str], str]
    result: Callable[[Played], list[str]]
    setup: str
    shared: str


def walk(game: Game, record: Record) -> Played:
    """A record played again, cut into steps.

    Raises:
        HoyleError: the record does not replay.
    """
    steps: list[Step] = []
    events: list[Event] = []
    dealing = False
    state: State | None = None
    for state in states(game, record):
        events += state.latest
        moved = any(isinstance(event, Shuffled | Gathered) for event in state.latest)
        if moved and state.kind == "chance" and steps and not dealing:
            # What was done before the cards are collected is a step of its own: a reader wants to see the end of a
            # round.
            steps.append(_step(state, events))
            events, dealing = [], True
        if state.kind == "chance":
            continue
        steps.append(_step(state, events))
        events, dealing = [], False
    assert state is not None
    result = state.result
    if result is None:
        return Played(state.players, steps, state)
    scores = None if result.scores is None else dict(result.scores)
    ranking = tuple(seat for level in result.ranking for seat in level)
    return Played(state.players, steps, state, result.ending, tuple(result.winners), scores, ranking)


def _step(state: State, events: list[Event]) -> Step:
    player = state.players.index(state.player) if state.kind == "decision" and state.player in state.players else None
    return Step(player, events, _lying(state), _tracks(state))


def _lying(state: State) -> list[list[int]]:
    """The faces at each place: plays taken apart; where no order counts, as players sort a hand."""
    machine = state.table.machine
    faces = machine.flow.faces
    found: list[list[int]] = [[]]
    for k, place in enumerate(machine.flow.places[1:], 1):
        lying = state.frame[machine.layout.place(k)]
        if place.shape == "plays":
            found.append([face for play in lying for face in play[2]])
        elif place.shape == "zone":
            found.append(sorted(lying, key=lambda face: faces[face].held))
        else:
            found.append(list(lying))
    return found


def _tracks(state: State) -> dict[int, Any]:
    machine, names = state.table.machine, state.table.names
    slots = machine.flow.slots
    return {
        k: names.data(state.frame[machine.layout.slot(k)], s.sort) for k, s in enumerate(slots) if s.role == "track"
    }


# ---- told ------------------------------------------------------------------------------------------------------------


def data(played: Played, faces: Sequence[dict[str, str]], tongue: Tongue) -> dict[str, Any]:
    """What the script needs.

    Args:
        played: the game.
        faces: for each face of the flow `{"name", "box"}`: spoken name and the view box of its picture.
        tongue: the reader's language.
    """
    used = {k for step in played.steps for k, lying in enumerate(step.places) if lying}
    steps: list[dict[str, Any]] = []
    places: dict[str, list[int]] = {}
    tracks: dict[str, str] = {}
    for number, step in enumerate(played.steps):
        new_places = {f"p{k}": step.places[k] for k in sorted(used)}
        new_tracks = {f"t{k}": tongue.track(k, held) for k, held in step.tracks.items()}
        told = [*([] if number else [tongue.setup]), *tongue.told(step.events)]
        if number == len(played.steps) - 1:
            told += tongue.result(played)
        steps.append(
            {
                "told": told,
                "player": step.player,
                "places": {k: v for k, v in new_places.items() if places.get(k) != v},
                "tracks": {k: v for k, v in new_tracks.items() if tracks.get(k, "") != v},
            }
        )
        places, tracks = new_places, new_tracks
    return {
        "steps": steps,
        "areas": list(_areas(played, tongue, used)),
        "faces": list(faces),
        "result": _result(played, tongue),
    }


def _areas(played: Played, tongue: Tongue, used: set[int]) -> Iterator[dict[str, Any]]:
    """The table: what is shared, then a part for each player."""
    flow = played.last.table.machine.flow
    for owner, head in [(-1, tongue.shared), *((k, tongue.seat(s)) for k, s in enumerate(played.seats))]:
        yield {
            "name": head,
            "seat": owner if owner >= 0 else None,
            "places": [
                {
                    "id": f"p{k}",
                    "name": tongue.place(p.name),
                    "fold": 0 if p.view == "nobody" else FOLD,
                    "pile": p.shape == "pile",
                }
                for k, p in enumerate(flow.places)
                if k in used and p.owner == owner
            ],
            "tracks": [f"t{k}" for k, s in enumerate(flow.slots) if s.role == "track" and s.owner == owner],
        }


def _result(played: Played, tongue: Tongue) -> list[dict[str, Any]] | None:
    """The seats as they came out, the best first."""
    if played.ending is None:
        return None
    scores = played.scores or {}
    return [{"name": tongue.seat(s), "score": scores.get(s), "won": s in played.winners} for s in played.ranking]
