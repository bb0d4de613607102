"""Conditions → expressions of the flow; and the cards that the conditions of combinations let in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...language import tree as t
from .. import flow as f
from ..errors import PlayError
from ..layout import Layout
from ..writer import Writer
from .exprs import Env, face_of_card
from .named import Named


class Conditions(Named):
    """Lowers conditions."""

    def __init__(self, program: Any, players: int) -> None:
        super().__init__(program, players)
        self._lower_combinations()

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
            member: f.Expr = face_of_card(f.Var(r)) if cards else f.Var(r)
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
                return f.Same(self.cards(left, env), self.cards(right, env), True, span=node.span)
            return f.Compare("=", self.face_of(left, env), self.face_of(right, env), span=node.span)
        if a.many and b.many:
            return f.Same(self.members(left, env), self.members(right, env), False, span=node.span)
        return f.Compare("=", self.number_(left, env), self.number_(right, env), span=node.span)

    def _has(self, node: t.Has, env: Env) -> f.Expr:
        r = self.register()
        if node.right.type.name in ("card", "place", "play"):
            seq = self.cards(node.left, env)
            if node.right.ref is not None and node.right.ref.kind == "row":
                test = self._in_row(node.right.ref.what, face_of_card(f.Var(r)))
            else:
                test = f.Compare("=", face_of_card(f.Var(r)), self.face_of(node.right, env))
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

    # ---- combinations ------------------------------------------------------------------------------------------------
    def _lower_combinations(self) -> None:
        for name, combination in self.p.combinations.items():
            component = combination.component
            forms = []
            for form in combination.forms:
                pattern = form.pattern
                low = self.number(pattern.low)
                high = self.number(pattern.high) if pattern.high is not None else (None if pattern.more else low)
                column = self.field_table(component, pattern.by) if pattern.by else None
                fits = self._fits(form, combination.variable)
                allowed = [False] * len(self.flow.faces)
                for face in range(self.first_face[component], self.first_face[component] + len(self.rows[component])):
                    named = column is None or self.flow.tables[column][face] != f.NONE
                    allowed[face] = named and fits(face)
                forms.append(f.FormPattern(form.name, pattern.kind, low, high, column, pattern.each, tuple(allowed)))  # type: ignore[arg-type]
            order = self.order_table(component)
            self.flow.combinations.append(f.CombinationInfo(name, self.component_index[component], forms, order))

    def _fits(self, form: t.Form, variable: str) -> Callable[[int], bool]:
        """Whether a face may be in a form: the form's condition, which depends on the face alone, as the interpreter
        answers it. A face of which it cannot be asked may not."""
        if form.where is None:
            return lambda face: True
        register, layout = self.register(), Layout(self.flow)
        holds: Callable[..., bool] = Writer(self.flow, layout)(
            self.truth(form.where, {variable: f.Var(register)}), [register]
        )
        frame = layout.thaw(layout.start())

        def fits(face: int) -> bool:
            try:
                return bool(holds(frame, face))
            except PlayError:
                return False

        return fits
