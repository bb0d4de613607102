"""Rulebooks: the plan of a game told in one language, numbered and linked.

Comes in: a game's name or path, variants, a language. Goes out: a `Book`: sections of numbered clauses, tables,
rulings,
a glossary, an index, a player aid. Errors: `SpecErrors` with every missing word, each at the name it belongs to.
What always holds: books of one program in several languages have the same clauses, keys and links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..language import tree as t
from ..language.diagnostics import Diagnostic, SpecErrors
from ..language.program import Program
from ..library import find, load_program
from . import phrases as p
from .lexicon import SPEC_LANGUAGE, Lexicon, language_name
from .lines import lineariser
from .lines.base import Lineariser, capitalise
from .plan import Plan, Section, plan
from .refer import settle
from .says import Says, Stale, stale_rulings
from .text import Run, Text
from .wordfile import read_words


@dataclass(slots=True)
class Clause:
    """A clause of a book: `number` as shown, `id` for links, `texts` its sentences, `notes` the rulings it rests on.

    `place` is the file and line of the spec; `said` tells that the words are the author's own.
    """

    id: str
    number: str
    texts: list[Text]
    label: str | None = None
    notes: list[str] = field(default_factory=list)
    place: tuple[str, int] = ("", 0)
    clauses: list[Clause] = field(default_factory=list)
    table: Grid | None = None
    style: str = "steps"
    said: bool = False

    def walk(self) -> Iterable[Clause]:
        """This clause and those under it."""
        yield self
        for c in self.clauses:
            yield from c.walk()

    @property
    def text(self) -> str:
        """All sentences as plain text."""
        return " ".join(str(x) for x in self.texts)


@dataclass(slots=True)
class Grid:
    """A table: texts of its head and rows; `ids` name the rows that are definitions."""

    head: list[Text]
    rows: list[list[Text]]
    ids: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """A section of a book."""

    id: str
    number: str
    title: str
    clauses: list[Clause]
    parts: list[Chapter]
    table: Grid | None = None

    def walk(self) -> Iterable[Clause]:
        """All clauses of the section."""
        for c in self.clauses:
            yield from c.walk()
        for part in self.parts:
            yield from part.walk()


@dataclass(slots=True)
class Book:
    """A rulebook in one language; `measured` is the note at its end on how its time was found, if it prints one, `handy`
    the ids of clauses that its player aid has beside those of play."""

    game: str
    language: str
    title: str
    variants: list[str]
    aim: str
    chapters: list[Chapter]
    rulings: list[tuple[str, str]]
    glossary: list[tuple[str, Text, str]]
    index: list[tuple[str, list[tuple[str, str]]]]
    heads: dict[str, str]
    facts: list[tuple[str, str]]
    changes: list[Any] = field(default_factory=list)
    stale: list[Stale] = field(default_factory=list)
    measured: tuple[str, str] | None = None
    handy: set[str] = field(default_factory=set)

    def clauses(self) -> list[Clause]:
        """Every clause, in reading order."""
        return [c for chapter in self.chapters for c in chapter.walk()]

    def aid(self, without: tuple[str, ...] = ()) -> list[Chapter]:
        """What fits on one page: what cards are worth and which are higher, combinations and terms, setting up, the turn,
        scoring and the end, without the details; `without` names chapters to leave out."""
        found = []
        for chapter in self.chapters:
            if chapter.id in without:
                continue
            if chapter.id in ("box", "terms"):
                handy = [c for c in chapter.clauses if c.id in self.handy]
                table = any(c.table is not None for c in handy)
                formed = all(c.id.startswith("combination-") for c in handy)
                other = self.heads["combinations"] if formed else chapter.title
                title = other if chapter.id == "terms" or table else self.heads["kinds"]
                chapter = Chapter(chapter.id, chapter.number, title, handy, [])
            elif chapter.id not in ("setup", "course", "turn", "scoring", "end"):
                continue
            if chapter.clauses or chapter.parts:
                found.append(_short(chapter, self.heads["see"]))
        return found


_MOST_UNDER = 8  # clauses under one that a player aid shows


def _short(chapter: Chapter, see: str) -> Chapter:
    clauses = [
        Clause(c.id, c.number, c.texts, c.label, clauses=_first(c, see), table=c.table, style=c.style)
        for c in chapter.clauses
    ]
    parts = [_short(x, see) for x in chapter.parts]
    return Chapter(chapter.id, chapter.number, chapter.title, clauses, parts, chapter.table)


def _first(clause: Clause, see: str) -> list[Clause]:
    """The first clauses under one; where there are more, a line says in which clause of the book they stand."""
    if len(clause.clauses) <= _MOST_UNDER:
        return clause.clauses
    more = Text([Run(f"… {see} "), Run(clause.number, clause.id), Run(".")])
    return [*clause.clauses[: _MOST_UNDER - 1], Clause(f"{clause.id}.more", clause.number, [more])]


# ---- making ----------------------------------------------------------------------------------------------------------


def make(
    spec: str | Path,
    language: str = "en",
    variants: Iterable[str] = (),
    parameters: Mapping[str, int] | None = None,
    with_variants: bool = True,
) -> Book:
    """The rulebook of a game.

    Args:
        spec: a bundled game's name or a path.
        language: the code of a language that has a lexicon: en, es, fr.
        variants: names of variants to apply; the book is then that of the game so changed.
        parameters: values of parameters.
        with_variants: whether the book of the plain game tells what each variant changes.

    Returns:
        The book.

    Raises:
        HoyleError: there is no such game, variant or language.
        SpecErrors: mistakes of the spec, or words that are missing in the language.
    """
    source = find(spec)
    names = source.chosen(variants)
    program = load_program(spec, names, parameters)
    words = read_words(source.file.parent, language)
    book = tell(program, language, words)
    if with_variants and not names:
        from .compare import changes

        for name in source.variants:
            other = tell(load_program(spec, [name], parameters), language, words)
            book.changes.append(changes(book, other, name, variant_title(words, name)))
    return book


def missing_words(
    spec: str | Path,
    language: str,
    variants: Iterable[str] = (),
    parameters: Mapping[str, int] | None = None,
) -> tuple[Program, dict[tuple[str, str], str]]:
    """The words that a game's rulebook lacks in a language.

    Args:
        spec, language, parameters: as for `make`.
        variants: variants to apply together; if there are none, each variant of the game counts beside the game.

    Returns:
        The game's program, and the missing words: group and key, with what is said of each.

    Raises:
        HoyleError: as for `make`.
        SpecErrors: mistakes of the spec.
    """
    source = find(spec)
    words = read_words(source.file.parent, language)
    applied = list(variants)
    program = load_program(spec, applied, parameters)
    found = dict(_lexicon_of(program, language, words).missing)
    if not applied and source.variant is None:
        for name in source.variants:
            found.update(_lexicon_of(load_program(spec, [name], parameters), language, words).missing)
    return program, found


def stale_words(
    spec: str | Path,
    language: str,
    variants: Iterable[str] = (),
    parameters: Mapping[str, int] | None = None,
) -> list[Stale]:
    """The author's words of a language that no longer belong to their rules; arguments and errors as for
    `missing_words`."""
    source = find(spec)
    words = read_words(source.file.parent, language)
    applied = list(variants)
    editions = [applied] if applied or source.variant is not None else [[], *([name] for name in source.variants)]
    found: dict[Stale, None] = {}
    for edition in editions:
        program = load_program(spec, edition, parameters)
        found.update(dict.fromkeys(stale_rulings(words, program, language)))
        said = _layered(words, program.variants).get("says")
        if said:
            line = prepare(program, language, words)
            says = Says(said, line, program)
            _Writer(plan(program), line, says, _layered(words, program.variants)).book()
            found.update(dict.fromkeys([*says.stale, *(() if edition else says.unknown())]))
    return list(found)


def _lexicon_of(program: Program, language: str, words: dict[str, Any]) -> Lexicon:
    """The lexicon of a program after its book was written, with what was missing."""
    layered = _layered(words, program.variants)
    line = prepare(program, language, words)
    _Writer(plan(program), line, Says(layered.get("says", {}), line, program), layered).book()
    return line.lex


def variant_title(words: dict[str, Any], name: str) -> str:
    """What a variant is called; in words made of its name where the words file has no title for it."""
    title = words.get("variant", {}).get(name, {}).get("title")
    plain = name.replace("-", " ")
    return title if isinstance(title, str) and title.strip() else f"{plain[:1].upper()}{plain[1:]}"


def tell(program: Program, language: str, words: dict[str, Any]) -> Book:
    """The book of a program, with the words of its game.

    Raises:
        SpecErrors: words are missing.
    """
    layered = _layered(words, program.variants)
    line = prepare(program, language, words)
    lexicon = line.lex
    says = Says(layered.get("says", {}), line, program)
    book = _Writer(plan(program), line, says, layered).book()
    if lexicon.missing:
        raise SpecErrors(diagnose(lexicon.missing, language, program), program.texts)
    book.stale = [*says.stale, *says.unknown(), *stale_rulings(words, program, language)]
    return book


def prepare(program: Program, language: str, words: dict[str, Any]) -> Lineariser:
    """What says phrases of a program in a language."""
    lexicon = Lexicon(language, _layered(words, program.variants))
    _defaults(lexicon, program)
    return lineariser(lexicon)


def _layered(words: dict[str, Any], variants: list[str]) -> dict[str, Any]:
    """The words with those of the variants laid over them; a fresh copy, group by group."""
    out: dict[str, Any] = {k: dict(v) if isinstance(v, dict) else v for k, v in words.items() if k != "variant"}
    for name in variants:
        for group, entries in words.get("variant", {}).get(name, {}).items():
            if isinstance(entries, dict):
                out[group] = {**out.get(group, {}), **entries}
            elif group == "title" and entries.strip():
                out["titles"] = {**out.get("titles", {}), f"variant {name}": entries}
    return out


def _defaults(lexicon: Lexicon, program: Program) -> None:
    """A procedure without a noun of its own is called after its place in the game: the turn, the round."""
    roles = {"turn": "turn", "round": "round", "setup": "setup", "scoring": "scoring", "to": "step"}
    nouns = lexicon.layers[0]["nouns"]
    extra = {
        name: nouns[roles[x.role]]
        for name, x in program.procedures.items()
        if not lexicon.has("nouns", name) and x.role in roles
    }
    lexicon.layers.insert(1, {"nouns": extra})


def diagnose(
    missing: Mapping[tuple[str, str], str], language: str, program: Program, varied: Iterable[Program] = ()
) -> list[Diagnostic]:
    """One mistake for each word that is missing (as `missing_words` gives them), at the place where its name is
    declared: in the game, else in one of its variants (`varied`)."""
    places: dict[str, t.Node] = {}
    for declared in (d for one in (program, *varied) for d in one.declarations):
        for node in declared.walk():
            name = getattr(node, "name", None) or getattr(node, "tag", None)
            if isinstance(name, str):
                places.setdefault(name.removeprefix("@"), node)
            if isinstance(node, t.Kind):
                for value in node.values:
                    places.setdefault(value.low, value)
    found = []
    for (group, key), why in sorted(missing.items()):
        if group == "labels" and ("nouns", key) in missing:
            continue  # what has a noun is called by it
        variant = group.removeprefix("variant.") if group.startswith("variant.") else None
        place = places.get(key) if variant is None else _head_of(variant, (program, *varied))
        where = f"under [{group}]" if group != "title" else "as `title`"
        entry = "it" if variant is None else f"`{key}`"
        hint = f"add {entry} {where} in words.{language}.toml"
        message = f"`{variant or key}` in {language_name(language)}: {why}"
        found.append(Diagnostic("E400", message, place.span if place is not None else t.NOWHERE, hint))
    return found


def _head_of(variant: str, programs: Iterable[Program]) -> t.Node:
    """A node at the line with which a variant's file begins."""
    for program in programs:
        for file, text in program.texts.items():
            for number, row in enumerate(text.split("\n"), 1):
                if re.match(rf"variant\s+{variant}\b", row):
                    return t.Node(span=t.Span(number, 1, number, len(row) + 1, file))
    return t.Node()


class _Writer:
    """Writes one book: numbers clauses, says their sentences, gathers what links to what."""

    def __init__(self, plan_: Plan, line: Lineariser, says: Says, words: dict[str, Any]) -> None:
        self.plan = plan_
        self.program = plan_.program
        self.line = line
        self.lex = line.lex
        self.says = says
        self.words = words
        self.ids: set[str] = set()

    def book(self) -> Book:
        chapters = [self.chapter(s, str(k)) for k, s in enumerate(self.plan.sections, 1)]
        self.point(chapters)
        self.ids = anchors(chapters)
        glossary = self.glossary(chapters)
        for chapter in chapters:
            _prune(chapter, self.ids)
        rulings = [(tag.removeprefix("@"), self.ruling(r)) for tag, r in holding(self.program).items()]
        return Book(
            self.program.name,
            self.lex.language,
            self.title(),
            self.variant_titles(),
            str(self.words.get("aim", "")),
            chapters,
            rulings,
            glossary,
            _index(glossary, chapters),
            dict(self.lex.layers[0]["book"]),
            self.facts(),
            handy=self.plan.handy,
        )

    def title(self) -> str:
        title = self.words.get("title")
        if isinstance(title, str):
            return title
        if self.lex.language != SPEC_LANGUAGE:
            self.lex.missing.setdefault(("title", self.program.title), "no title of the game")
        return self.program.title

    def variant_titles(self) -> list[str]:
        return [self.titled(name) for name in self.program.variants]

    def titled(self, name: str) -> str:
        title = self.lex.raw("titles", f"variant {name}")
        if title is None and self.lex.language != SPEC_LANGUAGE:
            self.lex.missing.setdefault((f"variant.{name}", "title"), "no title of the variant")
        return str(title) if title is not None else variant_title({}, name)

    def facts(self) -> list[tuple[str, str]]:
        seats = self.program.seats()
        shown = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0]) if seats else ""
        return [(self.lex.words("book", "seats"), shown)]

    def ruling(self, ruling: t.Ruling) -> str:
        """The text of a ruling: the spec's own in its language, else the words file's."""
        key = ruling.tag.removeprefix("@")
        if self.lex.language == SPEC_LANGUAGE and not self.lex.has("rulings", key):
            return ruling.text
        return self.lex.words("rulings", key)

    # ---- sections and clauses --------------------------------------------------------------------------------------
    def chapter(self, section: Section, number: str) -> Chapter:
        title = self.lex.words(section.title.group, section.title.key)
        parts = [self.chapter(s, f"{number}.{k}") for k, s in enumerate(section.parts, len(section.steps) + 1)]
        clauses = [self.clause(s, f"{number}.{k}") for k, s in enumerate(section.steps, 1)]
        grid = (
            self.grid(section.table, [f"zone-{z}" for z in self.program.zones]) if section.table is not None else None
        )
        return Chapter(section.key, number, title, clauses, parts, grid)

    def clause(self, step: p.Step, number: str) -> Clause:
        texts, said = self.texts(step)
        lead = step.sentences[0].lead if step.sentences else None
        under = [self.clause(s, f"{number}.{k}") for k, s in enumerate(step.steps, 1)]
        span = step.span
        return Clause(
            step.key,
            number,
            texts,
            self.label(lead) if lead is not None and self.is_labelled(lead) else None,
            [x.removeprefix("@") for x in step.tags],
            (span.file, span.line) if span is not None else ("", 0),
            under,
            self.grid(step.table, []) if step.table is not None else None,
            step.style,
            said,
        )

    def texts(self, step: p.Step) -> tuple[list[Text], bool]:
        own = self.says.text(step)
        if own is not None:
            return [own], True
        return [self.line.text(settle(s)) for s in step.sentences], False

    def is_labelled(self, key: str) -> bool:
        """Whether a row has a label: a limit has one only if its words are there."""
        limits = {n.name for x in self.program.procedures.values() for n in x.walk() if isinstance(n, t.Limit)}
        return key not in limits or self.lex.has("labels", key)

    def label(self, key: str) -> str:
        """The label of a row: its own, else the noun it is called by."""
        if self.lex.has("labels", key):
            return self.lex.words("labels", key)
        if self.lex.has("nouns", key):
            return capitalise(self.lex.noun(key).one)
        return self.lex.words("labels", key)

    def point(self, chapters: list[Chapter]) -> None:
        """Clauses that refer to places in the spec get links to the clauses that tell them."""
        rules = [chapter for chapter in chapters if chapter.id not in _ASIDE]
        clauses = [c for chapter in rules for c in chapter.walk() if not _in_short(c)]
        for chapter in chapters:
            for clause in chapter.walk():
                spans = self.plan.uses.get(clause.id, [])
                found = {c.id for span in spans if (c := _at(span, clauses)) is not None}
                told = [c for c in clauses if c.id in found]
                if told:
                    runs = [r for k, c in enumerate(told) for r in (Run(", " if k else " "), Run(c.number, c.id))]
                    clause.texts.append(Text([Run(self.lex.words("book", "see")), *runs, Run(".")], points=True))

    def grid(self, table: p.Table, ids: list[str]) -> Grid:
        head = [_capital(self.line.text(settle(x))) for x in table.head]
        rows = [[self.cell(c, k == 0) for k, c in enumerate(row)] for row in table.rows]
        for row, tags in zip(rows, table.tags, strict=False):
            notes = [tag.removeprefix("@") for tag in tags]
            row[0].runs += [run for x in notes for run in (Run(" "), Run(f"◊{x}", f"ruling-{x}"))]
        return Grid(head, rows, ids)

    def cell(self, cell: p.Phrase | None, first: bool) -> Text:
        if cell is None:
            return Text([Run("–")])
        text = self.line.text(settle(cell))
        return _capital(text) if first else text

    # ---- glossary --------------------------------------------------------------------------------------------------
    def headword(self, phrase: p.Phrase) -> str:
        """A word as it is looked up: of what somebody is, the adjective or the verb; no article before it."""
        if isinstance(phrase, p.Clause) and isinstance(phrase.pred, p.Adj) and self.line.recast(phrase) is phrase:
            first, _, rest = str(self.line.text(phrase.pred)).partition(" ")
            return capitalise(rest if first in self.line.articles and rest else f"{first} {rest}".rstrip())
        return str(_capital(self.line.text(settle(phrase))))

    def meaning(self, clause: Clause) -> Text:
        """What a word means, in a line: the sentences that define it; of a list of forms, their names."""
        texts = clause.texts
        first = texts[0] if texts else Text()
        if clause.id.startswith("combination-"):
            names = [c.label[:1].lower() + c.label[1:] for c in clause.clauses if c.label]
            return _closed(first, names)
        cases = [str(text).rstrip(".") for c in clause.clauses for text in c.texts] if _opens(first) else []
        if len("; ".join(cases)) > _LONG:
            see = Text([Run(self.lex.words("book", "see") + " "), Run(clause.number, clause.id), Run(".")])
            return _closed(first, []) + see
        return _closed(first, [x[:1].lower() + x[1:] for x in cases], ";")

    def glossary(self, chapters: list[Chapter]) -> list[tuple[str, Text, str]]:
        """Words with the sentence that defines them and the clause it stands in."""
        clauses = {c.id: c for chapter in chapters for c in chapter.walk()}
        found = []
        for link, phrase in self.plan.words:
            word = self.headword(phrase)
            place = self.plan.places.get(link)
            if link in clauses:
                meaning = self.meaning(clauses[link])
            elif place is not None:
                meaning = self.line.text(settle(p.Sentence(place)))
            else:
                continue
            found.append((word, meaning, link))
        unique = {(w, i): (w, m, i) for w, m, i in found}
        return sorted(unique.values(), key=lambda x: (_sorting(x[0]), x[2]))


def _at(span: t.Span, clauses: list[Clause]) -> Clause | None:
    """The clause that tells a line of the spec: the last that begins on it, or else the nearest above."""
    above = [c for c in clauses if c.place[0] == span.file and c.place[1] <= span.line]
    nearest = max((c.place[1] for c in above), default=0)
    return next((c for c in reversed(above) if c.place[1] == nearest), None)


_ASIDE = ("conventions", "special", "examples", "always")


def _in_short(clause: Clause) -> bool:
    """Whether a clause only sums up what others tell."""
    return clause.id.startswith("short.")


_LONG = 300  # signs of the cases that a glossary tells; of more it says where they are


def _opens(text: Text) -> bool:
    """Whether a text ends with a colon."""
    return bool(text.runs) and text.runs[-1].text.rstrip().endswith(":")


def _closed(text: Text, more: list[str], mark: str = ",") -> Text:
    """A lead-in as a sentence of its own: with what is listed under it, or without its colon."""
    runs = [replace(r) for r in text.runs]
    if _opens(text):
        listed = f"{mark} ".join(more)
        runs[-1].text = f"{runs[-1].text} {listed}." if more else runs[-1].text[:-1].rstrip() + "."
    return Text(runs)


def _capital(text: Text) -> Text:
    if text.runs:
        text.runs[0].text = capitalise(text.runs[0].text)
    return text


def _sorting(word: str) -> str:
    import unicodedata

    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))


def holding(program: Program) -> dict[str, t.Ruling]:
    """The rulings that hold: of a game with variants only those that a line still rests on."""
    if not program.variants:
        return program.rulings
    rested = {tag for d in program.declarations for node in d.walk() for tag in node.tags} | set(program.tags)
    return {tag: ruling for tag, ruling in program.rulings.items() if tag in rested}


def anchors(chapters: list[Chapter]) -> set[str]:
    """Every id that a link may lead to."""
    ids: set[str] = set()
    for chapter in chapters:
        ids |= {chapter.id} | {part.id for part in chapter.parts} | {c.id for c in chapter.walk()}
        if chapter.table is not None:
            ids |= set(chapter.table.ids)
    return ids


def _prune(chapter: Chapter, ids: set[str]) -> None:
    """Links that lead nowhere, or to the clause they stand in, are plain words."""
    for clause in chapter.walk():
        for text in clause.texts:
            for run in text.runs:
                if run.link is not None and (run.link not in ids or run.link == clause.id):
                    run.link = None


def _shown(chapter: Chapter) -> Iterable[tuple[Clause, Clause]]:
    """Each clause with the one whose number a reader sees: the parts of a story have none of their own. What only
    points to clauses is no use of a word."""
    if chapter.id in _ASIDE[:2]:
        return
    for clause in [*chapter.clauses, *(c for part in chapter.parts for c in part.clauses)]:
        if _in_short(clause):
            continue
        for inner in clause.walk():
            yield inner, clause if clause.style == "story" else inner


def _index(glossary: list[tuple[str, Text, str]], chapters: list[Chapter]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each word of the glossary with the clauses that use it: number and id. A story counts as one clause."""
    uses: dict[str, dict[str, str]] = {}
    for chapter in chapters:
        for clause, shown in _shown(chapter):
            for text in clause.texts:
                for run in text.runs:
                    if run.link is not None:
                        uses.setdefault(run.link, {})[shown.id] = shown.number
    return [(word, [(n, i) for i, n in uses[link].items()]) for word, _, link in glossary if link in uses]
