"""Closures of expressions that make one value out of a sequence.

Comes in: `Fold`, `Some`, `Same` of `flow`. Goes out: functions from a frame to a value. What always holds: what the
flow calls a failure (the first of nothing, the sum of a none) raises `PlayError`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..language.tree import Span
from . import flow as F
from .closures import Closures, rule
from .errors import fail
from .layout import FACE, Fn, Frame
from .names import Names, default_seats
from .scalars import NO_VALUE, TOO_LARGE

NONE = F.NONE

TOLD, MOST_TOLD = ("number", "player", "kind", "face", "truth"), 4
"""Of which sorts, and how many, values are told when there is none of what was looked for by them."""


@rule(F.Fold)
def fold(make: Closures, node: F.Fold) -> Fn:
    if isinstance(node.seq, F.Filter) and node.kind in ("count", "first"):
        return of_filtered(make, node, node.seq)
    seq, span, nothing = make(node.seq), node.span, none_of(make, node)
    if node.kind == "count":
        return lambda f: len(seq(f))
    if node.kind == "total":
        return total(seq, span)
    if node.kind in ("highest", "lowest"):
        return extreme(seq, node)
    if node.kind == "only":
        return only(seq, span, nothing)
    at, default = (0 if node.kind == "first" else -1), make.maybe(node.default)

    def member(f: Frame) -> Any:
        members = seq(f)
        if members:
            return members[at]
        return nothing(f) if default is None else default(f)

    return member


def none_of(make: Closures, node: F.Fold) -> Callable[[Frame], NoReturn]:
    """Stops the play, as there is none of what one is wanted of; says what the values are that it was looked for by."""
    slots = [
        (make.layout.slot(i), i) for i in sorted(make.slots_read(node.seq)) if make.flow.slots[i].sort.name in TOLD
    ]

    def stop(f: Frame) -> NoReturn:
        names = Names(make.flow, default_seats(make.flow.players))
        values = [(make.flow.slots[i], names.slots[i], f[cell]) for cell, i in slots[:MOST_TOLD]]
        said = [f"{label.rpartition(': ')[2]} is {names.word(value, slot.sort)}" for slot, label, value in values]
        fail(node.span, "there is none of these", f"here {', '.join(said)}" if said else "")

    return stop


def of_filtered(make: Closures, node: F.Fold, kept: F.Filter) -> Fn:
    """The number, or the first, of the members that pass a test, without a list of them; after the first nobody is
    tested."""
    cell, seq, test = make.layout.register(kept.register), make(kept.seq), make(kept.test)
    nothing, default = none_of(make, node), make.maybe(node.default)

    def count(f: Frame) -> Any:
        found = 0
        for f[cell] in seq(f):  # noqa: B020
            if test(f):
                found += 1
        return found

    def first(f: Frame) -> Any:
        for f[cell] in seq(f):  # noqa: B020
            if test(f):
                return f[cell]
        return nothing(f) if default is None else default(f)

    return count if node.kind == "count" else first


def total(seq: Fn, span: Span) -> Fn:
    """The sum of a sequence."""

    def added(f: Frame) -> Any:
        members = seq(f)
        value = sum(members)
        if -0x80000000 < value < 0x80000000 and NONE not in members:
            return value
        fail(span, NO_VALUE if NONE in members else TOO_LARGE)

    return added


def extreme(seq: Fn, node: F.Fold) -> Fn:
    """The highest or lowest number of a sequence."""
    span, pick, kind = node.span, (max if node.kind == "highest" else min), node.kind

    def found(f: Frame) -> Any:
        members = seq(f)
        if not members:
            fail(span, f"there is no {kind} of nothing")
        if NONE in members:
            fail(span, NO_VALUE)
        return pick(members)

    return found


def only(seq: Fn, span: Span, nothing: Callable[[Frame], NoReturn]) -> Fn:
    """The one member of a sequence."""

    def member(f: Frame) -> Any:
        members = seq(f)
        if not members:
            nothing(f)
        first = members[0]
        if any(m != first for m in members):
            fail(span, "there are several of these: which is meant is not clear")
        return first

    return member


@rule(F.Some)
def some(make: Closures, node: F.Some) -> Fn:
    cell, seq, test = make.layout.register(node.register), make(node.seq), make(node.test)

    def holds(f: Frame) -> Any:
        for f[cell] in seq(f):  # noqa: B020, SIM110  the loop's variable is the register itself
            if test(f):
                return True
        return False

    return holds


@rule(F.Same)
def same(make: Closures, node: F.Same) -> Fn:
    left, right = make(node.left), make(node.right)
    if make.gives_cards(node.left) or make.gives_cards(node.right):
        return lambda f: sorted([c & FACE for c in left(f)]) == sorted([c & FACE for c in right(f)])
    return lambda f: sorted(left(f)) == sorted(right(f))
