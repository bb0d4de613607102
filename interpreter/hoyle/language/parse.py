"""Text → tree: reads a spec with Lark (LALR, indentation by its Indenter) and gives the nodes of `tree`.

Comes in: a spec's text. Goes out: a `tree.File`. Errors raised: `SpecErrors`, one mistake of syntax with its place.
"""

from __future__ import annotations

import functools
from pathlib import Path

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.indenter import DedentError, Indenter

from . import tree as t
from .build import Builder
from .diagnostics import Diagnostic, SpecErrors
from .syntax_help import explain_syntax

MAX_BYTES = 1_000_000
MAX_NESTING = 100


class _Lines(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@functools.cache
def parser() -> Lark:
    """The parser of the language, made once."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", postlex=_Lines(), propagate_positions=True, maybe_placeholders=True)


def parse(text: str, file: str = "spec") -> t.File:
    """Read a spec.

    Args:
        text: the whole text of a game or a variant.
        file: the name to show in messages.

    Returns:
        The tree of the file.

    Raises:
        SpecErrors: the text is not a spec; says where and what would be right.
    """
    problem = _unreadable(text, file)
    if problem:
        raise SpecErrors([problem], {file: text})
    try:
        return Builder(file).transform(parser().parse(text if text.endswith("\n") else text + "\n"))  # type: ignore[return-value]
    except (UnexpectedInput, DedentError) as error:
        raise SpecErrors([_syntax(error, text, file)], {file: text}) from None
    except (VisitError, RecursionError) as error:
        raise SpecErrors([Diagnostic("E003", "the text is nested too deeply to be read", t.Span(1, 1, 1, 1, file))], {file: text}) from error


def _unreadable(text: str, file: str) -> Diagnostic | None:
    here = t.Span(1, 1, 1, 1, file)
    if len(text) > MAX_BYTES:
        return Diagnostic("E002", f"the file is {len(text):,} characters long; a spec may have {MAX_BYTES:,}", here)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Diagnostic("E001", "this is not text: it holds a zero byte", t.Span(line, 1, line, 1, file))
    if not text.strip():
        return Diagnostic("E004", "the file is empty", here, 'a spec opens with a line like: game "Pig"')
    deepest = depth = 0
    for number, row in enumerate(text.splitlines(), 1):
        depth = 0
        for sign in row:
            depth += (sign in "([") - (sign in ")]")
            deepest = max(deepest, depth)
        if deepest > MAX_NESTING:
            span = t.Span(number, 1, number, len(row) + 1, file)
            return Diagnostic("E003", f"more than {MAX_NESTING} parentheses inside each other", span, "name a part as a term")
    return None


def _syntax(error: Exception, text: str, file: str) -> Diagnostic:
    if isinstance(error, DedentError):
        return Diagnostic("E010", "this line's indentation fits no line above it", _dedent_place(text, file), "indent by two spaces a level")
    if isinstance(error, UnexpectedCharacters):
        span = t.Span(error.line, error.column, error.line, error.column + 1, file)
        sign = text.splitlines()[error.line - 1][error.column - 1 : error.column] if error.line > 0 else ""
        return explain_syntax(sign, "", set(error.allowed or ()), span, text)
    assert isinstance(error, UnexpectedToken)
    token: Token = error.token
    line, column = token.line or text.count("\n") + 1, token.column or 1
    if token.type in ("_NL", "$END", "_DEDENT", "_INDENT"):
        rows = text.splitlines()
        if token.type == "_NL" and 0 < line <= len(rows):
            column = len(rows[line - 1].split("#")[0].rstrip()) + 1
        span = t.Span(line, column, line, column + 1, file)
    else:
        span = t.Span(line, column, token.end_line or line, token.end_column or column + 1, file)
    return explain_syntax(str(token), token.type, set(error.expected), span, text)


def _dedent_place(text: str, file: str) -> t.Span:
    stack = [0]
    for number, row in enumerate(text.splitlines(), 1):
        bare = row.split("#")[0]
        if not bare.strip():
            continue
        indent = len(bare.expandtabs(8)) - len(bare.expandtabs(8).lstrip())
        if indent > stack[-1]:
            stack.append(indent)
        while indent < stack[-1]:
            stack.pop()
        if indent != stack[-1]:
            return t.Span(number, 1, number, indent + 1, file)
    return t.Span(1, 1, 1, 1, file)
