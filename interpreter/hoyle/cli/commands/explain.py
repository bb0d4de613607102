"""`hoyle explain CODE`: what a kind of mistake means, with a small wrong spec and its mending."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...language.diagnostics import HoyleError, did_you_mean
from .. import output
from ..app import Command
from ..options import as_json

if TYPE_CHECKING:
    from ...language.syntax_codes import Explained

# Of a mended spec with more lines than these only what is mended is shown.
WHOLE = 10


@click.command(cls=Command, section="Write")
@click.argument("code", required=False)
@as_json
def command(code: str | None, json: bool) -> None:
    """Explain a kind of mistake, with a wrong spec and its mending.

    CODE is what a message says behind `error` or `warning`: E101. Without it all codes are listed.
    """
    from ...language.catalogue import CATALOGUE

    if code is None:
        if json:
            output.answer({"codes": {one.code: one.meaning for one in CATALOGUE.values()}})
        else:
            output.table(["code", "meaning"], [(one.code, one.meaning) for one in CATALOGUE.values()])
        return
    found = CATALOGUE.get(code.upper())
    if found is None:
        hint = did_you_mean(code.upper(), CATALOGUE) or "`hoyle explain` lists all codes"
        raise HoyleError(f"there is no code `{code}`; {hint}")
    if json:
        output.answer({"code": found.code, "meaning": found.meaning, "wrong": found.wrong, "right": found.right})
    else:
        _print(found)


def _print(found: Explained) -> None:
    from ..checking import judge

    output.paragraph(f"{found.code}: {found.meaning}")
    if not found.wrong:
        return
    output.say("\nWrong:\n")
    _spec(found.wrong.splitlines())
    file = "wrong.hoyle"
    said = [one.render({file: found.wrong}) for one in judge(found.wrong, file) if one.code == found.code]
    if said:
        output.say("\nWhat is said of it:\n")
        _spec("\n\n".join(said).splitlines())
    output.say("\nRight:\n")
    _spec(_changed(found.wrong.splitlines(), found.right.splitlines()))


def _spec(lines: list[str]) -> None:
    for line in lines:
        output.say(f"    {line}".rstrip())


def _changed(wrong: list[str], right: list[str]) -> list[str]:
    """The right spec; of a long one what differs from the wrong one, with the line before and behind."""
    from difflib import SequenceMatcher

    if len(right) <= WHOLE:
        return right
    lines: list[str] = []
    end = 0
    for group in SequenceMatcher(None, wrong, right, autojunk=False).get_grouped_opcodes(1):
        start = group[0][3]
        if start > end:
            lines.append("…")
        end = group[-1][4]
        lines += right[start:end]
    return [*lines, "…"] if end < len(right) else lines
