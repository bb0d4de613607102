"""What verification found, put into the reader's words and linked to the rules.

Comes in: a report, a game's books. Goes out: rows that the template lays out. What always holds: what is not known in
the reader's language is shown as verification says it, and marked as English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .figures import count, decimal
from .highlight import line_id
from .model import Check, Clause, GamePages, Place, Report, Violation


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

    def settings(self, report: Report) -> str:
        """In how many settings the game was played."""
        there, left = report.settings, len(report.untried)
        return self.words["verified_settings"].format(n=count(there - left, self.code), of=count(there, self.code))

    def untried(self, report: Report) -> str:
        """How many settings there was no time for."""
        return self.words["verified_untried"].format(n=count(len(report.untried), self.code))

    def checks(self, report: Report) -> Iterator[tuple[Said, str, str, Said]]:
        """Rows: what must hold, the result's key and word, how far."""
        for check in report.checks:
            yield self.property(check.name), check.result, self.words[check.result], self.detail(check)

    def detail(self, check: Check) -> Said:
        """How far a property was looked at; as verification says it where the reader's language has no words for it."""
        found = [self.finding(finding) for finding in check.findings]
        told = [text for text in found if text is not None]
        if not told or len(told) < len(found):
            return Said(check.detail, self.code == "en")
        return Said("; ".join(told) if self.code != "fr" else "\u202f; ".join(told), True)

    def finding(self, finding: Mapping[str, Any]) -> str | None:
        """One finding in the reader's words; None if there are none for it."""
        if finding.get("say") == "fault":
            return self.words.get(f"says {finding.get('message')}") if self.code != "en" else None
        key = f"how {finding.get('say')}"
        text = self.words.get(f"{key} one" if finding.get("n") == 1 else key) or self.words.get(key)
        if text is None:
            return None
        values = {k: count(v, self.code) if isinstance(v, int) else str(v) for k, v in finding.items()}
        values["of"] = self.instances(finding.get("of", []))
        return text.format_map(values)

    def instances(self, of: Sequence[Mapping[str, Any]]) -> str:
        """The small instances that something was found of."""
        if len(of) != 1:
            return self.words["how instances"].format(n=count(len(of), self.code))
        return self.setting(of[0])

    def setting(self, one: Mapping[str, Any]) -> str:
        """How many players, and what else is set."""
        players = self.words["how players one" if one["players"] == 1 else "how players"]
        more = [*one.get("variants", []), *([one["scope"]] if one.get("scope") else [])]
        more += [f"{name} {value}" for name, value in one.get("parameters", {}).items()]
        said = players.format(n=one["players"])
        return f"{said} ({', '.join(x.replace('-', ' ') for x in more)})" if more else said

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
        page, clause = self.lines.get((place.file, place.line), ("", None))
        if clause is not None:
            return Said(f"{clause.number} {clause.text}", True, f"{page}#{clause.id}")
        what, own = self.part(place.what) if isinstance(place, Place) else (f"{place.file}:{place.line}", True)
        if place.file in self.files and place.line:
            return Said(what, own, f"spec.html#{line_id(self.files.index(place.file), place.line)}")
        return Said(what, own)

    def message(self, violation: Violation) -> Said:
        """What is wrong; what the engine says of one game's rules stays English."""
        said = self.words.get(f"says {violation.message}")
        return Said(said or violation.message, said is not None or self.code == "en")

    def story(self, violation: Violation) -> list[Said]:
        """The lines of a play that shows what is wrong."""
        english = [(line, self.code == "en") for line in violation.story]
        return [Said(text, own) for text, own in violation.told.get(self.code, english)]

    def part(self, what: str) -> tuple[str, bool]:
        """A part of the rules by its kind and its name in the spec: the option pass; and whether that could be said."""
        kind, _, name = what.partition(" ")
        word = self.words.get(f"part {kind}")
        return (f"{word} {name.replace('-', ' ')}".strip(), True) if word else (what, False)
