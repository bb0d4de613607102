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
    monkeypatch.setenv("COLUMNS", "100")

    def go(*args: object, typed: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        status = run([str(arg) for arg in args])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Outcome(status, said.out, said.err)

    return go
