"""The melds of a hand are exactly those that trying every subset finds, in the order promised; and fast enough."""

from __future__ import annotations

import time
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.engine import flow as F
from hoyle.engine.errors import PlayError
from hoyle.engine.melds import Combination, subsets

RANKS, SUITS = 13, 4


def thirteen(copies: int = 1) -> Combination:
    """The combinations of Thirteen over a deck whose face number is rank × 4 + suit; the order runs the other way
    round."""
    faces = [F.FaceInfo(f"{r}/{s}", "card", 0, {}, copies) for r in range(RANKS) for s in range(SUITS)]
    rank = tuple(face // SUITS for face in range(len(faces)))
    order = tuple(-face for face in range(len(faces)))
    every = (True,) * len(faces)
    no_two = tuple(face // SUITS != RANKS - 1 for face in range(len(faces)))
    forms = [
        F.FormPattern("single", "any", 1, 1, None, 1, every),
        F.FormPattern("pair", "alike", 2, 2, 0, 1, every),
        F.FormPattern("triple", "alike", 3, 3, 0, 1, every),
        F.FormPattern("four", "alike", 4, 4, 0, 1, every),
        F.FormPattern("sequence", "run", 3, None, 0, 1, no_two),
        F.FormPattern("double", "run", 3, None, 0, 2, no_two),
    ]
    flow = F.Flow(
        "t",
        1,
        {},
        components=[F.ComponentInfo("card", "cards", 0, len(faces), 0)],
        faces=faces,
        tables=[rank, order],
        combinations=[F.CombinationInfo("meld", 0, forms, 1)],
    )
    return Combination(flow, 0)


def brute(combination: Combination, faces: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """All melds by trying every subset."""
    cards = sorted(combination.position[face] for face in faces)
    tried = set(chain.from_iterable(combinations(cards, n) for n in range(1, len(cards) + 1)))
    found = [(i, len(c), c) for c in tried for i in range(len(combination.forms)) if combination.fits(i, list(c))]
    return [(i, tuple(combination.faces[p] for p in c)) for i, _, c in sorted(found)]


@given(st.data(), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_melds_of_hands_that_lose_and_gain_cards(data: st.DataObject, copies: int) -> None:
    """One hand after the other is asked about, as in a play: each gets its own melds, whatever was found before."""
    combination = thirteen()
    hand = data.draw(st.lists(st.integers(0, 15), max_size=9).map(lambda cards: sorted(cards * copies)[:9]))
    for _ in range(4):
        faces = tuple(sorted(hand))
        assert combination.melds(faces, F.NOWHERE) == brute(combination, faces)
        kept = data.draw(st.lists(st.booleans(), min_size=len(hand), max_size=len(hand)))
        hand = [face for face, stays in zip(hand, kept, strict=True) if stays]
        hand += data.draw(st.lists(st.integers(0, 15), max_size=2))


@given(st.sets(st.integers(0, RANKS * SUITS - 1), max_size=11))
@settings(max_examples=60, deadline=None)
def test_melds_of_distinct_cards(hand: set[int]) -> None:
    combination = thirteen()
    faces = tuple(sorted(hand))
    assert combination.melds(faces, F.NOWHERE) == brute(combination, faces)


@given(st.lists(st.sampled_from([0, 1, 4, 5, 8, 9, 12]), max_size=9))
@settings(max_examples=60, deadline=None)
def test_melds_of_cards_that_are_alike(hand: list[int]) -> None:
    combination = thirteen(copies=9)
    faces = tuple(sorted(hand))
    assert combination.melds(faces, F.NOWHERE) == brute(combination, faces)


@given(st.sets(st.integers(0, RANKS * SUITS - 1), max_size=11))
@settings(max_examples=60, deadline=None)
def test_a_meld_is_recognised(hand: set[int]) -> None:
    combination = thirteen()
    for meld in combination.melds(tuple(sorted(hand)), F.NOWHERE):
        assert combination.meld(list(meld[1])[::-1], F.NOWHERE) == meld


def test_what_is_no_meld_is_said() -> None:
    with pytest.raises(PlayError, match="no meld"):
        thirteen().meld([0, 4], F.NOWHERE)
    with pytest.raises(PlayError, match="no meld"):
        thirteen().meld([], F.NOWHERE)


def test_forms_that_overlap_are_said() -> None:
    combination = thirteen()
    combination.forms.append(F.FormPattern("lone", "any", 1, 1, None, 1, (True,) * 52))
    combination._columns.append([0] * 52)
    combination._allowed.append([True] * 52)
    with pytest.raises(PlayError, match="single, lone"):
        combination.meld([0], F.NOWHERE)


def test_too_many_melds_are_a_fault() -> None:
    combination = thirteen(copies=1)
    combination.forms[0].high = None
    with pytest.raises(PlayError, match="more than 200000"):
        combination.melds(tuple(range(30)), F.NOWHERE)


def test_thirteen_cards_take_well_under_ten_milliseconds() -> None:
    combination = thirteen()
    hands = [tuple(sorted({(i * 7 + j * j * k) % 52 for j in range(40)}))[:13] for i in range(10) for k in (1, 3)]
    hands.append(tuple(range(13)))  # three whole ranks and a card: the most runs there can be
    begin = time.perf_counter()
    for hand in hands:
        combination.melds(hand, F.NOWHERE)
    assert (time.perf_counter() - begin) / len(hands) < 0.01


@given(st.lists(st.integers(0, 4), max_size=7), st.integers(0, 7))
def test_subsets(cards: list[int], size: int) -> None:
    cards.sort()
    assert list(subsets(cards, size)) == sorted(set(combinations(cards, size)))
