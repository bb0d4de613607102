"""`hoyle bench [SPEC …]`: how fast games are played, by both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import output
from ..app import Command, Stopped
from ..options import Seconds, as_json, one_count

if TYPE_CHECKING:
    from ...engine.speed import Speed


@click.command(cls=Command, section="Play")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--players", callback=one_count, metavar="N", help="How many play. Four, or the middle, if not given.")
@click.option(
    "--seconds",
    type=Seconds(3600),
    default=2.0,
    show_default=True,
    help="How long each game is measured.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=5,
    show_default=True,
    help="How many times the engines take turns.",
)
@as_json
def command(specs: tuple[str, ...], players: int | None, seconds: float, rounds: int, json: bool) -> int:
    """Measure how fast games are played at random: every bundled game, or those named.

    Both engines take turns in one run, on one core; time is that of this process on the processor. The ratio is that of
    decisions a second: its median, least and largest over the rounds.
    """
    from ... import game_of
    from ...engine.speed import measure
    from ...library import load_program
    from ...resources import games

    rows: list[dict[str, Any]] = []
    names = specs or tuple(games())
    programs = [load_program(name) for name in names]  # what is wrong with one is said before the others are measured
    interrupted = False
    try:
        with output.progress(programs, len(programs), "measuring") as watched:
            for program in watched:
                seats = list(program.seats())
                count = players or (4 if 4 in seats else seats[len(seats) // 2])
                flow = game_of(program).machine(count).flow
                rows.append({"game": program.name, "players": count, **_data(measure(flow, seconds, rounds))})
    except KeyboardInterrupt:
        interrupted = True
    if json:
        output.answer({"seconds": seconds, "rounds": rounds, "games": rows})
    else:
        _print(rows)
    if interrupted:
        raise Stopped(f"{len(rows)} of {len(names)} games were measured")
    return 0


def _data(speed: Speed) -> dict[str, Any]:
    engines = {
        name: {"plays": found.middle / speed.length if speed.length else None, "decisions": found.data()}
        for name, found in speed.decisions.items()
    }
    return {
        "length": speed.length,
        "engines": engines,
        "ratio": None if speed.ratio is None else speed.ratio.data(),
        "compile_ms": None if speed.compiling is None else speed.compiling * 1000,
        "kB": None if speed.size is None else speed.size / 1000,
        "why": speed.why or None,
    }


def _print(rows: list[dict[str, Any]]) -> None:
    """Plays and decisions a second, the compiled game's below the interpreter's."""
    head = ["game", "players", "engine", "plays/s", "decisions/s", "ratio", "min – max", "compile ms", "kB"]
    lines = []
    for row in rows:
        for engine, found in row["engines"].items():
            plays, ratio = found["plays"], row["ratio"] if engine == "wasm" else None
            lines.append(
                (
                    row["game"] if engine == "interpreter" else "",
                    row["players"] if engine == "interpreter" else "",
                    engine,
                    "–" if plays is None else f"{plays:,.0f}",
                    f"{found['decisions']['median']:,.0f}",
                    f"{ratio['median']:.0f}" if ratio else "",
                    f"{ratio['min']:.0f} – {ratio['max']:.0f}" if ratio else "",
                    f"{row['compile_ms']:.0f}" if ratio else "",
                    f"{row['kB']:.1f}" if ratio else "",
                )
            )
    output.table(head, lines, numbers=[1, 3, 4, 5, 6, 7, 8])
    for why in dict.fromkeys(row["why"] for row in rows if row["why"]):
        output.say()
        output.say(f"Only the interpreter: {why}.")
