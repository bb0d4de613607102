"""Variants: changes of named things, applied to copies of the trees before anything is checked.

Comes in: a game's file and changes. Goes out: the declarations that count and the parameters set.
What always holds: a change of what is not there, and two variants that change one thing, are mistakes.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import tree as t
from .diagnostics import Diagnostic, did_you_mean


@dataclass
class Edited:
    """What the changes give. `touched` maps each changed name to the variant that did it; `whole` the declarations that
    were replaced or taken out, `inside` those of which a part was changed, `removed` those that are gone, to the
    variants that did, those that are gone with the change."""

    declarations: list[t.Node]
    settings: dict[str, tuple[t.Expr, t.Node]] = field(default_factory=dict)
    touched: dict[str, str] = field(default_factory=dict)
    whole: dict[str, str] = field(default_factory=dict)
    inside: dict[str, set[str]] = field(default_factory=dict)
    removed: dict[str, tuple[str, t.Node]] = field(default_factory=dict)
    errors: list[Diagnostic] = field(default_factory=list)


@dataclass
class Part:
    """An option, a limit or a row: where it stands (`items`), and the declaration around it."""

    owner: t.Declaration | t.Winners
    items: list[t.Node]
    node: t.Node


def edit(
    declarations: list[t.Node],
    variants: list[tuple[str, list[t.Node]]],
    scope: tuple[str, list[t.Node]] | None = None,
) -> Edited:
    """Apply variants in order, then a scope. Examples are of the game as it was, and are left out; a variant adds its
    own.

    Args:
        declarations: of the game; left as they are.
        variants: pairs of a variant's name and its changes.
        scope: a scope's name and its changes; it may change what a variant changed.
    """
    done = Edited(copy.deepcopy(declarations) if variants or scope else list(declarations))
    # The examples themselves are kept, not only their ids: one that a variant removes would free its id for one it adds.
    examples = [d for d in done.declarations if isinstance(d, t.Example)] if variants else []
    for name, changes in variants:
        for change in changes:
            _apply(copy.deepcopy(change), name, done)
    if scope is not None:
        done.touched.clear()
        examples += [d for d in done.declarations if isinstance(d, t.Example)]
        for change in scope[1]:
            _apply(copy.deepcopy(change), scope[0], done)
    old = {id(d) for d in examples}
    done.declarations = [d for d in done.declarations if id(d) not in old]
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


# ---- clashes ---------------------------------------------------------------------------------------------------------


def _touch(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """Note that a variant changes something; says so if another one did."""
    other = done.touched.get(name)
    if other is not None and other != variant:
        return _clash(other, variant, name, change, done)
    done.touched[name] = variant
    return True


def _touch_whole(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """The same of a declaration as a whole: then no other may have changed a part of it."""
    others = done.inside.get(name, set()) - {variant}
    if others:
        return _clash(min(others), variant, name, change, done)
    done.whole.setdefault(name, variant)
    return _touch(name, variant, change, done)


def _nothing_lost(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """Whether a variant that puts something in place of a whole has changed no part of that before: it would be lost."""
    if variant not in done.inside.get(name, ()):
        return True
    message = f"`{variant}` changes a part of `{name}` before, and that is lost where the whole is replaced"
    hint = "write in the new text what is to hold, and take that other change out"
    done.errors.append(Diagnostic("E302", message, change.span, hint))
    return False


def _touch_part(owner: str, name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """The same of a part of a declaration: then no other may have changed the whole of it."""
    other = done.whole.get(owner)
    if other is not None and other != variant:
        return _clash(other, variant, owner, change, done)
    done.inside.setdefault(owner, set()).add(variant)
    return _touch(f"{name} in {owner}", variant, change, done)


def _clash(other: str, variant: str, name: str, change: t.Node, done: Edited) -> bool:
    hint = "choose one of them, or write a variant that says what holds"
    message = f"the variants `{other}` and `{variant}` both change `{name}`"
    done.errors.append(Diagnostic("E302", message, change.span, hint))
    return False


# ---- finding ---------------------------------------------------------------------------------------------------------


def _names(declarations: Iterable[t.Node]) -> Iterator[str]:
    for d in declarations:
        if isinstance(d, t.Declaration):
            yield d.name
        for node in d.walk():
            if isinstance(node, t.Option | t.Limit | t.Case):
                yield node.name


def _absent(name: str, what: str, variant: str, change: t.Node, done: Edited) -> None:
    for key, other in done.touched.items():
        if other != variant and (key == name or key.startswith(f"{name} in ")):  # another variant took it out
            _clash(other, variant, name, change, done)
            return
    names = set(_names(d for d in done.declarations if not isinstance(d, t.Example)))  # which no variant changes
    hint = did_you_mean(name, names)
    if not hint and isinstance(change, t.Set):
        hint = f"what the game has not is declared first: add parameter {name} is …"
    span = change.words.get(name, change.span)
    done.errors.append(Diagnostic("E301", f"{what} `{name}`, so it cannot be changed", span, hint))


def _parts(done: Edited, into: str | None = None) -> Iterator[Part]:
    """All options, limits and rows, or those of one declaration."""
    for d in done.declarations:
        if not isinstance(d, t.Declaration | t.Winners) or (into is not None and _key(d)[1] != into):
            continue
        if isinstance(d, t.Term | t.Winners):
            yield from (Part(d, d.cases, case) for case in d.cases)  # type: ignore[arg-type]
        for node in d.walk():
            if isinstance(node, t.Options):
                yield from (Part(d, node.options, o) for o in node.options)  # type: ignore[arg-type]
                yield from (Part(d, node.limits, o) for o in node.limits)  # type: ignore[arg-type]


def _only(name: str, found: list[Part], at: t.Node, done: Edited) -> Part | None:
    """The one part that is meant; says so if it may be several."""
    if len(found) == 1:
        return found[0]
    owners = list(dict.fromkeys(_key(part.owner)[1] or "winners" for part in found))
    hint = f"say in which: `… in {owners[0]}`" if len(owners) > 1 else f"replace `{owners[0]}` as a whole"
    message = (
        f"`{name}` stands {len(found)} times, in {' and '.join(f'`{o}`' for o in owners)}: which is meant is not clear"
    )
    done.errors.append(Diagnostic("E303", message, at.words.get(name, at.span), hint))
    return None


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
    return _key(node)[1] or type(node).__name__.lower()


def _mark(node: t.Node) -> str:
    """What tells a declaration from all others: a measure is called as its procedure is."""
    return f"measure {_label(node)}" if isinstance(node, t.Measure) else _label(node)


def _word(node: t.Node) -> str:
    """What people call such a declaration."""
    if isinstance(node, t.Zone | t.Track):
        return node.shape
    return {t.Components: "cards or dice", t.Procedure: "procedure", t.Always: "invariant"}.get(
        type(node), type(node).__name__.lower()
    )


# ---- changes ---------------------------------------------------------------------------------------------------------


def _set(change: t.Set, variant: str, done: Edited) -> None:
    for d in done.declarations:
        if isinstance(d, t.Parameter) and d.name == change.name:
            if _touch_whole(change.name, variant, change, done):
                done.settings[change.name] = (change.value, change)
            return
        if isinstance(d, t.Term) and d.name == change.name and d.value is not None:
            if _touch_whole(change.name, variant, change, done):
                d.value = change.value
            return
    found = [p for p in _parts(done) if isinstance(p.node, t.Case | t.Limit) and p.node.name == change.name]
    if not found:
        _absent(change.name, "there is no parameter, term, row or limit", variant, change, done)
        return
    part = _only(change.name, found, change, done)
    if part is not None and _touch_part(_label(part.owner), change.name, variant, change, done):
        if isinstance(part.node, t.Case):
            part.node.value = change.value
        elif isinstance(part.node, t.Limit):
            part.node.only = change.value


def _replace(change: t.Replace, variant: str, done: Edited) -> None:
    new = change.new
    if isinstance(new, t.Options):
        items: list[t.Option | t.Limit] = [*new.options, *new.limits]
        for item in items:
            _replace_part(item, change, variant, done)
        return
    for k, d in enumerate(done.declarations):
        if _key(d) == _key(new):
            if _nothing_lost(_mark(new), variant, change, done) and _touch_whole(_mark(new), variant, change, done):
                done.declarations[k] = new
            return
    other = next((d for d in done.declarations if isinstance(d, t.Declaration) and d.name == _label(new)), None)
    if other is not None:
        hint = f"it is a {_word(other)}: take that out by `remove`, and `add` the {_word(new)}"
        message = f"there is no {_word(new)} `{_label(new)}`, so it cannot be changed"
        done.errors.append(Diagnostic("E301", message, change.span, hint))
    else:
        _absent(_label(new), f"there is no {_word(new)}", variant, change, done)


def _replace_part(item: t.Option | t.Limit, change: t.Replace, variant: str, done: Edited) -> None:
    into = change.into or ""
    found = [p for p in _parts(done, into) if type(p.node) is type(item) and p.node.name == item.name]
    if not found:
        _nowhere(item, into, variant, change, done)
        return
    part = _only(item.name, found, item, done)
    if part is not None and _touch_part(into, item.name, variant, change, done):
        part.items[next(k for k, node in enumerate(part.items) if node is part.node)] = item


def _nowhere(item: t.Option | t.Limit, into: str, variant: str, change: t.Node, done: Edited) -> None:
    """An option or limit that a procedure does not have."""
    if not any(isinstance(d, t.Procedure) and d.name == into for d in done.declarations):
        _absent(into, "there is no procedure", variant, change, done)
        return
    there = [p.node.name for p in _parts(done, into) if type(p.node) is type(item)]
    what = type(item).__name__.lower()
    hint = did_you_mean(item.name, there) or f"its {what}s: {', '.join(there) or 'none'}"
    message = f"`{into}` has no {what} `{item.name}`, so it cannot be changed"
    done.errors.append(Diagnostic("E301", message, item.words.get(item.name, item.span), hint))


def _add(change: t.Add, variant: str, done: Edited) -> None:
    new = change.new
    if not isinstance(new, t.Options):
        if _touch_whole(_mark(new), variant, change, done):
            done.declarations.append(new)
        return
    into = change.into or ""
    procedure = next((d for d in done.declarations if isinstance(d, t.Procedure) and d.name == into), None)
    choices = [n for n in procedure.walk() if isinstance(n, t.Choose | t.Together)] if procedure else []
    if not choices:
        _absent(into, "there is no procedure with a choice called", variant, change, done)
        return
    for option in new.options:
        if _touch_part(into, option.name, variant, change, done) and _one_choice(choices, into, change, done):
            first = choices[0]
            there = (first.tiers[0] if isinstance(first, t.Choose) else first.options).options
            if any(t.one_to_players(one, option) for one in there):
                message = f"`{into}` has an option `{option.name}` already, and nothing tells the two apart"
                hint = f"to change it, say `replace in {into}:`; to add one besides, give it another name"
                done.errors.append(Diagnostic("E102", message, option.words.get(option.name, option.span), hint))
            else:
                there.append(option)
    for limit in new.limits:
        if _touch_part(into, limit.name, variant, change, done):
            _add_limit(limit, choices, into, change, done)


def _one_choice(choices: list[t.Choose | t.Together], into: str, change: t.Add, done: Edited) -> bool:
    if len(choices) == 1:
        return True
    message = f"`{into}` has {len(choices)} choices: which of them gets the option is not clear"
    done.errors.append(Diagnostic("E303", message, change.span, f"replace `{into}` as a whole"))
    return False


def _add_limit(limit: t.Limit, choices: list[t.Choose | t.Together], into: str, change: t.Add, done: Edited) -> None:
    """A limit goes to the options among which its own stands."""
    groups = [n for c in choices for n in c.walk() if isinstance(n, t.Options)]
    fitting = list({id(g): g for g in groups if any(o.name == limit.option for o in g.options)}.values())
    if len(fitting) == 1:
        fitting[0].limits.append(limit)
        return
    there = [o.name for g in groups for o in g.options]
    if fitting:
        message = f"`{limit.option}` stands {len(fitting)} times in `{into}`: which is limited is not clear"
        done.errors.append(Diagnostic("E303", message, limit.span, f"replace `{into}` as a whole"))
    else:
        hint = did_you_mean(limit.option, there) or f"its options: {', '.join(there)}"
        message = f"`{into}` has no option `{limit.option}` to limit"
        done.errors.append(Diagnostic("E301", message, limit.words.get(limit.option, limit.span), hint))


def _remove(change: t.Remove, variant: str, done: Edited) -> None:
    if change.what is not None:
        _remove_told(change, variant, done)
        return
    if change.name in ("else", "otherwise") and not any(n == change.name for n in _names(done.declarations)):
        message = f"`{change.name}:` has no name, so a variant cannot take it out by itself"
        hint = "replace the whole procedure: replace turn (player p) NAME: and its rules below"
        span = change.words.get(change.name, change.span)
        done.errors.append(Diagnostic("E301", message, span, hint))
        return
    kept = [d for d in done.declarations if not (isinstance(d, t.Declaration) and d.name == change.name)]
    found = [p for p in _parts(done, change.into) if p.node.name == change.name]  # type: ignore[attr-defined]
    if change.into is None and len(kept) < len(done.declarations):
        if found:
            owner = _label(found[0].owner)
            message = f"`{change.name}` is called so in `{owner}` too: which is meant is not clear"
            hint = f"of the one inside say: remove {change.name} in {owner}"
            done.errors.append(Diagnostic("E303", message, change.words.get(change.name, change.span), hint))
        elif any(isinstance(d, t.Measure) and change.name in d.names for d in done.declarations):
            message = f"`{change.name}` is a procedure, and has a measure: which is meant is not clear"
            hint = (
                f"of the measure say: remove measure {change.name}; to take out both, say that first, and this on the"
                " next line"
            )
            done.errors.append(Diagnostic("E303", message, change.words.get(change.name, change.span), hint))
        elif _touch_whole(change.name, variant, change, done):
            done.declarations = kept
            done.removed[change.name] = (variant, change)
        return
    tag = f"@{change.name.upper()}"
    if not found and any(isinstance(d, t.Ruling) and d.tag == tag for d in done.declarations):
        hint = f"a ruling is called by its tag: remove {tag}"
        message = f"there is nothing called `{change.name}`, so it cannot be changed"
        done.errors.append(Diagnostic("E301", message, change.words.get(change.name, change.span), hint))
        return
    if not found:
        where = f"in `{change.into}` there is nothing called" if change.into else "there is nothing called"
        _absent(change.name, where, variant, change, done)
        return
    part = _only(change.name, found, change, done)
    if part is not None and _touch_part(_label(part.owner), change.name, variant, change, done):
        del part.items[next(k for k, node in enumerate(part.items) if node is part.node)]
        _limits_of(part, done)


def _remove_told(change: t.Remove, variant: str, done: Edited) -> None:
    """Take out a measure, or a ruling, of which the change says that it is one."""
    there: dict[str, list[t.Node]] = {}
    for d in done.declarations:
        if isinstance(d, t.Ruling) and change.what == "ruling":
            there[d.tag] = [d]
        elif isinstance(d, t.Measure) and change.what == "measure":
            for name in d.names:
                there.setdefault(name, []).append(d)
    if change.name in there:
        gone = {id(d) for d in there[change.name]}
        if _touch_whole(_mark(there[change.name][0]), variant, change, done):
            done.declarations = [d for d in done.declarations if id(d) not in gone]
            if change.what == "ruling":
                done.removed[change.name] = (variant, change)
        return
    key = change.name if change.what == "ruling" else f"measure {change.name}"
    other = done.touched.get(key)
    if other is not None and other != variant:
        _clash(other, variant, key, change, done)
        return
    of = " of" if change.what == "measure" else ""
    message = f"there is no {change.what}{of} `{change.name}`, so it cannot be taken out"
    hint = did_you_mean(change.name, there) or f"those of the game: {', '.join(there) or 'none'}"
    done.errors.append(Diagnostic("E301", message, change.words.get(change.name, change.span), hint))


def _limits_of(part: Part, done: Edited) -> None:
    """With an option go the limits on it."""
    if isinstance(part.node, t.Option):
        for d in done.declarations:
            for node in d.walk():
                if isinstance(node, t.Options) and node.options is part.items:
                    node.limits = [x for x in node.limits if x.option != part.node.name]


def _hook(change: t.Hook, variant: str, done: Edited) -> None:
    named = [d for d in done.declarations if isinstance(d, t.Procedure) and d.name == change.name]
    parts = [p for p in _parts(done, change.into) if isinstance(p.node, t.Option) and p.node.name == change.name]
    if change.into is not None:
        named = []
    if change.side == "before" and not named:
        _absent(change.name, "there is no procedure", variant, change, done)
        if parts:
            last = done.errors.pop()
            hint = f"`{change.name}` is an option, and only `after` is said of an option"
            done.errors.append(Diagnostic(last.code, last.message, last.span, hint))
    elif named and parts and change.side == "after":
        hint = f"of the option say: after {change.name} in {_label(parts[0].owner)}"
        span = change.words.get(change.name, change.span)
        message = f"`{change.name}` is both a procedure and an option: which is meant is not clear"
        done.errors.append(Diagnostic("E303", message, span, hint))
    elif named:
        if _touch_part(change.name, change.side, variant, change, done):
            body, more = named[0].body, change.body.statements
            body.statements = body.statements + more if change.side == "after" else more + body.statements
    elif parts:
        for part in parts:
            if _touch_part(_label(part.owner), f"after {change.name}", variant, change, done):
                _after_option(part.node, change.body)
    else:
        where = f"`{change.into}` has no option" if change.into else "there is no procedure or option"
        _absent(change.name, where, variant, change, done)


def _after_option(option: t.Node, more: t.Body) -> None:
    """The rules come right after the option's move, before the rest of what it does."""
    assert isinstance(option, t.Option)
    old = option.body or t.Body([], span=more.span)
    option.body = t.Body(copy.deepcopy(more.statements) + old.statements, span=old.span, tags=old.tags)
