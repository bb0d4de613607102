"""`hoyle site`: everything that is published, as a folder of pages."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from .. import output
from ..app import Command
from ..options import Named, Seconds, as_json, jobs_, languages_, seed_


@click.command(cls=Command, section="Publish")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@languages_(default="all that a game has words in if not given")
@click.option(
    "-o",
    "--output",
    "folder",
    type=Named(),
    required=True,
    metavar="DIR",
    help="Where the site is made.",
)
@click.option(
    "--verified",
    "reports",
    type=Named(file_okay=False, exists=True),
    metavar="DIR",
    help="Show the reports that `hoyle verify GAME --json` gave, GAME.json each.",
)
@click.option(
    "--verify",
    "seconds",
    type=Seconds(),
    metavar="SECONDS",
    help="Verify each game now, for so long.",
)
@click.option("--pdf/--no-pdf", default=True, show_default=True, help="Whether booklets are made to download.")
@seed_("The sample games follow from it", 1)
@jobs_
@as_json
def command(
    specs: tuple[str, ...],
    languages: tuple[str, ...],
    folder: Path,
    reports: Path | None,
    seconds: float | None,
    pdf: bool,
    seed: int,
    jobs: int | None,
    json: bool,
) -> int:
    """Publish games as a static site: rulebooks, player aids, figures, a sample game, and a game to play.

    SPEC is a bundled game or a path; all bundled games if none is given. The site works from any folder of any server,
    and opened from the disk. A folder made by this command is made anew; one that holds anything else is refused.
    """
    from ... import resources
    from ...language.diagnostics import HoyleError
    from ...rulebook import typeset
    from ..publish import Wanted, publish
    from ..publish.lacking import PRINT, lacking

    wished = click.get_current_context().get_parameter_source("pdf") is ParameterSource.COMMANDLINE
    if pdf and wished and not typeset.available():
        raise HoyleError(f"--pdf wants the package `typst`: {PRINT}")
    if reports is not None and seconds is not None:
        raise HoyleError("either --verified, reports that are there, or --verify, reports made now")
    for line in lacking(pdf):
        output.note(line)
    wanted = Wanted(languages, pdf and typeset.available(), seed, reports, seconds)
    called, codes = publish(specs or resources.games(), wanted, folder, jobs)
    if json:
        output.answer({"index": str(folder / "index.html"), "games": called, "languages": list(codes), "seed": seed})
        return 0
    count = "1 game" if len(called) == 1 else f"{len(called)} games"
    spoken = "1 language" if len(codes) == 1 else f"{len(codes)} languages"
    output.say(f"{count} in {spoken}: open {folder / 'index.html'}")
    return 0
