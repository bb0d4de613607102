"""Pictures of pieces: well-formed, spoken, told apart without colour, on every bundled deck."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from hoyle import resources
from hoyle.language.check import check
from hoyle.language.faces import face_names, faces_of
from hoyle.language.parse import parse
from hoyle.language.program import Program
from hoyle.library import load_program
from hoyle.pictures import back, draw, pieces


def drawn(game: str) -> list[tuple[str, str]]:
    return drawn_of(load_program(game))


def drawn_of(program: Program) -> list[tuple[str, str]]:
    found = []
    for component in program.components:
        rows = faces_of(program.components[component], program)
        names = iter(face_names(program, component, rows))
        made = pieces(
            program,
            component,
            lambda _, names=names: next(names),
            lambda kind, v: (v[0].upper() if v.isalpha() else v, v),
        )
        assert len(made) == len(rows)
        found += [(f"{component} {piece.name}", draw(piece)) for piece in made]
    return found


@pytest.mark.parametrize("game", resources.games())
def test_every_face_has_a_picture_of_its_own_without_colour(game: str) -> None:
    by_look: dict[str, str] = {}
    for name, svg in drawn(game):
        ElementTree.fromstring(svg)
        component = name.split()[0]
        bare = re.sub(r'h-(k|r|blue|green|yellow)\b|<style>.*?</style>|<title>.*?</title>|aria-label="[^"]*"', "", svg)
        assert by_look.setdefault(f"{component} {bare}", name) == name, (
            f"{name} looks like {by_look[f'{component} {bare}']}"
        )


def test_pips_are_as_many_as_the_card_says() -> None:
    seven = next(svg for name, svg in drawn("hearts") if name.endswith(" 7 of spades"))
    assert seven.count("<path") == 7 + 2  # the pips, and one in each of two corners


def test_a_picture_speaks_its_name_and_escapes_it() -> None:
    root = ElementTree.fromstring(back('the "back" & more'))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == 'the "back" & more'


def test_a_picture_asks_for_nothing_from_outside() -> None:
    for _, svg in drawn("friday_the_13th"):
        assert not [way for way in ("href", "url(", "@import") if way in svg]


TABLES = """game "Tables"
for 2 players
winners: players
kind colour: red, blue, white
cards in deck:
  name | colour | value
  card | each   | 1 to 3
dice in cup, 2 of them:
  name  | shape
  black | heart
  red   | moon
kind shape: heart, moon
pile deck, seen by nobody
zone cup, holding die, seen by all
to play:
  end game as over
"""


def test_a_face_that_says_its_colour_is_drawn_in_it() -> None:
    """Treize Cardinals has a heart on a black face: who sees it red would count it as one that scores."""
    hearts = next(svg for name, svg in drawn("treize_cardinals") if "heart" in name)
    assert 'class="h-k"' in hearts
    assert 'class="h-r"' not in hearts
    assert all('class="h-r"' in svg for name, svg in drawn("hearts") if name.endswith("of hearts"))
    made = drawn_of(check("tables", parse(TABLES, "tables"), texts={"tables": TABLES}))
    inks = {"red": "h-r", "blue": "h-blue", "white": "h-k", "black": "h-k"}
    for name, svg in made:
        wanted = next(ink for word, ink in inks.items() if word in name)
        assert f'class="{wanted}"' in svg, name
