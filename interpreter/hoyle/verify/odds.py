"""The odds of every result under random play, exactly.

Comes in: a whole `Graph` and its components. Goes out: `Odds`, in fractions. What always holds: the odds and the
chance of never ending add up to 1; where exact work takes too long, None is given and nothing is guessed.

The weight of a position is how often a play is expected to be there. Weights flow from component to component; inside
a cyclic one they are linear forms in the weights of a few positions that cut all its cycles, which then are solved
for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from .clock import now, spend
from .explore import CHANCE, DECISION, Graph

MOST_CUTS = 120
"""A component that needs more positions to cut its cycles is not solved."""

MOST_BITS = 20_000
"""Of numbers larger than this, fractions are quicker."""

Result = tuple[int, tuple[int, ...]]
"""An ending and the seats that win; ending -1 for a player who is stuck."""


@dataclass(frozen=True)
class Odds:
    """The probability of each result, of never ending, and the expected number of decisions (None if that is no
    number)."""

    results: dict[Result, Fraction]
    never: Fraction
    decisions: Fraction | None


class TooLong(Exception):
    """Exact work would take longer than allowed."""


def odds(graph: Graph, parts: list[list[int]], deadline: float) -> Odds | None:
    """The odds under random play; None if the time is over or a cycle is too entangled."""
    try:
        return _Odds(graph, parts, deadline).run()
    except TooLong:
        return None


class _Odds:
    def __init__(self, graph: Graph, parts: list[list[int]], deadline: float) -> None:
        self.graph, self.parts, self.deadline = graph, parts, deadline
        self.weight: dict[int, Fraction] = {0: Fraction(1)}
        self.never = Fraction(0)
        self.decisions = Fraction(0)
        self.endless = False

    def run(self) -> Odds:
        straight = self._straight()
        if straight is not None:
            return straight
        results: dict[Result, Fraction] = {}
        graph = self.graph
        for number, part in enumerate(reversed(self.parts)):
            spend()
            if number % 256 == 0 and now() > self.deadline:
                raise TooLong
            if len(part) > 1 or part[0] in graph.after(part[0]):
                self._cyclic(part)
                continue
            state = part[0]
            weight = self.weight.pop(state, None)
            if weight is None:
                continue
            told = graph.results.get(state)
            if told is not None:
                key = told.ending, tuple(sorted(told.winners))
                results[key] = results.get(key, Fraction(0)) + weight
            elif not graph.after(state):
                results[-1, ()] = results.get((-1, ()), Fraction(0)) + weight
            self._pass(state, weight)
        return Odds(results, self.never, None if self.endless else self.decisions)

    def _straight(self) -> Odds | None:
        """The odds where no position comes again, in whole numbers: all weights have one denominator, large enough that
        no division leaves a rest. None if there are cycles, or the numbers would be too large."""
        graph = self.graph
        if any(len(part) > 1 or part[0] in graph.after(part[0]) for part in self.parts):
            return None
        order = [part[0] for part in reversed(self.parts)]
        depth = array("l", [0]) * len(graph)  # how often a weight was divided, at most
        for state in order:
            after = graph.after(state)
            below = depth[state] + (len(after) > 1)
            for following in after:
                if depth[following] < below:
                    depth[following] = below
        chances = {id(one): one for one in graph.chances.values()}.values()
        ways = set(map(len, map(graph.after, (state for state in order if graph.kind[state] == DECISION)))) - {0}
        common = lcm(*ways, *{probability.denominator for one in chances for probability in one})
        if max(depth) * common.bit_length() > MOST_BITS:
            return None
        return self._share(order, common ** max(depth))

    def _share(self, order: list[int], whole: int) -> Odds:
        """The odds where weights are parts of a whole; each position comes after those that lead to it."""
        graph, found, decisions = self.graph, dict[Result, int](), 0
        weights = [0] * len(graph)
        weights[0] = whole
        for number, state in enumerate(order):
            spend()
            if number % 256 == 0 and now() > self.deadline:
                raise TooLong
            weight, weights[state], after = weights[state], 0, graph.after(state)
            if graph.kind[state] == DECISION:
                decisions += weight
            if graph.kind[state] == CHANCE:
                for following, probability in zip(after, graph.chances[state], strict=True):
                    weights[following] += weight * probability.numerator // probability.denominator
            elif after:
                share = weight // len(after)
                for following in after:
                    weights[following] += share
            else:
                told = graph.results.get(state)
                key = (-1, ()) if told is None else (told.ending, tuple(sorted(told.winners)))
                found[key] = found.get(key, 0) + weight
        results = {key: Fraction(weight, whole) for key, weight in found.items()}
        return Odds(results, Fraction(0), Fraction(decisions, whole))

    def _pass(self, state: int, weight: Fraction, inside: set[int] | None = None) -> None:
        """Pass the weight of a position on to what follows, but not to `inside`."""
        if self.graph.kind[state] == DECISION:
            self.decisions += weight
        for following, probability in self._ways(state):
            if inside is None or following not in inside:
                self.weight[following] = self.weight.get(following, Fraction(0)) + weight * probability

    def _ways(self, state: int) -> Iterator[tuple[int, Fraction]]:
        after = self.graph.after(state)
        if self.graph.kind[state] == CHANCE:
            yield from zip(after, self.graph.chances[state], strict=True)
        elif after:
            share = Fraction(1, len(after))
            for following in after:
                yield following, share

    def _cyclic(self, part: list[int]) -> None:
        inside = set(part)
        inflow = {state: self.weight.pop(state) for state in part if state in self.weight}
        if not inflow:
            return
        if all(following in inside for state in part for following in self.graph.after(state)):
            self.never += sum(inflow.values())
            self.endless = True
            return
        order, cuts = self._cut(part, inside)
        forms = self._forms(order, cuts, inside, inflow)
        values = _solve(forms, cuts, self.deadline)
        for state in part:
            constant, terms = forms[state] if state not in cuts else (values[state], {})
            weight = constant + sum((c * values[cut] for cut, c in terms.items()), Fraction(0))
            self._pass(state, weight, inside)

    def _cut(self, part: list[int], inside: set[int]) -> tuple[list[int], set[int]]:
        """Positions that cut all cycles, and an order of all others in which what comes before is before."""
        colour: dict[int, int] = {}
        cuts: set[int] = set()
        order: list[int] = []
        for root in part:
            if root in colour:
                continue
            colour[root] = 1
            todo = [(root, iter(self.graph.after(root)))]
            while todo:
                state, after = todo[-1]
                for following in after:
                    if following not in inside:
                        continue
                    if following not in colour:
                        colour[following] = 1
                        todo.append((following, iter(self.graph.after(following))))
                        break
                    if colour[following] == 1:
                        cuts.add(following)
                        if len(cuts) > MOST_CUTS:
                            raise TooLong
                else:
                    todo.pop()
                    colour[state] = 2
                    order.append(state)
        return [state for state in reversed(order) if state not in cuts], cuts

    def _forms(
        self, order: list[int], cuts: set[int], inside: set[int], inflow: dict[int, Fraction]
    ) -> dict[int, Form]:
        """The weight of each position as a constant and a sum over cuts; of a cut, what flows into it."""
        forms: dict[int, Form] = {state: (inflow.get(state, Fraction(0)), {}) for state in (*cuts, *order)}

        def pass_on(state: int, constant: Fraction, terms: dict[int, Fraction]) -> None:
            for following, probability in self._ways(state):
                if following in inside:
                    c, t = forms[following]
                    for cut, value in terms.items():
                        t[cut] = t.get(cut, Fraction(0)) + value * probability
                    forms[following] = c + constant * probability, t

        for cut in cuts:
            pass_on(cut, Fraction(0), {cut: Fraction(1)})
        for number, state in enumerate(order):
            spend()
            if number % 256 == 0 and now() > self.deadline:
                raise TooLong
            pass_on(state, *forms[state])
        return forms


Form = tuple[Fraction, dict[int, Fraction]]


def _solve(forms: dict[int, Form], cuts: set[int], deadline: float) -> dict[int, Fraction]:
    """The weights of the cuts: each is what flows into it."""
    names = sorted(cuts)
    rows = []
    for cut in names:
        constant, terms = forms[cut]
        row = [-terms.get(other, Fraction(0)) for other in names]
        row[names.index(cut)] += 1
        rows.append([*row, constant])
    for at in range(len(rows)):
        spend(len(rows))
        if now() > deadline:
            raise TooLong
        pivot = next(k for k in range(at, len(rows)) if rows[k][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        scale = rows[at][at]
        rows[at] = [value / scale for value in rows[at]]
        for k, row in enumerate(rows):
            if k != at and row[at]:
                factor = row[at]
                rows[k] = [value - factor * ours for value, ours in zip(row, rows[at], strict=True)]
    return {name: row[-1] for name, row in zip(names, rows, strict=True)}
