"""`make bench` measures all it should; OpenSpiel only where it is installed."""

from __future__ import annotations

import pytest

from bench import __main__ as bench
from bench import open_spiel
from hoyle.engine.engines import installed
from hoyle.engine.speed import Spread

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


def test_plays_of_verify_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "games", lambda: ["kuhn_poker"])
    (aim,) = bench.verified(0.3)
    assert aim.wanted == 100
    assert len(aim.found.values) == bench.FEW
    assert "kuhn_poker" in capsys.readouterr().out


def test_the_table_says_which_aims_are_met(capsys: pytest.CaptureFixture[str]) -> None:
    """By the median: at least so much, or at most."""
    bench.table(
        [
            bench.Aim("a ratio", 200, Spread((150.0, 201.0, 900.0))),
            bench.Aim("another", 200, Spread((150.0, 199.0, 900.0))),
            bench.Aim("milliseconds", 300, Spread((299.0,)), at_most=True),
            bench.Aim("kilobytes", 200, Spread((201.0,)), at_most=True),
        ]
    )
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    assert [line.split()[-1] for line in lines[1:5]] == ["yes", "NO", "yes", "NO"]
    assert lines[1].split()[2:] == ["≥", "200", "201.0", "150.0", "900.0", "yes"]
    assert lines[5] == "2 of 4 aims are met"


def test_how_steady_the_machine_was_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    bench.steadiness([0.004, 0.002, 0.009], 0.0)
    assert "took 4.0 ms of the processor (2.0 – 9.0), asked 3 times" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["soon"], ["0"], ["-1"], ["nan"], ["1", "2"]])
def test_seconds_that_are_none_are_told(words: list[str]) -> None:
    with pytest.raises(SystemExit) as told:
        bench.seconds_of(words)
    assert "no number of seconds a figure" in str(told.value)
    assert bench.seconds_of([]) == 3
    assert bench.seconds_of(["0.5"]) == 0.5
