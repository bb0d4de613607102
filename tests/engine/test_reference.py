"""What the interpreter runs means what the plain reference means: on every game, in random positions, for values and moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from engine.reference import Failure, Reference
from hoyle.engine import Luck, Machine, PlayError
from hoyle.engine import flow as F
from hoyle.engine.lower import lower
from hoyle.library import load_program
from hoyle.resources import games

POSITIONS = 12
CARDS_AT_MOST = 9
"""The reference tries all subsets: melds are compared for hands up to so many cards."""


def nodes(instr: Any) -> Iterator[Any]:
    """The expressions an instruction holds, themselves not inside another."""
    if isinstance(instr, F.Expr | F.Seq):
        yield instr
    elif isinstance(instr, list | tuple):
        for item in instr:
            yield from nodes(item)
    elif is_dataclass(instr) and not isinstance(instr, F.Choose):
        for f in fields(instr):
            yield from nodes(getattr(instr, f.name))


def has_melds(node: Any) -> bool:
    if isinstance(node, list | tuple):
        return any(map(has_melds, node))
    if isinstance(node, F.Melds | F.MakeMeld):
        return True
    return is_dataclass(node) and any(has_melds(getattr(node, f.name)) for f in fields(node))


def positions(machine: Machine, seed: int) -> Iterator[Any]:
    """Frames at decisions, spread over a random play."""
    luck, policy = Luck(seed), Luck(seed + 99)
    frame = machine.start(luck)
    for step in range(400):
        if machine.stop(frame).kind != "decision":
            return
        if policy.index(12) == 0 or step < 2:
            yield frame
        moves = machine.moves(frame)
        frame = machine.play(frame, moves[policy.index(len(moves))], luck)


def outcome(evaluate: Any, *args: Any) -> Any:
    """A value in plain form, or that it fails."""
    try:
        value = evaluate(*args)
    except (Failure, PlayError):
        return "fails"
    return list(value) if isinstance(value, list | range | tuple) else value


@pytest.mark.parametrize("name", games())
def test_values_and_moves_are_those_of_the_reference(name: str) -> None:
    program = load_program(name)
    for players in sorted({program.seats()[0], program.seats()[-1]}):
        flow = lower(program, players)
        machine = Machine(flow)
        tested = list(nodes(flow.code)) + [invariant.test for invariant in flow.invariants]
        melds = {id(node): has_melds(node) for node in tested}
        asking = {pc: has_melds(node) for pc, node in enumerate(flow.code) if isinstance(node, F.Choose)}
        compared = 0
        for seed in range(3):
            for _, frame in zip(range(POSITIONS), positions(machine, seed), strict=False):
                small = all(len(cards) <= CARDS_AT_MOST for cards in hands(machine, frame))
                if small or not asking[frame[0]]:
                    node = flow.code[frame[0]]
                    assert machine.moves(frame) == Reference(flow, frame).moves(node)  # type: ignore[arg-type]
                    compared += 1
                for node in tested:
                    if melds[id(node)] and not small:
                        continue
                    assert outcome(machine.evaluate, frame, node) == outcome(Reference(flow, frame), node), node
        assert compared


def hands(machine: Machine, frame: Any) -> Iterator[Any]:
    for index, place in enumerate(machine.flow.places):
        if place.owner >= 0 and place.shape == "zone":
            yield frame[machine.layout.place(index)]
