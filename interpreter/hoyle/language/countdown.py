"""Ranges that count down with the numbers as the game has them: nothing is in them.

Comes in: a program without mistakes. Goes out: warnings. A range whose ends are both written as numbers is a mistake
(`expressions`); one with a parameter in it may be meant to be empty with some of its values, and just so: `2 to rounds`
with one round. What runs by more than that from a higher number to a lower is somebody's idea of counting down.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import Diagnostic
from .program import Program, constant


def countdowns(program: Program) -> list[Diagnostic]:
    """A warning for each range that starts higher than its end by two or more."""
    return [
        _told(node, low, high)
        for declaration in program.declarations
        for node in declaration.walk()
        if isinstance(node, t.Range)
        and (low := constant(node.low, program)) is not None
        and (high := constant(node.high, program)) is not None
        and low > high + 1
    ]


def _told(node: t.Range, low: int, high: int) -> Diagnostic:
    message = f"nothing is from {low} to {high}, as this is with the numbers of the game: a range goes up"
    hint = f"to count down, let a number go up and reckon: `{low + high} - n` for n in {high} to {low}"
    return Diagnostic("W512", message, node.span, hint, warning=True)
