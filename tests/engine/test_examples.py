"""The examples of every bundled game and variant hold, and a failing example says what was expected and what came."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import resources
from hoyle.engine.examples import run_examples
from hoyle.library import find, load_program

CASES = [(game, variant) for game in resources.games() for variant in [None, *find(game).variants]]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_the_examples_of_the_bundled_games_hold(game: str, variant: str | None) -> None:
    program = load_program(game, [variant] if variant else [])
    wrong = [r.problem.render(program.texts) for r in run_examples(program) if r.problem]
    assert not wrong, "\n".join(wrong)


def broken(tmp_path: Path, old: str, new: str) -> list[str]:
    text = find("friday_the_13th").file.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "broken.hoyle"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    program = load_program(file)
    return [r.problem.render(program.texts) for r in run_examples(program) if r.problem]


def test_an_expectation_that_fails_shows_both_sides(tmp_path: Path) -> None:
    (said,) = broken(
        tmp_path, "expect the total value of omen-pile of cat = 13", "expect the total value of omen-pile of cat = 12"
    )
    assert "expected 12, but it is 13" in said
    assert "E401" in said


def test_a_forbidden_play_lists_what_can_be_done(tmp_path: Path) -> None:
    (said,) = broken(
        tmp_path,
        "marielle does play mirror 4 onto omen-pile of mirror",
        "marielle does play mirror 4 onto omen-pile of cat",
    )
    assert "marielle can: play" in said


def test_more_cards_than_there_are_cannot_be_placed(tmp_path: Path) -> None:
    wrong = broken(tmp_path, "given hand of jules: friday, cat 1", "given hand of jules: 9 × friday, cat 1")
    assert any("no further friday" in said for said in wrong)
