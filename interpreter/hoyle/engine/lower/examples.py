"""Examples → plans: the position as values, the line to start at as code, each act and outcome as expressions to look up."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...language import tree as t
from ...language.faces import face_words
from ...language.program import Program
from ...language.types import Type
from .. import flow as f
from . import lowered
from .choices import Choices, conjuncts
from .shown import Shown, shown

_DICE = 1_000  # so many outcomes alike are told at most, as there are no more cards or dice of a sort


@dataclass(slots=True)
class GivenPlace:
    """What lies at a place: faces in order, or for a place that keeps plays (seat, faces) each."""

    place: f.Expr
    faces: f.Seq
    plays: list[tuple[int, f.Seq]]
    span: t.Span


@dataclass(slots=True)
class GivenTrack:
    """What a track holds: slot `base + index`."""

    base: int
    index: f.Expr | None
    value: f.Expr
    span: t.Span


@dataclass(slots=True)
class ActPlan:
    """`how` the option is played (does, can, can only, cannot) by seat, with the values that it must have.

    `what` is a sequence of cards (or one value), None if unsaid; `what_place` the place by itself, where one is named; `to` places or values in the order said; `picks` values.
    """

    seat: int
    how: str
    option: str
    what: f.Seq | None
    what_place: f.Expr | None
    source: f.Expr | None
    to: list[f.Expr]
    picks: list[f.Expr]
    text: str
    span: t.Span


@dataclass(slots=True)
class Outcome:
    """What is told of a chance, each way it can be read: the sort of one, and the values."""

    ways: list[tuple[f.Sort, f.Seq]]
    span: t.Span


@dataclass(slots=True)
class LuckPlan:
    """The next outcomes."""

    outcomes: list[Outcome]
    span: t.Span


@dataclass(slots=True)
class ExpectPlan:
    """What must hold. `shown` are its parts, for telling expected from actual."""

    test: f.Expr
    shown: list[Shown]
    text: str
    span: t.Span


@dataclass(slots=True)
class EndPlan:
    """The game must have ended by `ending`."""

    ending: str
    span: t.Span


@dataclass(slots=True)
class ExamplePlan:
    """An example ready to be run. `start` is a program counter, None if nothing is played; `ending` the ending that stands
    for the end of the example; `backs` the slots that say where procedures go back to; `before` how many of the lines stand
    before the example starts."""

    name: str
    seats: list[str]
    flow: f.Flow
    given: list[GivenPlace | GivenTrack]
    start: int | None
    over: int
    backs: list[int]
    lines: list[ActPlan | LuckPlan | ExpectPlan | EndPlan]
    span: t.Span
    texts: dict[str, str] = field(default_factory=dict)
    before: int = 0


def plan(program: Program, example: t.Example) -> ExamplePlan:
    """Make an example ready.

    Raises:
        SpecErrors: something of it does not work out with its number of players.
    """
    x = lowered(program, len(example.seats))
    env: dict[str, f.Expr] = {name: f.Const(k) for k, name in enumerate(example.seats)}
    given: list[GivenPlace | GivenTrack] = []
    lines: list[ActPlan | LuckPlan | ExpectPlan | EndPlan] = []
    start: int | None = None
    before = 0
    over = len(x.flow.code)
    x.flow.endings.append("the example is over")
    x.emit(f.EndGame(len(x.flow.endings) - 1))
    for line in example.lines:
        match line:
            case t.Given():
                given.append(_given(x, line, env, example))
            case t.At():
                start, before = len(x.flow.code), len(lines)
                frame = x.frames[line.call.name]
                for slot, arg, param in zip(frame.params, line.call.args, frame.procedure.params, strict=True):
                    x.emit(f.Assign(slot, x.as_type(arg, x.named(param.of_type), env), span=line.span))
                x.emit(f.GoSub(int(frame.entry.at), frame.ret, span=line.span))
                x.emit(f.Jump(over))
            case t.Act():
                lines.append(_act(x, line, env, example, program))
            case t.Luck():
                lines.append(LuckPlan([_outcome(x, o, env) for o in line.outcomes], line.span))
            case t.Expect():
                lines += [_expect(x, part, line, env, program) for part in conjuncts(line.test)]
            case t.ExpectEnd():
                lines.append(EndPlan(line.name, line.span))
    x.resolve()
    backs = [frame.ret for frame in x.frames.values()]
    return ExamplePlan(
        example.name, example.seats, x.flow, given, start, over, backs, lines, example.span, program.texts, before
    )


def _given(x: Choices, line: t.Given, env: dict[str, f.Expr], example: t.Example) -> GivenPlace | GivenTrack:
    place = line.place
    name = place.name if isinstance(place, t.Name | t.Of | t.Numbered) else ""
    if name in x.p.tracks:
        track = x.p.tracks[name]
        index = x.number_(place.args[0], env) if isinstance(place, t.Of) else None
        type_ = place.type
        if line.value is not None:
            value: f.Expr = f.Const(f.NONE) if isinstance(line.value, t.Nothing) else f.Const(int(line.value.value))  # type: ignore[attr-defined]
        else:
            value = x.as_type(line.things[0].value, type_, env)
        return GivenTrack(x.track_base[track.name], index, value, line.span)
    if place.type == Type("player") and line.things and isinstance(line.things[0].value, t.Name):
        flag = line.things[0].value.name
        return GivenTrack(x.track_base[flag], x.number_(place, env), f.Const(1), line.span)
    plays = [
        (example.seats.index(thing.by), x.cards(thing.value, env)) for thing in line.things if thing.by is not None
    ]
    faces = f.Concat([x.cards(thing.value, env) for thing in line.things if thing.by is None])
    return GivenPlace(x.value(place, env), faces, plays, line.span)


def _act(x: Choices, line: t.Act, env: dict[str, f.Expr], example: t.Example, program: Program) -> ActPlan:
    what, place = None, None
    if line.what is not None:
        if line.what.type.name == "place" and not line.what.type.many:
            place = x.value(line.what, env)
        of_cards = line.what.type.name in ("card", "place", "meld", "play")
        what = x.cards(line.what, env) if of_cards else x.members(line.what, env)
    return ActPlan(
        example.seats.index(line.player),
        line.how,
        line.option,
        what,
        place,
        x.value(line.source, env) if line.source is not None else None,
        [x.value(to.place, env) for to in line.to],
        [x.number_(pick, env) for pick in line.for_],
        _text(line, program),
        line.span,
    )


def _expect(x: Choices, test: t.Expr, line: t.Expect, env: dict[str, f.Expr], program: Program) -> ExpectPlan:
    """One of the conditions that `and` joins, so that a failure says which."""
    return ExpectPlan(x.truth(test, env), list(shown(x, test, env, program)), _text(line, program), test.span)


def _outcome(x: Choices, node: t.Expr, env: dict[str, f.Expr]) -> Outcome:
    """What chance is told to bring, `3 × blast` too. A word may name a card and a die: which is meant, is told by what
    comes."""
    ways = [(x.sort(node.type.each()), x.members(node, env))]
    span, many = node.span, 1
    match node:
        case t.Arithmetic(op="×", left=t.Number(value=told)):
            node, many = node.right, min(told, _DICE)
    words = face_words(node)
    if words is not None:
        others = [name for name in x.p.components if ways[0][0] != f.Sort("card", name)]
        for name in others:
            if (face := x.face(name, words)) >= 0:
                ways.append((f.Sort("card", name), f.Values((face,) * many)))
    if isinstance(node, t.Number) and ways[0][0].name != "number":
        ways.append((f.NUMBER, f.Values((node.value,) * many)))
    if isinstance(node, t.Name | t.Number):
        word = node.name if isinstance(node, t.Name) else str(node.value)
        for kind in x.p.kinds:
            if word in x.p.kind_values(kind) and ways[0][0] != f.Sort("kind", kind):
                ways.append((f.Sort("kind", kind), f.Values((x.p.kind_values(kind).index(word),) * many)))
    return Outcome(ways, span)


def _text(node: t.Node, program: Program) -> str:
    """The line as written."""
    rows = program.texts.get(node.span.file, "").splitlines()
    if 0 < node.span.line <= len(rows):
        return rows[node.span.line - 1].split("@")[0].split("#")[0].strip()
    return ""
