"""Moves taken without a list: counted as bits of words, they are the moves of the list, and taking one costs less."""

from __future__ import annotations

import pytest

from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.wasm import Program, Runtime
from hoyle.engine.wasm.chosen import BITS
from hoyle.engine.wasm.host import counting_engine
from hoyle.engine.wasm.regions import regions
from hoyle.language.check import check
from hoyle.language.parse import parse
from wasm.compare import Both

SPEC = """
game "Bits"
for 2 players
winners: p in players with highest points of p

kind suit: acorns, bells, hearts, leaves
kind side: left-side, right-side

cards in deck:
  name | suit | value         | copies
  card | each | 1 to {values} | {copies}

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile row of each side, seen by all
counter points of each player

term (card c) fits (row r): {fits}

to play:
  shuffle deck
  deal {hand} from deck to hand of players
  turns for p in players where hand of p is not empty:
    p takes-turn
  end game as played-out

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto r in row, where c fits r:
      p scores value of c
"""

ALWAYS = "value of c > 0 or r is r"
SOME = "value of c < 3 or suit of c is bells"


def flow_of(values: int, copies: int, hand: int, fits: str) -> Flow:
    text = SPEC.format(values=values, copies=copies, hand=hand, fits=fits)
    return lower(check("bits", parse(text, "bits"), texts={"bits": text}), 2)


@pytest.mark.parametrize(("values", "copies", "hand"), [(2, 3, 12), (12, 2, 40), (30, 3, 60), (12, 12, 90)])
@pytest.mark.parametrize("fits", [ALWAYS, SOME])
def test_they_are_the_moves_of_the_list(values: int, copies: int, hand: int, fits: str) -> None:
    """Fields of 2 and 4 bits, in one word and in several: 8 faces of 2 bits to 120 of 2 bits and 48 of 4 bits."""
    both = Both(flow_of(values, copies, hand, fits))
    for most in (1, 2, 7, 30, 500):
        both.whole(range(most, most + 5), most)


def test_the_bit_of_a_number_in_a_byte() -> None:
    """The k-th entry of a byte is the k-th of its bits, from the lowest."""
    for byte in range(256):
        for k in range(byte.bit_count()):
            bit = BITS[8 * byte + k]
            assert byte >> bit & 1
            assert (byte & ((1 << bit) - 1)).bit_count() == k


def cost(hand: int) -> int:
    """The instructions that a decision with a hand of so many cards takes, in a play at random."""
    limit = 1 << 40
    game = Runtime(Program(flow_of(12, 2, hand, ALWAYS), engine=counting_engine()), limit)
    found = []
    for most in (3, 4):
        game.playout(1, most)
        found.append(limit - game._store.get_fuel())
    return found[1] - found[0]


def test_taking_a_move_costs_the_same_however_many_there_are() -> None:
    """A list of ten times as many moves would take ten times as long."""
    assert cost(40) < 1.1 * cost(4)


def test_loops_hold_what_goes_back_to_their_heads() -> None:
    """0 → 1 → 2 → 1, 2 → 3 → 0: one loop within another; 4 goes back to itself."""
    made = regions([[1], [2], [1, 3], [0, 4], [4]])
    assert made.ends == {0: 3, 1: 2, 4: 4}
    assert made.around(2) == [0, 1]
    assert made.entered(0, 2) == 1
    assert made.entered(1, 2) is None
    assert made.entered(3, 4) == 4


def test_loops_that_overlap_are_made_to_lie_within_each_other() -> None:
    """2 goes back to 0 and 3 to 1: the first must hold 3 as well."""
    assert regions([[1], [2], [0, 3], [1]]).ends == {0: 3, 1: 3}
