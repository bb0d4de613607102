"""`hoyle play SPEC`: a game in the terminal, against policies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...language.diagnostics import HoyleError, SpecErrors
from .. import output
from ..app import VIOLATED, WRONG_INPUT, Command
from ..interrupts import INTERRUPTED
from ..options import Named, Request, game_options, language_

if TYPE_CHECKING:
    from ..session import Session

NAMES = ["you", "ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal", "ida", "jon", "kim"]


@click.command(cls=Command, section="Play")
@game_options(optional_spec=True)
@click.option("--seat", type=click.IntRange(1), metavar="N", default=1, show_default=True, help="Which seat is yours.")
@click.option("--name", default="you", metavar="NAME", show_default=True, help="What you are called.")
@click.option(
    "--others",
    type=click.Choice(["greedy", "random"]),
    default="greedy",
    show_default=True,
    help="How the other seats choose: what scores best at once, or anything.",
)
@language_("The language to speak", "as it was kept with --resume, else en")
@click.option("--resume", type=Named(), metavar="FILE", help="Go on with a play that was saved.")
@click.option("--record", type=Named(), metavar="FILE", help="Keep the play in this file at its end.")
def command(
    request: Request, seat: int, name: str, others: str, code: str | None, resume: Path | None, record: Path | None
) -> int:
    """Play a game in the terminal, against the computer.

    Moves are typed by number or in words; type `help` there for the rest. With --lang all is said in another language
    that the game has words in.

    You see what your seat may see. A play that you leave is kept, and goes on with --resume.
    """
    from ..stories import keep
    from ..table import Conversation
    from ..tongue import speak
    from ..words import lacking

    session, request, code = _begin(request, seat, name, others, code, resume)
    game = session.recorder.game
    try:
        tongue, title = speak(request.spec, game, session.state.table, session.seat, code)
    except SpecErrors as errors:
        said = lacking(errors, request.spec, [code])
        if request.json or said is None:
            raise
        output.complain(said)
        return WRONG_INPUT
    extra = {"seat": session.seat, "others": session.policy, "lang": code}

    def save(path: Path | None = None) -> Path:
        return keep(session.recorder.record(), request, path, **extra)

    stream = sys.stderr if request.json else sys.stdout
    talk = Conversation(session, tongue, request, title, save, stream, record, resume)
    try:
        left = talk.run()
    except Exception:
        talk.parting.break_off()
        raise
    if request.json:
        output.answer(session.recorder.record().to_json())
    result = session.state.result
    if left == "interrupted":
        return INTERRUPTED
    if talk.fault or (result is not None and result.ending is None):
        return VIOLATED
    return WRONG_INPUT if talk.parting.failed else 0


def _begin(
    request: Request, seat: int, name: str, others: str, code: str | None, resume: Path | None
) -> tuple[Session, Request, str]:
    """The session, new or resumed, the request that finds its game again, and the language."""
    from dataclasses import replace

    from ... import game_of
    from ..session import Session
    from ..stories import check_name, read

    if resume is None:
        if not request.spec:
            raise HoyleError("say which game to play: a name that `hoyle games` lists, or the path of a spec")
        game = game_of(request.program())
        count = request.players or game.players[0]
        if count not in game.players:
            game.machine(count)  # says for how many the game is
        if seat > count:
            raise HoyleError(f"there is no seat {seat} among {count} players")
        check_name(name)
        names = [each for each in NAMES if each not in (name, "you")]
        names += [f"p{number}" for number in range(len(names), count)]
        players = [*names[: seat - 1], name, *names[seat - 1 : count - 1]]
        return Session(game, players, seat - 1, others, request.seed), request, code or "en"
    kept = read(resume)
    game = kept.game(request.spec or None)
    mine, policy = kept.data.get("seat", 0), kept.data.get("others", others)
    if kept.record.seed is None:
        raise HoyleError(f"{resume} has no seed: its chances were chosen, so nothing says how it goes on")
    if not isinstance(mine, int) or not 0 <= mine < len(kept.record.players) or policy not in ("greedy", "random"):
        raise HoyleError(f"{resume} was not kept by `hoyle play`: it does not say which seat is yours")
    session = Session(game, list(kept.record.players), mine, policy, kept.record.seed)
    session.resume(kept.record)
    settings = kept.settings()
    source = request.spec or kept.spec or ""
    return session, replace(request, spec=source, settings=settings, seed=kept.record.seed), code or kept.language()
