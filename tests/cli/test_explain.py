"""`hoyle explain`: every code can be explained, and what it shows is what users see."""

from __future__ import annotations

import pytest

from hoyle.cli.checking import judge
from hoyle.language.catalogue import CATALOGUE
from hoyle.language.syntax_codes import Explained

from .conftest import Hoyle


@pytest.mark.parametrize("found", CATALOGUE.values(), ids=lambda found: found.code)
def test_each_code_is_explained(hoyle: Hoyle, found: Explained) -> None:
    done = hoyle("explain", found.code.lower())
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{found.code}: ")
    if found.wrong:
        assert f" {found.code}: " in done.out.partition("What is said of it:")[2]


@pytest.mark.parametrize("found", CATALOGUE.values(), ids=lambda found: found.code)
def test_what_is_right_is_said_to_be_right(found: Explained) -> None:
    assert found.code not in [one.code for one in judge(found.right, "right.hoyle")]


def test_all_codes_are_listed(hoyle: Hoyle) -> None:
    said = hoyle("explain").out
    assert all(code in said for code in CATALOGUE)
    assert set(hoyle("explain", "--json").json["codes"]) == set(CATALOGUE)
    assert list(hoyle("explain", "E101", "--json").json) == ["code", "meaning", "wrong", "right"]


def test_a_code_that_is_none(hoyle: Hoyle) -> None:
    done = hoyle("explain", "E1O1")
    assert done.status == 2
    assert "there is no code and no property `E1O1`; did you mean" in done.err
    assert "lists all codes" in hoyle("explain", "everything").err
