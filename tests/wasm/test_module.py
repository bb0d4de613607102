"""The module of a game: small, readable, with no imports, the same every time."""

from __future__ import annotations

import pytest

from hoyle.engine.lower import lower
from hoyle.engine.wasm import Program, compile_flow
from hoyle.library import load_program
from hoyle.resources import games


@pytest.mark.parametrize("name", games())
def test_a_module_is_small_and_imports_nothing(name: str) -> None:
    program = load_program(name)
    made = Program(lower(program, program.seats()[-1]))
    assert len(made.binary) < 60_000
    assert not made.module.imports
    assert {"memory", "reset", "resume", "play", "player", "playouts", "result"} <= {
        e.name for e in made.module.exports
    }


def test_the_same_flow_gives_the_same_text() -> None:
    program = load_program("hearts")
    assert compile_flow(lower(program, 4)).text == compile_flow(lower(program, 4)).text


def test_a_rule_can_be_followed_into_the_text() -> None:
    text = compile_flow(lower(load_program("friday_the_13th"), 4)).text
    assert "takes-turn chooses, line" in text
    assert "(func $moves_" in text
    assert max(len(line) for line in text.splitlines() if "(data" not in line and "br_table" not in line) < 200
