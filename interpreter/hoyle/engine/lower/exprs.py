"""Checked expressions → expressions of the flow: lists flattened, terms called or put in, words turned into numbers."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from ...language import tree as t
from ...language.types import Type
from .. import flow as f
from .tables import Tables

Env = dict[str, f.Expr]


class Exprs(Tables):
    """Lowers expressions. An `Env` says where each local name's value is found."""

    def __init__(self, program: Any, players: int) -> None:
        super().__init__(program, players)
        self._functions: dict[str, int] = {}
        self._lower_combinations()

    def register(self) -> int:
        """A new register."""
        self.flow.registers += 1
        return self.flow.registers - 1

    # ---- types -----------------------------------------------------------------------------------------------------
    def is_plays(self, type_: Type) -> bool:
        """Whether a place keeps plays."""
        return type_.name == "place" and bool(self.p.zones[type_.of].plays_of)

    def single_play(self, type_: Type) -> bool:
        """Whether plays of this sort are single cards."""
        return type_.name == "play" and self.p.zones[type_.of].plays_of in self.p.components

    def combination_named(self, type_: Type) -> int:
        """The index of the combination a meld or play is of."""
        name = type_.of if type_.name == "meld" else self.p.zones[type_.of].plays_of
        return list(self.p.combinations).index(name or "")

    # ---- scalars ---------------------------------------------------------------------------------------------------
    def value(self, node: t.Expr, env: Env) -> f.Expr:
        """One value, of the node's own type."""
        found: f.Expr = getattr(self, "_" + type(node).__name__.lower())(node, env)
        return found

    def truth(self, node: t.Expr, env: Env) -> f.Expr:
        """A condition."""
        return self.value(node, env)

    def number_(self, node: t.Expr, env: Env) -> f.Expr:
        """A number (or kind, player …): the only member if the node is a list."""
        if node.type.many:
            return f.Fold("only", self.members(node, env), span=node.span)
        return self.value(node, env)

    def card(self, node: t.Expr, env: Env) -> f.Expr:
        """One card: of a list, place, play or meld its only one."""
        if node.type.many or node.type.name in ("place", "play", "meld"):
            return f.Fold("only", self.cards(node, env), span=node.span)
        return self.value(node, env)

    def face_of(self, node: t.Expr, env: Env) -> f.Expr:
        """One card's face."""
        return _face(self.card(node, env))

    def meld(self, node: t.Expr, env: Env, want: Type) -> f.Expr:
        """A meld of the wanted combination."""
        if node.type.name == "meld" and not node.type.many:
            return self.value(node, env)
        if node.type.name == "play" and not node.type.many:
            return f.PlayMeld(self.value(node, env), span=node.span)
        return f.MakeMeld(list(self.p.combinations).index(want.of), self.cards(node, env), span=node.span)

    def as_type(self, node: t.Expr, want: Type, env: Env) -> f.Expr:
        """The node's value where a `want` is wanted."""
        if want.name == "card":
            return self.card(node, env)
        if want.name == "meld":
            return self.meld(node, env, want)
        return self.number_(node, env)

    # ---- sequences -------------------------------------------------------------------------------------------------
    def members(self, node: t.Expr, env: Env) -> f.Seq:
        """What a list, place, meld or play has in it: of a place that keeps plays, the plays."""
        type_ = node.type
        if not type_.many:
            if self.is_plays(type_):
                return f.Plays(self.value(node, env), span=node.span)
            if type_.name in ("place", "meld", "play"):
                return self.cards(node, env)
            return f.Items([self.value(node, env)], span=node.span)
        found: f.Seq = getattr(self, "_many_" + type(node).__name__.lower())(node, env)
        return found

    def cards(self, node: t.Expr, env: Env) -> f.Seq:
        """The cards of anything that has cards."""
        type_ = node.type
        if type_.name == "card":
            return self.members(node, env)
        one = type_.each()
        if type_.many:
            r = self.register()
            return f.Flat(r, self.members(node, env), self._cards_of(f.Var(r), one), span=node.span)
        return self._cards_of(self.value(node, env), one, node)

    def _cards_of(self, value: f.Expr, type_: Type, node: t.Node | None = None) -> f.Seq:
        span = node.span if node else t.NOWHERE
        if type_.name == "place":
            return f.Cards(value, span=span)
        if type_.name == "meld":
            return f.MeldCards(value, span=span)
        return f.PlayCards(value, f.Const(self.family[type_.of].first), span=span)

    def bind(self, node: t.Binder, env: Env) -> f.Seq:
        """The members of a binder's list that pass its filters."""
        seq = self.members(node.source, env)
        if node.start is not None:
            seq = self._from(seq, node, env)
        for one in node.filters:
            seq = self.filtered(seq, node.name, one, env)
        return seq

    def _from(self, seq: f.Seq, node: t.Binder, env: Env) -> f.Seq:
        """From one member on and round."""
        assert node.start is not None
        start = self.number_(node.start, env)
        if node.type.each() == Type("player"):
            return self.seats_from(seq, start, node.source, node)
        return f.Rotate(seq, start, span=node.span)

    def seats_from(self, seq: f.Seq, start: f.Expr, source: t.Expr, node: t.Node) -> f.Seq:
        """Players in the order of their seats, from one seat on and round; that seat need not be one of them."""
        if source.ref is not None and source.ref.kind == "players":
            return f.Rotate(seq, start, span=node.span)
        r, r2 = self.register(), self.register()
        seats = f.Rotate(f.Values(tuple(range(self.n))), start, span=node.span)
        return f.Filter(r, seats, f.Some(r2, seq, f.Compare("=", f.Var(r2), f.Var(r))), span=node.span)

    def filtered(self, seq: f.Seq, name: str, one: t.Where | t.With, env: Env) -> f.Seq:
        """A sequence and one filter."""
        r = self.register()
        inner = {**env, name: f.Var(r)}
        if isinstance(one, t.Where):
            return f.Filter(r, seq, self.truth(one.test, inner), span=one.span)
        return f.Best(r, seq, self.key(one.key, inner), one.highest, one.alone, span=one.span)

    def key(self, node: t.Expr, env: Env) -> f.Expr:
        """What members are compared by: a number, a kind's position, a card's rank in its order."""
        type_ = node.type
        if type_.name in ("card", "place", "play", "meld"):
            component = self.component_of(type_)
            return f.Column(self.order_table(component), self.face_of(node, env), span=node.span)
        return self.number_(node, env)

    def component_of(self, type_: Type) -> str:
        """The component of the cards of a type."""
        if type_.name == "card":
            return type_.of
        if type_.name == "meld":
            return self.p.combinations[type_.of].component
        return self.holds(self.p.zones[type_.of])

    # ---- names -----------------------------------------------------------------------------------------------------
    def _name(self, node: t.Name, env: Env) -> f.Expr:
        ref = node.ref
        match ref.kind:
            case "local":
                return env[node.name]
            case "zone":
                return f.Const(self.family[node.name].first)
            case "track":
                return f.Load(self.track_base[node.name])
            case "term":
                return f.Call(self.function(node.name), [], span=node.span)
            case "parameter":
                return f.Const(self.flow.parameters[node.name])
            case "value":
                return f.Const(self.p.kind_values(ref.what[0]).index(ref.what[1]))
        return self._face_constant(node)

    def _face_constant(self, node: t.Expr) -> f.Expr:
        component, words = node.ref.what
        face = self.face(component, words)
        return f.Const(face if face >= 0 else 0xFFFF)  # with these parameters there is no such face: equal to none

    def _many_name(self, node: t.Name, env: Env) -> f.Seq:
        match node.ref.kind:
            case "zone":
                family = self.family[node.name]
                return f.Values(tuple(range(family.first, family.first + family.size)))
            case "term":
                return self.members_of_term(self.p.terms[node.name], {})
            case "kind":
                return f.Values(tuple(range(self.kind_size(node.name))))
            case "component":
                first = self.first_face[node.name]
                return f.Values(
                    tuple(first + k for k, row in enumerate(self.rows[node.name]) for _ in range(row.count))
                )
            case "winners":
                return self._those_who_win()
        return f.Values(tuple(range(self.n)))

    def _those_who_win(self) -> f.Seq:
        """The seats that the declaration of the winners gives here."""
        winners = self.p.winners
        assert winners is not None
        rows = [t.Case("", winners.binder)] if winners.binder is not None else winners.cases
        return self._first_row(rows, {})

    def _number(self, node: t.Number, env: Env) -> f.Expr:
        if node.ref is not None:
            if node.ref.kind == "value":
                return f.Const(self.p.kind_values(node.ref.what[0]).index(node.ref.what[1]))
            return self._face_constant(node)
        return f.Const(node.value)

    def _truth(self, node: t.Truth, env: Env) -> f.Expr:
        return f.Const(int(node.value))

    def _nothing(self, node: t.Nothing, env: Env) -> f.Expr:
        return f.Const(f.NONE)

    def _face(self, node: t.Face, env: Env) -> f.Expr:
        return self._face_constant(node)

    def _numbered(self, node: t.Numbered, env: Env) -> f.Expr:
        if node.ref.kind == "face":
            return self._face_constant(node)
        zone, family = self.p.zones[node.name], self.family[node.name]
        position = node.number - self.number(zone.low)  # type: ignore[arg-type]
        if not 0 <= position < max(1, family.numbered):
            raise self.fail(f"there is no `{node.name} {node.number}`", node, "E210")
        if node.of is None:
            return f.Const(family.first + position)
        owners = self.table(
            tuple(family.first + k * family.numbered + position for k in range(family.size // family.numbered))
        )
        return f.Column(owners, self.number_(node.of, env), span=node.span)

    # ---- of --------------------------------------------------------------------------------------------------------
    def _of(self, node: t.Of, env: Env) -> f.Expr:
        ref = node.ref
        arg = node.args[0]
        match ref.kind:
            case "zone":
                family = self.family[node.name]
                return f.Offset(family.first, self.number_(arg, env), family.size, span=node.span)
            case "track":
                return self.load_track(node.name, self.number_(arg, env), node)
            case "term":
                return f.Call(self.function(node.name), self._args(node, env), span=node.span)
            case "column":
                return f.Column(self.field_table(*ref.what), self.face_of(arg, env), span=node.span)
            case "index":
                return f.Column(self.index_table(ref.what), self.value(arg, env), span=node.span)
            case "face":
                return self._face_constant(node)
        return self._library(node, arg, env)

    def load_track(self, name: str, index: f.Expr, node: t.Node) -> f.Expr:
        """A counter, flag or marker of one."""
        return f.LoadAt(self.track_base[name], index, self.index_size(self.p.tracks[name].each), span=node.span)

    def _args(self, node: t.Of, env: Env) -> list[f.Expr]:
        term = self.p.terms[node.name]
        return [self.as_type(a, self.named(q.of_type), env) for a, q in zip(node.args, term.params, strict=True)]

    def named(self, name: str) -> Type:
        """The type called `name`."""
        if name in ("player", "number"):
            return Type(name)
        for table, sort in ((self.p.kinds, "kind"), (self.p.components, "card"), (self.p.combinations, "meld")):
            if name in table:
                return Type(sort, name)
        return Type("place", name)

    def _many_of(self, node: t.Of, env: Env) -> f.Seq:
        ref = node.ref
        arg = node.args[0]
        match ref.kind:
            case "zone":
                return self._zone_places(node, arg, env)
            case "track":
                r = self.register()
                return f.Map(r, self.members(arg, env), self.load_track(node.name, f.Var(r), node), span=node.span)
            case "term":
                return self._lifted_term(node, env)
            case "column":
                r = self.register()
                column = f.Column(self.field_table(*ref.what), _face(f.Var(r)), span=node.span)
                return f.Map(r, self.cards(arg, env), column, span=node.span)
            case "index":
                r = self.register()
                return f.Map(r, self.members(arg, env), f.Column(self.index_table(ref.what), f.Var(r)), span=node.span)
            case "combination":
                return f.Melds(list(self.p.combinations).index(node.name), self.cards(arg, env), span=node.span)
        return self._many_library(node, arg, env)

    def _zone_places(self, node: t.Of, arg: t.Expr, env: Env) -> f.Seq:
        if not arg.type.many:
            return self._numbered_places(node.name, self.number_(arg, env), node)
        return self.places_of_each(node.name, self.members(arg, env), node)

    def _numbered_places(self, zone: str, owner: f.Expr, node: t.Node) -> f.Seq:
        """The places of one owner."""
        family = self.family[zone]
        first = f.Op("+", f.Const(family.first), f.Op("*", owner, f.Const(family.numbered)), span=node.span)
        return f.Span_(first, f.Op("+", first, f.Const(family.numbered - 1)))

    def places_of_each(self, zone: str, owners: f.Seq, node: t.Node) -> f.Seq:
        """The places of several owners, one owner after the other."""
        family, r = self.family[zone], self.register()
        if family.numbered:
            return f.Flat(r, owners, self._numbered_places(zone, f.Var(r), node), span=node.span)
        return f.Map(r, owners, f.Offset(family.first, f.Var(r), family.size, span=node.span), span=node.span)

    def _lifted_term(self, node: t.Of, env: Env) -> f.Seq:
        term = self.p.terms[node.name]
        result = self.p.term_types[node.name]
        inner: Env = {}
        wraps: list[tuple[str, int, Any]] = []
        for arg, param in zip(node.args, term.params, strict=True):
            want = self.named(param.of_type)
            r = self.register()
            inner[param.name] = f.Var(r)
            many = arg.type.many or (
                (want.name == "card" and arg.type.name in ("place", "meld"))
                or (want.name == "card" and arg.type.name == "play")
            )
            if many and not result.many:
                wraps.append(("each", r, self.cards(arg, env) if want.name == "card" else self.members(arg, env)))
            elif arg.type.many and arg.type.each() == want and want.name != "card":
                wraps.append(("each", r, self.members(arg, env)))
            else:
                wraps.append(("let", r, self.as_type(arg, want, env)))
        if result.many:
            body = self.members_of_term(term, inner)
        else:
            body = f.Items([f.Call(self.function(node.name), [inner[q.name] for q in term.params], span=node.span)])
        for how, r, what in reversed(wraps):
            body = f.Flat(r, what, body, span=node.span) if how == "each" else f.LetSeq(r, what, body, span=node.span)
        return body

    def members_of_term(self, term: t.Term, env: Env) -> f.Seq:
        """A term that gives a list, put in where it is used."""
        if term.value is not None:
            return self.members(term.value, env) if term.value.type.many else self._list_of_one(term.value, env)
        return self._first_row(term.cases, env)

    def _first_row(self, cases: list[t.Case], env: Env) -> f.Seq:
        """The list that the first row gives whose condition holds."""
        parts: list[f.Seq] = []
        before: f.Expr | None = None
        for case in cases:
            test = self.truth(case.guard, env) if case.guard is not None else f.Const(1)
            here = test if before is None else f.And(f.Not(before), test)
            before = test if before is None else f.Or(before, test)
            parts.append(f.Filter(self.register(), self.members(case.value, env), here))
        return f.Concat(parts)

    def _list_of_one(self, node: t.Expr, env: Env) -> f.Seq:
        return (
            self.cards(node, env) if node.type.name in ("place", "meld", "play") else f.Items([self.value(node, env)])
        )

    # ---- library ---------------------------------------------------------------------------------------------------
    def _library(self, node: t.Of, arg: t.Expr, env: Env) -> f.Expr:
        type_ = arg.type
        span = node.span
        match node.name:
            case "size":
                return self.size(arg, env)
            case "left" | "right":
                step = 1 if node.name == "left" else self.n - 1
                return f.Op(
                    "mod", f.Op("+", self.number_(arg, env), f.Const(step), span=span), f.Const(self.n), span=span
                )
            case "top" | "bottom":
                if type_.name == "place":
                    return f.End(self.value(arg, env), node.name == "top", span=span)
                return f.Fold("last" if node.name == "top" else "first", self.cards(arg, env), span=span)
            case "high" | "low":
                if type_.name in ("meld", "play") and not type_.many and not self.single_play(type_):
                    meld = self.meld(arg, env, type_)
                    return f.MeldEnd(meld, node.name == "high", span=span)
                return self.extreme(self.cards(arg, env), self.component_of(type_), node.name == "high", node)
            case "form":
                return f.MeldForm(self.meld(arg, env, type_), span=span)
            case "length":
                return f.MeldLength(self.meld(arg, env, type_), self.combination_named(type_), span=span)
            case "lead" | "latest":
                return f.PlayEnd(self.value(arg, env), node.name == "latest", span=span)
        return f.PlaySeat(self.value(arg, env), span=span)

    def extreme(self, seq: f.Seq, component: str, highest: bool, node: t.Node) -> f.Expr:
        """The highest or lowest card of some."""
        r = self.register()
        best = f.Best(r, seq, f.Column(self.order_table(component), _face(f.Var(r))), highest, False, span=node.span)
        return f.Fold("first", best, span=node.span)

    def size(self, arg: t.Expr, env: Env) -> f.Expr:
        """How many: the cards of places, else the members."""
        type_ = arg.type
        if type_.name == "place" and not type_.many:
            return f.Size(self.value(arg, env), span=arg.span)
        if type_.name == "place":
            r = self.register()
            return f.Fold("total", f.Map(r, self.members(arg, env), f.Size(f.Var(r))), span=arg.span)
        dice = [c.dice for c in self.flow.components if isinstance(arg, t.Name) and c.name == arg.name and c.dice]
        if dice:
            return f.Const(dice[0])  # of dice by name: how many there are, not how many faces one has
        return f.Fold("count", self.members(arg, env), span=arg.span)

    def _many_library(self, node: t.Of, arg: t.Expr, env: Env) -> f.Seq:
        span = node.span
        r = self.register()
        match node.name:
            case "others":
                step = f.Op("+", self.number_(arg, env), f.Var(r), span=span)
                return f.Map(r, f.Values(tuple(range(1, self.n))), f.Op("mod", step, f.Const(self.n)), span=span)
            case "left" | "right":
                step = f.Op("+", f.Var(r), f.Const(1 if node.name == "left" else self.n - 1), span=span)
                return f.Map(r, self.members(arg, env), f.Op("mod", step, f.Const(self.n)), span=span)
            case "top" | "bottom":
                places = f.Filter(r, self.members(arg, env), f.Compare(">", f.Size(f.Var(r)), f.Const(0)))
                r2 = self.register()
                return f.Map(r2, places, f.End(f.Var(r2), node.name == "top", span=span), span=span)
            case "player":
                return f.Map(r, self.members(arg, env), f.PlaySeat(f.Var(r)), span=span)
            case "cards":
                return self.cards(arg, env)
        raise self.fail(f"`{node.name} of` several things has no meaning", node, "E201")

    # ---- lists and queries -----------------------------------------------------------------------------------------
    def _reduce(self, node: t.Reduce, env: Env) -> f.Expr:
        type_ = node.arg.type
        if node.kind == "total":
            if not type_.many:
                return self.value(node.arg, env)
            return f.Fold("total", self.members(node.arg, env), span=node.span)
        if node.type.name == "card":
            return self.extreme(self.cards(node.arg, env), node.type.of, node.kind == "highest", node)
        if not type_.many:
            return self.value(node.arg, env)
        return f.Fold("highest" if node.kind == "highest" else "lowest", self.members(node.arg, env), span=node.span)

    def _many_listof(self, node: t.ListOf, env: Env) -> f.Seq:
        if all(not i.type.many and i.type.name not in ("place", "meld", "play") for i in node.items):
            return f.Items([self.value(i, env) for i in node.items], span=node.span)
        card = node.type.name == "card"
        return f.Concat([self.cards(i, env) if card else self.members(i, env) for i in node.items], span=node.span)

    def _many_range(self, node: t.Range, env: Env) -> f.Seq:
        if node.type.name == "card":
            component, low = node.low.ref.what
            high = node.high.ref.what[1]
            if len(low) == len(high) == 1 and isinstance(low[0], int) and isinstance(high[0], int):
                return f.Values(tuple(self.face(component, [k]) for k in range(low[0], high[0] + 1)))
            first, last = self.face(component, low), self.face(component, high)
            return f.Values(tuple(range(first, last + 1)))
        return f.Span_(self.number_(node.low, env), self.number_(node.high, env), span=node.span)

    def _many_binder(self, node: t.Binder, env: Env) -> f.Seq:
        return self.bind(node, env)

    def _query(self, node: t.Query, env: Env) -> f.Expr:
        seq = self.bind(node.binder, env)
        if node.pick == "number of":
            return f.Fold("count", seq, span=node.span)
        return f.Fold("first" if node.pick == "first" else "last", seq, span=node.span)

    def _quantifier(self, node: t.Quantifier, env: Env) -> f.Expr:
        binder = node.binder
        last = binder.filters[-1] if binder.filters else None
        if isinstance(last, t.Where):
            before = binder.filters[:-1]
            short = t.Binder(binder.name, binder.source, binder.start, before, span=binder.span, type=binder.type)
            r = self.register()
            some: f.Expr = f.Some(
                r, self.bind(short, env), self.truth(last.test, {**env, binder.name: f.Var(r)}), span=node.span
            )
        else:
            some = f.Some(self.register(), self.bind(binder, env), f.Const(1), span=node.span)
        return some if node.some else f.Not(some)

    # ---- arithmetic ------------------------------------------------------------------------------------------------
    def _arithmetic(self, node: t.Arithmetic, env: Env) -> f.Expr:
        op = "*" if node.op == "×" else node.op
        return f.Op(op, self.number_(node.left, env), self.number_(node.right, env), span=node.span)  # type: ignore[arg-type]

    def _many_arithmetic(self, node: t.Arithmetic, env: Env) -> f.Seq:
        if node.op == "×":
            return f.Flat(
                self.register(), f.Span_(f.Const(1), self.number_(node.left, env)), self.cards(node.right, env)
            )
        list_ = self.cards if node.type.name == "card" else self.members
        if node.op == "+":
            return f.Concat([list_(node.left, env), list_(node.right, env)], span=node.span)
        return f.Without(list_(node.left, env), list_(node.right, env), span=node.span)

    # ---- conditions ------------------------------------------------------------------------------------------------
    def _and(self, node: t.And, env: Env) -> f.Expr:
        return f.And(self.truth(node.left, env), self.truth(node.right, env))

    def _or(self, node: t.Or, env: Env) -> f.Expr:
        return f.Or(self.truth(node.left, env), self.truth(node.right, env))

    def _not(self, node: t.Not, env: Env) -> f.Expr:
        return f.Not(self.truth(node.arg, env))

    def _compare(self, node: t.Compare, env: Env) -> f.Expr:
        return self.comparison(node.op, node.left, node.right, env, node)

    def comparison(self, op: str, left: t.Expr, right: t.Expr, env: Env, node: t.Node) -> f.Expr:
        """Two things in order (or equal)."""
        cards = left.type.name in ("card", "place", "play", "meld")
        if cards and op == "=":
            return f.Compare("=", self.face_of(left, env), self.face_of(right, env), span=node.span)
        return f.Compare(op, self.key(left, env), self.key(right, env), op != "=", span=node.span)  # type: ignore[arg-type]

    def _is(self, node: t.Is, env: Env) -> f.Expr:
        found = self._is_plain(node, env)
        return f.Not(found) if node.negated else found

    def _is_plain(self, node: t.Is, env: Env) -> f.Expr:
        left, right = node.left, node.right
        match right:
            case t.Empty():
                return f.Compare("=", self.size(left, env), f.Const(0), span=node.span)
            case t.Nothing():
                return f.Compare("=", self.value(left, env), f.Const(f.NONE), span=node.span)
            case t.RowTest():
                if right.ref.kind == "form":
                    combination = self.p.combinations[right.ref.what[0]]
                    position = [x.name for x in combination.forms].index(right.ref.what[1])
                    return f.Compare(
                        "=", f.MeldForm(self.meld(left, env, left.type), span=node.span), f.Const(position)
                    )
                return self._in_row(right.ref.what, self.face_of(left, env))
            case t.IsCompare():
                return self._is_compare(node, right, env)
        if right.ref is not None and right.ref.kind == "predicate":
            term = self.p.terms[right.ref.what]
            return f.Call(
                self.function(term.name), [self.as_type(left, self.named(term.params[0].of_type), env)], span=node.span
            )
        if right.ref is not None and right.ref.kind == "flag":
            return self.load_track(right.ref.what, self.number_(left, env), node)
        return self.equal(left, right, env, node)

    def _in_row(self, what: tuple[str, str], face: f.Expr) -> f.Expr:
        return f.Compare("=", f.Column(self.row_table(*what), face), f.Const(1))

    def _is_compare(self, node: t.Is, right: t.IsCompare, env: Env) -> f.Expr:
        if right.how in ("one of", "none of"):
            r = self.register()
            cards = right.right.type.name == "card"
            member: f.Expr = _face(f.Var(r)) if cards else f.Var(r)
            mine = self.face_of(node.left, env) if cards else self.number_(node.left, env)
            seq = self.cards(right.right, env) if cards else self.members(right.right, env)
            found: f.Expr = f.Some(r, seq, f.Compare("=", member, mine), span=node.span)
            return found if right.how == "one of" else f.Not(found)
        op = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}[right.how]
        return self.comparison(op, node.left, right.right, env, node)

    def equal(self, left: t.Expr, right: t.Expr, env: Env, node: t.Node) -> f.Expr:
        """Whether two things are the same: one and one, or the same things each as often."""
        a, b = left.type, right.type
        if a.name == b.name == "place" and not a.many and not b.many:
            return f.Compare("=", self.value(left, env), self.value(right, env), span=node.span)
        holders = ("place", "meld", "play")
        if a.name in ("card", *holders) and b.name in ("card", *holders, "nothing"):
            if (a.many or a.name in ("place", "meld")) or (b.many or b.name in ("place", "meld")):
                return f.Same(self.cards(left, env), self.cards(right, env), span=node.span)
            return f.Compare("=", self.face_of(left, env), self.face_of(right, env), span=node.span)
        if a.many and b.many:
            return f.Same(self.members(left, env), self.members(right, env), span=node.span)
        return f.Compare("=", self.number_(left, env), self.number_(right, env), span=node.span)

    def _has(self, node: t.Has, env: Env) -> f.Expr:
        r = self.register()
        if node.right.type.name in ("card", "place", "play"):
            seq = self.cards(node.left, env)
            if node.right.ref is not None and node.right.ref.kind == "row":
                test = self._in_row(node.right.ref.what, _face(f.Var(r)))
            else:
                test = f.Compare("=", _face(f.Var(r)), self.face_of(node.right, env))
            return f.Some(r, seq, test, span=node.span)
        return f.Some(
            r, self.members(node.left, env), f.Compare("=", f.Var(r), self.number_(node.right, env)), span=node.span
        )

    def _relation(self, node: t.Relation, env: Env) -> f.Expr:
        term = self.p.terms[node.name]
        args = [
            self.as_type(a, self.named(q.of_type), env)
            for a, q in zip((node.left, node.right), term.params, strict=True)
        ]
        return f.Call(self.function(node.name), args, span=node.span)

    # ---- terms and combinations ------------------------------------------------------------------------------------
    def function(self, name: str) -> int:
        """The function of a term that gives one value."""
        if name in self._functions:
            return self._functions[name]
        term = self.p.terms[name]
        params = [self.register() for _ in term.params]
        env: Env = {q.name: f.Var(r) for q, r in zip(term.params, params, strict=True)}
        type_ = self.p.term_types[name]
        body = self._definition(term, env, type_)
        self._functions[name] = len(self.flow.functions)
        self.flow.functions.append(f.Function(name, params, body, is_pure(body, self.flow), self.sort(type_)))
        return self._functions[name]

    def _definition(self, term: t.Term, env: Env, type_: Type) -> f.Expr:
        if term.value is not None:
            return self.as_type(term.value, type_, env)
        if type_.name == "truth":
            rows = [
                self.truth(c.value, env)
                if c.guard is None
                else f.And(self.truth(c.guard, env), self.truth(c.value, env))
                for c in term.cases
            ]
            found = rows[0]
            for row in rows[1:]:
                found = f.Or(found, row)
            return found
        result: f.Expr | None = None
        for case in reversed(term.cases):
            value = self.as_type(case.value, type_, env)
            test = self.truth(case.guard, env) if case.guard is not None else f.Const(1)
            result = value if case.guard is None else f.Choice(test, value, result, span=case.span)
        assert result is not None
        return result

    def _lower_combinations(self) -> None:
        for name, combination in self.p.combinations.items():
            component = combination.component
            forms = []
            for form in combination.forms:
                pattern = form.pattern
                low = self.number(pattern.low)
                high = self.number(pattern.high) if pattern.high is not None else (None if pattern.more else low)
                column = self.field_table(component, pattern.by) if pattern.by else None
                allowed = [False] * len(self.flow.faces)
                for k in range(len(self.rows[component])):
                    face = self.first_face[component] + k
                    allowed[face] = True
                    if form.where is not None:
                        test = self.truth(form.where, {combination.variable: f.Const(face)})
                        allowed[face] = bool(fold_constant(test, self.flow))
                    if column is not None and self.flow.tables[column][face] == f.NONE:
                        allowed[face] = False
                forms.append(f.FormPattern(form.name, pattern.kind, low, high, column, pattern.each, tuple(allowed)))  # type: ignore[arg-type]
            order = self.order_table(component)
            self.flow.combinations.append(f.CombinationInfo(name, self.component_index[component], forms, order))


def _face(card: f.Expr) -> f.Expr:
    return card if isinstance(card, f.Const | f.FaceOf) else f.FaceOf(card, span=card.span)


def walk(node: Any) -> Any:
    """A flow expression and all below it."""
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, f.Expr | f.Seq) and is_dataclass(item):
                yield from walk(item)


_READS = (f.Load, f.LoadAt, f.Size, f.End, f.PlayEnd, f.Cards, f.PlayCards, f.Plays)


def is_pure(body: f.Expr, flow: f.Flow) -> bool:
    """Whether an expression depends on its parameters alone."""
    for node in walk(body):
        if isinstance(node, _READS) or (isinstance(node, f.Call) and not flow.functions[node.function].pure):
            return False
    return True


def fold_constant(node: f.Expr, flow: f.Flow, env: dict[int, int] | None = None) -> int:
    """The value of an expression of constants, columns and comparisons (the `where` of a form, asked of each face)."""
    env = env or {}

    def ev(e: f.Expr) -> int:
        match e:
            case f.Const():
                return e.value
            case f.Var():
                return env[e.register]
            case f.FaceOf():
                return ev(e.card) & 0xFFFF
            case f.Column():
                return flow.tables[e.table][ev(e.key)]
            case f.Not():
                return int(not ev(e.arg))
            case f.And():
                return int(bool(ev(e.left)) and bool(ev(e.right)))
            case f.Or():
                return int(bool(ev(e.left)) or bool(ev(e.right)))
            case f.Compare():
                a, b = ev(e.left), ev(e.right)
                return int({"=": a == b, "<>": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[e.op])
            case f.Some():
                if isinstance(e.seq, f.Items):
                    members = [ev(i) for i in e.seq.items]
                elif isinstance(e.seq, f.Values):
                    members = list(e.seq.values)
                else:
                    raise ValueError("not constant")
                return int(any(fold_constant(e.test, flow, {**env, e.register: m}) for m in members))
            case f.Call():
                function = flow.functions[e.function]
                return fold_constant(
                    function.body, flow, {r: ev(a) for r, a in zip(function.params, e.args, strict=True)}
                )
            case f.Choice():
                return ev(e.then) if ev(e.test) else ev(e.other) if e.other is not None else 0
            case f.Op():
                a, b = ev(e.left), ev(e.right)
                return {"+": a + b, "-": a - b, "*": a * b, "mod": a % b if b else 0, "/": a // b if b else 0}[e.op]
        raise ValueError("not constant")

    return ev(node)
