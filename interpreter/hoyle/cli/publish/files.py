"""The files of a book: booklet and player aid, in each format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...language.diagnostics import HoyleError
from ...pictures import Piece, draw
from ...resources import rulebooks
from ...rulebook import facts, render, typeset
from . import worked
from .edition import Edition, Voice

FORMATS = ("md", "html", "pdf")


def items(made: Iterable[Piece]) -> str:
    """Pictures as HTML list items."""
    return "".join(f"<li>{draw(p, 'page')}</li>" for p in made)


def with_facts(edition: Edition, voice: Voice, variants: Sequence[str]) -> None:
    """Let the book print how long the game takes, once."""
    facts.with_facts(voice.book, edition.lengths(variants))


def book_files(edition: Edition, language: str, variants: Sequence[str], kind: str) -> dict[str, bytes]:
    """The files of a book in one format, by name.

    Args:
        edition: the game.
        language: of the book.
        variants: that are played.
        kind: md, html or pdf.

    Raises:
        HoyleError, SpecErrors: as `Edition.voice`; a template or the printer refuses.
    """
    voice, stem = edition.voice(language, variants), edition.stem(language, variants)
    with_facts(edition, voice, variants)
    if kind == "md":
        return {f"{stem}.md": render.markdown(voice.book).encode()}
    if kind == "html":
        style = (rulebooks() / "styles" / "book.css").read_text(encoding="utf-8")
        page = render.html(voice.book, style, gallery=items(voice.gallery()), pictures=worked.html(voice))
        return {f"{stem}.html": page.encode(), f"{stem}-aid.html": render.aid(voice.book, style).encode()}
    if kind == "pdf":
        shown = {key: [(r.caption, r.faces) for r in rows] for key, rows in worked.shown(voice).items()}
        look = typeset.Look(
            [(p.name, draw(p, "print")) for p in voice.pieces],
            [voice.pieces.index(p) for p in voice.fan(5)],
            [voice.pieces.index(p) for p in voice.gallery()],
            shown,
            [(id_, f"{number} {title}") for id_, number, title in worked.scoring(voice)],
        )
        return {f"{stem}.pdf": typeset.booklet(voice.book, look), f"{stem}-aid.pdf": typeset.aid_page(voice.book)}
    raise HoyleError(f"there is no format `{kind}`; the formats are {', '.join(FORMATS)}")
