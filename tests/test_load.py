"""What programs give `hoyle.load`: names and whole numbers, or it is told what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

import hoyle
from hoyle.language.diagnostics import HoyleError


class Number:
    """A whole number of another kind, as NumPy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"parameters": {"target": 50.0}}, "the value of `target` is a whole number, not 50.0"),
        ({"parameters": {"target": True}}, "the value of `target` is a whole number, not True"),
        ({"parameters": {"target": "50"}}, "the value of `target` is a whole number, not '50'"),
        ({"parameters": {"target": [50]}}, "the value of `target` is a whole number"),
        ({"parameters": {"target": None}}, "the value of `target` is a whole number"),
        ({"parameters": {5: 50}}, "the name of a parameter is a text, not 5"),
        ({"parameters": [("target", 50)]}, "parameters are names with their values"),
        ({"variants": "short"}, r"variants are a list of names: \['short'\]"),
        ({"variants": [3]}, "variants are a list of names, and 3 is none"),
        ({"variants": None}, "variants are a list of names, and None is none"),
        ({"scope": ["small"]}, "a scope is a name, not"),
    ],
)
def test_what_is_no_name_and_no_number_is_told(given: dict[str, Any], message: str) -> None:
    hoyle.load("pig", parameters={"target": 50})  # what is kept of this is equal to some of them
    with pytest.raises(HoyleError, match=message):
        hoyle.load("pig", **given)


def test_numbers_of_other_kinds_become_numbers() -> None:
    game = hoyle.load("pig", parameters={"target": Number(50)})  # type: ignore[dict-item]
    assert game.start(2, seed=1).to_json()["parameters"]["target"] == 50
    assert game.digest == hoyle.load("pig", parameters={"target": 50}).digest


@pytest.mark.parametrize("given", [None, 7, 10**20, 1.5, True, [], ("pig",), {"pig": 1}, b"pig", object()])
def test_what_is_no_game_is_told(given: Any) -> None:
    """Only a name and a path can be loaded, only a checked program be made a game."""
    with pytest.raises(HoyleError, match="a game is a bundled game's name or the path of a spec, a text, not"):
        hoyle.load(given)
    with pytest.raises(HoyleError, match="a game is made of a checked program, not of"):
        hoyle.game_of(given)
