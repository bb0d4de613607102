"""Cards leave a place and come to a place: the only code that changes what lies where.

Comes in: a frame and faces. Goes out: the frame, changed. What always holds: zones stay sorted, the ranges of a
pile's bags stay true, a range whose faces are all alike is forgotten, and a play without cards is gone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from ..language.tree import Span
from .errors import fail
from .layout import Frame, Layout
from .melds import Combination

Faces = Sequence[int]
Ranges = tuple[tuple[int, int], ...]
Remove = Callable[[Frame, int, Span], None]
Add = Callable[[Frame, Faces, bool, int, Span], None]


class Places:
    """For each place, how a card is taken away (`remove[place](frame, face, span)`: the latest of its face) and how
    cards are added (`add[place](frame, faces, under, seat, span)`: in their order on top, or under what lies
    there)."""

    def __init__(self, layout: Layout, combinations: list[Combination]) -> None:
        self.layout = layout
        self.remove: list[Remove] = []
        self.add: list[Add] = []
        for index, place in enumerate(layout.flow.places):
            cell, bag = layout.place(index), layout.bags[index]
            if place.shape == "pile":
                self.remove.append(remove_from_pile(cell, bag, place.name))
                self.add.append(add_to_pile(cell, bag))
            elif place.shape == "zone":
                self.remove.append(remove_from_zone(cell, place.name))
                self.add.append(add_to_zone(cell))
            else:
                combination = None if place.combination is None else combinations[place.combination]
                self.remove.append(remove_from_plays(cell, place.name))
                self.add.append(add_to_plays(cell, combination))


def missing(span: Span, name: str) -> None:
    """What is moved is not where it is said to be."""
    fail(span, f"a card is to leave {name or 'a place'} that is not there")


# ---- zones ---------------------------------------------------------------------------------------------------------


def remove_from_zone(cell: int, name: str) -> Remove:
    def remove(f: Frame, face: int, span: Span) -> None:
        lying = f[cell]
        i = bisect_left(lying, face)
        if i == len(lying) or lying[i] != face:
            missing(span, name)
        f[cell] = lying[:i] + lying[i + 1 :]

    return remove


def add_to_zone(cell: int) -> Add:
    def add(f: Frame, faces: Faces, under: bool, seat: int, span: Span) -> None:
        lying = f[cell]
        if len(faces) == 1:
            i = bisect_right(lying, faces[0])
            f[cell] = (*lying[:i], faces[0], *lying[i:])
        else:
            f[cell] = tuple(sorted([*lying, *faces]))

    return add


# ---- piles and their bags ------------------------------------------------------------------------------------------


def remove_from_pile(cell: int, bag: int, name: str) -> Remove:
    def remove(f: Frame, face: int, span: Span) -> None:
        lying = f[cell]
        if lying and lying[-1] == face and not f[bag]:
            f[cell] = lying[:-1]
            return
        i = len(lying) - 1
        while i >= 0 and lying[i] != face:
            i -= 1
        if i < 0:
            missing(span, name)
        f[cell] = lying = lying[:i] + lying[i + 1 :]
        if f[bag]:
            f[bag] = without_one(lying, f[bag], i)

    return remove


def add_to_pile(cell: int, bag: int) -> Add:
    def add(f: Frame, faces: Faces, under: bool, seat: int, span: Span) -> None:
        if under:
            f[cell] = (*faces, *f[cell])
            if f[bag]:
                f[bag] = shifted(f[bag], len(faces))
        else:
            f[cell] = (*f[cell], *faces)

    return add


def without_one(lying: tuple[int, ...], ranges: Ranges, gone: int) -> Ranges:
    """The ranges after the face at index `gone` has left; `lying` is what is left."""
    moved = ((a - (a > gone), b - (b > gone)) for a, b in ranges)
    return tuple([(a, b) for a, b in moved if b - a > 1 and lying[a] != lying[b - 1]])


def shifted(ranges: Ranges, by: int) -> Ranges:
    """The ranges of cards that lie `by` higher."""
    return tuple([(a + by, b + by) for a, b in ranges])


def whole(faces: tuple[int, ...]) -> Ranges:
    """The ranges of sorted faces that are one bag."""
    return ((0, len(faces)),) if faces and faces[0] != faces[-1] else ()


# ---- places that keep plays ----------------------------------------------------------------------------------------


def remove_from_plays(cell: int, name: str) -> Remove:
    def remove(f: Frame, face: int, span: Span) -> None:
        plays = f[cell]
        for i, (seat, form, faces) in enumerate(plays):
            if face in faces:
                j = faces.index(face)
                left = faces[:j] + faces[j + 1 :]
                f[cell] = plays[:i] + (((seat, form, left),) if left else ()) + plays[i + 1 :]
                return
        missing(span, name)

    return remove


def add_to_plays(cell: int, combination: Combination | None) -> Add:
    def add(f: Frame, faces: Faces, under: bool, seat: int, span: Span) -> None:
        form, kept = (-1, tuple(sorted(faces))) if combination is None else combination.meld(list(faces), span)
        play = (seat, form, kept)
        f[cell] = (play, *f[cell]) if under else (*f[cell], play)

    return add
