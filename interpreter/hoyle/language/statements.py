"""Names and types of statements: what happens in procedures, choices and their options.

Comes in: the procedures of a program. Goes out: types; mistakes gather with those of the expressions. What always
holds: the way procedures lead to each other (`calls`, `ends`) is noted for `flow_rules`, which checks it.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import did_you_mean
from .expressions import ERROR, Expressions, Scope
from .loose import is_loose, member_is_loose
from .naming import things
from .program import constant
from .types import NUMBER, PLAYER, PLAYERS, TRUTH, Ref, Type

# Words that open a statement, and words that stand behind the one who does it.
_OPENING = (
    "deal", "shuffle", "roll", "reveal", "play", "place", "put", "take", "give", "draw", "discard", "return", "collect",
    "repeat", "turns", "end", "let", "if", "for",
)  # fmt: skip
_FOLLOWING = (
    "becomes", "gains", "loses", "scores", "chooses", "reveals", "plays", "places", "puts", "takes", "gives", "draws",
    "discards", "returns", "collects",
)  # fmt: skip


class Statements:
    """Checks procedures; `called` names those called, `moved` the zones named where cards go, `filled` those where
    cards can come to lie."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.p = x.p
        self.called: set[str] = set()
        self.moved: set[str] = set()
        self.filled: set[str] = set()
        self.calls: dict[str, set[str]] = {name: set() for name in x.p.procedures}
        self.ends: list[tuple[str, t.End]] = []
        self.loops: list[tuple[str, t.Repeat | t.Turns]] = []
        self.here = ""

    def procedures(self) -> None:
        """Check all procedures."""
        for name, procedure in self.p.procedures.items():
            self.here = name
            scope = Scope(inside=name)
            for k, param in enumerate(procedure.params):
                one = self.x.named_type(param.of_type, param)
                if k == 0 and one not in (PLAYER, ERROR) and procedure.role == "turn":
                    self.x.error("E201", f"a turn is a player's, {one.told()}", param)
                self.x.new_name(param.name, param, scope)
                scope = scope.with_(param.name, one, one.name == "meld")
            self.body(procedure.body, scope)

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
        if procedure is not None:
            self.called.add(s.name)
            self.calls.setdefault(self.here, set()).add(s.name)
            self.in_order(s.args, procedure, s, scope)
            return
        if not s.args:
            plain = [n for n, q in self.p.procedures.items() if not q.params]
            hint = (
                did_you_mean(s.name, [*plain, *_OPENING]) or self._with_subject(s.name) or f"declare it: to {s.name}: …"
            )
            self.x.error("E101", f"there is no procedure `{s.name}`", s, hint, at=s.name)
            return
        subject = s.args[0]
        if isinstance(subject, t.Name) and subject.name not in set(self.x.known(scope)):
            opening = did_you_mean(subject.name, _OPENING)
            if opening:  # `suffle deck`
                self.x.error("E101", f"`{subject.name}` is no word of the language", subject, opening)
                for arg in s.args[1:]:
                    self.x.expr(arg, scope)
                return
        with_subject = [n for n, q in self.p.procedures.items() if q.params]
        words = [*with_subject, *(_FOLLOWING if len(s.args) > 1 else ())]
        hint = did_you_mean(s.name, words) or f"declare it: to (player p) {s.name}: …"
        self.x.error("E101", f"there is no procedure `{s.name}`", s, hint, at=s.name)
        for arg in s.args:
            self.x.expr(arg, scope)

    def _with_subject(self, name: str) -> str:
        """A hint, if a procedure of that name has a subject and stands without."""
        if name in self.x.options:
            return f"`{name}` is an option: players choose it, rules do not call it"
        return ""

    def in_order(self, args: list[t.Expr], procedure: t.Procedure, node: t.Node, scope: Scope) -> None:
        """Arguments against parameters."""
        if len(args) != len(procedure.params):
            for arg in args:
                self.x.expr(arg, scope)
            heads = [f"{q.of_type} {q.name}" for q in procedure.params]
            head = f"({heads[0]}) {procedure.name}" if heads else procedure.name
            head += f" ({', '.join(heads[1:])})" if len(heads) > 1 else ""
            message = f"`{procedure.name}` is declared with {things(len(procedure.params))}, not with {len(args)}"
            hint = f"declared: {procedure.role} {head}"
            who = self.x.somebody(scope)
            if not args and who and [q.of_type for q in procedure.params] == ["player"]:
                hint = self.x.written(node, f"{who} {procedure.name}", hint)
            self.x.error("E204", message, node, hint, at=procedure.name)
            return
        for arg, param in zip(args, procedure.params, strict=True):
            self.x.need(arg, scope, self.x.named_type(param.of_type, param), f"for `{procedure.name}`")

    def _let(self, s: t.Let, scope: Scope) -> Scope:
        if s.name in self.p.tracks:
            self.x.expr(s.value, scope)
            shape = self.p.tracks[s.name].shape
            hint = f"to change it, say `{s.name} becomes …`; for a new name choose another"
            self.x.error("E102", f"`{s.name}` is the name of a {shape} of the game", s, hint, at=s.name)
            return scope
        got = self.x.expr(s.value, scope)
        if got.many:
            got = self.x.error("E201", f"a `let` names one thing, {got.told()}", s.value, "a list is named by a term")
        self.x.new_name(s.name, s, scope)
        return scope.with_(s.name, got, is_loose(s.value, self.x, scope))

    def _becomes(self, s: t.Becomes, scope: Scope) -> None:
        if self._adjective(s, scope):
            return
        track = self._track(s.place, "becomes", s.value, scope)
        if track is None:
            if not isinstance(s.value, t.Nothing):
                self.x.expr(s.value, scope)
            return
        type_ = self.x.track_type(track)
        if isinstance(s.value, t.Nothing):
            s.value.type = type_
            if track.shape != "marker":
                hint = "a counter becomes 0" if track.shape == "counter" else "a flag becomes no"
                self.x.error("E201", f"only a marker can become none, `{track.name}` is a {track.shape}", s.value, hint)
        else:
            self.x.need(s.value, scope, type_, f"for `{track.name}`")

    def _adjective(self, s: t.Becomes, scope: Scope) -> bool:
        """`p becomes [not] bound`."""
        word = s.value.arg if isinstance(s.value, t.Not) else s.value
        if not isinstance(word, t.Name) or word.name in scope.locals:
            return False
        track = self.p.tracks.get(word.name)
        if track is None or track.shape != "flag" or not track.each:
            return False
        self.x.used.add(f"set {word.name}")  # being set is not being used
        got = self.x.need(s.place, scope, self.x.named_type(track.each, track), f"for `{word.name}`")
        if got.many:
            self.x.error(
                "E202", "these are several, and `becomes` is said of one", s.place, "do it one by one, with `for each`"
            )
        word.type = TRUTH
        word.ref = Ref("flag", word.name)
        s.value.type = TRUTH
        return True

    def _track(self, place: t.Expr, verb: str, value: t.Expr, scope: Scope) -> t.Track | None:
        name = place.name if isinstance(place, t.Name | t.Of) else ""
        track = self.p.tracks.get(name)
        if track is None or name in scope.locals:
            got = self.x.expr(place, scope)
            if got is not ERROR:
                what = "a counter, flag or marker becomes something" if verb == "becomes" else f"a counter {verb}"
                self.x.error("E202", f"only {what}, {got.told()}", place, self._instead(got, verb, name, value))
            return None
        used = name in self.x.used
        got = self.x.expr(place, scope)
        if not used:  # being set is not being used
            self.x.used.discard(name)
            self.x.used.add(f"set {name}")
        if got is not ERROR and got.many:
            hint = f"do it one by one: `for each p in players:` and below `{name} of p {verb} …`"
            self.x.error("E202", f"these are several, and `{verb}` is said of one", place, hint)
            return None
        return track if got is not ERROR else None

    def _instead(self, got: Type, verb: str, name: str, value: t.Expr) -> str:
        """How people change what is no counter, flag or marker."""
        word = value.arg if isinstance(value, t.Not) else value
        if isinstance(word, t.Name) and (flag := self.p.tracks.get(word.name)) is not None and flag.shape == "flag":
            return f"`{word.name}` is one flag, of nobody: say `{word.name} becomes yes`"
        if got == PLAYER and verb in ("gains", "loses"):
            self._find_score()
            said = f"say what of the player: `{self.p.score or 'NAME'} of {name or 'p'} {verb} …`"
            return f"{said}, or `{name or 'p'} scores …`" if verb == "gains" else said
        if self.x.cards(got) is not None:
            return "cards move: `put …`, `p takes …`"
        if name in self.p.parameters:
            return "a parameter is set before the game; what changes while it is played is a counter"
        return did_you_mean(name, self.p.tracks)

    def _gains(self, s: t.Gains, scope: Scope) -> None:
        if s.verb == "scores":
            self.x.need(s.place, scope, PLAYER, "before `scores`")
            self.x.need(s.value, scope, NUMBER, "for how much")
            if self.p.score is None:
                self._find_score()
            if self.p.score is None and self.p.winners is not None:
                self.x.error(
                    "E202",
                    "what a player scores goes to the counter that `winners` compares, and there is none",
                    s,
                    "for example: winners: p in players with highest points of p",
                )
            elif self.p.score:
                self.x.used.add(self.p.score)
            return
        track = self._track(s.place, s.verb, s.value, scope)
        if track is not None and track.shape != "counter":
            self.x.error("E202", f"only a counter gains and loses, `{track.name}` is a {track.shape}", s.place)
        self.x.need(s.value, scope, NUMBER, "for how much")

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
        self.loops.append((self.here, s))
        self.body(s.body, scope)

    def _turns(self, s: t.Turns, scope: Scope) -> None:
        got, inner = self.x.bind(s.binder, scope)
        if got not in (ERROR, PLAYERS):
            self.x.error("E201", f"turns go round the players, {got.told()}", s.binder.source)
        if any(isinstance(f, t.With) for f in s.binder.filters):
            hint = "who is next is asked afresh at each seat: say it as a condition, `where …`"
            self.x.error("E220", "turns take `where`, not `with`", s.binder, hint)
        if s.until is not None and not self._of_the_seat(s.until, s.binder.name, scope):
            self.x.need(s.until, scope, TRUTH, "after `until`")
        self.loops.append((self.here, s))
        self.body(s.body, inner)

    def _of_the_seat(self, until: t.Expr, name: str, scope: Scope) -> bool:
        """Whether `until` speaks of the player whose turn it is; it is asked of the game, and that is told."""
        found = next((n for n in until.walk() if isinstance(n, t.Name) and n.name == name), None)
        if found is None or name in scope.locals:
            return False
        hint = f"where a player ends it, begin the block with `if …:`, about `{name}`, and `end {self.here}` below that"
        self.x.error("E101", f"`until` does not know `{name}`: it is asked between the turns", found, hint, at=name)
        return True

    def _end(self, s: t.End, scope: Scope) -> None:
        self.ends.append((self.here, s))

    def _endgame(self, s: t.EndGame, scope: Scope) -> None:
        return None

    # ---- choices ---------------------------------------------------------------------------------------------------
    def _choose(self, s: t.Choose, scope: Scope) -> None:
        self.x.need(s.player, scope, PLAYER, "before `chooses`")
        for tier in s.tiers:
            self._options(tier, scope)
        self.body(s.else_, scope)

    def _together(self, s: t.Together, scope: Scope) -> None:
        got, inner = self.x.bind(s.binder, scope)
        if got not in (ERROR, PLAYERS):
            self.x.error("E201", f"players choose together, {got.told()}", s.binder.source)
        self._options(s.options, inner)

    def _options(self, options: t.Options, scope: Scope) -> None:
        bound: dict[str, Scope] = {}
        for option in options.options:
            inner = self.option(option, scope)
            bound.setdefault(option.name, inner)
            self.body(option.body, inner)
        self._told_apart(options.options)
        names: set[str] = set()
        for limit in options.limits:
            if limit.name in names:
                self.x.error(
                    "E102", f"the limit `{limit.name}` stands twice here", limit, "choose another name", limit.name
                )
            names.add(limit.name)
            if limit.option not in bound:
                hint = did_you_mean(limit.option, bound) or f"its options: {', '.join(bound) or 'none'}"
                self.x.error("E220", f"there is no option `{limit.option}` here to limit", limit, hint, limit.option)
                continue
            if [o.name for o in options.options].count(limit.option) > 1:
                hint = "a limit is on one option: give the options different names"
                self.x.error("E220", f"there are several options `{limit.option}` here", limit, hint, limit.option)
            if limit.when is not None:
                self._when(limit, limit.when, scope, bound[limit.option])
            self.x.need(limit.only, bound[limit.option], TRUTH, "after `only`")

    def _when(self, limit: t.Limit, when: t.Expr, scope: Scope, picked: Scope) -> None:
        """When a limit counts is asked before anything is picked: whether it does may not hang on a pick."""
        own = {node.name for node in when.walk() if isinstance(node, t.Binder)}
        picks = picked.locals.keys() - scope.locals.keys() - own

        def speaks_of_picks(part: t.Node) -> list[t.Name]:
            return [node for node in part.walk() if isinstance(node, t.Name) and node.name in picks]

        found = speaks_of_picks(when)
        if not found:
            self.x.need(when, scope, TRUTH, "after `when`")
            return
        parts: list[t.Expr] = []
        left = when
        while isinstance(left, t.And):
            parts.insert(0, left.right)
            left = left.left
        parts.insert(0, left)
        before = " and ".join(self.x.text(part) for part in parts if not speaks_of_picks(part))
        unless = " or ".join(f"not ({self.x.text(part)})" for part in parts if speaks_of_picks(part))
        counts = f"when {before}, only " if before else "only "
        possible = ", if possible" if limit.if_possible else ""
        hint = (
            f"write: limit {limit.name} on {limit.option}: {counts}{unless} or {self.x.text(limit.only)}{possible}"
            if self.x.text(when)
            else "say it behind `only`"
        )
        message = f"`{found[0].name}` is a pick: picks are known behind `only`, not behind `when`"
        self.x.error("E220", message, found[0], hint)
        self.x.need(when, picked, TRUTH, "after `when`")

    def _told_apart(self, options: list[t.Option]) -> None:
        """Of two options that are one to the players, one at least must say when it may be taken."""
        for k, option in enumerate(options):
            same = next((o for o in options[:k] if t.one_to_players(o, option)), None)
            if same is not None and (same.where is None or option.where is None):
                hint = "give it another name, or join the conditions of the two by `or`"
                message = f"the option `{option.name}` stands twice here, and nothing tells the two apart"
                self.x.error("E102", message, option, hint, option.name)

    def option(self, o: t.Option, scope: Scope) -> Scope:
        """Check what an option binds; gives the scope of its body."""
        x = self.x
        inner = scope
        if isinstance(o.object, t.Chosen) and self._numbers(o, o.object, inner):
            return inner.with_(o.object.name, NUMBER)
        if isinstance(o.object, t.Chosen):
            inner = self._chosen(o.object, inner, moving=o.destination is not None)
            if o.destination is None and "from" in o.object.words:
                hint = "say `onto …`, `into …`, `to …` or `under …`; to pick without moving, `NAME in …`"
                x.error("E220", f"where does `{o.object.name}` go?", o.object, self._onto(o.object, hint))
        elif o.object is not None:
            got = x.expr(o.object, inner)
            if got is not ERROR and x.cards(got) is None:
                x.error(
                    "E201", f"an option moves cards, {got.told()}", o.object, "to pick something, say `NAME in LIST`"
                )
            elif o.destination is None:
                hint = "say `onto …`, `into …`, `to …` or `under …`"
                x.error("E220", "where does it go?", o.object, self._onto(o.object, hint))
        if o.destination is not None and o.destination.name is not None:
            place = o.destination.place
            got = x.expr(place, inner)
            if got is not ERROR and got.name != "place":
                got = x.error("E201", f"cards go to a place, {got.told()}", place, x.places_of_players(got, place))
            elif got is not ERROR and not got.many:
                got = x.error(
                    "E201",
                    f"there is only one `{got.of}` here to pick",
                    place,
                    f"say `{o.destination.preposition} …` without `in`",
                )
            x.new_name(o.destination.name, o.destination, inner)
            inner = inner.with_(o.destination.name, got.each())
        for pick in o.picks:
            inner = self._chosen(pick, inner, moving=False)
        if o.destination is not None:
            self._destined(o, o.destination, inner)
        if o.where is not None:
            x.need(o.where, inner, TRUTH, "after `where`")
        return inner

    def _onto(self, moved: t.Chosen | t.Expr, otherwise: str) -> str:
        """A hint for an option that moves cards to nowhere: onto the only place where all see such cards."""
        of = self.x.cards((moved.source.type if isinstance(moved, t.Chosen) else moved.type) or ERROR)
        seen = [z.name for z in self.p.zones.values() if z.view == "all" and not z.each and z.low is None]
        fitting = [name for name in seen if of is not None and self.x.holds(name) == of.of]
        return self.x.written(moved, f"{{}} onto {fitting[0]}", otherwise) if len(fitting) == 1 else otherwise

    def _numbers(self, o: t.Option, object_: t.Chosen, scope: Scope) -> bool:
        """`to bid n in 1 to 5` is read as if the number moved; it is said otherwise, and that is told."""
        to = o.destination
        if to is None or to.name is not None or not isinstance(object_.source, t.Number):
            return False
        if self.x.expr(to.place, scope) != NUMBER:
            return False
        hint = f"say: to {o.name}, for {object_.name} in {object_.source.value} to …"
        self.x.error("E220", "a number that is picked stands behind `for`", object_, hint)
        return True

    def _destined(self, o: t.Option, to: t.Destination, scope: Scope) -> None:
        """Where an option's cards go; a place that is not picked may speak of what is picked after it."""
        if o.object is None:
            self.x.error("E220", "what goes there?", to, "for example: to play c from hand of p onto …")
        if to.name is None:
            got = self.x.expr(to.place, scope)
            if got is not ERROR and (got.many or got.name != "place"):
                hint = (
                    self.x.whose(to.place, scope)
                    or self.x.places_of_players(got, to.place)
                    or f"to pick one, say `{to.preposition} NAME in …`"
                )
                self.x.error("E201", f"cards go to one place, {got.told()}", to.place, hint)
        self._moved(to.place)
        holder = o.object.source if isinstance(o.object, t.Chosen) else o.object
        if holder is not None and holder.type is not None and to.place.type is not None:
            self._same_cards(self.x.cards(holder.type), to.place.type, to.place)
            moved = self.x.element(holder.type) if isinstance(o.object, t.Chosen) else holder.type
            self._same_plays(moved, to.place.type, to.place)

    def _same_cards(self, cards: Type | None, to: Type, node: t.Expr) -> None:
        """Cards go where such cards lie."""
        if cards is not None and to.name == "place" and cards.of != (held := self.x.holds(to.of)):
            self.x.error("E205", f"`{to.of}` holds {held}, not {cards.of}", node, self.x.zones_of(cards.of))

    def _same_plays(self, moved: Type, to: Type, node: t.Expr) -> None:
        """Plays go where such plays are kept, or where cards lie as cards."""
        kept = self.p.zones[to.of].plays_of if to.name == "place" else None
        of = self.x.combination_of(moved) if moved.name == "meld" else ""
        if moved.name in ("place", "play"):
            of = self.p.zones[moved.of].plays_of or ""
        if kept and of and of != kept:
            self.x.error("E201", f"`{to.of}` keeps plays of {kept}, not of {of}", node)

    def _chosen(self, c: t.Chosen, scope: Scope, moving: bool) -> Scope:
        got = self.x.expr(c.source, scope)
        if got is not ERROR and not (got.many or got.name in ("place", "meld", "play")):
            hint = self.x.places_of_players(got, c.source)
            got = self.x.error("E201", f"one is chosen from a list or a place, {got.told()}", c.source, hint)
        self.x.new_name(c.name, c, scope)
        one = ERROR if got is ERROR else self.x.element(got)
        if moving and one is not ERROR and one.name not in ("card", "meld"):
            hint = "a play is moved as a whole by a rule, not by an option" if one.name == "play" else ""
            hint = hint or self.x.whose(c.source, scope)
            self.x.error("E201", f"only cards and combinations can be moved, {one.told()}", c.source, hint)
        loose = member_is_loose(c.source, one, self.x, scope)
        if moving and loose:
            hint = "pick from a place: `c from hand of p`, `m from COMBINATION of hand of p`"
            self.x.error("E221", f"where `{c.name}` lies is not known, so it cannot be moved", c.source, hint)
        return scope.with_(c.name, one, loose)

    def _moved(self, place: t.Expr) -> None:
        if place.type is not None and place.type.name == "place":
            self.filled.add(place.type.of)
        for node in place.walk():
            if isinstance(node, t.Name | t.Of | t.Numbered):
                self.moved.add(node.name)

    # ---- cards -----------------------------------------------------------------------------------------------------
    def _move(self, s: t.Move, scope: Scope) -> None:
        if s.actor is not None:
            self.x.need(s.actor, scope, PLAYER, f"before `{next((w for w in s.words if w.endswith('s')), s.verb)}`")
        got = self._what(s.what, scope)
        to = self.x.expr(s.to, scope)
        self._moved(s.to)
        if to is ERROR:
            return
        if to.name != "place":
            self.x.error("E201", f"cards go to a place, {to.told()}", s.to, self.x.places_of_players(to, s.to))
        elif to.many:
            hint = self.x.whose(s.to, _with_actor(s, scope)) or "use `deal`, or `for each`"
            self.x.error("E201", "cards go to one place, these are several", s.to, hint)
        else:
            self._same_cards(got, to, s.to)
            moved = s.what.source if s.what.all else s.what.value if s.what.source is None else None
            if moved is not None and moved.type is not None:
                self._same_plays(moved.type, to, s.to)
            if s.actor is None and self.p.zones[to.of].plays_of:
                hint = f"say `p plays … {s.preposition} {to.of}`"
                self.x.error("E220", f"who plays it? `{to.of}` keeps plays, and each is somebody's", s, hint)

    def _what(self, what: t.What, scope: Scope) -> Type | None:
        """What is moved; gives the type of its cards."""
        x = self.x
        if what.source is not None:
            got = x.expr(what.source, scope)
            if got is not ERROR and (got.name != "place" or got.many):
                hint = "name the cards themselves: `c in … where …`" if x.cards(got) is not None else ""
                hint = x.whose(what.source, scope) or x.places_of_players(got, what.source) or hint
                x.error("E201", f"cards are taken from one place, {got.told()}", what.source, hint)
            if what.value is not None:
                self._how_many(what.value, scope)
            return x.cards(got) if got is not ERROR else None
        if what.value is None:
            x.error("E204", "all of what?", what, "say `all from …`")
            return None
        got = x.expr(what.value, scope)
        if got is ERROR:
            return None
        cards = x.cards(got)
        if cards is None:
            x.error("E201", f"only cards and dice move, {got.told()}", what.value, "say how many `from` which place")
        elif got.many and got.name == "place":
            hint = x.whose(what.value, scope) or "for several places use `for each`"
            x.error("E201", f"what lies in one place is moved, these are {got}", what.value, hint)
        elif got.many and got.name in ("meld", "play"):
            x.error("E201", f"one combination is moved at a time, these are {got}", what.value, "use `for each`")
        elif is_loose(what.value, x, scope) and not (
            isinstance(what.value, t.Name) and what.value.name in self.p.components
        ):
            hint = "a card is moved from where it lies: `c in hand of p where c is …`"
            if got.name == "meld":
                hint = "move it where it was found: picked by an option, or `for each m in … of hand of p`"
            x.error("E221", "these are faces alone: where such cards lie is not known here", what.value, hint)
        return cards

    def _how_many(self, value: t.Expr, scope: Scope) -> None:
        """So many from a place; which ones is said otherwise."""
        got = self.x.expr(value, scope)
        if got is not ERROR and self.x.cards(got) is not None:
            hint = "one card from the top is `1 from …`; certain cards are `(c in … where …)`"
            self.x.error("E201", f"{got.told()}, but how many is wanted", value, hint)
        else:
            self.x.need(value, scope, NUMBER, "for how many")

    def _deal(self, s: t.Deal, scope: Scope) -> None:
        x = self.x
        if self._deal_from_somebody(s, scope):
            return
        cards = self._what(s.what, scope)
        source = s.what.value
        if (
            s.what.source is None
            and source is not None
            and source.type is not None
            and source.type.name not in ("place", "error")
        ):
            x.error("E201", f"a deal is of a place, or so many from a place; {source.type.told()}", s.what)
        got = x.expr(s.to, scope)
        self._moved(s.to)
        if got is not ERROR and (got.name != "place" or not got.many):
            hint = self.x.places_of_players(got, s.to) or "for example: to hand of players"
            if got.name == "place":
                hint = "to one place: `p draws 1 from … into …`, `turn up 1 from … onto …`"
            x.error("E201", f"cards are dealt to the places of the players, {got.told()}", s.to, hint)
        elif got is not ERROR:
            self._dealt_to(got, cards, s.to)
        if s.start is not None:
            x.need(s.start, scope, PLAYER, "after `from`")
            if got is not ERROR and got.name == "place" and self.p.zones[got.of].each != "player":
                x.error("E201", f"a deal from a player goes to places of each player, `{got.of}` is not", s.to)

    def _deal_from_somebody(self, s: t.Deal, scope: Scope) -> bool:
        """`deal deck from left of dealer to hand of players`: who is dealt to first stands at the end."""
        what = s.what
        if what.source is None or what.value is None or s.start is not None:
            return False
        before = len(self.x.errors)
        source, value = self.x.expr(what.source, scope), self.x.expr(what.value, scope)
        del self.x.errors[before:]
        if source != PLAYER or value.name != "place":
            return False
        hint = "say: deal … to … from …, as in `deal deck to hand of players from left of dealer`"
        self.x.error("E201", "who is dealt to first stands at the end of the line", what.source, hint)
        return True

    def _dealt_to(self, to: Type, cards: Type | None, node: t.Expr) -> None:
        self._same_cards(cards, to, node)
        if self.p.zones[to.of].plays_of:
            self.x.error("E220", f"`{to.of}` keeps plays: nothing is dealt there", node)

    def _dealtable(self, s: t.DealTable, scope: Scope) -> None:
        x = self.x
        got = x.expr(s.source, scope)
        if got is not ERROR and (got.name != "place" or got.many):
            got = x.error("E201", f"a deal is from one place, {got.told()}", s.source)
        x.need(s.start, scope, PLAYER, "after `from`")
        for column in s.columns:
            to = x.expr(column, scope)
            self._moved(column)
            if to is not ERROR and to.name != "place":
                x.error("E201", f"a column of a deal is a zone, {to.told()}", column)
            elif to is not ERROR:
                self._dealt_to(to, x.cards(got) if got is not ERROR else None, column)
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
                self._amount(cell, scope)
        for n in self.p.seats():
            if n not in covered and covered:
                x.error("E250", f"the deal has no row for {n} players", s, "add a line to its table")

    def _amount(self, cell: t.Cell, scope: Scope) -> None:
        """How many cards a column gets: a number known before play, `all`, `rest` or `-`."""
        if cell.word == "each" or len(cell.values) > 1:
            self.x.error("E211", "how many is one number, `all`, `rest` or `-`", cell)
        for value in cell.values[:1]:
            got = self.x.need(value, scope, NUMBER, "for how many")
            if got is not ERROR and constant(value, self.p) is None:
                self.x.error("E211", "how many must be a number or a parameter", cell)

    def _shuffle(self, s: t.Shuffle, scope: Scope) -> None:
        got = self.x.expr(s.place, scope)
        if got is not ERROR and (got.name != "place" or got.many or self.p.zones[got.of].shape != "pile"):
            hint = (
                self._one_by_one("shuffle", got, s.place) or self._at_home("shuffle", got, s) or "declare it as a pile"
            )
            self.x.error("E201", f"only a pile is shuffled, {got.told()}", s.place, hint)

    def _one_by_one(self, verb: str, got: Type, node: t.Expr) -> str:
        """A hint for what is done at one place, and said of several."""
        if got.name != "place" or not got.many:
            return ""
        return f"one place after the other: for each x in {self.x.text(node)}: and below it, indented: {verb} x"

    def _at_home(self, verb: str, got: Type, s: t.Shuffle | t.Roll) -> str:
        """A hint for who named the cards or dice and meant the place in which they start."""
        component = self.p.components.get(got.of) if got.name == "card" else None
        if component is None or not (isinstance(s.place, t.Name) and s.place.name == got.of):
            return ""
        home = component.homes[0]
        if home.type is not None and home.type.many:
            return self._one_by_one(verb, home.type, home)
        return f"write: {verb} {self.x.text(home)}"

    def _roll(self, s: t.Roll, scope: Scope) -> None:
        got = self.x.expr(s.place, scope)
        if got is ERROR:
            return
        if got.name != "place" or got.many:
            hint = self._one_by_one("roll", got, s.place) or self._at_home("roll", got, s)
            self.x.error("E201", f"dice are rolled where they lie, {got.told()}", s.place, hint)
        elif self.p.components[self.x.holds(got.of)].sort != "dice":
            self.x.error("E201", f"`{got.of}` holds cards; only dice are rolled", s.place)

    def _reveal(self, s: t.Reveal, scope: Scope) -> None:
        if s.actor is not None:
            self.x.need(s.actor, scope, PLAYER)
        got = self.x.expr(s.what, scope)
        if got is not ERROR and self.x.cards(got) is None:
            self.x.error("E201", f"only cards and dice are shown, {got.told()}", s.what)
        if s.to is not None:
            self.x.need(s.to, scope, PLAYERS)


def _with_actor(s: t.Move, scope: Scope) -> Scope:
    """The scope in which who acts is the player named last."""
    actor = s.actor
    if not isinstance(actor, t.Name):
        return scope
    return Scope({**{k: v for k, v in scope.locals.items() if k != actor.name}, actor.name: PLAYER}, scope.inside)
