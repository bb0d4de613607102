"""The canonical layout of a spec: what `hoyle fmt` writes.

Comes in: a text that can be read. Goes out: the same words in the same order on the same lines, laid out: two spaces a
level, one space between words, tables in columns, ruling tags in one column, never more than one blank line. What
always holds: the text read again has the same tree; laid out again it does not change; comments stay where they are.

The layout works on tokens and on the text between them, not on the tree, which knows no comments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby

from lark import Token

from .diagnostics import HoyleError
from .grammar import TAB, tokens
from .parse import parse

STEP = 2
TAG_COLUMN = 71  # where tags stand, unless their line is longer
TAG_GAP = 3  # spaces before a tag that stands behind a longer line
COMMENT_GAP = 2
_TIGHT_LEFT = ("COMMA", "COLON", "RPAR", "RSQB", "LOW_TO_HIGH", "IF_POSSIBLE")  # no space before these
_TIGHT_RIGHT = ("LPAR", "LSQB")  # no space behind these


def format_text(text: str, file: str = "spec") -> str:
    """Lay a spec out.

    Args:
        text: the whole text of a game or a variant.
        file: the name to show in messages.

    Returns:
        The text in its canonical layout.

    Raises:
        SpecErrors: the text is not a spec.
    """
    tree = parse(text, file)
    lines = _read(text.replace("\r\n", "\n"))
    _align_tables(lines)
    _align_tags(lines)
    _align_comments(lines)
    laid_out = "\n".join(line.text for line in lines) + "\n"
    if parse(laid_out, file) != tree:
        raise HoyleError(f"{file} is left as it is: laying it out would change what it says")
    return laid_out


@dataclass
class _Line:
    """A line as it will be written; `cells` if it is a line of a table, none of these if it is blank."""

    level: int = 0
    extra: int = 0  # spaces more than its level, for a line that goes on with the one above
    words: str = ""
    cells: list[str] = field(default_factory=list)
    tags: str = ""
    tag_column: int = 0
    comment: str = ""
    comment_column: int = 0

    @property
    def code(self) -> str:
        """The line without its tags and its comment."""
        return (" " * (STEP * self.level + self.extra) + self.words).rstrip()

    @property
    def tagged(self) -> str:
        """The line without its comment."""
        return f"{self.code.ljust(self.tag_column)}{self.tags}" if self.tags else self.code

    @property
    def text(self) -> str:
        """The whole line."""
        if not self.comment:
            return self.tagged
        if not self.words:
            return " " * STEP * self.level + self.comment
        return self.tagged.ljust(self.comment_column) + self.comment


# ---- from the text to lines ----------------------------------------------------------------------------------------


def _read(text: str) -> list[_Line]:
    lines: list[_Line] = []
    columns = [0]  # at which column the author let each open level start
    before, level, end = 0, 0, 0  # the level of the line before; that of the next; where the words before end
    rule: list[Token] = []
    for token in tokens(text):
        if token.type == "_INDENT":
            level += 1
        elif token.type == "_DEDENT":
            level -= 1
        elif token.type == "_NL":
            if rule:
                lines += _rule(rule, text, level)
                before, end, rule = level, rule[-1].end_pos or 0, []
        else:
            start = token.start_pos or 0
            if not rule:
                _between(text[end:start], lines, before, level, columns)
                column = len(text[text.rfind("\n", 0, start) + 1 : start].expandtabs(TAB))
                columns[level:] = [column]
            rule.append(token)
    _between(text[end:] + "\n", lines, before, 0, columns)
    while lines and not lines[-1].text:
        lines.pop()
    return lines


def _between(gap: str, lines: list[_Line], before: int, level: int, columns: list[int]) -> None:
    """Adds what stands between two rules: the comment behind the first, blank lines and comments on their own lines."""
    rows = gap.split("\n")[:-1]
    if lines and rows:
        lines[-1].comment = rows.pop(0).strip()
    opens = level > before
    for row in rows:
        comment = row.strip()
        if comment:
            column = len(row.expandtabs(TAB)) - len(row.expandtabs(TAB).lstrip())
            lines.append(_Line(_comment_level(column, before, level, columns), comment=comment))
        elif lines and lines[-1].text and not (opens and lines[-1].words):
            lines.append(_Line())


def _comment_level(column: int, before: int, level: int, columns: list[int]) -> int:
    """Where a block ends, a comment belongs to it or to what follows: its column tells which."""
    return next((deep for deep in range(before, level, -1) if columns[deep] <= column), level)


def _rule(rule: list[Token], text: str, level: int) -> list[_Line]:
    """The lines of one rule: several if it goes on, each with its comment; the tags are on the last."""
    rows: list[list[Token]] = [[]]
    comments: list[str] = []
    end = rule[0].start_pos or 0
    for token in rule:
        gap = text[end : token.start_pos]
        if "\n" in gap:
            comments.append(gap.split("\n")[0].strip())
            rows.append([])
        rows[-1].append(token)
        end = token.end_pos or 0
    tags = []
    while rows[-1][-1].type == "TAG" and not _named(rows[-1]):
        tags.append(str(rows[-1].pop()))
    deeper = STEP * 2 if rows[-1][-1].type == "COLON" else STEP  # not as deep as what is below it
    lines = [_Line(level, deeper if i else 0, _joined(row), _cells(row)) for i, row in enumerate(rows)]
    for line, comment in zip(lines, comments, strict=False):
        line.comment = comment
    lines[-1].tags = " ".join(reversed(tags))
    return lines


def _named(row: list[Token]) -> bool:
    """Whether the tag at the end of a line is what the line is about: remove @E1."""
    return len(row) > 1 and row[-2].type in ("REMOVE", "_RULING_OUT")


def _joined(row: list[Token]) -> str:
    """The words of a line with the spaces that belong between them."""
    words = ""
    for i, token in enumerate(row):
        if i and _spaced(row[i - 1], token):
            words += " "
        words += str(token) if token.type == "STRING" else _plain(str(token))
    return words


def _plain(word: str) -> str:
    """A token of several words with one space between each two."""
    return " ".join(word.replace(",", ", ").split())


def _spaced(left: Token, right: Token) -> bool:
    if left.type == "DASH" and right.type == "NUMBER":
        return False  # a number below zero
    return left.type not in _TIGHT_RIGHT and right.type not in _TIGHT_LEFT


def _cells(row: list[Token]) -> list[str]:
    if all(token.type != "VBAR" for token in row):
        return []
    cells: list[list[Token]] = [[]]
    for token in row:
        if token.type == "VBAR":
            cells.append([])
        else:
            cells[-1].append(token)
    return [_joined(cell) for cell in cells]


# ---- columns -------------------------------------------------------------------------------------------------------


def _align_tables(lines: list[_Line]) -> None:
    """Pads the cells of each table: its lines follow one another, but for blank lines and comments."""
    rules = [line for line in lines if line.words]
    for level, group in groupby(rules, key=lambda line: line.level if line.cells else -1):
        if level < 0:
            continue
        table = list(group)
        width = max(len(line.cells) for line in table)
        widths = [max(len(line.cells[i]) for line in table if i < len(line.cells)) for i in range(width)]
        for line in table:
            padded = [cell.ljust(widths[i]) for i, cell in enumerate(line.cells)]
            line.words = " | ".join(padded).rstrip()


def _align_tags(lines: list[_Line]) -> None:
    """Puts tags into their column; where lines are too long for it, those that follow one another share another."""
    for line in lines:
        line.tag_column = TAG_COLUMN
    for run in _runs(lines, lambda line: bool(line.tags) and len(line.code) >= TAG_COLUMN):
        column = max(len(line.code) for line in run) + TAG_GAP
        for line in run:
            line.tag_column = column


def _align_comments(lines: list[_Line]) -> None:
    """Puts comments behind rules into a column, where lines that have one follow one another."""
    for run in _runs(lines, lambda line: bool(line.comment and line.words)):
        column = max(len(line.tagged) for line in run) + COMMENT_GAP
        for line in run:
            line.comment_column = column


def _runs(lines: list[_Line], chosen: Callable[[_Line], bool]) -> list[list[_Line]]:
    """The chosen lines, together where they follow one another."""
    return [list(group) for is_chosen, group in groupby(lines, key=chosen) if is_chosen]
