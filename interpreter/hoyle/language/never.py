"""What can never be: options that nobody can ever choose, and what stands behind an option that everybody always can.

Comes in: a program without mistakes. Goes out: what is never possible, as diagnostics. What always holds: it is judged
by what the spec declares alone (faces, kinds, the ranges of parameters), for every state a game might come to; what
depends on anything else counts as possible.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from . import tree as t
from .diagnostics import Diagnostic
from .faces import FaceRow, faces_of, matching
from .program import Program, constant

Truth = frozenset[bool]
YES, NO, OPEN = frozenset({True}), frozenset({False}), frozenset({True, False})
FAR = 2**40
_MANY = 5_000  # ways to fill an option's blanks that are looked at one by one
_FEW = 8  # numbers that are told one by one
_DEEP = 12  # terms within terms


@dataclass(frozen=True)
class Numbers:
    """All numbers from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True)
class Values:
    """Some values of a kind, by their positions."""

    kind: str
    positions: frozenset[int]


@dataclass(frozen=True)
class OneFace:
    """A card with this face."""

    component: str
    face: int


Fact = Numbers | Values | OneFace | None
Env = dict[str, Fact]
ANY = Numbers(-FAR, FAR)


def never(program: Program) -> list[Diagnostic]:
    """The parts of the rules that can never come about. In a variant, a scope or another setting that is only
    doubtful."""
    doubt = bool(program.variants or program.settings)
    if program.scope is not None:
        return []
    judge = Judge(program)
    found = []
    for procedure in program.procedures.values():
        for node in procedure.walk():
            if isinstance(node, t.Options):
                found += [_told(o, why, doubt) for o in node.options if (why := judge.why_never(o, node)) is not None]
            if isinstance(node, t.Choose):
                found += [_behind(o, part, doubt) for o, part in judge.covered(node)]
    return found


def _told(option: t.Option, why: tuple[str, t.Node], doubt: bool) -> Diagnostic:
    code = "W503" if doubt else "E251"
    return Diagnostic(code, f"`{option.name}` can never be chosen: {why[0]}", why[1].span, "", doubt)


def _behind(option: t.Option, part: t.Node, doubt: bool) -> Diagnostic:
    code = "W503" if doubt else "E251"
    hint = "an option without a card to pick and without `where` can always be chosen: say when it may be"
    return Diagnostic(
        code, f"this never comes about, as `{option.name}` above can always be chosen", part.span, hint, doubt
    )


class Judge:
    """What conditions and values may come to, as far as the declarations tell."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.faces: dict[str, list[FaceRow]] = {n: faces_of(c, program) for n, c in program.components.items()}
        self.depth = 0

    # ---- options ---------------------------------------------------------------------------------------------------
    def why_never(self, o: t.Option, among: t.Options) -> tuple[str, t.Node] | None:
        """Why an option can never be chosen, and where that is said; None if it may be."""
        tests = [(o.where, "its condition never holds")] if o.where is not None else []
        for limit in among.limits:
            if limit.option == o.name and limit.when is None and not limit.if_possible:
                tests.append((limit.only, f"the limit `{limit.name}` never lets it"))
        for name, source in _blanks(o):
            if isinstance(source, t.Range) and source.type.name == "number":
                low, high = self.number(source.low, {}), self.number(source.high, {})
                if low.low > high.high:
                    return f"there is no `{name}` to choose, from {low.low} to {high.high}", source
        for test, why in tests:
            if all(self.truth(test, env) == NO for env in self._ways(o)):
                reason = self._reason(test, list(itertools.islice(self._ways(o), _MANY)))
                return f"{why}, as {reason}" if reason else why, test
        return None

    def _reason(self, test: t.Expr, ways: list[Env]) -> str:
        """Why a condition never holds: of its part that never does, what its sides may be; nothing if no part alone is to
        blame, or what is compared cannot be told."""
        match test:
            case t.And():
                never = [side for side in (test.left, test.right) if all(self.truth(side, env) == NO for env in ways)]
                if not never:
                    return "its parts exclude each other"
                return next((reason for side in never if (reason := self._reason(side, ways))), "")
            case t.Or():
                both = [self._reason(side, ways) for side in (test.left, test.right)]
                return " and ".join(dict.fromkeys(both)) if all(both) else ""
            case t.Compare():
                sides = [test.left, test.right]
            case t.Is(right=t.IsCompare() as right):
                sides = [test.left, *(right.right.items if isinstance(right.right, t.ListOf) else [right.right])]
            case t.Is() if test.right.ref is None or test.right.ref.kind not in ("predicate", "flag", "row"):
                sides = [test.left, test.right]
            case _:
                return ""
        told = [self._may_be(side, ways) for side in sides if not _literal(side)]
        return " and ".join(told) if told and all(told) else ""

    def _may_be(self, node: t.Expr, ways: list[Env]) -> str:
        """What a thing may be, as far as the declarations tell."""
        facts = [self.fact(node, env) for env in ways]
        span, rows = node.span, self.p.texts.get(node.span.file, "").split("\n")
        if span.line != span.end_line or not 0 < span.line <= len(rows):
            return ""
        text = rows[span.line - 1][span.column - 1 : span.end_column - 1]
        numbers = [fact for fact in facts if isinstance(fact, Numbers)]
        values = [fact for fact in facts if isinstance(fact, Values)]
        if facts and len(numbers) == len(facts):
            low, high = min(n.low for n in numbers), max(n.high for n in numbers)
            each = sorted({n.low for n in numbers})
            if low == high:
                return f"`{text}` is always {low}"
            if all(n.low == n.high for n in numbers) and len(each) <= _FEW:
                return f"`{text}` is {', '.join(map(str, each[:-1]))} or {each[-1]}"
            ends = [*([f"at least {low}"] if low > -FAR else []), *([f"at most {high}"] if high < FAR else [])]
            return f"`{text}` is {' and '.join(ends)}" if ends else ""
        if facts and len(values) == len(facts):
            names = self.p.kind_values(values[0].kind)
            positions = sorted(frozenset().union(*(v.positions for v in values)))
            if len(positions) == 1:
                return f"`{text}` is always {names[positions[0]]}"
            in_row = positions == list(range(positions[0], positions[-1] + 1))
            if in_row and self.p.kinds[values[0].kind].ordered:
                return f"`{text}` is from {names[positions[0]]} to {names[positions[-1]]}"
            return f"`{text}` is {', '.join(names[k] for k in positions[:-1])} or {names[positions[-1]]}"
        return ""

    def covered(self, node: t.Choose) -> Iterator[tuple[t.Option, t.Node]]:
        """Parts of a choice that never come about, as an option above can always be chosen."""
        parts: list[t.Node] = [tier.options[0] for tier in node.tiers[1:] if tier.options]
        if node.else_ is not None:
            parts.append(node.else_.statements[0])
        for k, tier in enumerate(node.tiers):
            always = next((o for o in tier.options if self._always(o, tier)), None)
            if always is not None and k < len(parts):
                yield always, parts[k]
                return

    def _always(self, o: t.Option, among: t.Options) -> bool:
        if o.object is not None or o.picks or o.destination is not None:
            return False
        if any(limit.option == o.name for limit in among.limits):
            return False
        return o.where is None or self.truth(o.where, {}) == YES

    def _ways(self, o: t.Option) -> Iterator[Env]:
        """What an option's blanks may hold: one by one while that are not too many, else anything."""
        blanks = [(name, self._fillings(source)) for name, source in _blanks(o)]
        count = 1
        kept: list[list[tuple[str, Fact]]] = []
        for name, fillings in blanks:
            if fillings and count * len(fillings) <= _MANY:
                count *= len(fillings)
                kept.append([(name, f) for f in fillings])
            else:
                kept.append([(name, None)])
        for way in itertools.product(*kept):
            yield dict(way)

    def _fillings(self, source: t.Expr) -> list[Fact]:
        type_ = source.type
        one = type_.each()
        if type_.name in ("card", "place") and (not type_.many or type_.name == "card"):
            component = type_.of if type_.name == "card" else self._holds(type_.of)
            if type_.name == "place" and self.p.zones[type_.of].plays_of:
                return []
            return [OneFace(component, k) for k, face in enumerate(self.faces[component]) if face.count]
        if one.name == "kind":
            return [Values(one.of, frozenset({k})) for k in range(len(self.p.kind_values(one.of)))]
        if isinstance(source, t.Range) and one.name == "number":
            low, high = self.number(source.low, {}), self.number(source.high, {})
            return [Numbers(low.low, high.high)]
        return []

    def _holds(self, name: str) -> str:
        zone = self.p.zones[name]
        if zone.plays_of in self.p.combinations:
            return self.p.combinations[zone.plays_of].component
        return zone.holding or zone.plays_of or next(iter(self.p.components))

    # ---- conditions ------------------------------------------------------------------------------------------------
    def truth(self, node: t.Expr, env: Env) -> Truth:
        """Which of yes and no a condition may come out as."""
        match node:
            case t.And():
                left, right = self.truth(node.left, env), self.truth(node.right, env)
                return NO if NO in (left, right) else left | right
            case t.Or():
                left, right = self.truth(node.left, env), self.truth(node.right, env)
                return YES if YES in (left, right) else left | right
            case t.Not():
                return frozenset(not x for x in self.truth(node.arg, env))
            case t.Compare():
                return self._compared(node.op, node.left, node.right, env)
            case t.Is():
                found = self._is(node, env)
                return frozenset(not x for x in found) if node.negated else found
            case t.Quantifier():
                return self._quantified(node, env)
            case t.Relation() | t.Name() | t.Of() if node.ref is not None and node.ref.kind == "term":
                args = [node.left, node.right] if isinstance(node, t.Relation) else getattr(node, "args", [])
                return self._said(self.p.terms[node.name], args, env)
        return OPEN

    def _quantified(self, node: t.Quantifier, env: Env) -> Truth:
        inner = {**env, node.binder.name: None}
        for f in node.binder.filters:
            if isinstance(f, t.Where) and self.truth(f.test, inner) == NO:
                return NO if node.some else YES
        return OPEN

    def _said(self, term: t.Term, args: list[t.Expr], env: Env) -> Truth:
        """A term that is true or not, of these things."""
        if self.depth >= _DEEP or len(args) != len(term.params):
            return OPEN
        inner: Env = {q.name: self.fact(a, env) for q, a in zip(term.params, args, strict=True)}
        self.depth += 1
        rows = [self.truth(c.value, inner) if c.guard is None else OPEN for c in term.cases]
        if term.value is not None:
            rows = [self.truth(term.value, inner)]
        self.depth -= 1
        return YES if YES in rows else frozenset().union(*rows)

    def _is(self, node: t.Is, env: Env) -> Truth:
        right = node.right
        match right:
            case t.RowTest() if right.ref is not None and right.ref.kind == "row":
                left = self.fact(node.left, env)
                if isinstance(left, OneFace):
                    return frozenset({self.faces[left.component][left.face].row == right.name})
                return OPEN
            case t.IsCompare():
                if right.how in ("one of", "none of"):
                    found = self._one_of(node.left, right.right, env)
                    return found if right.how == "one of" else frozenset(not x for x in found)
                op = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}[right.how]
                return self._compared(op, node.left, right.right, env)
            case t.Empty() | t.Nothing() | t.RowTest():
                return OPEN
        if right.ref is not None and right.ref.kind == "predicate":
            return self._said(self.p.terms[right.ref.what], [node.left], env)
        if right.ref is not None and right.ref.kind == "flag":
            return OPEN
        return self._compared("=", node.left, right, env)

    def _one_of(self, left: t.Expr, list_: t.Expr, env: Env) -> Truth:
        if not isinstance(list_, t.ListOf):
            return OPEN
        rows = [self._compared("=", left, item, env) for item in list_.items]
        return YES if YES in rows else frozenset().union(*rows) or NO

    def _compared(self, op: str, left: t.Expr, right: t.Expr, env: Env) -> Truth:
        a, b = self.fact(left, env), self.fact(right, env)
        if isinstance(a, Numbers) and isinstance(b, Numbers):
            return _ordered(op, a.low, a.high, b.low, b.high)
        if isinstance(a, Values) and isinstance(b, Values) and a.kind == b.kind:
            if op != "=":
                return _ordered(op, min(a.positions), max(a.positions), min(b.positions), max(b.positions))
            same = a.positions & b.positions
            return NO if not same else YES if len(a.positions) == len(b.positions) == 1 else OPEN
        if isinstance(a, OneFace) and isinstance(b, OneFace) and op == "=":
            return frozenset({a == b})
        return OPEN

    # ---- what things may be ----------------------------------------------------------------------------------------
    def fact(self, node: t.Expr, env: Env) -> Fact:
        """What is known of a thing before any play."""
        type_ = node.type
        if type_ is None or (type_.many and not self._same_column(node)):
            return None
        if type_.name == "number":
            return self.number(node, env)
        ref = node.ref
        if ref is not None and ref.kind == "local":
            found = env.get(node.name)  # type: ignore[attr-defined]
            if found is None and type_.name == "kind":
                return self._all(type_.of)
            return found
        if ref is not None and ref.kind == "face":
            component, words = ref.what
            hits = matching(words, self.p.components[component], self.faces[component], self.p)
            return OneFace(component, hits[0]) if len(hits) == 1 else None
        if type_.name == "kind":
            if ref is not None and ref.kind == "value":
                return Values(type_.of, frozenset({self.p.kind_values(type_.of).index(ref.what[1])}))
            if ref is not None and ref.kind == "column":
                return self._column(node, type_.of, env)
            return self._all(type_.of)
        return None

    def _same_column(self, node: t.Expr) -> bool:
        return node.ref is not None and node.ref.kind == "column"

    def _all(self, kind: str) -> Values:
        return Values(kind, frozenset(range(len(self.p.kind_values(kind)))))

    def _column(self, node: t.Expr, kind: str, env: Env) -> Fact:
        """The values a column may have: of the one face, or of all faces."""
        found = self._cells(node, env)
        return Values(kind, frozenset(found)) if found else None

    def _cells(self, node: t.Expr, env: Env) -> list[int]:
        assert node.ref is not None
        component, column = node.ref.what
        holder = self.fact(node.args[0], env)  # type: ignore[attr-defined]
        faces = self.faces[component]
        if isinstance(holder, OneFace):
            faces = [faces[holder.face]]
        return [v for face in faces if (v := face.fields.get(column)) is not None]

    def number(self, node: t.Expr, env: Env) -> Numbers:
        """From where to where a number may be."""
        match node:
            case t.Number():
                return Numbers(node.value, node.value)
            case t.Name() if node.ref is not None and node.ref.kind == "parameter":
                return self._parameter(self.p.parameters[node.name])
            case t.Name() if node.ref is not None and node.ref.kind == "local":
                found = env.get(node.name)
                return found if isinstance(found, Numbers) else ANY
            case t.Of() if node.ref is not None and node.ref.kind == "column":
                cells = self._cells(node, env)
                return Numbers(min(cells), max(cells)) if cells else ANY
            case t.Of(name="size") if node.ref is not None and node.ref.kind == "library":
                if node.args[0].ref is not None and node.args[0].ref.kind == "players":
                    seats = self.p.seats()
                    return Numbers(seats[0], seats[-1])
                return Numbers(0, FAR)
            case t.Query():
                return Numbers(0, FAR) if node.pick == "number of" else ANY
            case t.Reduce() if node.kind != "total" and node.arg.ref is not None and node.arg.ref.kind == "column":
                return self.number(node.arg, env)
            case t.Arithmetic():
                return self._reckoned(node, env)
        return ANY

    def _parameter(self, parameter: t.Parameter) -> Numbers:
        ends = [constant(e, self.p) for e in (parameter.low, parameter.high, *parameter.among) if e is not None]
        known = [e for e in ends if e is not None]
        return Numbers(min(known), max(known)) if known and len(known) == len(ends) else ANY

    def _reckoned(self, node: t.Arithmetic, env: Env) -> Numbers:
        a, b = self.number(node.left, env), self.number(node.right, env)
        match node.op:
            case "+":
                return _within(a.low + b.low, a.high + b.high)
            case "-":
                return _within(a.low - b.high, a.high - b.low)
            case "×" if FAR not in (a.high, b.high, -a.low, -b.low):
                ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
                return _within(min(ends), max(ends))
            case "mod" if b.low > 0:
                return Numbers(0, b.high - 1)
        return ANY


def _within(low: int, high: int) -> Numbers:
    return Numbers(max(low, -FAR), min(high, FAR))


def _ordered(op: str, low: int, high: int, other_low: int, other_high: int) -> Truth:
    """How a number from low to high may compare with one of another range."""
    match op:
        case "=":
            if high < other_low or other_high < low:
                return NO
            return YES if low == high == other_low == other_high else OPEN
        case "<":
            return YES if high < other_low else NO if low >= other_high else OPEN
        case "<=":
            return YES if high <= other_low else NO if low > other_high else OPEN
        case ">":
            return YES if low > other_high else NO if high <= other_low else OPEN
    return YES if low >= other_high else NO if high < other_low else OPEN


def _literal(node: t.Expr) -> bool:
    """Whether what a thing is stands there."""
    return isinstance(node, t.Number) or (node.ref is not None and node.ref.kind in ("value", "face"))


def _blanks(o: t.Option) -> Iterator[tuple[str, t.Expr]]:
    """The names that an option's line binds, and what they are picked from."""
    if isinstance(o.object, t.Chosen):
        yield o.object.name, o.object.source
    if o.destination is not None and o.destination.name is not None:
        yield o.destination.name, o.destination.place
    for pick in o.picks:
        yield pick.name, pick.source
