"""What a checked program is made of, finer than the grammar tells: which words are said of which types.

Comes in: a program. Goes out: labels with how often each is there. Tests ask that random specs make all that matter.
"""

from __future__ import annotations

from collections import Counter

from hoyle.language import tree as t
from hoyle.language.program import Program
from hoyle.language.types import Type


def constructs(program: Program) -> Counter[str]:
    """The labels of a program."""
    found: Counter[str] = Counter()
    for declaration in program.declarations:
        for node in declaration.walk():
            found.update(_labels(node, program))
    return found


def _sort(type_: Type | None) -> str:
    """A type without whose it is: card, cards."""
    return "?" if type_ is None else type_.name + ("s" if type_.many else "")


def _labels(node: t.Node, program: Program) -> list[str]:
    match node:
        case t.Zone():
            whose = "player" if node.each == "player" else "kind" if node.each else "none"
            return [f"{node.shape} of each {whose}, {'numbered' if node.low else 'one'}, seen by {node.view}"]
        case t.Track():
            whose = "player" if node.each == "player" else "kind" if node.each else "none"
            holds = f" of {_sort(program_type(node, program))}" if node.shape == "marker" else ""
            return [f"{node.shape}{holds} of each {whose}", f"{node.shape}{' within' if node.within else ''}"]
        case t.Term():
            sort = _sort(program.term_types.get(node.name)) if node.form == "value" else ""
            cases = ", rows" if node.cases else ""
            return [f"term {node.form} {sort}{cases}", *[f"term of {_param(q, program)}" for q in node.params]]
        case t.Pattern():
            size = "or more" if node.more else "to" if node.high else "just"
            return [f"pattern {node.kind}, {size}", *([f"pattern each {node.each}"] if node.kind == "run" else [])]
        case t.Procedure():
            return [
                f"procedure {node.role} of {len(node.params)}",
                *[f"deed of {_param(q, program)}" for q in node.params],
            ]
        case t.Components():
            return [f"{node.sort} in {len(node.homes)}", *[f"cell {_cell(c)}" for row in node.rows for c in row.cells]]
        case t.Binder():
            return [f"each {_sort(node.type)}", *(["from a start"] if node.start is not None else [])]
        case t.With():
            return [f"{'alone ' if node.alone else ''}with {node.extreme} {_sort(node.key.type)}"]
        case t.Query():
            return [f"{node.pick} of {_sort(node.binder.type)}"]
        case t.Quantifier():
            return [f"{'some' if node.some else 'no'} {_sort(node.binder.type)}"]
        case t.RandomOf():
            return [f"random {_sort(node.binder.type)}"]
        case t.Option():
            what = "a pick" if isinstance(node.object, t.Chosen) and node.destination is None else "a card"
            what = "nothing" if node.object is None else what if isinstance(node.object, t.Chosen) else "a whole"
            to = "nowhere" if node.destination is None else "one of several" if node.destination.name else "a place"
            chosen = [f"chosen {_sort(c.source.type)}" for c in [node.object, *node.picks] if isinstance(c, t.Chosen)]
            return [f"option of {what} to {to}{', picks' if node.picks else ''}", *chosen]
        case t.Choose():
            return [f"choice of {len(node.tiers)} tiers{' and else' if node.else_ else ''}"]
        case t.Limit():
            return [f"limit{' when' if node.when else ''}{' if possible' if node.if_possible else ''}"]
        case t.Move():
            what = (
                "all of" if node.what.all else "number of" if node.what.source is not None else _what(node.what.value)
            )
            return [
                f"move {what}",
                f"verb {node.verb}{' by a player' if node.actor else ''}",
                f"move {node.preposition}",
            ]
        case t.Becomes() | t.Let():
            return [f"{type(node).__name__.lower()} {type(node.value).__name__} {_sort(node.value.type)}"]
        case t.Expr():
            return _expression(node)
        case t.Body() | t.Options() | t.Cell() | t.Line() | t.Where() | t.What() | t.Form() | t.Case() | t.Param():
            return []
    return [type(node).__name__.lower()]


def program_type(track: t.Track, program: Program) -> Type:
    """What a marker marks."""
    return _named(track.of_type or "number", program)


def _named(name: str, program: Program) -> Type:
    tables = (
        ("kind", program.kinds),
        ("card", program.components),
        ("meld", program.combinations),
        ("place", program.zones),
    )
    return Type(next((sort for sort, table in tables if name in table), name))


def _param(param: t.Param, program: Program) -> str:
    return _sort(_named(param.of_type, program))


def _cell(cell: t.Cell) -> str:
    if cell.word:
        return cell.word
    return "several" if len(cell.values) > 1 else type(cell.values[0]).__name__


def _what(value: t.Expr | None) -> str:
    if value is None or value.type is None:
        return "?"
    top = isinstance(value, t.Of) and value.ref is not None and value.ref.kind == "library"
    return f"{value.name} of {_sort(value.type)}" if top else _sort(value.type)  # type: ignore[attr-defined]


def _expression(node: t.Expr) -> list[str]:
    kind = node.ref.kind if node.ref is not None else ""
    match node:
        case t.Of():
            arg = " and ".join(_sort(a.type) for a in node.args) if kind != "face" else "words"
            word = node.name if kind == "library" else kind
            return [f"{word} of {arg}"]
        case t.Name() | t.Number() | t.Face() | t.Numbered():
            return [f"{type(node).__name__.lower()} of {kind}"]
        case t.Compare():
            return [f"{_sort(node.left.type)} {node.op} {_sort(node.right.type)}"]
        case t.Is():
            right = node.right
            if isinstance(right, t.IsCompare):
                return [f"{_sort(node.left.type)} is {right.how}"]
            if isinstance(right, t.Empty | t.Nothing | t.RowTest):
                test = f" {right.ref.kind}" if isinstance(right, t.RowTest) and right.ref is not None else ""
                return [f"{_sort(node.left.type)} is {type(right).__name__.lower()}{test}"]
            said = (
                right.ref.kind
                if right.ref is not None and right.ref.kind in ("predicate", "flag")
                else _sort(right.type)
            )
            return [f"{_sort(node.left.type)} is{' not' if node.negated else ''} {said}"]
        case t.Has():
            return [f"{_sort(node.left.type)} has {_sort(node.right.type)}"]
        case t.Reduce():
            return [f"the {node.kind} of {_sort(node.arg.type)}"]
        case t.Arithmetic():
            return [f"{_sort(node.left.type)} {node.op} {_sort(node.right.type)}"]
        case t.ListOf():
            return [f"list of {_sort(node.type)}"]
        case t.Range():
            return [f"range of {_sort(node.type)}"]
        case t.Relation():
            return [f"{_sort(node.left.type)} relation {_sort(node.right.type)}"]
    return [type(node).__name__.lower()]
