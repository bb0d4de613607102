"""The box: players, parameters, kinds, cards and dice, their order, zones and piles, tracks."""

from __future__ import annotations

import itertools

from .world import NUMBER, PLAYER, TRUTH, Combination, Component, Face, Kind, Track, Type, World, Zone

_MAX_FACES = 12
VERBS = ("play", "place", "put", "take", "give", "draw", "discard", "return", "turn up", "set aside", "collect")


def players(w: World) -> list[str]:
    """The line of players."""
    s = w.source
    w.low = s.integer(1, 3)
    w.high = w.low + s.integer(0, 2)
    return [f"for {w.low} players" if w.low == w.high else f"for {w.low} to {w.high} players"]


def parameters(w: World) -> list[str]:
    """Some parameters."""
    s, lines = w.source, []
    for _ in range(s.integer(1, 2)):
        name, low = w.names.new("parameter"), s.integer(1, 2)
        value, high = low + s.integer(0, 2), low + 2 + s.integer(0, 4)
        w.parameters[name] = (value, low, high)
        span = f"from {low} to {high}"
        if s.chance(25):
            span = f"among [{', '.join(str(n) for n in sorted({low, value, high}))}]"
        lines.append(f"parameter {name} is {value}, adjustable {span}")
    return lines


def kinds(w: World) -> list[str]:
    """Some kinds; at least one whose values have an order."""
    s, lines = w.source, []
    for k in range(s.integer(1, 3)):
        name = w.names.new("kind")
        ordered = k == 0 or s.chance(50)
        words = [w.names.new("value") for _ in range(s.integer(2, 3))]
        items, values = list(words), list(words)
        if s.chance(40):
            low = s.integer(1, 5)
            high = low + s.integer(1, 3)
            row = [str(n) for n in range(low, high + 1)]
            items, values = (
                ([f"{low} to {high}", *items], [*row, *values])
                if s.chance(50)
                else ([*items, f"{low} to {high}"], [*values, *row])
            )
        if s.chance(15):
            number = str(s.integer(10, 19))
            items, values = [*items, number], [*values, number]
        w.kinds[name] = Kind(values, ordered)
        lines.append(f"kind {name}{', low to high' if ordered else ''}: {', '.join(items)}")
    return lines


# ---- cards and dice ------------------------------------------------------------------------------------------------


def components(w: World) -> None:
    """The faces of one to three components; where they start is settled by `homes`."""
    s = w.source
    for k in range(s.integer(1, 2) + s.chance(15)):
        dice = s.chance(30) if k else s.chance(15)
        default = "die" if dice else "card"
        name = w.names.new("component") if default in w.components or (k and s.chance(60)) else default
        w.components[name] = Component("dice" if dice else "cards", {}, [])
        w.names.taken.add(name)


def grid(w: World, name: str) -> list[str]:
    """The table of a component's faces, filled in."""
    s, component = w.source, w.components[name]
    numbers = [w.names.new("column") for _ in range(s.integer(0, 2))]
    of_kinds = s.some(list(w.kinds), 0 if numbers else 1, 2)
    component.columns = {kind: Type("kind", kind) for kind in of_kinds} | dict.fromkeys(numbers, NUMBER)
    copied = s.chance(30)
    named = s.chance(80) or len(of_kinds) + len(numbers) + copied < 2  # a table has two columns at least
    heading = [*(["name"] if named else []), *of_kinds, *numbers, *(["copies"] if copied else [])]
    rows: list[list[str]] = []
    for k in range(s.integer(1, 3)):
        row_name = w.names.new("row") if named else name
        if named and k and s.chance(25):
            row_name = component.faces[-1].row  # two lines may share a name
        cells, faces = _row(w, component, of_kinds, numbers, dash=bool(k))
        if len(component.faces) + len(faces) > _MAX_FACES:
            break
        copies = s.integer(1, 3)
        written = str(copies)
        if copied and numbers and s.chance(30) and all(1 <= int(f.get(numbers[0], "0")) <= 4 for f in faces):
            written = numbers[0]
        for fields in faces:
            count = int(fields[numbers[0]]) if written in numbers else copies if copied else 1
            component.faces.append(Face(row_name, fields, count))
        rows.append([*([row_name] if named else []), *cells, *([written] if copied else [])])
    widths = [max(len(row[k]) for row in [heading, *rows]) for k in range(len(heading))]
    return [
        "  " + " | ".join(c.ljust(n) for c, n in zip(row, widths, strict=True)).rstrip() for row in [heading, *rows]
    ]


def _row(
    w: World, component: Component, of_kinds: list[str], numbers: list[str], dash: bool
) -> tuple[list[str], list[dict[str, str]]]:
    """The cells of a row, and the fields of the faces they make. The first row has a value in every column."""
    s = w.source
    cells: list[str] = []
    spread: list[list[str | None]] = []
    room = 6
    for kind in of_kinds:
        values = w.kinds[kind].values
        form = s.integer(0, 5 if dash else 4)
        found: list[str | None]
        if form in (1, 2) and len(values) <= room:
            cell, found = "each", list(values)
        elif form == 3 and len(values) > 1 and room > 1:
            k = s.integer(0, len(values) - 2)
            end = min(len(values) - 1, k + s.integer(1, min(2, room - 1)))
            cell, found = f"{values[k]} to {values[end]}", list(values[k : end + 1])
        elif form == 4 and len(values) > 1 and room > 1:
            some = s.some(values, 2, 2)
            cell, found = ", ".join(some), list(some)
        elif form == 5:
            cell, found = "-", [None]
        else:
            cell = s.pick(values)
            found = [cell]
        room = max(1, room // len(found))
        cells.append(cell)
        spread.append(found)
    computed: dict[str, tuple[str, int]] = {}
    for k, column in enumerate(numbers):
        form = s.integer(0, 6 if dash else 5)
        plain = [
            c
            for c, found in zip([*of_kinds, *numbers], spread, strict=False)
            if all(v is not None and v.isdigit() for v in found)
        ]
        if form == 1 and room > 1:
            low = s.integer(1, 4)
            high = low + s.integer(1, min(3, room - 1))
            cell, found = f"{low} to {high}", [str(n) for n in range(low, high + 1)]
        elif form == 2 and room > 1:
            low = s.integer(1, 4)
            cell, found = f"{low}, {low + 3}", [str(low), str(low + 3)]
        elif form == 3 and w.parameters:
            cell = s.pick(list(w.parameters))
            w.fixed.add(cell)
            found = [str(w.parameters[cell][0])]
        elif form in (4, 5) and plain and (k or of_kinds):
            other, more = s.pick(plain), s.integer(0, 2)
            cell, found = (other if not more else f"{other} + {more}"), [None]
            computed[column] = (other, more)
        elif form == 6:
            cell, found = "-", [None]
        else:
            cell = str(s.integer(0, 9))
            found = [cell]
        room = max(1, room // len(found))
        cells.append(cell)
        spread.append(found)
    faces = []
    for values_ in itertools.product(*spread):
        fields = {c: v for c, v in zip([*of_kinds, *numbers], values_, strict=True) if v is not None}
        for column, (other, more) in computed.items():
            fields[column] = str(int(fields[other]) + more)
        faces.append({c: fields[c] for c in [*of_kinds, *numbers] if c in fields})
    return cells, faces


def declared(w: World, name: str, table: list[str]) -> list[str]:
    """The declaration of a component whose homes are known, and its order."""
    s, component = w.source, w.components[name]
    default = "die" if component.sort == "dice" else "card"
    called = "" if name == default and not s.chance(10) else f" called {name}"
    few = [p for p, (value, low, high) in w.parameters.items() if low >= 1 and high <= 4]
    many = s.pick(few) if few and s.chance(20) else s.integer(1, 3)
    w.fixed |= {many} & set(few)
    number = f", {many} of them" if component.sort == "dice" and s.chance(85) else ""
    lines = [f"{component.sort}{called} in {' and '.join(component.homes)}{number}:", *table]
    fields = [c for c, type_ in component.whole.items() if w.ordered(type_)]
    if fields and s.chance(60):
        component.ordered = True
        lines.append(f"order {name} by {', '.join(s.some(fields, 1, 2))}")
    return lines


# ---- zones ---------------------------------------------------------------------------------------------------------


def zones(w: World) -> list[list[str]]:
    """Zones and piles of every shape, each in a block; the homes of the components among them."""
    s = w.source
    blocks: list[list[str]] = []
    for name, component in w.components.items():
        home = w.names.new("zone")
        w.zones[home] = Zone(
            "zone" if component.sort == "dice" else "pile",
            name,
            view="all" if component.sort == "dice" else "nobody",
            bag=True,
        )
        blocks.append([_zone_line(w, home)])
        hand = w.names.new("zone")
        w.zones[hand] = Zone("zone", name, "player", view=s.pick(["owner", "all", "nobody"]))
        blocks.append([_zone_line(w, hand)])
        blocks += [[_more(w, name)] for _ in range(s.integer(1, 3))]
    for plays in [*w.combinations, *w.components]:
        if s.chance(65 if plays in w.combinations else 40):
            zone = w.names.new("zone")
            component = w.combinations[plays].component if plays in w.combinations else plays
            w.zones[zone] = Zone("pile", component, plays=plays)
            blocks.append([_zone_line(w, zone)])
    for name, component in w.components.items():
        total = sum(face.count for face in component.faces)
        component.homes = _homes(w, name, many=total <= 8)
    return blocks


def _more(w: World, component: str) -> str:
    s = w.source
    name = w.names.new("zone")
    each = s.pick([None, None, "player", *w.kinds])
    numbers = None
    if s.chance(35):
        low = s.integer(0, 2)
        numbers = (low, low + s.integer(0, 2))
    view = s.pick(["all", "nobody", "owner"] if each == "player" else ["all", "nobody"])
    w.zones[name] = Zone(s.pick(["pile", "zone"]), component, each, numbers, view=view, bag=s.chance(40))
    return _zone_line(w, name)


def _zone_line(w: World, name: str) -> str:
    s, zone = w.source, w.zones[name]
    line = f"{zone.shape} {name}"
    if zone.each:
        line += f" of each {zone.each}"
    if zone.numbers:
        high = next((p for p, (value, _, _) in w.parameters.items() if value == zone.numbers[1] and s.chance(30)), None)
        w.fixed |= {high} - {None}
        line += f", numbered {zone.numbers[0]} to {high or zone.numbers[1]}"
    if not zone.plays and (w.shuffled or zone.component != next(iter(w.components)) or s.chance(10)):
        line += f", holding {zone.component}"
    if zone.plays:
        line += f", kept as plays of {zone.plays}"
    return f"{line}, seen by {'its owner' if zone.view == 'owner' else zone.view}"


def _homes(w: World, component: str, many: bool) -> list[str]:
    s = w.source
    mine = [name for name, zone in w.zones.items() if zone.component == component and not zone.plays]
    first = mine[0]  # a single place: what rules start from
    homes = [first]
    if not s.chance(30):
        return homes
    name = s.pick(mine)
    zone = w.zones[name]
    if not zone.many:
        other = name
    elif zone.each is None:
        other = f"{name} {s.integer(*zone.numbers)}" if zone.numbers else name
    elif zone.each == "player":
        other = s.pick([name, f"{name} of players"]) if many else ""
    else:
        other = f"{name} of {s.pick(w.kinds[zone.each].values)}" if many and not zone.numbers else ""
    if other and other not in homes and (many or not zone.many):
        homes = [other] if zone.many and s.chance(50) else [*homes, other]
    return homes


# ---- combinations --------------------------------------------------------------------------------------------------


def combinations(w: World, conditions: dict[str, list[str]]) -> list[list[str]]:
    """Combinations of cards; `conditions` are some that each component's faces alone decide."""
    s, blocks = w.source, []
    for component, declared_ in w.components.items():
        if not s.chance(60):
            continue
        name = w.names.new("combination")
        forms: list[str] = []
        lines = [f"combination {name} of {component} c:"]
        size = next((p for p, (value, _, _) in w.parameters.items() if 1 <= value <= 3), None)
        for _ in range(s.integer(1, 3)):
            form = w.names.new("form")
            by = s.pick(list(declared_.whole)) if declared_.whole else None
            runs = [c for c, type_ in declared_.whole.items() if w.ordered(type_)]
            sort = s.integer(0, 3)
            if sort == 1 and by:
                pattern = f"{_quantity(w, 4, size, True)} alike in {by}"
            elif sort >= 2 and runs:
                each = f", {s.integer(1, 2)} each," if s.chance(30) else ""
                pattern = f"run of {_quantity(w, 3, size, True)}{each} in {s.pick(runs)}"
            else:
                pattern = f"any {_quantity(w, 2, size, False)}"
            where = f", where {s.pick(conditions[component])}" if s.chance(30) and conditions[component] else ""
            lines.append(f"  {form}: {pattern}{where}")
            forms.append(form)
        w.combinations[name] = Combination(component, forms)
        blocks.append(lines)
    return blocks


def _quantity(w: World, most: int, parameter: str | None, more: bool) -> str:
    s = w.source
    low = s.integer(1, most)
    form = s.integer(0, 4)
    if form == 1 and more:
        return f"{low} or more"
    if form == 2:
        return f"{low} to {low + s.integer(0, 1)}"
    if form == 3 and parameter:
        return parameter
    if form == 4 and parameter and low == 1:
        return f"1 to {parameter}"
    return str(low)


# ---- tracks --------------------------------------------------------------------------------------------------------


def tracks(w: World) -> list[list[str]]:
    """Counters, flags and markers of every shape. Procedures are known already, as tracks may live within one."""
    s = w.source
    blocks: list[list[str]] = []
    score = w.names.new("track")
    w.tracks[score] = Track("counter", NUMBER, "player")
    w.score = score
    blocks.append([f"counter {score} of each player"])
    marker = w.names.new("track")
    w.tracks[marker] = Track("marker", PLAYER)
    blocks.append([f"marker {marker}: player"])
    for _ in range(s.integer(1, 5)):
        name, shape = w.names.new("track"), s.pick(["counter", "flag", "marker"])
        each = s.pick([None, "player", *w.kinds])
        lives = [p for p in w.procedures if p != "play"]
        within = s.pick(lives) if lives and s.chance(25) else None
        type_ = {"counter": NUMBER, "flag": TRUTH}.get(shape) or s.pick(
            [t for t in w.simple_types() if t.name != "meld"]
        )
        line = f"{shape} {name}"
        if each:
            line += f" of each {each}"
        if shape == "marker":
            line += f": {w.type_name(type_)}"
        if shape == "counter" and s.chance(30):
            line += f" from {s.pick([*w.parameters, *'0123'])}"
        if within:
            line += f", within {within}"
        w.tracks[name] = Track(shape, type_, each, within, sure=shape != "marker")
        blocks.append([line])
    return blocks
