"""Declarations told as sentences: terms, combinations, winners, invariants, measures."""

from __future__ import annotations

from ...language import tree as t
from ...language.types import TRUTH, Ref
from .. import phrases as p
from ..phrases import put_first
from .context import Env, flat, kind
from .samples import samples
from .simple import amounts_to
from .statements import Statements, size
from .things import side_by_side

_LONG = 16
"""How many nodes a choice of conditions has that is told as a list."""


class Terms(Statements):
    """Definitions, as steps with the key of what they define."""

    def term(self, term: t.Term) -> p.Step:
        """What a term means."""
        env: Env = {}
        intros: list[tuple[p.Referent, p.NP]] = []
        for param in term.params:
            one = self.term_referent(param, env)
            intros.append((one, self.introduce(one)))
            env[param.name] = one
        key = self.link("term", term.name)
        truth = self.program.term_types.get(term.name) == TRUTH
        if truth:
            head = self.truth_head(term, env, intros)
            about = intros[0][0] if intros and all(x.noun == intros[0][0].noun for x, _ in intros) else None
            return self.truth(term, head, env, key, about)
        return self.value(term, env, intros, key)

    def term_referent(self, param: t.Param, env: Env) -> p.Referent:
        noun = param.name if len(param.name) > 1 else param.of_type
        taken = any(r.noun == noun for r in env.values())
        det = "that" if len(param.name) == 1 and not taken else "the"
        link = self.type_link(param.of_type)
        return p.Referent(noun, det=det, adj="other" if taken else None, link=link, human=param.of_type == "player")

    def truth_head(self, term: t.Term, env: Env, intros: list[tuple[p.Referent, p.NP]]) -> p.Phrase:
        """A card fits a pile; a player is out; the game is decided."""
        if term.form == "relation":
            return p.Clause(term.name, intros[0][1], obj=intros[1][1], emph=True)
        if term.form == "predicate":
            return p.Clause("be", intros[0][1], pred=p.Adj(term.name, emph=True))
        if not term.params:
            return p.Fact(term.name, emph=True)
        return p.Clause("be", p.NP(term.name, "the", owner=intros[0][1]), pred=p.Adj("so"))

    def truth(self, term: t.Term, head: p.Phrase, env: Env, key: str, about: p.Referent | None) -> p.Step:
        """A term that is true or not: when it is. `about`: what it in each case can only mean."""
        if term.value is not None:
            said = p.Only(head, self.cond(term.value, env), "when")
            return p.Step(key, [p.Sentence(said)], [], term.span, list(term.tags))
        rows = []
        for case in term.cases:
            tests = [self.cond(case.value, env)] + ([self.cond(case.guard, env)] if case.guard is not None else [])
            said_ = tests[0] if len(tests) == 1 else p.Both("and", tests)
            sentence = p.Sentence(said_, lead=case.name, about=about)
            rows.append(p.Step(f"{key}.{case.name}", [sentence], [], case.span, list(case.tags)))
        lead = p.Made("in-cases", {"x": head})
        return p.Step(key, [p.Sentence(lead, ":")], rows, term.span, list(term.tags))

    def value(self, term: t.Term, env: Env, intros: list[tuple[p.Referent, p.NP]], key: str) -> p.Step:
        """A term that stands for something: what it is."""
        type_ = self.program.term_types.get(term.name)
        lone = self.is_lone(term)
        many = bool(type_ and type_.many) and not lone
        owner = intros[0][1] if intros else None
        preps = [p.Prep("for", x) for _, x in intros[1:]]
        head = p.NP(term.name, "the", many=many, owner=owner, preps=preps, emph=True)
        if term.value is not None:
            what = (
                self.members(term.value, env, many=not lone)
                if isinstance(term.value, t.Binder)
                else self.np(term.value, env)
            )
            said = [p.Sentence(amounts_to(head, what))]
            if lone:
                said.append(p.Sentence(p.Made("none-if-tied", {"x": p.NP(term.name)})))
            return p.Step(key, said, [], term.span, list(term.tags))
        rows = []
        for case in term.cases:
            value = self.by_number(case.value, env)
            if case.guard is not None:
                said_: p.Phrase = p.Only(value, self.cond(case.guard, env))
            elif case.otherwise:
                said_ = p.Made("value-otherwise", {"x": value})
            else:
                said_ = value
            rows.append(
                p.Step(f"{key}.{case.name}", [p.Sentence(said_, lead=case.name)], [], case.span, list(case.tags))
            )
        return p.Step(
            key, [p.Sentence(p.Made("is-as-follows", {"x": head}, many=many), ":")], rows, term.span, list(term.tags)
        )

    def by_number(self, e: t.Expr, env: Env) -> p.Phrase:
        """A value that stands by itself: of a parameter the number first, 1,500 (the worth of a straight)."""
        value = self.np(e, env)
        if isinstance(value, p.NP) and value.worth is not None:
            return p.Made("number-named", {"n": value.worth, "x": value.but(worth=None)})
        return value

    # ---- combinations ----------------------------------------------------------------------------------------------
    def combination(self, c: t.Combination) -> p.Step:
        """A combination and its forms."""
        key = self.link("combination", c.name)
        rows = [self.form(form, c, f"{key}.{form.name}") for form in c.forms]
        for row, form in zip(rows, c.forms, strict=True):
            row.sentences += self.sample(c, form)
        if len(rows) == 1:
            rows[0].sentences[0].lead = None
            said = p.Clause("consist", p.NP(c.name, "a", emph=True), obj=rows[0].sentences[0].of)
            sentences = [p.Sentence(said), *rows[0].sentences[1:]]
            return p.Step(key, sentences, [], c.span, [*c.tags, *rows[0].tags])
        lead = p.Made("one-of-these", {"x": p.NP(c.name, "a", emph=True)})
        return p.Step(key, [p.Sentence(lead, ":")], rows, c.span, list(c.tags))

    def form(self, form: t.Form, c: t.Combination, key: str) -> p.Step:
        """A form: two cards of the same rank."""
        pattern = form.pattern
        env: Env = {}
        how, low, high = self.pattern_size(pattern)
        count = p.Quantity(how, low, high)
        said: p.Phrase
        if pattern.kind == "run":
            ranks = p.NP(pattern.by or "rank", "bare", many=True, adjs=[p.Adj("successive")])
            ranks = ranks.but(count=count)
            cards = p.NP(c.component, "a", many=True, count=p.Quantity("exactly", p.Figure(pattern.each)))
            rank = p.NP(pattern.by or "rank", "bare", single=True)
            said = p.Made("run-each", {"cards": cards, "ranks": ranks, "rank": rank})
        elif pattern.kind == "alike":
            same = p.Prep("of", p.NP(pattern.by or "rank", "same"))
            said = p.NP(c.component, "a", many=True, count=count, preps=[same])
        else:
            said = p.NP(c.component, "a", many=True, count=count, adjs=[p.Adj("any")])
        alone = pattern.kind == "any" and how == "exactly" and self.number(pattern.low) == 1
        if alone and form.where is not None:  # one die whose pips are 1 or 5
            one = p.Referent(c.component)
            rel = p.Rel(self.cond(form.where, {c.variable: one}), one)
            said = p.NP(c.component, "a", count=count, intro=one, rels=[rel])
            return p.Step(key, [p.Sentence(said, lead=form.name)], [], form.span, list(form.tags))
        sentences = [p.Sentence(said, lead=form.name)]
        if form.where is not None:
            one = p.Referent(c.component)
            env = {c.variable: one}
            made, _ = put_first(self.cond(form.where, env), one, p.NP(c.component, "each", intro=one))
            sentences.append(p.Sentence(made))
        return p.Step(key, sentences, [], form.span, list(form.tags))

    def sample(self, c: t.Combination, form: t.Form) -> list[p.Sentence]:
        """A small example of a form, if its cards are not any whatsoever."""
        if self.samples is None:
            self.samples = samples(self.program)
        cards = self.samples.get((c.name, form.name), [])
        if not cards or (form.pattern.kind == "any" and form.where is None):
            return []
        self.brief, before = True, self.brief
        shown = [self.a_face(t.Name("", ref=Ref("face", (c.component, words)))) for words in cards]
        self.brief = before
        return [p.Sentence(p.Made("example", {"x": p.Several("and", side_by_side(shown))}))]

    def pattern_size(self, pattern: t.Pattern) -> tuple[str, p.Phrase, p.Phrase | None]:
        low = self.quantity_of(pattern.low, {})
        if pattern.more:
            return "or-more", low, None
        if pattern.high is not None:
            return "to", low, self.quantity_of(pattern.high, {})
        return "exactly", low, None

    # ---- who wins, what always holds -------------------------------------------------------------------------------
    def winners(self, w: t.Winners) -> p.Step:
        """Who wins."""
        if w.binder is not None:
            return p.Step("winners", self.win(w.binder), [], w.span, list(w.tags))
        rows = []
        for case in w.cases:
            first, *more = self.win_alone(case) or self.win(case.value)
            if case.guard is not None:
                first = p.Sentence(p.If(self.cond(case.guard, {}), first.of))
            elif case.otherwise:
                first = p.Sentence(p.Made("otherwise", {"x": first.of}))
            rows.append(p.Step(f"winners.{case.name}", [first, *more], [], case.span, list(case.tags)))
        return p.Step("winners", [p.Sentence(p.Made("who-wins", {}), ":")], rows, w.span, list(w.tags))

    def win_alone(self, case: t.Case) -> list[p.Sentence]:
        """Who plays alone has nobody to win against: how high or low something gets is what counts. Nothing where the case
        is not that of one player."""
        match case.guard, case.value:
            case (
                t.Compare("=", t.Of("size", [t.Name() as who]), t.Number(1)),
                t.Binder(source=t.Name() as source, filters=[t.With(alone=False) as best]),
            ) if kind(who) == kind(source) == "players":
                one, inner = self.bind(case.value, {})
                own = self.own_value(best, one, inner)
                if own is not None:
                    counted = own.but(adjs=[a for a in own.adjs if a.key not in ("highest", "lowest")])
                    name = "the-higher-the-better" if best.highest else "the-lower-the-better"
                    return [p.Sentence(p.Made(name, {"x": counted}))]
        return []

    def win(self, e: t.Expr) -> list[p.Sentence]:
        if isinstance(e, t.Binder):
            who = self.members(e, {}, det="the", many=False)
            said = [p.Sentence(p.Clause("win", who))]
            alone = any(isinstance(f, t.With) and f.alone for f in e.filters)
            return said if alone else [*said, p.Sentence(p.Made("share", {}))]
        return [p.Sentence(p.Clause("win", self.np(e, {}))), p.Sentence(p.Made("share", {}))]

    def always(self, a: t.Always) -> p.Step:
        """What always holds."""
        key = self.link("always", a.name)
        if isinstance(a.test, t.Or) and size(a.test) > _LONG:
            parts = flat(a.test, t.Or)
            cases = [
                p.Step(f"{key}.case-{k}", [p.Sentence(self.cond(x, {}))], [], x.span) for k, x in enumerate(parts, 1)
            ]
            return p.Step(key, [p.Sentence(p.Made("always-one", {}), ":")], cases, a.span, list(a.tags))
        said = p.Made("always-holds", {"c": self.cond(a.test, {})})
        return p.Step(key, [p.Sentence(said)], [], a.span, list(a.tags))

    def measure(self, m: t.Measure) -> p.Step:
        """What goes down each time, so that the game comes to its end."""
        names = [self.measured(n) for n in m.names]
        what = names[0] if len(names) == 1 else p.Several("or", list(names))
        value = self.np(m.value, {})
        pattern = "sum-goes-down" if isinstance(value, p.Made) and value.pattern in p.SUMS else "goes-down"
        said = p.Made(pattern, {"what": value, "when": what})
        return p.Step(self.link("measure", m.names[0]), [p.Sentence(said)], [], m.span, list(m.tags))

    def measured(self, name: str) -> p.Phrase:
        """When something goes down: each time a player takes a turn, each time a round begins."""
        procedure = self.program.procedures.get(name)
        if procedure is None:
            return p.Clause(name, p.NP("player", "a"))
        link = self.link("procedure", name)
        if procedure.params:
            first, *rest = [p.NP(q.of_type, "a") for q in procedure.params]
            return p.Clause(name, first, obj=rest[0] if rest else None, link=link)
        return p.Clause("begin", p.NP(name, "a", link=link))
