"""What is likely meant where a game can be read, but something is wrong with it: ways to mend it, each tried.

Comes in: diagnostics, and the pieces of a text. Goes out: the same diagnostics, with what is to be written where that is
known. What always holds: a remedy is only told if less is wrong with the game once it is followed, and nothing with the
line that it changes.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from .diagnostics import Diagnostic
from .grammar import Failure
from .syntax_declared import Declared
from .syntax_english import phrase, phrases
from .syntax_trouble import ON_THE_LINE, TAGS, Row, Trouble, without_comment
from .tree import Span
from .types import LIBRARY

_NEAR = 0.75  # how close a word must be to one that may be meant
_NEVER_OWN = (
    "yes|no|true|false|none|nobody|nothing|otherwise|else|more|less|at|than|once|twice|times|then"  # of no game
)
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_OF_WORDS = ("E013", "E015", "E016")  # their hints show a sign or a word, not the line
PARTS_OF_LINES = (*_OF_WORDS, "E211")  # their hints may show a part of the line
_PLAIN = re.compile(r"^write: (.*?)(?: and below it(, indented)?: (.*))?$")

Asked = Callable[[int, list[Row], int, Failure], Trouble]


@dataclass(frozen=True)
class _Remedy:
    """How a piece of the text would be (by its number), and how that is told; `line` if it is told of another one."""

    piece: int
    rows: list[Row]
    told: Diagnostic


def remedied(
    found: list[Diagnostic], pieces: list[list[Row]], file: str, asked: Asked, tried: bool
) -> list[Diagnostic]:
    """The diagnostics, with remedies.

    Args:
        found: what is wrong.
        pieces: the rows of each declaration of the text.
        file: the name of its file.
        asked: gives the trouble at a row of a piece.
        tried: whether what is proposed can be tried; else what is likely is told untried.
    """
    told: list[Diagnostic] = []
    done: set[int] = set()
    for one in found:
        place = _place(one.span.line, pieces) if one.span.file == file and one.code != "E006" else None
        if place is None:
            told.append(one)
        elif one.span.line not in done:
            better = _remedy(one, place, pieces, asked, tried)
            if better is one or all((other.span, other.hint) != (better.span, better.hint) for other in told):
                told.append(better)
            if better is not one:
                done.add(one.span.line)
    return told


def _remedy(one: Diagnostic, place: tuple[int, int], pieces: list[list[Row]], asked: Asked, tried: bool) -> Diagnostic:
    """The diagnostic with the remedy that leaves least wrong; itself if there is none."""
    number, index = place
    here = asked(number, pieces[number], index, _start(one))
    now = here.faults(here.rows)
    if now is None:  # nothing can be tried, or no more
        said = None if tried else phrase(here, broad=False)
        return one if said is None else said.diagnostic(one.span.file)
    on_the_line = sum(other.span.line == one.span.line for other in now)
    best, least = one, ON_THE_LINE if one.code < "E100" else len(now)  # mistakes of reading hide those of names
    if not on_the_line:  # something is wrong with the game, not with what the line says
        return one
    for remedy in _remedies(one, number, here, pieces, on_the_line == 1):
        there = here if remedy.piece == number else asked(remedy.piece, pieces[remedy.piece], 0, _start(one))
        wrong = there.wrong(remedy.rows)
        if wrong is not None and wrong < least:
            best, least = remedy.told, wrong
        if least <= len(now) - on_the_line:
            break
    return best


def _start(one: Diagnostic) -> Failure:
    return Failure(one.span.line, 1, 2, "", "")


def _place(line: int, pieces: list[list[Row]]) -> tuple[int, int] | None:
    """The number of the piece that a line is in, and the row's there."""
    return next(((k, i) for k, piece in enumerate(pieces) for i, row in enumerate(piece) if row.number == line), None)


def _remedies(one: Diagnostic, number: int, here: Trouble, pieces: list[list[Row]], alone: bool) -> Iterator[_Remedy]:
    """From what is told already to what is only guessed."""
    followed = _followed(one, here)
    if followed is not None:
        yield _Remedy(number, followed, one)
    replacing = re.match(r"(\s+)add (?!in )(\S.*)", TAGS.sub("", here.code))
    if replacing is not None and one.code == "E102":  # what is added is there already
        hint = f"write: replace {replacing[2]}"
        if "; " in one.hint:
            hint = f"{one.hint.partition('; ')[2]}; to put another in its place {hint}"
        yield _Remedy(number, _with(here, f"{replacing[1]}replace {replacing[2]}"), replace(one, hint=hint))
    for said in phrases(here):
        yield _Remedy(number, said.mended or [], said.diagnostic(one.span.file))
    yield from _other_words(one, number, here)
    yield from _heads(one, number, here, pieces)
    if alone:  # else the name may stand for nothing only since the line is read in another way than was meant
        yield from _declarations(one, pieces, here.declared)


def proposed(one: Diagnostic, row: str) -> str | None:
    """A line of text as a hint says to write it, with what stands below it then; nothing if it does not say so."""
    line, near = _PLAIN.search(one.hint), re.search("did you mean `([^`]+)`", one.hint)
    if line is not None and one.code in _OF_WORDS and len(line[1].split()) < 3:
        apart = f" {line[1]} " if line[1].isalpha() and one.code == "E013" else line[1]
        return re.sub(r"(?<=\S)  +", " ", _replaced(one, row, apart))
    if line is not None:
        margin = row[: len(row) - len(row.lstrip())]
        below = f"\n{margin}{'  ' if line[2] else ''}{line[3]}" if line[3] else ""
        return f"{margin}{line[1]}{below}"
    return _replaced(one, row, near[1]) if near is not None else None


def _followed(one: Diagnostic, here: Trouble) -> list[Row] | None:
    """The rows once a hint is followed, if it says what to write."""
    text = proposed(one, here.row.text)
    return None if text is None else _with(here, text)


def _with(here: Trouble, text: str) -> list[Row]:
    new = [replace(here.row, text=line) for line in text.split("\n")]
    return [*here.rows[: here.index], *new, *here.rows[here.index + 1 :]]


def _replaced(one: Diagnostic, text: str, word: str) -> str:
    """The line with another word above the caret."""
    end = one.span.end_column if one.span.end_line == one.span.line else len(text) + 1
    return text[: one.span.column - 1] + word + text[end - 1 :]


def _under(one: Diagnostic, here: Trouble) -> str:
    """The words above the caret."""
    end = one.span.end_column if one.span.end_line == one.span.line else len(here.code) + 1
    return here.code[one.span.column - 1 : end - 1]


# ---- other words -----------------------------------------------------------------------------------------------------


def _other_words(one: Diagnostic, number: int, here: Trouble) -> Iterator[_Remedy]:
    """A word that is near to the one above the caret, or a procedure with who does it before it."""
    word, words = _under(one, here), here.declared.within([row.text for row in here.rows[: here.index + 1]])
    if not _NAME.fullmatch(word):
        return
    known = {*words.names, *words.procedures, *words.options, *words.components, *words.columns, *words.lines}
    known |= {*LIBRARY, *dict(words.kind_of), "players"} | set(_NAME.findall(" ".join(r.text for r in here.rows)))
    near = (
        difflib.get_close_matches(word, sorted(known - {word}), n=6, cutoff=_NEAR)
        if one.code not in ("E204", "E205")
        else []
    )
    for other in near:
        yield _Remedy(
            number, _with(here, _replaced(one, here.row.text, other)), replace(one, hint=f"did you mean `{other}`?")
        )
    for other in [word, *near]:
        if other in words.acting:
            text = _replaced(one, here.row.text, f"{words.actor} {other}")
            told = replace(one, hint=f"write: {TAGS.sub('', without_comment(text)).strip()}")
            yield _Remedy(number, _with(here, text), told)


# ---- elsewhere -------------------------------------------------------------------------------------------------------


def _heads(one: Diagnostic, number: int, here: Trouble, pieces: list[list[Row]]) -> Iterator[_Remedy]:
    """What is wrong in a line may be mended in the first line of a declaration: who acts, who has a seat, that a kind has
    an order."""
    name = re.search("`([^`]+)`", one.message)
    for k, piece in enumerate(pieces):
        at = next((i for i, row in enumerate(piece) if without_comment(row.text)), 0)
        head = without_comment(piece[at].text)
        redeclared = _redeclared(head, one.hint)
        others = _other_heads(head, one.code, name[1] if name else "", piece, k == number)
        for text in [*([redeclared] if redeclared else []), *others]:
            rows = [*piece[:at], replace(piece[at], text=text), *piece[at + 1 :]]
            told = replace(one, hint=f"declare: {text}")
            if head.startswith(("example", "to", "setup", "round", "turn", "scoring")):  # it is told where it is mended
                span = Span(piece[at].number, 1, piece[at].number, len(head) + 1, one.span.file)
                told = replace(one, span=span, hint=f"write: {text}")
            yield _Remedy(k, rows, told)


def _redeclared(head: str, hint: str) -> str:
    """The line that a hint says to declare, if this is one of the same name."""
    told = re.search(r"declare: ((?:zone|pile|counter|flag|marker|kind) [a-z][\w-]*)([^;…]*?)(?:;|$)", hint)
    return told[1] + told[2] if told and re.match(rf"{told[1]}(?![\w-])", head) and head != told[1] + told[2] else ""


def _other_heads(head: str, code: str, name: str, piece: list[Row], here: bool) -> Iterator[str]:
    text = "\n".join(without_comment(row.text) for row in piece[1:])
    if head.startswith(f"kind {name}:"):
        yield head.replace(f"kind {name}:", f"kind {name}, low to high:", 1)
    if head.startswith("example ") and here and code in ("E101", "E280"):
        acting = re.findall(r"^\s+([a-z][\w-]*) (?:does|can|cannot)\b", text, re.MULTILINE)
        seats = re.split(r", |:", head.partition(" for ")[2])
        new = list(dict.fromkeys(seat for seat in [*acting, name] if seat and seat not in seats))
        if new:
            yield f"{head.rstrip(':')}, {', '.join(new)}:"
    role = re.match(r"(to|setup|round|turn|scoring) ([a-z][\w-]*):", head)
    if role is not None and (here or role[2] == name) and code in ("E101", "E204"):
        named = set(re.findall(r"(?<![\w-])([a-z])(?= in )", text))
        free = [letter for letter in re.findall(r"(?<![\w-])([a-z])(?![\w-])", text) if letter not in named]
        for letter in dict.fromkeys(free[:3] or ["p"]):
            yield f"{role[1]} (player {letter}) {role[2]}:"


# ---- what is not declared --------------------------------------------------------------------------------------------


def _declarations(one: Diagnostic, pieces: list[list[Row]], words: Declared) -> Iterator[_Remedy]:
    """A name that stands for nothing lacks its declaration: of what kind, its uses say."""
    unknown = re.match(rf"nothing is called `(?!(?:{_NEVER_OWN})`)([a-z][\w-]*)`", one.message)
    if unknown is None and one.message.startswith("nothing is called"):
        return
    told = re.search(r"declare(?: it)?: ([^;…]+?)(?:;|$)", one.hint)
    name = unknown[1] if unknown else ""
    last = len(pieces) - 1
    for line in [*([told[1]] if told else []), *(_declared_as(name, words) if len(name) > 2 else [])]:
        rows = [*pieces[last], replace(pieces[last][-1], text=""), replace(pieces[last][-1], text=line)]
        also = re.search(r"; (so too on lines? .*)$", one.hint)
        hint = f"declare: {line}" + (f"; {also[1]}" if also else "")
        yield _Remedy(last, rows, replace(one, hint=hint))


def _declared_as(name: str, words: Declared) -> list[str]:
    """The declarations that a name may lack, as it is used."""
    uses = [
        words.text[found.start() : found.end()]
        for found in re.finditer(rf"[^\n]*(?<![\w-]){name}(?![\w-])[^\n]*", words.text)
    ]
    text = "\n".join(uses)
    each = " of each player" if re.search(rf"(?<![\w-]){name} of ", text) else ""
    moved = re.search(rf"(?:into|onto|under|from|top of|bottom of|in|deal|to) {name}(?![\w-])", text)
    places = [
        f"zone {name}{each}, seen by {'its owner' if each else 'all'}",
        f"pile {name}{each}, seen by all",
        *([] if each else [f"pile {name}, kept as plays of {words.cards}, seen by all"]),
    ]
    numbers = [f"counter {name}{each}", f"flag {name}{each}"]
    markers = [f"marker {name}{each}: {kind}" for kind in ("player", *sorted(words.kinds))]
    return [*places, *markers, *numbers] if moved else [*markers, *numbers, *places]
