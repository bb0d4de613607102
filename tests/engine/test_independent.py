"""The source games against a second implementation: every chance, every list of moves, every result is the same.

The models of `tests/models` were written from the rulings, not from the specs. The machine is led through random
plays; at each stop the model must ask the same thing: the same outcomes with the same probabilities, or the same seat
with the same moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import models
from hoyle.engine import Game, Luck, State
from hoyle.engine.lower import lower
from hoyle.library import load_program

Said = Callable[[Any], Hashable]


@cache
def game(name: str, variant: str | None, settings: tuple[tuple[str, int], ...] = ()) -> Game:
    program = load_program(name, [variant] if variant else [], dict(settings))
    return Game(lambda players: lower(program, players), program.seats(), program.title)


# ---- the moves of a state, as the models say them ------------------------------------------------------------------


def friday_said(move: Any) -> Hashable:
    return move.values["c"][0][1], move.values["o"].removeprefix("omen-pile of ")


def thirteen_said(move: Any) -> Hashable:
    return "pass" if move.option == "pass" else frozenset(name for _, name in move.values["m"][1])


def twelve_said(move: Any) -> Hashable:
    return "pass" if move.option == "pass" else tuple(sorted(int(name) for _, name in move.values["m"][1]))


def treize_said(move: Any) -> Hashable:
    if move.option != "keep":
        return move.option
    names = [name for _, name in move.values["g"][1]]
    assert len(set(names)) == 1
    return names[0], len(names)


def place(words: str) -> str:
    """Where a card lies, without whose it is: hand, up, store 2."""
    return {"hand": "hand", "up-card": "up"}.get(words.split(" of ")[0], words.split(" of ")[0])


def spite_said(move: Any) -> Hashable:
    values = move.values
    number = {key: int(values[key].split()[1]) - 1 for key in ("b", "s") if key in values}
    match move.option:
        case "play":
            (_, card), where = values["c"]
            return "play", card, place(where), number["b"]
        case "play-wild":
            return "wild", place(values["c"][1]), number["b"]
        case "store":
            return "store", values["c"][0][1], number["s"]
        case "give":
            return "give", int(values["q"][1:]) - 1
        case "show-and-discard":
            return ("stuck",)
    return (move.option,)


SAID: dict[str, Said] = {
    "friday_the_13th": friday_said,
    "thirteen": thirteen_said,
    "twelve_days": twelve_said,
    "treize_cardinals": treize_said,
    "spite_and_malice": spite_said,
}


def outcome_said(value: Any) -> Hashable:
    """An outcome as the models say it: a seat's number, a card's name, faces."""
    if isinstance(value, list):
        return tuple(sorted(value))
    if isinstance(value, str) and value[0] == "p" and value[1:].isdigit():
        return int(value[1:]) - 1
    return value


# ---- one play of both ----------------------------------------------------------------------------------------------


def settled(model: models.Model, asked: Any) -> tuple[Any, Any]:
    """The next question of a model that has more than one answer, where only a chance can have one; or its result."""
    while isinstance(asked, models.Chance) and len(asked.outcomes) == 1:
        (only,) = asked.outcomes
        try:
            asked = model.send(only)
        except StopIteration as end:
            return None, end.value
    return asked, None


def agree(played: Game, said: Said, players: int, model: models.Model, seed: int, most: int) -> State:
    """Play both by one luck, and hold them against each other at every stop."""
    luck, policy = Luck(seed), Luck(seed + 1000)
    state = played.start(players)
    asked, result = settled(model, next(model))
    decisions = 0
    while asked is not None and decisions < most:
        if state.kind == "chance":
            assert isinstance(asked, models.Chance), f"the model asks {asked}"
            chances = {outcome_said(outcome.value): (outcome, p) for outcome, p in state.chances}
            assert {key: p for key, (_, p) in chances.items()} == asked.outcomes
            assert len(chances) == len(state.chances)
            answer = drawn(chances, luck)
            state = state.take(chances[answer][0])
        else:
            assert state.kind == "decision"
            assert isinstance(asked, models.Choice), f"the model asks {asked}"
            moves = {said(move): move for move in state.moves}
            assert len(moves) == len(state.moves)
            assert state.player == f"p{asked.seat + 1}"
            assert set(moves) == asked.moves
            answer = sorted(moves, key=repr)[policy.index(len(moves))]
            state = state.play(moves[answer])
            decisions += 1
        try:
            asked, result = settled(model, model.send(answer))
        except StopIteration as end:
            asked, result = None, end.value
    if asked is None:
        assert state.kind == "over"
        assert state.result is not None
        assert tuple(state.result.scores[p] for p in state.players) == result.scores
        assert {state.players.index(p) for p in state.result.winners} == result.winners
    return state


def drawn(chances: dict[Any, tuple[Any, Fraction]], luck: Luck) -> Any:
    """One of the outcomes, as likely as it should be."""
    at = Fraction(luck.index(10**6), 10**6)
    for key, (_, p) in chances.items():
        at -= p
        if at < 0:
            return key
    return key


def model_of(name: str, variant: str | None, players: int) -> models.Model:
    match name:
        case "friday_the_13th":
            return models.friday(players, variant == "more-than-half")
        case "thirteen":
            return models.thirteen(players, variant == "shared-win", variant == "instant-wins")
        case "twelve_days":
            return models.twelve(players, variant == "short")
        case "treize_cardinals":
            return models.treize(players)
    return models.spite(players, variant == "endless")


CASES = [
    *[("friday_the_13th", None, n) for n in (3, 4, 5, 6)],
    ("friday_the_13th", "more-than-half", 4),
    ("thirteen", None, 4),
    ("thirteen", "shared-win", 4),
    ("thirteen", "instant-wins", 4),
    *[("twelve_days", None, n) for n in (2, 3, 5, 7, 8)],
    ("twelve_days", "short", 4),
    *[("spite_and_malice", None, n) for n in (2, 3, 5)],
    ("spite_and_malice", "endless", 2),
    *[("treize_cardinals", None, n) for n in (1, 2, 6)],
]


@pytest.mark.parametrize(("name", "variant", "players"), CASES)
def test_the_spec_and_the_model_agree(name: str, variant: str | None, players: int) -> None:
    for seed in range(2):
        agree(game(name, variant), SAID[name], players, model_of(name, variant, players), seed, 250)


def test_spite_and_malice_with_so_few_cards_that_both_piles_run_out() -> None:
    few = game("spite_and_malice", None, (("last-value", 10),))
    for seed in range(2):
        agree(few, spite_said, 5, models.spite(5, last=10), seed, 500)


@pytest.mark.long
@pytest.mark.parametrize(("name", "variant", "players"), CASES)
def test_the_spec_and_the_model_agree_over_whole_games(name: str, variant: str | None, players: int) -> None:
    for seed in range(100, 104):
        agree(game(name, variant), SAID[name], players, model_of(name, variant, players), seed, 5000)
