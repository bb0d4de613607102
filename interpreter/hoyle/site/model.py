"""What the site shows, as plain data: filled in by whoever has books, reports and plays; the site knows none of these parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Clause:
    """A numbered clause: its permanent id, the number shown, its text without marks, its file and line in the spec."""

    id: str
    number: str
    text: str
    file: str = ""
    line: int = 0


@dataclass(slots=True)
class Entry:
    """A line of a book's contents; `level` 1 is a part."""

    id: str
    number: str
    text: str
    level: int = 1


@dataclass(slots=True)
class Book:
    """A rulebook in one language: HTML of its body and of its player aid, without head and foot."""

    title: str
    html: str
    aid: str
    contents: list[Entry]
    clauses: list[Clause]
    facts: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Change:
    """What a variant makes of one clause: HTML before and after; None where there is none."""

    id: str
    number: str
    before: str | None
    after: str | None


@dataclass(slots=True)
class VariantBook:
    """A variant in one language."""

    name: str
    title: str
    book: Book
    changes: list[Change]


@dataclass(slots=True)
class Plays:
    """What many plays with one number of players gave: `lengths` decisions → how many plays; seats as shares with errors."""

    players: int
    plays: int
    lengths: dict[int, int]
    wins: list[tuple[float, float]]
    scores: list[tuple[float, float]] | None = None


@dataclass(slots=True)
class Check:
    """One property as verification found it: `result` is proved, held, violated or undecided."""

    name: str
    result: str
    detail: str = ""


@dataclass(slots=True)
class Report:
    """What verification found, and what never happened (text and the line of the spec)."""

    checks: list[Check]
    never: list[tuple[str, int]] = field(default_factory=list)
    summary: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Download:
    """A file to take away: `kind` pdf, md, spec or record; `language` empty if it has none."""

    file: str
    kind: str
    data: bytes
    language: str = ""
    about: str = ""


@dataclass(slots=True)
class GamePages:
    """All that the site shows of a game. Mappings go by language."""

    name: str
    titles: dict[str, str]
    books: dict[str, Book]
    variants: dict[str, list[VariantBook]]
    specs: list[tuple[str, str]]
    sprite: str
    fan: dict[str, list[str]]
    plays: list[Plays]
    report: Report | None
    replays: dict[str, dict[str, Any]]
    downloads: list[Download]
    players: str = ""
    minutes: str = ""
