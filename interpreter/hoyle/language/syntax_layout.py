"""Mistakes of layout: indentation, colons, and what must or must not stand below them.

Each function here knows one kind of mistake: it explains the trouble if it is of that kind, and gives nothing if not.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .syntax_trouble import (
    ENDS,
    TAGS,
    Explanation,
    Row,
    Trouble,
    blanked,
    block,
    first_word,
    indent_of,
    line_above,
    moved,
    with_colon,
    without_comment,
)
from .syntax_words import CONTINUING

_BELOW = "what belongs together is indented below a line that ends with a colon"
_LIMITING = ("where", "if", "when", "with", "until", "from")  # what may say more of a line of rules
_STAND_INS = ("end x", "to x", "expect x = x", "remove x", "x: x", "x: any 1", "x | x")
_STAND_IN_HEADS = {
    "if": "if x = x:",
    "else": "else:",
    "repeat": "repeat:",
    "for": "for each x in x:",
    "turns": "turns for x in x:",
    "otherwise": "otherwise:",
    "to": "to x:",
    "after": "after x:",
    "before": "before x:",
}


def braces(trouble: Trouble) -> Explanation | None:
    """Braces on lines of their own, as other languages have them."""
    sign = trouble.code.strip()
    if sign not in ("{", "}"):
        return None
    mended = blanked(trouble.rows, range(trouble.index, trouble.index + 1))
    start = trouble.code.index(sign)
    return trouble.explain(f"`{sign}` is no sign here", _BELOW, (start, start + 1), "E013", mended)


def indentation(trouble: Trouble) -> Explanation | None:
    """A line that is not as deep as lines are there."""
    rows, failure, at = trouble.rows, trouble.failure, trouble.index
    margin = indent_of(trouble.row.text)
    place = (0, len(margin))
    before = line_above(rows, at)
    if failure.kind == "indentation":
        levels = sorted({level for level in failure.levels if level}) or [0]
        mended = _aligned(trouble, min(levels, key=lambda level: abs(level - len(margin.expandtabs(8)))))
        hint = f"lines that belong together start at the same column: here, after {_or(levels)} spaces"
        return trouble.explain("this line starts where no line above it does", hint, place, "E010", mended)
    if before is None and margin and trouble.column == len(margin):
        mended = moved(rows, block(rows, at, len(margin)), len(margin), "")
        return trouble.explain("this line must start at the left margin", "", place, "E010", mended)
    if failure.kind != "_INDENT" or before is None:
        return None
    word = first_word(trouble.code)
    if word in CONTINUING and before != at - 1:
        message = f"a line that opens with `{word}` goes on with the line right above it, which is blank or a comment"
        close = [*rows[: before + 1], *rows[at:]]
        return trouble.explain(message, "let no line stand between the two", place, "E010", close)
    with_block = trouble.mended(with_colon(rows[before].text), before)
    if with_block is not None:
        return _colon_missing(trouble, before, with_block)
    message = "this line is indented more than the line above it, which opens no block"
    mended = _aligned(trouble, len(indent_of(rows[before].text)))
    return trouble.explain(message, "let the two start at the same column", place, "E010", mended)


def _aligned(trouble: Trouble, width: int) -> list[Row]:
    """The rows with the block that is not aligned moved to where it can be read, or left out."""
    old = len(indent_of(trouble.row.text))
    places = block(trouble.rows, trouble.index, old)
    mended = moved(trouble.rows, places, old, " " * width)
    return mended if trouble.better(mended, places[-1]) else left_out(trouble, places)


def no_block(trouble: Trouble) -> Explanation | None:
    """A line that ends with a colon, and nothing below it."""
    if trouble.failure.accepts != {"_INDENT"}:
        return None
    rows, at = trouble.rows, trouble.index
    head = at if trouble.failure.kind in ENDS else line_above(rows, at)
    if head is None:
        return None
    code = without_comment(rows[head].text)
    margin = indent_of(code)
    if margin and first_word(code) == "to" and code.endswith(":"):
        mended = trouble.mended(code[:-1], head)
        if mended is not None:
            message = "an option that does nothing more ends without a colon"
            place = (len(code) - 1, len(code))
            return trouble.explain(message, f"write: {code[:-1].strip()}", place, "E014", mended, head)
    mended = None
    if head != at:  # the lines after it, up to an `else`, may have been meant
        below = block(rows, head + 1, len(margin))
        meant = [i for i in below if first_word(rows[i].text) in ("else", "otherwise")]
        below = range(below.start, meant[0] if meant else below.stop)
        mended = moved(rows, below, 0, "  ")
    if mended is None or not trouble.better(mended, at):
        fillings = (
            [*rows[: head + 1], Row(rows[head].number, f"{margin}  {text}"), *rows[head + 1 :]] for text in _STAND_INS
        )
        mended = next((filled for filled in fillings if trouble.better(filled, head + 1)), None)
    message = f"what belongs under `{TAGS.sub('', code).strip()}` is missing"
    place = (len(margin), len(code))
    return trouble.explain(message, "indent the lines under it by two spaces", place, "E010", mended, head)


def otherwise(trouble: Trouble) -> Explanation | None:
    """Rules under `otherwise:`, where options stand, or under an `else:` that is deeper than what it belongs to."""
    rows, at = trouble.rows, trouble.index
    word = first_word(trouble.code)
    if word == "else" and not trouble.code[: trouble.column].strip():
        return _shallower(trouble)
    head = next((i for i in range(at - 1, -1, -1) if indent_of(rows[i].text) < indent_of(trouble.code)), None)
    if head is None or without_comment(rows[head].text).strip() != "otherwise:" or word in ("to", "limit"):
        return None
    margin = indent_of(rows[head].text)
    mended = trouble.mended(f"{margin}else:", head)
    if mended is None:
        return None
    place = (len(margin), len(margin) + len("otherwise"))
    message = "under `otherwise:` stand options; what is done where there is none stands under `else:`"
    return trouble.explain(message, "write: else:", place, "E014", mended, head)


def _shallower(trouble: Trouble) -> Explanation | None:
    """An `else:` with its block moved to the left, to where it belongs to something."""
    rows, at, margin = trouble.rows, trouble.index, indent_of(trouble.code)
    below = block(rows, at + 1, len(margin) + 1)
    for above in range(at - 1, 0, -1):
        new = indent_of(rows[above].text)
        if not without_comment(rows[above].text) or len(new) >= len(margin):
            continue
        mended = moved(rows, range(at, below.stop), len(margin), new)
        if trouble.better(mended, below.stop - 1):
            hint = f"let it start under `{without_comment(rows[above].text).strip()}`, and what follows it two spaces deeper"
            message = "this `else` is deeper than what it belongs to"
            return trouble.explain(message, hint, (len(margin), len(trouble.body)), "E010", mended)
    return None


def unchosen(trouble: Trouble) -> Explanation | None:
    """Options without a line that says who chooses."""
    rows, at, margin = trouble.rows, trouble.index, indent_of(trouble.code)
    if first_word(trouble.code) != "to" or not margin or trouble.holder() != "a procedure":
        return None
    above = next((i for i in range(at - 1, -1, -1) if indent_of(rows[i].text) < margin), 0)
    adds = re.match(r"(\s+add )to ([a-z][\w-]*:)$", without_comment(rows[above].text))
    if adds is not None and (mended := trouble.mended(f"{adds[1]}in {adds[2]}", above)) is not None:
        place = (len(adds[1]), len(adds[1]) + 2)
        message = "`add to …:` is a new procedure; options are added `in` one"
        return trouble.explain(message, f"write: add in {adds[2]}", place, "E014", mended, above)
    who = trouble.declared.within([row.text for row in rows[: at + 1]]).actor
    inner = moved(rows, block(rows, at, len(margin)), 0, "  ")
    mended = [*rows[:at], replace(trouble.row, text=f"{margin}{who} chooses:"), *inner[at:]]
    if not trouble.better(mended, at + 1):
        return None
    hint = f"write above it: {who} chooses: and indent the options below that by two spaces"
    place = (len(margin), len(trouble.body))
    return trouble.explain("nobody is said to choose among the options", hint, place, "E014", mended)


def tag_inside(trouble: Trouble) -> Explanation | None:
    """The tag of a ruling on a line that the next one goes on with: it stands at the end of the last one."""
    rows, at = trouble.rows, trouble.index
    above = line_above(rows, at)
    if above is None or first_word(trouble.code) not in CONTINUING:
        return None
    code = without_comment(rows[above].text)
    body = TAGS.sub("", code)
    tags = code[len(body) :].strip()
    if not tags:
        return None
    last = at
    while last + 1 < len(rows) and first_word(without_comment(rows[last + 1].text)) in CONTINUING:
        last += 1
    mended = [*rows]
    mended[above] = replace(rows[above], text=body)
    mended[last] = replace(rows[last], text=f"{without_comment(rows[last].text)} {tags}")
    if not trouble.better(mended, at):
        return None
    message = f"the tag {tags} ends what is said, and the next line goes on with it"
    hint = f"put {tags} at the end of the last line of this, line {rows[last].number}"
    return trouble.explain(message, hint, (len(body) + 1, len(code)), "E011", mended, above)


def condition_below(trouble: Trouble) -> Explanation | None:
    """What says of what a line holds, behind the colon of the line: `to stop:` and then `where saved >= least`."""
    rows, at = trouble.rows, trouble.index
    word = first_word(trouble.code)
    if word in _LIMITING:
        above, last, told = line_above(rows, at), at, trouble.body.strip()
    elif first_word(trouble.body[trouble.column :]) in _LIMITING:
        above, last, told = at, at, trouble.body[trouble.column :].strip()
    else:
        return None
    code = (
        ""
        if above is None
        else TAGS.sub("", without_comment(rows[above].text))[: None if above != at else trouble.column]
    )
    head, colon, _ = code.rstrip().rpartition(":")
    if above is None or not colon or not head.strip():
        return None
    margin = indent_of(code)
    inner = any(without_comment(rows[i].text) for i in block(rows, last + 1, len(margin) + 1))
    for joint in (", ", " "):
        line = f"{head}{joint}{told.rstrip(':')}{':' if inner or first_word(code) != 'to' else ''}"
        mended = blanked(rows, range(above, last + 1))
        mended[above] = replace(rows[above], text=line)
        if trouble.better(mended, last):
            hint = f"write{' for both lines' if above != at else ''}: {line.strip()}"
            message = f"`{first_word(told)}` stands before the colon of what it is about"
            start = trouble.code.index(told)
            return trouble.explain(message, hint, (start, start + len(told)), "E012", mended)
    return None


def one_line(trouble: Trouble) -> Explanation | None:
    """A block on the line of its head, behind the colon."""
    before = trouble.body[: trouble.column].rstrip()
    if not trouble.failure.accepts <= {"TAG", "_NL"} or not before.endswith(":"):
        return None
    number, margin = trouble.row.number, indent_of(trouble.row.text)
    parts = [Row(number, before), Row(number, f"{margin}  {trouble.code[trouble.column :]}")]
    mended = [*trouble.rows[: trouble.index], *parts, *trouble.rows[trouble.index + 1 :]]
    if not trouble.better(mended, trouble.index + 1):
        return None
    hint = "start a new line behind the colon, and indent it by two spaces"
    place = (trouble.column, len(trouble.body))
    return trouble.explain("what belongs under a colon stands on lines of its own", hint, place, "E012", mended)


def table(trouble: Trouble) -> Explanation | None:
    """A line of a table without bars, or with nothing between them."""
    accepts = trouble.failure.accepts
    code = trouble.code
    margin = indent_of(code)
    inner = (len(margin), len(code))
    if re.fullmatch(r"\s+[-|+:=─ ]*[-─]{2}[-|+:=─ ]*", code) and trouble.index:
        mended = blanked(trouble.rows, range(trouble.index, trouble.index + 1))
        return trouble.explain(
            "a table has no line between its head and its rows", "leave it out", inner, "E014", mended
        )
    bare = code.strip().strip("|").strip()
    if code.strip().startswith("|") and bare and (barred := trouble.mended(margin + bare)) is not None:
        return trouble.explain("bars stand between the cells of a table only", f"write: {bare}", inner, "E014", barred)
    if "VBAR" in accepts and "," in code and "|" not in code and trouble.opens in ("cards", "dice"):
        text = " | ".join(cell.strip() for cell in code.split(","))
        if (barred := trouble.mended(margin + text)) is not None:
            return trouble.explain("bars stand between the cells of a table", f"write: {text}", inner, "E014", barred)
    if accepts >= {"EACH", "REST", "DASH"}:
        place = (trouble.column, trouble.column + 1)
        return trouble.explain("a cell of the table is empty", "write `-` for none", place)
    if "VBAR" in accepts and trouble.failure.kind in ENDS:
        message = "a line of a table has at least two cells, set apart by bars"
        place = (len(indent_of(trouble.body)), len(trouble.body))
        return trouble.explain(message, "like: name | rank | copies", place)
    return None


def colon(trouble: Trouble) -> Explanation | None:
    """A line with a block below it that does not end with a colon."""
    if "COLON" not in trouble.failure.accepts or trouble.failure.kind not in ENDS:
        return None
    mended = trouble.mended(with_colon(trouble.row.text))
    return _colon_missing(trouble, trouble.index, mended) if mended is not None else None


def _colon_missing(trouble: Trouble, index: int, mended: list[Row]) -> Explanation:
    body = TAGS.sub("", without_comment(trouble.rows[index].text))
    place = (len(body), len(body) + 1)
    message = "a colon is missing at the end of the line"
    return trouble.explain(message, f"write: {body.strip()}:", place, "E012", mended, index)


def stand_in(trouble: Trouble, index: int) -> list[Row] | None:
    """The rows with another line in the place of one that cannot be mended, so that what follows can be read.

    The head of a block becomes another of its kind; where its kind is unknown, its block is left out.
    """
    rows, row = trouble.rows, trouble.rows[index]
    margin = indent_of(row.text)
    if not margin:
        return None
    below = block(rows, index + 1, len(margin) + 1)
    has_block = any(without_comment(rows[i].text) for i in below)
    head = _STAND_IN_HEADS.get(first_word(row.text)) if has_block else None
    if head is not None:
        mended = [*rows[:index], replace(row, text=margin + head), *rows[index + 1 :]]
        if trouble.better(mended, max(index, trouble.index)):
            return mended
    return _replaced(trouble, range(index, below.stop if has_block else index + 1))


def left_out(trouble: Trouble, places: range) -> list[Row]:
    """The rows without those places, which must be all of a block or begin one."""
    without = blanked(trouble.rows, places)
    if trouble.better(without, places[-1]):
        return without
    return _replaced(trouble, places) or without


def _replaced(trouble: Trouble, places: range) -> list[Row] | None:
    """The rows with one line in those places, of a kind that fits there."""
    without = blanked(trouble.rows, places)
    first = trouble.rows[places[0]]
    for text in _STAND_INS:
        mended = [*without]
        mended[places[0]] = replace(first, text=indent_of(first.text) + text)
        if trouble.better(mended, max(places[-1], trouble.index)):
            return mended
    return None


def _or(numbers: list[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
