"""What `hoyle demo` shows of verification: one table, and what is violated."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import resources
from hoyle.cli.commands import demo
from hoyle.engine import engines
from verify.ladder import EDITS, ladder

from .conftest import Hoyle


def test_the_source_games_are_verified_in_one_table(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "SOURCES", ["kuhn_poker", "pig"])
    monkeypatch.setattr(resources, "games", lambda: ["kuhn_poker", "pig"])
    done = hoyle("demo", "--steps", 6_000)
    assert done.status == 0
    rows = {line.split("   ")[0]: line.split() for line in done.out.splitlines()}
    assert rows["ends"] == ["ends", "held", "held"]
    assert rows["moves-are-known"] == ["moves-are-known", "held", "–"]  # in pig nothing is hidden
    assert "2 of 2 games verified" in done.out


def test_what_is_violated_is_said_below_the_table(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "SOURCES", [str(ladder(tmp_path, EDITS["always points-lie-there"]))])
    monkeypatch.setattr(resources, "games", lambda: ["pig"])
    done = hoyle("demo", "--steps", 6_000)
    assert done.status == 1
    assert "Ladder: always points-lie-there: `points lie there` does not hold." in done.out
    assert "0 of 1 games verified" in done.out


@pytest.mark.long
def test_the_site_is_made_at_the_end(hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "SOURCES", ["pig"])
    monkeypatch.setattr(resources, "games", lambda: ["kuhn_poker", "pig"])
    site = tmp_path / "site"
    done = hoyle("demo", "--steps", 6_000, "--site", site)
    assert done.status == 0
    assert done.out.splitlines()[-1] == f"2 games published in 3 languages: open {site / 'index.html'}"
    assert (site / "index.html").is_file()
    verified = (site / "en" / "pig" / "verified.html").read_text(encoding="utf-8")
    assert "the game ends" in verified  # what was found is shown
    assert "the game ends" not in (site / "en" / "kuhn_poker" / "verified.html").read_text(encoding="utf-8")


def test_without_the_compiled_engine_it_is_said_that_the_interpreter_plays(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "games", lambda: ["kuhn_poker"])
    assert "interpreter" not in hoyle("demo", "--steps", 0).err or not engines.installed()
    monkeypatch.setattr(engines, "installed", lambda: False)
    done = hoyle("demo", "--steps", 0, "--site", tmp_path / "site")
    assert done.status == 0
    assert "the interpreter plays all of this" in done.err
    assert "without pages to play on" in done.err
    assert done.err.count(engines.INSTALL) == 2
    assert "interpreter" not in done.out


def test_a_strange_folder_is_refused_before_anything_is_played(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = hoyle("demo", "--site", tmp_path)
    assert done.status == 2
    assert not done.out
    assert (tmp_path / "mine.txt").read_text() == "mine"
