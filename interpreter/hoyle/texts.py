"""Files of texts, one a language: what Hoyle itself says on the site and in the terminal."""

from __future__ import annotations

import tomllib
from pathlib import Path

from .language.diagnostics import HoyleError


def read(folder: Path, code: str, who: str) -> dict[str, str]:
    """The texts of a language. Another language lacks none of those that the first one has.

    Args:
        folder: where the files are, named by the codes of their languages.
        code: the language.
        who: what speaks, for messages: the site.

    Raises:
        HoyleError: there are none, the file is no TOML, or a text is missing.
    """
    path = folder / f"{code}.toml"
    if not path.is_file():
        raise HoyleError(f"{who} does not speak `{code}`; it speaks: {', '.join(codes(folder))}")
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HoyleError(f"{path}: {error}") from None
    first = codes(folder)[0]
    missing = sorted(read(folder, first, who).keys() - found.keys()) if code != first else []
    if missing:
        raise HoyleError(f"{path} lacks {'the words' if len(missing) > 1 else 'the word'} {', '.join(missing)}")
    return {key: str(value) for key, value in found.items()}


def codes(folder: Path) -> list[str]:
    """The languages there are files of, sorted; English first."""
    found = sorted(p.stem for p in folder.glob("*.toml"))
    return sorted(found, key=lambda code: code != "en")
