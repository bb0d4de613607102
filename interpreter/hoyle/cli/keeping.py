"""Plays that showed faults, as files: each fault of a game, setting and property has a file of its own, which is read
before the next search.

Comes in: a report, or a game's name, and the folder. Goes out: files, or what they hold. What always holds: the command
and the pytest plugin keep the same files in the same way; a play that cannot be kept costs no result.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.diagnostics import HoyleError
from . import files

if TYPE_CHECKING:
    from ..verify.report import Report


def kept(folder: Path, game: str) -> list[dict[str, Any]]:
    """The plays of a game that showed faults before. Files that cannot be read are told when somebody replays them."""
    found = []
    for path in sorted(folder.glob(f"{game}-*.json")):
        try:
            data = files.read_json(path)
        except HoyleError:
            continue
        if isinstance(data, dict) and "verify" in data:
            found.append(data)
    return found


def keep(folder: Path, report: Report, complain: Callable[[str], None]) -> None:
    """Write the plays of all violations; `complain` is told what cannot be written."""
    from ..verify.kept import file_name, record_data

    for violation in report.violations.values():
        data = record_data(report.rules, violation)
        if data is None:
            continue
        path = folder / file_name(report.rules, violation)
        try:
            files.write_json(path, data)
        except HoyleError as error:
            complain(f"this play is not kept: {error}")
        else:
            violation.record = str(path)
