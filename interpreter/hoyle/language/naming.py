"""What names stand for: words by themselves, `NAME of …`, faces by their words, and the library's words.

What a word means depends on what is wanted: `2` is a number, a rank or a card. So types go down (`want`) as well as up.
A name is looked for among: the names given here, the values of the kind that is wanted, what the game declares, the
faces of the card that is wanted, the values of all kinds, the rows of all cards.
"""

from __future__ import annotations

import re
from dataclasses import replace

from . import tree as t
from .diagnostics import did_you_mean
from .faces import face_names, face_words, matching
from .fitting import ERROR, Fitting, Scope, listed
from .program import constant
from .types import LIBRARY, NOTHING, NUMBER, PLAYERS, TRUTH, Ref, Type


class Naming(Fitting):
    """Checks names."""

    # ---- single words ----------------------------------------------------------------------------------------------
    def _number(self, node: t.Number, scope: Scope, want: Type | None) -> Type:
        if want is not None and want.name == "kind" and str(node.value) in self.p.kind_values(want.of):
            node.ref = Ref("value", (want.of, str(node.value)))
            return want.each()
        if want is not None and want.name in ("card", "meld"):
            return self._face(node, scope, want)
        return NUMBER

    def _truth(self, node: t.Truth, scope: Scope, want: Type | None) -> Type:
        return TRUTH

    def _empty(self, node: t.Empty, scope: Scope, want: Type | None) -> Type:
        return Type("nothing", many=True)

    def _nothing(self, node: t.Nothing, scope: Scope, want: Type | None) -> Type:
        return want or Type("nothing", many=True)

    def _name(self, node: t.Name, scope: Scope, want: Type | None) -> Type:
        name, p = node.name, self.p
        if name in scope.locals:
            node.ref = Ref("local", name)
            return scope.locals[name]
        if want is not None and want.name == "kind" and name in p.kind_values(want.of):
            node.ref = Ref("value", (want.of, name))
            return want.each()
        if want is not None and want.name == "card" and name == want.of and self._one_face(name):
            return self._face(node, scope, want)  # `2 × gift`: the face, not the list of all gifts
        declared = self._declared(node, scope)
        if declared is not None:
            return declared
        if want is not None and want.name in ("card", "meld"):
            return self._face(node, scope, want)
        if len(self.kind_of_value.get(name, ())) == 1:
            kind = self.kind_of_value[name][0]
            node.ref = Ref("value", (kind, name))
            return Type("kind", kind)
        if name in self.kind_of_value:
            kinds = " and of ".join(f"`{k}`" for k in self.kind_of_value[name])
            hint = f"put it second: `… is {name}` takes the kind of what stands before `is`"
            return self.error("E210", f"`{name}` is a value of {kinds}: which is meant is not clear here", node, hint)
        if name in self.row_of:
            return self._face(node, scope, Type("card", self.row_of[name][0]))
        return self.unknown(name, node, scope, want)

    def _one_face(self, component: str) -> bool:
        return len(matching([component], self.p.components[component], self.faces[component], self.p)) == 1

    def _declared(self, node: t.Name, scope: Scope) -> Type | None:
        name, p = node.name, self.p
        self.used.add(name)
        if name in p.zones:
            zone = p.zones[name]
            node.ref = Ref("zone", name)
            return ERROR if name in self.strange else Type("place", name, many=bool(zone.each or zone.low is not None))
        if name in p.tracks:
            track = p.tracks[name]
            if track.each:
                hint = self.whose(node, scope) or f"for example `{name} of {'p' if track.each == 'player' else '…'}`"
                return self.error("E204", f"`{name}` is of each {track.each}: say of which", node, hint)
            node.ref = Ref("track", name)
            return self.track_type(track)
        if name in p.terms:
            term = p.terms[name]
            if term.params:
                how = said(term)
                return self.error(
                    "E204", f"`{name}` is a term about something: say about what", node, f"it is said as `{how}`"
                )
            node.ref = Ref("term", name)
            return self.term_type(name)
        if name in p.parameters:
            node.ref = Ref("parameter", name)
            return NUMBER
        if name in p.kinds:
            node.ref = Ref("kind", name)
            return Type("kind", name, True)
        if name in p.components:
            node.ref = Ref("component", name)
            return Type("card", name, True)
        if name == "players":
            node.ref = Ref("players")
            return PLAYERS
        self.used.discard(name)
        if name == "winners":
            return self._winners(node, scope)
        return None

    def _winners(self, node: t.Name, scope: Scope) -> Type:
        """Those who win if the game ends here: for examples and invariants, as rules may not ask it."""
        node.ref = Ref("winners")
        if not scope.told:
            hint = "what makes a player win is a condition like any other: say it as a term"
            return self.error("E202", "only examples and `always` may ask who the winners are", node, hint)
        return PLAYERS

    def track_type(self, track: t.Track) -> Type:
        """What a counter, flag or marker holds."""
        if track.shape == "counter":
            return NUMBER
        if track.shape == "flag":
            return TRUTH
        return self.named_type(track.of_type, track) if track.of_type else ERROR

    # ---- terms -----------------------------------------------------------------------------------------------------
    def term_type(self, name: str) -> Type:
        """The type of a term's value, checking its body the first time."""
        p = self.p
        if name in p.term_types:
            return p.term_types[name]
        term = p.terms[name]
        if name in self.in_term:
            ring = " → ".join([*self.in_term[self.in_term.index(name) :], name])
            p.term_types[name] = ERROR
            return self.error(
                "E110", f"the term `{name}` is defined by itself: {ring}", term, "a term may not lead back to itself"
            )
        self.in_term.append(name)
        scope = Scope(inside=name)
        for q in term.params:
            self.new_name(q.name, q, scope)
            scope = scope.with_(q.name, self.named_type(q.of_type, q))
        result = self._term_body(term, scope)
        self.in_term.pop()
        p.term_types.setdefault(name, result)
        return p.term_types[name]

    def _term_body(self, term: t.Term, scope: Scope) -> Type:
        self._term_rows(term, scope)
        if term.form != "value":
            for body in [c.value for c in term.cases] or ([term.value] if term.value is not None else []):
                self.need(body, scope, TRUTH, "for a term that is true or not")
            return TRUTH
        if term.value is not None:
            return self.expr(term.value, scope)
        result = ERROR
        for case in term.cases:
            got = self.expr(case.value, scope, None if result is ERROR else result)
            if result in (ERROR, NOTHING):
                result = got
            elif got not in (ERROR, result) and self.cards(got) is not None and self.cards(got) == self.cards(result):
                result = self.cards(result) or result  # one row is a hand, another certain cards: cards in any case
            elif not self.fits(got, result) and not self.fits(result, got):
                hint = self._in_numbers(case.value) if result == NUMBER else ""
                self.error("E201", f"this row gives {got}, the first row {result}", case.value, hint)
        return result

    def _in_numbers(self, value: t.Expr) -> str:
        """A hint for who took a column of words, such as the rank, for a number: the columns that hold numbers."""
        if not (isinstance(value, t.Of) and value.ref is not None and value.ref.kind == "column" and value.args):
            return ""
        of = self.text(value.args[0]) or "…"
        held = value.args[0].type
        cards = None if held is None or held is ERROR else self.cards(held)
        columns = self.columns.get(cards.of, {}) if cards is not None else {}
        numbers = [column for column, type_ in columns.items() if type_ == NUMBER]
        if len(numbers) == 1:
            return self.written(value, f"{numbers[0]} of {of}")
        said = " or ".join(f"`{column} of {of}`" for column in numbers)
        return f"a number is {said}" if said else "to reckon, give the cards a column of numbers"

    def _term_rows(self, term: t.Term, scope: Scope) -> None:
        """What must hold of labelled rows: conditions, one name each, and `otherwise` at the end only."""
        seen: set[str] = set()
        for k, case in enumerate(term.cases):
            if case.guard is not None:
                self.need(case.guard, scope, TRUTH, "after `if`")
            elif term.form == "value" and k < len(term.cases) - 1:
                self.error(
                    "E251",
                    f"the rows after `{case.name}` are never read, as it has no condition",
                    case,
                    "say `… if CONDITION`",
                    case.name,
                )
            if case.name in seen:
                self.error("E102", f"the row `{case.name}` stands twice", case, "choose another name", case.name)
            seen.add(case.name)

    # ---- faces -----------------------------------------------------------------------------------------------------
    def _face(self, node: t.Expr, scope: Scope, want: Type | None) -> Type:
        words = face_words(node)
        wanted = [self.p.combinations[want.of].component] if want is not None and want.name == "meld" else None
        names = wanted or ([want.of] if want is not None and want.name == "card" else list(self.p.components))
        if self.broken & set(names):
            return ERROR
        found = []
        if words is not None:
            for name in names:
                found += [(name, k) for k in matching(words, self.p.components[name], self.faces[name], self.p)]
        text = " ".join(map(str, words or []))
        if len(found) == 1:
            node.ref = Ref("face", (found[0][0], words))
            self.used.add(found[0][0])
            return Type("card", found[0][0])
        if found:
            return self._several_faces(node, text, found)
        if isinstance(node, t.Name):
            return self.unknown(node.name, node, scope, want)
        declared = next((w for w in words or [] if w in self.p.tracks or w in self.p.terms), None)
        known = (self.kind_of_value, self.p.tracks, self.p.terms)
        if (
            isinstance(declared, str)
            and words
            and len(words) > 1
            and all(any(str(w) in k for k in known) for w in words)
        ):
            return self._asked_by_columns(node, [str(w) for w in words], declared, scope, want)
        strange = next((w for w in words or [] if isinstance(w, str) and not self._word_of(w, names)), None)
        if strange is not None:
            return self.unknown(strange, self._word_in(strange, node), scope, want)
        near = [n for name in names for n in face_names(self.p, name, self.faces[name])]
        hint = did_you_mean(text, near) or (f"its faces: {listed(near, 10)}" if near else "")
        return self.error("E210", f"there is no face `{text}` on a {' or '.join(names)}", node, hint)

    def _word_in(self, word: str, node: t.Expr) -> t.Node:
        """The place of a word of a face; the face, if it stands in several lines."""
        found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.text(node))
        if found is None:
            return node
        start = node.span.column + found.start()
        return t.Node(span=replace(node.span, column=start, end_column=start + len(word)))

    def _asked_by_columns(self, node: t.Expr, words: list[str], declared: str, scope: Scope, want: Type | None) -> Type:
        """`jack of trump`, where `trump` is a marker: no card is called so; what it has is asked column by column."""
        what = self.p.tracks[declared].shape if declared in self.p.tracks else "term"
        cards = [one for one, type_ in scope.locals.items() if type_.name == "card" and not type_.many]
        said_ = []
        for word in words:
            kinds = self.kind_of_value.get(word)
            track = self.p.tracks.get(word)
            of = kinds[0] if kinds else self.track_type(track).of if track is not None else self.term_type(word).of
            said_.append(f"{of} of {cards[-1] if cards else '…'} is {word}")
        hint = " and ".join(said_)
        shown = self.written(node, hint) if cards and want == TRUTH else f"ask it of a card: `{hint}`"
        return self.error("E101", f"`{declared}` is a {what}: no card is called by it", node, shown)

    def _word_of(self, word: str, components: list[str]) -> bool:
        """Whether a word is a row's name or a value on one of these."""
        if any(word in [face.row for face in self.faces[name]] for name in components):
            return True
        return any(
            word in self.p.kind_values(f) for name in components for f in self.columns[name] if f in self.p.kinds
        )

    def _several_faces(self, node: t.Expr, text: str, found: list[tuple[str, int]]) -> Type:
        name, first = found[0]
        if self.asked is not None and self.asked.right is node and text in self.kind_of_value:
            shown = self.written(self.asked.left, f"{self.kind_of_value[text][0]} of {{}}")
            if shown:
                return self.error("E210", f"`{text}` may be any of {len(found)} faces", node, shown)
        hint = f"say which, for example `{face_names(self.p, name, self.faces[name])[first]}`"
        if text in self.row_of:
            hint += f"; to ask whether it is any of them, `is a {text}`"
        elif text in self.kind_of_value:
            kind = self.kind_of_value[text][0]
            hint += f"; to ask whether it is any of them, `{kind} of … is {text}`"
        return self.error("E210", f"`{text}` may be any of {len(found)} faces", node, hint)

    def _numbered(self, node: t.Numbered, scope: Scope, want: Type | None) -> Type:
        zone = self.p.zones.get(node.name)
        if zone is None:
            return self._face(node, scope, want if want is not None and want.name in ("card", "meld") else None)
        self.used.add(node.name)
        if zone.low is None or zone.high is None:
            return self.error(
                "E204",
                f"the places of `{node.name}` have no numbers",
                node,
                f"declare: {zone.shape} {node.name}, numbered 1 to …",
            )
        if zone.each and node.of is None:
            return self.error(
                "E204",
                f"`{node.name}` is of each {zone.each}: say of which",
                node,
                f"for example `{node.name} {node.number} of …`",
            )
        if node.of is not None and not zone.each:
            return self.error("E204", f"`{node.name}` is of nobody", node, f"say `{node.name} {node.number}`")
        if node.of is not None and zone.each:
            self.need(node.of, scope, self.named_type(zone.each, node))
        low, high = constant(zone.low, self.p), constant(zone.high, self.p)
        if low is not None and high is not None and not low <= node.number <= high:
            return self.error(
                "E210", f"there is no `{node.name} {node.number}`", node, f"its places are numbered {low} to {high}"
            )
        node.ref = Ref("zone", node.name)
        return ERROR if node.name in self.strange else Type("place", node.name)

    # ---- of --------------------------------------------------------------------------------------------------------
    def _of(self, node: t.Of, scope: Scope, want: Type | None) -> Type:
        name, p, args = node.name, self.p, node.args
        if name in p.terms:
            return self._term_of(node, scope)
        if name in p.combinations and len(args) == 1:
            self.used.add(name)
            if name in self.strange:
                return ERROR
            self.need(args[0], scope, Type("card", p.combinations[name].component, True))
            node.ref = Ref("combination", name)
            return Type("meld", name, True)
        if len(args) > 1:
            for arg in args:
                self.expr(arg, scope)
            if name in set(self.known(scope)):
                return self.error("E204", f"`{name}` is of one thing, not of {len(args)}", node, at=name)
            return self.unknown(name, node, scope)
        arg = args[0]
        for kind, each in (("zone", p.zones.get(name)), ("track", p.tracks.get(name))):
            if each is not None and each.each:
                found = self._of_each(node, kind, each.each, scope)
                if found is not None:
                    return found
        if self._reads_as_face(node, scope, want):
            return self._face(node, scope, want)
        before = len(self.errors)
        got = self.expr(arg, scope)
        if got is ERROR:
            if len(self.errors) > before and name not in set(self.known(scope)):
                self.unknown(name, node, scope)
            return ERROR
        if got.name == "place" and not (self._has_field(self.cards(got), name) and got.many):
            index = self._index(node, got)
            if index is not None:
                return index
        cards = self.cards(got)
        if cards is not None and self._has_field(cards, name):
            node.ref = Ref("column", (cards.of, name))
            one_card = (
                got.name == "card" or (got.name == "play" and p.zones[got.of].plays_of in p.components)
            ) and not got.many
            field_type = self.columns[cards.of][name]
            return field_type if one_card else field_type.list()
        return self._library(node, got, scope)

    def _of_each(self, node: t.Of, kind: str, each: str, scope: Scope) -> Type | None:
        """A zone or a track of each: of one, of several. None: a column of that name is meant."""
        name, arg = node.name, node.args[0]
        declared: t.Zone | t.Track = self.p.zones[name] if kind == "zone" else self.p.tracks[name]
        one = self.named_type(each, declared)
        before = len(self.errors)
        first = self.expr(arg, scope, one)
        if self._has_field(self.cards(first), name) and not self.fits(first, one):
            return None
        self.used.add(name)
        node.ref = Ref(kind, name)
        result = self.track_type(declared) if isinstance(declared, t.Track) else Type("place", name)
        if name in self.strange:
            return ERROR
        if first is ERROR and len(self.errors) > before:
            return ERROR
        del self.errors[before:]
        got = self.need(arg, scope, one.list() if first.many else one)
        if got is ERROR:
            return ERROR
        numbered = isinstance(declared, t.Zone) and declared.low is not None
        return result.list() if got.many or numbered else result

    def _has_field(self, cards: Type | None, name: str) -> bool:
        return cards is not None and name in self.columns.get(cards.of, ())

    def _reads_as_face(self, node: t.Of, scope: Scope, want: Type | None) -> bool:
        if node.name in LIBRARY or any(node.name in c for c in self.columns.values()):
            return False
        words = face_words(node)
        if words is None or node.name in scope.locals:
            return False
        if node.name in self.kind_of_value or node.name in self.row_of:
            return True
        # a card is wanted, and the rest describes one: `jak of clubs`
        last = str(words[-1])
        return want is not None and want.name == "card" and last in self.kind_of_value and last not in scope.locals

    def _index(self, node: t.Of, place: Type) -> Type | None:
        zone = self.p.zones[place.of]
        if zone.each and node.name == zone.each:
            node.ref = Ref("index", place.of)
            each = self.named_type(zone.each, node)
            return each.list() if place.many else each
        return None

    def _term_of(self, node: t.Of, scope: Scope) -> Type:
        term = self.p.terms[node.name]
        self.used.add(node.name)
        if term.form != "value":
            return self.error(
                "E204", f"`{term.name}` is not said with `of`", node, f"it is said as `{said(term)}`", at=term.name
            )
        result = self.term_type(node.name)
        if len(node.args) != len(term.params):
            for arg in node.args:
                self.expr(arg, scope)
            hint = f"it is said as `{said(term)}`"
            message = f"`{node.name}` is of {things(len(term.params))}, not of {len(node.args)}"
            if not term.params:
                message = f"`{node.name}` is said by itself, of nothing"
            return self.error("E204", message, node, hint, at=term.name)
        lifted, wrong = False, False
        for arg, param in zip(node.args, term.params, strict=True):
            one = self.named_type(param.of_type, param)
            got = self.expr(arg, scope, one)
            if ERROR in (got, one):
                wrong = True
            elif got.many and got.each() == one:
                lifted = True
            elif got.name in ("place", "meld", "play") and one.name == "card" and self.cards(got) == one.list():
                lifted = not (got.name == "play" and self.p.zones[got.of].plays_of in self.p.components)
            elif not self.fits(got, one):
                wrong = True
                self.error("E201", f"{got.told()}, but `{term.name}` is of {one}", arg, self._way(got, one))
        if wrong:
            return ERROR
        node.ref = Ref("term", node.name)
        return result.list() if lifted else result

    # ---- the library's words ---------------------------------------------------------------------------------------
    def _library(self, node: t.Of, got: Type, scope: Scope) -> Type:
        name = node.name
        node.ref = Ref("library", name)
        cards = self.cards(got)
        plays = got.name == "place" and self.p.zones[got.of].plays_of
        match name:
            case "cards" if cards is not None:
                return cards
            case "size" if got.many or got.name in ("place", "meld", "play"):
                return NUMBER
            case "left" | "right" if got.name == "player":
                return got
            case "others" if got.name == "player" and not got.many:
                return PLAYERS
            case "top" | "bottom" if cards is not None:
                return self._top(node, got, cards)
            case "high" | "low" if cards is not None:
                if cards.of not in self.p.orders:
                    return self.error(
                        "E203",
                        f"a `{cards.of}` is neither higher nor lower than another",
                        node,
                        self.order_for(cards.of),
                    )
                return cards.each()
            case "form" if got.name in ("meld", "play") and not got.many and self.form_names(got):
                return Type("form", self.combination_of(got))
            case "length" if got.name in ("meld", "play") and not got.many and self.form_names(got):
                return NUMBER
            case "lead" | "latest" if plays and not got.many:
                return Type("play", got.of)
            case "player" if got.name == "play":
                return Type("player", many=got.many)
            case "player" if plays and not got.many:
                return PLAYERS
        if name in LIBRARY:
            pile = got.of if got.name == "place" else "trick"
            kept = name in ("lead", "latest") or (name == "player" and got.name == "card")
            hint = f"declare: pile {pile}, kept as plays of card, seen by all" if kept else ""
            return self.error("E201", f"`{name} of …` is said of {_OF[name]}, {got.told()}", node, hint)
        return self._no_column(node, got, scope)

    def _top(self, node: t.Of, got: Type, cards: Type) -> Type:
        """The top of a pile, of each of several piles, or of a list."""
        if got.name == "place" and self.p.zones[got.of].shape != "pile":
            hint = f"declare it as a pile; of the highest card say `high of {got.of}`"
            return self.error(
                "E201", f"`{got.of}` is a zone, where cards lie in no order: it has no {node.name}", node, hint
            )
        return cards if got.many and got.name != "card" else cards.each()

    def _as_of_each(self, declared: t.Zone | t.Track, got: Type) -> str:
        """A hint for who said of somebody what is declared of nobody: the declaration as it would be."""
        each = {"player": "player", "kind": got.of}.get(got.name, "")
        row, _ = self._row(declared.span)
        new = row.replace(f"{declared.shape} {declared.name}", f"{declared.shape} {declared.name} of each {each}", 1)
        return f"declare: {new}" if each and new != row else f"say `{declared.name}`, or declare it `of each …`"

    def _no_column(self, node: t.Of, got: Type, scope: Scope) -> Type:
        """A name said of something that has no such thing."""
        name, p = node.name, self.p
        cards = self.cards(got)
        if cards is not None and cards.of in self.broken:
            return ERROR
        declared = next((d for d in (p.zones.get(name), p.tracks.get(name)) if d is not None), None)
        if declared is not None:
            self.used.add(name)
            if name in self.strange:
                return ERROR
            return self.error(
                "E204",
                f"there is one `{name}`, it is of nobody",
                node,
                self._as_of_each(declared, got),
                at=name,
            )
        if any(name in c for c in self.columns.values()):
            owner = next(o for o, c in self.columns.items() if name in c)
            if cards is None:
                itself = name == got.of and got.name == "kind" and not got.many
                hint = self.written(node, self.text(node.args[0])) if itself else ""
                return self.error("E201", f"`{name}` is a column of a {owner}, {got.told()}", node, hint)
            return self.error("E101", f"a {cards.of} has no `{name}`; a {owner} has", node, at=name)
        if name in p.kinds or name in p.components or name in p.parameters:
            return self.error("E204", f"`{name}` is not said of {got}", node, "", at=name)
        return self.unknown(name, node, scope)

    def combination_of(self, got: Type) -> str:
        """The combination a meld or play is of."""
        return got.of if got.name == "meld" else (self.p.zones[got.of].plays_of or "")

    def form_names(self, got: Type) -> list[str]:
        """The forms that a meld or play may have; none if single cards are played."""
        combination = self.p.combinations.get(self.combination_of(got))
        return [f.name for f in combination.forms] if combination else []

    # ---- new names -------------------------------------------------------------------------------------------------
    def new_name(self, name: str, node: t.Node, scope: Scope) -> None:
        """A new name must not hide one that is alive, or one that is declared."""
        p = self.p
        if name in scope.locals:
            around = next((q for q in self.quantified if q.binder.name == name and q.binder is not node), None)
            hint = "choose another name"
            if around is not None:
                word = "some" if around.some else "no"
                hint = f"what stands here still belongs to `{word} {name} in …`: end that by parentheses, or {hint}"
            self.error("E102", f"`{name}` is already the name of something here", node, hint, at=name)
            return
        for what, table in (
            ("zone", p.zones), ("track", p.tracks), ("term", p.terms), ("parameter", p.parameters), ("kind", p.kinds),
            ("combination", p.combinations),
        ):  # fmt: skip
            if name in table:
                word = getattr(table[name], "shape", what)
                self.error(
                    "E102", f"`{name}` is the name of a {word} of the game", node, "choose another name here", at=name
                )
        if name in p.components:
            message = f"`{name}` is what all such cards are called, so no single one is"
            self.error("E102", message, node, f"choose a name of your own, like `{name[0]}`", at=name)
        if name in ("players", "winners"):
            self.error("E102", f"`{name}` already means something in every game", node, "choose another name", at=name)


_OF = {
    "cards": "a zone, several zones, plays or a combination",
    "size": "a list, a place or a combination",
    "left": "a player",
    "right": "a player",
    "others": "one player",
    "top": "a pile",
    "bottom": "a pile",
    "high": "cards",
    "low": "cards",
    "form": "a combination",
    "length": "a combination",
    "lead": "a pile `kept as plays`",
    "latest": "a pile `kept as plays`",
    "player": "a play, or a place of each player",
}


def said(term: t.Term) -> str:
    """How a term is used, with its parameters' types in capitals: `luck of (PLAYER, OMEN)`."""
    types = [q.of_type.upper() for q in term.params]
    if term.form == "predicate":
        return f"{types[0]} is {term.name}"
    if term.form == "relation":
        return f"{types[0]} {term.name} {' '.join(types[1:])}"
    return term.name if not types else f"{term.name} of {types[0] if len(types) == 1 else '(' + ', '.join(types) + ')'}"


def things(n: int) -> str:
    """How many things, in words."""
    return "nothing" if n == 0 else "one thing" if n == 1 else f"{n} things"
