"""Small instances explored wholly: positions and odds against arithmetic that knows nothing of Hoyle."""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from hoyle import resources
from hoyle.engine.results import Standing
from hoyle.verify import odds as odds_module
from hoyle.verify.checks import Checks
from hoyle.verify.cycles import components, ending
from hoyle.verify.explore import CHANCE, DECISION, END, Graph, Limits, explore
from hoyle.verify.odds import odds
from hoyle.verify.rules import Case, Rules, Setting

# ---- Kuhn Poker ----------------------------------------------------------------------------------------------------

LINES = {  # what the two say: who bets and how it ends; the stakes; who folded
    "check check": (1, None),
    "bet call": (2, None),
    "bet fold": (1, 1),
    "check bet call": (2, None),
    "check bet fold": (1, 0),
}


def kuhn() -> tuple[int, Counter[int], Fraction]:
    """The positions of Kuhn Poker, the odds of who wins, and the mean number of decisions, by hand."""
    deals = list(permutations(range(3), 2))
    chances = 1 + 3  # the first card, and for each first card the second
    choices = 4  # at the start, after a check, after a bet, after a check and a bet
    ends = len({(stake, out) for stake, out in LINES.values()})  # how one came to a call is not to be seen afterwards
    wins: Counter[int] = Counter()
    decisions = Fraction(0)
    for cards in deals:
        for line, (_, out) in LINES.items():
            said = line.split()
            chance = Fraction(1, len(deals) * 2 ** len(said))
            winner = (0 if cards[0] > cards[1] else 1) if out is None else 1 - out
            wins[winner] += chance  # type: ignore[assignment]
            decisions += chance * len(said)
    return chances + len(deals) * (choices + ends), wins, decisions


def test_kuhn_poker_by_hand():
    positions, wins, decisions = kuhn()
    assert (positions, decisions) == (52, Fraction(9, 4))
    found = explore_(Rules("kuhn_poker").case(Setting(2, scope="small")))
    assert len(found.graph) == positions
    told = odds(found.graph, ending(found.graph).components, monotonic() + 20)
    assert told is not None
    assert {winners[0]: chance for (_, winners), chance in told.results.items()} == dict(wins)
    assert (told.decisions, told.never) == (decisions, 0)


# ---- Pig -----------------------------------------------------------------------------------------------------------


def explore_(case: Case, states: int = 200_000):
    return explore(case, Checks(case), Limits(states=states))


def pig_first_wins(target: int) -> Fraction:
    """How often the first of two wins who choose at random whether to roll, by backward reckoning.

    `wins(a, b)` is the chance of the one to move, who has a, the other b. From (a, b) a turn adds s with chance
    `gain(s)`, or nothing, so wins(a, b) = sum over s of gain(s) × (1 or 1 − wins(b, a + s)) + lost × (1 − wins(b, a)),
    where wins(b, a) depends on wins(a, b) in turn: two equations for the two of them.
    """
    known: dict[tuple[int, int], Fraction] = {}

    def gains(need: int) -> tuple[dict[int, Fraction], Fraction]:
        """The chances of what a turn brings where `need` more wins, and of its loss."""
        brings: dict[int, Fraction] = {}
        lost = Fraction(0)
        going = {0: Fraction(1)}
        while going:
            after: dict[int, Fraction] = {}
            for saved, chance in going.items():
                lost += chance / 6
                for pips in range(2, 7):
                    now, share = saved + pips, chance / 6
                    if now >= need:
                        brings[now] = brings.get(now, Fraction(0)) + share  # can only hold
                    else:
                        brings[now] = brings.get(now, Fraction(0)) + share / 2
                        after[now] = after.get(now, Fraction(0)) + share / 2
            going = after
        return brings, lost

    def known_part(a: int, b: int) -> tuple[Fraction, Fraction]:
        """wins(a, b) = first + second × (1 − wins(b, a))."""
        brings, lost = gains(target - a)
        first = sum((c * (1 if a + s >= target else 1 - known[b, a + s]) for s, c in brings.items()), Fraction(0))
        return first, lost

    for total in range(2 * target - 2, -1, -1):
        for a in range(max(0, total - target + 1), min(target - 1, total) + 1):
            b = total - a
            (f, p), (g, q) = known_part(a, b), known_part(b, a)
            # x = f + p (1 − y) and y = g + q (1 − x)
            known[a, b] = (f + p - p * g - p * q) / (1 - p * q)
    return known[0, 0]


@pytest.mark.parametrize("target", [2, 3, 5])
def test_pig_by_backward_reckoning(target: int, tmp_path: Path):
    text = (resources.specs() / "pig" / "pig.hoyle").read_text(encoding="utf-8")
    old = "let first-player be a random p in players"
    assert old in text
    file = tmp_path / "pig.hoyle"
    file.write_text(text.replace(old, "let first-player be the first p in players"), encoding="utf-8")
    found = explore_(Rules(file).case(Setting(2, values=(("target", target),))))
    told = odds(found.graph, ending(found.graph).components, monotonic() + 20)
    assert told is not None
    first = pig_first_wins(target)
    assert {winners: chance for (_, winners), chance in told.results.items()} == {(0,): first, (1,): 1 - first}
    if target == 2:
        assert first == Fraction(6, 7)  # a turn wins with 5/6, so 5/6 ÷ (1 − 1/36)


# ---- how far ---------------------------------------------------------------------------------------------------------


def test_a_limit_of_positions_is_told():
    found = explore_(Rules("pig").case(Setting(2, scope="small")), 300)
    assert not found.graph.whole
    assert len(found.graph) - found.graph.left == 300
    assert found.graph.why == "the limit of 300 positions"


@pytest.mark.long
def test_a_hundred_thousand_positions_in_a_few_minutes():
    begin = monotonic()
    found = explore_(Rules("pig").case(Setting(2, scope="small")))
    assert found.graph.whole
    assert len(found.graph) > 100_000
    assert not found.faults
    assert monotonic() - begin < 180


@pytest.mark.parametrize(("name", "players"), [("kuhn_poker", 2), ("goofspiel", 2), ("thirteen", 4)])
def test_whole_numbers_and_fractions_give_the_same_odds(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a graph that is not whole, where positions not looked at count as ends of their own."""
    graph = explore_(Rules(name).case(Setting(players, scope="small")), 3_000).graph
    parts = ending(graph).components
    told = [odds(graph, parts, monotonic() + 20)]
    monkeypatch.setattr(odds_module, "MOST_BITS", -1)
    told.append(odds(graph, parts, monotonic() + 20))
    assert told[0] == told[1]
    assert told[0] is not None
    assert sum(told[0].results.values()) == 1


# ---- cycles in cycles ------------------------------------------------------------------------------------------------


def tangled(seed: int, count: int = 14) -> Graph:
    """A graph whose positions lead anywhere, of which three are ends."""
    random, graph = Random(seed), Graph()
    graph.first = array("I", [0])
    for state in range(count):
        ways = 0 if state >= count - 3 else random.choice([1, 2, 2, 3])
        graph.follows.extend(random.randrange(count) for _ in range(ways))
        graph.first.append(len(graph.follows))
        graph.kind.append(END if not ways else random.choice([CHANCE, DECISION]))
        if ways and graph.kind[-1] == CHANCE:
            weights = [random.randint(1, 5) for _ in range(ways)]
            graph.chances[state] = tuple(Fraction(weight, sum(weights)) for weight in weights)
        if not ways:
            graph.results[state] = Standing(state, -1, (), None, ())
    return graph


def solved(graph: Graph) -> dict[int, Fraction]:
    """How often each end comes: all equations at once, w = start + w × ways, those without an end left out."""
    count = len(graph)
    ends = {state for state in range(count) if not graph.after(state)}
    reach = set(ends)
    for _ in range(count):
        reach |= {state for state in range(count) if reach & set(graph.after(state))}
    rows = [[Fraction(int(i == j)) for j in range(count)] + [Fraction(int(i == 0))] for i in range(count)]
    for state in reach - ends:
        after = graph.after(state)
        for following, chance in zip(
            after, graph.chances.get(state, [Fraction(1, len(after))] * len(after)), strict=True
        ):
            rows[following][state] -= chance
    for at in range(count):
        pivot = next(k for k in range(at, count) if rows[k][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for k in range(count):
            if k != at and rows[k][at]:
                factor = rows[k][at] / rows[at][at]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[at], strict=True)]
    return {state: rows[state][-1] / rows[state][state] for state in ends}


def test_tangled_cycles_are_solved_exactly() -> None:
    cyclic = 0
    for seed in range(60):
        graph = tangled(seed)
        parts = components(graph)
        cyclic += max(map(len, parts)) > 3
        told = odds(graph, parts, monotonic() + 20)
        assert told is not None
        expected = {(state, ()): chance for state, chance in solved(graph).items() if chance}
        assert told.results == expected, seed
        assert told.never == 1 - sum(expected.values())
    assert cyclic > 20
