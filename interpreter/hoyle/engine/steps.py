"""How instructions are written: functions that change a frame and return the program counter where to go on.

Comes in: instructions of `flow`. Goes out: lines of Python (see `text`). What always holds: instructions that can only
follow one another are one function; it returns `STOP`, with the frame's first cell at the instruction that stopped,
when the frame is to be looked at. A function is written when it is first gone to. Decisions and chances are in `stops`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any

from . import flow as F
from .events import Began, Changed, Ended
from .layout import STOP, Layout, Step
from .moving import Moving
from .places import Places
from .scalars import offset
from .text import Text
from .writer import Writer

Trace = Callable[[str, int, Any], None]
"""Called with ("enter" | "leave", procedure), ("gauge", measure) or ("mark", mark), and the value of a measure."""

LONGEST = 40
"""So many instructions are at most one function."""

StepRule = Callable[["Builder", Text, Any, int], int | None]
"""Writes an instruction, given its program counter. Gives that of the next one, None if the lines say where to go on."""

STEPS: dict[type, StepRule] = {}


def step(*nodes: type) -> Callable[[StepRule], StepRule]:
    """Enter a function as the one that writes some classes of instructions."""

    def enter(write: StepRule) -> StepRule:
        for node in nodes:
            STEPS[node] = write
        return write

    return enter


class Builder:
    """Makes the steps of a flow, and knows where a program counter really leads."""

    def __init__(self, flow: F.Flow, trace: Trace | None) -> None:
        from . import stops  # noqa: F401  it enters its steps

        self.flow, self.trace = flow, trace
        self.layout = Layout(flow)
        self.make = Writer(flow, self.layout)
        self.places = Places(self.layout, self.make.combinations)
        self.moving = Moving(self.layout, self.places)
        self.stops: dict[int, tuple[Any, Step]] = {}
        """The decisions and chances, by their program counters, as far as one was gone to."""
        self._passing = (F.Mark, F.Enter, F.Leave, F.Gauge) if trace is None else ()
        self._ways = Counter(self.goto(to) for pc in range(len(flow.code)) for to in leads_to(flow.code[pc], pc))

    def step(self, pc: int) -> Step:
        """The function that runs from an instruction on."""
        step: Step = self.make.written(f"from {pc}", lambda text: self.write(text, pc))
        return step

    def write(self, text: Text, pc: int) -> None:
        """The lines of an instruction, and of those that nothing else leads to."""
        here = self.goto(pc)
        for _ in range(LONGEST):
            instr = self.flow.code[here]
            following = STEPS[type(instr)](self, text, instr, here)
            if following is None:
                return
            here = self.goto(following)
            if self._ways[here] > 1:
                break
        text.line(f"return {here}")

    def goto(self, pc: int) -> int:
        """The instruction that going to `pc` reaches, past those that only lead on."""
        for _ in self.flow.code:
            instr = self.flow.code[pc]
            if isinstance(instr, F.Jump):
                pc = instr.to
            elif isinstance(instr, self._passing):
                pc += 1
            else:
                break
        return pc

    @cached_property
    def goes_on(self) -> tuple[int, ...]:
        """Where each program counter leads that a procedure can come back to."""
        return tuple(self.goto(pc) for pc in range(len(self.flow.code)))

    def told(self, slots: list[int]) -> bool:
        """Whether any of these slots is one that all see."""
        return any(self.flow.slots[slot].role == "track" for slot in slots)

    def log(self, text: Text, condition: str, event: str) -> None:
        """Tell an event if somebody listens."""
        log = f"f[{self.layout.log}]"
        with text.block(f"if {log} is not None{condition}:"):
            text.line(f"{log}.append({event})")


def leads_to(instr: F.Instr, pc: int) -> list[int]:
    """Where an instruction can lead, but for the options of a decision and a return: these go by way of a number."""
    match instr:
        case F.Jump() | F.EndGame() | F.Return():
            return []  # a jump counts where it leads
        case F.Branch(_, other):
            return [pc + 1, other]
        case F.ListNext(_, _, done):
            return [pc + 1, done]
        case F.GoSub(to):
            return [to]
        case F.Choose():
            return [] if instr.otherwise is None else [instr.otherwise]
    return [pc + 1]


# ---- slots ---------------------------------------------------------------------------------------------------------


def value_of(text: Text, node: F.Expr, sort: F.Sort) -> str:
    """What is assigned: a truth as 0 or 1."""
    value = text(node)
    return f"(1 if {value} else 0)" if sort.name == "truth" and not isinstance(node, F.Const) else value


@step(F.Assign)
def assign(build: Builder, t: Text, node: F.Assign, pc: int) -> int:
    slot, cell = node.slot, f"f[{build.layout.slot(node.slot)}]"
    value = value_of(t, node.value, build.flow.slots[slot].sort)
    if not build.told([slot]):
        t.line(f"{cell} = {value}")
        return pc + 1
    old, new = t.new("old"), t.new("new")
    t.line(f"{new} = {value}")
    t.line(f"{old}, {cell} = {cell}, {new}")
    build.log(t, f" and {old} != {new}", f"{t.constant(Changed, 'changed')}({slot}, {old}, {new})")
    return pc + 1


@step(F.AssignAt)
def assign_at(build: Builder, t: Text, node: F.AssignAt, pc: int) -> int:
    new = t.new("new")
    t.line(f"{new} = {value_of(t, node.value, build.flow.slots[node.base].sort)}")
    cell = t.named(offset(t, node, build.layout.slot(0)), "cell")
    if not build.told([node.base]):
        t.line(f"f[{cell}] = {new}")
        return pc + 1
    old = t.new("old")
    t.line(f"{old}, f[{cell}] = f[{cell}], {new}")
    slot = f"{cell} - {build.layout.slot(0)}"
    build.log(t, f" and {old} != {new}", f"{t.constant(Changed, 'changed')}({slot}, {old}, {new})")
    return pc + 1


@step(F.Clear)
def clear(build: Builder, t: Text, node: F.Clear, pc: int) -> int:
    for slot in node.slots:
        cell, initial = f"f[{build.layout.slot(slot)}]", build.flow.slots[slot].initial
        if build.told([slot]):
            event = f"{t.constant(Changed, 'changed')}({slot}, {cell}, {initial})"
            build.log(t, f" and {cell} != {initial}", event)
    cells = [f"f[{build.layout.slot(slot)}]" for slot in node.slots]
    for cell, slot in zip(cells, node.slots, strict=True):
        t.line(f"{cell} = {build.flow.slots[slot].initial}")
    return pc + 1


@step(F.ListSet)
def list_set(build: Builder, t: Text, node: F.ListSet, pc: int) -> int:
    t.line(f"f[{build.layout.slot(node.slot)}] = tuple({t(node.seq)})")
    return pc + 1


@step(F.ListNext)
def list_next(build: Builder, t: Text, node: F.ListNext, pc: int) -> int:
    cell, var = f"f[{build.layout.slot(node.slot)}]", f"f[{build.layout.slot(node.var)}]"
    slots, left = build.flow.slots, t.new("left")
    t.line(f"{left} = {cell}")
    with t.block(f"if {left}.__class__ is not tuple or not {left}:"):
        t.line(f"{cell}, {var} = {slots[node.slot].initial}, {slots[node.var].initial}")
        t.line(f"return {build.goto(node.done)}")
    t.line(f"{var}, {cell} = {left}[0], {left}[1:]")
    return pc + 1


# ---- going on ------------------------------------------------------------------------------------------------------


@step(F.Jump)
def jump(build: Builder, t: Text, node: F.Jump, pc: int) -> None:
    t.line(f"return {build.goto(node.to)}")  # only where jumps go round for ever


@step(F.Branch)
def branch(build: Builder, t: Text, node: F.Branch, pc: int) -> int:
    test = t(node.test.arg) if isinstance(node.test, F.Not) else f"not {t(node.test)}"
    with t.block(f"if {test}:"):
        t.line(f"return {build.goto(node.other)}")
    return pc + 1


@step(F.GoSub)
def go_sub(build: Builder, t: Text, node: F.GoSub, pc: int) -> int:
    t.line(f"f[{build.layout.slot(node.ret)}] = {pc + 1}")
    return node.to


@step(F.Return)
def return_(build: Builder, t: Text, node: F.Return, pc: int) -> None:
    cell, back = f"f[{build.layout.slot(node.ret)}]", t.new("back")
    t.line(f"{back}, {cell} = {cell}, {build.flow.slots[node.ret].initial}")
    t.line(f"return {t.constant(build.goes_on, 'goes_on')}[{back}]")


@step(F.Enter)
def enter(build: Builder, t: Text, node: F.Enter, pc: int) -> int:
    return traced(build, t, "enter", node.procedure, pc)


@step(F.Leave)
def leave(build: Builder, t: Text, node: F.Leave, pc: int) -> int:
    return traced(build, t, "leave", node.procedure, pc)


@step(F.Turn)
def turn(build: Builder, t: Text, node: F.Turn, pc: int) -> int:
    if node.public:
        build.log(t, "", f"{t.constant(Began, 'began')}(f[{build.layout.slot(node.player)}])")
    return pc + 1


@step(F.Mark)
def mark(build: Builder, t: Text, node: F.Mark, pc: int) -> int:
    return traced(build, t, "mark", node.mark, pc)


@step(F.Gauge)
def gauge(build: Builder, t: Text, node: F.Gauge, pc: int) -> int:
    return traced(build, t, "gauge", node.measure, pc, node.value)


def traced(build: Builder, t: Text, kind: str, index: int, pc: int, value: F.Expr | None = None) -> int:
    """An instruction that only tells the trace, if there is one."""
    if build.trace is not None:
        told = None if value is None else t(value)
        t.line(f"{t.constant(build.trace, 'trace')}({kind!r}, {index}, {told})")
    return pc + 1


@step(F.EndGame)
def end_game(build: Builder, t: Text, node: F.EndGame, pc: int) -> None:
    t.line(f"f[0] = {pc}")
    build.log(t, "", f"{t.constant(Ended, 'ended')}({node.ending})")
    t.line(f"return {STOP}")


# ---- cards move ----------------------------------------------------------------------------------------------------


def moving(build: Builder, t: Text) -> str:
    """The name of what moves cards."""
    return t.constant(build.moving, "moving")


def operands(t: Text, place: F.Expr, *seats: F.Expr | None) -> list[str]:
    """A place, and seats, -1 where none is said; worked out in this order."""
    texts = [t.named(t.place(place), "place")]
    return texts + [("-1" if seat is None else t.named(t(seat), "seat")) for seat in seats]


@step(F.MoveCards)
def move_cards(build: Builder, t: Text, node: F.MoveCards, pc: int) -> int:
    how = f"{node.under}, {node.verb!r}"
    if isinstance(node.cards, F.Items) and len(node.cards.items) == 1:
        card = t.named(t(node.cards.items[0]), "card")
        to, seat, actor = operands(t, node.to, node.seat, node.actor)
        t.line(f"{moving(build, t)}.card(f, {card}, {to}, {how}, {seat}, {actor}, {t.at(node.span)})")
        return pc + 1
    cards = t.named(t(node.cards), "cards")
    with t.block(f"if {cards}:"):
        to, seat, actor = operands(t, node.to, node.seat, node.actor)
        t.line(f"{moving(build, t)}.cards(f, {cards}, {to}, {how}, {seat}, {actor}, {t.at(node.span)})")
    return pc + 1


@step(F.MoveAll)
def move_all(build: Builder, t: Text, node: F.MoveAll, pc: int) -> int:
    source = t.named(t.place(node.source), "place")
    to, seat, actor = operands(t, node.to, node.seat, node.actor)
    how = f"{node.under}, {node.verb!r}, {seat}, {actor}, {t.at(node.span)}"
    t.line(f"{moving(build, t)}.all(f, {source}, {to}, {how})")
    return pc + 1


@step(F.MovePlay)
def move_play(build: Builder, t: Text, node: F.MovePlay, pc: int) -> int:
    play, source = t.named(t(node.play), "play"), t.named(t.place(node.source), "place")
    to, actor = operands(t, node.to, node.actor)
    how = f"{node.under}, {node.verb!r}, {actor}, {t.at(node.span)}"
    t.line(f"{moving(build, t)}.play(f, {play}, {source}, {to}, {how})")
    return pc + 1


@step(F.MoveMeld)
def move_meld(build: Builder, t: Text, node: F.MoveMeld, pc: int) -> int:
    meld, sources = t.named(t(node.meld), "meld"), t.named(t(node.sources), "sources")
    to, seat, actor = operands(t, node.to, node.seat, node.actor)
    how = f"{node.under}, {node.verb!r}, {seat}, {actor}, {t.at(node.span)}"
    t.line(f"{moving(build, t)}.meld(f, {meld}, {sources}, {to}, {how})")
    return pc + 1


@step(F.Collect)
def collect(build: Builder, t: Text, node: F.Collect, pc: int) -> int:
    t.line(f"{moving(build, t)}.collect(f, {node.component}, {t.place(node.to)}, {t.at(node.span)})")
    return pc + 1


@step(F.Shuffle)
def shuffle(build: Builder, t: Text, node: F.Shuffle, pc: int) -> int:
    t.line(f"{moving(build, t)}.shuffle(f, {t.place(node.place)}, {t.at(node.span)})")
    return pc + 1


@step(F.Reveal)
def reveal(build: Builder, t: Text, node: F.Reveal, pc: int) -> int:
    cards = t.named(t(node.cards), "cards")
    seats = None if node.to is None else t.named(t(node.to), "seats")
    actor = "-1" if node.actor is None else t(node.actor)
    t.line(f"{moving(build, t)}.reveal(f, {cards}, {seats}, {actor})")
    return pc + 1
