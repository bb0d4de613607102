"""Friendly words for mistakes of syntax. A helper improves this file: from sample mistakes to messages."""

from __future__ import annotations

from .diagnostics import Diagnostic
from .tree import Span


def explain_syntax(found: str, kind: str, expected: set[str], span: Span, text: str) -> Diagnostic:
    """What was found where the parser could not go on, and what it would have taken."""
    return Diagnostic("E011", f"`{found.strip() or 'the end of the line'}` does not fit here", span, "expected: " + ", ".join(sorted(expected)))
