"""The language tests that are written in the language: `FEATURE/good/*.hoyle` are right, `FEATURE/bad/*.hoyle` say
beside each line what must be reported there (see `cases`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from language.cases import Case, cases, compare, reported
from language.plays import plays_out

HERE = Path(__file__).parent
BAD = [case for file in sorted(HERE.glob("*/bad/*.hoyle")) if file.parts[-3] != "syntax" for case in cases(file)]
GOOD = [case for file in sorted(HERE.glob("*/good/*.hoyle")) if file.parts[-3] != "syntax" for case in cases(file)]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_bad(case: Case) -> None:
    """Exactly the mistakes written beside the lines are reported."""
    wanted = case.wanted()
    assert wanted, "nothing is expected of this case"
    _, found = reported(case.text)
    assert compare(case.text, wanted, found) == []


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_good(case: Case) -> None:
    """Nothing is reported, all examples hold, and random plays come to an end."""
    program, found = reported(case.text)
    assert compare(case.text, case.wanted(), found) == []
    assert program is not None
    assert plays_out(program) == []
