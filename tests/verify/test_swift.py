"""Verification's many plays by the compiled engine: the plays and counts of the interpreter, faults told by it."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from hoyle.engine import engines
from hoyle.engine.engines import installed
from hoyle.verify import swift
from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.cell import Cell
from hoyle.verify.checks import Checks
from hoyle.verify.clock import counted, now
from hoyle.verify.plays import run
from hoyle.verify.properties import properties
from hoyle.verify.report import Report
from hoyle.verify.rules import Rules, Setting
from hoyle.verify.swift import Swift, Uniform

pytestmark = pytest.mark.skipif(not installed(), reason="wasmtime is not installed")

HEAD = """game "Counted"
for 2 players
winners: p in players with highest points of p
counter points of each player
to play:
  turns for p in players from (the first q in players) until the highest points of players >= 9:
    p takes-turn
  end game as counted
turn (player p) takes-turn:
  p chooses:
    to gain:
      p scores 1
    to lose:
      p scores 0 - 1
    to wait
"""


def rules(folder: Path, more: str) -> Rules:
    file = folder / "counted.hoyle"
    file.write_text(HEAD + more, encoding="utf-8")
    return Rules(str(file))


def verified(folder: Path, more: str, engine: str | None = None) -> Report:
    plan = Plan(budget=1.5, seed=3, engine=engine, jobs=2)
    return Campaign(rules(folder, more), plan).run()


@pytest.mark.parametrize("name", ["hearts", "pig", "crazy_eights"])
def test_counts_and_marks_are_those_of_the_interpreter(name: str) -> None:
    game = Rules(name)
    players = game.program().seats()[0]
    wanted = {p.name for p in properties(game.program())}
    case = game.case(Setting(players))
    with counted():
        last, batch = Swift(case, wanted, jobs=3).play(100, now() + 0.5)
    assert batch.plays > 1
    assert (last, batch.doubts) == (100 + batch.plays, [])
    other = Rules(name).case(Setting(players))
    fewer = 12  # the interpreter is slow: some plays of all
    runs = [run(other, Uniform(seed), Checks(other, wanted)) for seed in range(101, 101 + fewer)]
    assert all(played.fault is None for played in runs)
    again = Rules(name).case(Setting(players))
    swift = Swift(again, wanted, jobs=1)
    swift._size = fewer
    _, some = swift.play(100, 0)
    assert some.decisions == sum(played.decisions for played in runs)
    assert some.longest == max(played.decisions for played in runs)
    assert sorted(some.endings.elements()) == sorted(played.ending for played in runs)
    assert again.watch.marks == other.watch.marks


def test_the_number_of_workers_makes_no_difference() -> None:
    told = []
    for jobs in (1, 2, 5):
        case = Rules("kuhn_poker").case(Setting(2))
        with counted():
            told.append((Swift(case, {"winners"}, jobs=jobs).play(7, now() + 0.5), case.watch.marks))
    assert told[0] == told[1] == told[2]


def test_a_budget_in_steps_gives_the_same_report_on_any_number_of_cores(tmp_path: Path) -> None:
    reports = []
    for jobs in (1, 4):
        report = Campaign(rules(tmp_path, ""), Plan(steps=4_000, seed=2, jobs=jobs)).run()
        assert sum(cell.tally.compiled for cell in report.cells) > 0
        reports.append({**report.data(), "seconds": 0})
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ("always modest: the total points of players < 8\n", "always modest"),
        ("measure takes-turn: 100 - the total points of players\n", "measure takes-turn"),
    ],
)
def test_what_does_not_hold_is_told_as_the_interpreter_tells_it(tmp_path: Path, more: str, name: str) -> None:
    report = verified(tmp_path, more)
    (violation,) = [v for v in report.violations.values() if v.fault.name == name]
    assert violation.path
    assert violation.story(report.rules).lines()
    played = [cell.tally for cell in report.cells]
    assert sum(tally.compiled for tally in played) > 0
    slow = verified(tmp_path, more, "interpreter")
    assert {v.fault.name for v in report.violations.values()} >= {v.fault.name for v in slow.violations.values()}
    assert all(cell.tally.compiled == 0 for cell in slow.cells)


SELDOM = """    to think:
      if the total points of players = 5:
        p scores 7 mod (the total points of players - 5)
"""


def test_faults_of_the_rules_are_found_once_and_told(tmp_path: Path) -> None:
    report = verified(tmp_path, SELDOM)
    broken = [v for v in report.violations.values() if v.fault.name == "can-be-followed"]
    assert len(broken) == 1
    assert broken[0].fault.span.line == len((HEAD + SELDOM).splitlines())


def test_without_wasmtime_the_interpreter_plays_and_the_report_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "installed", lambda: False)
    report = verified(tmp_path, "")
    assert sum(cell.tally.plays for cell in report.cells) > 0
    assert sum(cell.tally.compiled for cell in report.cells) == 0
    assert any("wasmtime" in note for note in report.notes)


def test_a_small_budget_plays_many_games(tmp_path: Path) -> None:
    """Far below the ratio that the benchmark shows, as machines are noisy."""
    plays = []
    for engine in ("wasm", "interpreter"):
        cell = Cell(Rules("pig").case(Setting(2)), properties(Rules("pig").program()), 5, engine, 1)
        cell.work(now() + 0.5)
        plays.append(cell.tally.plays)
    assert plays[0] > 20 * plays[1]


SLOW = """game "Slow"
for 2 players
winners: p in players with highest points of p
counter points of each player
cards in deck:
  name | value
  card | 1 to 200
pile deck, seen by nobody
zone hand of each player, seen by its owner
term above of (player p, number n): the number of d in hand of p where value of d > below of (p, n)
term below of (player p, number n): the number of e in hand of p where value of e <= n
to play:
  shuffle deck
  deal deck to hand of players
  turns for p in players from (the first q in players) until the highest points of players >= 1000000:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  p chooses:
    to show c in hand of p, where above of (p, value of c) mod 7 = 3:
      p scores 1
    to pass
"""


def test_plays_that_take_very_long_are_ended_when_the_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision looks at thousands of pairs of cards, and a play has 20,000 decisions: half a second, were it not ended."""
    monkeypatch.setattr(swift, "GRACE", 0.0)
    file = tmp_path / "slow.hoyle"
    file.write_text(SLOW)
    slow = Swift(Rules(str(file)).case(Setting(2)), {"winners"}, jobs=2)
    begin = monotonic()
    _, batch = slow.play(0, now() + 0.02)
    assert batch.plays == 0
    assert monotonic() - begin < 60


def test_steps_bound_the_decisions_but_for_the_last_play(tmp_path: Path) -> None:
    """Plays of a game that always goes on for 40 decisions, with every way of playing and several settings."""
    file = tmp_path / "forty.hoyle"
    file.write_text(FORTY)
    for steps in (1, 100, 6_000):
        report = Campaign(Rules(str(file)), Plan(steps=steps, seed=4)).run()
        made = sum(cell.tally.decisions for cell in [*report.cells, *report.others])
        assert made <= steps + 40
        assert all(cell.tally.longest in (0, 40) for cell in report.cells)
        compiled = sum(cell.tally.compiled for cell in report.cells)
        assert compiled >= steps // 400  # at least a tenth of the steps
        assert report.counted


FORTY = """game "Forty"
for 2 to 4 players
winners: p in players with highest points of p
counter points of each player
counter made
parameter most is 4, adjustable from 1 to 9
to play:
  turns for p in players from (the first q in players) until made >= 40:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  made gains 1
  p chooses:
    to gain:
      p scores most
    to wait
"""
