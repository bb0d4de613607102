"""The moves of a decision.

Comes in: a `Choose` of the flow. Goes out: `Chooser`, which lists the moves of the seat asked and makes one of them. What always holds:
moves are distinct, in an order that depends on the frame alone: the first tier that has any, its options in order, the members of
each bind in order; between decisions the slots of all binds hold their initial values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import flow as F
from .closures import Closures
from .errors import fail
from .events import Move
from .layout import Fn, Frame

Lister = Callable[[Frame, list[Move]], None]
Trace = Callable[[str, int, Any], None]


class Option:
    """One option, numbered through all tiers: where it goes on, and the cells its values are put into."""

    def __init__(self, make: Closures, number: int, info: F.OptionInfo) -> None:
        self.number, self.info, self.then = number, info, info.then
        self.cells = [make.layout.slot(bind.slot) for bind in info.binds]
        self.initial = [make.flow.slots[bind.slot].initial for bind in info.binds]
        self.list = lister(make, number, info)

    def set(self, f: Frame, move: Move) -> None:
        """Put a move's values into the slots of the binds."""
        for cell, value in zip(self.cells, move[1:], strict=True):
            f[cell] = value

    def clear(self, f: Frame) -> None:
        """Put the slots back to their initial values."""
        for cell, value in zip(self.cells, self.initial, strict=True):
            f[cell] = value


class Chooser:
    """One decision of a flow."""

    def __init__(self, make: Closures, node: F.Choose, trace: Trace | None = None) -> None:
        self.node = node
        self.player_of = make(node.player)
        self.options: list[Option] = []
        self.tiers: list[Callable[[Frame], list[Move]]] = []
        for tier in node.tiers:
            options = [Option(make, len(self.options) + i, info) for i, info in enumerate(tier.options)]
            self.options += options
            self.tiers.append(tier_lister(make, options, tier.limits, trace))
        self._bound = [option for option in self.options if option.cells]

    def moves(self, f: Frame) -> list[Move]:
        """All moves, or none in any tier."""
        for option in self._bound:
            option.clear(f)
        for tier in self.tiers:
            found = tier(f)
            if found:
                return found
        return []

    def player(self, f: Frame) -> int:
        """The seat that is asked."""
        seat: int = self.player_of(f)
        if seat < 0:
            fail(self.node.span, "it is nobody who is to choose")
        return seat


def tier_lister(
    make: Closures, options: list[Option], limits: list[F.LimitInfo], trace: Trace | None
) -> Callable[[Frame], list[Move]]:
    """All moves of one tier, its limits obeyed one after the other."""
    rules = [Limit(make, limit, options[limit.option], trace) for limit in limits]

    def listed(f: Frame) -> list[Move]:
        found: list[Move] = []
        for option in options:
            option.list(f, found)
            option.clear(f)
        for limit in rules:
            if found:
                found = limit(f, found)
        return found

    if rules:
        return listed
    if len(options) == 1:
        (single,) = options

        def one(f: Frame) -> list[Move]:
            found: list[Move] = []
            single.list(f, found)
            single.clear(f)
            return found

        return one

    def free(f: Frame) -> list[Move]:
        found: list[Move] = []
        for option in options:
            option.list(f, found)
            option.clear(f)
        return found

    return free


class Limit:
    """`limit NAME on OPTION: [when W,] only C[, if possible]`."""

    def __init__(self, make: Closures, info: F.LimitInfo, option: Option, trace: Trace | None) -> None:
        self.info, self.option, self.trace = info, option, trace
        self.when, self.only = make.maybe(info.when), make(info.only)

    def __call__(self, f: Frame, moves: list[Move]) -> list[Move]:
        """The moves that may stay."""
        option, when, only = self.option, self.when, self.only
        kept, mine = [], False
        for move in moves:
            if move[0] == option.number:
                mine = True
                option.set(f, move)
                if (when is None or when(f)) and not only(f):
                    continue
            kept.append(move)
        if mine:
            option.clear(f)
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
    cells: list[int] = []
    bound = nested(make, info.binds, set(), cells)

    def listed(f: Frame, found: list[Move]) -> None:
        if test is None or test(f):
            for cell in cells:
                f[cell] = None
            bound(f, found, (number,))

    return listed


Nested = Callable[[Frame, list[Move], Move], None]


def nested(make: Closures, binds: list[F.Bind], outer: set[int], cells: list[int]) -> Nested:
    """One loop for each bind, the first outermost. `outer` are the slots bound further out; a sequence that reads none of them
    is made once for an option, in a cell of its own (entered in `cells`, to be cleared before)."""
    bind, rest = binds[0], binds[1:]
    slot, test = make.layout.slot(bind.slot), make.maybe(bind.test)
    members = distinct(make, bind.seq)
    if outer and not isinstance(bind.seq, F.Values) and not make.slots_read(bind.seq) & outer:
        members = kept(members, make.layout.new_cell(), cells)
    if rest:
        inner = nested(make, rest, outer | {bind.slot}, cells)

        def loop(f: Frame, found: list[Move], move: Move) -> None:
            for value in members(f):
                f[slot] = value
                if test is None or test(f):
                    inner(f, found, (*move, value))

        return loop

    def last_free(f: Frame, found: list[Move], move: Move) -> None:
        found += [(*move, value) for value in members(f)]

    def last(f: Frame, found: list[Move], move: Move) -> None:
        for f[slot] in members(f):
            if test(f):  # type: ignore[misc]
                found.append((*move, f[slot]))

    return last_free if test is None else last


def kept(members: Fn, cell: int, cells: list[int]) -> Fn:
    """A sequence that is made when first needed and kept in a cell."""
    cells.append(cell)

    def again(f: Frame) -> Any:
        found = f[cell]
        if found is None:
            found = f[cell] = members(f)
        return found

    return again


def distinct(make: Closures, seq: F.Seq) -> Fn:
    """A sequence with every value once."""
    members = make(seq)
    if make.distinct(seq):
        return members
    return lambda f: list(dict.fromkeys(members(f)))
