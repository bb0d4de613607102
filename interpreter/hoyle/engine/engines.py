"""Which engine plays: the compiled one where it can, else the interpreter.

Comes in: what was asked for, if anything. Goes out: the engine's name, and why it is not the compiled one. What always
holds: who asks for the compiled engine gets it or is told what is missing; who asks for none is never refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ..language.diagnostics import HoyleError
from .flow import Flow

if TYPE_CHECKING:
    from .wasm import Program

WASM, INTERPRETER = "wasm", "interpreter"

MISSING = "the compiled engine needs wasmtime, which is not installed"
INSTALL = "install it with: pip install 'hoyle[wasm]'"


Made = TypeVar("Made")
Watching: TypeAlias = bool | frozenset[str]
"""Whether plays are watched; or the names of what they are watched for, beside the marks they reach."""


@dataclass(frozen=True)
class Chosen:
    """`program` is the compiled game, None if the interpreter plays; `why` says why it does, if nobody asked for it."""

    program: Program | None = None
    why: str = ""

    @property
    def name(self) -> str:
        """The engine's name."""
        return INTERPRETER if self.program is None else WASM


def installed() -> bool:
    """Whether there is what the compiled engine needs, and it can be loaded on this machine."""
    try:
        import wasmtime  # noqa: F401
    except (ImportError, OSError):
        return False
    return True


def choose(flow: Flow, asked: str | None = None, policy: str = "random", watched: Watching = False) -> Chosen:
    """The engine that plays a flow.

    Args:
        flow: the rules.
        asked: the engine asked for by name; None: the compiled one if it can.
        policy: how moves are chosen.
        watched: what plays are watched for (see `wasm.watching`).

    Raises:
        HoyleError: the compiled engine was asked for, and cannot play this.
    """
    if asked == INTERPRETER:
        return Chosen()
    if policy != "random" and installed():
        program, why = None, f"the compiled engine plays at random only, not {policy}"
        refuse(asked, why)
    else:
        program, why = made(lambda: _program(flow, watched), asked)
    return Chosen(program, why)


def _program(flow: Flow, watched: Watching) -> Program:
    from .wasm import Program

    return Program(flow, watched)


def made(make: Callable[[], Made], asked: str | None = None) -> tuple[Made | None, str]:
    """What the compiled engine makes of a flow; or None, and why not.

    Args:
        make: makes it.
        asked: the engine asked for by name.

    Raises:
        HoyleError: the compiled engine was asked for, and cannot make this.
    """
    if not installed():
        refuse(asked, MISSING)
        return None, MISSING
    from wasmtime import WasmtimeError

    from .wasm import Unsupported

    try:
        return make(), ""
    except Unsupported as error:
        why = f"the compiled engine cannot play this: {error}"
    except WasmtimeError as error:  # rules so large that a limit of WebAssembly is hit
        why = f"the compiled game cannot be loaded: {str(error).strip().splitlines()[-1].strip()}"
    refuse(asked, why)
    return None, why


def refuse(asked: str | None, why: str) -> None:
    """Tells who asked for the compiled engine why it cannot be had."""
    if asked == WASM:
        hint = INSTALL if why == MISSING else "leave out --engine, and the interpreter plays"
        raise HoyleError(f"{why}; {hint}")
