"""Closures of sequences.

Comes in: sequence nodes of `flow`. Goes out: functions from a frame to a list or tuple of values, in the order the
node says. What always holds: nobody changes a list that a sequence gave, so closures may hand out the same one again.
"""

from __future__ import annotations

from typing import Any

from . import flow as F
from .closures import Closures, rule
from .errors import fail
from .layout import FACE, Fn, Frame
from .pieces import part
from .scalars import NO_VALUE

NONE = F.NONE

LONGEST = 20_000
"""The longest range of numbers, less one."""

WORK = 3_000_000
"""How many numbers of ranges may be gone through between two stops."""

TOO_MUCH = f"more than {WORK:,} numbers are gone through here, without a choice or a chance"


@rule(F.Values)
def values(_: Closures, node: F.Values) -> Fn:
    members = node.values
    return lambda f: members


@rule(F.Items)
def items(make: Closures, node: F.Items) -> Fn:
    members = [make(item) for item in node.items]
    if len(members) == 1:
        (member,) = members
        return lambda f: (member(f),)
    return lambda f: [member(f) for member in members]


@rule(F.Span_)
def span_(make: Closures, node: F.Span_) -> Fn:
    low, high, at, work = make(node.low), make(node.high), node.span, make.layout.work

    def numbers(f: Frame) -> Any:
        a, b = low(f), high(f)
        if a == NONE or b == NONE:
            fail(at, NO_VALUE)
        if b - a > LONGEST:
            fail(at, f"a range of {b - a + 1} numbers is too long")
        f[work] = done = (f[work] or 0) + b - a + 1 if b >= a else f[work]
        if done is not None and done > WORK:
            fail(at, TOO_MUCH)
        return range(a, b + 1)

    return numbers


@rule(F.Rotate)
def rotate(make: Closures, node: F.Rotate) -> Fn:
    seq, start, at = make(node.seq), make(node.start), node.span

    def turned(f: Frame) -> Any:
        members, first = seq(f), start(f)
        try:
            i = members.index(first)
        except ValueError:
            fail(at, NO_VALUE if first == NONE else "the one to start from is not among these")
        return members[i:] + members[:i] if i else members

    return turned


@rule(F.Cards)
def cards(make: Closures, node: F.Cards) -> Fn:
    first, place, keeps_plays = make.layout.places, make.place(node.place), make.keeps_plays(node.place)
    places = make.flow.places
    if isinstance(node.place, F.Const) and not keeps_plays:
        const_base, cell = node.place.value << 16, make.layout.place(node.place.value)
        return lambda f: [const_base | face for face in f[cell]]

    def lying(f: Frame) -> Any:
        p = place(f)
        base = p << 16
        return [base | face for face in f[first + p]]

    def of_any(f: Frame) -> Any:
        p = place(f)
        base = p << 16
        if places[p].shape == "plays":
            return [base | face for play in f[first + p] for face in play[2]]
        return [base | face for face in f[first + p]]

    return lying if keeps_plays is False else of_any


@rule(F.MeldCards)
def meld_cards(make: Closures, node: F.MeldCards) -> Fn:
    return part(make(node.meld), 1, node.span)  # kept in order; a face alone is a card at no place


@rule(F.PlayCards)
def play_cards(make: Closures, node: F.PlayCards) -> Fn:
    faces, place = part(make(node.play), 2, node.span), make.place(node.place)

    def played(f: Frame) -> Any:
        base = place(f) << 16
        return [base | face for face in faces(f)]

    return played


@rule(F.Plays)
def plays(make: Closures, node: F.Plays) -> Fn:
    first, place = make.layout.places, make.place(node.place)
    return lambda f: f[first + place(f)]


@rule(F.Concat)
def concat(make: Closures, node: F.Concat) -> Fn:
    seqs = [make(seq) for seq in node.seqs]
    if len(seqs) == 2:
        left, right = seqs
        return lambda f: [*left(f), *right(f)]
    return lambda f: [member for seq in seqs for member in seq(f)]


@rule(F.Without)
def without(make: Closures, node: F.Without) -> Fn:
    seq, less = make(node.seq), make(node.less)
    faces = make.gives_cards(node.seq) or make.gives_cards(node.less)

    def rest(f: Frame) -> Any:
        members = list(seq(f))
        keys = [m & FACE for m in members] if faces else list(members)
        for gone in less(f):
            key = gone & FACE if faces else gone
            for i in range(len(keys) - 1, -1, -1):
                if keys[i] == key:
                    del keys[i], members[i]
                    break
        return members

    return rest


@rule(F.Flat)
def flat(make: Closures, node: F.Flat) -> Fn:
    cell, seq, body = make.layout.register(node.register), make(node.seq), make(node.body)

    def all_members(f: Frame) -> Any:
        found: list[Any] = []
        for f[cell] in seq(f):  # noqa: B020
            found += body(f)
        return found

    return all_members


@rule(F.Map)
def map_(make: Closures, node: F.Map) -> Fn:
    fast = column_of_cards(make, node)
    if fast is not None:
        return fast
    cell, seq, value = make.layout.register(node.register), make(node.seq), make(node.value)

    def mapped(f: Frame) -> Any:
        found = []
        for f[cell] in seq(f):  # noqa: B020
            found.append(value(f))
        return found

    return mapped


def column_of_cards(make: Closures, node: F.Map) -> Fn | None:
    """Map over the cards of one place (zone or pile) of a column of theirs, without making the cards."""
    value, seq = node.value, node.seq
    if not (isinstance(value, F.Column) and isinstance(value.key, F.FaceOf) and isinstance(seq, F.Cards)):
        return None
    table = make.flow.tables[value.table]
    plain = value.key.card == F.Var(node.register) and make.keeps_plays(seq.place) is False
    if not plain or len(table) < len(make.flow.faces) or (value.must and NONE in table):
        return None
    first, place = make.layout.places, make.place(seq.place)
    return lambda f: [table[face] for face in f[first + place(f)]]


@rule(F.Filter)
def filter_(make: Closures, node: F.Filter) -> Fn:
    cell, seq, test = make.layout.register(node.register), make(node.seq), make(node.test)

    def kept(f: Frame) -> Any:
        found = []
        for f[cell] in seq(f):  # noqa: B020
            if test(f):
                found.append(f[cell])
        return found

    return kept


@rule(F.Best)
def best(make: Closures, node: F.Best) -> Fn:
    cell, seq, key, at = make.layout.register(node.register), make(node.seq), make(node.key), node.span
    pick, alone = (max if node.highest else min), node.alone

    def leaders(f: Frame) -> Any:
        members, keys = seq(f), []
        for f[cell] in members:
            keys.append(key(f))
        if not keys:
            return []
        if NONE in keys:
            fail(at, NO_VALUE)
        value = pick(keys)
        if alone and keys.count(value) > 1:
            return []
        return [m for m, k in zip(members, keys, strict=True) if k == value]

    return leaders


@rule(F.Saved)
def saved(make: Closures, node: F.Saved) -> Fn:
    cell, at = make.layout.slot(node.slot), node.span

    def members(f: Frame) -> Any:
        listed = f[cell]
        if listed.__class__ is int:
            fail(at, NO_VALUE)
        return listed

    return members


@rule(F.OneEmpty)
def one_empty(make: Closures, node: F.OneEmpty) -> Fn:
    seq, first = make(node.seq), make.layout.places

    def places(f: Frame) -> Any:
        found, empty = [], False
        for place in seq(f):
            if f[first + place]:
                found.append(place)
            elif not empty:
                empty = True
                found.append(place)
        return found

    return places


@rule(F.Melds)
def melds(make: Closures, node: F.Melds) -> Fn:
    cards, combination, span = make(node.cards), make.combinations[node.combination], node.span
    return lambda f: combination.melds(tuple(sorted([c & FACE for c in cards(f)])), span)
