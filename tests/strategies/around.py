"""What surrounds the rules: rulings, examples, invariants, measures, scopes, and a variant of the game in a text
of its own."""

from __future__ import annotations

from collections.abc import Callable

from .statements import Here, Statements
from .terms import term
from .texts import E
from .world import NUMBER, PLAYER, TRUTH, Scope, Type, World

Change = Callable[..., None]
_SEATS = ["ann", "bob", "cid", "dee", "eve"]
_PREPOSITIONS = ("onto", "into", "to", "under")


def rulings(w: World) -> list[str]:
    """Some rulings; their tags may stand at any line, but for one that a variant may take out."""
    lines = []
    for k in range(w.source.integer(0, 3)):
        tag = f"@R{k + 1}"
        w.rulings.append(tag)
        lines.append(f'ruling {tag} "Where the source is silent, number {k + 1} holds: so it is."{_tag(w, 20)}')
    if w.source.chance(30):
        w.spare_ruling = "@S1"
        lines.append('ruling @S1 "No line rests on this."')
    return lines


def _tag(w: World, percent: int) -> str:
    return f"  {w.source.pick(w.rulings)}" if w.rulings and w.source.chance(percent) else ""


def always(w: World, x: Statements) -> list[str]:
    """An invariant."""
    return [f"always {w.names.new('always')}: {x.truth(Scope(), 2).text}"]


def measure(w: World, x: Statements) -> list[str]:
    """A measure of a procedure or an option, or of two."""
    known = [*w.procedures, *w.options]
    names = w.source.some(known, 1, 2)
    value = x.number(Scope(), 2) or E("0")
    return [f"measure {' or '.join(names)}: {value.sum}"]


def winners(w: World, x: Statements) -> list[str]:
    """Who wins: most often whoever has most of the counter that `scores` adds to."""
    s = w.source
    key = f"p in players with {s.pick(['highest', 'lowest', 'most', 'fewest'])} {w.score} of p"
    if s.chance(70):
        return [f"winners: {key}"]
    found = x.binder(Scope(), 1, PLAYER, E("players"))
    assert found is not None
    lines = ["winners:", f"  by-score: {key} if {x.truth(Scope(), 1).text}"]
    return [*lines, f"  or-else: ({found[0].text}) otherwise" if s.chance(50) else "  or-else: players otherwise"]


# ---- examples ------------------------------------------------------------------------------------------------------


def example(w: World, x: Statements) -> list[str]:
    """A position, what is played, what comes out. It need not hold."""
    s = w.source
    seats = _SEATS[: s.integer(w.low, w.high)]
    scope = Scope(dict.fromkeys(seats, PLAYER))
    lines = [f"example {w.names.new('example')} for {', '.join(seats)}:"]
    for _ in range(s.integer(0, 4)):
        line = _given(w, x, scope)
        if line is not None:
            lines.append(f"  given {line}")
    start = [n for n in w.procedures if n != "play"]
    if start and s.chance(70):
        call = x.call_of(s.pick(start), scope)
        if call is not None:
            lines.append(f"  at {call}")
            for _ in range(s.integer(0, 3)):
                lines.append(f"  {_act(w, x, seats, scope) if s.chance(75) and w.options else _luck(w, x, seats)}")
    for _ in range(s.integer(1, 2)):
        lines.append(f"  expect {x.truth(scope, 2).text}{_tag(w, 10)}")
    if w.endings and any(line.startswith("  at ") for line in lines):
        lines.append(f"  expect game ends as {w.endings[len(lines) % len(w.endings)]}")
    return lines


def _given(w: World, x: Statements, scope: Scope) -> str | None:
    s = w.source
    if s.chance(50):
        zone = s.pick(list(w.zones))
        place = x.place(zone, scope, 0)
        if place is None:
            return None
        things = [t for t in (_thing(w, x, zone) for _ in range(s.integer(1, 3))) if t is not None]
        by = f" by {s.pick(list(scope.locals))}" if w.zones[zone].plays else ""
        return f"{place.text}: {', '.join(t + by for t in things)}" if things else None
    tracks = [n for n, t in w.tracks.items() if not t.kept]
    name = s.pick(tracks)
    track = w.tracks[name]
    text = name
    if track.each:
        if track.type == TRUTH and track.each == "player" and s.chance(50):
            return f"{s.pick(list(scope.locals))}: {name}"
        index = x.indexed(name, scope, 1)
        if index is None:
            return None
        text = index.text
    if track.type == TRUTH:
        return f"{text}: {s.pick(['yes', 'no'])}"
    if track.shape == "marker" and s.chance(30):
        return f"{text}: none"
    value = x.face(track.type.of) if track.type.name == "card" else x.value(track.type, scope, 0)
    return None if value is None else f"{text}: {value.range}"


def _thing(w: World, x: Statements, zone: str) -> str | None:
    """A card, several alike, or a list made by a condition."""
    s = w.source
    component = w.zones[zone].component
    face = x.face(component)
    if face is None:
        return None
    if s.chance(15):
        return f"{s.integer(1, 2)} {s.pick(['×', '*'])} {face.atom}"
    if s.chance(10):
        found = x.binder(Scope(), 0, Type("card", component), E(component))
        return None if found is None else f"({found[0].text})"
    numbers = [
        f for f in w.components[component].faces if len(f.fields) == 1 and all(v.isdigit() for v in f.fields.values())
    ]
    if len(numbers) > 1 and s.chance(40):
        low, high = [next(iter(f.fields.values())) for f in (numbers[0], numbers[-1])]
        if x.alone([low], component) and x.alone([high], component):
            return f"{low} to {high}"
    return face.text


def _act(w: World, x: Statements, seats: list[str], scope: Scope) -> str:
    s = w.source
    who, how = s.pick(seats), s.pick(["does", "can", "can only", "cannot"])
    name = s.pick(list(w.options))
    option = w.options[name]
    words = f"{who} {how} {name}"
    if option.what is not None:
        what = _what(w, x, option.what, scope)
        if what is not None:
            words += f" {what}"
            if option.what.name == "card" and s.chance(20):
                found = x.some_place(scope, option.what.of)
                words += f" from {found[1].sum}" if found is not None else ""
            if option.to is not None and s.chance(50):
                place = x.place(option.to, scope, 0)
                words += f" {s.pick(_PREPOSITIONS)} {place.sum}" if place is not None else ""
    for type_ in option.picks:
        value = x.value(type_, scope, 0)
        words += f", for {value.sum}" if value is not None else ""
    return words


def _what(w: World, x: Statements, type_: Type, scope: Scope) -> str | None:
    """What an act plays: a face, some for a combination, a value."""
    if type_.name == "meld":
        component = w.combinations[type_.of].component
        faces = [f for f in (x.face(component) for _ in range(w.source.integer(1, 3))) if f is not None]
        if not faces:
            return None
        return faces[0].sum if len(faces) == 1 else f"[{', '.join(f.text for f in faces)}]"
    value = x.face(type_.of) if type_.name == "card" else x.value(type_, scope, 0)
    return None if value is None else value.sum


def _luck(w: World, x: Statements, seats: list[str]) -> str:
    s = w.source
    outcomes = []
    for _ in range(s.integer(1, 3)):
        face = x.face(s.pick(list(w.components)))
        count = f"{s.integer(1, 2)} × " if s.chance(20) else ""
        outcomes.append(f"{count}{face.atom}" if face is not None and not s.chance(20) else s.pick(seats))
    return f"luck: {', '.join(outcomes)}"


# ---- scopes and variants -------------------------------------------------------------------------------------------


def scope(w: World) -> list[str]:
    """A small instance: fewer players, other numbers."""
    s = w.source
    lines = [f"scope {w.names.new('scope')}:", f"  for {w.low} players"]
    for name in s.some([p for p in w.parameters if p not in w.fixed], 0, 2):
        lines.append(f"  {name} is {w.parameters[name][1]}")
    if s.chance(30) and w.parameters:
        name, (value, low, high) = s.pick(list(w.parameters.items()))
        if not any(line.startswith(f"  {name} is") for line in lines):
            lines.append(f"  replace parameter {name} is {value}, adjustable from {low} to {high}")
    return lines


def variant(w: World, x: Statements, title: str, blocks: dict[str, list[str]]) -> str:
    """The text of a variant: changes of every kind, each thing changed once. `blocks` are the game's declarations
    by name."""
    s = w.source
    lines = [f'variant {w.names.new("variant")} of "{title}":{_tag(w, 20)}']
    touched: set[str] = set()

    def change(name: str, *more: str) -> None:
        if name not in touched:
            touched.add(name)
            lines.extend("  " + line for line in more)

    for _ in range(s.integer(1, 6)):
        match s.integer(0, 10):
            case 0:
                name = s.pick(list(w.parameters))
                change(name, f"{name} is {w.parameters[name][2]}")
            case 1:
                names = [
                    n for n, t in w.terms.items() if f"term {n}" in blocks and (t.form != "value" or t.result == NUMBER)
                ]
                if names:
                    name = s.pick(names)
                    params = {n: t for t, n in w.terms[name].params}
                    body = x.one(w.terms[name].result, Scope(params), 0)
                    head = blocks[f"term {name}"][0].partition(":")[0]
                    if body is not None and name not in body.text:
                        change(name, f"replace {head}: {body.text}")
            case 2:
                change("a new term", *_added(term(w, x)))
            case 3:
                name = f"tally-{len(touched)}"
                change(name, f"add counter {name}{' of each player' if s.chance(50) else ''}")
            case 4:
                named = [n for n in blocks if n.split()[0] in ("example", "always", "scope")]
                if named:
                    name = s.pick(named).split()[1]
                    change(name, f"remove {name}")
            case 5:
                _hook(w, x, change)
            case 6 | 7:
                _in_choice(w, x, change)
            case 8:
                if w.rulings:
                    tag = s.pick(w.rulings)
                    change(tag, f'replace ruling {tag} "Here it holds the other way round."')
            case 10:
                measures = [n.split()[1] for n in blocks if n.startswith("measure ")]
                if w.spare_ruling and s.chance(50):
                    change(w.spare_ruling, f"remove {s.pick(['', 'ruling '])}{w.spare_ruling}")
                elif measures:
                    name = s.pick(measures)
                    change(f"measure {name}", f"remove measure {name}")
            case 9:
                change("players", f"for {w.high} players")
    if len(lines) == 1:
        lines.append(f"  for {w.low} players")
    return "\n".join(lines) + "\n"


def _in_choice(w: World, x: Statements, change: Change) -> None:
    """Options and limits added to a choice, put in the place of another, allowed otherwise, or taken out."""
    s = w.source
    places = [(p, o) for p, d in w.procedures.items() for o in d.options]
    if not places:
        return
    procedure, option = s.pick(places)
    body = [":", f"    {w.score} of {x.player(Scope(), 0).atom} gains 1"] if s.chance(50) else [""]
    match s.integer(0, 4):
        case 0:
            name = w.names.new("option")
            beside = f" beside {option}" if s.chance(50) else ""
            change(
                name,
                f"add in {procedure}{beside}:",
                f"  to {name}, where {x.closed_truth(Scope(), 1).text}{body[0]}",
                *body[1:],
            )
        case 1:
            limit = w.names.new("limit")
            change(
                limit,
                f"add in {procedure}:",
                f"  limit {limit} on {option}: only {x.truth(Scope(), 1).text}, if possible",
            )
        case 2:
            change(option, f"replace in {procedure}:", f"  to {option}{body[0]}", *body[1:])
        case 3:
            change(option, f"remove {option} in {procedure}")
        case 4:
            tag = f" {s.pick(w.rulings)}" if w.rulings and s.chance(30) else ""
            where = s.pick(["", f", where {x.truth(Scope(), 1).text}", f", where {x.closed_truth(Scope(), 1).text}"])
            change(option, f"allow {option}{s.pick(['', f' in {procedure}'])}{where}{tag}")


def _added(block: list[str]) -> list[str]:
    return [f"add {block[0]}", *block[1:]]


def _hook(w: World, x: Statements, change: Change) -> None:
    s = w.source
    side = s.pick(["after", "before"])
    name = s.pick([*w.procedures] if side == "before" else [*w.procedures, *w.options])
    if side == "after" and name == "play":
        side = "before"
    where = next((f" in {p}" for p, d in w.procedures.items() if name in d.options and s.chance(60)), "")
    body = x.body(Scope(), Here("play", depth=0), 1, 2)
    change(f"{side} {name}", f"{side} {name}{where}:", *body)
