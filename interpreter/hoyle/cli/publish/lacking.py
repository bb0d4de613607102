"""What a site is made without, since a package is not installed."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine import engines
from ...rulebook import typeset

PRINT = "pip install 'hoyle[pdf]'"


def lacking(pdf: bool) -> Iterator[str]:
    """What is said of it, a line each; of booklets only if they were wanted."""
    if pdf and not typeset.available():
        yield f"the site is made without booklets in PDF, since the package `typst` is not there: {PRINT}"
    if not engines.installed():
        yield f"the site is made without pages to play on, since {engines.MISSING}; {engines.INSTALL}"
