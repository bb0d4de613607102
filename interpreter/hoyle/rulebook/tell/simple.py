"""Statements that one clause tells: moves, deals, gains, what becomes what, calls, ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...language import tree as t
from ...language.types import Type
from .. import phrases as p
from .conditions import Conditions
from .context import Env, kind

_VERBS = {"turn up": "turn-up", "set aside": "set-aside", "place": "put", "return": "put-back"}


def amounts_to(what: p.NP, value: p.Phrase) -> p.Phrase:
    """What something is; of a sum and the like, what it is equal to."""
    if isinstance(value, p.Made) and value.pattern in p.SUMS:
        return p.Made("equals", {"x": what, "v": value}, many=what.many)
    return p.Clause("be", what, pred=value)


class Simple(Conditions):
    """`deed` makes a clause of a statement, or None where it takes more than one."""

    def deed(self, s: t.Node, env: Env) -> p.Phrase | None:
        """The clause of a simple statement."""
        match s:
            case t.Call():
                return self.call(s, env)
            case t.Let():
                return self.let(s, env)
            case t.Becomes():
                return self.becomes(s, env)
            case t.Gains():
                return self.gains(s, env)
            case t.Move():
                return self.move(s, env)
            case t.Deal():
                return self.deal(s, env)
            case t.Shuffle(place):
                return self.act(None, "shuffle", obj=self.np(place, env))
            case t.Roll(place):
                return self.act(None, "roll", obj=self.all_in(place, env))
            case t.Reveal(actor, what, to):
                preps = [p.Prep("to", self.np(to, env))] if to is not None else []
                return self.act(self.actor(actor, env), "reveal", obj=self.shown(what, env), preps=preps)
            case t.End(name):
                return p.Clause("end", p.NP(name, "the", link=self.link("procedure", name)))
            case t.EndGame(name):
                return p.Made("game-ends", {"x": p.Title("endings", name)})
        return None

    # ---- who does it -----------------------------------------------------------------------------------------------
    def actor(self, e: t.Expr | None, env: Env) -> p.Phrase | None:
        """Who does it; nobody is named where everybody may."""
        return None if e is None else self.np(e, env)

    def act(self, subject: p.Phrase | None, verb: str, **more: Any) -> p.Clause:
        """A clause: said to the reader where nobody is named."""
        return p.Clause(verb, subject, mood="imp" if subject is None else "ind", **more)

    def call(self, s: t.Call, env: Env) -> p.Phrase:
        """A procedure is run: you take your turn."""
        procedure = self.program.procedures[s.name]
        link = self.link("procedure", s.name)
        if not procedure.params:
            return self.act(None, s.name, link=link)
        first, *rest = (self.np(a, env) for a in s.args)
        obj = rest[0] if rest else None
        preps = [p.Prep("for", x) for x in rest[1:]]
        return p.Clause(s.name, first, obj=obj, preps=preps, link=link)

    # ---- what changes ----------------------------------------------------------------------------------------------
    def let(self, s: t.Let, env: Env) -> p.Phrase:
        """A name for something: the dealer is a player chosen at random."""
        type_ = s.value.type if isinstance(s.value.type, Type) else Type("number")
        drawn = self.drawn(s.value, env)
        value = self.np(s.value, env)
        one = p.Referent(self.noun_of_name(s.name, type_), human=type_.name == "player")
        env[s.name] = one
        named = p.NP(one.noun, "the", intro=one)
        return drawn(named) if drawn is not None else amounts_to(named, value)

    def drawn(self, e: t.Expr, env: Env) -> Callable[[p.Phrase], p.Phrase] | None:
        """How it is told that somebody is chosen at random; None where chance has no part."""
        if not isinstance(e, t.RandomOf):
            return None
        if kind(e.binder.source) == "players" and not e.binder.filters:
            return lambda x: p.Made("by-lot", {"x": x})
        among = self.members(e.binder, env, det="the" if e.binder.filters else "all")
        return lambda x: p.Made("by-lot-from", {"x": x, "all": among})

    def becomes(self, s: t.Becomes, env: Env) -> p.Phrase:
        """A track gets a value: who leads next is told with that player as the subject."""
        word = s.value.arg if isinstance(s.value, t.Not) else s.value
        if kind(word) == "flag" and isinstance(word, t.Name):
            pred = p.Adj(word.name, self.link("fact", word.name))
            no = isinstance(s.value, t.Not)
            return p.Clause("be", self.np(s.place, env), pred=pred, negative=no, adverb="no-longer" if no else "now")
        place = s.place
        name = place.name if isinstance(place, t.Name | t.Of) else ""
        track = self.program.tracks.get(name)
        if track is not None and track.shape == "flag":
            value = isinstance(s.value, t.Truth) and s.value.value
            return p.Fact(name, not value, adverb="now" if value else "no-longer", link=self.link("fact", name))
        if isinstance(s.value, t.Nothing):
            return p.Made("none-now", {"x": self.np(place, env)})
        if (drawn := self.drawn(s.value, env)) is not None:
            return drawn(self.np(place, env))
        value_np = self.np(s.value, env)
        if isinstance(value_np, p.NP) and (value_np.rels or value_np.late or len(value_np.preps) > 1):
            return p.Clause("be", self.np(place, env), pred=value_np, adverb="now")
        if isinstance(s.value.type, Type) and s.value.type.name == "player":
            return p.Clause("become", value_np, pred=self.np(place, env))
        if track is not None and track.shape == "counter" and isinstance(value_np, p.Figure):
            return p.Clause("become-number", self.np(place, env), obj=value_np)
        return p.Clause("become", self.np(place, env), pred=value_np)

    def gains(self, s: t.Gains, env: Env) -> p.Phrase:
        """A counter goes up or down; what is scored is told in points."""
        if s.verb == "scores":
            noun = self.program.score or "point"
            return self.scoring("score", self.np(s.place, env), noun, s.value, env)
        place = s.place
        if isinstance(place, t.Of) and place.name == self.program.score:
            verb = "score" if s.verb == "gains" else "lose"
            return self.scoring(verb, self.np(place.args[0], env), place.name, s.value, env)
        verb = "rise" if s.verb == "gains" else "fall"
        return p.Clause(verb, self.np(place, env), preps=[p.Prep("by", self.quantity_of(s.value, env))])

    def scoring(self, verb: str, who: p.Phrase, noun: str, value: t.Expr, env: Env) -> p.Phrase:
        """You score 2 points for each Friday card in your pile; you score as many points as …"""
        each, times = value, p.Figure(1)
        if isinstance(value, t.Arithmetic) and value.op == "×":
            factor = self.number(value.left)
            if factor is not None:
                each, times = value.right, self.figure(value.left, factor)
        points = p.NP(noun, "a", many=True, count=p.Quantity("exactly", times), link=self.link("fact", noun))
        if isinstance(each, t.Query) and each.pick == "number of":
            things = self.members(each.binder, env, det="each", many=False)
            return p.Clause(verb, who, obj=points, preps=[p.Prep("for-each", self.row_noun(things, each.binder))])
        if isinstance(each, t.Of) and kind(each) == "library" and each.name == "size":
            things_ = self.counted(each.args[0], env)
            if isinstance(things_, p.NP):
                return p.Clause(verb, who, obj=points, preps=[p.Prep("for-each", things_.but(det="each", many=False))])
        return p.Clause(verb, who, obj=self.as_many(value, noun, env, link=self.link("fact", noun)))

    def row_noun(self, phrase: p.NP, b: t.Binder) -> p.NP:
        """`each card that is a Friday` is each Friday."""
        tests = [f.test for f in b.filters if isinstance(f, t.Where)]
        if len(tests) == 1 and len(b.filters) == 1 and (row := self.row_test(tests[0], b.name)):
            return phrase.but(noun=row, rels=[])
        return phrase

    def row_test(self, test: t.Expr, name: str) -> str | None:
        """The row that `name is a row` tells of."""
        if (
            isinstance(test, t.Is)
            and not test.negated
            and isinstance(test.right, t.RowTest)
            and kind(test.right) == "row"
        ):
            left = test.left
            if isinstance(left, t.Name) and left.name == name:
                return test.right.name
        return None

    # ---- cards -----------------------------------------------------------------------------------------------------
    def all_in(self, place: t.Expr, env: Env) -> p.Phrase:
        """All that lies in a place."""
        type_ = place.type
        if kind(place) == "local":
            return self.np(place, env)
        if isinstance(type_, Type) and type_.name == "place":
            noun, where = self.cards_of(place), [p.Prep("inside", self.np(place, env))]
            return p.NP(noun, "the", preps=where) if self.is_alone(noun) else p.NP(noun, "all", many=True, preps=where)
        return self.np(place, env)

    def shown(self, what: t.Expr, env: Env) -> p.Phrase:
        """What is shown: the cards in the places of all."""
        if isinstance(what, t.Of) and kind(what) == "zone":
            return self.cards_in(what, env, det="all")
        return self.np(what, env)

    def what(self, what: t.What, env: Env) -> tuple[p.Phrase, list[p.Prep]]:
        """What is moved, and from where."""
        if what.source is not None:
            noun = self.cards_of(what.source)
            source = [p.Prep("from", self.np(what.source, env))]
            if what.all or what.value is None:
                return p.NP(noun, "all", many=True), source
            return self.as_many(what.value, noun, env), source
        assert what.value is not None
        return self.all_in(what.value, env), []

    def move(self, s: t.Move, env: Env) -> p.Phrase:
        """Cards go from one place to another."""
        obj, source = self.what(s.what, env)
        if s.what.value is not None and kind(s.what.value) == "component" and isinstance(obj, p.NP):
            obj = obj.but(late=[p.Made("wherever", {"x": p.NP(obj.noun, many=True)})])
        to = p.Prep(s.preposition, self.np(s.to, env))
        return self.act(self.actor(s.actor, env), _VERBS.get(s.verb, s.verb), obj=obj, preps=[*source, to])

    def deal(self, s: t.Deal, env: Env) -> p.Phrase:
        """Cards are dealt one at a time."""
        obj, source = self.what(s.what, env)
        if not source and s.what.value is not None:
            obj = p.NP(self.cards_of(s.what.value), "all", many=True)
            source = [p.Prep("from", self.np(s.what.value, env))]
        to = s.to
        goal: p.Phrase = self.np(to, env)
        if isinstance(to, t.Of) and kind(to) == "zone" and kind(to.args[0]) == "players" and isinstance(goal, p.NP):
            goal = replace(goal, owner=p.NP("player", "each"), many=False)
        start = [p.Prep("starting-with", self.np(s.start, env))] if s.start is not None else []
        return self.act(None, "deal", obj=obj, preps=[*source, p.Prep("to", goal), *start])
