"""Whether a deal works out for every number of players: as many cards as it wants are there at all.

Comes in: a program without mistakes. Goes out: the deals that want more cards than the game has.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import Diagnostic
from .faces import faces_of
from .program import Program, constant
from .types import Type


def deals(program: Program) -> list[Diagnostic]:
    """The mistakes of all deals."""
    found = []
    for procedure in program.procedures.values():
        for node in procedure.walk():
            if isinstance(node, t.Deal):
                found += _deal(node, program)
            elif isinstance(node, t.DealTable):
                found += _table(node, program)
    return found


def cards(name: str, program: Program) -> int:
    """How many cards or dice of a component there are in all."""
    component = program.components[name]
    sets = sum(_places(home, program) for home in component.homes)
    if component.sort == "dice":
        return program.dice(component) * sets
    return sum(face.count for face in faces_of(component, program)) * sets


def _places(home: t.Expr, program: Program, players: int | None = None) -> int:
    """How many places a zone's name stands for; with no number of players given, as many as there can be."""
    if home.type is None or home.type.name != "place" or not home.type.many:
        return 1
    return places(home.type, program, players)


def places(type_: Type, program: Program, players: int | None = None) -> int:
    """How many places there are of a zone, for some number of players or the most there can be."""
    zone = program.zones[type_.of]
    seats = players if players is not None else program.seats()[-1]
    each = 1 if zone.each is None else seats if zone.each == "player" else len(program.kind_values(zone.each))
    if zone.low is None or zone.high is None:
        return each
    low, high = constant(zone.low, program), constant(zone.high, program)
    return each * max(0, (high or 0) - (low or 0) + 1)


def holds(zone: str, program: Program) -> str:
    """The component that lies in a zone."""
    declared = program.zones[zone]
    if declared.plays_of in program.combinations:
        return program.combinations[declared.plays_of].component
    return declared.holding or declared.plays_of or next(iter(program.components))


def _deal(node: t.Deal, program: Program) -> list[Diagnostic]:
    if node.what.value is None or node.what.source is None:
        return []
    each = constant(node.what.value, program)
    to = node.to
    if each is None or not isinstance(to, t.Of | t.Name) or node.what.source.type.name != "place":
        return []
    if isinstance(to, t.Of) and not (isinstance(to.args[0], t.Name) and to.args[0].name == "players"):
        return []
    there = cards(holds(node.what.source.type.of, program), program)
    for players in program.seats():
        wanted = each * _places(to, program, players)
        if wanted > there:
            return [_short(players, wanted, there, node)]
    return []


def _table(node: t.DealTable, program: Program) -> list[Diagnostic]:
    there = cards(holds(node.source.type.of, program), program)
    found = []
    for row in node.rows:
        counts: set[int] = set()
        for value in row.cells[0].values:
            ends = (value.low, value.high) if isinstance(value, t.Range) else (value, value)
            low, high = constant(ends[0], program), constant(ends[1], program)
            counts |= set(range(low or 0, (high or 0) + 1))
        for players in sorted(counts & set(program.seats())):
            wanted = 0
            for column, cell in zip(node.columns, row.cells[1:], strict=True):
                amount = constant(cell.values[0], program) if cell.values else 0
                wanted += (amount or 0) * _places(column, program, players)
            if wanted > there:
                found.append(_short(players, wanted, there, row))
                break
    return found


def _short(players: int, wanted: int, there: int, node: t.Node) -> Diagnostic:
    hint = "deal fewer, add cards, or change the numbers of players"
    return Diagnostic(
        "E250", f"{players} players cannot be dealt {wanted} cards, there are only {there}", node.span, hint
    )
