"""Conditions as clauses, and the noun phrases that hold conditions: those who …, the one with the most …"""

from __future__ import annotations

from ...language import tree as t
from ...language.types import Type
from .. import phrases as p
from ..phrases import put_first
from .context import Env, flat, kind, mentions
from .things import Things, side

_HOW = {"=": "exactly", ">": "more-than", ">=": "at-least", "<": "less-than", "<=": "at-most"}
_WORDS = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}
_NOT = {"=": "=", ">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_NUMBER = {">": "greater", ">=": "at-least", "<": "less", "<=": "at-most"}
_ORDER = {">": ("higher", False), ">=": ("lower", True), "<": ("lower", False), "<=": ("higher", True)}


class Conditions(Things):
    """`cond` makes a clause of a condition; `members` and `query` tell binders."""

    def cond(self, e: t.Expr, env: Env) -> p.Phrase:
        """A clause for a condition."""
        match e:
            case t.And():
                return _together(self.conds(flat(e, t.And), env))
            case t.Or():
                return _either(self.conds(flat(e, t.Or), env))
            case t.Not(arg):
                return self.negated(arg, env)
            case t.Compare(op, left, right):
                return self.compare(op, left, right, env)
            case t.Is():
                return self.is_(e, env)
            case t.Has(left, right):
                return self.has(left, right, env, False)
            case t.Relation(name, left, right):
                return p.Clause(name, self.np(left, env), obj=self.np(right, env), link=self.link("term", name))
            case t.Quantifier():
                return self.exists(e, env)
            case t.Name():
                return self.fact(e, env, False)
            case t.Truth(value):
                return p.Made("always" if value else "never", {})
        return p.Clause("be", self.np(e, env), pred=p.Adj("so"))

    def conds(self, parts: list[t.Expr], env: Env) -> list[p.Phrase]:
        """Conditions that stand together. Where one thing is compared with several parameters, these have their names."""
        sides = [(x.left, x.op) for x in parts if isinstance(x, t.Compare) and kind(x.right) == "parameter"]
        self.naming = len(sides) > 1 and all(side == sides[0] for side in sides)
        told = [self.cond(x, env) for x in parts]
        self.naming = False
        return told

    def negated(self, e: t.Expr, env: Env) -> p.Phrase:
        """The opposite of a condition."""
        match e:
            case t.Not(arg):
                return self.cond(arg, env)
            case t.And():
                return _either([self.negated(x, env) for x in flat(e, t.And)])
            case t.Or():
                return _together([self.negated(x, env) for x in flat(e, t.Or)])
            case t.Compare("=", left, right):
                return _deny(self.compare("=", left, right, env))
            case t.Compare(op, left, right):
                return self.compare(_NOT[op], left, right, env)
            case t.Is(left, denied, right):
                return self.is_(t.Is(left, not denied, right, span=e.span), env)
            case t.Has(left, right):
                return self.has(left, right, env, True)
            case t.Quantifier(some, binder):
                return self.exists(t.Quantifier(not some, binder, span=e.span), env)
            case t.Name():
                return self.fact(e, env, True)
        return _deny(self.cond(e, env))

    def fact(self, e: t.Name, env: Env, negative: bool) -> p.Phrase:
        """A truth by its name: the hearts are broken."""
        group = "fact" if kind(e) == "track" else "term"
        return p.Fact(e.name, negative, link=self.link(group, e.name))

    # ---- comparisons -----------------------------------------------------------------------------------------------
    def compare(self, op: str, left: t.Expr, right: t.Expr, env: Env) -> p.Phrase:
        """One number or ordered thing against another."""
        if isinstance(left, t.Of) and isinstance(right, t.Of) and op == "=" and (same := self.same(left, right, env)):
            return same
        if self.is_number(left):
            special = self.left_over(op, left, right, env) or self.amount(op, left, right, env)
            if special is not None:
                return special
            subject = self.np(left, env)
            if kind(left) == "parameter" and isinstance(subject, p.NP):
                subject = subject.but(worth=None)  # not: the limit of 13 is 13
            if op == "=":
                return p.Clause("be", subject, pred=self.as_number(left, self.np(right, env)))
            return p.Clause("be", subject, pred=p.Adj(_NUMBER[op]), preps=[p.Prep("than", self.np(right, env))])
        if op == "=":
            return p.Clause("be", self.np(left, env), pred=self.np(right, env))
        adj, negative = _ORDER[op]
        return p.Clause(
            "be", self.np(left, env), pred=p.Adj(adj), preps=[p.Prep("than", self.np(right, env))], negative=negative
        )

    def left_over(self, op: str, left: t.Expr, right: t.Expr, env: Env) -> p.Phrase | None:
        """`n mod 4 = 0`: n is a multiple of 4; `n mod 4 = 1`: n divided by 4 leaves a remainder of 1."""
        rest = self.number(right)
        if not (isinstance(left, t.Arithmetic) and left.op == "mod" and op == "=" and rest is not None and rest >= 0):
            return None
        whole, by = (
            side(self.operand(x, env, "mod", k == 0), "mod", k == 0) for k, x in enumerate((left.left, left.right))
        )
        if rest == 0:
            return p.Clause("be", whole, pred=p.Made("multiple-of", {"n": by}))
        subject = p.Made("shared-out", {"a": whole, "b": by}, noun=whole.noun if isinstance(whole, p.NP) else None)
        return p.Clause("leave", subject, obj=p.NP("remainder", "a", preps=[p.Prep("of", p.Figure(rest))]))

    def is_number(self, e: t.Expr) -> bool:
        """Whether an expression is a number."""
        return isinstance(e.type, Type) and e.type.name == "number"

    def amount(self, op: str, left: t.Expr, right: t.Expr, env: Env) -> p.Phrase | None:
        """How many there are of something: the hand holds 5 cards, a player has at least 100 points, 3 players are
        out."""
        value = self.number(right)
        if value is None or value < 0:
            return None
        count = p.Quantity(_HOW[op], self.named_number(right, value) if self.naming else self.figure(right, value))
        alone = op == "=" and value == 1  # there is only one player
        if isinstance(left, t.Of) and kind(left) == "library" and left.name == "size":
            said = self.size(left.args[0], count, env)
            there = isinstance(said, p.Clause) and said.there and isinstance(said.subject, p.NP)
            return said.but(subject=said.subject.but(only=alone)) if there else said  # type: ignore[attr-defined]
        if isinstance(left, t.Query) and left.pick == "number of":
            return self.so_many_are(left.binder, count, env)
        if isinstance(left, t.Of) and self.is_counter(left) and not left.args[0].type.many:
            return p.Clause("have", self.np(left.args[0], env), obj=self.counter(left.name, count))
        if isinstance(left, t.Reduce) and isinstance(left.arg, t.Of) and self.is_counter(left.arg):
            return self.extreme_amount(op, left, count)
        return None

    def is_counter(self, e: t.Of) -> bool:
        """Whether players have so many of it: the points they score."""
        return kind(e) in ("track", "term") and self.has_points(e.name)

    def has_points(self, name: str) -> bool:
        """Whether a counter or term is the score, told as points one has."""
        return name in (self.program.score, "points")

    def counter(self, name: str, count: p.Quantity) -> p.NP:
        """So many points."""
        return p.NP(name, "a", many=True, count=count, link=self.link("fact", name))

    def size(self, arg: t.Expr, count: p.Quantity, env: Env) -> p.Phrase:
        """A place holds so many cards; there are so many players who …"""
        if isinstance(arg, t.Binder):
            return self.so_many_are(arg, count, env)
        if kind(arg) == "combination":
            made = self.counted(arg, env)
            assert isinstance(made, p.NP)
            return p.Clause("be", made.but(count=count), there=True)
        type_ = arg.type
        if isinstance(type_, Type) and type_.name in ("place", "meld", "play"):
            subject = self.np(arg, env)
            if type_.many and isinstance(subject, p.NP):
                things = self.cards_in(arg, env, "a", count)
                return p.Clause("be", things, there=True)
            return p.Clause("contain", subject, obj=p.NP(self.cards_of(arg), "a", many=True, count=count))
        phrase = self.np(arg, env)
        if isinstance(phrase, p.NP):
            return p.Clause("be", phrase.but(det="a", many=True, count=count), there=True)
        return p.Clause("be", p.NP("number", "the", owner=phrase), pred=count)

    def so_many_are(self, b: t.Binder, count: p.Quantity, env: Env) -> p.Phrase:
        """So many of some things are so: four store piles are empty; else there are so many that are so."""
        one, inner = self.bind(b, env)
        said = self.raised(b, self.source(b, env, one, "bare", many=True).but(count=count), one, inner)
        return said or p.Clause("be", self.members(b, env, det="bare").but(count=count), there=True)

    def raised(self, b: t.Binder, things: p.NP, one: p.Referent, inner: Env) -> p.Clause | None:
        """What is said of the members of a binder with a single condition, told of `things`: no build pile holds more than
        13 cards. None where the condition is not plainly about them."""
        if len(b.filters) != 1 or not isinstance(b.filters[0], t.Where) or b.start is not None:
            return None
        clause = self.cond(b.filters[0].test, inner)
        plain = isinstance(clause, p.Clause) and not (clause.there or clause.negative or clause.modal or clause.adverb)
        if not plain or not isinstance(clause, p.Clause) or not isinstance(clause.subject, p.Ref):
            return None
        return clause.but(subject=things) if clause.subject.to is one else None

    def extreme_amount(self, op: str, left: t.Reduce, count: p.Quantity) -> p.Phrase | None:
        """The highest points of players >= 100: a player has at least 100 points."""
        assert isinstance(left.arg, t.Of)
        if op == "=" or left.kind == "total" or kind(left.arg.args[0]) != "players":
            return None
        some = (left.kind == "highest") == (op in (">", ">="))
        return p.Clause("have", p.NP("player", "a" if some else "each"), obj=self.counter(left.arg.name, count))

    def same(self, left: t.Of, right: t.Of, env: Env) -> p.Phrase | None:
        """`suit of c is suit of d`: one has the same suit as the other."""
        fields = ("column", "index")
        alike = kind(left) == kind(right) == "library" or (kind(left) in fields and kind(right) in fields)
        if left.name != right.name or not alike:
            return None
        if kind(left) == "library" and left.name == "size":
            if not all(
                isinstance(x.args[0].type, Type) and x.args[0].type.name in ("meld", "play") for x in (left, right)
            ):
                return None
            cards = p.NP(self.cards_of(left.args[0]), "bare", many=True)
            a, b = self.np(left.args[0], env), self.np(right.args[0], env)
            return p.Clause("have", a, obj=p.Made("same-number", {"x": cards}), preps=[p.Prep("as", b)])
        if kind(left) == "library" and left.name != "form":
            return None
        a, b = self.np(left.args[0], env), self.np(right.args[0], env)
        return p.Clause("have", a, obj=p.NP(left.name, "same"), preps=[p.Prep("as", b)])

    # ---- is --------------------------------------------------------------------------------------------------------
    def is_(self, e: t.Is, env: Env) -> p.Phrase:
        """What something is or is not."""
        left, right, no = e.left, e.right, e.negated
        match right:
            case t.Empty():
                return self.empty(left, no, env)
            case t.Nothing():
                subject = self.np(left, env, "a" if no else "no")
                return p.Clause("be", subject, there=True)
            case t.RowTest(name):
                noun = p.NP(name, "a", link=self.form_link(right))
                return p.Clause("be", self.np(left, env), pred=noun, negative=no)
            case t.IsCompare(how, what):
                if how in _WORDS:
                    return self.compare(_NOT[_WORDS[how]] if no else _WORDS[how], left, what, env)
                negative = (how == "none of") != no
                return p.Clause("be", self.np(left, env), pred=self.alternatives(what, env), negative=negative)
        if kind(right) in ("predicate", "flag"):
            assert isinstance(right, t.Name)
            link = self.link("term" if kind(right) == "predicate" else "fact", right.name)
            return p.Clause("be", self.np(left, env), pred=p.Adj(right.name, link), negative=no)
        if isinstance(left, t.Of) and isinstance(right, t.Of) and (same := self.same(left, right, env)):
            return _deny(same) if no else same
        if self.is_number(left) and (special := self.left_over("=", left, right, env)):
            return _deny(special) if no else special
        if self.is_number(left) and not no and (special := self.amount("=", left, right, env)):
            return special
        return self.equal(left, right, no, env)

    def form_link(self, e: t.Expr) -> str | None:
        """Where a form of a combination is defined."""
        if kind(e) != "form":
            return None
        combination, form = e.ref.what
        return f"{self.link('combination', combination)}.{form}"

    def equal(self, left: t.Expr, right: t.Expr, no: bool, env: Env) -> p.Phrase:
        """Two things that are one."""
        if kind(left) == "winners" and isinstance(right, t.ListOf) and right.items:
            won = self.win_game(right.items, env)
            return p.Made("it-is-not-so", {"x": won}) if no else won
        if isinstance(left.type, Type) and left.type.name == "place" and isinstance(right, t.ListOf):
            if not right.items:
                return self.empty(left, no, env)
            obj = p.Made("only-these", {"x": self.np(right, env)})
            return p.Clause("contain", self.np(left, env), obj=obj, negative=no)
        if (
            kind(right) == "local"
            and kind(left) == "library"
            and isinstance(right.type, Type)
            and right.type.name == "player"
        ):
            left, right = right, left  # told of the player at hand: they are the player who played last
        value = self.a_face(right) if kind(right) == "face" else self.np(right, env)
        return p.Clause("be", self.np(left, env), pred=self.as_number(left, value), negative=no)

    def as_number(self, left: t.Expr, value: p.Phrase) -> p.Phrase:
        """What a counter is: of what is always said in the plural a language says as many as."""
        if kind(left) != "track" or not self.is_number(left) or isinstance(value, p.Figure):
            return value
        parts = value if isinstance(value, p.NP | p.Made) else None
        return p.Made("as-number", {"x": value}, parts.noun if parts else None, parts.many if parts else False)

    def win_game(self, seats: list[t.Expr], env: Env) -> p.Phrase:
        """Ann and Bob win the game."""
        return p.Made("win-game", {"x": p.Several("and", [self.np(seat, env) for seat in seats])})

    def alternatives(self, what: t.Expr, env: Env) -> p.Phrase:
        """One of several things."""
        if isinstance(what, t.ListOf):
            return p.Several("or", [self.alternative(i, env) for i in what.items])
        return p.Made("one-of", {"x": self.np(what, env)})

    def alternative(self, e: t.Expr, env: Env) -> p.Phrase:
        value = self.number(e)
        return self.figure(e, value) if value is not None and kind(e) != "value" else self.np(e, env)

    def empty(self, left: t.Expr, no: bool, env: Env) -> p.Phrase:
        """A place is empty; there is nothing of a list."""
        type_ = left.type
        if isinstance(type_, Type) and type_.name in ("place", "play", "meld") and kind(left) != "combination":
            zone = self.program.zones.get(type_.of)
            subject = self.np(left, env)
            if isinstance(left, t.Of) and kind(left.args[0]) == "players" and zone is not None:
                subject = p.NP(left.name, "all", many=True, link=self.link("zone", left.name))
                if no:
                    return p.Clause("be", p.NP(self.holds(type_.of), "a", preps=[p.Prep("in", subject)]), there=True)
            return p.Clause("be", subject, pred=p.Adj("empty"), negative=no)
        subject = self.counted(left, env)
        if isinstance(subject, p.NP):
            return p.Clause("be", subject.but(det="a" if no else "no", many=False), there=True)
        return p.Clause("be", subject, pred=p.Adj("empty"), negative=no)

    def has(self, left: t.Expr, right: t.Expr, env: Env, no: bool) -> p.Phrase:
        """A place holds a card, a list has a member."""
        if kind(left) == "winners":
            won = self.win_game([right], env)
            return p.Made("it-is-not-so", {"x": won}) if no else won
        if kind(right) == "face":
            obj = self.a_face(right)
        else:
            obj = self.np(right, env, "a" if kind(right) == "row" else "the")
        if isinstance(obj, p.Value) and obj.det == "bare":
            obj.det = "the" if obj.of is not None else "a"
        if no and isinstance(obj, p.NP) and obj.det == "a":
            obj, no = obj.but(det="no"), False
        return p.Clause("contain", self.np(left, env), obj=obj, negative=no)

    # ---- some, no --------------------------------------------------------------------------------------------------
    def exists(self, e: t.Quantifier, env: Env) -> p.Phrase:
        """There is a player who …; no card of the meld is …"""
        binder = e.binder
        last = binder.filters[-1] if binder.filters else None
        if isinstance(last, t.With) and e.some and len(binder.filters) == 1:
            one, inner = self.bind(binder, env)
            clause = self.superlative(last, one, inner)
            count = p.Quantity("exactly", p.Figure(1)) if last.alone else None
            made, _ = put_first(clause, one, self.source(binder, env, one, det="a").but(count=count, intro=one))
            assert isinstance(made, p.Phrase)
            return made
        if not e.some and (inside := self.none_inside(binder, env)):
            return inside
        wheres = [f.test for f in binder.filters if isinstance(f, t.Where)]
        if e.some and len(binder.filters) == len(wheres) == 1 and (one_of := self.one_of(binder, wheres[0], env)):
            return one_of
        if not e.some and len(binder.filters) == 1 and wheres and (every := self.every(binder, wheres[0], env)):
            return every
        if not e.some:
            one, inner = self.bind(binder, env)
            if none := self.raised(binder, self.source(binder, env, one, "no"), one, inner):
                return none
        return p.Clause("be", self.members(binder, env, det="a" if e.some else "no", many=False), there=True)

    def none_inside(self, binder: t.Binder, env: Env) -> p.Phrase | None:
        """`no s where some c in s where …`: there is no card in a store that …; None for anything else."""
        if len(binder.filters) != 1 or not isinstance(binder.filters[0], t.Where) or binder.start is not None:
            return None
        test = binder.filters[0].test
        if not (isinstance(test, t.Quantifier) and test.some and test.binder.filters):
            return None
        one, inner = self.bind(binder, env)
        phrase = self.members(test.binder, inner, det="no", many=False)
        outer = self.source(binder, env, one, det="a")
        made, found = put_first(phrase.but(rels=[], late=[]), one, outer)
        if not found or not isinstance(made, p.NP) or outer.rels:
            return None
        return p.Clause("be", made.but(rels=phrase.rels, late=phrase.late), there=True)

    def one_of(self, binder: t.Binder, test: t.Expr, env: Env) -> p.Phrase | None:
        """`some k in known of p where value of k = 3`: the value of one of their known cards is 3; None of what belongs
        to nobody."""
        one, inner = self.bind(binder, env)
        phrase = self.source(binder, env, one, det="a")
        clause = self.cond(test, inner)
        if phrase.owner is None or not isinstance(clause, p.Clause) or clause.there:
            return None
        subject = clause.subject
        if isinstance(subject, p.NP) and isinstance(subject.owner, p.Ref) and subject.owner.to is one:
            return clause.but(subject=subject.but(owner=phrase))
        return clause.but(subject=phrase) if isinstance(subject, p.Ref) and subject.to is one else None

    def every(self, binder: t.Binder, test: t.Expr, env: Env) -> p.Phrase | None:
        """`no c in m where … is not …`: each card of the meld is …; None where this is not said more simply."""
        simple = isinstance(test, t.Not) or (isinstance(test, t.Is) and test.negated)
        one, inner = self.bind(binder, env)
        if simple:
            clause = self.negated(test, inner)
            subject = self.source(binder, env, one, det="each")
            if isinstance(clause, p.Clause) and isinstance(clause.subject, p.Ref) and clause.subject.to is one:
                return clause.but(subject=subject.but(intro=one))
            if (
                isinstance(clause, p.Clause)
                and isinstance(clause.subject, p.NP)
                and isinstance(clause.subject.owner, p.Ref)
                and clause.subject.owner.to is one
            ):
                return clause.but(subject=clause.subject.but(owner=subject.but(intro=one)))
        return None

    # ---- binders ---------------------------------------------------------------------------------------------------
    def bind(self, b: t.Binder, env: Env) -> tuple[p.Referent, Env]:
        """A referent for a binder's name, and the names alive in its filters."""
        type_ = b.type.each() if isinstance(b.type, Type) else Type("number")
        one = self.referent(b.name, type_, env)
        return one, {**env, b.name: one}

    def source(self, b: t.Binder, env: Env, one: p.Referent, det: str = "the", many: bool = False) -> p.NP:
        """The noun of a binder with where its members come from, without its filters."""
        src = b.source
        preps: list[p.Prep] = []
        match src:
            case t.Name() if kind(src) in ("players", "kind", "component", "zone") and not self.is_one_zone(src):
                pass
            case t.Name() if kind(src) == "term":
                return self.lone(src, p.NP(src.name, det, many=many, link=self.link("term", src.name), intro=one))
            case t.Of() if kind(src) == "library" and src.name == "others":
                det = {"a": "another", "each": "each-other", "the": "other", "no": "no", "all": "all-other"}.get(
                    det, det
                )
                if det == "no":
                    return p.NP("player", "no", many=many, adjs=[p.Adj("other")], intro=one)
                preps = []
            case t.Of() if kind(src) == "term" and self.is_list_term(src.name):
                phrase = self.np(src, env)
                assert isinstance(phrase, p.NP)
                if src.type.name in ("player",) or src.name in self.program.terms:
                    return self.lone(src, phrase.but(det=det, many=many, intro=one))
            case t.Of() if kind(src) == "zone" and src.type.many and self.program.zones[src.name].low is not None:
                owner = None if kind(src.args[0]) == "players" else self.np(src.args[0], env)
                return p.NP(src.name, det, many=many, owner=owner, intro=one, link=self.link("zone", src.name))
            case t.Range(low, high):
                a, b_ = self.quantity_of(low, env), self.quantity_of(high, env)
                noun = one.noun
                return p.NP(
                    noun, det, many=many, preps=[p.Prep("among", p.Made("from-to", {"a": a, "b": b_}))], intro=one
                )
            case t.Of() if kind(src) == "combination":
                preps = [p.Prep("inside", self.np(src.args[0], env))]
            case t.Of() if kind(src) == "library" and src.name == "cards":
                return self.cards_in(src.args[0], env, det).but(many=many, intro=one)
            case _:
                preps = [p.Prep("inside", self.np(src, env))]
        return p.NP(one.noun, det, many=many, preps=preps, intro=one, link=one.link)

    def lone(self, src: t.Name | t.Of, phrase: p.NP) -> p.NP:
        """A term that names one at most: each of them is the one, if there is one."""
        if phrase.det != "each" or not self.is_lone(self.program.terms.get(src.name)):
            return phrase
        return phrase.but(det="the", late=[*phrase.late, p.Made("if-any", {"x": p.NP(phrase.noun)})])

    def is_lone(self, term: t.Term | None) -> bool:
        """Whether a term names one at most: the one who alone has the most."""
        value = term.value if term is not None else None
        last = value.filters[-1] if isinstance(value, t.Binder) and value.filters else None
        return isinstance(last, t.With) and last.alone

    def is_one_zone(self, e: t.Name) -> bool:
        """Whether a name is a single place, whose cards are meant."""
        return kind(e) == "zone" and not (isinstance(e.type, Type) and e.type.many)

    def is_list_term(self, name: str) -> bool:
        type_ = self.program.term_types.get(name)
        return bool(type_ and type_.many)

    def members(self, b: t.Binder, env: Env, det: str = "the", many: bool = True) -> p.NP:
        """The members of a binder that pass its filters."""
        one, inner = self.bind(b, env)
        phrase = self.source(b, env, one, det, many)
        if b.start is not None:
            phrase = phrase.but(late=[p.Made("going-round", {"start": self.np(b.start, env)})])
        return self.filtered(phrase, b, one, inner)

    def filtered(self, phrase: p.NP, b: t.Binder, one: p.Referent, inner: Env) -> p.NP:
        """A noun phrase with a binder's filters as relative clauses."""
        if (best := self.best_of_kind(phrase, b, one, inner)) is not None:
            return best
        rels = list(phrase.rels)
        many = phrase.many and phrase.det not in ("each", "each-other")
        for k, f in enumerate(b.filters):
            if isinstance(f, t.Where):
                rels += [p.Rel(x, one) for x in self.conds(flat(f.test, t.And), inner)]
            elif len(b.filters) == 1 and (own := self.own_value(f, one, inner)) is not None:
                return phrase.but(preps=[*phrase.preps, p.Prep("with", own)])
            else:
                clause = self.superlative(f, one, inner)
                if isinstance(b.filters[k - 1], t.With) and k and k == len(b.filters) - 1:
                    best = p.NP(one.noun, "the", many=many, rels=[p.Rel(clause, one)])
                    return phrase.but(rels=rels, late=[*phrase.late, p.Made("of-these-one", {"x": best})])
                if k:  # among those the filters before it leave
                    these = p.Made("these", {"x": p.NP(one.noun, many=True)})
                    clause = clause.but(preps=[p.Prep("among-them", these), *clause.preps])
                rels.append(p.Rel(clause, one))
        return phrase.but(rels=rels)

    def best_of_kind(self, phrase: p.NP, b: t.Binder, one: p.Referent, inner: Env) -> p.NP | None:
        """`where suit of x is led with highest rank of x`: of the suit led with the highest rank; None of other filters."""
        match b.filters:
            case [t.Where(test), t.With() as last] if not phrase.rels and not phrase.owner:
                clause, own = self.cond(test, inner), self.own_value(last, one, inner)
            case _:
                return None
        match clause:
            case p.Clause(
                "be", p.NP("suit" | "rank" | "value", owner=p.Ref(to)) as part, pred=p.NP(det="the") as value
            ):
                bare = not (clause.negative or clause.preps or clause.adverb or part.adjs or part.rels)
                plain = not (value.owner or value.rels or value.adjs or value.preps or value.many)
                if to is one and bare and plain and own is not None:
                    return phrase.but(preps=[*phrase.preps, p.Prep("of", value), p.Prep("with", own)])
        return None

    def cannot_tie(self, b: t.Binder) -> bool:
        """Whether cards of which some values are the same differ in what they are compared by: of one suit there are no
        two of a rank."""
        match b.filters:
            case [t.Where(t.Is(t.Of(fixed), False, _) | t.Compare("=", t.Of(fixed), _)), t.With(key=t.Of(by))]:
                pass
            case _:
                return False
        type_ = b.type.each() if isinstance(b.type, Type) else Type("number")
        zone = self.program.zones.get(type_.of) if type_.name == "play" else None
        component = type_.of if type_.name == "card" else (zone.plays_of or self.holds(zone.name)) if zone else ""
        faces = self.faces.get(component, [])
        values = [(face.fields.get(fixed), face.fields.get(by)) for face in faces]
        known = bool(faces) and all(None not in pair for pair in values)
        return known and len(set(values)) == len(values) and all(face.count == 1 for face in faces)

    def own_value(self, f: t.With, one: p.Referent, inner: Env) -> p.NP | None:
        """`with lowest penalty of p`: the lowest penalty; None for what is told with have or be."""
        key = f.key
        if f.alone or not (isinstance(key, t.Of) and len(key.args) == 1 and isinstance(key.args[0], t.Name)):
            return None
        if inner.get(key.args[0].name) is not one or kind(key) not in ("term", "track", "column", "index"):
            return None
        if self.is_counter(key) and one.human:
            return None
        phrase = self.np(key, inner)
        if not isinstance(phrase, p.NP) or phrase.preps:
            return None
        return phrase.but(det="the", many=False, owner=None, adjs=[p.Adj("highest" if f.highest else "lowest")])

    def superlative(self, f: t.With, one: p.Referent, inner: Env) -> p.Clause:
        """That somebody has the most of something, or that their value is the highest."""
        key, most = f.key, "most" if f.highest else "fewest"
        adverb = "alone" if f.alone else None
        who = p.Ref(one)
        own = isinstance(key, t.Of) and isinstance(key.args[0], t.Name) and mentions(key, self.name_of(one, inner))
        if own and isinstance(key, t.Of) and self.is_counter(key) and len(key.args) == 1 and one.human:
            group = "fact" if kind(key) == "track" else "term"
            points = p.NP(key.name, "bare", many=True, link=self.link(group, key.name))
            return p.Clause("have", who, obj=p.Made(most, {"x": points}), adverb=adverb)
        if isinstance(key, t.Of) and kind(key) == "library" and key.name == "size":
            things = self.counted(key.args[0], inner)
            if isinstance(things, p.NP):
                owner = things.owner
                mine = isinstance(owner, p.Ref) and owner.to is one
                preps = [p.Prep("in", x.of) if x.key == "inside" else x for x in things.preps]
                things = things.but(det="bare", owner=None if mine else owner, preps=preps)
                return p.Clause("have", who, obj=p.Made(most, {"x": things}), adverb=adverb)
        adj = "highest" if f.highest else "lowest"
        value = self.np(key, inner)
        if isinstance(value, p.NP) and value.det == "the":
            best = value.but(owner=None, adjs=[p.Adj(adj), *value.adjs])
            if f.alone and isinstance(value.owner, p.Ref) and value.owner.to is one:  # alone has the highest bid
                return p.Clause("have", who, obj=best, adverb=adverb)
            if not f.alone and isinstance(value.owner, p.NP) and not _speaks(best, one):
                return p.Clause("have", value.owner, obj=best)  # whose top card has the highest value
        untied = [p.Prep("without", p.NP("tie", "bare"))] if f.alone else []
        return p.Clause("be", value, pred=p.Adj(adj), preps=untied)

    def name_of(self, one: p.Referent, env: Env) -> str:
        return next((n for n, r in env.items() if r is one), "")

    def query(self, e: t.Query, env: Env) -> p.Phrase:
        """The first player who …, the number of cards that …"""
        if e.pick == "number of":
            return self.number_of(self.members(e.binder, env, det="bare"))
        binder = e.binder
        if binder.filters and isinstance(binder.filters[-1], t.With):
            plain = t.Binder(binder.name, binder.source, None, binder.filters, span=binder.span, type=binder.type)
            phrase = self.members(plain, env, det="the", many=False)
            if self.cannot_tie(binder):
                return phrase
            which: dict[str, p.Phrase] = {"x": p.NP(phrase.noun, many=True)}
            if binder.start is None:
                return phrase.but(late=[p.Made(f"of-several-{e.pick}", which)])
            start = self.np(binder.start, env)
            return phrase.but(late=[p.Made(f"of-several-{e.pick}-round", {**which, "start": start})])
        phrase = self.members(binder, env, det="the", many=False)
        if self.has_the_only(binder):
            return phrase
        return phrase.but(adjs=[p.Adj(e.pick), *phrase.adjs])

    def has_the_only(self, b: t.Binder) -> bool:
        """Whether a binder asks who has a card of which there is one: there is no first or last of them."""
        test = b.filters[0].test if len(b.filters) == 1 and isinstance(b.filters[0], t.Where) else None
        if b.start is not None or not (isinstance(test, t.Has) and kind(test.right) == "face"):
            return False
        return self.is_the_only(test.right)


def _either(clauses: list[p.Phrase]) -> p.Phrase:
    """Conditions joined by or; what one thing is this or that is told at once: it is the 3 or the 4."""
    out: list[p.Phrase] = []
    for clause in _level("or", clauses):
        last = out[-1] if out else None
        several = _either_of(last, clause) if isinstance(last, p.Clause) and isinstance(clause, p.Clause) else None
        if several is not None:
            out[-1] = several
        else:
            out.append(clause)
    return out[0] if len(out) == 1 else p.Both("or", out)


def _either_of(a: p.Clause, b: p.Clause) -> p.Clause | None:
    """What says of one thing that it is this or that; None of other clauses."""
    if a.subject != b.subject or a.pred is None or b.pred is None or not (_names(a) and _names(b)):
        return None
    several = a.pred.items if isinstance(a.pred, p.Several) else [a.pred]
    return a.but(pred=p.Several("or", [*several, b.pred]))


def _names(clause: p.Clause) -> bool:
    """Whether it only says what or who something known is."""
    known = isinstance(clause.subject, p.Ref) or (isinstance(clause.subject, p.NP) and clause.subject.det == "the")
    plain = not (clause.negative or clause.there or clause.preps or clause.adverb or clause.modal or clause.only)
    several = isinstance(clause.pred, p.Several) and clause.pred.how == "or"
    return clause.verb == "be" and known and plain and (several or isinstance(clause.pred, p.NP | p.Value | p.Figure))


def _level(how: str, clauses: list[p.Phrase]) -> list[p.Phrase]:
    """The clauses of a list, with those of lists in it that have the same conjunction."""
    return [y for x in clauses for y in (_level(how, x.items) if isinstance(x, p.Both) and x.how == how else [x])]


def _together(clauses: list[p.Phrase]) -> p.Phrase:
    """Conditions joined by and; what has the same this and the same that as something is told at once."""
    out: list[p.Phrase] = []
    for clause in _level("and", clauses):
        last = out[-1] if out else None
        if isinstance(clause, p.Clause) and isinstance(last, p.Clause) and _as_same(clause) and _as_same(last):
            a, b = last.preps[0].of, clause.preps[0].of
            one = isinstance(a, p.Ref) and isinstance(b, p.Ref) and a.to is b.to
            subjects = (last.subject, clause.subject)
            alike = all(isinstance(x, p.Ref) for x in subjects) and subjects[0].to is subjects[1].to  # type: ignore[union-attr]
            if one and alike and last.obj is not None and clause.obj is not None:
                out[-1] = last.but(obj=p.Several("and", [last.obj, clause.obj]))
                continue
        elif isinstance(clause, p.Clause) and isinstance(last, p.Clause) and _both_so(last, clause):
            assert last.subject is not None
            assert clause.subject is not None
            several = last.subject.items if isinstance(last.subject, p.Several) else [last.subject]
            out[-1] = last.but(subject=p.Several("and", [*several, clause.subject]))
            continue
        out.append(clause)
    return out[0] if len(out) == 1 else p.Both("and", out)


def _both_so(a: p.Clause, b: p.Clause) -> bool:
    """Whether one thing is said of two: the deck and the hand are empty."""
    plain = all(
        x.verb == "be" and isinstance(x.pred, p.Adj) and not (x.negative or x.there or x.preps or x.adverb)
        for x in (a, b)
    )
    things = isinstance(b.subject, p.NP) and isinstance(a.subject, p.NP | p.Several)
    return plain and things and a.pred == b.pred and a.subject != b.subject


def _as_same(clause: p.Clause) -> bool:
    same = isinstance(clause.obj, p.Made) or (isinstance(clause.obj, p.NP) and clause.obj.det == "same")
    return (
        clause.verb == "have"
        and not clause.negative
        and same
        and len(clause.preps) == 1
        and clause.preps[0].key == "as"
    )


def _speaks(phrase: p.Phrase, one: p.Referent) -> bool:
    """Whether somebody is spoken of in a phrase."""
    return any(isinstance(x, p.Ref) and x.to is one for x in phrase.walk())


def _deny(phrase: p.Phrase) -> p.Phrase:
    match phrase:
        case p.Clause(subject=p.NP(det="a") as subject, there=True):
            return phrase.but(subject=subject.but(det="no"))
        case p.Clause():
            return phrase.but(negative=not phrase.negative)
        case p.Fact():
            return p.Fact(phrase.key, not phrase.negative, phrase.adverb, phrase.link)
        case p.Both(how, items):
            return p.Both("or" if how == "and" else "and", [_deny(i) for i in items])
    return p.Made("it-is-not-so", {"x": phrase})
