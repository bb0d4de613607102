"""Specs as pytest items, in a repository that has nothing but its specs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hoyle.verify.properties import BUILT_IN
from verify.ladder import EDITS, LADDER, ladder

pytest_plugins = ["pytester"]

# A nested run's faulthandler would take the compiled engine's signal handlers away, and the next trap end the process.
PLUGIN = ["-p", "no:faulthandler", *([] if "hoyle.pytest_plugin" in sys.modules else ["-p", "hoyle.pytest_plugin"])]
QUICK = [*PLUGIN, "--hoyle-steps", "1500", "-p", "no:cacheprovider"]

VARIANT = """variant quick of "Ladder":
  for 2 players
  add example a-card-scores for ann, bob:
    given hand of ann: 3
    at ann takes-turn
    ann does play 3
    expect points of ann = 3
"""


@pytest.fixture
def repository(pytester: pytest.Pytester) -> Path:
    return pytester.path


def test_an_item_for_each_property_and_number_of_players(pytester: pytest.Pytester, repository: Path):
    ladder(repository)
    (repository / "quick.hoyle").write_text(VARIANT, encoding="utf-8")
    result = pytester.runpytest_inprocess(*QUICK, "--collect-only", "-q")
    ids = [line for line in result.outlines if "::" in line]
    names = [*(one.name for one in BUILT_IN), "always points-lie-there", "measure takes-turn"]
    wanted = [f"ladder.hoyle::{name}[{n}-players]" for n in (2, 3) for name in names]
    wanted += ["quick.hoyle::example a-card-scores", *(f"quick.hoyle::{name}[2-players]" for name in names)]
    assert ids == wanted


def test_what_holds_passes(pytester: pytest.Pytester, repository: Path):
    ladder(repository)
    result = pytester.runpytest_inprocess(*QUICK, "-k", "2-players")
    result.assert_outcomes(passed=len(BUILT_IN) + 2, deselected=len(BUILT_IN) + 2)
    assert not (repository / ".hoyle").exists()


def test_a_failure_reads_as_its_story_and_is_kept(pytester: pytest.Pytester, repository: Path):
    ladder(repository, EDITS["always points-lie-there"])
    only = ["-k", "points-lie-there and 3"]
    result = pytester.runpytest_inprocess(*QUICK, *only)
    result.assert_outcomes(failed=1, deselected=2 * len(BUILT_IN) + 3)
    result.stdout.re_match_lines(
        [r"`points lie there` does not hold", r"Ladder, 3 players", r" +1\. p\d: play [234] onto table"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    assert [path.name for path in (repository / ".hoyle").iterdir()] == ["ladder-always-points-lie-there-3.json"]
    # What is kept is tried first: a search too short to find it finds it again.
    again = pytester.runpytest_inprocess(*PLUGIN, "--hoyle-steps", "1", *only)
    again.assert_outcomes(failed=1, deselected=2 * len(BUILT_IN) + 3)


def test_an_example_that_fails_is_told(pytester: pytest.Pytester, repository: Path):
    (repository / "ladder.hoyle").write_text(
        f"{LADDER}\nexample all-is-lost for ann, bob:\n  expect points of ann = 7\n", encoding="utf-8"
    )
    result = pytester.runpytest_inprocess(*QUICK, "-k", "example")
    result.assert_outcomes(failed=1, deselected=2 * len(BUILT_IN) + 4)
    result.stdout.fnmatch_lines(["*ladder.hoyle:*expected 7, but it is 0*"])


def test_mistakes_fail_and_what_is_not_asked_is_skipped(pytester: pytest.Pytester, repository: Path):
    ladder(repository, ("p scores value of c", "p scors value of c"))
    result = pytester.runpytest_inprocess(*QUICK)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*did you mean `scores`?*"])
    ladder(repository, ("seen by its owner", "seen by all"), ("pile deck, seen by nobody", "pile deck, seen by all"))
    result = pytester.runpytest_inprocess(*QUICK, "-rs", "-k", "moves-are-known and 2")
    result.assert_outcomes(skipped=1, deselected=2 * len(BUILT_IN) + 3)
    result.stdout.fnmatch_lines(["*not asked: nothing is hidden in this game*"])


def test_budgets_and_profiles(pytester: pytest.Pytester, repository: Path):
    ladder(repository)
    for option in (["--hoyle-budget", "0.2"], ["--hoyle-profile", "ci", "--hoyle-budget", "0.2"]):
        result = pytester.runpytest_inprocess(*PLUGIN, *option, "-k", "ends and 2")
        result.assert_outcomes(passed=1, deselected=2 * len(BUILT_IN) + 3)
    assert pytester.runpytest_inprocess(*PLUGIN, "--hoyle-profile", "slow").ret == pytest.ExitCode.USAGE_ERROR
    assert pytester.runpytest_inprocess(*PLUGIN, "--no-hoyle").ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.long
def test_workers_of_xdist_share_one_verification(pytester: pytest.Pytester, repository: Path):
    pytest.importorskip("xdist")
    ladder(repository, EDITS["always points-lie-there"])
    result = pytester.runpytest_subprocess("--hoyle-steps", "1500", "-n", "2", "-k", "2-players")
    result.assert_outcomes(passed=len(BUILT_IN) + 1, failed=1)
    result.stdout.fnmatch_lines(["*ladder.hoyle: always points-lie-there[[]2-players[]]*", "*does not hold*"])


@pytest.mark.parametrize(
    ("option", "value", "what"),
    [
        ("--hoyle-budget", "nan", "`nan` is not a number of seconds"),
        ("--hoyle-budget", "-1", "`-1` is not a number of seconds"),
        ("--hoyle-steps", "0", "`0` is not a whole number from 1 on"),
        ("--hoyle-seed", "-1", "`-1` is not a whole number from 0 on"),
    ],
)
def test_an_option_that_cannot_be_is_told(pytester: pytest.Pytester, option: str, value: str, what: str):
    result = pytester.runpytest_subprocess(*PLUGIN, f"{option}={value}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert what in result.stderr.str()
