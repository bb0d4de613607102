"""`hoyle verify SPEC`: what is wrong with a game's rules, told as plays."""

from __future__ import annotations

import shutil
import sys
import textwrap
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

import click

from ...language.diagnostics import HoyleError
from .. import keeping, output
from ..app import Command
from ..options import Request, Seconds, engine_, game_options, jobs_
from ..stories import KEPT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...verify.campaign import Campaign, Plan, Progress
    from ...verify.report import Report

EVERY = 0.15
"""Seconds between two looks of the progress line."""

NAMED = 12
"""Of more settings that were not tried these are named; JSON has them all."""

SHOWN_BEATS = 60
"""Of a longer story only the first and the last lines are printed; the record has it all."""


@click.command(cls=Command, section="Prove")
@game_options(several=True)
@click.option("--plain", is_flag=True, help="The game by itself, without its variants.")
@click.option("--budget", type=Seconds(), metavar="SECONDS", help="How long it may take in all.")
@click.option(
    "--steps",
    type=click.IntRange(1),
    metavar="N",
    help="How many steps (decisions, chances, positions) it may make, instead of seconds, but for the end of a play: the same "
    "seed then gives the same report everywhere.",
)
@click.option(
    "--profile",
    type=click.Choice(["fast", "default", "thorough"]),
    default="default",
    show_default=True,
    help="How much is tried: 6, 30 or 300 seconds if no budget is given.",
)
@click.option("--property", "wanted", multiple=True, metavar="NAME", help="Only this property. Repeatable.")
@click.option("--properties", "listing", is_flag=True, help="List the properties of the game, and do nothing else.")
@click.option("--exhaustive", is_flag=True, help="Only explore the small instances, wholly, and work out the odds.")
@click.option("--scope", multiple=True, metavar="NAME", help="Only this small instance. Repeatable.")
@click.option("--first", is_flag=True, help="Stop at the first violation.")
@click.option(
    "--memory", type=click.IntRange(50), default=3000, show_default=True, metavar="MB", help="Where exploring stops."
)
@click.option("--mutants", is_flag=True, help="Change each rule a little, and see whether anything would notice.")
@engine_
@jobs_
def command(
    request: Request,
    plain: bool,
    budget: float | None,
    steps: int | None,
    profile: str,
    wanted: tuple[str, ...],
    listing: bool,
    exhaustive: bool,
    scope: tuple[str, ...],
    first: bool,
    memory: int,
    mutants: bool,
    engine: str | None,
    jobs: int | None,
) -> int:
    """Look for what is wrong with a game's rules.

    Its examples are run, its small instances explored, and many games are played with every number of players and every
    variant. What is wrong is told as the plainest play that shows it, and kept in a file that `hoyle replay` plays
    again. The exit status is 0 if everything holds, 1 if something is violated, 3 if something could not be decided.
    """
    from ...verify.campaign import Plan
    from ...verify.rules import Rules

    if steps is not None and budget is not None:
        raise HoyleError("--budget is in seconds and --steps in steps; leave one of them out")
    if mutants:
        others = {
            "--steps": steps,
            "--property": wanted,
            "--properties": listing,
            "--exhaustive": exhaustive,
            "--scope": scope,
            "--first": first,
            "--engine": engine,
        }
        for option, given in others.items():
            if given:
                raise HoyleError(f"--mutants holds each change against everything; leave out {option}, or --mutants")
    if plain and request.variants:
        raise HoyleError("--plain means without variants; leave out --variant, or --plain")
    variants = () if plain else request.variants or None
    plan = Plan(
        players=request.counts,
        variants=variants,
        values=tuple(request.settings.items()),
        properties=wanted,
        scopes=scope or None,
        budget=budget,
        steps=steps,
        profile=profile,
        exhaustive=exhaustive,
        memory=memory,
        first=first,
        seed=request.seed,
        engine=engine,
        jobs=jobs,
    )
    rules = Rules(request.spec)
    if mutants:
        return _mutants(request, plan, jobs)
    from ...verify.campaign import Campaign

    if listing:
        return _list(Campaign(rules, plan), request.json)
    with progress_line() as tell:
        report = Campaign(rules, plan, tell, keeping.kept(KEPT, rules.name)).run()
    keeping.keep(KEPT, report, lambda text: output.complain(f"hoyle: {text}"))
    if request.json:
        output.answer(report.data())
    else:
        show(report)
    return report.status


def _list(campaign: Campaign, json: bool) -> int:
    """The properties that would be verified, the spec's own with their places."""
    from ...verify.story import place

    rows = [(one.name, one.says, place(one.span)) for one in campaign.wanted.values()]
    rows += [(name, "the example comes out as it says", "") for name in sorted(campaign.examples)]
    if json:
        output.answer({"properties": [{"property": name, "says": says, "place": where} for name, says, where in rows]})
    else:
        output.table(["property", "says", ""], rows)
    return 0


def _mutants(request: Request, plan: Plan, jobs: int | None) -> int:
    from ...engine.many import cores
    from ...verify.mutants import Mutants

    plan = plan if plan.variants is not None else replace(plan, variants=())
    with progress_line() as tell:
        found = Mutants(request.spec, plan, tell, jobs or cores()).run()
    if request.json:
        output.answer(found.data())
    else:
        for line in found.lines():
            output.say(line)
    return found.status


# ---- printing ------------------------------------------------------------------------------------------------------


def show(report: Report) -> None:
    """Print a report: stories, then the table, then what was covered."""
    for example in report.failed_examples:
        problem = example.result.problem
        assert problem is not None
        output.say(problem.render(report.rules.texts))
        output.say()
    for violation in report.violations.values():
        output.say(f"Violated: {violation.fault.name}")
        lines = violation.story(report.rules).lines()
        if len(lines) > SHOWN_BEATS:
            left_out = len(lines) - SHOWN_BEATS + 1
            lines = [
                *lines[: SHOWN_BEATS // 2],
                f"     … {left_out} lines more …",
                *lines[left_out + SHOWN_BEATS // 2 :],
            ]
        for line in lines:
            output.say(f"  {line}")
        if violation.record:
            output.say(f"  To play it again: hoyle replay {violation.record}")
        output.say()
    # `proved` is said in the column before.
    rows = [
        (row.name, row.result, row.detail.removeprefix("proved " * (row.result == "proved"))) for row in report.rows()
    ]
    output.table(["property", "result", ""], rows)
    output.say()
    for found in report.small:
        for line in found.lines():
            output.say(line)
    _coverage(report)
    for note in report.notes:
        output.say(f"Note: {note}")
    how = "Interrupted; these are the results so far" if report.interrupted else "Done"
    output.say(f"{how}: {report.seconds:.1f} s, seed {report.seed}.")


def _coverage(report: Report) -> None:
    from ...verify.properties import words
    from ...verify.story import place_of

    reached, of, never = report.coverage()
    cells = [*report.cells, *report.others]
    plays, decisions = sum(cell.tally.plays for cell in cells), sum(cell.tally.decisions for cell in cells)
    if cells:
        there, untried = report.settings()
        played = f"{there - len(untried)} of {there}" if untried else f"all {there}"
        settings = f"{played} settings" if there > 1 else "the one setting"
        compiled = sum(cell.tally.compiled for cell in cells)
        by = f", {compiled:,} of them compiled" if compiled else ""
        output.say(f"Played: {plays:,} games of {settings}{by}; {decisions:,} decisions.")
        if untried:
            named = [setting.words() for setting in untried[:NAMED]]
            named += [f"and {len(untried) - NAMED} more (--json names all)"] if len(untried) > NAMED else []
            why = "there were no steps left" if report.counted else "there was no time"
            output.say(f"Not tried, as {why}: {'; '.join(named)}.")
    output.say(f"Covered: {reached} of {of} procedures, options, branches, limits and endings.")
    for kind, name, file, line, _ in never:
        output.say(f"  never happened: {kind} {words(name)} ({place_of(file, line)})")
    for (_, _, file, line, _), count in report.unasked():
        output.say(f"  {count:,} times nobody could choose, and `else` was taken ({place_of(file, line)})")


@contextmanager
def progress_line() -> Iterator[Progress]:
    """A line on stderr that says what is being done, if somebody watches."""
    if not sys.stderr.isatty():
        yield lambda text, part: None
        return
    last = 0.0

    def tell(text: str, part: float) -> None:
        nonlocal last
        now = monotonic()
        if now - last < EVERY:
            return
        last = now
        width = shutil.get_terminal_size().columns - 8
        sys.stderr.write(f"\r\x1b[2K{part * 100:3.0f} % {textwrap.shorten(text, max(20, width), placeholder='…')}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()
