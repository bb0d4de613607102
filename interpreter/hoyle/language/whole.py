"""Tree → program: names resolved, everything typed, variants applied; all mistakes of a file together.

Comes in: trees of a game and its variants. Goes out: a `Program` whose trees carry types, or `SpecErrors`, which
`check` puts into plainer words where it can. What another text of a file would have wrong with it, `faults` tells: so that
ways to mend a line are tried before they are shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from . import tree as t
from .build import Builder
from .cases import too_many
from .collect import collect
from .countdown import countdowns
from .deals import deals
from .declarations import check_declarations, check_measure, check_winners
from .depths import too_deep
from .diagnostics import Diagnostic, SpecErrors, did_you_mean, first_told, told_once
from .examples import check_examples
from .expressions import Expressions, Scope
from .flow_rules import FlowRules
from .grammar import Failure, read
from .moved_away import moved_away
from .never import never
from .overlaps import overlaps
from .program import Program, constant
from .same_place import same_place
from .several import several
from .statements import Statements
from .swallowed import swallowed
from .tree import NOWHERE
from .types import NUMBER, TRUTH, Type
from .unused import fixed, miscalled, unrested, unused
from .variants import edit


@dataclass(frozen=True)
class Varied:
    """The game that a variant is of: its tree and its text."""

    tree: t.File
    text: str


def faults(
    text: str,
    file: str,
    variants: list[tuple[str, list[t.Node]]] = [],  # noqa: B006 (never changed)
    settings: dict[str, int] | None = None,
    scope: tuple[str, list[t.Node]] | None = None,
    game: Varied | None = None,
) -> list[Diagnostic] | None:
    """What would be wrong with the names and types of a game of this text, or of the `game` with a variant of this text;
    nothing if it cannot be read, or its game is not known."""
    found = read(text)
    if isinstance(found, Failure):
        return None
    builder = Builder(file)
    tree = builder.transform(found)
    if builder.mistakes:
        return builder.mistakes
    if not isinstance(tree, t.File) or (tree.of is not None and game is None):
        return None
    if game is not None:
        return _with_variant(tree, file, game)
    try:
        program_of("tried", tree, variants, settings, {file: text}, scope, quick=True)
    except SpecErrors as errors:
        return errors.diagnostics
    return []


def _with_variant(variant: t.File, file: str, game: Varied) -> list[Diagnostic]:
    """What is wrong with a game once a variant is applied; what is wrong in its own lines has no place among the
    variant's."""
    try:
        program_of("tried", game.tree, [(variant.title, variant.changes)], None, {}, None, quick=True)
    except SpecErrors as errors:
        return [d if d.span.file == file else replace(d, span=NOWHERE) for d in errors.diagnostics]
    return []


def program_of(
    name: str,
    file: t.File,
    variants: list[tuple[str, list[t.Node]]],
    settings: dict[str, int] | None,
    texts: dict[str, str],
    scope: tuple[str, list[t.Node]] | None,
    quick: bool = False,
) -> Program:
    """The same as `check.check`, in the checker's own words; if `quick`, only names and types are looked at."""
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
    errors += _taken_out(check_program(program, bool(errors) or quick), edited.removed)
    program.warnings += unrested(program, file, [change for _, changes in variants for change in changes])
    if not errors and not variants and not settings and scope is None and not quick:
        errors += _scopes(name, file, program)
    if errors:
        raise SpecErrors(first_told(told_once(errors)), program.texts)
    return program


def _taken_out(found: list[Diagnostic], removed: dict[str, tuple[str, t.Node]]) -> list[Diagnostic]:
    """The mistakes with those of names that stand for nothing, since a variant took out what they stood for: told once
    for each name, where the variant takes it out, with the lines that still use it."""
    kept: list[Diagnostic] = []
    used: dict[str, list[t.Span]] = {}
    for one in found:
        name = re.search("`([^`]+)`|(@[A-Z]+[0-9]+)", one.message)
        gone = (name[1] or name[2]) if name is not None else ""
        if one.code == "E101" and gone in removed:
            used.setdefault(gone, []).append(one.span)
        else:
            kept.append(one)
    for gone, spans in used.items():
        variant, change = removed[gone]
        lines = [str(line) for line in sorted({span.line for span in spans})]
        places = f"line{'s' if len(lines) > 1 else ''} {', '.join(lines[:6])}{', …' if len(lines) > 6 else ''}"
        where = f"{places} of {Path(spans[0].file).name}" if spans[0].file else places
        message = f"`{variant}` removes `{gone}`, which is still used on {where}"
        place = change.words.get(gone, change.span)
        kept.append(Diagnostic("E101", message, place, "let it also replace what uses it there"))
    return kept


def _scopes(name: str, file: t.File, program: Program) -> list[Diagnostic]:
    """The mistakes of the game's small instances."""
    errors: list[Diagnostic] = []
    for scope in program.scopes.values():
        try:
            program_of(name, file, [], None, program.texts, (scope.name, scope.changes))
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
    if many := too_deep(program) or too_many(program):  # before anything else is asked of these conditions
        return many
    doubtful = never(program)
    program.warnings = [
        *(d for d in doubtful if d.warning),
        *overlaps(program),
        *swallowed(x),
        *miscalled(program),
        *moved_away(program),
        *countdowns(program),
        *several(x),
        *same_place(program),
    ]
    if not program.variants and program.scope is None:  # a variant may leave a word of the game unused
        program.warnings += [*unused(x, s), *fixed(program)]
    return [*deals(program), *(d for d in doubtful if not d.warning)]


def _rulings(program: Program, x: Expressions) -> None:
    """The rulings that lines rest on are there."""
    for declaration in program.declarations:
        for node in declaration.walk():
            for tag in node.tags:
                if tag not in program.rulings:
                    hint = did_you_mean(tag, program.rulings) or f'declare: ruling {tag} "…"'
                    x.error("E101", f"there is no ruling {tag}", node, hint, at=tag)
