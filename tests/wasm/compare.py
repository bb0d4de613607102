"""Playing a flow on both engines side by side.

Comes in: a flow and a seed. Goes out: nothing, or an `AssertionError` that says at which decision they part.
Compared at every stop: why the game stands still, the whole position, the seat that is asked, the moves in their
order; at the end the result; a fault of the rules must come at the same place on both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hoyle.engine.chance import POLICY_STREAM, Luck
from hoyle.engine.errors import PlayError
from hoyle.engine.flow import Flow
from hoyle.engine.machine import Machine
from hoyle.engine.results import standing
from hoyle.engine.wasm.host import KINDS, Program, Runtime


def outcome(step: Callable[[], Any]) -> tuple[Any, PlayError | None]:
    """What a step gives, or the fault it ends in."""
    try:
        return step(), None
    except PlayError as fault:
        return None, fault


def raised(error: PlayError) -> Any:
    """Raises it."""
    raise error


class Both:
    """A flow on both engines."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.machine = Machine(flow)
        self.program = Program(flow)
        self.runtime = Runtime(self.program)
        self.known: dict[tuple[int, bytes], Any] = {}

    def listed(self) -> list[Any]:
        """The compiled engine's moves, as `Runtime.moves` gives them; what a record says is read once."""
        runtime, known, at = self.runtime, self.known, self.runtime.at
        size, _ = self.program.compiled.records[at]
        data = runtime._read(self.program.compiled.moves_at, size * runtime.count)
        records = [(at, data[first : first + size]) for first in range(0, len(data), size)]
        if not all(record in known for record in records):
            known.update(zip(records, runtime.moves(), strict=True))
        return [known[record] for record in records]

    def play(self, seed: int, most: int = 200) -> int:
        """A play at random, stop by stop, chances by luck; how many decisions it took."""
        luck, policy = Luck(seed), Luck(seed ^ POLICY_STREAM)
        runtime = self.runtime
        runtime.reset()
        runtime.seed(seed)
        frame, status = self.same(lambda: self.machine.start(luck), runtime.resume)
        for decisions in range(most):
            if frame is None:
                return decisions
            self.alike(frame, status)
            assert runtime.drawn(seed) == luck.drawn
            if KINDS[status] != "decision":
                self.results(frame)
                return decisions
            moves = self.machine.moves(frame)
            index = policy.index(len(moves)) if len(moves) > 1 else 0
            before, move = frame, moves[index]
            frame, status = self.same(
                lambda before=before, move=move: self.machine.play(before, move, luck),
                lambda index=index: runtime.play(index),
            )
        return most

    def follow(self, seed: int, most: int = 100_000) -> int:
        """A play at random, stop by stop, as `play`, but states are compared as bytes only; how many decisions it took.

        What players see follows from the state and the moves in one place for both engines (`engine.observe`), so that
        it is the same if these are.
        """
        luck, policy = Luck(seed), Luck(seed ^ POLICY_STREAM)
        machine, runtime, codec = self.machine, self.runtime, self.program.codec
        encode = codec.encode
        if not hasattr(codec._place, "cache_info"):  # a place that holds the same is the same bytes
            codec._place = lru_cache(100_000)(codec._place)  # type: ignore[method-assign]
        runtime.reset()
        runtime.seed(seed)
        frame, status = self.same(lambda: machine.start(luck), runtime.resume)
        for decisions in range(most):
            if frame is None:
                return decisions
            assert runtime.state == encode(frame)
            if KINDS[status] != "decision":
                assert machine.stop(frame).kind == KINDS[status]
                assert runtime.drawn(seed) == luck.drawn
                self.results(frame)
                return decisions
            moves = machine.moves(frame)
            assert self.listed() == moves
            index = policy.index(len(moves)) if len(moves) > 1 else 0
            try:
                frame = machine.play(frame, moves[index], luck)
            except PlayError as error:
                _, status = self.same(lambda error=error: raised(error), lambda index=index: runtime.play(index))
                return decisions
            status = runtime.play(index)
        return most

    def explore(self, seed: int, most: int = 60) -> None:
        """A play at random with chances taken from outside, one outcome after the other."""
        random = Luck(seed)
        runtime = self.runtime
        runtime.reset()
        runtime.seed(None)
        frame, status = self.same(self.machine.start, runtime.resume)
        for _ in range(most):
            if frame is None:
                return
            self.alike(frame, status)
            before = frame
            if KINDS[status] == "decision":
                index = random.index(len(self.machine.moves(frame)))
                move = self.machine.moves(frame)[index]
                frame, status = self.same(
                    lambda before=before, move=move: self.machine.play(before, move),
                    lambda index=index: runtime.play(index),
                )
            elif KINDS[status] == "chance":
                outcomes = self.machine.outcomes(frame)
                assert runtime.outcomes() == outcomes
                outcome = outcomes[random.index(len(outcomes))][0]
                frame, status = self.same(
                    lambda before=before, outcome=outcome: self.machine.take(before, outcome),
                    lambda outcome=outcome: runtime.take(outcome),
                )
            else:
                return

    def whole(self, seeds: range, most: int = 2000) -> None:
        """Whole plays at random, their counts and results; the position in which the last of them ended."""
        for seed, played in zip(seeds, self.runtime.playouts(seeds, most), strict=True):
            fault: PlayError | None = None
            try:
                expected = self.machine.playout(seed, most)
                came_out = standing(self.machine, expected.frame)
            except PlayError as error:
                fault = error
            if fault is not None:
                assert isinstance(played, PlayError), f"seed {seed}: {fault}"
                assert played.span == fault.span
                continue
            assert not isinstance(played, Exception), f"seed {seed}: {played}"
            counts = expected.kind, expected.frame[0], expected.decisions, expected.choices
            assert (played.kind, played.at, played.decisions, played.choices) == counts, f"seed {seed}"
            if played.kind == "over":
                assert came_out is not None
                assert set(played.winners) == set(came_out.winners)
                assert came_out.scores is None or played.scores == came_out.scores
            if seed == seeds[-1]:
                assert self.runtime.state == self.program.codec.encode(expected.frame), f"seed {seed}"

    def same(self, interpreted: Any, compiled: Any) -> tuple[Any, Any]:
        """One step on both; a frame and a status, or (None, 0) after the same fault on both."""
        frame, fault = outcome(interpreted)
        status, failed = outcome(compiled)
        assert (fault is None) == (failed is None), f"only one engine fails: {fault or failed}"
        if fault is None or failed is None:
            return frame, status
        assert failed.span == fault.span, f"{failed} is not {fault}"
        return None, 0

    def alike(self, frame: Any, status: int) -> None:
        """Both stand at the same position, for the same reason."""
        stop = self.machine.stop(frame)
        assert stop.kind == KINDS[status]
        assert self.runtime.frame == frame
        assert self.runtime.state == self.program.codec.encode(frame)
        if stop.kind == "decision":
            assert self.runtime.moves() == self.machine.moves(frame)
        if stop.kind in ("decision", "stuck"):
            assert self.runtime.player == stop.player

    def results(self, frame: Any) -> None:
        """Both say the same of how the game came out."""
        came_out, found = self.same(lambda: standing(self.machine, frame), self.runtime.result)
        if came_out is not None and came_out.ending >= 0:
            winners, scores = found
            assert set(winners) == set(came_out.winners)
            assert came_out.scores is None or scores == came_out.scores
