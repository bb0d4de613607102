"""Whole numbers that programs give. Comes in: anything. Goes out: the number, or None; truths are no numbers."""

from __future__ import annotations

from operator import index


def whole_number(value: object) -> int | None:
    """A whole number, also one of NumPy's; None for anything else, so for 2.0."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except TypeError:  # an array of several has the method, too
        return None
