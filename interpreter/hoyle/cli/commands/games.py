"""`hoyle games`: what is bundled."""

from __future__ import annotations

import click

from .. import output
from ..app import Command
from ..options import as_json


@click.command(cls=Command, section="Play")
@as_json
def command(json: bool) -> None:
    """List the bundled games: players, variants, parameters."""
    from ... import resources
    from ...language.program import Program, constant
    from ...library import find, load_program

    def parameters(program: Program) -> dict[str, int | None]:
        return {name: constant(parameter.value, program) for name, parameter in program.parameters.items()}

    found = [(load_program(name), find(name)) for name in resources.games()]
    if json:
        rows = [
            {
                "name": source.name,
                "title": program.title,
                "players": list(program.seats()),
                "variants": list(source.variants),
                "parameters": parameters(program),
                "file": str(source.file),
            }
            for program, source in found
        ]
        output.answer({"games": rows})
        return
    output.table(
        ["name", "game", "players", "variants", "parameters"],
        [
            (
                source.name,
                program.title,
                f"{program.seats()[0]}–{program.seats()[-1]}" if len(program.seats()) > 1 else program.seats()[0],
                ", ".join(source.variants),
                ", ".join(f"{name}={value}" for name, value in parameters(program).items()),
            )
            for program, source in found
        ],
    )
