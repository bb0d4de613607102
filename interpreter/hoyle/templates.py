"""Jinja templates: read from folders of ours, and what is wrong with one is said with its file and line.

Comes in: folders, a template's name, values. Goes out: text. What always holds: a name that a template uses and nobody
gave is an error; no template is read twice by one environment.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from .language.diagnostics import HoyleError


def environment(*folders: Path, escape: bool | str = False) -> Environment:
    """An environment for the templates in some folders.

    Args:
        folders: where they are; the first that has a name counts.
        escape: whether values are escaped for HTML; a text means: in the templates whose name has it.
    """
    return Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=(lambda name: name is not None and escape in name) if isinstance(escape, str) else escape,
    )


def rendered(templates: Environment, name: str, **values: Any) -> str:
    """A template filled in.

    Raises:
        HoyleError: the template is wrong; with its file and line.
    """
    try:
        return templates.get_template(name).render(**values)
    except TemplateError as error:
        file, line = _place(error, templates)
        where = f"{file or name}, line {line}" if line else file or name
        raise HoyleError(f"the template {where}: {error.message or error}") from error


def _place(error: TemplateError, templates: Environment) -> tuple[str, int]:
    """Where a template went wrong: as a mistake of syntax says itself, else the innermost template at work."""
    filename, lineno = getattr(error, "filename", None), getattr(error, "lineno", None)
    if filename and lineno:
        return Path(filename).name, int(lineno)
    folders: Sequence[str] = getattr(templates.loader, "searchpath", ())
    frames = [f for f in traceback.extract_tb(error.__traceback__) if any(f.filename.startswith(x) for x in folders)]
    return (Path(frames[-1].filename).name, frames[-1].lineno or 0) if frames else ("", 0)
