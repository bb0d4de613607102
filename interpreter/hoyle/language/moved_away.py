"""What an option has moved before its rules ask for it: the top of a pile, all that lay somewhere.

Comes in: a program without mistakes. Goes out: warnings. What always holds: nothing is told of what is asked for once
something may have come to lie there again.

An option moves first, and then what stands below it is done: below `to order-up top of up-card into hand of p:` the card is
in the hand, and `top of up-card` is the card that lay beneath it, or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import tree as t
from .diagnostics import Diagnostic
from .program import Program


@dataclass(frozen=True)
class Gone:
    """Words `asked` below an `option` that are about what it has moved; `said` is where those words stand that stand
    for it, in a term if the rules ask by one."""

    option: t.Option
    asked: t.Expr
    said: t.Expr


def moved_away(program: Program) -> list[Diagnostic]:
    """A warning for each option that asks for what it has moved."""
    told: dict[int, Diagnostic] = {}
    for gone in asked_too_late(program):
        what = gone.option.object
        assert isinstance(what, t.Expr)
        if isinstance(what, t.Of) and what.name == "top":
            message = f"`{gone.option.name}` has moved the top card before this asks for it"
        else:
            message = f"`{gone.option.name}` has moved all that lay there before this asks for it"
        hint = "an option moves first: leave the move out of its line, and write it below what asks"
        told.setdefault(id(gone.option), Diagnostic("W510", message, gone.asked.span, hint, warning=True))
    return list(told.values())


def asked_too_late(program: Program) -> Iterator[Gone]:
    """All that options ask for when they have moved it, in the order of the text."""
    for declaration in program.declarations:
        for option in declaration.walk():
            if (
                isinstance(option, t.Option)
                and option.body is not None
                and option.destination is not None
                and isinstance(option.object, t.Of | t.Name)
            ):
                for asked in _asked(option.body):
                    said = _same(asked, option.object, program, ())
                    if said is not None:
                        yield Gone(option, asked, said)


def _asked(body: t.Body) -> Iterator[t.Expr]:
    """What rules ask for, one after the other, until they may have laid something anywhere."""
    for statement in body.statements:
        match statement:
            case t.Let(value=t.Expr() as value) | t.Becomes(value=t.Expr() as value) | t.Gains(value=value):
                yield value
            case t.If():
                yield statement.tests[0]
                for branch in [*statement.bodies, *([statement.else_] if statement.else_ is not None else [])]:
                    yield from _asked(branch)
                if any(_lays(node) for node in statement.walk()):
                    return
            case t.Call():
                yield from statement.args
                return
            case t.Move():
                if statement.what.source is None and statement.what.value is not None:
                    yield statement.what.value
                return
            case _:
                return


def _lays(node: t.Node) -> bool:
    return isinstance(node, t.Move | t.Deal | t.DealTable | t.Call | t.Choose | t.Together)


def _same(asked: t.Node, moved: t.Expr, program: Program, inside: tuple[str, ...]) -> t.Expr | None:
    """The words in `asked`, or in a term that it uses, that stand for what was moved."""
    for node in asked.walk():
        if node == moved and isinstance(node, t.Expr) and (not inside or _of_nobody(moved)):
            return node
        if isinstance(node, t.Name) and node.name in program.terms and node.name not in inside:
            term = program.terms[node.name]
            if node.ref is not None and node.ref.kind == "term" and not term.params:
                values = [term.value] if term.value is not None else [case.value for case in term.cases[:1]]
                for value in values:
                    said = _same(value, moved, program, (*inside, node.name))
                    if said is not None:
                        return said
    return None


def _of_nobody(moved: t.Expr) -> bool:
    """Whether the words mean the same in a term as in the option: they speak of no name given inside a rule."""
    return not any(
        isinstance(node, t.Name) and node.ref is not None and node.ref.kind == "local" for node in moved.walk()
    )
