"""Moves are typed as people type: by number, whole, begun, or by what sets them apart."""

from __future__ import annotations

import pytest

from hoyle.cli.match import find
from hoyle.language.diagnostics import HoyleError

MOVES = [
    "play 7 of spades onto table",
    "play 7 of hearts onto table",
    "play [7 of spades, 7 of hearts] onto table",
    "play 10 of clubs onto table",
    "pass",
    "pass twice",
]


@pytest.mark.parametrize(
    ("typed", "index"),
    [
        ("1", 0),
        (" 6 ", 5),
        ("play 7 of spades onto table", 0),
        ("Play  7 of SPADES onto table", 0),
        ("pass", 4),
        ("pass t", 5),
        ("10", None),
        ("play 10", 3),
        ("clubs", 3),
        ("pl 7 sp 7 h", 2),
        ("7 of spades, 7 of hearts", 2),
        ("hearts spades", 2),
        ("play 1", None),
    ],
)
def test_one_move_is_meant(typed: str, index: int | None) -> None:
    if index is None:
        with pytest.raises(HoyleError):
            find(typed, MOVES)
    else:
        assert find(typed, MOVES) == index


def test_several_moves_are_named() -> None:
    with pytest.raises(HoyleError) as caught:
        find("play 7 of hearts", [*MOVES[1:3], "play 7 of hearts onto heap"])
    assert str(caught.value) == (
        "that may be `play 7 of hearts onto table` or `play 7 of hearts onto heap`; type more of it, or its number"
    )


def test_no_move_is_meant() -> None:
    with pytest.raises(HoyleError, match="there is no such move: sing; did you mean") as caught:
        find("sing", ["ring"])
    assert "`ring`" in str(caught.value)
    with pytest.raises(HoyleError, match="numbered from 1 to 6"):
        find("7", MOVES)
    with pytest.raises(HoyleError, match="type the number"):
        find(" ?! ", MOVES)


def test_many_moves_are_not_all_listed() -> None:
    with pytest.raises(HoyleError, match="or one of 14 more"):
        find("bid", [f"bid {n}" for n in range(20)])
