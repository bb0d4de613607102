"""Text → tree: reads a spec with Lark (LALR, indentation by its Indenter) and gives the nodes of `tree`.

Comes in: a spec's text, or the path of its file. Goes out: a `tree.File`. Errors raised: `SpecErrors` with all mistakes
of syntax that can be told apart: reading goes on after each of them where that makes sense.
"""

from __future__ import annotations

import functools
from types import ModuleType

from . import tree as t
from .build import Builder
from .diagnostics import SpecErrors
from .grammar import Failure, read
from .source import read_text, too_deep, unreadable
from .whole import Varied, faults

__all__ = ["Varied", "parse", "read_text"]


def parse(text: str, file: str = "spec", game: Varied | None = None) -> t.File:
    """Read a spec.

    Args:
        text: the whole text of a game or a variant.
        file: the name to show in messages.
        game: what a variant is of, so that messages can name what it changes.

    Returns:
        The tree of the file.

    Raises:
        SpecErrors: the text is not a spec; says where, and what would be right.
    """
    if problems := unreadable(text, file):
        raise SpecErrors(problems, {file: text})
    if "\t" in text and (problems := _mistakes().mixed(text, file)):
        raise SpecErrors(problems, {file: text})
    found = read(text)
    if isinstance(found, Failure):
        raise SpecErrors(_mistakes().mistakes(text, file, game), {file: text})
    if (deep := too_deep(found, file)) is not None:
        raise SpecErrors([deep], {file: text})
    builder = Builder(file)
    tree = builder.transform(found)
    if builder.mistakes:
        known = game is not None or (isinstance(tree, t.File) and tree.of is None)
        around = game.text if game is not None else ""
        tried = functools.partial(faults, file=file, game=game) if known else None
        raise SpecErrors(_mistakes().in_plain_words(builder.mistakes, text, file, tried, around), {file: text})
    assert isinstance(tree, t.File)
    return tree


def _mistakes() -> ModuleType:
    """What tells mistakes knows hundreds of ways to go wrong; a game that is right is read without it."""
    from . import mistakes

    return mistakes
