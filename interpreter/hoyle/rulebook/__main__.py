"""Writes the published books anew: `python -m hoyle.rulebook [GAME…]`."""

from __future__ import annotations

import sys

from .. import load
from ..engine.length import lengths
from ..resources import games, rulebooks
from .book import make
from .facts import with_facts
from .lexicon import languages
from .render import markdown


def published(name: str) -> dict[str, str]:
    """The published Markdown books of a game, by language."""
    measured = lengths(load(name))
    return {code: markdown(with_facts(make(name, code), measured)) for code in languages()}


def main(names: list[str]) -> None:
    """Write the Markdown books of these games, or of all, in every language."""
    folder = rulebooks() / "published"
    folder.mkdir(exist_ok=True)
    for name in names or games():
        for language, text in published(name).items():
            (folder / f"{name}.{language}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
