"""What the site shows, as plain data: filled in by whoever has books, reports and plays; the site knows none of these
parts.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    """A rulebook in one language: HTML of its body and of its player aid, without head and foot.

    `aim` is the author's sentence on what the game is about, "" if there is none.
    """

    title: str
    html: str
    aid: str
    contents: list[Entry]
    clauses: list[Clause]
    facts: list[tuple[str, str]] = field(default_factory=list)
    aim: str = ""


@dataclass(slots=True)
class Change:
    """What a variant makes of one clause: ids, numbers and HTML before and after; "" and None where there is none."""

    id: str
    now: str
    old_number: str
    new_number: str
    before: str | None
    after: str | None


@dataclass(slots=True)
class VariantBook:
    """A variant in one language; `notes` are the author's words on it."""

    name: str
    title: str
    book: Book
    changes: list[Change]
    notes: list[str] = field(default_factory=list)


Mean = tuple[float, float]
"""A mean and its standard error."""


@dataclass(slots=True)
class Plays:
    """What many plays with one number of players gave: `lengths` decisions → how many plays; `wins` the seats' shares.

    `minutes` are reckoned from decisions and choices of the first `timed` plays; `capped` plays were cut off and are in none of the figures.
    """

    players: int
    plays: int
    lengths: dict[int, int]
    wins: list[Mean]
    decisions: Mean = (0.0, 0.0)
    choices: Mean = (0.0, 0.0)
    minutes: float = 0.0
    capped: int = 0
    timed: int = 0


@dataclass(slots=True)
class Check:
    """One property as verification found it; `result` is proved, held, violated, undecided or unasked.

    `detail` says in English what `findings` say in no language: each a key (`say`) and its values."""

    name: str
    result: str
    detail: str = ""
    findings: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class Place:
    """A place of the rules: what stands there, its file and line in the spec."""

    what: str
    file: str = ""
    line: int = 0


@dataclass(slots=True)
class Violation:
    """What is wrong with the rules, where, and the lines of a play that shows it.

    `told` holds the lines by language, each with whether it is in that language and not in English. `data` is the story
    as verification gave it, `players` and `variants` the setting it was found in.
    """

    name: str
    message: str
    file: str = ""
    line: int = 0
    story: list[str] = field(default_factory=list)
    told: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    players: int = 0
    variants: tuple[str, ...] = ()


@dataclass(slots=True)
class Report:
    """What verification found, what never happened, and how far it went.

    `positions` of small instances were explored; `reached` says how many places of the rules, and of how many;
    `settings` there were, of which there was no time for those `untried`; `variants` were among what was verified.
    """

    checks: list[Check]
    never: list[Place] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    plays: int = 0
    decisions: int = 0
    positions: int = 0
    reached: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    seed: int = 0
    settings: int = 0
    untried: list[Mapping[str, Any]] = field(default_factory=list)
    variants: tuple[str, ...] = ()


@dataclass(slots=True)
class Download:
    """A file to take away: `kind` pdf, md, spec or record; `language` empty if it has none."""

    file: str
    kind: str
    data: bytes
    language: str = ""
    about: str = ""


@dataclass(slots=True)
class Playable:
    """What a page needs to let the game be played: the scripts that hold the compiled game, by the variant it is played
    with (the game itself is ""; each puts itself into `hoyleGames` under that name), the host that plays them, and by
    language each picture's component, face, place in a hand and spoken name, in the order of the sprite. `others` says
    how the computer chooses unless the reader wishes otherwise: random, or greedy."""

    games: dict[str, bytes]
    host: bytes
    pieces: dict[str, list[dict[str, str | int]]] = field(default_factory=dict)
    others: str = "random"


@dataclass(slots=True)
class GamePages:
    """All that the site shows of a game. Mappings go by language."""

    name: str
    titles: dict[str, str] = field(default_factory=dict)
    books: dict[str, Book] = field(default_factory=dict)
    variants: dict[str, list[VariantBook]] = field(default_factory=dict)
    specs: list[tuple[str, str]] = field(default_factory=list)
    sprites: dict[str, str] = field(default_factory=dict)
    fan: dict[str, list[str]] = field(default_factory=dict)
    plays: list[Plays] = field(default_factory=list)
    report: Report | None = None
    replays: dict[str, dict[str, Any]] = field(default_factory=dict)
    downloads: list[Download] = field(default_factory=list)
    playable: Playable | None = None
    players: str = ""
    minutes: dict[str, str] = field(default_factory=dict)
