"""Tree → program: names resolved, everything typed, variants applied; all mistakes of a file told at once.

Comes in: trees of a game and its variants. Goes out: a `Program` whose trees carry types, or `SpecErrors`.
"""

from __future__ import annotations

from . import tree as t
from .collect import collect
from .diagnostics import Diagnostic, SpecErrors, did_you_mean
from .expressions import ERROR, Expressions
from .examples import check_examples
from .expressions import Scope
from .program import Program, constant
from .statements import Statements
from .types import NUMBER, PLAYER, TRUTH, Type
from .variants import edit


def check(
    name: str,
    file: t.File,
    variants: list[tuple[str, list[t.Node]]] = [],  # noqa: B006 (never changed)
    settings: dict[str, int] | None = None,
    texts: dict[str, str] | None = None,
    scope: tuple[str, list[t.Node]] | None = None,
) -> Program:
    """Make the program of a game.

    Args:
        name: the game's name.
        file: its tree.
        variants: names and changes of the variants to apply, in order.
        settings: parameters set by the caller; they win over the variants'.
        texts: the files' texts, for messages.
        scope: name and changes of a scope (a small instance) to apply after the variants.

    Returns:
        The checked program; its `warnings` are what is doubtful but not wrong.

    Raises:
        SpecErrors: every mistake found.
    """
    edited = edit(file.declarations, variants, scope)
    program, errors = collect(name, file, edited.declarations)
    program.texts = texts or {}
    program.variants = [v for v, _ in variants]
    program.scope = scope[0] if scope else None
    errors += edited.errors
    errors += _settings(program, edited.settings, settings or {})
    if any(d.code in ("E100", "E102") for d in errors) and (program.players is None or "play" not in program.procedures):
        raise SpecErrors(errors, program.texts)
    errors += _types(program)
    errors += check_program(program)
    if errors:
        raise SpecErrors(_unique(errors), program.texts)
    return program


def _unique(errors: list[Diagnostic]) -> list[Diagnostic]:
    return list(dict.fromkeys(errors))


def _settings(program: Program, set_: dict[str, tuple[t.Expr, t.Node]], given: dict[str, int]) -> list[Diagnostic]:
    errors = []
    for name, (value, node) in set_.items():
        number = constant(value, program)
        if number is None:
            errors.append(Diagnostic("E201", f"`{name}` wants a number", node.span))
        else:
            program.settings[name] = number
    for name, number in given.items():
        if name not in program.parameters:
            hint = did_you_mean(name, program.parameters) or f"its parameters: {', '.join(program.parameters) or 'none'}"
            errors.append(Diagnostic("E101", f"the game has no parameter `{name}`", hint=hint))
        else:
            program.settings[name] = number
    for parameter in program.parameters.values():
        errors += _range(program, parameter, set_)
    return errors


def _range(program: Program, parameter: t.Parameter, set_: dict[str, tuple[t.Expr, t.Node]]) -> list[Diagnostic]:
    number = program.value_of(parameter.name)
    node = set_[parameter.name][1] if parameter.name in set_ else parameter
    if number is None:
        return [Diagnostic("E240", f"the value of `{parameter.name}` is no number", parameter.span)]
    if parameter.among:
        allowed = [constant(e, program) for e in parameter.among]
        if number not in allowed:
            return [Diagnostic("E240", f"`{parameter.name}` is {number}, but may only be one of {', '.join(map(str, allowed))}", node.span)]
        return []
    low = constant(parameter.low, program) if parameter.low else None
    high = constant(parameter.high, program) if parameter.high else None
    if low is None or high is None:
        return [Diagnostic("E240", f"the range of `{parameter.name}` is not of numbers", parameter.span)]
    if not low <= number <= high:
        return [Diagnostic("E240", f"`{parameter.name}` is {number}, but may only be from {low} to {high}", node.span)]
    return []


def _types(program: Program) -> list[Diagnostic]:
    """The types of the columns: a column named like a kind holds its values, any other numbers."""
    for component in program.components.values():
        columns = [c for c in component.columns if c not in ("name", "copies")]
        program.columns[component.name] = {c: Type("kind", c) if c in program.kinds else NUMBER for c in columns}
    return []


def check_program(program: Program) -> list[Diagnostic]:
    """Check all declarations of a program whose tables are filled."""
    x = Expressions(program)
    s = Statements(x)
    for zone in program.zones.values():
        _zone(zone, x)
    for track in program.tracks.values():
        _track(track, x)
    for component in program.components.values():
        _components(component, x)
    for order in program.orders.values():
        _order(order, x)
    for combination in program.combinations.values():
        _combination(combination, x)
    for name in program.terms:
        x.term_type(name)
    s.procedures()
    _winners(program, x)
    for always in program.invariants.values():
        x.need(always.test, Scope(), TRUTH, "for what always holds")
    for measure in program.measures:
        _measure(measure, program, x, s)
    check_examples(program, x)
    if not x.errors and not program.variants:  # a variant may leave a word of the game unused
        program.warnings = _unused(program, x, s)
    return x.errors


def _zone(zone: t.Zone, x: Expressions) -> None:
    p = x.p
    if zone.each:
        one = x.named_type(zone.each, zone)
        if one is not ERROR and one.name not in ("player", "kind"):
            x.error("E201", f"a zone is of each player or of each of a kind, not of each {zone.each}", zone)
    if zone.view == "owner" and zone.each != "player":
        x.error("E230", f"`{zone.name}` is seen by its owner, but belongs to nobody", zone, "say `of each player`, or seen by all or nobody")
    if zone.holding and zone.holding not in p.components:
        x.error("E101", f"there are no cards or dice called `{zone.holding}`", zone, did_you_mean(zone.holding, p.components))
    if zone.plays_of and zone.plays_of not in p.combinations and zone.plays_of not in p.components:
        x.error("E101", f"there is no combination or component `{zone.plays_of}`", zone, did_you_mean(zone.plays_of, [*p.combinations, *p.components]))
    if zone.plays_of:
        x.used.add(zone.plays_of)
    if not p.components:
        x.error("E100", "there is a zone, but there are no cards or dice", zone)
    for number in (zone.low, zone.high):
        if number is not None and constant(number, p) is None:
            x.error("E201", "the numbers of the places must be numbers or parameters", number)
        elif number is not None:
            x.expr(number, Scope())


def _track(track: t.Track, x: Expressions) -> None:
    if track.each:
        one = x.named_type(track.each, track)
        if one is not ERROR and one.name not in ("player", "kind"):
            x.error("E201", f"a {track.shape} is of each player or of each of a kind, not of each {track.each}", track)
    type_ = x.track_type(track)
    if track.shape == "marker" and not track.of_type:
        x.error("E201", "a marker says what it marks", track, f"for example: marker {track.name}: player")
    if track.shape != "marker" and track.of_type:
        x.error("E201", f"a {track.shape} has no type of its own", track)
    if type_.name in ("meld",):
        x.error("E201", "a marker cannot hold a combination", track)
    if track.start is not None:
        if track.shape != "counter":
            x.error("E201", f"only a counter starts from a number, a {track.shape} starts as {'no' if track.shape == 'flag' else 'none'}", track)
        else:
            x.need(track.start, Scope(), NUMBER)
    if track.within and track.within not in x.p.procedures:
        x.error("E101", f"there is no procedure `{track.within}`", track, did_you_mean(track.within, x.p.procedures))


def _components(component: t.Components, x: Expressions) -> None:
    for home in component.homes:
        got = x.expr(home, Scope())
        if got is ERROR:
            continue
        if got.name != "place":
            x.error("E201", f"cards and dice start in a zone, this is {got}", home)
        elif x.holds(got.of) != component.name:
            x.error("E201", f"`{got.of}` holds {x.holds(got.of)}, not {component.name}", home, f"say: holding {component.name}")
    if component.copies is not None and component.sort == "cards":
        x.error("E211", "`of them` is for dice; cards have a column `copies`", component)
    if not 1 <= sum(f.count for f in x.faces[component.name]) <= 1000 and x.faces[component.name]:
        x.error("E211", "a set has from 1 to 1,000 cards", component)
    if len(set(component.columns)) < len(component.columns) or not all(component.columns):
        x.error("E211", "the columns need different names, one word each", component)


def _order(order: t.Order, x: Expressions) -> None:
    if order.name not in x.p.components:
        x.error("E101", f"there are no cards or dice called `{order.name}`", order, did_you_mean(order.name, x.p.components))
        return
    for field in order.fields:
        columns = x.columns[order.name]
        if field not in columns:
            x.error("E101", f"a `{order.name}` has no `{field}`", order, did_you_mean(field, columns))
        else:
            x.ordered(columns[field], order)


def _combination(combination: t.Combination, x: Expressions) -> None:
    if combination.component not in x.p.components:
        x.error("E101", f"there are no cards or dice called `{combination.component}`", combination, did_you_mean(combination.component, x.p.components))
        return
    columns = x.columns[combination.component]
    scope = Scope({combination.variable: Type("card", combination.component)})
    names = [f.name for f in combination.forms]
    for form in combination.forms:
        pattern = form.pattern
        if names.count(form.name) > 1 and names.index(form.name) != combination.forms.index(form):
            x.error("E102", f"the form `{form.name}` stands twice", form)
        if pattern.by is not None and pattern.by not in columns:
            x.error("E101", f"a `{combination.component}` has no `{pattern.by}`", pattern, did_you_mean(pattern.by, columns))
        elif pattern.kind == "run" and columns[pattern.by].name == "kind":  # type: ignore[index]
            x.ordered(columns[pattern.by], pattern)  # type: ignore[index]
        for size in (pattern.low, pattern.high):
            if size is not None:
                x.need(size, Scope(), NUMBER)
                if constant(size, x.p) is None:
                    x.error("E201", "a size is a number or a parameter", size)
        if form.where is not None:
            x.need(form.where, scope, TRUTH, "after `where`")


def _winners(program: Program, x: Expressions) -> None:
    winners = program.winners
    assert winners is not None
    rows = [(c.value, c.guard) for c in winners.cases] or [(winners.binder, None)]
    for binder, guard in rows:
        got = x.expr(binder, Scope())  # type: ignore[arg-type]
        if got is not ERROR and got.each() != PLAYER:
            x.error("E201", f"winners are players, this is {got}", binder)  # type: ignore[arg-type]
        if guard is not None:
            x.need(guard, Scope(), TRUTH, "after `if`")
        for f in binder.filters if isinstance(binder, t.Binder) else []:
            if isinstance(f, t.With) and isinstance(f.key, t.Of) and f.key.name in program.tracks:
                program.score = f.key.name


def _measure(measure: t.Measure, program: Program, x: Expressions, s: Statements) -> None:
    for name in measure.names:
        if name not in program.procedures and name not in s.option_names:
            x.error("E101", f"there is no procedure or option `{name}`", measure, did_you_mean(name, [*program.procedures, *s.option_names]))
    x.need(measure.value, Scope(), NUMBER, "for a measure")


def _unused(program: Program, x: Expressions, s: Statements) -> list[Diagnostic]:
    warnings = []
    homes = {n.name for c in program.components.values() for h in c.homes for n in h.walk() if isinstance(n, t.Name | t.Of | t.Numbered)}
    columns = {c for f in program.components.values() for c in f.columns}
    for table, what in (
        (program.zones, "zone"), (program.tracks, "track"), (program.terms, "term"),
        (program.parameters, "parameter"), (program.kinds, "kind"), (program.combinations, "combination"),
    ):  # fmt: skip
        for name, node in table.items():
            if name not in x.used and name not in columns and not (what == "zone" and name in homes and name in s.moved):
                word = node.shape if isinstance(node, t.Track | t.Zone) else what
                warnings.append(Diagnostic("W501", f"the {word} `{name}` is never used", node.span, "use it or take it out", warning=True))
    for name, node in program.procedures.items():
        if name != "play" and name not in s.called:
            warnings.append(Diagnostic("W502", f"`{name}` is never called", node.span, "call it or take it out", warning=True))
    return warnings
