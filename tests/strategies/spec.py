"""A whole random spec: declarations made in the order in which they need each other, written in any order."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypothesis import strategies as st

from . import around, parts
from .source import Drawn, Seeded, Source
from .statements import Here, Statements
from .terms import terms
from .texts import E
from .world import PLAYER, Names, Procedure, Scope, Type, World

TITLE = "Any Game"
_ROLES = ["turn", "to", "round", "setup", "scoring"]
_PROCEDURES = {
    "turn": ["takes-turn", "goes-first", "answers"],
    "to": ["goes-on", "builds-up", "settles", "moves-up"],
    "round": ["plays-round", "goes-round"],
    "setup": ["deals-cards", "sets-up"],
    "scoring": ["scores-round", "counts-up"],
}


@dataclass(frozen=True)
class Spec:
    """A random game: its text, the text of a variant of it, its numbers of players."""

    text: str
    variant: str
    players: range


def spec(seed: int) -> Spec:
    """The random spec of a seed."""
    return make(Seeded(seed))


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    """Random specs for Hypothesis."""
    return make(Drawn(draw))


def make(source: Source) -> Spec:
    """A spec from any source of decisions."""
    w = World(source, Names(source))
    x = Statements(w)
    w.shuffled = source.chance(20)
    head = parts.players(w)
    blocks: list[list[str]] = [[line] for line in parts.parameters(w) + parts.kinds(w)]
    parts.components(w)
    tables = {name: parts.grid(w, name) for name in w.components}
    blocks += parts.combinations(w, {name: x.static(name, "c") for name in w.components})
    blocks += parts.zones(w)
    blocks += [parts.declared(w, name, table) for name, table in tables.items()]
    signatures(w)
    blocks += parts.tracks(w)
    blocks += terms(w, x)
    rulings = around.rulings(w)
    bodies = [[f"{procedure_head(w, name)}:", *procedure(w, x, name)] for name in w.procedures]
    blocks += [[line] for line in w.lines]
    blocks += bodies
    w.endings = re.findall(r"\bend game as (\S+)", "\n".join(line for body in bodies for line in body))
    head += around.winners(w, x)
    for make_ in (around.always, around.measure, around.example):
        for _ in range(source.integer(0, 2)):
            blocks.append(make_(w, x))
    if source.chance(40):
        blocks.append(around.scope(w))
    named = {" ".join(_named(block[0])): block for block in blocks}
    variant = around.variant(w, x, TITLE, named)
    if w.shuffled:  # the order of declarations means nothing
        blocks = [blocks.pop(source.integer(0, len(blocks) - 1)) for _ in range(len(blocks))]
    lines = [f'game "{TITLE}"', *head]
    for block in blocks:
        lines += ["", *block] if source.chance(50) else block
    lines += ["", *rulings]
    opening = source.pick(["", "", "# A game nobody has played.\n\n"])
    text = "\n".join(dressed(w, line) for line in lines)
    return Spec(f"{opening}{text}\n", variant, range(w.low, w.high + 1))


def _named(line: str) -> list[str]:
    """What a block declares: `term luck`."""
    words = re.sub(r"\([^)]*\)\s*(is )?", "", line).split()
    return [words[0], words[1].rstrip(":")] if len(words) > 1 else words


def signatures(w: World) -> None:
    """The procedures, without their bodies: what they are of, and from where they are called."""
    s = w.source
    w.procedures["play"] = Procedure("to", [], None)
    for k in range(s.integer(1, 4)):
        role = s.pick(_ROLES) if k else "turn"
        free = [n for n in _PROCEDURES[role] if n not in w.names.taken]
        name = s.pick(free) if free else f"{_PROCEDURES[role][0]}-{k}"
        w.names.taken.add(name)
        params: list[tuple[Type, str]] = []
        if role == "turn" or s.chance(50):
            scope = Scope()
            for j in range(s.pick([1, 1, 2, 3])):
                types = [t for t in w.simple_types() if t.name != "meld"]
                type_ = PLAYER if (j == 0 and (role == "turn" or s.chance(60))) else s.pick(types)
                if j == 0 and type_.name in ("number", "card"):
                    type_ = PLAYER
                local = w.names.local(type_.name, scope)
                scope = scope.having(local, type_)
                params.append((type_, local))
        parent = s.pick(list(w.procedures)) if s.chance(50) else None
        w.procedures[name] = Procedure(role, params, parent)


def procedure_head(w: World, name: str) -> str:
    """The line that opens a procedure."""
    declared = w.procedures[name]
    words = [f"{w.type_name(type_)} {local}" for type_, local in declared.params]
    if not words:
        return f"{declared.role} {name}"
    more = f" ({', '.join(words[1:])})" if len(words) > 1 else ""
    return f"{declared.role} ({words[0]}) {name}{more}"


def procedure(w: World, x: Statements, name: str) -> list[str]:
    """The body of a procedure. The one the game starts with sets what must be set, and has turns."""
    s = w.source
    declared = w.procedures[name]
    scope = Scope({local: type_ for type_, local in declared.params})
    before = len(w.options)
    here = Here(name, depth=2 if name == "play" else 1)
    lines: list[str] = []
    if name == "play":
        marker = next(n for n, t in w.tracks.items() if t.type == PLAYER)
        lines.append(f"  {marker} becomes {s.pick(['a random p in players', 'the first p in players'])}")
        for component in w.components:
            lines += _start(w, x, component, scope)
        more, scope = x.run(scope, here, 0, 2)
        lines += more
        turns = x.turns(scope, here)
        assert turns is not None
        lines += ["  " + line for line in turns[0]]
        lines += x.body(scope, here, 0, 2)
        if s.chance(60):
            lines.append(f"  end game as {w.names.new('ending')}")
    else:
        lines, scope = x.run(scope, here, 1, 3)
        player = scope.of(PLAYER)
        if player and (declared.params[:1] == [(PLAYER, player[0])] or s.chance(70)):
            found = x.choose(scope, here, player[0])
            lines += ["  " + line for line in found[0]] if found is not None else []
    declared.options += list(w.options)[before:]
    return lines


def _start(w: World, x: Statements, component: str, scope: Scope) -> list[str]:
    """Shuffle what starts in a pile and deal some of it; roll dice."""
    s = w.source
    home = next(n for n, z in w.zones.items() if z.component == component)
    hand = next(n for n, z in w.zones.items() if z.component == component and z.each == "player")
    if w.components[component].sort == "dice":
        return [f"  roll {home}"] if s.chance(60) else []
    lines = [f"  shuffle {home}"] if s.chance(80) else []
    if s.chance(80):
        count = s.pick(["all", *[str(n) for n in (2, 3) if n <= w.most_each(component, hand)]])
        lines.append(f"  deal {count} from {home} to {hand} of players")
    return lines


def dressed(w: World, line: str) -> str:
    """A line as people write them: some with tags, comments, or gone on with on the next."""
    s = w.source
    if not line.strip():
        return line
    stop = line.rstrip().endswith(":")
    plain = '"' not in line and "|" not in line
    if plain and s.chance(6):
        found = [m.start() for m in re.finditer(r" (?=(and|or|where|with|alone|until) )", line)]
        if found and not line.lstrip().startswith("measure"):
            at = s.pick(found)
            margin = len(line) - len(line.lstrip()) + 6
            line = f"{line[:at]}\n{' ' * margin}{line[at + 1 :]}"
    if w.rulings and plain and s.chance(10):
        line += f"  {s.pick(w.rulings)}"
    if s.chance(3):
        line += "   # as agreed"
    if s.chance(2) and not stop:
        line += "\n# a remark"
    return line


__all__ = ["E", "Spec", "dressed", "make", "spec", "specs"]
