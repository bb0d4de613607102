"""`hoyle book`: a rulebook, to read, to print, to put on a page; or what has changed in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...language.diagnostics import HoyleError, SpecErrors
from .. import files, output
from ..app import WRONG_INPUT, Command
from ..options import Named, Request, game_options, languages_
from ..words import outdated

if TYPE_CHECKING:
    from ..publish import Edition

FORMATS = ("md", "html", "pdf")
OTHER_FORMATS = (".txt", ".doc", ".docx", ".odt", ".rtf", ".epub", ".tex", ".htm")


@click.command(cls=Command, section="Publish")
@game_options(players=False, chance=False)
@languages_()
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    help="How it is written. Repeatable; md if not given.",
)
@click.option(
    "--since", metavar="SPEC", help="Tell what is new since an older version of the spec, instead of the whole book."
)
@click.option(
    "-o",
    "--output",
    "place",
    type=Named(),
    metavar="PLACE",
    help="A folder for the files, or one file: a name that ends in .md, .html or .pdf.",
)
def command(
    request: Request, languages: tuple[str, ...], formats: tuple[str, ...], since: str | None, place: Path | None
) -> int:
    """Write a game's rulebook.

    Without -o one book in md or html goes to the standard output. With -o FOLDER the booklet and, in html and pdf, the
    player aid are written as files named after the game, its variants and the language; with -o FILE.pdf (or .md,
    .html) the booklet alone is that file. A word that the rulebook lacks is told by its place (see `hoyle words`).
    """
    from ..publish import Edition
    from ..words import lacking

    languages = languages or ("en",)
    formats, file = _formats(tuple(dict.fromkeys(formats)), place)
    if since is not None and "pdf" in formats:
        raise HoyleError("what is new is written in md or html")
    if len(languages) * len(formats) > 1 and (file or place is None):
        raise HoyleError("several books are written as files of a folder: say which with -o FOLDER")
    if place is None and "pdf" in formats:
        raise HoyleError("a book in pdf is written as a file: say which with -o FILE.pdf, or -o FOLDER")
    edition = Edition(request.spec, request.settings)
    older = Edition(since, request.settings) if since is not None else None
    try:
        made = _books(edition, older, request, languages, formats)
    except SpecErrors as errors:
        said = lacking(errors, request.spec, languages)
        if request.json or said is None:
            raise
        output.complain(said)
        return WRONG_INPUT
    if place is None:
        (text,) = [data.decode() for data in list(made.values())[:1]]
        if request.json:
            output.answer({"language": languages[0], "format": formats[0], "text": text})
        else:
            output.say(text.rstrip("\n"))
        return 0
    written = _write(place, made, file)
    if request.json:
        output.answer({"files": written})
    else:
        for name in written:
            output.say(name)
    return 0


def _formats(formats: tuple[str, ...], place: Path | None) -> tuple[tuple[str, ...], bool]:
    """The formats asked for, and whether the place is one file rather than a folder.

    Errors: HoyleError if the file's name says another format.
    """
    if place is None or place.is_dir():
        return formats or ("md",), False
    if files.is_device(place):
        return formats or ("md",), True
    ending = place.suffix.lower()
    if ending in OTHER_FORMATS:
        raise HoyleError(f"{place}: no book is written in {ending}; end the name in .md, .html or .pdf")
    if ending.removeprefix(".") not in FORMATS:
        return formats or ("md",), False
    if formats not in ((), (ending.removeprefix("."),)):
        raise HoyleError(
            f"{place} is the name of one file in {ending}, and --format says {', '.join(formats)}: name a folder with "
            f"-o, or leave --format out"
        )
    return (ending.removeprefix("."),), True


def _books(
    edition: Edition, older: Edition | None, request: Request, languages: tuple[str, ...], formats: tuple[str, ...]
) -> dict[str, bytes]:
    """All files by name, the booklet first; notes what is left out of them."""
    from ..publish import book_files, change_log

    made: dict[str, bytes] = {}
    for language in languages:
        for kind in formats:
            if older is not None:
                made.update(change_log(older, edition, language, request.variants, kind))
            else:
                made.update(book_files(edition, language, request.variants, kind))
        for item in edition.voice(language, request.variants).book.stale:
            output.note(outdated(item))
    return made


def _write(place: Path, made: dict[str, bytes], file: bool) -> list[str]:
    """Write the files, and say which."""
    if file:
        files.write_bytes(place, next(iter(made.values())))
        return [str(place)]
    files.write_all(place, made)
    return [str(place / name) for name in made]
