"""What a variant sets with `is` though it has no value of that kind: a marker, a counter, `winners`, a zone.

Comes in: such a change, and what the changes have come to. Goes out: the mistake, with what is to be written.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import Diagnostic
from .edited import Edited, word_for


def valueless(change: t.Set, done: Edited) -> bool:
    """Whether the name that is set is that of a declaration without a value; says so."""
    if change.name == "winners":
        hint = "like: replace winners: p in players with lowest points of p"
        done.errors.append(Diagnostic("E301", "who wins is said anew as a whole", change.span, hint))
        return True
    declared = next((d for d in done.declarations if isinstance(d, t.Declaration) and d.name == change.name), None)
    if declared is None:
        declared = next((d for d in done.declarations if isinstance(d, t.Components) and _called(d, change.name)), None)
    if declared is None or isinstance(declared, t.Example | t.Scope):
        return False
    if isinstance(declared, t.Components):
        _number_of(declared, change, done)
        return True
    message = f"`{change.name}` is a {word_for(declared)}, and has no value that a variant could set"
    hint = _track(declared, change, done) if isinstance(declared, t.Track) else ""
    hint = hint or f"write it anew, as it is to be: replace {_opening(declared)} …"
    done.errors.append(Diagnostic("E301", message, change.words.get(change.name, change.span), hint))
    return True


def _called(components: t.Components, name: str) -> bool:
    """Whether people call these cards or dice so, all together."""
    return name in (components.sort, f"{components.name}s", f"number-of-{components.sort}", f"{components.name}-count")


def _number_of(components: t.Components, change: t.Set, done: Edited) -> None:
    """How many dice or cards there are is part of their table."""
    sort = components.sort
    homes = ", ".join(home.name if isinstance(home, t.Name) else "…" for home in components.homes)
    head = f"replace {sort} called {components.name} in {homes}"
    if sort == "dice":
        head += f", {_said(change.value)} of them:"
        hint = f"write {head} and all its lines below; or let the game say `NAME of them`, with NAME a parameter"
    else:
        hint = f"write {head}: and all its lines below, each with its number under a column `copies`"
    message = f"how many {sort} there are has no name that a variant could set"
    done.errors.append(Diagnostic("E301", message, change.words.get(change.name, change.span), hint))


def _track(track: t.Track, change: t.Set, done: Edited) -> str:
    """What is said of a counter, a flag or a marker: what it becomes in play, or from what number it starts."""
    procedures = {d.name: d for d in done.declarations if isinstance(d, t.Procedure)}
    each = " of …" if track.each else ""
    becomes = f"{track.name}{each} becomes {_said(change.value)}"
    for procedure in procedures.values():
        nodes = list(procedure.walk())
        at = next((k for k, node in enumerate(nodes) if isinstance(node, t.Becomes) and _is(node.place, track)), None)
        if at is None:
            continue
        called = next((n.name for n in nodes[at:] if isinstance(n, t.Call) and n.name in procedures), None)
        if called is not None:
            return f"write: before {called}: and below it, indented: {becomes}"
        return f"it is set in `{procedure.name}`: replace that as a whole, with {becomes}"
    if track.shape == "counter" and isinstance(change.value, t.Number):
        each = f" of each {track.each}" if track.each else ""
        return f"write: replace counter {track.name}{each} from {change.value.value}"
    return f"say when: before (or after) a procedure, and below it, indented: {becomes}"


def _is(place: t.Expr, track: t.Track) -> bool:
    return isinstance(place, t.Name | t.Of) and place.name == track.name


def _said(value: t.Expr) -> str:
    """A value as it was written, where that is one word."""
    if isinstance(value, t.Number):
        return str(value.value)
    return value.name if isinstance(value, t.Name) else "…"


def _opening(declared: t.Declaration) -> str:
    """How a declaration of this kind opens."""
    if isinstance(declared, t.Components):
        return f"{declared.sort} called {declared.name} in"
    if isinstance(declared, t.Procedure):
        return f"{declared.role} {declared.name}"
    return f"{word_for(declared)} {declared.name}"
