"""`hoyle compile SPEC -o DIR`: a game as WebAssembly, for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from .. import files, output
from ..app import Command
from ..options import Named, Request, game_options, languages_


@click.command(cls=Command, section="Publish")
@game_options(players=False, chance=False)
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=Named(file_okay=False),
    metavar="DIR",
    help="Write files there.",
)
@click.option("--wat", is_flag=True, help="Write the module as text too, to be read.")
@click.option(
    "--host",
    "hosts",
    multiple=True,
    type=click.Choice(["js", "python", "none"]),
    help="Which host to write beside it. Repeatable; both if not given.",
)
@languages_("A language that moves can be said in", "all that the game has words in if not given")
def command(request: Request, folder: Path, wat: bool, hosts: tuple[str, ...], languages: tuple[str, ...]) -> int:
    """Compile a game to WebAssembly, so that another program can embed it without Hoyle.

    Writes GAME.wasm (one module for all numbers of players), GAME.json (the manifest: names, layout, words), GAME.md
    (how to call it) and a host to copy for JavaScript and for Python. Parameters are compiled in: set them with --set.
    """
    from ...language.diagnostics import HoyleError
    from ..publish import Edition
    from ..publish.compiled import HOSTS, embedded

    if "none" in hosts and len(set(hosts)) > 1:
        raise HoyleError("--host none goes with no other host")
    wanted = [host for host in dict.fromkeys(hosts or HOSTS) if host != "none"]
    made = embedded(Edition(request.spec, request.settings), request.variants, languages or None)
    found = made.files(wat, wanted)
    files.write_all(folder, found)
    if request.json:
        output.answer(
            {
                "game": made.manifest["game"],
                "variants": made.manifest["variants"],
                "players": [int(count) for count in made.manifest["players"]],
                "module": made.manifest["module"],
                "files": [str(folder / name) for name in found],
            }
        )
    else:
        for name, data in found.items():
            output.say(f"{folder / name}  {len(data) / 1000:.1f} kB")
    return 0
