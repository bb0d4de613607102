"""What the changes of variants have come to so far: which of them clash, where a part of the rules stands.

Comes in: declarations that are being changed, a change. Goes out: what it is about, or the mistake that it is. What always
holds: a change of what is not there, and two variants that change one thing, are mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import tree as t
from .diagnostics import Diagnostic, did_you_mean


@dataclass
class Edited:
    """What the changes give. `touched` maps each changed name to the variant that did it; `whole` the declarations that
    were replaced or taken out, `inside` those of which a part was changed, `removed` those that are gone, to the
    variants that did, those that are gone with the change; `shortened` the lists from which an option or a row was taken,
    with the change that did."""

    declarations: list[t.Node]
    settings: dict[str, tuple[t.Expr, t.Node]] = field(default_factory=dict)
    touched: dict[str, str] = field(default_factory=dict)
    whole: dict[str, str] = field(default_factory=dict)
    inside: dict[str, set[str]] = field(default_factory=dict)
    removed: dict[str, tuple[str, t.Node]] = field(default_factory=dict)
    shortened: list[tuple[Part, t.Node]] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)


@dataclass
class Part:
    """An option, a limit or a row: where it stands (`items`), and the declaration around it."""

    owner: t.Declaration | t.Winners
    items: list[t.Node]
    node: t.Node


# ---- clashes ---------------------------------------------------------------------------------------------------------


def touch(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """Note that a variant changes something; says so if another one did."""
    other = done.touched.get(name)
    if other is not None and other != variant:
        return clash(other, variant, name, change, done)
    done.touched[name] = variant
    return True


def touch_whole(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """The same of a declaration as a whole: then no other may have changed a part of it."""
    others = done.inside.get(name, set()) - {variant}
    if others:
        return clash(min(others), variant, name, change, done)
    done.whole.setdefault(name, variant)
    return touch(name, variant, change, done)


def nothing_lost(name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """Whether a variant that puts something in place of a whole has changed no part of that before: it would be lost."""
    if variant not in done.inside.get(name, ()):
        return True
    message = f"`{variant}` changes a part of `{name}` before, and that is lost where the whole is replaced"
    hint = "write in the new text what is to hold, and take that other change out"
    done.errors.append(Diagnostic("E302", message, change.span, hint))
    return False


def part_kept(owner: str, name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """The same of a part that is replaced or taken out."""
    if variant not in (done.touched.get(f"{name} in {owner}"), done.touched.get(f"after {name} in {owner}")):
        return True
    message = f"`{variant}` changes `{name}` in `{owner}` before, and that is lost here"
    hint = "take one of the two changes out, or let this one stand first"
    done.errors.append(Diagnostic("E302", message, change.words.get(name, change.span), hint))
    return False


def touch_part(owner: str, name: str, variant: str, change: t.Node, done: Edited) -> bool:
    """The same of a part of a declaration: then no other may have changed the whole of it."""
    other = done.whole.get(owner)
    if other is not None and other != variant:
        return clash(other, variant, owner, change, done)
    done.inside.setdefault(owner, set()).add(variant)
    return touch(f"{name} in {owner}", variant, change, done)


def clash(other: str, variant: str, name: str, change: t.Node, done: Edited) -> bool:
    hint = "choose one of them, or write a variant that says what holds"
    message = f"the variants `{other}` and `{variant}` both change `{name}`"
    done.errors.append(Diagnostic("E302", message, change.span, hint))
    return False


def something_left(done: Edited) -> None:
    """A choice keeps an option, a term and the winners keep a row, whatever was taken out of them. Of several tiers of a
    choice those that are empty go."""
    told: set[int] = set()
    for part, change in reversed(done.shortened):
        if part.items or id(part.items) in told or not any(d is part.owner for d in done.declarations):
            continue
        told.add(id(part.items))
        owner = label_of(part.owner)
        if isinstance(part.node, t.Case):
            message, hint = f"no row of `{owner}` is left", f"say what it is: replace {owner}, or leave a row"
        else:
            for choice in (n for n in part.owner.walk() if isinstance(n, t.Choose)):
                if any(tier.options for tier in choice.tiers):
                    choice.tiers = [tier for tier in choice.tiers if tier.options]
            if not any(n.options is part.items for n in part.owner.walk() if isinstance(n, t.Options)):
                continue
            message = f"no option is left in a choice of `{owner}`"
            hint = f"add another to it, or replace `{owner}` as a whole by rules that ask nobody"
        done.errors.append(Diagnostic("E304", message, change.span, hint))


# ---- finding ---------------------------------------------------------------------------------------------------------


def names_in(declarations: Iterable[t.Node]) -> Iterator[str]:
    for d in declarations:
        if isinstance(d, t.Declaration):
            yield d.name
        for node in d.walk():
            if isinstance(node, t.Option | t.Limit | t.Case):
                yield node.name


def absent(name: str, what: str, variant: str, change: t.Node, done: Edited) -> None:
    for key, other in done.touched.items():
        if other != variant and (key == name or key.startswith(f"{name} in ")):  # another variant took it out
            clash(other, variant, name, change, done)
            return
    names = set(names_in(d for d in done.declarations if not isinstance(d, t.Example)))  # which no variant changes
    hint = did_you_mean(name, names)
    if not hint and isinstance(change, t.Set):
        hint = f"what the game has not is declared first: add parameter {name} is …"
    span = change.words.get(name, change.span)
    done.errors.append(Diagnostic("E301", f"{what} `{name}`, so it cannot be changed", span, hint))


def parts_of(done: Edited, into: str | None = None) -> Iterator[Part]:
    """All options, limits and rows, or those of one declaration."""
    for d in done.declarations:
        if not isinstance(d, t.Declaration | t.Winners) or isinstance(d, t.Scope) or (into and key_of(d)[1] != into):
            continue
        if isinstance(d, t.Term | t.Winners):
            yield from (Part(d, d.cases, case) for case in d.cases)  # type: ignore[arg-type]
        for node in d.walk():
            if isinstance(node, t.Options):
                yield from (Part(d, node.options, o) for o in node.options)  # type: ignore[arg-type]
                yield from (Part(d, node.limits, o) for o in node.limits)  # type: ignore[arg-type]


def only_one(name: str, found: list[Part], at: t.Node, done: Edited) -> Part | None:
    """The one part that is meant; says so if it may be several."""
    if len(found) == 1:
        return found[0]
    owners = list(dict.fromkeys(key_of(part.owner)[1] or "winners" for part in found))
    hint = f"say in which: `… in {owners[0]}`" if len(owners) > 1 else f"replace `{owners[0]}` as a whole"
    message = (
        f"`{name}` stands {len(found)} times, in {' and '.join(f'`{o}`' for o in owners)}: which is meant is not clear"
    )
    done.errors.append(Diagnostic("E303", message, at.words.get(name, at.span), hint))
    return None


def key_of(node: t.Node) -> tuple[type, str]:
    match node:
        case t.Ruling():
            return t.Ruling, node.tag
        case t.Measure():
            return t.Measure, node.names[0]
        case t.Declaration():
            return type(node), node.name
    return type(node), ""


def label_of(node: t.Node) -> str:
    return key_of(node)[1] or type(node).__name__.lower()


def mark_of(node: t.Node) -> str:
    """What tells a declaration from all others: a measure is called as its procedure is."""
    return f"measure {label_of(node)}" if isinstance(node, t.Measure) else label_of(node)


def word_for(node: t.Node) -> str:
    """What people call such a declaration."""
    if isinstance(node, t.Zone | t.Track):
        return node.shape
    return {t.Components: "cards or dice", t.Procedure: "procedure", t.Always: "invariant"}.get(
        type(node), type(node).__name__.lower()
    )
