"""Why it cannot be: what limits leave, what there is none of, who was still to choose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.cli.checking import judge

from .conftest import Hoyle

# Two cards each: 1 to 4 in two suits are dealt so that the example gives the hands.
LED = """\
game "Led"
for 2 players
winners: p in players with highest points of p

kind suit: gold, silver

cards in deck:
  name | suit | value
  card | each | 1 to 4

pile deck, seen by nobody
zone hand of each player, seen by its owner
zone table, seen by all

counter points of each player

to play:
  shuffle deck
  deal 4 from deck to hand of players
  for each p in players:
    p takes-turn
  end game as played

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto table
    limit follow-suit on play: when some x in table where suit of x is silver, only suit of c is silver
    limit go-higher on play: when some x in table where suit of x is silver, only value of c > HIGHER
  p scores 1

example led for ann, bob:
  given hand of ann: 1 of silver, 2 of gold
  given hand of bob: 1 of gold, 2 of silver
  at ann takes-turn
  ann does play 1 of silver
  expect points of ann is 1
"""


@pytest.fixture
def led(tmp_path: Path) -> Path:
    path = tmp_path / "led.hoyle"
    path.write_text(LED.replace("HIGHER", "9"), encoding="utf-8")
    return path


def test_who_is_stuck_is_told_by_which_limits(hoyle: Hoyle, led: Path) -> None:
    done = hoyle("verify", "led.hoyle", "--steps", 4_000, "--seed", 1, "--property", "no-dead-end")
    assert "p2 is to choose (takes turn) and has no move" in done.out
    assert re.search(
        r"without limits there would be [34] moves; follow-suit leaves \d, go-higher leaves none", done.out
    )
    assert "go-higher leaves none" in hoyle("simulate", "led.hoyle", "--seed", 1, "--plays", 50).out


def test_a_move_that_a_limit_forbids_is_told(hoyle: Hoyle, led: Path) -> None:
    """Whoever is second, and holds both suits, may not play gold once silver lies there."""
    led.write_text(LED.replace("HIGHER", "0"), encoding="utf-8")
    for seed in range(1, 20):
        typed = "play 1 gold\nplay 2 gold\nplay 3 gold\nplay 4 gold\nfly\n"
        done = hoyle("play", "led.hoyle", "--seat", 2, "--seed", seed, "--others", "random", typed=typed)
        if "Not now" in done.out:
            break
    assert re.search(r"Not now: `follow-suit` does not allow `play gold \d onto table`\.", done.out)
    assert "There is no such move: fly" in done.out


def test_an_example_says_who_was_still_to_choose(hoyle: Hoyle, led: Path) -> None:
    text = LED.replace("HIGHER", "0").replace("  ann does play 1 of silver\n", "")
    led.write_text(text, encoding="utf-8")
    done = hoyle("check", "led.hoyle")
    assert done.status == 1
    assert "expected 1, but it is 0" in done.out
    assert "ann is still to choose here: play gold 2 onto table; play silver 1 onto table" in done.out


def test_an_example_says_which_limit_is_in_the_way(hoyle: Hoyle, led: Path) -> None:
    text = LED.replace("HIGHER", "0").replace("  ann does play", "  bob does play 1 of gold\n  ann does play")
    text = text.replace("at ann takes-turn", "given table: 3 of silver\n  at bob takes-turn")
    led.write_text(text, encoding="utf-8")
    done = hoyle("check", "led.hoyle")
    assert "the limit `follow-suit` does not allow it" in done.out


def test_what_there_is_none_of_is_told_with_the_values(hoyle: Hoyle, tmp_path: Path) -> None:
    text = LED.partition("    limit")[0] + "  p climbs 7\n\nto (player p) climbs (number n):\n"
    text += "  let x be the first c in table where value of c = n\n  p scores value of x\n"
    (tmp_path / "led.hoyle").write_text(text, encoding="utf-8")
    done = hoyle("simulate", "led.hoyle", "--seed", 1)
    assert done.status == 1
    assert "there is none of these" in done.out
    assert "here n is 7" in done.out
    assert "here n is 7" in hoyle("verify", "led.hoyle", "--steps", 500, "--seed", 1).out


def test_a_number_of_several_dice_lacks_its_total(tmp_path: Path) -> None:
    """What breaks as several dice are asked for one number is told with the line that adds them up."""
    text = (
        'game "Sum"\nfor 2 players\nwinners: p in players with highest points of p\n'
        "dice called die in cup, 2 of them:\n  name | pips\n  die  | 1 to 6\n"
        "zone cup, holding die, seen by all\nzone spare, holding die, seen by all\ncounter points of each player\n"
        "to play:\n  for each p in players:\n    roll cup\n    put cup into spare\n    p scores pips of spare\n"
        "    put spare into cup\n  end game as over\n"
    )
    found = judge(text, "sum.hoyle")
    assert [(one.code, one.span.line, one.hint) for one in found] == [
        ("P001", 14, "write: p scores the total pips of spare")
    ]
    assert judge(text.replace("scores pips", "scores the total pips"), "sum.hoyle") == []
