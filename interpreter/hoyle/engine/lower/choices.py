"""Choices → decisions: options with blanks, the move an option's line makes, limits, and choices made together."""

from __future__ import annotations

from collections.abc import Callable

from ...language import tree as t
from ...language.types import Type
from .. import flow as f
from .cards import Cards
from .code import Label
from .exprs import Env
from .secrecy import reads_hidden


class Choices(Cards):
    """Lowers `chooses` and `together`."""

    def _do_choose(self, s: t.Choose, env: Env) -> None:
        player = self.number_(s.player, env)
        done = Label()
        otherwise = Label() if s.else_ is not None else None
        tiers: list[f.Tier] = []
        arms: list[tuple[t.Option, f.OptionInfo, Env, Label]] = []
        for tier in s.tiers:
            options = []
            for option in tier.options:
                info, inner, then = self.option(option, env)
                options.append(info)
                arms.append((option, info, inner, then))
            limits = [self.limit(x, tier, options, env, arms[-len(options) :]) for x in tier.limits]
            tiers.append(f.Tier(options, limits))
        self.emit(f.Choose(self.here.procedure.name, player, tiers, otherwise, not self.hidden, False, span=s.span))
        for option, info, inner, then in arms:
            self.place_label(then)
            self.cover_mark(info.mark, option)
            self.gauge(option.name)
            self.perform(option, inner, player, env)
            self.body(option.body, inner)
            self.emit(f.Clear([b.slot for b in info.binds]))
            self.emit(f.Jump(done))
        if otherwise is not None:
            self.place_label(otherwise)
            self.cover("otherwise", "else", s.else_)  # type: ignore[arg-type]
            self.body(s.else_, env)
        self.place_label(done)

    def cover_mark(self, mark: int, node: t.Node) -> None:
        """Reach a mark made before."""
        self.emit(f.Mark(mark, span=node.span))

    # ---- options ---------------------------------------------------------------------------------------------------
    def option(self, o: t.Option, env: Env) -> tuple[f.OptionInfo, Env, Label]:
        """An option's blanks and tests; the environment of its body; where its body starts."""
        inner = dict(env)
        binds: list[f.Bind] = []
        names: list[str] = []

        def blank(name: str, seq: f.Seq, type_: Type) -> None:
            slot = self.slot(name, self.sort(type_), f.NONE if type_.name == "player" else 0)
            binds.append(f.Bind(slot, seq, self.sort(type_)))
            names.append(name)
            inner[name] = f.Load(slot)

        if isinstance(o.object, t.Chosen):
            self.chosen(o.object, inner, blank)
        if o.destination is not None and o.destination.name is not None:
            places = self.members(o.destination.place, inner)
            if self.family[o.destination.place.type.of].numbered:
                places = f.OneEmpty(places)
            blank(o.destination.name, places, o.destination.place.type.each())
        for pick in o.picks:
            self.chosen(pick, inner, blank)
        tests: list[f.Expr] = []
        if o.object is not None and not isinstance(o.object, t.Chosen) and self.is_top(o.object):
            tests.append(f.Compare(">", f.Size(self.value(o.object.args[0], inner)), f.Const(0)))  # type: ignore[attr-defined]
        for part in conjuncts(o.where):
            needed = [k for k, name in enumerate(names) if mentions(part, name)]
            test = self.truth(part, inner)
            if needed:
                bind = binds[max(needed)]
                bind.test = test if bind.test is None else f.And(bind.test, test)
            else:
                tests.append(test)
        test_all: f.Expr | None = None
        for test in tests:
            test_all = test if test_all is None else f.And(test_all, test)
        then = Label()
        mark = self.mark("option", o.name, o)
        return f.OptionInfo(o.name, binds, test_all, then, self.phrase(o, names, inner), mark), inner, then

    def chosen(self, c: t.Chosen, inner: Env, blank: Callable[[str, f.Seq, Type], None]) -> None:
        """A blank to be filled from a list; of a combination it is kept where it lies."""
        before = dict(inner)
        blank(c.name, self.members(c.source, inner), self.element(c.source.type))
        self.found_at(inner[c.name], c.source, before)

    def element(self, type_: Type) -> Type:
        """The type of a member, as the checker has it."""
        if type_.many:
            return type_.each()
        if self.is_plays(type_):
            return Type("play", type_.of)
        return Type("card", self.component_of(type_))

    def perform(self, o: t.Option, inner: Env, player: f.Expr, env: Env) -> None:
        """The move that an option's line makes."""
        if o.destination is None or o.object is None:
            return
        to = inner[o.destination.name] if o.destination.name is not None else self.value(o.destination.place, inner)
        plays = self.is_plays(o.destination.place.type.each())
        seat = player if plays else None
        under = o.destination.preposition == "under"
        if not isinstance(o.object, t.Chosen):
            self.move(o.object, inner, to, under, o.name, player, seat, o)
            return
        type_ = self.element(o.object.source.type)
        card = inner[o.object.name]
        if type_.name == "meld":
            sources = self.sources(o.object.source, inner)
            self.emit(f.MoveMeld(card, sources, to, under, o.name, player, seat, span=o.span))
        else:
            self.emit(f.MoveCards(f.Items([card]), to, under, o.name, player, seat, span=o.span))

    def limit(
        self,
        limit: t.Limit,
        tier: t.Options,
        options: list[f.OptionInfo],
        env: Env,
        arms: list[tuple[t.Option, f.OptionInfo, Env, Label]],
    ) -> f.LimitInfo:
        """A limit on one option of a tier."""
        position = next(k for k, option in enumerate(tier.options) if option.name == limit.option)
        when = self.truth(limit.when, env) if limit.when is not None else None
        only = self.truth(limit.only, arms[position][2])
        mark = self.mark("limit", limit.name, limit)
        return f.LimitInfo(limit.name, position, when, only, limit.if_possible, mark)

    # ---- words -----------------------------------------------------------------------------------------------------
    def phrase(self, o: t.Option, names: list[str], env: Env) -> f.Phrase:
        """How the option is said: its name, what, where."""
        parts: list[str | int | tuple[f.Expr, f.Sort]] = [o.name.replace("-", " ")]
        if isinstance(o.object, t.Chosen):
            k = names.index(o.object.name)
            parts += [" ", k]
            source = o.object.source
            several = source.type.many and self.element(source.type).name == "card" and not isinstance(source, t.Binder)
            if several and isinstance(env[o.object.name], f.Load):
                parts += [" from ", (f.PlaceOf(env[o.object.name]), f.Sort("place"))]
        elif o.object is not None:
            parts += [" ", *self.say(o.object, env)]
        said = set()
        if o.destination is not None:
            parts.append(f" {o.destination.preposition} ")
            if o.destination.name is not None:
                parts.append(names.index(o.destination.name))
            else:
                place = o.destination.place
                parts.append((self.value(place, env), f.Sort("place")))
                said = {n.name for n in place.walk() if isinstance(n, t.Name)}
        for pick in o.picks:
            if pick.name not in said:
                parts += [" for ", names.index(pick.name)]
        return f.Phrase(parts)

    def say(self, node: t.Expr, env: Env) -> list[str | int | tuple[f.Expr, f.Sort]]:
        """What is moved without being picked: a place, its top, or the words of the spec."""
        if node.type.name == "place" and not node.type.many:
            return [(self.value(node, env), f.Sort("place"))]
        if self.is_top(node):
            return ["top of ", (self.value(node.args[0], env), f.Sort("place"))]  # type: ignore[attr-defined]
        return [node.name.replace("-", " ") if isinstance(node, t.Name | t.Of) else "cards"]

    # ---- together --------------------------------------------------------------------------------------------------
    def _do_together(self, s: t.Together, env: Env) -> None:
        binder = s.binder
        secret = reads_hidden(binder, self.p)
        self.hidden += secret
        var = self.slot(binder.name, f.PLAYER, f.NONE)
        inner = {**env, binder.name: f.Load(var)}
        seats = f.Load(var)
        arms = []
        options = []
        for option in s.options.options:
            info, body_env, then = self.option(option, inner)
            options.append(info)
            arms.append((option, info, body_env, then))
        limits = [self.limit(x, s.options, options, inner, arms) for x in s.options.limits]
        taken = self.held("taken", f.NUMBER)
        held = [
            [self.held(f"held {k}.{j}", bind.sort) for j, bind in enumerate(info.binds)]
            for k, info in enumerate(options)
        ]

        def choose() -> None:
            done = Label()
            self.emit(
                f.Choose(
                    self.here.procedure.name, seats, [f.Tier(options, limits)], None, not self.hidden, True, span=s.span
                )
            )
            for k, (option, info, _, then) in enumerate(arms):
                self.place_label(then)
                self.cover_mark(info.mark, option)
                self.emit(f.AssignAt(taken, seats, self.n, f.Const(k + 1)))
                for j, bind in enumerate(info.binds):
                    self.emit(f.AssignAt(held[k][j], seats, self.n, f.Load(bind.slot)))
                self.emit(f.Clear([b.slot for b in info.binds]))
                self.emit(f.Jump(done))
            self.place_label(done)

        def perform() -> None:
            done = Label()
            for k, (option, info, body_env, _) in enumerate(arms):
                other = Label()
                self.emit(f.Branch(f.Compare("=", f.LoadAt(taken, seats, self.n), f.Const(k + 1)), other))
                for j, bind in enumerate(info.binds):
                    self.emit(f.Assign(bind.slot, f.LoadAt(held[k][j], seats, self.n)))
                self.gauge(option.name)
                self.perform(option, body_env, seats, inner)
                self.body(option.body, body_env)
                self.emit(f.Clear([b.slot for b in info.binds]))
                self.emit(f.Jump(done))
                self.place_label(other)
            self.place_label(done)

        # who takes part is settled when the choosing begins
        asked = self.slot("asked", f.Sort("list", "player"))
        self.emit(f.ListSet(asked, self.bind(binder, env), span=s.span))
        self.loop(self.saved(asked), var, s, choose)
        self.loop(self.saved(asked), var, s, perform)
        self.emit(
            f.Clear(
                [asked, *range(taken, taken + self.n), *(h + k for row in held for h in row for k in range(self.n))]
            )
        )
        self.hidden -= secret

    def saved(self, slot: int) -> f.Seq:
        """The list kept in a slot."""
        return f.Saved(slot)

    def held(self, name: str, sort: f.Sort) -> int:
        """A slot for each seat that only that seat sees."""
        first = len(self.flow.slots)
        for seat in range(self.n):
            self.slot(name, sort, f.NONE if sort.name == "player" else 0, "held", seat)
        return first


def conjuncts(test: t.Expr | None) -> list[t.Expr]:
    """The parts of an `and`."""
    if test is None:
        return []
    if isinstance(test, t.And):
        return conjuncts(test.left) + conjuncts(test.right)
    return [test]


def mentions(node: t.Node, name: str) -> bool:
    """Whether an expression speaks of a local name."""
    return any(isinstance(n, t.Name) and n.name == name for n in node.walk())
