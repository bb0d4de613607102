"""Tree → program: names resolved, everything typed, variants applied; all mistakes of a file told at once.

Comes in: trees of a game and its variants. Goes out: a `Program` whose trees carry types, or `SpecErrors`.
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from typing import Any

from . import tree as t
from .build import Builder
from .cases import too_many
from .collect import collect
from .deals import deals
from .declarations import check_declarations, check_measure, check_winners
from .diagnostics import Diagnostic, SpecErrors, did_you_mean, first_told, told_once
from .examples import check_examples
from .expressions import Expressions, Scope
from .flow_rules import FlowRules
from .grammar import Failure, read
from .mistakes import in_plain_words
from .never import never
from .overlaps import overlaps
from .program import Program, constant
from .statements import Statements
from .swallowed import swallowed
from .types import NUMBER, TRUTH, Type
from .unused import miscalled, unrested, unused
from .variants import edit


def check(
    name: str,
    file: t.File,
    variants: list[tuple[str, list[t.Node]]] = [],  # noqa: B006 (never changed)
    settings: dict[str, int] | None = None,
    texts: dict[str, str] | None = None,
    scope: tuple[str, list[t.Node]] | None = None,
) -> Program:
    """Make the program of a game.

    Args:
        name: the game's name.
        file: its tree.
        variants: names and changes of the variants to apply, in order.
        settings: parameters set by the caller; they win over the variants'.
        texts: the files' texts, for messages.
        scope: name and changes of a scope (a small instance) to apply after the variants.

    Returns:
        The checked program; its `warnings` are what is doubtful but not wrong.

    Raises:
        SpecErrors: every mistake found.
    """
    try:
        return _check(name, file, variants, settings, texts or {}, scope)
    except SpecErrors as errors:
        found = errors.diagnostics
        for written, text in errors.texts.items():
            mends = functools.partial(_mends, (name, file, variants, settings, errors.texts, scope), written)
            found = in_plain_words(found, text, written, mends)
        raise SpecErrors(told_once(found), errors.texts) from None


def _mends(checked: tuple[Any, ...], written: str, text: str, lines: range) -> bool:
    """Whether nothing is wrong on some lines once the text of a file is this one; a variant's text is not tried."""
    name, file, variants, settings, texts, scope = checked
    if written != file.span.file:
        return True
    found = read(text)
    if isinstance(found, Failure):
        return False
    builder = Builder(written)
    tree = builder.transform(found)
    assert isinstance(tree, t.File)
    if builder.mistakes:
        return all(d.span.line not in lines for d in builder.mistakes)
    try:
        _check(name, tree, variants, settings, {**texts, written: text}, scope)
    except SpecErrors as errors:
        return all(d.span.line not in lines for d in errors.diagnostics)
    return True


def _check(
    name: str,
    file: t.File,
    variants: list[tuple[str, list[t.Node]]],
    settings: dict[str, int] | None,
    texts: dict[str, str],
    scope: tuple[str, list[t.Node]] | None,
) -> Program:
    edited = edit(file.declarations, variants, scope)
    if settings:  # examples are of the game with its own numbers
        edited.declarations = [d for d in edited.declarations if not isinstance(d, t.Example)]
    program, errors = collect(name, file, edited.declarations)
    program.texts = texts
    program.variants = [v for v, _ in variants]
    program.scope = scope[0] if scope else None
    program.tags = list(file.tags)
    errors += edited.errors
    errors += _settings(program, edited.settings, settings or {})
    _columns(program)
    errors += [_taken_out(d, edited.removed) for d in check_program(program, bool(errors))]
    program.warnings += unrested(program, file, [change for _, changes in variants for change in changes])
    if not errors and not variants and not settings and scope is None:
        errors += _scopes(name, file, program)
    if errors:
        raise SpecErrors(first_told(told_once(errors)), program.texts)
    return program


def _taken_out(found: Diagnostic, removed: dict[str, str]) -> Diagnostic:
    """A name that stands for nothing, since a variant took out what it stood for: which one, and what is to be done."""
    name = re.search("`([^`]+)`", found.message)
    if found.code != "E101" or name is None or name[1] not in removed:
        return found
    hint = f"`{removed[name[1]]}` removes `{name[1]}`: let it also replace what uses it here"
    return replace(found, hint=hint)


def _scopes(name: str, file: t.File, program: Program) -> list[Diagnostic]:
    """The mistakes of the game's small instances."""
    errors: list[Diagnostic] = []
    for scope in program.scopes.values():
        try:
            _check(name, file, [], None, program.texts, (scope.name, scope.changes))
        except SpecErrors as found:
            errors += [replace(d, message=f"in the scope `{scope.name}`: {d.message}") for d in found.diagnostics]
    return errors


def _settings(program: Program, set_: dict[str, tuple[t.Expr, t.Node]], given: dict[str, int]) -> list[Diagnostic]:
    errors = []
    for name, (value, node) in set_.items():
        number = constant(value, program)
        if number is None:
            errors.append(Diagnostic("E201", f"`{name}` wants a number", node.span))
        else:
            program.settings[name] = number
    for name, number in given.items():
        if name not in program.parameters:
            hint = (
                did_you_mean(name, program.parameters) or f"its parameters: {', '.join(program.parameters) or 'none'}"
            )
            errors.append(Diagnostic("E101", f"the game has no parameter `{name}`", hint=hint))
        else:
            program.settings[name] = number
    for parameter in program.parameters.values():
        errors += _range(program, parameter, set_)
    return errors


def _range(program: Program, parameter: t.Parameter, set_: dict[str, tuple[t.Expr, t.Node]]) -> list[Diagnostic]:
    number = program.value_of(parameter.name)
    node = set_[parameter.name][1] if parameter.name in set_ else parameter
    if number is None:
        return [Diagnostic("E240", f"the value of `{parameter.name}` is no number", parameter.span)]
    if parameter.among:
        allowed = [constant(e, program) for e in parameter.among]
        if number not in allowed:
            return [
                Diagnostic(
                    "E240",
                    f"`{parameter.name}` is {number}, but may only be one of {', '.join(map(str, allowed))}",
                    node.span,
                    _widened(node, f"{parameter.name} is {number}, adjustable among [{number}, …]"),
                )
            ]
        return []
    low = constant(parameter.low, program) if parameter.low else None
    high = constant(parameter.high, program) if parameter.high else None
    if low is None or high is None:
        return [Diagnostic("E240", f"the range of `{parameter.name}` is not of numbers", parameter.span)]
    if not low <= number <= high:
        message = f"`{parameter.name}` is {number}, but may only be from {low} to {high}"
        wider = f"{parameter.name} is {number}, adjustable from {min(low, number)} to {max(high, number)}"
        return [Diagnostic("E240", message, node.span, _widened(node, wider))]
    return []


def _widened(node: t.Node, wider: str) -> str:
    """What to write where a variant or a scope, not the user, sets a parameter beyond its range."""
    return "" if isinstance(node, t.Parameter) else f"for another range write: replace parameter {wider}"


def _columns(program: Program) -> None:
    """The types of the columns: a column named like a kind holds its values, any other numbers."""
    for component in program.components.values():
        columns = [c for c in component.columns if c not in ("name", "copies")]
        program.columns[component.name] = {c: Type("kind", c) if c in program.kinds else NUMBER for c in columns}


def check_program(program: Program, wrong: bool = False) -> list[Diagnostic]:
    """Check all declarations of a program whose tables are filled.

    Args:
        program: gets its types, and its `warnings` if there are no mistakes.
        wrong: whether mistakes were found before, so that questions about the whole are not worth asking.
    """
    x = Expressions(program)
    s = Statements(x)
    check_declarations(x)
    s.procedures()
    FlowRules(s).check()
    check_winners(program, x)
    for always in program.invariants.values():
        x.need(always.test, Scope(told=True), TRUTH, "for what always holds")
    for measure in program.measures:
        check_measure(measure, program, x)
    check_examples(program, x)
    _rulings(program, x)
    if wrong or x.errors:
        return x.errors
    if many := too_many(program):  # before anything else is asked of these conditions
        return many
    doubtful = never(program)
    program.warnings = [*(d for d in doubtful if d.warning), *overlaps(program), *swallowed(x), *miscalled(program)]
    if not program.variants and program.scope is None:  # a variant may leave a word of the game unused
        program.warnings += unused(x, s)
    return [*deals(program), *(d for d in doubtful if not d.warning)]


def _rulings(program: Program, x: Expressions) -> None:
    """The rulings that lines rest on are there."""
    for declaration in program.declarations:
        for node in declaration.walk():
            for tag in node.tags:
                if tag not in program.rulings:
                    hint = did_you_mean(tag, program.rulings) or f'declare: ruling {tag} "…"'
                    x.error("E101", f"there is no ruling {tag}", node, hint, at=tag)
