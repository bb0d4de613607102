"""Lists, places and binders: the part of the expressions that speaks of several things."""

from __future__ import annotations

from collections.abc import Callable

from .texts import COMPARISON, OPEN, PRODUCT, RANGE, SUM, E, of
from .world import NUMBER, PLAYER, Face, Scope, Type, World


class Lists:
    """`places_sure` and `plays_sure` say, of the text of a place that was tested, what lies there."""

    def __init__(self, world: World, risk: int = 2) -> None:
        self.w = world
        self.risk = risk
        self.places_sure: dict[str, str] = {}
        self.piles_sure: set[str] = set()
        self.plays_sure: dict[str, str] = {}

    def risky(self) -> bool:
        """Whether to make, this once, something that may fail when it is played."""
        return self.w.source.chance(self.risk)

    def first_of(self, makers: list[tuple[int, Callable[[], E | None]]]) -> E | None:
        """One of the makers, by weight; the next where one has nothing to give."""
        left = list(makers)
        while left:
            at = self.w.source.integer(1, sum(weight for weight, _ in left))
            k = 0
            while at > left[k][0]:
                at -= left[k][0]
                k += 1
            found = left.pop(k)[1]()
            if found is not None:
                return found
        return None

    def known(self, name: str, s: Scope) -> bool:
        """Whether a track may be read here as holding something."""
        track = self.w.tracks[name]
        return track.sure or name in s.sure

    # ---- faces -----------------------------------------------------------------------------------------------------
    def face(self, component: str) -> E | None:
        """A face said outright, where a card of the component is wanted: words that fit no other."""
        w = self.w
        faces = w.components[component].faces
        face = w.source.pick(faces)
        values = list(face.fields.values())
        candidates = [
            [face.row],
            *[[v] for v in values],
            [face.row, *values[:1]],
            [face.row, *values[-1:]],
            values[:2],
            values,
            [face.row, *values],
        ]
        alone = [words for words in candidates if words and self.alone(words, component)]
        return spell(w.source.pick(alone)) if alone else None

    def alone(self, words: list[str], component: str) -> bool:
        """Whether words name one face of a component."""
        return sum(_matches(words, face) for face in self.w.components[component].faces) == 1

    # ---- places ----------------------------------------------------------------------------------------------------
    def place(self, zone: str, s: Scope, d: int) -> E | None:
        """One place of a zone."""
        w, src = self.w, self.w.source
        declared = w.zones[zone]
        makers: list[tuple[int, Callable[[], E | None]]] = [(5, lambda n=n: E(n)) for n in s.of(Type("place", zone))]
        makers += [
            (2, lambda n=n: E(n))
            for n, t in w.tracks.items()
            if t.type == Type("place", zone) and not t.each and self.known(n, s)
        ]
        number = f" {src.integer(*declared.numbers)}" if declared.numbers else ""
        if declared.each is None:
            makers.append((4, lambda: E(f"{zone}{number}")))
        else:
            makers.append((4, lambda: self._owned(zone + number, declared.each or "", s, d)))
        return self.first_of(makers)

    def _owned(self, words: str, each: str, s: Scope, d: int) -> E | None:
        owner = self.one(self.w.each_type(each), s, min(d - 1, 1))
        return None if owner is None else of(words, owner)

    def places(self, zone: str, s: Scope, d: int) -> E | None:
        """Several places of a zone."""
        declared = self.w.zones[zone]
        if not declared.many:
            return None
        makers: list[tuple[int, Callable[[], E | None]]] = [(3, lambda: E(zone))]
        if declared.each == "player":
            makers.append((3, lambda: None if (p := self.many(PLAYER, s, d - 1)) is None else of(zone, p)))
        if declared.numbers and declared.each:
            makers.append((3, lambda: self._owned(zone, declared.each or "", s, d)))
        if d > 0:
            makers.append(
                (1, lambda: None if (b := self.binder(s, d - 1, Type("place", zone), E(zone))) is None else b[0])
            )
        return self.first_of(makers)

    def some_place(self, s: Scope, component: str, plays: bool = False, numbered: bool = True) -> tuple[str, E] | None:
        """A place that holds a component: its zone and how it is said."""
        zones = [n for n, z in self.w.zones.items() if z.component == component and bool(z.plays) == plays]
        if not zones:
            return None
        zone = self.w.source.pick(zones)
        found = self.place(zone, s, 1)
        return None if found is None else (zone, found)

    # ---- lists -----------------------------------------------------------------------------------------------------
    def many(self, type_: Type, s: Scope, d: int) -> E | None:
        """Several of a type."""
        match type_.name:
            case "number":
                return self.numbers(s, d)
            case "card":
                return self.cards(type_.of, s, d)
            case "place":
                return self.places(type_.of, s, d)
            case "meld":
                return self.melds(type_.of, s, d)
            case "play":
                zone = self.w.zones[type_.of]
                return None if zone.many else E(type_.of)
            case "player":
                return self.players(s, d)
        return self.kinds(type_, s, d)

    def players(self, s: Scope, d: int) -> E | None:
        makers: list[tuple[int, Callable[[], E | None]]] = [(4, lambda: E("players"))]
        if d > 0:
            makers += [
                (2, lambda: None if (p := self.simple(PLAYER, s, 0)) is None else of("others", p)),
                (2, lambda: None if (b := self.binder(s, d - 1, PLAYER)) is None else b[0]),
                (1, lambda: self.listed(PLAYER, s)),
                (1, lambda: of(self.w.source.pick(["left", "right"]), E("players"))),
            ]
            makers += self.term_makers(PLAYER.list(), s, d)
        return self.first_of(makers)

    def kinds(self, type_: Type, s: Scope, d: int) -> E | None:
        makers: list[tuple[int, Callable[[], E | None]]] = [(4, lambda: E(type_.of))]
        if d > 0:
            makers += [
                (2, lambda: None if (b := self.binder(s, d - 1, type_)) is None else b[0]),
                (1, lambda: self.listed(type_, s)),
                (1, lambda: self.column_list(type_, s, d)),
            ]
            makers += self.term_makers(type_.list(), s, d)
            values = self.w.kinds[type_.of].values
            if len(values) > 1 and not values[0].isdigit() and self.w.kinds[type_.of].ordered:
                makers.append((1, lambda: E(f"{values[0]} to {values[-1]}", RANGE)))
        return self.first_of(makers)

    def listed(self, type_: Type, s: Scope) -> E | None:
        items = [x for x in (self.one(type_, s, 0) for _ in range(self.w.source.integer(1, 3))) if x is not None]
        return E(f"[{', '.join(x.text for x in items)}]") if items else None

    def numbers(self, s: Scope, d: int, full: bool = False) -> E | None:
        """Several numbers; `full`: at least one."""
        w, src = self.w, self.w.source
        makers: list[tuple[int, Callable[[], E | None]]] = [
            (2, lambda: self.listed(NUMBER, s)),
            (2, lambda: E(f"{src.integer(0, 1)} to {src.pick([*w.parameters, *'345'])}", RANGE)),
        ]
        tracks = [n for n, t in w.tracks.items() if t.type == NUMBER and t.each and t.sure]
        if tracks:
            makers.append((3, lambda: self._lifted_track(src.pick(tracks), s, 0 if full else d)))
        if d > 0 and not full:
            makers += [
                (3, lambda: self.column_list(NUMBER, s, d)),
                (1, lambda: None if (b := self.binder(s, d - 1, NUMBER)) is None else b[0]),
                (1, lambda: self.lifted_term(NUMBER, s, d)),
            ]
            makers += self.term_makers(NUMBER.list(), s, d)
        return self.first_of(makers)

    def _lifted_track(self, name: str, s: Scope, d: int) -> E | None:
        each = self.w.tracks[name].each or "player"
        if d <= 0:
            return of(name, E("players" if each == "player" else each))
        index = self.many(self.w.each_type(each), s, d - 1)
        return None if index is None else of(name, index)

    def lifted_term(self, type_: Type, s: Scope, d: int) -> E | None:
        """A term of one thing, said of several."""
        w = self.w
        terms = [
            n
            for n, t in w.terms.items()
            if t.form == "value" and t.result == type_ and t.safe and any(p.name != "meld" for p, _ in t.params)
        ]
        if not terms:
            return None
        name = w.source.pick(terms)
        params = w.terms[name].params
        which = w.source.pick([k for k, (p, _) in enumerate(params) if p.name != "meld"])
        args = [self.many(p, s, d - 1) if k == which else self.argument(p, s, d - 1) for k, (p, _) in enumerate(params)]
        return None if any(a is None for a in args) else of(name, *args)

    def column_list(self, type_: Type, s: Scope, d: int, full: bool = False) -> E | None:
        """A field of several cards."""
        w, src = self.w, self.w.source
        ways = [(name, c) for name, component in w.components.items() for c, t in component.whole.items() if t == type_]
        if not ways:
            return None
        component, column = src.pick(ways)
        if full:
            sure = [text for text in sorted(s.sure) if self.places_sure.get(text) == component]
            return of(column, E(src.pick([component, *sure])))
        cards = self.cards(component, s, d - 1)
        if cards is None or any(z.each == column and cards.text.startswith(n) for n, z in w.zones.items()):
            return None  # of such a place the word means which one it is
        return of(column, cards)

    def cards(self, component: str, s: Scope, d: int) -> E | None:
        """Several cards: what lies at places, a combination, a play, all of a component."""
        w, src = self.w, self.w.source
        type_ = Type("card", component)
        mine = [n for n, z in w.zones.items() if z.component == component]
        makers: list[tuple[int, Callable[[], E | None]]] = [
            (6, lambda: self.place(src.pick(mine), s, d)),
            (1, lambda: E(component)),
        ]
        held = [n for n, t in s.locals.items() if t.name in ("meld", "play") and w.cards(t) == component]
        makers += [(2, lambda n=n: E(n)) for n in held]
        if d > 0:
            makers += [
                (3, lambda: self.places(src.pick(mine), s, d)),
                (2, lambda: None if (b := self.binder(s, d - 1, type_)) is None else b[0]),
                (2, lambda: self._joined(component, s, d)),
                (1, lambda: self._many_of_face(component)),
            ]
            makers += self.term_makers(type_.list(), s, d)
            melds = [n for n, c in w.combinations.items() if c.component == component]
            makers += [
                (1, lambda n=n: None if (m := self.melds(n, s, d - 1)) is None else E(f"({m.text})")) for n in melds[:1]
            ]
            piles = [n for n in mine if w.zones[n].many and w.zones[n].is_pile]
            if piles:
                makers.append((1, lambda: of(src.pick(["top", "bottom"]), E(src.pick(piles)))))
        return self.first_of(makers)

    def members(self, component: str, s: Scope, d: int) -> E | None:
        """A list whose members are single cards: not plays, not combinations."""
        w = self.w
        held = [n for n, t in s.locals.items() if t.name in ("meld", "play") and w.cards(t) == component]
        held = [n for n in held if s.locals[n].name == "meld" or w.zones[s.locals[n].of].plays in w.combinations]
        makers: list[tuple[int, Callable[[], E | None]]] = [(2, lambda n=n: E(n)) for n in held]
        makers += [
            (6, lambda: None if (p := self.some_place(s, component)) is None else p[1]),
            (1, lambda: E(component)),
            (2, lambda: self._joined(component, s, d)),
        ]
        if d > 0:
            makers += self.term_makers(Type("card", component, True), s, d)
        return self.first_of(makers)

    def _joined(self, component: str, s: Scope, d: int) -> E | None:
        left, right = self.cards(component, s, d - 1), self.cards(component, s, 0)
        if left is None or right is None:
            return None
        return E(f"{left.sum} {self.w.source.pick(['+', 'but'])} {right.at(PRODUCT)}", SUM)

    def _many_of_face(self, component: str) -> E | None:
        """`2 × friday`, in a list so that cards are wanted."""
        face = self.face(component)
        row = self.w.components[component].faces[0].row
        alone = sum(f.row == row for f in self.w.components[component].faces) == 1
        if face is None or not alone:
            return None
        return E(f"[{row}, {self.w.source.pick([face.text, f'{row}'])}]")

    def melds(self, combination: str, s: Scope, d: int) -> E | None:
        cards = self.cards(self.w.combinations[combination].component, s, 0)
        if cards is None or cards.text == self.w.combinations[combination].component:
            return None  # of all cards there are too many
        return of(combination, cards)

    def any_list(self, s: Scope, d: int) -> tuple[E, Type] | None:
        """Something that has members, and their type."""
        w, src = self.w, self.w.source
        types = [Type("card", c) for c in w.components for _ in range(3)]
        types += [PLAYER, *[Type("place", n) for n, z in w.zones.items() if z.many]]
        if d > 0:
            types += [NUMBER, *[Type("kind", k) for k in w.kinds], *[Type("meld", c) for c in w.combinations]]
            types += [Type("play", n) for n, z in w.zones.items() if z.plays and not z.many]
        type_ = src.pick(types)
        found = self.members(type_.of, s, d) if type_.name == "card" else self.many(type_, s, d)
        return None if found is None else (found, type_)

    # ---- binders ---------------------------------------------------------------------------------------------------
    def binder(
        self, s: Scope, d: int, type_: Type | None = None, source: E | None = None
    ) -> tuple[E, str, Type] | None:
        """`x in L …`: the text, the variable, its type."""
        src = self.w.source
        if source is None:
            if type_ is None:
                found = self.any_list(s, max(d, 0))
                if found is None:
                    return None
                source, type_ = found
            elif type_.name == "card":
                source = self.members(type_.of, s, max(d, 0))
            else:
                source = self.many(type_, s, max(d, 0))
        if source is None or type_ is None:
            return None
        name = self.w.names.local(type_.name, s)
        inner = s.having(name, type_)
        text = f"{name} in {source.range}"
        if src.chance(15):
            start = self._start(type_, source, s)
            text += f" from {start.sum}" if start is not None else ""
        open_ = False
        for _ in range(src.pick([0, 1, 1, 1, 2]) if d >= 0 else 0):
            if src.chance(25):
                text += self.extreme(inner, d, type_, name)
            else:
                test = self.truth(inner, d)
                open_ = bool(test.open)
                text += f" where {test.text}" if open_ or test.level > RANGE else f" where ({test.text})"
            if open_:
                break
        return E(text, COMPARISON, OPEN), name, type_

    def _start(self, type_: Type, source: E, s: Scope) -> E | None:
        """Where to begin: a member of the list."""
        if type_ == PLAYER and source.text == "players":
            return self.simple(PLAYER, s, 1)
        if type_.name == "kind" and source.text == type_.of:
            return self.simple(type_, s, 0)
        return None

    def extreme(self, inner: Scope, d: int, type_: Type, name: str) -> str:
        """`[alone] with most size of hand of p`."""
        src = self.w.source
        types = [
            NUMBER,
            NUMBER,
            *[t for t in self.w.simple_types() if t.name in ("kind", "card") and self.w.ordered(t)],
        ]
        key = self.one(src.pick(types), inner, max(d, 1)) or E("1")
        alone = "alone " if src.chance(30) else ""
        return f" {alone}with {src.pick(['most', 'highest', 'fewest', 'lowest'])} {key.sum}"

    def picked(self, type_: Type, s: Scope, d: int, place: str | None = None) -> E | None:
        """`the first x in …` of a list that has members."""
        src = self.w.source
        if place is not None:
            source = E(place)
        elif type_ == PLAYER:
            source = E("players")
        elif type_.name == "kind":
            source = E(type_.of)
        elif type_ == NUMBER:
            source = E(f"{src.integer(0, 2)} to {src.integer(2, 4)}", RANGE)
        else:
            return None
        name = self.w.names.local(type_.name, s)
        text = f"the {src.pick(['first', 'last'])} {name} in {source.range}"
        if d > 0 and src.chance(50):
            text += self.extreme(s.having(name, type_), d - 1, type_, name).replace(" alone with", " with")
        elif self.risky():
            text += f" where {self.closed_truth(s.having(name, type_), 0).text}"
        return E(text, COMPARISON, OPEN)


def _matches(words: list[str], face: Face) -> bool:
    """Whether a face has all the words, each as its row or as a field of its own."""
    free = list(face.fields.values())
    for word in words:
        if word == face.row:
            continue
        if word not in free:
            return False
        free.remove(word)
    return True


def spell(words: list[str]) -> E:
    """Words that name a face: `queen of spades`, `mirror 4`, `friday`."""
    *before, last = words
    if before and last.isdigit() and not before[-1].isdigit():
        before, last = before[:-1], f"{before[-1]} {last}"
    return E(" of ".join([*before, last]))
