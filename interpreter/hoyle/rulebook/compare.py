"""What differs between two books of one game: a variant against the game, a spec against its older version.

Comes in: two books in one language. Goes out: clauses that are replaced, new or gone, by their permanent ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .book import Book, Clause, anchors


@dataclass(slots=True)
class Change:
    """One clause that differs: `how` is replaces, new or gone; `number` of the clause in the older book.

    `whole`: what stands under it is told with it. `where`: id and number, with its heading, of the part or
    the clause of the older book that a new clause joins.
    """

    how: str
    id: str
    number: str
    clause: Clause
    whole: bool = False
    where: tuple[str, str] | None = None


@dataclass(slots=True)
class Changes:
    """All that a variant or a version changes."""

    name: str
    title: str
    changes: list[Change] = field(default_factory=list)
    rulings: list[tuple[str, str]] = field(default_factory=list)


def changes(old: Book, new: Book, name: str = "", title: str = "") -> Changes:
    """The clauses of `new` that are not in `old` as they are, and those that are gone."""
    before = {c.id: c for c in old.clauses()}
    after = {c.id: c for c in new.clauses()}
    found = Changes(name, title)
    heads = {part.id: f"{part.number} {part.title}" for chapter in old.chapters for part in [chapter, *chapter.parts]}
    heads |= {c.id: c.number for c in before.values()}
    parts = {c.id: part.id for chapter in new.chapters for part in [chapter, *chapter.parts] for c in part.walk()}
    parts |= {c.id: above.id for above in after.values() if above.id in before for c in above.clauses}
    told: set[str] = set()
    for key, clause in after.items():
        was = before.get(key)
        if key in told:
            continue
        if was is None:
            part = parts.get(key, "")
            where = (part, heads[part]) if part in heads else None
            found.changes.append(Change("new", key, clause.number, clause, True, where))
            told |= {c.id for c in clause.walk()}
        elif _told(was) != _told(clause):
            under = {c.id for c in clause.walk()} - {key}
            whole = any(k not in before for k in under)
            found.changes.append(Change("replaces", key, was.number, clause, whole))
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
    return found


def _told(clause: Clause) -> tuple[str, str]:
    """What is compared: the sentences and the table, not the number."""
    table = (
        "" if clause.table is None else " ".join(str(c) for row in [clause.table.head, *clause.table.rows] for c in row)
    )
    return clause.text, table


def _under(key: str, other: dict[str, Clause], mine: dict[str, Clause]) -> bool:
    """Whether a clause stands under one that is itself new or gone, which then tells it."""
    parent = key.rpartition(".")[0]
    return bool(parent) and parent in mine and parent not in other
