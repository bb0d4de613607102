"""Expressions that stand for things and numbers, as noun phrases."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ...language import tree as t
from ...language.faces import face_names, spoken_fields
from ...language.types import Type
from .. import phrases as p
from .context import Context, Env, kind
from .signs import Signs


class Things(Signs, Context):
    """`np` makes a noun phrase of any expression that is not a condition."""

    def np(self, e: t.Expr, env: Env, det: str = "the") -> p.Phrase:
        """A noun phrase for an expression.

        Args:
            e: the expression, checked.
            env: who the local names stand for.
            det: the article, where the phrase can have one.
        """
        match e:
            case t.Number(value):
                if kind(e) == "value":
                    return p.Value(str(value))
                if kind(e) == "face":
                    return self.face(e, "a" if det == "the" else det)
                return p.Figure(value)
            case t.Name():
                return self.name(e, env, det)
            case t.Face() | t.Numbered():
                if kind(e) == "zone":
                    return self.numbered_zone(e, env)  # type: ignore[arg-type]
                return self.face(e, det)
            case t.Of():
                return self.of(e, env, det)
            case t.Reduce():
                return self.reduce(e, env)
            case t.ListOf(items):
                return p.Several(
                    "and", side_by_side([self.a_face(i) if kind(i) == "face" else self.np(i, env) for i in items])
                )
            case t.Range(low, high):
                return p.Made("from-to", {"a": self.np(low, env), "b": self.np(high, env)}, many=True)
            case t.Arithmetic():
                return self.arithmetic(e, env)
            case t.Binder():
                return self.members(e, env, det="the")
            case t.Query():
                return self.query(e, env)
            case t.RandomOf(binder):
                phrase = self.members(binder, env, det="a", many=False)
                return phrase.but(adjs=[*phrase.adjs, p.Adj("at-random")])
            case t.Nothing():
                return p.Made("nothing", {})
            case t.Truth(value):
                return p.Made("yes" if value else "no", {})
        return p.Made("whether", {"x": self.cond(e, env)})

    # ---- names -----------------------------------------------------------------------------------------------------
    def name(self, e: t.Name, env: Env, det: str) -> p.Phrase:
        """A name by itself."""
        match kind(e):
            case "local":
                return p.Ref(env[e.name])
            case "zone":
                zone = self.program.zones[e.name]
                many = bool(zone.each or zone.low is not None)
                return p.NP(e.name, det="all" if many else det, many=many, link=self.link("zone", e.name))
            case "track":
                return p.NP(e.name, det, link=self.link("fact", e.name))
            case "term":
                type_ = self.program.term_types.get(e.name)
                many = bool(type_ and type_.many)
                return p.NP(e.name, det, many=many, link=self.link("term", e.name))
            case "parameter":
                return self.parameter(e.name)
            case "kind":
                return p.NP(e.name, "all", many=True)
            case "component":
                return p.NP(e.name, "all", many=True)
            case "players":
                return p.NP("player", "all", many=True)
            case "winners":
                return p.NP("winner", "the", many=True)
            case "value":
                return p.Value(e.name)
            case "face":
                return self.face(e, det)
            case "row":
                return p.NP(e.name, det)
            case "winners":
                return p.NP("winner", det, many=True)
        return p.NP(e.name, det)

    def parameter(self, name: str) -> p.Phrase:
        """A parameter by its name and its number: the limit (13)."""
        value = self.program.value_of(name)
        return p.NP(
            name, "the", worth=p.Figure(value) if value is not None else None, link=self.link("parameter", name)
        )

    def numbered_zone(self, e: t.Numbered, env: Env) -> p.Phrase:
        """Build pile 1; Ann's store pile 2."""
        owner = self.np(e.of, env) if e.of is not None else None
        return p.NP(e.name, "the", owner=owner, label=p.Figure(e.number), link=self.link("zone", e.name))

    def face(self, e: t.Expr, det: str) -> p.Phrase:
        """A card or the side of a die by its names: the 3 of spades, a Friday, the cat 4."""
        component, words = e.ref.what if kind(e) == "face" else ("", [getattr(e, "name", "")])
        rows = {f.row for f in self.faces.get(component, [])}
        kinds = [w for w in words if isinstance(w, str) and w not in rows]
        numbers = [w for w in words if isinstance(w, int)]
        row = next((w for w in words if isinstance(w, str) and w in rows), None)
        fields = self.program.columns.get(component, {})
        ranked = [f for f, type_ in fields.items() if type_.name == "kind"]
        if len(kinds) + len(numbers) > 2 or len(numbers) > 1 or (len(kinds) > 1 and len(ranked) < 2):
            values: list[p.Phrase] = [p.Value(str(w)) for w in words if w != row]
            return p.NP(row or component, det, label=p.Several("comma", values))
        if len(kinds) == 2:
            spoken = [self.program.kind_values(f) for f in spoken_fields(self.program, component) if f in ranked]
            kinds.sort(key=lambda word: next((k for k, values in enumerate(spoken) if word in values), len(spoken)))
        if len(ranked) > 1 and len(kinds) + len(numbers) == 2 and kinds:
            first = str(numbers[0]) if numbers else kinds[0]
            return p.Value(first, det, of=p.Value(kinds[-1]), brief=self.brief)
        if kinds:
            return p.Value(kinds[0], det, number=numbers[0] if numbers else None)
        dice = component in self.program.components and self.program.components[component].sort == "dice"
        if row is not None and (not numbers or len(rows) > 1 or (len(self.faces) > 1 and not dice)):
            label = p.Figure(numbers[0]) if numbers else None
            return p.NP(row, det, label=label)
        return p.Value(str(numbers[0]), det) if numbers else p.NP(component or "card", det)

    def a_face(self, e: t.Expr) -> p.Phrase:
        """A card or a side of a die as one of those there are: a heart, a 9, the 3 of spades, the joker if there is one."""
        shown = self.face(e, "the")
        if self.is_the_only(e):
            return shown
        if isinstance(shown, p.Value) and shown.of is None and shown.number is None:
            shown.det = "a"
        return shown.but(det="a") if isinstance(shown, p.NP) and shown.label is None else shown

    def is_the_only(self, e: t.Expr) -> bool:
        """Whether there is one card that words of a spec can mean, and no more."""
        component, words = e.ref.what
        faces = self.faces.get(component, [])
        called = face_names(self.program, component, faces)
        names = [{face.row, *name.split()} for face, name in zip(faces, called, strict=True)]
        return sum(f.count for f, name in zip(faces, names, strict=True) if {str(w) for w in words} <= name) == 1

    # ---- of --------------------------------------------------------------------------------------------------------
    def of(self, e: t.Of, env: Env, det: str) -> p.Phrase:
        """Something of something."""
        arg = e.args[0]
        many = bool(isinstance(e.type, Type) and e.type.many)
        match kind(e):
            case "face":
                return self.face(e, det)
            case "zone":
                if kind(arg) == "value":
                    return p.NP(e.name, det, kind=getattr(arg, "name", ""), link=self.link("zone", e.name))
                zone = self.program.zones[e.name]
                plural = many and (zone.low is not None or arg.type.many)
                return p.NP(e.name, det, many=plural, owner=self.np(arg, env), link=self.link("zone", e.name))
            case "track":
                return p.NP(e.name, det, many=many, owner=self.np(arg, env), link=self.link("fact", e.name))
            case "term":
                return self.term_of(e, env, det, many)
            case "combination":
                inside = p.Prep("inside", self.np(arg, env))
                return p.NP(e.name, "all" if det == "the" else det, many=det == "the", preps=[inside],
                            link=self.link("combination", e.name))  # fmt: skip
            case "column":
                place = isinstance(arg.type, Type) and arg.type.name == "place"
                many = many and not (place and self.is_alone(self.cards_of(arg)))  # the face of the die in the box
                return p.NP(e.name, det, many=many, owner=self.cards_owner(arg, env))
            case "index":
                return p.NP(e.name, det, many=many, owner=self.np(arg, env))
            case "library":
                return self.library(e, env, det)
        return p.NP(e.name, det, many=many, owner=self.np(arg, env))

    def cards_owner(self, arg: t.Expr, env: Env) -> p.Phrase:
        """Whose field it is: of a card itself, or of the cards in a place."""
        if isinstance(arg.type, Type) and arg.type.name in ("place", "meld") and kind(arg) != "local":
            return self.cards_in(arg, env)
        return self.np(arg, env)

    def cards_in(self, arg: t.Expr, env: Env, det: str = "the", count: p.Quantity | None = None) -> p.NP:
        """The cards in a place, of a list, of a play."""
        noun = self.cards_of(arg)
        type_ = arg.type
        many = not (self.is_alone(noun) and det == "the" and count is None)
        if isinstance(type_, Type) and type_.name == "place":
            name = arg.name if isinstance(arg, t.Of) and kind(arg) == "zone" else type_.of
            zone = self.program.zones[name]
            owners = isinstance(arg, t.Of) and kind(arg) == "zone" and kind(arg.args[0]) == "players"
            prep = p.Prep("inside", self.np(arg, env))
            if owners and zone.each == "player":
                prep = p.Prep("inside", p.NP(name, "all", many=True, link=self.link("zone", name)))
            return p.NP(noun, det, many=many, count=count, preps=[prep])
        if isinstance(type_, Type) and type_.name in ("meld", "play"):
            return p.NP(noun, det, many=True, count=count, preps=[p.Prep("inside", self.np(arg, env))])
        if isinstance(arg, t.Arithmetic) and arg.op in ("+", "but"):
            return p.NP(noun, det, many=True, count=count, preps=[p.Prep("inside", self.np(arg, env))])
        phrase = self.np(arg, env)
        if isinstance(phrase, p.NP):
            return phrase.but(det=det, count=count, many=True)
        return p.NP(noun, det, many=True, count=count)

    def term_of(self, e: t.Of, env: Env, det: str, many: bool) -> p.Phrase:
        """A term of one thing, or of several: the first owns it, the others are told with for."""
        first, *rest = (self.np(a, env) for a in e.args)
        type_ = self.program.term_types.get(e.name)
        plural = many or bool(type_ and type_.many)
        preps = [p.Prep("for", x) for x in rest]
        return p.NP(e.name, det, many=plural, owner=first, preps=preps, link=self.link("term", e.name))

    def library(self, e: t.Of, env: Env, det: str) -> p.Phrase:
        """The words every game has: size, left, top, …"""
        arg = e.args[0]
        many = bool(isinstance(e.type, Type) and e.type.many)
        match e.name:
            case "size" if kind(arg) == "component" and (total := self.all_of(arg)) is not None:
                return p.Figure(total, self.link("component", self.cards_of(arg)))
            case "size":
                return self.number_of(self.counted(arg, env), det)
            case "left" | "right":
                twice = isinstance(arg, t.Of) and kind(arg) == "library" and arg.name == e.name
                if isinstance(arg, t.Of) and twice:
                    return p.NP("player", det, preps=[p.Prep(f"second-{e.name}-of", self.np(arg.args[0], env))])
                if max(self.program.seats(), default=0) == 2:  # between two nobody speaks of left
                    return p.NP("opponent", det, owner=self.np(arg, env))
                return p.NP("player", det, preps=[p.Prep(f"{e.name}-of", self.np(arg, env))])
            case "others":
                return p.NP("player", "all-other" if self.is_you(arg, env) else "other", many=True)
            case "top" | "bottom":
                owner = self.np(arg, env)
                if isinstance(owner, p.NP) and owner.many:
                    owner = owner.but(det="each")
                    return p.NP(self.cards_of(arg), det, adjs=[p.Adj(e.name)], owner=owner)
                return p.NP(self.cards_of(arg), det, many=many, adjs=[p.Adj(e.name)], owner=owner)
            case "high" | "low":
                adj = "highest" if e.name == "high" else "lowest"
                return p.NP(self.cards_of(arg), det, adjs=[p.Adj(adj)], owner=self.np(arg, env))
            case "cards":
                return self.cards_in(arg, env, det)
            case "lead":
                return p.NP("lead", det, owner=self.np(arg, env))
            case "latest":
                inside = p.Prep("inside", self.np(arg, env))
                return p.NP(self.noun_of_type(e.type), det, adjs=[p.Adj("latest")], preps=[inside])
            case "player":
                if isinstance(arg, t.Name) and f"player of {arg.name}" in env:
                    return p.Ref(env[f"player of {arg.name}"])
                return p.Made("player-of", {"x": self.np(arg, env)}, noun="player", many=many)
        return p.NP(e.name, det, many=many, owner=self.np(arg, env))

    def number_of(self, things: p.Phrase, det: str = "the") -> p.NP:
        """The number of some things; of numbers the count."""
        return p.NP("count" if isinstance(things, p.NP) and things.noun == "number" else "number", det, owner=things)

    def is_you(self, e: t.Expr, env: Env) -> bool:
        """Whether an expression is the reader."""
        return isinstance(e, t.Name) and e.name in env and env[e.name].you

    def counted(self, arg: t.Expr, env: Env) -> p.Phrase:
        """What a size counts, in the plural: the cards in a hand, the players who …"""
        if isinstance(arg, t.Binder):
            return self.members(arg, env, det="bare")
        if kind(arg) == "combination":  # what can be made, not what it is made of
            phrase = self.np(arg, env, "bare")
            return phrase.but(many=True) if isinstance(phrase, p.NP) else phrase
        if isinstance(arg.type, Type) and arg.type.name in ("place", "meld", "play", "card"):
            return self.cards_in(arg, env, "bare")
        phrase = self.np(arg, env)
        return phrase.but(det="bare", many=True) if isinstance(phrase, p.NP) else phrase

    # ---- numbers ---------------------------------------------------------------------------------------------------
    def reduce(self, e: t.Reduce, env: Env) -> p.Phrase:
        """The total value, the highest points."""
        adj = p.Adj(e.kind)
        arg = e.arg
        inner = self.np(arg, env)
        if isinstance(inner, p.NP):
            if isinstance(arg, t.Name) and kind(arg) in ("zone", "component"):
                return p.NP(self.cards_of(arg), "the", adjs=[adj], preps=[p.Prep("inside", inner)])
            return inner.but(det="the", many=False, adjs=[adj, *inner.adjs])
        return p.Made(f"{e.kind}-of", {"x": inner})

    def arithmetic(self, e: t.Arithmetic, env: Env) -> p.Phrase:
        """Sums and the like; cards together, cards without some."""
        if e.op == "×" and isinstance(e.type, Type) and e.type.name == "card":
            return self.so_many(e, env)
        if e.op == "+" and (together := self.sizes(e, env)):
            return together
        left, right = self.operand(e.left, env, e.op, True), self.operand(e.right, env, e.op, False)
        if e.op == "+" and isinstance(e.type, Type) and e.type.name != "number":
            parts = left.items if isinstance(left, p.Several) else [left]
            return p.Several("and", [set_off(x) for x in [*parts, right]])
        if e.op == "but":
            return self.but_not(e, left, right)
        left, right = side(left, e.op, True), side(right, e.op, False)
        factor = None if kind(e.left) == "parameter" else self.number(e.left)
        if e.op == "×" and factor == 1:
            return right
        if e.op == "×" and factor == 2:
            return p.Made("twice", {"b": right}, noun=right.noun if isinstance(right, p.NP) else None)
        if e.op == "-" and factor == 0:
            return p.Made("negative", {"x": right}, noun=right.noun if isinstance(right, p.NP) else None)
        name = {"+": "plus", "-": "minus", "×": "times", "/": "divided", "mod": "remainder"}[e.op]
        if e.op == "/" and not (self.never_negative(e.left) and self.never_negative(e.right)):
            name = "divided-to-zero"
        many = isinstance(left, p.NP) and left.many
        return p.Made(name, {"a": left, "b": right}, noun=left.noun if isinstance(left, p.NP) else None, many=many)

    def but_not(self, e: t.Arithmetic, left: p.Phrase, right: p.Phrase) -> p.Phrase:
        """Cards without some of them: all cards in the deck except the joker."""
        if isinstance(e.left.type, Type) and e.left.type.name == "place":
            left = p.NP(self.cards_of(e.left), "all", many=True, preps=[p.Prep("inside", left)])
        elif isinstance(left, p.Several):
            left = p.Made("brackets", {"x": left}, many=True)
        many = isinstance(left, p.NP | p.Made) and left.many
        noun = left.noun if isinstance(left, p.NP) else None
        return p.Made("but", {"a": set_off(left), "b": set_off(right)}, noun=noun, many=many)

    def sizes(self, e: t.Arithmetic, env: Env) -> p.Phrase | None:
        """`size of a + size of b`: the total number of cards in a and b; None if it is not such a sum."""
        parts = self.summands(e)
        places = [x.args[0] for x in parts if isinstance(x, t.Of) and kind(x) == "library" and x.name == "size"]
        if len(places) < len(parts) or not all(isinstance(x.type, Type) and x.type.name == "place" for x in places):
            return None
        nouns = {self.cards_of(x) for x in places}
        if len(nouns) > 1:
            return None
        where: list[p.Phrase] = []
        for place in places:
            prep = self.cards_in(place, env).preps[0]
            where.append(prep.of)
        cards = p.NP(nouns.pop(), "bare", many=True, preps=[p.Prep("in", p.Several("and", where))])
        return p.NP("number", "the", adjs=[p.Adj("total")], owner=cards)

    def summands(self, e: t.Expr) -> list[t.Expr]:
        """The parts of a sum."""
        if isinstance(e, t.Arithmetic) and e.op == "+":
            return self.summands(e.left) + self.summands(e.right)
        return [e]

    def operand(self, e: t.Expr, env: Env, op: str, first: bool) -> p.Phrase:
        """One side of a sum or a product. What a parameter is times has its number first: 2 (the cost of a miss)."""
        counts = isinstance(e, t.Arithmetic) or (kind(e) == "parameter" and op == "×" and first)
        value = self.number(e) if counts else None
        if value is None:
            return self.np(e, env)
        return self.named_number(e, value)  # 60 (the number of rounds) times the number of players

    def named_number(self, e: t.Expr, value: int) -> p.Phrase:
        """A number with the parameter that it is: 60 (the number of rounds)."""
        figure = self.figure(e, value)
        if not isinstance(e, t.Name):
            return figure
        return p.Made("number-named", {"n": figure, "x": p.NP(e.name, "the", link=figure.link)}, many=abs(value) != 1)

    def so_many(self, e: t.Arithmetic, env: Env) -> p.Phrase:
        """`4 × drop`: four drops."""
        count = p.Quantity("exactly", self.quantity_of(e.left, env))
        face = self.np(e.right, env, "bare")
        if isinstance(face, p.NP):
            return self.by_column(face, e.right).but(det="bare", count=count, many=True)
        if isinstance(face, p.Value):
            return p.Value(face.key, "bare", True, face.of, face.number, count)
        return face

    def by_column(self, face: p.NP, e: t.Expr) -> p.NP:
        """`step 7`, of which there are several: steps of height 7, after the first column that the number stands in."""
        if not isinstance(face.label, p.Figure) or kind(e) != "face":
            return face
        component, _ = e.ref.what
        rows = [x for x in self.faces.get(component, []) if x.row == face.noun]
        number = face.label.value
        fields = self.program.columns.get(component, {})
        column = next((f for f in fields if any(x.fields.get(f) == number for x in rows)), None)
        if column is None or fields[column].name != "number":
            return face
        return face.but(label=None, preps=[p.Prep("of", p.NP(column, "bare", label=face.label))])

    def quantity_of(self, e: t.Expr, env: Env) -> p.Phrase:
        """A number that counts things: a figure where it is known, else what gives it."""
        value = self.number(e)
        return self.figure(e, value) if value is not None else self.np(e, env)

    def as_many(self, e: t.Expr, noun: str, env: Env, det: str = "a", **more: Any) -> p.Phrase:
        """So many of a noun: 3 points; as many points as there are players."""
        value = self.number(e)
        if value is not None:
            return p.NP(noun, det, count=p.Quantity("exactly", self.figure(e, value)), many=True, **more)
        return p.Made(
            "as-many", {"x": p.NP(noun, "bare", many=True, **more), "n": self.np(e, env)}, noun=noun, many=True
        )

    # ---- settled by the classes built on this one ------------------------------------------------------------------
    def cond(self, e: t.Expr, env: Env) -> p.Phrase:
        """A condition."""
        raise NotImplementedError

    def members(self, b: t.Binder, env: Env, det: str = "the", many: bool = True) -> p.NP:
        """The members of a binder."""
        raise NotImplementedError

    def query(self, e: t.Query, env: Env) -> p.Phrase:
        """The first, the last, the number of …"""
        raise NotImplementedError


def set_off(phrase: p.Phrase) -> p.Phrase:
    """Cards without some of them, among other cards: in brackets."""
    if isinstance(phrase, p.Made) and phrase.pattern == "but":
        return p.Made("brackets", {"x": phrase}, phrase.noun, phrase.many)
    return phrase


def side(phrase: p.Phrase, op: str, first: bool) -> p.Phrase:
    """One side of a sum, a product and the like; in brackets where it would not be read as one side without them.

    Args:
        phrase: the side.
        op: what it is a side of.
        first: whether it stands first.
    """
    pattern = phrase.pattern if isinstance(phrase, p.Made) else ""
    clear = {"+": ("plus", "minus", "times", "twice"), "-": ("times", "twice"), "×": ("times", "twice")}.get(op, ())
    if first and op == "-":
        clear = (*clear, "plus", "minus")
    if pattern in clear and not (first and _open(phrase)):
        return phrase
    if op in ("-", "×") and not first and _is_sum(phrase):  # a minus the sum of b and c
        return phrase
    if pattern in p.SUMS or (first and _open(phrase)):
        noun = phrase.noun if isinstance(phrase, p.NP | p.Made) else None
        return p.Made("brackets", {"x": phrase}, noun, isinstance(phrase, p.NP | p.Made) and phrase.many)
    return phrase


def _is_sum(phrase: p.Phrase | None) -> bool:
    """Whether it is the sum of two things that are clear by themselves."""
    parts = phrase.slots.values() if isinstance(phrase, p.Made) and phrase.pattern == "plus" else ()
    return bool(parts) and not any(isinstance(x, p.Figure | p.Made) or _open(x) for x in parts)


def _open(phrase: p.Phrase) -> bool:
    """Whether what follows a phrase could be taken for a part of it."""
    match phrase:
        case p.Made("brackets"):
            return False
        case p.Made("minus" | "times" | "twice", {"b": p.Made("plus")}):
            return True
        case p.NP(rels=[_, *_]) | p.NP(late=[_, *_]) | p.Several(items=[_, _, *_]):
            return True
    return any(_open(x) for x in phrase.parts())


def side_by_side(shown: list[p.Phrase]) -> list[p.Phrase]:
    """Things shown one after another, the same ones together: three 4s and a 1."""
    return [
        counted(x, len(same)) if len(same) > 1 and isinstance(x, p.Value | p.NP) else x
        for x, same in ((x, list(same)) for x, same in groupby(shown))
    ]


def counted(shown: p.Value | p.NP, many: int) -> p.Phrase:
    """So many of what is shown."""
    count = p.Quantity("exactly", p.Figure(many))
    if isinstance(shown, p.NP):
        return shown.but(det="a", many=True, count=count)
    return p.Value(shown.key, "bare", True, shown.of, shown.number, count)
