"""From a game to what is published of it: books with pictures, files, the pages of the site.

Readers do not know each other; here their results meet: `rulebook` gives books, `pictures` pictures, `site` takes them as data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import game_of
from ..engine.record import record
from ..language.diagnostics import HoyleError
from ..language.program import Program
from ..library import find, load_program
from ..pictures import Piece, box, draw, pieces, sprite
from ..rulebook import render, typeset
from ..rulebook.book import Book, make, read_words
from ..rulebook.speak import Speaker
from ..site import model as s
from ..site.replay import Tongue, data

SEATS = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "lou")


@dataclass
class Voice:
    """A game in one language: its book, its speaker, its pictures in the order of the flow's faces."""

    program: Program
    book: Book
    speaker: Speaker
    pieces: list[Piece]

    def fan(self, count: int = 3) -> list[Piece]:
        """A few pictures that show what the game is played with."""
        step = max(1, len(self.pieces) // count)
        return self.pieces[::step][:count]

    def gallery(self) -> list[Piece]:
        """The pictures shown with what is in the box: all, or of a large deck each third."""
        return self.pieces if len(self.pieces) <= 30 else self.pieces[:: max(1, len(self.pieces) // 26)]


def voice(spec: str | Path, language: str, variants: Sequence[str] = (), parameters: Mapping[str, int] | None = None) -> Voice:
    """A game in one language.

    Raises:
        HoyleError, SpecErrors: as `rulebook.make`.
    """
    book = make(spec, language, variants, parameters)
    program = load_program(spec, variants, parameters)
    speaker = Speaker(program, language, read_words(find(spec).file.parent, language))
    made = []
    for component in program.components:
        names = iter(speaker.faces(component))
        made += pieces(program, component, lambda _, names=names: next(names), speaker.label)  # type: ignore[misc]
    return Voice(program, book, speaker, made)


def file_stem(spec: str | Path, language: str, variants: Iterable[str]) -> str:
    """What a book's file is called."""
    return "-".join([find(spec).name, *(v.replace("_", "-") for v in variants), language])


def _items(made: Iterable[Piece]) -> str:
    return "".join(f"<li>{draw(p, alone=False)}</li>" for p in made)


def book_files(v: Voice, kind: str, stem: str) -> dict[str, bytes]:
    """The files of a book in one format: the booklet and the player aid.

    Args:
        v: the game in its language.
        kind: html, md or pdf.
        stem: what they are called.
    """
    from ..resources import rulebooks

    if kind == "md":
        return {f"{stem}.md": render.markdown(v.book).encode()}
    if kind == "html":
        style = (rulebooks() / "styles" / "book.css").read_text(encoding="utf-8")
        page = render.html(v.book, style, gallery=_items(v.gallery()))
        return {f"{stem}.html": page.encode(), f"{stem}-aid.html": render.aid(v.book, style).encode()}
    if kind == "pdf":
        fan = [(p.name, draw(p)) for p in v.fan(5)]
        gallery = [(p.name, draw(p)) for p in v.gallery()]
        return {f"{stem}.pdf": typeset.booklet(v.book, fan, gallery), f"{stem}-aid.pdf": typeset.aid_page(v.book)}
    raise HoyleError(f"there is no format `{kind}`; the formats are html, md and pdf")


# ---- the site --------------------------------------------------------------------------------------------------------


def _site_book(book: Book, gallery: Sequence[Piece]) -> s.Book:
    title = " · ".join([book.title, *book.variants])
    contents = [s.Entry(c.id, c.number, c.title) for c in book.chapters]
    for id_, head, wanted in (
        ("variants", "variants", book.changes),
        ("rulings", "rulings", book.rulings),
        ("glossary", "glossary", True),
        ("index", "index", True),
    ):
        if wanted:
            contents.append(s.Entry(id_, "", book.heads[head]))
    clauses = [s.Clause(c.id, c.number, c.text, Path(c.place[0]).name, c.place[1]) for c in book.clauses() if c.text]
    clauses += [s.Clause(f"ruling-{tag}", tag, text) for tag, text in book.rulings]
    aim = f'<p class="aim">{_escape(book.aim)}</p>'
    return s.Book(title, aim + render.body(book, _items(gallery)), render.aid_body(book, "rules.html"), contents, clauses, book.facts)


def _escape(text: str) -> str:
    from html import escape

    return escape(text)


def _sentences(clause: Any) -> str:
    return "<p>" + " ".join(_escape(str(text)) for text in clause.texts) + "</p>"


def _variant(plain: Book, v: Voice, name: str, title: str) -> s.VariantBook:
    before = {c.id: c for c in plain.clauses()}
    found = next((c for c in plain.changes if c.name == name), None)
    changes = []
    for change in found.changes if found is not None else []:
        if change.id.startswith("example-"):
            continue
        old = None if change.how == "new" else before.get(change.id)
        changes.append(
            s.Change(
                change.id,
                "" if change.how == "new" else change.number,
                _sentences(old) if old is not None else None,
                None if change.how == "gone" else _sentences(change.clause),
            )
        )
    return s.VariantBook(name, title, _site_book(v.book, v.gallery()), changes)


def _replay(v: Voice, players: int, seed: int, shared: str, words: Mapping[str, str]) -> tuple[dict[str, Any], bytes]:
    game = game_of(v.program)
    kept = record(game, list(SEATS[:players]), seed=seed)
    chosen = [(x["player"], x["option"], x["choice"]) for x in kept.steps if "choice" in x]
    said = iter(v.speaker.acts(kept.players, chosen))
    told = iter([["…"], *[[line] for line in said]])
    first = True

    def tell(state: Any, events: Any) -> list[str]:
        nonlocal first
        from ..engine.events import Chose

        lines: list[str] = []
        if first:
            first = False
            next(told)
            lines = [v.book.heads.get("setup", words["first"])]
        lines += [line for event in events if isinstance(event, Chose) for line in next(told, [])]
        if state.result is not None and state.result.ending:
            lines.append(v.speaker.ending(state.result.ending).capitalize() + ".")
        return lines

    def value(held: Any) -> str:
        if held is None:
            return words["none"]
        if isinstance(held, bool):
            return words["yes" if held else "no"]
        if isinstance(held, str) and held in kept.players:
            return held.title()
        if isinstance(held, str):
            return v.speaker.label("", held)[1]
        return str(held) if isinstance(held, int) else ""

    faces = [{"name": p.name, "box": box(p)} for p in v.pieces]
    tongue = Tongue(v.speaker.place, v.speaker.track, tell, value, shared)
    made = data(game, kept, faces, tongue)
    for area in made["areas"]:
        if area["seat"] is not None:
            area["name"] = area["name"].title()
    return made, json.dumps(kept.to_json(), ensure_ascii=False, indent=1).encode()


def game_pages(
    spec: str | Path,
    languages: Sequence[str],
    texts: Mapping[str, Mapping[str, str]],
    *,
    plays: Sequence[s.Plays] = (),
    report: s.Report | None = None,
    pdf: bool = True,
    seed: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> s.GamePages:
    """All that the site shows of a game.

    Args:
        spec: a bundled game's name or a path.
        languages: two-letter codes.
        texts: the site's own words by language.
        plays: what simulation gave.
        report: what verification found.
        pdf: whether booklets are made to download.
        seed: of the sample game.
        progress: told what is being made.
    """
    source = find(spec)
    program = load_program(spec)
    pages = s.GamePages(source.name, {}, {}, {}, [], "", {}, list(plays), report, {}, [])
    seats = program.seats()
    pages.players = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])
    players = min(seats[-1], max(seats[0], 3))
    files = {source.file.name: source.file, **{path.name: path for path in source.variants.values()}}
    for name, path in files.items():
        text = path.read_text(encoding="utf-8")
        pages.specs.append((name, text))
        pages.downloads.append(s.Download(name, "spec", text.encode(), about=name))
    for language in languages:
        progress(f"{source.name}: {language}")
        v = voice(spec, language)
        pages.titles[language] = v.book.title
        pages.books[language] = _site_book(v.book, v.gallery())
        pages.fan[language] = [draw(p, alone=False) for p in v.fan()]
        pages.sprite = pages.sprite or sprite(v.pieces)
        made, kept = _replay(v, players, seed, texts[language]["shared"], texts[language])
        pages.replays[language] = made
        if not any(d.kind == "record" for d in pages.downloads):
            pages.downloads.append(s.Download(f"{source.name}.record.json", "record", kept))
        _downloads(pages, v, file_stem(spec, language, []), language, pdf)
        pages.variants[language] = []
        for change in v.book.changes:
            other = voice(spec, language, [change.name])
            pages.variants[language].append(_variant(v.book, other, change.name, change.title))
            _downloads(pages, other, file_stem(spec, language, [change.name]), language, pdf, change.title)
    return pages


def _downloads(pages: s.GamePages, v: Voice, stem: str, language: str, pdf: bool, about: str = "") -> None:
    for kind in ("md", "pdf") if pdf else ("md",):
        for name, content in book_files(v, kind, stem).items():
            pages.downloads.append(s.Download(name, "aid" if name.endswith("-aid.pdf") else kind, content, language, about))
