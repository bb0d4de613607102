"""The plan of a rulebook: its sections and clauses as phrases, the same for every language.

Comes in: a checked program. Goes out: sections of steps, in the order editors expect; terms come before they are used.
What always holds: a clause's key is made of names in the spec, so that its link outlives any renumbering.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..language import tree as t
from ..language.program import Program
from . import phrases as p
from .tell.examples import Examples

_ROLES = {"setup": "setup", "round": "course", "turn": "turn", "scoring": "scoring"}


@dataclass(slots=True)
class Section:
    """A part of the book: `title` is a key of the book's headings, or of the titles of procedures."""

    key: str
    title: p.Title
    steps: list[p.Step] = field(default_factory=list)
    parts: list[Section] = field(default_factory=list)
    table: p.Table | None = None


@dataclass(slots=True)
class Plan:
    """All sections; `words` are the things that get into the glossary: link, noun phrase. `uses` are the places in the
    spec that a clause refers to, by its key; `places` say in a line what a zone is, by its link. `handy` are the keys of
    clauses that a player looks up all the time: what cards are worth and which are higher, what combinations there are,
    the terms by which it is told what may be chosen and what counts."""

    program: Program
    sections: list[Section]
    words: list[tuple[str, p.Phrase]]
    uses: dict[str, list[t.Span]] = field(default_factory=dict)
    places: dict[str, p.Phrase] = field(default_factory=dict)
    handy: set[str] = field(default_factory=set)


def plan(program: Program) -> Plan:
    """The plan of a game's rulebook."""
    tell = Examples(program)
    specials = tell.specials()
    sections = [
        _overview(tell),
        _box(tell),
        Section("places", _title(_places(program)), [], table=tell.zones()),
        Section("conventions", _title("conventions"), tell.conventions()),
        _terms(tell),
        Section("special", _title(_specials(program)), [step for step, _ in specials]),
        *_procedures(tell),
        Section("end", _title("end"), _ends(tell)),
        Section("examples", _title("examples"), [tell.example(e) for e in program.examples.values()]),
        _always(tell),
    ]
    uses = {step.key: spans for step, spans in specials}
    kept = [s for s in sections if s.steps or s.parts or s.table]
    return Plan(program, kept, _words(tell), uses, tell.places(), _handy(tell))


def _handy(tell: Examples) -> set[str]:
    """The clauses that a player aid has beside those of play: what cards are worth, orders, all that is about
    combinations, and what the words mean in which options and limits are told."""
    program = tell.program
    found = {tell.link("order", name) for name in program.orders}
    ordered = {f for order in program.orders.values() for f in order.fields}
    ordered |= {form.pattern.by or "" for c in program.combinations.values() for form in c.forms}
    found |= {tell.link("kind", k.name) for k in program.kinds.values() if k.ordered and k.name in ordered}
    found |= {tell.link("combination", name) for name in program.combinations}
    for term in program.terms.values():
        if any(param.of_type in program.combinations for param in term.params):
            found.add(tell.link("term", term.name))
    found |= {tell.link("component", c.name) for c in program.components.values() if _worth(program, c)}
    return found | {tell.link("term", name) for name in _looked_up(program)}


def _worth(program: Program, component: t.Components) -> bool:
    """Whether cards have a number each that rules ask for, which must be looked up: one row of them is known by heart."""
    numbers = {x for x in component.columns if x not in ("name", "copies") and x not in program.kinds}
    asked = any(isinstance(n, t.Of) and n.name in numbers for d in program.declarations for n in d.walk())
    return component.sort == "cards" and len(component.rows) > 1 and asked


def _looked_up(program: Program) -> set[str]:
    """The terms that say what may be chosen and what cards count when points are scored, and those that these need."""
    found: set[str] = set()

    def visit(node: t.Node | None) -> None:
        for inner in node.walk() if node is not None else ():
            name = str(getattr(inner, "name", None))
            if isinstance(inner, t.Expr) and name in program.terms and name not in found:
                found.add(name)
                visit(program.terms[name])

    for procedure in program.procedures.values():
        for node in procedure.walk():
            if isinstance(node, t.Option):
                for part in (node.object, node.destination, *node.picks, node.where):
                    visit(part)
            elif isinstance(node, t.Limit):
                visit(node.only)
                visit(node.when)
            elif isinstance(node, t.Gains) and procedure.role == "scoring":
                visit(node.value)
    return found


def _places(program: Program) -> str:
    """The heading over the places: of cards, or of things where there are dice, alone or beside pieces of another
    name."""
    dice = any(c.sort == "dice" for c in program.components.values())
    return "dice-places" if dice and "card" not in program.components else "places"


def _specials(program: Program) -> str:
    return "special" if _has_cards(program) else "special-sides"


def _has_cards(program: Program) -> bool:
    return any(c.sort == "cards" for c in program.components.values())


def _title(key: str) -> p.Title:
    return p.Title("book", key)


def _overview(tell: Examples) -> Section:
    program = tell.program
    steps = [tell.players_step(program.players)] if program.players is not None else []
    play = program.procedures.get("play")
    parts = []
    if play is not None:
        parts.append(Section(tell.link("procedure", "play"), p.Title("titles", "play"), tell.procedure_steps(play)))
    short = tell.in_short()
    if short:
        parts.append(Section("in-short", _title("in-short"), short))
    return Section("overview", _title("overview"), steps, parts)


def _box(tell: Examples) -> Section:
    program = tell.program
    steps = [tell.components(c) for c in program.components.values()]
    steps += [tell.kind_step(k) for k in program.kinds.values()]
    steps += [tell.order(o) for o in program.orders.values()]
    return Section("box", _title("box"), steps + [tell.parameter_step(x) for x in program.parameters.values()])


def _terms(tell: Examples) -> Section:
    """Definitions: a term after those it uses, then what is kept in mind."""
    program = tell.program
    steps = [tell.combination(c) for c in program.combinations.values()]
    steps += [tell.term(program.terms[name]) for name in _in_order(program)]
    steps += [tell.track(x) for x in program.tracks.values()]
    return Section("terms", _title("terms"), steps)


def _in_order(program: Program) -> list[str]:
    """The terms, each after the terms its definition names."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in done:
            return
        for node in program.terms[name].walk():
            other = getattr(node, "name", None)
            if isinstance(node, t.Expr) and other in program.terms and other != name:
                visit(str(other))
        done[name] = None

    for name in program.terms:
        visit(name)
    return list(done)


def _procedures(tell: Examples) -> list[Section]:
    """Procedures by their place in the book; what has none goes with what calls it first. Of several turns only those
    played most are the turn: a round of bids stands where play comes to it."""
    program = tell.program
    places = {name: _ROLES.get(x.role, "") for name, x in program.procedures.items()}
    depths = tell.depths()
    turns = [name for name, place in places.items() if place == "turn"]
    most = max((depths.get(name, 0) for name in turns), default=0)
    places.update((name, "") for name in turns if depths.get(name, 0) < most)
    if "play" in places:
        places["play"] = "course"
    order = _called_in_order(program)
    for _ in program.procedures:
        for name in order:
            if places[name]:
                for callee in _calls(program.procedures[name]):
                    places[callee] = places[callee] or places[name]
    sections = {k: Section(k, _title(k)) for k in ("setup", "course", "turn", "scoring")}
    for name in order:
        if name == "play":
            continue
        procedure = program.procedures[name]
        steps = tell.procedure_steps(procedure)
        key = tell.link("procedure", name)
        part = Section(key, p.Title("titles", name), steps)
        sections[places[name] or "course"].parts.append(part)
    return list(sections.values())


def _calls(procedure: t.Procedure) -> list[str]:
    return list(dict.fromkeys(n.name for n in procedure.walk() if isinstance(n, t.Call)))


def _called_in_order(program: Program) -> list[str]:
    """Procedures as a reader meets them: from play on, each before what it calls."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in done and name in program.procedures:
            done[name] = None
            for callee in _calls(program.procedures[name]):
                visit(callee)

    visit("play")
    for name in program.procedures:
        visit(name)
    return list(done)


def _ends(tell: Examples) -> list[p.Step]:
    winners = tell.program.winners
    return [tell.winners(winners)] if winners is not None else []


def _always(tell: Examples) -> Section:
    program = tell.program
    steps = [tell.always(a) for a in program.invariants.values()] + [tell.measure(m) for m in program.measures]
    if steps:
        steps.insert(0, p.Step("always.meaning", [p.Sentence(p.Made("no-rules", {}))], [], steps[0].span))
    return Section("always", _title("always"), steps)


def _words(tell: Examples) -> list[tuple[str, p.Phrase]]:
    """What the glossary lists, with the id of its definition; cards and dice are explained by the box itself."""
    program = tell.program
    words: list[tuple[str, p.Phrase]] = []
    for group, names in (
        ("zone", program.zones),
        ("parameter", program.parameters),
        ("kind", program.kinds),
    ):
        words += [(tell.link(group, name), p.NP(name, "bare")) for name in names]
    for name, combination in program.combinations.items():
        words.append((tell.link("combination", name), p.NP(name, "bare")))
        if len(combination.forms) > 1:
            words += [(f"{tell.link('combination', name)}.{f.name}", p.NP(f.name, "bare")) for f in combination.forms]
    words += [(tell.link("term", x.name), _term_word(x, tell)) for x in program.terms.values()]
    for track in program.tracks.values():
        word: p.Phrase = p.NP(track.name, "bare")
        if track.shape == "flag":
            word = _state(track.name) if track.each else p.Fact(track.name)
        words.append((tell.link("fact", track.name), word))
    return words


def _state(name: str) -> p.Phrase:
    """What is said of somebody or something: to be bound by a pass."""
    return p.Clause("be", None, pred=p.Adj(name), mood="inf")


def _term_word(term: t.Term, tell: Examples) -> p.Phrase:
    type_ = tell.program.term_types.get(term.name)
    if term.form == "predicate":
        return _state(term.name)
    if term.form == "relation":
        return p.Clause(term.name, None, mood="inf")
    if type_ is not None and type_.name == "truth" and not term.params:
        return p.Fact(term.name)
    return p.NP(term.name, "bare")
