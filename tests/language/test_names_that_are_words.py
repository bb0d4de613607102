"""Flags, counters and markers that are called by a word of the language: they are read, or it is said that they cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.language.check import check
from hoyle.language.diagnostics import Diagnostic, SpecErrors
from hoyle.language.expressions import LIBRARY
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
# The row of LANGUAGE.md that lists what cannot be called so, how it is declared and used.
ROWS = {
    "a counter, a flag, a marker": ("flag {}", "{} becomes yes"),
    "a procedure that nobody does": ("to {}:\n  end game as over", "{}"),
    "a procedure that a player does": ("to (player q) {}:\n  points of q gains 1", "p {}"),
    "a term of two things": ("term (player q) {} (player r): points of q > points of r", "points of p gains 1"),
}
NOWHERE = {"the", "players", "winners", *LIBRARY}  # LANGUAGE.md: nothing is called so
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
    assert refused - NOWHERE == listed("a counter, a flag, a marker") & (keywords() - BEFORE_VALUES)


def listed(row: str) -> set[str]:
    """The words of a row of the reference's table."""
    page = (Path(__file__).parents[2] / "spec" / "LANGUAGE.md").read_text(encoding="utf-8")
    (words,) = re.findall(rf"^\| {row}\b[^|]*\| ([a-z ]+) \|$", page, re.MULTILINE)
    return set(words.split())


@pytest.mark.parametrize("row", ROWS)
def test_the_reference_lists_what_is_no_name(row: str) -> None:
    """Nothing else is wrong with the game; a hyphen mends it."""
    declared, changed = ROWS[row]
    asked = "p {} left of p" if "term" in row else "points of p > 1"

    def wrong(word: str) -> bool:
        parts = {"declared": declared.format(word), "changed": changed.format(word), "asked": asked.format(word)}
        return bool(_mistakes(GAME.format(**parts)))

    words = sorted(listed(row))
    assert [word for word in words if not wrong(word)] == []
    assert not wrong(f"{words[0]}-it")


def test_where_a_line_opens_with_such_a_name_its_declaration_is_named() -> None:
    text = GAME.format(declared="flag alone", changed="alone becomes yes", asked="alone")
    (found,) = _mistakes(text)
    assert found.message == "`alone` is a word of the rules, so no line can open with it to change this flag"
    assert (found.span.line, "on line 5, where it is declared" in found.hint) == (9, True)
