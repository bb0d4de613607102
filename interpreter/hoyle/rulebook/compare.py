"""What differs between two books of one game: a variant against the game, a spec against its older version.

Comes in: two books in one language. Goes out: clauses that are replaced, new or gone, by their permanent ids. What always
holds: a clause that reads as before is no change, though another one now stands before it and its id has moved on, and
neither is a sentence that moves into the clause above it, or out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from .book import Book, Chapter, Clause, anchors


@dataclass(slots=True)
class Change:
    """One clause that differs: `how` is replaces, new or gone; `number` of the clause in the older book; `id` is its id
    there, or in the newer book if it is new; `now` its id in the newer book, empty if it is gone.

    `whole`: what stands under it is told with it. `where`: id and number, with its heading, of the part or
    the clause of the older book that a new clause joins.
    """

    how: str
    id: str
    number: str
    clause: Clause
    whole: bool = False
    where: tuple[str, str] | None = None
    now: str = ""


@dataclass(slots=True)
class Changes:
    """All that a variant or a version changes; `rulings` are those that it adds or says otherwise, `dropped` those that
    no longer hold, by tag with their text."""

    name: str
    title: str
    changes: list[Change] = field(default_factory=list)
    rulings: list[tuple[str, str]] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)


def changes(old: Book, new: Book, name: str = "", title: str = "") -> Changes:
    """The clauses of `new` that are not in `old` as they are, and those that are gone."""
    before = {c.id: c for c in old.clauses()}
    ids = matches(old, new)
    after = {ids[c.id]: c for c in new.clauses()}
    found = Changes(name, title)
    heads = {part.id: f"{part.number} {part.title}" for chapter in old.chapters for part in [chapter, *chapter.parts]}
    heads |= {c.id: c.number for c in before.values()}
    parts = {ids[c.id]: part.id for chapter in new.chapters for part in [chapter, *chapter.parts] for c in part.walk()}
    parts |= {ids[c.id]: key for key, above in after.items() if key in before for c in above.clauses}
    told: set[str] = set()
    for key, clause in after.items():
        was = before.get(key)
        if key in told:
            continue
        if was is None:
            part = parts.get(key, "")
            where = (part, heads[part]) if part in heads else None
            found.changes.append(Change("new", clause.id, clause.number, clause, True, where, clause.id))
            told |= {ids[c.id] for c in clause.walk()}
        elif _told(was) != _told(clause):
            gone = [c for c in was.clauses if c.id not in after]
            added = [c for c in clause.clauses if ids[c.id] not in before]
            if _joined(was, gone, clause) or _joined(clause, added, was):  # the same sentences, in one clause or in two
                told |= {c.id for c in gone if _joined(was, gone, clause) and not c.clauses}
                told |= {ids[c.id] for c in added if _joined(clause, added, was) and not c.clauses}
                continue
            under = {ids[c.id] for c in clause.walk()} - {key}
            whole = any(k not in before for k in under)
            found.changes.append(Change("replaces", key, was.number, clause, whole, None, clause.id))
            told |= under if whole else set()
    for key, clause in before.items():
        if key.startswith("example-"):  # a variant brings its own examples; those of the game need not hold in it
            continue
        if key in after or key in told or _under(key, after, before):
            continue
        under = {c.id for c in clause.walk()} - {key}
        whole = bool(under) and not under & after.keys()
        found.changes.append(Change("gone", key, clause.number, clause, whole))
        told |= under if whole else set()
    here = anchors(old.chapters)  # the changes are printed in the older book: what is only in the newer has no link
    for change in found.changes:
        for clause in change.clause.walk():
            for text in clause.texts:
                for run in text.runs:
                    run.link = run.link if run.link in here else None
    known = dict(old.rulings)
    found.rulings = [(tag, text) for tag, text in new.rulings if known.get(tag) != text]
    kept = dict(new.rulings)
    found.dropped = [(tag, text) for tag, text in old.rulings if tag not in kept]
    return found


def matches(old: Book, new: Book) -> dict[str, str]:
    """By the ids of the newer book: the id of the clause of the older one that each stands for; of one that is new its
    own, marked if the older book has that for another."""
    sections = {s.id: s for chapter in old.chapters for s in _sections(chapter)}
    pairs: dict[str, str] = {}
    for chapter in new.chapters:
        for section in _sections(chapter):
            if section.id in sections:
                _align(sections[section.id].clauses, section.clauses, pairs)
    # What has moved to another section of the book, or has no match there, is known by its id.
    before, taken = {c.id for c in old.clauses()}, set(pairs.values())
    for clause in new.clauses():
        if clause.id not in pairs:
            free = clause.id not in before or clause.id not in taken
            pairs[clause.id] = clause.id if free else f"{clause.id} (new)"
            taken.add(pairs[clause.id])
    return pairs


def _sections(chapter: Chapter) -> Iterator[Chapter]:
    yield chapter
    for part in chapter.parts:
        yield from _sections(part)


def _align(old: Sequence[Clause], new: Sequence[Clause], pairs: dict[str, str]) -> None:
    """Pair clauses that stand side by side: first those that are alike with all under them, then between two of those what
    reads alike by itself, then what has the same id, then the rest in its order."""
    left, right = [_wholly(c) for c in old], [_wholly(c) for c in new]
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            for was, now in zip(old[a:b], new[c:d], strict=True):
                pairs.update((y.id, x.id) for x, y in zip(was.walk(), now.walk(), strict=True))
            continue
        olds, news = list(old[a:b]), list(new[c:d])
        for alike in (lambda x, y: _told(x) == _told(y), lambda x, y: x.id == y.id):
            for now in list(news):
                for was in [x for x in olds if alike(x, now)][:1]:
                    olds.remove(was)
                    news.remove(now)
                    _pair(was, now, pairs)
        if len(olds) == len(news):
            for was, now in zip(olds, news, strict=True):
                _pair(was, now, pairs)


def _pair(old: Clause, new: Clause, pairs: dict[str, str]) -> None:
    pairs[new.id] = old.id
    _align(old.clauses, new.clauses, pairs)


def _wholly(clause: Clause) -> tuple[tuple[str, str], ...]:
    return tuple(_told(c) for c in clause.walk())


def _told(clause: Clause) -> tuple[str, str]:
    """What is compared: the sentences and the table, not the number, nor the numbers of clauses where more stands."""
    table = (
        "" if clause.table is None else " ".join(str(c) for row in [clause.table.head, *clause.table.rows] for c in row)
    )
    return " ".join(str(x) for x in clause.texts if not x.points), table


def _joined(apart: Clause, under: list[Clause], whole: Clause) -> bool:
    """Whether a clause says what another says together with the plain ones of those under it."""
    plain = [c for c in under if not c.clauses]
    (said, table), (together, whole_table) = _told(apart), _told(whole)
    return bool(plain) and table == whole_table and " ".join([said, *(_told(c)[0] for c in plain)]) == together


def _under(key: str, other: dict[str, Clause], mine: dict[str, Clause]) -> bool:
    """Whether a clause stands under one that is itself new or gone, which then tells it."""
    parent = key.rpartition(".")[0]
    return bool(parent) and parent in mine and parent not in other
