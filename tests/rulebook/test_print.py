"""Books in print: tagged, bookmarked, numbered, fonts inside; nothing overflows; a sign without a font is said."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from hoyle.cli.publish import Edition, book_files
from hoyle.language.diagnostics import HoyleError
from hoyle.rulebook import typeset
from hoyle.rulebook.book import Book
from hoyle.rulebook.text import Run, Text
from rulebook.books import GAMES, LANGUAGES, book

A5 = (419.53, 595.28)
MARGIN = 8 * 72 / 25.4
"""Nothing but pictures' edges comes nearer to the edge of the paper: 8 of the 9 to 15 millimetres of margin."""


def printed(game: str, language: str) -> tuple[PdfReader, PdfReader]:
    """The booklet and the player aid."""
    found = book_files(Edition(game), language, (), "pdf")
    aid = next(name for name in found if name.endswith("-aid.pdf"))
    whole = next(name for name in found if name != aid)
    return PdfReader(io.BytesIO(found[whole])), PdfReader(io.BytesIO(found[aid]))


def fonts(reader: PdfReader) -> Iterator[tuple[str, Any]]:
    """Names and descriptors of all fonts, those inside pictures too."""
    seen: set[int] = set()
    todo: list[Any] = [page["/Resources"].get_object() for page in reader.pages]
    while todo:
        resources = todo.pop()
        for font in (resources.get("/Font") or {}).values():
            whole = font.get_object()
            for below in whole.get("/DescendantFonts", [whole]):
                yield str(whole["/BaseFont"]), below.get_object()["/FontDescriptor"].get_object()
        for form in (resources.get("/XObject") or {}).values():
            inner = form.get_object()
            if id(inner) not in seen and "/Resources" in inner:
                seen.add(id(inner))
                todo.append(inner["/Resources"].get_object())


def titles(outline: Any) -> Iterator[str]:
    for entry in outline:
        if isinstance(entry, list):
            yield from titles(entry)
        else:
            yield str(entry.title)


def places(page: Any) -> list[tuple[float, float, str]]:
    """Where text begins on a page."""
    found: list[tuple[float, float, str]] = []

    def visit(text: str, matrix: list[float], inner: list[float], font: Any, size: float) -> None:
        if text.strip():
            x = inner[4] * matrix[0] + inner[5] * matrix[2] + matrix[4]
            y = inner[4] * matrix[1] + inner[5] * matrix[3] + matrix[5]
            found.append((x, y, text.strip()))

    page.extract_text(visitor_text=visit)
    return found


def check(reader: PdfReader, language: str, title: str) -> None:
    """What holds of every printed page."""
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert str(root["/Lang"]).startswith(language)
    assert reader.metadata is not None
    assert str(reader.metadata.title).replace("\u00a0", " ").startswith(title)  # a number stays with its name
    for name, descriptor in fonts(reader):
        assert any(file in descriptor for file in ("/FontFile", "/FontFile2", "/FontFile3")), name
    for number, page in enumerate(reader.pages, 1):
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for x, y, text in places(page):
            assert MARGIN < x < width - MARGIN, f"page {number}: {text}"
            assert MARGIN < y < height - MARGIN, f"page {number}: {text}"


def booklet(game: str, language: str) -> None:
    whole, aid = printed(game, language)
    told = book(game, language)
    check(whole, language, told.title)
    check(aid, language, told.title)
    assert len(aid.pages) == 1
    assert [round(float(x)) for x in whole.pages[0].mediabox[2:]] == [round(x) for x in A5]
    marks = list(titles(whole.outline))
    for chapter in told.chapters:
        assert f"{chapter.number} {chapter.title}" in marks
    assert told.heads["glossary"] in marks
    links = [x for page in whole.pages for x in page.get("/Annots", [])]
    assert len(links) > len(told.chapters)
    for number, page in enumerate(whole.pages, 1):
        assert page.extract_text().split()[-1] == str(number)


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("pig", "fr"),
        *(pytest.param(*x, marks=pytest.mark.long) for x in (("friday_the_13th", "en"), ("crazy_eights", "es"))),
    ],
)
def test_a_printed_book(game: str, language: str) -> None:
    booklet(game, language)


@pytest.mark.long
@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, itertools.cycle(LANGUAGES), strict=False)))
def test_every_game_is_printed(game: str, language: str) -> None:
    booklet(game, language)


def test_the_print_says_what_the_book_says() -> None:
    whole, _ = printed("kuhn_poker", "en")
    plain = "".join(page.extract_text() for page in whole.pages)
    text = "".join(plain.split()).replace("-", "").replace("\u00ad", "")
    for clause in book("kuhn_poker", "en").clauses():
        for sentence in clause.texts:
            # hyphens come and go at the ends of lines, and a page's number may stand between two halves
            wanted = "".join(str(sentence).split()).replace("-", "")
            assert wanted[:25] in text, sentence


def test_the_print_says_where_what_is_new_in_a_variant_stands() -> None:
    """Draw Three adds a counter, and an option and a limit to a turn: each is told with the part or the clause it joins."""
    whole, _ = printed("crazy_eights", "en")
    text = " ".join("".join(page.extract_text() for page in whole.pages).split())
    new = [one for told in book("crazy_eights", "en").changes for one in told.changes if one.how == "new"]
    assert new
    for one in new:
        assert one.where is not None
        assert f"New in {one.where[1]}: " in text


def test_signs_stand_in_print_as_the_language_writes_them() -> None:
    whole, _ = printed("hearts", "fr")
    front = whole.pages[0].extract_text()
    assert "Joueurs\u00a0:" in front
    assert "Joueurs:" not in front
    last = "".join(page.extract_text() for page in list(whole.pages)[-2:])
    assert "Pénalité\u00a0:" in last
    assert "Pénalité:" not in last
    assert "/Suspects" not in whole.trailer["/Root"]["/MarkInfo"]


def test_a_number_at_the_end_goes_with_the_word_before() -> None:
    assert typeset.quoted("any number from 1 to 36.") == '"any number from 1 to\u00a036."'
    assert typeset.quoted("3 cards") == '"3 cards"'
    assert typeset.quoted("7") == '"7"'


def test_a_short_table_stays_on_one_page() -> None:
    whole, _ = printed("hearts", "es")
    head = "Quién lo ve"
    pages = [page.extract_text() for page in whole.pages]
    assert sum(head in text for text in pages) == 1
    assert all("Montón de cartas gana" in text and "Mazo" in text for text in pages if head in text)


def test_letters_of_a_short_aid_are_large() -> None:
    _, short = printed("pig", "es")
    _, long = printed("spite_and_malice", "es")

    def leading(reader: PdfReader) -> float:
        column = [place for place in places(reader.pages[0]) if place[0] < A5[1] / 2]
        lines = sorted({round(y, 1) for _, y, _ in column})
        gaps = sorted(b - a for a, b in itertools.pairwise(lines))
        return gaps[len(gaps) // 2]

    assert leading(short) > 1.3 * leading(long)


def changed(title: str = "Pig", extra: str = "") -> Book:
    made = book("pig", "en")
    copy = Book(**{name: getattr(made, name) for name in Book.__slots__})
    copy.title = title
    if extra:
        copy.glossary = [*made.glossary, ("Word", Text([Run(extra)]), "aim")]
    return copy


def test_a_sign_that_no_font_has_is_said_with_its_place() -> None:
    with pytest.raises(HoyleError, match=r"no sign 猪 \(U\+732A\), in “Pig 猪”"):
        typeset.booklet(changed("Pig 猪"))
    with pytest.raises(HoyleError, match=r"no sign 猪 \(U\+732A\), 豚 \(U\+8C5A\), in “Word: 猪 and 豚”"):
        typeset.booklet(changed(extra="猪 and 豚"))
    with pytest.raises(HoyleError, match="no sign 猪"):
        typeset.aid_page(changed("猪"))


def test_a_sign_on_a_picture_that_no_font_has_is_said_too() -> None:
    look = typeset.Look([("the boar", '<svg xmlns="http://www.w3.org/2000/svg"><text>猪</text></svg>')], fan=[0])
    with pytest.raises(HoyleError, match=r"no sign 猪 .* on the picture of the boar"):
        typeset.booklet(changed(), look)


def test_signs_of_typst_are_only_signs() -> None:
    made = typeset.booklet(changed('#panic("no") *a* $b$ @c <d> \\e "f" `g` // h'))
    text = PdfReader(io.BytesIO(made)).pages[0].extract_text()
    for word in ('#panic("no")', "*a*", "$b$", "@c", "<d>", "\\e", '"f"', "`g`", "// h"):
        assert word in text


def test_a_book_is_printed_the_same_every_time() -> None:
    assert typeset.booklet(book("pig", "en")) == typeset.booklet(book("pig", "en"))


def test_an_aid_that_is_too_long_keeps_the_options_and_leaves_out_the_set_up() -> None:
    made = book("spite_and_malice", "fr")
    text = PdfReader(io.BytesIO(typeset.aid_page(made))).pages[0].extract_text()
    assert "Mise en place" not in text
    assert "par pure rancune" in text
    assert "Finir le tour" in text


def test_an_aid_that_fits_with_no_letters_is_told_more_briefly_or_refused() -> None:
    made = changed()
    assert typeset.pages(typeset.aid_page(made)) == 1
    made.aim = "Many words of aim. " * 900
    with pytest.raises(HoyleError, match="does not fit on one page"):
        typeset.aid_page(made)
