"""Bodies of procedures: every kind of statement.

What always holds: a loop without an end of its own counts its rounds in a counter that nothing else touches; what may
be empty is tested first; where a variable names a card that has moved, the card is not moved again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .choices import Choices
from .parts import VERBS
from .texts import E, is_place
from .world import NUMBER, PLAYER, TRUTH, Option, Scope, Track, Type

_PLURAL = {"turn up": "turns up", "set aside": "sets aside"}


@dataclass(frozen=True)
class Here:
    """Where a statement stands: in which procedure, how deep, whether all choose together, whether something
    outside ends it."""

    procedure: str
    depth: int = 2
    together: bool = False
    inside: bool = False

    def deeper(self) -> Here:
        """One level down."""
        return replace(self, depth=self.depth - 1, inside=True)


class Statements(Choices):
    """Makes bodies; `lines` of a body are indented by two."""

    def body(self, s: Scope, here: Here, low: int = 1, high: int = 3) -> list[str]:
        """Some statements, one after the other."""
        return self.run(s, here, low, high)[0]

    def run(self, s: Scope, here: Here, low: int, high: int) -> tuple[list[str], Scope]:
        """Some statements, and the scope of what comes after them."""
        lines: list[str] = []
        for _ in range(self.w.source.integer(low, high)):
            more, s = self.statement(s, here)
            lines += more
            if more[-1].startswith("end "):
                break  # what stands behind it would never be done
        if not lines and low:
            lines = self.fallback(s)
        return ["  " + line for line in lines], s

    def fallback(self, s: Scope) -> list[str]:
        """A statement that always can stand."""
        return [f"{self.w.score} of {self.player(s, 0).atom} gains 1"]

    def statement(self, s: Scope, here: Here) -> tuple[list[str], Scope]:
        """One statement, and the scope of the next."""
        src = self.w.source
        plain = [self.gain, self.become, self.move, self.move, self.let, self.reveal, self.call]
        if not here.together:
            plain += [self.deal, self.shuffle, self.roll]
        if here.inside:
            plain.append(self.end)
        nested = [self.if_, self.if_, self.for_]
        if not here.together:
            nested += [self.choose, self.choose, self.repeat, self.turns, self.all_together]
        ways = plain + (nested * 2 if here.depth > 0 else [])
        for _ in range(8):
            found = src.pick(ways)(s, here)
            if found is not None:
                return found
        return self.fallback(s), s

    # ---- tracks ----------------------------------------------------------------------------------------------------
    def target(self, shape: str, s: Scope) -> tuple[str, Track] | None:
        """A track that may be changed, as text."""
        w = self.w
        found = [n for n, t in w.tracks.items() if t.shape == shape and not t.kept]
        if not found:
            return None
        name = w.source.pick(found)
        track = w.tracks[name]
        if not track.each:
            return name, track
        index = self.indexed(name, s, 2)
        return None if index is None else (index.text, track)

    def gain(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        src = self.w.source
        amount = self.number(s, 2)
        assert amount is not None
        if src.chance(35):
            return [f"{self.subject(s)} {src.pick(['scores', 'score'])} {amount.text}"], s
        found = self.target("counter", s)
        if found is None:
            return None
        return [f"{found[0]} {src.pick(['gains', 'loses', 'gain', 'lose'])} {amount.text}"], s

    def become(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        src = self.w.source
        shape = src.pick(["marker", "counter", "flag"])
        found = self.target(shape, s)
        if found is None:
            return None
        text, track = found
        if shape == "flag":
            subject = text.partition(" of ")[2]
            if track.each and is_place(E(subject)) and src.chance(70):
                return [f"{subject} becomes {src.pick(['', 'not '])}{text.partition(' of ')[0]}"], s
            value = src.pick(["yes", "no", ""]) or self.truth(s, 1).text
            return [f"{text} becomes {value}"], s
        if shape == "counter":
            value = self.number(s, 2)
            return None if value is None else ([f"{text} becomes {value.text}"], s)
        if src.chance(25) and not track.sure:
            return [f"{text} becomes none"], Scope(s.locals, s.sure - {text}, s.still)
        if src.chance(25) and not here.together:
            picked = self.random(track.type, s)
            if picked is not None:
                return [f"{text} becomes {picked}"], s.knowing(text)
        value = self.argument(track.type, s, 2)
        if value is None:
            return None
        return [f"{text} becomes {value.text}"], s.knowing(text) if not track.each else s

    def random(self, type_: Type, s: Scope) -> str | None:
        """`a random p in players`, of a list that has members."""
        w, src = self.w, self.w.source
        match type_.name:
            case "player":
                source = E("players")
            case "kind":
                source = E(type_.of)
            case "number":
                source = E(f"1 to {src.integer(1, 4)}", 0)
            case "place":
                source = E(type_.of)
            case "card":
                sure = [text for text in sorted(s.sure) if self.places_sure.get(text) == type_.of]
                if not sure and not src.chance(20):
                    return None
                source = E(src.pick([*sure, type_.of]))
            case _:
                return None
        name = w.names.local(type_.name, s)
        text = f"a random {name} in {source.range}"
        if src.chance(20):
            text += self.extreme(s.having(name, type_), 1, type_, name).replace(" alone with", " with")
        elif self.risky():
            text += f" where {self.truth(s.having(name, type_), 1).text}"
        return text

    def let(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        w, src = self.w, self.w.source
        type_ = src.pick([*w.simple_types(), TRUTH])
        name = w.names.local(type_.name, s)
        if src.chance(30) and not here.together and type_ != TRUTH:
            picked = self.random(type_, s)
            if picked is not None:
                return [f"let {name} be {picked}"], s.having(name, type_)
        value = self.one(type_, s, 2)
        if value is None or type_.name == "meld":
            return None
        return [f"let {name} be {value.text}"], s.having(name, type_)

    # ---- cards -----------------------------------------------------------------------------------------------------
    def cards_to_move(self, component: str, s: Scope) -> tuple[str, str | None]:
        """What a move takes, and a test it stands behind."""
        w, src = self.w, self.w.source
        still = [n for n in s.of(Type("card", component)) if n in s.still]
        plays = [
            n for n, t in s.locals.items() if t.name == "play" and w.zones[t.of].component == component and n in s.still
        ]
        ways = ["place", "top", "some", "all", "number", "component"]
        way = src.pick([*(["variable"] * 8 if still or plays else []), *ways])
        if way == "variable":
            name = src.pick([*still, *plays])
            return name, None
        if way == "component":
            return (component if src.chance(40) else f"all from {self._source(component, s)}"), None
        source = self._source(component, s, pile=way == "top")
        match way:
            case "place":
                return source, None
            case "all":
                return f"all from {source}", None
            case "top" if self._is_pile(source):
                return f"top of {source}", f"{source} is not empty"
            case "number":
                count = self.small(s)
                return f"{count} from {source}", f"size of {source} >= {count}"
        if src.chance(30) and self._is_pile(source, bag=False):
            return f"{source} but {src.pick(['top', 'bottom'])} of {source}", f"{source} is not empty"
        if self._is_played(source):
            return source, None  # plays move whole, or one at a time
        found = self.binder(s, 1, Type("card", component), E(source))
        assert found is not None
        return f"({found[0].text})", None

    def _source(self, component: str, s: Scope, pile: bool = False) -> str:
        if pile and (piles := self._piles(component, s)):
            return self.w.source.pick(piles)
        found = self.some_place(s, component, plays=self.w.source.chance(15)) or self.some_place(s, component)
        assert found is not None
        return found[1].atom

    def _is_played(self, words: str) -> bool:
        """Whether these are words for a pile that keeps plays."""
        return any(z.plays and re.search(rf"(?<!-)\b{n}\b(?!-)", words) for n, z in self.w.zones.items())

    def _is_pile(self, place: str, bag: bool = True) -> bool:
        return any(z.is_pile and z.bag <= bag and re.match(rf"{n}\b(?!-)", place) for n, z in self.w.zones.items())

    def _piles(self, component: str, s: Scope) -> list[str]:
        """Piles in which cards lie in an order: those that stand alone, and one of each family."""
        zones = [n for n, z in self.w.zones.items() if z.component == component and z.is_pile]
        places = [self.place(zone, s, 1) for zone in zones]
        return [p.atom for p in places if p is not None]

    def destination(self, component: str, s: Scope, plays: bool) -> str:
        """Where cards go: anywhere; `plays`: perhaps onto a pile that keeps plays of single cards."""
        w, src = self.w, self.w.source
        zones = [
            n
            for n, z in w.zones.items()
            if z.component == component and (not z.plays or (plays and z.plays == component))
        ]
        place = self.place(src.pick(zones), s, 1)
        return (place or E(next(iter(zones)))).atom

    def move(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        w, src = self.w, self.w.source
        component = src.pick(list(w.components))
        what, test = self.cards_to_move(component, s)
        played = self._is_played(what) or s.locals.get(what, NUMBER).name == "play"
        to = self.destination(component, s, plays=not played)
        verb, preposition = src.pick(VERBS), src.pick(["onto", "into", "to", "under"])
        if src.chance(40) or any(z.plays and to.startswith(n) for n, z in w.zones.items()):
            verb = f"{self.subject(s)} {_PLURAL.get(verb, verb + 's')}"
        line = f"{verb} {what} {preposition} {to}"
        after = s.moved()
        if test and not src.chance(3):
            return [f"if {test}:", f"  {line}"], after
        return [line], after

    def deal(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        w, src = self.w, self.w.source
        component = src.pick(list(w.components))
        singles = [n for n, z in w.zones.items() if z.component == component and not z.many and not z.plays]
        hands = [
            n
            for n, z in w.zones.items()
            if z.component == component and z.each == "player" and not z.numbers and not z.plays
        ]
        families = [n for n, z in w.zones.items() if z.component == component and z.many and not z.plays]
        source = src.pick(singles)
        if src.chance(40):
            return self.deal_table(component, source, singles, hands, s), s.moved()
        start = f" from {self.player(s).sum}" if src.chance(40) else ""
        to = src.pick(hands) if start else src.pick(families)
        if src.chance(50) and (start or w.zones[to].each == "player"):
            to += f" of {'players' if src.chance(70) or start else self.many(PLAYER, s, 1).atom}"
        most = w.most_each(component, to.split(" ")[0])
        counts = [n for n in [*"123", *w.parameters] if (w.parameters[n][0] if n in w.parameters else int(n)) <= most]
        what = src.pick([source, f"all from {source}", *([f"{src.pick(counts)} from {source}"] if counts else [])])
        return [f"deal {what} {src.pick(['to', 'onto', 'into', 'under'])} {to}{start}"], s.moved()

    def deal_table(self, component: str, source: str, singles: list[str], hands: list[str], s: Scope) -> list[str]:
        """A deal with a row for each number of players."""
        w, src = self.w, self.w.source
        columns = src.some(hands, 1, 2) + src.some([n for n in singles if n != source], 0, 1)
        rows = []
        low = w.low
        while low <= w.high:
            high = src.integer(low, w.high)
            counts = (
                str(low)
                if low == high
                else f"{low} to {high}"
                if src.chance(50)
                else ", ".join(str(n) for n in range(low, high + 1))
            )
            cells = [self._amount(w.most_each(component, c) // len(columns), w.zones[c].many) for c in columns]
            rows.append([counts, *cells])
            low = high + 1
        lines = [" | ".join(row) for row in [["players", *columns], *rows]]
        return [f"deal {source} from {self.player(s).sum}:", *["  " + line for line in lines]]

    def _amount(self, most: int, many: bool) -> str:
        """How many cards a column of a deal gets."""
        known = [p for p, (value, _, _) in self.w.parameters.items() if value <= most]
        return self.w.source.pick(
            ["1" if most else "-", *known, "all", "2" if most > 1 else "0", *([] if many else ["-", "rest"])]
        )

    def shuffle(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        piles = [n for n, z in self.w.zones.items() if z.is_pile and z.bag]
        if not piles:
            return None
        place = self.place(self.w.source.pick(piles), s, 1)
        return None if place is None else ([f"shuffle {place.sum}"], s.moved())

    def roll(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        w = self.w
        cups = [n for n, z in w.zones.items() if w.components[z.component].sort == "dice" and not z.plays]
        if not cups:
            return None
        place = self.place(w.source.pick(cups), s, 1)
        return None if place is None else ([f"roll {place.sum}"], s.moved())

    def reveal(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        w, src = self.w, self.w.source
        if not src.chance(40):
            return None
        cards = self.cards(src.pick(list(w.components)), s, 1)
        if cards is None:
            return None
        who = f"{self.subject(s)} reveals" if src.chance(50) else "reveal"
        to = ""
        if src.chance(40):
            seen = self.many(PLAYER, s, 1)
            to = f" to {seen.sum}" if seen is not None else ""
        return [f"{who} {cards.sum}{to}"], s

    # ---- control ---------------------------------------------------------------------------------------------------
    def call(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        """A call of a procedure that comes later, so that none leads back to itself."""
        w, src = self.w, self.w.source
        names = list(w.procedures)
        later = [
            n for n in names[names.index(here.procedure) + 1 :] if w.procedures[n].parent in (None, here.procedure)
        ]
        if not later or here.together:
            return None
        line = self.call_of(src.pick(later), s)
        return None if line is None else ([line], s.moved())

    def call_of(self, name: str, s: Scope) -> str | None:
        """The line that calls a procedure."""
        params = self.w.procedures[name].params
        args = [self.argument(type_, s, 1) for type_, _ in params]
        if any(a is None for a in args):
            return None
        if not args:
            return name
        subject, *rest = args
        if subject.open or not is_place(subject):
            return None
        return f"{subject.text} {name}{' ' if rest else ''}{', '.join(a.sum for a in rest)}"

    def end(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        w, src = self.w, self.w.source
        if not src.chance(30):
            return None
        if src.chance(15):
            return [f"end game as {w.names.new('ending')}"], s
        around = [here.procedure]
        while (parent := w.procedures[around[-1]].parent) is not None:
            around.append(parent)
        if src.chance(10):
            around.append("play")
        return [f"end {src.pick(around)}"], s

    def if_(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        src = self.w.source
        inner, lines = s, []
        guarded = self.guard(s) if src.chance(50) else None
        test = self.truth(s, 2)
        if guarded is not None:
            test, inner = guarded
        lines = [f"if {test.text}:", *self.body(inner, here.deeper(), 1, 2)]
        for _ in range(src.pick([0, 0, 1])):
            lines += [f"else if {self.truth(s, 1).text}:", *self.body(s, here.deeper(), 1, 2)]
        if src.chance(40):
            lines += ["else:", *self.body(s, here.deeper(), 1, 2)]
        return lines, s.moved()

    def for_(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        """Something for each of a list; cards and plays that lie at a place may be moved in it."""
        w, src = self.w, self.w.source
        plays = [n for n, z in w.zones.items() if z.plays]
        component = src.pick(list(w.components))
        way = src.integer(0, 3)
        if way == 1 and plays:
            zone = src.pick(plays)
            found = self.binder(s, 1, Type("play", zone), E(zone))
        elif way == 2 and (place := self.some_place(s, component)) is not None:
            found = self.binder(s, 1, Type("card", component), place[1])
        else:
            way, found = 0, self.binder(s, 1)
        if found is None:
            return None
        text, name, type_ = found
        inner = s.moved().having(name, type_, still=way > 0)
        return [f"for each {text.text}:", *self.body(inner, here.deeper(), 1, 2)], s.moved()

    def counter(self) -> str:
        """A counter of a loop's own."""
        name = f"beat-{1 + sum(n.startswith('beat-') for n in self.w.tracks)}"
        self.w.tracks[name] = Track("counter", NUMBER, kept=True)
        self.w.lines.append(f"counter {name}")
        return name

    def repeat(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        src = self.w.source
        beat = self.counter()
        most = src.pick(["2", "3", *self.w.parameters])
        s = s.moved()
        body = self.turn(s, here)
        if src.chance(60):
            body += self.body(s, replace(here.deeper(), inside=False), 1, 2)
        count = [f"  {beat} gains 1"]
        if src.chance(25):
            test = self.truth(s, 1)
            ending = f"end {here.procedure}"
            stop = [f"  if {beat} >= {most} or {test.text if test.open != 3 else f'({test.text})'}:", f"    {ending}"]
            return [f"{beat} becomes 0", "repeat:", *count, *body, *stop], s
        until = f"{beat} >= {most}"
        if src.chance(40):
            until += f" or {self.closed_truth(s, 1).at(2)}"
        return [f"{beat} becomes 0", f"repeat until {until}:", *count, *body], s.moved()

    def turns(self, s: Scope, here: Here) -> tuple[list[str], Scope] | None:
        src = self.w.source
        beat, name = self.counter(), self.w.names.local("player", s)
        inner = s.moved().having(name, PLAYER)
        source = self.many(PLAYER, s, 1) if src.chance(20) else E("players")
        line = f"turns for {name} in {(source or E('players')).range}"
        if src.chance(50):
            line += f" from {self.player(s).sum}"
        if src.chance(25):
            line += f" where {self.closed_truth(inner, 1).text}"
        line += f" until {beat} >= {src.pick(['3', '4', '5', '6', *self.w.parameters])}"
        body = [f"  {beat} gains 1", *self.turn(inner, here)]
        if src.chance(50):
            body += self.body(inner, replace(here.deeper(), inside=False), 1, 1)
        return [f"{beat} becomes 0", f"{line}:", *body], s.moved()

    def turn(self, s: Scope, here: Here) -> list[str]:
        """What a player does in a turn: mostly a procedure of their own."""
        w, src = self.w, self.w.source
        names = list(w.procedures)
        later = names[names.index(here.procedure) + 1 :]
        mine = [
            n
            for n in later
            if w.procedures[n].params[:1]
            and w.procedures[n].params[0][0] == PLAYER
            and w.procedures[n].parent in (None, here.procedure)
        ]
        player = (s.of(PLAYER) or [self.subject(s)])[-1]
        if mine:
            name = src.pick(mine)
            rest = [self.argument(type_, s, 1) for type_, _ in w.procedures[name].params[1:]]
            if all(a is not None for a in rest):
                return [f"  {player} {name}{' ' if rest else ''}{', '.join(a.sum for a in rest)}"]
        found = self.choose(s, here, player)
        return (
            ["  " + line for line in found[0]]
            if found is not None
            else [f"  {player} chooses:", f"    to {self.option_name(Option(), set())}"]
        )
