"""What options choose from is gathered once for all of them; the moves, and where the rules fail, are the interpreter's."""

from __future__ import annotations

import pytest

from hoyle.engine.errors import PlayError
from hoyle.engine.lower import lower
from hoyle.language.check import check
from hoyle.language.parse import parse
from wasm.compare import Both

SPEC = """
game "Builders"
for 2 players
winners: p in players with highest points of p

cards in deck:
  name | value  | copies
  card | 1 to 9 | 3
  wild | 0      | 2

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile face-up of each player, seen by all
pile row, numbered 1 to 6, seen by all
pile shelf of each player, numbered 1 to 3, seen by all
counter points of each player
counter idle

term known of (player p): hand of p + face-up of p
term next-value of (row r): size of r + 1
term (card c) fits (row r): value of c = next-value of r
term (card c) fills (row r): c is wild and r is not empty and the highest points of players < 4 × next-value of r
term (row r) is waiting: r is not empty and top of r is wild
term (player p) can-follow (row r): some k in known of p where value of k = next-value of r + 1
term (player p) may-follow (row r): some k in top of deck + hand of p where value of k = next-value of r
term (player p) might-follow (row r): some k in hand of p + top of deck where value of k = next-value of r
term (player p) tops (row r): some k in hand of p where value of k = value of top of r + 1
term (card c) goes-on (row r): value of c > 3 and 7 mod (value of top of r - 5) > 1

to play:
  shuffle deck
  deal 6 from deck to hand of players
  for each p in players:
    turn up 1 from deck onto face-up of p
  turns for p in players where hand of p is not empty until idle > 4:
    p takes-turn
  end game as played-out

turn (player p) takes-turn:
  p chooses:
{options}
  otherwise:
    to drop c from hand of p onto face-up of p:
      p scores 1
  else:
    idle gains 1
"""

PLAY = "    to play c from {} onto r in row, where {}:\n      p scores 1"

KINDS = {
    "an equation": [PLAY.format("known of p", "c fits r")],
    "one that comes twice": [PLAY.format("known of p", "c fits r and value of c < 3"), "  otherwise:",
                             PLAY.format("known of p", "c fits r"), PLAY.format("hand of p", "c fits r")],
    "a term of both": [PLAY.format("known of p", "c fills r"), PLAY.format("known of p", "c fits r")],
    "a row by itself": [PLAY.format("known of p", "r is empty and size of r = 0 and value of c = 1 + size of r"),
                        PLAY.format("known of p", "size of r > 1 and value of c > 7")],
    "nothing within": [PLAY.format("known of p", "size of r > 7 and c fits r"), PLAY.format("known of p", "c fits r")],
    "a test that fails after another": [PLAY.format("known of p", "c fits r"), PLAY.format("hand of p", "c goes-on r")],
    "values beyond the table": [PLAY.format("hand of p", "value of c = next-value of r × 4 - 6")],
    "tests of cards and of what is chosen already": [PLAY.format("hand of p", "value of c > 4 and c is not wild and size of r < 2")],
    "what is looked for in what stays the same": [
        PLAY.format("known of p", "c fits r"), PLAY.format("known of p", "value of c > 2 and p can-follow r"),
        PLAY.format("known of p", "p can-follow r and size of r < 2 and value of c < 5")],
    "not one of those of another option": [
        PLAY.format("known of p", "r is waiting and c fits r"), "  otherwise:",
        PLAY.format("known of p", "c is wild and r is not waiting and p can-follow r")],
    "what cannot be looked through": [PLAY.format("known of p", "c fits r"),
                                      PLAY.format("known of p", "value of c > 2 and p may-follow r")],
    "what cannot be looked through, after what can": [PLAY.format("known of p", "c fits r"),
                                                      PLAY.format("known of p", "value of c > 2 and p might-follow r")],
    "what is looked for is missing": [PLAY.format("known of p", "c fits r"),
                                      PLAY.format("known of p", "value of c > 5 and p tops r")],
    "one of a few numbers": [PLAY.format("known of p", "next-value of r is none of [1, 3, 7] and value of c = size of r"),
                             PLAY.format("hand of p", "value of c is one of [2, 3, 5, 9] and value of c - size of r is one of [1, 2, 70]")],
    "a row of each player": [PLAY.format("known of p", "c fits r"),
                             "    to lay c from known of p onto s in shelf of p, where value of c = size of s + 2:\n      p scores 1",
                             "    to put-by c from hand of p onto s in shelf of p, where c is not wild and s is empty:\n      p scores 1"],
    "the same twice": [PLAY.format("known of p", "c fits r and size of r < 2"), "  otherwise:",
                       PLAY.format("known of p", "c fits r")],
    "two equations": [PLAY.format("hand of p", "c fits r and value of c + 1 = size of r + value of c")],
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_moves_are_those_of_the_interpreter(kind: str) -> None:
    text = SPEC.format(options="\n".join(KINDS[kind]))
    both = Both(lower(check("builders", parse(text, "builders"), texts={"builders": text}), 2))
    for seed in range(20):
        both.follow(seed)
        both.play(seed)
    both.whole(range(30))


def test_what_two_options_share_is_gathered_by_one_function() -> None:
    text = SPEC.format(options="\n".join(KINDS["the same twice"]))
    code = Both(lower(check("builders", parse(text, "builders"), texts={"builders": text}), 2)).program.compiled.text
    gathering = {line.split()[1] for line in code.splitlines() if line.startswith("(func $moves") and "-from-" in line}
    calls = [line for line in code.splitlines() if "(call $moves" in line and "-from-" in line]
    assert len(gathering) == 1  # what is known
    assert len(calls) > len(gathering)


def test_pairs_are_counted_and_not_written_down() -> None:
    """At random, a decision whose options choose a card and then a row calls no function that lists moves."""
    text = SPEC.format(options="\n".join(KINDS["the same twice"]))
    code = Both(lower(check("builders", parse(text, "builders"), texts={"builders": text}), 2)).program.compiled.text
    at_random = code[code.index("(func $run") :].split("(func ")[1]
    assert "i32.popcnt" in at_random
    assert at_random.count("(call $moves") == 1  # for a host, who wants the list


def test_some_plays_come_to_the_fault() -> None:
    """So that the test above that it comes at the same place is one."""
    text = SPEC.format(options="\n".join(KINDS["a test that fails after another"]))
    both = Both(lower(check("builders", parse(text, "builders"), texts={"builders": text}), 2))
    assert any(isinstance(one, PlayError) for one in both.runtime.playouts(range(30)))
