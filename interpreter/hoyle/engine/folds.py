"""How expressions that make one value out of a sequence are written.

Comes in: `Fold`, `Some`, `Same` of `flow`. Goes out: text of Python expressions (see `text`). What always holds: what
the flow calls a failure (the first of nothing, the sum of a none) raises `PlayError`.
"""

from __future__ import annotations

from typing import Any, NoReturn

from . import flow as F
from .errors import fail
from .names import Names, default_seats
from .primitives import NOTHING
from .sequences import faces_at
from .text import Text, is_face, rule

TOLD, MOST_TOLD = ("number", "player", "kind", "face", "truth"), 4
"""Of which sorts, and how many, values are told when there is none of what was looked for by them."""


@rule(F.Fold)
def fold(t: Text, node: F.Fold) -> str:
    if isinstance(node.seq, F.Filter) and node.kind in ("count", "first"):
        return of_filtered(t, node, node.seq)
    seq = t(node.seq)
    if node.kind == "count":
        return f"len({seq})"
    if node.kind == "only":
        return f"only({t.named(seq, 'members')} or {none_of(t, node)}, {t.at(node.span)})"
    if node.kind not in ("first", "last"):
        return f"{node.kind}({seq}, {t.at(node.span)})"
    seq = t.named(seq, "members")
    with t.apart(deeper=True) as lines:
        default = none_of(t, node) if node.default is None else t(node.default)
    member = f"{seq}[{0 if node.kind == 'first' else -1}]"
    if not lines:
        return f"({member} if {seq} else {default})"
    value = t.new("value")
    t.line(f"if {seq}:")
    t.indented([f"{value} = {member}"])
    t.line("else:")
    t.indented([*lines, f"{value} = {default}"])
    return value


def of_filtered(t: Text, node: F.Fold, kept: F.Filter) -> str:
    """The number, or the first, of the members that pass a test, without a list of them; after the first nobody is
    tested."""
    head, name = t.loop(kept.register, kept.seq), t.variable(kept.register)
    value = t.new("count" if node.kind == "count" else "value")
    if node.kind == "count":
        t.line(f"{value} = 0")
        with t.block(head), t.test(kept.test):
            t.line(f"{value} += 1")
        return value
    with t.block(head), t.test(kept.test):
        t.line(f"{value} = {name}")
        t.line("break")
    with t.block("else:"):
        t.line(none_of(t, node) if node.default is None else f"{value} = {t(node.default)}")
    return value


def none_of(t: Text, node: F.Fold) -> str:
    """The text that stops the play, as there is none of what one is wanted of; it says what the values are that it was
    looked for by."""
    slots = [i for i in sorted(t.known.reads(node.seq).slots) if t.flow.slots[i].sort.name in TOLD][:MOST_TOLD]

    def stop(*values: Any) -> NoReturn:
        names = Names(t.flow, default_seats(t.flow.players))
        told = [(t.flow.slots[i], names.slots[i], value) for i, value in zip(slots, values, strict=True)]
        said = [f"{label.rpartition(': ')[2]} is {names.word(value, slot.sort)}" for slot, label, value in told]
        fail(node.span, NOTHING, f"here {', '.join(said)}" if said else "")

    return f"{t.constant(stop, 'none_of')}({', '.join(t(F.Load(i)) for i in slots)})"


@rule(F.Some)
def some(t: Text, node: F.Some) -> str:
    return is_member(t, node) or searched(t, node)


def is_member(t: Text, node: F.Some) -> str | None:
    """Whether one value is in a list, where that is what is asked, and asking cannot fail where there is nothing to
    compare it with."""
    seq, test, me = node.seq, node.test, F.Var(node.register)
    if not isinstance(test, F.Compare) or test.op != "=":
        return None
    mine, other = (test.left, test.right) if test.left in (me, F.FaceOf(me)) else (test.right, test.left)
    if mine not in (me, F.FaceOf(me)) or node.register in t.known.reads(other).registers:
        return None
    if not t.cannot_fail(other) and not (isinstance(seq, F.Items) and seq.items):
        return None
    if mine == me or is_face(t.members(seq)[0]):
        members, value = t.each(seq, other)
    elif isinstance(seq, F.Cards):
        place = t.named(t.place(seq.place), "place")
        members, value = faces_at(t, seq.place, place), t(other)
    else:
        return None
    return f"({value} in {members})"


def searched(t: Text, node: F.Some) -> str:
    """Whether a test holds for some member."""
    head, found = t.loop(node.register, node.seq), t.new("found")
    t.line(f"{found} = False")
    with t.block(head), t.test(node.test):
        t.line(f"{found} = True")
        t.line("break")
    return found


@rule(F.Same)
def same(t: Text, node: F.Same) -> str:
    left, right = t.each(node.left, node.right)
    return f"{'same_faces' if node.cards else 'same'}({left}, {right})"
