"""The terminal's own words, one file a language in `rulebooks/terminal`."""

from __future__ import annotations

from functools import cache

from .. import resources
from ..texts import read


@cache
def lines(code: str) -> dict[str, str]:
    """What the terminal says in a language.

    Raises:
        HoyleError: it does not speak it, the file is no TOML, or a text is missing.
    """
    return read(resources.rulebooks() / "terminal", code, "the terminal")


def capital(text: str) -> str:
    """A text with a capital at its head."""
    return f"{text[:1].upper()}{text[1:]}"
