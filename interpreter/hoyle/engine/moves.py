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
from .errors import fail
from .events import Move, Said
from .layout import Frame
from .text import Text, alike
from .writer import Writer

Trace = Callable[[str, int, Any], None]


class Option:
    """One option, numbered through all tiers: where it goes on, and the cells its values are put into."""

    def __init__(self, make: Writer, number: int, info: F.OptionInfo) -> None:
        self.number, self.info, self.then = number, info, info.then
        self.cells = [make.layout.slot(bind.slot) for bind in info.binds]
        self.set = setter(self.cells)
        """Puts a move's values into the slots of the binds."""
        parts = info.phrase.parts
        self._parts = [part if isinstance(part, str | int) else (make(part[0]), part[1]) for part in parts]

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

    def __init__(self, make: Writer, node: F.Choose, trace: Trace | None = None) -> None:
        self.node = node
        self.player_of = make(node.player)
        infos = [option for tier in node.tiers for option in tier.options]
        self.options = [Option(make, number, info) for number, info in enumerate(infos)]
        self.moves = lister(make, node, node.tiers, 0, trace)
        """All moves, or none in any tier."""
        self._make = make

    def narrowed(self, f: Frame) -> list[tuple[str, list[Move]]]:
        """What each limit leaves, one after the other, of the moves that there would be without them: the name of the
        limit (empty before the first), and the moves. Of the first tier that has any without limits."""
        number = 0
        for tier in self.node.tiers:
            limits = tier.limits
            tiers = [F.Tier(tier.options, limits[:count]) for count in range(len(limits) + 1)]
            left = [lister(self._make, self.node, [some], number)(f) for some in tiers]
            if left[0]:
                return list(zip(["", *[limit.name for limit in limits]], left, strict=True))
            number += len(tier.options)
        return []

    def player(self, f: Frame) -> int:
        """The seat that is asked."""
        seat: int = self.player_of(f)
        if seat < 0:
            fail(self.node.span, "it is nobody who is to choose")
        return seat


TRUE = F.Const(1)

DEEP = 12
"""So many blocks may stand in one another before the loops of further binds get a function of their own."""


def lister(
    make: Writer, node: F.Choose, tiers: list[F.Tier], first: int, trace: Trace | None = None
) -> Callable[[Frame], list[Move]]:
    """The function that lists the moves of some tiers of a decision. `first` is the number of their first option."""
    found: Callable[[Frame], list[Move]] = make.written(
        f"moves of {node.name}", lambda text: Lister(text, trace).write(tiers, first)
    )
    return found


class Lister:
    """Writes the function that lists the moves of a decision: a loop for each bind. While moves are listed nothing
    changes, and the slots of binds are variables."""

    def __init__(self, text: Text, trace: Trace | None) -> None:
        self.text, self.trace = text, trace

    def write(self, tiers: list[F.Tier], number: int) -> None:
        """The whole function."""
        t = self.text
        binds = [bind for tier in tiers for option in tier.options for bind in option.binds]
        with t.listing(frozenset(bind.slot for bind in binds)):
            t.line(f"f[{t.layout.listing}] = {{}}")
            for position, tier in enumerate(tiers):
                self.tier(tier, number, position == 0)
                number += len(tier.options)
            t.line(f"f[{t.layout.listing}] = None")
            t.line("return moves")

    def tier(self, tier: F.Tier, number: int, foremost: bool) -> None:
        """The moves of a tier, its limits obeyed one after the other. `number` is that of its first option."""
        t = self.text
        with t.apart(deeper=True) as lines:
            t.line("moves = []")
            for index, option in enumerate(tier.options, number):
                with t.test(option.test or TRUE):
                    bound(t, option.binds, index, [])
            for limit in tier.limits:
                self.limit(tier, limit, number)
        if foremost:
            t.lines += lines
        else:
            t.line("if not moves:")
            t.indented(lines)

    def limit(self, tier: F.Tier, limit: F.LimitInfo, first: int) -> None:
        """`limit NAME on OPTION: [when W,] only C[, if possible]`."""
        t, number, several = self.text, first + limit.option, len(tier.options) > 1
        binds = [bind.slot for bind in tier.options[limit.option].binds]
        when, only = limit.when or TRUE, limit.only
        if t.known.reads(when).slots.intersection(binds):
            when, only = TRUE, F.Or(F.Not(when), only)
        with t.block(f"if has_option(moves, {number}):" if several else "if moves:"), t.test(when):
            t.line("left = []")
            with t.block("for move in moves:"):
                if several:
                    with t.block(f"if move[0] != {number}:"):
                        t.line("left.append(move)")
                        t.line("continue")
                if binds:
                    t.line(f"_, {', '.join(t.slots[slot] for slot in binds)} = move")
                with t.test(only):
                    t.line("left.append(move)")
            with t.block(f"if len(left) < len(moves){' and left' if limit.if_possible else ''}:"):
                if self.trace is not None:
                    t.line(f"{t.constant(self.trace, 'trace')}('mark', {limit.mark}, None)")
                t.line("moves = left")


def bound(t: Text, binds: list[F.Bind], number: int, outer: list[int]) -> None:
    """One loop for each bind of an option, the first outermost. `outer` are the slots bound further out."""
    if not binds:
        t.line(f"moves.append(({number}, {''.join(f'{t.slots[slot]}, ' for slot in outer)}))")
        return
    if t.depth >= DEEP:
        given = [t.slots[slot] for slot in outer]

        def write(text: Text) -> None:
            text.slots = {slot: t.slots[slot] for slot in outer}
            bound(text, binds, number, outer)

        t.line(f"{t.writer.define('more moves', ['moves', *given], write)}({', '.join(['f', 'moves', *given])})")
        return
    bind, name = binds[0], f"s{binds[0].slot}"
    members, test = distinct(t, bind, outer)
    t.slots[bind.slot] = name
    t.learn(name, *t.members(bind.seq))
    with t.block(f"for {name} in {members}:"), t.test(test or TRUE):
        bound(t, binds[1:], number, [*outer, bind.slot])


def distinct(t: Text, bind: F.Bind, outer: list[int]) -> tuple[str, F.Expr | None]:
    """The members of a bind, every one once, and the test that is left to be made of each.

    A sequence that reads none of the slots bound further out is made once, and the first part of its test is made
    then, as far as it reads none of them.
    """
    known, slot = t.known, bind.slot
    reads = known.reads(bind.seq).slots
    if not t.is_listing or reads.intersection(outer):
        members = t(bind.seq)
        return members if known.distinct(bind.seq) else f"dict.fromkeys({members})", bind.test
    first, rest = leading(t, bind.test, {*outer}) if outer else (None, bind.test)
    if first is None and known.distinct(bind.seq):
        return t(bind.seq), rest

    def members_once() -> str:
        return t.writer.define("members", [], write)

    def write(text: Text) -> None:
        members = text(bind.seq) if known.distinct(bind.seq) else f"dict.fromkeys({text(bind.seq)})"
        if first is None:
            text.line(f"return list({members})")
            return
        name = text.slots[slot] = f"s{slot}"
        text.learn(name, *text.members(bind.seq))
        text.line("found = []")
        with text.block(f"for {name} in {members}:"), text.test(first):
            text.line(f"found.append({name})")
        text.line("return found")

    return t.kept(alike(bind.seq, first), members_once), rest


def leading(t: Text, test: F.Expr | None, outer: set[int]) -> tuple[F.Expr | None, F.Expr | None]:
    """A test as the part that comes first and reads none of some slots, and the rest of it."""
    if test is None:
        return None, None
    if not t.known.reads(test).slots & outer:
        return test, None
    if not isinstance(test, F.And):
        return None, test
    first, second = leading(t, test.left, outer)
    if second is not None:
        return first, F.And(second, test.right)
    more, rest = leading(t, test.right, outer)
    return (first if more is None or first is None else F.And(first, more)), rest
