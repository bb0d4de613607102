"""Names and types of statements, and what must hold of procedures: calls fit, nobody calls themselves, `end` ends something."""

from __future__ import annotations


from . import tree as t
from .diagnostics import did_you_mean
from .expressions import ERROR, Expressions, Scope
from .program import constant
from .types import NUMBER, PLAYER, PLAYERS, TRUTH, Ref, Type


class Statements:
    """Checks procedures; `called` names those called, `option_names` all options, `moved` the zones cards go to."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.p = x.p
        self.called: set[str] = set()
        self.moved: set[str] = set()
        self.calls: dict[str, set[str]] = {name: set() for name in x.p.procedures}
        self.ends: list[tuple[str, t.End]] = []
        self.here = ""
        self.in_together = False
        self.option_names = {n.name for d in x.p.procedures.values() for n in d.walk() if isinstance(n, t.Option)}

    def procedures(self) -> None:
        """Check all procedures and how they call each other."""
        for name, procedure in self.p.procedures.items():
            self.here = name
            scope = Scope(inside=name)
            for k, param in enumerate(procedure.params):
                one = self.x.named_type(param.of_type, param)
                if k == 0 and one not in (PLAYER, ERROR) and procedure.role == "turn":
                    self.x.error("E201", "a turn is a player's", param)
                scope = scope.with_(param.name, one)
            self.body(procedure.body, scope)
        self._recursion()
        self._endings()

    def _recursion(self) -> None:
        done: set[str] = set()

        def visit(name: str, path: list[str]) -> None:
            if name in path:
                ring = " → ".join([*path[path.index(name) :], name])
                self.x.error("E110", f"`{name}` leads back to itself: {ring}", self.p.procedures[name], "repeat with `repeat` or `turns`, not by calling itself")
                return
            if name not in done:
                for callee in sorted(self.calls.get(name, ())):
                    visit(callee, [*path, name])
                done.add(name)

        for name in self.p.procedures:
            visit(name, [])

    def _endings(self) -> None:
        for here, end in self.ends:
            if end.name not in self.p.procedures:
                self.x.error("E101", f"there is no procedure `{end.name}`", end, did_you_mean(end.name, self.p.procedures))
            elif end.name != here and self._reaches("play", here, without=end.name):
                self.x.error("E270", f"`{here}` is not always a part of `{end.name}`, so it cannot end it", end)

    def _reaches(self, start: str, goal: str, without: str) -> bool:
        todo, seen = [start], set()
        while todo:
            name = todo.pop()
            if name == without or name in seen:
                continue
            if name == goal:
                return True
            seen.add(name)
            todo += self.calls.get(name, ())
        return False

    def body(self, body: t.Body | None, scope: Scope) -> Scope:
        """Check statements one after the other; a `let` is alive from there on."""
        if body is not None:
            for statement in body.statements:
                scope = self.statement(statement, scope)
        return scope

    def statement(self, s: t.Node, scope: Scope) -> Scope:
        """Check one statement; gives the scope of the next."""
        method = getattr(self, "_" + type(s).__name__.lower())
        return method(s, scope) or scope

    # ---- control ---------------------------------------------------------------------------------------------------
    def _call(self, s: t.Call, scope: Scope) -> None:
        procedure = self.p.procedures.get(s.name)
        if procedure is None:
            verbs = ["deal", "shuffle", "roll", "reveal", "play", "place", "put", "take", "give", "draw", "discard", "return",
                     "turn up", "collect", "repeat", "chooses", "becomes", "gains", "loses", "scores", "end", "let", "if", "for", "turns"]  # fmt: skip
            plural = [v + "s" for v in verbs[4:13]]
            words = [*self.p.procedures, *(verbs if not s.args else [*verbs[16:20], *plural, "reveals"])]
            hint = did_you_mean(s.name, words) or "declare it: " + (f"to (player p) {s.name}: …" if s.args else f"to {s.name}: …")
            self.x.error("E101", f"there is no procedure `{s.name}`", s, hint)
            for arg in s.args:
                self.x.expr(arg, scope)
            return
        self.called.add(s.name)
        self.calls.setdefault(self.here, set()).add(s.name)
        self.in_order(s.args, procedure, s, scope)

    def in_order(self, args: list[t.Expr], procedure: t.Procedure, node: t.Node, scope: Scope) -> None:
        """Arguments against parameters."""
        if len(args) != len(procedure.params):
            heads = " ".join(f"({q.of_type} {q.name})" for q in procedure.params)
            self.x.error("E204", f"`{procedure.name}` is declared with {len(procedure.params)} things, not {len(args)}", node, f"declared: {heads} {procedure.name}".strip())
            return
        for arg, param in zip(args, procedure.params, strict=True):
            self.x.need(arg, scope, self.x.named_type(param.of_type, param))

    def _let(self, s: t.Let, scope: Scope) -> Scope:
        got = self.x.expr(s.value, scope)
        if got.many:
            got = self.x.error("E201", f"a `let` names one thing, this is {got}", s.value, "name a list as a term")
        self.x.new_name(s.name, s, scope)
        return scope.with_(s.name, got)

    def _becomes(self, s: t.Becomes, scope: Scope) -> None:
        if self._adjective(s, scope):
            return
        track = self._track(s.place, scope)
        if track is None:
            return
        type_ = self.x.track_type(track)
        if isinstance(s.value, t.Nothing):
            s.value.type = type_
            if track.shape != "marker":
                self.x.error("E201", f"only a marker can become none, `{track.name}` is a {track.shape}", s.value)
        else:
            self.x.need(s.value, scope, type_)

    def _adjective(self, s: t.Becomes, scope: Scope) -> bool:
        """`p becomes [not] bound`."""
        word = s.value.arg if isinstance(s.value, t.Not) else s.value
        if not isinstance(word, t.Name) or word.name in scope.locals:
            return False
        track = self.p.tracks.get(word.name)
        if track is None or track.shape != "flag" or not track.each:
            return False
        self.x.used.add(word.name)
        self.x.need(s.place, scope, self.x.named_type(track.each, track))
        word.type = TRUTH
        word.ref = Ref("flag", word.name)
        s.value.type = TRUTH
        return True

    def _track(self, place: t.Expr, scope: Scope) -> t.Track | None:
        name = place.name if isinstance(place, t.Name | t.Of) else ""
        track = self.p.tracks.get(name)
        if track is None or name in scope.locals:
            got = self.x.expr(place, scope)
            if got is not ERROR:
                self.x.error("E202", "only a counter, flag or marker can change so", place, did_you_mean(name, self.p.tracks))
            return None
        used = name in self.x.used
        self.x.expr(place, scope)
        if not used:  # being set is not being used
            self.x.used.discard(name)
            self.x.used.add(f"set {name}")
        return track

    def _gains(self, s: t.Gains, scope: Scope) -> None:
        if s.verb == "scores":
            self.x.need(s.place, scope, PLAYER)
            self.x.need(s.value, scope, NUMBER)
            if self.p.score is None:
                self._find_score()
            if self.p.score is None:
                self.x.error("E202", "what a player scores goes to the counter that `winners` compares, and there is none", s, "for example: winners: p in players with highest points of p")
            elif self.p.score:
                self.x.used.add(self.p.score)
            return
        track = self._track(s.place, scope)
        if track is not None and track.shape != "counter":
            self.x.error("E202", f"only a counter gains and loses, `{track.name}` is a {track.shape}", s.place)
        self.x.need(s.value, scope, NUMBER)

    def _find_score(self) -> None:
        winners = self.p.winners
        for node in winners.walk() if winners else ():
            if isinstance(node, t.With) and isinstance(node.key, t.Of):
                track = self.p.tracks.get(node.key.name)
                if track is not None and track.shape == "counter" and track.each == "player":
                    self.p.score = node.key.name

    def _if(self, s: t.If, scope: Scope) -> None:
        for test, body in zip(s.tests, s.bodies, strict=True):
            self.x.need(test, scope, TRUTH, "after `if`")
            self.body(body, scope)
        self.body(s.else_, scope)

    def _for(self, s: t.For, scope: Scope) -> None:
        self.body(s.body, self.x.bind(s.binder, scope)[1])

    def _repeat(self, s: t.Repeat, scope: Scope) -> None:
        if s.until is not None:
            self.x.need(s.until, scope, TRUTH, "after `until`")
        elif not any(isinstance(n, t.End | t.EndGame | t.Call) for n in s.body.walk()):
            self.x.error("E271", "nothing ends this `repeat`", s, "say `until …`, or `end …` inside it")
        self.body(s.body, scope)

    def _turns(self, s: t.Turns, scope: Scope) -> None:
        got, inner = self.x.bind(s.binder, scope)
        if got not in (ERROR, PLAYERS):
            self.x.error("E201", f"turns go round the players, this is {got}", s.binder.source)
        if any(isinstance(f, t.With) for f in s.binder.filters):
            self.x.error("E220", "turns take `where`, not `with`", s.binder)
        if s.until is not None:
            self.x.need(s.until, scope, TRUTH, "after `until`")
        self.body(s.body, inner)

    def _end(self, s: t.End, scope: Scope) -> None:
        self.ends.append((self.here, s))

    def _endgame(self, s: t.EndGame, scope: Scope) -> None:
        return None

    # ---- choices ---------------------------------------------------------------------------------------------------
    def _choose(self, s: t.Choose, scope: Scope) -> None:
        if self.in_together:
            self.x.error("E260", "no further choice may follow inside a choice of all together", s)
        self.x.need(s.player, scope, PLAYER)
        for tier in s.tiers:
            self._options(tier, scope)
        self.body(s.else_, scope)

    def _together(self, s: t.Together, scope: Scope) -> None:
        got, inner = self.x.bind(s.binder, scope)
        if got not in (ERROR, PLAYERS):
            self.x.error("E201", f"players choose together, this is {got}", s.binder.source)
        self.in_together = True
        self._options(s.options, inner)
        self.in_together = False
        for node in s.options.walk():
            if isinstance(node, t.Shuffle | t.Roll | t.RandomOf | t.Deal | t.DealTable | t.Turns):
                self.x.error("E260", "no chance and no turns inside a choice of all together", node)

    def _options(self, options: t.Options, scope: Scope) -> None:
        bound: dict[str, Scope] = {}
        for option in options.options:
            inner = self.option(option, scope)
            bound.setdefault(option.name, inner)
            self.body(option.body, inner)
        for limit in options.limits:
            if limit.option not in bound:
                self.x.error("E220", f"there is no option `{limit.option}` here to limit", limit, did_you_mean(limit.option, bound))
                continue
            if limit.when is not None:
                self.x.need(limit.when, scope, TRUTH, "after `when`")
            self.x.need(limit.only, bound[limit.option], TRUTH, "after `only`")

    def option(self, o: t.Option, scope: Scope) -> Scope:
        """Check what an option binds; gives the scope of its body."""
        x = self.x
        inner = scope
        if isinstance(o.object, t.Chosen):
            inner = self._chosen(o.object, inner, moving=o.destination is not None)
        elif o.object is not None:
            got = x.expr(o.object, inner)
            if got is not ERROR and x.cards(got) is None:
                x.error("E201", f"an option moves cards, this is {got}", o.object, "to pick something, say `NAME in LIST`")
            if o.destination is None:
                x.error("E220", "where does it go?", o.object, "say `onto …`, `into …`, `to …` or `under …`")
        if o.destination is not None:
            place = o.destination.place
            if o.destination.name is not None:
                got = x.expr(place, inner)
                if got is not ERROR and got.name != "place":
                    got = x.error("E201", f"cards go to a place, this is {got}", place)
                x.new_name(o.destination.name, o.destination, inner)
                inner = inner.with_(o.destination.name, got.each())
            if o.object is None:
                x.error("E220", "what goes there?", o.destination, "for example: to play c from hand of p onto …")
            self._moved(place)
        for pick in o.picks:
            inner = self._chosen(pick, inner, moving=False)
        if o.destination is not None and o.destination.name is None:  # a place may speak of what is picked after it
            got = x.expr(o.destination.place, inner)
            if got is not ERROR and (got.many or got.name != "place"):
                x.error("E201", f"cards go to one place, this is {got}", o.destination.place, "to pick one, say `onto NAME in …`")
        if o.where is not None:
            x.need(o.where, inner, TRUTH, "after `where`")
        return inner

    def _chosen(self, c: t.Chosen, scope: Scope, moving: bool) -> Scope:
        got = self.x.expr(c.source, scope)
        if got is not ERROR and not (got.many or got.name in ("place", "meld", "play")):
            got = self.x.error("E201", f"one is chosen from a list or a place, this is {got}", c.source)
        self.x.new_name(c.name, c, scope)
        one = ERROR if got is ERROR else self.x.element(got)
        if moving and one is not ERROR and one.name not in ("card", "meld"):
            self.x.error("E201", f"only cards and combinations can be moved, this is {one}", c.source)
        return scope.with_(c.name, one)

    def _moved(self, place: t.Expr) -> None:
        for node in place.walk():
            if isinstance(node, t.Name | t.Of | t.Numbered):
                self.moved.add(node.name)

    # ---- cards -----------------------------------------------------------------------------------------------------
    def _move(self, s: t.Move, scope: Scope) -> None:
        if s.actor is not None:
            self.x.need(s.actor, scope, PLAYER)
        got = self._what(s.what, scope)
        to = self.x.expr(s.to, scope)
        self._moved(s.to)
        if to is ERROR:
            return
        if to.name != "place":
            self.x.error("E201", f"cards go to a place, this is {to}", s.to)
        elif to.many:
            self.x.error("E201", "cards go to one place, these are several", s.to, "use `deal`, or `for each`")
        elif got is not None and got.of != self.x.holds(to.of):
            self.x.error("E201", f"`{to.of}` holds {self.x.holds(to.of)}, not {got.of}", s.to)

    def _what(self, what: t.What, scope: Scope) -> Type | None:
        """What is moved; gives the type of its cards."""
        x = self.x
        if what.source is not None:
            got = x.expr(what.source, scope)
            if got is not ERROR and (got.name != "place" or got.many):
                x.error("E201", f"cards are taken from one place, this is {got}", what.source)
            if what.value is not None:
                x.need(what.value, scope, NUMBER, "for how many")
            return x.cards(got) if got is not ERROR else None
        if what.value is None:
            x.error("E204", "all of what?", what, "say `all from …`")
            return None
        got = x.expr(what.value, scope)
        if got is ERROR:
            return None
        cards = x.cards(got)
        if cards is None:
            x.error("E201", f"only cards and dice move, this is {got}", what.value, "say how many `from` which place")
        return cards

    def _deal(self, s: t.Deal, scope: Scope) -> None:
        x = self.x
        self._what(s.what, scope)
        if s.what.source is None and s.what.value is not None and s.what.value.type is not None and s.what.value.type != ERROR and s.what.value.type.name != "place":
            x.error("E201", f"a deal is of a place, or so many from a place; this is {s.what.value.type}", s.what)
        got = x.expr(s.to, scope)
        self._moved(s.to)
        if got is not ERROR and (got.name != "place" or not got.many):
            x.error("E201", f"cards are dealt to the places of the players, this is {got}", s.to, "for example: to hand of players")
        if s.start is not None:
            x.need(s.start, scope, PLAYER, "after `from`")

    def _dealtable(self, s: t.DealTable, scope: Scope) -> None:
        x = self.x
        got = x.expr(s.source, scope)
        if got is not ERROR and (got.name != "place" or got.many):
            x.error("E201", f"a deal is from one place, this is {got}", s.source)
        x.need(s.start, scope, PLAYER, "after `from`")
        for column in s.columns:
            got = x.expr(column, scope)
            self._moved(column)
            if got is not ERROR and got.name != "place":
                x.error("E201", f"a column of a deal is a zone, this is {got}", column)
        covered: set[int] = set()
        for row in s.rows:
            if len(row.cells) != len(s.columns) + 1:
                x.error("E211", f"this row has {len(row.cells)} cells, the columns are {len(s.columns) + 1}", row)
                continue
            for value in row.cells[0].values:
                ends = (value.low, value.high) if isinstance(value, t.Range) else (value, value)
                low, high = constant(ends[0], self.p), constant(ends[1], self.p)
                if low is None or high is None:
                    x.error("E211", "a row of a deal starts with numbers of players", value)
                else:
                    covered |= set(range(low, high + 1))
            for cell in row.cells[1:]:
                for value in cell.values:
                    x.need(value, scope, NUMBER, "for how many")
        for n in self.p.seats():
            if n not in covered and covered:
                x.error("E250", f"the deal has no row for {n} players", s)

    def _shuffle(self, s: t.Shuffle, scope: Scope) -> None:
        got = self.x.expr(s.place, scope)
        if got is not ERROR and (got.name != "place" or got.many or self.p.zones[got.of].shape != "pile"):
            self.x.error("E201", f"only a pile is shuffled, this is {got}", s.place, "declare it as a pile")

    def _roll(self, s: t.Roll, scope: Scope) -> None:
        got = self.x.expr(s.place, scope)
        if got is ERROR:
            return
        if got.name != "place" or got.many:
            self.x.error("E201", f"dice are rolled where they lie, this is {got}", s.place)
        elif self.p.components[self.x.holds(got.of)].sort != "dice":
            self.x.error("E201", f"`{got.of}` holds cards; only dice are rolled", s.place)

    def _reveal(self, s: t.Reveal, scope: Scope) -> None:
        if s.actor is not None:
            self.x.need(s.actor, scope, PLAYER)
        got = self.x.expr(s.what, scope)
        if got is not ERROR and self.x.cards(got) is None:
            self.x.error("E201", f"only cards and dice are shown, this is {got}", s.what)
        if s.to is not None:
            self.x.need(s.to, scope, PLAYERS)
