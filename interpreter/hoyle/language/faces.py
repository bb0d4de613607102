"""The faces of cards and dice: from the rows of a component's grid to the list of its faces, for one setting of
parameters."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import tree as t
from .diagnostics import did_you_mean
from .program import Program, constant


@dataclass(slots=True)
class FaceRow:
    """A face: its row's name, its fields (the position in a kind, or a number, or None for `-`), how many there are."""

    row: str
    fields: dict[str, int | None]
    count: int
    span: t.Span


class GridError(Exception):
    """A cell that means nothing: `span` is its place."""

    def __init__(self, message: str, span: t.Span, hint: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.hint = hint


MOST_FACES = 10_000  # of one row: more than a set can have, as some may have no copies


def fields_of(component: t.Components) -> list[str]:
    """The names of the fields of a component, in the order of their columns."""
    return [c for c in component.columns if c not in ("name", "copies")]


def faces_of(component: t.Components, program: Program) -> list[FaceRow]:
    """All faces of a component in the order of its rows; rows that make the same face are one face, so many times more.

    Raises:
        GridError: a cell that is no value, or a row with too many or too few cells.
    """
    faces: dict[tuple[Any, ...], FaceRow] = {}
    for line in component.rows:
        if len(line.cells) != len(component.columns):
            raise GridError(
                f"this row has {len(line.cells)} cells, the columns are {len(component.columns)}", line.span
            )
        cells = dict(zip(component.columns, line.cells, strict=True))
        name = _row_name(cells.get("name"), component)
        fields = fields_of(component)
        plain = [f for f in fields if not _refers(cells[f], fields)]
        spread = [_cell(cells[f], f, program) for f in plain]
        if (pairings := math.prod(len(values) for values in spread)) > MOST_FACES:
            message = f"this row stands for {pairings:,} pairings; a set has from 1 to 1,000 cards"
            raise GridError(message, line.span, "give the cells that belong together a row of their own")
        for combination in itertools.product(*spread):
            row: dict[str, int | None] = dict(zip(plain, combination, strict=True))
            for f in fields:
                if f not in row:
                    row[f] = _computed(cells[f], component, program, row)
            numbers = {f: n for f in fields if (n := _number(f, row[f], program)) is not None}
            count = 1
            if "copies" in cells:
                value = constant(cells["copies"].values[0], program, numbers) if cells["copies"].values else None
                if value is None or value < 0:
                    raise GridError("copies wants a number", cells["copies"].span)
                count = value
            face = faces.setdefault(
                (name, *(row[f] for f in fields)), FaceRow(name, {f: row[f] for f in fields}, 0, line.span)
            )
            face.count += count
    return list(faces.values())


def _row_name(cell: t.Cell | None, component: t.Components) -> str:
    if cell is None:
        return component.name
    if len(cell.values) == 1 and isinstance(cell.values[0], t.Name):
        return cell.values[0].name
    raise GridError("a row's name is one word", cell.span)


def _refers(cell: t.Cell, fields: list[str]) -> bool:
    return len(cell.values) == 1 and any(isinstance(n, t.Name) and n.name in fields for n in cell.values[0].walk())


def _computed(cell: t.Cell, component: t.Components, program: Program, row: dict[str, int | None]) -> int:
    numbers = {f: _number(f, v, program) for f, v in row.items() if v is not None}
    value = constant(cell.values[0], program, {f: n for f, n in numbers.items() if n is not None})
    if value is None:
        raise GridError("this cell speaks of a column that has no number here", cell.span)
    return value


def _number(column: str, value: int | None, program: Program) -> int | None:
    """A field as a number: the value of a kind that is written as a number counts as that number."""
    if value is None or column not in program.kinds:
        return value
    word = program.kind_values(column)[value]
    return int(word) if word.isdigit() else None


def _as_range(item: t.Expr) -> str:
    """A hint for who wrote `1-6`, which is a number less another."""
    if isinstance(item, t.Arithmetic) and item.op == "-":
        ends = [e.value for e in (item.left, item.right) if isinstance(e, t.Number)]
        if len(ends) == 2 and ends[0] < ends[1]:
            return f"a range is written `{ends[0]} to {ends[1]}`"
    return ""


def _cell(cell: t.Cell, column: str, program: Program) -> list[int | None]:
    values = program.kind_values(column) if column in program.kinds else None
    if cell.word == "-":
        return [None]
    if cell.word == "each":
        if values is None:
            hint = did_you_mean(column, program.kinds) or f"declare: kind {column}: …"
            raise GridError(f"`each` wants a kind named `{column}`", cell.span, hint)
        return list(range(len(values)))
    if cell.word is not None:
        hint = "every value of the kind is `each`" if cell.word == "all" else "nothing of the kind is `-`"
        raise GridError(f"`{cell.word}` is no value of a field", cell.span, hint)
    found: list[int | None] = []
    for item in cell.values:
        found += _values(item, column, values, program)
    return found


def _values(item: t.Expr, column: str, values: list[str] | None, program: Program) -> list[int]:
    if values is not None:
        if isinstance(item, t.Range):
            low, high = _position(item.low, column, values), _position(item.high, column, values)
            if low > high:
                message = f"no {column} is from {values[low]} to {values[high]}"
                raise GridError(message, item.span, f"a range goes up in the order of the kind, from {values[high]}")
            return list(range(low, high + 1))
        return [_position(item, column, values)]
    if isinstance(item, t.Range):
        low_, high_ = constant(item.low, program), constant(item.high, program)
        if low_ is None or high_ is None:
            raise GridError("a range wants two numbers", item.span)
        if low_ > high_ and isinstance(item.low, t.Number) and isinstance(item.high, t.Number):
            raise GridError(f"no numbers are from {low_} to {high_}", item.span, f"write: {high_} to {low_}")
        if high_ - low_ > 1000:
            raise GridError("a range of more than 1,000 numbers", item.span)
        return list(range(low_, high_ + 1))
    if hint := _as_range(item):
        raise GridError("this is a number less another, not a range", item.span, hint)
    value = constant(item, program)
    if value is None:
        word = item.name if isinstance(item, t.Name) else "this"
        hint = f"declare: kind {column}: …, with `{word}` among its values" if word != "this" else ""
        raise GridError(f"`{word}` is no number, and there is no kind `{column}`", item.span, hint)
    return [value]


def _position(item: t.Expr, column: str, values: list[str]) -> int:
    word = item.name if isinstance(item, t.Name) else str(item.value) if isinstance(item, t.Number) else ""
    if word not in values:
        hint = _as_range(item) or f"a {column} is one of: {', '.join(values)}"
        raise GridError(f"`{word}` is no {column}" if word else f"this is no {column}", item.span, hint)
    return values.index(word)


def face_words(node: t.Expr) -> list[str | int] | None:
    """The words that describe a face (`3 of spades`, `mirror 4`, `friday`, `13`), or None if the expression is no
    such."""
    match node:
        case t.Name():
            return [node.name]
        case t.Number():
            return [node.value]
        case t.Numbered(of=None):
            return [node.name, node.number]
        case t.Face():
            rest = face_words(node.of)
            return None if rest is None else [node.number, *rest]
        case t.Of() if len(node.args) == 1:
            rest = face_words(node.args[0])
            return None if rest is None else [node.name, *rest]
    return None


def matching(
    words: list[str | int],
    component: t.Components,
    faces: list[FaceRow],
    program: Program,
    among: Iterable[int] | None = None,
) -> list[int]:
    """The positions of the faces that have every one of the words: as their row's name or as a field's value. `among`: the
    positions of those that may; all of them if not given."""
    values = {f: program.kind_values(f) for f in fields_of(component) if f in program.kinds}
    columns: dict[int, list[int]] = {}  # of each face that fits, the columns in which the words stand
    for k in range(len(faces)) if among is None else among:
        face = faces[k]
        free = {f: v for f, v in face.fields.items() if v is not None}
        hits: list[int] = []
        for word in words:
            if word == face.row:
                continue
            hit = next((f for f, v in free.items() if (values[f][v] == str(word) if f in values else v == word)), None)
            if hit is None:
                break
            hits.append(list(face.fields).index(hit))
            del free[hit]
        else:
            columns[k] = sorted(hits)
    found = list(columns)
    if len(found) > 1:  # `10 of hearts` is the ten, not a jack that counts 10: the values of kinds come first
        by_kind = [k for k in found if all(w == faces[k].row or _by_kind(w, faces[k], values) for w in words)]
        found = by_kind or found
    if len(found) > 1:  # and a face that the words say fully comes before those with more fields
        exact = [k for k in found if _said(faces[k], words)]
        found = exact if len(exact) == 1 else found
    if len(found) > 1:  # and the first columns before the later ones: `round 2` is worth 2, it does not cost 2
        first = min(columns[k] for k in found)
        found = [k for k in found if columns[k] == first]
    return found


def _said(face: FaceRow, words: list[str | int]) -> bool:
    """Whether words that fit a face say all its fields."""
    return sum(v is not None for v in face.fields.values()) == sum(w != face.row for w in words)


def _by_kind(word: str | int, face: FaceRow, values: dict[str, list[str]]) -> bool:
    return any(v is not None and values[f][v] == str(word) for f, v in face.fields.items() if f in values)


def face_names(program: Program, component: str, faces: list[FaceRow]) -> list[str]:
    """How people write each face of a component: the shortest of (row; values; row and values) that is only its own.

    In a deck where a card needs rank and suit, all cards that have both are called by both: not `7 of trumps` beside `15`.
    What no words tell apart (a 4 of strength, a 4 of speed) is numbered, so that each name is one face's.
    """
    declared = program.components[component]
    spoken = spoken_fields(program, component)
    holders: dict[str | int, list[int]] = {}  # of each word, the faces that have it
    for position, face in enumerate(faces):
        fields = [(f, v) for f, v in face.fields.items() if v is not None]
        said = (program.kind_values(f)[v] if f in program.kinds else str(v) for f, v in fields)
        for word in {_plain(face.row), *map(_plain, said)}:
            holders.setdefault(word, []).append(position)

    @cache
    def only(words: tuple[str, ...]) -> list[int]:
        """The faces that words are said of."""
        plain = [*map(_plain, words)]
        return matching(plain, declared, faces, program, min((holders[w] for w in plain), key=len))

    found: list[list[str]] = []
    pairs: dict[int, list[str]] = {}  # the ranks and suits of the faces that they are enough for
    for position, face in enumerate(faces):
        values = [(f, v) for f in spoken if (v := face.fields[f]) is not None]
        words = [program.kind_values(f)[v] if f in program.kinds else str(v) for f, v in values]
        candidates = [
            [face.row],
            *[[w] for w in words],
            words[:2],
            [face.row, *words[:1]],
            [face.row, *words[1:2]],
            words,
            [face.row, *words],
        ]
        chosen = next((c for c in candidates if c and only(tuple(c)) == [position]), [face.row, *words])
        found.append(chosen)
        two_kinds = len(values) > 1 and all(f in program.kinds for f, _ in values[:2])
        if two_kinds and only(tuple(words[:2])) == [position]:
            pairs[position] = words[:2]
    if any(found[k] == pair for k, pair in pairs.items()):
        found = [pairs.get(k, chosen) for k, chosen in enumerate(found)]
    names = [_spell(words) for words in found]
    times, told = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        told[name] += 1
        numbered.append(name if times[name] == 1 else f"{name} ({told[name]})")
    return numbered


def spoken_fields(program: Program, component: str) -> list[str]:
    """The fields of a component in the order in which people say them: the rank before the suit (`queen of hearts`).

    The order is that of the columns; but where two values are joined by `of`, which is where both belong to kinds and
    the later has a value that is no number, what can be ranked comes before what cannot.
    """
    fields = fields_of(program.components[component])
    kinds = [f for f in fields if f in program.kinds]
    if all(word.isdigit() for f in kinds[1:] for word in program.kind_values(f)):
        return fields
    said = iter(sorted(kinds, key=lambda f: _suit_like(program, f)))
    return [next(said) if f in kinds else f for f in fields]


def hand_order(program: Program, component: str, faces: list[FaceRow]) -> list[int]:
    """How players sort a hand: of each face its place. By the declared order of the cards; else suit by suit, and in
    each suit by what is left, in the order of the columns; faces that lack a value come last.
    """
    declared = program.orders.get(component)
    fields = fields_of(program.components[component])
    if declared is not None:
        fields = [*declared.fields, *(f for f in fields if f not in declared.fields)]
    else:
        fields = sorted(fields, key=lambda f: -_suit_like(program, f))

    def key(position: int) -> tuple[Any, ...]:
        values = [faces[position].fields.get(f) for f in fields]
        return (*((v is None, v or 0) for v in values), position)

    places = [0] * len(faces)
    for place, position in enumerate(sorted(range(len(faces)), key=key)):
        places[position] = place
    return places


def _suit_like(program: Program, field: str) -> int:
    """How much a field is like a suit: a number not at all, nor what has numbers among its values or an order; most a
    kind of words without one."""
    if field not in program.kinds:
        return 0
    if any(word.isdigit() for word in program.kind_values(field)):
        return 1
    return 2 if program.kinds[field].ordered else 3


def _plain(word: str) -> str | int:
    """A word as it is read: figures are a number."""
    return int(word) if word.lstrip("-").isdigit() else word


def _spell(words: list[str]) -> str:
    if len(words) == 2 and not words[1].lstrip("-").isdigit():
        return f"{words[0]} of {words[1]}"
    return " ".join(words)
