"""Plays as stories and as files: how a fault of the rules is told, how a play is kept and found again.

Comes in: plays. Goes out: lines for people, and record files. A record file is a record (see `engine.record`) with two
more keys, so that `replay` and `play` find the game again: `from`, what it was called on the command line, and `set`,
the parameters set there.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.diagnostics import HoyleError
from ..language.moved_away import asked_too_late
from . import files, output
from .wording import YOU

if TYPE_CHECKING:
    from .. import Game
    from ..engine.errors import PlayError
    from ..engine.record import Record, Recorder
    from ..engine.state import State
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


def keep_elsewhere(keep_: Callable[[Path | None], Path]) -> Path | None:
    """Keep a play whose own file cannot be written: below `KEPT`, else among the files of the system that are for a time.

    Args:
        keep_: keeps it in a file, or where it is kept if none is named, and gives the file.

    Returns:
        The file; None if there is no place at all.
    """
    with suppress(HoyleError):
        return keep_(None)
    with suppress(HoyleError, OSError):
        handle, name = tempfile.mkstemp(prefix="hoyle-", suffix=".json")
        os.close(handle)
        try:
            return keep_(Path(name))
        except HoyleError:
            os.unlink(name)
    return None


LONGEST_NAME = 60


def check_name(name: str) -> None:
    """Refuse what no player can be called on one line of a terminal.

    Errors: HoyleError if it is not printable, or longer than 60 characters.
    """
    if not name.isprintable() or not name.strip() or len(name) > LONGEST_NAME:
        raise HoyleError(
            f"a player's name is one line of at most {LONGEST_NAME} printable characters, not {name[:99]!r}"
        )


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

    def language(self) -> str:
        """The language in which the play was played: English if the file does not say.

        Errors: HoyleError if it is none.
        """
        from ..rulebook.lexicon import known

        return known(str(self.data.get("lang", "en")))

    def settings(self) -> dict[str, int]:
        """The parameters that were set.

        Errors: HoyleError if they are not numbers.
        """
        found = self.data.get("set", self.record.parameters)
        if not isinstance(found, dict):
            raise HoyleError("the record's `set` must give parameters their values")
        for name, value in found.items():
            if not isinstance(value, int) or isinstance(value, bool):
                raise HoyleError(f"the record's parameter `{name}` is not a number")
        return found

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
        if not all(isinstance(name, str) for name in [*self.record.variants, *self.record.players]):
            raise HoyleError("the record's `variants` and `players` must be names")
        for name in self.record.players:
            check_name(name)
        return load(spec, variants=self.record.variants, parameters=self.settings())


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


def describe(fault: PlayError, game: Game | None = None) -> str:
    """A fault of the rules as any other mistake in a spec: its place, the line, a caret. Of a `game` it is told if an option
    has moved what is missing."""
    found = fault.diagnostic()
    if game is not None and game.program is not None and not found.hint:
        late = next((gone for gone in asked_too_late(game.program) if gone.said.span == found.span), None)
        if late is not None:
            line = late.option.span.line
            hint = f"the option `{late.option.name}` on line {line} has moved it: an option moves before its rules are done"
            found = replace(found, hint=hint)
    texts = {}
    with suppress(OSError, UnicodeDecodeError):
        texts[found.span.file] = Path(found.span.file).read_text(encoding="utf-8")
    return found.render(texts)


def stuck_at(state: State) -> PlayError:
    """A player who is to choose and has no move, as a fault of the rules: at the choice that has no way out."""
    from ..engine.errors import PlayError
    from ..engine.stuck import why

    result = state.result
    who = "a player" if result is None or result.stuck is None else result.stuck
    verbs = ("are", "have") if who == YOU else ("is", "has")
    machine = state.table.machine
    code = machine.flow.code[state.frame[0]]
    return PlayError(f"{who} {verbs[0]} to choose and {verbs[1]} no move", code.span, why(machine, state.frame))


def tell_fault(
    request: Request, game: Game, players: int, seed: int, policy: str, limit: int, fault: PlayError | None
) -> None:
    """Play a play that came to a fault of the rules again, tell its end, and keep it.

    Args:
        request, game, players, seed, policy, limit: what was played.
        fault: what the engine raised; None if a player is to choose and has no move.

    Errors: the fault itself if it comes before anything has happened, so that there is no story.
    """
    recorder = play_again(game, players, seed, policy, limit)
    if recorder is None:
        assert fault is not None
        raise fault
    fault = fault or stuck_at(recorder.state)
    story = recorder.state.story()
    path = keep(recorder.record(), request)
    if request.json:
        place = {"file": fault.span.file, "line": fault.span.line, "column": fault.span.column}
        told = {"message": fault.message, **place, "seed": seed, "story": story, "record": str(path)}
        output.answer({"fault": told})
        return
    output.say(f"The rules of {game.title} break down: {fault.message}")
    if len(story) > LAST_LINES:
        output.say(f"  … {len(story) - LAST_LINES} lines before")
    for line in story[-LAST_LINES:]:
        output.say(f"  {line}")
    output.say(describe(fault, game))
    output.say(f"The seed of this play is {seed}. It is kept: hoyle replay {path}")


def play_again(game: Game, players: int, seed: int, policy: str, limit: int) -> Recorder | None:
    """A play by a policy as far as it goes: to its end, a fault of the rules, or the limit; None if it cannot start."""
    from ..engine import POLICIES, Luck, PlayError
    from ..engine.chance import POLICY_STREAM
    from ..engine.record import Recorder

    recorder = None
    luck, choose = Luck(seed ^ POLICY_STREAM), POLICIES[policy]()
    with suppress(PlayError):  # the caller has met it, and says it
        recorder = Recorder(game, players, seed)
        for _ in range(limit):
            state = recorder.state
            if state.kind != "decision":
                break
            machine = state.table.machine
            moves = machine.moves(state.frame)
            recorder.play(choose(machine, state.frame, moves, luck) if len(moves) > 1 else 0)
    return recorder
