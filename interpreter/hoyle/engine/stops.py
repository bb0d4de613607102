"""Where a play can stop: decisions and chances.

Comes in: `Choose`, `Draw`, `Roll` and `Pick`. Goes out: for each a `Chooser` or a `Chance` that lists what can come and
lets one of it happen (`stop_at`), and what they do when a play comes to them. What always holds: a chance with one
outcome happens at once; with several it draws from the frame's luck as `chance` says, or stops the frame if it has
none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement
from math import factorial
from typing import Any, Protocol

from . import flow as F
from .chance import Luck
from .errors import fail
from .events import Asked, Moved, Picked, Rolled, Stuck
from .layout import STOP, Frame, Step
from .moves import Chooser
from .places import without_one
from .steps import Builder, operands, step
from .text import Text

Weighted = list[tuple[Any, Fraction]]


class Chance(Protocol):
    """What can come at a chance: a face drawn, sorted faces rolled, a member picked."""

    def outcomes(self, f: Frame) -> Weighted:
        """All that can come, each once, with its probability."""

    def sample(self, f: Frame, luck: Luck) -> Any:
        """One of them, by luck; draws nothing if there is but one."""

    def take(self, f: Frame, outcome: Any) -> int:
        """Let it come; where to go on."""


def chance_step(build: Builder, chance: Chance, certain: Callable[[Frame], bool], pc: int) -> Step:
    """What a chance does: it happens, or stops the frame."""
    luck_cell = build.layout.luck

    def happens(f: Frame) -> int:
        luck = f[luck_cell]
        if luck is None and not certain(f):
            f[0] = pc
            return STOP
        return chance.take(f, chance.sample(f, luck))

    return happens


# ---- decisions -----------------------------------------------------------------------------------------------------


def choose(build: Builder, node: F.Choose, pc: int) -> tuple[Chooser, Step]:
    """A decision, and what it does: somebody is asked, unless there is another way to go on."""
    chooser = Chooser(build.make, node, build.trace)
    for option in chooser.options:
        option.then = build.goto(option.info.then)
    moves_cell, log, moves, player = build.layout.moves, build.layout.log, chooser.moves, chooser.player
    otherwise = None if node.otherwise is None else build.goto(node.otherwise)

    def asked(f: Frame) -> int:
        seat = player(f)
        found = moves(f)
        if not found and otherwise is not None:
            return otherwise
        f[0], f[moves_cell] = pc, found
        if f[log] is not None:
            f[log].append(Asked(seat, node.name, node.public, pc) if found else Stuck(seat, node.name))
        return STOP

    return chooser, asked


# ---- drawing -------------------------------------------------------------------------------------------------------


class Drawing:
    """The top card of a place goes to another."""

    def __init__(self, build: Builder, node: F.Draw, pc: int) -> None:
        make, layout = build.make, build.layout
        self.source = make.place(node.source)
        self.goal = make.written(
            "goal", lambda t: t.line(f"return {', '.join(operands(t, node.to, node.seat, node.actor))}")
        )
        """The place it goes to, whose play it is there, who draws."""
        self.first, self.bags, self.log = layout.places, layout.bags, layout.log
        self.under, self.verb, self.span = node.under, node.verb, node.span
        self.places, self.add, self.remove = build.flow.places, build.places.add, build.places.remove
        self.following = build.goto(pc + 1)

    def pool(self, f: Frame) -> tuple[int, int, int]:
        """The place, and the range of what lies there that the card is one of."""
        place = self.source(f)
        lying = f[self.first + place]
        if not lying:
            fail(self.span, f"{self.places[place].name} is empty: there is no card to draw")
        bag, n = self.bags[place], len(lying)
        if bag:
            ranges = f[bag]
            return (place, ranges[-1][0], n) if ranges and ranges[-1][1] == n else (place, n - 1, n)
        if self.places[place].shape == "plays":
            return place, n - 1, n
        return (place, 0, n) if lying[0] != lying[-1] else (place, n - 1, n)

    def certain(self, f: Frame) -> bool:
        """Whether one card only can come."""
        _, low, high = self.pool(f)
        return high - low == 1

    def faces(self, f: Frame) -> Any:
        """The faces that can come, sorted, each as often as it is there."""
        place, low, high = self.pool(f)
        lying = f[self.first + place]
        if self.places[place].shape == "plays":
            return (lying[-1][2][-1],)
        return lying[low:high]

    def outcomes(self, f: Frame) -> Weighted:
        faces = self.faces(f)
        return [(face, Fraction(n, len(faces))) for face, n in Counter(faces).items()]

    def sample(self, f: Frame, luck: Luck) -> Any:
        faces = self.faces(f)
        return faces[luck.index(len(faces))] if len(faces) > 1 else faces[0]

    def take(self, f: Frame, face: int) -> int:
        to, seat, actor = self.goal(f)
        place, low, high = self.pool(f)
        cell = self.first + place
        lying = f[cell]
        if self.places[place].shape == "plays":
            self.remove[place](f, face, self.span)
        else:
            i = low if high - low == 1 else bisect_left(lying, face, low, high)
            f[cell] = lying = (*lying[:i], *lying[i + 1 :])
            if high - low > 1 and self.bags[place]:
                f[self.bags[place]] = without_one(lying, f[self.bags[place]], i)
        self.add[to](f, (face,), self.under, seat, self.span)
        if f[self.log] is not None:
            f[self.log].append(Moved((place << 16 | face,), to, self.under, self.verb, actor, True))
        return self.following


def draw(build: Builder, node: F.Draw, pc: int) -> tuple[Chance, Step]:
    """The top card of a place is drawn."""
    drawing = Drawing(build, node, pc)
    general = chance_step(build, drawing, drawing.certain, pc)
    if not isinstance(node.source, F.Const) or build.flow.places[node.source.value].shape != "pile":
        return drawing, general
    # The commonest chance of all, a card dealt from a shuffled pile, without the detours.
    source, layout = node.source.value, build.layout
    cell, bag, luck_cell, log = layout.place(source), layout.bags[source], layout.luck, layout.log
    goal, add, following = drawing.goal, drawing.add, drawing.following

    def dealt(f: Frame) -> int:
        luck, ranges, lying = f[luck_cell], f[bag], f[cell]
        if luck is None or f[log] is not None or not ranges or ranges[-1][1] != len(lying):
            return general(f)
        low, high = ranges[-1]
        i = low + luck.index(high - low)
        (to, seat, _), face = goal(f), lying[i]
        f[cell] = lying = lying[:i] + lying[i + 1 :]
        high -= 1
        if high - low > 1 and lying[low] != lying[high - 1]:
            f[bag] = (*ranges[:-1], (low, high))
        else:
            f[bag] = ranges[:-1]
        add[to](f, (face,), node.under, seat, node.span)
        return following

    return drawing, dealt


# ---- dice ----------------------------------------------------------------------------------------------------------


class Rolling:
    """The dice at a place are thrown."""

    def __init__(self, build: Builder, node: F.Roll, pc: int) -> None:
        self.place, self.flow, self.span = build.make.place(node.place), build.flow, node.span
        self.first, self.log, self.bags = build.layout.places, build.layout.log, build.layout.bags
        self.following = build.goto(pc + 1)
        self._outcomes: dict[tuple[int, int], Weighted] = {}
        self._weights: dict[int, tuple[list[int], list[int]]] = {}

    def weights(self, place: int) -> tuple[list[int], list[int]]:
        """The faces a die at a place can show, and their weights added up."""
        if place not in self._weights:
            component = self.flow.components[self.flow.places[place].component]
            faces = [
                f for f in range(component.first, component.first + component.size) if self.flow.faces[f].count > 0
            ]
            self._weights[place] = faces, list(accumulate(self.flow.faces[face].count for face in faces))
        return self._weights[place]

    def certain(self, f: Frame) -> bool:
        place = self.place(f)
        return not f[self.first + place] or len(self.weights(place)[0]) == 1

    def outcomes(self, f: Frame) -> Weighted:
        place = self.place(f)
        dice = len(f[self.first + place])
        if (place, dice) not in self._outcomes:
            faces, sums = self.weights(place)
            chance = {face: Fraction(self.flow.faces[face].count, sums[-1]) for face in faces}
            found: Weighted = []
            for fallen in combinations_with_replacement(faces, dice):
                probability = Fraction(factorial(dice))
                for face, n in Counter(fallen).items():
                    probability *= chance[face] ** n / factorial(n)
                found.append((fallen, probability))
            self._outcomes[place, dice] = found
        return self._outcomes[place, dice]

    def sample(self, f: Frame, luck: Luck) -> tuple[int, ...]:
        place = self.place(f)
        faces, sums = self.weights(place)
        dice = len(f[self.first + place])
        if len(faces) == 1:
            return (faces[0],) * dice
        return tuple(sorted([faces[bisect_right(sums, luck.index(sums[-1]))] for _ in range(dice)]))

    def take(self, f: Frame, faces: tuple[int, ...]) -> int:
        place = self.place(f)
        f[self.first + place] = faces
        if self.bags[place]:
            f[self.bags[place]] = ()
        if f[self.log] is not None and faces:
            f[self.log].append(Rolled(place, faces))
        return self.following


def roll(build: Builder, node: F.Roll, pc: int) -> tuple[Chance, Step]:
    """Dice are thrown."""
    rolling = Rolling(build, node, pc)
    return rolling, chance_step(build, rolling, rolling.certain, pc)


# ---- picking -------------------------------------------------------------------------------------------------------


class Picking:
    """A member of a sequence is picked."""

    def __init__(self, build: Builder, node: F.Pick, pc: int) -> None:
        self.seq, self.slot, self.span = build.make(node.seq), node.slot, node.span
        self.cell, self.log, self.following = build.layout.slot(node.slot), build.layout.log, build.goto(pc + 1)

    def members(self, f: Frame) -> Any:
        members = self.seq(f)
        if not members:
            fail(self.span, "there is none of these to pick")
        return members

    def certain(self, f: Frame) -> bool:
        return len(set(self.members(f))) == 1

    def outcomes(self, f: Frame) -> Weighted:
        members = self.members(f)
        return [(member, Fraction(n, len(members))) for member, n in Counter(members).items()]

    def sample(self, f: Frame, luck: Luck) -> Any:
        members = self.members(f)
        return members[0] if len(set(members)) == 1 else members[luck.index(len(members))]

    def take(self, f: Frame, member: Any) -> int:
        f[self.cell] = member
        if f[self.log] is not None:
            f[self.log].append(Picked(self.slot, member))
        return self.following


def pick(build: Builder, node: F.Pick, pc: int) -> tuple[Chance, Step]:
    """Somebody or something is picked."""
    picking = Picking(build, node, pc)
    return picking, chance_step(build, picking, picking.certain, pc)


# ---- where they stand in the flow ----------------------------------------------------------------------------------

STOPS: dict[type, Callable[[Builder, Any, int], tuple[Any, Step]]] = {
    F.Choose: choose,
    F.Draw: draw,
    F.Roll: roll,
    F.Pick: pick,
}


def stop_at(build: Builder, pc: int) -> tuple[Any, Step]:
    """The decision or chance at a program counter, and what it does; made when it is first gone to."""
    found = build.stops.get(pc)
    if found is None:
        instr = build.flow.code[pc]
        found = build.stops[pc] = STOPS[type(instr)](build, instr, pc)
    return found


@step(F.Choose)
def ask(build: Builder, t: Text, node: F.Choose, pc: int) -> None:
    t.line(f"return {t.constant(stop_at(build, pc)[1], 'ask')}(f)")


@step(F.Draw, F.Roll, F.Pick)
def happen(build: Builder, t: Text, node: F.Draw | F.Roll | F.Pick, pc: int) -> int:
    with t.block(f"if {t.constant(stop_at(build, pc)[1], 'happens')}(f) == {STOP}:"):
        t.line(f"return {STOP}")
    return pc + 1
