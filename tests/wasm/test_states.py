"""States as bytes: the same position is the same bytes, and comes back from them."""

from __future__ import annotations

import pytest

from hoyle.engine.chance import Luck
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.engine.wasm import Program, Runtime
from hoyle.engine.wasm.layout import Packing
from hoyle.engine.wasm.states import pile_bytes, read_pile
from hoyle.library import load_program
from hoyle.resources import games


@pytest.mark.parametrize("name", games())
def test_frames_come_back_from_bytes(name: str) -> None:
    program = load_program(name)
    flow = lower(program, program.seats()[-1])
    machine, codec = Machine(flow), Program(flow).codec
    luck, policy = Luck(3), Luck(4)
    frame = machine.start(luck)
    seen: dict[bytes, object] = {}
    for _ in range(80):
        data = codec.encode(frame)
        assert codec.decode(data) == frame
        assert seen.setdefault(data, frame) == frame
        if machine.stop(frame).kind != "decision":
            break
        moves = machine.moves(frame)
        frame = machine.play(frame, moves[policy.index(len(moves))], luck)


def test_a_saved_state_is_played_on_as_if_nothing_had_happened() -> None:
    program = load_program("thirteen")
    runtime = Runtime(Program(lower(program, 4)))
    runtime.reset()
    runtime.seed(11)
    runtime.resume()
    for _ in range(10):
        runtime.play(0)
    kept, frame, drawn = runtime.state, runtime.frame, runtime.drawn(11)
    for _ in range(20):
        runtime.play(runtime.count - 1)
    after = runtime.state
    assert after != kept
    runtime.frame = frame
    assert runtime.state == kept
    runtime.seed(11, drawn)
    runtime.resume()
    for _ in range(20):
        runtime.play(runtime.count - 1)
    assert runtime.state == after


@pytest.mark.parametrize("size", [20, 200])
def test_piles_keep_their_bags(size: int) -> None:
    packing = Packing(0, 5, size, 4, -(-size // 16))
    for faces, ranges in [
        ((), ()),
        ((7,), ()),
        ((7, 6, 9), ()),
        ((6, 7, 7, 8), ((0, 4),)),
        ((9, 6, 7, 6, 8, 5), ((1, 3), (3, 5))),
        ((9, 6, 7, 5, 8), ((1, 3), (3, 5))),
    ]:
        data = pile_bytes(packing, faces, ranges)
        assert read_pile(packing, data, 0) == (faces, ranges)


def test_a_state_of_another_size_is_refused() -> None:
    runtime = Runtime(Program(lower(load_program("pig"), 2)))
    with pytest.raises(ValueError, match="bytes"):
        runtime.state = b"123"
