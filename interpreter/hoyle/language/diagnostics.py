"""What is wrong with a spec, and where: one `Diagnostic` a mistake, with a stable code, a caret and a hint.

Comes in: a code of `catalogue`, a place, what is wrong. Goes out: text for people, or data for programs.
What always holds: a `SpecErrors` carries every mistake found, in the order of the text.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .tree import NOWHERE, Span

# What stands behind the words of a line: ruling tags and a comment.
_AFTER_WORDS = re.compile(r"(\s+@[A-Z]+[0-9]+)*\s*(#[^\"]*)?$")


@dataclass(frozen=True)
class Diagnostic:
    """One mistake: `code` (stable, see `hoyle explain`), what is wrong, where, and what would be right; `cause` is the
    change of a variant that it comes from, if it stands elsewhere."""

    code: str
    message: str
    span: Span = NOWHERE
    hint: str = ""
    warning: bool = False
    cause: Span = NOWHERE

    def render(self, texts: dict[str, str]) -> str:
        """The mistake as people read it. `texts` maps file names to their text, for the line with the caret."""
        kind = "warning" if self.warning else "error"
        place = f"{self.span.file or 'spec'}:{self.span.line}:{self.span.column}: " if self.span.line else ""
        if not place and self.span.file:
            place = f"{self.span.file}: "
        lines = [f"{place}{kind} {self.code}: {self.message}"]
        lines += _pointed(self.span, texts)
        if self.hint:
            lines.append(f"    {self.hint}")
        if self.cause.line:
            cause = self.cause
            lines.append(f"    without this change it is not wrong: {cause.file or 'spec'}:{cause.line}:{cause.column}")
            lines += _pointed(cause, texts)
        return "\n".join(lines)

    def data(self) -> dict[str, object]:
        """The mistake as JSON data."""
        return {
            "code": self.code,
            "message": self.message,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "hint": self.hint,
            "severity": "warning" if self.warning else "error",
        } | ({"cause": {"file": self.cause.file, "line": self.cause.line}} if self.cause.line else {})


def _pointed(span: Span, texts: dict[str, str]) -> list[str]:
    """A line of a text, and below it a caret under the words."""
    text = texts.get(span.file, "").split("\n")  # not splitlines, which knows more line ends than the grammar
    if not 0 < span.line <= len(text):
        return []
    # one column a sign, whatever it is: invisible ones and those that steer a terminal become spaces
    row = "".join(sign if sign.isprintable() else " " for sign in text[span.line - 1])
    last = _AFTER_WORDS.sub("", row) if len(row) < 2_000 else row
    end = span.end_column if span.end_line == span.line else len(last) + 1
    width = max(1, min(end, len(row) + 1) - span.column)
    start = 0
    if len(row) > 160:  # a very long line: show the part about the caret
        start = max(0, span.column - 60)
        row = row[start : start + 120]
        width = min(width, 60)
    return [f"    {row.rstrip()}", "    " + " " * (span.column - 1 - start) + "^" * width]


class SpecErrors(Exception):
    """All mistakes of a spec. `texts` holds the files they are in."""

    def __init__(self, diagnostics: Iterable[Diagnostic], texts: dict[str, str] | None = None) -> None:
        self.diagnostics = sorted(diagnostics, key=lambda d: (d.span.file, d.span.line, d.span.column))
        self.texts = texts or {}
        super().__init__(self.render())

    def render(self) -> str:
        """All mistakes, a blank line between two."""
        return "\n\n".join(d.render(self.texts) for d in self.diagnostics)


class HoyleError(Exception):
    """What a user did wrong outside a spec's text (an option, a record, a file): one clear sentence."""


MAX_MISTAKES = 30
"""So many mistakes are told in one run."""
MEND_FIRST = "mend those above first: often the rest follows from them"

_OF_A_NAME = ("E101", "E203", "E204")  # what is the same wherever the name stands
_MANY = 3  # so many places of one mistake are told at the first of them


def told_once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each mistake once; a name that is wrong in many places is told at the first, with the lines of the others: often
    one declaration is wrong, and they only follow from it."""
    kept: dict[object, list[Diagnostic]] = {}
    for one in sorted(dict.fromkeys(found), key=lambda d: (d.span.file, d.span.line, d.span.column)):
        same = (one.code, one.message, one.span.file) if one.code in _OF_A_NAME and not one.warning else one
        kept.setdefault(same, []).append(one)
    return [one for same in kept.values() for one in (same if len(same) < _MANY else [_with_lines(same)])]


def _with_lines(same: list[Diagnostic]) -> Diagnostic:
    lines = list(dict.fromkeys(d.span.line for d in same if d.span.line != same[0].span.line))
    if not lines:
        return same[0]
    shown = ", ".join(map(str, lines[:6])) + (", …" if len(lines) > 6 else "")
    also = f"so too on line{'s' if len(lines) > 1 else ''} {shown}"
    return replace(same[0], hint=f"{same[0].hint}; {also}" if same[0].hint else also)


def first_told(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The first mistakes of a file; where there are more than are told, the last says how many."""
    by_place = sorted(found, key=lambda d: (d.span.file, d.span.line, d.span.column))
    rest = by_place[MAX_MISTAKES:]
    if not rest:
        return by_place
    more = f"{len(rest):,} more mistake{'s are' if len(rest) > 1 else ' is'} not told"
    return [*by_place[:MAX_MISTAKES], Diagnostic("E006", more, rest[0].span, MEND_FIRST)]


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.65) -> str:
    """A hint naming the closest of `known`, or nothing; `cutoff` (up to 1) says how close it must be."""
    others = [name for name in dict.fromkeys(known) if name != word]
    close = difflib.get_close_matches(word, others, n=1, cutoff=cutoff)
    return f"did you mean `{close[0]}`?" if close else ""
