"""The layout: it changes nothing but layout, comes out the same whatever the layout was before, keeps comments."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.language import tree as t
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.fmt import TAG_COLUMN, format_text
from hoyle.language.grammar import tokens
from hoyle.language.parse import parse

ROOT = Path(__file__).parents[2]
SPECS = sorted((ROOT / "spec").rglob("*.hoyle"))
CONTINUING = re.compile(r"\s+(and|or|where|with|alone|until)\s")
HEAD = 'game "Small"\n'


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_bundled(path: Path) -> None:
    """Laid out, a spec has the same tree and the same comments; laid out again, it is the same."""
    text = path.read_text("utf-8")
    once = format_text(text, path.name)
    assert parse(once) == parse(text)
    assert format_text(once) == once
    assert _comments(once) == _comments(text)


def test_there_are_specs() -> None:
    """The tests here go through specs, and would pass with none."""
    assert len(SPECS) >= 10


@functools.cache
def _canonical(path: Path) -> tuple[str, t.File]:
    text = format_text(path.read_text("utf-8"))
    return text, parse(text)


@st.composite
def _disturbed(draw: st.DrawFn) -> tuple[Path, str, list[str]]:
    """A spec, the same with other white space and with comments, and these comments."""
    path = draw(st.sampled_from(SPECS))
    seed = draw(st.randoms(use_true_random=False))
    step = draw(st.sampled_from([" ", "  ", "    ", "\t", "       "]))
    noisy = draw(st.booleans())
    rows, comments = [], []
    for row in _canonical(path)[0].split("\n"):
        level = (len(row) - len(row.lstrip())) // 2
        words = row.strip()
        if not words:
            rows.append("")
            continue
        pieces = re.split(r'("[^"]*"| +)', words)
        for i, piece in enumerate(pieces):
            if piece.startswith(" ") and pieces[i - 1] not in ("replace", "add"):
                tight = pieces[i - 1][-1:] in ",:(" or pieces[i + 1][:1] in "=<>|"
                pieces[i] = seed.choice([" ", "  ", "\t", " \t "] + [""] * tight)
        words = "".join(pieces)
        if CONTINUING.match(row):
            rows.append(seed.choice([" ", "\t", " " * 9]) + words)
            continue
        if noisy and rows and seed.random() < 0.2:
            comments.append(f"# {len(comments)}")
            rows.append(seed.choice(["", " ", step, step * 2]) + comments[-1])
        if noisy and seed.random() < 0.1:
            rows += [""] * seed.randrange(1, 4)
        if noisy and not _comments(words) and seed.random() < 0.1:
            comments.append(f"# {len(comments)}")
            words += seed.choice([" ", "", "    "]) + comments[-1]
        rows.append(step * level + words + seed.choice(["", " ", "\t"]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return path, end.join(rows) + draw(st.sampled_from(["", end, end * 3])), comments


@settings(max_examples=8, deadline=None)
@given(_disturbed())
def test_any_layout_comes_out_the_same(case: tuple[Path, str, list[str]]) -> None:
    """White space is nothing but layout: the tree is the same, and so is what the layout makes of it."""
    path, disturbed, comments = case
    text, tree = _canonical(path)
    laid_out = format_text(disturbed)
    assert parse(laid_out) == tree
    assert format_text(laid_out) == laid_out
    assert [c for c in _comments(laid_out) if re.fullmatch(r"# \d+", c)] == comments
    if not comments and not _comments(text):  # the blanks within a comment stay as they are
        assert _rows(laid_out) == _rows(text)


def _comments(text: str) -> list[str]:
    return [found for found in re.findall(r'"[^"\n]*"|#.*', text) if found.startswith("#")]


def _rows(text: str) -> list[str]:
    return [row for row in text.split("\n") if row.strip()]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("zone  a ,seen   by all\n", "zone a, seen by all\n"),
        ("to play :\n    roll cup\n\n\n    roll   cup\n", "to play:\n  roll cup\n\n  roll cup\n"),
        ("to play:\n\n\troll cup", "to play:\n  roll cup\n"),
        ("always a:x+ 1=  -1\n", "always a: x + 1 = -1\n"),
        ("always a: [ 1,2 , -3 ] has( x -1 )\n", "always a: [1, 2, -3] has (x - 1)\n"),
        ("kind rank ,low   to high:3  to 10,jack\n", "kind rank, low to high: 3 to 10, jack\n"),
        (
            "cards in deck:\n  name|rank|suit @F1\n  card|each|-\n # c\n  joker| - |1,2\n",
            "cards in deck:\n"
            f"{'  name  | rank | suit'.ljust(TAG_COLUMN)}@F1\n"
            "  card  | each | -\n"
            "  # c\n"
            "  joker | -    | 1, 2\n",
        ),
        (
            "term a: b\n and c # why\n      or d\n",
            "term a: b\n  and c  # why\n  or d\n",
        ),
        (
            "to play:\n  turns for p in players\n    where p is x:\n    roll cup\n",
            "to play:\n  turns for p in players\n      where p is x:\n    roll cup\n",
        ),
        (
            f"always a: {'x + ' * 20}x   @A1\nalways b: {'x + ' * 21}x @A2 @A3\n",
            f"always a: {'x + ' * 20}x       @A1\nalways b: {'x + ' * 21}x   @A2 @A3\n",
        ),
        (
            "to play:   # start\n  # first\n  roll cup #  roll \n    # below\n # last\nzone a, seen by all\n# end",
            "to play:  # start\n  # first\n  roll cup  #  roll\n  # below\n# last\nzone a, seen by all\n# end\n",
        ),
        ('ruling   @A1   "two  spaces # stay" @A2\n', 'ruling @A1 "two  spaces # stay"'.ljust(TAG_COLUMN) + "@A2\n"),
        ('ruling @A1 "x"\nfor 2  players\n\n\n\n# a\n\n\n# b\n', 'ruling @A1 "x"\nfor 2 players\n\n# a\n\n# b\n'),
    ],
)
def test_layout(before: str, after: str) -> None:
    """Single rules of layout, one a case."""
    assert format_text(HEAD + before) == HEAD + after


def test_comment_at_the_end_of_a_block() -> None:
    """A comment between two blocks stays with the one its column says."""
    text = HEAD + "to play:\n  repeat:\n    roll cup\n    # of repeat\n  # of play\n\n# of a\npile a, seen by all\n"
    assert format_text(text) == text


def test_leading_comment() -> None:
    """A comment above the first line stays there, and so does the blank line between the two."""
    text = '# A game.\n\ngame "Small"\nfor 2 players\n'
    assert format_text("\n\n" + text + "\n\n\n") == text


def test_not_a_spec() -> None:
    """A text that cannot be read is not laid out."""
    with pytest.raises(SpecErrors):
        format_text("game Pig\n")


def test_words_stay_on_their_lines() -> None:
    """The words and their order do not change, nor how many lines they stand on."""
    for path in SPECS[::2]:
        text = path.read_text("utf-8")
        once = format_text(text)
        assert [str(t) for t in tokens(once) if t.strip()] == [str(t) for t in tokens(text) if t.strip()]
        assert len(_rows(once)) == len(_rows(text))
