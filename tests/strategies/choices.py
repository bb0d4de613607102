"""Choices: options with all that they can bind, in tiers, with limits and an `else`; choices of all together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .expressions import Expressions
from .texts import COMPARISON, SUM, E, of, or_
from .world import NUMBER, PLAYER, Option, Scope, Type

if TYPE_CHECKING:
    from .statements import Here


class Choices(Expressions):
    """Makes choices. The bodies of options are made by `body`, of `statements`. While options are made, `chooser`
    says who chooses, and `together` whether all do at once."""

    chooser = ""
    together = False

    def body(self, s: Scope, here: Here, low: int = 1, high: int = 3) -> list[str]:
        """Some statements."""
        raise NotImplementedError

    def choose(self, s: Scope, here: Here, player: str | None = None) -> tuple[list[str], Scope] | None:
        """A player chooses. Without an option that is always there, an `else` ends the procedure."""
        src = self.w.source
        who = player or self.subject(s)
        names: set[str] = set()
        lines = [f"{who} chooses:"]
        tiers = src.pick([1, 1, 1, 2, 3])
        for k in range(tiers):
            self.chooser, self.together = who, False
            more, sure = self.options(s, here, names, last=k == tiers - 1)
            lines += (["otherwise:"] if k else []) + more
        if not sure:
            ending = [f"  end {here.procedure}"] if here.inside else self.body(s, here.deeper(), 1, 1)
            lines += ["else:", *ending]
        return lines, s.moved()

    def all_together(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        """All choose in secret."""
        name = self.w.names.local("player", s)
        inner = s.having(name, PLAYER)
        text = f"{name} in players"
        if self.w.source.chance(30):
            text += f" where {self.closed_truth(inner, 1).text}"
        self.chooser, self.together = name, True
        names: set[str] = set()
        lines, sure = self.options(inner, replace(here, together=True), names)
        if not sure:
            lines.append(f"  to {self.option_name(Option(), names)}")
        return [f"together, each {text} chooses:", *lines], s.moved()

    def options(self, s: Scope, here: Here, names: set[str], last: bool = True) -> tuple[list[str], bool]:
        """The options of a tier, its limits; whether one of them is always there, which only the last tier may have."""
        src = self.w.source
        lines: list[str] = []
        sure: set[str] = set()
        scopes: dict[str, Scope] = {}
        asked = self.chooser, self.together
        for _ in range(src.integer(1, 3)):
            self.chooser, self.together = asked
            more, name, inner, always = self.option(s, here, names, last)
            lines += more
            scopes.setdefault(name, inner)
            if always:
                sure.add(name)
        limited = [n for n in scopes if src.chance(20)]
        for name in limited:
            limit = self.w.names.new("limit")
            when = f"when {self.truth(s, 1).text}, " if src.chance(50) else ""
            possible = ", if possible" if src.chance(75) else ""
            lines.append(f"  limit {limit} on {name}: {when}only {self.truth(scopes[name], 1).text}{possible}")
        return lines, bool(sure - set(limited))

    def option_name(self, option: Option, names: set[str]) -> str:
        """A name for an option; the same again where what it binds is the same."""
        w, src = self.w, self.w.source
        same = [n for n, o in w.options.items() if o == option and n not in names]
        name = src.pick(same) if same and src.chance(40) else w.names.new("option")
        names.add(name)
        w.options.setdefault(name, option)
        return name

    def option(self, s: Scope, here: Here, names: set[str], last: bool) -> tuple[list[str], str, Scope, bool]:
        """One option: its lines, its name, the scope of its body, whether it is always there."""
        w, src = self.w, self.w.source
        way = src.pick(["plain", "card", "card", "card", "pick", "meld", "object"])
        made = getattr(self, f"_{way}")(s)
        if made is None:
            made = "", s, Option(), True
        words, inner, option, sure = made
        for _ in range(src.pick([0, 0, 0, 1])):
            type_ = src.pick([PLAYER, NUMBER, *[Type("kind", k) for k in w.kinds]])
            source = self.many(type_, s, 0)
            if source is not None:
                name = w.names.local(type_.name, inner)
                words += f", for {name} in {source.range}"
                inner = inner.having(name, type_)
                option.picks.append(type_)
        name = self.option_name(option, names)
        where = ""
        if src.chance(25) or (sure and not last):
            where = f", where {self.truth(inner, 1).text}"
            sure = False
        elif option.to is not None and w.zones[option.to].plays and src.chance(70):
            self.plays_sure[option.to] = option.to
            answers = self.about_plays(inner.knowing(option.to))
            where = "" if answers is None else f", where {or_(E(f'{option.to} is empty', COMPARISON), answers).text}"
            sure = sure and not where
        line = f"  to {name}{words}{where}"
        body_scope = inner.moved()
        if src.chance(25):
            return [line], name, inner, sure
        return [f"{line}:", *["  " + x for x in self.body(body_scope, here.deeper(), 1, 2)]], name, inner, sure

    def _plain(self, s: Scope) -> tuple[str, Scope, Option, bool]:
        return "", s, Option(), True

    def _card(self, s: Scope) -> tuple[str, Scope, Option, bool] | None:
        """`c from hand of p onto table`."""
        component = self.w.source.pick(list(self.w.components))
        source = self._own(component) or self._cards_there(component, s)
        name = self.w.names.local("card", s)
        type_ = Type("card", component)
        inner = s.having(name, type_)
        to = self._to(component, inner)
        if source is None or to is None:
            return None
        words, inner, zone = to
        return f" {name} from {source.range} {words}", inner, Option(type_, to=zone), False

    def _own(self, component: str) -> E | None:
        """Cards that are the chooser's own: mostly so where one chooses, always where all choose together, as two may
        not take one card."""
        if not self.together and not self.w.source.chance(50):
            return None
        hands = [
            n
            for n, z in self.w.zones.items()
            if z.component == component and z.each == "player" and not z.plays and not z.numbers
        ]
        return E(f"{self.w.source.pick(hands)} of {self.chooser}")

    def _cards_there(self, component: str, s: Scope) -> E | None:
        """Cards that lie somewhere, so that they can be moved: at a place, at two, on top of several, some of a
        place."""
        w, src = self.w, self.w.source
        found = self.some_place(s, component)
        if found is None:
            return None
        place = found[1]
        match src.integer(0, 6):
            case 1:
                other = self.some_place(s, component)
                return place if other is None else E(f"{place.sum} + {other[1].atom}", SUM)
            case 2:
                families = [n for n, z in w.zones.items() if z.component == component and z.many and z.is_pile]
                places = self.places(src.pick(families), s, 1) if families else None
                return place if places is None else of(src.pick(["top", "bottom"]), places)
            case 3:
                binder = self.binder(s, 1, Type("card", component), place)
                return place if binder is None else binder[0]
        return place

    def _to(self, component: str, s: Scope, plays: bool = True) -> tuple[str, Scope, str] | None:
        """Where an option's cards go: a place, or one of several that the player picks; `plays`: a pile of plays will
        do."""
        w, src = self.w, self.w.source
        preposition = src.pick(["onto", "into", "to", "under"])
        fitting = [
            n
            for n, z in w.zones.items()
            if z.component == component and (not z.plays or (plays and z.plays == component))
        ]
        many = [n for n in fitting if w.zones[n].many]
        if many and src.chance(40):
            zone = src.pick(many)
            places = self.places(zone, s, 0)
            if places is not None:
                name = w.names.local("place", s)
                return f"{preposition} {name} in {places.sum}", s.having(name, Type("place", zone)), zone
        zone = src.pick(fitting)
        place = self.place(zone, s, 1)
        return None if place is None else (f"{preposition} {place.sum}", s, zone)

    def _meld(self, s: Scope) -> tuple[str, Scope, Option, bool] | None:
        """`m from meld of hand of p onto table`."""
        w, src = self.w, self.w.source
        if not w.combinations:
            return self._card(s)
        combination = src.pick(list(w.combinations))
        component = w.combinations[combination].component
        own, found = self._own(component), self.some_place(s, component)
        if found is None:
            return None
        name = w.names.local("meld", s)
        inner = s.having(name, Type("meld", combination))
        kept = [n for n, z in w.zones.items() if z.plays == combination]
        to = None
        if kept and src.chance(75):
            place = self.place(src.pick(kept), inner, 1)
            to = None if place is None else (f"{src.pick(['onto', 'to', 'under'])} {place.sum}", inner, kept[0])
        to = to or self._to(component, inner, plays=False)
        if to is None:
            return None
        words, inner, zone = to
        source = f"{combination} of {(own or found[1]).atom}"
        return f" {name} from {source} {words}", inner, Option(Type("meld", combination), to=zone), False

    def _pick(self, s: Scope) -> tuple[str, Scope, Option, bool] | None:
        """`s in suit`: what is picked does not move."""
        w, src = self.w, self.w.source
        types = [NUMBER, PLAYER, *[Type("kind", k) for k in w.kinds], *[Type("card", c) for c in w.components]]
        types += [Type("meld", c) for c in w.combinations] + [Type("place", n) for n, z in w.zones.items() if z.many]
        type_ = src.pick(types)
        source = self.many(type_, s, 1 if type_.name != "meld" else 0)
        if source is None or source.text in w.components:
            return None
        name = w.names.local(type_.name, s)
        option = Option(type_)
        return f" {name} in {source.sum}", s.having(name, type_), option, False

    def _object(self, s: Scope) -> tuple[str, Scope, Option, bool] | None:
        """`top of deck into hand of p`, `hand of p onto discards`."""
        src = self.w.source
        component = src.pick(list(self.w.components))
        found = self.some_place(s, component)
        to = self._to(component, s, plays=False)
        if found is None or to is None or self.together:
            return None
        words, inner, zone = to
        top = self.w.zones[found[0]].is_pile and src.chance(60)
        return (
            f" {'top of ' if top else ''}{found[1].atom} {words}",
            inner,
            Option(to=zone, what=None),
            not top and " in " not in words,
        )
