"""The compiled engine: a flow as WebAssembly text, and how Python runs it.

What comes in: a `Flow`. What goes out: a module that imports nothing, and hosts for it. What always holds: it plays
as the interpreter does, to the bit: the same moves in the same order, the same positions, the same luck, faults of
the rules at the same places.

    program = Program(flow)              needs wasmtime; `compile_flow(flow).text` does not
    game = Runtime(program)
    game.playouts(range(10_000))         whole plays at random

    layout   where a state's slots and places lie in memory
    facts    what is known of values beforehand: bounds, none or not, how long lists get
    sure     what can fail, and which lists are therefore worked out before anything is done with their members
    unit     the module and the function that are being made
    expr, masks, folds, constant, seq, lists     expressions and sequences
    places, plays, carry, moving                 what lies at places, and how it moves
    forms, fours, listing, melds, prune          combinations
    choices, opened, stock, marked, among        decisions: the moves as a list
    chosen, taking                               one move taken without a list
    luck, chances, regions, code                 chances, loops, the function `$run`
    runtime, wat, module                         what every module has; text; the whole
    states, host                                 bytes ↔ frames; Python and wasmtime
    stepping, batch, actions, seen, told         many games stepped together, with NumPy
    outcomes, expanding, explorer                all positions of a small instance, for verification
    said, bundle, manifest                       one module for all numbers of players, for programs without Hoyle
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .forms import Unsupported
from .module import Compiled, compile_flow

if TYPE_CHECKING:
    from .host import Played, Program, Runtime

__all__ = ["Compiled", "Played", "Program", "Runtime", "Unsupported", "compile_flow"]


def __getattr__(name: str) -> Any:
    """The host's classes, imported when first asked for: they need wasmtime."""
    if name in ("Played", "Program", "Runtime"):
        from . import host

        return getattr(host, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
