"""The facts a book prints of its game beside the players: how long it takes, and how that was measured.

Comes in: the lengths of plays at random. Goes out: names and values in a language. What always holds: time is reckoned
from decisions by a stated rule of thumb, and said to be so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from .. import resources
from ..engine.length import Length
from ..language.diagnostics import HoyleError
from ..numerals import written
from .book import Book

CHOICE, FORCED = 6, 2
"""Seconds: the rule of thumb by which decisions become minutes. People play a trick of four cards in about half a
minute.
"""


def minutes(length: Length) -> float:
    """How long people may take, by the rule of thumb."""
    return (length.choices * CHOICE + (length.decisions - length.choices) * FORCED) / 60


@cache
def texts(language: str) -> Mapping[str, str]:
    """The words around the rules in a language.

    Raises:
        HoyleError: the language has none.
    """
    path = resources.rulebooks() / "text" / f"{language}.toml"
    if not path.is_file():
        known = sorted(p.stem for p in path.parent.glob("*.toml"))
        raise HoyleError(f"there are no rulebooks in `{language}`; the languages are {', '.join(known)}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def figure(n: int | float, language: str) -> str:
    """A whole number as the language writes it."""
    return written(round(n), language)


def span(low: float, high: float, language: str) -> str:
    """A range of whole numbers, or one."""
    first, last = figure(low, language), figure(high, language)
    return first if first == last else f"{first}–{last}"


def _rounded(minutes: float) -> int:
    """Minutes as people say them: whole ones, from ten on by fives."""
    return max(1, round(minutes)) if minutes < 10 else 5 * round(minutes / 5)


def time(lengths: Sequence[Length], language: str) -> str:
    """How long a game takes: about 15–30 minutes."""
    words = texts(language)
    low, high = (_rounded(f(map(minutes, lengths))) for f in (min, max))
    said = words["minute"] if high == 1 else words["minutes"].replace("{n}", span(low, high, language))
    return words["about"].replace("{x}", said)


def measured(lengths: Sequence[Length], language: str) -> tuple[str, str]:
    """How the time was measured: what the note is called, and what it says."""
    words = texts(language)
    choices = [x.choices for x in lengths]
    fill = {
        "plays": figure(min(x.plays for x in lengths), language),
        "choices": span(min(choices), max(choices), language),
        "choice": str(CHOICE),
        "forced": str(FORCED),
    }
    rule = words["rule_of_thumb" if len(lengths) > 1 else "rule_of_thumb_one"]
    for name, value in fill.items():
        rule = rule.replace(f"{{{name}}}", value)
    return words["measured"], rule


def with_facts(book: Book, lengths: Sequence[Length]) -> Book:
    """The same book, which now prints how long the game takes, and at its end how that was measured; if it was."""
    book.facts = [(name[:1].upper() + name[1:], value) for name, value in book.facts]
    if lengths and book.measured is None:
        book.facts.append((texts(book.language)["time"], time(lengths, book.language)))
        book.measured = measured(lengths, book.language)
    return book
