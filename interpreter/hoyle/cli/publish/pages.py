"""All that the site shows of a game, gathered from those who know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ...language.diagnostics import HoyleError
from ...pictures import draw, sprite
from ...rulebook import facts, render
from ...site import model as s
from ...site import texts
from ...site.highlight import line_id
from . import changelog, figures, verified, worked
from .compiled import playable
from .edition import Edition, Voice
from .files import book_files, items, with_facts
from .replays import Sample
from .retold import Teller


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a site is to hold.

    `languages` are those of every game; of each game those that it has words in, if there are none. `pdf` says whether
    booklets are made; `seed` is of the sample games and of verification; `reports` is a folder of reports, `verify` how
    many seconds each game is verified now.
    """

    languages: tuple[str, ...] = ()
    pdf: bool = True
    seed: int = 1
    reports: Path | None = None
    verify: float | None = None


def game_pages(spec: str | Path, wanted: Wanted) -> s.GamePages:
    """All that the site shows of a game.

    Args:
        spec: a bundled game's name or a path.
        wanted: what the site is to hold.

    Raises:
        HoyleError, SpecErrors: there is no such game; mistakes or missing words.
    """
    edition = Edition(spec)
    if edition.own:
        raise HoyleError(f"{spec} is a variant; name the game, and its variants are published with it")
    source, program = edition.source, edition.program()
    sample = Sample(edition, wanted.seed)
    measured, lengths = edition.measured(), edition.lengths()
    pages = s.GamePages(source.name, report=_report(edition, wanted), plays=[_plays(m) for m in measured])
    counts = program.seats()
    pages.players = f"{counts[0]}–{counts[-1]}" if len(counts) > 1 else str(counts[0])
    for path in (source.file, *source.variants.values()):
        text = path.read_text(encoding="utf-8")
        pages.specs.append((path.name, text))
        pages.downloads.append(s.Download(path.name, "spec", text.encode(), about=path.name))
    pages.downloads.append(s.Download(f"{source.name}.record.json", "record", sample.file()))
    spoken = wanted.languages or edition.spoken
    if not spoken:
        raise HoyleError(f"{source.name} has no words in any language: `hoyle words {spec}` begins a file of them")
    pages.playable = playable(edition, spoken)
    for language in spoken:
        voice = edition.voice(language)
        with_facts(edition, voice, ())
        pages.titles[language] = voice.book.title
        pages.books[language] = _book(voice, pages, texts(language))
        pages.fan[language] = [draw(p, "page") for p in voice.fan()]
        pages.sprites[language] = sprite(voice.pieces)
        pages.minutes[language] = facts.time(lengths, language) if lengths else ""
        pages.replays[language] = sample.told(voice, texts(language))
        pages.downloads += _downloads(edition, language, (), wanted.pdf)
        if language != "en":
            _retell(edition, pages.report, language)
        pages.variants[language] = []
        for change in voice.book.changes:
            other = edition.voice(language, [change.name])
            with_facts(edition, other, (change.name,))
            marked = changelog.marked(
                voice.book, other.book, (c for c in change.changes if not c.id.startswith("example-"))
            )
            book = _book(other, pages, texts(language))
            pages.variants[language].append(_variant(change.name, change.title, book, marked, change.rulings))
            pages.downloads += _downloads(edition, language, (change.name,), wanted.pdf, change.title)
    return pages


def _retell(edition: Edition, report: s.Report | None, language: str) -> None:
    """Tell the stories of a report in a language, as far as the variants they are of are known."""
    for violation in report.violations if report is not None else ():
        if violation.data and set(violation.variants) <= set(edition.source.variants):
            voice = edition.voice(language, violation.variants)
            teller = Teller(edition, voice, violation.variants, violation.players, texts(language))
            violation.told[language] = list(teller.lines(violation.data))


def _report(edition: Edition, wanted: Wanted) -> s.Report | None:
    """What verification found: in the folder of reports, or now; None if it was not asked."""
    if wanted.verify is not None:
        return verified.run(edition.spec, wanted.verify, wanted.seed)
    return None if wanted.reports is None else verified.read(wanted.reports, edition.source.name)


def _plays(m: figures.Measured) -> s.Plays:
    pairs = [(mean.mean, mean.figures()["se"] or 0.0) for mean in (m.decisions, m.choices, *m.wins)]
    minutes, timed = (facts.minutes(m.length), m.length.plays) if m.length else (0.0, 0)
    return s.Plays(m.players, m.plays, m.lengths, pairs[2:], pairs[0], pairs[1], minutes, m.capped, timed)


def _book(voice: Voice, pages: s.GamePages, words: Mapping[str, str]) -> s.Book:
    book = voice.book
    files = [name for name, _ in pages.specs]
    contents = [s.Entry(c.id, c.number, c.title) for c in book.chapters]
    for id_, wanted in (("variants", book.changes), ("rulings", book.rulings), ("glossary", True), ("index", True)):
        if wanted:
            contents.append(s.Entry(id_, "", book.heads[id_]))
    clauses = [s.Clause(c.id, c.number, c.text, Path(c.place[0]).name, c.place[1]) for c in book.clauses() if c.text]
    clauses += [s.Clause(f"ruling-{tag}", tag, text) for tag, text in book.rulings]
    sources = {}
    for clause in book.clauses():
        file, line = Path(clause.place[0]).name, clause.place[1]
        if line and file in files and clause.text:
            said = (
                words["spec_line" if file == files[0] else "spec_file_line"]
                .replace("{n}", str(line))
                .replace("{file}", file)
            )
            sources[clause.id] = f"spec.html#{line_id(files.index(file), line)}", said
    body = render.body(book, items(voice.gallery()), worked.html(voice), sources)
    return s.Book(
        voice.title,
        f'<p class="aim">{escape(book.aim)}</p>{body}',
        render.aid_body(book, "rules.html"),
        contents,
        clauses,
        book.facts,
        book.aim,
    )


def _variant(
    name: str, title: str, book: s.Book, found: Sequence[changelog.Marked], rulings: list[tuple[str, str]]
) -> s.VariantBook:
    changes = [
        s.Change(
            m.id,
            m.now,
            m.old_number,
            m.new_number,
            changelog.html(m.before, "del") if m.before else None,
            changelog.html(m.after, "ins") if m.after else None,
        )
        for m in found
    ]
    return s.VariantBook(name, title, book, changes, [text for _, text in rulings])


def _downloads(
    edition: Edition, language: str, variants: Sequence[str], pdf: bool, about: str = ""
) -> list[s.Download]:
    found = []
    for kind in ("pdf", "md") if pdf else ("md",):
        for name, content in book_files(edition, language, variants, kind).items():
            found.append(s.Download(name, "aid" if name.endswith("-aid.pdf") else kind, content, language, about))
    return found
