"""How procedures lead to each other: nobody calls themselves, `end` ends something, what repeats can end and is not
idle.

Comes in: what `Statements` noted. Goes out: mistakes. What always holds: they are told once, at the words that cause
them.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import did_you_mean
from .statements import Statements

DEEPEST = 100
"""So many procedures may be done within one another."""


class FlowRules:
    """Checks the ways through the procedures of a program."""

    def __init__(self, s: Statements) -> None:
        self.s = s
        self.x = s.x
        self.procedures = s.p.procedures
        self.calls = s.calls
        self.rings = False  # or ways that are too long to be followed

    def check(self) -> None:
        """Tell all mistakes."""
        self._recursion()
        for here, end in self.s.ends:
            self._end(here, end)
        for procedure in self.procedures.values():
            for node in procedure.walk():
                if isinstance(node, t.Body):
                    self._dead(node)
        if not self.rings:
            for here, loop in self.s.loops:
                self._loop(here, loop)

    # ---- recursion and ends ----------------------------------------------------------------------------------------
    def _recursion(self) -> None:
        depths: dict[str, int] = {}

        def visit(name: str, path: list[str]) -> int:
            """How many procedures are done within one another from here on, this one included."""
            if name in path:
                self.rings = True
                ring = " → ".join([*path[path.index(name) :], name])
                hint = "repeat with `repeat` or `turns`, not by calling itself"
                self.x.error("E110", f"`{name}` leads back to itself: {ring}", self.procedures[name], hint)
                return 0
            if name not in depths:
                if len(path) < DEEPEST:
                    callees = sorted(self.calls.get(name, ()))
                    depths[name] = 1 + max((visit(callee, [*path, name]) for callee in callees), default=0)
                else:
                    depths[name] = DEEPEST + 1
            return depths[name]

        for name in self.procedures:
            if visit(name, []) > DEEPEST:
                self.rings = True
                what = f"more than {DEEPEST} procedures are done within one another from `{name}` on"
                hint = "let one procedure do what several of them do"
                self.x.error("E003", what, self.procedures[name], hint)
                return

    def _end(self, here: str, end: t.End) -> None:
        if end.name not in self.procedures:
            hint = (
                did_you_mean(end.name, self.procedures)
                or "what ends is a procedure; the game ends by `end game as NAME`"
            )
            self.x.error("E101", f"there is no procedure `{end.name}`", end, hint, at=end.name)
        elif end.name != here and self._reaches("play", here, without=end.name):
            hint = f"`{here}` is also reached without passing through `{end.name}`"
            self.x.error(
                "E270", f"`{here}` is not always a part of `{end.name}`, so it cannot end it", end, hint, at=end.name
            )

    def _reaches(self, start: str, goal: str, without: str) -> bool:
        todo, seen = [start], set()
        while todo:
            name = todo.pop()
            if name == without or name in seen:
                continue
            if name == goal:
                return True
            seen.add(name)
            todo += self.calls.get(name, ())
        return False

    def _dead(self, body: t.Body) -> None:
        """Nothing stands behind an `end`."""
        for statement, following in zip(body.statements, body.statements[1:], strict=False):
            known = isinstance(statement, t.EndGame) or getattr(statement, "name", "") in self.procedures
            if known and isinstance(statement, t.End | t.EndGame):
                what = "the game" if isinstance(statement, t.EndGame) else f"`{statement.name}`"
                self.x.error(
                    "E251", f"this is never done: {what} has ended before", following, "take it out, or put it first"
                )
                return

    # ---- what repeats ----------------------------------------------------------------------------------------------
    def _loop(self, here: str, loop: t.Repeat | t.Turns) -> None:
        if isinstance(loop, t.Repeat) and loop.until is None and not self._can_leave(here, loop.body):
            hint = "say `until …`, or `end …` inside it"
            self.x.error("E271", "nothing ends this `repeat`", loop, hint, at="repeat")
        elif not self._can_stop(loop.body) and not self._told_already(loop):
            word = "repeat" if isinstance(loop, t.Repeat) else "turns"
            hint = "to do something so many times, `for each n in 1 to …`; for each player, `for each p in players`"
            message = f"nobody chooses and nothing is left to chance in this `{word}`, so it may go round for ever"
            self.x.error("E272", message, loop, hint, at=word)

    def _told_already(self, loop: t.Repeat | t.Turns) -> bool:
        """Whether something it calls is not there: what that would do is not known."""
        return any(isinstance(n, t.Call) and n.name not in self.procedures for n in loop.walk())

    def _bodies(self, body: t.Body) -> list[tuple[str, t.Node]]:
        """A body and those of all procedures it leads to, with their names."""
        found: list[tuple[str, t.Node]] = [("", body)]
        todo = [n.name for n in body.walk() if isinstance(n, t.Call)]
        seen: set[str] = set()
        while todo:
            name = todo.pop()
            if name not in seen and name in self.procedures:
                seen.add(name)
                found.append((name, self.procedures[name].body))
                todo += self.calls.get(name, ())
        return found

    def _can_leave(self, here: str, body: t.Body) -> bool:
        """Whether something in it, or in what it calls, ends a procedure around it, or the game."""
        bodies = self._bodies(body)
        inner = {name for name, _ in bodies}
        for _, part in bodies:
            for node in part.walk():
                if isinstance(node, t.EndGame):
                    return True
                if isinstance(node, t.End) and (node.name == here or node.name not in inner):
                    return True
                if isinstance(node, t.Call) and node.name not in self.procedures:
                    return True  # told already
        return False

    def _can_stop(self, body: t.Body) -> bool:
        """Whether somebody chooses in it, or something is left to chance."""
        stops = (t.Choose, t.Together, t.Roll, t.RandomOf, t.Deal, t.DealTable)
        for _, part in self._bodies(body):
            for node in part.walk():
                if isinstance(node, stops) or (isinstance(node, t.What) and node.source is not None):
                    return True
                if isinstance(node, t.Move) and isinstance(node.what.value, t.Of) and node.what.value.name == "top":
                    return True
        return False
