"""The moves of a decision.

Comes in: a `Choose` of the flow. Goes out: `Chooser`, which lists the moves of the seat asked and makes one of them.
What always holds: moves are distinct, in an order that depends on the frame alone: the first tier that has any, its
options in order, the members of each bind in order; between decisions the slots of all binds hold their initial
values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import flow as F
from .closures import Closures
from .errors import fail
from .events import Move, Said
from .layout import Fn, Frame

MEMO = 50_000

Lister = Callable[[Frame, list[Move]], None]
Trace = Callable[[str, int, Any], None]


class Option:
    """One option, numbered through all tiers: where it goes on, and the cells its values are put into."""

    def __init__(self, make: Closures, number: int, info: F.OptionInfo) -> None:
        self.number, self.info, self.then = number, info, info.then
        self.cells = [make.layout.slot(bind.slot) for bind in info.binds]
        self.initial = [make.flow.slots[bind.slot].initial for bind in info.binds]
        self.list = lister(make, number, info)
        self.set = setter(self.cells)
        """Puts a move's values into the slots of the binds."""
        parts = info.phrase.parts
        self._parts = [part if isinstance(part, str | int) else (make.plainly(part[0]), part[1]) for part in parts]

    def say(self, f: Frame, move: Move) -> Said:
        """How a move is said; its values are in their slots."""
        said: list[Any] = []
        for part in self._parts:
            if isinstance(part, str):
                said.append(part)
            elif isinstance(part, int):
                said.append((move[1 + part], self.info.binds[part].sort))
            else:
                said.append((part[0](f), part[1]))
        return tuple(said)


def setter(cells: list[int]) -> Callable[[Frame, Move], None]:
    """Puts the values of a move, all but its first, into cells."""
    if not cells:
        return lambda f, move: None
    first, end = cells[0], cells[0] + len(cells)
    if cells == list(range(first, end)):

        def set_row(f: Frame, move: Move) -> None:
            f[first:end] = move[1:]

        return set_row

    def set_each(f: Frame, move: Move) -> None:
        for cell, value in zip(cells, move[1:], strict=True):
            f[cell] = value

    return set_each


class Chooser:
    """One decision of a flow."""

    def __init__(self, make: Closures, node: F.Choose, trace: Trace | None = None) -> None:
        self.node = node
        self.player_of = make(node.player)
        self.options: list[Option] = []
        self.tiers: list[Callable[[Frame], list[Move]]] = []
        self._limits: list[tuple[Callable[[Frame], list[Move]], list[Limit]]] = []
        with make.listing(
            {bind.slot for tier in node.tiers for option in tier.options for bind in option.binds}
        ) as cells:
            for tier in node.tiers:
                options = [Option(make, len(self.options) + i, info) for i, info in enumerate(tier.options)]
                self.options += options
                limits = [Limit(make, limit, options[limit.option], trace) for limit in tier.limits]
                free, limited = tier_listers(options, limits)
                self.tiers.append(limited)
                self._limits.append((free, limits))
        self._cells, self._listing = cells, make.layout.listing
        self._unset = [pair for option in self.options for pair in zip(option.cells, option.initial, strict=True)]

    def moves(self, f: Frame) -> list[Move]:
        """All moves, or none in any tier."""
        found: list[Move] = []
        self._begin(f)
        for tier in self.tiers:
            found = tier(f)
            if found:
                break
        self._end(f)
        return found

    def narrowed(self, f: Frame) -> list[tuple[str, list[Move]]]:
        """What each limit leaves, one after the other, of the moves that there would be without them: the name of the
        limit (empty before the first), and the moves. Of the first tier that has any without limits."""
        told: list[tuple[str, list[Move]]] = []
        self._begin(f)
        for free, limits in self._limits:
            found = free(f)
            if found:
                told.append(("", found))
                for limit in limits:
                    found = limit(f, found) if found else found
                    told.append((limit.info.name, found))
                break
        self._end(f)
        return told

    def _begin(self, f: Frame) -> None:
        for cell in self._cells:
            f[cell] = None
        f[self._listing] = {}

    def _end(self, f: Frame) -> None:
        f[self._listing] = None
        for cell, value in self._unset:
            f[cell] = value

    def player(self, f: Frame) -> int:
        """The seat that is asked."""
        seat: int = self.player_of(f)
        if seat < 0:
            fail(self.node.span, "it is nobody who is to choose")
        return seat


def tier_listers(options: list[Option], limits: list[Limit]) -> tuple[Callable[[Frame], list[Move]], ...]:
    """All moves of one tier: whatever its limits, and its limits obeyed one after the other."""
    listers = [option.list for option in options]

    def free(f: Frame) -> list[Move]:
        found: list[Move] = []
        for add in listers:
            add(f, found)
        return found

    def limited(f: Frame) -> list[Move]:
        found = free(f)
        for limit in limits:
            if found:
                found = limit(f, found)
        return found

    return free, limited if limits else free


class Limit:
    """`limit NAME on OPTION: [when W,] only C[, if possible]`."""

    def __init__(self, make: Closures, info: F.LimitInfo, option: Option, trace: Trace | None) -> None:
        self.info, self.option, self.trace = info, option, trace
        self.when, self.only = make.maybe(info.when), make(info.only)
        self.steady = info.when is None or not make.slots_read(info.when) & make.varying

    def __call__(self, f: Frame, moves: list[Move]) -> list[Move]:
        """The moves that may stay."""
        number, put, when, only = self.option.number, self.option.set, self.when, self.only
        if when is not None and self.steady:  # it holds for all moves of the option or for none
            if not any(move[0] == number for move in moves) or not when(f):
                return moves
            when = None
        kept = []
        for move in moves:
            if move[0] == number:
                put(f, move)
                if (when is None or when(f)) and not only(f):
                    continue
            kept.append(move)
        if len(kept) == len(moves) or (not kept and self.info.if_possible):
            return moves
        if self.trace is not None:
            self.trace("mark", self.info.mark, None)
        return kept


def lister(make: Closures, number: int, info: F.OptionInfo) -> Lister:
    """Appends all moves of an option to a list."""
    test = make.maybe(info.test)
    if not info.binds:
        move = (number,)

        def plain(f: Frame, found: list[Move]) -> None:
            if test is None or test(f):
                found.append(move)

        return plain
    bound = nested(make, info.binds, set())

    def listed(f: Frame, found: list[Move]) -> None:
        if test is None or test(f):
            bound(f, found, (number,))

    return listed


Nested = Callable[[Frame, list[Move], Move], None]


def nested(make: Closures, binds: list[F.Bind], outer: set[int]) -> Nested:
    """One loop for each bind, the first outermost. `outer` are the slots bound further out.

    What the loops from here on find is kept for good if it follows from the move so far alone; else a sequence that
    reads none of the slots bound further out is made once a listing, and so is the first part of a test, as far as it
    reads none of them.
    """
    bind, rest = binds[0], binds[1:]
    slot, test = make.layout.slot(bind.slot), bind.test
    members = distinct(make, bind.seq)
    if outer and not make.slots_read(bind.seq) & outer:
        first, test = leading(make, bind.test, outer)
        if first is not None:
            members = filtered(slot, members, make(first))
        if first is not None or not isinstance(bind.seq, F.Values):
            members = make.once(members)
    loop = loops(slot, members, make.maybe(test), nested(make, rest, outer | {bind.slot}) if rest else None)
    return remembered(loop) if make.depends_only_on(binds, outer | {b.slot for b in binds}) else loop


def leading(make: Closures, test: F.Expr | None, outer: set[int]) -> tuple[F.Expr | None, F.Expr | None]:
    """A test as the part that comes first and reads none of some slots, and the rest of it."""
    if test is None:
        return None, None
    if not make.slots_read(test) & outer:
        return test, None
    if not isinstance(test, F.And):
        return None, test
    first, second = leading(make, test.left, outer)
    if second is not None:
        return first, F.And(second, test.right)
    more, rest = leading(make, test.right, outer)
    return (first if more is None or first is None else F.And(first, more)), rest


def filtered(slot: int, members: Fn, test: Fn) -> Fn:
    """The members for which a test holds, each in the slot meanwhile."""

    def passing(f: Frame) -> list[Any]:
        found = []
        for f[slot] in members(f):  # noqa: B020
            if test(f):
                found.append(f[slot])
        return found

    return passing


def loops(slot: int, members: Fn, test: Fn | None, inner: Nested | None) -> Nested:
    """The loop of one bind, round `inner` if there is more to bind."""
    if inner is not None:

        def loop(f: Frame, found: list[Move], move: Move) -> None:
            for f[slot] in members(f):  # noqa: B020
                if test is None or test(f):
                    inner(f, found, (*move, f[slot]))

        def loop_free(f: Frame, found: list[Move], move: Move) -> None:
            for f[slot] in members(f):  # noqa: B020
                inner(f, found, (*move, f[slot]))

        return loop_free if test is None else loop

    def last_free(f: Frame, found: list[Move], move: Move) -> None:
        found += [(*move, value) for value in members(f)]

    def last(f: Frame, found: list[Move], move: Move) -> None:
        for f[slot] in members(f):  # noqa: B020
            if test(f):  # type: ignore[misc]
                found.append((*move, f[slot]))

    return last_free if test is None else last


def remembered(inner: Nested) -> Nested:
    """Loops whose moves follow from the move so far, each case worked out once."""
    memo: dict[Move, list[Move]] = {}

    def again(f: Frame, found: list[Move], move: Move) -> None:
        more = memo.get(move)
        if more is None:
            more = []
            inner(f, more, move)
            if len(memo) >= MEMO:
                memo.clear()
            memo[move] = more
        found += more

    return again


def distinct(make: Closures, seq: F.Seq) -> Fn:
    """A sequence with every value once."""
    members = make.plainly(seq) if not make.slots_read(seq) & make.varying else make(seq)
    if make.distinct(seq):
        return members
    return lambda f: dict.fromkeys(members(f))
