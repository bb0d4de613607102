"""Each built-in property: rules (or an engine) that break it are found out, rules that keep it are not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hoyle import resources
from hoyle.engine.flow import EndGame
from hoyle.engine.game import Game
from hoyle.engine.machine import Machine
from hoyle.engine.observe import Observer
from hoyle.engine.state import State
from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.properties import BUILT_IN
from hoyle.verify.report import Report, Violation
from hoyle.verify.rules import Rules
from verify.ladder import EDITS, broken, ladder

OF_THE_ENGINE = {"over-is-over", "one-place-each", "same-seed", "round-trip", "observations"}
"""What no spec can break: shown with an engine that does wrong."""


def verified(rules: Rules, name: str, steps: int = 6_000, **plan: Any) -> Report:
    return Campaign(rules, Plan(properties=(name,), steps=steps, seed=1, first=True, **plan)).run()


def the_one(report: Report, name: str) -> Violation:
    (violation,) = report.violations.values()
    assert violation.fault.name == name
    assert report.status == 1
    return violation


def test_every_built_in_property_is_tested():
    assert {one.name for one in BUILT_IN} <= EDITS.keys() | OF_THE_ENGINE


@pytest.mark.parametrize("name", EDITS)
def test_rules_that_break_it_are_found_out(name: str, tmp_path: Path):
    rules = broken(tmp_path, name)
    violation = the_one(verified(rules, name), name)
    assert violation.story(rules).moves <= 4


def test_rules_that_keep_all_are_held(tmp_path: Path):
    report = Campaign(Rules(ladder(tmp_path)), Plan(steps=20_000, seed=1)).run()
    results = {row.name: row.result for row in report.rows()}
    assert set(results) == {one.name for one in BUILT_IN} | {"always points-lie-there", "measure takes-turn"}
    assert set(results.values()) == {"held"}
    assert report.status == 0
    assert report.coverage()[2] == []


# ---- an engine that does wrong -------------------------------------------------------------------------------------


def test_a_card_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    play = Machine.play

    def lossy(self: Machine, frame: Any, move: Any, *rest: Any) -> Any:
        cells = list(play(self, frame, move, *rest))
        for cell in range(self.layout.places, self.layout.places + len(self.flow.places)):
            cells[cell] = cells[cell][:1]
        return tuple(cells)

    monkeypatch.setattr(Machine, "play", lossy)
    violation = the_one(verified(Rules(ladder(tmp_path)), "one-place-each"), "one-place-each")
    assert "not in exactly one place" in violation.fault.message


def test_a_game_that_goes_on_after_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    resume = Machine.resume

    def again(self: Machine, frame: Any, *rest: Any) -> Any:
        over = isinstance(self.flow.code[frame[0]], EndGame)
        return self.start() if over else resume(self, frame, *rest)

    monkeypatch.setattr(Machine, "resume", again)
    the_one(verified(Rules(ladder(tmp_path)), "over-is-over"), "over-is-over")


def test_luck_that_is_not_all_of_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    machine, play = Game.machine, Machine.play

    def other(self: Game, *rest: Any) -> Machine:
        made = machine(self, *rest)
        made.play = lambda frame, move: play(made, frame, made.moves(frame)[-1])  # type: ignore[method-assign]
        return made

    monkeypatch.setattr(Game, "machine", other)
    the_one(verified(Rules(ladder(tmp_path)), "same-seed"), "same-seed")


def test_a_position_that_is_not_saved_wholly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    loads = Game.state_from_json
    monkeypatch.setattr(Game, "state_from_json", lambda self, text: loads(self, text).__class__.__new__(State))
    monkeypatch.setattr(State, "__eq__", lambda self, other: self is other)
    the_one(verified(Rules(ladder(tmp_path)), "round-trip"), "round-trip")


def test_a_view_that_shows_more_than_was_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    view = Observer.view

    def leaky(self: Observer, frame: Any, seat: int) -> Any:
        return view(self, frame, seat), frame  # everything

    monkeypatch.setattr(Observer, "view", leaky)
    violation = the_one(verified(Rules(ladder(tmp_path)), "observations"), "observations")
    assert "was not shown" in violation.fault.message


def test_a_player_who_forgets(monkeypatch: pytest.MonkeyPatch):
    seen = State.seen
    # Only the last things are remembered.
    monkeypatch.setattr(State, "seen", lambda self, player: seen(self, player)[-5:])
    report = verified(Rules("friday_the_13th"), "observations", variants=(), players=(3,))
    violation = the_one(report, "observations")
    assert "has forgotten" in violation.fault.message


def test_a_history_that_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    saved = State.to_json
    monkeypatch.setattr(State, "to_json", lambda self: {**saved(self), "history": []})
    violation = the_one(verified(Rules(ladder(tmp_path)), "round-trip"), "round-trip")
    assert "saw is another thing" in violation.fault.message


# ---- documentation -------------------------------------------------------------------------------------------------


def test_the_page_tells_every_property_and_no_other():
    page = (resources.specs() / "VERIFYING.md").read_text(encoding="utf-8")
    told = re.findall(r"^### `([a-z-]+)`", page, re.M)
    assert told == [one.name for one in BUILT_IN]
    words = " ".join(page.split())
    for one in BUILT_IN:
        assert f"**{one.says[0].upper()}{one.says[1:]}.** {one.how}" in words
