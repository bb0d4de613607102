"""`hoyle diff A B`: what differs between two sets of rules, and the shortest play on which they part."""

from __future__ import annotations

import click

from .. import output
from ..app import UNDECIDED, VIOLATED, Command
from ..options import Seconds, as_json, counts_, seed_, set_
from .verify import progress_line


def side(text: str) -> tuple[str, tuple[str, ...]]:
    """`pig`, `twelve_days+short`: a spec, and variants after signs of plus."""
    spec, *variants = text.split("+")
    return spec, tuple(variants)


@click.command(cls=Command, section="Prove")
@click.argument("first")
@click.argument("second")
@counts_
@set_(whose="both")
@set_("--set-first", "set_first", "the first")
@set_("--set-second", "set_second", "the second")
@click.option(
    "--budget", type=Seconds(), default=20, show_default=True, metavar="SECONDS", help="How long it may take."
)
@seed_("All plays follow from it", 0)
@as_json
def command(
    first: str,
    second: str,
    seats: tuple[int, ...],
    settings: tuple[tuple[str, int], ...],
    set_first: tuple[tuple[str, int], ...],
    set_second: tuple[tuple[str, int], ...],
    budget: float,
    seed: int,
    json: bool,
) -> int:
    """Compare two sets of rules.

    FIRST and SECOND are specs, each with its variants after a plus: `twelve_days twelve_days+short`. The rules that
    differ are listed; then both games are played in step, and the shortest play found on which they part is told.
    The exit status is 0 if no difference is found, 1 if there is one, 3 if the search was interrupted.
    """
    from ...verify.diff import Diff
    from ...verify.rules import Rules, Setting

    sides = []
    for text, own in ((first, set_first), (second, set_second)):
        spec, variants = side(text)
        rules = Rules(spec)
        values = {**dict(settings), **dict(own)}
        known = tuple(rules.chosen(variants))
        sides.append((rules, Setting(0, known, tuple(values.items()))))
    with progress_line() as tell:
        found = Diff(sides[0], sides[1], seats, budget, seed, tell).run()
    if json:
        output.answer(found.data())
    else:
        for line in found.lines():
            output.say(line)
    if found.story is not None:
        return VIOLATED
    return UNDECIDED if found.interrupted else 0
