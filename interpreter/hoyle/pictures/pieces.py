"""What a picture shows of each face: its index, its emblem, how many pips, what it is called."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from .. import resources
from ..language.faces import FaceRow, faces_of, fields_of
from ..language.program import Program

Label = Callable[[str, str], tuple[str, str]]
"""For a kind (or `row`) and one of its values: the short sign in a corner, and the word."""

SUITS = frozenset({"spade", "club", "heart", "diamond"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A face as drawn.

    `index` stands in the corners (may be empty); `emblem` is an SVG path in a 24 by 24 square (may be empty); `pips`
    how many emblems are laid out (0: one large one); `court` whether the index itself is the picture; `ink` is the name
    of the colour of all these; `name` is spoken and, with `title`, printed below.
    """

    sort: str
    name: str
    index: str
    emblem: str
    pips: int
    court: bool
    ink: str
    title: str


@cache
def emblems() -> dict[str, Any]:
    """The emblems that ship, from `rulebooks/pictures/emblems.toml`."""
    return tomllib.loads((resources.rulebooks() / "pictures" / "emblems.toml").read_text(encoding="utf-8"))


def emblem_for(value: str, position: int | None) -> str:
    """The name of a value's emblem; without one of its own, a plain shape by its position, or none if that is None."""
    data = emblems()
    paths: dict[str, str] = data["paths"]
    called: dict[str, str] = data["called"]
    plain: list[str] = data["plain"]
    name = called.get(value, value)
    if name in paths:
        return name
    return "" if position is None else plain[position % len(plain)]


def pieces(program: Program, component: str, name: Callable[[FaceRow], str], label: Label) -> list[Piece]:
    """The pictures of a component's faces, in the order of its rows.

    Args:
        program: a checked program.
        component: the name of a set of cards or dice.
        name: what a face is called, in the reader's language.
        label: the short sign and the word of a value of a kind, or of a row (`label("row", name)`).
    """
    declared = program.components[component]
    fields = fields_of(declared)
    kinds = [f for f in fields if f in program.kinds]
    symbol = _symbol_field(kinds, program)
    index = next((f for f in kinds if f != symbol), None) or next((f for f in fields if f not in kinds), None)
    rows = faces_of(declared, program)
    several_rows = len({r.row for r in rows}) > 1
    return [_piece(row, declared.sort, symbol, index, several_rows, program, name(row), label) for row in rows]


def _symbol_field(kinds: list[str], program: Program) -> str | None:
    """The kind told by an emblem: the one all of whose values have one; else the first without an order."""
    for kind in kinds:
        if all(emblem_for(value, None) for value in program.kind_values(kind)):
            return kind
    return next((k for k in kinds if not program.kinds[k].ordered), None)


def _piece(
    row: FaceRow,
    sort: str,
    symbol: str | None,
    index: str | None,
    several_rows: bool,
    program: Program,
    name: str,
    label: Label,
) -> Piece:
    data = emblems()
    paths: dict[str, str] = data["paths"]
    value = row.fields.get(symbol) if symbol else None
    if symbol is not None and value is not None:
        emblem = emblem_for(program.kind_values(symbol)[value], value)
    else:
        emblem = emblem_for(row.row, None)
    short, number = "", None
    at = row.fields.get(index) if index else None
    if index is not None and at is not None:
        if index in program.kinds:
            word = program.kind_values(index)[at]
            short, number = label(index, word)[0], int(word) if word.isdigit() else None
        else:
            short, number = str(at), at
    court = bool(short) and number is None and emblem in SUITS
    pips = number if number is not None and sort == "cards" and emblem in SUITS and 2 <= number <= 10 else 0
    if sort == "dice" and symbol is None and number is not None and 1 <= number <= 9:
        emblem, pips = "circle", number
    named = value is None and (emblem or not short)  # a row with a look of its own
    title = label("row", row.row)[1] if several_rows and named else ""
    return Piece(
        "die" if sort == "dice" else "card",
        name,
        short,
        paths.get(emblem, ""),
        pips,
        court,
        _ink(row, emblem, program),
        title,
    )


def _ink(row: FaceRow, emblem: str, program: Program) -> str:
    """The colour that a face has by its words, else that of its emblem."""
    data = emblems()
    kinds = ((kind, value) for kind, value in row.fields.items() if kind in program.kinds and value is not None)
    words = [row.row, *(program.kind_values(kind)[value] for kind, value in kinds)]
    return next((word for word in words if word in data["inks"]), "red" if emblem in data["red"] else "black")
