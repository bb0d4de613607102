"""The notes of a book: a ruling named anywhere in the rules is named at the clause that tells those words."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from hoyle.language import tree as t
from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.library import load_program
from hoyle.rulebook import phrases as p
from hoyle.rulebook.plan import Section, plan
from rulebook.books import GAMES, LANGUAGES, book

LINES = (
    t.Declaration, t.Players, t.Winners, t.Measure, t.Case, t.Form, t.Line, t.Option, t.Limit, t.Body, t.Given, t.At,
    t.Act, t.Luck, t.Expect, t.Call, t.Let, t.Becomes, t.Gains, t.Move, t.Deal, t.Shuffle, t.Roll, t.Reveal, t.End,
    t.EndGame,
)  # fmt: skip
"""What a line that bears a ruling can be."""


def steps(sections: list[Section]) -> Iterator[p.Step]:
    for section in sections:
        yield from (y for x in section.steps for y in walk(x))
        yield from steps(section.parts)


def walk(step: p.Step) -> Iterator[p.Step]:
    yield step
    for x in step.steps:
        yield from walk(x)


def tables(sections: list[Section]) -> Iterator[p.Table]:
    for section in sections:
        yield from [section.table] if section.table is not None else []
        yield from tables(section.parts)


@pytest.mark.parametrize("game", GAMES)
def test_each_line_of_a_game_can_bear_a_ruling(game):
    program = deepcopy(load_program(game))  # what is read once may be kept for others
    lines: dict[str, t.Node] = {}
    declared = [*program.declarations, *program.measures, program.players, program.winners]
    for node in (
        n for d in {id(d): d for d in declared if not isinstance(d, t.Scope | None)}.values() for n in d.walk()
    ):
        if isinstance(node, LINES) and not isinstance(node, t.Declaration):
            node.tags = [f"@T{len(lines)}"]
            lines[node.tags[0]] = node
    for node in (*program.procedures.values(), *program.terms.values(), *program.zones.values()):
        node.tags = [*node.tags, f"@D{len(lines)}"]
        lines[f"@D{len(lines)}"] = node
    sections = plan(program).sections
    told = {tag for step in steps(sections) for tag in step.tags}
    told |= {tag for table in tables(sections) for tags in table.tags for tag in tags}
    lost = [f"{type(x).__name__}, line {x.span.line}" for tag, x in lines.items() if tag not in told]
    assert not lost, lost


SPEC = """game "Notes"
for 2 players
winners: p in players with most points of p

cards in deck:
  name | copies
  card | 4

zone deck, seen by nobody @R1

counter points of each player

to play:
  for each p in players:
    points of p gains 1 @R2
  if deck is empty:
    for each p in players:
      points of p gains 2 @R3
  end game as done

ruling @R1 "One."
ruling @R2 "Two."
ruling @R3 "Three."
"""


def test_a_ruling_stands_at_its_clause():
    program = check("notes", parse(SPEC, "notes"), texts={"notes": SPEC})
    found = {step.key: step.tags for step in steps(plan(program).sections)}
    assert found["play.each-players"] == ["@R2"]
    assert found["play.if-deck"] == ["@R3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_of_a_place_stands_in_the_table_of_places(language):
    places = next(c for c in book("friday_the_13th", language).chapters if c.id == "places")
    assert places.table is not None
    marks = [run for row in places.table.rows for run in row[0].runs if run.link == "ruling-F3"]
    assert [run.text for run in marks] == ["◊F3"]
