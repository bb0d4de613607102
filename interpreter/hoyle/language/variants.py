"""Variants: changes of named things, applied to copies of the trees before anything is checked.

Comes in: a game's file and changes. Goes out: the declarations that count and the parameters set.
What always holds: a change of what is not there, and two variants that change one thing, are mistakes.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import tree as t
from .diagnostics import Diagnostic, did_you_mean


@dataclass
class Edited:
    """What the changes give. `touched` maps each changed name to the variant that did it."""

    declarations: list[t.Node]
    settings: dict[str, tuple[t.Expr, t.Node]] = field(default_factory=dict)
    touched: dict[str, str] = field(default_factory=dict)
    errors: list[Diagnostic] = field(default_factory=list)


def edit(
    declarations: list[t.Node],
    variants: list[tuple[str, list[t.Node]]],
    scope: tuple[str, list[t.Node]] | None = None,
) -> Edited:
    """Apply variants in order, then a scope. Examples are of the game as it was, and are left out; a variant adds its own.

    Args:
        declarations: of the game; left as they are.
        variants: pairs of a variant's name and its changes.
        scope: a scope's name and its changes; it may change what a variant changed.
    """
    done = Edited(copy.deepcopy(declarations) if variants or scope else list(declarations))
    examples = {id(d) for d in done.declarations if isinstance(d, t.Example)} if variants else set()
    for name, changes in variants:
        for change in changes:
            _apply(copy.deepcopy(change), name, done)
    if scope is not None:
        done.touched.clear()
        examples = {id(d) for d in done.declarations if isinstance(d, t.Example)}
        for change in scope[1]:
            _apply(copy.deepcopy(change), scope[0], done)
    done.declarations = [d for d in done.declarations if id(d) not in examples]
    return done


def _apply(change: t.Node, variant: str, done: Edited) -> None:
    match change:
        case t.Players():
            if _touch("players", variant, change, done):
                done.declarations = [d for d in done.declarations if not isinstance(d, t.Players)] + [change]
        case t.Set():
            _set(change, variant, done)
        case t.Replace():
            _replace(change, variant, done)
        case t.Add():
            _add(change, variant, done)
        case t.Remove():
            _remove(change, variant, done)
        case t.Hook():
            _hook(change, variant, done)


def _touch(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    other = done.touched.get(name)
    if other is not None and other != variant:
        done.errors.append(Diagnostic("E302", f"the variants `{other}` and `{variant}` both change `{name}`", change.span, "choose one of them, or write a variant that says what holds"))
        return False
    done.touched[name] = variant
    return True


def _names(declarations: list[t.Node]) -> Iterator[str]:
    for d in declarations:
        if isinstance(d, t.Declaration):
            yield d.name
        for node in d.walk():
            if isinstance(node, t.Option | t.Limit | t.Case):
                yield node.name


def _absent(name: str, what: str, change: t.Node, done: Edited) -> None:
    hint = did_you_mean(name, set(_names(done.declarations)))
    done.errors.append(Diagnostic("E301", f"{what} `{name}`, so it cannot be changed", change.span, hint))


def _set(change: t.Set, variant: str, done: Edited) -> None:
    if not _touch(change.name, variant, change, done):
        return
    for d in done.declarations:
        if isinstance(d, t.Parameter) and d.name == change.name:
            done.settings[change.name] = (change.value, change)
            return
        if isinstance(d, t.Term) and d.name == change.name and d.value is not None:
            d.value = change.value
            return
        for node in d.walk():
            if isinstance(node, t.Case) and node.name == change.name:
                node.value = change.value
                return
            if isinstance(node, t.Limit) and node.name == change.name:
                node.only = change.value
                return
    _absent(change.name, "there is no parameter, term, row or limit", change, done)


def _key(node: t.Node) -> tuple[type, str]:
    match node:
        case t.Ruling():
            return t.Ruling, node.tag
        case t.Measure():
            return t.Measure, node.names[0]
        case t.Declaration():
            return type(node), node.name
    return type(node), ""


def _label(node: t.Node) -> str:
    if isinstance(node, t.Players | t.Winners):
        return type(node).__name__.lower()
    return node.name if isinstance(node, t.Option | t.Limit) else _key(node)[1] or type(node).__name__.lower()


def _replace(change: t.Replace, variant: str, done: Edited) -> None:
    new = change.new
    if not _touch(_label(new), variant, change, done):
        return
    if isinstance(new, t.Option | t.Limit):
        if not any(_swap(options, new) for options in _all_options(done)):
            _absent(new.name, f"there is no {type(new).__name__.lower()}", change, done)
        return
    for k, d in enumerate(done.declarations):
        if _key(d) == _key(new):
            done.declarations[k] = new
            return
    _absent(_label(new), f"there is no {type(new).__name__.lower()}", change, done)


def _swap(options: t.Options, new: t.Option | t.Limit) -> bool:
    items: list = options.options if isinstance(new, t.Option) else options.limits
    for k, item in enumerate(items):
        if item.name == new.name:
            items[k] = new
            return True
    return False


def _all_options(done: Edited) -> Iterator[t.Options]:
    for d in done.declarations:
        for node in d.walk():
            if isinstance(node, t.Options):
                yield node


def _add(change: t.Add, variant: str, done: Edited) -> None:
    new = change.new
    if not _touch(_label(new), variant, change, done):
        return
    if not isinstance(new, t.Option | t.Limit):
        done.declarations.append(new)
        return
    procedure = next((d for d in done.declarations if isinstance(d, t.Procedure) and d.name == change.into), None)
    options = [n for n in procedure.walk() if isinstance(n, t.Options)] if procedure else []
    if not options:
        _absent(change.into or "", "there is no procedure with a choice called", change, done)
    elif isinstance(new, t.Option):
        options[-1].options.append(new)
    else:
        fitting = [o for o in options if any(x.name == new.option for x in o.options)]
        (fitting or options)[-1].limits.append(new)


def _remove(change: t.Remove, variant: str, done: Edited) -> None:
    if not _touch(change.name, variant, change, done):
        return
    kept = [d for d in done.declarations if not (isinstance(d, t.Declaration) and d.name == change.name)]
    if len(kept) < len(done.declarations):
        done.declarations = kept
        return
    for options in _all_options(done):
        for items in (options.options, options.limits):
            for item in items:  # type: ignore[attr-defined]
                if item.name == change.name:
                    items.remove(item)  # type: ignore[arg-type]
                    return
    for d in done.declarations:
        if isinstance(d, t.Term | t.Winners):
            for case in d.cases:
                if case.name == change.name:
                    d.cases.remove(case)
                    return
    _absent(change.name, "there is nothing called", change, done)


def _hook(change: t.Hook, variant: str, done: Edited) -> None:
    if not _touch(f"{change.side} {change.name}", variant, change, done):
        return
    statements = change.body.statements
    for d in done.declarations:
        if isinstance(d, t.Procedure) and d.name == change.name:
            d.body.statements = d.body.statements + statements if change.side == "after" else statements + d.body.statements
            return
    hooked = False
    for options in _all_options(done):
        for option in options.options:
            if option.name == change.name and change.side == "after":
                body = option.body or t.Body([], span=change.body.span)
                option.body = t.Body(copy.deepcopy(statements) + body.statements, span=body.span, tags=body.tags)
                hooked = True
    if not hooked:
        what = "there is no procedure or option" if change.side == "after" else "there is no procedure"
        _absent(change.name, what, change, done)
