"""Runs the command line inside this process, as a user would: arguments in; stdout, stderr and exit status out."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.app import run


@dataclass(frozen=True)
class Outcome:
    """What one command line did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer as data."""
        return json.loads(self.out)


Hoyle = Callable[..., Outcome]


@pytest.fixture
def hoyle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Hoyle:
    """`hoyle("check", "pig")` in an empty folder; `typed` is what the user types."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # where reports of our own mistakes go

    def go(*args: object, typed: str | io.StringIO = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        capsys.readouterr()
        status = run([str(arg) for arg in args])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Outcome(status, said.out, said.err)

    return go


TOY = """\
game "Toy"
for 1 to 3 players
winners: p in players with highest points of p

parameter goal is 3, adjustable from 1 to 9

dice in cup, 1 of them:
  name | pips
  die  | 1 to 6

zone cup, seen by all

counter points of each player

to play:
  turns for p in players until the highest points of players >= goal:
    p takes-turn
  end game as goal-reached

turn (player p) takes-turn:
  p chooses:
    to wait
    to roll:
      roll cup
      p scores the total pips of cup
"""

STUCK = """\
game "Stuck"
for 2 players
winners: p in players with highest points of p

counter points of each player

to play:
  for each p in players:
    p chooses:
      to stay, where points of p = 0:
        p scores 1
    p chooses:
      to stay, where points of p = 0:
        p scores 1
  end game as over
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A small game in the folder the commands run in: wait, or roll for points; it need not end."""
    path = tmp_path / "toy.hoyle"
    path.write_text(TOY, encoding="utf-8")
    return path


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    """A game whose first player cannot choose a second time."""
    path = tmp_path / "stuck.hoyle"
    path.write_text(STUCK, encoding="utf-8")
    return path
