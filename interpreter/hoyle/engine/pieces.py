"""Closures of expressions about cards, places, melds and plays.

Comes in: expression nodes of `flow`. Goes out: functions from a frame to a value. What always holds: a look at what
is not there, or at an order that nobody knows yet, raises `PlayError`.
"""

from __future__ import annotations

from typing import Any

from ..language.tree import Span
from . import flow as F
from .closures import Closures, rule
from .errors import fail
from .layout import FACE, Fn, Frame
from .scalars import NO_VALUE

NONE = F.NONE


@rule(F.Column)
def column(make: Closures, node: F.Column) -> Fn:
    table, span, must = make.flow.tables[node.table], node.span, node.must
    key = make(node.key)
    must = must and NONE in table

    def read(f: Frame) -> Any:
        k = key(f)
        if k < 0:
            fail(span, NO_VALUE)
        try:
            value = table[k]
        except IndexError:
            fail(span, f"there is no row {k} in a table of {len(table)}")
        if must and value == NONE:
            fail(span, "this has no such value")
        return value

    if isinstance(node.key, F.FaceOf):
        cell = make.cell(node.key.card)
        if cell is not None and not must and len(table) >= len(make.flow.faces):

            def read_face(f: Frame) -> Any:
                if f[cell] < 0:
                    fail(span, NO_VALUE)
                return table[f[cell] & 0xFFFF]

            return read_face
    return read


@rule(F.FaceOf)
def face_of(make: Closures, node: F.FaceOf) -> Fn:
    card, span = make(node.card), node.span

    def face(f: Frame) -> Any:
        c = card(f)
        if c < 0:
            fail(span, NO_VALUE)
        return c & 0xFFFF

    return face


@rule(F.PlaceOf)
def place_of(make: Closures, node: F.PlaceOf) -> Fn:
    card, span = make(node.card), node.span

    def place(f: Frame) -> Any:
        c = card(f)
        if c < 0:
            fail(span, NO_VALUE)
        return c >> 16

    return place


@rule(F.Size)
def size(make: Closures, node: F.Size) -> Fn:
    first, place, keeps_plays = make.layout.places, make.place(node.place), make.keeps_plays(node.place)
    places = make.flow.places
    if keeps_plays:
        return lambda f: sum([len(play[2]) for play in f[first + place(f)]])
    if keeps_plays is None:

        def of_any(f: Frame) -> Any:
            p = place(f)
            if places[p].shape == "plays":
                return sum([len(play[2]) for play in f[first + p]])
            return len(f[first + p])

        return of_any
    if isinstance(node.place, F.Const):
        const_cell = make.layout.place(node.place.value)
        return lambda f: len(f[const_cell])
    return lambda f: len(f[first + place(f)])


@rule(F.End)
def end(make: Closures, node: F.End) -> Fn:
    layout, place, span, top = make.layout, make.place(node.place), node.span, node.top
    first, bags, places = layout.places, layout.bags, make.flow.places

    def card(f: Frame) -> Any:
        p = place(f)
        lying = f[first + p]
        if not lying:
            fail(span, f"{places[p].name} is empty: it has no {'top' if top else 'bottom'}")
        if bags[p]:
            ranges = f[bags[p]]
            if ranges and (ranges[-1][1] == len(lying) if top else ranges[0][0] == 0):
                fail(span, f"{places[p].name} is shuffled: nobody knows its {'top' if top else 'bottom'} card yet")
        elif places[p].shape == "plays":
            lying = lying[-1 if top else 0][2]
        elif lying[0] != lying[-1]:  # sorted: unlike ends mean several faces
            fail(span, f"{places[p].name} has no order: which of its cards is meant is not clear")
        return p << 16 | lying[-1 if top else 0]

    return card


# ---- melds and plays -----------------------------------------------------------------------------------------------


def part(whole: Fn, index: int, span: Span) -> Fn:
    """One part of a meld or a play."""

    def read(f: Frame) -> Any:
        value = whole(f)
        if value.__class__ is int:
            fail(span, NO_VALUE)
        return value[index]

    return read


@rule(F.MeldForm)
def meld_form(make: Closures, node: F.MeldForm) -> Fn:
    return part(make(node.meld), 0, node.span)


@rule(F.MeldEnd)
def meld_end(make: Closures, node: F.MeldEnd) -> Fn:
    faces, at = part(make(node.meld), 1, node.span), (-1 if node.highest else 0)
    return lambda f: faces(f)[at]


@rule(F.MeldLength)
def meld_length(make: Closures, node: F.MeldLength) -> Fn:
    meld, span = make(node.meld), node.span
    each = [form.each if form.kind == "run" else 1 for form in make.flow.combinations[node.combination].forms]
    each.append(1)  # form -1: single cards

    def length(f: Frame) -> Any:
        value = meld(f)
        if value.__class__ is int:
            fail(span, NO_VALUE)
        return len(value[1]) // each[value[0]]

    return length


@rule(F.MakeMeld)
def make_meld(make: Closures, node: F.MakeMeld) -> Fn:
    cards, combination, span = make(node.cards), make.combinations[node.combination], node.span
    return lambda f: combination.meld([c & FACE for c in cards(f)], span)


@rule(F.PlayEnd)
def play_end(make: Closures, node: F.PlayEnd) -> Fn:
    first, place, span, at = make.layout.places, make.place(node.place), node.span, (-1 if node.latest else 0)
    places = make.flow.places

    def play(f: Frame) -> Any:
        p = place(f)
        plays = f[first + p]
        if not plays:
            fail(span, f"nothing has been played to {places[p].name}")
        return plays[at]

    return play


@rule(F.PlaySeat)
def play_seat(make: Closures, node: F.PlaySeat) -> Fn:
    return part(make(node.play), 0, node.span)


@rule(F.PlayMeld)
def play_meld(make: Closures, node: F.PlayMeld) -> Fn:
    play, span = make(node.play), node.span

    def meld(f: Frame) -> Any:
        value = play(f)
        if value.__class__ is int:
            fail(span, NO_VALUE)
        return value[1:]

    return meld
