"""`hoyle fmt SPEC`: specs in their canonical layout."""

from __future__ import annotations

from pathlib import Path

import click

from ...language.diagnostics import HoyleError, SpecErrors
from .. import files, output
from ..app import VIOLATED, WRONG_INPUT, Command
from ..options import as_json


@click.command(cls=Command, section="Write")
@click.argument("spec", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; the exit status is 1 if a file is not laid out so.")
@as_json
def command(spec: tuple[str, ...], check: bool, json: bool) -> int:
    """Lay specs out: indentation, spaces, tables, tags.

    Words, lines and comments stay as they are. A folder stands for all the specs in it. A file that cannot be read
    stays as it is, and its mistakes are said.
    """
    from ...language.fmt import format_text
    from ...language.source import read_text

    changed: list[str] = []
    wrong: list[SpecErrors] = []
    paths = list(dict.fromkeys(path for each in spec for path in _files(each)))
    for path in paths:
        try:
            laid_out = format_text(read_text(path), str(path))
        except SpecErrors as errors:
            wrong.append(errors)
            continue
        if laid_out.encode() != path.read_bytes():
            changed.append(str(path))
            if not check:
                files.write(path, laid_out)
    for one in wrong:
        output.complain(one.render())
    if json:
        found = [diagnostic.data() for one in wrong for diagnostic in one.diagnostics]
        output.answer(
            {"files": [str(path) for path in paths], "changed": changed, "written": not check, "errors": found}
        )
    else:
        for name in changed:
            output.say(f"{name} {'is not laid out' if check else 'laid out'}")
        if not changed and not wrong:
            output.say(f"{len(paths)} {'file is' if len(paths) == 1 else 'files are'} laid out already")
    return WRONG_INPUT if wrong else VIOLATED if check and changed else 0


def _files(spec: str) -> list[Path]:
    """The files a SPEC stands for: a file, or all specs of a folder or of a bundled game."""
    from ...library import find

    path = Path(spec)
    if path.is_dir():
        inside = sorted(path.rglob("*.hoyle"))
        if not inside:
            raise HoyleError(f"the folder {spec} holds no spec (a file that ends in .hoyle)")
        return inside
    if path.exists():
        return [path]
    source = find(spec)
    return [source.file, *source.variants.values()]
