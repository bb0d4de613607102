"""`hoyle check SPEC`: all mistakes of a game's text, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .. import output
from ..app import VIOLATED, WRONG_INPUT, Command
from ..options import Request, game_options, languages_
from ..words import LACKING, fill_in

if TYPE_CHECKING:
    from ..checking import Findings


@click.command(cls=Command, section="Write")
@game_options(several=True, chance=False)
@languages_("Ask for all words of its rulebook too, in this language", "none if not given")
def command(request: Request, languages: tuple[str, ...]) -> int:
    """Find all mistakes of a game's rules, and run its examples.

    Without --variant each of the game's variants is checked too. Nothing is played but the examples. Warnings are
    about what is doubtful but not wrong. The exit status is 2 for mistakes, 1 if only examples fail, else 0.
    """
    from ..checking import examine

    findings = examine(request.spec, request.variants, request.settings, request.counts, languages)
    if request.json:
        output.answer(
            {
                "game": findings.name,
                "title": findings.program.title if findings.program else None,
                "players": findings.players,
                "variants": findings.variants,
                "examples": findings.examples,
                "errors": [one.data() for one in findings.all() if not one.warning],
                "warnings": [one.data() for one in findings.warnings],
            }
        )
    else:
        _print(findings)
        if any(one.code == LACKING for one in findings.errors):
            output.note(fill_in(request.spec, languages))
    return WRONG_INPUT if findings.errors else VIOLATED if findings.failures else 0


def _print(findings: Findings) -> None:
    for one in findings.all():
        output.say(one.render(findings.texts))
        output.say()
    output.say(f"{findings.program.title if findings.program else findings.name}: {summary(findings)}")


def summary(findings: Findings) -> str:
    """What was found, in one sentence."""
    said = []
    if findings.errors:
        said.append(counted(len(findings.errors), "mistake"))
    if findings.failures:
        said.append(f"{len(findings.failures)} of {counted(findings.examples, 'example')} failed")
    elif findings.examples:
        said.append(f"{counted(findings.examples, 'example')} {'holds' if findings.examples == 1 else 'hold'}")
    if findings.warnings:
        said.append(counted(len(findings.warnings), "warning"))
    if not findings.errors:
        said.insert(0, f"no mistakes (for {players(findings.players)}{with_variants(findings)})")
    return ", ".join(said)


def counted(count: int, what: str) -> str:
    """`1 mistake`, `2 mistakes`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def players(counts: list[int]) -> str:
    """`2 to 4 players`."""
    return counted(counts[0], "player") if len(counts) == 1 else f"{counts[0]} to {counts[-1]} players"


def with_variants(findings: Findings) -> str:
    """`; also as short` for variants checked beside the game, `; with short` for those that are part of it."""
    if not findings.variants:
        return ""
    alone = findings.program is not None and findings.program.variants
    return f"; {'with' if alone else 'also as'} {', '.join(findings.variants)}"
