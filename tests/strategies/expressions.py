"""Well-typed expressions of every type, as text.

Comes in: a world, a scope, how deep to go. Goes out: an `E`, or None where the world holds nothing of that type. What
always holds: what is asked of nothing (the top of an empty pile, a marker that is none) stands behind a test of it,
but for a few on purpose.
"""

from __future__ import annotations

from collections.abc import Callable

from .lists import Lists
from .texts import COMPARISON, OPEN, OPEN_OR, PRODUCT, SUM, E, and_, is_place, not_, of, or_
from .world import NUMBER, PLAYER, TRUTH, Scope, Type

Makers = list[tuple[int, Callable[[], E | None]]]


class Expressions(Lists):
    """Makes expressions; `one` of a type, `many` of it, `truth`."""

    # ---- numbers ---------------------------------------------------------------------------------------------------
    def number(self, s: Scope, d: int, said: bool = True) -> E | None:
        """A number; `said`: it may be one that is said outright, like 3."""
        w, src = self.w, self.w.source
        makers: Makers = [(3, lambda: E(src.pick("1203456789" if src.chance(30) else "102")))] if said else []
        makers += [(2, lambda n=n: E(n)) for n in w.parameters]
        makers += [(3, lambda n=n: E(n)) for n in s.of(NUMBER)]
        makers += [
            (2, lambda n=n: E(n)) for n, t in w.tracks.items() if t.type == NUMBER and not t.each and self.known(n, s)
        ]
        if d > 0:
            makers += [
                (3, lambda n=n: self.indexed(n, s, d))
                for n, t in w.tracks.items()
                if t.type == NUMBER and t.each and t.sure
            ]
            makers += [
                (3, lambda: self.size(s, d)),
                (2, lambda: self.column(NUMBER, s, d)),
                (2, lambda: self.reduced("total", s, d)),
                (1, lambda: self.reduced(src.pick(["highest", "lowest"]), s, d)),
                (2, lambda: self.counted(s, d)),
                (2, lambda: self.sum(s, d, said)),
                (2, lambda: self.product(s, d, said)),
                (1, lambda: E(f"-{src.integer(1, 5)}", PRODUCT) if said else None),
                (1, lambda: self.length(s)),
                (1, lambda: self.of_query(s, d)),
                (1, lambda: self.picked(NUMBER, s, d) if said else None),
            ]
            makers += self.term_makers(NUMBER, s, d)
        return self.first_of(makers)

    def small(self, s: Scope) -> str:
        """A number from 0 to 3 or a parameter: how many, how often."""
        w = self.w
        return w.source.pick([*"1230", *w.parameters])

    def sum(self, s: Scope, d: int, said: bool = True) -> E | None:
        left, right = self.number(s, d - 1, said), self.number(s, 0)
        if left is None or right is None:
            return None
        return E(f"{left.sum} {self.w.source.pick('+-')} {right.at(PRODUCT)}", SUM)

    def product(self, s: Scope, d: int, said: bool = True) -> E | None:
        left = self.number(s, d - 1, said)
        sign = self.w.source.pick(["×", "*", "/", "mod"])
        return None if left is None else E(f"{left.at(PRODUCT)} {sign} {self.w.source.integer(1, 4)}", PRODUCT)

    def size(self, s: Scope, d: int) -> E | None:
        """How many there are of something."""
        found = self.any_list(s, d - 1)
        return None if found is None else of("size", found[0])

    def counted(self, s: Scope, d: int) -> E | None:
        found = self.binder(s, d - 1)
        return None if found is None else E(f"the number of {found[0].text}", COMPARISON, OPEN)

    def reduced(self, how: str, s: Scope, d: int) -> E | None:
        numbers = self.numbers(s, d - 1, full=how != "total")
        return None if numbers is None else E(f"the {how} {numbers.atom}")

    def length(self, s: Scope) -> E | None:
        found = [
            n
            for n, t in s.locals.items()
            if t.name == "meld" or (t.name == "play" and self.w.zones[t.of].plays in self.w.combinations)
        ]
        return of("length", E(self.w.source.pick(found))) if found else None

    def of_query(self, s: Scope, d: int) -> E | None:
        """`points of the first p in players …`: what it is of runs to the end of the line."""
        tracks = [n for n, t in self.w.tracks.items() if t.type == NUMBER and t.each == "player" and t.sure]
        query = self.picked(PLAYER, s, d - 1)
        if not tracks or query is None or query.open != OPEN:
            return None
        return E(f"{self.w.source.pick(tracks)} of {query.text}", COMPARISON, OPEN)

    # ---- one of anything -------------------------------------------------------------------------------------------
    def one(self, type_: Type, s: Scope, d: int, said: bool = True) -> E | None:
        """An expression of any type, one or many; `said`: it may be a value that is said outright."""
        if type_.many:
            return self.many(type_.each(), s, d)
        match type_.name:
            case "number":
                return self.number(s, d, said)
            case "truth":
                return self.truth(s, d)
            case "card":
                return self.card(type_.of, s, d)
            case "place":
                return self.place(type_.of, s, d)
            case "play":
                return self.play(type_.of, s)
            case "meld":
                return self.meld(type_.of, s)
            case "form":
                found = self.meld(type_.of, s)
                return None if found is None else of("form", found)
        return self.simple(type_, s, d, said)

    def simple(self, type_: Type, s: Scope, d: int, said: bool = True) -> E | None:
        """A player or a value of a kind."""
        w, src = self.w, self.w.source
        makers: Makers = [(5, lambda n=n: E(n)) for n in s.of(type_)]
        makers += [
            (3, lambda n=n: E(n)) for n, t in w.tracks.items() if t.type == type_ and not t.each and self.known(n, s)
        ]
        if type_.name == "kind" and said:
            makers.append((3, lambda: E(src.pick([v for v in w.kinds[type_.of].values if not v.isdigit()]))))
        if type_ == PLAYER and not makers:
            makers.append((1, lambda: self.picked(PLAYER, s, 0)))
        if d > 0:
            makers += [
                (1, lambda: self.picked(type_, s, d) if said or type_ == PLAYER else None),
                (2, lambda: self.column(type_, s, d)),
                (1, lambda: self.index(type_, s, d)),
            ]
            makers += self.term_makers(type_, s, d)
            if type_ == PLAYER:
                makers += [(2, lambda: self.neighbour(s, d)), (1, lambda: self.player_of_play(s))]
            elif w.kinds[type_.of].ordered:
                makers.append((1, lambda: self.extreme_kind(type_, s, d)))
        return self.first_of(makers)

    def player(self, s: Scope, d: int = 1) -> E:
        """A player; there always is one."""
        found = self.simple(PLAYER, s, d)
        assert found is not None
        return found

    def subject(self, s: Scope) -> str:
        """A player, said as the one who does something."""
        found = self.player(s)
        return (
            found.text
            if is_place(found)
            else self.player(s.moved(), 0).text
            if s.of(PLAYER)
            else next(n for n, t in self.w.tracks.items() if t.type == PLAYER)
        )

    def neighbour(self, s: Scope, d: int) -> E | None:
        p = self.simple(PLAYER, s, d - 1)
        return None if p is None else of(self.w.source.pick(["left", "right"]), p)

    def player_of_play(self, s: Scope) -> E | None:
        zones = list(dict.fromkeys(z.of for z in s.locals.values() if z.name == "play")) or list(self.w.zones)
        found = self.play(self.w.source.pick(zones), s) if zones else None
        return None if found is None else of("player", found)

    def extreme_kind(self, type_: Type, s: Scope, d: int) -> E | None:
        values = self.column_list(type_, s, d - 1, full=True)
        return None if values is None else E(f"the {self.w.source.pick(['highest', 'lowest'])} {values.atom}")

    def index(self, type_: Type, s: Scope, d: int) -> E | None:
        """Which one a place of a family belongs to: `omen of o`."""
        each = "player" if type_ == PLAYER else type_.of
        places = [n for n, t in s.locals.items() if t.name == "place" and self.w.zones[t.of].each == each]
        return of(each, E(self.w.source.pick(places))) if places else None

    def column(self, type_: Type, s: Scope, d: int) -> E | None:
        """A field of one card."""
        w, src = self.w, self.w.source
        ways = [(name, c) for name, component in w.components.items() for c, t in component.whole.items() if t == type_]
        while ways:
            component, column = ways.pop(src.integer(0, len(ways) - 1))
            card = self.card(component, s, d - 1, single_play=True)
            if card is not None:
                return of(column, card)
        return None

    def card(self, component: str, s: Scope, d: int, single_play: bool = False) -> E | None:
        """One card that is surely there; `single_play`: a play of one card will do."""
        w, src = self.w, self.w.source
        type_ = Type("card", component)
        makers: Makers = [(6, lambda n=n: E(n)) for n in s.of(type_)]
        if single_play:
            plays = [n for n, t in s.locals.items() if t.name == "play" and w.zones[t.of].plays == component]
            makers += [(4, lambda n=n: E(n)) for n in plays]
        makers += [
            (3, lambda n=n: E(n)) for n, t in w.tracks.items() if t.type == type_ and not t.each and self.known(n, s)
        ]
        if w.components[component].ordered:
            melds = [n for n, t in s.locals.items() if t.name in ("meld", "play") and w.cards(t) == component]
            makers += [(3, lambda n=n: of(src.pick(["high", "low"]), E(n))) for n in melds]
        for text in sorted(s.sure):
            if self.places_sure.get(text) == component:
                ends = ["top", "bottom"] if text in self.piles_sure else []
                ends += ["high", "low"] if w.components[component].ordered else []
                if ends:
                    makers.append((3, lambda text=text, ends=ends: of(src.pick(ends), E(text))))
                makers.append((1, lambda text=text: self.picked(type_, s, d, text)))
        if d > 0:
            makers += self.term_makers(type_, s, d)
            if w.components[component].ordered:
                makers.append((1, lambda: E(f"the {src.pick(['highest', 'lowest'])} {component}")))
        if self.risky():
            makers.append((1, lambda: self.top_of_any(component, s)))
        return self.first_of(makers)

    def top_of_any(self, component: str, s: Scope) -> E | None:
        """The top of a pile that may be empty."""
        piles = [n for n, z in self.w.zones.items() if z.component == component and not z.many and z.is_pile]
        return of("top", E(self.w.source.pick(piles))) if piles else None

    def meld(self, combination: str, s: Scope) -> E | None:
        """A combination; the play of one will do."""
        w = self.w
        found = [n for n, t in s.locals.items() if t == Type("meld", combination)]
        found += [n for n, t in s.locals.items() if t.name == "play" and w.zones[t.of].plays == combination]
        for text in sorted(s.sure):
            zone = self.plays_sure.get(text)
            if zone is not None and w.zones[zone].plays == combination:
                found.append(f"{w.source.pick(['lead', 'latest'])} of {text}")
        return E(w.source.pick(found)) if found else None

    def play(self, zone: str, s: Scope) -> E | None:
        """A play that is surely there."""
        found = [n for n, t in s.locals.items() if t == Type("play", zone)]
        found += [
            f"{self.w.source.pick(['lead', 'latest'])} of {text}"
            for text in sorted(s.sure)
            if self.plays_sure.get(text) == zone
        ]
        return E(self.w.source.pick(found)) if found else None

    # ---- conditions ------------------------------------------------------------------------------------------------
    def truth(self, s: Scope, d: int) -> E:
        """A condition."""
        src = self.w.source
        makers: Makers = [
            (4, lambda: self.comparison(s, d)),
            (3, lambda: self.emptiness(s)),
            (3, lambda: self.same(s, d)),
            (2, lambda: self.flag(s, d)),
            (2, lambda: self.row_or_form(s, d)),
            (3, lambda: self.said(s, d)),
            (2, lambda: self.none(s, d)),
            (2, lambda: self.holds(s, d)),
            (6, lambda: self.about_plays(s)),
        ]
        if d > 0:
            makers += [
                (3, lambda: self.guarded(s, d)),
                (2, lambda: self.one_of(s, d)),
                (3, lambda: self.quantified(s, d)),
                (2, lambda: and_(self.truth(s, d - 1), self.truth(s, d - 1))),
                (2, lambda: or_(self.truth(s, d - 1), self.truth(s, d - 1))),
                (1, lambda: self.negation(s, d)),
                (1, lambda: E(f"({self.truth(s, d - 1).text})")),
                (1, lambda: self.lists_same(s, d)),
            ]
        found = self.first_of(makers)
        return found if found is not None else E(f"{src.integer(0, 3)} < 2", COMPARISON)

    def about_plays(self, s: Scope) -> E | None:
        """What combinations and plays are, and how two of them stand to each other."""
        w, src = self.w, self.w.source
        plays = [zone for zone, z in w.zones.items() if z.plays]
        known = [(zone, p) for zone in plays if (p := self.play(zone, s)) is not None]
        melds = [(name, m) for name in w.combinations if (m := self.meld(name, s)) is not None]
        if known and (not melds or src.chance(40)):
            zone, play = src.pick(known)
            columns = list(w.components[w.zones[zone].component].whole) if w.zones[zone].plays in w.components else []
            if columns and src.chance(60):
                column = src.pick(columns)
                type_ = w.components[w.zones[zone].component].columns[column]
                value = self.column(type_, s, 2) or self.value(type_, s, 1)
                return None if value is None else E(f"{of(column, play).text} is {value.sum}", COMPARISON)
            return E(f"{of('player', play).text} is {src.pick(['', 'not '])}{self.player(s).sum}", COMPARISON)
        if not melds:
            return None
        name, meld = src.pick(melds)
        other = self.meld(name, s) or meld
        words = ["size", "length", "form"] + (["high", "low"] if w.components[w.cards_of(name)].ordered else [])
        match src.pick([*words, "is"]):
            case "is":
                word = src.pick(w.combinations[name].forms)
                return E(
                    f"{meld.sum} is {src.pick(['', 'not '])}{'an' if word[0] in 'aeiou' else 'a'} {word}", COMPARISON
                )
            case "form":
                return E(f"{of('form', meld).text} {src.pick(['is', 'is not'])} {of('form', other).text}", COMPARISON)
            case word:
                right = of(word, other) if other != meld or word in ("high", "low") else E(src.pick("123"))
                return E(f"{of(word, meld).text} {src.pick(['>=', '=', '<', '>'])} {right.text}", COMPARISON)

    def closed_truth(self, s: Scope, d: int) -> E:
        """A condition that may stand in the middle of a line."""
        found = self.truth(s, d)
        return found if not found.open else E(f"({found.text})")

    def comparison(self, s: Scope, d: int) -> E | None:
        """Of numbers, or of what has an order."""
        w, src = self.w, self.w.source
        types = [NUMBER, NUMBER] + [Type("kind", n) for n, k in w.kinds.items() if k.ordered]
        types += [Type("card", n) for n, c in w.components.items() if c.ordered]
        type_ = src.pick(types)
        left, right = self.one(type_, s, max(d - 1, 1), said=False), self.value(type_, s, d - 1)
        if left is None or right is None:
            return None
        sign = src.pick(
            ["=", "<", "<=", ">", ">=", "is at least", "is at most", "is more than", "is less than", "is not", "is"]
        )
        return E(f"{left.sum} {sign} {right.sum}", COMPARISON)

    def value(self, type_: Type, s: Scope, d: int) -> E | None:
        """What something may be compared with: also a face or a number of a kind, where the other side says what
        is meant."""
        src = self.w.source
        if type_.name == "card" and src.chance(60):
            found = self.face(type_.of)
            if found is not None:
                return found
        if type_.name == "kind" and src.chance(60):
            return E(src.pick(self.w.kinds[type_.of].values))
        return self.one(type_, s, d)

    def same(self, s: Scope, d: int) -> E | None:
        """One thing is another."""
        types = [t for t in self.w.simple_types() if t != NUMBER]
        types += [Type("form", t.of) for t in types if t.name == "meld"]
        type_ = self.w.source.pick(types)
        left, right = self.one(type_, s, max(d - 1, 1), said=False), self.value(type_, s, d - 1)
        if left is None or right is None or type_.name == "meld" or left.text == right.text:
            return None
        signs = ["is", "is not"] if type_.name == "place" else ["is", "is not", "="]
        return E(f"{left.sum} {self.w.source.pick(signs)} {right.sum}", COMPARISON)

    def lists_same(self, s: Scope, d: int) -> E | None:
        """What lies somewhere is just these cards."""
        component = self.w.source.pick(list(self.w.components))
        left = self.cards(component, s, d - 1)
        faces = [f for f in (self.face(component) for _ in range(self.w.source.integer(0, 2))) if f is not None]
        return None if left is None else E(f"{left.sum} is [{', '.join(f.text for f in faces)}]", COMPARISON)

    def emptiness(self, s: Scope) -> E | None:
        found = self.any_list(s, 0)
        return (
            None if found is None else E(f"{found[0].sum} is {self.w.source.pick(['empty', 'not empty'])}", COMPARISON)
        )

    def none(self, s: Scope, d: int) -> E | None:
        """A marker is none, or not."""
        w = self.w
        markers = [n for n, t in w.tracks.items() if t.shape == "marker"]
        if not markers:
            return None
        name = w.source.pick(markers)
        left = E(name) if not w.tracks[name].each else self.indexed(name, s, d)
        return None if left is None else E(f"{left.text} is {w.source.pick(['none', 'not none'])}", COMPARISON)

    def flag(self, s: Scope, d: int) -> E | None:
        """A flag, or a term that is true or not."""
        w = self.w
        flags = [n for n, t in w.tracks.items() if t.type == TRUTH] + [
            n for n, t in w.terms.items() if t.result == TRUTH and t.form == "value"
        ]
        if not flags:
            return None
        name = w.source.pick(flags)
        if name in w.terms:
            return self.term(name, s, d)
        each = w.tracks[name].each
        if not each:
            return E(name)
        subject = self.one(w.each_type(each), s, d - 1)
        if subject is None:
            return None
        if w.source.chance(15):
            return of(name, subject)
        return E(f"{subject.sum} is {w.source.pick(['', 'not '])}{name}", COMPARISON)

    def row_or_form(self, s: Scope, d: int) -> E | None:
        """`c is a friday`, `m is a pair`."""
        w = self.w
        subject = self.w.source.pick([*w.components, *w.combinations])
        if subject in w.components:
            left = self.card(subject, s, d - 1)
            word = w.source.pick(list(dict.fromkeys(f.row for f in w.components[subject].faces)))
        else:
            left = self.meld(subject, s)
            word = w.source.pick(w.combinations[subject].forms)
        if left is None:
            return None
        article = "an" if word[0] in "aeiou" else "a"
        return E(f"{left.sum} is {w.source.pick(['', 'not '])}{article} {word}", COMPARISON)

    def said(self, s: Scope, d: int) -> E | None:
        """A predicate or a relation."""
        w = self.w
        terms = [n for n, t in w.terms.items() if t.form != "value" and (t.safe or self.risky())]
        if not terms:
            return None
        name = w.source.pick(terms)
        args = [self.argument(type_, s, d - 1) for type_, _ in w.terms[name].params]
        if any(a is None for a in args):
            return None
        if w.terms[name].form == "predicate":
            return E(f"{args[0].sum} is {w.source.pick(['', 'not '])}{name}", COMPARISON)
        return E(f"{args[0].sum} {name} {args[1].sum}", COMPARISON)

    def argument(self, type_: Type, s: Scope, d: int) -> E | None:
        """What a term or a procedure is given: a face said outright will do for a card."""
        if type_.name == "card" and self.w.source.chance(20):
            return self.face(type_.of) or self.card(type_.of, s, d)
        return self.one(type_, s, d)

    def holds(self, s: Scope, d: int) -> E | None:
        """`hand of p has 3 of spades`, `discards has friday`, `players has p`."""
        w, src = self.w, self.w.source
        if src.chance(25):
            type_ = src.pick([PLAYER, NUMBER, *[Type("kind", k) for k in w.kinds]])
            left, right = self.many(type_, s, d - 1), self.value(type_, s, d - 1)
        else:
            component = src.pick(list(w.components))
            left = self.cards(component, s, d - 1)
            right = self.face(component) or self.card(component, s, d - 1)
            if src.chance(30):
                right = E(w.components[component].faces[0].row)
        return None if left is None or right is None else E(f"{left.sum} has {right.sum}", COMPARISON)

    def one_of(self, s: Scope, d: int) -> E | None:
        src = self.w.source
        types = [t for t in self.w.simple_types() if t.name not in ("meld", "place")]
        type_ = src.pick(types)
        left = self.one(type_, s, max(d - 1, 1), said=False)
        values = [v for v in (self.value(type_, s, 0) for _ in range(src.integer(1, 3))) if v is not None]
        values = [v for v in values if left is not None and v.text != left.text]
        if left is None or not values:
            return None
        list_ = f"[{', '.join(v.text for v in values)}]"
        if type_ == NUMBER and src.chance(30):
            list_ = f"({src.integer(0, 2)} to {src.integer(2, 5)})"
        return E(f"{left.sum} is {src.pick(['', 'not '])}{src.pick(['one of', 'none of'])} {list_}", COMPARISON)

    def quantified(self, s: Scope, d: int) -> E | None:
        found = self.binder(s, d - 1)
        return None if found is None else E(f"{self.w.source.pick(['some', 'no'])} {found[0].text}", COMPARISON, OPEN)

    def negation(self, s: Scope, d: int) -> E | None:
        if self.w.source.chance(40):
            inner = self.quantified(s, d)
            return None if inner is None else not_(inner, quantified=True)
        return not_(self.truth(s, d - 1))

    def guarded(self, s: Scope, d: int) -> E | None:
        """A place is not empty, or a marker not none, and then something about what is there."""
        found = self.guard(s)
        if found is None:
            return None
        test, inner = found
        then = self.truth(inner, d - 1)
        if self.w.source.chance(20):  # or the other way round: it is empty, or else …
            turned = E(test.text.replace(" is not ", " is "), COMPARISON)
            return or_(turned, then if then.open != OPEN_OR else E(f"({then.text})"))
        return and_(test, then)

    def guard(self, s: Scope) -> tuple[E, Scope] | None:
        """A test, and the scope in which it holds."""
        w, src = self.w, self.w.source
        markers = [n for n, t in w.tracks.items() if t.shape == "marker" and not t.each and not self.known(n, s)]
        if markers and src.chance(40):
            name = src.pick(markers)
            return E(f"{name} is not none", COMPARISON), s.knowing(name)
        plays = [n for n, z in w.zones.items() if z.plays]
        zone = src.pick(plays if plays and src.chance(35) else list(w.zones))
        place = self.place(zone, s, 1)
        if place is None or place.level <= SUM or place.open:
            return None
        if w.zones[zone].plays:
            self.plays_sure[place.text] = zone
        else:
            self.places_sure[place.text] = w.zones[zone].component
            if w.zones[zone].is_pile and (not w.zones[zone].bag or self.risky()):
                self.piles_sure.add(place.text)
        return E(f"{place.text} is not empty", COMPARISON), s.knowing(place.text)

    # ---- terms -----------------------------------------------------------------------------------------------------
    def term_makers(self, type_: Type, s: Scope, d: int) -> Makers:
        """The terms that give something of a type."""
        return [
            (2, lambda n=n: self.term(n, s, d))
            for n, t in self.w.terms.items()
            if t.form == "value" and t.result == type_ and (t.safe or self.risky())
        ]

    def term(self, name: str, s: Scope, d: int) -> E | None:
        """A term with what it is of."""
        params = self.w.terms[name].params
        args = [self.argument(type_, s, d - 1) for type_, _ in params]
        if any(a is None for a in args):
            return None
        return of(name, *args) if params else E(name)

    def indexed(self, name: str, s: Scope, d: int) -> E | None:
        """A counter, flag or marker of one."""
        each = self.w.tracks[name].each
        assert each is not None
        index = self.one(self.w.each_type(each), s, d - 1)
        return None if index is None else of(name, index)

    def static(self, component: str, variable: str) -> list[str]:
        """Conditions on a card that its face alone decides."""
        w, src = self.w, self.w.source
        found = [
            f"{variable} is {src.pick(['', 'not '])}{'an' if f.row[0] in 'aeiou' else 'a'} {f.row}"
            for f in w.components[component].faces[:1]
        ]
        for column, type_ in w.components[component].whole.items():
            left = f"{column} of {variable}"
            if type_ == NUMBER:
                found.append(f"{left} {src.pick(['<', '>=', '=', 'is not'])} {src.integer(0, 6)}")
            else:
                value = src.pick(w.kinds[type_.of].values)
                found.append(f"{left} is {src.pick(['', 'not '])}{value}")
                if w.kinds[type_.of].ordered:
                    found.append(f"{left} {src.pick(['<', '>='])} {value}")
                found.append(f"{left} is {src.pick(['one of', 'none of'])} [{value}]")
        if len(found) > 1:
            found.append(f"{found[0]} {src.pick(['and', 'or'])} {found[-1]}")
        return found
