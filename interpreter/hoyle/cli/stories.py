"""Plays as stories and as files: how a fault of the rules is told, how a play is kept and found again.

Comes in: plays. Goes out: lines for people, and record files. A record file is a record (see `engine.record`) with two
more keys, so that `replay` and `play` find the game again: `from`, what it was called on the command line, and `set`, the
parameters set there.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.diagnostics import HoyleError
from . import files, output

if TYPE_CHECKING:
    from .. import Game
    from ..engine.record import Record, Recorder
    from .options import Request

# How many of the last lines of a story are shown where all of it would hide the point.
LAST_LINES = 12

KEPT = Path(".hoyle")
"""Where plays are kept that nobody named a file for, below the folder the command runs in."""


def keep(record: Record, request: Request, path: Path | None = None, **more: Any) -> Path:
    """Write a record file.

    Args:
        record: the play.
        request: what the game was called; a path is kept whole, so that the record can be replayed from any folder.
        path: where to; a name of its own below `KEPT` if not given.
        more: further keys of the file.

    Errors: HoyleError if it cannot be written.
    """
    spec = Path(request.spec)
    name, source = (spec.resolve().stem, str(spec.resolve())) if spec.exists() else (request.spec, request.spec)
    path = path or KEPT / f"{name}-{len(record.players)}-{record.seed}.json"
    files.write_json(path, {**record.to_json(), "from": source, "set": request.settings, **more})
    return path


@dataclass(frozen=True)
class Kept:
    """A record file as read: the record, and all keys of the file."""

    record: Record
    data: dict[str, Any]

    @property
    def spec(self) -> str | None:
        """What the game was called when the play was kept."""
        found = self.data.get("from")
        return found if isinstance(found, str) else None

    def game(self, spec: str | None) -> Game:
        """The game of the record; from `spec` instead of where the record found it, if given.

        Errors: HoyleError if the record does not say where its game is; SpecErrors for mistakes in its text.
        """
        from .. import load

        spec = spec or self.spec
        if spec is None:
            raise HoyleError(
                f"the record does not say where the rules of {self.record.game} are; name them: --spec SPEC"
            )
        settings = self.data.get("set", self.record.parameters)
        if not isinstance(settings, dict):
            raise HoyleError("the record's `set` must give parameters their values")
        for name, value in settings.items():
            if not isinstance(value, int) or isinstance(value, bool):
                raise HoyleError(f"the record's parameter `{name}` is not a number")
        if not all(isinstance(name, str) for name in [*self.record.variants, *self.record.players]):
            raise HoyleError("the record's `variants` and `players` must be names")
        return load(spec, variants=self.record.variants, parameters=settings)


def read(path: Path) -> Kept:
    """A record file.

    Errors: HoyleError if it cannot be read or is no record.
    """
    from ..engine.record import Record

    data = files.read_json(path)
    try:
        record = Record.from_json(data)
    except HoyleError as error:
        raise HoyleError(f"{path}: {error}") from None
    assert isinstance(data, dict)
    return Kept(record, data)


def tell_fault(request: Request, game: Game, players: int, seed: int, policy: str, limit: int, error: str) -> None:
    """Play a play that ended in a fault of the rules again, tell its end, and keep it.

    `error` is what the engine said; empty if a player was stuck.
    """
    recorder = play_again(game, players, seed, policy, limit)
    story = recorder.state.story()
    message = error or "a player is to choose and has no move"
    path = keep(recorder.record(), request)
    if request.json:
        output.answer({"fault": {"message": message, "seed": seed, "story": story, "record": str(path)}})
        return
    output.say(f"The rules of {game.title} break down: {message}")
    if len(story) > LAST_LINES:
        output.say(f"  … {len(story) - LAST_LINES} lines before")
    for line in story[-LAST_LINES:]:
        output.say(f"  {line}")
    output.say(f"Seed of this play: {seed}. It is kept: hoyle replay {path}")


def play_again(game: Game, players: int, seed: int, policy: str, limit: int) -> Recorder:
    """A play by a policy, as far as it goes: to its end, to a fault of the rules, or to the limit of decisions."""
    from ..engine import POLICIES, Luck, PlayError
    from ..engine.chance import POLICY_STREAM
    from ..engine.record import Recorder

    recorder = Recorder(game, players, seed)
    luck, choose = Luck(seed ^ POLICY_STREAM), POLICIES[policy]()
    try:
        for _ in range(limit):
            state = recorder.state
            if state.kind != "decision":
                break
            machine = state.table.machine
            moves = machine.moves(state.frame)
            recorder.play(choose(machine, state.frame, moves, luck) if len(moves) > 1 else 0)
    except PlayError:
        pass  # said by the caller, who met it first
    return recorder
