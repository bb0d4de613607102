"""Both engines play random specs the same, faults of the rules included."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hoyle.engine.lower import lower
from hoyle.engine.wasm import Unsupported
from hoyle.language.check import check
from hoyle.language.diagnostics import HoyleError, SpecErrors
from hoyle.language.parse import parse
from strategies import Spec, spec
from strategies.bare import bare
from wasm.compare import Both

EACH = 6


def play(seed: int, make: Callable[[int], Spec] = spec) -> int:
    """Plays the spec of a seed on both engines, for its two smallest counts of players; how many of them could be."""
    made = make(seed)
    try:
        program = check("random", parse(made.text, "random"), texts={"random": made.text})
    except SpecErrors:
        return 0
    played = 0
    for players in program.seats()[:2]:
        try:
            flow = lower(program, players)
        except HoyleError:
            continue
        try:
            both = Both(flow)
            for start in range(2):
                both.play(start, most=60)
            both.explore(7, most=30)
            both.whole(range(4), most=60)
            played += 1
        except Unsupported:
            continue
        except Exception as error:
            error.add_note(f"the spec of seed {seed} for {players} players:\n{made.text}")
            raise
    return played


@pytest.mark.parametrize("chunk", range(3))
def test_random_specs(chunk: int) -> None:
    assert sum(play(seed) for seed in range(chunk * EACH, (chunk + 1) * EACH)) >= EACH // 2


def test_random_specs_without_cards_or_dice() -> None:
    assert sum(play(seed, bare) for seed in range(20)) >= 20


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(4))
def test_many_random_specs(chunk: int) -> None:
    assert sum(play(seed) for seed in range(50_000 + chunk * 25, 50_025 + chunk * 25)) >= 20
