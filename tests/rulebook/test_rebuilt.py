"""The meaning of the English books: games written from them alone play as the interpreter does.

Each module of `rebuilt` is a game written from its book by somebody who had not seen its spec. Here both play together:
the same chances fall and the same choices are made, and at every stop both ask the same players, allow the same moves,
give the same chances with the same probabilities, and have the same cards in the same places and the same points. In the
end the same players win.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.engine.state import Move, Outcome, State
from rulebook.books import book
from rulebook.rebuilt import crazy_eights, friday_the_13th, hearts, treize_cardinals
from rulebook.rebuilt.asking import Chance, Choice

Weights = Mapping[Any, Fraction | int]
Way = Callable[[random.Random, Any, "str | None", Weights], Any]


@dataclass(frozen=True)
class Game:
    """How a rebuilt game is laid beside the interpreter's: its class, and what it calls a move and an outcome."""

    made: Callable[..., Any]
    move: Callable[[Move], Hashable]
    outcome: Callable[[Outcome], Hashable] = lambda outcome: outcome.value
    face: Callable[[str], str] = lambda face: face


def faces(group: Any) -> list[str]:
    """The faces of a group of dice or cards that a move takes."""
    return [face for _, face in group[1]]


def shape(face: str) -> str:
    """The shape of a side of a die: only the red one is called something else."""
    return {"red": "cardinal"}.get(face, face)


def treize_move(move: Move) -> Hashable:
    """Setting a group aside, stopping or throwing again."""
    if move.option == "keep":
        return ("set aside", tuple(map(shape, faces(move.values["g"]))))
    return (move.option,)


def friday_move(move: Move) -> Hashable:
    """Playing a card onto a pile."""
    return ("play", move.values["c"][0][1], move.values["o"].removeprefix("omen-pile of "))


def hearts_move(move: Move) -> Hashable:
    """Passing a parcel or playing a card."""
    if move.option == "pass":
        return ("pass", frozenset(faces(move.values["g"])))
    return ("play", move.values["c"][0][1])


def eights_move(move: Move) -> Hashable:
    """Playing a card, drawing one, or naming a suit."""
    if move.option == "draw":
        return ("draw",)
    (value,) = move.values.values()
    return ("play", value[0][1]) if move.option == "play" else ("name", value)


GAMES = {
    "treize_cardinals": Game(
        treize_cardinals.Rebuilt,
        treize_move,
        lambda o: tuple(sorted(map(shape, o.value))) if o.kind == "roll" else o.value,
        shape,
    ),
    "friday_the_13th": Game(friday_the_13th.Rebuilt, friday_move),
    "hearts": Game(hearts.Rebuilt, hearts_move),
    "crazy_eights": Game(crazy_eights.Rebuilt, eights_move),
}


def lies(place: Any, face: Callable[[str], str]) -> list[Any]:
    """What lies in a place of a state, from the bottom up; plays with who made them."""
    if isinstance(place, dict):  # a pile that was shuffled
        place = place["cards"]
    return [face(c) if isinstance(c, str) else (c["by"], *map(face, c["cards"])) for c in place]


def check_position(state: State, rebuilt: Any, face: Callable[[str], str]) -> None:
    """The same cards in the same places, and the same facts."""
    data = state.to_json(history=False)
    places = rebuilt.places()
    assert data["places"].keys() <= places.keys()
    for name, there in places.items():
        found = lies(data["places"].get(name, []), face)
        assert there == (Counter(found) if isinstance(there, Counter) else tuple(found)), name
    facts = rebuilt.facts()
    assert {name: data["tracks"][name] for name in facts} == facts
    assert state.kind == "over" or data["tracks"].keys() == facts.keys()


def check_sight(state: State, rebuilt: Any, player: str, face: Callable[[str], str]) -> None:
    """A player sees what the book lets them see, and may count the rest."""
    seen = state.observation(player)["places"]
    for name, there in rebuilt.places().items():
        zone, _, owner = name.partition(" of ")
        sees = rebuilt.SEES[zone]
        if sees == "everybody" or (sees == "its owner" and owner == player):
            found = lies(seen[name], face)
            assert there == (Counter(found) if isinstance(there, Counter) else tuple(found)), name
        else:
            assert seen[name] == (there.total() if isinstance(there, Counter) else len(there)), name


def compare(name: str, players: int, seed: int, way: Way, variants: tuple[str, ...] = (), **parameters: int) -> Any:
    """Plays a game in both to its end; the rebuilt one, when nothing differed."""
    game, luck = GAMES[name], random.Random(f"{name} {players} {seed}")
    state = hoyle.load(name, variants, {key.replace("_", "-"): n for key, n in parameters.items()}).start(players)
    rebuilt = game.made(state.players, variants, **parameters)
    rules = rebuilt.rules()
    ask: Chance | Choice | None = next(rules)
    while ask:
        sent: Any
        if isinstance(ask, Chance) and len(ask.outcomes) == 1:
            (sent,) = ask.outcomes
        elif isinstance(ask, Chance):
            assert state.kind == "chance"
            chances = {game.outcome(outcome): (outcome, p) for outcome, p in state.chances}
            assert {outcome: p for outcome, (_, p) in chances.items()} == ask.outcomes
            sent = way(luck, rebuilt, None, ask.outcomes)
            state = state.take(chances[sent][0])
        else:
            check_position(state, rebuilt, game.face)
            check_sight(state, rebuilt, luck.choice(state.players), game.face)
            assert state.player in ask.moves
            moves = {game.move(move): move for move in state.moves}
            assert len(moves) == len(state.moves)
            assert moves.keys() == ask.moves[state.player]
            move = way(luck, rebuilt, state.player, dict.fromkeys(moves, 1))
            state, sent = state.play(moves[move]), (state.player, move)
        try:
            ask = rules.send(sent)
        except StopIteration:
            ask = None
    assert state.kind == "over"
    check_position(state, rebuilt, game.face)
    result = state.result
    assert result is not None
    assert result.ending == rebuilt.ending
    assert set(result.winners) == rebuilt.winners()
    return rebuilt


def anything(luck: random.Random, rebuilt: Any, player: str | None, can: Weights) -> Any:
    """What comes by chance."""
    return luck.choices(list(can), list(can.values()))[0]


def highest(luck: random.Random, rebuilt: Any, player: str | None, can: Weights) -> Any:
    """In Hearts, the first player is dealt and plays what is high, the others what is low: the moon is shot."""
    if player is None:
        return (min if rebuilt.deck.total() % 4 else max)(can, key=hearts.height)
    if next(iter(can))[0] == "pass":
        return luck.choice(list(can))
    return (max if player == "p1" else min)(can, key=lambda move: hearts.height(move[1]))


PLAYS: list[tuple[str, int, Way, tuple[str, ...], dict[str, int]]] = [
    *[("treize_cardinals", players, anything, (), {"target": 30}) for players in (1, 2, 6)],
    *[("friday_the_13th", players, anything, (), {"rounds": 1}) for players in range(3, 7)],
    ("friday_the_13th", 4, anything, ("more-than-half",), {"limit": 9, "rounds": 2, "friday_cost": 3}),
    ("hearts", 4, anything, (), {"target": 60}),
    ("hearts", 4, anything, ("open-hearts",), {"target": 1, "passed": 1}),
    *[("crazy_eights", players, anything, (), {}) for players in range(2, 6)],
    ("crazy_eights", 5, anything, ("draw-three",), {"dealt": 10}),
]


@pytest.mark.parametrize(("name", "players", "way", "variants", "parameters"), PLAYS)
def test_a_game_rebuilt_from_its_book_plays_as_the_spec(
    name: str, players: int, way: Way, variants: tuple[str, ...], parameters: dict[str, int]
) -> None:
    compare(name, players, 1, way, variants, **parameters)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_games_rebuilt_from_their_books_play_as_their_specs(name: str) -> None:
    """With every number of players, to the end the book gives."""
    for players in hoyle.load(name).players:
        for seed in range(8 // len(hoyle.load(name).players)):
            compare(name, players, seed, anything)


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_named_are_in_the_book(name: str) -> None:
    """The numbers in a rebuilt game are those of clauses and headings of its book."""
    made = book(name, "en")
    numbers = {c.number for c in made.clauses()} | {x.number for y in made.chapters for x in [y, *y.parts]}
    text = (Path(__file__).parent / "rebuilt" / f"{name}.py").read_text(encoding="utf-8")
    named = set(re.findall(r"\b\d+(?:\.\d+)+\b", text))
    assert len(named) > 15
    assert named <= numbers


def test_the_moon_is_shot() -> None:
    """The play that is to show the moon shows it: in a fourth deal the first player takes every trick."""
    rebuilt = compare("hearts", 4, 1, highest, target=120, moon=20)
    assert rebuilt.deals >= 4
    assert rebuilt.moons > 0


@pytest.mark.parametrize(
    ("name", "players", "part", "wrong"),
    [
        ("treize_cardinals", 2, (treize_cardinals, "POINTS"), treize_cardinals.POINTS | {"moon": 2}),
        ("friday_the_13th", 3, (friday_the_13th, "fits"), lambda card, omen: card.startswith(omen)),
        ("hearts", 4, (hearts.Rebuilt, "suit_led"), lambda rebuilt: hearts.suit(rebuilt.trick[-1][1])),
        ("crazy_eights", 2, (crazy_eights, "wild"), lambda card: crazy_eights.rank(card) == "9"),
    ],
)
def test_a_rule_read_wrongly_is_found(
    name: str, players: int, part: tuple[Any, str], wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*part, wrong)
    with pytest.raises(AssertionError):
        compare(name, players, 1, anything)
