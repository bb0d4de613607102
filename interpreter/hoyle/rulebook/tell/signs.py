"""Which numbers can never be below 0: the rulebook rounds those down, all others towards zero, as the engine does.

Comes in: a checked program and an expression of numbers. Goes out: a yes only where the rules leave no other way; where
it is not plain, no.
"""

from __future__ import annotations

from typing import Any

from ...language import tree as t
from ...language.program import Program, constant


class Signs:
    """`never_negative` of an expression."""

    program: Program
    named: dict[str, list[Any]]

    def never_negative(self, e: t.Expr, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a number is 0 or more, whatever happens.

        Args:
            e: the expression.
            seen: the names that are being looked into already: what rests on itself gives no reason against.
        """
        value = constant(e, self.program)
        if value is not None:
            return value >= 0
        match e:
            case t.Query():
                return True
            case t.Reduce(arg=arg):
                return self.never_negative(arg, seen)
            case t.Arithmetic(op, left, right):
                return op in ("+", "×", "/", "mod") and all(self.never_negative(x, seen) for x in (left, right))
            case t.Name(name) | t.Of(name):
                return name in seen or self._named(e, name, seen | {name})
        return False

    def _named(self, e: t.Expr, name: str, seen: frozenset[str]) -> bool:
        """Whether what a name stands for is never below 0."""
        match e.ref.kind if e.ref is not None else "":
            case "library":
                return name == "size"
            case "term":
                term = self.program.terms[name]
                values = [term.value] if term.value is not None else [case.value for case in term.cases]
                return all(self.never_negative(x, seen) for x in values)
            case "track":
                return self._counter(name, seen)
            case "column":
                return self._column(name)
            case "local":
                return self._local(name, seen)
        return False

    def _counter(self, name: str, seen: frozenset[str]) -> bool:
        """Whether a counter starts at 0 or more and nothing takes it below."""
        start = self.program.tracks[name].start
        if start is not None and not self.never_negative(start, seen):
            return False
        for procedure in self.program.procedures.values():
            for node in procedure.walk():
                if isinstance(node, t.Becomes) and getattr(node.place, "name", "") == name:
                    if not self.never_negative(node.value, seen):
                        return False
                elif isinstance(node, t.Gains):
                    scored = node.verb == "scores" and name == self.program.score
                    if not scored and getattr(node.place, "name", "") != name:
                        continue
                    if node.verb == "loses" or not self.never_negative(node.value, seen):
                        return False
        return True

    def _column(self, name: str) -> bool:
        """Whether all cards have 0 or more in a column of numbers."""
        columns = [(c, fields[name]) for c, fields in self.program.columns.items() if name in fields]
        if any(type_.name != "number" for _, type_ in columns):
            return False
        numbers = [face.fields.get(name) for c, _ in columns for face in self.faces.get(c, [])]  # type: ignore[attr-defined]
        return all(n is None or n >= 0 for n in numbers)

    def _local(self, name: str, seen: frozenset[str]) -> bool:
        """Whether all that a local name stands for, anywhere in the rules, is never below 0."""
        for node in self._speak_of(name):
            match node:
                case t.Let(value=value) if not self.never_negative(value, seen):
                    return False
                case t.Binder(source=source) | t.Chosen(source=source):
                    if not (isinstance(source, t.Range) and self.never_negative(source.low, seen)):
                        return False
                case (t.Procedure() | t.Term()) as declared, param if not self._given(declared, param, seen):
                    return False
        return True

    def _given(self, declared: t.Procedure | t.Term, place: int, seen: frozenset[str]) -> bool:
        """Whether what a procedure or a term is told is never below 0, wherever it is used."""
        if isinstance(declared, t.Term) and declared.form == "predicate":
            return False
        for node in self._speak_of(declared.name):
            args: list[t.Expr] = []
            match node:
                case t.Call(args=args) | t.Of(args=args):
                    pass
                case t.Relation(left=left, right=right):
                    args = [left, right]
                case _:
                    continue
            if place >= len(args) or not self.never_negative(args[place], seen):
                return False
        return True

    def _speak_of(self, name: str) -> list[Any]:
        """Where a name is given to something, and where what is so called is used with something."""
        if not self.named:
            for declared in self.program.declarations:
                for k, param in enumerate(getattr(declared, "params", [])):
                    self.named.setdefault(param.name, []).append((declared, k))
                for node in declared.walk():
                    if isinstance(node, t.Let | t.Binder | t.Chosen | t.Call | t.Of | t.Relation):
                        self.named.setdefault(node.name, []).append(node)
        return self.named.get(name, [])
