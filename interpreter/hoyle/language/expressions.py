"""Names and types of expressions: fills in `type` and `ref` of every node, and says what does not fit.

What a word means depends on what is wanted: `2` is a number, a rank or a card. So types go down (`want`) as well as up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from . import tree as t
from .diagnostics import Diagnostic, did_you_mean
from .faces import GridError, face_words, faces_of, matching
from .program import Program
from .types import NOTHING, NUMBER, PLAYER, PLAYERS, TRUTH, Ref, Type

ERROR = Type("error")
LIBRARY = ("size", "left", "right", "others", "top", "bottom", "high", "low", "form", "length", "lead", "latest", "player")


@dataclass
class Scope:
    """The names alive at one place: locals with their types; `inside` names the procedure or term around."""

    locals: dict[str, Type] = field(default_factory=dict)
    inside: str = ""

    def with_(self, name: str, type_: Type) -> Scope:
        """The same and one more name."""
        return Scope({**self.locals, name: type_}, self.inside)


class Expressions:
    """Checks expressions of one program; mistakes gather in `errors`."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.errors: list[Diagnostic] = []
        self.used: set[str] = set()
        self.in_term: list[str] = []
        self.columns = program.columns
        self.faces: dict[str, list] = {}
        for name, component in program.components.items():
            try:
                self.faces[name] = faces_of(component, program)
            except GridError as error:
                self.errors.append(Diagnostic("E211", str(error), error.span, error.hint))
                self.faces[name] = []
        self.kind_of_value: dict[str, list[str]] = {}
        for kind in program.kinds:
            for value in program.kind_values(kind):
                self.kind_of_value.setdefault(value, []).append(kind)
        self.row_of: dict[str, list[str]] = {}
        for name, faces in self.faces.items():
            for row in dict.fromkeys(f.row for f in faces):
                self.row_of.setdefault(row, []).append(name)
        self.form_of: dict[str, list[str]] = {}
        for name, combination in program.combinations.items():
            for form in combination.forms:
                self.form_of.setdefault(form.name, []).append(name)

    @cached_property
    def options(self) -> dict[str, list[t.Option]]:
        """The options of all choices, by name."""
        found: dict[str, list[t.Option]] = {}
        for procedure in self.p.procedures.values():
            for node in procedure.walk():
                if isinstance(node, t.Option):
                    found.setdefault(node.name, []).append(node)
        return found

    # ---- reporting -------------------------------------------------------------------------------------------------
    def error(self, code: str, message: str, node: t.Node, hint: str = "") -> Type:
        """Note a mistake; gives the type that fits everywhere, so that one mistake is told once."""
        self.errors.append(Diagnostic(code, message, node.span, hint))
        return ERROR

    def known(self, scope: Scope) -> Iterable[str]:
        """Every name that could be meant."""
        p = self.p
        yield from scope.locals
        for table in (p.zones, p.tracks, p.terms, p.parameters, p.kinds, p.components, p.combinations):
            yield from table
        yield from LIBRARY
        yield "players"
        yield from self.kind_of_value
        yield from self.row_of
        for fields_ in self.columns.values():
            yield from fields_

    def unknown(self, name: str, node: t.Node, scope: Scope) -> Type:
        """A name that stands for nothing."""
        return self.error("E101", f"nothing is called `{name}`", node, did_you_mean(name, self.known(scope)))

    # ---- one and many ----------------------------------------------------------------------------------------------
    def element(self, type_: Type) -> Type:
        """The type of what a list, place, meld or play holds."""
        if type_.name == "place":
            zone = self.p.zones[type_.of]
            if zone.plays_of and not type_.many:
                return Type("play", type_.of)
            return Type("card", self.holds(type_.of)) if not type_.many else type_.each()
        if type_.name == "meld" and not type_.many:
            return Type("card", self.p.combinations[type_.of].component)
        if type_.name == "play" and not type_.many:
            return Type("card", self.holds(type_.of))
        return type_.each()

    def holds(self, zone: str) -> str:
        """The component that lies in a zone."""
        z = self.p.zones[zone]
        if z.holding:
            return z.holding
        if z.plays_of:
            return self.p.combinations[z.plays_of].component if z.plays_of in self.p.combinations else z.plays_of
        return next(iter(self.p.components), "card")

    def cards(self, type_: Type) -> Type | None:
        """The type of the cards of something, if it has any."""
        if type_.name == "card":
            return type_.list()
        if type_.name in ("place", "play"):
            return Type("card", self.holds(type_.of), True)
        if type_.name == "meld":
            return Type("card", self.p.combinations[type_.of].component, True)
        return None

    def fits(self, got: Type, want: Type) -> bool:
        """Whether a `got` may stand where a `want` is wanted."""
        if ERROR in (got, want) or got == want:
            return True
        if want.many:
            if got.name == "nothing":
                return True
            if want.name == "card":
                return self.cards(got) == want
            if want.name == "play" and got == Type("place", want.of):
                return True
            return got.each() == want.each()
        if want.name == "card":  # one card, or what turns out to be one card
            return self.cards(got) == want.list()
        if want.name == "meld" and got.name in ("card", "play"):
            return self.cards(got) == Type("card", self.p.combinations[want.of].component, True)
        if want.name in ("number", "kind") and got.many:
            return got.each() == want
        return False

    def need(self, node: t.Expr, scope: Scope, want: Type, what: str = "") -> Type:
        """Check an expression where a type is wanted, and say so if it is another."""
        got = self.expr(node, scope, want)
        if not self.fits(got, want):
            where = f" {what}" if what else ""
            return self.error("E201", f"this is {got}, but{where} {want} is wanted", node)
        return got

    # ---- dispatch --------------------------------------------------------------------------------------------------
    def expr(self, node: t.Expr, scope: Scope, want: Type | None = None) -> Type:
        """The type of an expression; `want` helps to read words that may mean several things."""
        method = getattr(self, "_" + type(node).__name__.lower())
        node.type = method(node, scope, want)
        return node.type

    def _number(self, node: t.Number, scope: Scope, want: Type | None) -> Type:
        if want is not None and want.name == "kind" and str(node.value) in self.p.kind_values(want.of):
            node.ref = Ref("value", (want.of, str(node.value)))
            return want.each()
        if want is not None and want.name in ("card", "meld"):
            return self._face(node, scope, want)
        return NUMBER

    def _truth(self, node: t.Truth, scope: Scope, want: Type | None) -> Type:
        return TRUTH

    def _empty(self, node: t.Empty, scope: Scope, want: Type | None) -> Type:
        return NOTHING

    def _nothing(self, node: t.Nothing, scope: Scope, want: Type | None) -> Type:
        return want or NOTHING

    # ---- names -----------------------------------------------------------------------------------------------------
    def _name(self, node: t.Name, scope: Scope, want: Type | None) -> Type:
        name, p = node.name, self.p
        if name in scope.locals:
            node.ref = Ref("local", name)
            return scope.locals[name]
        if want is not None and want.name == "kind" and name in p.kind_values(want.of):
            node.ref = Ref("value", (want.of, name))
            return want.each()
        if want is not None and want.name == "card" and name == want.of and self._one_face(name):
            return self._face(node, scope, want)  # `2 × gift`: the face, not the list of all gifts
        declared = self._declared(node, scope)
        if declared is not None:
            return declared
        if want is not None and want.name in ("card", "meld"):
            return self._face(node, scope, want)
        if len(self.kind_of_value.get(name, ())) == 1:
            kind = self.kind_of_value[name][0]
            node.ref = Ref("value", (kind, name))
            return Type("kind", kind)
        if name in self.kind_of_value:
            kinds = " and ".join(f"`{k}`" for k in self.kind_of_value[name])
            return self.error("E102", f"`{name}` is a value of {kinds}: which is meant is not clear here", node)
        if name in self.row_of:
            return self._face(node, scope, Type("card", self.row_of[name][0]))
        return self.unknown(name, node, scope)

    def _declared(self, node: t.Name, scope: Scope) -> Type | None:
        name, p = node.name, self.p
        self.used.add(name)
        if name in p.zones:
            zone = p.zones[name]
            node.ref = Ref("zone", name)
            return Type("place", name, many=bool(zone.each or zone.low is not None))
        if name in p.tracks:
            track = p.tracks[name]
            if track.each:
                return self.error("E204", f"`{name}` is of each {track.each}: say of which", node, f"for example `{name} of …`")
            node.ref = Ref("track", name)
            return self.track_type(track)
        if name in p.terms:
            term = p.terms[name]
            if term.params:
                return self.error("E204", f"the term `{name}` is about something: say about what", node, f"for example `{name} of …`")
            node.ref = Ref("term", name)
            return self.term_type(name)
        if name in p.parameters:
            node.ref = Ref("parameter", name)
            return NUMBER
        if name in p.kinds:
            node.ref = Ref("kind", name)
            return Type("kind", name, True)
        if name in p.components:
            node.ref = Ref("component", name)
            return Type("card", name, True)
        if name == "players":
            node.ref = Ref("players")
            return PLAYERS
        self.used.discard(name)
        return None

    def track_type(self, track: t.Track) -> Type:
        """What a counter, flag or marker holds."""
        if track.shape == "counter":
            return NUMBER
        if track.shape == "flag":
            return TRUTH
        return self.named_type(track.of_type or "number", track)

    def named_type(self, name: str, node: t.Node) -> Type:
        """The type called `name`: player, number, a kind, component, zone or combination."""
        p = self.p
        if name == "player":
            return PLAYER
        if name == "number":
            return NUMBER
        self.used.add(name)
        for table, sort in ((p.kinds, "kind"), (p.components, "card"), (p.combinations, "meld"), (p.zones, "place")):
            if name in table:
                return Type(sort, name)
        known = ["player", "number", *p.kinds, *p.components, *p.combinations, *p.zones]
        return self.error("E101", f"there is no type `{name}`", node, did_you_mean(name, known) or "a type is player, number, or a declared kind, component, zone or combination")

    def term_type(self, name: str) -> Type:
        """The type of a term's value, checking its body the first time."""
        p = self.p
        if name in p.term_types:
            return p.term_types[name]
        term = p.terms[name]
        if name in self.in_term:
            ring = " → ".join([*self.in_term[self.in_term.index(name) :], name])
            p.term_types[name] = ERROR
            return self.error("E110", f"the term `{name}` is defined by itself: {ring}", term, "a term may not lead back to itself")
        self.in_term.append(name)
        scope = Scope({q.name: self.named_type(q.of_type, q) for q in term.params}, name)
        if term.form != "value":
            result = TRUTH
            bodies = [(c.value, c) for c in term.cases] or [(term.value, term)]
            for body, _ in bodies:
                self.need(body, scope, TRUTH, "for a term that is true or not")  # type: ignore[arg-type]
            for case in term.cases:
                if case.guard is not None:
                    self.need(case.guard, scope, TRUTH, "after `if`")
        elif term.value is not None:
            result = self.expr(term.value, scope)
        else:
            result = ERROR
            for case in term.cases:
                got = self.expr(case.value, scope, None if result is ERROR else result)
                if result is ERROR:
                    result = got
                elif not self.fits(got, result) and not self.fits(result, got):
                    self.error("E201", f"this row gives {got}, the first row {result}", case.value)
                if case.guard is not None:
                    self.need(case.guard, scope, TRUTH, "after `if`")
        self.in_term.pop()
        p.term_types.setdefault(name, result)
        return p.term_types[name]

    # ---- faces -----------------------------------------------------------------------------------------------------
    def _face(self, node: t.Expr, scope: Scope, want: Type | None) -> Type:
        words = face_words(node)
        wanted = [self.p.combinations[want.of].component] if want is not None and want.name == "meld" else None
        names = wanted or ([want.of] if want is not None and want.name == "card" else list(self.p.components))
        found = []
        if words is not None:
            for name in names:
                found += [(name, k) for k in matching(words, self.p.components[name], self.faces[name], self.p)]
        text = " ".join(map(str, words or []))
        if len(found) == 1:
            node.ref = Ref("face", (found[0][0], words))
            return Type("card", found[0][0])
        if found:
            name, first = found[0]
            example = self.face_name(name, first)
            return self.error("E210", f"`{text}` may be any of {len(found)} faces", node, f"say which, for example `{example}`")
        if isinstance(node, t.Name):
            return self.unknown(node.name, node, scope)
        return self.error("E210", f"there is no face `{text}` on a {' or '.join(names)}", node)

    def _one_face(self, component: str) -> bool:
        return len(matching([component], self.p.components[component], self.faces[component], self.p)) == 1

    def face_name(self, component: str, k: int) -> str:
        """How people write a face: the fewest words that tell it from the others."""
        return face_names(self.p, component, self.faces[component])[k]

    def _numbered(self, node: t.Numbered, scope: Scope, want: Type | None) -> Type:
        zone = self.p.zones.get(node.name)
        if zone is None:
            return self._face(node, scope, want if want is not None and want.name in ("card", "meld") else None)
        self.used.add(node.name)
        if zone.low is None:
            return self.error("E204", f"the places of `{node.name}` have no numbers", node)
        if bool(zone.each) != (node.of is not None):
            return self.error("E204", f"`{node.name}` is of each {zone.each}: say of which" if zone.each else f"`{node.name}` is of nobody", node)
        if node.of is not None and zone.each:
            self.need(node.of, scope, self.named_type(zone.each, node))
        node.ref = Ref("zone", node.name)
        return Type("place", node.name)

    # ---- of --------------------------------------------------------------------------------------------------------
    def _of(self, node: t.Of, scope: Scope, want: Type | None) -> Type:
        name, p, args = node.name, self.p, node.args
        if name in p.terms:
            return self._term_of(node, scope)
        if name in p.combinations and len(args) == 1:
            self.used.add(name)
            self.need(args[0], scope, Type("card", p.combinations[name].component, True))
            node.ref = Ref("combination", name)
            return Type("meld", name, True)
        if len(args) > 1:
            return self.error("E204", f"`{name}` is of one thing", node) if name in set(self.known(scope)) else self.unknown(name, node, scope)
        arg = args[0]
        for table, kind in ((p.zones, "zone"), (p.tracks, "track")):
            if name in table and (each := table[name].each):
                self.used.add(name)
                one = self.named_type(each, table[name])
                first = self.expr(arg, scope, one)
                if self._has_field(self.cards(first), name) and not self.fits(first, one):
                    break  # a card's field of the same name
                got = self.need(arg, scope, one.list() if first.many else one)
                node.ref = Ref(kind, name)
                if kind == "track":
                    return Type(*_plain(self.track_type(p.tracks[name])), got.many)
                return Type("place", name, got.many or p.zones[name].low is not None)
        if self._reads_as_face(node, scope, want):
            return self._face(node, scope, want)
        got = self.expr(arg, scope)
        if got is ERROR or got.name == "error":
            return ERROR
        if got.name == "place" and not (self.cards(got) and self._has_field(self.cards(got), name) and got.many):  # type: ignore[arg-type]
            index = self._index(node, got)
            if index is not None:
                return index
        cards = self.cards(got)
        if cards is not None and self._has_field(cards, name):
            node.ref = Ref("column", (cards.of, name))
            one_card = got.name == "card" and not got.many or got.name == "play" and not got.many and p.zones[got.of].plays_of in p.components
            field_type = self.columns[cards.of][name]
            return field_type if one_card else field_type.list()
        return self._library(node, got, scope)

    def _has_field(self, cards: Type | None, name: str) -> bool:
        return cards is not None and name in self.columns.get(cards.of, ())

    def _reads_as_face(self, node: t.Of, scope: Scope, want: Type | None) -> bool:
        if node.name in LIBRARY or any(node.name in c for c in self.columns.values()):
            return False
        words = face_words(node)
        known = node.name in self.kind_of_value or node.name in self.row_of
        return words is not None and known and node.name not in scope.locals

    def _index(self, node: t.Of, place: Type) -> Type | None:
        zone = self.p.zones[place.of]
        if zone.each and node.name == zone.each:
            node.ref = Ref("index", place.of)
            each = self.named_type(zone.each, node)
            return each.list() if place.many else each
        return None

    def _term_of(self, node: t.Of, scope: Scope) -> Type:
        term = self.p.terms[node.name]
        self.used.add(node.name)
        if term.form != "value":
            how = f"… is {term.name}" if term.form == "predicate" else f"… {term.name} …"
            return self.error("E103", f"`{term.name}` is said as `{how}`", node)
        result = self.term_type(node.name)
        if len(node.args) != len(term.params):
            return self.error("E204", f"`{node.name}` is of {len(term.params)} things, not {len(node.args)}", node)
        lifted = False
        for arg, param in zip(node.args, term.params, strict=True):
            one = self.named_type(param.of_type, param)
            got = self.expr(arg, scope, one)
            if got.many and not self.fits(got, one) and got.each() == one:
                lifted = True
            elif got.many and got.each() == one and one.name not in ("meld",):
                lifted = True
            elif got.name in ("place", "meld", "play") and one.name == "card" and self.cards(got) == one.list():
                lifted = not (got.name == "play" and self.p.zones[got.of].plays_of in self.p.components)
            elif not self.fits(got, one):
                return self.error("E201", f"this is {got}, but {one} is wanted", arg)
        node.ref = Ref("term", node.name)
        return result.list() if lifted else result

    def _library(self, node: t.Of, got: Type, scope: Scope) -> Type:
        name = node.name
        node.ref = Ref("library", name)
        plays = got.name == "place" and self.p.zones[got.of].plays_of
        match name:
            case "size":
                return NUMBER
            case "left" | "right" if got.name == "player":
                return got
            case "others" if got.name == "player" and not got.many:
                return PLAYERS
            case "top" | "bottom" if self.cards(got) is not None:
                cards = self.cards(got)
                assert cards is not None
                return cards if got.many else cards.each()
            case "high" | "low" if self.cards(got) is not None:
                cards = self.cards(got)
                assert cards is not None
                if cards.of not in self.p.orders:
                    return self.error("E203", f"a `{cards.of}` is neither higher nor lower than another", node, f"declare: order {cards.of} by …")
                return cards.each()
            case "form" if got.name in ("meld", "play") and not got.many:
                return Type("form", self.combination_of(got))
            case "length" if got.name in ("meld", "play") and not got.many:
                return NUMBER
            case "lead" | "latest" if plays and not got.many:
                return Type("play", got.of)
            case "player" if got.name == "play":
                return Type("player", many=got.many)
        if name in LIBRARY:
            return self.error("E201", f"`{name} of` {got} means nothing", node)
        return self.unknown(name, node, scope)

    def combination_of(self, got: Type) -> str:
        """The combination a meld or play is of."""
        return got.of if got.name == "meld" else (self.p.zones[got.of].plays_of or "")

    # ---- lists -----------------------------------------------------------------------------------------------------
    def _reduce(self, node: t.Reduce, scope: Scope, want: Type | None) -> Type:
        got = self.expr(node.arg, scope)
        if got is ERROR:
            return ERROR
        if node.kind == "total":
            if got.each() != NUMBER:
                return self.error("E201", f"a total is of numbers, this is {got}", node.arg)
            return NUMBER
        cards = self.cards(got)
        one = cards.each() if cards is not None else got.each()
        return one if self.ordered(one, node) else ERROR

    def ordered(self, one: Type, node: t.Node) -> bool:
        """Whether things of a type have an order; says so if not."""
        if one in (NUMBER, ERROR):
            return True
        if one.name == "kind":
            if self.p.kinds[one.of].ordered:
                return True
            self.error("E203", f"the values of `{one.of}` have no order", node, f"declare: kind {one.of}, low to high: …")
            return False
        if one.name == "card" and one.of in self.p.orders:
            return True
        hint = f"declare: order {one.of} by …" if one.name == "card" else ""
        self.error("E203", f"{one} is neither higher nor lower than another", node, hint)
        return False

    def _listof(self, node: t.ListOf, scope: Scope, want: Type | None) -> Type:
        one = None
        if want is not None:
            one = Type("card", self.p.combinations[want.of].component) if want.name == "meld" else want.each()
        if not node.items:
            return want.list() if want is not None else NOTHING
        for item in node.items:
            got = self.expr(item, scope, one)
            cards = self.cards(got)
            if one is None:
                one = cards.each() if cards is not None else got.each()
            elif not self.fits(got, one.list()):
                return self.error("E201", f"this is {got}, the others in the list are {one.list()}", item)
        return one.list() if one is not None else NOTHING

    def _range(self, node: t.Range, scope: Scope, want: Type | None) -> Type:
        one = want.each() if want is not None and want.name in ("kind", "card") else None
        low = self.expr(node.low, scope, one)
        high = self.expr(node.high, scope, low if low is not ERROR else one)
        if ERROR in (low, high):
            return ERROR
        if low != high or low.name not in ("number", "kind", "card"):
            return self.error("E201", f"a range goes from {low} to {high}", node)
        return low.list()

    def _binder(self, node: t.Binder, scope: Scope, want: Type | None) -> Type:
        """`x in L …`: gives the list; the name is alive in its filters only."""
        return self.bind(node, scope)[0]

    def bind(self, node: t.Binder, scope: Scope) -> tuple[Type, Scope]:
        """The list a binder gives, and the scope in which its name is alive."""
        got = self.expr(node.source, scope)
        if got is not ERROR and not (got.many or got.name in ("place", "meld", "play")):
            self.error("E201", f"`in` wants a list or a place, this is {got}", node.source)
            got = ERROR
        one = ERROR if got is ERROR else self.element(got)
        self.no_clash(node.name, node, scope)
        if node.start is not None:
            self.need(node.start, scope, one, "after `from`")
        inner = scope.with_(node.name, one)
        for f in node.filters:
            if isinstance(f, t.Where):
                self.need(f.test, inner, TRUTH, "after `where`")
            else:
                key = self.expr(f.key, inner)
                one_key = self.cards(key).each() if self.cards(key) is not None else key.each()  # type: ignore[union-attr]
                if key is not ERROR:
                    self.ordered(one_key, f.key)
        node.type = ERROR if one is ERROR else one.list()
        return node.type, inner

    def no_clash(self, name: str, node: t.Node, scope: Scope) -> None:
        """A new local name must not hide one that is alive."""
        if name in scope.locals:
            self.error("E102", f"`{name}` is already the name of something here", node, "choose another name")

    def _query(self, node: t.Query, scope: Scope, want: Type | None) -> Type:
        got = self.expr(node.binder, scope)
        if node.pick == "number of":
            return NUMBER
        return ERROR if got is ERROR else got.each()

    def _quantifier(self, node: t.Quantifier, scope: Scope, want: Type | None) -> Type:
        self.expr(node.binder, scope)
        return TRUTH

    def _randomof(self, node: t.RandomOf, scope: Scope, want: Type | None) -> Type:
        got = self.expr(node.binder, scope)
        return ERROR if got is ERROR else got.each()

    # ---- arithmetic ------------------------------------------------------------------------------------------------
    def _arithmetic(self, node: t.Arithmetic, scope: Scope, want: Type | None) -> Type:
        listing = want is not None and want.name in ("card", "meld")
        if node.op == "×" and listing:
            self.need(node.left, scope, NUMBER)
            got = self.expr(node.right, scope, want.each() if want is not None else None)
            return ERROR if got is ERROR else got.list()
        left = self.expr(node.left, scope, want)
        if left is ERROR:
            self.expr(node.right, scope, want)
            return ERROR
        if node.op in ("+", "-", "but") and left != NUMBER and not (left.each() == NUMBER and node.op == "but"):
            return self._join(node, left, scope)
        right = self.need(node.right, scope, NUMBER)
        if not self.fits(left, NUMBER):
            return self.error("E201", f"this is {left}, but a number is wanted", node.left)
        if node.op == "but":
            return self.error("E201", "`but` takes things away from a list; for numbers use `-`", node)
        return ERROR if right is ERROR else NUMBER

    def _join(self, node: t.Arithmetic, left: Type, scope: Scope) -> Type:
        if node.op == "-":
            return self.error("E201", f"`-` is for numbers, this is {left}", node.left, "use `but` to take cards away")
        cards = self.cards(left)
        joined = cards if cards is not None else left.list()
        right = self.expr(node.right, scope, joined)
        if right is not ERROR and not self.fits(right, joined):
            return self.error("E201", f"this is {right}, but {joined} is wanted", node.right)
        return joined

    # ---- conditions ------------------------------------------------------------------------------------------------
    def _compare(self, node: t.Compare, scope: Scope, want: Type | None) -> Type:
        self._ordered_pair(node.left, node.right, node.op != "=", node, scope)
        return TRUTH

    def _ordered_pair(self, left: t.Expr, right: t.Expr, ordered: bool, node: t.Node, scope: Scope) -> None:
        got = self.expr(left, scope)
        cards = self.cards(got)
        one = got if got is ERROR else (cards.each() if cards is not None and got.name != "form" else got.each())
        other = self.expr(right, scope, one)
        if got.name == "number" and isinstance(left, t.Number) and other.name in ("kind", "card"):
            got = self.expr(left, scope, other)
            one = got.each()
        if ERROR in (one, other):
            return
        if not self.fits(other, one):
            self.error("E201", f"{got} cannot be compared with {other}", node)
        elif ordered:
            self.ordered(one, node)

    def _is(self, node: t.Is, scope: Scope, want: Type | None) -> Type:
        left = self.expr(node.left, scope)
        right = node.right
        if isinstance(right, t.Empty):
            if left is not ERROR and not left.many and left.name not in ("place", "meld", "play"):
                self.error("E201", f"only a list or a place can be empty, this is {left}", node.left)
        elif isinstance(right, t.Nothing):
            right.type = left
            if left is not ERROR and (left.many or left == TRUTH):
                self.error("E201", f"{left} is never none", node.left, "use `is empty`" if left.many else "")
        elif isinstance(right, t.RowTest):
            self._row_test(right, left, scope)
        elif isinstance(right, t.IsCompare):
            self._is_compare(node, left, right, scope)
        elif not self._adjective(node, left, scope):
            self._equal(node, left, right, scope)
        return TRUTH

    def _row_test(self, node: t.RowTest, left: Type, scope: Scope) -> None:
        if left is ERROR:
            return
        if left.name in ("meld", "play") and not left.many and (combination := self.p.combinations.get(self.combination_of(left))):
            if any(f.name == node.name for f in combination.forms):
                node.ref = Ref("form", (combination.name, node.name))
                return
            forms = [f.name for f in combination.forms]
            self.error("E101", f"`{node.name}` is no form of `{combination.name}`", node, did_you_mean(node.name, forms) or f"its forms: {', '.join(forms)}")
            return
        cards = self.cards(left)
        if cards is not None:
            rows = [r for r, where in self.row_of.items() if cards.of in where]
            if node.name in rows:
                node.ref = Ref("row", (cards.of, node.name))
                return
            self.error("E101", f"no `{cards.of}` is called `{node.name}`", node, did_you_mean(node.name, rows) or f"its rows: {', '.join(rows)}")
            return
        self.error("E201", f"{left} is of no kind that `a {node.name}` could name", node)

    def _is_compare(self, node: t.Is, left: Type, right: t.IsCompare, scope: Scope) -> None:
        if right.how in ("one of", "none of"):
            cards = self.cards(left)
            one = left if left is ERROR else (cards.each() if cards is not None else left.each())
            self.need(right.right, scope, one.list() if one is not ERROR else ERROR)
        else:
            self._ordered_pair(node.left, right.right, True, node, scope)

    def _adjective(self, node: t.Is, left: Type, scope: Scope) -> bool:
        """`is out`, `is bound`: a predicate or a flag of each."""
        right = node.right
        if not isinstance(right, t.Name) or right.name in scope.locals:
            return False
        term, track = self.p.terms.get(right.name), self.p.tracks.get(right.name)
        if term is not None and term.form == "predicate":
            self.used.add(right.name)
            self.term_type(right.name)
            one = self.named_type(term.params[0].of_type, term.params[0])
            if not self.fits(left, one):
                self.error("E201", f"`{right.name}` is said of {one}, this is {left}", node.left)
            right.ref, right.type = Ref("predicate", right.name), TRUTH
            return True
        if track is not None and track.shape == "flag" and track.each:
            self.used.add(right.name)
            one = self.named_type(track.each, track)
            if not self.fits(left, one):
                self.error("E201", f"`{right.name}` is said of {one}, this is {left}", node.left)
            right.ref, right.type = Ref("flag", right.name), TRUTH
            return True
        return False

    def _equal(self, node: t.Is, left: Type, right: t.Expr, scope: Scope) -> None:
        if left.name in ("kind", "card", "meld", "place", "play", "number"):
            cards = self.cards(left)
            want = cards if cards is not None and (left.many or left.name in ("place", "meld", "play")) else left
            if left.name == "place" and not left.many and self._means_place(right, scope):
                want = left
            got = self.expr(right, scope, want.each() if left.name in ("card", "kind") and not left.many else want)
        else:
            got = self.expr(right, scope, left)
        if left.name == "number" and isinstance(node.left, t.Number) and got.name in ("kind", "card"):
            left = self.expr(node.left, scope, got.each())
        if ERROR in (left, got):
            return
        fine = left == got or self.fits(got, left) or self.fits(left, got)
        if not fine and self.cards(left) is not None and self.cards(left) == self.cards(got):
            fine = True
        if not fine:
            self.error("E201", f"{left} can never be {got}: tried as equal things, as a predicate and as a flag", node)

    def _means_place(self, right: t.Expr, scope: Scope) -> bool:
        match right:
            case t.Name():
                return scope.locals.get(right.name, ERROR).name == "place" or right.name in self.p.zones
            case t.Numbered() | t.Of():
                return right.name in self.p.zones
        return False

    def _has(self, node: t.Has, scope: Scope, want: Type | None) -> Type:
        left = self.expr(node.left, scope)
        cards = self.cards(left)
        one = left if left is ERROR else (cards.each() if cards is not None else left.each())
        if left is not ERROR and not (left.many or left.name in ("place", "meld", "play")):
            self.error("E201", f"only a list or a place has things in it, this is {left}", node.left)
            one = ERROR
        if one.name == "card" and isinstance(node.right, t.Name) and node.right.name not in scope.locals and node.right.name in self.row_of and one.of in self.row_of[node.right.name]:
            node.right.ref, node.right.type = Ref("row", (one.of, node.right.name)), one
            return TRUTH
        self.need(node.right, scope, one)
        return TRUTH

    def _relation(self, node: t.Relation, scope: Scope, want: Type | None) -> Type:
        term = self.p.terms.get(node.name)
        if term is None or term.form != "relation":
            relations = [x.name for x in self.p.terms.values() if x.form == "relation"]
            words = ["is", "has", "and", "or", "where", "from", "onto", "of", "in", "with", "but", "mod"]
            hint = did_you_mean(node.name, [*relations, *words])
            return self.error("E101", f"there is no relation `{node.name}`", node, hint or "declare: term (…) " + node.name + " (…): …")
        self.used.add(node.name)
        self.term_type(node.name)
        for arg, param in zip((node.left, node.right), term.params, strict=False):
            self.need(arg, scope, self.named_type(param.of_type, param))
        node.ref = Ref("term", node.name)
        return TRUTH

    def _and(self, node: t.And | t.Or, scope: Scope, want: Type | None) -> Type:
        self.need(node.left, scope, TRUTH)
        self.need(node.right, scope, TRUTH)
        return TRUTH

    _or = _and

    def _not(self, node: t.Not, scope: Scope, want: Type | None) -> Type:
        self.need(node.arg, scope, TRUTH)
        return TRUTH


def _plain(type_: Type) -> tuple[str, str]:
    return type_.name, type_.of


def face_names(program: Program, component: str, faces: list) -> list[str]:
    """How people write each face of a component: the shortest of (row; values; row and values) that is only its own."""
    declared = program.components[component]
    names: list[str] = []
    for face in faces:
        words = []
        for f, v in face.fields.items():
            if v is not None:
                words.append(program.kind_values(f)[v] if f in program.kinds else str(v))
        candidates = [[face.row], *[[w] for w in words], words[:2], [face.row, *words[:1]], [face.row, *words[1:2]], words, [face.row, *words]]
        chosen = next((c for c in candidates if c and _own(c, declared, faces, program)), [face.row, *words])
        names.append(_spell(chosen))
    return names


def _own(words: list[str], component: t.Components, faces: list, program: Program) -> bool:
    plain = [int(w) if w.lstrip("-").isdigit() else w for w in words]
    return len(matching(plain, component, faces, program)) == 1


def _spell(words: list[str]) -> str:
    if len(words) == 2 and not words[1].lstrip("-").isdigit():
        return f"{words[0]} of {words[1]}"
    return " ".join(words)
