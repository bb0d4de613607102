"""Small rules that random specs found to be misunderstood once: each is right, and is played."""

from __future__ import annotations

import pytest

from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.language.check import check
from hoyle.language.parse import parse

HEAD = """game "Finds"
for 2 players
winners: p in players with highest points of p
kind suit: clubs, hearts
kind rank, low to high: 2 to 4, king
cards in deck:
  name   | rank | suit | value
  plain  | each | each | 1
  friday | -    | -    | 4
order card by rank
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile heap of each suit, seen by all
pile table, kept as plays of meld, seen by all
combination meld of card c:
  single: any 1
  pair: 2 alike in rank
counter points of each player
flag marked of each suit
marker stack: heap
marker shown: card
term (card c) is dear: value of c > 2
to play:
  shuffle deck
  deal 3 from deck to hand of players
"""

FINDS = {
    "a condition of an option may end in some and no": """
  for each p in players:
    p chooses:
      to keep, where no c in hand of p where c is dear
      to play c from hand of p onto o in heap, where c is dear or some d in hand of p with highest value of d""",
    "a marker of a place may be none": """
  if stack is none:
    stack becomes heap of clubs
  if stack is not none:
    for each p in players:
      put all from hand of p onto stack""",
    "a value of a kind has flags, and a face has predicates": """
  hearts becomes marked
  if hearts is marked and clubs is not marked and friday is dear:
    put top of deck onto heap of hearts""",
}


@pytest.mark.parametrize("name", FINDS)
def test_is_understood(name: str) -> None:
    text = HEAD + FINDS[name].lstrip("\n") + "\n"
    program = check("finds", parse(text, "finds"), texts={"finds": text})
    machine = Machine(lower(program, 2))
    for seed in range(10):
        assert machine.playout(seed, 100).kind == "over"
