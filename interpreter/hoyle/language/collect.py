"""Declarations → tables by name; what is missing or declared twice is said here."""

from __future__ import annotations

from . import tree as t
from .diagnostics import Diagnostic
from .program import Program, spread

_TABLES: dict[type, str] = {
    t.Parameter: "parameters",
    t.Kind: "kinds",
    t.Components: "components",
    t.Zone: "zones",
    t.Track: "tracks",
    t.Term: "terms",
    t.Combination: "combinations",
    t.Procedure: "procedures",
    t.Example: "examples",
    t.Always: "invariants",
    t.Scope: "scopes",
}
_SHARED = ("parameters", "kinds", "components", "zones", "tracks", "terms", "combinations")


def collect(name: str, file: t.File, declarations: list[t.Node]) -> tuple[Program, list[Diagnostic]]:
    """Fill the tables of a program.

    Args:
        name: the game's name (its folder or file).
        file: the file with its title.
        declarations: all declarations that count, variants applied.

    Returns:
        The program (not checked yet) and the mistakes found.
    """
    program = Program(name, file.title, declarations=declarations)
    errors: list[Diagnostic] = []
    for node in declarations:
        _add(program, node, errors)
    _missing(program, file, errors)
    return program, errors


def _add(program: Program, node: t.Node, errors: list[Diagnostic]) -> None:
    match node:
        case t.Players():
            _once(program, "players", node, errors)
        case t.Winners():
            _once(program, "winners", node, errors)
        case t.Measure():
            program.measures.append(node)
        case t.Ruling():
            if node.tag in program.rulings:
                errors.append(Diagnostic("E102", f"the ruling {node.tag} stands twice", node.span))
            program.rulings[node.tag] = node
        case t.Order():
            if node.name in program.orders:
                errors.append(Diagnostic("E102", f"the order of `{node.name}` is declared twice", node.span))
            program.orders[node.name] = node
        case t.Declaration():
            table = _TABLES[type(node)]
            _declare(program, table, node, errors)


def _declare(program: Program, table: str, node: t.Declaration, errors: list[Diagnostic]) -> None:
    for other in _SHARED if table in _SHARED else (table,):
        first = getattr(program, other).get(node.name)
        if first is not None:
            line = f" on line {first.span.line}" if first.span.line else ""
            errors.append(Diagnostic("E102", f"`{node.name}` is declared already{line}", node.span, "choose another name"))
            return
    if table in _SHARED and node.name == "players":
        errors.append(Diagnostic("E102", "`players` are the seats; nothing else can be called so", node.span))
    if isinstance(node, t.Kind):
        values = [v for item in node.values for v in spread(item)]
        for value in sorted({v for v in values if values.count(v) > 1}):
            errors.append(Diagnostic("E102", f"the value `{value}` stands twice in `{node.name}`", node.span))
    getattr(program, table)[node.name] = node


def _once(program: Program, what: str, node: t.Node, errors: list[Diagnostic]) -> None:
    if getattr(program, what) is not None:
        errors.append(Diagnostic("E102", f"the line of {what} stands twice", node.span))
    setattr(program, what, node)


def _missing(program: Program, file: t.File, errors: list[Diagnostic]) -> None:
    here = t.Span(1, 1, 1, 1, file.span.file or next((d.span.file for d in program.declarations), ""))
    if program.players is None:
        errors.append(Diagnostic("E100", "the number of players is missing", here, "for example: for 2 to 4 players"))
    if program.winners is None:
        errors.append(Diagnostic("E100", "who wins is missing", here, "for example: winners: p in players with highest points of p"))
    if "play" not in program.procedures:
        errors.append(Diagnostic("E100", "where the game starts is missing", here, "it starts with the procedure `to play:`"))
    elif program.procedures["play"].params:
        errors.append(Diagnostic("E204", "`to play:` has no player of its own", program.procedures["play"].span))
