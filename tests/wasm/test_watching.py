"""A watched game is the same play, counts marks as the trace does, and ends where something does not hold."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.engine import Machine
from hoyle.engine.errors import PlayError
from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.wasm import Program, Runtime
from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.library import load_program
from hoyle.resources import games
from strategies import spec


class Marks:
    """Counts the marks that a machine's trace tells of."""

    def __init__(self, flow: Flow) -> None:
        self.counts = [0] * len(flow.marks)

    def __call__(self, kind: str, index: int, value: Any) -> None:
        if kind == "mark":
            self.counts[index] += 1


def compare(flow: Flow, seeds: range, most: int) -> None:
    """Watched plays are the plays of the interpreter, and reach the same marks as often."""
    marks = Marks(flow)
    machine, runtime = Machine(flow, marks), Runtime(Program(flow, watched=True))
    for seed in seeds:
        (played,) = runtime.playouts([seed], most)
        if isinstance(played, PlayError) or played.kind == "broken":
            return
        try:
            expected = machine.playout(seed, most)
        except PlayError:  # an invariant can fail where the game itself does not, but not the other way round
            pytest.fail("only the interpreter fails")
        assert (played.kind, played.decisions, played.choices) == (
            expected.kind,
            expected.decisions,
            expected.choices,
        )
        assert runtime.marks() == marks.counts


@pytest.mark.parametrize("name", games())
def test_bundled_games(name: str) -> None:
    program = load_program(name)
    flow = lower(program, program.seats()[-1])
    compare(flow, range(2), most=300)
    played = Runtime(Program(flow, watched=True)).playouts(range(200), 300)
    assert [one.broken for one in played if not isinstance(one, PlayError)] == [""] * 200


def test_random_specs() -> None:
    for seed in range(700, 712):
        made = spec(seed)
        try:
            program = check("random", parse(made.text, "random"), texts={"random": made.text})
            flow = lower(program, program.seats()[0])
        except Exception:  # whatever is wrong with the spec is told elsewhere
            continue
        compare(flow, range(3), most=40)


HEAD = """game "Counted"
for 2 players
winners: p in players with highest points of p
counter points of each player
cards in deck:
  name | value
  card | 1 to 6
pile deck, seen by nobody
zone hand of each player, seen by its owner
to play:
  shuffle deck
  turns for p in players from (the first q in players) until the highest points of players >= 9:
    p takes-turn
  end game as counted
turn (player p) takes-turn:
  p chooses:
    to gain:
      p scores 1
    to wait
"""


def watch(more: str) -> set[str]:
    """What is found not to hold in some plays."""
    text = HEAD + more
    flow = lower(check("counted", parse(text, "counted"), texts={"counted": text}), 2)
    played = Runtime(Program(flow, watched=True)).playouts(range(50), 100)
    return {one.broken for one in played if not isinstance(one, PlayError)}


def test_an_invariant_that_fails_ends_the_play_there() -> None:
    assert watch("always modest: the total points of players < 5\n") == {"modest"}
    assert watch("always modest: the total points of players < 50\n") == {""}


def test_a_measure_that_does_not_go_down_ends_the_play() -> None:
    assert "measure" in watch("measure takes-turn: 100 - the total points of players\n")
    assert watch("measure gain: 100 - the total points of players\n") == {""}
