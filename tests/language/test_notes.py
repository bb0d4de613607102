"""The notes for developers name files that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_files_named_in_the_notes() -> None:
    """Each path in the notes leads somewhere."""
    text = (ROOT / "interpreter" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:hoyle|tests|spec)/[\w./]*)`", text))
    assert len(named) > 20
    missing = {path for path in named if not any((folder / path).exists() for folder in (ROOT, ROOT / "interpreter"))}
    assert missing == set()
