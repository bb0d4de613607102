"""What a watched machine tells: which parts of the rules were reached, and whether the measures go down.

Comes in: the calls of a machine's trace. Goes out: counts by mark, and the first measure that did not go down. What
always holds: a measure is compared with its last value within the same run of the procedure that calls what it
measures; a run that began before the watch did (an example that starts in the middle) is as good as any other.
"""

from __future__ import annotations

from typing import Any

from ..engine.flow import Flow, MarkInfo

Runs = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
"""The procedures that are running, outermost first, each with the last value of every measure read in it."""


Mark = tuple[str, str, str, int, int]
"""A place of the rules in every flow of a spec: its kind, name, file, line and column."""


class Watch:
    """The trace of a machine. `sunk` is the measure that did not go down, with its last two values; None while all
    do."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.marks = [0] * len(flow.marks)
        self.sunk: tuple[int, int, int | None] | None = None
        self.highest: dict[int, int] = {}
        self._runs: list[tuple[int, dict[int, int]]] = [(-1, {})]
        self._entered = False

    def begin(self, runs: Runs = ()) -> None:
        """A play begins, or goes on from where `runs` was taken."""
        self.sunk = None
        self._entered = False
        self._runs = [(procedure, dict(values)) for procedure, values in runs] or [(-1, {})]

    def runs(self) -> Runs:
        """What is running now, as a value."""
        return tuple([(procedure, tuple(sorted(values.items()))) for procedure, values in self._runs])

    def __call__(self, kind: str, index: int, value: Any) -> None:
        if kind == "mark":
            self.marks[index] += 1
            if self.flow.marks[index].kind != "procedure":
                self._entered = False
        elif kind == "enter":
            self._runs.append((index, {}))
            self._entered = True
        elif kind == "leave":
            # An `end` leaves the procedures below it without a word.
            while len(self._runs) > 1 and self._runs.pop()[0] != index:
                pass
            self._entered = False
        else:
            self._gauge(index, value)

    def _gauge(self, measure: int, value: int) -> None:
        # A procedure is measured right after it was entered, within its caller's run; an option within the run it
        # stands in.
        runs = self._runs
        last = runs[-2 if self._entered and len(runs) > 1 else -1][1]
        before = last.get(measure)
        if self.sunk is None and (value < 0 or (before is not None and value >= before)):
            self.sunk = measure, value, before
        last[measure] = value
        self.highest[measure] = max(value, self.highest.get(measure, value))

    def reached(self) -> dict[Mark, int]:
        """How often each place of the rules was reached."""
        found: dict[Mark, int] = {}
        for info, count in zip(self.flow.marks, self.marks, strict=True):
            found[key_of(info)] = found.get(key_of(info), 0) + count
        return found


def key_of(info: MarkInfo) -> Mark:
    """What names a mark in every flow of a spec."""
    return info.kind, info.name, info.span.file, info.span.line, info.span.column
