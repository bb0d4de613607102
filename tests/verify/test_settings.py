"""Which settings are played does not hang on luck, and those that there was no time for are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.publish.verified import report as published
from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.properties import FOLLOWED
from hoyle.verify.rules import Rules, Setting

GAME = """game "Short deck"
for 2 to 4 players
winners: p in players with highest size of hand of p

parameter most is 4, adjustable from 1 to {most}

cards called card in deck:
  name | value   | copies
  card | 1 to 40 | 1

zone hand of each player, seen by its owner
pile deck, seen by nobody
counter wanted

to play:
  shuffle deck
  wanted becomes most
  for each p in players:
    p draws wanted from deck into hand of p
  end game as dealt
"""

STUCK = """game "Stuck"
for 2 to 4 players
winners: p in players with lowest size of hand of p

parameter hand-size is 3, adjustable from 1 to 6

cards called card in deck:
  name | value   | copies
  card | 1 to 40 | 1

zone hand of each player, seen by its owner
pile deck, seen by nobody
pile table, seen by all
counter played

to play:
  shuffle deck
  deal hand-size from deck to hand of players
  turns for p in players where hand of p is not empty:
    p takes-turn
  end game as hands-empty

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto table, where played = 0:
      played gains 1
"""


def rules(folder: Path, most: int) -> Rules:
    """A game for which there are 40 cards: everybody draws as many as the parameter says."""
    file = folder / "short.hoyle"
    file.write_text(GAME.format(most=most), encoding="utf-8")
    return Rules(file)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("most", "players"), [(13, 4), (20, 3)])
def test_a_fault_of_every_play_of_a_setting_is_found_whatever_the_seed(
    tmp_path: Path, most: int, players: int, seed: int
) -> None:
    """4 × 13 and 3 × 20 cards are more than 40; 3 × 13 and 2 × 20 are not. All of it with the `fast` profile's two
    settings that are played more than once."""
    report = Campaign(rules(tmp_path, most), Plan(seed=seed, steps=3_000, profile="fast", engine="interpreter")).run()
    (found,) = [v for v in report.violations.values() if v.fault.name == FOLLOWED]
    assert {s.players for s in found.seen} == set(range(players, 5))
    assert {dict(s.values)["most"] for s in found.seen} == {most}


def test_all_settings_are_counted(tmp_path: Path) -> None:
    """Three numbers of players, each as it is and with the parameter at either end."""
    report = Campaign(rules(tmp_path, 10), Plan(seed=1, steps=3_000, engine="interpreter")).run()
    assert report.settings() == (9, [])
    assert (report.data()["settings_in_all"], report.data()["not_tried"]) == (9, [])


def test_what_is_not_tried_is_named(tmp_path: Path) -> None:
    """With next to no time; the ends with the most players come first, then those with the fewest."""
    campaign = Campaign(rules(tmp_path, 10), Plan(seed=1, steps=30, engine="interpreter"))
    ends = [Setting(n, values=(("most", value),)) for n in (4, 2, 3) for value in (10, 1)]
    assert campaign._valued() == ends
    report = campaign.run()
    there, untried = report.settings()
    assert there == 9
    assert untried[-4:] == ends[-4:]
    data = report.data()
    assert data["not_tried"][-1] == {"players": 3, "variants": [], "parameters": {"most": 1}}
    assert len(data["settings"]) + sum(bool(one["parameters"]) for one in data["not_tried"]) == 9
    shown = published(data, "short", "the report")
    assert (shown.settings, len(shown.untried)) == (9, len(untried))


@pytest.mark.parametrize("seed", range(3))
def test_a_fault_of_all_settings_is_told_of_the_plainest(tmp_path: Path, seed: int) -> None:
    """The second player is stuck with every number of players and cards: it is told of two, and of no parameter changed,
    though the end with most players and cards is played first."""
    file = tmp_path / "stuck.hoyle"
    file.write_text(STUCK, encoding="utf-8")
    report = Campaign(Rules(file), Plan(seed=seed, steps=3_000, engine="interpreter")).run()
    (found,) = [v for v in report.violations.values() if v.fault.name == "no-dead-end"]
    assert found.setting == Setting(2)
    assert Setting(4, values=(("hand-size", 6),)) in found.seen
