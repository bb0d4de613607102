"""What a reader wants before the rules: the turn in short, how all rules are meant, which cards have their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeGuard

from ...language import tree as t
from ...language.faces import FaceRow, face_names
from ...language.types import Type
from .. import phrases as p
from .context import Env, kind
from .keys import Keys
from .parts import Parts
from .statements import commanded


class Reading(Parts):
    """`in_short` tells a turn, `conventions` what holds of every rule, `specials` the cards that rules speak of by
    themselves."""

    # ---- conventions -----------------------------------------------------------------------------------------------
    def conventions(self) -> list[p.Step]:
        """What holds of all rules of this game, as far as it can matter in it: each because of a place in the spec."""
        found = {
            "you": self.where(lambda n: isinstance(n, t.Procedure) and self.is_told_to_you(n)),
            "clockwise": self.program.players if max(self.program.seats(), default=1) > 1 else None,
            "first-seat": self.where(self.begins_in_first_seat),
            "dealt": self.where(self.deals_in_turn),
            "dealt-first": self.where(self.deals_unevenly),
            "lead": self.where(lambda n: isinstance(n, t.Of) and n.name == "lead"),
            "possible": self.where(lambda n: isinstance(n, t.Choose | t.Together)),
            "not-asked": self.where(lambda n: isinstance(n, t.Choose) and n.else_ is not None),
            "silent": self.where(self.asks_because_of_hidden),
            "alike": self.where(lambda n: isinstance(n, t.Option) and self.picks_alike(n)),
            "empty-places": self.where(lambda n: isinstance(n, t.Option) and self.picks_numbered(n)),
            "until": self.where(lambda n: isinstance(n, t.Repeat | t.Turns) and n.until is not None),
            "ends": self.where(lambda n: isinstance(n, t.End)),
            "counted": next((z for z in self.program.zones.values() if z.view.split()[-1] != "all"), None),
        }
        steps = []
        for name, node in found.items():
            if node is not None:
                parts = {"x": self.np(node.args[0], {})} if isinstance(node, t.Of) else {}
                said = p.Sentence(p.Made(f"for-all-{name}", parts))
                steps.append(p.Step(f"conventions.{name}", [said], [], node.span))
        return steps

    def where(self, test: Callable[[t.Node], bool]) -> t.Node | None:
        """The first place in the procedures and terms of which something is true."""
        told = [*self.program.procedures.values(), *self.program.terms.values()]
        return next((n for x in told for n in x.walk() if test(n)), None)

    def begins_in_first_seat(self, node: t.Node) -> bool:
        """Whether something goes round the seats and nobody is named who is first."""
        if isinstance(node, t.Turns):
            return node.binder.start is None
        return self.deals_unevenly(node)

    def deals_in_turn(self, node: t.Node) -> TypeGuard[t.Deal]:
        """Whether the players are dealt more than a card each."""
        if not isinstance(node, t.Deal) or (isinstance(node.what.value, t.Number) and node.what.value.value == 1):
            return False
        return isinstance(node.to, t.Of) and kind(node.to) == "zone" and kind(node.to.args[0]) == "players"

    def is_told_to_you(self, procedure: t.Procedure) -> bool:
        """Whether a procedure is told to its first player."""
        return bool(procedure.params) and procedure.params[0].of_type == "player"

    def deals_unevenly(self, node: t.Node) -> bool:
        """Whether all cards are dealt, some players may get one more, and nobody is named who gets the first."""
        if not self.deals_in_turn(node) or node.start is not None:
            return False
        source = node.what.source or node.what.value
        if source is None or (node.what.source is not None and not node.what.all):
            return False
        cards = sum(f.count for f in self.faces.get(self.cards_of(source), []))
        return any(cards % seats for seats in self.program.seats())

    def picks_alike(self, option: t.Option) -> bool:
        """Whether what is picked by an option may be one of several that look alike."""
        picks = [x for x in [option.object, *option.picks] if isinstance(x, t.Chosen)]
        for pick in picks:
            type_ = pick.source.type
            name = type_.of if isinstance(type_, Type) else ""
            name = self.holds(name) if name in self.program.zones else name
            if name in self.program.combinations:
                name = self.program.combinations[name].component
            if any(f.count > 1 for f in self.faces.get(name, [])):
                return True
        return False

    def picks_numbered(self, option: t.Option) -> bool:
        """Whether a place is picked of several that have one name."""
        place = option.destination
        if place is None or place.name is None or not isinstance(place.place.type, Type):
            return False
        zone = self.program.zones.get(place.place.type.of)
        return zone is not None and zone.low is not None

    def asks_because_of_hidden(self, node: t.Node) -> bool:
        """Whether somebody is asked only if cards that not everybody sees are of some kind."""
        if isinstance(node, t.For):
            tests: list[t.Node] = [f.test for f in node.binder.filters if isinstance(f, t.Where)]
        elif isinstance(node, t.If):
            tests = list(node.tests)
        else:
            return False
        asks = any(isinstance(n, t.Choose) for n in node.walk())
        return asks and any(self.looks_into_hidden(n) for test in tests for n in test.walk())

    def looks_into_hidden(self, node: t.Node) -> bool:
        """Whether it is asked which cards lie in a place that not everybody sees."""
        place = node.left if isinstance(node, t.Has) else node.source if isinstance(node, t.Binder) else None
        zone = self.program.zones.get(getattr(place, "name", ""))
        return zone is not None and zone.view.split()[-1] != "all"

    # ---- the turn in short -----------------------------------------------------------------------------------------
    def in_short(self) -> list[p.Step]:
        """What a turn comes to, without bookkeeping, and of conditions only those that end a loop; of a game without turns,
        a round. Of several turns it is the one in most loops, as most turns are: a card is played more often than a bid
        is made."""
        procedures = list(self.program.procedures.values())
        turns = [x for x in procedures if x.role == "turn"]
        depths = self.depths() if len(turns) > 1 else {}
        rounds = [x for x in procedures if x.role == "round"]
        chosen = max(turns, key=lambda x: depths.get(x.name, 0)) if turns else next(iter(rounds), None)
        return self.shortened(chosen.body, self.procedure_env(chosen), "short") if chosen is not None else []

    def depths(self) -> dict[str, int]:
        """In how many loops each procedure is run, one inside the other, from `play` on."""
        found: dict[str, int] = {"play": 0}
        todo: list[tuple[t.Node, int]] = [(self.program.procedures["play"].body, 0)]
        while todo:
            node, depth = todo.pop()
            depth += isinstance(node, t.For | t.Repeat | t.Turns)
            if isinstance(node, t.Call) and found.get(node.name, -1) < depth and node.name in self.program.procedures:
                found[node.name] = depth
                todo.append((self.program.procedures[node.name].body, depth))
            todo += [(child, depth) for child in node.children()]
        return found

    def shortened(self, body: t.Body, env: Env, path: str) -> list[p.Step]:
        """The steps of a body that move something or ask somebody. What they speak of may be named by others before."""
        keys, env = Keys(path), dict(env)
        steps: list[p.Step] = []
        for s in body.statements:
            s, inner = self.what_it_runs(s, env)
            match s:
                case t.Repeat(body=again):
                    key = keys.of(s)
                    under = self.shortened(again, inner, key)
                    for step in under:
                        step.sentences = [replace(x, of=commanded(x.of)) for x in step.sentences]
                    if len(under) == 1 and under[0].steps and len(under[0].sentences) == 1:
                        [one] = under
                        said = p.Made("again-one", {"x": one.sentences[0].of})
                        steps.append(replace(one, sentences=[p.Sentence(said, ":")]))
                    elif under:
                        steps.append(p.Step(key, [p.Sentence(p.Made("again", {}), ":")], under, s.span))
                case t.If(tests=[_], bodies=[t.Body(statements=[t.End()])], else_=None) if path != "short":
                    # What a loop hangs on: if nothing can be kept, the turn ends.
                    step = self.step(s, dict(inner), keys.of(s))
                    if not step.steps:
                        steps.append(replace(step, tags=[]))
                case t.Choose():
                    steps.append(self.choice_in_short(s, inner, keys.of(s), path != "short"))
                case t.Let():
                    self.step(s, env, keys.of(s))
                case t.Together() | t.Roll() | t.Move() | t.Deal() | t.Call():
                    steps.append(replace(self.step(s, dict(inner), keys.of(s)), tags=[], steps=[]))
        return steps

    def what_it_runs(self, s: t.Node, env: Env) -> tuple[t.Node, Env]:
        """A call of what is a choice and nothing more is that choice."""
        if isinstance(s, t.Call) and len(s.args) == 1:
            called = self.program.procedures[s.name]
            done = [x for x in called.body.statements if not isinstance(x, t.If)]
            mine = isinstance(s.args[0], t.Name) and s.args[0].name in env and env[s.args[0].name].you
            if mine and len(done) == 1 and isinstance(done[0], t.Choose):
                return done[0], self.procedure_env(called)
        return s, env

    def choice_in_short(self, s: t.Choose, env: Env, key: str, loop: bool) -> p.Step:
        """The options of a choice by what they do: one or two in a sentence, more in a list, with what they score and, in a
        `loop`, that they end it; those that count only if others cannot be chosen after these."""
        who = self.np(s.player, env)
        last = {o.name: k for k, tier in enumerate(s.tiers) for o in tier.options}
        tiers: list[list[t.Option]] = []
        for k, tier in enumerate(s.tiers):  # what is to be chosen first, and may be later too, is told where it may be
            some = {o.name: replace(o, where=None, body=None) for o in tier.options if last[o.name] == k}
            tiers += [list(some.values())] if some else []
        free = len(tiers) == len(s.tiers)  # else some are to be chosen before others
        whole = {o.name: o for tier in s.tiers for o in tier.options}
        told = {name: self.comes_of(o.body, self.option(o, who, env)[1], loop) for name, o in whole.items()}
        otherwise = self.comes_of(s.else_, env, loop)
        if len(tiers) == 1 and len(tiers[0]) < 3 and not (len(tiers[0]) > 1 and any(told.values())):
            clauses = [self.option(o, who, env)[0] for o in tiers[0]]
            said = [clauses[0] if len(clauses) == 1 else p.Both("or", clauses), *told[tiers[0][0].name]]
            if otherwise:
                said.append(p.Made("else", {"x": otherwise[0]}))
            return p.Step(key, [p.Sentence(x) for x in [*said, *otherwise[1:]]], [], s.span)
        if len(tiers) == 1:
            step = self.options_in_short(tiers[0], who, env, key, told, free)
        else:
            under = [
                self.options_in_short(tier, who, env, key if len(tier) == 1 else f"{key}.tier-{k}", told, free)
                for k, tier in enumerate(tiers, 1)
            ]
            lead = p.Sentence(self.lead("do", who, p.Made("first-possible", {})), ":")
            step = p.Step(key, [lead], under, s.span, style="order")
        if otherwise:
            word = "otherwise" if step.style == "order" else "else"
            ends = [p.Sentence(p.Made(word, {"x": otherwise[0]})), *(p.Sentence(x) for x in otherwise[1:])]
            step.steps.append(p.Step(f"{key}.else", ends, [], s.else_.span if s.else_ is not None else s.span))
        return step

    def options_in_short(
        self, some: list[t.Option], who: p.Phrase, env: Env, key: str, told: dict[str, list[p.Phrase]], free: bool
    ) -> p.Step:
        """Options as a list, or the only one, each with what comes of it."""
        under = [
            p.Step(
                f"{key}.{o.name}",
                [p.Sentence(self.option(o, who, env, mood="inf")[0]), *(p.Sentence(x) for x in told[o.name])],
                [],
                o.span,
            )
            for o in some
        ]
        if len(under) == 1:
            return under[0]
        lead = p.Sentence(self.lead("choose", who, p.Made("one-of-options" if free else "one-of-allowed", {})), ":")
        return p.Step(key, [lead], under, some[0].span, style="options")

    def comes_of(self, body: t.Body | None, env: Env, loop: bool) -> list[p.Phrase]:
        """What is scored in a body, and that it ends a loop it stands in."""
        found = []
        for s in body.statements if body is not None else []:
            scores = isinstance(s, t.Gains) and (
                s.verb == "scores" or getattr(s.place, "name", "") == self.program.score
            )
            counts = isinstance(s, t.Call) and self.program.procedures[s.name].role == "scoring"
            if scores or counts or (loop and isinstance(s, t.End)):
                said = self.deed(s, env)
                found += [said] if said is not None else []
        return found

    # ---- special cards ---------------------------------------------------------------------------------------------
    def specials(self) -> list[tuple[p.Step, list[t.Span]]]:
        """The cards and sides of dice that rules speak of by themselves: how many there are, and where that is."""
        found: dict[str, tuple[p.Phrase, list[t.Span]]] = {}
        told = [*self.program.combinations.values(), *self.program.terms.values(), *self.program.procedures.values()]
        nodes = [node for declared in told for node in declared.walk()]
        sorted_by = self.sorted_by(nodes)
        for node in nodes:
            if self.asked(node)[:2] not in sorted_by:
                for key, said in self.special(node):
                    found.setdefault(key, (said, []))[1].append(node.span)
        steps = []
        for key, (said, spans) in found.items():
            steps.append((p.Step(f"special-{key}", [p.Sentence(said)], [], spans[0]), spans))
        return steps

    def special(self, node: t.Node) -> Iterator[tuple[str, p.Phrase]]:
        """The special card a node names, with its key and how many there are."""
        if isinstance(node, t.RowTest | t.Name) and kind(node) == "row":
            for component, faces in self.faces.items():
                some = [f for f in faces if f.row == node.name]
                if some and len(some) < len(faces):
                    yield node.name, self.there_are(component, p.NP(node.name, "a", many=True), some)
        elif isinstance(node, t.Expr) and kind(node) == "face":
            component, words = node.ref.what
            faces = self.faces.get(component, [])
            some = [f for f, name in zip(faces, face_names(self.program, component, faces), strict=True)
                    if {str(w) for w in words} <= {f.row, *name.split()}]  # fmt: skip
            if some and len(some) < len(faces):
                yield "-".join(str(w) for w in words), self.there_are(component, self.face(node, "a"), some)
        elif isinstance(node, t.Is | t.Compare) and isinstance(node.left, t.Of) and (value := self.asked(node)[2]):
            yield from self.of_value(node.left, node.right, value)

    def asked(self, node: t.Node) -> tuple[str, str, str]:
        """Which value of a column a test asks for: of which cards, the column, the value; nothing of other nodes."""
        value: Any = None
        if isinstance(node, t.Is):
            value = getattr(node.right, "name", None) or getattr(node.right, "value", None)
        elif isinstance(node, t.Compare) and node.op == "=":
            value = self.number(node.right)
        if value is None or not isinstance(node, t.Is | t.Compare):
            return ("", "", "")
        if not isinstance(node.left, t.Of) or kind(node.left) != "column":
            return ("", "", "")
        type_ = node.left.args[0].type
        component = type_.of if isinstance(type_, Type) and type_.name == "card" else ""
        return (component, node.left.name, str(value))

    def sorted_by(self, nodes: list[t.Node]) -> set[tuple[str, str]]:
        """The columns of cards by which rules sort all of them: they ask for each value, or for each but one, which is
        the rest. Then none of them is special."""
        values: dict[tuple[str, str], set[str]] = {}
        for component, column, value in map(self.asked, nodes):
            if value:
                values.setdefault((component, column), set()).add(value)
        found = set()
        for (component, column), told in values.items():
            there = {f.fields.get(column) for f in self.faces.get(component, [])} - {None}
            if len(told) >= max(2, len(there) - 1):
                found.add((component, column))
        return found

    def of_value(self, column: t.Of, value: t.Expr, name: str) -> Iterator[tuple[str, p.Phrase]]:
        """The cards whose rank is 8, where a rule asks for it."""
        type_ = column.args[0].type
        component = type_.of if isinstance(type_, Type) and type_.name == "card" else ""
        faces = self.faces.get(component, [])
        kinds = self.program.kind_values(column.name) if column.name in self.program.kinds else None
        wanted = (kinds.index(name) if name in kinds else None) if kinds is not None else self.number(value)
        some = [f for f in faces if wanted is not None and f.fields.get(column.name) == wanted]
        if some and len(some) < len(faces):
            dice = self.program.components[component].sort == "dice"
            one = p.Referent("die-side" if dice else component)
            rel = p.Clause("be", p.NP(column.name, owner=p.Ref(one)), pred=self.np(value, {}))
            cards = p.NP(one.noun, "a", many=True, rels=[p.Rel(rel, one)], intro=one)
            yield f"{column.name}-{name}", self.there_are(component, cards, some)

    def there_are(self, component: str, cards: p.Phrase, faces: list[FaceRow]) -> p.Phrase:
        """How many of them are in the box, or on each die."""
        homes = self.program.components[component].homes
        sets = 1 if any(self.per_player(home) for home in homes) else max(len(homes), 1)
        count = p.Quantity("exactly", p.Figure(sets * sum(f.count for f in faces)))
        if isinstance(cards, p.NP):
            cards = cards.but(count=count)
        elif isinstance(cards, p.Value):
            cards = p.Value(cards.key, "bare", False, cards.of, cards.number, count)
        if self.program.components[component].sort == "dice":
            return p.Clause("have", p.NP(component, "each"), obj=cards)
        return p.Clause("be", cards, there=True)
