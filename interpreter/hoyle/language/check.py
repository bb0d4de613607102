"""Tree → program: names resolved, everything typed, variants applied; all mistakes of a file told at once.

Comes in: trees of a game and its variants. Goes out: a `Program` whose trees carry types, or `SpecErrors`.
"""

from __future__ import annotations

import functools

from . import tree as t
from .blamed import blamed
from .diagnostics import Diagnostic, SpecErrors, told_once
from .program import Program
from .whole import Varied, faults, program_of


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
        return program_of(name, file, variants, settings, texts or {}, scope)
    except SpecErrors as errors:
        from .mistakes import in_plain_words  # see `parse`: a game that is right is checked without it

        found = errors.diagnostics
        for written, text in errors.texts.items():
            tried = functools.partial(faults, file=written, variants=variants, settings=settings, scope=scope)
            around = ""
            if written != file.span.file:  # another variant would have to be there, too
                around = errors.texts.get(file.span.file, "")
                tried = functools.partial(faults, file=written, game=Varied(file, around))
            known = written == file.span.file or (around and len(variants) == 1)
            found = in_plain_words(found, text, written, tried if known else None, around)
        if variants:
            found = blamed(found, file, variants, _without(name, file, texts or {}), errors.texts)
        raise SpecErrors(told_once(found), errors.texts) from None


def _without(name: str, file: t.File, texts: dict[str, str]) -> list[Diagnostic]:
    """The mistakes of a game without its variants."""
    try:
        program_of(name, file, [], None, texts, None)
    except SpecErrors as errors:
        return errors.diagnostics
    return []
