"""Names and `of` → expressions of the flow: zones, counters, columns, terms, and the words of the library."""

from __future__ import annotations

from typing import Any

from ...language import tree as t
from ...language.types import Type
from .. import flow as f
from .exprs import Env, Exprs, face_of_card


class Named(Exprs):
    """Lowers what names stand for. A term that gives one value is a function; one that gives a list is put in."""

    def __init__(self, program: Any, players: int) -> None:
        super().__init__(program, players)
        self._functions: dict[str, int] = {}

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
                column = f.Column(self.field_table(*ref.what), face_of_card(f.Var(r)), span=node.span)
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

    # ---- terms -------------------------------------------------------------------------------------------------------
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
        self.flow.functions.append(f.Function(name, params, body, self.sort(type_)))
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
