"""`grammar.lark` as a parser: built once, kept in the user's cache folder, loaded from there at the next start.

Comes in: a text. Goes out: Lark's tree of it, or the `Failure` at which reading stopped; or its tokens, for layout.
What always holds: a line's end and the ends of blocks lie right behind the last word of the rule (not behind its tags,
comments or blank lines), so that the span of a construct covers its words and nothing else.

Building the tables takes over a second, loading them a tenth of one. The cache is never needed: where it cannot be read
or written, the tables are built again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

TAB = 8
_KEPT = 6  # tables of other versions that stay in the cache folder: virtual environments side by side share it


class Misaligned(DedentError):
    """A line stands at a column at which no line above it began. `levels` are the indentations it may have."""

    def __init__(self, line: int, indent: int, levels: list[int]) -> None:
        super().__init__(f"line {line}")
        self.line, self.indent, self.levels = line, indent, levels


class Lines(Indenter):
    """Turns indentation into tokens. Each text gets an instance of its own, so that threads may read at once."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 (Lark's own interface)
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = TAB

    def process(self, stream: Iterable[Token]) -> Iterator[Token]:
        """The tokens of `stream`, those of indentation among them."""
        return type(self)()._laid_out(stream)

    def _laid_out(self, stream: Iterable[Token]) -> Iterator[Token]:
        last: Token | None = None  # the last word of the line that is not a tag
        for token in stream:
            if token.type == self.NL_type:
                yield from self._line_end(token, last)
            else:
                if token.type != "TAG":
                    last = token
                yield token
        while len(self.indent_level) > 1:
            self.indent_level.pop()
            yield _behind(last, self.DEDENT_type, "")

    def _line_end(self, token: Token, last: Token | None) -> Iterator[Token]:
        yield _behind(last, token.type, str(token)) if last is not None else token
        margin = token.rsplit("\n", 1)[1]
        indent = margin.count(" ") + margin.count("\t") * self.tab_len
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            end, line, column = token.end_pos, token.end_line, token.end_column
            yield Token(self.INDENT_type, "", end, line, column, line, column, end)
            return
        levels = list(self.indent_level)
        while indent < self.indent_level[-1]:
            self.indent_level.pop()
            yield _behind(last, self.DEDENT_type, "")
        if indent != self.indent_level[-1]:
            raise Misaligned(token.end_line or 1, indent, levels)


def _behind(last: Token | None, kind: str, value: str) -> Token:
    if last is None:
        return Token(kind, value, 0, 1, 1, 1, 1, 0)
    end, line, column = last.end_pos, last.end_line, last.end_column
    return Token(kind, value, end, line, column, line, column, end)


@dataclass(frozen=True)
class Failure:
    """Where reading stopped: the place (counted from 1), what stood there, and the kinds of token that could have.

    `kind` is the terminal found, "" for a sign that is no token at all, "indentation" for a line that is aligned with
    no line above it; `levels` are then the indentations it may have.
    """

    line: int
    column: int
    end_column: int
    kind: str
    found: str
    accepts: frozenset[str] = frozenset()
    levels: tuple[int, ...] = ()


def read(text: str) -> Tree[Token] | Failure:
    """Lark's tree of a whole text, or where it stops being a spec."""
    try:
        return parser().parse(_ended(text))
    except Misaligned as error:
        return Failure(error.line, 1, error.indent + 1, "indentation", "", levels=tuple(error.levels))
    except UnexpectedCharacters as error:
        rows = text.split("\n")
        found = rows[error.line - 1][error.column - 1 : error.column] if error.line <= len(rows) else ""
        return Failure(error.line, error.column, error.column + 1, "", found, _accepts(error))
    except UnexpectedToken as error:
        token: Token = error.token
        line, column = token.line or 1, token.column or 1
        end = token.end_column if token.end_line == line and token.end_column else column
        return Failure(line, column, max(end, column + 1), token.type, str(token), _accepts(error))


def tokens(text: str) -> list[Token]:
    """All tokens of a text that `read` takes, those that stand for indentation and the ends of lines among them."""
    return list(parser().parse_interactive(_ended(text)).iter_parse())


def tokens_on(text: str, line: int) -> list[tuple[str, str]]:
    """The tokens of one line of a text, as far as the grammar takes it: the kind of each, and its words."""
    found: list[tuple[str, str]] = []
    with contextlib.suppress(UnexpectedInput, DedentError):
        for token in parser().parse_interactive(_ended(text)).iter_parse():
            if token.line == line and not token.type.startswith("_"):
                found.append((token.type, str(token)))
    return found


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _accepts(error: UnexpectedInput) -> frozenset[str]:
    return frozenset(error.interactive_parser.accepts())  # type: ignore[no-untyped-call]


# ---- the tables and their cache ------------------------------------------------------------------------------------


@functools.cache
def parser() -> Lark:
    """The parser of the language, made once in a process."""
    source = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    name = _cache_name(source)
    made = _load(name)
    if made is None:
        made = Lark(source, parser="lalr", postlex=Lines(), propagate_positions=True, maybe_placeholders=True)
        _save(made, name)
    return made


def _cache_name(source: str) -> str:
    version = f"1 {lark.__version__} {sys.implementation.name} {sys.version_info[:2]} {__name__}"
    return f"grammar-{hashlib.sha256((version + source).encode()).hexdigest()[:24]}.tables"


def cache_folder() -> Path:
    """The folder of the user's cache that is ours; it need not exist.

    Raises:
        RuntimeError: the user has no home.
    """
    if given := os.environ.get("XDG_CACHE_HOME"):
        return Path(given) / "hoyle"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "hoyle"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "hoyle" / "cache"
    return Path.home() / ".cache" / "hoyle"


def _load(name: str) -> Lark | None:
    """The tables as they were saved, or nothing if there is any doubt about them."""
    try:
        with open(cache_folder() / name, "rb") as file:
            if _foreign(os.fstat(file.fileno())):
                return None  # the tables are a pickle, and only the user's own may be trusted
            digest, data = file.read(32), file.read()
        if hashlib.sha256(data).digest() != digest:
            return None
        return Lark.load(io.BytesIO(data))
    except Exception:  # whatever is wrong with a cache, the answer is to do without
        return None


def _foreign(status: os.stat_result) -> bool:
    return hasattr(os, "getuid") and (status.st_uid != os.getuid() or bool(status.st_mode & 0o022))


def _save(made: Lark, name: str) -> None:
    """Writes the tables beside their place and moves them there, so that no other run ever reads half a file."""
    data = io.BytesIO()
    made.save(data)
    with contextlib.suppress(OSError, RuntimeError):
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(prefix="grammar-", suffix=".new", dir=folder)
        try:
            with open(handle, "wb") as file:
                file.write(hashlib.sha256(data.getvalue()).digest() + data.getvalue())
            os.replace(path, folder / name)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise
        old = sorted(folder.glob("grammar-*"), key=lambda file: file.stat().st_mtime, reverse=True)
        for outdated in old[_KEPT:]:
            outdated.unlink(missing_ok=True)
