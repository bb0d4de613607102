"""Flags, counters and markers that are called by a word of the language: they are read, or it is said that they cannot be."""

from __future__ import annotations

import re

import pytest

from hoyle.language.check import check
from hoyle.language.diagnostics import Diagnostic, SpecErrors
from hoyle.language.parse import parse
from hoyle.language.syntax_help import keywords

GAME = """\
game "Toy"
for 2 players
winners: p in players with highest points of p
counter points of each player
{declared}

to play:
  for each p in players:
    {changed}
    if {asked}:
      points of p gains 1
  end game as over
"""
TRACKS = {
    "flag": ("flag {}", "{} becomes yes", "{}"),
    "counter": ("counter {} of each player", "{} of p gains 1", "{} of p > 2"),
    "marker": ("marker {}: player", "{} becomes p", "{} = p"),
}
BEFORE_VALUES = {"no", "not", "some", "the"}  # asked for, these begin something else


def _mistakes(text: str) -> list[Diagnostic]:
    try:
        check("toy", parse(text, "toy.hoyle"), texts={"toy.hoyle": text})
    except SpecErrors as errors:
        return errors.diagnostics
    return []


@pytest.mark.parametrize("shape", TRACKS)
def test_a_word_is_read_as_a_name_or_refused_as_one(shape: str) -> None:
    """Nothing is wrong with the game but the name, so whatever is told is told as that."""
    refused = set()
    for word in sorted(keywords() - BEFORE_VALUES):
        if not re.fullmatch("[a-z]+", word):
            continue
        declared, changed, asked = (part.format(word) for part in TRACKS[shape])
        text = GAME.format(declared=declared, changed=changed, asked=asked)
        found = _mistakes(text)
        if found:
            assert found[0].code == "E103", (word, found)
            assert f"`{word}" in found[0].message
            refused.add(word)
    assert {"alone", "and", "until", "where", "draw", "repeat", "turns"} <= refused
    assert not {"first", "total", "limit"} & refused  # LANGUAGE.md: these are free


def test_where_a_line_opens_with_such_a_name_its_declaration_is_named() -> None:
    text = GAME.format(declared="flag alone", changed="alone becomes yes", asked="alone")
    (found,) = _mistakes(text)
    assert found.message == "`alone` is a word of the rules, so no line can open with it to change this flag"
    assert (found.span.line, "on line 5, where it is declared" in found.hint) == (9, True)
