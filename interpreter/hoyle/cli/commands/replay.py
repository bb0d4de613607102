"""`hoyle replay RECORD`: a recorded play, played again."""

from __future__ import annotations

from pathlib import Path

import click

from .. import output
from ..app import Command
from ..options import as_json


@click.command(cls=Command, section="Play")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--spec", metavar="SPEC", help="Where the rules are, if not where the record says.")
@click.option("--seat", metavar="NAME", help="Tell it as this player saw it.")
@as_json
def command(record: Path, spec: str | None, seat: str | None, json: bool) -> None:
    """Play a recorded play again, and tell it.

    RECORD is a file that `play`, `simulate` or another command kept. Where it does not go as recorded, because the
    rules or the record have changed, the step and the reason are said, and the exit status is 2.
    """
    from ...engine.record import replay
    from ..board import lines_of
    from ..stories import read
    from ..words import outcome

    kept = read(record)
    state = replay(kept.game(spec), kept.record)
    if json:
        story = state.story() if seat is None else state.history(seat)
        output.answer(
            {"record": str(record), "steps": len(kept.record.steps), "story": story, "result": kept.record.result}
        )
        return
    for line in lines_of(state, state.events if seat is None else state.seen(seat)):
        output.say(line)
    output.say()
    output.say(outcome(state) if state.result else "The record ends here; the game goes on.")
    output.say(f"Replayed as recorded: {len(kept.record.steps)} steps, seed {kept.record.seed}.")
