"""A place where reading a declaration stopped, and the means to find out why: other rows are tried in place of its own.

Comes in: the rows of one declaration and the failure. Goes out: an `Explanation`, made by `syntax_layout` and
`syntax_help`. What always holds: rows keep the number of the line they come from, however they are changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from .diagnostics import Diagnostic
from .grammar import Failure, tokens_on
from .syntax_declared import Declared
from .syntax_words import HOLDERS, listed
from .tree import Span
from .types import LIBRARY

WORD = re.compile(r"[^\W\d][\w-]*")
TAGS = re.compile(r"(\s*@[A-Z]+[0-9]+)*\s*$")
ENDS = ("_NL", "_DEDENT", "$END")
_CODE = re.compile(r'"[^"\n]*"|#.*')
# Words of the language that nobody takes for a name of their own: a guess that makes one of them a name is wrong.
_NO_NAMES = frozenset(
    listed(
        "of in from to by be is are has have on as with at for until and or not the each every some where within then "
        "when if else repeat becomes gains loses scores chooses does cannot remove replace add given expect luck"
    )
)
ON_THE_LINE = 1000  # so much worse it is if something is wrong with a line that was mended
_NAMING = ("AS", "TO", "LET", "LIMIT")  # what stands before a new name
_RULES = ("to", "setup", "round", "turn", "scoring")


@dataclass(frozen=True)
class Row:
    """A line of the text: its number there, and what it says."""

    number: int
    text: str


@dataclass(frozen=True)
class Explanation:
    """What is wrong in which row, from which column to which (counted from 0), and the rows as they would be right."""

    code: str
    message: str
    hint: str
    row: Row
    start: int
    end: int
    mended: list[Row] | None = None
    guessed: bool = False  # whether it says no more than that the line could be read so

    def diagnostic(self, file: str) -> Diagnostic:
        """The same as it is told."""
        line = self.row.number
        place = Span(line, self.start + 1, line, max(self.end, self.start + 1) + 1, file)
        return Diagnostic(self.code, self.message, place, self.hint)


def likeliest(trouble: Trouble, found: Iterable[Explanation], last: bool = False) -> Explanation | None:
    """Of what may be wrong the one with which least is wrong with the game, if it is mended so, and nothing with the
    line. Where that cannot be known, the first (or the last)."""
    best, least, unknown = None, ON_THE_LINE, None
    for one in found:
        wrong = trouble.wrong(one.mended) if one.mended is not None else None
        if wrong is not None and wrong < least and one.hint:  # what is only left out mends nothing
            best, least = one, wrong
        if unknown is None or (last and wrong is None):
            unknown = one
        if least == 0 or (wrong is None and not last):
            break
    return best or unknown


@dataclass
class Trouble:
    """The rows of a declaration, where reading them stops (`index` of the row), and how to read others in their place.

    `read` gives what it finds wrong with rows, and how far it came (nothing: it takes them).
    """

    rows: list[Row]
    index: int
    failure: Failure
    read: Callable[[list[Row]], tuple[int, Failure] | None]
    declared: Declared = field(default_factory=Declared)
    elsewhere: Callable[[str, int], bool] = lambda name, line: True  # whether a name stands on any other line
    faults: Callable[[list[Row]], list[Diagnostic] | None] = lambda rows: None  # what is wrong with the game then
    strict: bool = False  # whether a guess that names what is nowhere else is no guess
    row: Row = field(init=False)
    code: str = field(init=False)  # the row without its comment
    body: str = field(init=False)  # the same without its tags
    column: int = field(init=False)

    def __post_init__(self) -> None:
        self.row = self.rows[self.index]
        self.code = without_comment(self.row.text)
        self.body = TAGS.sub("", self.code)
        self.column = self.failure.column - 1

    def mended(self, text: str, index: int | None = None) -> list[Row] | None:
        """The rows with one of them as `text` (which may be several lines), if reading then goes on past it, and if no
        word of the language became a name by that."""
        at = self.index if index is None else index
        new = [replace(self.rows[at], text=line) for line in text.split("\n")]
        rows = [*self.rows[:at], *new, *self.rows[at + 1 :]]
        if not self.better(rows, max(at, self.index) + len(new) - 1) or not self._sensible(rows, at):
            return None
        return rows

    def _sensible(self, rows: list[Row], at: int) -> bool:
        found = self._tokens(rows, at)
        names = [word for kind, word in found if kind == "NAME"]
        if any(word in _NO_NAMES for word in names):
            return False
        if not names or not self.strict or not rows[at].text[:1].isspace() or _opens(rows) in ("cards", "dice"):
            return True
        around = zip([("", ""), *found[:-1]], found, [*found[1:], ("", "")], strict=True)
        new = {one for (before, _), (_, one), (after, _) in around if before in _NAMING or after in ("IN", "COLON")}
        return all(word in new or word in LIBRARY or self.elsewhere(word, self.row.number) for word in names)

    def _tokens(self, rows: list[Row], at: int) -> list[tuple[str, str]]:
        lines = [*([] if _opens(rows) in ("game", "variant") else ['game "x"']), *(row.text for row in rows[: at + 1])]
        return tokens_on("\n".join(lines), len(lines))

    def calls_nothing(self, rows: list[Row]) -> bool:
        """Whether the row would be the call of a procedure that is nowhere declared: so most lines can be read."""
        if _opens(rows) not in _RULES or self.index == 0:
            return False
        found = self._tokens(rows, self.index)
        kinds = " ".join(kind for kind, _ in found)
        call = re.match(r"(?:(NAME (?:NUMBER )?(?:OF NAME )*))?NAME(?=$| NAME| NUMBER| LPAR| LSQB| THE)", kinds)
        if call is None:
            return False
        return found[len((call[1] or "").split())][1] not in self.declared.procedures

    def wrong(self, rows: list[Row]) -> int | None:
        """How much is wrong with the game if these are the rows, most of all on the lines that are not as they were;
        nothing if that cannot be known."""
        found = self.faults(rows)
        if found is None:
            return None
        lines = changed(self.rows, rows)
        return len(found) + sum(ON_THE_LINE for one in found if one.span.line in lines)

    def better(self, rows: list[Row], index: int) -> bool:
        """Whether reading these rows goes on past the row of that index. Looks no further than needed."""
        found = self.read(rows[: index + 12])
        return found is None or found[0] > index

    @property
    def opens(self) -> str:
        """The word that the declaration opens with."""
        return _opens(self.rows)

    def holder(self) -> str:
        """What kind of declaration, if of those that hold lines of their own kind, the line stands in."""
        depth = len(indent_of(self.row.text))
        for row in reversed(self.rows[: self.index]):
            code = without_comment(row.text)
            if code and len(indent_of(code)) < depth:
                depth = len(indent_of(code))
                words = [word for word in WORD.findall(code)[:2] if word not in ("add", "replace")]
                if words and words[0] in HOLDERS:
                    return HOLDERS[words[0]]
        return ""

    def explain(
        self, message: str, hint: str = "", place: tuple[int, int] | None = None, code: str = "E011",
        mended: list[Row] | None = None, index: int | None = None,
    ) -> Explanation:  # fmt: skip
        """The explanation of this trouble; the caret goes where reading stopped, unless told."""
        start, end = place or (self.column, self.failure.end_column - 1)
        return Explanation(code, message, hint, self.rows[self.index if index is None else index], start, end, mended)


def _opens(rows: list[Row]) -> str:
    """The word that a declaration opens with: above that of a file's first one there may be comments."""
    return first_word(next((row.text for row in rows if without_comment(row.text)), ""))


def changed(old: list[Row], new: list[Row]) -> range:
    """The lines of a text that are not as they were, once a piece of it has new rows."""
    same = next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a.text != b.text), 0)
    same_end = next((k for k, (a, b) in enumerate(zip(old[::-1], new[::-1], strict=False)) if a.text != b.text), 0)
    first = old[0].number
    return range(first + same, first + max(len(new) - same_end, same + 1))


def without_comment(text: str) -> str:
    """A line without the comment at its end, and without the blanks before that."""
    return _CODE.sub(lambda m: m[0] if m[0].startswith('"') else "", text).rstrip()


# ---- rows ----------------------------------------------------------------------------------------------------------


def indent_of(text: str) -> str:
    """The blanks a line opens with."""
    return text[: len(text) - len(text.lstrip())]


def first_word(text: str) -> str:
    """The word a line opens with, if it opens with one."""
    found = WORD.match(text.lstrip())
    return found[0] if found else ""


def piece(text: str) -> str:
    """The word, number, text, tag or sign that a text opens with."""
    found = re.match(r'"[^"]*"|@?\w[\w-]*|\S', text)
    return found[0] if found else ""


def with_colon(text: str) -> str:
    """The line with a colon at its end, before its tags."""
    code = without_comment(text)
    body = TAGS.sub("", code)
    return f"{body}:{code[len(body) :]}"


def line_above(rows: list[Row], index: int) -> int | None:
    """The last row before this one that is neither blank nor a comment."""
    return next((i for i in range(index - 1, -1, -1) if without_comment(rows[i].text)), None)


def block(rows: list[Row], index: int, width: int) -> range:
    """The rows from this one on that are at least that deep, blank ones and comments among them."""
    end = index
    while end < len(rows) and (not without_comment(rows[end].text) or len(indent_of(rows[end].text)) >= width):
        end += 1
    return range(index, end)


def moved(rows: list[Row], places: range, width: int, margin: str) -> list[Row]:
    """The rows with those places moved: their first `width` signs become `margin`."""
    new = [*rows]
    for i in places:
        if without_comment(rows[i].text):
            new[i] = replace(rows[i], text=margin + rows[i].text[width:])
    return new


def blanked(rows: list[Row], places: range) -> list[Row]:
    """The rows with nothing in those places."""
    return [replace(row, text="") if i in places else row for i, row in enumerate(rows)]
