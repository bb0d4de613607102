"""Declarations → tables by name; what is missing or declared twice is said here."""

from __future__ import annotations

from dataclasses import replace

from . import tree as t
from .diagnostics import Diagnostic, did_you_mean
from .program import Program, constant, spread

MOST_PLAYERS = 100

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
            span = node.words.get(node.name, node.span)
            errors.append(Diagnostic("E102", f"`{node.name}` is declared already{line}", span, "choose another name"))
            return
    if table in _SHARED and node.name in ("players", "winners"):
        span = node.words.get(node.name, node.span)
        errors.append(Diagnostic("E103", f"`{node.name}` means something in every game", span, "choose another name"))
        return
    if isinstance(node, t.Kind):
        errors += _values(node)
    if isinstance(node, t.Parameter):
        node = _in_order(node, program, errors)
    getattr(program, table)[node.name] = node


def _values(kind: t.Kind) -> list[Diagnostic]:
    """A range of values goes from a number up to a number; no value stands twice."""
    errors = []
    seen: set[str] = set()
    for item in kind.values:
        if item.high is not None and not (item.low.isdigit() and item.high.isdigit()):
            hint = "write the words out, with commas between them"
            errors.append(Diagnostic("E211", f"`{item.low} to {item.high}` is no range of numbers", item.span, hint))
        elif item.high is not None and not int(item.low) <= int(item.high) < int(item.low) + 1000:
            message = f"there are no values from {item.low} to {item.high}"
            errors.append(Diagnostic("E240", message, item.span, "a range goes from a number up to a higher one"))
        for value in spread(item):
            if value in seen:
                message = f"the value `{value}` stands twice in `{kind.name}`"
                errors.append(Diagnostic("E102", message, item.span, "take one of them out"))
            seen.add(value)
    return errors


def _in_order(parameter: t.Parameter, program: Program, errors: list[Diagnostic]) -> t.Parameter:
    """A parameter speaks of parameters above it only, so that none is made of itself."""
    ends = [e for e in (parameter.value, parameter.low, parameter.high, *parameter.among) if e is not None]
    for node in (n for e in ends for n in e.walk()):
        if isinstance(node, t.Name) and node.name not in program.parameters:
            hint = (
                did_you_mean(node.name, program.parameters)
                or "a parameter is made of numbers and of parameters above it"
            )
            errors.append(Diagnostic("E101", f"there is no parameter `{node.name}` above this line", node.span, hint))
            zero = t.Number(0, span=parameter.span)
            return replace(parameter, value=zero, low=zero, high=zero, among=[])
    return parameter


def _once(program: Program, what: str, node: t.Node, errors: list[Diagnostic]) -> None:
    if getattr(program, what) is not None:
        errors.append(Diagnostic("E102", f"the line of {what} stands twice", node.span))
    setattr(program, what, node)


def _missing(program: Program, file: t.File, errors: list[Diagnostic]) -> None:
    here = t.Span(1, 1, 1, 1, file.span.file or next((d.span.file for d in program.declarations), ""))
    if program.players is not None:
        errors += _seats(program, program.players)
    else:
        errors.append(Diagnostic("E100", "the number of players is missing", here, "for example: for 2 to 4 players"))
    if program.winners is None:
        errors.append(
            Diagnostic(
                "E100", "who wins is missing", here, "for example: winners: p in players with highest points of p"
            )
        )
    if "play" not in program.procedures:
        errors.append(
            Diagnostic("E100", "where the game starts is missing", here, "it starts with the procedure `to play:`")
        )
    elif program.procedures["play"].params:
        play = program.procedures["play"]
        errors.append(Diagnostic("E204", "`to play:` has no player of its own", play.words.get("play", play.span)))


def _seats(program: Program, players: t.Players) -> list[Diagnostic]:
    """Numbers of players go from one up."""
    low, high = constant(players.low, program), constant(players.high, program)
    if low is None or high is None:
        return [Diagnostic("E201", "numbers of players are numbers", players.span, "for example: for 2 to 4 players")]
    if not 1 <= low <= high <= MOST_PLAYERS:
        message = f"a game is for 1 to {MOST_PLAYERS} players, from the fewer to the more, not for {low} to {high}"
        return [Diagnostic("E240", message, players.span)]
    return []
