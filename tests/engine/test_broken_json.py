"""States and records broken at random are refused with a message, or read; nothing else comes of them."""

from __future__ import annotations

import contextlib
import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.flows import friday
from hoyle.engine import Game, PlayError, Record, State, record, replay
from hoyle.engine.lower import lower
from hoyle.language.diagnostics import HoyleError
from hoyle.library import load_program

PROGRAM = load_program("thirteen")
GAMES = [
    Game(lambda players: friday(players, 1), range(3, 7), "Friday the 13th"),
    Game(lambda players: lower(PROGRAM, players), PROGRAM.seats(), PROGRAM.title),
]
ODD: list[Any] = [None, True, 0, -1, 1, 7, 2**40, 1.5, "", "cat 1", "ann", [], {}, [[]], [1, 2], {"a": 1}, [None]]


def states() -> list[tuple[Game, Any]]:
    found = []
    for game in GAMES:
        state = game.start(game.players[0], seed=2)
        for step in range(30):
            if step in (0, 9, 29):
                found.append((game, state.to_json()))
            state = state.play(step % len(state.moves))
        found.append((game, game.start(game.players[0]).take(0).to_json()))
    return found


STATES = states()
RECORDS = [(game, record(game, game.players[0], 3, max_decisions=12).to_json()) for game in GAMES]


def broken(data: Any, draw: Any) -> Any:
    """The data with one or two parts changed, dropped or swapped."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 2))):
        part = data
        while True:
            keys = list(part) if isinstance(part, dict) else range(len(part))
            if not keys:
                break
            key = draw(st.sampled_from(list(keys)))
            if isinstance(part[key], dict | list) and part[key] and draw(st.booleans()):
                part = part[key]
                continue
            if draw(st.booleans()):
                part[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
            else:
                del part[key]
            break
    return data


@given(st.sampled_from(range(len(STATES))), st.data())
@settings(max_examples=300, deadline=None)
def test_a_broken_state(index: int, data: st.DataObject) -> None:
    game, whole = STATES[index]
    try:
        state = State.from_json(game, broken(whole, data.draw))
    except HoyleError:
        return
    state.to_json()
    for player in state.players:
        state.history(player)
        state.observation(player)
    try:
        if state.moves:
            state.play(0)
        if state.chances:
            state.take(0)
    except PlayError:
        pass  # a position that the rules cannot come to may be one that they cannot go on from


@given(st.sampled_from(range(len(RECORDS))), st.data())
@settings(max_examples=200, deadline=None)
def test_a_broken_record(index: int, data: st.DataObject) -> None:
    game, whole = RECORDS[index]
    with contextlib.suppress(HoyleError):
        replay(game, Record.from_json(broken(whole, data.draw)))
