"""Pictures of pieces: well-formed, spoken, told apart without colour, on every bundled deck."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from hoyle import resources
from hoyle.language.faces import face_names, faces_of
from hoyle.library import load_program
from hoyle.pictures import back, draw, pieces


def drawn(game: str) -> list[tuple[str, str]]:
    program = load_program(game)
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
        bare = re.sub(r'h-[kr]|<style>.*?</style>|<title>.*?</title>|aria-label="[^"]*"', "", svg)
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
