"""What a spec declares and nobody uses: not wrong, but worth a word.

Comes in: a program without mistakes and what its checks noted. Goes out: warnings.
"""

from __future__ import annotations

from . import tree as t
from .diagnostics import Diagnostic
from .expressions import Expressions
from .program import Program, constant
from .statements import Statements

# What people call the column `copies`.
_HOW_MANY = {"number", "numbers", "count", "counts", "amount", "quantity", "copy", "cards", "times", "many", "how-many"}


def unused(x: Expressions, s: Statements) -> list[Diagnostic]:
    """Warnings of all that is never used, called or referred to."""
    return [*_names(x, s), *_empty(x, s), *_procedures(x, s), *_lets(x), *_rulings(x)]


def _names(x: Expressions, s: Statements) -> list[Diagnostic]:
    p = x.p
    warnings = []
    homes = {
        n.name
        for c in p.components.values()
        for h in c.homes
        for n in h.walk()
        if isinstance(n, t.Name | t.Of | t.Numbered)
    }
    columns = {c for f in p.components.values() for c in f.columns}
    reckoned = {n.name for q in p.parameters.values() for n in q.walk() if isinstance(n, t.Name)}  # from one another
    for table, what in (
        (p.zones, "zone"), (p.tracks, "track"), (p.terms, "term"), (p.parameters, "parameter"), (p.kinds, "kind"),
        (p.combinations, "combination"),
    ):  # fmt: skip
        for name, node in table.items():
            if name in x.used or name in columns or (what == "zone" and name in homes and name in s.moved):
                continue
            if what == "parameter" and name in reckoned:
                continue
            word = node.shape if isinstance(node, t.Track | t.Zone) else what
            if f"set {name}" in x.used:
                message, hint = (
                    f"the {word} `{name}` is set, but nobody asks what it is",
                    "ask it somewhere, or take it out",
                )
            else:
                message, hint = f"the {word} `{name}` is never used", "use it or take it out"
            warnings.append(Diagnostic("W501", message, node.words.get(name, node.span), hint, warning=True))
    return warnings


def fixed(program: Program) -> list[Diagnostic]:
    """Parameters that can only have one value."""
    warnings = []
    for name, node in program.parameters.items():
        ends = node.among or [end for end in (node.low, node.high) if end is not None]
        # What is reckoned from other parameters may be another number when they are.
        if any(isinstance(n, t.Name) for end in ends for n in end.walk()) and any(end != ends[0] for end in ends):
            continue
        if len({constant(end, program) for end in ends}) == 1:
            number = ends[0].name if isinstance(ends[0], t.Name) else constant(ends[0], program)
            message = f"the parameter `{name}` can only be {number}, so there is nothing to agree on"
            hint = f"allow other numbers; or, where it is no parameter, say so by a term: term {name}: {number}"
            warnings.append(Diagnostic("W511", message, node.words.get(name, node.span), hint, warning=True))
    return warnings


def miscalled(program: Program) -> list[Diagnostic]:
    """Columns of numbers that nobody asks for, and that are called as if they told how many there are of each face."""
    asked = {
        node.ref.what[1]
        for declaration in program.declarations
        for node in declaration.walk()
        if isinstance(node, t.Expr) and node.ref is not None and node.ref.kind == "column"
    }
    asked |= {
        node.by for declaration in program.declarations for node in declaration.walk() if isinstance(node, t.Pattern)
    } - {None}
    asked |= {field for order in program.orders.values() for field in order.fields}
    warnings = []
    for component in program.components.values():
        for head, column in zip(component.heads, component.columns, strict=False):
            counts = column in _HOW_MANY and "copies" not in component.columns
            if counts and column not in asked and column not in program.kinds:
                message = f"the column `{column}` is a number of each {component.name} that nobody asks for"
                hint = "did you mean `copies`? that column says how many there are of each face"
                warnings.append(Diagnostic("W501", message, head, hint, warning=True))
    return warnings


def _empty(x: Expressions, s: Statements) -> list[Diagnostic]:
    """Zones that rules speak of, and to which no card ever comes."""
    homes = {h.type.of for c in x.p.components.values() for h in c.homes if h.type is not None}
    warnings = []
    for name, zone in x.p.zones.items():
        if name in x.used and name not in homes | s.filled:
            message = f"nothing ever comes to lie in `{name}`: no cards start there, and no rule puts any there"
            span = zone.words.get(name, zone.span)
            warnings.append(Diagnostic("W505", message, span, "move cards there, or take it out", warning=True))
    return warnings


def _procedures(x: Expressions, s: Statements) -> list[Diagnostic]:
    warnings = []
    for name, node in x.p.procedures.items():
        if name != "play" and name not in s.called:
            span = node.words.get(name, node.span)
            hint = "call it or take it out"
            warnings.append(Diagnostic("W502", f"`{name}` is never called", span, hint, warning=True))
    return warnings


def _lets(x: Expressions) -> list[Diagnostic]:
    warnings = []
    for procedure in x.p.procedures.values():
        for body in procedure.walk():
            for k, let in enumerate(body.statements if isinstance(body, t.Body) else []):
                if not isinstance(let, t.Let):
                    continue
                after = (node for statement in body.statements[k + 1 :] for node in statement.walk())  # type: ignore[attr-defined]
                if not any(isinstance(node, t.Name) and node.name == let.name for node in after):
                    span = let.words.get(let.name, let.span)
                    hint = "use it or take it out"
                    warnings.append(
                        Diagnostic("W501", f"`{let.name}` gets a name, and is never used", span, hint, warning=True)
                    )
    return warnings


def unrested(program: Program, file: t.File, changes: list[t.Node]) -> list[Diagnostic]:
    """Warnings of rulings that variants add, and that no line of theirs, or of the game, rests on."""
    own = {d.tag for d in file.declarations if isinstance(d, t.Ruling)}
    rested = {tag for d in [*program.declarations, *changes] for node in d.walk() for tag in node.tags}
    rested |= set(file.tags)
    found = [_unrested(ruling) for tag, ruling in program.rulings.items() if tag not in rested | own]
    if changes:
        before = {tag for d in file.declarations for node in d.walk() for tag in node.tags}
        lost = [tag for tag in program.rulings if tag in before & own and tag not in rested]
        found += [_lost(tag, _culprit(file, changes, tag)) for tag in lost]
    return found


def _culprit(file: t.File, changes: list[t.Node], tag: str) -> t.Node:
    """The change that takes out or replaces a line which a ruling's tag stood on: else the first."""
    names = set()
    for declaration in file.declarations:
        tagged = [node for node in declaration.walk() if tag in node.tags]
        if tagged:
            names |= {getattr(node, "name", None) for node in [declaration, *tagged]} - {None}
    for change in changes:
        new = change.new if isinstance(change, t.Replace) else change
        inside = [*new.options, *new.limits] if isinstance(new, t.Options) else [new]
        if isinstance(change, t.Replace | t.Remove) and any(getattr(one, "name", None) in names for one in inside):
            return change
    return changes[0]


def _lost(tag: str, change: t.Node) -> Diagnostic:
    message = f"with this variant no line rests on the ruling {tag} any more"
    hint = f"write {tag} at the line that it decides now, or say: remove {tag}"
    return Diagnostic("W504", message, change.span, hint, warning=True)


def _unrested(ruling: t.Ruling) -> Diagnostic:
    hint = f"write {ruling.tag} at the end of the lines that it decides"
    return Diagnostic("W504", f"no line rests on the ruling {ruling.tag}", ruling.span, hint, warning=True)


def _rulings(x: Expressions) -> list[Diagnostic]:
    rested = {tag for d in x.p.declarations for node in d.walk() for tag in node.tags}
    rested |= set(x.p.tags)
    return [_unrested(ruling) for tag, ruling in x.p.rulings.items() if tag not in rested]
