"""`hoyle demo`: every bundled game, checked and played once to its end; the source games verified; the site."""

from __future__ import annotations

import tempfile
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .. import output
from ..app import UNDECIDED, VIOLATED, Command
from ..options import Named, as_json, seed_

if TYPE_CHECKING:
    from ..checking import Findings
    from ..proving import Proved

MAX_DECISIONS = 100_000

SOURCES = ["friday_the_13th", "thirteen", "twelve_days", "spite_and_malice", "treize_cardinals"]
"""The games made from printed rules, which are verified."""

STEPS = 60_000
"""How much is spent on each: some seconds."""

_WORST = [0, UNDECIDED, VIOLATED]


@click.command(cls=Command, section="Play")
@seed_(default=13)
@click.option(
    "--steps",
    type=click.IntRange(0),
    default=STEPS,
    show_default=True,
    metavar="N",
    help="How many steps of plays verifying a game may take; 0: nothing is verified.",
)
@click.option(
    "--site",
    "folder",
    type=Named(),
    metavar="DIR",
    help="Publish all games there, too, with what verification found.",
)
@as_json
def command(seed: int, steps: int, folder: Path | None, json: bool) -> int:
    """Check every bundled game and play it once to its end, verify the games made from printed rules, publish all."""
    from ... import resources
    from ...engine import engines
    from ...site import check_folder
    from .. import proving
    from ..checking import examine

    if folder is not None:
        check_folder(folder)  # before a minute is spent
    if not engines.installed():
        output.note(f"the interpreter plays all of this: {engines.MISSING}; {engines.INSTALL}")
    rows = []
    failed: list[Findings] = []
    names = resources.games()
    with output.progress(names, len(names), "playing") as watched:
        for name in watched:
            findings = examine(name)
            if findings.errors or findings.failures:
                failed.append(findings)
            rows.append(_row(findings, seed))
    if not json:
        _print(rows, seed, failed)
    reports = proving.prove(SOURCES, steps, seed) if steps else []
    if reports and not json:
        output.say()
        proving.show(reports)
        output.say()
        holding = sum(report.status == 0 for report in reports)
        output.say(f"{holding} of {len(reports)} games verified: everything held; `hoyle verify GAME` looks further.")
    if folder is not None:
        codes = _publish(names, reports, folder, seed)
        if not json:
            output.say()
            output.say(f"{len(names)} games published in {len(codes)} languages: open {folder / 'index.html'}")
    if json:
        verified = [report.data() for report in reports]
        index = None if folder is None else str(folder / "index.html")
        output.answer({"seed": seed, "games": rows, "verified": verified, "site": index})
    wrong = failed or any(row["ending"] is None for row in rows)
    return max([VIOLATED if wrong else 0, *(report.status for report in reports)], key=_WORST.index)


def _publish(names: list[str], reports: list[Proved], folder: Path, seed: int) -> tuple[str, ...]:
    """Make the site, with the reports there are; its languages."""
    from ...rulebook import typeset
    from ..publish import Wanted, publish
    from ..publish.lacking import lacking

    for line in lacking(pdf=True):
        output.note(line)
    with tempfile.TemporaryDirectory() as found:
        for report in reports:
            (Path(found) / f"{report.name}.json").write_text(dumps(report.report), encoding="utf-8")
        return publish(names, Wanted((), typeset.available(), seed, Path(found)), folder)[1]


def _row(findings: Findings, seed: int) -> dict[str, Any]:
    """What came of one game."""
    from ... import game_of
    from ...engine import PlayError
    from ...engine.results import standing

    row: dict[str, Any] = {
        "game": findings.name,
        "title": findings.program.title if findings.program else None,
        "examples": findings.examples,
        "mistakes": len(findings.errors) + len(findings.failures),
        "players": None,
        "decisions": None,
        "ending": None,
        "winners": [],
        "scores": None,
        "seconds": None,
    }
    if findings.program is None or findings.errors:
        return row
    game = game_of(findings.program)
    row["players"] = game.players[0]
    machine = game.machine(game.players[0])
    begin = perf_counter()
    try:
        played = machine.playout(seed, MAX_DECISIONS)
    except PlayError:
        return row
    found = standing(machine, played.frame)
    row["decisions"], row["seconds"] = played.decisions, round(perf_counter() - begin, 3)
    if found is not None and found.ending >= 0:
        row["ending"] = machine.flow.endings[found.ending]
        row["winners"] = [f"p{seat + 1}" for seat in found.winners]
        row["scores"] = found.scores
    return row


def _print(rows: list[dict[str, Any]], seed: int, failed: list[Findings]) -> None:
    from ..wording import listed

    for findings in failed:
        for one in findings.all():
            output.say(one.render(findings.texts))
            output.say()
    output.table(
        ["game", "examples", "players", "decisions", "ending", "winner", "scores", "seconds"],
        [
            (
                row["title"] or row["game"],
                f"{row['examples']} hold" if not row["mistakes"] else f"{row['mistakes']} wrong",
                row["players"] or "–",
                row["decisions"] or "–",
                (row["ending"] or "not to an end").replace("-", " "),
                listed(row["winners"]) if row["winners"] else "–",
                ", ".join(map(str, row["scores"] or [])) or "–",
                "–" if row["seconds"] is None else f"{row['seconds']:.2f}",
            )
            for row in rows
        ],
        numbers=[2, 3, 7],
    )
    played = sum(row["ending"] is not None for row in rows)
    output.say()
    output.say(f"{len(rows) - len(failed)} of {len(rows)} games hold, {played} played to the end; seed {seed}.")
