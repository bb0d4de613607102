"""The text of a spec before it is read: from a file, and within the bounds that keep every later stage quick.

Comes in: a path, or a text. Goes out: a text that is text, of a sensible size, with lines and nesting that a person
could have written; or messages that say what it is instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lark import Tree

from .diagnostics import Diagnostic, HoyleError, SpecErrors
from .tree import Span

MAX_BYTES = 400_000
MAX_LINES = 6_000
MAX_LINE = 2_000
MAX_LEVELS = 30
MAX_PARENTHESES = 60
MAX_NESTING = 100  # of the tree; whoever walks it may recurse, a few calls a level, without a limit of their own
MAX_NUMBER = 1_000_000_000

_SPLIT = "name a part of it: `term its-name: …`"
_OPENING = 'a spec opens with a line like: game "Pig"'


def read_text(path: str | Path) -> str:
    """The text of a spec's file.

    Args:
        path: the file.

    Returns:
        Its text; line ends are line feeds, a byte order mark is gone.

    Raises:
        HoyleError: there is no such file, or it cannot be opened.
        SpecErrors: it is too long, or it is not UTF-8 text.
    """
    file = str(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
            size = max(stream.seek(0, 2), len(data)) if stream.seekable() else len(data)
    except FileNotFoundError:
        raise HoyleError(f"there is no file {file}") from None
    except IsADirectoryError:
        raise HoyleError(f"{file} is a folder, not a spec") from None
    except (OSError, ValueError) as error:
        raise HoyleError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MAX_BYTES:
        raise SpecErrors([_too_long(f"{size:,} bytes", file)])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SpecErrors([Diagnostic("E001", "this text is in UTF-16", Span(1, 1, 1, 1, file), "save it as UTF-8")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"this is not UTF-8 text: byte {data[error.start]:#04x} on line {line} stands for no sign"
        raise SpecErrors([Diagnostic("E001", message, Span(line, 1, line, 1, file), "save it as UTF-8")]) from None
    return text.replace("\r\n", "\n")


def unreadable(text: str, file: str) -> list[Diagnostic]:
    """What keeps a text from being read at all; nothing if it can be."""
    if len(text) > MAX_BYTES:
        return [_too_long(f"{len(text):,} signs", file)]
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return [Diagnostic("E001", "this is not text: it holds a zero byte", Span(line, 1, line, 1, file))]
    if not re.search(r"^[ \t]*[^#\s]", text, re.MULTILINE):
        message = "the file is empty" if not text.strip() else "the file holds only comments"
        return [Diagnostic("E004", message, Span(1, 1, 1, 1, file), _OPENING)]
    rows = text.split("\n")
    if len(rows) > MAX_LINES:
        return [_too_long(f"{len(rows):,} lines", file, MAX_LINES)]
    return list(_excess(rows, file))[:10]


def too_deep(tree: Tree[Any], file: str) -> Diagnostic | None:
    """The place where a tree of Lark is nested more deeply than recursion can follow. Does not recurse itself."""
    level: list[Tree[Any]] = [tree]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return None
    meta = level[0].meta
    span = Span(meta.line, meta.column, meta.end_line, meta.end_column, file)
    return Diagnostic("E003", "the rule is nested too deeply to be read", span, _SPLIT)


def _too_long(size: str, file: str, limit: int = MAX_BYTES) -> Diagnostic:
    return Diagnostic("E002", f"the file is {size} long; a spec may have {limit:,}", Span(1, 1, 1, 1, file))


def _excess(rows: list[str], file: str) -> Iterator[Diagnostic]:
    """Lines too long, too deep or with numbers too large to be meant, at most one of each kind on a line."""
    margins = [0]
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_LINE:
            message = f"this line is {len(row):,} signs long; a line may have {MAX_LINE:,}"
            yield Diagnostic("E002", message, Span(number, 1, number, 2, file), _SPLIT)
            continue
        bare = re.sub(r'"[^"]*"', lambda text: " " * len(text[0]), row).split("#")[0]
        if not bare.strip():
            continue
        margin = len(bare) - len(bare.lstrip())
        margins = [m for m in margins if m < margin] + [margin]
        if len(margins) > MAX_LEVELS + 1:
            message = f"more than {MAX_LEVELS} levels of lines below lines"
            place = Span(number, 1, number, margin + 1, file)
            yield Diagnostic("E003", message, place, "make a part a `to …:` of its own")
            return
        depth = 0
        for column, sign in enumerate(bare, 1):
            depth += (sign in "([") - (sign in ")]")
            if depth > MAX_PARENTHESES:
                message = f"more than {MAX_PARENTHESES} parentheses inside each other"
                yield Diagnostic("E003", message, Span(number, column, number, column + 1, file), _SPLIT)
                break
        for found in re.finditer(r"[0-9]{10,}", bare):
            if int(found[0][:20]) > MAX_NUMBER:
                span = Span(number, found.start() + 1, number, found.end() + 1, file)
                yield Diagnostic("E005", f"numbers go up to {MAX_NUMBER:,}", span)
                break
