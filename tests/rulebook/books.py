"""Books for the tests, made once: every bundled game, every variant, every language."""

from __future__ import annotations

from functools import cache

from hoyle import resources
from hoyle.library import find
from hoyle.rulebook.book import Book, make
from hoyle.rulebook.lexicon import languages

LANGUAGES = languages()
GAMES = resources.games()
EDITIONS = [(g, ()) for g in GAMES] + [(g, (v,)) for g in GAMES for v in find(g).variants]


@cache
def book(game: str, language: str, variants: tuple[str, ...] = ()) -> Book:
    """A book, from the cache."""
    return make(game, language, variants)
