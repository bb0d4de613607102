"""Expressions and sequences of a flow as Python functions over one frame.

Comes in: nodes of `flow`. Goes out: for an expression a function from a frame to a value, for a sequence one to a
list or a tuple. What always holds: a function writes nothing but variables of its own (and how much work was done); a
node becomes the same function whatever else is there. How a node is written is told by its rule (see `text`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any, cast

from . import flow as F
from . import primitives
from .known import Known
from .layout import Fn, Layout
from .melds import Combination
from .text import Bounds, Text


class Writer:
    """Makes the functions of one flow."""

    def __init__(self, flow: F.Flow, layout: Layout) -> None:
        from . import calls, folds, pieces, scalars, sequences  # noqa: F401  they enter their rules

        self.flow = flow
        self.layout = layout
        self.known = Known(flow)
        self.combinations = [Combination(flow, index) for index in range(len(flow.combinations))]
        self.source: list[str] = []
        """What was written so far, one text for each function."""
        self._globals: dict[str, Any] = dict(primitives.FOR_FUNCTIONS)
        self._constants: dict[tuple[str, Any], str] = {}
        self.terms: dict[Any, str] = {}
        """The names of the functions of terms, as far as any was called for (see `calls`)."""
        self._lock = RLock()
        self._results: dict[int, Bounds | None] = {}

    def __call__(self, node: F.Expr | F.Seq, registers: Sequence[int] = ()) -> Fn:
        """The function of a node. `registers`: those it is given values of, after the frame."""
        with self._lock:
            return cast(Fn, self._globals[self.function(node, registers)])

    def place(self, node: F.Expr) -> Fn:
        """The function of an expression that gives a place; to give none is a failure."""
        found: Fn = self.written("place", lambda text: text.line(f"return {text.place(node)}"))
        return found

    def maybe(self, node: F.Expr | F.Seq | None) -> Fn | None:
        """The function of a node that need not be there."""
        return None if node is None else self(node)

    def function(self, node: F.Expr | F.Seq, registers: Sequence[int] = (), slots: Sequence[int] = ()) -> str:
        """The name of a node's function, which is given the values of some registers and slots after the frame."""

        def write(text: Text) -> None:
            text.slots = {slot: f"s{slot}" for slot in slots}
            text.line(f"return {text(node)}")

        return self.define(type(node).__name__.lower(), [f"r{r}" for r in registers] + [f"s{s}" for s in slots], write)

    def written(self, hint: str, write: Callable[[Text], None]) -> Any:
        """A function of the frame whose lines are written by `write`."""
        with self._lock:
            return self._globals[self.define(hint, [], write)]

    def define(self, hint: str, given: Sequence[str], write: Callable[[Text], None]) -> str:
        """The name of a function whose lines are written by `write`."""
        text = Text(self)
        write(text)
        name = self._name(hint)
        lines = [f"def {name}({', '.join(['f', *given])}):", *[f"    {line}" for line in [*text.head, *text.lines]]]
        self.source.append("\n".join(lines))
        exec(compile(self.source[-1], "<rules>", "exec"), self._globals)
        return name

    def results(self, index: int) -> Bounds | None:
        """Between what the results of a term lie, whatever it is given; None if it may give none."""
        if index not in self._results:
            self._results[index] = Text(self).within(self.flow.functions[index].body)
        return self._results[index]

    def constant(self, value: Any, hint: str) -> str:
        """The name under which functions find a value; the same for what is the same."""
        key = hint, value if isinstance(value, tuple) or hint == "at" else id(value)
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = self._name(hint)
            self._globals[name] = value
        return name

    def _name(self, hint: str) -> str:
        return f"{re.sub(r'^[0-9]|[^a-z0-9]', '_', hint.lower())}_{len(self._globals)}"
