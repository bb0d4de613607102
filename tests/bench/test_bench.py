"""`make bench` measures all it should; OpenSpiel only where it is installed."""

from __future__ import annotations

import pytest

from bench import __main__ as bench
from bench import open_spiel
from hoyle.engine.engines import installed

pytestmark = pytest.mark.skipif(not installed(), reason="wasmtime is not installed")


def test_friday_and_openspiel_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    bench.friday(0.1)
    bench.spiel(0.1)
    out = capsys.readouterr().out
    assert "compiled" in out
    assert "interpreter" in out
    assert "skipped" in out or all(pair.game in out for pair in open_spiel.PAIRS)


def test_without_openspiel_the_reason_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_spiel, "missing", lambda: "OpenSpiel is not installed")
    bench.spiel(0.1)
    assert "skipped: OpenSpiel is not installed" in capsys.readouterr().out


def test_games_stepped_together_are_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "games", lambda: ["pig", "hearts"])
    bench.batches(0.01)
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: line for line in lines if line.startswith("  ")}
    assert rows.keys() == {"pig", "hearts"}
    assert all(row.count("–") == 2 for row in rows.values())


def test_exploring_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "games", lambda: ["goofspiel"])
    bench.explored(0.1)
    (row,) = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("goofspiel")]
    assert row[1] == "2,000"  # positions
