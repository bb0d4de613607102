"""Mistakes that a variant causes in the game's own lines: they are told with the change that they come from.

Comes in: the mistakes of a game with variants, and those of the game alone. Goes out: the same mistakes; those that the
game alone has not point at a change, too, if one can be told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from . import tree as t
from .diagnostics import Diagnostic

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def blamed(
    found: Iterable[Diagnostic],
    file: t.File,
    variants: Sequence[tuple[str, list[t.Node]]],
    before: Collection[Diagnostic],
    texts: dict[str, str],
) -> list[Diagnostic]:
    """The mistakes with what causes them.

    Args:
        found: the mistakes of the game with the variants.
        file: the game's tree.
        variants: their names and changes.
        before: the mistakes of the game without them.
        texts: the files' texts.
    """
    there = {(d.code, d.span) for d in before}
    return [
        _with_cause(d, file, variants, texts) if d.span.file == file.span.file and (d.code, d.span) not in there else d
        for d in found
    ]


def _with_cause(
    one: Diagnostic, file: t.File, variants: Sequence[tuple[str, list[t.Node]]], texts: dict[str, str]
) -> Diagnostic:
    rows = texts.get(one.span.file, "").split("\n")
    row = rows[one.span.line - 1] if 0 < one.span.line <= len(rows) else ""
    # What the words at fault say, their line, and the declaration that they stand in: the nearer, the likelier.
    fault = row[one.span.column - 1 : one.span.end_column - 1] if one.span.line == one.span.end_line else row
    around = [d for d in file.declarations if d.span.line <= one.span.line <= d.span.end_line]
    nearness = [fault, row, " ".join(str(getattr(d, "name", "")) for d in around)]
    nearness += [" ".join(n.name for d in around for n in d.walk() if isinstance(n, t.Name | t.Of | t.Call))]
    changes = [change for _, nodes in variants for change in nodes if not _adds(change)]
    for words in (set(_NAME.findall(text)) for text in nearness):
        for change in changes:
            if words & _changed(change):
                return replace(one, cause=change.span)
    return replace(one, cause=changes[0].span) if len(changes) == 1 else one


def _adds(change: t.Node) -> bool:
    return isinstance(change, t.Add) and not isinstance(change.new, t.Options)


def _changed(change: t.Node) -> set[str]:
    """The names of what a change is about."""
    if isinstance(change, t.Players):
        return {"players"}
    new = change.new if isinstance(change, t.Replace | t.Add) else None
    parts = [*new.options, *new.limits] if isinstance(new, t.Options) else [new, change]
    return {name for part in parts if isinstance(name := getattr(part, "name", None), str)} - {""}
