"""All mistakes of syntax of a text in one run: each declaration is read by itself, and read on after its mistakes.

Comes in: a text that the grammar does not take. Goes out: diagnostics, at least one, in the order of the text. What
always holds: a line is reported once; a declaration that cannot be mended is left after its first mistake, so that no
message is about the consequences of another.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import replace

from .diagnostics import MAX_MISTAKES, MEND_FIRST, Diagnostic
from .grammar import Failure, read
from .remedies import PARTS_OF_LINES, proposed, remedied
from .syntax_declared import declared
from .syntax_help import explain, near, plainly
from .syntax_layout import stand_in
from .syntax_trouble import TAGS, Explanation, Row, Trouble, first_word, indent_of, without_comment
from .syntax_words import CONTINUING, DECLARATIONS
from .whole import Varied, faults

MAX_TO_TRY = MAX_MISTAKES  # where more is wrong, what is left after one of them is mended says little
MAX_WEIGHED = 150_000  # signs checked to find out with which of them the game is right; some seconds, too
MAX_FOLLOWED = 3  # where more is wrong, one thing after the other is mended anyway
MAX_STEPS = 4  # so many hints are followed after each other
MAX_TRIED = 600_000  # signs read to try out ways to mend a line; some seconds of work
_NAMES = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_HEAD = 'game "x"'


def mistakes(text: str, file: str, game: Varied | None = None) -> list[Diagnostic]:
    """What is wrong with the text.

    Args:
        text: a text that `read` does not take.
        file: the name to show.
        game: what a variant is of.
    """
    tried = functools.partial(faults, file=file, game=game)
    around = game.text if game is not None else ""
    reader = _Reader(text, file, tried, around)
    return _in_one_step(reader.run(), text, file, tried, around, reader.plain)


def mixed(text: str, file: str) -> list[Diagnostic]:
    """Declarations that are indented by tabs here and by spaces there: reported even where they could be read."""
    if "\t" not in text:
        return []
    told = [_mixed(piece) for piece in _pieces([Row(n, row) for n, row in enumerate(text.split("\n"), 1)])]
    return [t.diagnostic(file) for t in told if t is not None]


def in_plain_words(
    found: list[Diagnostic],
    text: str,
    file: str,
    faults: Callable[[str], list[Diagnostic] | None] | None,
    game: str = "",
) -> list[Diagnostic]:
    """The same diagnostics; but what a line was likely meant to say is told, where that is known.

    `each player takes-turn` reads as the call of a procedure `player`; and a name that stands for nothing may be a
    slip of the pen, or lack its declaration: whatever is proposed is tried.

    Args:
        found: what is wrong.
        text: the text of a file.
        file: its name.
        faults: what would be wrong if the text were another, if that can be known.
        game: the text of the game that a variant is of.
    """
    told = _remedied(found, text, file, faults if len(found) <= MAX_TO_TRY else None, game)
    return _with_tags(told, text, file) if faults is None else _in_one_step(told, text, file, faults, game)


def _remedied(
    found: list[Diagnostic], text: str, file: str, faults: Callable[[str], list[Diagnostic] | None] | None, game: str
) -> list[Diagnostic]:
    reader = _Reader(text, file, faults, game)
    return remedied(found, reader.pieces, file, reader.trouble, faults is not None)


def _in_one_step(
    told: list[Diagnostic],
    text: str,
    file: str,
    faults: Callable[[str], list[Diagnostic] | None],
    game: str = "",
    plain: dict[int, Diagnostic] = {},  # noqa: B006 (never changed)
) -> list[Diagnostic]:
    """The same; but where the line that a hint proposes has another mistake, which has a hint, too, both are followed, and
    the line is proposed that has none. A guess with which the line stays wrong is not told, but what is `plain`."""
    if len(told) <= MAX_FOLLOWED:
        told = [
            _followed_up(one, text, file, faults, game, plain.get(one.span.line, one)) if one.span.file == file else one
            for one in told
        ]
    return _with_tags(told, text, file)


def _with_tags(told: list[Diagnostic], text: str, file: str) -> list[Diagnostic]:
    """The same, where the line that a hint says to write keeps the tags of the rulings that the line above rests on."""
    rows = text.split("\n")
    new = []
    for one in told:
        here = one.span.file == file and 0 < one.span.line <= len(rows)
        code = without_comment(rows[one.span.line - 1]) if here else ""
        tags = code[len(TAGS.sub("", code)) :].split()
        line = re.fullmatch(r"write: \S+ [^;]*", one.hint)
        keeps = bool(tags) and line is not None and "@" not in one.hint and one.code not in PARTS_OF_LINES
        new.append(replace(one, hint=f"{one.hint} {' '.join(tags)}") if keeps else one)
    return new


def _followed_up(
    one: Diagnostic,
    text: str,
    file: str,
    faults: Callable[[str], list[Diagnostic] | None],
    game: str,
    plain: Diagnostic,
) -> Diagnostic:
    """The diagnostic with the line to which its hint and those after it lead at last; if they lead nowhere, what is plain."""
    rows, at, here = text.split("\n"), one.span.line - 1, one
    for step in range(MAX_STEPS):
        line = proposed(here, rows[at]) if 0 <= at < len(rows) else None
        if line is None or "\n" in line or line == rows[at]:
            return plain if step else one
        rows[at] = line
        new = "\n".join(rows)
        found = faults(new)
        if found is None:
            failure = read(new)
            if not isinstance(failure, Failure) or failure.line != at + 1:
                return one
            on_line = [other for other in _Reader(new, file, faults, game).run() if other.span.line == at + 1]
        else:
            on_line = [other for other in found if other.span.line == at + 1]
            if not on_line:
                right = TAGS.sub("", without_comment(line)).strip()
                return replace(one, hint=f"write: {right}") if step else one
            on_line = _remedied(on_line[:1], new, file, faults, game)
        if not on_line:
            return one
        here = on_line[0]
    return one


class _Reader:
    def __init__(
        self, text: str, file: str, faults: Callable[[str], list[Diagnostic] | None] | None, game: str = ""
    ) -> None:
        self.file = file
        self.tried = 0
        self.weighed = 0
        self.head = ""  # what is read before the first piece
        self.faults = faults
        self.found: dict[int, Diagnostic] = {}  # by line
        self.plain: dict[int, Diagnostic] = {}  # what is told of a line where a guess turns out to be wrong
        self.around = game  # the text of the game that a variant is of
        self.declared = declared(f"{game}\n{text}" if game else text)
        self.names: dict[str, set[int]] = {}  # on which lines each name stands
        for name in _NAMES.findall(re.sub(r'"[^"]*"|#.*', "", game)):
            self.names.setdefault(name, set()).add(0)
        for number, row in enumerate(text.split("\n"), 1):
            for name in _NAMES.findall(re.sub(r'"[^"]*"|#.*', "", row)):
                self.names.setdefault(name, set()).add(number)
        self.pieces = _pieces([Row(n, row) for n, row in enumerate(text.split("\n"), 1)])

    def run(self) -> list[Diagnostic]:
        open_block = False  # the piece before this one lacks its block
        for number, piece in enumerate(self.pieces):
            if number and self._stray(piece, self.pieces[number - 1], open_block):
                continue
            before = len(self.found)
            if before > MAX_MISTAKES:
                break
            self.head = "" if number == 0 and self._opens(piece) else _HEAD
            self._read_on(piece, number)
            code = without_comment(piece[0].text)
            open_block = len(self.found) > before and code.endswith(":") and not _has_block(piece)
        if not self.found:  # each declaration is right by itself, the whole is not
            self.head = ""
            self.pieces = [[row for piece in self.pieces for row in piece]]
            self._read_on(self.pieces[0], 0)
        return [self.found[line] for line in sorted(self.found)]

    def trouble(self, number: int, rows: list[Row], index: int, failure: Failure) -> Trouble:
        """What is wrong at a row of the piece of that number."""
        return Trouble(
            rows,
            index,
            failure,
            functools.partial(self._try, head=_HEAD if number else self.head),
            self.declared,
            self._elsewhere,
            functools.partial(self._faults, number),
        )

    def _faults(self, number: int, rows: list[Row]) -> list[Diagnostic] | None:
        """What is wrong with the whole text if the piece of that number has these rows; nothing if it cannot be read, or
        once too much has been tried."""
        if self.faults is None or self.weighed > MAX_WEIGHED:
            return None
        text = "\n".join(row.text for k, piece in enumerate(self.pieces) for row in (rows if k == number else piece))
        self.weighed += len(text) + len(self.around) + 1000
        return self.faults(text)

    def _elsewhere(self, name: str, line: int) -> bool:
        """Whether a name stands on any other line."""
        return bool(self.names.get(name, set()) - {line})

    def _opens(self, piece: list[Row]) -> bool:
        """Whether the first declaration of the file is, or was meant to be, that of a game or a variant."""
        row = next((r for r in piece if without_comment(r.text)), piece[0])
        word = re.match(r"\s*([^\W\d][\w-]*)?", row.text)
        first = word[1] if word and word[1] else ""
        if first.lower() in ("game", "variant") or set(near(first)) & {"game", "variant"}:
            return True
        hint = 'write a line like this one above it: game "Pig"'
        self._tell(Explanation("E011", "a spec opens with its `game` or `variant` line", hint, row, 0, len(first) or 1))
        return False

    def _stray(self, piece: list[Row], before: list[Row], open_block: bool) -> bool:
        """Whether this is a rule at the left margin that belongs under the declaration before it; it is reported."""
        code = without_comment(piece[0].text)
        word = re.match(r"[\w-]*", code)
        first = word[0] if word else ""
        if first in DECLARATIONS:
            if first in ("game", "variant"):
                hint = "a variant, or another game, has a file of its own"
                message = f"a file holds one `game` or `variant` line, its first; this is another `{first}`"
                self._tell(Explanation("E011", message, hint, piece[0], 0, len(first)))
                return True
            return False
        if open_block and not set(near(first)) & set(DECLARATIONS):
            return True
        last = next((row for row in reversed(before) if without_comment(row.text)), before[0])
        margin = re.match(r"\s*", last.text)
        depth = (margin[0] if margin else "") + ("  " if without_comment(last.text).endswith(":") else "")
        if not depth:
            return False
        inner = [*before, *(replace(row, text=depth + row.text) for row in piece)]
        if self._try(inner, _HEAD) is not None and self._try(inner, "") is not None:
            return False
        hint = f"indent this line, if it belongs to `{without_comment(before[0].text)}`"
        message = f"`{first or code[:1]}` opens no declaration, and only these stand at the left margin"
        self._tell(Explanation("E010", message, hint, piece[0], 0, len(first) or 1))
        return True

    def _read_on(self, rows: list[Row], number: int) -> None:
        """Reports what is wrong with a declaration, mends it, and reads it again, until nothing is."""
        head = _HEAD if number else self.head
        while True:
            found = self._read(rows, head)
            if found is None:
                return
            index, failure = found
            if len(self.found) >= MAX_MISTAKES:
                self._tell_of_more(rows[index:])
                return
            trouble = self.trouble(number, rows, index, failure)
            told = explain(trouble)
            if told.guessed and told.row is trouble.row:
                self.plain.setdefault(told.row.number, plainly(trouble).diagnostic(self.file))
            again = told.row.number in self.found
            self._tell(told)
            mended = told.mended
            if mended is None or again:
                place = next((i for i, row in enumerate(rows) if row.number == told.row.number), index)
                mended = stand_in(trouble, place)
            if mended is None:
                return
            rows = mended

    def _read(self, rows: list[Row], head: str) -> tuple[int, Failure] | None:
        """Nothing if the grammar takes these rows; else the index of the row where reading stops, and why."""
        lines = [head, *(row.text for row in rows)] if head else [row.text for row in rows]
        found = read("\n".join(lines))
        if not isinstance(found, Failure):
            return None
        index = max(0, min(found.line - 1 - (len(lines) - len(rows)), len(rows) - 1))
        return index, found

    def _try(self, rows: list[Row], head: str) -> tuple[int, Failure] | None:
        """The same for rows that are a guess; once too much has been tried, no guess is right."""
        self.tried += sum(len(row.text) + 1 for row in rows)
        if self.tried > MAX_TRIED:
            return -1, Failure(1, 1, 2, "", "")
        return self._read(rows, head)

    def _tell_of_more(self, rows: list[Row]) -> None:
        """That reading ends here, though more is wrong."""
        row = next((r for r in rows if r.number not in self.found and without_comment(r.text)), None)
        if row is not None:
            message = f"after {MAX_MISTAKES} mistakes reading ends here"
            self._tell(Explanation("E006", message, MEND_FIRST, row, 0, len(row.text)))

    def _tell(self, told: Explanation) -> None:
        self.found.setdefault(told.row.number, told.diagnostic(self.file))


def _mixed(rows: list[Row]) -> Explanation | None:
    """Lines of one declaration indented by tabs, others by spaces: their depths cannot be compared."""
    own = [row for row in rows if without_comment(row.text) and first_word(row.text) not in CONTINUING]
    margins = [(row, indent_of(row.text)) for row in own]
    tabs = [(row, margin) for row, margin in margins if "\t" in margin]
    if not tabs or not any(" " in margin for _, margin in margins):
        return None
    row, margin = tabs[0]
    message = "this line is indented by tabs, others of the same declaration by spaces"
    return Explanation("E010", message, "indent by two spaces a level", row, 0, len(margin))


def _pieces(rows: list[Row]) -> list[list[Row]]:
    """The rows of each declaration: from one line at the left margin to before the next."""
    pieces: list[list[Row]] = []
    for row in rows:
        opens = bool(without_comment(row.text)) and not row.text[0].isspace()
        if opens or not pieces:
            pieces.append([])
        pieces[-1].append(row)
    if len(pieces) > 1 and not any(without_comment(row.text) for row in pieces[0]):
        pieces[1:2] = [pieces[0] + pieces[1]]
        del pieces[0]
    return pieces


def _has_block(piece: list[Row]) -> bool:
    return any(without_comment(row.text) for row in piece[1:])
