"""A spec's text as HTML: a line an element, words marked by what they are to the grammar, tags linked to their rulings.

Comes in: a text that parses. Goes out: lines of HTML with ids `L1`, `L2`, … What always holds: without its marks the
HTML is the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from ..language.grammar import tokens

Link = Callable[[int, str], str | None]
"""For a line and a tag (or an empty text for the line's own number): where to link, or None."""


def line_id(number: int, line: int) -> str:
    """The id of a line of a spec: `number` counts the spec's files from 0."""
    return f"L{line}" if number == 0 else f"f{number}-L{line}"


Span = tuple[int, int, int, str]
"""Line, first and past-the-last column (from 0), and kind of a marked piece: keyword, name, number, text, tag, note."""


def lines(
    text: str, link: Link, name: Callable[[int], str] = "L{}".format, found: Sequence[Span] | None = None
) -> list[str]:
    """The lines of a spec as HTML.

    Args:
        text: the spec.
        link: where a line's number, and a ruling's tag on a line, link to.
        name: gives the id of a line.
        found: what `spans` gave, if that is known.
    """
    marks: dict[int, list[tuple[int, int, str]]] = {}
    for line, start, end, kind in spans(text) if found is None else found:
        marks.setdefault(line, []).append((start, end, kind))
    return [
        _line(number, name(number), row, marks.get(number, []), link) for number, row in enumerate(text.splitlines(), 1)
    ]


def spans(text: str) -> Iterator[Span]:
    """The marked pieces of a spec."""
    rows = text.splitlines()
    for token in tokens(text):
        kind = _KINDS.get(token.type, "name" if token.type == "NAME" else "keyword")
        if token.type.startswith("_NL") or token.line is None or token.end_line != token.line:
            continue
        if not any(sign.isalnum() or sign in '"@' for sign in str(token)):
            continue
        yield token.line, (token.column or 1) - 1, (token.end_column or 1) - 1, kind
    for number, row in enumerate(rows, 1):
        at = _comment(row)
        if at is not None:
            yield number, at, len(row), "note"


_KINDS = {"NUMBER": "number", "STRING": "text", "TAG": "tag"}


def _comment(row: str) -> int | None:
    inside = False
    for k, sign in enumerate(row):
        if sign == '"':
            inside = not inside
        elif sign == "#" and not inside:
            return k
    return None


def _line(number: int, name: str, row: str, marks: list[tuple[int, int, str]], link: Link) -> str:
    parts = []
    at = 0
    for start, end, kind in sorted(marks):
        if start < at or start == end:
            continue
        parts.append(escape(row[at:start]))
        word = escape(row[start:end])
        target = link(number, row[start:end]) if kind == "tag" else None
        piece = f'<span class="s-{kind}">{word}</span>' if kind != "name" else word
        parts.append(f'<a href="{escape(target, quote=True)}">{piece}</a>' if target else piece)
        at = end
    parts.append(escape(row[at:]))
    clause = link(number, "")
    numeral = (
        f'<a class="s-line" href="{escape(clause, quote=True)}">{number}</a>'
        if clause
        else f'<span class="s-line">{number}</span>'
    )
    return f'<span class="s-row" id="{name}">{numeral}<code>{"".join(parts)}</code></span>'
