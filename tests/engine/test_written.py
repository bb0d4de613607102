"""What is written for expressions, whatever they are made of, gives what the plain reference gives, and fails where it
does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.flows import one_place
from engine.reference import Failure, Reference
from hoyle.engine import Machine, PlayError
from hoyle.engine import flow as F
from hoyle.engine.text import alike

NUMBERS = [F.NONE, -3, 0, 1, 2, 7, F.LARGEST]
SLOTS = [F.Slot(f"n{i}", F.NUMBER, value, "local") for i, value in enumerate((0, 2, F.NONE, 0, 0, 0))]
TABLES = [(3, 1, F.NONE, 2), (1, 0, 1)]


def flow(functions: list[F.Function] | None = None, code: list[F.Instr] | None = None) -> F.Flow:
    """A flow with a zone of three cards, an empty one, three slots and two tables."""
    made = one_place("zone", {"x": 2, "y": 1}, [*(code or []), F.EndGame(0)], slots=list(SLOTS))
    made.tables += TABLES
    made.functions += functions or []
    return made


Seen = list[tuple[int, str]]


class Growing:
    """Draws expressions of a sort: number, truth or card. `seen` are the registers bound where one stands."""

    def __init__(self, draw: Any, functions: int = 0) -> None:
        self.draw, self.functions, self.registers = draw, functions, count()
        self.slots = [0, 1, 2]
        """Those that may be read."""
        self.places = 2

    def one(self, among: Sequence[Any]) -> Any:
        """One of some things."""
        return self.draw(st.sampled_from(among))

    def pick(self, *ways: Any) -> Any:
        return self.one(ways)()

    def at(self) -> F.Expr:
        """One of the places."""
        return F.Const(self.one(range(1, self.places + 1)))

    def sort(self) -> str:
        sort: str = self.one(["number", "card"])
        return sort

    def scalar(self, sort: str, deep: int, seen: Seen) -> F.Expr:
        variables = [lambda r=r: F.Var(r) for r, of in seen if of == sort]
        if not deep and sort == "number":
            leaves = [
                lambda: F.Const(self.one(NUMBERS)),
                lambda: F.Load(self.one(self.slots)),
                lambda: F.Size(self.at()),
            ]
            return self.pick(*variables, *leaves)  # type: ignore[no-any-return]
        if not deep:
            leaves = [lambda: F.Const(self.one([0, 1]))]
            return self.pick(*(variables or leaves))  # type: ignore[no-any-return]

        def more(of: str = sort) -> F.Expr:
            return self.scalar(of, deep - 1, seen)

        def bound(of: str, inner: str) -> tuple[int, F.Seq, F.Expr]:
            register = next(self.registers)
            return register, self.seq(of, deep - 1, seen), self.scalar(inner, deep - 1, [*seen, (register, of)])

        def let(of: str) -> F.Expr:
            register, value = next(self.registers), more(of)
            return F.Let(register, value, self.scalar(sort, deep - 1, [*seen, (register, of)]))

        def member() -> F.Expr:
            kind = self.one(["first", "last", "only"])
            default = more() if kind != "only" and self.one([False, True]) else None
            return F.Fold(kind, self.seq(sort, deep - 1, seen), default)

        def of_numbers() -> F.Expr:
            kind = self.one(["count", "total", "highest", "lowest"])
            return F.Fold(kind, self.seq("number", deep - 1, seen))

        grown = [
            lambda: F.Choice(more("truth"), more(), more() if self.one([False, True]) else None),
            lambda: let(self.sort()),
        ]
        if sort == "truth":
            grown += [
                lambda: F.Compare(self.one(["=", "<>", "<", ">="]), more("number"), more("number"), True),
                lambda: F.Compare("=", F.FaceOf(more("card")), F.FaceOf(more("card"))),
                lambda: F.And(more(), more()),
                lambda: F.Or(more(), more()),
                lambda: F.Not(more()),
                lambda: F.Some(*bound(self.sort(), "truth")),
                lambda: F.Same(self.seq("card", deep - 1, seen), self.seq("card", deep - 1, seen), True),
                lambda: self.has(*bound("card", "card")),
            ]
        elif sort == "card":
            grown += [*variables, member, lambda: F.End(self.at())]
        else:
            grown += [
                lambda: F.Op(self.one(["+", "-", "*", "/", "mod"]), more(), more()),
                lambda: F.Column(self.one([0, 1]), more(), self.one([False, True])),
                lambda: F.Column(0, F.FaceOf(more("card"))),
                member,
                of_numbers,
                *[lambda number=number: F.Call(number, [more()]) for number in range(self.functions)],  # type: ignore[misc]
            ]
        return self.pick(*grown)  # type: ignore[no-any-return]

    @staticmethod
    def has(register: int, seq: F.Seq, card: F.Expr) -> F.Expr:
        return F.Some(register, seq, F.Compare("=", F.FaceOf(F.Var(register)), F.FaceOf(card)))

    def seq(self, sort: str, deep: int, seen: Seen) -> F.Seq:
        if sort == "card" and not deep:
            return F.Cards(self.at())
        if not deep:
            return self.pick(  # type: ignore[no-any-return]
                lambda: F.Values(tuple(self.one(NUMBERS) for _ in range(self.one(range(4))))),
                lambda: F.Span_(F.Const(1), F.Const(self.one(range(4)))),
            )

        def more() -> F.Seq:
            return self.seq(sort, deep - 1, seen)

        def bound(node: Any, of: str, inner: Any, *rest: Any) -> F.Seq:
            register = next(self.registers)
            seq = self.seq(of, deep - 1, seen)
            return node(register, seq, inner(deep - 1, [*seen, (register, of)]), *rest)  # type: ignore[no-any-return]

        return self.pick(  # type: ignore[no-any-return]
            lambda: F.Items([self.scalar(sort, deep - 1, seen) for _ in range(self.one([1, 2]))]),
            lambda: F.Concat([more(), more()]),
            lambda: F.Without(more(), more(), sort == "card"),
            lambda: F.Rotate(more(), self.scalar(sort, deep - 1, seen)),
            lambda: bound(F.Map, self.sort(), partial(self.scalar, sort)),
            lambda: bound(F.Filter, sort, partial(self.scalar, "truth")),
            lambda: bound(F.Best, sort, partial(self.scalar, "number"), True, self.one([False, True])),
            lambda: bound(F.Flat, self.sort(), partial(self.seq, sort)),
        )


def outcome(evaluate: Any, *args: Any) -> Any:
    """A value in plain form, or that it fails."""
    try:
        value = evaluate(*args)
    except (Failure, PlayError):
        return "fails"
    return list(value) if isinstance(value, list | range | tuple) else value


@given(st.data())
@settings(max_examples=200, deadline=None, report_multiple_bugs=False)
def test_any_expression_is_what_the_reference_says(data: st.DataObject) -> None:
    growing = Growing(data.draw)
    parameter = next(growing.registers)
    body = growing.scalar("number", 2, [(parameter, "number")])
    functions = [F.Function("term", [parameter], body, F.NUMBER)]
    growing.functions = 1
    grow = data.draw(st.sampled_from([growing.scalar, growing.seq]))
    node = grow(data.draw(st.sampled_from(["number", "card"])), 3, [])
    machine = Machine(flow(functions))
    frame = machine.layout.start()
    assert outcome(machine.evaluate, frame, node) == outcome(Reference(machine.flow, frame), node)


@given(st.data())
@settings(max_examples=100, deadline=None, report_multiple_bugs=False)
def test_any_moves_are_what_the_reference_says(data: st.DataObject) -> None:
    """Binds of which one may read another's slot, with tests of any kind, and a limit."""
    growing = Growing(data.draw)

    def maybe(deep: int) -> F.Expr | None:
        return growing.scalar("truth", deep, []) if data.draw(st.booleans()) else None

    def option(*slots: int) -> F.OptionInfo:
        growing.slots = [0, 1, 2]
        test, binds = maybe(1), []
        for slot in slots:
            seq = growing.seq("number", 2, [])
            growing.slots = [*growing.slots, slot]
            binds.append(F.Bind(slot, seq, F.NUMBER, maybe(2)))
        return F.OptionInfo("a", binds, test, 1, F.Phrase(["a"]), 0)

    other, limited = option(5), option(3, 4)  # what is drawn for the limit may read the slots of its option
    limit = F.LimitInfo("l", 1, maybe(2), growing.scalar("truth", 2, []), data.draw(st.booleans()), 0)
    tiers = [F.Tier([other, limited], [limit]), F.Tier([option()], [])]
    choose = F.Choose("turn", F.Const(0), tiers, None, True, False)
    machine = Machine(flow(code=[choose]))
    frame = machine.layout.start()
    assert outcome(machine.chooser(0).moves, machine.layout.thaw(frame)) == outcome(
        Reference(machine.flow, frame).moves, choose
    )


# ---- Python's limits -----------------------------------------------------------------------------------------------


def nested(deep: int) -> F.Expr:
    """Whether numbers from 1 to 2 can be found, each in a loop within the others', that add up to 2 × deep."""
    total: F.Expr = F.Const(0)
    for register in range(deep):
        total = F.Op("+", total, F.Var(register))
    found: F.Expr = F.Compare("=", total, F.Const(2 * deep))
    for register in reversed(range(deep)):
        found = F.Some(register, F.Values((2,)), found)
    return found


CASES: F.Expr = F.Const(-1)
for number in range(80):
    CASES = F.Choice(F.Some(number, F.Cards(F.Const(2)), F.Const(1)), F.Const(number), CASES)
LIMITS: dict[str, tuple[F.Expr, int]] = {
    "loops in loops": (nested(60), 1),
    "a long sum": (reduce(lambda sum_, _: F.Op("+", sum_, F.Size(F.Const(1))), range(150), F.Load(1)), 2 + 150 * 3),
    "case after case": (CASES, -1),
}


@pytest.mark.parametrize("name", LIMITS)
def test_nothing_is_too_deep_for_python(name: str) -> None:
    node, value = LIMITS[name]
    machine = Machine(flow())
    assert machine.evaluate(machine.layout.start(), node) == value


def test_many_binds_of_one_option() -> None:
    slots = [F.Slot(f"n{i}", F.NUMBER, F.NONE, "local") for i in range(30)]
    ones = [F.Bind(slot, F.Values((slot,)), F.NUMBER, F.Compare("<", F.Load(slot), F.Const(99))) for slot in range(30)]
    choose = F.Choose(
        "turn", F.Const(0), [F.Tier([F.OptionInfo("a", ones, None, 1, F.Phrase([]), 0)], [])], None, True, False
    )
    machine = Machine(one_place("zone", {"x": 1}, [choose, F.EndGame(0)], slots=slots))
    assert machine.moves(machine.start()) == [(0, *range(30))]


# ---- what is the same ----------------------------------------------------------------------------------------------


def test_registers_are_no_difference() -> None:
    def seq(register: int, table: int) -> F.Seq:
        return F.Map(register, F.Values((1,)), F.Column(table, F.Var(register)))

    assert alike(seq(3, 0)) == alike(seq(8, 0))
    assert alike(seq(3, 0)) != alike(seq(3, 1))
    assert alike(F.Flat(1, seq(2, 0), F.Items([F.Var(1)]))) != alike(F.Flat(1, seq(2, 0), F.Items([F.Var(2)])))
