"""Closures of instructions: steps from a frame to the next program counter.

Comes in: instructions of `flow`. Goes out: functions that change a frame and return where to go on, or `STOP` with
the frame's first cell at the instruction that stopped. What always holds: cards move by `places` only; what a step
does is in the frame's log, if it has one. Decisions and chances are in `stops`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..language.tree import Span
from . import flow as F
from .closures import Closures
from .errors import fail
from .events import Changed, Ended, Gathered, Moved, Revealed, Shuffled
from .layout import STOP, Fn, Frame, Layout, Step
from .places import Places, shifted, whole
from .scalars import NO_VALUE, offset

Trace = Callable[[str, int, Any], None]
"""Called with ("enter" | "leave", procedure), ("gauge", measure) or ("mark", mark), and the value of a measure."""

StepRule = Callable[["Builder", Any, int], Step]
STEPS: dict[type, StepRule] = {}


def step(node: type) -> Callable[[StepRule], StepRule]:
    """Enter a function as the one that makes the steps of a class of instructions."""

    def enter(make: StepRule) -> StepRule:
        STEPS[node] = make
        return make

    return enter


class Builder:
    """What the making of a step can ask: closures, places, and where a program counter really leads."""

    def __init__(self, flow: F.Flow, trace: Trace | None) -> None:
        self.flow, self.trace = flow, trace
        self.layout = Layout(flow)
        self.make = Closures(flow, self.layout)
        self.places = Places(self.layout, self.make.combinations)
        self.stops: dict[int, Any] = {}

    def build(self) -> list[Step]:
        """The steps of all instructions."""
        from . import stops  # noqa: F401  it enters its steps

        return [STEPS[type(instr)](self, instr, pc) for pc, instr in enumerate(self.flow.code)]

    def goto(self, pc: int) -> int:
        """The instruction that going to `pc` reaches, past those that only lead on."""
        passing = (F.Mark, F.Enter, F.Leave, F.Gauge) if self.trace is None else ()
        for _ in self.flow.code:
            instr = self.flow.code[pc]
            if isinstance(instr, F.Jump):
                pc = instr.to
            elif isinstance(instr, passing):
                pc += 1
            else:
                break
        return pc

    def seat(self, node: F.Expr | None) -> Fn:
        """A seat, or -1 where none is said."""
        return (lambda f: -1) if node is None else self.make(node)

    def log_track(self, slots: range | list[int]) -> bool:
        """Whether any of these slots is one that all see."""
        return any(self.flow.slots[slot].role == "track" for slot in slots)


# ---- slots ---------------------------------------------------------------------------------------------------------


def value_of(make: Closures, node: F.Expr, sort: F.Sort) -> Fn:
    """What is assigned: a truth as 0 or 1."""
    value = make(node)
    if sort.name == "truth" and not isinstance(node, F.Const):
        return lambda f: 1 if value(f) else 0
    return value


@step(F.Assign)
def assign(build: Builder, node: F.Assign, pc: int) -> Step:
    slot, following = node.slot, build.goto(pc + 1)
    cell, log = build.layout.slot(slot), build.layout.log
    value = value_of(build.make, node.value, build.flow.slots[slot].sort)

    def plain(f: Frame) -> int:
        f[cell] = value(f)
        return following

    def track(f: Frame) -> int:
        old = f[cell]
        new = f[cell] = value(f)
        if f[log] is not None and old != new:
            f[log].append(Changed(slot, old, new))
        return following

    return track if build.log_track([slot]) else plain


@step(F.AssignAt)
def assign_at(build: Builder, node: F.AssignAt, pc: int) -> Step:
    index, following = offset(build.make, node), build.goto(pc + 1)
    first, log = build.layout.slot(0), build.layout.log
    value = value_of(build.make, node.value, build.flow.slots[node.base].sort)
    seen = build.log_track([node.base])

    def assigned(f: Frame) -> int:
        new = value(f)
        slot = index(f)
        old = f[first + slot]
        f[first + slot] = new
        if seen and f[log] is not None and old != new:
            f[log].append(Changed(slot, old, new))
        return following

    return assigned


@step(F.Clear)
def clear(build: Builder, node: F.Clear, pc: int) -> Step:
    following, log, slots = build.goto(pc + 1), build.layout.log, build.flow.slots
    cells = [(build.layout.slot(slot), slots[slot].initial) for slot in node.slots]
    tracks = [(slot, build.layout.slot(slot)) for slot in node.slots if slots[slot].role == "track"]

    def cleared(f: Frame) -> int:
        if tracks and f[log] is not None:
            for slot, cell in tracks:
                if f[cell] != slots[slot].initial:
                    f[log].append(Changed(slot, f[cell], slots[slot].initial))
        for cell, value in cells:
            f[cell] = value
        return following

    if len(cells) == 1 and not tracks:
        ((single, initial),) = cells

        def one(f: Frame) -> int:
            f[single] = initial
            return following

        return one
    return cleared


@step(F.ListSet)
def list_set(build: Builder, node: F.ListSet, pc: int) -> Step:
    cell, seq, following = build.layout.slot(node.slot), build.make(node.seq), build.goto(pc + 1)

    def listed(f: Frame) -> int:
        f[cell] = tuple(seq(f))
        return following

    return listed


@step(F.ListNext)
def list_next(build: Builder, node: F.ListNext, pc: int) -> Step:
    cell, var = build.layout.slot(node.slot), build.layout.slot(node.var)
    empty, unset = build.flow.slots[node.slot].initial, build.flow.slots[node.var].initial
    following, done = build.goto(pc + 1), build.goto(node.done)

    def next_of(f: Frame) -> int:
        left = f[cell]
        if left.__class__ is tuple and left:
            f[var] = left[0]
            f[cell] = left[1:]
            return following
        f[cell], f[var] = empty, unset
        return done

    return next_of


# ---- going on ------------------------------------------------------------------------------------------------------


@step(F.Jump)
def jump(build: Builder, node: F.Jump, pc: int) -> Step:
    to = build.goto(node.to)
    return lambda f: to


@step(F.Branch)
def branch(build: Builder, node: F.Branch, pc: int) -> Step:
    test, following, other = build.make(node.test), build.goto(pc + 1), build.goto(node.other)
    return lambda f: following if test(f) else other


@step(F.GoSub)
def go_sub(build: Builder, node: F.GoSub, pc: int) -> Step:
    cell, to, back = build.layout.slot(node.ret), build.goto(node.to), pc + 1

    def called(f: Frame) -> int:
        f[cell] = back
        return to

    return called


@step(F.Return)
def return_(build: Builder, node: F.Return, pc: int) -> Step:
    cell, initial = build.layout.slot(node.ret), build.flow.slots[node.ret].initial
    ways = [build.goto(at) if at < len(build.flow.code) else at for at in range(len(build.flow.code) + 1)]

    def returned(f: Frame) -> int:
        back = f[cell]
        f[cell] = initial
        return ways[back]

    return returned


@step(F.Enter)
def enter(build: Builder, node: F.Enter, pc: int) -> Step:
    return traced(build, "enter", node.procedure, pc)


@step(F.Leave)
def leave(build: Builder, node: F.Leave, pc: int) -> Step:
    return traced(build, "leave", node.procedure, pc)


@step(F.Mark)
def mark(build: Builder, node: F.Mark, pc: int) -> Step:
    return traced(build, "mark", node.mark, pc)


@step(F.Gauge)
def gauge(build: Builder, node: F.Gauge, pc: int) -> Step:
    return traced(build, "gauge", node.measure, pc, build.make(node.value))


def traced(build: Builder, kind: str, index: int, pc: int, value: Fn | None = None) -> Step:
    """A step that only tells the trace, if there is one."""
    following, trace = build.goto(pc + 1), build.trace
    if trace is None:
        return lambda f: following

    def told(f: Frame) -> int:
        trace(kind, index, None if value is None else value(f))
        return following

    return told


@step(F.EndGame)
def end_game(build: Builder, node: F.EndGame, pc: int) -> Step:
    log, ending = build.layout.log, node.ending

    def ended(f: Frame) -> int:
        f[0] = pc
        if f[log] is not None:
            f[log].append(Ended(ending))
        return STOP

    return ended


# ---- cards move ----------------------------------------------------------------------------------------------------


@step(F.MoveCards)
def move_cards(build: Builder, node: F.MoveCards, pc: int) -> Step:
    cards, to, seat, actor = (
        build.make(node.cards),
        build.make.place(node.to),
        build.seat(node.seat),
        build.seat(node.actor),
    )
    following, log, span, under, verb = build.goto(pc + 1), build.layout.log, node.span, node.under, node.verb
    remove, add = build.places.remove, build.places.add

    def moved(f: Frame) -> int:
        members = cards(f)
        if not members:
            return following
        place, who, by = to(f), seat(f), actor(f)
        for card in members:
            if card < 0:
                fail(span, NO_VALUE)
            remove[card >> 16](f, card & 0xFFFF, span)
        add[place](f, [card & 0xFFFF for card in members], under, who, span)
        if f[log] is not None:
            f[log].append(Moved(tuple(members), place, under, verb, by))
        return following

    if not (isinstance(node.cards, F.Items) and len(node.cards.items) == 1):
        return moved
    single = build.make(node.cards.items[0])

    def moved_one(f: Frame) -> int:
        card, place, who, by = single(f), to(f), seat(f), actor(f)
        if card < 0:
            fail(span, NO_VALUE)
        remove[card >> 16](f, card & 0xFFFF, span)
        add[place](f, (card & 0xFFFF,), under, who, span)
        if f[log] is not None:
            f[log].append(Moved((card,), place, under, verb, by))
        return following

    return moved_one


@step(F.MoveAll)
def move_all(build: Builder, node: F.MoveAll, pc: int) -> Step:
    source, to, seat, actor = (
        build.make.place(node.source),
        build.make.place(node.to),
        build.seat(node.seat),
        build.seat(node.actor),
    )
    following, log, span, under, verb = build.goto(pc + 1), build.layout.log, node.span, node.under, node.verb
    first, bags, places, add = build.layout.places, build.layout.bags, build.flow.places, build.places.add

    def moved(f: Frame) -> int:
        p, q, who, by = source(f), to(f), seat(f), actor(f)
        lying = f[first + p]
        if not lying or p == q:
            return following
        ranges: Any = ()
        f[first + p] = ()
        faces = lying
        if bags[p]:
            ranges, f[bags[p]] = f[bags[p]], ()
        elif places[p].shape == "plays":
            faces = tuple([face for play in lying for face in play[2]])
        if places[p].shape == places[q].shape == "plays":
            f[first + q] = (*lying, *f[first + q]) if under else (*f[first + q], *lying)
        else:
            base = 0 if under else len(f[first + q])
            add[q](f, faces, under, who, span)
            if ranges and bags[q]:
                ranges = shifted(ranges, base)
                f[bags[q]] = (*ranges, *f[bags[q]]) if under else (*f[bags[q]], *ranges)
        if f[log] is not None:
            f[log].append(Moved(tuple([p << 16 | face for face in faces]), q, under, verb, by))
        return following

    return moved


def put_play(layout: Layout, places: Places, f: Frame, play: Any, to: int, under: bool, span: Span) -> None:
    """A whole play comes to a place: as a play where plays are kept, else as cards."""
    if layout.flow.places[to].shape == "plays":
        cell = layout.place(to)
        f[cell] = (play, *f[cell]) if under else (*f[cell], play)
    else:
        places.add[to](f, play[2], under, play[0], span)


@step(F.MovePlay)
def move_play(build: Builder, node: F.MovePlay, pc: int) -> Step:
    play_of, source, to, actor = (
        build.make(node.play),
        build.make.place(node.source),
        build.make.place(node.to),
        build.seat(node.actor),
    )
    following, span, under, verb = build.goto(pc + 1), node.span, node.under, node.verb
    layout, places = build.layout, build.places
    first, log = layout.places, layout.log

    def moved(f: Frame) -> int:
        play, p, q, by = play_of(f), source(f), to(f), actor(f)
        plays = f[first + p]
        if play not in plays:
            fail(span, NO_VALUE if play == F.NONE else "a play is to be moved that does not lie there")
        i = plays.index(play)
        f[first + p] = plays[:i] + plays[i + 1 :]
        put_play(layout, places, f, play, q, under, span)
        if f[log] is not None:
            f[log].append(Moved(tuple([p << 16 | face for face in play[2]]), q, under, verb, by))
        return following

    return moved


@step(F.MoveMeld)
def move_meld(build: Builder, node: F.MoveMeld, pc: int) -> Step:
    meld_of, sources, to = build.make(node.meld), build.make(node.sources), build.make.place(node.to)
    seat, actor = build.seat(node.seat), build.seat(node.actor)
    following, span, under, verb = build.goto(pc + 1), node.span, node.under, node.verb
    layout, places, flow = build.layout, build.places, build.flow
    first, log = layout.places, layout.log

    def moved(f: Frame) -> int:
        meld = meld_of(f)
        if meld.__class__ is int:
            fail(span, NO_VALUE)
        left, q, who, by = sources(f), to(f), seat(f), actor(f)
        cards: list[int] = []
        for face in meld[1]:
            for p in left:
                lying = f[first + p]
                if face in lying or (flow.places[p].shape == "plays" and any(face in play[2] for play in lying)):
                    break
            else:
                fail(span, f"{flow.faces[face].name} is to be moved and does not lie there")
            places.remove[p](f, face, span)
            cards.append(p << 16 | face)
        put_play(layout, places, f, (who, *meld), q, under, span)
        if f[log] is not None:
            f[log].append(Moved(tuple(cards), q, under, verb, by))
        return following

    return moved


@step(F.Collect)
def collect(build: Builder, node: F.Collect, pc: int) -> Step:
    following, log, to, span = build.goto(pc + 1), build.layout.log, build.make.place(node.to), node.span
    first, bags, component = build.layout.places, build.layout.bags, node.component
    mine = [i for i, place in enumerate(build.flow.places) if place.component == component and i != F.NOPLACE]
    shapes, add = [place.shape for place in build.flow.places], build.places.add

    def collected(f: Frame) -> int:
        place, faces = to(f), []
        for p in mine:
            lying = f[first + p]
            if shapes[p] == "plays":
                for play in lying:
                    faces += play[2]
            else:
                faces += lying
            f[first + p] = ()
            if bags[p]:
                f[bags[p]] = ()
        faces.sort()
        add[place](f, faces, False, -1, span)
        if f[log] is not None:
            f[log].append(Gathered(component, place))
        return following

    return collected


@step(F.Shuffle)
def shuffle(build: Builder, node: F.Shuffle, pc: int) -> Step:
    following, log, place = build.goto(pc + 1), build.layout.log, build.make.place(node.place)
    first, bags, span = build.layout.places, build.layout.bags, node.span

    def shuffled(f: Frame) -> int:
        p = place(f)
        if not bags[p]:
            fail(span, "only a pile can be shuffled")
        faces = f[first + p] = tuple(sorted(f[first + p]))
        f[bags[p]] = whole(faces)
        if f[log] is not None:
            f[log].append(Shuffled(p))
        return following

    return shuffled


@step(F.Reveal)
def reveal(build: Builder, node: F.Reveal, pc: int) -> Step:
    cards, actor, log = build.make(node.cards), build.seat(node.actor), build.layout.log
    seats = build.make.maybe(node.to)
    following, everybody = build.goto(pc + 1), tuple(range(build.flow.players))

    def revealed(f: Frame) -> int:
        shown = cards(f)
        to = everybody if seats is None else seats(f)
        if f[log] is not None and shown:
            f[log].append(Revealed(tuple(shown), tuple(to), actor(f)))
        return following

    return revealed
