"""Checked expressions → expressions of the flow: one value, a list, the members of a binder, arithmetic.

What names and `of` stand for is in `named`, conditions are in `conditions`.
"""

from __future__ import annotations

from ...language import tree as t
from ...language.types import Type
from .. import flow as f
from .tables import Tables

Env = dict[str, f.Expr]


class Exprs(Tables):
    """Lowers expressions. An `Env` says where each local name's value is found."""

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
        return face_of_card(self.card(node, env))

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

    def extreme(self, seq: f.Seq, component: str, highest: bool, node: t.Node) -> f.Expr:
        """The highest or lowest card of some."""
        r = self.register()
        best = f.Best(
            r, seq, f.Column(self.order_table(component), face_of_card(f.Var(r))), highest, False, span=node.span
        )
        return f.Fold("first", best, span=node.span)

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

    # ---- arithmetic ------------------------------------------------------------------------------------------------
    def _arithmetic(self, node: t.Arithmetic, env: Env) -> f.Expr:
        op = "*" if node.op == "×" else node.op
        return f.Op(op, self.number_(node.left, env), self.number_(node.right, env), span=node.span)  # type: ignore[arg-type]

    def _many_arithmetic(self, node: t.Arithmetic, env: Env) -> f.Seq:
        if node.op == "×":
            return f.Flat(
                self.register(), f.Span_(f.Const(1), self.number_(node.left, env)), self.cards(node.right, env)
            )
        cards = node.type.name == "card"
        list_ = self.cards if cards else self.members
        if node.op == "+":
            return f.Concat([list_(node.left, env), list_(node.right, env)], span=node.span)
        return f.Without(list_(node.left, env), list_(node.right, env), cards, span=node.span)


def face_of_card(card: f.Expr) -> f.Expr:
    """The face of a card; a constant is a face."""
    return card if isinstance(card, f.Const | f.FaceOf) else f.FaceOf(card, span=card.span)
