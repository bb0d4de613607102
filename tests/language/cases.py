"""Files of language tests: specs with what must go wrong written beside the line where it does.

A file holds cases, set apart by lines `---`. If the first case starts with `### shared`, its lines stand before every
other case. Variants may follow a game in one case. In a case, `### CODE "pattern"` at the end of a line says that this
line is reported with that code, and that the message and its hint match the pattern (a regular expression, found
anywhere); `### CODE 'words' "pattern"` says besides that the caret stands under these words. A line that should be
reported more than once has several. Nothing else may be reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hoyle.language.check import check
from hoyle.language.diagnostics import Diagnostic, SpecErrors
from hoyle.language.parse import parse
from hoyle.language.program import Program

_WANTED = re.compile(r"([EW][0-9]{3})(?:\s+'([^']*)')?\s+\"([^\"]*)\"")


@dataclass(frozen=True)
class Wanted:
    """What must be reported at a line."""

    line: int
    code: str
    words: str | None
    pattern: str


@dataclass(frozen=True)
class Case:
    """One spec of a file; `line` is where it starts there, `shared` how many lines come before its own."""

    file: Path
    line: int
    text: str

    @property
    def name(self) -> str:
        """A name for the test's report."""
        return f"{self.file.parent.parent.name}/{self.file.stem}:{self.line}"

    def wanted(self) -> list[Wanted]:
        """All that must be reported."""
        found = []
        for number, row in enumerate(self.text.splitlines(), 1):
            _, marked, comment = row.partition("### ")
            if marked:
                found += [Wanted(number, *match.groups()) for match in _WANTED.finditer(comment)]
        return found


def cases(file: Path) -> Iterator[Case]:
    """The cases of a file, in order."""
    shared = ""
    rows: list[str] = []
    start = 1
    for number, row in enumerate([*file.read_text(encoding="utf-8").splitlines(), "---"], 1):
        if row.strip() != "---":
            rows.append(row)
            continue
        text = "\n".join(rows) + "\n"
        if text.startswith("### shared"):
            shared = text
        elif text.strip():
            yield Case(file, start, shared + text)
        rows, start = [], number + 1


def reported(text: str) -> tuple[Program | None, list[Diagnostic]]:
    """The program of a spec, if it is one, and everything said about it, warnings too. Variants that follow it in the
    text are applied to it, one after the other."""
    rows = text.splitlines(keepends=True)
    starts = [k for k, row in enumerate(rows) if row.startswith("variant ")]
    ends = [*starts, len(rows)]
    try:
        game = parse("".join(rows[: ends[0]]), "case.hoyle")
        variants = []
        for start, end in zip(starts, ends[1:], strict=True):  # blank lines keep the numbers of the lines
            variant = parse("\n" * start + "".join(rows[start:end]), "case.hoyle")
            variants.append((variant.title, variant.changes))
        program = check("case", game, variants, texts={"case.hoyle": text})
    except SpecErrors as errors:
        return None, errors.diagnostics
    return program, program.warnings


def compare(text: str, wanted: list[Wanted], found: list[Diagnostic]) -> list[str]:
    """What is wanted and not reported, and the reverse; nothing if all is as it should be."""
    rows = text.splitlines()
    open_ = list(found)
    problems = []
    for want in wanted:
        hit = next((d for d in open_ if _meets(d, want, rows)), None)
        if hit is None:
            problems.append(f'line {want.line}: wanted {want.code} {want.words or ""} "{want.pattern}"')
        else:
            open_.remove(hit)
    for d in open_:
        problems.append(f"line {d.span.line}: reported {d.code} '{under(d, rows)}' {d.message} | {d.hint}")
    return problems


def _meets(d: Diagnostic, want: Wanted, rows: list[str]) -> bool:
    if d.span.line != want.line or d.code != want.code or not re.search(want.pattern, f"{d.message} | {d.hint}"):
        return False
    return want.words is None or under(d, rows) == want.words


def under(d: Diagnostic, rows: list[str]) -> str:
    """The words above the caret."""
    if not 0 < d.span.line <= len(rows):
        return ""
    row = rows[d.span.line - 1].partition("###")[0].rstrip()
    end = d.span.end_column if d.span.end_line == d.span.line else len(row) + 1
    return row[d.span.column - 1 : end - 1]
