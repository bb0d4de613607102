"""Whether a spec does what it says: its examples hold, and its plays come to the end."""

from __future__ import annotations

from hoyle.engine.errors import PlayError
from hoyle.engine.examples import run_examples
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.language.program import Program

SEEDS = range(8)
MOST = 3_000


def plays_out(program: Program) -> list[str]:
    """What goes wrong in a program's examples and in random plays of it; nothing if all is well."""
    problems = [r.problem.render(program.texts) for r in run_examples(program) if r.problem is not None]
    seats = program.seats()
    for players in sorted({seats[0], seats[-1]}):
        machine = Machine(lower(program, players))
        for seed in SEEDS:
            try:
                play = machine.playout(seed, MOST)
            except PlayError as fault:
                problems.append(f"{players} players, seed {seed}: {fault.diagnostic().render(program.texts)}")
                break
            if play.kind != "over":
                problems.append(f"{players} players, seed {seed}: {play.kind} after {play.decisions} decisions")
                break
    return problems


def codes_played(program: Program) -> set[str]:
    """The codes of what goes wrong in a program's examples, else in random plays."""
    found = {r.problem.code for r in run_examples(program) if r.problem is not None}
    return found or {"P001" for problem in plays_out(program) if "P001" in problem}
