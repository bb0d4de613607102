"""A place where reading a declaration stopped, and the means to find out why: other rows are tried in place of its own.

Comes in: the rows of one declaration and the failure. Goes out: an `Explanation`, made by `syntax_layout` and
`syntax_help`. What always holds: rows keep the number of the line they come from, however they are changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .grammar import Failure

WORD = re.compile(r"[^\W\d][\w-]*")
TAGS = re.compile(r"(\s*@[A-Z]+[0-9]+)*\s*$")
ENDS = ("_NL", "_DEDENT", "$END")
_CODE = re.compile(r'"[^"\n]*"|#.*')


@dataclass(frozen=True)
class Row:
    """A line of the text: its number there, and what it says."""

    number: int
    text: str


@dataclass(frozen=True)
class Explanation:
    """What is wrong in which row, from which column to which (counted from 0), and the rows as they would be right."""

    code: str
    message: str
    hint: str
    row: Row
    start: int
    end: int
    mended: list[Row] | None = None


@dataclass
class Trouble:
    """The rows of a declaration, where reading them stops (`index` of the row), and how to read others in their place.

    `read` gives what it finds wrong with rows, and how far it came (nothing: it takes them).
    """

    rows: list[Row]
    index: int
    failure: Failure
    read: Callable[[list[Row]], tuple[int, Failure] | None]
    row: Row = field(init=False)
    code: str = field(init=False)  # the row without its comment
    body: str = field(init=False)  # the same without its tags
    column: int = field(init=False)

    def __post_init__(self) -> None:
        self.row = self.rows[self.index]
        self.code = without_comment(self.row.text)
        self.body = TAGS.sub("", self.code)
        self.column = self.failure.column - 1

    def mended(self, text: str, index: int | None = None) -> list[Row] | None:
        """The rows with one of them as `text`, if reading then goes on past it."""
        at = self.index if index is None else index
        rows = [*self.rows[:at], replace(self.rows[at], text=text), *self.rows[at + 1 :]]
        return rows if self.better(rows, max(at, self.index)) else None

    def better(self, rows: list[Row], index: int) -> bool:
        """Whether reading these rows goes on past the row of that index. Looks no further than needed."""
        found = self.read(rows[: index + 12])
        return found is None or found[0] > index

    def explain(
        self, message: str, hint: str = "", place: tuple[int, int] | None = None, code: str = "E011",
        mended: list[Row] | None = None, index: int | None = None,
    ) -> Explanation:  # fmt: skip
        """The explanation of this trouble; the caret goes where reading stopped, unless told."""
        start, end = place or (self.column, self.failure.end_column - 1)
        return Explanation(code, message, hint, self.rows[self.index if index is None else index], start, end, mended)


def without_comment(text: str) -> str:
    """A line without the comment at its end, and without the blanks before that."""
    return _CODE.sub(lambda m: m[0] if m[0].startswith('"') else "", text).rstrip()


# ---- rows ----------------------------------------------------------------------------------------------------------


def indent_of(text: str) -> str:
    """The blanks a line opens with."""
    return text[: len(text) - len(text.lstrip())]


def first_word(text: str) -> str:
    """The word a line opens with, if it opens with one."""
    found = WORD.match(text.lstrip())
    return found[0] if found else ""


def piece(text: str) -> str:
    """The word, number, text, tag or sign that a text opens with."""
    found = re.match(r'"[^"]*"|@?\w[\w-]*|\S', text)
    return found[0] if found else ""


def with_colon(text: str) -> str:
    """The line with a colon at its end, before its tags."""
    code = without_comment(text)
    body = TAGS.sub("", code)
    return f"{body}:{code[len(body) :]}"


def line_above(rows: list[Row], index: int) -> int | None:
    """The last row before this one that is neither blank nor a comment."""
    return next((i for i in range(index - 1, -1, -1) if without_comment(rows[i].text)), None)


def block(rows: list[Row], index: int, width: int) -> range:
    """The rows from this one on that are at least that deep, blank ones and comments among them."""
    end = index
    while end < len(rows) and (not without_comment(rows[end].text) or len(indent_of(rows[end].text)) >= width):
        end += 1
    return range(index, end)


def moved(rows: list[Row], places: range, width: int, margin: str) -> list[Row]:
    """The rows with those places moved: their first `width` signs become `margin`."""
    new = [*rows]
    for i in places:
        if without_comment(rows[i].text):
            new[i] = replace(rows[i], text=margin + rows[i].text[width:])
    return new


def blanked(rows: list[Row], places: range) -> list[Row]:
    """The rows with nothing in those places."""
    return [replace(row, text="") if i in places else row for i, row in enumerate(rows)]
