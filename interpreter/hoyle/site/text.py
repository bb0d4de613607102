"""The site's own words, one file a language in `site/text`."""

from __future__ import annotations

import tomllib
from functools import cache

from .. import resources
from ..language.diagnostics import HoyleError


@cache
def texts(code: str) -> dict[str, str]:
    """The site's words in a language. Another language lacks none of those that the first one has.

    Raises:
        HoyleError: there are none, the file is no TOML, or a word is missing.
    """
    path = resources.site() / "text" / f"{code}.toml"
    if not path.is_file():
        raise HoyleError(f"the site does not speak `{code}`; it speaks: {', '.join(languages())}")
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HoyleError(f"{path}: {error}") from None
    first = languages()[0]
    missing = sorted(texts(first).keys() - found.keys()) if code != first else []
    if missing:
        raise HoyleError(f"{path} lacks {'the words' if len(missing) > 1 else 'the word'} {', '.join(missing)}")
    return {key: str(value) for key, value in found.items()}


def languages() -> list[str]:
    """The languages the site speaks, sorted; English first."""
    found = sorted(p.stem for p in (resources.site() / "text").glob("*.toml"))
    return sorted(found, key=lambda code: code != "en")
