"""The checked, typed program: everything a spec declares, by name.

Comes in: filled by `collect` and `check`. Goes out: to `engine.lower`, and to all readers (rulebook, site, verify).
What always holds after `check`: every name in a tree below is resolved (`ref`) and every expression typed (`type`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from . import tree as t
from .diagnostics import Diagnostic
from .types import Type


@dataclass(slots=True)
class Program:
    """A game with its variants applied.

    `name` is the file's (or folder's) name; `title` as printed; `variants` the names of those applied, in order;
    `settings` the parameters set by variants or the caller; `texts` the files it comes from; `scope` the small instance
    it is; `tags` the rulings that the game's first line rests on.
    """

    name: str
    title: str
    players: t.Players | None = None
    winners: t.Winners | None = None
    parameters: dict[str, t.Parameter] = field(default_factory=dict)
    kinds: dict[str, t.Kind] = field(default_factory=dict)
    components: dict[str, t.Components] = field(default_factory=dict)
    orders: dict[str, t.Order] = field(default_factory=dict)
    zones: dict[str, t.Zone] = field(default_factory=dict)
    tracks: dict[str, t.Track] = field(default_factory=dict)
    terms: dict[str, t.Term] = field(default_factory=dict)
    combinations: dict[str, t.Combination] = field(default_factory=dict)
    procedures: dict[str, t.Procedure] = field(default_factory=dict)
    rulings: dict[str, t.Ruling] = field(default_factory=dict)
    examples: dict[str, t.Example] = field(default_factory=dict)
    invariants: dict[str, t.Always] = field(default_factory=dict)
    measures: list[t.Measure] = field(default_factory=list)
    scopes: dict[str, t.Scope] = field(default_factory=dict)
    declarations: list[t.Node] = field(default_factory=list)
    variants: list[str] = field(default_factory=list)
    settings: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    term_types: dict[str, Type] = field(default_factory=dict)
    columns: dict[str, dict[str, Type]] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)
    score: str | None = None
    scope: str | None = None
    tags: list[str] = field(default_factory=list)

    def value_of(self, name: str) -> int | None:
        """The value of a parameter as set, else its default if that is a plain number."""
        if name in self.settings:
            return self.settings[name]
        parameter = self.parameters.get(name)
        return constant(parameter.value, self) if parameter else None

    def kind_values(self, name: str) -> list[str]:
        """The values of a kind in order, ranges of numbers written out."""
        return [v for item in self.kinds[name].values for v in spread(item)]

    def dice(self, component: t.Components) -> int:
        """How many dice of a kind there are in each zone where they start."""
        return (constant(component.copies, self) if component.copies is not None else None) or 1

    def seats(self) -> range:
        """The numbers of players the game is for."""
        if self.players is None:
            return range(0)
        low, high = constant(self.players.low, self), constant(self.players.high, self)
        return range(low or 0, (high or 0) + 1)


def spread(value: t.KindValue) -> list[str]:
    """The values one item of a kind stands for: `3 to 10` is eight."""
    if value.high is None:
        return [value.low]
    if value.low.isdigit() and value.high.isdigit():
        return [str(n) for n in range(int(value.low), min(int(value.high), int(value.low) + 1000) + 1)]
    return [value.low, value.high]


def constant(expr: t.Expr, program: Program, row: dict[str, int] | None = None) -> int | None:
    """The number an expression of numbers, parameters and arithmetic stands for; None if it is not such a one.

    Args:
        expr: the expression.
        program: whose parameters count.
        row: further names (the other cells of a row of components).
    """
    match expr:
        case t.Number():
            return expr.value
        case t.Name():
            if row and expr.name in row:
                return row[expr.name]
            return program.value_of(expr.name)
        case t.Arithmetic():
            left, right = constant(expr.left, program, row), constant(expr.right, program, row)
            if left is None or right is None:
                return None
            match expr.op:
                case "+":
                    return left + right
                case "-":
                    return left - right
                case "×":
                    return left * right
                case "/" if right:
                    return int(left / right)
                case "mod" if right:
                    return left % right
    return None
