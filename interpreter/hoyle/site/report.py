"""What verification found, put into the reader's words and linked to the rules.

Comes in: a report, a game's books. Goes out: rows that the template lays out. What always holds: what is not known in
the reader's language is shown as verification says it, and marked as English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .figures import count, decimal
from .highlight import line_id
from .model import Clause, GamePages, Place, Report, Violation


@dataclass(frozen=True, slots=True)
class Said:
    """A text, whether it is in the reader's language, and where it leads."""

    text: str
    own: bool
    href: str | None = None


class Reader:
    """Reads reports of one game to readers of one language."""

    def __init__(self, game: GamePages, code: str, words: Mapping[str, str]) -> None:
        self.words, self.code = words, code
        self.files = [name for name, _ in game.specs]
        self.clauses: dict[str, tuple[str, Clause]] = {}
        self.lines: dict[tuple[str, int], tuple[str, Clause]] = {}
        books = [("rules.html", game.books[code])]
        books += [(f"rules-{v.name}.html", v.book) for v in game.variants.get(code, [])]
        for page, book in books:
            for clause in book.clauses:
                self.clauses.setdefault(clause.id, (page, clause))
                self.lines.setdefault((clause.file, clause.line), (page, clause))

    def summary(self, report: Report) -> str:
        """How far verification went."""
        fill = {
            "plays": count(report.plays, self.code),
            "decisions": count(report.decisions, self.code),
            "positions": count(report.positions, self.code),
            "reached": count(report.reached[0], self.code),
            "of": count(report.reached[1], self.code),
            "seconds": decimal(report.seconds, self.code),
            "seed": str(report.seed),
        }
        return self.words["verified_summary"].format(**fill)

    def checks(self, report: Report) -> Iterator[tuple[Said, str, str, str]]:
        """Rows: what must hold, the result's key and word, how far."""
        for check in report.checks:
            yield self.property(check.name), check.result, self.words[check.result], check.detail

    def property(self, name: str) -> Said:
        """What a property says: in the site's words if every game has it, else in those of the game's own rules."""
        built_in = self.words.get(f"is {name}")
        if built_in:
            return Said(built_in, True)
        group, _, rest = name.partition(" ")
        page, clause = self.clauses.get(f"{group}-{rest.partition(' or ')[0]}", ("", None))
        return Said(name.replace("-", " "), False) if clause is None else Said(clause.text, True, f"{page}#{clause.id}")

    def place(self, place: Place | Violation) -> Said:
        """A place of the rules: the clause that tells it, if one does."""
        what = place.what if isinstance(place, Place) else f"{place.file}:{place.line}"
        page, clause = self.lines.get((place.file, place.line), ("", None))
        if clause is not None:
            return Said(f"{clause.number} {clause.text}", True, f"{page}#{clause.id}")
        if place.file in self.files and place.line:
            return Said(what, False, f"spec.html#{line_id(self.files.index(place.file), place.line)}")
        return Said(what, False)
