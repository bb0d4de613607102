"""The combinations a hand holds, against every subset of it; and how long that takes.

The judges are the models' own: they look at some cards and say what they are, knowing nothing of patterns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import combinations

import pytest

from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.engine.melds import Combination
from hoyle.language.tree import NOWHERE
from hoyle.library import load_program
from models.thirteen import RANKS, SUITS, kind_of
from models.twelve import kind_of as kind_of_values

THIRTEEN = {"single": "single", "pair": "pair", "triple": "triple", "four": "four-of-a-kind", "sequence": "sequence"}
THIRTEEN["double"] = "double-sequence"


@pytest.fixture(scope="module")
def thirteen() -> Flow:
    return lower(load_program("thirteen"), 4)


@pytest.fixture(scope="module")
def twelve() -> Flow:
    return lower(load_program("twelve_days"), 4)


def hands_of_thirteen(flow: Flow, count: int) -> Iterator[tuple[int, ...]]:
    """Random hands, then those that hold most: all of few ranks, pairs all through, the whole sequence."""
    deal = random.Random(13)
    for _ in range(count):
        yield tuple(sorted(deal.sample(range(52), 13)))
    for ranks in (
        [*range(12), 3],
        [r // 2 for r in range(13)],
        [r // 3 for r in range(13)],
        [r // 4 for r in range(13)],
    ):
        face = {f.name: k for k, f in enumerate(flow.faces)}
        yield tuple(sorted(face[f"{RANKS[r]} of {SUITS[ranks[:k].count(r)]}"] for k, r in enumerate(ranks)))


def by_all_subsets(flow: Flow, hand: tuple[int, ...]) -> set[tuple[str, frozenset[str]]]:
    """What the hand holds, by looking at each of its subsets."""
    words = [(RANKS.index(a), SUITS.index(b)) for a, b in (flow.faces[face].name.split(" of ") for face in hand)]
    names = {card: flow.faces[face].name for card, face in zip(words, hand, strict=True)}
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(words, size):
            kind = kind_of(frozenset(cards))
            if kind is not None:
                found.add((THIRTEEN[kind[0]], frozenset(names[card] for card in cards)))
    return found


def test_a_hand_of_thirteen_holds_what_its_subsets_are(thirteen: Flow) -> None:
    combination = Combination(thirteen, 0)
    forms = [form.name for form in thirteen.combinations[0].forms]
    for hand in hands_of_thirteen(thirteen, 12):
        melds = combination.melds(hand, NOWHERE)
        found = [(forms[form], frozenset(thirteen.faces[f].name for f in faces)) for form, faces in melds]
        assert len(set(found)) == len(found)
        assert set(found) == by_all_subsets(thirteen, hand)


def test_a_lead_may_be_any_of_them(thirteen: Flow) -> None:
    """The moves of the leader of the second round, who is bound to nothing."""
    machine = Machine(thirteen)
    forms = [form.name for form in thirteen.combinations[0].forms]
    hands = [k for k, place in enumerate(thirteen.places) if place.family == "hand"]
    frame = machine.start()
    first_out = next(k for k, slot in enumerate(thirteen.slots) if slot.name == "first-out")
    while machine.stop(frame).kind == "chance":
        frame = machine.take(frame, machine.outcomes(frame)[0][0])
    for hand in hands_of_thirteen(thirteen, 4):
        seat = machine.stop(frame).player
        cells = list(frame)
        cells[machine.layout.slot(first_out)] = seat
        cells[machine.layout.place(hands[seat])] = hand
        moves = machine.moves(tuple(cells))
        said = {(forms[form], frozenset(thirteen.faces[f].name for f in faces)) for _, (form, faces) in moves}
        assert said == by_all_subsets(thirteen, hand)


def test_a_hand_of_thirteen_is_listed_in_well_under_ten_milliseconds(thirteen: Flow) -> None:
    for hand in hands_of_thirteen(thirteen, 40):
        times = []
        for _ in range(3):
            combination = Combination(thirteen, 0)  # a new one, which remembers nothing
            before = time.process_time()
            combination.melds(hand, NOWHERE)
            times.append(time.process_time() - before)
        assert min(times) < 0.005


def test_a_hand_of_twelve_days_holds_what_its_subsets_are(twelve: Flow) -> None:
    combination = Combination(twelve, 0)
    forms = [form.name for form in twelve.combinations[0].forms]
    deal = random.Random(12)
    deck = [face for face, info in enumerate(twelve.faces) if info.component == 0 for _ in range(info.count)]
    for _ in range(20):
        hand = sorted(deal.sample(deck, 12))
        melds = combination.melds(tuple(hand), NOWHERE)
        found = [(forms[form], tuple(int(twelve.faces[f].name) for f in faces)) for form, faces in melds]
        values = [int(twelve.faces[face].name) for face in hand]
        subsets = {cards for size in range(1, 13) for cards in combinations(values, size)}
        assert len(set(found)) == len(found)
        assert set(found) == {(kind, cards) for cards in subsets if (kind := kind_of_values(cards)) is not None}
