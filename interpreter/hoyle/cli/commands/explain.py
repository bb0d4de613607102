"""`hoyle explain CODE`: what a kind of mistake means, with a small wrong spec and its mending; or what a property says
that `verify` looks for."""

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
    """Explain a kind of mistake, with a wrong spec and its mending, or a property that `verify` looks for.

    CODE is what a message says behind `error` or `warning`: E101; or the name of a built-in property: no-dead-end.
    Without it all are listed.
    """
    from ...language.catalogue import CATALOGUE
    from ...verify.properties import BUILT_IN

    built_in = {one.name: one for one in BUILT_IN}

    if code is None:
        if json:
            codes = {one.code: one.meaning for one in CATALOGUE.values()}
            output.answer({"codes": codes, "properties": {one.name: one.says for one in BUILT_IN}})
        else:
            output.table(["code", "meaning"], [(one.code, one.meaning) for one in CATALOGUE.values()])
            output.say()
            output.table(["property", "says"], [(one.name, one.says) for one in BUILT_IN])
        return
    if code in built_in:
        one = built_in[code]
        if json:
            output.answer({"property": one.name, "says": one.says, "how": one.how})
        else:
            output.paragraph(f"{one.name}: {one.says}.")
            output.paragraph(one.how)
        return
    found = CATALOGUE.get(code.upper())
    if found is None:
        hint = did_you_mean(code.upper(), CATALOGUE) or did_you_mean(code, built_in)
        hint = hint or "`hoyle explain` lists all codes and properties"
        raise HoyleError(f"there is no code and no property `{code}`; {hint}")
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
