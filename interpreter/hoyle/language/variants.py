"""Variants: changes of named things, applied to copies of the trees before anything is checked.

Comes in: a game's file and changes. Goes out: the declarations that count and the parameters set.
What always holds: a change of what is not there, and two variants that change one thing, are mistakes.
"""

from __future__ import annotations

import copy

from . import tree as t
from .diagnostics import Diagnostic, did_you_mean
from .edited import (
    Edited,
    Part,
    absent,
    clash,
    key_of,
    label_of,
    mark_of,
    names_in,
    nothing_lost,
    only_one,
    part_kept,
    parts_of,
    something_left,
    touch,
    touch_part,
    touch_whole,
    word_for,
)
from .valueless import valueless


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
    if variants:
        done = Edited(copy.deepcopy(declarations))
    elif scope:  # the scopes of a game are many, and none of them changes another
        done = Edited([d if isinstance(d, t.Scope) else copy.deepcopy(d) for d in declarations])
    else:
        done = Edited(list(declarations))
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
    something_left(done)
    old = {id(d) for d in examples}
    done.declarations = [d for d in done.declarations if id(d) not in old]
    return done


def _apply(change: t.Node, variant: str, done: Edited) -> None:
    match change:
        case t.Players():
            if touch("players", variant, change, done):
                done.declarations = [d for d in done.declarations if not isinstance(d, t.Players)] + [change]
        case t.Set():
            _set(change, variant, done)
        case t.Replace():
            _replace(change, variant, done)
        case t.Add():
            _add(change, variant, done)
        case t.Remove():
            _remove(change, variant, done)
        case t.Allow():
            _allow(change, variant, done)
        case t.Hook():
            _hook(change, variant, done)


# ---- changes ---------------------------------------------------------------------------------------------------------


def _set(change: t.Set, variant: str, done: Edited) -> None:
    for d in done.declarations:
        if isinstance(d, t.Parameter) and d.name == change.name:
            if touch_whole(change.name, variant, change, done):
                done.settings[change.name] = (change.value, change)
            return
        if isinstance(d, t.Term) and d.name == change.name and d.value is not None:
            if touch_whole(change.name, variant, change, done):
                d.value = change.value
            return
    found = [p for p in parts_of(done) if isinstance(p.node, t.Case | t.Limit) and p.node.name == change.name]
    if not found:
        option = next((p for p in parts_of(done) if isinstance(p.node, t.Option) and p.node.name == change.name), None)
        if option is not None:
            message = f"`{change.name}` is an option, and has no value that could be set"
            hint = f"write: replace in {label_of(option.owner)}: and below it, indented: to {change.name} …, as it is to be"
            done.errors.append(Diagnostic("E301", message, change.words.get(change.name, change.span), hint))
            return
        if not valueless(change, done):
            absent(change.name, "there is no parameter, term, row or limit", variant, change, done)
        return
    part = only_one(change.name, found, change, done)
    if part is not None and touch_part(label_of(part.owner), change.name, variant, change, done):
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
        if key_of(d) == key_of(new):
            if nothing_lost(mark_of(new), variant, change, done) and touch_whole(mark_of(new), variant, change, done):
                done.declarations[k] = new
            return
    other = next((d for d in done.declarations if isinstance(d, t.Declaration) and d.name == label_of(new)), None)
    if other is not None:
        hint = f"it is a {word_for(other)}: take that out by `remove`, and `add` the {word_for(new)}"
        message = f"there is no {word_for(new)} `{label_of(new)}`, so it cannot be changed"
        done.errors.append(Diagnostic("E301", message, change.span, hint))
    else:
        absent(label_of(new), f"there is no {word_for(new)}", variant, change, done)


def _replace_part(item: t.Option | t.Limit, change: t.Replace, variant: str, done: Edited) -> None:
    into = change.into or ""
    found = [p for p in parts_of(done, into) if type(p.node) is type(item) and p.node.name == item.name]
    if not found:
        _nowhere(item, into, variant, change, done)
        return
    part = only_one(item.name, found, item, done)
    if part is None or not part_kept(into, item.name, variant, item, done):
        return
    if touch_part(into, item.name, variant, change, done):
        part.items[next(k for k, node in enumerate(part.items) if node is part.node)] = item


def _nowhere(item: t.Option | t.Limit, into: str, variant: str, change: t.Node, done: Edited) -> None:
    """An option or limit that a procedure does not have."""
    if not any(isinstance(d, t.Procedure) and d.name == into for d in done.declarations):
        absent(into, "there is no procedure", variant, change, done)
        return
    there = [p.node.name for p in parts_of(done, into) if type(p.node) is type(item)]
    what = type(item).__name__.lower()
    hint = did_you_mean(item.name, there) or f"its {what}s: {', '.join(there) or 'none'}"
    message = f"`{into}` has no {what} `{item.name}`, so it cannot be changed"
    done.errors.append(Diagnostic("E301", message, item.words.get(item.name, item.span), hint))


def _add(change: t.Add, variant: str, done: Edited) -> None:
    new = change.new
    if not isinstance(new, t.Options):
        if touch_whole(mark_of(new), variant, change, done) and not _there(new, change, done):
            done.declarations.append(new)
        return
    into = change.into or ""
    procedure = next((d for d in done.declarations if isinstance(d, t.Procedure) and d.name == into), None)
    choices = [n for n in procedure.walk() if isinstance(n, t.Choose | t.Together)] if procedure else []
    if not choices:
        absent(into, "there is no procedure with a choice called", variant, change, done)
        return
    groups = _groups(choices, into, change, done)
    for option in new.options:
        if touch_part(into, option.name, variant, change, done):
            for group in groups:
                _join(copy.deepcopy(option), group, into, done)
    for limit in new.limits:
        if touch_part(into, limit.name, variant, change, done):
            if change.beside is not None and any(o.name == limit.option for g in groups for o in g.options):
                for group in groups:
                    if any(o.name == limit.option for o in group.options):
                        group.limits.append(copy.deepcopy(limit))
            else:
                _add_limit(limit, choices, into, change, done)


def _there(new: t.Node, change: t.Add, done: Edited) -> bool:
    """Whether what is added is there already; says so."""
    if isinstance(new, t.Measure | t.Ruling) or not any(key_of(d) == key_of(new) for d in done.declarations):
        return False
    name, what = label_of(new), word_for(new)
    hint = f"to put another in its place, say `replace` for `add`{_in_choice(new, name)}"
    message = (
        f"the game has a {what} `{name}` already" if isinstance(new, t.Declaration) else f"the game has its {what}"
    )
    done.errors.append(Diagnostic("E102", message, change.words.get(name, new.words.get(name, change.span)), hint))
    return True


def _in_choice(new: t.Node, name: str) -> str:
    return f"; options join its choice below `add in {name}:`" if isinstance(new, t.Procedure) else ""


def _groups(choices: list[t.Choose | t.Together], into: str, change: t.Add, done: Edited) -> list[t.Options]:
    """The options that new ones join: those of the only choice, or each in which one is called as the change says."""
    assert isinstance(change.new, t.Options)
    groups = list({id(n): n for c in choices for n in c.walk() if isinstance(n, t.Options)}.values())
    there = [o.name for group in groups for o in group.options]
    if change.beside is not None:
        fitting = [group for group in groups if any(o.name == change.beside for o in group.options)]
        if not fitting:
            hint = did_you_mean(change.beside, there) or f"its options: {', '.join(dict.fromkeys(there))}"
            message = f"`{into}` has no option `{change.beside}` beside which another could stand"
            done.errors.append(Diagnostic("E301", message, change.words.get(change.beside, change.span), hint))
        return fitting
    if len(choices) == 1:
        first = choices[0]
        return [first.tiers[0] if isinstance(first, t.Choose) else first.options]
    if change.new.options:
        message = f"`{into}` has {len(choices)} choices: which of them gets the option is not clear"
        beside = next((name for name in there if there.count(name) == 1), there[0])
        hint = f"say beside which option it is to stand, like: add in {into} beside {beside}:"
        done.errors.append(Diagnostic("E303", message, change.span, hint))
    return []


def _join(option: t.Option, group: t.Options, into: str, done: Edited) -> None:
    """A new option joins others, if it can be told from them."""
    if any(t.one_to_players(one, option) for one in group.options):
        message = f"`{into}` has an option `{option.name}` already, and nothing tells the two apart"
        hint = f"to change it, say `replace in {into}:`; to add one besides, give it another name"
        done.errors.append(Diagnostic("E102", message, option.words.get(option.name, option.span), hint))
    else:
        group.options.append(option)


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
        other = [o.name for g in fitting for o in g.options]
        beside = next((name for name in other if other.count(name) == 1), None)
        hint = f"like: add in {into} beside {beside}:" if beside else f"replace `{into}` as a whole"
        done.errors.append(Diagnostic("E303", message, limit.span, hint))
    else:
        hint = did_you_mean(limit.option, there) or f"its options: {', '.join(there)}"
        message = f"`{into}` has no option `{limit.option}` to limit"
        done.errors.append(Diagnostic("E301", message, limit.words.get(limit.option, limit.span), hint))


def _remove(change: t.Remove, variant: str, done: Edited) -> None:
    if change.what is not None:
        _remove_told(change, variant, done)
        return
    if change.name in ("else", "otherwise") and not any(n == change.name for n in names_in(done.declarations)):
        message = f"`{change.name}:` has no name, so a variant cannot take it out by itself"
        hint = "replace the whole procedure: replace turn (player p) NAME: and its rules below"
        span = change.words.get(change.name, change.span)
        done.errors.append(Diagnostic("E301", message, span, hint))
        return
    kept = [d for d in done.declarations if not (isinstance(d, t.Declaration) and d.name == change.name)]
    found = [p for p in parts_of(done, change.into) if p.node.name == change.name]  # type: ignore[attr-defined]
    if change.into is None and len(kept) < len(done.declarations):
        if found:
            owner = label_of(found[0].owner)
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
        elif touch_whole(change.name, variant, change, done):
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
        absent(change.name, where, variant, change, done)
        return
    part = only_one(change.name, found, change, done)
    if part is None or not part_kept(label_of(part.owner), change.name, variant, change, done):
        return
    if touch_part(label_of(part.owner), change.name, variant, change, done):
        del part.items[next(k for k, node in enumerate(part.items) if node is part.node)]
        _limits_of(part, done)
        if not isinstance(part.node, t.Limit):
            done.shortened.append((part, change))


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
        if touch_whole(mark_of(there[change.name][0]), variant, change, done):
            done.declarations = [d for d in done.declarations if id(d) not in gone]
            if change.what == "ruling":
                done.removed[change.name] = (variant, change)
        return
    key = change.name if change.what == "ruling" else f"measure {change.name}"
    other = done.touched.get(key)
    if other is not None and other != variant:
        clash(other, variant, key, change, done)
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


def _allow(change: t.Allow, variant: str, done: Edited) -> None:
    """Another condition for an option, wherever in the procedure it is offered."""
    found = [p for p in parts_of(done, change.into) if isinstance(p.node, t.Option) and p.node.name == change.name]
    owners = list(dict.fromkeys(label_of(part.owner) for part in found))
    if not found:
        where = f"`{change.into}` has no option" if change.into else "there is no option"
        absent(change.name, where, variant, change, done)
    elif len(owners) > 1:
        only_one(change.name, found, change, done)
    elif touch_part(owners[0], change.name, variant, change, done):
        for part in found:
            assert isinstance(part.node, t.Option)
            part.node.where = copy.deepcopy(change.where)
            part.node.tags += [tag for tag in change.tags if tag not in part.node.tags]


def _hook(change: t.Hook, variant: str, done: Edited) -> None:
    named = [d for d in done.declarations if isinstance(d, t.Procedure) and d.name == change.name]
    parts = [p for p in parts_of(done, change.into) if isinstance(p.node, t.Option) and p.node.name == change.name]
    if change.into is not None:
        named = []
    if change.side == "before" and not named:
        absent(change.name, "there is no procedure", variant, change, done)
        if parts:
            last = done.errors.pop()
            hint = f"`{change.name}` is an option, and only `after` is said of an option"
            done.errors.append(Diagnostic(last.code, last.message, last.span, hint))
    elif named and parts and change.side == "after":
        hint = f"of the option say: after {change.name} in {label_of(parts[0].owner)}"
        span = change.words.get(change.name, change.span)
        message = f"`{change.name}` is both a procedure and an option: which is meant is not clear"
        done.errors.append(Diagnostic("E303", message, span, hint))
    elif named:
        if touch_part(change.name, change.side, variant, change, done):
            body, more = named[0].body, change.body.statements
            body.statements = body.statements + more if change.side == "after" else more + body.statements
    elif parts:
        for part in parts:
            if touch_part(label_of(part.owner), f"after {change.name}", variant, change, done):
                _after_option(part.node, change.body)
    else:
        where = f"`{change.into}` has no option" if change.into else "there is no procedure or option"
        absent(change.name, where, variant, change, done)


def _after_option(option: t.Node, more: t.Body) -> None:
    """The rules come right after the option's move, before the rest of what it does."""
    assert isinstance(option, t.Option)
    old = option.body or t.Body([], span=more.span)
    option.body = t.Body(copy.deepcopy(more.statements) + old.statements, span=old.span, tags=old.tags)
