"""Small changes of rules: each number, name, comparison, condition, zone and order of a spec, one at a time.

`mutations(program)` yields changes to a checked program in place; each is made, told, and undone by the test. A change
keeps the types right, so that what comes out is a rule that could have been meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from hoyle.language import tree as t
from hoyle.language.program import Program
from hoyle.language.types import Ref


@dataclass
class Mutation:
    """One change: of which declaration, what is changed, how to make and to undo it."""

    declaration: t.Node
    what: str
    make: Callable[[], None]
    undo: Callable[[], None]


def declarations(program: Program) -> Iterator[t.Node]:
    """All that a book tells."""
    for table in (
        program.parameters, program.kinds, program.components, program.orders, program.zones, program.tracks,
        program.terms,
        program.combinations, program.procedures, program.invariants, program.examples,
    ):  # fmt: skip
        yield from table.values()
    yield from program.measures
    if program.winners is not None:
        yield program.winners
    if program.players is not None:
        yield program.players


def mutations(program: Program) -> Iterator[Mutation]:
    """Every change of every declaration."""
    for declaration in declarations(program):
        for node in list(declaration.walk()):
            for what, changes in _of(node, program):
                yield _mutation(declaration, f"{_where(node)} {what}", changes)
            yield from _replaced(declaration, node)


def _where(node: t.Node) -> str:
    return f"line {node.span.line}: {type(node).__name__}"


def _mutation(declaration: t.Node, what: str, changes: list[tuple[Any, str, Any]]) -> Mutation:
    old = [(node, name, getattr(node, name)) for node, name, _ in changes]

    def make() -> None:
        for node, name, value in changes:
            setattr(node, name, value)

    def undo() -> None:
        for node, name, value in reversed(old):
            setattr(node, name, value)

    return Mutation(declaration, what, make, undo)


Changes = tuple[str, list[tuple[Any, str, Any]]]
_OPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": ">="}
_EXTREMES = {"highest": "lowest", "lowest": "highest", "most": "fewest", "fewest": "most"}
_LIBRARY = {
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
    "high": "low",
    "low": "high",
    "lead": "latest",
    "latest": "lead",
}
_HOW = {
    "at least": "more than",
    "more than": "at least",
    "at most": "less than",
    "less than": "at most",
    "one of": "none of",
    "none of": "one of",
}


def _of(node: t.Node, program: Program) -> Iterator[Changes]:
    match node:
        case t.Number(value) if node.ref is None:
            yield f"{value} → {value + 1}", [(node, "value", value + 1)]
        case t.Compare(op):
            yield f"{op} → {_OPS[op]}", [(node, "op", _OPS[op])]
        case t.Is(negated=no):
            yield f"negated {not no}", [(node, "negated", not no)]
        case t.IsCompare(how):
            yield f"{how} → {_HOW[how]}", [(node, "how", _HOW[how])]
        case t.With(alone, extreme):
            yield f"{extreme} → {_EXTREMES[extreme]}", [(node, "extreme", _EXTREMES[extreme])]
            yield f"alone {not alone}", [(node, "alone", not alone)]
        case t.Quantifier(some):
            yield f"some {not some}", [(node, "some", not some)]
        case t.Query(pick) if pick in ("first", "last"):
            yield f"{pick} turned round", [(node, "pick", "last" if pick == "first" else "first")]
        case t.Reduce(kind) if kind != "total":
            yield f"{kind} → {_EXTREMES[kind]}", [(node, "kind", _EXTREMES[kind])]
        case t.Arithmetic(op) if op in ("+", "-", "but") and node.type is not None and node.type.name == "number":
            yield f"{op} turned round", [(node, "op", "-" if op == "+" else "+")]
        case t.Truth(value):
            yield f"{value} → {not value}", [(node, "value", not value)]
    yield from _names(node, program)
    yield from _statements(node)
    yield from _declared(node, program)


def _names(node: t.Node, program: Program) -> Iterator[Changes]:
    if isinstance(node, t.Name | t.Of | t.Numbered) and node.ref is not None:
        match node.ref.kind:
            case "zone":
                zone = program.zones[node.name]
                for other in program.zones.values():
                    same = (other.each, other.low is None, other.holding, other.plays_of) == (
                        zone.each,
                        zone.low is None,
                        zone.holding,
                        zone.plays_of,
                    )
                    if same and other.name != zone.name:
                        yield (
                            f"{node.name} → {other.name}",
                            [(node, "name", other.name), (node, "ref", Ref("zone", other.name))],
                        )
                        break
            case "track":
                track = program.tracks[node.name]
                for other_ in program.tracks.values():
                    if (other_.shape, other_.each, other_.of_type) == (
                        track.shape,
                        track.each,
                        track.of_type,
                    ) and other_.name != track.name:
                        yield (
                            f"{node.name} → {other_.name}",
                            [(node, "name", other_.name), (node, "ref", Ref("track", other_.name))],
                        )
                        break
            case "parameter":
                value = program.value_of(node.name)
                for name in program.parameters:
                    if program.value_of(name) != value:
                        yield f"{node.name} → {name}", [(node, "name", name), (node, "ref", Ref("parameter", name))]
                        break
            case "value":
                kind, value_ = node.ref.what
                other_value = next((v for v in program.kind_values(kind) if v != value_ and not v.isdigit()), None)
                if other_value is not None and isinstance(node, t.Name):
                    yield (
                        f"{value_} → {other_value}",
                        [(node, "name", other_value), (node, "ref", Ref("value", (kind, other_value)))],
                    )
            case "predicate":
                mine = program.terms[node.name]
                for term in program.terms.values():
                    if (
                        term.form == "predicate"
                        and term.name != mine.name
                        and term.params[0].of_type == mine.params[0].of_type
                    ):
                        yield f"{node.name} → {term.name}", [(node, "name", term.name)]
                        break
            case "library" if node.name in _LIBRARY:
                yield f"{node.name} → {_LIBRARY[node.name]}", [(node, "name", _LIBRARY[node.name])]
    if isinstance(node, t.RowTest) and node.ref is not None:
        names = []
        if node.ref.kind == "form":
            names = [f.name for f in program.combinations[node.ref.what[0]].forms]
        other_name = next((n for n in names if n != node.name), None)
        if other_name is not None:
            yield (
                f"{node.name} → {other_name}",
                [(node, "name", other_name), (node, "ref", Ref("form", (node.ref.what[0], other_name)))],
            )


def _statements(node: t.Node) -> Iterator[Changes]:
    match node:
        case t.Body(statements) if len(statements) > 1:
            for k in range(len(statements) - 1):
                if any(isinstance(s, t.Let) for s in statements[k : k + 2]):
                    continue
                swapped = [*statements[:k], statements[k + 1], statements[k], *statements[k + 2 :]]
                if statements[k] != statements[k + 1]:
                    yield f"statements {k} and {k + 1} swapped", [(node, "statements", swapped)]
            for k, s in enumerate(statements):
                if not isinstance(s, t.Let):
                    yield f"statement {k} left out", [(node, "statements", statements[:k] + statements[k + 1 :])]
        case t.Gains(verb=verb) if verb != "scores":
            yield f"{verb} turned round", [(node, "verb", "loses" if verb == "gains" else "gains")]
        case t.If(else_=body) if body is not None:
            yield "else left out", [(node, "else_", None)]
        case t.Repeat(until=until) if until is not None:
            yield "until left out", [(node, "until", None)]
        case t.Turns(until=until) if until is not None:
            yield "until left out", [(node, "until", None)]
        case t.Choose(tiers=tiers, else_=body):
            if body is not None:
                yield "else left out", [(node, "else_", None)]
            for k in range(len(tiers) - 1):
                yield (
                    f"tiers {k} and {k + 1} swapped",
                    [(node, "tiers", [*tiers[:k], tiers[k + 1], tiers[k], *tiers[k + 2 :]])],
                )
        case t.Options(options, limits):
            if len(options) > 1:
                for k in range(len(options)):
                    yield f"option {options[k].name} left out", [(node, "options", options[:k] + options[k + 1 :])]
            for k in range(len(limits)):
                yield f"limit {limits[k].name} left out", [(node, "limits", limits[:k] + limits[k + 1 :])]
            for k in range(len(limits) - 1):
                yield (
                    f"limits {k} swapped",
                    [(node, "limits", [*limits[:k], limits[k + 1], limits[k], *limits[k + 2 :]])],
                )
        case t.Option(where=where, body=body):
            if where is not None:
                yield "where left out", [(node, "where", None)]
            if body is not None:
                yield "body left out", [(node, "body", None)]
        case t.Limit(if_possible=possible, when=when):
            yield f"if possible {not possible}", [(node, "if_possible", not possible)]
            if when is not None:
                yield "when left out", [(node, "when", None)]
        case t.Binder(filters=filters, start=start):
            for k in range(len(filters)):
                yield f"filter {k} left out", [(node, "filters", filters[:k] + filters[k + 1 :])]
            if start is not None:
                yield "from left out", [(node, "start", None)]
        case t.Move(preposition=prep) | t.Destination(preposition=prep):
            yield f"{prep} → under", [(node, "preposition", "into" if prep == "under" else "under")]
        case t.What(all=False, source=source) if source is not None:
            yield "all", [(node, "all", True), (node, "value", None)]
        case t.Cell(word=word) if word in ("all", "rest"):
            yield f"{word} turned round", [(node, "word", "rest" if word == "all" else "all")]
        case t.Act(how=how):
            yield f"{how} changed", [(node, "how", "cannot" if how == "can" else "can")]
    if isinstance(node, t.Move) and node.verb in ("take", "put", "give", "draw", "discard"):
        yield f"{node.verb} changed", [(node, "verb", "put" if node.verb != "put" else "take")]


def _declared(node: t.Node, program: Program) -> Iterator[Changes]:
    match node:
        case t.Zone(shape=shape, view=view):
            yield f"{shape} turned round", [(node, "shape", "zone" if shape == "pile" else "pile")]
            yield f"{view} changed", [(node, "view", "nobody" if view != "nobody" else "all")]
        case t.Track(within=within) if within is not None:
            yield "within left out", [(node, "within", None)]
        case t.Kind(ordered=ordered, values=values):
            yield f"low to high {not ordered}", [(node, "ordered", not ordered)]
            if len(values) > 1:
                yield "values swapped", [(node, "values", [values[1], values[0], *values[2:]])]
                yield "a value left out", [(node, "values", values[:-1])]
        case t.Order(fields=fields_) if len(fields_) > 1:
            yield "fields swapped", [(node, "fields", [fields_[1], fields_[0], *fields_[2:]])]
        case t.Pattern(kind=kind, more=more, by=by, each=each):
            yield f"more {not more}", [(node, "more", not more)]
            if by is not None:
                yield f"{kind} turned round", [(node, "kind", "run" if kind == "alike" else "alike")]
            if kind == "run":
                yield "each", [(node, "each", each + 1)]
        case t.Form(where=where) if where is not None:
            yield "where left out", [(node, "where", None)]
        case t.Combination(forms=forms) if len(forms) > 1:
            yield "a form left out", [(node, "forms", forms[:-1])]
        case t.Case(guard=guard) if guard is not None:
            yield "guard left out", [(node, "guard", None)]
        case t.Term(cases=cases) if len(cases) > 1:
            yield "a row left out", [(node, "cases", cases[:-1])]
        case t.Components(rows=rows) if len(rows) > 1:
            yield "a row left out", [(node, "rows", rows[:-1])]
        case t.Call(name=name):
            mine = program.procedures.get(name)
            for other in program.procedures.values():
                if (
                    mine
                    and other.name not in (name, "play")
                    and [q.of_type for q in other.params] == [q.of_type for q in mine.params]
                ):
                    yield f"{name} → {other.name}", [(node, "name", other.name)]
                    break
        case t.Relation(name=name):
            mine_ = program.terms[name]
            for term in program.terms.values():
                if (
                    term.form == "relation"
                    and term.name != name
                    and [q.of_type for q in term.params] == [q.of_type for q in mine_.params]
                ):
                    yield f"{name} → {term.name}", [(node, "name", term.name)]
                    break


def _replaced(declaration: t.Node, node: t.Node) -> Iterator[Mutation]:
    """Changes that put another node in place of one below: and for or, one of two conditions, what is not."""
    for f in fields(node):
        value = getattr(node, f.name)
        for new, what in _others(value):
            yield _mutation(declaration, f"{_where(value)} {what}", [(node, f.name, new)])
        if isinstance(value, list):
            for k, item in enumerate(value):
                for new, what in _others(item):
                    yield _mutation(
                        declaration, f"{_where(item)} {what}", [(node, f.name, [*value[:k], new, *value[k + 1 :]])]
                    )


def _others(value: Any) -> Iterator[tuple[t.Node, str]]:
    match value:
        case t.And(left, right):
            yield t.Or(left, right, span=value.span, type=value.type), "and → or"
            yield left, "right left out"
            yield right, "left left out"
        case t.Or(left, right):
            yield t.And(left, right, span=value.span, type=value.type), "or → and"
            yield left, "right left out"
            yield right, "left left out"
        case t.Not(arg):
            yield arg, "not left out"
        case t.Has() | t.Relation():
            yield t.Not(value, span=value.span, type=value.type), "not put before"
