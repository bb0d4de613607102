"""Types of expressions: fills in `type` and `ref` of every node, and says what does not fit.

Comes in: trees of expressions and the names alive around them. Goes out: types; mistakes gather in `errors`. What
always holds: a mistake in a part is not told again of the whole.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import did_you_mean
from .faces import face_names
from .fitting import ERROR, Scope, listed
from .loose import member_is_loose
from .naming import Naming
from .types import LIBRARY, NOTHING, NUMBER, TRUTH, Ref, Type

__all__ = ["ERROR", "LIBRARY", "Expressions", "Scope", "face_names"]


_HOLDERS = ("card", "place", "meld", "play", "nothing")


class Expressions(Naming):
    """Checks expressions of one program."""

    # ---- lists -----------------------------------------------------------------------------------------------------
    def _reduce(self, node: t.Reduce, scope: Scope, want: Type | None) -> Type:
        got = self.expr(node.arg, scope)
        if got is ERROR:
            return NUMBER if node.kind == "total" else ERROR
        if node.kind == "total":
            if got.each() != NUMBER:
                hint = "how many they are is `size of …`" if got.many or got.name in ("place", "meld", "play") else ""
                column = self.column_of(NUMBER, self.one(got))
                hint = self.written(node.arg, f"{column} of {{}}", hint) if column else hint
                return self.error("E201", f"a total is of numbers, {got.told()}", node.arg, hint)
            return NUMBER
        one = self.one(got)
        return one if self.ordered(one, node) else ERROR

    def ordered(self, one: Type, node: t.Node) -> bool:
        """Whether things of a type have an order; says so if not."""
        if one in (NUMBER, ERROR):
            return True
        if one.name == "kind":
            if self.p.kinds[one.of].ordered:
                return True
            self.error(
                "E203", f"the values of `{one.of}` have no order", node, f"declare: kind {one.of}, low to high: …"
            )
            return False
        if one.name == "card" and one.of in self.p.orders:
            return True
        hint = self.order_for(one.of) if one.name == "card" else ""
        self.error("E203", f"{one} is neither higher nor lower than another", node, hint)
        return False

    def _listof(self, node: t.ListOf, scope: Scope, want: Type | None) -> Type:
        one = None
        if want is not None:
            one = Type("card", self.p.combinations[want.of].component) if want.name == "meld" else want.each()
        if not node.items:
            return want.list() if want is not None else NOTHING
        for item in node.items:
            got = self.expr(item, scope, one)
            if got is ERROR:
                continue
            if one is None:
                one = self.one(got)
            elif not self.fits(got, one.list()) and not self.two_sorts(one, got, item, node.items[0]):
                self.error("E201", f"{got.told()}, the others in the list are {one.list()}", item)
        return one.list() if one is not None else ERROR

    def _range(self, node: t.Range, scope: Scope, want: Type | None) -> Type:
        one = want.each() if want is not None and want.name in ("kind", "card") else None
        low, high = self.pair(node.low, node.high, scope, one)
        if ERROR in (low, high):
            return ERROR
        if low != high or low.name not in ("number", "kind", "card"):
            return self.error("E201", f"a range goes from {low} to {high}", node)
        if low.name == "kind" and not self.p.kinds[low.of].ordered:
            self.ordered(low, node)
        self._upwards(node, low)
        return low.list()

    def _upwards(self, node: t.Range, of: Type) -> None:
        """A range that is written down with its ends goes up; one that is reckoned may turn out empty."""
        ends = [e for e in (node.low, node.high) if isinstance(e, t.Number | t.Name)]
        places: list[int] = []
        for end in ends:
            if of.name == "number" and isinstance(end, t.Number):
                places.append(end.value)
            elif of.name == "kind" and end.ref is not None and end.ref.kind == "value":
                places.append(self.p.kind_values(of.of).index(end.ref.what[1]))
        if len(places) == 2 and places[0] > places[1]:
            low, high = (str(e.value) if isinstance(e, t.Number) else e.name for e in ends)
            hint = "to count down, let `n` go up and reckon: `7 - n` for n in 1 to 6" if of.name == "number" else ""
            self.error(
                "E240", f"nothing is from {low} to {high}: a range goes up", node, hint or f"say: {high} to {low}"
            )

    def _binder(self, node: t.Binder, scope: Scope, want: Type | None) -> Type:
        """`x in L …`: gives the list; the name is alive in its filters only."""
        return self.bind(node, scope)[0]

    def bind(self, node: t.Binder, scope: Scope) -> tuple[Type, Scope]:
        """The list a binder gives, and the scope in which its name is alive."""
        got = self.expr(node.source, scope)
        if got is not ERROR and not (got.many or got.name in ("place", "meld", "play")):
            self.error("E201", f"`in` wants a list or a place, {got.told()}", node.source, self._members_of(got))
            got = ERROR
        one = ERROR if got is ERROR else self.element(got)
        self.new_name(node.name, node, scope)
        if node.start is not None:
            self.need(node.start, scope, one, "after `from`")
        inner = scope.with_(node.name, one, member_is_loose(node.source, one, self, scope))
        for f in node.filters:
            if isinstance(f, t.Where):
                self.need(f.test, inner, TRUTH, "after `where`")
            else:
                self._key(f, inner)
        node.type = ERROR if one is ERROR else one.list()
        return node.type, inner

    def _members_of(self, got: Type) -> str:
        if got.name == "player":
            return "for example `others of …`, or `players`"
        return ""

    def _key(self, f: t.With, scope: Scope) -> None:
        """What members are compared by."""
        key = self.expr(f.key, scope)
        if key is ERROR:
            return
        if key.name in ("place", "meld", "play"):
            hint = "say `size of …` for how many, `top of …` or `high of …` for one card"
            self.error("E201", f"members are compared by one thing each, {key.told()}", f.key, hint)
        elif not self.single(f.key, key) and key.name != "card":
            hint = "say `size of …`, `the total …`, `the highest …`"
            self.error("E201", f"members are compared by one thing each, these are {key}", f.key, hint)
        else:
            self.ordered(self.one(key), f.key)

    def _query(self, node: t.Query, scope: Scope, want: Type | None) -> Type:
        got = self.expr(node.binder, scope)
        if node.pick == "number of":
            return NUMBER
        return ERROR if got is ERROR else got.each()

    def _quantifier(self, node: t.Quantifier, scope: Scope, want: Type | None) -> Type:
        self.quantified.append(node)
        self.expr(node.binder, scope)
        self.quantified.pop()
        return TRUTH

    def _randomof(self, node: t.RandomOf, scope: Scope, want: Type | None) -> Type:
        got = self.expr(node.binder, scope)
        return ERROR if got is ERROR else got.each()

    # ---- arithmetic ------------------------------------------------------------------------------------------------
    def _arithmetic(self, node: t.Arithmetic, scope: Scope, want: Type | None) -> Type:
        listing = want is not None and want.name in ("card", "meld")
        if node.op == "×" and listing:
            self.need(node.left, scope, NUMBER)
            got = self.expr(node.right, scope, want.each() if want is not None else None)
            return ERROR if got is ERROR else got.list()
        left = self.expr(node.left, scope, want)
        if left is ERROR:
            self.expr(node.right, scope, want)
            return ERROR
        if node.op in ("+", "-", "but") and left != NUMBER and (self.cards(left) is not None or left.many):
            return self._join(node, left, scope)
        if node.op == "but":
            self.expr(node.right, scope)
            return self.error(
                "E201",
                f"`but` takes things away from a list or a place, {left.told()}",
                node.left,
                "for numbers use `-`",
            )
        if not self.fits(left, NUMBER):
            self.expr(node.right, scope)
            return self.error("E201", f"{left.told()}, but a number is wanted", node.left, self._way(left, NUMBER))
        right = self.need(node.right, scope, NUMBER)
        if node.op in ("/", "mod") and isinstance(node.right, t.Number) and node.right.value == 0:
            self.error("E240", "nothing can be divided by 0", node.right)
        return ERROR if right is ERROR else NUMBER

    def _join(self, node: t.Arithmetic, left: Type, scope: Scope) -> Type:
        cards = self.cards(left)
        if node.op == "-":
            self.expr(node.right, scope)
            hint = "use `but` to take things away; how many they are is `size of …`"
            return self.error("E201", f"`-` is for numbers, {left.told()}", node.left, hint)
        joined = cards if cards is not None else left.list()
        right = self.expr(node.right, scope, joined)
        if right is not ERROR and self.two_sorts(joined, right, node.right, node.left):
            return ERROR
        if right is not ERROR and not self.fits(right, joined):
            return self.error("E201", f"{right.told()}, but {joined.wanted()}", node.right)
        return joined

    # ---- two things ------------------------------------------------------------------------------------------------
    def pair(self, left: t.Expr, right: t.Expr, scope: Scope, want: Type | None = None) -> tuple[Type, Type]:
        """The types of two things of one sort; a bare word takes the sort of the other, as in `3 < rank of c`."""
        if self._bare(left, scope) and not self._bare(right, scope):
            other = self.expr(right, scope, want)
            return self.expr(left, scope, want if other is ERROR else self.one(other)), other
        got = self.expr(left, scope, want)
        if got is NUMBER and self._bare(right, scope):
            other = self.expr(right, scope, want)
            if other.name in ("kind", "card") and isinstance(left, t.Number):
                got = self.expr(left, scope, other)
            return got, other
        wanted = want if got is ERROR else self.one(got)
        before = len(self.errors)
        other = self.expr(right, scope, wanted)
        if got.name in ("place", "meld", "play") and isinstance(right, t.Number) and len(self.errors) > before:
            del self.errors[before:]  # `hand of p > 3` is not about a card called 3
            other = self.expr(right, scope)
        return got, other

    def _bare(self, node: t.Expr, scope: Scope) -> bool:
        """Whether this is a word whose meaning hangs on what it stands beside."""
        if isinstance(node, t.Number | t.Face):
            return True
        if not isinstance(node, t.Name) or node.name in scope.locals:
            return False
        return node.name in self.kind_of_value or node.name in self.row_of

    def _compare(self, node: t.Compare, scope: Scope, want: Type | None) -> Type:
        self._ordered_pair(node.left, node.right, node.op != "=", node, scope)
        return TRUTH

    def _ordered_pair(self, left: t.Expr, right: t.Expr, ordered: bool, node: t.Node, scope: Scope) -> None:
        got, other = self.pair(left, right, scope)
        if ERROR in (got, other):
            return
        for side, type_ in ((left, got), (right, other)):
            if not self.single(side, type_) and type_.name != "card":
                named = side.name if isinstance(side, t.Name) and side.name in self.p.kinds else ""
                hint = (
                    self.column_alone(named, side, scope)
                    or self.of_a_place(side)
                    or "say `the total …`, `the highest …`, or ask of each: `some x in … where …`"
                )
                self.error("E201", f"{type_.told()}, and only one thing can be compared with another", side, hint)
                return
        one = self.one(got)
        if not self.fits(other, one):
            if self._figure_told(left, got, other) or self._figure_told(right, other, got):
                return
            hint = self._compared(left, right) or self._way(got, other) or self._way(other, got)
            self.error("E201", f"{got} cannot be compared with {other}", node, hint)
        elif ordered:
            self.ordered(one, node)

    def _compared(self, left: t.Expr, right: t.Expr) -> str:
        """A hint for who compared a thing with what only something of it can be compared with: `c is trump`."""
        for thing, other in ((left, right), (right, left)):
            if thing.type is None or other.type is None or thing.type is ERROR or other.type is ERROR:
                continue
            column = self.column_of(other.type.each(), self.one(thing.type)) if not thing.type.many else ""
            if column and thing.type.name in ("card", "play"):
                return self.written(thing, f"{column} of {{}}")
            if other.type == NUMBER and self.cards(thing.type) is not None and thing.type.name != "card":
                return self.written(thing, "size of {}")
        return ""

    # ---- is --------------------------------------------------------------------------------------------------------
    def _is(self, node: t.Is, scope: Scope, want: Type | None) -> Type:
        right = node.right
        said_of = self._said_of_type(right, scope)
        takes_over = isinstance(right, t.Name | t.Of | t.Query) and not self._bare(right, scope)
        if said_of is None and takes_over and self._bare(node.left, scope):
            left, got = self.pair(node.left, right, scope)
            self._fit_equal(node, left, got, scope)
            return TRUTH
        left = self.expr(node.left, scope, said_of)
        match right:
            case t.Empty():
                if left is not ERROR and not left.many and left.name not in ("place", "meld", "play"):
                    hint = self.places_of_players(left, node.left)
                    self.error("E201", f"only a list or a place can be empty, {left.told()}", node.left, hint)
            case t.Nothing():
                self._is_none(node, left)
            case t.RowTest():
                self._row_test(right, left, scope)
            case t.IsCompare():
                self._is_compare(node, left, right, scope)
            case _:
                if not self._adjective(node, left, scope):
                    self._equal(node, left, right, scope)
        return TRUTH

    def _is_none(self, node: t.Is, left: Type) -> None:
        node.right.type = left
        if left is ERROR:
            return
        if left.many or (left.name == "place" and not self._is_marker(node.left)):
            empty = f"{self.text(node.left)} is {'not ' if node.negated else ''}empty"
            self.error("E201", f"{left} is never none", node.left, self.written(node, empty, "say `is empty`"))
        elif left.name in ("truth", "number") and not self._is_marker(node.left):
            self.error("E201", f"{left} is never none", node.left, "only a marker can be none")

    def _is_marker(self, node: t.Expr) -> bool:
        if not isinstance(node, t.Name | t.Of) or node.ref is None or node.ref.kind not in ("track", "column"):
            return False
        track = self.p.tracks.get(node.name)
        return node.ref.kind == "column" or (track is not None and track.shape == "marker")

    def _row_test(self, node: t.RowTest, left: Type, scope: Scope) -> None:
        if left is ERROR:
            return
        forms = self.form_names(left) if left.name in ("meld", "play") and not left.many else []
        if forms:
            name = self.combination_of(left)
            if node.name in forms:
                node.ref = Ref("form", (name, node.name))
                return
            hint = did_you_mean(node.name, forms) or f"its forms: {', '.join(forms)}"
            self.error(
                "E101",
                f"`{node.name}` is no form of `{name}`",
                node,
                self._without_article(node, left) or hint,
                at=node.name,
            )
            return
        cards = self.cards(left)
        if cards is None:
            hint = self._without_article(node, left)
            self.error("E201", f"{left} is of no kind that `a {node.name}` could name", node, hint)
        elif cards.of not in self.broken:
            rows = [r for r, where in self.row_of.items() if cards.of in where]
            if node.name in rows:
                node.ref = Ref("row", (cards.of, node.name))
                return
            hint = self._without_article(node, left) or did_you_mean(node.name, rows) or f"its rows: {', '.join(rows)}"
            self.error("E101", f"no `{cards.of}` is called `{node.name}`", node, hint, at=node.name)

    def _without_article(self, node: t.RowTest, left: Type) -> str:
        """`is a bomb` said of what is declared as `is bomb`, `is a jack` of a rank."""
        word = node.name
        term, track = self.p.terms.get(word), self.p.tracks.get(word)
        if (term is not None and term.form == "predicate") or (
            track is not None and track.shape == "flag" and track.each
        ):
            return f"say `is {word}`: `a` is for the rows of a table and the forms of a combination"
        for kind in self.kind_of_value.get(word, ()):
            cards = self.cards(left)
            if left == Type("kind", kind):
                return f"say `is {word}`"
            if cards is not None and kind in self.columns.get(cards.of, ()):
                return f"say `{kind} of … is {word}`"
        return ""

    def _is_compare(self, node: t.Is, left: Type, right: t.IsCompare, scope: Scope) -> None:
        if right.how in ("one of", "none of"):
            one = left if left is ERROR else self.one(left)
            if one is not ERROR and not self.single(node.left, left) and left.name != "card":
                self.error("E201", f"{left.told()}: `{right.how}` asks it of one thing", node.left)
            self.need(right.right, scope, one.list() if one is not ERROR else ERROR)
        else:
            self._ordered_pair(node.left, right.right, True, node, scope)

    def _said_of_type(self, right: t.Expr, scope: Scope) -> Type | None:
        """What a predicate or a flag of each is said of, if this is one: `cat is marked` speaks of a value so."""
        if not isinstance(right, t.Name) or right.name in scope.locals:
            return None
        term, track = self.p.terms.get(right.name), self.p.tracks.get(right.name)
        if term is not None and term.form == "predicate":
            return self.named_type(term.params[0].of_type, term.params[0])
        if track is not None and track.shape == "flag" and track.each:
            return self.named_type(track.each, track)
        return None

    def _adjective(self, node: t.Is, left: Type, scope: Scope) -> bool:
        """`is out`, `is bound`: a predicate or a flag of each. A word that is nothing is told with all it could be."""
        right = node.right
        if not isinstance(right, t.Name) or right.name in scope.locals:
            return False
        term, track = self.p.terms.get(right.name), self.p.tracks.get(right.name)
        if term is not None and term.form == "predicate":
            self.used.add(right.name)
            self.term_type(right.name)
            self._said_of(term.params[0].of_type, term.params[0], right.name, left, node)
            right.ref, right.type = Ref("predicate", right.name), TRUTH
            return True
        if track is not None and track.shape == "flag" and track.each:
            self.used.add(right.name)
            self._said_of(track.each, track, right.name, left, node)
            right.ref, right.type = Ref("flag", right.name), TRUTH
            return True
        if right.name in ("yes", "no", "true", "false") or left is ERROR:
            return False
        if right.name in set(self.known(scope)) or right.name == "winners":
            return False
        self._nothing_so_called(right, left, scope)
        right.type = ERROR
        return True

    def _said_of(self, of_type: str, declared: t.Node, word: str, left: Type, node: t.Is) -> None:
        one = self.named_type(of_type, declared)
        if left.many and left.name != "card":
            hint = f"ask it of each: `no x in … where x is not {word}`, `some x in … where x is {word}`"
            self.error("E201", f"`{word}` is said of {one}, these are {left}", node.left, hint)
        elif not self.fits(left, one):
            self.error("E201", f"`{word}` is said of {one}, {left.told()}", node.left)

    def _nothing_so_called(self, word: t.Name, left: Type, scope: Scope) -> None:
        """What stands after `is` is nothing: says what it could have been."""
        if left.name == "kind" and not left.many:
            self.unknown(word.name, word, scope, left)
            return
        p = self.p
        predicates = [
            x.name for x in p.terms.values() if x.form == "predicate" and self._of_type(x.params[0].of_type, left)
        ]
        flags = [x.name for x in p.tracks.values() if x.shape == "flag" and x.each and self._of_type(x.each, left)]
        cards = self.cards(left)
        if cards is not None and cards.of in self.broken:
            return
        equals = [n for n, type_ in scope.locals.items() if self.fits(type_, left)]
        rows = [r for r, where in self.row_of.items() if cards is not None and cards.of in where]
        values = [v for f in self.columns.get(cards.of, ()) if f in p.kinds for v in p.kind_values(f)] if cards else []
        hint = did_you_mean(word.name, [*predicates, *flags, *equals, *rows, *values])
        forms = self.form_names(left) if left.name in ("meld", "play") and not left.many else []
        if left.name == "form":
            forms = [f.name for f in p.combinations[left.of].forms]
        if word.name in forms:
            of = " of the combination itself" if left.name == "form" else ""
            hint = f"its form is asked with `a`{of}: `m is a {word.name}`"
        elif word.name in rows:
            hint = f"what a card is called is asked with `a`: `c is a {word.name}`"
        if not hint:
            sayable = listed([*predicates, *flags], 8)
            hint = f"tried as an equal thing, as a term said of {left.each()} and as a flag of each"
            hint += f"; there are: {sayable}" if sayable else "; there are none"
        self.error("E101", f"`{word.name}` is nothing that {left} could be", word, hint)

    def _of_type(self, name: str, left: Type) -> bool:
        """Whether `left` may be said to be of the type called `name`, nothing told."""
        one = Type(name)
        for table, sort in (
            (self.p.kinds, "kind"), (self.p.components, "card"), (self.p.combinations, "meld"), (self.p.zones, "place")
        ):  # fmt: skip
            if name in table:
                one = Type(sort, name)
        return self.fits(left, one)

    def _equal(self, node: t.Is, left: Type, right: t.Expr, scope: Scope) -> None:
        want: Type = left
        if left.name in ("card", "meld", "place", "play"):
            cards = self.cards(left)
            assert cards is not None
            want = cards.each() if left.name == "card" and not left.many else cards
            if left.name == "place" and not left.many and self._means_place(right, scope):
                want = left
        elif left.name == "kind" and not left.many:
            want = left.each()
        self.asked, around = node, self.asked
        got = self.expr(right, scope, None if left is ERROR else want)
        self.asked = around
        self._fit_equal(node, left, got, scope)

    def _fit_equal(self, node: t.Is, left: Type, got: Type, scope: Scope) -> None:
        """Whether two types could be equal; says so if not."""
        right = node.right
        if ERROR in (left, got):
            return
        fine = left == got or self.fits(got, left) or self.fits(left, got)
        if not fine and self.cards(left) is not None and self.cards(left) == self.cards(got):
            fine = True
        if fine and self.single(node.left, left) != self.single(right, got) and left.name not in _HOLDERS:
            several, one = (node.left, got) if left.many else (right, left)
            named = several.name if isinstance(several, t.Name) and several.name in self.p.kinds else ""
            hint = self.column_alone(named, several, scope) or "to ask it of one of them, `… has …` or `… is one of …`"
            self.error("E201", f"these are several, and can never be {one}", several, hint)
        elif not fine:
            self._never_equal(node, left, got, right)

    def _figure_told(self, said: t.Expr, got: Type, kind: Type) -> bool:
        """Whether a term is a number only as its value is written in figures, and one of a kind was meant; says so."""
        term = self.p.terms.get(said.name) if isinstance(said, t.Name | t.Of) and said.ref is not None else None
        if term is None or got != NUMBER or kind.name != "kind":
            return False
        values = [term.value, *(case.value for case in term.cases)]
        figures = [v for v in values if isinstance(v, t.Number) and str(v.value) in self.p.kind_values(kind.of)]
        if not figures:
            return False
        letter = kind.of[0]
        message = f"`{figures[0].value}` by itself is a number, and this is compared with a `{kind.of}`"
        self.error(
            "E201",
            message,
            figures[0],
            self.written(figures[0], f"the first {letter} in {kind.of} where {letter} is {{}}"),
        )
        return True

    def _never_equal(self, node: t.Is, left: Type, got: Type, right: t.Expr) -> None:
        if self._figure_told(node.left, left, got) or self._figure_told(right, got, left):
            return
        if left.name == "kind" and isinstance(right, t.Number):
            self.error(
                "E101",
                f"`{right.value}` is no {left.of}",
                right,
                f"a {left.of} is one of: {listed(self.p.kind_values(left.of))}",
            )
            return
        if got == TRUTH:
            hint = "two conditions are joined by `and`, `or`"
            if isinstance(right, t.Name) and right.name in self.p.tracks:
                hint = f"`{right.name}` is one flag, of nobody: ask `{right.name}`"
            elif isinstance(right, t.Name) and right.name in self.p.terms:
                hint = f"`{right.name}` is said of nobody: ask `{right.name}`"
            self.error("E201", f"{left} can never be {got}", right, hint)
            return
        hint = "`is` asks whether two things are equal, or says a term or flag of one; `is a …` names a row or form"
        self.error("E201", f"{left} can never be {got}", node, self._compared(node.left, right) or hint)

    def _means_place(self, right: t.Expr, scope: Scope) -> bool:
        match right:
            case t.Name():
                return scope.locals.get(right.name, ERROR).name == "place" or right.name in self.p.zones
            case t.Numbered() | t.Of():
                return right.name in self.p.zones
        return False

    # ---- other conditions ------------------------------------------------------------------------------------------
    def _has(self, node: t.Has, scope: Scope, want: Type | None) -> Type:
        left = self.expr(node.left, scope)
        one = left if left is ERROR else self.one(left)
        if left is not ERROR and not (left.many or left.name in ("place", "meld", "play")):
            hint = self.places_of_players(left, node.left)
            self.error("E201", f"only a list or a place has things in it, {left.told()}", node.left, hint)
            one = ERROR
        right = node.right
        row = isinstance(right, t.Name) and right.name not in scope.locals and one.of in self.row_of.get(right.name, ())
        if one.name == "card" and row:
            assert isinstance(right, t.Name)
            right.ref, right.type = Ref("row", (one.of, right.name)), one
            return TRUTH
        self.need(right, scope, one)
        return TRUTH

    def _relation(self, node: t.Relation, scope: Scope, want: Type | None) -> Type:
        term = self.p.terms.get(node.name)
        if term is None or term.form != "relation":
            relations = [x.name for x in self.p.terms.values() if x.form == "relation"]
            words = ["is", "has", "and", "or", "where", "from", "onto", "of", "in", "with", "but", "mod"]
            hint = did_you_mean(node.name, [*relations, *words], 0.6)
            if term is not None and term.form == "predicate":
                hint = f"it is said as `… is {term.name}`"
            self.error(
                "E101",
                f"there is no relation `{node.name}`",
                node,
                hint or f"declare: term (…) {node.name} (…): …",
                at=node.name,
            )
            return TRUTH
        self.used.add(node.name)
        self.term_type(node.name)
        for arg, param in zip((node.left, node.right), term.params, strict=False):
            self.need(arg, scope, self.named_type(param.of_type, param), f"for `{term.name}`")
        node.ref = Ref("term", node.name)
        return TRUTH

    def _and(self, node: t.And | t.Or, scope: Scope, want: Type | None) -> Type:
        joint = "and" if isinstance(node, t.And) else "or"
        for side in (node.left, node.right):
            self.need(side, scope, TRUTH, f"beside `{joint}`")
        return TRUTH

    _or = _and

    def _not(self, node: t.Not, scope: Scope, want: Type | None) -> Type:
        self.need(node.arg, scope, TRUTH, "after `not`")
        return TRUTH
