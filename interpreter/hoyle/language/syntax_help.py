"""What a mistake of syntax is, in a designer's words: what is wrong, and what would be right.

Comes in: the lines of one declaration and the place where reading them stopped. Goes out: an `Explanation`, with the
lines as they would be right where a way to mend them is known. What always holds: no name of a token is ever shown, and
a way to mend is only told when the grammar takes the mended line: every guess is read before it is believed.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from lark.lexer import PatternStr

from .grammar import Failure, parser
from .syntax_words import (
    CONTINUING,
    DECLARATIONS,
    FILLERS,
    HABITS,
    HOLDERS,
    INNER_MODELS,
    MODELS,
    PLACES,
    SIGNS,
    STATEMENT_MODELS,
    TOKENS,
    Replacement,
)

_WORD = re.compile(r"[^\W\d][\w-]*")
_CODE = re.compile(r'"[^"\n]*"|#.*')
_TAGS = re.compile(r"(\s*@[A-Z]+[0-9]+)*\s*$")
_ENDS = ("_NL", "_DEDENT", "$END")
_VALUE = frozenset({"NAME", "NUMBER", "LPAR"})
_OF_VALUES = _VALUE | {"LSQB", "DASH", "THE", "NOT", "NO", "SOME"}
_ADDABLE = frozenset(
    "COMMA COLON RPAR RSQB VBAR OF EACH IN FROM TO BY BE ON PLAYERS WITHIN NAME NUMBER _FOR_EXAMPLE".split()
)
_JOINED = re.compile(r"([,(\[+*×/<>=-]|\b(and|or|not|but|mod|is|of|in|where|with))$")
_JOINING = re.compile(r"[,)\]+*×/<>=-]|(but|mod|is|of|in)\b")
_NO_NAMES = frozenset("the a an in is are all every each some no with where and or not has by".split())
_BETWEEN = frozenset({"PLUS", "TIMES", "COMPARE", "TAG", "AND", "OR"})


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


@dataclass
class Trouble:
    """The rows of a declaration, where reading them stops (`index` of the row), and how to read others in their place.

    `read` gives what it finds wrong with rows, and how far it came (nothing: it takes them).
    """

    rows: list[Row]
    index: int
    failure: Failure
    read: Callable[[list[Row]], tuple[int, Failure] | None]
    row: Row = field(init=False)
    code: str = field(init=False)  # the row without its comment
    body: str = field(init=False)  # the same without its tags
    column: int = field(init=False)

    def __post_init__(self) -> None:
        self.row = self.rows[self.index]
        self.code = without_comment(self.row.text)
        self.body = _TAGS.sub("", self.code)
        self.column = self.failure.column - 1

    def mended(self, text: str, index: int | None = None) -> list[Row] | None:
        """The rows with one of them as `text`, if reading then goes on past it."""
        at = self.index if index is None else index
        rows = [*self.rows[:at], replace(self.rows[at], text=text), *self.rows[at + 1 :]]
        return rows if self.better(rows, max(at, self.index)) else None

    def better(self, rows: list[Row], index: int) -> bool:
        """Whether reading these rows goes on past the row of that index. Looks no further than needed."""
        found = self.read(rows[: index + 12])
        return found is None or found[0] > index

    def explain(
        self, message: str, hint: str = "", place: tuple[int, int] | None = None, code: str = "E011",
        mended: list[Row] | None = None, index: int | None = None,
    ) -> Explanation:  # fmt: skip
        """The explanation of this trouble; the caret goes where reading stopped, unless told."""
        start, end = place or (self.column, self.failure.end_column - 1)
        return Explanation(code, message, hint, self.rows[self.index if index is None else index], start, end, mended)


def explain(trouble: Trouble) -> Explanation:
    """What is wrong, by the first of these that knows: from what is certain to what is likely."""
    for knows in _KNOWING:
        found = knows(trouble)
        if found is not None:
            return found
    return _unexpected(trouble)


def without_comment(text: str) -> str:
    """A line without the comment at its end, and without the blanks before that."""
    return _CODE.sub(lambda m: m[0] if m[0].startswith('"') else "", text).rstrip()


# ---- indentation and blocks ----------------------------------------------------------------------------------------


def _indentation(trouble: Trouble) -> Explanation | None:
    rows, failure, at = trouble.rows, trouble.failure, trouble.index
    margin = _margin(trouble.row.text)
    if trouble.code.strip() in ("{", "}"):
        message = f"`{trouble.code.strip()}` is no sign here"
        hint = "what belongs together is indented below a line that ends with a colon"
        mended = [*rows[:at], replace(trouble.row, text=""), *rows[at + 1 :]]
        return trouble.explain(message, hint, (len(margin), len(margin) + 1), "E013", mended)
    if failure.kind == "indentation":
        levels = [level for level in failure.levels if level] or [0]
        wanted = min(levels, key=lambda level: abs(level - failure.end_column + 1))
        mended = _shift(rows, at, len(margin), " " * wanted)
        spaces = " or ".join(str(level) for level in sorted(levels))
        hint = f"lines that belong together start at the same column: here, after {spaces} spaces"
        return trouble.explain("this line starts where no line above it does", hint, (0, len(margin)), "E010", mended)
    before = _above(rows, at)
    if before is None and margin and trouble.column == len(margin):
        mended = _shift(rows, at, len(margin), "")
        return trouble.explain("this line must start at the left margin", "", (0, len(margin)), "E010", mended)
    if failure.kind != "_INDENT" or before is None:
        return None
    word = _first_word(trouble.code)
    if word in CONTINUING and before != at - 1:
        message = f"a line that opens with `{word}` goes on with the line right above it, which is blank or a comment"
        close = [*rows[: before + 1], *rows[at:]]
        return trouble.explain(message, "let no line stand between the two", (0, len(margin)), "E010", close)
    mended = trouble.mended(_with_colon(rows[before].text), before)
    if mended is not None:
        return _colon_at(trouble, before, mended)
    message = "this line is indented more than the line above it, which opens no block"
    above = _shift(rows, at, len(margin), _margin(rows[before].text))
    return trouble.explain(message, "let the two start at the same column", (0, len(margin)), "E010", above)


def _block(trouble: Trouble) -> Explanation | None:
    """What must stand below a colon stands elsewhere: at the same depth, behind the colon, or nowhere."""
    if trouble.failure.accepts == {"_INDENT"}:
        rows, at = trouble.rows, trouble.index
        head = at if trouble.failure.kind in _ENDS else _above(rows, at)
        if head is None:
            return None
        code = without_comment(rows[head].text)
        place = (len(_margin(code)), len(code))
        shown = _TAGS.sub("", code).strip()
        margin = _margin(rows[head].text)
        mended = _indented_below(rows, head) if head != at else None
        if mended is None or not trouble.better(mended, at):
            mended = None
            for filler in fillers(False):
                filled = [*rows[: head + 1], Row(rows[head].number, f"{margin}  {filler}"), *rows[head + 1 :]]
                if trouble.better(filled, head + 1):
                    mended = filled
                    break
        message = f"what belongs under `{shown}` is missing"
        return trouble.explain(message, "indent the lines under it by two spaces", place, "E010", mended, head)
    if trouble.failure.accepts >= {"EACH", "REST", "DASH"}:
        place = (trouble.column, trouble.column + 1)
        return trouble.explain("a cell of the table is empty", "write `-` for none", place)
    if "VBAR" in trouble.failure.accepts and trouble.failure.kind in _ENDS:
        message = "a line of a table has at least two cells, set apart by bars"
        return trouble.explain(message, "like: name | rank | copies", (0, len(trouble.body)))
    if trouble.failure.accepts <= {"TAG", "_NL"} and trouble.body[: trouble.column].rstrip().endswith(":"):
        margin = _margin(trouble.row.text)
        parts = [
            Row(trouble.row.number, trouble.code[: trouble.column].rstrip()),
            Row(trouble.row.number, f"{margin}  {trouble.code[trouble.column :]}"),
        ]
        mended = [*trouble.rows[: trouble.index], *parts, *trouble.rows[trouble.index + 1 :]]
        if trouble.better(mended, trouble.index + 1):
            place = (trouble.column, len(trouble.body))
            hint = "start a new line behind the colon, and indent it by two spaces"
            return trouble.explain("what belongs under a colon stands on lines of its own", hint, place, "E012", mended)
    return None


def _colon(trouble: Trouble) -> Explanation | None:
    if "COLON" not in trouble.failure.accepts or trouble.failure.kind not in _ENDS:
        return None
    mended = trouble.mended(_with_colon(trouble.row.text))
    return _colon_at(trouble, trouble.index, mended) if mended is not None else None


def _colon_at(trouble: Trouble, index: int, mended: list[Row]) -> Explanation:
    body = _TAGS.sub("", without_comment(trouble.rows[index].text))
    end = len(body)
    hint = f"write: {body.strip()}:"
    return trouble.explain("a colon is missing at the end of the line", hint, (end, end + 1), "E012", mended, index)


# ---- signs, quotes, names ------------------------------------------------------------------------------------------


def _quotes(trouble: Trouble) -> Explanation | None:
    code, column = trouble.code, trouble.column
    rest = code[column:]
    quoted = re.match(r"""(["'`“”„‘«])([^"'`“”‘’»]+)["'`“”’»]""", rest)
    if quoted and "STRING" not in trouble.failure.accepts:
        word = re.sub(r"[^a-z0-9]+", "-", quoted[2].lower()).strip("-")
        mended = trouble.mended(code[:column] + word + rest[quoted.end() :])
        if mended is not None:
            place = (column, column + quoted.end())
            return trouble.explain("a name stands without quotes", f"write: {word}", place, "E016", mended)
    if rest.startswith('"') and '"' not in rest[1:]:
        mended = trouble.mended(trouble.body + '"')
        return trouble.explain("this text has no end", 'close it with "', (column, len(code)), "E016", mended)
    if "STRING" in trouble.failure.accepts and re.match(r"\w", rest):
        text = trouble.body[column:].rstrip('":')
        end = ":" if trouble.body.endswith(":") else ""
        mended = trouble.mended(f'{code[:column]}"{text}"{end}')
        place = (column, column + len(text))
        return trouble.explain("a text stands in quotes", f'write: "{text}"', place, "E016", mended)
    return None


def _sign(trouble: Trouble) -> Explanation | None:
    for sign in SIGNS:
        for found in sign.pattern.finditer(trouble.row.text):
            if found.start() <= trouble.column < max(found.end(), found.start() + 1):
                text = _replaced(trouble.row.text, found, sign.replacement)
                mended = [*trouble.rows]
                mended[trouble.index] = replace(trouble.row, text=text)
                message = sign.message.format(found=found[0].strip())
                return trouble.explain(message, sign.hint, found.span(), "E013", mended)
    return None


def _names(trouble: Trouble) -> Explanation | None:
    """A name that is not written as names are."""
    code, column = trouble.code, trouble.column
    if trouble.failure.accepts == {"TAG"}:
        return trouble.explain("a ruling is marked by @, capital letters and a number", "like: @F3", code="E015")
    for found in re.finditer(r"\w[\w-]*", code):
        if not found.start() <= column <= found.end():
            continue
        right = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", found[0]).lower().replace("_", "-")
        right = re.sub(r"-+", "-", right.translate(_plain_letters())).strip("-")
        if right == found[0] or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", right):
            if not re.match(r"\d+[a-z-]", found[0]):
                continue
            return trouble.explain("a name opens with a letter", "", found.span(), "E015")
        mended = [*trouble.rows]
        mended[trouble.index] = replace(trouble.row, text=_replaced(trouble.row.text, found, right))
        message = "names are written in small letters a to z, digits and hyphens"
        return trouble.explain(message, f"write: {right}", found.span(), "E015", mended)
    before = re.search(r"[a-z][a-z0-9-]* +$", code[:column])
    if trouble.failure.kind == "NAME" and before and re.fullmatch(r"[a-z]+ +", code[: before.start()]):
        right = before[0].rstrip() + "-" + _piece(code[column:])
        place = (before.start(), column + len(_piece(code[column:])))
        joined = trouble.mended(code[: place[0]] + right + code[place[1] :])
        if joined is not None and before[0].strip() not in keywords():
            return trouble.explain("a name is one word", f"write: {right}", place, "E015", joined)
    return None


@functools.cache
def _plain_letters() -> dict[int, str]:
    accented = "àáâãäåāæçèéêëēìíîïīñòóôõöøōœùúûüūýÿß"
    plain = ["a"] * 7 + ["ae", "c"] + ["e"] * 5 + ["i"] * 5 + ["n"] + ["o"] * 7 + ["oe"] + ["u"] * 5 + ["y", "y", "ss"]
    return dict(zip(map(ord, accented), plain, strict=True))


# ---- words ---------------------------------------------------------------------------------------------------------


def _habit(trouble: Trouble) -> Explanation | None:
    body, tail = trouble.body, trouble.code[len(trouble.body) :]
    for habit in HABITS:
        if habit.holder and habit.holder != _first_word(trouble.rows[0].text):
            continue
        for found in habit.pattern.finditer(body):
            text = _replaced(body, found, habit.replacement)
            mended = trouble.mended(text + tail)
            if mended is None:
                continue
            start, end = found.span("at")
            shown = body[start:end].strip()
            start = start + len(body[start:end]) - len(body[start:end].lstrip())
            place = (start, start + max(len(shown), 1))
            hint = habit.hint or f"write: {text.strip()}"
            return trouble.explain(habit.message.format(at=shown), hint, place, "E014", mended)
    return None


def _elsewhere(trouble: Trouble) -> Explanation | None:
    """A line that is right, but not here."""
    holder, word = _first_word(without_comment(trouble.rows[0].text)), _first_word(trouble.code)
    if trouble.index == 0 or trouble.failure.kind in _ENDS or holder not in HOLDERS:
        return None
    margin = len(_margin(trouble.code))
    if word in PLACES and PLACES[word] != HOLDERS[holder]:
        message = f"`{word}` opens a line in {PLACES[word]}, not in {HOLDERS[holder]}"
    elif word in DECLARATIONS and word not in ("to", "for", "order", "turn") and HOLDERS[holder] != "a variant":
        message = f"`{word}` opens a declaration, and stands at the left margin"
    else:
        return None
    return trouble.explain(message, "", (margin, margin + len(word)))


def _spelling(trouble: Trouble) -> Explanation | None:
    """A word that is nearly one of the language, at the place where reading stopped or before it."""
    words = [w for w in _WORD.finditer(trouble.body) if w.start() <= trouble.column]
    outside = trouble.failure.accepts >= {"ROLE", "TRACK"} and trouble.column == 0
    for word in reversed(words):
        for close in near(word[0]) if word[0] not in keywords() else ():
            mended = trouble.mended(_replaced(trouble.row.text, word, close))
            if mended is not None:
                message = f"`{word[0]}` opens no declaration" if outside else f"`{word[0]}` does not fit here"
                return trouble.explain(message, f"did you mean `{close}`?", word.span(), "E012", mended)
    if outside and words:
        close = difflib.get_close_matches(words[0][0].lower(), DECLARATIONS, n=1, cutoff=0.7)
        if close:  # the right word, but something else is wrong in the line as well
            message = f"`{words[0][0]}` opens no declaration"
            rows = [*trouble.rows]
            rows[trouble.index] = replace(trouble.row, text=_replaced(trouble.row.text, words[0], close[0]))
            return trouble.explain(message, f"did you mean `{close[0]}`?", words[0].span(), "E012", rows)
    return None


@functools.cache
def keywords() -> frozenset[str]:
    """All words of the language, as the grammar has them."""
    patterns = [t.pattern for t in parser().terminals if t.name not in ("NAME", "TAG", "STRING", "NUMBER")]
    texts = [p.value if isinstance(p, PatternStr) else re.sub(r"\(\?[<!=]+|\[[^\]]*\]", " ", p.value) for p in patterns]
    words = {word for text in texts for word in re.findall(r"[a-z]{2,}", text)}
    return frozenset(words | {word + "s" for word in ("place", "gain", "lose", "score")})


def near(word: str) -> list[str]:
    """The words of the language that a misspelt word may have been meant to be, the closest first."""
    plain = word.lower()
    close = difflib.get_close_matches(plain, sorted(keywords()), n=3, cutoff=0.66)
    return close + [k for k in sorted(keywords()) if sorted(k) == sorted(plain) and k not in close]


def _misused(trouble: Trouble) -> Explanation | None:
    """A word that opens another kind of line than was meant: `turn` for `turns`."""
    found = _WORD.search(trouble.body)
    if found is None or found[0] not in keywords() or trouble.failure.kind in _ENDS:
        return None
    for close in near(found[0])[1:]:
        mended = trouble.mended(_replaced(trouble.row.text, found, close))
        if mended is not None:
            message = f"`{found[0]}` does not fit here"
            return trouble.explain(message, f"did you mean `{close}`?", found.span(), "E012", mended)
    return None


def _next_line(trouble: Trouble) -> Explanation | None:
    """A line that was meant to go on in the next, which opens with no word that lets it."""
    below = trouble.index + 1
    if trouble.failure.kind != "_NL" or below >= len(trouble.rows):
        return None
    rows, following = trouble.rows, without_comment(trouble.rows[below].text)
    deeper = len(_margin(following)) - len(_margin(trouble.row.text))
    if deeper < 0 or (deeper == 0 and _first_word(trouble.code) not in CONTINUING):
        return None
    joined = replace(trouble.row, text=f"{trouble.body} {following.strip()}")
    mended = [*rows[: trouble.index], joined, *rows[below + 1 :]]
    if not (_JOINED.search(trouble.body) or _JOINING.match(following.strip())):
        return None
    if not trouble.better(mended, trouble.index):
        return None
    message = "a line goes on in the next only where that opens with and, or, where, with, alone or until"
    hint = "write both on one line, or name a part of it: `term NAME: …`"
    return trouble.explain(message, hint, None, "E010", mended)


def _missing(trouble: Trouble) -> Explanation | None:
    """One word or sign more, and reading goes on."""
    code, column = trouble.code, trouble.column
    at_end = trouble.failure.kind in _ENDS
    column = len(trouble.body) if at_end else column
    for kind in sorted(trouble.failure.accepts & _ADDABLE, key=lambda kind: (kind in FILLERS, kind != "COMMA", kind)):
        text = _text_of(kind)
        if text is None:
            continue
        before, after = code[:column].rstrip(), code[column:].lstrip()
        if kind in ("IN", "OF", "TO", "FROM") and before.split()[-1:] and before.split()[-1] in _NO_NAMES:
            continue
        if kind == "TO" and before and not after[:1].isdigit():
            continue
        gap = "" if text in (",", ":", ")", "]") else " "
        mended = trouble.mended((before + gap if before else _margin(code)) + f"{text} {after}".rstrip())
        if mended is not None:
            what = _shown(kind) if kind in FILLERS else f"`{text}`"
            what = "a value" if kind in FILLERS and trouble.failure.accepts >= _VALUE else what
            where = "at the end of the line" if at_end or not after else f"before `{_piece(after)}`"
            hint = _model(trouble) if kind in FILLERS else f"write: {mended[trouble.index].text.strip()}"
            return trouble.explain(f"{what} is missing {where}", hint, (column, column + 1), "E012", mended)
    return None


def _extra(trouble: Trouble) -> Explanation | None:
    """One word or sign less, and reading goes on."""
    code, column = trouble.code, trouble.column
    if trouble.failure.kind in _ENDS:
        return None
    end = trouble.failure.end_column - 1
    if trouble.failure.kind in ("", "NAME"):
        end = column + len(_piece(code[column:]))
    if not re.fullmatch(r"[,:()\[\]|]|@\S*", code[column:end]):
        return None  # most lines read without a word of theirs, as the call of some procedure or other
    mended = trouble.mended(f"{code[:column].rstrip()} {code[end:].lstrip()}".rstrip())
    if mended is None:
        return None
    return trouble.explain(f"`{code[column:end]}` is too much here", "leave it out", (column, end), mended=mended)


def _unexpected(trouble: Trouble) -> Explanation:
    failure = trouble.failure
    wanted = _expected(failure.accepts)
    parts = [f"here comes {wanted}" if wanted else "", _model(trouble)]
    hint = "; ".join(part for part in parts if part)
    if failure.kind in _ENDS:
        end = len(trouble.body)
        return trouble.explain("the line ends too early", hint, (end, end + 1))
    if failure.accepts >= {"ROLE", "TRACK"}:
        word = _piece(trouble.code) or trouble.code[:1]
        hint = "at the left margin a line opens with one of: " + ", ".join(DECLARATIONS)
        return trouble.explain(f"`{word}` opens no declaration", hint, (0, len(word)))
    word = _first_word(trouble.code)
    if word in ("else", "otherwise") and not trouble.code[: trouble.column].strip():
        other = "no `if`" if word == "else" else "no choice"
        margin = len(_margin(trouble.code))
        hint = f"`{word}` starts at the column of the line it belongs to, and follows what stands below that"
        return trouble.explain(f"there is {other} to which this `{word}` belongs", hint, (margin, margin + len(word)))
    before = trouble.code[: trouble.column].rstrip()
    if failure.accepts <= {"_NL", "TAG"} and _TAGS.sub("", before) != before:
        place = (trouble.column, len(trouble.body))
        return trouble.explain("rulings such as @F3 stand at the end of the line", "", place)
    if failure.accepts >= {"TO", "LIMIT"}:
        hint = "an option opens with `to`, and is one line, or ends with a colon and has its rules below it"
    found = _piece(trouble.code[trouble.column :]) or failure.found.strip() or trouble.code[trouble.column :]
    place = (trouble.column, trouble.column + len(found))
    if found in keywords() and "NAME" in failure.accepts:
        return trouble.explain(f"`{found}` is a word of the language, and no name here", hint, place)
    return trouble.explain(f"`{found}` does not fit here", hint, place)


_KNOWING = (
    _indentation,
    _block,
    _quotes,
    _habit,
    _sign,
    _names,
    _elsewhere,
    _spelling,
    _next_line,
    _colon,
    _misused,
    _missing,
    _extra,
)


# ---- telling -------------------------------------------------------------------------------------------------------


def _expected(accepts: frozenset[str]) -> str:
    """What could stand here, if that is little enough to say."""
    kinds = set(accepts)
    words = []
    if kinds >= _VALUE:
        words, kinds = ["a value"], kinds - _OF_VALUES
    elif len(kinds - _BETWEEN) > 0:
        kinds -= _BETWEEN
    words += sorted(dict.fromkeys(_shown(kind) for kind in kinds))
    if not 0 < len(words) <= 6 or "" in words:
        return ""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _shown(kind: str) -> str:
    if kind in TOKENS:
        return TOKENS[kind]
    text = _text_of(kind)
    return f"`{text}`" if text else ""


def _text_of(kind: str) -> str | None:
    """The text of a token, if there is one: that of a fixed word, or a stand-in for a name, a number and the like."""
    if kind in FILLERS:
        return FILLERS[kind]
    if (kind.startswith("_") and kind != "_FOR_EXAMPLE") or kind == "$END":
        return None
    pattern = parser().get_terminal(kind).pattern
    if isinstance(pattern, PatternStr):
        return str(pattern.value)
    fixed = re.fullmatch(r"\(?([a-z]+)\)?\(\?!.*\)", pattern.value)
    return fixed[1] if fixed else None


def _model(trouble: Trouble) -> str:
    """How a line of this kind looks."""
    inner = trouble.code[:1].isspace()
    words = _WORD.findall(trouble.code)
    first = words[0] if words else ""
    model = (STATEMENT_MODELS if inner else {}).get(first) or MODELS.get(first)
    if model is None and inner:
        model = next((INNER_MODELS[word] for word in words if word in INNER_MODELS), None)
    if model is None and "|" in trouble.code:
        return "the cells of a table are set apart by bars: name | rank | copies"
    return f"such a line looks like: {model}" if model else ""


def fillers(block: bool) -> Sequence[str]:
    """Lines that are right in some place or other, to stand in for a line that cannot be mended."""
    if block:
        return "else:", "repeat:", "to x:", "after x:", "otherwise:", "p chooses:", "deal x from x:"
    return "end x", "to x", "expect x = x", "remove x", "x: x", "x: any 1", "x | x"


# ---- rows ----------------------------------------------------------------------------------------------------------


def _margin(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]


def _first_word(text: str) -> str:
    found = _WORD.match(text.lstrip())
    return found[0] if found else ""


def _piece(text: str) -> str:
    """The word, number, tag or sign that a text opens with."""
    found = re.match(r'"[^"]*"|@?\w[\w-]*|\S', text)
    return found[0] if found else ""


def _above(rows: list[Row], index: int) -> int | None:
    """The last row before this one that is neither blank nor a comment."""
    return next((i for i in range(index - 1, -1, -1) if without_comment(rows[i].text)), None)


def _with_colon(text: str) -> str:
    code = without_comment(text)
    body = _TAGS.sub("", code)
    return f"{body}:{code[len(body) :]}"


def _replaced(text: str, found: re.Match[str], replacement: Replacement) -> str:
    new = replacement(found) if callable(replacement) else found.expand(replacement)
    return text[: found.start()] + new + text[found.end() :]


def _shift(rows: list[Row], index: int, width: int, margin: str) -> list[Row]:
    """The rows with that row, and those after it that are not less deep, moved to another margin."""
    new = [*rows]
    for i in range(index, len(rows)):
        text = rows[i].text
        if not without_comment(text):
            continue
        if len(_margin(text)) < width:
            break
        new[i] = replace(rows[i], text=margin + text[width:])
    return new


def _indented_below(rows: list[Row], head: int) -> list[Row]:
    """The rows with those after `head` at its own depth moved below it, as far as that depth goes."""
    margin = _margin(rows[head].text)
    new = [*rows]
    for i in _codes(rows, head + 1):
        if len(_margin(rows[i].text)) < len(margin) or _first_word(rows[i].text) in ("else", "otherwise"):
            break
        new[i] = replace(rows[i], text="  " + rows[i].text)
    return new


def _codes(rows: list[Row], start: int) -> Iterator[int]:
    return (i for i in range(start, len(rows)) if without_comment(rows[i].text))
