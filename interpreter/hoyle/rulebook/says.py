"""The author's own words: sentences of the words files that stand in place of generated ones.

Comes in: `[says]` of a words file, by clause key: `text` with placeholders and `rule`, a mark of the rule they tell.
Goes out: texts, and notes on those that are stale. What always holds: words whose rule has changed are not printed;
they are reported until somebody approves them, which writes the new mark.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..language.diagnostics import HoyleError, did_you_mean
from ..language.program import Program
from . import phrases as p
from .lines.base import Lineariser
from .text import Text, Token

NO_CLAUSE = "there is no such clause"
NOT_YET = "nobody has approved it yet"
_HOLE = re.compile(r"\{([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Stale:
    """Author's words that no longer belong to their rule: `why` says what is wrong, `mark` what would be right.

    `key` is a clause, or `ruling-` and a tag, whose mark stands in the group `section` of the words file.
    """

    key: str
    language: str
    why: str
    mark: str
    section: str = "says"

    @property
    def is_lost(self) -> bool:
        """Whether there is no such clause."""
        return self.why.startswith(NO_CLAUSE)

    @property
    def is_new(self) -> bool:
        """Whether nobody has approved the words for any text of their rule."""
        return self.why == NOT_YET


def mark(step: p.Step, program: Program) -> str:
    """A mark of the rule under a clause: of its text in the spec, spaces, comments and numbers of parameters aside."""
    span = step.span
    if span is None or not span.line:
        return ""
    lines = program.texts.get(span.file, "").splitlines()[span.line - 1 : span.end_line]
    plain = " ".join(re.sub(r"#.*|@[A-Z]+[0-9]+", "", line) for line in lines)
    return hashlib.sha256(" ".join(plain.split()).encode()).hexdigest()[:12]


def ruling_mark(text: str) -> str:
    """A mark of a ruling's text in the spec, spaces aside."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12]


def stale_rulings(words: dict[str, Any], program: Program, language: str) -> list[Stale]:
    """Translations of rulings whose text in the spec has changed since they were approved, or that nobody approved.

    Args:
        words: the words file, as read.
        program: the game, with its variants.
        language: the language of the words.
    """
    found = []
    for tag, ruling in program.rulings.items():
        key = tag.removeprefix("@")
        for name in (*reversed(program.variants), ""):
            part = words.get("variant", {}).get(name, {}) if name else words
            if key not in part.get("rulings", {}):
                continue
            now, marked = ruling_mark(ruling.text), part.get("approved", {}).get(key)
            if marked != now:
                why = "the ruling has changed" if marked else NOT_YET
                section = f"variant.{name}.approved" if name else "approved"
                found.append(Stale(f"ruling-{key}", language, why, now, section))
            break
    return found


class Says:
    """The author's words of one language. `stale` gathers what is out of date while the book is made."""

    def __init__(self, entries: dict[str, Any], line: Lineariser, program: Program) -> None:
        self.entries = entries
        self.line = line
        self.program = program
        self.linked: dict[str, Container[str]] = {"zone": program.zones, "fact": program.tracks, "term": program.terms}
        self.stale: list[Stale] = []
        self.met: set[str] = set()
        self.clauses: dict[str, None] = {}

    def text(self, step: p.Step) -> Text | None:
        """The author's words for a clause, if there are any and they are up to date."""
        self.clauses[step.key] = None
        entry = self.entries.get(step.key)
        if entry is None:
            return None
        self.met.add(step.key)
        told = self.fill(
            entry["text"]
        )  # before anything else: so its words are asked for though nobody has approved it
        now = mark(step, self.program)
        if entry.get("rule") != now:
            why = "the rule has changed" if entry.get("rule") else NOT_YET
            self.stale.append(Stale(step.key, self.line.lex.language, why, now))
            return None
        return told

    def unknown(self) -> list[Stale]:
        """Author's words for clauses that the book does not have."""
        language = self.line.lex.language
        return [Stale(k, language, self._no_clause(k), "") for k in self.entries if k not in self.met]

    def _no_clause(self, key: str) -> str:
        alike = [one for one in self.clauses if one.rpartition(".")[2] == key.rpartition(".")[2]]
        meant = did_you_mean(key, alike) or did_you_mean(key, self.clauses)
        return f"{NO_CLAUSE}; {meant}" if meant else NO_CLAUSE

    def fill(self, text: str) -> Text:
        """Placeholders filled: {limit} is a parameter's number, {a card}, {the omen-pile}, {3 card} are nouns in
        their form, and lead to where they are defined."""
        tokens: list[Token] = []
        at = 0
        for hole in _HOLE.finditer(text):
            tokens += self.plain(text[at : hole.start()])
            tokens += self.line.say(self.phrase(hole[1]))
            at = hole.end()
        tokens += self.plain(text[at:])
        return self.line.line(tokens, capital=True)

    def plain(self, text: str) -> list[Token]:
        pieces = re.findall(r"[^\s,.;:!?]+|[,.;:!?]", text)
        return [Token(x, "mark") if x in ",.;:!?" else self.line.small(x) for x in pieces]

    def phrase(self, hole: str) -> p.Phrase:
        """What a placeholder stands for."""
        value = self.program.value_of(hole)
        if value is not None:
            return p.Figure(value)
        det, _, name = hole.rpartition(" ")
        if det.isdigit():
            return p.NP(name, "a", many=True, count=p.Quantity("exactly", p.Figure(int(det))))
        if det in self.program.parameters:
            number = self.program.value_of(det)
            return p.NP(name, "a", many=True, count=p.Quantity("exactly", p.Figure(number or 0)))
        link = next((f"{group}-{name}" for group, names in self.linked.items() if name in names), None)
        known = {"": "bare", "the": "the", "a": "a", "each": "each", "all": "all", "many": "bare"}
        if det not in known:
            raise HoyleError(f"the placeholder {{{hole}}} in [says] is neither a parameter nor a noun with its article")
        return p.NP(name, known[det], many=det in ("all", "many"), link=link)


def approve(file: Path, stale: list[Stale], keys: list[str] | None = None) -> int:
    """Write the marks of today's rules into a words file: whoever calls it has read the words and finds them right.

    Args:
        file: the words file.
        stale: what a book reported.
        keys: which clauses; all that are stale if left out.

    Returns:
        How many were approved.
    """
    text = file.read_text(encoding="utf-8")
    done = 0
    for item in stale:
        if not item.mark or (keys is not None and item.key not in keys):
            continue
        if item.section != "says":
            text = _marked(text, item.section, item.key.removeprefix("ruling-"), item.mark)
            done += 1
            continue
        head = re.search(rf'^\[says\."{re.escape(item.key)}"\]\n(?:(?!\[).*\n?)*', text, re.M)
        if head is None:
            continue
        block = re.sub(r"^rule = .*$\n?", "", head[0], flags=re.M).rstrip("\n")
        text = f'{text[: head.start()]}{block}\nrule = "{item.mark}"\n\n' + text[head.end() :].lstrip("\n")
        done += 1
    if done:
        file.write_text(text, encoding="utf-8")
    return done


def _marked(text: str, section: str, key: str, mark_: str) -> str:
    """A words file with the mark of a ruling in its group, which is begun at the end if it is not there yet."""
    head = re.search(rf"^\[{re.escape(section)}\]\n(?:(?!\[).*\n?)*", text, re.M)
    line = f'{key} = "{mark_}"'
    if head is None:
        return f"{text.rstrip()}\n\n[{section}]\n{line}\n"
    old = re.compile(rf"^{re.escape(key)} = .*$", re.M)
    block = old.sub(line, head[0]) if old.search(head[0]) else f"{head[0].rstrip()}\n{line}\n\n"
    return (text[: head.start()] + block + text[head.end() :]).rstrip() + "\n"
