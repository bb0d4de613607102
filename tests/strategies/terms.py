"""Terms of every form: values, predicates and relations, with rows of cases or without, giving one thing or several."""

from __future__ import annotations

from .expressions import Expressions
from .texts import E
from .world import NUMBER, PLAYER, TRUTH, Scope, Term, Type, World


def terms(w: World, x: Expressions) -> list[list[str]]:
    """Some terms, each in a block; later ones may use earlier ones."""
    return [term(w, x) for _ in range(w.source.integer(1, 5))]


def term(w: World, x: Expressions) -> list[str]:
    """One term, entered in the world once its body is made."""
    s = w.source
    form = s.pick(["value", "value", "predicate", "relation"])
    name = w.names.new("term")
    wanted = {"value": s.integer(0, 2), "predicate": 1, "relation": 2}[form]
    scope = Scope()
    params: list[tuple[Type, str]] = []
    for _ in range(wanted):
        type_ = s.pick(w.simple_types())
        local = w.names.local(type_.name, scope)
        scope = scope.having(local, type_)
        params.append((type_, local))
    words = [f"({w.type_name(type_)} {local})" for type_, local in params]
    match form:
        case "value":
            head = name if not params else f"{name} of ({', '.join(word[1:-1] for word in words)})"
        case "predicate":
            head = f"{words[0]} is {name}"
        case _:
            head = f"{words[0]} {name} {words[1]}"
    type_, lines, safe = _body(w, x, form, head, scope)
    w.terms[name] = Term(form, params, type_, safe)
    return lines


def _body(w: World, x: Expressions, form: str, head: str, scope: Scope) -> tuple[Type, list[str], bool]:
    s = w.source
    type_ = TRUTH if form != "value" else s.pick(_results(w))
    first = _value(x, type_, scope, 2)
    if first is None:
        type_, first = NUMBER, x.number(scope, 2)
        assert first is not None
    if not s.chance(35):
        return type_, [f"term {head}: {first.text}"], True
    lines = [f"term {head}:"]
    taken: set[str] = set()
    rows = s.integer(1, 2)
    whole = not s.chance(3)
    for k in range(rows + 1):
        last = k == rows
        value = first if k == 0 else _value(x, type_, scope, 1)
        if value is None or (last and not whole):
            continue
        label = s.pick([c for c in ("plainly", "by-luck", "rarely", "or-else", "always-so") if c not in taken])
        taken.add(label)
        guard = " otherwise" if last else f" if {x.truth(scope, 1).text}"
        if form != "value" and s.chance(60):
            guard = ""
        body = value.text if not value.open or not guard else f"({value.text})"
        lines.append(f"  {label}: {body}{guard}")
    return type_, lines, whole or type_ == TRUTH


def _value(x: Expressions, type_: Type, scope: Scope, d: int) -> E | None:
    """A value of just this type: cards, not a place where cards lie."""
    if type_.many and type_.name == "card":
        place = x.some_place(scope, type_.of)
        found = x.binder(scope, d - 1, type_.each(), place[1]) if place is not None else None
        return None if found is None else found[0]
    return x.one(type_, scope, d)


def _results(w: World) -> list[Type]:
    """What a term may give."""
    one = [NUMBER, NUMBER, TRUTH, PLAYER, *[Type("kind", k) for k in w.kinds], *[Type("card", c) for c in w.components]]
    many = [
        PLAYER.list(),
        NUMBER.list(),
        *[Type("card", c, True) for c in w.components],
        *[Type("kind", k, True) for k in w.kinds],
    ]
    many += [Type("place", z, True) for z, zone in w.zones.items() if zone.many]
    return [*one, *many]
