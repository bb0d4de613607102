"""How cards are called and how a hand is sorted, whatever the order of the columns."""

from __future__ import annotations

from time import process_time

import pytest

from hoyle.language import faces
from hoyle.language.check import check
from hoyle.language.faces import face_names, faces_of, hand_order, matching
from hoyle.language.parse import parse
from hoyle.language.program import Program
from hoyle.library import load_program
from hoyle.resources import games
from hoyle.rulebook.speak import Speaker

SUIT = "kind suit: clubs, hearts"
RANK = "kind rank, low to high: 7, queen"


def deck(columns: str, cells: str, *declared: str) -> Program:
    lines = [
        'game "Cards"',
        "for 2 players",
        "winners: p in players with highest size of hand of p",
        *declared,
        "cards in deck:",
        f"  name | {columns}",
        f"  card | {cells}",
        "pile deck, seen by nobody",
        "zone hand of each player, seen by its owner",
        "to play:",
        "  shuffle deck",
        "  deal 1 from deck to hand of players",
        "  end game as dealt",
    ]
    text = "\n".join(sorted(lines, key=lambda line: line.startswith("order"))) + "\n"
    return check("cards", parse(text, "cards.hoyle"), [], {}, {"cards.hoyle": text})


@pytest.mark.parametrize(
    ("columns", "cells", "declared", "names", "hand"),
    [
        (
            "rank | suit",
            "each | each",
            [SUIT, RANK],
            ["7 of clubs", "7 of hearts", "queen of clubs", "queen of hearts"],
            ["7 of clubs", "queen of clubs", "7 of hearts", "queen of hearts"],
        ),
        (
            "suit | rank",
            "each | each",
            [SUIT, RANK],
            ["7 of clubs", "queen of clubs", "7 of hearts", "queen of hearts"],
            ["7 of clubs", "queen of clubs", "7 of hearts", "queen of hearts"],
        ),
        (  # a declared order is how the game thinks of its cards
            "suit | rank",
            "each | each",
            ["kind suit, low to high: clubs, hearts", RANK, "order card by rank, suit"],
            ["7 of clubs", "queen of clubs", "7 of hearts", "queen of hearts"],
            ["7 of clubs", "7 of hearts", "queen of clubs", "queen of hearts"],
        ),
        (
            "suit | rank",
            "each | each",
            [SUIT, "kind rank, low to high: page, queen"],
            ["page of clubs", "queen of clubs", "page of hearts", "queen of hearts"],
            ["page of clubs", "queen of clubs", "page of hearts", "queen of hearts"],
        ),
        (
            "colour | mark",
            "each | each",
            ["kind colour: red, blue", "kind mark: 7, 8"],
            ["red 7", "red 8", "blue 7", "blue 8"],
            ["red 7", "red 8", "blue 7", "blue 8"],
        ),
        (
            "value | colour",
            "7, 8 | each",
            ["kind colour: red, blue"],
            ["7 of red", "7 of blue", "8 of red", "8 of blue"],
            ["7 of red", "8 of red", "7 of blue", "8 of blue"],
        ),
    ],
)
def test_names_and_hands(columns: str, cells: str, declared: list[str], names: list[str], hand: list[str]) -> None:
    program = deck(columns, cells, *declared)
    rows = faces_of(program.components["card"], program)
    found = face_names(program, "card", rows)
    assert found == names
    places = hand_order(program, "card", rows)
    assert sorted(places) == list(range(len(rows)))
    assert [name for _, name in sorted(zip(places, found, strict=True))] == hand


def test_rulebooks_call_cards_the_same() -> None:
    words = {"values": {word: word for word in ("clubs", "hearts", "queen")}}
    program = deck("suit | rank", "each | each", SUIT, RANK)
    assert Speaker(program, "en", words).faces("card") == [
        "7 of clubs",
        "queen of clubs",
        "7 of hearts",
        "queen of hearts",
    ]


def test_all_cards_of_a_deck_are_called_by_rank_and_suit():
    """The 15 is there once, the 7 three times: `7 of trumps` beside `15` would be two ways in one hand."""
    lines = [
        'game "Cards"',
        "for 2 players",
        "winners: p in players with highest size of hand of p",
        "kind suit: clubs, hearts, trumps",
        "kind rank, low to high: 7, queen, 15",
        "cards in deck:",
        "  name | suit          | rank",
        "  card | clubs, hearts | 7, queen",
        "  card | trumps        | 7, queen, 15",
        "  fool | -             | -",
        "pile deck, seen by nobody",
        "zone hand of each player, seen by its owner",
        "to play:",
        "  shuffle deck",
        "  deal 1 from deck to hand of players",
        "  end game as dealt",
    ]
    text = "\n".join(lines) + "\n"
    program = check("cards", parse(text, "cards.hoyle"), [], {}, {"cards.hoyle": text})
    names = face_names(program, "card", faces_of(program.components["card"], program))
    assert names[-4:] == ["7 of trumps", "queen of trumps", "15 of trumps", "fool"]


def test_a_thousand_different_cards_have_their_names_at_once() -> None:
    """As many as a set may have: each name is looked for among the cards that have its words, not among all."""
    program = deck("value", "1 to 1000")
    listed = faces_of(program.components["card"], program)
    begin = process_time()
    assert face_names(program, "card", listed) == [str(value) for value in range(1, 1001)]
    assert process_time() - begin < 5  # where each was held against each it took tens of seconds


@pytest.mark.parametrize("game", games())
def test_names_are_those_of_one_face_among_all(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load_program(game)
    for component in program.components:
        listed = faces_of(program.components[component], program)
        names = face_names(program, component, listed)
        with monkeypatch.context() as patched:
            patched.setattr(faces, "matching", lambda words, *others: matching(words, *others[:3]))
            assert face_names(program, component, listed) == names
