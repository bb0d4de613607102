"""Writes the published books anew: `python -m hoyle.rulebook [GAME…]`."""

from __future__ import annotations

import sys

from ..resources import games, rulebooks
from .book import make
from .lexicon import languages
from .render import markdown


def main(names: list[str]) -> None:
    """Write the Markdown books of these games, or of all, in every language."""
    folder = rulebooks() / "published"
    folder.mkdir(exist_ok=True)
    for name in names or games():
        for language in languages():
            text = markdown(make(name, language))
            (folder / f"{name}.{language}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
