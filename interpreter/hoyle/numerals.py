"""Numbers as the readers of a language write them."""

from __future__ import annotations

import re

from babel.numbers import format_decimal

_FIVE_FIGURES = {"es"}
"""Languages that part the thousands only of numbers of five figures and more (1000, 10.000): Ortografía de la lengua
española, 2010, VIII 2.1. Babel does not know of it."""


def written(value: float, language: str, pattern: str | None = None) -> str:
    """A number as a language writes it, with the sign − if it is negative.

    Args:
        value: the number.
        language: its code.
        pattern: which digits are shown, as CLDR writes it: `#,##0.0`; the language's own if not given.
    """
    whole = language.partition("-")[0] not in _FIVE_FIGURES or abs(value) >= 10_000
    return minus(str(format_decimal(value, format=pattern, locale=language, group_separator=whole)))


def minus(text: str) -> str:
    """A text whose negative numbers have the sign −: −1."""
    return re.sub(r"(?<![\w-])-(?=[0-9])", "−", text)
