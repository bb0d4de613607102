"""What must hold of declarations: zones, tracks, cards and dice, orders, combinations, winners, measures, names.

Comes in: a program whose tables are filled, and `Expressions` for what they say. Goes out: mistakes, noted there.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import tree as t
from .diagnostics import did_you_mean
from .expressions import ERROR, LIBRARY, Expressions, Scope
from .naming import said
from .program import Program, constant
from .syntax_words import CONTINUING
from .types import NUMBER, PLAYER, TRUTH, Type

# What opens a line, or stands behind the one who does it, so that no procedure can be called by such a name.
_OPENS = (
    "together", "deal", "shuffle", "roll", "reveal", "end", "let", "if", "for", "repeat", "turns", "place", "places",
    "put", "take", "give", "draw", "discard", "return", "collect",
    # that open another line, below a block: of a choice, of a variant
    "else", "otherwise", "add", "remove", "replace", "after", "before",
)  # fmt: skip
_FOLLOWS = (
    "becomes", "gain", "gains", "lose", "loses", "score", "scores", "chooses", "reveals", "plays", "places", "puts",
    "takes", "gives", "draws", "discards", "returns", "collects",
)  # fmt: skip
_READS_THE_GAME = ("zone", "track", "players", "winners", "flag", "index")


def check_declarations(x: Expressions) -> None:
    """Check all declarations but procedures and examples."""
    p = x.p
    _names(x)
    for zone in p.zones.values():
        before = len(x.errors)
        _zone(zone, x)
        if len(x.errors) > before:
            x.strange.add(zone.name)  # what is said of it is not judged: its declaration is what is wrong
    for track in p.tracks.values():
        _track(track, x)
    for component in p.components.values():
        _components(component, x)
    for order in p.orders.values():
        _order(order, x)
    for term in p.terms.values():
        _head(term, x)
    for name in p.terms:
        x.term_type(name)
    for combination in p.combinations.values():
        _combination(combination, x)


# ---- names -----------------------------------------------------------------------------------------------------------


def _names(x: Expressions) -> None:
    """What is said with `of` must not be called like what every game can say so."""
    p = x.p
    with_of: list[tuple[str, t.Node, str]] = []
    with_of += [(n, d, "term") for n, d in p.terms.items() if d.form == "value" and d.params]
    with_of += [(n, d, d.shape) for n, d in p.zones.items() if d.each]
    with_of += [(n, d, d.shape) for n, d in p.tracks.items() if d.each]
    with_of += [(n, d, "combination") for n, d in p.combinations.items()]
    for name, node, what in with_of:
        if name in LIBRARY:
            hint = "choose another name"
            x.error("E103", f"`{name} of …` means something in every game: no {what} can be called so", node, hint)
            for table in (p.terms, p.zones, p.tracks, p.combinations):
                table.pop(name, None)  # so that it still means what it means in every game
    for name, node in [*p.kinds.items(), *p.components.items(), *p.combinations.items(), *p.zones.items()]:
        if name in ("player", "number") or (isinstance(node, t.Kind) and name in LIBRARY):
            x.error("E103", f"`{name}` means something in every game", node, "choose another name")
    for name, procedure in p.procedures.items():
        if name in (_FOLLOWS if procedure.params else _OPENS):
            message = f"`{name}` is a word of the rules, so no procedure can be called by it"
            x.error("E103", message, procedure, "choose another name, for example with a hyphen")
    for name, track in p.tracks.items():
        if name in (*_OPENS, *CONTINUING, "play") and not (track.shape == "flag" and track.each):
            message = f"`{name}` is a word of the rules, so no line can open with it to change this {track.shape}"
            x.error("E103", message, track, "choose another name, for example with a hyphen")
    for component in p.components.values():
        for column, span in zip(component.columns, component.heads, strict=False):
            if column in LIBRARY:
                at = t.Cell(None, [], span=span)
                x.error(
                    "E103",
                    f"`{column} of …` means something in every game: no column can be called so",
                    at,
                    "choose another name",
                )
            if column in p.combinations or (column in p.terms and p.terms[column].params):
                at = t.Cell(None, [], span=span)
                x.error(
                    "E102",
                    f"`{column}` is the name of a {'term' if column in p.terms else 'combination'}",
                    at,
                    "choose another name",
                )


def _head(term: t.Term, x: Expressions) -> None:
    """A predicate is said of one thing, a relation between two."""
    if term.form == "predicate" and len(term.params) != 1:
        x.error(
            "E204",
            f"what is said with `is` is said of one thing, not of {len(term.params)}",
            term,
            "declare: term (…) NAME (…): …",
        )
    if term.form == "relation" and len(term.params) != 2:
        heads = ", ".join(f"{q.of_type} {q.name}" for q in term.params)
        hint = f"of several things a term is said with `of`: term {term.name} of ({heads})"
        x.error("E204", f"a relation is between two things, `{said(term)}` is between {len(term.params)}", term, hint)


# ---- zones and tracks ------------------------------------------------------------------------------------------------


def _zone(zone: t.Zone, x: Expressions) -> None:
    p = x.p
    if zone.each:
        one = x.named_type(zone.each, zone)
        if one is not ERROR and one.name not in ("player", "kind"):
            x.error(
                "E201", f"a zone is of each player or of each of a kind, not of each {zone.each}", zone, at=zone.each
            )
    if zone.view == "owner" and zone.each != "player":
        hint = "say `of each player`, or seen by all or nobody"
        x.error(
            "E230", f"`{zone.name}` is seen by its owner, but belongs to nobody", zone, hint, at="seen by its owner"
        )
    if zone.holding and zone.holding not in p.components:
        hint = did_you_mean(zone.holding, p.components) or f"there are: {', '.join(p.components) or 'none'}"
        x.error("E101", f"there are no cards or dice called `{zone.holding}`", zone, hint, at=zone.holding)
    if zone.plays_of:
        _plays(zone, zone.plays_of, x)
    if not p.components:
        x.error("E100", "there is a zone, but there are no cards or dice", zone, "declare: cards in …: or dice in …:")
    ends = [constant(number, p) for number in (zone.low, zone.high) if number is not None]
    for number in (zone.low, zone.high):
        if number is not None and x.need(number, Scope(), NUMBER) is not ERROR and constant(number, p) is None:
            x.error("E201", "the numbers of the places must be numbers or parameters", number)
    if len(ends) == 2 and ends[0] is not None and ends[1] is not None and not 0 <= ends[0] <= ends[1] <= ends[0] + 999:
        x.error(
            "E240",
            f"no places are numbered from {ends[0]} to {ends[1]}",
            zone.low or zone,
            "from a number up to a higher one",
        )


def _plays(zone: t.Zone, of: str, x: Expressions) -> None:
    """A pile that keeps plays is one ordered place for all."""
    p = x.p
    x.used.add(of)
    if of not in p.combinations and of not in p.components:
        hint = did_you_mean(of, [*p.combinations, *p.components])
        x.error("E101", f"there is no combination or component `{of}`", zone, hint, at=of)
    if zone.each or zone.low is not None:
        hint = "declare one pile for all; a play says whose it is: `player of …`"
        x.error("E230", f"`{zone.name}` keeps plays, and these lie in one place, not in one of each", zone, hint)
    if zone.shape != "pile":
        x.error(
            "E230",
            f"`{zone.name}` keeps plays in the order they came: it is a pile",
            zone,
            f"say: pile {zone.name}",
            at="zone",
        )
    if zone.view != "all":
        x.error("E230", f"`{zone.name}` keeps plays: everybody sees them", zone, "say `seen by all`")
    if zone.holding and zone.holding != x.holds(zone.name):
        x.error("E230", f"`{zone.name}` cannot both hold {zone.holding} and keep plays of {of}", zone, at=zone.holding)


def _track(track: t.Track, x: Expressions) -> None:
    if track.each:
        one = x.named_type(track.each, track)
        if one is not ERROR and one.name not in ("player", "kind"):
            what = f"a {track.shape} is of each player or of each of a kind, not of each {track.each}"
            x.error("E201", what, track, at=track.each)
    if track.shape == "marker" and not track.of_type:
        x.error("E201", "a marker says what it marks", track, f"for example: marker {track.name}: player")
    elif track.shape != "marker" and track.of_type:
        x.error(
            "E201",
            f"a {track.shape} has no type of its own",
            track,
            "what remembers a thing is a marker",
            at=track.of_type,
        )
    elif x.track_type(track).name in ("meld",):
        x.error(
            "E201",
            "a marker cannot hold a combination",
            track,
            "keep it in a pile, `kept as plays of …`",
            at=track.of_type or "",
        )
    if track.start is not None:
        if track.shape != "counter":
            begins = "no" if track.shape == "flag" else "none"
            x.error("E201", f"only a counter starts from a number, a {track.shape} starts as {begins}", track.start)
        elif x.need(track.start, Scope(), NUMBER) is not ERROR and constant(track.start, x.p) is None:
            x.error("E201", "a counter starts from a number or a parameter", track.start)
    if track.within and track.within not in x.p.procedures:
        x.error(
            "E101",
            f"there is no procedure `{track.within}`",
            track,
            did_you_mean(track.within, x.p.procedures) or _with_part(track.within, x.p.procedures),
            at=track.within,
        )


def _with_part(word: str, names: Iterable[str]) -> str:
    """A hint with the names of which a word is a part (`deal` of `play-deal`); with all names if there are none."""
    fitting = [name for name in names if word in name.split("-")] or list(names)
    return f"did you mean `{fitting[0]}`?" if len(fitting) == 1 else f"the procedures of the game: {', '.join(fitting)}"


# ---- cards and dice --------------------------------------------------------------------------------------------------


def _components(component: t.Components, x: Expressions) -> None:
    for home in component.homes:
        if isinstance(home, t.Name) and home.name not in set(x.known(Scope())):
            hint = did_you_mean(home.name, x.p.zones) or f"declare it: pile {home.name}, seen by nobody"
            x.error("E101", f"nothing is called `{home.name}`", home, hint, at=home.name)
            home.type = ERROR
            continue
        got = x.expr(home, Scope())
        if got is ERROR:
            continue
        if got.name != "place":
            x.error("E201", f"cards and dice start in a zone, {got.told()}", home)
        elif x.p.zones[got.of].plays_of:
            x.error("E230", f"`{got.of}` keeps plays: no cards start there", home)
        elif x.holds(got.of) != component.name:
            _another_sort(component, got.of, home, x)
    if component.copies is not None and component.sort == "cards":
        x.error("E211", "`of them` is for dice; cards have a column `copies`", component, at="cards")
    elif component.copies is not None and x.need(component.copies, Scope(), NUMBER, "for how many dice") == NUMBER:
        many = constant(component.copies, x.p)
        if many is None:
            x.error("E211", "how many dice there are must be a number or a parameter", component.copies)
        elif not 1 <= many <= 1000:
            x.error("E240", f"there would be {many:,} dice; of a kind there are from 1 to 1,000", component.copies)
    if len(set(component.columns)) < len(component.columns) or not all(component.columns):
        x.error("E211", "the columns need different names, one word each", component, at=component.sort)
    elif component.name not in x.broken and not 1 <= sum(f.count for f in x.faces[component.name]) <= 1000:
        x.error("E211", "a set has from 1 to 1,000 cards", component, at=component.sort)


def _another_sort(component: t.Components, zone: str, home: t.Expr, x: Expressions) -> None:
    """Cards or dice that would start where others lie: the zone is theirs, or they have one of their own."""
    declared, held = x.p.zones[zone], x.holds(zone)
    message = f"a zone holds one sort of cards or dice: `{zone}` holds {held}, not {component.name}"
    starting = [
        c.name
        for c in x.p.components.values()
        if any(isinstance(node, t.Name | t.Of | t.Numbered) and node.name == zone for h in c.homes for node in h.walk())
    ]
    each = f" of each {declared.each}" if declared.each else ""
    named = f"{declared.shape} {{}}{each}, holding {component.name}, seen by {'its owner' if declared.view == 'owner' else declared.view}"
    if starting == [component.name] and not declared.holding:
        hint = f"declare: {named.format(zone)}"
    else:
        theirs = f"{component.name}-{declared.shape}"
        hint = f"let them start in one of their own: {named.format(theirs)}"
        if component.sort == "dice":
            hint += "; for a cup of several sorts see `hoyle explain E205`"
    x.error("E205", message, home, hint)


def _order(order: t.Order, x: Expressions) -> None:
    if order.name not in x.p.components:
        hint = did_you_mean(order.name, x.p.components)
        x.error("E101", f"there are no cards or dice called `{order.name}`", order, hint)
        return
    for field in order.fields:
        columns = x.columns[order.name]
        if field not in columns:
            x.error(
                "E101",
                f"a `{order.name}` has no `{field}`",
                order,
                did_you_mean(field, columns) or _columns(columns),
                at=field,
            )
        else:
            x.ordered(columns[field], t.Name(field, span=order.words.get(field, order.span)))


def _columns(columns: dict[str, Type]) -> str:
    return f"its columns: {', '.join(columns)}" if columns else "it has no columns but its name"


# ---- combinations ----------------------------------------------------------------------------------------------------


def _combination(combination: t.Combination, x: Expressions) -> None:
    component = combination.component
    if component not in x.p.components:
        hint = did_you_mean(component, x.p.components)
        x.error("E101", f"there are no cards or dice called `{component}`", combination, hint, at=component)
        return
    x.new_name(combination.variable, combination, Scope())
    scope = Scope({combination.variable: Type("card", component)})
    names: set[str] = set()
    for form in combination.forms:
        if form.name in names:
            x.error("E102", f"the form `{form.name}` stands twice", form, "choose another name", at=form.name)
        names.add(form.name)
        _pattern(form.pattern, component, x)
        if form.where is not None and x.need(form.where, scope, TRUTH, "after `where`") is not ERROR:
            _by_itself(form.where, x, set())


def _pattern(pattern: t.Pattern, component: str, x: Expressions) -> None:
    columns = x.columns[component]
    if pattern.by is not None and pattern.by not in columns:
        if component not in x.broken:
            hint = did_you_mean(pattern.by, columns) or _columns(columns)
            x.error("E101", f"a `{component}` has no `{pattern.by}`", pattern, hint, at=pattern.by)
    elif pattern.kind == "run" and pattern.by is not None and columns[pattern.by].name == "kind":
        x.ordered(columns[pattern.by], t.Name(pattern.by, span=pattern.words.get(pattern.by, pattern.span)))
    ends = []
    for size in (pattern.low, pattern.high):
        if size is not None and x.need(size, Scope(), NUMBER) is not ERROR:
            ends.append(constant(size, x.p))
            if ends[-1] is None:
                x.error("E201", "a size is a number or a parameter", size)
            elif ends[-1] < 1:
                x.error("E240", "a combination has at least one card", size)
    if len(ends) == 2 and None not in ends and ends[0] > ends[1]:  # type: ignore[operator]
        x.error("E240", f"no size is from {ends[0]} to {ends[1]}", pattern)
    if pattern.each < 1:
        x.error("E240", "a run has at least one card of each", pattern)


def _by_itself(node: t.Node, x: Expressions, seen: set[str]) -> None:
    """The `where` of a form is asked of a card's face alone, before any game."""
    for part in node.walk():
        ref = getattr(part, "ref", None)
        if ref is None:
            continue
        if ref.kind in _READS_THE_GAME or isinstance(part, t.Reduce | t.Query):
            hint = "what hangs on the position belongs into the `where` of the option"
            x.error("E220", "the `where` of a form is asked of a card by itself, not of the game", node, hint)
            return
        if ref.kind in ("term", "predicate") and isinstance(ref.what, str) and ref.what not in seen:
            seen.add(ref.what)
            before = len(x.errors)
            for child in x.p.terms[ref.what].children():
                _by_itself(child, x, seen)
            if len(x.errors) > before:
                del x.errors[before:]
                hint = f"`{ref.what}` hangs on the position; say that in the `where` of the option"
                x.error("E220", "the `where` of a form is asked of a card by itself, not of the game", part, hint)
                return


# ---- the aim ---------------------------------------------------------------------------------------------------------


def check_winners(program: Program, x: Expressions) -> None:
    """Winners are players; what they are compared by is the score."""
    winners = program.winners
    if winners is None:
        return
    rows: list[tuple[t.Expr, t.Expr | None, t.Case | None]] = [(c.value, c.guard, c) for c in winners.cases]
    if winners.binder is not None:
        rows = [(winners.binder, None, None)]
    for k, (binder, guard, case) in enumerate(rows):
        got = x.expr(binder, Scope())
        if got is not ERROR and got.each() != PLAYER:
            x.error("E201", f"winners are players, {got.told()}", binder)
        if guard is not None:
            x.need(guard, Scope(), TRUTH, "after `if`")
        elif case is not None and k < len(rows) - 1:
            x.error(
                "E251",
                f"the rows after `{case.name}` are never read, as it has no condition",
                case,
                "say `… if CONDITION`",
                case.name,
            )
        for f in binder.filters if isinstance(binder, t.Binder) else []:
            if isinstance(f, t.With) and isinstance(f.key, t.Of) and f.key.name in program.tracks:
                program.score = f.key.name


def check_measure(measure: t.Measure, program: Program, x: Expressions) -> None:
    """A measure is a number, of procedures and options."""
    for name in measure.names:
        if name not in program.procedures and name not in x.options:
            hint = did_you_mean(name, [*program.procedures, *x.options])
            x.error("E101", f"there is no procedure or option `{name}`", measure, hint, at=name)
        if name in program.procedures and name in x.options:
            message = f"`{name}` is both a procedure and an option: which is measured is not clear"
            x.error("E210", message, measure, "give the option, or the procedure, another name", at=name)
    x.need(measure.value, Scope(), NUMBER, "for a measure")
