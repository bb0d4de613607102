"""Melds as moves: what is worked out before they are listed, and values of four cards that are counted at once, give the moves
of the interpreter."""

from __future__ import annotations

import pytest

from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.wasm import compile_flow
from hoyle.language.check import check
from hoyle.language.parse import parse
from wasm.compare import Both

SPEC = """
game "Climbing"
for 3 players
winners: p in players with highest points of p

kind suit, low to high: acorns, bells, hearts, leaves
kind rank, low to high: {ranks}

cards in deck:
  name | rank | suit
  card | each | each
order card by {order}

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, kept as plays of set, seen by all
zone cleared, seen by all
counter points of each player
flag bound of each player
counter passes

combination set of card c:
  single: any 1
  pair: 2 alike in rank
  many: 3 to 4 alike in rank
  row: run of {shortest} or more in rank{besides}
  double-row: run of 2 or more, 2 each, in rank{besides}
  treble-row: run of 2 or more, 3 each, in rank{besides}

term (set new) tops (set old):
  like: form of new is form of old and size of new = size of old and high of new > high of old
  bomb: new is a many and old is a single and no c in old where rank of c is one
  heap: new is a double-row and size of new >= 6 and old is a pair

to play:
  shuffle deck
  deal {cards} from deck to hand of players
  turns for p in players where hand of p is not empty until passes > 12:
    p takes-turn
  end game as played-out

turn (player p) takes-turn:
  p chooses:
    to play m from set of hand of p onto table, where {test}:
      p scores size of m
    to pass, where table is not empty:
      passes gains 1
      put table into cleared
    limit opening on play: when cleared is empty and hand of p has one of acorns, only m has one of acorns
"""

RANKS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"]
REPLY = "table is empty or m tops latest of table"


def flow_of(ranks: int, cards: int, order: str, besides: bool = False, test: str = REPLY, shortest: int = 3) -> Flow:
    """A climbing game with so many ranks; `besides`: the highest is in no row."""
    text = SPEC.format(
        ranks=", ".join(RANKS[:ranks]),
        cards=cards,
        order=order,
        test=test,
        shortest=shortest,
        besides=f", where rank of c is not {RANKS[ranks - 1]}" if besides else "",
    )
    return lower(check("climbing", parse(text, "climbing"), texts={"climbing": text}), 3)


@pytest.mark.parametrize("order", ["rank, suit", "suit, rank"])
@pytest.mark.parametrize(("ranks", "cards", "besides"), [(13, 13, True), (13, 9, False), (5, 6, True), (4, 5, False)])
def test_the_moves_are_those_of_the_interpreter(ranks: int, cards: int, order: str, besides: bool) -> None:
    both = Both(flow_of(ranks, cards, order, besides))
    for seed in range(12):
        both.follow(seed)
        both.play(seed)
    both.whole(range(60))


@pytest.mark.parametrize(
    "test",
    [
        "m tops latest of table or table is empty",  # it fails as soon as the table is empty
        "table is empty or player of latest of table is p and size of m > 1 or m tops latest of table",
        "table is empty or high of m > low of latest of table and low of m < high of latest of table",
        "size of m = 2 or table is not empty",
    ],
)
def test_tests_of_other_kinds(test: str) -> None:
    both = Both(flow_of(6, 7, "rank, suit", test=test, shortest=2))
    for seed in range(12):
        both.follow(seed)
    both.whole(range(40))


def test_fours_are_counted_at_once_only_where_they_lie_side_by_side() -> None:
    """By rank and suit the four cards of a rank are neighbours; by suit and rank they are not."""
    assert "0x1111111111111111" in as_hex(compile_flow(flow_of(13, 13, "rank, suit")).text)
    assert "0x1111111111111111" not in as_hex(compile_flow(flow_of(13, 13, "suit, rank")).text)


def as_hex(text: str) -> str:
    return text.replace(f"(i64.const {0x1111111111111111})", "(i64.const 0x1111111111111111)")
