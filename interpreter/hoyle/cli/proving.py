"""Several games verified, in one table: what `hoyle demo` shows of verification.

Comes in: names of games, how many steps each may take, a seed. Goes out: what came of each, and a table of properties and games.
What always holds: the steps bound the work, so that the table is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import output


@dataclass(frozen=True, slots=True)
class Proved:
    """What came of one game: `results` by property, how many rules were `reached`, sentences on what is `violated`, and
    the whole report as data."""

    name: str
    title: str
    status: int
    results: dict[str, str]
    plays: int
    reached: tuple[int, int]
    violated: tuple[str, ...]
    report: dict[str, Any]

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "game": self.name,
            "status": self.status,
            "plays": self.plays,
            "covered": list(self.reached),
            "properties": self.results,
        }


def prove(names: list[str], steps: int, seed: int) -> list[Proved]:
    """Verify each game by itself, without its variants; on all cores, each of which takes one game after the other."""
    from ..engine.many import cores
    from ..engine.processes import processes

    one = partial(_prove, steps, seed)
    count = min(cores(), len(names))
    if count < 2:
        with output.progress(names, len(names), "verifying") as watched:
            return [one(name) for name in watched]
    with processes(count) as pool, output.progress(pool.map(one, names), len(names), "verifying") as made:
        return list(made)


def _prove(steps: int, seed: int, name: str) -> Proved:
    """Verify a game, in whatever process."""
    from ..verify.campaign import Campaign, Plan
    from ..verify.rules import Rules

    report = Campaign(Rules(name), Plan(variants=(), steps=steps, seed=seed)).run()
    title = report.rules.program().title
    reached, of, _ = report.coverage()
    return Proved(
        report.rules.name,
        title,
        report.status,
        {row.name: row.result for row in report.rows()},
        sum(cell.tally.plays for cell in [*report.cells, *report.others]),
        (reached, of),
        tuple(f"{title}: {one.fault.name}: {one.fault.message}." for one in report.violations.values()),
        report.data(),
    )


def show(found: Sequence[Proved]) -> None:
    """The table, then what is violated."""
    from ..verify.properties import BUILT_IN

    built_in = {one.name for one in BUILT_IN}
    rows = [["examples", *(one.results.get("examples", "–") for one in found)]]
    rows += [[one.name, *(_said(game.results.get(one.name)) for game in found)] for one in BUILT_IN]
    own = [[said for name, said in one.results.items() if name not in built_in | {"examples"}] for one in found]
    rows.append(["its own promises", *(_together(said) for said in own)])
    rows.append(["plays", *(f"{one.plays:,}" for one in found)])
    rows.append(["rules reached", *("{} of {}".format(*one.reached) for one in found)])
    output.table(["", *(one.title for one in found)], rows)
    for one in found:
        for violation in one.violated:
            output.say()
            output.paragraph(violation)
            output.say(f"`hoyle verify {one.name}` tells the play.")


def _said(result: str | None) -> str:
    return "–" if result in (None, "not asked") else str(result)


def _together(results: Sequence[str]) -> str:
    """Results that are alike, counted: `2 held`."""
    return ", ".join(f"{results.count(one)} {one}" for one in dict.fromkeys(results)) or "–"
