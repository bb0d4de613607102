"""Every code is explained, by a spec that gets it and its mending."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hoyle
from hoyle.language.catalogue import CATALOGUE, Explained
from hoyle.language.syntax_codes import SYNTAX_CODES
from language.cases import reported
from language.plays import codes_played

CHECKED = [one for one in CATALOGUE.values() if one not in SYNTAX_CODES and one.wrong]


def test_all_codes_are_explained() -> None:
    """Every code in the package has its entry, and every entry its code."""
    folder = Path(hoyle.__file__).parent
    about = ("catalogue.py", "syntax_codes.py")
    texts = [path.read_text("utf-8") for path in folder.rglob("*.py") if path.name not in about]
    used = {code for text in texts for code in re.findall(r'"([EWP][0-9]{3})"', text)}
    assert used == set(CATALOGUE)


@pytest.mark.parametrize("one", CHECKED, ids=lambda one: one.code)
def test_explained(one: Explained) -> None:
    """The wrong spec gets this code and no other, its mending none."""
    assert codes(one.wrong) == {one.code}
    assert codes(one.right) == set()


def codes(text: str) -> set[str]:
    """All codes that a spec gets, read, checked, its examples run and played."""
    program, found = reported(text)
    told = {d.code for d in found}
    return told or (codes_played(program) if program is not None else set())


@pytest.mark.parametrize(
    ("code", "words"),
    [("E302", "replaces the whole"), ("E303", "`add in goes-on beside pass:`"), ("E303", "`remove measure goes-on`")],
)
def test_what_else_a_code_is_told_of(code: str, words: str) -> None:
    """A code that tells of several things says so of each, though its example shows one."""
    assert words in CATALOGUE[code].meaning
