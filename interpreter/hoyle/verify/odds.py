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
from operator import mul

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
        self.decisions: dict[int, int] = {}  # how many are expected, by denominator: added up at the end
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
        return Odds(results, self.never, None if self.endless else _total(self.decisions))

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

    def decided(self, part: int, whole: int) -> None:
        """So many decisions more are expected."""
        self.decisions[whole] = self.decisions.get(whole, 0) + part

    def _pass(self, state: int, weight: Fraction) -> None:
        """Pass the weight of a position on to what follows."""
        if self.graph.kind[state] == DECISION:
            self.decided(weight.numerator, weight.denominator)
        shares: dict[int, Fraction] = {}  # equal probabilities are the same object
        for following, probability in self._ways(state):
            share = shares.get(id(probability))
            if share is None:
                share = shares[id(probability)] = weight * probability
            self.weight[following] = self.weight[following] + share if following in self.weight else share

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
        Cycle(self, order, cuts, inside, inflow).pass_on()

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


def _total(parts: dict[int, int]) -> Fraction:
    """The sum of fractions of different denominators: neighbours first, so that few are added to large ones."""
    sums = [Fraction(part, whole) for whole, part in parts.items()]
    while len(sums) > 1:
        sums = [sum(sums[at : at + 2], Fraction(0)) for at in range(0, len(sums), 2)]
    return sums[0] if sums else Fraction(0)


class Cycle:
    """A cyclic component in whole numbers: the weight of a position is a sum over what flows in and over the cuts, in
    parts of a power of one number, by how often it was divided since a cut. Fractions are made for the cuts, which are
    solved for, and for what leaves the component, once each."""

    def __init__(
        self, odds: _Odds, order: list[int], cuts: set[int], inside: set[int], inflow: dict[int, Fraction]
    ) -> None:
        self.odds, self.order, self.cuts, self.inside = odds, order, sorted(cuts), inside
        self.ways = {state: list(odds._ways(state)) for state in (*self.cuts, *order)}
        self.common = lcm(*{probability.denominator for ways in self.ways.values() for _, probability in ways})
        self.depth = dict.fromkeys(order, 0)
        for state in (*self.cuts, *order):  # each after what leads to it
            below = self.depth.get(state, 0) + 1
            for following, _ in self.ways[state]:
                if self.depth.get(following, below) < below:
                    self.depth[following] = below
        self.depth |= dict.fromkeys(self.cuts, 0)
        self.top = max(self.depth.values()) + 1
        self.powers = [1]
        for _ in range(self.top):
            self.powers.append(self.powers[-1] * self.common)
        self.inflow = inflow
        self.given = lcm(*(weight.denominator for weight in inflow.values()))

    def pass_on(self) -> None:
        """Passes the weight that flows in on to what follows the component."""
        values = self._values()
        whole = lcm(self.given, *(value.denominator for value in values))
        parts = [whole // self.given, *(value.numerator * (whole // value.denominator) for value in values)]
        out: dict[int, int] = {}
        decisions = 0
        for state, form in self.forms.items():
            weight = sum(map(mul, parts, form)) * self.powers[self.top - self.depth[state] - 1]
            if self.odds.graph.kind[state] == DECISION:
                decisions += weight
            for following, probability in self.ways[state]:
                if following not in self.inside:
                    share = weight * (self.common // probability.denominator) * probability.numerator
                    out[following] = out.get(following, 0) + share
        whole *= self.powers[self.top]
        self.odds.decided(decisions * self.common, whole)
        for following, weight in out.items():
            self.odds.weight[following] = self.odds.weight.get(following, Fraction(0)) + Fraction(weight, whole)

    def _values(self) -> list[Fraction]:
        """The weights of the cuts; `forms` are then known: of each position, what it has of the inflow and of each cut."""
        many = len(self.cuts) + 1
        self.forms = {cut: [int(k == at) for k in range(many)] for at, cut in enumerate(self.cuts, 1)}
        self.forms |= {state: [0] * many for state in self.order}
        into = {cut: [0] * many for cut in self.cuts}
        for state, weight in self.inflow.items():
            depth, form = (self.top, into[state]) if state in into else (self.depth[state], self.forms[state])
            form[0] = weight.numerator * (self.given // weight.denominator) * self.powers[depth]
        for number, (state, form) in enumerate(self.forms.items()):
            spend()
            if number % 256 == 0 and now() > self.odds.deadline:
                raise TooLong
            for following, probability in self.ways[state]:
                if following in self.inside:
                    depth, to = (
                        (self.top, into[following])
                        if following in into
                        else (self.depth[following], self.forms[following])
                    )
                    factor = self.powers[depth - self.depth[state] - 1] * (self.common // probability.denominator)
                    factor *= probability.numerator
                    to[:] = [a + b * factor for a, b in zip(to, form, strict=True)]
        scale = self.powers[self.top]
        forms = {
            cut: (
                Fraction(row[0], self.given * scale),
                {other: Fraction(part, scale) for other, part in zip(self.cuts, row[1:], strict=True) if part},
            )
            for cut, row in into.items()
        }
        values = _solve(forms, set(self.cuts), self.odds.deadline)
        return [values[cut] for cut in self.cuts]


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
