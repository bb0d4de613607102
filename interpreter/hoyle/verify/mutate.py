"""Small changes of rules: what a slip of the pen could be.

Comes in: a file's tree. Goes out: `Mutant`s, each one change at one place. What always holds: the tree is as it was
when a mutant is no longer applied; examples, rulings, invariants, measures and small instances are not changed, as
they are what notices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

from ..language import tree as t
from ..language.tree import Span

KEPT = (t.Example, t.Ruling, t.Scope, t.Always, t.Measure, t.Players, t.Winners)
"""Declarations that are left alone; who wins is looked at below."""

TURNED = {
    "highest": "lowest",
    "lowest": "highest",
    "most": "fewest",
    "fewest": "most",
    "first": "last",
    "last": "first",
}
BESIDE = {
    "left": "right",
    "right": "left",
    "top": "bottom",
    "high": "low",
    "low": "high",
    "lead": "latest",
    "latest": "lead",
}
COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": ">="}
SAID = {"at least": "more than", "more than": "at least", "at most": "less than", "less than": "at most"}
SAID |= {"one of": "none of", "none of": "one of"}
COUNTED = {"gains": "loses", "loses": "gains"}


@dataclass
class Mutant:
    """One change: `words` says it ("`13` were `14`"), `span` where; `holder.field` (at `index`) would be `new`."""

    words: str
    span: Span
    holder: Any
    field: str
    index: int | None
    new: Any

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Make the change, and take it back at the end."""
        held = getattr(self.holder, self.field)
        if self.index is None:
            setattr(self.holder, self.field, self.new)
        else:
            old = held[self.index]
            held[self.index] = self.new
        try:
            yield
        finally:
            if self.index is None:
                setattr(self.holder, self.field, held)
            else:
                held[self.index] = old


STEPS = t.Move | t.Gains | t.Becomes | t.Call | t.For | t.If | t.Turns | t.Shuffle | t.Deal | t.DealTable | t.Roll
"""Statements whose order may matter."""


def _ordered(node: t.Node) -> bool:
    """Whether it matters what stands before it: a statement, a tier of options, a row with a condition."""
    return isinstance(node, STEPS | t.Options) or (isinstance(node, t.Case) and node.guard is not None)


@dataclass
class _Exchanged(Mutant):
    """Two parts of a node in each other's place: `new` is to be on the left, `right` on the right."""

    right: Any = None

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Make the change, and take it back at the end."""
        self.holder.left, self.holder.right = self.new, self.right
        try:
            yield
        finally:
            self.holder.left, self.holder.right = self.right, self.new


def mutants(file: t.File, texts: dict[str, str]) -> list[Mutant]:
    """All small changes of a file's rules, in the order of the text."""
    maker = _Maker(file, texts)
    found = [
        m for d in file.declarations if not isinstance(d, KEPT) or isinstance(d, t.Winners) for m in maker.below(d)
    ]
    return sorted(found, key=lambda m: (m.span.line, m.span.column))


class _Maker:
    def __init__(self, file: t.File, texts: dict[str, str]) -> None:
        self.texts = texts
        self.zones = {d.name: d for d in file.declarations if isinstance(d, t.Zone)}
        self.homes = {
            name.name: component.name
            for component in file.declarations
            if isinstance(component, t.Components)
            for home in component.homes
            for name in home.walk()
            if isinstance(name, t.Name | t.Of)
        }

    def below(self, node: t.Node) -> Iterator[Mutant]:
        """The changes of a node and of all below it."""
        yield from self._of(node)
        for f in fields(node):
            if isinstance(node, t.Parameter) and f.name != "value":
                continue  # what a parameter may be set to changes no play
            value = getattr(node, f.name)
            if isinstance(value, t.Node):
                yield from self._at(node, f.name, None, value)
                yield from self.below(value)
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, t.Node):
                        yield from self._at(node, f.name, index, item)
                        yield from self.below(item)
                        if index and _ordered(item) and _ordered(value[index - 1]):
                            yield self._swapped(node, f.name, value, index)

    def text(self, node: t.Node) -> str:
        """What stands at a node, in one line."""
        span = node.span
        lines = self.texts.get(span.file, "").splitlines()[max(0, span.line - 1) : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1] if span.end_line > span.line or len(lines) == 1 else lines[-1]
        lines[0] = lines[0][span.column - 1 :]
        said = " ".join(" ".join(lines).split()).partition(" @")[0]
        return said if len(said) <= 80 else said[:77] + "…"

    # ---- changes of a node's own fields ----

    def _of(self, node: t.Node) -> Iterator[Mutant]:
        made = self._word(node, lambda field, old, new: self._turned(node, field, old, new))
        if made is not None:
            yield made
        match node:
            case t.Number():
                for value in (node.value + 1, node.value - 1):
                    if value >= 0:
                        yield Mutant(f"`{node.value}` were `{value}`", node.span, node, "value", None, value)
            case t.Option():
                if node.where is not None:
                    yield self._dropped(node, "where", node.where)
                if node.body is not None and len(node.body.statements) == 1:
                    yield self._dropped(node, "body", node.body.statements[0])
            case t.Kind() if node.ordered and len(node.values) > 1 and node.values[-1].high is None:
                last = node.values[-1]
                said = f"`{last.low}` were the lowest {node.name}"
                yield Mutant(said, last.span, node, "values", None, [last, *node.values[:-1]])
            case t.Order() if len(node.fields) > 1:
                said = f"cards were ordered by {', '.join(node.fields[::-1])}"
                yield Mutant(said, node.span, node, "fields", None, node.fields[::-1])
            case t.Components(copies=t.Number(value=copies)):
                for count in (copies + 1, copies - 1):
                    if count > 0:
                        said = f"`{copies} of them` were `{count}`"
                        yield Mutant(said, node.span, node, "copies", None, t.Number(count, span=node.span))
            case t.Track() if node.within is not None:
                yield Mutant(f"`within {node.within}` were left out", node.span, node, "within", None, None)
            case t.Repeat() if node.until is not None:
                yield self._dropped(node, "until", node.until)
            case t.If():
                if node.else_ is not None:
                    yield Mutant("`else` were left out", node.else_.span, node, "else_", None, None)
                for index, test in enumerate(node.tests):
                    said = f"`{self.text(test)}` were not asked"
                    yield Mutant(said, test.span, node, "tests", index, t.Truth(True, span=test.span))
            case t.Quantifier():
                yield (
                    self._turned(node, "some", "some", "no") if node.some else self._turned(node, "some", "no", "some")
                )
            case t.Relation():
                turned = f"`{self.text(node.left)}` and `{self.text(node.right)}` changed places"
                yield _Exchanged(turned, node.span, node, "left", None, node.right, node.left)
            case t.Case() if node.guard is not None:
                yield Mutant(f"`{self.text(node)}` had no condition", node.span, node, "guard", None, t.Truth(True))
            case t.Limit():
                if node.when is not None:
                    yield self._dropped(node, "when", node.when)
                if node.if_possible:
                    yield Mutant("`if possible` were left out", node.span, node, "if_possible", None, False)
            case t.Binder():
                for index, one in enumerate(node.filters):
                    less = [other for k, other in enumerate(node.filters) if k != index]
                    yield Mutant(f"`{self.text(one)}` were left out", one.span, node, "filters", None, less)
                if node.start is not None:
                    yield self._dropped(node, "start", node.start)
            case t.Turns() if node.until is not None:
                yield self._dropped(node, "until", node.until)
            case t.With() if node.alone:
                yield Mutant("`alone` were left out", node.span, node, "alone", None, False)
            case t.Body():
                for index, statement in enumerate(node.statements):
                    left_ = [other for k, other in enumerate(node.statements) if k != index]
                    if left_:
                        said = f"`{self.text(statement).partition(': ')[0]}` were left out"
                        yield Mutant(said, statement.span, node, "statements", None, left_)
            case t.Options():
                for index, limit in enumerate(node.limits):
                    left__ = [other for k, other in enumerate(node.limits) if k != index]
                    yield Mutant(f"the limit `{limit.name}` were left out", limit.span, node, "limits", None, left__)

    def _word(self, node: t.Node, make: Callable[[str, str, str], Mutant]) -> Mutant | None:
        """The change of a word for its opposite."""
        field, words = {
            t.Compare: ("op", COMPARED),
            t.IsCompare: ("how", SAID),
            t.With: ("extreme", TURNED),
            t.Query: ("pick", TURNED),
            t.Reduce: ("kind", TURNED),
            t.Of: ("name", BESIDE),
            t.Gains: ("verb", COUNTED),
            t.Destination: ("preposition", {"onto": "under", "under": "onto"}),
            t.Arithmetic: ("op", {"+": "-", "-": "+"}),
        }.get(type(node), ("", {}))
        if not field:
            return None
        old = getattr(node, field)
        return make(field, old, words[old]) if old in words else None

    def _turned(self, node: t.Node, field: str, old: str, new: str) -> Mutant:
        value = new == "some" if field == "some" else new
        return Mutant(f"`{old}` in `{self.text(node)}` were `{new}`", node.span, node, field, None, value)

    def _swapped(self, node: t.Node, field: str, held: list[t.Node], index: int) -> Mutant:
        """One after the other, the other way round."""
        one, other = held[index - 1], held[index]
        said, said2 = (f"`{self._called(part)}`" for part in (one, other))
        changed = [*held[: index - 1], other, one, *held[index + 1 :]]
        return Mutant(f"{said2} came before {said}", other.span, node, field, None, changed)

    def _called(self, node: t.Node) -> str:
        """What a row, a tier or a statement is called."""
        if isinstance(node, t.Options):
            return ", ".join(option.name for option in node.options)
        return self.text(node).partition(": ")[0]

    def _dropped(self, node: t.Node, field: str, part: t.Node) -> Mutant:
        return Mutant(f"`{self.text(part)}` were left out", part.span, node, field, None, None)

    # ---- changes of one node for another ----

    def _at(self, holder: t.Node, field: str, index: int | None, node: t.Node) -> Iterator[Mutant]:
        def instead(new: t.Node, words: str) -> Mutant:
            return Mutant(words, node.span, holder, field, index, new)

        match node:
            case t.And() | t.Or():
                yield instead(node.left, f"`{self.text(node.right)}` were left out")
                yield instead(node.right, f"`{self.text(node.left)}` were left out")
            case t.RandomOf():
                said = self.text(node)
                yield instead(t.Query("first", node.binder, span=node.span), f"`{said}` were the first of them")
            case t.Not():
                yield instead(node.arg, f"`not` in `{self.text(node)}` were left out")
            case t.Truth():
                word, other = ("yes", "no") if node.value else ("no", "yes")
                yield instead(t.Truth(not node.value, span=node.span), f"`{word}` were `{other}`")
            case t.Is():
                turned = t.Is(node.left, not node.negated, node.right, span=node.span)
                yield instead(turned, f"`{self.text(node)}` were the other way round")
            case t.Name() if node.name in self.zones and not isinstance(holder, t.Components):
                for other_ in self._like(node.name):
                    new = t.Name(other_, span=node.span)
                    yield instead(new, f"`{node.name}` in its place were `{other_}`")
            case t.Of() if node.name in self.zones and not isinstance(holder, t.Components):
                for other_ in self._like(node.name):
                    new_ = t.Of(other_, node.args, span=node.span)
                    yield instead(new_, f"`{self.text(node)}` were `{other_}` of the same")

    def _like(self, name: str) -> list[str]:
        """The next zone declared of the same kind, if there is one."""
        zone = self.zones[name]
        like = [
            other.name
            for other in self.zones.values()
            if (other.each, other.low is None, self._holds(other), other.plays_of)
            == (zone.each, zone.low is None, self._holds(zone), zone.plays_of)
        ]
        at = like.index(name)
        return [like[(at + 1) % len(like)]] if len(like) > 1 else []

    def _holds(self, zone: t.Zone) -> str | None:
        return zone.holding or self.homes.get(zone.name)
