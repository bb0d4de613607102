"""Lists of which a part can fail, in all that goes through lists: both engines give what the plain reference gives, and
fail where it does, at the same place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from engine.flows import NOWHERE
from engine.reference import Failure, Reference
from engine.test_written import TABLES, Growing
from hoyle.engine import flow as F
from hoyle.engine.errors import PlayError
from hoyle.engine.machine import Machine
from hoyle.engine.wasm.facts import walk
from hoyle.engine.wasm.host import Program, Runtime
from hoyle.language.tree import Span

CARD, NUMBERS, CARDS = F.Sort("card", "card"), F.Sort("list", "number"), F.Sort("list", "card")
ZONE, EMPTY, PILE, HIDDEN, BARE = range(1, 6)
"""Two faces, the first twice; nothing; a pile that all see, and one that nobody does, of two cards; a pile of nothing."""


def flow(nodes: list[F.Expr | F.Seq], sorts: list[F.Sort], functions: list[F.Function] | None = None) -> F.Flow:
    """A decision, each option of which has one of some nodes worked out into a slot of its own; nodes have places."""
    made: list[tuple[str, Any, tuple[int, ...]]] = [
        ("a", "zone", (0, 0, 1)),
        ("b", "zone", ()),
        ("c", "pile", (1, 0)),
        ("d", "pile", (0, 1)),
        ("e", "pile", ()),
    ]
    places = [F.Place(name, name, shape, 0, "nobody", -1, start, 9, 0) for name, shape, start in made]
    slots = [F.Slot(f"n{i}", F.NUMBER, value, "track") for i, value in enumerate((0, 2, F.NONE, 0, 0, 0))]
    first = len(slots)
    slots += [F.Slot("out", sort, F.NONE, "track") for sort in sorts]
    options = [F.OptionInfo("go", [], None, 2 + 2 * k, F.Phrase(["go"]), 0) for k in range(len(nodes))]
    code: list[F.Instr] = [F.Shuffle(F.Const(HIDDEN)), choice(options)]
    for k, node in enumerate(nodes):
        put = F.ListSet(first + k, node) if isinstance(node, F.Seq) else F.Assign(first + k, node)
        code += [put, F.EndGame(0)]
    numbers = count(1)
    for node in [*nodes, *(function.body for function in functions or [])]:
        place(node, numbers)
    yes = (True, True)
    forms = [F.FormPattern("pair", "alike", 2, 2, 1, 1, yes), F.FormPattern("many", "any", 3, 4, None, 1, yes)]
    return F.Flow(
        "small",
        2,
        {},
        components=[F.ComponentInfo("card", "cards", 0, 2, 0)],
        faces=[F.FaceInfo(name, name, 0, {}, 4) for name in "xy"],
        combinations=[F.CombinationInfo("meld", 0, forms, 1)],
        places=[NOWHERE, *places],
        families=[F.Family(name, i, 1, "", 0) for i, (name, _, _) in enumerate(made, 1)],
        endings=["done"],
        code=code,
        slots=slots,
        tables=list(TABLES),
        functions=functions or [],
    )


def choice(options: list[F.OptionInfo], limits: list[F.LimitInfo] | None = None) -> F.Choose:
    return F.Choose("turn", F.Const(0), [F.Tier(options, limits or [])], None, True, False)


def place(node: Any, numbers: Any) -> None:
    """Each node gets a place of its own."""
    for part in walk(node):
        assert isinstance(part, F.Expr | F.Seq)
        part.span = Span(next(numbers), 1, 1, 2, "made")


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple | range) else int(value)


def tried(step: Callable[[], Any]) -> tuple[Any, int]:
    """What a step gives, or that it fails, and on what line."""
    try:
        return plain(step()), 0
    except PlayError as fault:
        return "fails", fault.span.line


def alike(made: F.Flow, nodes: list[Any]) -> int:
    """Both engines and the reference give the same of all nodes, and faults are told at one place; how many fail."""
    machine, runtime = Machine(made), Runtime(Program(made))
    frame, failed = machine.start(), 0
    for k, node in enumerate(nodes):
        out = machine.layout.slot(6 + k)
        try:
            meant = plain(Reference(made, frame)(node))
        except Failure:
            meant, failed = "fails", failed + 1
        value, line = tried(lambda k=k, out=out: machine.play(frame, (k,))[out])

        def step(k: int = k, out: int = out) -> Any:
            runtime.play(k)
            return runtime.frame[out]

        runtime.reset()
        runtime.resume()
        assert runtime.frame == frame
        compiled, at = tried(step)
        assert (value, compiled) == (meant, meant), node
        assert line == at, node
    return failed


# ---- each list in each that goes through it ------------------------------------------------------------------------

Make = Callable[[], Any]


def register() -> Callable[[], int]:
    numbers = count()
    return lambda: next(numbers)


new = register()


def over(node: Any, seq: F.Seq, inner: Callable[[F.Expr], Any], *rest: Any) -> Any:
    """A node with a register of its own over a list."""
    r = new()
    return node(r, seq, inner(F.Var(r)), *rest)


def cards(at: int) -> F.Seq:
    return F.Cards(F.Const(at))


def top(at: int) -> F.Expr:
    return F.End(F.Const(at))


def face(card: F.Expr) -> F.Expr:
    return F.FaceOf(card)


def is_first(card: F.Expr) -> F.Expr:
    return F.Compare("=", face(card), F.Const(0))


def fails_on(which: int) -> Callable[[F.Expr], F.Expr]:
    """Whether a card is of a face, where none of the other may be asked."""
    return lambda card: F.Choice(F.Compare("<>", face(card), F.Const(which)), F.Const(1), None)


def either(*ats: int) -> F.Seq:
    """The top cards of some places, one of them after the other."""
    return over(F.Map, F.Values(ats), lambda at: F.End(F.Offset(0, at, 6)))


LISTS: dict[str, Make] = {
    "hand and the top of nothing": lambda: F.Concat([cards(ZONE), F.Items([top(BARE)])]),
    "hand and the top of what is hidden": lambda: F.Concat([cards(ZONE), F.Items([top(HIDDEN)])]),
    "the top of nothing and hand": lambda: F.Concat([F.Items([top(BARE)]), cards(ZONE)]),
    "hand and a top": lambda: F.Concat([cards(ZONE), F.Items([top(PILE)])]),
    "nothing and the top of nothing": lambda: F.Concat([cards(EMPTY), F.Items([top(BARE)])]),
    "two tops": lambda: F.Items([top(PILE), top(BARE)]),
    "tops": lambda: either(PILE, PILE, HIDDEN),
    "tops that are there": lambda: either(PILE, PILE),
    "tops of lists": lambda: over(F.Flat, F.Values((PILE, BARE)), lambda at: F.Items([F.End(F.Offset(0, at, 6))])),
    "tested": lambda: over(F.Filter, cards(ZONE), fails_on(1)),
    "tested at once": lambda: over(F.Filter, cards(ZONE), fails_on(0)),
    "tested twice": lambda: over(F.Filter, over(F.Filter, cards(ZONE), fails_on(1)), fails_on(0)),
    "bound": lambda: F.LetSeq(new(), top(PILE), F.Concat([cards(ZONE), F.Items([top(BARE)])])),
    "without what fails": lambda: F.Without(cards(ZONE), F.Items([top(BARE)]), True),
    "highest, of a key that fails": lambda: over(F.Best, cards(ZONE), lambda c: fails_on(1)(c), True, False),
    "from one that is none of them": lambda: F.Rotate(F.Concat([cards(ZONE), cards(PILE)]), F.Const(7)),
    "of a choice": lambda: F.Items([top(PILE), F.Choice(F.Const(0), top(PILE), None)]),
}

USES: dict[str, Callable[[F.Seq], Any]] = {
    "some": lambda seq: over(F.Some, seq, is_first),
    "some other": lambda seq: over(F.Some, seq, lambda card: F.Not(is_first(card))),
    "some, where the test fails": lambda seq: over(F.Some, seq, fails_on(1)),
    "some is one of two": lambda seq: over(F.Some, seq, lambda c: F.Or(is_first(c), F.Compare(">", face(c), F.Const(0)))),
    "none": lambda seq: F.Not(over(F.Some, seq, lambda card: F.Compare(">", face(card), F.Const(5)))),
    "any": lambda seq: over(F.Some, seq, lambda card: F.Const(1)),
    "count": lambda seq: F.Fold("count", seq),
    "count of those": lambda seq: F.Fold("count", over(F.Filter, seq, is_first)),
    "total": lambda seq: F.Fold("total", over(F.Map, seq, face)),
    "highest": lambda seq: F.Fold("highest", over(F.Map, seq, face)),
    "lowest": lambda seq: F.Fold("lowest", over(F.Map, seq, lambda card: F.Column(0, face(card)))),
    "first": lambda seq: F.Fold("first", seq),
    "first of those": lambda seq: F.Fold("first", over(F.Filter, seq, is_first)),
    "first of those, or else": lambda seq: F.Fold("first", over(F.Filter, seq, fails_on(1)), F.Const(7)),
    "last": lambda seq: F.Fold("last", seq),
    "only": lambda seq: F.Fold("only", over(F.Map, seq, lambda card: F.Const(1))),
    "same": lambda seq: F.Same(seq, cards(ZONE), True),
    "some of those that pass": lambda seq: over(F.Some, over(F.Filter, seq, is_first), is_first),
    "some of those that pass what fails": lambda seq: over(F.Some, over(F.Filter, seq, fails_on(1)), is_first),
    "some of the best": lambda seq: over(F.Some, over(F.Best, seq, face, True, False), is_first),
    "first of lists": lambda seq: F.Fold("first", over(F.Flat, seq, lambda card: F.Items([card, top(PILE)]))),
    "first of the rest": lambda seq: F.Fold("first", F.Without(seq, F.Items([top(PILE)]), True)),
    "first of all": lambda seq: F.Fold("first", F.Concat([cards(ZONE), seq])),
    "melds": lambda seq: F.Fold("count", F.Melds(0, seq)),
    "a meld": lambda seq: F.MeldLength(F.MakeMeld(0, seq), 0),
    "how many items": lambda seq: F.Fold("count", F.Items([F.Fold("first", seq), top(PILE)])),
    "remainder": lambda seq: F.Op("mod", F.Const(0), F.Op("+", F.Fold("count", seq), F.Const(1))),
    "behind what is none": lambda seq: F.Op("+", F.Load(2), F.Fold("count", seq)),
    "compared with what is none": lambda seq: F.Compare("<", F.Load(2), F.Fold("count", seq), True),
    "a list": lambda seq: seq,
    "a list of lists": lambda seq: over(F.Flat, seq, lambda card: F.Items([card])),
}  # fmt: skip


@pytest.mark.parametrize("use", USES)
def test_each_list_in_each_that_goes_through_it(use: str) -> None:
    nodes = [USES[use](make()) for make in LISTS.values()]
    sorts = [CARDS if isinstance(node, F.Seq) else F.NUMBER for node in nodes]
    assert alike(flow(nodes, sorts), nodes)


# ---- decisions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["list", "test", "test of another", "limit", "when"])
@pytest.mark.parametrize("name", LISTS)
def test_decisions(name: str, where: str) -> None:
    """What can be chosen, listed and taken at random, where a list is chosen from or looked through."""
    seq, slot = LISTS[name](), 6
    asks = over(F.Some, LISTS[name](), lambda card: F.Compare(">", face(card), F.Const(-1)))
    first = F.Bind(slot, seq if where == "list" else cards(PILE), CARD, asks if where == "test" else None)
    second = F.Bind(4, F.Values((1, 2)), F.NUMBER, asks if where == "test of another" else None)
    limit = F.LimitInfo("limit", 0, asks if where == "when" else None, asks, False, 0)
    choose = choice(
        [F.OptionInfo("take", [first, second], None, 2, F.Phrase(["take"]), 0)],
        [limit] if where in ("limit", "when") else [],
    )
    made = flow([F.Const(0)], [CARD])
    frame = Machine(made).start()
    numbers = count(1)
    for node in (first.seq, first.test, second.test, limit.when, limit.only):
        place(node, numbers)
    made.code[1] = choose
    try:
        meant: Any = Reference(made, frame).moves(choose)
    except Failure:
        meant = "fails"
    machine, runtime = Machine(made), Runtime(Program(made))
    value, line = tried(lambda: machine.moves(machine.start()))

    def listed() -> Any:
        runtime.reset()
        runtime.resume()
        return runtime.moves()

    compiled, at = tried(listed)
    assert (value, compiled, line) == (meant, meant, at)
    (played,) = runtime.playouts(range(1))
    assert isinstance(played, PlayError) == (meant == "fails")
    assert not isinstance(played, PlayError) or played.span.line == line


@pytest.mark.parametrize("first", [True, False])
def test_what_lets_all_melds_pass_comes_after_what_fails(first: bool) -> None:
    """One alternative asks nothing of the meld, and holds; the other fails for some melds, if it is asked."""
    new_one = F.Load(6)
    size = F.Compare("=", F.Fold("count", F.MeldCards(new_one)), F.Const(3))
    fails = F.Choice(F.Compare("=", F.MeldEnd(new_one, False), F.Const(0)), F.Const(0), None)
    fallible = F.And(size, fails)
    holds = F.Compare("<", F.Size(F.Const(BARE)), F.Load(1), True)
    test = F.Or(holds, fallible) if first else F.Or(fallible, holds)
    bind = F.Bind(6, F.Melds(0, cards(ZONE)), F.Sort("meld", "meld"), test)
    made = flow([F.Const(F.NONE)], [bind.sort])
    frame = Machine(made).start()
    place(test, count(1))
    made.code[1] = choose = choice([F.OptionInfo("take", [bind], None, 2, F.Phrase(["take"]), 0)])
    made.code[2] = F.Clear([6])
    machine, runtime = Machine(made), Runtime(Program(made))
    runtime.reset()
    if not first:
        with pytest.raises(Failure):
            Reference(made, frame).moves(choose)
        assert tried(lambda: machine.moves(machine.start())) == tried(runtime.resume) == ("fails", fails.span.line)
        return
    runtime.resume()
    assert runtime.moves() == machine.moves(machine.start()) == Reference(made, frame).moves(choose)


# ---- any -----------------------------------------------------------------------------------------------------------


class Often(Growing):
    """Grows expressions by luck of a seed, most parts of which do not fail."""

    def __init__(self, seed: int) -> None:
        super().__init__(None)
        self.random, self.places = Random(seed), BARE

    def one(self, among: Sequence[Any]) -> Any:
        if F.LARGEST in among:
            return self.random.choice([0, 1, 2, 1, 0, 2, 7, F.NONE])
        return self.random.choice([1, 1, 3, 3, 2, 4, 5] if len(among) == BARE and BARE in among else among)


def grown(seed: int, many: int = 8) -> int:
    """Some expressions of one seed; how many of them fail."""
    growing = Often(seed)
    parameter = next(growing.registers)
    terms = [F.Function("term", [parameter], growing.scalar("number", 2, [(parameter, "number")]), F.NUMBER)]
    growing.functions = 1
    nodes: list[Any] = []
    sorts: list[F.Sort] = []
    random = Random(seed)
    for _ in range(many):
        sort, whole = random.choice(["truth", "truth", "number", "card"]), random.random() < 0.7
        nodes.append((growing.scalar if whole or sort == "truth" else growing.seq)(sort, random.choice([2, 3, 4]), []))
        card, number = (CARD, F.NUMBER) if whole or sort == "truth" else (CARDS, NUMBERS)
        sorts.append(card if sort == "card" else number)
    try:
        return alike(flow(nodes, sorts, terms), nodes)
    except AssertionError as error:
        error.add_note(f"seed {seed}")
        raise


def test_any_expressions() -> None:
    assert sum(grown(seed) for seed in range(12)) > 20


@pytest.mark.long
def test_many_expressions() -> None:
    assert sum(grown(seed) for seed in range(100, 300)) > 200
