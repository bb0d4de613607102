"""`hoyle book`: a rulebook, to read, to print, to put on a page; or what has changed in it."""

from __future__ import annotations

from pathlib import Path

import click

from .. import files, output
from ..app import Command
from ..options import Request, game_options

FORMATS = ("md", "html", "pdf")


@click.command(cls=Command, section="Publish")
@game_options(players=False, chance=False)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="CODE",
    help="The language: en, es or fr. Repeatable; en if not given.",
)
@click.option("--format", "formats", multiple=True, type=click.Choice(FORMATS), help="Repeatable; md if not given.")
@click.option(
    "--since", metavar="SPEC", help="Tell what is new since an older version of the spec, instead of the whole book."
)
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write files there.",
)
def command(
    request: Request, languages: tuple[str, ...], formats: tuple[str, ...], since: str | None, folder: Path | None
) -> int:
    """Write a game's rulebook.

    Without -o one book in md or html goes to the standard output. With it the booklet and, in html and pdf, the player
    aid are written as files named after the game, its variants and the language.
    """
    from ...language.diagnostics import HoyleError
    from ..publish import Edition, book_files, change_log

    languages, formats = tuple(dict.fromkeys(languages or ("en",))), tuple(dict.fromkeys(formats or ("md",)))
    if since is not None and "pdf" in formats:
        raise HoyleError("what is new is written in md or html")
    if folder is None and (len(languages) > 1 or len(formats) > 1 or "pdf" in formats):
        raise HoyleError("several books, and books in pdf, are written as files: say where with -o DIR")
    edition = Edition(request.spec, request.settings)
    older = Edition(since, request.settings) if since is not None else None
    made: dict[str, bytes] = {}
    for language in languages:
        for kind in formats:
            if older is not None:
                made.update(change_log(older, edition, language, request.variants, kind))
            else:
                made.update(book_files(edition, language, request.variants, kind))
        for item in edition.voice(language, request.variants).book.stale:
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
