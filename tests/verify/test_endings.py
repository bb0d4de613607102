"""Finished, stuck and endless are three things, and the ways to go round are told apart."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from time import monotonic

import pytest

from hoyle.verify.campaign import AFTERWARDS, Campaign, Plan
from hoyle.verify.cell import Cell
from hoyle.verify.checks import Checks
from hoyle.verify.clock import counted, now
from hoyle.verify.cycles import ending
from hoyle.verify.explore import Explored, Limits, explore
from hoyle.verify.odds import odds
from hoyle.verify.properties import BUILT_IN, ENDS
from hoyle.verify.rules import Rules, Setting
from hoyle.verify.small import Small, small
from verify.ladder import broken, ladder

WHEEL = """game "Wheel"
for 1 players
winners: p in players with highest points of p

dice in cup, 1 of them:
  name | pips
  die  | 1 to 3

zone cup, seen by all
counter points of each player
flag shut

to play:
  repeat{until}:
    roll cup
{body}
  end game as all-done

scope small:
  for 1 players
"""

CHOICE = """    let p be the first p in players
    p chooses:
      to stop, where not shut:
        end game as stopped
      to go-on
"""
SHUT = "      to shut-up, where not shut:\n        shut becomes yes\n"


def wheel(folder: Path, until: str = "", body: str = "") -> Small:
    file = folder / "wheel.hoyle"
    file.write_text(WHEEL.format(until=until, body=body), encoding="utf-8")
    return explored(Rules(file), 1)


def explored(rules: Rules, players: int) -> Small:
    case = rules.case(Setting(players, scope="small"))
    campaign = Campaign(rules, Plan(players=(players,)))
    return small(case, campaign.of(case.setting), Limits(states=20_000), 10)


# ---- three endings -------------------------------------------------------------------------------------------------


def test_a_game_that_finishes(tmp_path: Path):
    found = explored(Rules(ladder(tmp_path)), 2)
    assert found.graph.whole
    assert found.faults == {}
    assert ENDS in found.proved
    assert (found.ending.shortest, found.ending.longest) == (4, 4)  # two cards each, all of them played
    assert "no position comes again" in "\n".join(found.lines())
    assert found.odds is not None
    # Two 1s and two 2s: of the 6 pairs that the first hand may be, 4 hold one of each.
    assert found.odds.results == {
        (0, (0, 1)): Fraction(4, 6),
        (0, (0,)): Fraction(1, 6),
        (0, (1,)): Fraction(1, 6),
    }


def test_a_game_that_gets_stuck(tmp_path: Path):
    rules = broken(tmp_path, "no-dead-end")
    found = explored(rules, 2)
    assert found.graph.counts()["stuck"] > 0
    assert found.ending.forever is None
    assert set(found.faults) == {"no-dead-end"}
    assert ENDS in found.proved  # being stuck is no way of going on
    shown = found.faults["no-dead-end"]
    assert shown.fault.message.endswith(" is to choose (takes turn) and has no move")
    # Somebody is dealt both 1s and is asked first: one step picks who, four deal.
    assert shown.steps <= 5


def test_a_game_that_can_be_played_for_ever_by_choice(tmp_path: Path):
    rules = broken(tmp_path, "ends")
    found = explored(rules, 2)
    _, loop = found.ending.forever or ([], [])
    assert len(loop) == 2  # both wait
    assert not found.ending.chances
    campaign = Campaign(rules, Plan(properties=(ENDS,), steps=6_000, seed=1))
    (violation,) = campaign.run().violations.values()
    story = violation.story(rules)
    assert story.moves == 2
    assert story.loop == 0
    assert [beat.did for beat in story.beats if beat.number] == ["wait", "wait"]
    text = "\n".join(story.lines())
    assert text.index("and from here on for ever") < text.index("wait")


# ---- with chance on the loop ---------------------------------------------------------------------------------------


def test_a_loop_that_chance_alone_decides_ends_with_probability_1(tmp_path: Path):
    found = wheel(tmp_path, " until the total pips of cup = 3")
    assert found.ending.cyclic > 0
    assert found.ending.forever is None
    assert ENDS in found.proved
    assert "only by chance: every play ends with probability 1" in "\n".join(found.lines())


def test_a_loop_that_choices_keep_whatever_falls(tmp_path: Path):
    found = wheel(tmp_path, body=CHOICE)
    fault = found.faults[ENDS].fault
    assert fault.message.startswith("whatever chance brings, the players can go round for ever")
    assert fault.lines == ("random play ends with probability 1",)
    assert found.odds is not None
    assert (found.odds.never, found.odds.decisions) == (0, 2)  # stopped with 1/2 each time


def test_a_way_from_which_no_end_is_reached(tmp_path: Path):
    found = wheel(tmp_path, body=CHOICE + SHUT)
    assert found.faults[ENDS].fault.lines == ("random play may never end",)
    assert found.ending.lost is not None
    assert found.odds is not None
    assert found.odds.never == Fraction(1, 2)  # stop and shut-up are as likely, going on changes nothing


def test_chance_that_leads_nowhere_is_endless_too(tmp_path: Path):
    found = wheel(tmp_path, " until the total pips of cup = 4")
    assert found.ending.lost == 0
    assert ENDS in found.faults


def test_a_compiled_play_that_was_cut_off_is_looked_at_for_a_loop(tmp_path: Path):
    pytest.importorskip("wasmtime")
    file = tmp_path / "wheel.hoyle"
    text = WHEEL.format(until="", body=CHOICE + SHUT)
    file.write_text(text.replace("    roll cup\n", ""), encoding="utf-8")
    case = Rules(file).case(Setting(1))
    cell = Cell(case, [one for one in BUILT_IN if one.name == ENDS], 1, engine=None)
    cell.work(now())  # what comes first are many plays of the compiled game
    assert cell.tally.compiled > 0
    assert cell.tally.capped > 0  # who has shut up goes on for ever
    (found,) = cell.faults.values()
    assert found.fault.name == ENDS
    assert found.fault.loop is not None


# ---- measures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measure", "says"),
    [
        ("takes-turn: size of table", "did not go down: it went from 0 to 1"),
        ("takes-turn: size of deck", "did not go down: it stayed at"),
        ("takes-turn: 2 - size of table", "below zero: -1"),
    ],
)
def test_a_measure_that_does_not_go_down(measure: str, says: str, tmp_path: Path):
    rules = Rules(ladder(tmp_path, ("takes-turn: size of hand of players", measure)))
    found = explored(rules, 2)
    assert says in found.faults["measure takes-turn"].fault.message


def test_a_measure_of_two_procedures_counts_both(tmp_path: Path):
    edits = [
        ("    p takes-turn\n  end game", "    p takes-turn\n    p looks-on\n  end game"),
        ("always points", "turn (player p) looks-on:\n  p chooses:\n    to nod\n\nalways points"),
        ("measure takes-turn:", "measure takes-turn or looks-on:"),
    ]
    found = explored(Rules(ladder(tmp_path, *edits)), 2)
    name = next(name for name in found.faults if name.startswith("measure"))
    assert name == "measure takes-turn or looks-on"
    assert found.faults[name].steps <= 9  # the cards dealt, a card played, and then as many are left as before


# ---- the source game that can be played for ever -------------------------------------------------------------------


def graph_of(game: str, *variants: str) -> Explored:
    rules = Rules(game)
    case = rules.case(Setting(2, variants, (), "small"))
    return explore(case, Checks(case), Limits(states=100_000))


@pytest.mark.long
def test_the_endless_variant_can_be_played_for_ever():
    found = graph_of("spite_and_malice", "endless")
    assert ending(found.graph).forever is not None
    rules = Rules("spite_and_malice")
    plan = Plan(variants=("endless",), properties=(ENDS,), steps=60_000, first=True)
    report = Campaign(rules, plan).run()
    assert report.status == 1
    (violation,) = report.violations.values()
    story = violation.story(rules)
    assert story.loop is not None
    # In the loop each of the two discards, draws and shuffles, and nothing else can be moved.
    assert story.moves - story.loop >= 2
    assert "and from here on for ever" in "\n".join(story.lines())


def test_the_odds_may_take_no_longer_than_allowed():
    found = graph_of("kuhn_poker")
    end = ending(found.graph)
    assert odds(found.graph, end.components, monotonic() - 1) is None


DOWNHILL = """game "Downhill"
for 2 players
winners: p in players with highest points of p

dice in cup, 1 of them:
  name | pips
  die  | 1 to 6

zone cup, seen by all
counter points of each player

to play:
  repeat until some p in players where points of p >= 50:
    for each p in players:
      p takes-turn
  end game as target-reached

turn (player p) takes-turn:
  roll cup
  p chooses:
    to pay:
      points of p loses the total pips of cup
    to pay-double:
      points of p loses 2 × the total pips of cup
"""


def test_no_play_comes_to_an_end_and_the_loop_is_named(tmp_path: Path):
    file = tmp_path / "downhill.hoyle"
    file.write_text(DOWNHILL, encoding="utf-8")  # points fall, and no position comes again
    report = Campaign(Rules(file), Plan(seed=1, steps=100_000, engine="interpreter", properties=(ENDS,))).run()
    (violation,) = report.violations.values()
    story = violation.story(report.rules).lines()
    assert "downhill.hoyle:13: not one of " in story[1]
    assert "let something bound it, such as a number of rounds" in story[2]


def test_a_play_cut_off_is_told_with_its_setting(tmp_path: Path):
    file = tmp_path / "downhill.hoyle"
    file.write_text(DOWNHILL.replace("for 2 players", "for 2 to 3 players"), encoding="utf-8")
    plan = Plan(seed=1, steps=6_000, players=(3,), engine="interpreter", properties=(ENDS,))
    (row,) = Campaign(Rules(file), plan).run().rows()
    assert (row.result, "3 players" in row.detail) == ("not decided", True)


# ---- long plays ----------------------------------------------------------------------------------------------------

RARE = """game "Rare"
for 1 players
winners: p in players with highest points of p

dice in cup, 1 of them:
  name | pips
  die  | 1 to 30

zone cup, seen by all
counter points of each player
counter left

to play:
  roll cup
  left becomes 10
  if the total pips of cup = 1:
    left becomes {long}
  repeat until left = 0:
    let p be the first p in players
    p chooses:
      to step:
        left loses 1
      to score:
        left loses 1
        p scores 1
  end game as all-done
"""


@pytest.mark.parametrize(("engine", "long"), [("interpreter", 6_000), ("wasm", 22_000)])
def test_a_rare_long_play_is_played_to_its_end(tmp_path: Path, engine: str, long: int):
    """Longer than where plays are cut off at first; that it is one in thirty says the die."""
    if engine == "wasm":
        pytest.importorskip("wasmtime")
    file = tmp_path / "rare.hoyle"
    file.write_text(RARE.format(long=long), encoding="utf-8")
    steps = 20 * long
    report = Campaign(Rules(file), Plan(seed=1, steps=steps, engine=engine, properties=(ENDS,))).run()
    (row,) = report.rows()
    (cell,) = report.cells
    assert row.result == "held"
    assert cell.tally.longest == long
    assert f"the longest after {long:,} decisions" in row.detail
    assert cell.tally.finished == cell.tally.plays > 30
    assert not cell.cut


def test_where_many_plays_are_long_they_are_cut_off_later(tmp_path: Path):
    file = tmp_path / "rare.hoyle"
    file.write_text(RARE.format(long=5_000).replace("= 1:", "> 15:"), encoding="utf-8")
    case = Rules(file).case(Setting(1))
    cell = Cell(case, [one for one in BUILT_IN if one.name == ENDS], 1)
    with counted():
        cell.work(now() + 12.0)
    assert cell._cap == 10_000
    assert cell.tally.finished == cell.tally.plays > 10


def test_no_single_play_takes_longer_than_the_budget(tmp_path: Path):
    """Eight numbers of players, and no play ends: each play by itself would be 8,000 steps, so that the
    second setting is not begun in time."""
    file = tmp_path / "downhill.hoyle"
    file.write_text(DOWNHILL.replace("for 2 players", "for 2 to 9 players"), encoding="utf-8")
    with counted():
        begin = now()
        report = Campaign(Rules(file), Plan(seed=1, steps=5_000, engine="interpreter")).run()
        assert now() - begin < 2 * 0.5 + AFTERWARDS + 0.1
    row = next(row for row in report.rows() if row.name == ENDS)
    assert row.result in ("not decided", "violated")
    there, untried = report.settings()
    assert (there, [setting.players for setting in untried]) == (8, list(range(3, 10)))


def fails_at(folder: Path, decisions: int) -> Rules:
    """A game whose rules cannot be followed after so many decisions."""
    file = folder / "rare.hoyle"
    text = RARE.format(long=decisions).replace("= 1:", "> 0:")
    file.write_text(text.replace("  end game", "  left becomes 1 mod left\n  end game"), encoding="utf-8")
    return Rules(file)


def test_making_a_long_play_plainer_takes_no_longer_than_it_may(tmp_path: Path):
    with counted():
        begin = now()
        report = Campaign(fails_at(tmp_path, 3_000), Plan(seed=1, steps=20_000, engine="interpreter")).run()
        assert [violation.fault.name for violation in report.violations.values()] == ["can-be-followed"]
        # The play is made once more by itself, to be told.
        assert now() - begin < 2.0 + AFTERWARDS + 2 * 0.3


def test_what_there_was_no_time_to_settle_is_not_called_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The compiled game comes to a fault in its first play, which goes beyond the steps there are, and the interpreter would
    need as many."""
    pytest.importorskip("wasmtime")
    monkeypatch.setattr("hoyle.verify.swift.LONGEST", 100_000)
    report = Campaign(fails_at(tmp_path, 90_000), Plan(seed=1, steps=80_000)).run()
    assert report.violations == {}
    (row,) = [row for row in report.rows() if row.name == "can-be-followed"]
    assert row.result == "not decided"
