"""Choices: options with what they bind and when they are possible, tiers, limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...language import tree as t
from ...language.types import Type
from .. import phrases as p
from ..phrases import put_first
from .context import Env, flat, kind, mentions
from .simple import Simple


class Choices(Simple):
    """`option` makes a clause of an option; `limit` one of a limit."""

    def option(self, o: t.Option, who: p.Phrase, env: Env, **more: Any) -> tuple[p.Phrase, Env]:
        """An option as a clause.

        Args:
            o: the option.
            who: who chooses.
            env: the names alive; the option's own are added to a copy.
            more: further features of the clause (mood, modal, …).

        Returns:
            The clause, with its conditions, and the names alive in its body.
        """
        env = dict(env)
        obj, preps = self.picked_object(o, env)
        picks = [self.pick(pick, env) for pick in o.picks]
        place = self.destination(o, env)
        rest: list[t.Expr] = []
        for part in flat(o.where, t.And) if o.where is not None else []:
            obj, place, told = self.fitted(o, part, obj, place, env)
            if not told:
                rest.append(part)
        if place is not None:
            assert o.destination is not None
            preps.append(p.Prep(o.destination.preposition, place))
        clause = p.Clause(o.name, who, obj=obj, preps=preps, **more)
        for one, phrase in picks:
            clause, found = put_first(clause, one, phrase)
            if not found:
                clause = (
                    clause.but(obj=phrase)
                    if clause.obj is None
                    else clause.but(preps=[*clause.preps, p.Prep("choosing", phrase)])
                )
        if not rest:
            return clause, env
        tests = [self.cond(x, env) for x in rest]
        return p.Only(clause, tests[0] if len(tests) == 1 else p.Both("and", tests)), env

    def element(self, e: t.Expr) -> Type:
        """The type of what is chosen from a list or a place."""
        type_ = e.type if isinstance(e.type, Type) else Type("number")
        if type_.name == "place" and not type_.many:
            zone = self.program.zones[type_.of]
            return Type("play", type_.of) if zone.plays_of else Type("card", self.holds(type_.of))
        if type_.name == "place" and kind(e) not in ("zone",):
            return type_.each()
        if type_.name == "meld" and not type_.many:
            return Type("card", self.program.combinations[type_.of].component)
        return type_.each()

    def picked_object(self, o: t.Option, env: Env) -> tuple[p.Phrase | None, list[p.Prep]]:
        """What is moved: a card from your hand."""
        if o.object is None:
            return None, []
        if isinstance(o.object, t.Chosen):
            return self.pick(o.object, env)[1], []
        if isinstance(o.object, t.Of):  # fold your hand
            return self.np(o.object, env), []
        return self.all_in(o.object, env), []

    def pick(self, chosen: t.Chosen, env: Env) -> tuple[p.Referent, p.NP]:
        """Something to choose, with where it comes from; its name is alive from here on."""
        src = chosen.source
        one = self.referent(chosen.name, self.element(src), env)
        phrase = self.chosen_from(src, one, env)
        env[chosen.name] = one
        return one, phrase

    def chosen_from(self, src: t.Expr, one: p.Referent, env: Env) -> p.NP:
        """One of the things in a place or list."""
        match src:
            case t.Of() if kind(src) == "combination":
                return self.introduce(one, preps=[p.Prep("from", self.np(src.args[0], env))])
            case t.Of() if kind(src) == "library" and src.name == "others":
                return p.NP("player", "another", intro=one)
            case t.Of() if kind(src) == "term":
                phrase = self.np(src, env)
                if isinstance(phrase, p.NP):
                    return phrase.but(det="a", many=False, intro=one)
            case t.Name() if kind(src) in ("kind", "players", "component"):
                return self.introduce(one)
            case t.Range(low, high):
                span = p.Made("from-to", {"a": self.quantity_of(low, env), "b": self.quantity_of(high, env)})
                return self.introduce(one, preps=[p.Prep("among", span)])
        return self.introduce(one, preps=[p.Prep("from", self.np(src, env))])

    def destination(self, o: t.Option, env: Env) -> p.Phrase | None:
        """Where it goes: onto a build pile."""
        d = o.destination
        if d is None:
            return None
        if d.name is None:
            return self.np(d.place, env)
        type_ = d.place.type.each() if isinstance(d.place.type, Type) else Type("number")
        one = self.referent(d.name, type_, env)
        env[d.name] = one
        place = d.place
        owner = self.np(place.args[0], env) if isinstance(place, t.Of) and kind(place) == "zone" else None
        return self.introduce(one, owner=owner)

    def fitted(
        self, o: t.Option, part: t.Expr, obj: p.Phrase | None, place: p.Phrase | None, env: Env
    ) -> tuple[p.Phrase | None, p.Phrase | None, bool]:
        """A condition told with the thing it is about: a Spite; a pile that it fits. False if it is about more."""
        thing = o.object.name if isinstance(o.object, t.Chosen) else ""
        goal = o.destination.name if o.destination is not None and o.destination.name else ""
        if isinstance(part, t.Or):
            return obj, place, False
        if goal and mentions(part, goal) and isinstance(place, p.NP):
            return obj, place.but(rels=[*place.rels, p.Rel(self.cond(part, env), env[goal])]), True
        if (
            thing
            and mentions(part, thing)
            and isinstance(obj, p.NP)
            and not any(mentions(part, x.name) for x in o.picks)
        ):
            row = self.row_test(part, thing)
            if row is not None and not obj.owner:
                return obj.but(noun=row), place, True
            return obj.but(rels=[*obj.rels, p.Rel(self.cond(part, env), env[thing])]), place, True
        return obj, place, False

    # ---- limits ----------------------------------------------------------------------------------------------------
    def limit(self, limit: t.Limit, option: t.Option, who: p.Phrase, env: Env) -> p.Phrase:
        """When it applies, only some of an option's things may be chosen."""
        bare = (
            replace(option, where=None, body=None, destination=None) if isinstance(option.object, t.Chosen) else option
        )
        bare = replace(bare, where=None, body=None)
        clause, inner = self.option(bare, who, env, modal="may")
        if option.destination is not None and option.destination.name:
            full, inner = self.option(replace(option, where=None), who, env, modal="may")
            clause = full if mentions(limit.only, option.destination.name) else clause
        assert isinstance(clause, p.Clause)
        name = option.object.name if isinstance(option.object, t.Chosen) else ""
        said: p.Phrase
        if name and mentions(limit.only, name) and isinstance(clause.obj, p.NP):
            said = clause.but(obj=self.narrowed(limit.only, name, clause.obj, inner), only=True)
        else:
            said = p.Only(clause, self.cond(limit.only, inner), word="only-if")
        if limit.if_possible:
            said = p.Made("if-possible", {"x": said})
        if limit.when is None:
            return said
        return p.If(self.cond(limit.when, env), said)

    def narrowed(self, test: t.Expr, name: str, obj: p.NP, env: Env) -> p.Phrase:
        """The object of a limit: the 2 of clubs; a card whose suit is …"""
        obj = obj.but(preps=[], owner=None) if obj.owner is None else obj
        alone = isinstance(test, t.Is) and not test.negated and isinstance(test.left, t.Name) and test.left.name == name
        if alone and isinstance(test, t.Is) and kind(test.right) == "face":
            return self.np(test.right, env)
        row = self.row_test(test, name)
        if row is not None:
            return obj.but(noun=row)
        return obj.but(rels=[p.Rel(self.cond(x, env), env[name]) for x in flat(test, t.And)])
