"""`hoyle simulate SPEC`: many plays by a policy, and their figures."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .. import output
from ..app import VIOLATED, Command, Stopped
from ..options import Request, game_options

if TYPE_CHECKING:
    from ... import Game
    from ..tally import Figures, Tally

MAX_DECISIONS = 100_000


@click.command(cls=Command, section="Play")
@game_options()
@click.option("--plays", type=click.IntRange(1), default=1000, show_default=True, help="How many plays.")
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
    default=MAX_DECISIONS,
    show_default=True,
    help="Where a play is cut off; it counts as capped and is not scored.",
)
def command(request: Request, plays: int, policy: str, max_decisions: int) -> int:
    """Let a game be played many times, and give the figures.

    Each mean stands with its standard error. A win shared by k players counts 1/k for each. The k-th play's seed
    follows from the seed and k, so that the same command gives the same figures. An interrupt gives the figures so far.
    """
    from ... import game_of
    from ...engine import POLICIES, PlayError
    from ...engine.chance import number
    from ...engine.results import standing
    from ..stories import tell_fault
    from ..tally import Tally

    program = request.program()
    game = game_of(program)
    players = request.players or game.players[0]
    machine = game.machine(players)
    chooser = None if policy == "random" else POLICIES[policy]()
    tally = Tally(players, machine.flow.endings)
    begin = perf_counter()
    interrupted = False
    # A play's own seed: figures of neighbouring seeds must not share plays, as they would with seed + k.
    seeds = (number(request.seed, play) for play in range(1, plays + 1))
    try:
        with output.progress(seeds, plays, "playing") as watched:
            for seed in watched:
                try:
                    played = machine.playout(seed, max_decisions, chooser)
                except PlayError as error:
                    tell_fault(request, game, players, seed, policy, max_decisions, error)
                    return VIOLATED
                found = standing(machine, played.frame)
                if played.kind == "capped":
                    tally.add_capped()
                elif found is None or played.kind == "stuck":
                    tell_fault(request, game, players, seed, policy, max_decisions, None)
                    return VIOLATED
                else:
                    tally.add(found, played.decisions, played.choices)
    except KeyboardInterrupt:
        interrupted = True
    head = {"game": program.name, "variants": list(game.variants), "parameters": request.settings, "players": players}
    tail = {"plays": tally.plays, "seed": request.seed, "engine": "interpreter", "policy": policy}
    answer = {**head, **tail, **tally.data(), "seconds": round(perf_counter() - begin, 3)}
    if request.json:
        output.answer(answer)
    else:
        _print(game, answer, tally, max_decisions)
    if interrupted:
        raise Stopped(f"the figures are those of {tally.plays} of {plays} plays")
    return 0


def _print(game: Game, answer: dict[str, Any], tally: Tally, limit: int) -> None:
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
    output.say(f"{answer['seconds']} s")


def _range(found: Figures) -> tuple[str, str]:
    low, high = found["min"], found["max"]
    return _figure(found), "" if low is None or high is None else f"{low:g} – {high:g}"


def _figure(found: Figures, times: float = 1, unit: str = "") -> str:
    mean, error = found["mean"], found["se"]
    if mean is None:
        return "–"
    return f"{mean * times:.2f}{unit}" + ("" if error is None else f" ± {error * times:.2f}")
