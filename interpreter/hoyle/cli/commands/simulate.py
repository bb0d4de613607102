"""`hoyle simulate SPEC`: many plays by a policy, and their figures."""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from ...spread import interval
from .. import output
from ..app import VIOLATED, Command, Stopped
from ..options import Request, engine_, game_options, jobs_

if TYPE_CHECKING:
    from ... import Game
    from ..tally import Figures, Tally

MAX_DECISIONS = 100_000


@click.command(cls=Command, section="Play")
@game_options()
@click.option("--plays", type=click.IntRange(1), metavar="N", default=1000, show_default=True, help="How many plays.")
@click.option(
    "--policy",
    type=click.Choice(["random", "greedy"]),
    default="random",
    show_default=True,
    help="How moves are chosen: any with the same chance, or what scores best at once.",
)
@click.option(
    "--max-decisions",
    type=click.IntRange(1),
    metavar="N",
    default=MAX_DECISIONS,
    show_default=True,
    help="Where a play is cut off; it counts as capped and is not scored.",
)
@engine_
@jobs_
def command(request: Request, plays: int, policy: str, max_decisions: int, engine: str | None, jobs: int | None) -> int:
    """Let a game be played many times, and give the figures.

    A choice is a decision with several moves to choose from. Each mean stands with its 95 % interval (--json gives standard
    errors). A win shared
    by k players counts 1/k for each. The k-th play's seed follows from the seed and k, so that the same command gives
    the same figures, whatever plays and however many work at once. An interrupt gives the figures so far.
    """
    from ... import game_of
    from ...engine.chance import play_seed
    from ...engine.engines import choose
    from ...engine.many import Interpreted, Task, play_many
    from ..stories import tell_fault
    from ..tally import Tally

    program = request.program()
    game = game_of(program)
    players = request.players or game.players[0]
    flow = game.machine(players).flow
    chosen = choose(flow, engine, policy)
    tally = Tally(players, flow.endings)
    begin = perf_counter()
    interrupted = False
    task = Task(flow, request.seed, max_decisions, policy)
    parts = play_many(task, chosen, plays, jobs)
    try:
        with output.advance(plays, "playing") as advance, closing(parts):
            for part in parts:
                for came, times in part.came.items():
                    tally.add(came, times)
                advance(part.plays)
                if part.fault is not None:
                    # The interpreter is the meaning of the rules, and says what is wrong.
                    again = Interpreted(task).part(part.fault[0], 1)
                    if again.fault is None:  # it may list more moves than the compiled game
                        raise part.fault[1] or AssertionError("only in the compiled game somebody is stuck")
                    play, error = again.fault
                    seed = play_seed(request.seed, play)
                    tell_fault(request, game, players, seed, policy, max_decisions, error)
                    return VIOLATED
    except KeyboardInterrupt:
        interrupted = True
    head = {"game": program.name, "variants": list(game.variants), "parameters": request.settings, "players": players}
    tail = {"plays": tally.plays, "seed": request.seed, "engine": chosen.name, "policy": policy}
    answer = {**head, **tail, **tally.data(), "seconds": round(perf_counter() - begin, 3)}
    if request.json:
        output.answer(answer)
    else:
        _print(game, answer, tally, max_decisions, chosen.why)
    if interrupted:
        raise Stopped(f"the figures are those of {tally.plays} of {plays} plays")
    return 0


def _print(game: Game, answer: dict[str, Any], tally: Tally, limit: int, why: str) -> None:
    variants = f" ({', '.join(answer['variants'])})" if answer["variants"] else ""
    output.say(
        f"{game.title}{variants}: {answer['players']} players, {answer['plays']} plays, {answer['policy']} moves, "
        f"seed {answer['seed']}"
    )
    output.say()
    rows = [
        ("decisions a play", *_range(answer["decisions"])),
        ("choices a play", *_range(answer["choices"])),
        ("winner's score", _figure(answer["winner_score"]), ""),
    ]
    output.table(["", "mean", "from – to"], rows, numbers=[1])
    output.say()
    seats = [
        (f"p{seat}", _figure(found["score"]), _figure(found["wins"], 100, " %"))
        for seat, found in enumerate(answer["seats"], 1)
    ]
    output.table(["seat", "score", "wins"], seats, numbers=[1, 2])
    output.say()
    for name, count in answer["endings"].items():
        output.say(f"{name.replace('-', ' ')}: {count}")
    if tally.capped:
        output.say(f"cut off after {limit} decisions: {tally.capped}; they are in none of the figures above")
        if tally.capped == tally.plays:
            output.say("no play came to an end: `hoyle verify` tells why, or give --max-decisions more")
    meant = "" if tally.plays - tally.capped < 2 else "; ± is a 95 % interval"
    output.say(f"{answer['seconds']} s, {answer['engine']}" + (f" ({why})" if why else "") + meant)


def _range(found: Figures) -> tuple[str, str]:
    low, high = found["min"], found["max"]
    return _figure(found), "" if low is None or high is None else f"{low:g} – {high:g}"


def _figure(found: Figures, times: float = 1, unit: str = "") -> str:
    mean, error = found["mean"], found["se"]
    if mean is None:
        return "–"
    return f"{mean * times:.2f}{unit}" + ("" if error is None else f" ± {interval(error) * times:.2f}")
