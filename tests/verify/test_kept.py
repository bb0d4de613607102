"""Faults kept as records, replayed and pasted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.language.diagnostics import HoyleError
from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.kept import FAILS, FIXED, NO_LONGER, judge, record_data
from hoyle.verify.paste import as_example
from hoyle.verify.rules import Rules

CHEAP = """game "Cheap"
for 2 players
winners: p in players with highest points of p

dice in cup, 1 of them:
  name | pips
  die  | 1 to 3

zone cup, seen by all
counter points of each player

to play:
  let first-player be a random p in players
  turns for p in players from first-player until the highest points of players >= 5:
    p takes-turn
  end game as enough

turn (player p) takes-turn:
  roll cup
  p chooses:
    to keep:
      p scores the total pips of cup
    to let-go

always never-six: the highest points of players < LIMIT
"""


@pytest.fixture
def cheap(tmp_path: Path) -> Path:
    file = tmp_path / "cheap.hoyle"
    file.write_text(CHEAP.replace("LIMIT", "6"), encoding="utf-8")
    return file


@pytest.fixture
def broken(cheap: Path):
    rules = Rules(cheap)
    report = Campaign(rules, Plan(budget=3, properties=("never-six",), first=True)).run()
    (violation,) = report.violations.values()
    return rules, violation


def test_a_kept_play_fails_is_fixed_or_no_longer_applies(broken, cheap: Path):
    rules, violation = broken
    data = record_data(rules, violation)
    assert data is not None
    assert judge(data).result == FAILS
    cheap.write_text(CHEAP.replace("LIMIT", "60"), encoding="utf-8")
    assert judge(data).result == FIXED
    cheap.write_text(CHEAP.replace("LIMIT", "60").replace("to keep:", "to hold:"), encoding="utf-8")
    assert judge(data).result == NO_LONGER


def test_a_record_of_nothing_is_refused():
    with pytest.raises(HoyleError):
        judge({"record": 1})


def test_the_story_is_as_short_as_can_be(broken):
    rules, violation = broken
    assert violation.decisions(rules) <= 4


def test_a_fault_pasted_as_an_example_fails_in_the_spec(broken):
    rules, violation = broken
    block = as_example(rules.case(violation.setting), violation.path, violation.steps, violation.fault)
    assert block.startswith("example shows-always-never-six for p1, p2:")
    assert block.endswith("expect the highest points of players < 6")
