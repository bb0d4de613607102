"""Names and types of examples: the seats are names; positions, acts and outcomes use the game's own words."""

from __future__ import annotations

from . import tree as t
from .diagnostics import did_you_mean
from .expressions import ERROR, Expressions, Scope
from .fitting import listed
from .naming import things
from .program import constant
from .types import PLAYER, TRUTH, Type


def check_examples(program: object, x: Expressions) -> None:
    """Check all examples of a program."""
    for example in x.p.examples.values():
        _example(example, x)


def act_line(player: str, option: str, said: str) -> str:
    """A move as an example writes it: of `bid for 3`, which is said without a comma, `ann does bid, for 3`.

    Args:
        player: the seat that makes it.
        option: the option's name in the spec; `said` begins with it, its hyphens told as spaces or not.
        said: the move as it is told.
    """
    return f"{player} does {option}{said[len(option) :].replace(' for ', ', for ')}"


def _example(example: t.Example, x: Expressions) -> None:
    seats = x.p.seats()
    if len(set(example.seats)) < len(example.seats):
        twice = next(n for n in example.seats if example.seats.count(n) > 1)
        x.error("E280", f"two seats of the example are called `{twice}`", example, at=twice)
    if seats and seats[-1] and len(example.seats) not in seats:
        x.error("E280", f"the example has {len(example.seats)} players, the game is for {_span(seats)}", example)
    scope = Scope(told=True)
    for name in dict.fromkeys(example.seats):
        x.new_name(name, example, scope)
        scope = scope.with_(name, PLAYER)
    started = False
    for line in example.lines:
        match line:
            case t.Given():
                if started:
                    x.error("E280", "a position is given before `at`", line)
                _given(line, x, scope)
            case t.At():
                if started:
                    hint = "what is played from another start, or from what has come of the first, is an example of its own"
                    x.error("E280", "an example starts at one procedure, and this is its second `at`", line, hint)
                started = True
                _at(line, x, scope)
            case t.Act():
                if not started:
                    hint = f"write above it: {_start(line, x)}"
                    x.error("E280", "nobody plays yet: say where the example starts", line, hint)
                _act(line, x, scope)
            case t.Luck():
                for outcome in line.outcomes:
                    _outcome(outcome, x, scope)
            case t.Expect():
                x.need(line.test, scope, TRUTH, "after `expect`")
            case t.ExpectEnd():
                if not started:
                    x.error(
                        "E280", "the game cannot end before it is played", line, "say where the example starts: at …"
                    )
                _ending(line, x)


def _start(line: t.Act, x: Expressions) -> str:
    """Where an example most likely starts that begins with an act: the procedure in which its option is chosen."""
    for name, procedure in x.p.procedures.items():
        chosen = any(isinstance(node, t.Option) and node.name == line.option for node in procedure.walk())
        if chosen and not procedure.params:
            return f"at {name}"
        if chosen and [q.of_type for q in procedure.params] == ["player"]:
            return f"at {line.player} {name}"
    return "at NAME, with the name of a procedure"


def _seats(name: str, scope: Scope) -> str:
    return did_you_mean(name, scope.locals) or f"its seats: {', '.join(scope.locals)}"


def _span(seats: range) -> str:
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}" if seats else "nobody"


def _given(line: t.Given, x: Expressions, scope: Scope) -> None:
    place = line.place
    name = place.name if isinstance(place, t.Name | t.Of | t.Numbered) else ""
    if isinstance(place, t.Name) and _of_each(place, x, scope):
        return
    if name in x.p.tracks:
        _given_track(line, x.p.tracks[name], x, scope)
        return
    if isinstance(place, t.Name) and name in scope.locals:
        _given_flag(line, place, x, scope)
        return
    got = x.expr(place, scope)
    if got is ERROR:
        return
    if got.name != "place" or got.many:
        hint = "of several places, give each its line" if got.name == "place" else ""
        message = f"a position says what lies in one place, or what a counter, flag or marker is; {got.told()}"
        x.error("E280", message, place, hint)
        return
    zone = x.p.zones[got.of]
    if line.value is not None:
        x.error(
            "E280", "what lies in a place is named", line, f"leave the line out: `{zone.name}` is then as at the start"
        )
    cards = Type("card", x.holds(got.of), True)
    for thing in line.things:
        if zone.plays_of and thing.by is None:
            x.error("E280", "who played it?", thing, "for example: 3 of clubs by ann")
        if thing.by is not None and thing.by not in scope.locals:
            x.error("E101", f"`{thing.by}` has no seat in this example", thing, _seats(thing.by, scope), thing.by)
        if thing.by is not None and not zone.plays_of:
            x.error("E280", f"`{zone.name}` keeps no plays: what lies there is nobody's", thing, at=thing.by)
        x.need(thing.value, scope, cards)


def _of_each(place: t.Name, x: Expressions, scope: Scope) -> bool:
    """Whether a position says something of what there are several of, without saying of which; says so."""
    track, zone = x.p.tracks.get(place.name), x.p.zones.get(place.name)
    one = track or zone
    if one is None or not (one.each or (zone is not None and zone.low is not None)):
        return False
    which = place.name
    if zone is not None and zone.low is not None:
        which += f" {constant(zone.low, x.p) or 1}"
    if one.each:
        values = scope.locals if one.each == "player" else x.p.kind_values(one.each)
        which += f" of {next(iter(values), '…')}"
    each = f"of each {one.each}" if one.each else "several"
    x.used.add(place.name)
    message = f"`{place.name}` is {each}: a position says of which, in a line for each"
    hint = x.written(place, which, f"say of which: `given {which}: …`")
    if track is not None and track.shape == "flag" and track.each == "player":
        hint = f"write: given {next(iter(scope.locals), '…')}: {place.name}"
    x.error("E204", message, place, hint, place.name)
    return True


def _given_flag(line: t.Given, place: t.Name, x: Expressions, scope: Scope) -> None:
    """`given ann: bound`."""
    x.expr(place, scope)
    flags = [n for n, track in x.p.tracks.items() if track.shape == "flag" and track.each == "player"]
    word = line.things[0].value if len(line.things) == 1 else None
    if isinstance(word, t.Name) and word.name in flags:
        x.used.add(word.name)
        return
    hint = did_you_mean(word.name, flags) if isinstance(word, t.Name) else ""
    message = "of a player one flag is given, like: given ann: bound"
    x.error("E280", message, word or line, hint or f"the flags of each player: {', '.join(flags) or 'none'}")


def _given_track(line: t.Given, track: t.Track, x: Expressions, scope: Scope) -> None:
    got = x.expr(line.place, scope)
    if got is ERROR:
        return
    if got.many:
        x.error("E280", f"`{track.name}` is given of one at a time", line.place)
        return
    type_ = x.track_type(track)
    if line.value is not None:
        fine = (
            isinstance(line.value, t.Truth)
            if type_ == TRUTH
            else track.shape == "marker" and not isinstance(line.value, t.Truth)
        )
        if not fine:
            x.error("E201", f"`{track.name}` holds {type_}", line.value)
    elif len(line.things) != 1:
        x.error("E280", f"`{track.name}` is one thing", line)
    else:
        x.need(line.things[0].value, scope, type_)


def _at(line: t.At, x: Expressions, scope: Scope) -> None:
    procedure = x.p.procedures.get(line.call.name)
    if procedure is None:
        hint = did_you_mean(line.call.name, x.p.procedures) or "an example starts where a procedure starts"
        x.error("E101", f"there is no procedure `{line.call.name}`", line.call, hint, line.call.name)
        return
    if len(procedure.params) != len(line.call.args):
        message = f"`{procedure.name}` is declared with {things(len(procedure.params))}, not with {len(line.call.args)}"
        who = next(iter(scope.locals), "NAME")
        hint = f"for example: at {who} {procedure.name}" if procedure.params else f"write: at {procedure.name}"
        if not line.call.args and [q.of_type for q in procedure.params] == ["player"]:
            hint = f"write: at {who} {procedure.name}"
        x.error("E204", message, line.call, hint, procedure.name)
        return
    for arg, param in zip(line.call.args, procedure.params, strict=True):
        x.need(arg, scope, x.named_type(param.of_type, param))


def _ending(line: t.ExpectEnd, x: Expressions) -> None:
    bodies = [procedure.body for procedure in x.p.procedures.values()]
    endings = dict.fromkeys(node.name for body in bodies for node in body.walk() if isinstance(node, t.EndGame))
    if line.name not in endings:
        hint = did_you_mean(line.name, endings) or f"the endings of the game: {listed(endings) or 'none'}"
        x.error("E101", f"nothing ends the game as `{line.name}`", line, hint, line.name)


def _act(line: t.Act, x: Expressions, scope: Scope) -> None:
    if line.player not in scope.locals:
        x.error("E101", f"`{line.player}` has no seat in this example", line, _seats(line.player, scope), line.player)
    options = x.options.get(line.option)
    if not options:
        hint = did_you_mean(line.option, x.options) or f"the options of the game: {listed(x.options)}"
        x.error("E101", f"there is no option `{line.option}`", line, hint, line.option)
        return
    types = [
        o.object.source.type for o in options if isinstance(o.object, t.Chosen) and o.object.source.type is not None
    ]
    if line.what is not None and not any(o.object is not None for o in options):
        if any(o.picks for o in options):
            said = f"what is picked with it stands behind a comma: {line.player} {line.how} {line.option}, for …"
            hint = x.written(line.what, ", for {}", said)
        else:
            hint = x.written(line.what, "", "say the option alone")
        x.error("E280", f"`{line.option}` is chosen without a thing", line.what, hint)
        return
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
