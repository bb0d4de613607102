"""A machine goes from stop to stop: what it plays, what chances it names, and what it says of rules that are wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.flows import friday, one_place
from hoyle.engine import flow as F
from hoyle.engine.chance import Luck
from hoyle.engine.errors import PlayError
from hoyle.engine.machine import Machine
from hoyle.engine.saving import missing
from hoyle.language.tree import Span

HERE = Span(3, 5, 3, 9, "small.hoyle")
MACHINES = {players: Machine(friday(players, 2)) for players in (3, 4, 6)}


@given(st.sampled_from([3, 4, 6]), st.data())
@settings(max_examples=15, deadline=None)
def test_all_cards_are_there_at_every_stop(players: int, data: st.DataObject) -> None:
    machine = MACHINES[players]
    frame = machine.start(Luck(data.draw(st.integers(0, 99))))
    luck = Luck(1)
    while machine.stop(frame).kind == "decision":
        assert missing(machine, frame) == ""
        moves = machine.moves(frame)
        assert len(set(moves)) == len(moves)
        frame = machine.play(frame, moves[luck.index(len(moves))], luck)
    assert machine.stop(frame).kind == "over"


def test_luck_drawn_inside_and_chances_taken_outside_are_the_same_game() -> None:
    machine = MACHINES[4]
    inside = machine.start(Luck(5))
    outside, luck = machine.start(), Luck(5)
    choices = Luck(9)
    while True:
        while machine.stop(outside).kind == "chance":
            outcome = machine.sample(outside, luck)
            chances = machine.outcomes(outside)
            assert sum(p for _, p in chances) == 1
            assert len(dict(chances)) == len(chances)
            assert outcome in dict(chances)
            outside = machine.take(outside, outcome)
        assert inside == outside
        if machine.stop(inside).kind == "over":
            break
        index = choices.index(len(machine.moves(inside)))
        inside_luck = Luck(5, luck.drawn)
        inside = machine.play(inside, machine.moves(inside)[index], inside_luck)
        outside = machine.play(outside, machine.moves(outside)[index])


def test_a_playout_is_the_game_that_states_play() -> None:
    from hoyle.engine.chance import POLICY_STREAM

    machine = MACHINES[3]
    for seed in range(5):
        luck, policy = Luck(seed), Luck(seed ^ POLICY_STREAM)
        frame, decisions, choices = machine.start(luck), 0, 0
        while machine.stop(frame).kind == "decision":
            moves = machine.moves(frame)
            decisions += 1
            choices += len(moves) > 1
            frame = machine.play(frame, moves[policy.index(len(moves)) if len(moves) > 1 else 0], luck)
        out = machine.playout(seed)
        assert (out.frame, out.kind, out.decisions, out.choices) == (frame, "over", decisions, choices)
        capped = machine.playout(seed, max_decisions=7)
        assert (capped.kind, capped.decisions) == ("capped", 7)


def test_a_log_or_a_trace_changes_nothing() -> None:
    told: list[tuple[str, int, Any]] = []
    plain, traced = MACHINES[3], Machine(friday(3, 2), trace=lambda *event: told.append(event))
    events: list[Any] = []
    frame = plain.start(Luck(2), events)
    assert frame == traced.start(Luck(2))
    assert len(events) == 50 + 4  # picked, gathered, shuffled, fifty dealt, asked


# ---- chances -------------------------------------------------------------------------------------------------------


def small(shape: str, faces: dict[str, int], *code: F.Instr, **more: object) -> Machine:
    return Machine(one_place(shape, faces, [*code, F.EndGame(0)], **more))


DRAW = F.Draw(F.Const(1), F.Const(2), False, "draw", None, span=HERE)


def test_a_card_from_a_bag() -> None:
    machine = small("pile", {"x": 1, "y": 2}, F.Shuffle(F.Const(1)), DRAW)
    frame = machine.start()
    assert machine.stop(frame).kind == "chance"
    assert machine.outcomes(frame) == [(0, Fraction(1, 3)), (1, Fraction(2, 3))]
    after = machine.take(frame, 0)
    assert after[machine.layout.place(1)] == (1, 1)
    assert after[machine.layout.bags[1]] == ()  # both are alike: their order is known
    assert machine.stop(after).kind == "over"


@pytest.mark.parametrize("shape", ["pile", "zone"])
def test_one_outcome_is_no_chance(shape: str) -> None:
    luck = Luck(1)
    machine = small(shape, {"x": 3}, *[F.Shuffle(F.Const(1))] * (shape == "pile"), DRAW)
    assert machine.stop(machine.start()).kind == "over"
    machine.start(luck)
    assert luck.drawn == 0


def test_a_known_top_is_no_chance() -> None:
    machine = small("pile", {"x": 1, "y": 2}, DRAW)
    assert machine.start()[machine.layout.place(2)] == (1,)


def test_an_unordered_place_gives_any_card() -> None:
    machine = small("zone", {"x": 1, "y": 2}, DRAW)
    assert machine.outcomes(machine.start()) == [(0, Fraction(1, 3)), (1, Fraction(2, 3))]


def test_dice() -> None:
    faces = [F.FaceInfo(str(n), "die", 0, {}, weight) for n, weight in ((1, 1), (2, 2))]
    places = [
        F.Place("nowhere", "", "zone", 0, "nobody", -1, (), 0),
        F.Place("cup", "cup", "zone", 0, "all", -1, (0, 0), 2),
    ]
    flow = F.Flow(
        "dice",
        1,
        {},
        components=[F.ComponentInfo("die", "dice", 0, 2, 2)],
        faces=faces,
        places=places,
        code=[F.Roll(F.Const(1)), F.EndGame(0)],
        endings=["done"],
    )
    machine = Machine(flow)
    frame = machine.start()
    expected = [((0, 0), Fraction(1, 9)), ((0, 1), Fraction(4, 9)), ((1, 1), Fraction(4, 9))]
    assert machine.outcomes(frame) == expected
    assert machine.take(frame, (0, 1))[machine.layout.place(1)] == (0, 1)
    luck = Luck(3)
    fallen = [machine.start(luck)[machine.layout.place(1)] for _ in range(3000)]
    assert luck.drawn == 6000
    for outcome, probability in expected:
        assert abs(fallen.count(outcome) / 3000 - probability) < 0.04


def test_picking() -> None:
    slots = [F.Slot("who", F.PLAYER, F.NONE, "track")]
    machine = small("pile", {"x": 1}, F.Pick(0, F.Values((1, 0, 1))), slots=slots)
    assert machine.outcomes(machine.start()) == [(1, Fraction(2, 3)), (0, Fraction(1, 3))]
    luck = Luck(1)
    assert small("pile", {"x": 1}, F.Pick(0, F.Values((1, 1))), slots=slots).start(luck)[1] == 1
    assert luck.drawn == 0


# ---- decisions -----------------------------------------------------------------------------------------------------


def option(name: str, then: int, binds: list[F.Bind] | None = None, test: F.Expr | None = None) -> F.OptionInfo:
    return F.OptionInfo(name, binds or [], test, then, F.Phrase([name]), 0)


def number(slot: int, high: int, test: F.Expr | None = None) -> F.Bind:
    return F.Bind(slot, F.Span_(F.Const(1), F.Const(high)), F.NUMBER, test)


SLOTS = [F.Slot("n", F.NUMBER, F.NONE, "local"), F.Slot("m", F.NUMBER, F.NONE, "local")]


def choice(tiers: list[F.Tier], otherwise: int | None = None) -> Machine:
    choose = F.Choose("turn", F.Const(1), tiers, otherwise, True, False, span=HERE)
    marks = [F.MarkInfo("option", "x", HERE)]
    return Machine(one_place("pile", {"x": 1}, [choose, F.EndGame(0)], slots=SLOTS, marks=marks))


def test_moves_come_in_order_and_leave_no_trace() -> None:
    odd = F.Compare("=", F.Op("mod", F.Load(0), F.Const(2)), F.Const(1))
    less = F.Compare("<", F.Load(1), F.Load(0))
    machine = choice([F.Tier([option("a", 1, [number(0, 3, odd), number(1, 3, less)]), option("b", 1)], [])])
    frame = machine.start()
    assert machine.stop(frame).player == 1
    assert machine.moves(frame) == [(0, 3, 1), (0, 3, 2), (1,)]
    assert frame[1:3] == (F.NONE, F.NONE)


def test_equal_members_are_one_move() -> None:
    machine = choice([F.Tier([option("a", 1, [F.Bind(0, F.Values((2, 1, 2)), F.NUMBER)])], [])])
    assert machine.moves(machine.start()) == [(0, 2), (0, 1)]


def test_the_first_tier_that_has_any() -> None:
    never = F.Const(0)
    tiers = [F.Tier([option("a", 1, test=never)], []), F.Tier([option("b", 1), option("c", 1)], [])]
    machine = choice(tiers)
    assert machine.moves(machine.start()) == [(1,), (2,)]
    assert machine.stop(choice(tiers[:1], otherwise=1).start()).kind == "over"


def test_without_a_move_a_player_is_stuck() -> None:
    machine = choice([F.Tier([option("a", 1, test=F.Const(0))], [])])
    frame = machine.start()
    assert machine.stop(frame).kind == "stuck"
    assert machine.stop(frame).player == 1
    assert machine.playout(1).kind == "stuck"


def test_limits() -> None:
    small_only = F.LimitInfo("l", 0, None, F.Compare("<", F.Load(0), F.Const(2)), False, 0)
    none_left = F.LimitInfo("l", 0, None, F.Const(0), False, 0)
    if_possible = F.LimitInfo("l", 0, None, F.Const(0), True, 0)
    not_now = F.LimitInfo("l", 0, F.Const(0), F.Const(0), False, 0)
    numbers = option("a", 1, [number(0, 3)])

    def moves(*limits: F.LimitInfo, also: bool = True) -> list[Any]:
        machine = choice([F.Tier([numbers, *([option("b", 1)] if also else [])], list(limits))])
        return machine.moves(machine.start())

    assert moves(small_only) == [(0, 1), (1,)]
    assert moves(none_left) == [(1,)]
    assert moves(none_left, also=False) == []
    assert moves(if_possible, also=False) == [(0, 1), (0, 2), (0, 3)]
    assert moves(if_possible) == [(1,)]
    assert moves(not_now) == [(0, 1), (0, 2), (0, 3), (1,)]


# ---- faults of the rules -------------------------------------------------------------------------------------------

NONE_SLOT = F.Load(0, span=HERE)
FAULTS: dict[str, tuple[F.Instr, str]] = {
    "an endless loop": (F.Jump(0), "for ever"),
    "no card to draw": (F.Draw(F.Const(2), F.Const(1), False, "draw", None, span=HERE), "is empty"),
    "nobody asked": (
        F.Choose("turn", F.Load(0), [F.Tier([option("a", 1)], [])], None, True, False, span=HERE),
        "nobody",
    ),
    "the first of nothing": (F.Assign(1, F.Fold("first", F.Values(()), span=HERE)), "none of these"),
    "the only of two": (F.Assign(1, F.Fold("only", F.Values((1, 2)), span=HERE)), "several"),
    "the highest of nothing": (F.Assign(1, F.Fold("highest", F.Values(()), span=HERE)), "highest of nothing"),
    "a number too large": (F.Assign(1, F.Op("*", F.Const(2**20), F.Const(2**20), span=HERE)), "range"),
    "a total too large": (F.Assign(1, F.Fold("total", F.Values((2**30, 2**30)), span=HERE)), "range"),
    "none in a sum": (F.Assign(1, F.Op("+", NONE_SLOT, F.Const(1), span=HERE)), "none"),
    "division by zero": (F.Assign(1, F.Op("/", F.Const(1), F.Const(0), span=HERE)), "zero"),
    "none compared": (F.Assign(1, F.Compare("<", NONE_SLOT, F.Const(1), True, span=HERE)), "none"),
    "the place of nobody": (F.MoveAll(F.Offset(1, NONE_SLOT, 2, span=HERE), F.Const(2), False, "put", None), "none"),
    "to no place": (F.MoveAll(F.Const(1), NONE_SLOT, False, "put", None), "place is needed"),
    "the size of no place": (F.Assign(1, F.Size(NONE_SLOT)), "place is needed"),
    "the cards of no place": (F.ListSet(1, F.Cards(NONE_SLOT)), "place is needed"),
    "a place too far": (F.MoveAll(F.Offset(1, F.Const(2), 2, span=HERE), F.Const(2), False, "put", None), "3 of 2"),
    "the top of nothing": (F.Assign(1, F.End(F.Const(2), span=HERE)), "is empty"),
    "the top of several": (F.Assign(1, F.End(F.Const(1), span=HERE)), "no order"),
    "the face of nothing": (F.Assign(1, F.FaceOf(NONE_SLOT, span=HERE)), "none"),
    "a card that is not there": (F.MoveCards(F.Values((2 << 16,)), F.Const(1), False, "put", None, span=HERE), "there"),
    "a card of nowhere": (F.MoveCards(F.Items([NONE_SLOT]), F.Const(1), False, "put", None, span=HERE), "none"),
    "no case": (F.Assign(1, F.Choice(F.Const(0), F.Const(1), None, span=HERE)), "cases"),
    "to pick from nothing": (F.Pick(0, F.Values(()), span=HERE), "none of these"),
    "to shuffle a zone": (F.Shuffle(F.Const(1), span=HERE), "pile"),
    "a start that is not there": (F.ListSet(1, F.Rotate(F.Values((1,)), F.Const(0), span=HERE)), "start"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_rules_names_its_place(name: str) -> None:
    instr, message = FAULTS[name]
    instr.span = instr.span if instr.span.line else HERE
    machine = Machine(one_place("zone", {"x": 1, "y": 1}, [instr, F.EndGame(0)], slots=SLOTS))
    with pytest.raises(PlayError, match=message) as caught:
        machine.start()
    assert caught.value.span == HERE
    assert "small.hoyle:3:5" in str(caught.value)
    assert caught.value.diagnostic().span == HERE


def test_the_top_of_a_shuffled_pile_is_not_known() -> None:
    code = [F.Shuffle(F.Const(1)), F.Assign(0, F.End(F.Const(1), span=HERE))]
    with pytest.raises(PlayError, match="shuffled"):
        small("pile", {"x": 1, "y": 1}, *code, slots=SLOTS).start()
