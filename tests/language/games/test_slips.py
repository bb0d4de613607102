"""A newcomer's slips in whole games: each is told at its line, and what the hint says to write mends it.

`slips.txt` holds cases between lines `===`: the name of a game of `good`, lines of it, and what somebody wrote instead,
set apart by lines `>>`. A slip is mended when, with the hint's line in its place, nothing is wrong with the game any more.
`slips_in_lines.txt` holds slips of one line, each with its game, the line, and what was written: `GAME: LINE ==> WRITTEN`;
these are mended in one step. `slips_meant.txt` holds slips like these, perhaps of several lines (`\\n`), and, where it is
not the line that stood there before, what must be proposed; with that, the game means what it did. `slips_in_prose.txt`
holds more of these, as they are made by those who come from the rules of a game in prose.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.language.diagnostics import Diagnostic
from hoyle.language.parse import parse
from language.cases import reported

HERE = Path(__file__).parent
GAMES = {file.stem: file.read_text("utf-8") for file in sorted((HERE / "good").glob("*.hoyle"))}
SLIPS = [tuple(case.strip("\n").split("\n>>\n")) for case in (HERE / "slips.txt").read_text("utf-8").split("\n===\n")]
IN_LINES = [
    (row.partition(": ")[0], *row.partition(": ")[2].split(" ==> "))
    for row in (HERE / "slips_in_lines.txt").read_text("utf-8").splitlines()
]
MEANT = [
    (row.partition(": ")[0], *row.partition(": ")[2].replace("\\n", "\n").split(" ==> "))
    for name in ("slips_meant.txt", "slips_in_prose.txt")
    for row in (HERE / name).read_text("utf-8").splitlines()
]
WRITE = re.compile(r"(?:write|say): (.*?)(?: and below it, indented: (.*))?$")


def mistakes(text: str) -> list[Diagnostic]:
    """What is wrong with a game."""
    return [d for d in reported(text)[1] if not d.warning]


@pytest.mark.parametrize(
    ("game", "right", "wrong"),
    [pytest.param(*slip, marks=[pytest.mark.long] if at % 4 else []) for at, slip in enumerate(SLIPS)],
    ids=lambda text: text.strip().split("\n")[0][:40],
)
def test_slip(game: str, right: str, wrong: str) -> None:
    """Told where it stands; and with what is said to write the game is right again."""
    assert right in GAMES[game]
    text = GAMES[game].replace(right, wrong, 1)
    first = GAMES[game][: GAMES[game].index(right)].count("\n") + 1
    lines = range(first, first + wrong.count("\n") + 1)
    for _ in lines:  # a slip of several lines has several hints
        found = mistakes(text)
        if not found:
            break
        told = next((d for d in found if d.span.line in lines), None)
        assert told is not None, found
        said = WRITE.search(told.hint)
        assert said is not None, told.hint
        rows = text.split("\n")
        row = rows[told.span.line - 1]
        margin = row[: len(row) - len(row.lstrip())]
        rows[told.span.line - 1] = margin + said[1] + (f"\n{margin}  {said[2]}" if said[2] else "")
        text = "\n".join(rows)
    assert mistakes(text) == []


@pytest.mark.parametrize(
    ("game", "right", "wrong"),
    [pytest.param(*slip, marks=[pytest.mark.long] if at % 8 else []) for at, slip in enumerate(IN_LINES)],
    ids=lambda text: text.strip()[:40],
)
def test_slip_in_a_line(game: str, right: str, wrong: str) -> None:
    """Told at its line, and mended by what the first hint says."""
    rows = GAMES[game].split("\n")
    line = rows.index(right)
    rows[line] = wrong
    found = mistakes("\n".join(rows))
    told = next((d for d in found if d.span.line == line + 1), None)
    assert told is not None, found
    rows[line] = mended(wrong, told)
    assert mistakes("\n".join(rows)) == []


def mended(row: str, told: Diagnostic) -> str:
    """A line as its hint says it is written: all of it, or a word of it."""
    before, after = row[: told.span.column - 1], row[told.span.end_column - 1 :]
    said, near = WRITE.search(told.hint), re.search("did you mean `(.*?)`", told.hint)
    if said is not None and not (told.code in ("E013", "E015", "E016") and len(said[1].split()) < 3):
        margin = row[: len(row) - len(row.lstrip())]
        return margin + said[1] + (f"\n{margin}  {said[2]}" if said[2] else "")
    if said is not None or near is not None:
        return before + (said or near)[1] + after  # type: ignore[index]
    assert "leave it out" in told.hint, told.hint
    return before + after


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.long] if at % 6 else []) for at, case in enumerate(MEANT)],
    ids=lambda case: case[2].strip()[:60],
)
def test_what_is_meant(case: tuple[str, ...]) -> None:
    """What the first message says to write makes the game what it was meant to be."""
    game, right, wrong, meant = case if len(case) == 4 else (*case, case[1])
    assert right in GAMES[game]
    text = GAMES[game].replace(right, wrong, 1)
    told = next(iter(mistakes(text)), None)
    assert told is not None
    assert whole(followed(text, told)) == whole(GAMES[game].replace(right, meant, 1)), told


def followed(text: str, told: Diagnostic) -> str:
    """The text once a hint is followed."""
    declare = re.search(r"declare: (.*?)(?:;|$)", told.hint)
    if declare is not None:
        name = " ".join(re.split(r"[ ,:]", declare[1])[:2])
        rows = [row for row in text.split("\n") if not re.match(rf"{name}\b(?!-)", row)]
        return "\n".join([*rows, declare[1], ""])
    rows = text.split("\n")
    rows[told.span.line - 1] = mended(rows[told.span.line - 1], told)
    return "\n".join(rows)


def whole(text: str) -> list[str]:
    """All declarations of a game as read, whatever their order."""
    assert mistakes(text) == []
    return sorted(map(repr, parse(text, "read").declarations))
