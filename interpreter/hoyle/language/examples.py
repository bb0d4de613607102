"""Names and types of examples: the seats are names; positions, acts and outcomes use the game's own words."""

from __future__ import annotations

from . import tree as t
from .diagnostics import did_you_mean
from .expressions import ERROR, Expressions, Scope
from .types import PLAYER, TRUTH, Type


def check_examples(program: object, x: Expressions) -> None:
    """Check all examples of a program."""
    for example in x.p.examples.values():
        _example(example, x)


def _example(example: t.Example, x: Expressions) -> None:
    seats = x.p.seats()
    if len(set(example.seats)) < len(example.seats):
        x.error("E280", "two seats of the example have one name", example)
    if len(example.seats) not in seats:
        x.error("E280", f"the example has {len(example.seats)} players, the game is for {_span(seats)}", example)
    scope = Scope({name: PLAYER for name in example.seats})
    started = False
    for line in example.lines:
        match line:
            case t.Given():
                if started:
                    x.error("E280", "a position is given before `at`", line)
                _given(line, x, scope)
            case t.At():
                started = True
                _at(line, x, scope)
            case t.Act():
                if not started:
                    x.error("E280", "nobody plays yet: say where the example starts", line, "for example: at NAME takes-turn")
                _act(line, x, scope)
            case t.Luck():
                for outcome in line.outcomes:
                    _outcome(outcome, x, scope)
            case t.Expect():
                x.need(line.test, scope, TRUTH, "after `expect`")


def _span(seats: range) -> str:
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}" if seats else "nobody"


def _given(line: t.Given, x: Expressions, scope: Scope) -> None:
    place = line.place
    name = place.name if isinstance(place, t.Name | t.Of | t.Numbered) else ""
    if name in x.p.tracks:
        _given_track(line, x.p.tracks[name], x, scope)
        return
    if isinstance(place, t.Name) and name in scope.locals and len(line.things) == 1:
        flag = line.things[0].value
        if isinstance(flag, t.Name) and flag.name in x.p.tracks:  # given ann: bound
            place.type, place.ref = PLAYER, None
            x.expr(place, scope)
            x.used.add(flag.name)
            return
    got = x.expr(place, scope)
    if got is ERROR:
        return
    if got.name != "place" or got.many:
        x.error("E280", f"a position says what lies in one place, or what a counter, flag or marker is; this is {got}", place)
        return
    zone = x.p.zones[got.of]
    cards = Type("card", x.holds(got.of), True)
    for thing in line.things:
        if zone.plays_of and thing.by is None:
            x.error("E280", "who played it?", thing, "for example: 3 of clubs by ann")
        if thing.by is not None and thing.by not in scope.locals:
            x.error("E101", f"`{thing.by}` has no seat in this example", thing, did_you_mean(thing.by, scope.locals))
        x.need(thing.value, scope, cards)


def _given_track(line: t.Given, track: t.Track, x: Expressions, scope: Scope) -> None:
    x.expr(line.place, scope)
    type_ = x.track_type(track)
    if line.value is not None:
        fine = isinstance(line.value, t.Truth) == (type_ == TRUTH)
        if not fine:
            x.error("E201", f"`{track.name}` holds {type_}", line)
    elif len(line.things) != 1:
        x.error("E280", f"`{track.name}` is one thing", line)
    else:
        x.need(line.things[0].value, scope, type_)


def _at(line: t.At, x: Expressions, scope: Scope) -> None:
    procedure = x.p.procedures.get(line.call.name)
    if procedure is None:
        x.error("E101", f"there is no procedure `{line.call.name}`", line, did_you_mean(line.call.name, x.p.procedures))
        return
    if len(procedure.params) != len(line.call.args):
        x.error("E204", f"`{procedure.name}` is declared with {len(procedure.params)} things, not {len(line.call.args)}", line)
        return
    for arg, param in zip(line.call.args, procedure.params, strict=True):
        x.need(arg, scope, x.named_type(param.of_type, param))


def _act(line: t.Act, x: Expressions, scope: Scope) -> None:
    if line.player not in scope.locals:
        x.error("E101", f"`{line.player}` has no seat in this example", line, did_you_mean(line.player, scope.locals))
    options = x.options.get(line.option)
    if not options:
        x.error("E101", f"there is no option `{line.option}`", line, did_you_mean(line.option, x.options))
        return
    types = [o.object.source.type for o in options if isinstance(o.object, t.Chosen) and o.object.source.type is not None]
    if line.what is not None:
        want = x.element(types[0]) if types and types[0] is not ERROR else None
        if want is not None and want.name == "card" and isinstance(line.what, t.ListOf | t.Arithmetic):
            want = want.list()
        x.expr(line.what, scope, want)
    if line.source is not None:
        x.expr(line.source, scope)
    for to in line.to:
        x.expr(to.place, scope)
    picks = [q.source.type for o in options for q in o.picks]
    for k, value in enumerate(line.for_):
        want = x.element(picks[k]) if k < len(picks) and picks[k] is not None and picks[k] is not ERROR else None
        x.expr(value, scope, want)


def _outcome(outcome: t.Expr, x: Expressions, scope: Scope) -> None:
    """An outcome is a face, or a player picked at random."""
    if isinstance(outcome, t.Name) and outcome.name in scope.locals:
        x.expr(outcome, scope)
        return
    if isinstance(outcome, t.Arithmetic) and outcome.op == "×":
        x.expr(outcome.left, scope)
        _outcome(outcome.right, x, scope)
        outcome.type = outcome.right.type.list() if outcome.right.type is not None else ERROR
        return
    wants = [Type("card", name) for name in x.p.components]
    before = len(x.errors)
    for want in wants:
        del x.errors[before:]
        x.expr(outcome, scope, want)
        if len(x.errors) == before:
            return
    if len(x.errors) > before:
        del x.errors[before:]
        x.expr(outcome, scope)
