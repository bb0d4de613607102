"""Hoyle: the rules of card and dice games, written once, that play, are verified, and read as a rulebook.

    import hoyle
    game = hoyle.load("friday_the_13th")               a bundled game, or the path of a spec
    state = game.start(players=4, seed=1)
    state.player, state.moves                          who is to choose, and what there is to choose from
    state = state.play(state.moves[0])                 a new state; the old one stays as it was
    state.observation("p1"), state.history("p1")       what a player sees, and has seen
    state.result                                       None while the game goes on
    hoyle.State.from_json(game, state.to_json())       the same state again

Folders are the pipeline: `language` (text → tree → checked program), `engine` (program → flow → states and moves), and the readers
of both: `verify`, `rulebook`, `site`; `cli` is the command line. Imports run that way only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any

    from .engine.errors import PlayError
    from .engine.game import Game
    from .engine.state import Move, Outcome, Result, State
    from .engine.wasm.batch import Batch
    from .language.diagnostics import HoyleError, SpecErrors
    from .language.program import Program

    __version__: str

__all__ = [
    "Game",
    "HoyleError",
    "Move",
    "Outcome",
    "PlayError",
    "Result",
    "SpecErrors",
    "State",
    "batch",
    "game_of",
    "load",
]

_LAZY = {
    "Game": "engine.game",
    "State": "engine.state",
    "Move": "engine.state",
    "Outcome": "engine.state",
    "Result": "engine.state",
    "PlayError": "engine.errors",
    "HoyleError": "language.diagnostics",
    "SpecErrors": "language.diagnostics",
}


def __getattr__(name: str) -> Any:
    """What the package offers, imported when first asked for: `hoyle --help` needs none of it, and until the command
    line listens nobody can be told quietly of an interrupt."""
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(f".{_LAZY[name]}", __name__), name)
    if name == "__version__":
        return _version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("hoyle")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0.0.0"


def load(
    spec: str | Path,
    variants: Iterable[str] = (),
    parameters: Mapping[str, int] | None = None,
    scope: str | None = None,
) -> Game:
    """A game ready to be played.

    Args:
        spec: a bundled game's name (`pig`), the path of a spec, or of the folder it is in.
        variants: names of variants to play with; the order makes no difference, as two that change one thing are refused.
        parameters: values of the game's parameters; those left out have their defaults, or what a variant sets.
        scope: the name of one of the spec's scopes (small instances).

    Raises:
        HoyleError: there is no such game, variant or scope.
        SpecErrors: what is wrong with the spec's text; all mistakes at once.
    """
    from .library import load_program

    return game_of(load_program(spec, variants, parameters, scope))


def batch(game: str | Path | Game, n: int, players: int | None = None, seed: int = 0, autoreset: bool = False) -> Batch:
    """Many games stepped together, with NumPy's arrays (see `hoyle.engine.wasm.batch`).

    Args:
        game: a game, or what `load` takes.
        n: how many.
        players: how many play; the fewest the game is for if not given.
        seed: all chance follows from it.
        autoreset: whether a game that is over begins anew at once.

    Raises:
        HoyleError: numpy or wasmtime is not installed; the game is not for so many; there is no such game.
    """
    from .language.diagnostics import HoyleError

    try:
        from .engine.wasm.batch import Batch
    except ImportError as error:
        raise HoyleError(f"batches need numpy and wasmtime: pip install 'hoyle[numpy,wasm]' ({error})") from None
    from .engine.game import Game

    return Batch(game if isinstance(game, Game) else load(game), n, players, seed, autoreset)


def game_of(program: Program) -> Game:
    """The game of a checked program.

    Raises:
        HoyleError: it is no program.
    """
    import hashlib
    from functools import partial

    from .engine.game import Game
    from .engine.lower import lower
    from .language.diagnostics import HoyleError
    from .language.program import Program

    if not isinstance(program, Program):
        raise HoyleError(f"a game is made of a checked program, not of {program!r}; of a name or a path: hoyle.load")
    digest = hashlib.sha256()
    for text in program.texts.values():
        digest.update(text.encode())
    digest.update(repr(sorted(program.settings.items())).encode())
    return Game(
        partial(lower, program),
        list(program.seats()),
        program.title,
        digest.hexdigest(),
        tuple(program.variants),
        program,
    )
