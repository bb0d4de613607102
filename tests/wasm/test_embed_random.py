"""Random specs, compiled for other programs and stepped together, are played as the interpreter plays them."""

from __future__ import annotations

import json
from typing import Any

import pytest
import wasmtime

from hoyle import Game, HoyleError, SpecErrors, State, game_of
from hoyle.engine.errors import PlayError
from hoyle.engine.hosts import hoyle_host
from hoyle.engine.lower import lower
from hoyle.engine.wasm import Unsupported
from hoyle.engine.wasm.bundle import bundle
from hoyle.engine.wasm.manifest import manifest
from hoyle.language.check import check
from hoyle.language.parse import parse
from strategies import spec
from strategies.bare import bare

STEPS = 10


def plain(data: Any) -> Any:
    """As JSON brings it back."""
    return json.loads(json.dumps(data))


def alike(play: hoyle_host.Play, state: State) -> None:
    """Both stand at the same position and say the same of it, to everybody."""
    assert play.kind == state.kind
    assert play.position() == plain(state.to_json(history=False))
    moves = [[str(move), plain(dict(move.values))] for move in state.moves]
    assert [[str(move), plain(move.values)] for move in play.moves] == moves
    for name in state.players:
        assert plain(play.observe(name)) == plain(state.observation(name))


def hosted(game: Game, rules: hoyle_host.Rules, players: int) -> None:
    """A play by a host beside one by the interpreter; faults of the rules come at the same step."""
    try:
        state = game.start(players, seed=5)
    except PlayError:
        with pytest.raises(hoyle_host.RulesFault):
            rules.start(players, 5)
        return
    play = rules.start(players, 5)
    for step in range(STEPS):
        try:
            alike(play, state)
        except PlayError:  # a move cannot even be said
            return
        if state.kind != "decision":
            return
        index = step % len(state.moves)
        try:
            state = state.play(index)
        except PlayError:
            with pytest.raises(hoyle_host.RulesFault):
                play.play(index)
            return
        play.play(index)
        if step % 2 == 0:
            play = rules.load(plain(play.save()))


def together(game: Game, players: int) -> None:
    """Games stepped together have the moves that their positions have, and as many actions."""
    pytest.importorskip("numpy", reason="NumPy is not installed")
    from hoyle.engine.wasm.batch import Batch

    batch = Batch(game, 2, players, 3)
    for _ in range(STEPS // 2):
        assert batch.observe().shape == (2, batch.columns[-1].last)
        if batch.actions is not None:
            assert batch.mask.sum(axis=1).tolist() == batch.counts.tolist()
        for k in range(2):
            if k not in batch.faults:
                assert (
                    len(batch.state(k).table.machine.moves(batch.state(k).frame) if not batch.done[k] else [])
                    == (batch.counts[k])
                )
        batch.step(batch.sample())


def embed(seed: int) -> bool:
    """Compiles and plays the spec of a seed; whether it could be."""
    made = (bare if seed % 5 == 0 else spec)(seed)
    try:
        program = check("random", parse(made.text, "random"), texts={"random": made.text})
        flows = {players: lower(program, players) for players in program.seats()}
        found = bundle(flows, "A random game", program.texts)
    except (SpecErrors, HoyleError, Unsupported):
        return False
    rules = hoyle_host.Rules(plain(manifest(program, found, "0")), bytes(wasmtime.wat2wasm(found.text)))
    game = game_of(program)
    try:
        for players in list(flows)[:2]:
            hosted(game, rules, players)
            together(game, players)
    except Exception as error:
        error.add_note(f"the spec of seed {seed}:\n{made.text}")
        raise
    return True


def test_random_specs() -> None:
    assert sum(embed(seed) for seed in range(6)) >= 4


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(1))
def test_many_random_specs(chunk: int) -> None:
    assert sum(embed(seed) for seed in range(1000 + 30 * chunk, 1030 + 30 * chunk)) >= 20
