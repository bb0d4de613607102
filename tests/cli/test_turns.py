"""Whose turn it is that begins with what chance brings, wherever plays are told."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from hoyle import load
from hoyle.cli.lines import capital
from hoyle.cli.lines import lines as terminal
from hoyle.cli.publish.edition import Edition
from hoyle.cli.publish.replays import Sample
from hoyle.engine.events import Began
from hoyle.site.text import texts

from .conftest import Hoyle

HEAD = """game "Fate"
for 2 players
winners: p in players with highest points of p

dice called die in cup, 1 of them:
  name | value  | copies
  die  | 1 to 6 | 1

cards called card in deck:
  name | value  | copies
  card | 1 to 4 | 1

zone hand of each player, holding card, seen by its owner
zone cup, holding die, seen by all
pile deck, holding card, seen by nobody
counter points of each player

to play:
  turns for p in players until the total points of players >= 4:
"""
THROW = "    roll cup\n    p scores 1\n"
PROCEDURE = "    p throws\n  end game as thrown\n\n{role} (player p) throws:\n  roll cup\n  p scores 1\n"
WAYS = {
    "a turn": HEAD + PROCEDURE.format(role="turn"),
    "turns of a procedure": HEAD + PROCEDURE.format(role="to"),
    "turns": f"{HEAD}{THROW}  end game as thrown\n",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_turn_of_chance_alone_is_told_by_its_players_name(hoyle: Hoyle, tmp_path: Path, way: str) -> None:
    """Four throws, of you and Ann in turn, in which nobody chooses: by the terminal as it happens and by `replay`."""
    spec = tmp_path / "fate.hoyle"
    spec.write_text(WAYS[way], encoding="utf-8")
    wanted = "".join(
        f"{p}’s turnrolled in cup: die Npoints of {p}: {k} → {k + 1}" for k in (0, 1) for p in ("you", "ann")
    )
    wanted = wanted.replace("you’s turn", "your turn").replace("points of you", "your points")
    played = hoyle("play", spec, "--seed", 1, "--record", "kept.json")
    again = hoyle("replay", "kept.json")
    for told in (played.out, again.out):
        lines = re.sub(r"cup: (die )?\d", "cup: die N", told).replace("\n", "")
        assert wanted in lines, told


def test_a_turn_that_begins_with_a_choice_is_not_announced(hoyle: Hoyle) -> None:
    """Crazy Eights: whoever is to play chooses first; the name before the choice is enough."""
    done = hoyle("play", "crazy_eights", "--seed", 2, typed="1\n1\nhistory\nquit\n")
    assert "Ann plays" in done.out
    assert "’s turn" not in done.out
    assert "your turn" not in done.out.lower()


def test_nobody_is_told_of_a_turn_that_hangs_on_hidden_cards(tmp_path: Path) -> None:
    """Whether somebody has the 1 is nobody's business, so neither is the turn that they have for it."""
    spec = tmp_path / "fate.hoyle"
    text = WAYS["a turn"].replace(
        "    p throws\n", "    if some c in hand of p where value of c is 1:\n      p throws\n"
    )
    text = text.replace("to play:\n", "to play:\n  shuffle deck\n  deal 1 from deck to hand of players\n")
    text = text.replace("turns for p in players until the total points of players >= 4", "for each p in players")
    spec.write_text(text, encoding="utf-8")
    for seed in range(4):
        state = load(str(spec)).start(["ann", "bob"], seed=seed)
        assert not any(isinstance(event, Began) for event in state.events)
    spec.write_text(text.replace("seen by its owner", "seen by all"), encoding="utf-8")
    assert any(
        isinstance(event, Began) for k in range(4) for event in load(str(spec)).start(["ann", "bob"], seed=k).events
    )


def test_a_short_view_leaves_out_no_change_between_two_that_it_tells(hoyle: Hoyle, tmp_path: Path) -> None:
    """In each turn a counter goes up by one six times; that is one line each time, and so none is left out."""
    spec = tmp_path / "fate.hoyle"
    text = WAYS["a turn"].replace("  p scores 1\n", "  for each n in 1 to 6:\n    saved gains 1\n  p scores 1\n")
    text = text.replace("to play:", "counter saved\n\nto play:")
    spec.write_text(text, encoding="utf-8")
    done = hoyle("play", spec, "--seed", 1)
    changes = [tuple(map(int, found)) for found in re.findall(r"saved: (\d+) → (\d+)", done.out)]
    assert "lines more" not in done.out
    assert changes == [(0, 6), (6, 12), (12, 18), (18, 24)], done.out


def test_what_is_said_twice_is_counted(hoyle: Hoyle, tmp_path: Path) -> None:
    spec = tmp_path / "fate.hoyle"
    text = WAYS["a turn"].replace("  p scores 1\n", "  shuffle deck\n" * 7 + "  p scores 1\n")
    spec.write_text(text, encoding="utf-8")
    assert "deck is shuffled (7 times)" in hoyle("play", spec, "--seed", 1).out


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_a_sample_game_tells_whose_turn_begins_with_a_roll(code: str) -> None:
    """Pig: between two rolls stands a choice to roll, or whose turn it is now."""
    edition = Edition("pig")
    told = Sample(edition, 2).told(edition.voice(code), texts(code))
    lines = [line for step in told["steps"] for line in step["told"]]
    turn = terminal(code)["turn_of"]
    turns = {f"{capital(turn.format(player=name).rstrip('.'))}." for name in ("Ann", "Bob", "Cid")}
    assert turns <= set(lines)
    assert not any(before in turns and line in turns for before, line in pairwise(lines))


@pytest.mark.parametrize(
    ("code", "holds", "deal"),
    [
        ("en", ["Ann holds.", "Ann’s points: 0 → "], "from the deck to Ann’s hand."),
        ("es", ["Ann se planta.", "Puntos de Ann: 0 → "], "Del mazo a la mano de Ann: "),
        ("fr", ["Ann s’arrête.", "Points d’Ann\xa0: 0 → "], "Du paquet à la main d’Ann\xa0: "),
    ],
)
def test_a_sample_game_tells_what_the_terminal_tells(code: str, holds: list[str], deal: str) -> None:
    """How many points a turn brought, and what was dealt."""
    edition = Edition("pig")
    steps = Sample(edition, 2).told(edition.voice(code), texts(code))["steps"]
    step = next(step["told"] for step in steps if holds[0] in step["told"])
    assert step[1].startswith(holds[1])
    edition = Edition("kuhn_poker")
    start, *rest = Sample(edition, 2).told(edition.voice(code), texts(code))["steps"]
    assert any(deal in line for line in start["told"])
    said = [line for step in rest for line in step["told"]]
    assert not any(re.search(r"-[0-9]", line) for line in said)
    assert any(re.search(r"−[12]", line) for line in said)  # who loses has fewer points than none


def test_verification_tells_whose_turn_begins_with_a_roll(hoyle: Hoyle, tmp_path: Path) -> None:
    """Three points are scored at last, which `always` forbids: whose throws led there is told."""
    spec = tmp_path / "fate.hoyle"
    spec.write_text(f"{WAYS['a turn']}\nalways few: the total points of players < 3\n", encoding="utf-8")
    done = hoyle("verify", spec, "--steps", 500, "--seed", 1, "--json")
    assert done.status == 1
    (found,) = done.json["violations"]
    story = json.dumps(found["story"])
    assert re.findall("turn of (p[12])", story) == ["p1", "p2", "p1"]


MARKED = """game "Marked"
for 2 players
winners: p in players with highest points of p

counter points of each player
counter wobble
marker chosen: player

to play:
  turns for p in players until the total points of players >= 9:
    p takes-turn
  end game as done

turn (player p) takes-turn:
  p chooses:
    to wait:
      chosen becomes none
      wobble gains 1
      wobble loses 1
      for each n in 1 to 16:
        p scores 1
        wobble gains 1
        wobble loses 1
      chosen becomes p
    to look
"""


def test_what_is_again_what_it_was_is_not_told_as_a_change(hoyle: Hoyle, tmp_path: Path) -> None:
    """Of many lines those of one counter are one: up and down is nothing; a marker set anew is told as it is set."""
    spec = tmp_path / "marked.hoyle"
    spec.write_text(MARKED, encoding="utf-8")
    told = hoyle("play", spec, "--seed", 1, typed="wait\n").out
    assert "lines more" not in told
    assert "wobble:" not in told
    assert "your points: 0 → 16" in told
    assert "chosen: you" in told
    assert "\n\n\n" not in told


def test_nothing_stands_between_what_is_taken_back_and_the_table(hoyle: Hoyle) -> None:
    told = hoyle("play", "hearts", "--seed", 2, typed="1\nundo\nquit\n").out
    assert "Taken back.\n\ntable" in told
