"""Examples told as small stories: a position, what is done, what comes of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from ...language import tree as t
from ...language.types import Type
from .. import phrases as p
from .context import Env, kind
from .reading import Reading
from .statements import all_tags
from .things import counted, side_by_side


class Examples(Reading):
    """`example` tells one example."""

    def example(self, e: t.Example) -> p.Step:
        """An example: what is given, then each line of play."""
        env: Env = {s: p.Referent("player", proper=s.replace("-", " ").title(), human=True) for s in e.seats}
        key = self.link("example", e.name)
        self.brief = True
        seats = [p.Raw(r.proper or "") for r in env.values()]
        steps = [
            p.Step(
                f"{key}.seats",
                [p.Sentence(p.Made("they-play", {"x": p.Several("and", list(seats))}, many=len(seats) > 1))],
                [],
                e.span,
            )
        ]
        given = [line for line in e.lines if isinstance(line, t.Given)]
        position = [p.Sentence(self.given(g, env)) for g in given]
        if position:
            steps.append(p.Step(f"{key}.position", position, [], given[0].span))
        rest = [x for line in e.lines if not isinstance(line, t.Given) for x in self.apart(line, env)]
        played = any(isinstance(x, t.At) for x in rest)
        outcomes = [isinstance(x, t.Expect | t.ExpectEnd) for x in rest]
        first = [played and new and not (k and outcomes[k - 1]) for k, new in enumerate(outcomes)]
        play = [p.Sentence(self.line(x, env, opens)) for x, opens in zip(rest, first, strict=True)]
        if play:
            steps.append(p.Step(f"{key}.play", play, [], rest[0].span))
        self.brief = False
        title = p.Sentence(p.Title("examples", e.name), "")
        return p.Step(key, [title], steps, e.span, all_tags(e), style="story")

    def apart(self, line: t.Node, env: Env) -> list[t.Node]:
        """A line of luck by whom and by what it brings: a sentence each."""
        if not isinstance(line, t.Luck):
            return [line]
        runs = groupby(line.outcomes, lambda o: _is_somebody(self.seen(o, env)))
        return [replace(line, outcomes=list(same)) for _, same in runs]

    def line(self, x: t.Node, env: Env, opens: bool = True) -> p.Phrase:
        """One line of play. `opens`: what holds comes of what was just played; else it is one fact more."""
        match x:
            case t.At(call):
                return self.starts(call, env)
            case t.Act():
                return self.deed_of(x, env)
            case t.Luck(outcomes):
                shown = [self.seen(o, env) for o in outcomes]
                shown = side_by_side(shown)
                name = (
                    "lot-falls"
                    if _is_somebody(shown[0])
                    else "chance-brings"
                    if self.is_card(outcomes[0])
                    else "comes-up"
                )
                return p.Made(name, {"x": p.Several("and", shown)}, many=len(outcomes) > 1)
            case t.Expect(test) if not opens:
                return self.cond(test, env)
            case t.Expect(test):
                return p.Made("then-holds", {"c": self.cond(test, env)})
            case t.ExpectEnd(name):
                ends = p.Made("game-ends", {"x": p.Title("endings", name)})
                return p.Made("then-holds", {"c": ends}) if opens else ends
        raise TypeError(f"no way to tell {type(x).__name__} in an example")

    def is_card(self, e: t.Expr) -> bool:
        """Whether it is a card that luck brings, no side of a die that comes up."""
        if isinstance(e, t.Arithmetic):
            return self.is_card(e.right)
        component = e.ref.what[0] if kind(e) == "face" else getattr(e, "name", "")
        declared = self.program.components.get(component)
        return declared is not None and declared.sort == "cards"

    def seen(self, e: t.Expr, env: Env) -> p.Phrase:
        """A card or a side of a die as it is shown."""
        if isinstance(e, t.Arithmetic) and e.op == "×":
            return self.so_many(e, env)
        if kind(e) == "component" and isinstance(e, t.Name):
            return p.NP(e.name, "a")
        phrase = self.np(e, env, "the")
        if isinstance(phrase, p.Value):
            phrase.det = "the" if phrase.of is not None or phrase.number is not None else "a"
        if isinstance(phrase, p.NP) and kind(e) == "face":
            return phrase.but(det="a" if phrase.label is None else "the")
        if isinstance(phrase, p.Figure):
            return p.Value(str(phrase.value), "a")
        return phrase

    def given(self, g: t.Given, env: Env) -> p.Phrase:
        """What lies where, what counters and markers are."""
        place = g.place
        name = place.name if isinstance(place, t.Name | t.Of | t.Numbered) else ""
        track = self.program.tracks.get(name)
        if isinstance(place, t.Name) and name in env and track is None:
            flag = g.things[0].value
            pred = p.Adj(getattr(flag, "name", ""), self.link("fact", getattr(flag, "name", "")))
            return p.Clause("be", p.Ref(env[name]), pred=pred)
        if track is not None:
            if track.shape == "flag" and not track.each:
                return p.Fact(name, not (isinstance(g.value, t.Truth) and g.value.value))
            if isinstance(g.value, t.Nothing):
                return p.Clause("be", p.NP(name, "no"), there=True)
            if g.value is not None:
                return p.Clause("be", self.np(place, env), pred=self.np(g.value, env))
            value = g.things[0].value
            if isinstance(place, t.Of) and self.is_counter(place):
                count = p.Quantity("exactly", self.quantity_of(value, env))
                return p.Clause("have", self.np(place.args[0], env), obj=self.counter(name, count))
            return p.Clause("be", self.np(place, env), pred=self.np(value, env))
        things: list[p.Phrase] = []
        for alike in self.alike(g.things):
            thing = alike[0]
            shown = self.thing(thing.value, env)
            if len(alike) > 1 and isinstance(shown, p.Value | p.NP):
                named = self.by_column(shown, thing.value) if isinstance(shown, p.NP) else shown
                shown = counted(named, len(alike))
            if thing.by is not None:
                shown = p.Made("played-by", {"x": shown, "who": p.Raw(thing.by.replace("-", " ").title())})
            things.append(shown)
        return p.Made("lies-in", {"place": self.np(place, env), "x": p.Several("and", things)}, many=len(things) > 1)

    def alike(self, things: list[t.Thing]) -> list[list[t.Thing]]:
        """Things that lie side by side, the same faces together: five 2s."""
        groups: list[list[t.Thing]] = []
        for thing in things:
            last = groups[-1][0] if groups else None
            face = thing.value.ref.what if kind(thing.value) == "face" and thing.value.ref is not None else None
            before = last.value.ref.what if last is not None and kind(last.value) == "face" and last.value.ref else None
            if (
                face is not None
                and face == before
                and len(face[1]) == 1
                and thing.by is None
                and last
                and last.by is None
            ):
                groups[-1].append(thing)
            else:
                groups.append([thing])
        return groups

    def thing(self, e: t.Expr, env: Env) -> p.Phrase:
        if isinstance(e, t.Range):
            return p.Made("from-to", {"a": self.np(e.low, env, "bare"), "b": self.np(e.high, env, "bare")})
        if isinstance(e, t.Binder):
            return self.members(e, env, det="all")
        return self.seen(e, env)

    def starts(self, call: t.Call, env: Env) -> p.Phrase:
        """Where an example begins: Ann takes a turn; a round begins."""
        procedure = self.program.procedures[call.name]
        link = self.link("procedure", call.name)
        if not procedure.params:
            return p.Made("we-are-at", {"x": p.Title("titles", call.name, link)})
        first, *rest = (self.np(a, env) for a in call.args)
        return p.Clause(call.name, first, obj=rest[0] if rest else None, link=link)

    def deed_of(self, a: t.Act, env: Env) -> p.Phrase:
        """What a player does, can do, can only do, cannot do."""
        who = p.Ref(env[a.player])
        obj: p.Phrase | None = self.played(a.what, env) if a.what is not None else None
        preps: list[p.Prep] = []
        if a.source is not None:
            preps.append(p.Prep("from", self.np(a.source, env)))
        preps += [p.Prep(d.preposition, self.np(d.place, env)) for d in a.to]
        for value in a.for_:
            chosen = self.np(value, env) if self.is_number(value) else self.seen(value, env)
            if obj is None:
                obj = chosen
            else:
                preps.append(p.Prep("choosing", chosen))
        clause = p.Clause(a.option, who, obj=obj, preps=preps)
        if a.how == "does":
            return clause
        if a.how == "can":
            return clause.but(modal="may")
        if a.how == "cannot":
            return clause.but(modal="may", negative=True)
        return clause.but(modal="may", only=True)

    def played(self, e: t.Expr, env: Env) -> p.Phrase:
        """What is played: a card, several cards, the name of a value."""
        if isinstance(e, t.ListOf):
            return p.Several("and", side_by_side([self.seen(i, env) for i in e.items]))
        if kind(e) == "value":
            return self.np(e, env)
        if isinstance(e.type, Type) and e.type.name == "place":
            return self.np(e, env)
        return self.seen(e, env)


def _is_somebody(shown: p.Phrase) -> bool:
    """Whether it is a player whom chance chooses, and no card or side of a die."""
    return isinstance(shown, p.Ref) and bool(shown.to.proper)
