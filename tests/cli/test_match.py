"""Moves are typed as people type: by number, whole, begun, or by what sets them apart."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hoyle.cli.match import Moves, numbers
from hoyle.language.diagnostics import HoyleError


def find(typed: str, moves: list[str]) -> int:
    return Moves(moves).find(typed)


def mistakable(moves: list[str]) -> str | None:
    return Moves(moves).mistakable()


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
        "That may be `play 7 of hearts onto table` or `play 7 of hearts onto heap`; type more of it, or its number."
    )


def test_no_move_is_meant() -> None:
    with pytest.raises(HoyleError, match="There is no such move: sing; did you mean") as caught:
        find("sing", ["ring"])
    assert "`ring`" in str(caught.value)
    with pytest.raises(HoyleError, match="numbered from 1 to 6"):
        find("7", MOVES)
    with pytest.raises(HoyleError, match="Type the number"):
        find(" ?! ", MOVES)


def test_many_moves_are_not_all_listed() -> None:
    with pytest.raises(HoyleError, match="or one of 14 more"):
        find("bid", [f"bid {n}" for n in range(20)])


@pytest.mark.parametrize("typed", ["throw-again", "throw again", "THROW  AGAIN", "thr ag", "again"])
def test_hyphens_may_be_typed_or_left_out(typed: str) -> None:
    assert find(typed, ["stop", "throw again", "throw once"]) == 1
    assert find("draw pile", ["take from draw-pile", "take from discard-pile"]) == 0
    assert find("bid -3", ["bid 3", "bid -3"]) == 1


def test_a_number_is_the_number_before_a_move() -> None:
    cards = ["play 9", "play 3", "play 2", "pass"]
    assert find("3", cards) == 2
    assert find("play 3", cards) == 1
    with pytest.raises(HoyleError, match=r"numbered from 1 to 4\. For what is called 9, type more words: `play 9`"):
        find("9", cards)
    assert mistakable(cards) in ("play 3", "play 2")
    assert mistakable(["roll", "hold"]) is None
    assert mistakable(["play 1", "play 2", "pass"]) is None


def test_moves_that_differ_in_a_number_alone_are_listed_by_it() -> None:
    bids = [f"bid {number} into your offer" for number in (2, 3, 5)]
    assert numbers(bids) == [2, 3, 5]
    assert find("5", bids) == 2
    assert mistakable(bids) is None
    with pytest.raises(HoyleError, match=r"No move has the number 1: there are 2, 3 and 5\.$"):
        find("1", bids)
    for own, said in (
        ((4, 9), "4 and 9"),
        ((2, 3, 4, 7), "2 to 4 and 7"),
        ((4, 5, 6), "4 to 6"),
        (range(2, 30, 2), "2, 4, 6, 8, 10, 12, …"),
    ):
        with pytest.raises(HoyleError, match=f"No move has the number 1: there are {said}\\.$"):
            find("1", [f"bid {number}" for number in own])
    assert numbers(["bid 2", "pass"]) == [1, 2]
    assert numbers(["bid 2", "bid 2 again"]) == [1, 2]
    assert numbers(["bid -1", "bid -2"]) == [1, 2]
    assert numbers(["from 1 to 2", "from 2 to 3"]) == [1, 2]


def test_moves_may_be_typed_as_they_are_listed_and_as_the_spec_has_them() -> None:
    """With accents or without; what fits both of one move means it."""
    said = ["Juega el 7 de corazón sobre la mesa", "Juega el 7 de tréboles", "Pasa", "Œuvre d’art"]
    plain = ["play 7 of hearts onto table", "play 7 of clubs", "pass", "work of art"]
    moves = Moves(said, plain)
    for k, (one, other) in enumerate(zip(said, plain, strict=True)):
        assert moves.find(one) == moves.find(other) == moves.find(one.upper()) == k
    assert moves.find("juega el 7 de corazon") == moves.find("7 hearts") == moves.find("cor") == 0
    assert moves.find("oeuvre d'art") == 3
    with pytest.raises(
        HoyleError, match="That may be `Juega el 7 de corazón sobre la mesa` or `Juega el 7 de tréboles`"
    ):
        moves.find("play 7")
    assert moves.has("pasa")
    assert moves.has("PASS")
    assert not moves.has("pas")


def test_moves_are_listed_by_their_own_numbers_if_the_language_says_these() -> None:
    plain = [f"bid {number}" for number in (2, 3, 5)]
    assert Moves([f"Bid {'an' if k == 8 else 'a'} {k}" for k in (2, 3, 5)], plain).numbers == [2, 3, 5]
    assert Moves(["Bid a pair", "Bid a 3", "Bid a 5"], plain).numbers == [1, 2, 3]


def test_of_very_many_moves_only_those_read_or_meant_are_put_into_sentences() -> None:
    """A number, or a command, makes none of them."""
    said: list[int] = []

    def say(some: Sequence[int]) -> list[str]:
        said.extend(some)
        return [f"Take the card {k}" for k in some]

    moves = Moves(say, [f"take {k} and {j}" for k in range(1, 51) for j in range(50)])
    assert moves.find("2500") == 2499
    assert not moves.has("undo")
    assert moves.has("take 50 and 49")
    assert moves.first(3) == ["Take the card 0", "Take the card 1", "Take the card 2"]
    assert moves.mistakable() is not None
    assert len(said) < 1000
    assert moves.find("take the card 1777") == 1777
