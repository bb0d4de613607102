"""`hoyle site`: everything that is published, as a folder of pages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import output
from ..app import Command

if TYPE_CHECKING:
    from ...site import Plays

PLAYS = 200
MAX_DECISIONS = 20_000


@click.command(cls=Command, section="Publish")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--lang", "languages", multiple=True, metavar="CODE", help="A language: en, es or fr. Repeatable; all if not given.")
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where the site is made.")
@click.option("--plays", type=click.IntRange(0), default=PLAYS, show_default=True, help="Random plays for the charts, for each number of players shown.")
@click.option("--pdf/--no-pdf", default=True, show_default=True, help="Whether booklets are made to download.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the sample games and the charts.")
def command(specs: tuple[str, ...], languages: tuple[str, ...], folder: Path, plays: int, pdf: bool, seed: int) -> int:
    """Publish games as a static site: rulebooks, player aids, variants, specs, charts and a game to step through.

    SPEC is a bundled game or a path; all bundled games if none is given. The site works from any folder of any server, and
    opened from the disk. A folder made by this command is made anew; one that holds anything else is refused.
    """
    from ... import resources
    from ...language.diagnostics import HoyleError
    from ...rulebook.lexicon import LANGUAGES
    from ...site import build_site
    from ..publish import game_pages

    for language in languages:
        if language not in LANGUAGES:
            raise HoyleError(f"there are no rulebooks in `{language}`; the languages are {', '.join(LANGUAGES)}")
    codes = list(languages or LANGUAGES)
    texts = {c: tomllib.loads((resources.site() / "text" / f"{c}.toml").read_text(encoding="utf-8")) for c in codes}
    names = list(specs or resources.games())
    made = []
    with output.progress(names, len(names), "publishing") as watched:
        for spec in watched:
            made.append(game_pages(spec, codes, texts, plays=charts(spec, plays, seed), pdf=pdf, seed=seed))
    build_site(made, codes, folder)
    output.say(f"{len(made)} games in {len(codes)} languages: open {folder / 'index.html'}")
    return 0


def charts(spec: str, plays: int, seed: int) -> list[Plays]:
    """Figures of random plays with the fewest and the most players."""
    from ... import load
    from ...engine.chance import number
    from ...engine.results import standing
    from ...site import Plays
    from ..tally import Tally

    game = load(spec)
    found = []
    for players in sorted({game.players[0], game.players[-1]}) if plays else []:
        machine = game.machine(players)
        tally, lengths = Tally(players, machine.flow.endings), {}
        for k in range(1, plays + 1):
            played = machine.playout(number(seed, k), MAX_DECISIONS)
            outcome = standing(machine, played.frame)
            if played.kind == "over" and outcome is not None:
                tally.add(outcome, played.decisions, played.choices)
                lengths[played.decisions] = lengths.get(played.decisions, 0) + 1
        wins = [(w.mean, w.figures()["se"] or 0.0) for w in tally.wins]
        found.append(Plays(players, tally.plays, lengths, wins))
    return found
