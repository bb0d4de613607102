"""`hoyle book`: a rulebook, to read, to print, to put on a page."""

from __future__ import annotations

from pathlib import Path

import click

from .. import files, output
from ..app import Command
from ..options import Request, game_options

FORMATS = ("md", "html", "pdf")


@click.command(cls=Command, section="Publish")
@game_options(players=False, chance=False)
@click.option("--lang", "languages", multiple=True, metavar="CODE", help="The language: en, es or fr. Repeatable; en if not given.")
@click.option("--format", "formats", multiple=True, type=click.Choice(FORMATS), help="Repeatable; md if not given.")
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Write files there.")
def command(request: Request, languages: tuple[str, ...], formats: tuple[str, ...], folder: Path | None) -> int:
    """Write a game's rulebook.

    Without -o one book in md or html goes to the standard output. With it the booklet and, in html and pdf, the player aid are
    written as files named after the game, its variants and the language.
    """
    from ...language.diagnostics import HoyleError
    from ..publish import book_files, file_stem, voice

    languages, formats = languages or ("en",), formats or ("md",)
    if folder is None and (len(languages) > 1 or len(formats) > 1 or "pdf" in formats):
        raise HoyleError("several books, and books in pdf, are written as files: say where with -o DIR")
    made: dict[str, bytes] = {}
    stale = []
    for language in languages:
        v = voice(request.spec, language, request.variants, request.settings)
        stale += v.book.stale
        for kind in formats:
            made.update(book_files(v, kind, file_stem(request.spec, language, request.variants)))
    for item in stale:
        output.note(f"{item.language}: the author's words for {item.key} are left out: {item.why} (hoyle approve)")
    if folder is None:
        output.say(next(iter(made.values())).decode().rstrip("\n"))
        return 0
    files.write_all(folder, made)
    if request.json:
        output.answer({"files": [str(folder / name) for name in made]})
    else:
        for name in made:
            output.say(str(folder / name))
    return 0
