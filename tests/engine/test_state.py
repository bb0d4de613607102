"""The Python face: states are values, moves are found by words, JSON comes back the same, wrong input is said."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hoyle
from engine.flows import friday
from hoyle.engine import Game, State
from hoyle.language.diagnostics import HoyleError

GAME = Game(lambda players: friday(players, 1), range(3, 7), "Friday the 13th")
NAMES = ["ann", "bob", "cid"]


def walk(seed: int, steps: int) -> State:
    state = GAME.start(NAMES, seed)
    for i in range(steps):
        if state.kind != "decision":
            break
        state = state.play((seed + i) % len(state.moves))
    return state


def test_a_game_from_start_to_end() -> None:
    state = GAME.start(NAMES, seed=3)
    assert state.kind == "decision"
    assert state.player in NAMES
    assert state.result is None
    while state.kind == "decision":
        state = state.play(state.moves[0])
    assert state.player is None
    assert state.moves == ()
    result = state.result
    assert result is not None
    assert result.ending == "last-round-scored"
    assert result.stuck is None
    assert result.scores is not None
    lowest = min(result.scores.values())
    assert result.winners == tuple(name for name in NAMES if result.scores[name] == lowest)
    assert result.ranking[0] == result.winners
    assert sorted(name for group in result.ranking for name in group) == NAMES


def test_a_move_is_found_by_itself_its_words_or_its_number() -> None:
    state = GAME.start(NAMES, seed=3)
    move = state.moves[1]
    assert state.play(move) == state.play(str(move).upper()) == state.play(1)
    assert move.option == "play"
    assert str(move) == f"play {move.values['c'][0][1]} onto {move.values['o']}"
    with pytest.raises(HoyleError, match="did you mean"):
        state.play(str(move) + "s")
    with pytest.raises(HoyleError, match="counted from 0"):
        state.play(99)
    later = state.play(0)
    with pytest.raises(HoyleError, match="cannot"):
        later.play(move)
    with pytest.raises(HoyleError, match="no chance"):
        state.take(0)


def test_states_are_values() -> None:
    state, again = walk(4, 9), walk(4, 9)
    assert state == again
    assert hash(state) == hash(again)
    before = state.to_json()
    state.play(0)
    assert state.to_json() == before
    assert state != walk(4, 10)
    assert state != walk(5, 9)
    assert state != state.with_seed(4)  # the same position, other luck to come
    assert state != "a state"


def test_chances_left_to_the_caller() -> None:
    state = GAME.start(NAMES)
    assert state.kind == "chance"
    assert state.player is None
    assert [(str(outcome), p) for outcome, p in state.chances] == [(name, Fraction(1, 3)) for name in NAMES]
    state = state.take("bob")
    assert state.chances[0][0].kind == "draw"
    assert sum(p for _, p in state.chances) == 1
    assert state.take("friday").observation("bob")["places"]["hand of bob"] == ["friday"]
    with pytest.raises(HoyleError, match="chance cannot give"):
        state.take("unicorn")
    with pytest.raises(HoyleError, match="chance"):
        state.play(0)


@given(st.integers(0, 1000), st.integers(0, 60))
@settings(max_examples=25, deadline=None)
def test_json_comes_back_the_same(seed: int, steps: int) -> None:
    state = walk(seed, steps)
    text = json.dumps(state.to_json())
    again = State.from_json(GAME, text)
    assert again == state
    assert again.to_json() == json.loads(text)
    assert [again.history(name) for name in NAMES] == [state.history(name) for name in NAMES]
    bare = GAME.state_from_json(state.to_json(history=False))
    assert bare == state
    assert bare.history("ann") == []
    if state.kind == "decision":
        assert again.play(0).to_json() == state.play(0).to_json()


def test_json_at_a_chance_comes_back_the_same() -> None:
    state = GAME.start(NAMES).take("cid").take("cat 1")
    again = State.from_json(GAME, json.dumps(state.to_json()))
    assert again == state
    assert again.chances == state.chances
    assert "shuffled" in state.to_json()["places"]["deck"]


def without(key: str) -> Any:
    return lambda data: data.pop(key)


def put(*path_and_value: Any) -> Any:
    *path, key, value = path_and_value

    def change(data: Any) -> None:
        for step in path:
            data = data[step]
        data[key] = value

    return change


WRONG: dict[str, tuple[Any, str]] = {
    "no players": (without("players"), "players"),
    "players of another game": (put("players", ["ann"]), "3 to 6"),
    "two of a name": (put("players", ["ann", "ann", "bob"]), "name of their own"),
    "other rules": (put("flow", "x"), "other rules"),
    "no places": (without("places"), "places"),
    "no place in the rules": (put("at", "start"), "`at`"),
    "a place in the rules where nothing stops": (put("at", 1), "not one where the game stops"),
    "a card that is not there": (put("places", "hand of ann", 0, "cat 9"), "did you mean"),
    "a card too many": (put("places", "discards", ["cat 1"]), "4 of cat 1, not 3"),
    "a place that is not there": (put("places", "hand of dan", []), "no place"),
    "no list of cards": (put("places", "hand of ann", 7), "not a list"),
    "a track without a value": (lambda data: data["tracks"].pop("starter"), "starter"),
    "a track of the wrong kind": (put("tracks", "starter", "zoe"), "no player"),
    "a track that is not there": (put("tracks", "fame", 1), "fame"),
    "a number that is none": (put("tracks", "points of ann", "many"), "not a number"),
    "luck that is none": (put("luck", {"seed": -1, "drawn": 0}), "luck"),
    "a history that is none": (put("history", {}), "history"),
    "an event that is none": (put("history", [["moved", 1]]), "history"),
    "an event of another game": (put("history", [["shuffled", 99]]), "history"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_json_is_said(name: str) -> None:
    change, message = WRONG[name]
    data = GAME.start(NAMES, seed=1).to_json()
    change(data)
    with pytest.raises(HoyleError, match=message):
        State.from_json(GAME, json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '{"players": 3}', "[" * 100_000])
def test_what_is_no_state_is_said(text: str) -> None:
    with pytest.raises(HoyleError):
        State.from_json(GAME, text)


def test_wrong_starts_are_said() -> None:
    with pytest.raises(HoyleError, match="3 to 6 players, not for 2"):
        GAME.start(2)
    with pytest.raises(HoyleError, match="name"):
        GAME.start(["a", "a", "b"])
    with pytest.raises(HoyleError, match="seed"):
        GAME.start(3, seed=-1)
    assert GAME.start(seed=1).players == ("p1", "p2", "p3")


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (-1, "3 to 6 players, not for -1"),
        (10**20, f"3 to 6 players, not for {10**20}"),
        (3.0, "a number, or a list of their names, not 3.0"),
        ("ann", "a number, or a list of their names, not 'ann'"),
        (True, "a number, or a list of their names, not True"),
        ([3], "name of their own"),
    ],
)
def test_what_is_no_number_of_players_and_no_names(players: Any, message: str) -> None:
    with pytest.raises(HoyleError, match=message):
        GAME.start(players)


def test_numbers_of_other_kinds_are_numbers() -> None:
    class Number:
        """As NumPy's are."""

        def __init__(self, value: int) -> None:
            self.value = value

        def __index__(self) -> int:
            return self.value

    assert GAME.start(Number(4), seed=Number(7)) == GAME.start(4, seed=7)  # type: ignore[arg-type]


def test_states_go_to_other_processes_and_are_copied_for_nothing() -> None:
    """What is pickled is equal when it comes back, luck and history included, and goes on the same way."""
    game = hoyle.load("crazy_eights")
    state = game.start(["ann", "bob", "cid"], seed=4)
    for _ in range(6):
        state = state.play(0)
    again = pickle.loads(pickle.dumps(state))
    assert (again, hash(again), again.luck) == (state, hash(state), state.luck)
    assert again.story() == state.story()
    assert again.play(0) == state.play(0)
    assert copy.copy(state) is copy.deepcopy(state) is state
    assert pickle.loads(pickle.dumps(game)).start(2, seed=1) == game.start(2, seed=1)


@pytest.mark.parametrize(("seed", "drawn"), [("x", 0), (-1, 0), (1.5, 0), (1, -1), (1, None), (2**64, 0)])
def test_luck_that_cannot_be_is_refused(seed: Any, drawn: Any) -> None:
    state = hoyle.load("pig").start(2, seed=1)
    with pytest.raises(HoyleError, match="has a seed and how many numbers"):
        state.with_seed(seed, drawn)


@pytest.mark.parametrize("players", ["2", 2.0, None, [2]])
def test_a_machine_is_for_a_number_of_players(players: Any) -> None:
    with pytest.raises(HoyleError, match="how many play is a whole number"):
        hoyle.load("pig").machine(players)
