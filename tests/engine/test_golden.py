"""Figures that are known, or follow from a little arithmetic, worked out once more by the machine.

Kuhn's poker is solved since 1950: its value to the first player is -1/18. The odds of Pig were published by Neller
and Presser (2004): who starts wins 0.5306 of the games to 100. The rest is counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, factorial, prod
from typing import Any

import pytest

from hoyle.engine import Game, Luck, State
from hoyle.engine.layout import Frozen
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.library import load_program

F = Fraction


def game(name: str, **parameters: int) -> Game:
    program = load_program(name, parameters={key.replace("_", "-"): value for key, value in parameters.items()})
    return Game(lambda players: lower(program, players), program.seats(), program.title)


ONE = F(1)


def ends(state: State, probability: Fraction = ONE) -> Iterator[tuple[State, Fraction]]:
    """Every end of a game, with the probability that chance allows it."""
    if state.kind == "chance":
        for outcome, p in state.chances:
            yield from ends(state.take(outcome), probability * p)
    elif state.kind == "decision":
        for move in state.moves:
            yield from ends(state.play(move), probability)
    else:
        yield state, probability


# ---- Kuhn poker ----------------------------------------------------------------------------------------------------


@cache
def kuhn() -> State:
    return game("kuhn_poker").start(2)


def information(state: State) -> tuple[str, ...]:
    """All that the player who is asked has seen."""
    assert state.player is not None
    return tuple(state.history(state.player))


def test_kuhn_has_thirty_ends_with_the_payoffs_of_the_book() -> None:
    payoffs = Counter()
    for state, probability in ends(kuhn()):
        assert probability == F(1, 6)
        assert state.result is not None
        first, second = state.result.scores.values()
        assert first == -second
        payoffs[first] += 1
    # of each deal: both check; check, bet, fold; check, bet, call; bet, fold; bet, call
    assert payoffs == {1: 3 + 6, -1: 3 + 6, 2: 6, -2: 6}


def decisions(state: State) -> Iterator[State]:
    if state.kind == "chance":
        for outcome, _ in state.chances:
            yield from decisions(state.take(outcome))
    elif state.kind == "decision":
        yield state
        for move in state.moves:
            yield from decisions(state.play(move))


def test_kuhn_has_twenty_four_decisions_and_twelve_things_to_know() -> None:
    found = list(decisions(kuhn()))
    assert len(found) == 24
    known = Counter((state.player, information(state)) for state in found)
    assert len(known) == 12
    assert set(known.values()) == {2}  # the other holds one of two cards
    for state in found:
        alike = [s for s in found if s.player == state.player and information(s) == information(state)]
        assert len({tuple(str(m) for m in s.moves) for s in alike}) == 1


def own_card(state: State) -> str:
    assert state.player is not None
    (card,) = state.observation(state.player)["places"][f"hand of {state.player}"]
    return card


# How often the aggressive move (bet or call) is chosen in equilibrium. The first player's follow from one free number,
# here 1/6.
FREE = F(1, 6)
FIRST = {("jack", "bet"): FREE, ("queen", "bet"): F(0), ("king", "bet"): 3 * FREE}
FIRST |= {("jack", "call"): F(0), ("queen", "call"): FREE + F(1, 3), ("king", "call"): F(1)}
SECOND = {("jack", "bet"): F(1, 3), ("queen", "bet"): F(0), ("king", "bet"): F(1)}
SECOND |= {("jack", "call"): F(0), ("queen", "call"): F(1, 3), ("king", "call"): F(1)}
Strategy = Callable[[State], Mapping[str, Fraction]]


def equilibrium(state: State) -> Mapping[str, Fraction]:
    table = FIRST if state.player == "p1" else SECOND
    options = {move.option for move in state.moves}
    bold, meek = ("bet", "check") if "bet" in options else ("call", "fold")
    assert options == {bold, meek}
    p = table[own_card(state), bold]
    return {bold: p, meek: 1 - p}


def expected(state: State, strategy: Strategy) -> Fraction:
    """What the first player wins on average when both play so."""
    if state.kind == "chance":
        return sum((p * expected(state.take(o), strategy) for o, p in state.chances), F(0))
    if state.kind == "decision":
        chosen = strategy(state)
        return sum(
            (chosen[m.option] * expected(state.play(m), strategy) for m in state.moves if chosen[m.option]), F(0)
        )
    assert state.result is not None
    return F(state.result.scores["p1"])


def best_reply(seat: str) -> Fraction:
    """What the first player wins when one seat answers the other's equilibrium as well as can be, whatever it knows."""
    spots: dict[Hashable, list[str]] = {}
    for state in decisions(kuhn()):
        if state.player == seat:
            spots[information(state)] = [move.option for move in state.moves]
    values = []
    for plan in product(*spots.values()):
        chosen = dict(zip(spots, plan, strict=True))

        def strategy(state: State, chosen: dict[Hashable, str] = chosen) -> Mapping[str, Fraction]:
            if state.player != seat:
                return equilibrium(state)
            return {move.option: F(move.option == chosen[information(state)]) for move in state.moves}

        values.append(expected(kuhn(), strategy))
    return max(values) if seat == "p1" else min(values)


def test_kuhn_is_worth_minus_one_eighteenth() -> None:
    assert expected(kuhn(), equilibrium) == F(-1, 18)
    assert best_reply("p1") == F(-1, 18)
    assert best_reply("p2") == F(-1, 18)


# ---- Pig -----------------------------------------------------------------------------------------------------------


def pig_odds(target: int, close: float = 1e-12) -> float:
    """How often who starts wins, both playing as well as can be: by the equations, without any rules of ours.

    `win[i][j][k]` is for who is to move with i points against j, k saved in this turn. The sum of both never falls, so
    the values are found sum by sum, from the highest; those of (i, j) and (j, i) hang on each other. Behind them stands
    what a roll to the target or beyond it gives.
    """
    win = [[[0.5] * (target - i) + [1.0] * 6 for _ in range(target)] for i in range(target)]

    def settle(i: int, j: int) -> float:
        """One pass over the values of (i, j); how much they changed."""
        mine, lost = win[i][j], 1 - win[j][i][0]
        change, left = 0.0, target - i
        for k in range(left - 1, -1, -1):
            rolled = lost + mine[k + 2] + mine[k + 3] + mine[k + 4] + mine[k + 5] + mine[k + 6]
            best = rolled / 6 if k == 0 else max(rolled / 6, 1 - win[j][i + k][0])
            change = max(change, abs(best - mine[k]))
            mine[k] = best
        return change

    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), total // 2 + 1):
            j = total - i
            while max(settle(i, j), settle(j, i)) > close:
                pass
    return win[0][0][0]


def pig_of_the_machine(target: int) -> float:
    """The same from the machine's own states, by going through them until nothing changes any more."""
    machine = game("pig", target=target).machine(2)
    start = next(frame for seat, frame in followers(machine, machine.start()) if seat == 0)
    order: list[Frozen] = []
    nexts: dict[Frozen, list[tuple[Fraction, Frozen]] | list[Frozen]] = {}
    todo = [start]
    while todo:
        frame = todo.pop()
        if frame in nexts:
            continue
        order.append(frame)
        stop = machine.stop(frame).kind
        if stop == "chance":
            nexts[frame] = [(p, machine.take(frame, o)) for o, p in machine.outcomes(frame)]
            todo += [after for _, after in nexts[frame]]
        elif stop == "decision":
            nexts[frame] = [machine.play(frame, move) for move in machine.moves(frame)]
            todo += nexts[frame]
        else:
            nexts[frame] = []
    points = [k for k, slot in enumerate(machine.flow.slots) if slot.name == "points"]
    win = {}
    for frame in order:  # at the end the winner is who has reached the target
        over = machine.stop(frame).kind == "over"
        win[frame] = float(frame[machine.layout.slot(points[0])] >= target) if over else 0.5
    order.reverse()
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for frame in order:
            stop = machine.stop(frame)
            if stop.kind == "over":
                continue
            if stop.kind == "chance":
                found = float(sum(float(p) * win[after] for p, after in nexts[frame]))  # type: ignore[misc]
            else:
                pick = max if stop.player == 0 else min
                found = pick(win[after] for after in nexts[frame])  # type: ignore[index]
            change = max(change, abs(found - win[frame]))
            win[frame] = found
    return win[start]


def followers(machine: Machine, frame: Frozen) -> list[tuple[Any, Frozen]]:
    return [(outcome, machine.take(frame, outcome)) for outcome, _ in machine.outcomes(frame)]


def test_pig_to_a_small_target_is_won_as_often_as_the_equations_say() -> None:
    assert abs(pig_of_the_machine(9) - pig_odds(9)) < 1e-8


@pytest.mark.long
def test_the_equations_give_the_published_odds() -> None:
    assert 0.53055 < pig_odds(100, 1e-8) < 0.53065


# ---- Goofspiel -----------------------------------------------------------------------------------------------------


def goofspiel_by_hand(cards: int) -> Counter[int]:
    """How often each difference of points comes about over all orders of prizes and bids."""
    found: Counter[int] = Counter()
    values = range(1, cards + 1)
    for prizes in permutations(values):
        for mine in permutations(values):
            for yours in permutations(values):
                found[sum(v * ((a > b) - (a < b)) for v, a, b in zip(prizes, mine, yours, strict=True))] += 1
    return found


def test_goofspiel_has_as_many_ends_as_orders_of_cards() -> None:
    for cards, players in ((2, 2), (2, 3), (3, 2)):
        found = list(ends(game("goofspiel", last_value=cards).start(players)))
        assert len(found) == factorial(cards) ** (players + 1)
        # each plan of all bids meets every order of prizes
        assert sum(p for _, p in found) == factorial(cards) ** players
    differences = Counter()
    for state, _ in ends(game("goofspiel", last_value=3).start(2)):
        assert state.result is not None
        first, second = state.result.scores.values()
        differences[first - second] += 1
    assert differences == goofspiel_by_hand(3)


# ---- odds of cards and dice ----------------------------------------------------------------------------------------


def dealt(state: State) -> Fraction:
    """The probability of one way that the cards may fall, up to the first choice."""
    luck, probability = Luck(5), F(1)
    while state.kind == "chance":
        chances = state.chances
        outcome, p = chances[luck.index(len(chances))]
        probability *= p
        state = state.take(outcome)
    return probability


def test_a_deal_is_as_likely_as_any_other() -> None:
    assert dealt(game("thirteen").start(4)) == F(1, factorial(52))
    # cards that are alike may change places: three omens with 3, 3, 2, 3, 3 of a value, and eight Fridays
    alike = prod([factorial(3) ** 4 * factorial(2)] * 3) * factorial(8)
    assert dealt(game("friday_the_13th").start(4)) == F(alike, 4 * factorial(50))
    # an eight is turned up in four deals of fifty-two: the card that is turned up is like any other
    start = game("crazy_eights", dealt_to_two=1).start(2)
    hits = F(0)
    todo = [(start.take(0), F(1))]
    while todo:
        state, p = todo.pop()
        if state.kind == "chance":
            eights = [(o, q) for o, q in state.chances if o.text.startswith("8 ")]
            others = [(o, q) for o, q in state.chances if not o.text.startswith("8 ")]
            # all that matters is how many eights there are: one of each sort stands for its like
            for group in (eights, others):
                if group:
                    todo.append((state.take(group[0][0]), p * sum(q for _, q in group)))
        else:
            (top,) = state.observation(0)["places"]["discard-pile"]
            hits += p * top.startswith("8 ")
    assert hits == F(4, 52)


def test_five_dice_fall_as_multisets() -> None:
    state = game("treize_cardinals").start(2).take(0)
    chances = {tuple(o.value): p for o, p in state.chances}
    assert len(chances) == comb(10, 5)
    assert sum(chances.values()) == 1
    assert chances[("red",) * 5] == F(1, 6**5)
    assert sum(p for faces, p in chances.items() if len(set(faces)) == 5) == F(6 * 5 * 4 * 3 * 2, 6**5)
    assert sum(p for faces, p in chances.items() if "red" not in faces) == F(5, 6) ** 5
