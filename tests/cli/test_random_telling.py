"""Whatever a random spec brings can be shown and told, in the words of the spec and in those of each language."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from hoyle import game_of
from hoyle.cli.board import draw
from hoyle.cli.remarks import remarks
from hoyle.cli.telling import Telling
from hoyle.cli.tongue import Plain, Spoken
from hoyle.engine import PlayError, State
from hoyle.language.check import check
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.parse import parse
from hoyle.rulebook.speak import Speaker
from strategies import spec

SPECS, CHOICES = 8, 12


def followed(state: State, tongue: Plain, source: random.Random) -> list[str]:
    """A play at random, with all that its players read."""
    console = Console(file=io.StringIO(), width=300)
    telling = Telling(tongue)
    read: list[str] = []
    for _ in range(CHOICES):
        draw(console, state, tongue)
        if state.kind != "decision":
            break
        moves = state.table.machine.moves(state.frame)
        read += tongue.asks(state, moves[:CHOICES])
        try:
            state = state.play(source.randrange(len(moves)))
        except PlayError:
            break
    for seat in range(len(state.players)):
        read += [telling.line(remark) for remark in remarks(state.table, state.seen(seat))]
    read += [telling.line(remark) for remark in remarks(state.table, state.events)]
    if state.result is not None:
        read.append(telling.outcome(state))
    return [*read, *console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", ["plain", "en", "es", "fr"])
def test_whatever_happens_can_be_told(code: str) -> None:
    told = 0
    for seed in range(SPECS):
        text = spec(seed).text
        try:
            program = check("random", parse(text, "random"))
            game = game_of(program)
            state = game.start(["you", "ann", "p3", "p4", "p5", "p6"][: game.players[0]], seed=seed)
        except (SpecErrors, PlayError):
            continue
        table = state.table
        tongue = Plain(table, 0) if code == "plain" else Spoken(table, 0, Speaker(program, code, {}))
        read = followed(state, tongue, random.Random(seed))
        assert not [line for line in read if "‹" in line or "{" in line], text
        told += len(read)
    assert told > 10 * SPECS
