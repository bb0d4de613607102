"""Both engines play the bundled games the same, stop by stop: every count of players, every variant."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hoyle.engine.lower import lower
from hoyle.engine.results import standing
from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.library import find, load_program
from hoyle.resources import games
from language.cases import Case, cases, reported
from wasm.compare import Both

LANGUAGE = Path(__file__).parent.parent / "language"
SMALL = [case for file in sorted(LANGUAGE.glob("*/good/*.hoyle")) if file.parts[-3] != "syntax" for case in cases(file)]


def bundled() -> list[tuple[str, tuple[str, ...]]]:
    """Every bundled game, plain and with each of its variants."""
    return [(name, variants) for name in games() for variants in [(), *((v,) for v in find(name).variants)]]


@cache
def both(name: str, variants: tuple[str, ...], players: int) -> Both:
    return Both(lower(load_program(name, variants), players))


@pytest.fixture(scope="module", autouse=True)
def _kept() -> Iterator[None]:
    """Compiled games are let go while wasmtime is still there to do it: at the end of Python it is not."""
    yield
    both.cache_clear()


def counts(name: str, variants: tuple[str, ...]) -> list[int]:
    seats = load_program(name, variants).seats()
    return sorted({seats[0], seats[-1]}) if not variants else [seats[len(seats) // 2]]


@pytest.mark.parametrize(("name", "variants"), bundled())
def test_a_play_is_the_same_at_every_stop(name: str, variants: tuple[str, ...]) -> None:
    for players in counts(name, variants):
        assert both(name, variants, players).play(seed=players, most=100) > 0


@pytest.mark.parametrize(("name", "variants"), bundled())
def test_chances_can_be_taken_from_outside(name: str, variants: tuple[str, ...]) -> None:
    for players in counts(name, variants)[:1]:
        both(name, variants, players).explore(seed=5, most=40)


@pytest.mark.parametrize(("name", "variants"), bundled())
def test_whole_plays_come_out_the_same(name: str, variants: tuple[str, ...]) -> None:
    for players in counts(name, variants):
        both(name, variants, players).whole(range(100, 102), most=400)


EQUAL_GAMES = int(os.environ.get("HOYLE_EQUAL_GAMES", "0"))
"""How many plays of each game and variant are followed to their ends; some, cut after `SOME_DECISIONS`, if not set."""

SOME, SOME_DECISIONS = 16, 150


@pytest.mark.long
@pytest.mark.parametrize(("name", "variants"), bundled())
def test_many_plays_are_the_same_at_every_stop(name: str, variants: tuple[str, ...]) -> None:
    """The same moves in the same order, the same states to the bit, the same luck, the same results.

    `HOYLE_EQUAL_GAMES=10000 make long` takes hours: the interpreter plays them all.
    """
    seats = load_program(name, variants).seats()
    most = 100_000 if EQUAL_GAMES else SOME_DECISIONS
    for number, players in enumerate(seats):
        for seed in range(number, EQUAL_GAMES or SOME, len(seats)):
            both(name, variants, players).follow(seed, most)


@pytest.mark.long
@pytest.mark.parametrize(("name", "variants"), bundled())
def test_many_whole_plays_come_out_the_same(name: str, variants: tuple[str, ...]) -> None:
    seats = load_program(name, variants).seats()
    for number, players in enumerate(seats):
        both(name, variants, players).whole(range(1_000 * number, 1_000 * number + max(60 // len(seats), 1)), most=300)


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_a_play_of_each_small_spec_is_the_same(case: Case) -> None:
    program, _ = reported(case.text)
    assert program is not None
    small = Both(lower(program, program.seats()[0]))
    for seed in range(3):
        small.play(seed, most=30)


EQUAL = """game "Equal"
for 2 players
winners: players
cards in here:
  name | value  | copies
  card | 1 to 3 | 2
zone here, seen by all
zone there, seen by all
to play:
  put (the first c in here where value of c is 2) into there
  if some c in here where (some d in there where size of ([c] but d) = 0):
    end game as found
  end game as missed
"""


def test_cards_are_equal_by_their_faces_wherever_they_lie() -> None:
    """The language has `but` drop a card of equal face; that one lies elsewhere makes no difference, whatever the list is."""
    flow = lower(check("equal", parse(EQUAL, "equal"), texts={"equal": EQUAL}), 2)
    ended = Both(flow)
    ended.whole(range(2))
    came_out = standing(ended.machine, ended.machine.playout(0, 10).frame)
    assert came_out is not None
    assert flow.endings[came_out.ending] == "found"
