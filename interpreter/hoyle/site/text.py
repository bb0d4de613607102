"""The site's own words, one file a language in `site/text`."""

from __future__ import annotations

from functools import cache

from .. import resources
from ..texts import codes, read


@cache
def texts(code: str) -> dict[str, str]:
    """The site's words in a language. Another language lacks none of those that the first one has.

    Raises:
        HoyleError: there are none, the file is no TOML, or a word is missing.
    """
    return read(resources.site() / "text", code, "the site")


def languages() -> list[str]:
    """The languages the site speaks, sorted; English first."""
    return codes(resources.site() / "text")
