"""Books in print: PDF through typst, tagged (PDF/UA-1), with bookmarks and embedded fonts.

Comes in: a `Book`, and pictures. Goes out: the bytes of a PDF. What always holds: every text reaches typst as a quoted
string, so that no sign in it is read as markup; nothing is fetched; only the fonts that typst brings are used, so that
a book is the same on every machine. Errors: `HoyleError` if typst is not installed, or refuses, or its fonts lack a
sign of the book.
"""

from __future__ import annotations

import html
import importlib.util
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jinja2 import Environment

from .. import templates
from ..language.diagnostics import HoyleError
from ..resources import rulebooks
from .book import Book, Chapter, Clause, Grid
from .text import Text

Picture = tuple[str, str]
"""A picture's spoken name and its SVG."""

FONTS = ("Libertinus Serif", "DejaVu Sans Mono", "New Computer Modern")
"""In the order in which a sign is looked for."""

AID_SIZES = (11.8, 11.0, 10.2, 9.5, 8.8, 8.2, 7.6, 7.0, 6.4)
"""Letters of a player aid in points, the largest that fit are taken. Smaller ones cannot be read at a table."""


@dataclass(frozen=True)
class Look:
    """The pictures of a booklet.

    `pictures` are all faces; `fan` (for the title) and `gallery` (for what is in the box) name some by their number.
    `rows` are those of an example's position: for the id of the clause that tells it, captions and numbers. `scoring`
    are links to examples: id, text.
    """

    pictures: Sequence[Picture] = ()
    fan: Sequence[int] = ()
    gallery: Sequence[int] = ()
    rows: Mapping[str, Sequence[tuple[str, Sequence[int]]]] = field(default_factory=dict)
    scoring: Sequence[tuple[str, str]] = ()

    def used(self) -> list[int]:
        """The numbers of the pictures that are shown somewhere."""
        shown = {*self.fan, *self.gallery}
        for rows in self.rows.values():
            shown |= {number for _, numbers in rows for number in numbers}
        return sorted(shown)


def available() -> bool:
    """Whether books can be printed: the package `typst` is there."""
    return importlib.util.find_spec("typst") is not None


def booklet(book: Book, look: Look | None = None) -> bytes:
    """The booklet of a rulebook.

    Args:
        book: the rulebook.
        look: its pictures.
    """
    look = look or Look()
    _check(look, book)
    return _compile(source(book, look), book)


def aid_page(book: Book) -> bytes:
    """The player aid on one page: with the largest letters with which it fits; if none do, without the set-up, which is
    over when play begins, and then with fewer details.

    Raises:
        HoyleError: it does not fit on a page, whatever is left out.
    """
    brief = ("setup",)
    for depth, without in ((3, ()), (3, brief), (2, ()), (2, brief), (1, brief), (1, ("setup", "terms"))):
        for size in AID_SIZES:
            made = _compile(_render("aid.typ.j2", book, size=size, depth=depth, without=without), book)
            if pages(made) == 1:
                return made
    raise HoyleError(f"the player aid of {book.title} does not fit on one page")


def source(book: Book, look: Look) -> str:
    """What typst reads to make the booklet."""
    return _render("book.typ.j2", book, look=look, ids=_ids(book))


def pages(pdf: bytes) -> int:
    """How many pages a PDF made here has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def _ids(book: Book) -> set[str]:
    """What a link of the book can lead to in print."""
    found = {c.id for c in book.clauses()} | {f"ruling-{tag}" for tag, _ in book.rulings}
    for chapter in book.chapters:
        for part in (chapter, *chapter.parts):
            found.add(part.id)
        for grid in _grids(chapter):
            found |= set(grid.ids)
    return found


def _grids(chapter: Chapter) -> Iterator[Grid]:
    for part in (chapter, *chapter.parts):
        if part.table is not None:
            yield part.table
    for clause in chapter.walk():
        if clause.table is not None:
            yield clause.table


def quoted(text: Any) -> str:
    """A text as a typst string. A number at its end goes with the word before: it never stands alone on a line."""
    plain = (
        _LAST_NUMBER.sub("\u00a0", str(text))
        .replace("\\", "\\\\")
        .replace('"', '\\"')
        .replace("\n", "\\n")
        .replace("\t", " ")
        .replace("\r", "")
    )
    return f'"{plain}"'


def _render(name: str, book: Book, **more: Any) -> str:
    title = " · ".join([book.title, *book.variants])
    values = {"book": book, "heads": book.heads, "title": title, "fonts": FONTS, **more}
    return templates.rendered(_environment(), name, **values)


@cache
def _environment() -> Environment:
    env = templates.environment(rulebooks() / "templates", rulebooks() / "styles")
    env.filters["typ"] = quoted
    return env


# ---- typst -----------------------------------------------------------------------------------------------------------


@cache
def _fonts() -> Any:
    """The fonts that typst brings, read once."""
    try:
        import typst
    except ImportError:
        raise HoyleError("printing wants the package `typst`: pip install 'hoyle[pdf]'") from None
    return typst.Fonts(include_system_fonts=False)


def _compile(text: str, book: Book) -> bytes:
    fonts = _fonts()
    import typst

    try:
        made, warnings = typst.Compiler(font_paths=fonts).compile_with_warnings(
            text.encode(), format="pdf", pdf_standards=["ua-1"], timestamp=0
        )
    except typst.TypstError as error:
        missing = "".join(_MISSING.findall(error.diagnostic))
        if missing:
            raise HoyleError(_lacks(missing, book)) from None
        raise HoyleError(f"typst refuses the book {book.title}: {error.message}") from None
    for warning in warnings:
        raise HoyleError(f"typst warns of the book {book.title}: {warning.message}")
    assert isinstance(made, bytes)
    # What is not suspect need not say so; some readers complain of it. As many signs as before, so that nothing moves.
    return made.replace(b"/Suspects false", b"               ")


_LAST_NUMBER = re.compile(r"(?<=\S) (?=\d{1,3}[.:;]?$)")
_MISSING = re.compile(r'the text `"(.+?)"` could not be displayed')


@cache
def _without_font(signs: str) -> str:
    """Those of some signs that no font of the printed book has."""
    fonts = _fonts()
    import typst

    page = f'#set text(font: ({", ".join(map(quoted, FONTS))}))\n#set document(title: "signs")\n#text({quoted(signs)})'
    try:
        typst.Compiler(font_paths=fonts).compile(page.encode(), format="pdf", pdf_standards=["ua-1"], timestamp=0)
    except typst.TypstError as error:
        return "".join(_MISSING.findall(error.diagnostic))
    return ""


def _check(look: Look, book: Book) -> None:
    """Refuse pictures with a sign that no font has: typst would leave it out without a word.

    Raises:
        HoyleError: there is such a sign.
    """
    for name, svg in look.pictures:
        signs = "".join(
            sorted({sign for text in re.findall(r"<text[^>]*>([^<]*)<", svg) for sign in html.unescape(text)})
        )
        missing = _without_font(signs)
        if missing:
            raise HoyleError(f"{_lacks(missing, book)}; it is on the picture of {name}")


def _lacks(signs: str, book: Book) -> str:
    where = next((text for text in _texts(book) if any(sign in text for sign in signs)), "")
    places = f", in “{where if len(where) <= 80 else where[:77] + '…'}”" if where else ""
    codes = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in dict.fromkeys(signs) if not sign.isspace())
    return f"the fonts of the printed book have no sign {codes}{places}"


def _texts(book: Book) -> Iterator[str]:
    """All texts of a book, to find one again."""
    yield from (book.title, *book.variants, book.aim, *(f"{name}: {value}" for name, value in book.facts))
    yield from book.measured or ()

    def of(clause: Clause) -> Iterator[str]:
        yield from filter(None, (clause.label, *(str(x) for x in clause.texts)))

    def cells(grid: Grid) -> Iterator[Text]:
        yield from grid.head
        for row in grid.rows:
            yield from row

    for chapter in book.chapters:
        yield chapter.title
        yield from (part.title for part in chapter.parts)
        for clause in chapter.walk():
            yield from of(clause)
        for grid in _grids(chapter):
            yield from (str(cell) for cell in cells(grid))
    yield from (text for _, text in book.rulings)
    yield from (f"{word}: {meaning}" for word, meaning, _ in book.glossary)
