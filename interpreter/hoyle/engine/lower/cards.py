"""Statements that move cards and dice, and what they mean by `what` and `where`."""

from __future__ import annotations

from ...language import tree as t
from ...language.program import constant
from .. import flow as f
from .code import Code, Label
from .exprs import Env


class Cards(Code):
    """Lowers moves, deals, shuffles, rolls and reveals."""

    # ---- moves -----------------------------------------------------------------------------------------------------
    def _do_move(self, s: t.Move, env: Env) -> None:
        actor = self.number_(s.actor, env) if s.actor is not None else None
        to = self.value(s.to, env)
        under = s.preposition == "under"
        seat = actor if self.is_plays(s.to.type) else None
        if s.what.source is not None:
            source = self.value(s.what.source, env)
            if s.what.all or s.what.value is None:
                self.emit(f.MoveAll(source, to, under, s.verb, actor, seat, span=s.span))
            else:
                self.draws(source, self.number_(s.what.value, env), to, under, s.verb, actor, seat, s)
            return
        assert s.what.value is not None
        self.move(s.what.value, env, to, under, s.verb, actor, seat, s)

    def move(
        self,
        what: t.Expr,
        env: Env,
        to: f.Expr,
        under: bool,
        verb: str,
        actor: f.Expr | None,
        seat: f.Expr | None,
        node: t.Node,
    ) -> None:
        """Move what an expression stands for: a whole place, its top unseen, a play, a meld, or cards."""
        type_ = what.type
        if what.ref is not None and what.ref.kind == "component" and isinstance(what, t.Name):
            self.emit(f.Collect(self.component_index[what.name], to, span=node.span))
        elif type_.name == "place" and not type_.many:
            self.emit(f.MoveAll(self.value(what, env), to, under, verb, actor, seat, span=node.span))
        elif self.is_top(what):
            self.emit(f.Draw(self.value(what.args[0], env), to, under, verb, actor, seat, span=node.span))  # type: ignore[attr-defined]
        elif type_.name == "play" and not type_.many and seat is None:
            source = f.Const(self.family[type_.of].first)
            self.emit(f.MovePlay(self.value(what, env), source, to, under, verb, actor, span=node.span))
        elif type_.name == "meld" and not type_.many:
            sources = self.sources(what, env)
            self.emit(f.MoveMeld(self.value(what, env), sources, to, under, verb, actor, seat, span=node.span))
        else:
            self.emit(f.MoveCards(self.cards(what, env), to, under, verb, actor, seat, span=node.span))

    def sources(self, node: t.Expr, env: Env) -> f.Seq:
        """The places whose cards a combination may be made of: `meld of hand of p` → the hand."""
        match node:
            case t.Of() if node.ref.kind == "combination":
                return self.places_of(node.args[0], env)
            case t.Binder():
                return self.sources(node.source, env)
            case t.Query():
                return self.sources(node.binder.source, env)
            case t.Name() if node.ref.kind == "local":
                value = env[node.name]
                if isinstance(value, f.Load) and value.slot in self.origins:
                    return self.sources(*self.origins[value.slot])
            case t.Name() | t.Of() if node.ref.kind == "term":
                term = self.p.terms[node.name]
                args = node.args if isinstance(node, t.Of) else []
                inner = {
                    q.name: self.as_type(a, self.named(q.of_type), env) for a, q in zip(args, term.params, strict=True)
                }
                if term.value is not None:
                    return self.sources(term.value, inner)
        raise self.fail("where these combinations come from is not clear", node, "E221")

    def places_of(self, node: t.Expr, env: Env) -> f.Seq:
        """The places that cards lie at."""
        if node.type.name == "place":
            return self.members(node, env) if node.type.many else f.Items([self.value(node, env)])
        if isinstance(node, t.Arithmetic) and node.op == "+":
            return f.Concat([self.places_of(node.left, env), self.places_of(node.right, env)])
        r = self.register()
        return f.Map(r, self.cards(node, env), f.PlaceOf(f.Var(r)))

    @staticmethod
    def is_top(what: t.Expr) -> bool:
        """Whether this is `top of` one pile: moved without being looked at."""
        return (
            isinstance(what, t.Of)
            and what.name == "top"
            and what.ref is not None
            and what.ref.kind == "library"
            and what.args[0].type.name == "place"
            and not what.args[0].type.many
        )

    def draws(
        self,
        source: f.Expr,
        count: f.Expr,
        to: f.Expr,
        under: bool,
        verb: str,
        actor: f.Expr | None,
        seat: f.Expr | None,
        node: t.Node,
    ) -> None:
        """So many cards, one after the other."""
        draw = f.Draw(source, to, under, verb, actor, seat, span=node.span)
        if isinstance(count, f.Const) and count.value == 1:
            self.emit(draw)
            return
        var = self.slot("count", f.NUMBER)
        self.loop(f.Span_(f.Const(1), count), var, node, lambda: self.emit(draw))

    def _do_shuffle(self, s: t.Shuffle, env: Env) -> None:
        self.emit(f.Shuffle(self.value(s.place, env), span=s.span))

    def _do_roll(self, s: t.Roll, env: Env) -> None:
        self.emit(f.Roll(self.value(s.place, env), span=s.span))

    def _do_reveal(self, s: t.Reveal, env: Env) -> None:
        actor = self.number_(s.actor, env) if s.actor is not None else None
        to = self.members(s.to, env) if s.to is not None else None
        self.emit(f.Reveal(self.cards(s.what, env), to, actor, span=s.span))

    # ---- deals -----------------------------------------------------------------------------------------------------
    def goals(self, to: t.Expr, start: f.Expr | None, env: Env) -> f.Seq:
        """The places dealt to, in the order of the seats from `start` on."""
        if start is None:
            return self.members(to, env)
        if isinstance(to, t.Of) and to.ref.kind == "zone":
            seats = self.seats_from(self.members(to.args[0], env), start, to.args[0], to)
            return self.places_of_each(to.name, seats, to)
        if isinstance(to, t.Name) and to.ref.kind == "zone" and self.family[to.name].each == "player":
            seats = f.Rotate(f.Values(tuple(range(self.n))), start, span=to.span)
            return self.places_of_each(to.name, seats, to)
        raise self.fail("a deal from a player goes to places of each player", to, "E201")

    def _do_deal(self, s: t.Deal, env: Env) -> None:
        start = self.number_(s.start, env) if s.start is not None else None
        source_node = s.what.source if s.what.source is not None else s.what.value
        assert source_node is not None
        source = self.value(source_node, env)
        goal = self.slot("goal", f.Sort("place"))
        done = Label()

        def one() -> None:
            self.emit(f.Branch(f.Compare(">", f.Size(source), f.Const(0)), done, span=s.span))
            self.emit(f.Draw(source, f.Load(goal), s.preposition == "under", "deal", None, span=s.span))

        lists = len(self.here.slots)
        counted = s.what.source is not None and s.what.value is not None
        if counted or not self._runs_out(source_node, s.to):
            var = self.slot("circle", f.NUMBER)
            count = self.number_(s.what.value, env) if counted and s.what.value is not None else f.Size(source)
            circles: f.Seq = f.Span_(f.Const(1), count)
            self.loop(circles, var, s, lambda: self.loop(self.goals(s.to, start, env), goal, s, one))
        else:
            top = Label()
            self.place_label(top)
            self.emit(f.Branch(f.Compare(">", f.Size(source), f.Const(0)), done, span=s.span))
            self.loop(self.goals(s.to, start, env), goal, s, one)
            self.emit(f.Jump(top))
        self.place_label(done)
        self.emit(f.Clear([goal, *self.here.slots[lists:]]))

    @staticmethod
    def _runs_out(source: t.Expr, to: t.Expr) -> bool:
        """Whether dealing on and on surely ends: there is somebody to deal to, and nothing comes back."""
        if isinstance(to, t.Of):
            owners = to.args[0]
            everybody = isinstance(owners, t.Name) and owners.ref.kind in ("players", "kind")
        else:
            everybody = isinstance(to, t.Name)
        return everybody and source.type.of != to.type.of

    def _do_dealtable(self, s: t.DealTable, env: Env) -> None:
        row = next((r for r in s.rows if self.n in self._counts(r.cells[0])), None)
        if row is None:
            raise self.fail(f"the deal has no row for {self.n} players", s, "E250")
        source = self.value(s.source, env)
        start = self.number_(s.start, env)
        amounts = [self._amount(c) for c in row.cells[1:]]
        served = [(column, n) for column, n in zip(s.columns, amounts, strict=True) if n != 0 and n != "rest"]
        done = Label()
        lists = len(self.here.slots)
        capacity = max((place.capacity for place in self.flow.places), default=0)
        circles = max([capacity if n == "all" else int(n) for _, n in served], default=0)
        circle = self.slot("circle", f.NUMBER)
        goal = self.slot("goal", f.Sort("place"))
        has = f.Compare(">", f.Size(source), f.Const(0))

        def one() -> None:
            self.emit(f.Branch(has, done, span=s.span))
            self.emit(f.Draw(source, f.Load(goal), False, "deal", None, span=s.span))

        def column(where: t.Expr, amount: int | str) -> None:
            skip = Label()
            if amount != "all" and int(amount) < circles:
                self.emit(f.Branch(f.Compare("<=", f.Load(circle), f.Const(int(amount))), skip, span=s.span))
            seq = self.goals(where, start, env) if where.type.many else f.Items([self.value(where, env)])
            self.loop(seq, goal, s, one)
            self.place_label(skip)

        def all_columns() -> None:
            for where, amount in sorted(served, key=lambda x: not x[0].type.many):
                column(where, amount)

        self.loop(f.Span_(f.Const(1), f.Const(circles)), circle, s, all_columns)
        self.place_label(done)
        self.emit(f.Clear(self.here.slots[lists:]))
        for where, amount in zip(s.columns, amounts, strict=True):
            if amount == "rest":
                self.emit(f.MoveAll(source, self.value(where, env), False, "deal", None, span=s.span))

    def _counts(self, cell: t.Cell) -> set[int]:
        found: set[int] = set()
        for value in cell.values:
            low, high = (value.low, value.high) if isinstance(value, t.Range) else (value, value)
            found |= set(range(self.number(low), self.number(high) + 1))
        return found

    def _amount(self, cell: t.Cell) -> int | str:
        if cell.word == "-":
            return 0
        if cell.word is not None:
            return cell.word
        value = constant(cell.values[0], self.p)
        if value is None:
            raise self.fail("how many must be a number or a parameter", cell, "E211")
        return value
