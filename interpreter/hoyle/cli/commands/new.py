"""`hoyle new NAME`: a game's folder to start from."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ...language.diagnostics import HoyleError
from .. import files, output
from ..app import Command
from ..options import Named, as_json

STARTER = Path(__file__).resolve().parent.parent / "starter"


@click.command(cls=Command, section="Write")
@click.argument("name")
@click.option(
    "--in",
    "folder",
    type=Named(file_okay=False),
    default=".",
    metavar="FOLDER",
    help="Where to make it. This folder if not given.",
)
@as_json
def command(name: str, folder: Path, json: bool) -> None:
    """Start a game: a folder with a small game that works.

    NAME is the folder's and the spec's: small letters, digits and _. Change the game line by line into yours.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        proposed = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_").lstrip("0123456789_")
        hint = f"; for example `{proposed}`" if proposed else ""
        raise HoyleError(f"`{name}` cannot name a game: use small letters, digits and _, a letter first{hint}")
    home = folder / name
    if home.exists():
        raise HoyleError(f"{home} is there already; nothing was changed")
    title = name.replace("_", " ").capitalize()
    contents = {f"{name}.hoyle": "game.hoyle", "words.en.toml": "words.en.toml"}
    texts = {to: (STARTER / made_of).read_text(encoding="utf-8") for to, made_of in contents.items()}
    files.write_folder(home, {to: text.replace("A new game", title) for to, text in texts.items()})
    rules = home / f"{name}.hoyle"
    if json:
        output.answer({"game": name, "title": title, "files": [str(home / to) for to in texts]})
        return
    output.say(f"Made {rules}, a small game that works. Next:")
    for line, what in [
        ("check", "find mistakes, run its examples"),
        ("play", "play it against the computer"),
        ("simulate", "let chance play it 1,000 times"),
    ]:
        output.say(f"  hoyle {f'{line} {home}':<{len(str(home)) + 10}}  {what}")
