"""Books in print: PDF through typst, tagged, with bookmarks and embedded fonts.

Comes in: a `Book`, and pictures. Goes out: the bytes of a PDF. What always holds: every text reaches typst as a quoted string, so that
no sign in it is read as markup; nothing is fetched. Errors: `HoyleError` if typst is not installed, or refuses.
"""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from ..language.diagnostics import HoyleError
from ..resources import rulebooks
from .book import Book

Picture = tuple[str, str]
"""A picture's spoken name and its SVG."""

_AID_SIZES = (9.5, 8.5, 7.6, 6.8, 6.0)


def booklet(book: Book, fan: list[Picture] = [], gallery: list[Picture] = []) -> bytes:  # noqa: B006 (never changed)
    """The booklet of a rulebook.

    Args:
        book: the rulebook.
        fan: a few pictures for the title.
        gallery: a picture of each kind of card or die, shown with what is in the box.
    """
    return _compile(source(book, fan, gallery))


def aid_page(book: Book) -> bytes:
    """The player aid on one page: the largest of some sizes of letters at which it fits."""
    made = b""
    for size in _AID_SIZES:
        made = _compile(_render("aid.typ.j2", book, size=size))
        if pages(made) == 1:
            break
    return made


def source(book: Book, fan: list[Picture], gallery: list[Picture]) -> str:
    """What typst reads to make the booklet."""
    return _render("book.typ.j2", book, fan=fan, gallery=gallery, ids=_ids(book))


def pages(pdf: bytes) -> int:
    """How many pages a PDF made here has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def _ids(book: Book) -> set[str]:
    """What a link of the book can lead to in print."""
    found = {c.id for c in book.clauses()} | {f"ruling-{tag}" for tag, _ in book.rulings}
    for chapter in book.chapters:
        for part in (chapter, *chapter.parts):
            found.add(part.id)
            if part.table is not None:
                found |= set(part.table.ids)
            for clause in part.clauses:
                for one in clause.walk():
                    if one.table is not None:
                        found |= set(one.table.ids)
    return found


def quoted(text: Any) -> str:
    """A text as a typst string."""
    plain = str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ").replace("\r", "")
    return f'"{plain}"'


def _render(name: str, book: Book, **more: Any) -> str:
    env = Environment(loader=FileSystemLoader(rulebooks() / "templates"), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701 (typst, not HTML)
    env.filters["typ"] = quoted
    title = " · ".join([book.title, *book.variants])
    try:
        return env.get_template(name).render(book=book, heads=book.heads, title=title, **more)
    except TemplateError as error:
        raise HoyleError(f"the template {name} fails: {error}") from error


def _compile(text: str) -> bytes:
    try:
        import typst
    except ImportError:
        raise HoyleError("printing wants the package `typst`: pip install 'hoyle[pdf]'") from None
    try:
        made = typst.compile(text.encode(), format="pdf")
    except typst.TypstError as error:
        raise HoyleError(f"typst refuses the page: {str(error).splitlines()[0]}") from None
    assert isinstance(made, bytes)
    return made
