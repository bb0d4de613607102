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
    assert "(local $bits i64)" in both.program.compiled.text
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
    game.playout(1, 3)  # the first play does what all have in common
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


LIMITED = """
game "Limits"
for 2 players
winners: p in players with highest points of p

kind suit: acorns, bells, hearts, leaves

cards in deck:
  name | suit | value   | copies
  card | each | 1 to {values} | {copies}

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile row, seen by all
counter points of each player

term (card c) follows (card other): c is high or suit of c = suit of other or value of c = value of other
term (card c) is high: value of c > 5

to play:
  shuffle deck
  deal {hand} from deck to hand of players
  turns for p in players where hand of p is not empty:
    p takes-turn
  end game as played-out

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto row{where}:
      p scores value of c
{limits}
"""

LIMITS = {
    "a test that fails without a card": (", where c follows top of row", []),
    "hard": ("", ["when size of row < 3, only value of c > 2"]),
    "if possible": ("", ["when row is not empty, only suit of c = suit of top of row, if possible"]),
    "one after the other": (
        "",
        [
            "when size of row < 2, only value of c < 4",
            "when row is not empty, only suit of c = suit of top of row, if possible",
            "only c is not high, if possible",
        ],
    ),
    "a limit that fails without a card": ("", ["only suit of c = suit of top of row, if possible"]),
    "after none is left": ("", ["when points of p > 6, only value of c > 99", "only value of c = value of top of row"]),
    "by what the card is and the game": ("", ["only value of c < size of hand of p or c is high, if possible"]),
}


@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.parametrize(("values", "copies", "hand"), [(6, 1, 8), (30, 1, 12), (7, 3, 20)])
def test_limits_leave_what_they_leave_of_the_list(kind: str, values: int, copies: int, hand: int) -> None:
    """One word of bits, two words, and fields of 2 bits; faults come at the same place; no list is made."""
    where, limits = LIMITS[kind]
    lines = "\n".join(f"    limit number-{k} on play: {limit}" for k, limit in enumerate(limits, 1))
    text = LIMITED.format(values=values, copies=copies, hand=hand, where=where, limits=lines)
    both = Both(lower(check("limits", parse(text, "limits"), texts={"limits": text}), 2))
    assert "(local $bits i64)" in both.program.compiled.text
    for most in (1, 2, 5, 100):
        both.whole(range(10 * most, 10 * most + 6), most)


OPTIONS = """
game "Options"
for 2 players
winners: p in players with highest points of p

kind suit: acorns, bells, hearts, leaves

cards in deck:
  name | suit | value  | copies
  card | each | 1 to 6 | 2

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile row, seen by all
counter points of each player
counter idle
marker wanted: suit

to play:
  shuffle deck
  deal 5 from deck to hand of players
  wanted becomes a random s in suit
  turns for p in players where hand of p is not empty until idle > 5:
    p takes-turn
  end game as played-out

turn (player p) takes-turn:
  p chooses:
{options}
  else:
    idle gains 1
"""

PLAY = "    to play c from hand of p onto row, where {}:\n      p scores value of c"
DRAW = "    to draw top of deck into hand of p, where deck is not empty and idle < 3:\n      idle gains 1"
PASS = "    to pass, where {}:\n      idle gains 1"
NAME = "    to name s in suit{}:\n      wanted becomes s\n      idle gains 1"
NEXT = "  otherwise:"

KINDS = {
    "a card, or nothing to choose": [PLAY.format("suit of c is wanted"), PASS.format("idle < 4"), PASS.format("idle >= 4")],
    "one of each": [PLAY.format("value of c > 3"), NAME.format(""), PASS.format("points of p > 9")],
    "a constant that passes a test": [NAME.format(", where s is not wanted and points of p > 3"), PASS.format("idle < 2")],
    "tiers": [PLAY.format("suit of c is wanted"), NEXT, PLAY.format("value of c > 4"), PASS.format("idle < 2"), NEXT,
              NAME.format(", where some c in hand of p where suit of c is s")],
    "a test that fails": [PASS.format("idle < 3"), PASS.format("7 mod (idle - 4) >= 0 - 9")],
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_options_are_counted_one_after_the_other(kind: str) -> None:
    """The same moves as listed, whatever mixture of options and tiers; faults come at the same place; no list is made."""
    options = "\n".join(line.replace("to pass", f"to pass-{k}") for k, line in enumerate(KINDS[kind]))
    text = OPTIONS.format(options=options)
    both = Both(lower(check("options", parse(text, "options"), texts={"options": text}), 2))
    run = both.program.compiled.text.partition("(func $run ")[2].partition("\n(func")[0]
    assert "(local $which i32)" in run
    assert "$picked (i32.add" not in run
    for most in (1, 2, 5, 100):
        both.whole(range(10 * most, 10 * most + 12), most)
    for seed in range(6):
        both.play(seed)
