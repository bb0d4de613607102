"""What differs between two books, marked word by word: a variant and the game, a spec and its older version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape

from jinja2 import Environment
from markupsafe import Markup

from ... import templates
from ...language.diagnostics import HoyleError
from ...resources import rulebooks
from ...rulebook import render
from ...rulebook.book import Book, Clause
from ...rulebook.compare import Change, changes, matches
from ...rulebook.facts import texts
from .edition import Edition

Pieces = list[tuple[str, bool]]
"""A text in pieces, each with whether it differs."""

_WORD = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Marked:
    """One clause that differs: `how` is replaces, new or gone; ids, numbers and texts before and now, "" where there is
    none (`id` is what it is now where there was none).

    `before` and `after` are paragraphs: the clause, then what stands under it and is told with it, with its numbers.
    """

    id: str
    now: str
    how: str
    old_number: str
    new_number: str
    before: list[Pieces]
    after: list[Pieces]


def difference(old: str, new: str) -> tuple[Pieces, Pieces]:
    """Two texts in pieces, each with whether it stands in only one of them. The pieces of a text add up to it."""
    left, right = _WORD.findall(old), _WORD.findall(new)
    before: Pieces = []
    after: Pieces = []
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if a < b:
            before.append(("".join(left[a:b]), tag != "equal"))
        if c < d:
            after.append(("".join(right[c:d]), tag != "equal"))
    return _joined(before), _joined(after)


def _joined(pieces: Pieces) -> Pieces:
    """Pieces with lone blanks between two marked ones marked too: one long mark reads better than many short ones."""
    found: Pieces = []
    for k, (text, differs) in enumerate(pieces):
        between = text.isspace() and 0 < k < len(pieces) - 1 and pieces[k - 1][1] and pieces[k + 1][1]
        differs = differs or between
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        else:
            found.append((text, differs))
    return found


def told(clause: Clause) -> str:
    """A clause as plain text: its sentences, then its table."""
    rows = [] if clause.table is None else [clause.table.head, *clause.table.rows]
    return " ".join([clause.text, *(" · ".join(str(cell) for cell in row) for row in rows)]).strip()


def marked(old: Book, new: Book, found: Iterable[Change]) -> list[Marked]:
    """Changes with what differs marked. A clause that is new or gone stands with the clauses under it; so does one that
    reads otherwise and has others under it than before, and what differs there is then told in that place only.
    """
    before = {c.id: c for c in old.clauses()}
    after = {c.id: c for c in new.clauses()}
    stands_for = matches(old, new)
    kept = set(stands_for.values())
    made: list[Marked] = []
    told_before: set[str] = set()
    told_after: set[str] = set()
    for change in found:
        if change.id in told_before if change.how == "gone" else change.now in told_after:
            continue
        was, now = before.get(change.id), after.get(change.now)
        if change.how == "replaces" and was is not None and now is not None:
            if change.whole or any(c.id not in kept for c in was.walk()):
                left, right = _sides(was, now, stands_for)
                told_before |= {c.id for c in was.walk()}
                told_after |= {c.id for c in now.walk()}
            else:
                left, right = ([one] for one in difference(told(was), told(now)))
            made.append(Marked(change.id, change.now, change.how, was.number, now.number, left, right))
            continue
        whole = [
            [(f"{c.number} {told(c)}" if k else told(c), True)] for k, c in enumerate(change.clause.walk()) if told(c)
        ]
        gone = change.how == "gone"
        numbers = (change.clause.number, "") if gone else ("", change.clause.number)
        made.append(Marked(change.id, change.now, change.how, *numbers, whole if gone else [], [] if gone else whole))
    return made


def _sides(was: Clause, now: Clause, stands_for: Mapping[str, str]) -> tuple[list[Pieces], list[Pieces]]:
    """A clause before and now, each with all that stands under it: what has no match under the other differs whole."""
    olds = {c.id: c for c in was.walk()}
    pairs = {c.id: old for c in now.walk() if (old := olds.get(stands_for[c.id])) is not None}
    marks = {c.id: difference(told(pairs[c.id]), told(c)) for c in now.walk() if c.id in pairs}
    lefts = {pairs[key].id: left for key, (left, _) in marks.items()}

    def side(top: Clause, matched: Mapping[str, Pieces]) -> list[Pieces]:
        paragraphs = []
        for c in top.walk():
            number = "" if c is top else f"{c.number} "
            if c.id not in matched:
                paragraphs.append([(f"{number}{told(c)}", True)] if told(c) else [])
            else:
                paragraphs.append([*([(number, False)] if number else []), *matched[c.id]] if told(c) else [])
        return [one for one in paragraphs if one]

    return side(was, lefts), side(now, {key: right for key, (_, right) in marks.items()})


def html(paragraphs: list[Pieces], mark: str) -> str:
    """Paragraphs as HTML, the pieces that differ inside `mark` (ins or del)."""
    return "".join(
        "<p>"
        + "".join(f"<{mark}>{escape(text)}</{mark}>" if differs else escape(text) for text, differs in pieces)
        + "</p>"
        for pieces in paragraphs
    )


def markdown(paragraphs: list[Pieces], mark: str) -> str:
    """Paragraphs in one line of Markdown, the pieces that differ between two `mark`s, which must touch the words."""
    lines = []
    for pieces in paragraphs:
        line = ""
        for text, differs in pieces:
            words = render.escape_markdown(text)
            core = words.strip()
            line += words.replace(core, f"{mark}{core}{mark}", 1) if differs and core else words
        lines.append(line)
    return " ".join(lines)


def change_log(old: Edition, new: Edition, language: str, variants: tuple[str, ...], kind: str) -> dict[str, bytes]:
    """What is new in a game since an older version of its spec, by file name.

    Args:
        old: the older version.
        new: the version of now.
        language: of the books that are compared.
        variants: that are played, in both.
        kind: md or html.

    Raises:
        HoyleError, SpecErrors: as `Edition.voice`; there is no such format.
    """
    before, after = old.voice(language, variants).book, new.voice(language, variants).book
    found = changes(before, after)
    values = {
        "title": new.voice(language, variants).title,
        "lang": language,
        "t": texts(language),
        "changes": marked(before, after, found.changes),
        "rulings": found.rulings,
        "dropped": found.dropped,
    }
    if kind not in ("md", "html"):
        raise HoyleError("a list of changes is written in md or html")
    text = templates.rendered(_environment(), f"changes.{kind}.j2", **values)
    return {f"{new.stem(language, variants)}-changes.{kind}": (text.strip() + "\n").encode()}


def _environment() -> Environment:
    """The templates of the list of changes, with the filters they use."""
    env = templates.environment(rulebooks() / "templates", rulebooks() / "styles", escape=".html")
    env.filters["marked"] = lambda pieces, mark: Markup(html(pieces, mark))
    env.filters["md_marked"] = markdown
    env.filters["md"] = render.escape_markdown
    return env
