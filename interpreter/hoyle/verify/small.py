"""What exploring a small instance says about each property, in words.

Comes in: a case and limits. Goes out: a `Small`: what was proved for it, the faults found with their plays, counts,
odds, and how its plays end. What always holds: only what was looked at wholly is called proved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..engine.engines import INTERPRETER
from .checks import Checks
from .clock import now
from .cycles import Ending, ending, walk
from .explore import Explored, Graph, Limits
from .flat import explored
from .odds import Odds, odds
from .plays import Path
from .properties import ENDS, PATHWISE, Fault, Property, winning
from .rules import Case


@dataclass(frozen=True)
class Shown:
    """A fault with the play that shows it: its path, and how many steps of it."""

    fault: Fault
    path: Path
    steps: int


@dataclass
class Small:
    """What is known of a small instance; `engine` explored it, `why` says why that was not the compiled game."""

    case: Case
    graph: Graph
    ending: Ending
    proved: set[str]
    faults: dict[str, Shown]
    odds: Odds | None = None
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    engine: str = INTERPRETER
    why: str = ""

    @property
    def name(self) -> str:
        """What it is called: its scope, variants and seats."""
        return self.case.setting.words()

    def data(self) -> dict[str, Any]:
        """It all as JSON data."""
        graph, end = self.graph, self.ending
        return {
            "scope": self.case.setting.scope,
            "variants": list(self.case.setting.variants),
            "players": self.case.setting.players,
            "explored": len(graph) - graph.left,
            "left": graph.left,
            "stopped_by": graph.why or None,
            **graph.counts(),
            "steps": len(graph.follows),
            "shortest": end.shortest if graph.whole else None,
            "longest": end.longest if graph.whole else None,
            "on_cycles": end.cyclic,
            "can_go_on_for_ever": end.forever is not None,
            "ends_almost_surely": end.almost_surely if graph.whole else None,
            "results": None if self.odds is None else self._results(self.odds),
            "never_ends": None if self.odds is None else str(self.odds.never),
            "mean_decisions": None if self.odds is None or self.odds.decisions is None else str(self.odds.decisions),
            "proved": sorted(self.proved),
            "notes": self.notes,
            "seconds": round(self.seconds, 2),
            "engine": self.engine,
        }

    def _results(self, found: Odds) -> list[dict[str, Any]]:
        rows = []
        for (end, winners), probability in sorted(found.results.items()):
            rows.append(
                {
                    "ending": self.case.flow.endings[end] if end >= 0 else None,
                    "winners": [self.case.names.seats[seat] for seat in winners],
                    "probability": str(probability),
                    "about": float(probability),
                }
            )
        return rows

    def lines(self) -> list[str]:
        """It all in a few lines of text."""
        graph, end = self.graph, self.ending
        counts = graph.counts()
        how = (
            "explored wholly"
            if graph.whole
            else f"explored {len(graph) - graph.left:,} positions, not all ({graph.why})"
        )
        found = [f"{self.name}: {how}"]
        if graph.whole:
            found[0] += f", {len(graph):,} positions"
        found.append(
            f"  {counts['decision']:,} decisions, {counts['chance']:,} chances, {counts['over']:,} ends"
            + (f", {counts['stuck']:,} stuck" if counts["stuck"] else "")
        )
        if graph.whole and end.shortest is not None:
            longest = "no longest (there are cycles)" if end.longest is None else f"the longest {end.longest}"
            found.append(f"  the shortest play has {end.shortest} decisions, {longest}")
        found += [f"  {note}" for note in self.notes]
        if self.odds is not None:
            for (ended, winners), probability in sorted(self.odds.results.items(), key=lambda row: -row[1])[:12]:
                who = winning([self.case.names.seats[seat] for seat in winners])
                name = self.case.flow.endings[ended].replace("-", " ") if ended >= 0 else "stuck"
                found.append(f"  {name}, {who}: {fraction(probability)}")
            if self.odds.never:
                found.append(f"  never ends: {fraction(self.odds.never)}")
            if self.odds.decisions is not None:
                found.append(f"  decisions of a random play: {float(self.odds.decisions):.2f} in the mean")
        return found


def fraction(value: Fraction) -> str:
    """A probability: exactly if that is short, and in per cent."""
    exact = f"{value} = " if len(str(value)) <= 24 else ""
    return f"{exact}{float(value) * 100:.2f} %"


def small(
    case: Case,
    wanted: list[Property],
    limits: Limits,
    with_odds: float = 0,
    progress: Callable[[int, int], None] | None = None,
    engine: str | None = None,
) -> Small:
    """Explore a small instance.

    Args:
        case: the instance.
        wanted: the properties that count.
        limits: how far to go.
        with_odds: how many seconds the odds may take; none are worked out if 0.
        progress: told the positions looked at and those known.
        engine: what explores; None: the compiled game where that is worth it.

    Raises:
        HoyleError: the compiled engine was asked for, and cannot play this.
    """
    begin = now()
    names = {p.name for p in wanted}
    known = explored(case, Checks(case, names), limits, progress, engine)
    graph = known.graph
    end = ending(graph)
    faults = {name: Shown(fault, path, steps) for name, (fault, path, steps) in known.faults.items()}
    found = Small(case, graph, end, set(), faults, engine=known.engine, why=known.why)
    if ENDS in names:
        _ends(found, known)
    if graph.whole:
        found.proved = names - set(faults) - set(PATHWISE)
        if now() > limits.deadline and case.flow.measures:
            # The measures were not followed again on all ways.
            found.proved = {name for name in found.proved if not name.startswith("measure ")}
        if with_odds:
            found.odds = odds(graph, end.components, now() + with_odds)
            if found.odds is None:
                found.notes.append("the odds of the results could not be worked out in the time given")
    found.seconds = now() - begin
    return found


def _ends(found: Small, explored: Explored) -> None:
    """What the graph says about the end of plays."""
    graph, end = found.graph, found.ending
    if end.forever is not None:
        stem, loop = end.forever
        way = list(walk(graph, stem, loop))
        if len(way) - 1 == 0:
            return
        luck = "whatever chance brings, " if end.chances else ""
        message = (
            f"{luck}the players can go round for ever: after the last move the position is one that was there before"
        )
        lost = graph.whole and end.lost is not None
        more = "random play may never end" if lost else "random play ends with probability 1" if graph.whole else ""
        fault = Fault(ENDS, message, lines=(more,) if more else (), loop=len(stem) - 1)
        found.faults[ENDS] = Shown(fault, graph.steps(way), len(way) - 1)
    elif graph.whole and end.lost is not None and _only_cycles(graph, end.lost):
        way = graph.path(end.lost)
        fault = Fault(ENDS, "from here on no play ends")
        found.faults[ENDS] = Shown(fault, graph.steps(way), len(way) - 1)
    elif graph.whole and end.cyclic:
        found.notes.append(
            f"{end.cyclic:,} positions can come again, but only by chance: "
            "every play ends with probability 1, whatever is chosen"
        )
    elif graph.whole:
        found.notes.append("no position comes again: every play ends")


def _only_cycles(graph: Graph, state: int) -> bool:
    """Whether what follows a position is without an end because it goes round (not because somebody is stuck)."""
    seen, todo = {state}, [state]
    while todo:
        after = graph.after(todo.pop())
        if not after:
            return False
        for following in after:
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return True
