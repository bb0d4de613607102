"""The published site: static pages of games, from books, reports, plays and specs.

Comes in: `GamePages` (see `model`), plain data that others have made. Goes out: a folder (`build_site`). What always
holds: no page asks another host for anything; the same data give the same pages.
"""

from .build import build_site, check_folder
from .model import (
    Book,
    Change,
    Check,
    Clause,
    Download,
    Entry,
    GamePages,
    Place,
    Playable,
    Plays,
    Report,
    VariantBook,
    Violation,
)
from .text import languages, texts

__all__ = [
    "Book",
    "Change",
    "Check",
    "Clause",
    "Download",
    "Entry",
    "GamePages",
    "Place",
    "Playable",
    "Plays",
    "Report",
    "VariantBook",
    "Violation",
    "build_site",
    "check_folder",
    "languages",
    "texts",
]
