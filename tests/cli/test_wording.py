"""The words a compiled game has with it: moves with gaps, values, flags."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hoyle.cli.publish.edition import Edition
from hoyle.cli.publish.wording import words
from hoyle.engine import flow as f
from hoyle.engine.lower import lower
from hoyle.rulebook.speak import Speaker


@cache
def said(name: str, language: str, *options: str) -> dict[str, Any]:
    """The words of a game; of its moves only those of some options."""
    edition = Edition(name)
    program = edition.program()
    players = program.seats()[0]
    flow = lower(program, players)
    wanted = {
        option.name: option
        for choose in flow.code
        if isinstance(choose, f.Choose)
        for tier in choose.tiers
        for option in tier.options
    }
    speaker = Speaker(program, language, edition.words(language))
    return words(program, speaker, name, {players: flow}, [(players, wanted[option]) for option in options])


@pytest.mark.parametrize(
    ("language", "other", "own", "yours"),
    [
        ("en", "{owner}’s store pile 1", "their store pile 1", "your store pile 1"),
        ("es", "el almacén 1 de {owner}", "su almacén 1", "tu almacén 1"),
        ("fr", "la réserve 1 d’{owner}", "sa réserve 1", "votre réserve 1"),
    ],
)
def test_what_whoever_moves_owns_is_said_with_a_possessive(language: str, other: str, own: str, yours: str) -> None:
    found = said("spite_and_malice", language, "store")
    for patterns, mine in (("moves", own), ("asks", yours)):
        (places,) = [
            piece["words"]["store 1"]
            for piece in found[patterns][0]
            if isinstance(piece, dict) and "store 1" in piece["words"]
        ]
        assert places[1:] == [other, mine]


@pytest.mark.parametrize(
    ("language", "values"),
    [
        ("en", ["clubs", "diamonds", "hearts", "spades"]),
        ("es", ["tréboles", "diamantes", "corazones", "picas"]),
        ("fr", ["trèfle", "carreau", "cœur", "pique"]),
    ],
)
def test_values_are_said_as_the_moves_say_them(language: str, values: list[str]) -> None:
    found = said("crazy_eights", language, "name")
    assert list(found["values"]["suit"].values()) == values
    (named,) = [piece["words"] for piece in found["moves"][0] if isinstance(piece, dict)]
    assert named == found["values"]["suit"]


@pytest.mark.parametrize(
    ("name", "language", "flag", "facts"),
    [
        ("kuhn_poker", "en", "asked", ["{owner} has had a turn", "{owner} has no longer had a turn", "Has had a turn"]),
        ("kuhn_poker", "es", "asked", ["{owner} ha hablado", "{owner} ya no ha hablado", "Ha hablado"]),
        ("kuhn_poker", "fr", "asked", ["{owner} a parlé", "{owner} n’a plus parlé", "A parlé"]),
        ("hearts", "en", "broken", ["The hearts are broken", "The hearts are no longer broken"]),
        ("thirteen", "fr", "bound", ["{owner} est lié par une passe", "{owner} n’est plus lié par une passe"]),
    ],
)
def test_a_flag_is_told_as_a_fact(name: str, language: str, flag: str, facts: list[str]) -> None:
    assert list(said(name, language)["flags"][flag].values()) == facts
