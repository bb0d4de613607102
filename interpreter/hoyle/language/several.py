"""A number asked of several cards or dice together: `pips of cup`, where the total of them was meant.

Comes in: a program without mistakes, or what went wrong when it was played. Goes out: warnings, or the same with the line
to write. A number of several is one number if it is the same of all of them, as of three alike; where nothing in the
declarations says that it is, the total was meant, or the highest.
"""

from __future__ import annotations

from dataclasses import replace

from . import tree as t
from .diagnostics import Diagnostic
from .expressions import Expressions
from .program import Program, constant
from .types import NUMBER


def several(x: Expressions) -> list[Diagnostic]:
    """A warning for each number asked of what is always several, and need not be alike."""
    found = []
    for node in x.as_one:
        what = _several(node, x.p)
        if what and _number(node):
            message = f"`{x.text(node)}` is asked of {what}: it is one number only if it is the same of all of them"
            found.append(Diagnostic("W513", message, node.span, _total(x, node), warning=True))
    return list(dict.fromkeys(found))


def with_total(found: Diagnostic, program: Program) -> Diagnostic:
    """What went wrong in a play; with the line to write, if a number of several was asked for."""
    if found.hint or "several of these" not in found.message:
        return found
    for declaration in program.declarations:
        for node in declaration.walk():
            if isinstance(node, t.Of) and node.span == found.span and _number(node):
                x = Expressions(program)
                told = f"`{x.text(node)}` is asked of several, and is not the same of all of them"
                message = found.message.replace("there are several of these: which is meant is not clear", told)
                return replace(found, message=message, hint=_total(x, node))
    return found


def _total(x: Expressions, node: t.Of) -> str:
    return x.written(node, "the total {}", "say `the total …`, or `the highest …`")


def _number(node: t.Of) -> bool:
    """Whether this is a column of numbers."""
    return node.ref is not None and node.ref.kind == "column" and node.type is not None and node.type.each() == NUMBER


def _several(node: t.Of, program: Program) -> str:
    """What several things these are, if they always are several."""
    holder = node.args[0]
    if holder.type is not None and holder.type.name == "meld":
        combination = program.combinations[holder.type.of]
        many = all(_any_of_several(form, node.name, program) for form in combination.forms)
        return f"all that is in the {combination.name}" if many else ""
    if isinstance(holder, t.Name) and holder.ref is not None and holder.ref.kind == "zone":
        for component in program.components.values():
            starts = any(isinstance(home, t.Name) and home.name == holder.name for home in component.homes)
            if component.sort == "dice" and starts and _least(component.copies, program) > 1:
                return f"all dice in `{holder.name}`"
    return ""


def _least(number: t.Expr | None, program: Program) -> int:
    """How many there are at least, whatever the parameters."""
    parameter = program.parameters.get(number.name) if isinstance(number, t.Name) else None
    if parameter is not None:
        ends = [constant(end, program) for end in (parameter.low, *parameter.among) if end is not None]
        return min((end for end in ends if end is not None), default=1)
    return (constant(number, program) or 1) if number is not None else 1


def _any_of_several(form: t.Form, column: str, program: Program) -> bool:
    """Whether a form is of several cards that nothing makes alike in a column."""
    pattern = form.pattern
    low = constant(pattern.low, program)
    if form.where is not None or low is None or low < 2:
        return False
    return pattern.kind == "any" or (pattern.kind == "run" and pattern.by == column)
