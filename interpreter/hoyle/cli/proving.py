"""Several games verified, in one table: what `hoyle demo` shows of verification.

Comes in: names of games, how many steps each may take, a seed. Goes out: reports, and a table of properties and games.
What always holds: the steps bound the work, so that the table is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import output

if TYPE_CHECKING:
    from ..verify.report import Report


def prove(names: list[str], steps: int, seed: int) -> list[Report]:
    """Verify each game by itself, without its variants."""
    from ..verify.campaign import Campaign, Plan
    from ..verify.rules import Rules

    plan = Plan(variants=(), steps=steps, seed=seed)
    with output.progress(names, len(names), "verifying") as watched:
        return [Campaign(Rules(name), plan).run() for name in watched]


def data(report: Report) -> dict[str, Any]:
    """What came of one game, as JSON data."""
    reached, of, _ = report.coverage()
    return {
        "game": report.rules.name,
        "status": report.status,
        "plays": _plays(report),
        "covered": [reached, of],
        "properties": {row.name: row.result for row in report.rows()},
    }


def show(reports: list[Report]) -> None:
    """The table, then what is violated."""
    from ..verify.properties import BUILT_IN

    titles = [report.rules.program().title for report in reports]
    results = [{row.name: row.result for row in report.rows()} for report in reports]
    built_in = {one.name for one in BUILT_IN}
    rows = [["examples", *(found.get("examples", "–") for found in results)]]
    rows += [[one.name, *(_said(found.get(one.name)) for found in results)] for one in BUILT_IN]
    own = [[said for name, said in found.items() if name not in built_in | {"examples"}] for found in results]
    rows.append(["its own promises", *(_together(said) for said in own)])
    rows.append(["plays", *(f"{_plays(report):,}" for report in reports)])
    rows.append(["rules reached", *("{} of {}".format(*report.coverage()) for report in reports)])
    output.table(["", *titles], rows)
    for report in reports:
        for violation in report.violations.values():
            output.say()
            output.paragraph(f"{report.rules.program().title}: {violation.fault.name}: {violation.fault.message}.")
            output.say(f"`hoyle verify {report.rules.name}` tells the play.")


def _said(result: str | None) -> str:
    return "–" if result in (None, "not asked") else str(result)


def _together(results: Sequence[str]) -> str:
    """Results that are alike, counted: `2 held`."""
    return ", ".join(f"{results.count(one)} {one}" for one in dict.fromkeys(results)) or "–"


def _plays(report: Report) -> int:
    return sum(cell.tally.plays for cell in [*report.cells, *report.others])
