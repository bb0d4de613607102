"""Bodies of procedures as steps: what one clause tells is one sentence, the rest are steps under a lead."""

from __future__ import annotations

from dataclasses import replace

from ...language import tree as t
from ...language.types import Type
from .. import phrases as p
from ..phrases import put_first
from .choices import Choices
from .context import Env, mentions
from .keys import Keys

LONG_CHAIN = 3
"""From so many cases on, each is a line of its own."""


class Statements(Choices):
    """`steps` tells a body."""

    def procedure_env(self, procedure: t.Procedure) -> Env:
        """Who the parameters of a procedure are: its subject, if it is a player, is the reader."""
        env: Env = {}
        for k, param in enumerate(procedure.params):
            if param.of_type == "player" and k == 0:
                env[param.name] = p.Referent("player", you=True, human=True)
            else:
                noun = param.name if len(param.name) > 1 else param.of_type
                det = "the" if len(param.name) > 1 else "that"
                env[param.name] = p.Referent(noun, det=det, human=param.of_type == "player")
        return env

    def when_run(self, procedure: t.Procedure, env: Env) -> list[p.Step]:
        """What a procedure is told besides whose it is, before what it does: which number that number is."""
        told = [env[param.name] for param in procedure.params]
        if all(one.you for one in told):
            return []
        you = told[0] if told[0].you else None
        first, *rest = [self.introduce(one) for one in told if one is not you]
        preps = [p.Prep("for", x) for x in rest]
        run = p.Clause(procedure.name, p.Ref(you), obj=first, preps=preps) if you else p.Clause(procedure.name, first)
        if you is None and rest:
            run = run.but(obj=rest[0], preps=preps[1:])
        said = p.Made("when-run", {"c": run})
        return [p.Step(f"{procedure.name}.when", [p.Sentence(said)], [], procedure.span)]

    def procedure_steps(self, procedure: t.Procedure) -> list[p.Step]:
        """The steps of a procedure; the rulings of its first line are told at the first of them."""
        env = self.procedure_env(procedure)
        steps = [*self.when_run(procedure, env), *self.steps(procedure.body, env, procedure.name)]
        if steps:
            own = dict.fromkeys([*procedure.tags, *procedure.body.tags])
            steps[0].tags = [*own, *(x for x in steps[0].tags if x not in own)]
        return steps

    def steps(self, body: t.Body, env: Env, path: str) -> list[p.Step]:
        """The steps of a body. `env` is added to by its `let`s; `path` is the key of what they stand under."""
        keys = Keys(path)
        inner = dict(env)
        return [x for s in body.statements for x in _limits_apart(self.step(s, inner, keys.of(s)))]

    def step(self, s: t.Node, env: Env, key: str) -> p.Step:
        """One statement as a step. The rulings of what has no step of its own are told with what it is told in."""
        step = self.told(s, env, key)
        step.tags += [x for x in all_tags(s) if x not in _marks(step)]
        return step

    def told(self, s: t.Node, env: Env, key: str) -> p.Step:
        """One statement as a step, with its own rulings."""
        said = self.inline(s, env)
        if said is not None:
            return self.made(s, key, [said])
        match s:
            case t.If():
                return self.if_(s, env, key)
            case t.For():
                return self.for_(s, env, key)
            case t.Repeat():
                return self.repeat(s, env, key)
            case t.Turns():
                return self.turns(s, env, key)
            case t.Choose():
                return self.choose(s, env, key)
            case t.Together():
                return self.together(s, env, key)
            case t.DealTable():
                return self.deal_table(s, env, key)
        raise TypeError(f"no way to tell {type(s).__name__}")

    def made(self, s: t.Node, key: str, said: list[p.Phrase], steps: list[p.Step] | None = None) -> p.Step:
        """A step; with steps under it its last sentence ends in a colon."""
        ends = ["."] * len(said)
        if steps and said:
            ends[-1] = ":"
        if steps and said and len(steps) == 1 and _plain(steps[0]):  # one step needs no list
            inner = steps[0]
            joined = p.Made("lead", {"a": said[-1], "b": commanded(inner.sentences[0].of)})
            tags = tags_of(s) + [x for x in inner.tags if x not in tags_of(s)]
            return p.Step(key, [*(p.Sentence(x) for x in said[:-1]), p.Sentence(joined)], [], s.span, tags)
        sentences = [p.Sentence(x, e) for x, e in zip(said, ends, strict=True)]
        return p.Step(key, sentences, steps or [], s.span, tags_of(s))

    def inline(self, s: t.Node, env: Env, deep: int = 0) -> p.Phrase | None:
        """A statement in one clause, with conditions before it; None if that would be too much for one sentence."""
        said = self.deed(s, env)
        if said is not None or deep > 1:
            return said
        match s:
            case t.If(tests=[test], bodies=[body], else_=None) if len(body.statements) == 1 and size(test) <= 12:
                then = self.inline(body.statements[0], env, deep + 1)
                if then is not None and not isinstance(then, p.If):
                    return p.If(self.cond(test, env), then)
            case t.For(binder, body) if len(body.statements) == 1 and size(s) <= 34:
                if self.counts_only(binder, body):
                    return None
                env = self.players_of_plays(s, env)
                one, inner = self.bind(binder, env)
                then = self.inline(body.statements[0], inner, deep + 1)
                if then is None or isinstance(then, p.Made):
                    return None
                return self.each(binder, one, then, env)
        return None

    # ---- for each --------------------------------------------------------------------------------------------------
    def counts_only(self, binder: t.Binder, body: t.Body) -> bool:
        """Whether a loop only says how often: over numbers that are not used."""
        return isinstance(binder.source, t.Range) and not mentions(body, binder.name)

    def each(self, binder: t.Binder, one: p.Referent, then: p.Phrase, env: Env) -> p.Phrase:
        """What is done for each: its subject is each of them, or it stands after for each."""
        last = binder.filters[-1] if binder.filters else None
        if isinstance(last, t.With) and last.alone:
            return p.If(self.alone(binder, env, one), then)
        if binder.start is not None:
            once = t.Binder(binder.name, binder.source, None, binder.filters, span=binder.span, type=binder.type)
            inner = self.each(once, one, then, env)
            return p.Made("round-once", {"start": self.np(binder.start, env), "do": inner})
        phrase = self.each_phrase(binder, one, env)
        player = env.get(f"player of {binder.name}", one)
        if isinstance(then, p.Clause) and isinstance(then.subject, p.Ref) and then.subject.to in (one, player):
            return then.but(subject=phrase)
        if isinstance(then, p.If):
            return p.Made("for-each", {"x": phrase, "then": then})
        plain = not (phrase.rels or phrase.late)
        if plain and isinstance(then, p.Clause) and isinstance(then.obj, p.Ref) and then.obj.to is one:
            first = then.subject.walk() if then.subject is not None else ()
            if not any(isinstance(x, p.Ref) and x.to is one for x in first):  # put each Fool into the camp of …
                return then.but(obj=phrase)
        if isinstance(then, p.Clause) and isinstance(then.subject, p.NP):
            owner = then.subject.owner
            if isinstance(owner, p.Ref) and owner.to is one and not phrase.rels and then.subject.det == "the":
                return then.but(subject=then.subject.but(owner=phrase))
        return p.Made("for-each", {"x": phrase, "then": then})

    def each_phrase(self, binder: t.Binder, one: p.Referent, env: Env) -> p.NP:
        """Each player who …, in order from one of them."""
        inner = {**env, binder.name: one}
        if (player := env.get(f"player of {binder.name}")) is not None:
            return self.each_player_of(binder, one, player, env)
        phrase = self.source(binder, env, one, det="each")
        tests = [f.test for f in binder.filters if isinstance(f, t.Where)]
        if len(tests) == len(binder.filters) == 1 and (
            row := self.row_test(tests[0], binder.name)
        ):  # each Fool, not each card that is a Fool
            binder = t.Binder(binder.name, binder.source, binder.start, [], span=binder.span, type=binder.type)
            one.noun = row
            phrase = phrase.but(noun=row)
        if binder.start is not None:
            phrase = phrase.but(late=[p.Made("going-round", {"start": self.np(binder.start, env)})])
        return self.filtered(phrase, binder, one, inner)

    def each_player_of(self, binder: t.Binder, one: p.Referent, player: p.Referent, env: Env) -> p.NP:
        """For each play: each player who has played something, with what is asked of them."""
        inner = {**env, binder.name: one}
        played = p.Clause("have-played", p.Ref(player), obj=self.source(binder, env, one, det="a"))
        phrase = p.NP("player", "each", rels=[p.Rel(played, player)], intro=player)
        bare = p.NP("player", "each")
        asked = self.filtered(bare, binder, player, inner)
        return phrase.but(rels=[*phrase.rels, *asked.rels])

    def players_of_plays(self, s: t.For, env: Env) -> Env:
        """Where a loop goes over plays and speaks of who made them, a name for each of these players."""
        name = s.binder.name
        if not (isinstance(s.binder.type, Type) and s.binder.type.name == "play"):
            return env
        inner = [n.args[0] for n in s.walk() if isinstance(n, t.Of) and n.name == "player"]
        asked = any(isinstance(x, t.Name) and x.name == name for x in inner)
        mine = [n for n in s.body.walk() if isinstance(n, t.Name) and n.name == name]
        told = [f.test for f in s.binder.filters if isinstance(f, t.Where)]
        of_players = any(n is x for test in told for n in test.walk() for x in inner)
        asked = asked and (of_players or all(any(n is x for x in inner) for n in mine))
        return {**env, f"player of {name}": p.Referent("player", det="that", human=True)} if asked else env

    def alone(self, binder: t.Binder, env: Env, one: p.Referent) -> p.Phrase:
        """That one player alone has the most."""
        inner = {**env, binder.name: one}
        last = binder.filters[-1]
        assert isinstance(last, t.With)
        clause = self.superlative(last, one, inner)
        phrase = self.source(binder, env, one, det="a").but(count=p.Quantity("exactly", p.Figure(1)))
        rest = t.Binder(
            binder.name, binder.source, binder.start, binder.filters[:-1], span=binder.span, type=binder.type
        )
        phrase = self.filtered(phrase, rest, one, inner)
        made, _ = put_first(clause, one, phrase)
        assert isinstance(made, p.Phrase)
        return made

    def for_(self, s: t.For, env: Env, key: str) -> p.Step:
        """A loop over several statements: steps under a lead."""
        env = self.players_of_plays(s, env)
        one, inner = self.bind(s.binder, env)
        if self.counts_only(s.binder, s.body):
            src = s.binder.source
            assert isinstance(src, t.Range)
            low, high = self.number(src.low), self.number(src.high)
            times: p.Phrase = self.np(src, env)
            if low is not None and high is not None:
                times = self.figure(src.high, high) if low == 1 else p.Figure(high - low + 1)
            return self.made(s, key, [p.Made("so-often", {"n": times})], self.steps(s.body, env, key))
        steps = self.steps(s.body, inner, key)
        last = s.binder.filters[-1] if s.binder.filters else None
        if isinstance(last, t.With) and last.alone:
            return self.made(s, key, [p.Made("if-do", {"c": self.alone(s.binder, env, one)})], steps)
        return self.made(s, key, [p.Made("for-each-do", {"x": self.each_phrase(s.binder, one, env)})], steps)

    # ---- if, repeat, turns -----------------------------------------------------------------------------------------
    def if_(self, s: t.If, env: Env, key: str) -> p.Step:
        """Each case a step of its own under the first, unless there is only one."""
        said: list[p.Phrase] = []
        if s.else_ is None and len(s.tests) == 1:
            return self.made(
                s, key, [p.Made("if-do", {"c": self.cond(s.tests[0], env)})], self.steps(s.bodies[0], env, key)
            )
        branches = len(s.tests) + (s.else_ is not None)
        simple = branches < LONG_CHAIN and all(
            len(b.statements) == 1 for b in [*s.bodies, *([s.else_] if s.else_ else [])]
        )
        if simple:
            for k, (test, body) in enumerate(zip(s.tests, s.bodies, strict=True)):
                then = self.inline(body.statements[0], dict(env), 1)
                if then is None or isinstance(then, p.If):
                    break
                clause = p.If(self.cond(test, env), then)
                said.append(clause if k == 0 else p.Made("otherwise", {"x": clause}))
            else:
                last = self.inline(s.else_.statements[0], dict(env), 1) if s.else_ else None
                if s.else_ is None or last is not None:
                    if last is not None:
                        said.append(p.Made("otherwise", {"x": last}))
                    return self.made(s, key, said)
        cases = []
        for k, (test, body) in enumerate(zip(s.tests, s.bodies, strict=True)):
            word = "if-do" if k == 0 else "otherwise-if-do"
            path = f"{key}.case-{k + 1}"
            then = self.inline(body.statements[0], dict(env), 1) if len(body.statements) == 1 else None
            if then is not None and not isinstance(then, p.If):
                one: p.Phrase = p.If(self.cond(test, env), then)
                one = one if k == 0 else p.Made("otherwise", {"x": one})
                cases.append(p.Step(path, [p.Sentence(one)], [], test.span, tags_of(body)))
                continue
            sentence = p.Sentence(p.Made(word, {"c": self.cond(test, env)}), ":")
            cases.append(p.Step(path, [sentence], self.steps(body, env, path), test.span, list(body.tags)))
        if s.else_ is not None:
            path = f"{key}.otherwise"
            last = self.inline(s.else_.statements[0], dict(env), 1) if len(s.else_.statements) == 1 else None
            if last is not None:
                said_last = p.Sentence(p.Made("otherwise", {"x": last}))
                cases.append(p.Step(path, [said_last], [], s.else_.span, tags_of(s.else_)))
            else:
                lead = p.Sentence(p.Made("otherwise-do", {}), ":")
                cases.append(p.Step(path, [lead], self.steps(s.else_, env, path), s.else_.span))
        return self.made(s, key, [p.Made("cases", {})], cases)

    def repeat(self, s: t.Repeat, env: Env, key: str) -> p.Step:
        """Again and again, until something is so or something below ends it."""
        steps = self.steps(s.body, env, key)
        if s.until is not None:
            return self.made(s, key, [p.Made("repeat-until", {"c": self.cond(s.until, env)})], steps)
        ends = self.ended_by(s.body)
        if len(ends) == 1:
            return self.made(s, key, [p.Made("repeat-until-end", {"x": ends[0]})], steps)
        return self.made(s, key, [p.Made("repeat", {})], steps)

    def ended_by(self, body: t.Body) -> list[p.Phrase]:
        """What ends inside a body, on every path of calls, and so ends a loop around it."""
        names: dict[str, None] = {}
        seen: set[str] = set()

        def visit(node: t.Node) -> None:
            for n in node.walk():
                if isinstance(n, t.End):
                    names[n.name] = None
                elif isinstance(n, t.Call) and n.name not in seen:
                    seen.add(n.name)
                    visit(self.program.procedures[n.name].body)

        visit(body)
        outer = [n for n in names if n not in seen]
        return [p.NP(n, "the", link=self.link("procedure", n)) for n in outer]

    def turns(self, s: t.Turns, env: Env, key: str) -> p.Step:
        """Round and round from a seat, asking afresh who still takes part."""
        one, inner = self.bind(s.binder, env)
        plain = t.Binder(s.binder.name, s.binder.source, None, s.binder.filters, span=s.binder.span, type=s.binder.type)
        start: p.Phrase = p.NP("first-seat")
        if s.binder.start is not None:
            start = self.np(s.binder.start, env)
        each = self.each_phrase(plain, one, env)
        filters = any(isinstance(f, t.Where) for f in s.binder.filters)
        last = "turns-until" if s.until is not None else "turns-none"
        slots: dict[str, p.Phrase] = {}
        if s.until is not None:
            slots = {"c": self.cond(s.until, env)}
        elif not filters:
            last = "turns-ever"
        closing = p.Made(last, slots)
        then = self.deed(s.body.statements[0], inner) if len(s.body.statements) == 1 else None
        if isinstance(then, p.Clause) and isinstance(then.subject, p.Ref) and then.subject.to is one:
            opening: p.Phrase = p.Made("turns", {"start": start, "do": then.but(subject=each)})
            return self.made(s, key, [opening, closing])
        steps = self.steps(s.body, inner, key)
        step = self.made(s, key, [p.Made("turns-do", {"start": start, "x": each})], steps)
        return p.Step(key, [p.Sentence(closing), *step.sentences], steps, s.span, tags_of(s))

    # ---- choices ---------------------------------------------------------------------------------------------------
    def choose(self, s: t.Choose, env: Env, key: str) -> p.Step:
        """One option is told as what you do; several as a list; tiers as a list of which the first that can be
        counts."""
        who = self.np(s.player, env)
        if len(s.tiers) == 1:
            step = self.tier(s, s.tiers[0], who, env, key)
            return step if s.else_ is None else self.with_else(step, s.else_, env, key)
        parts = [self.tier(x, x, who, env, f"{key}.tier-{k + 1}", mood="inf") for k, x in enumerate(s.tiers)]
        lead = self.lead("do", who, p.Made("first-possible", {}))
        step = self.made(s, key, [lead], parts)
        step.style = "order"
        return step if s.else_ is None else self.with_else(step, s.else_, env, key)

    def lead(self, verb: str, who: p.Phrase, obj: p.Phrase) -> p.Clause:
        """The line above a list: to the reader it is a command."""
        if isinstance(who, p.Ref) and who.to.you:
            return p.Clause(verb, None, obj=obj, mood="imp")
        return p.Clause(verb, who, obj=obj)

    def with_else(self, step: p.Step, body: t.Body, env: Env, key: str) -> p.Step:
        """What is done when nothing can be chosen: a sentence more, or steps of its own."""
        path = f"{key}.else"
        said = self.inline(body.statements[0], env) if len(body.statements) == 1 else None
        if said is not None and not step.steps:
            step.sentences.append(p.Sentence(p.Made("else", {"x": said})))
            step.tags += [x for x in tags_of(body) if x not in step.tags]
            return step
        if said is not None:
            word = "otherwise" if step.style == "order" else "else"
            last = p.Step(path, [p.Sentence(p.Made(word, {"x": said}))], [], body.span, list(body.tags))
        else:
            last = p.Step(
                path, [p.Sentence(p.Made("else-do", {}), ":")], self.steps(body, env, path), body.span, list(body.tags)
            )
        if step.style == "order":
            step.steps.append(last)
            return step
        return p.Step(f"{key}.choice", [p.Sentence(p.Made("possible-or-not", {}), ":")], [step, last], step.span, [])

    def tier(self, s: t.Node, tier: t.Options, who: p.Phrase, env: Env, key: str, mood: str = "ind") -> p.Step:
        """One list of options."""
        keys = Keys(key)
        if len(tier.options) == 1:
            option = tier.options[0]
            clause, inner = self.option(option, who, env, mood=mood, emph=mood == "inf")
            steps = self.after(option, inner, f"{key}.{option.name}")
            tags = [*tags_of(s), *(x for x in tags_of(option) if x not in tags_of(s))]
            step = p.Step(key, [p.Sentence(clause)], [], option.span, tags)
            return _join(step, steps, self.limits(tier, who, env, keys))
        lead = self.lead("choose", who, p.Made("one-of-options", {}))
        options = []
        for option in tier.options:
            clause, inner = self.option(option, who, env, mood="inf", emph=True)
            mine = keys.named(option.name)
            step = p.Step(mine, [p.Sentence(clause)], [], option.span, tags_of(option))
            options.append(_join(step, self.after(option, inner, mine), []))
        step = self.made(s, key, [lead], [*options, *self.limits(tier, who, env, keys)])
        step.style = "options"
        return step

    def after(self, option: t.Option, env: Env, path: str) -> list[p.Step]:
        """What follows when an option was taken."""
        return self.steps(option.body, env, path) if option.body is not None else []

    def limits(self, tier: t.Options, who: p.Phrase, env: Env, keys: Keys) -> list[p.Step]:
        """The limits of a choice, each a step under one that says how they count."""
        steps = []
        for limit in tier.limits:
            option = next((o for o in tier.options if o.name == limit.option), None)
            if option is not None:
                sentence = p.Sentence(self.limit(limit, option, who, env), lead=limit.name)
                steps.append(p.Step(keys.named(limit.name), [sentence], [], limit.span, list(limit.tags)))
        if not steps:
            return []
        lead = p.Sentence(p.Made("limits" if len(steps) > 1 else "limit", {}), ":")
        return [p.Step(keys.named("limits"), [lead], steps, tier.limits[0].span)]

    def together(self, s: t.Together, env: Env, key: str) -> p.Step:
        """All choose at the same time, unseen by the others."""
        one, inner = self.bind(s.binder, env)
        each = self.each_phrase(s.binder, one, env)
        if len(s.options.options) == 1 and not s.options.limits:
            option = s.options.options[0]
            clause, deeper = self.option(option, p.Ref(one), inner)
            made, _ = put_first(clause, one, each)
            steps = self.after(option, deeper, key)
            said: list[p.Phrase] = [p.Made("together", {"x": made})]
            return self.made(s, key, said, steps)
        keys = Keys(key)
        options = []
        for option in s.options.options:
            clause, deeper = self.option(option, p.Ref(one), inner, mood="inf", emph=True)
            mine = keys.named(option.name)
            step = p.Step(mine, [p.Sentence(clause)], [], option.span, list(option.tags))
            options.append(_join(step, self.after(option, deeper, mine), []))
        steps = [*options, *self.limits(s.options, p.Ref(one), inner, keys)]
        step = self.made(s, key, [p.Made("together-do", {"x": each})], steps)
        step.style = "options"
        return step

    # ---- deals -----------------------------------------------------------------------------------------------------
    def deal_table(self, s: t.DealTable, env: Env, key: str) -> p.Step:
        """A deal that depends on how many play: the table is the book's."""
        said = p.Made("deal-table", {"x": self.np(s.source, env), "start": self.np(s.start, env)})
        head: list[p.Phrase] = [p.Made("players-head", {})]
        for column in s.columns:
            name = getattr(column, "name", "")
            per = self.program.zones[name].each == "player" if name in self.program.zones else False
            zone = p.NP(name, "each" if per else "the", link=self.link("zone", name))
            head.append(zone)
        rows: list[list[p.Phrase | None]] = []
        cards = p.NP(self.cards_of(s.source), "bare", many=True)
        for line in s.rows:
            told = [self.cell(c, env, cards) for c in line.cells]
            for k, column in enumerate(
                s.columns, 1
            ):  # all cards come to no single place of several: each gets its share
                several = self.per_player(column) or sum(c.word == "all" for c in line.cells) > 1
                if line.cells[k].word == "all" and several:
                    told[k] = p.Made("cell-share", {})
            rows.append(told)
        shared = [z for column, z in zip(s.columns, head[1:], strict=True) if not self.per_player(column)]
        others = p.Several(
            "and", [z for k, z in enumerate(shared) if self.dealt_in_turn(s, len(head) - len(shared) + k)]
        )
        more = [p.Made("deal-order", {"x": others})] if others.items else []
        step = self.made(s, key, [said, *more])
        step.sentences[-1].end = ":"
        step.table = p.Table(head, rows)
        return step

    def dealt_in_turn(self, s: t.DealTable, column: int) -> bool:
        """Whether a column of a deal has cells that say how many cards come to a place while the deal goes round."""
        return any(line.cells[column].word not in ("-", "rest") for line in s.rows)

    def cell(self, cell: t.Cell, env: Env, cards: p.Phrase) -> p.Phrase | None:
        """A cell of a table: a number, a span, a word; nothing for a dash."""
        if cell.word is not None:
            return None if cell.word == "-" else p.Made(f"cell-{cell.word}", {"x": cards})
        parts: list[p.Phrase] = []
        for value in cell.values:
            if isinstance(value, t.Range) and isinstance(value.type, Type | None):
                low, high = self.number(value.low), self.number(value.high)
                if low is not None and high is not None:
                    ends: dict[str, p.Phrase] = {"a": self.figure(value.low, low), "b": self.figure(value.high, high)}
                    parts.append(p.Made("from-to", ends))
                    continue
            number = self.number(value)
            parts.append(self.figure(value, number) if number is not None else self.np(value, env))
        return parts[0] if len(parts) == 1 else p.Several("comma", parts)


def tags_of(s: t.Node) -> list[str]:
    """The rulings a statement rests on: its own and those of its opening line."""
    tags = list(s.tags)
    for child in s.children():
        if isinstance(child, t.Body):
            tags += [x for x in child.tags if x not in tags]
    return tags


def all_tags(s: t.Node) -> list[str]:
    """The rulings of a statement and of all in it, each once."""
    return list(dict.fromkeys(tag for node in s.walk() for tag in node.tags))


def _marks(step: p.Step) -> set[str]:
    """The rulings told at a step or under it."""
    return {*step.tags, *(tag for x in step.steps for tag in _marks(x))}


def size(node: t.Node) -> int:
    """How many nodes a tree has: a measure of how long its sentence will be."""
    return sum(1 for _ in node.walk())


def commanded(phrase: p.Phrase) -> p.Phrase:
    """What the reader does, as a command: after a command (repeat this) it reads as one."""
    if isinstance(phrase, p.Clause) and isinstance(phrase.subject, p.Ref) and phrase.subject.to.you:
        plain = phrase.mood == "ind" and not phrase.modal and phrase.verb not in ("be", "become", "have")
        return phrase.but(subject=None, mood="imp") if plain and phrase.adverb is None else phrase
    return phrase


def _plain(step: p.Step) -> bool:
    """Whether a step is one plain sentence."""
    return not step.steps and step.table is None and len(step.sentences) == 1 and step.sentences[0].lead is None


def _limits_apart(step: p.Step) -> list[p.Step]:
    """The limits of a choice among several options are no option more: they are told after it."""
    if step.style != "options" or len(step.steps) < 2 or not step.steps[-1].key.endswith(".limits"):
        return [step]
    return [replace(step, steps=step.steps[:-1]), step.steps[-1]]


def _join(step: p.Step, after: list[p.Step], limits: list[p.Step]) -> p.Step:
    """A step and what follows it: one plain sentence joins it, more become steps under it."""
    if len(after) == 1 and _plain(after[0]) and not limits:
        step.sentences.append(after[0].sentences[0])
        step.tags += [x for x in after[0].tags if x not in step.tags]
        return step
    step.steps = [*limits, *after]
    return step
