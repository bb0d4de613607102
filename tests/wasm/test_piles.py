"""Piles that are shuffled again and again, and all but their top moved: the same bags on both engines, to the bit."""

from __future__ import annotations

import pytest

from hoyle.engine.lower import lower
from hoyle.language.check import check
from hoyle.language.parse import parse
from wasm.compare import Both

SPEC = """
game "Piles"
for 2 players
winners: p in players with highest points of p

cards in deck:
  name | value         | copies
  card | 1 to {values} | {copies}

pile deck, seen by nobody
pile discard-pile, seen by all
pile aside, seen by all
counter points of each player
counter rounds

to play:
  shuffle deck
  turn up 1 from deck onto discard-pile
  turns for p in players until rounds = 30:
    p takes-turn
  end game as done

turn (player p) takes-turn:
  rounds gains 1
  p chooses:
    to turn-one, where deck is not empty:
      turn up 1 from deck onto discard-pile
    to turn-three, where size of deck > 2:
      turn up 3 from deck onto discard-pile
    to turn-over, where discard-pile is not empty:
      put discard-pile but top of discard-pile onto deck
    to turn-under, where discard-pile is not empty:
      put discard-pile but top of discard-pile under deck
    to shuffle-up, where discard-pile is not empty:
      put discard-pile but top of discard-pile onto deck
      shuffle deck
    to set-aside, where discard-pile is not empty:
      put discard-pile onto aside
    to begin-anew, where aside is not empty:
      put aside onto deck
      shuffle deck
"""


@pytest.mark.parametrize(
    ("values", "copies"), [(1, 1), (1, 5), (2, 1), (2, 2), (9, 3), (13, 4), (16, 15), (64, 1), (60, 2), (140, 1)]
)
def test_bags_are_the_same(values: int, copies: int) -> None:
    """Of one face and many, of one word and several, with fields of 1, 2 and 4 bits; entries of a byte and of two."""
    text = SPEC.format(values=values, copies=copies)
    both = Both(lower(check("piles", parse(text, "piles"), texts={"piles": text}), 2))
    for seed in range(12):
        both.follow(seed)
        both.explore(seed)
    both.whole(range(40))
    shuffled = "$shuffle_word" if values * {1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 15: 4}[copies] <= 64 else "$shuffle"
    run = both.program.compiled.text.partition("(func $run ")[2].partition("\n(func")[0]
    assert f"(call {shuffled}{2 if values > 128 else 1} " in run
    assert "(call $only_top" in run
