"""Small sentences about games that several commands say."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..language.diagnostics import SpecErrors

LACKING = "E400"
"""The code of a word that a rulebook lacks."""

SHOWN = 3
"""Of more missing words than these the rest are counted."""

if TYPE_CHECKING:
    from ..rulebook.says import Stale


def outdated(item: Stale) -> str:
    """That an author's words may no longer fit the rules, and what becomes of them."""
    if item.section == "says":
        return f"{item.language}: the author's words for {item.key} are left out: {item.why} (hoyle approve)"
    tag = item.key.removeprefix("ruling-")
    if item.is_new:
        return f"{item.language}: the translation of ruling @{tag} is not approved yet (hoyle approve)"
    return f"{item.language}: the translation of ruling @{tag} may be out of date: {item.why} (hoyle approve)"


def lacking(errors: SpecErrors, spec: str, languages: Sequence[str]) -> str | None:
    """What is said of words that a game lacks: the first of them, how many more, how to come by them. None if something
    else is wrong."""
    if not any(one.code == LACKING for one in errors.diagnostics):
        return None
    said = SpecErrors(errors.diagnostics[:SHOWN], errors.texts).render()
    if len(errors.diagnostics) > SHOWN:
        said += f"\n\n… and {len(errors.diagnostics) - SHOWN} more words"
    return f"{said}\n\n{fill_in(spec, languages)}"


def fill_in(spec: str, languages: Sequence[str]) -> str:
    """How to come by the words that a rulebook lacks."""
    asked = "".join(f" --lang {code}" for code in languages if code != "en" or len(languages) > 1)
    command = f"hoyle words {shlex.quote(spec)}{asked}"
    from ..library import find  # here, as the help of the commands is given without reading games

    said = [line for code in languages for line in _empty_in(find(spec).file.parent / f"words.{code}.toml")]
    if said:
        return "\n".join([*said, f"For what these files lack: {command}"])
    return f"To begin or complete the words file: {command}"


def _empty_in(path: Path) -> list[str]:
    """A line that names the entries of a words file that are still empty; nothing if there are none, or no file."""
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    empty = [str(number) for number, row in enumerate(rows, 1) if re.match(r'[^#=]+=\s*(""|\{.*=\s*"")', row)]
    if not empty:
        return []
    shown = ", ".join(empty[:12]) + (", …" if len(empty) > 12 else "")
    return [f"To be filled in: {path}, line{'s' if len(empty) > 1 else ''} {shown}"]
