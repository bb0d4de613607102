"""`hoyle bench`: both engines side by side."""

from __future__ import annotations

import pytest

from hoyle.engine import engines
from hoyle.engine.engines import installed

from .conftest import Hoyle


@pytest.mark.skipif(not installed(), reason="wasmtime is not installed")
def test_both_engines_are_measured_in_one_run(hoyle: Hoyle) -> None:
    done = hoyle("bench", "pig", "goofspiel", "--players", 2, "--seconds", 0.2, "--rounds", 3, "--json")
    assert done.status == 0
    assert [(row["game"], row["players"]) for row in done.json["games"]] == [("pig", 2), ("goofspiel", 2)]
    for row in done.json["games"]:
        slow, fast = (row["engines"][engine]["decisions"] for engine in ("interpreter", "wasm"))
        assert slow["min"] <= slow["median"] <= slow["max"]
        # The aim is 200; what else the machine does is allowed for.
        assert row["ratio"]["median"] > 30
        assert fast["median"] > 30 * slow["median"]
        assert row["kB"] < 200
        # As many decisions as two hands of 13 cards, whatever plays.
        if row["game"] == "goofspiel":
            assert row["length"] == 26
            assert row["engines"]["wasm"]["plays"] == pytest.approx(fast["median"] / 26)


def test_a_table_is_printed(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "installed", lambda: False)
    done = hoyle("bench", "kuhn_poker", "--seconds", 0.02)
    assert done.status == 0
    assert "plays/s" in done.out
    assert "Only the interpreter: the compiled engine needs wasmtime" in done.out


def test_what_is_wrong_is_said_before_anything_is_measured(hoyle: Hoyle) -> None:
    done = hoyle("bench", "pig", "no_such_game")
    assert (done.status, done.out) == (2, "")
    done = hoyle("bench", "pig", "--players", 99)
    assert (done.status, done.out) == (2, "")
