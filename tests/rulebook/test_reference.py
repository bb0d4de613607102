"""The chapter on words files is true: its files make whole books that say what is printed below them, its tables tell
of every group and field, and what it says of a missing word is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.language.diagnostics import SpecErrors
from hoyle.rulebook.book import make, missing_words
from hoyle.rulebook.says import approve
from hoyle.rulebook.wordfile import GROUPS

PAGE = Path(__file__).parents[2] / "spec" / "LANGUAGE.md"
CHAPTER = PAGE.read_text(encoding="utf-8").partition("\n## Words files\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", CHAPTER, re.MULTILINE | re.DOTALL)


def block(sort: str, marks: str) -> str:
    (found,) = [text for kind, name, text in BLOCKS if (kind, name) == (sort, marks)]
    return str(found)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "lucky_piles.hoyle"
    path.write_text(block("hoyle", ""), encoding="utf-8")
    for name in ("words.en.toml", "words.es.toml"):
        (tmp_path / name).write_text(block("toml", name), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "es"])
def test_files_make_books_that_say_so(game: Path, language: str) -> None:
    assert missing_words(game, language)[1] == {}
    said = " ".join(" ".join(clause.text.split()) for clause in make(game, language).clauses())
    lines = block("text", language).splitlines()
    assert len(lines) > 1
    for line in lines:
        assert line in said


def test_a_missing_word_is_told_so(game: Path) -> None:
    with pytest.raises(SpecErrors) as caught:
        make(game, "fr")
    assert (
        block("text", "says").replace("lucky_piles", str(game).removesuffix(".hoyle")) in caught.value.render() + "\n"
    )


def test_own_words_are_printed_once_they_are_approved(game: Path) -> None:
    path = game.parent / "words.en.toml"
    path.write_text(path.read_text(encoding="utf-8") + "\n" + block("toml", "words.en.toml more"), encoding="utf-8")
    book = make(game, "en")
    assert [item.key for item in book.stale] == ["takes-turn.choice.discard"]
    approve(path, book.stale)
    book = make(game, "en")
    assert book.stale == []
    assert "Put a charm from your hand under the deck: nobody will see it again." in [c.text for c in book.clauses()]


def test_the_tables_have_every_group_and_field() -> None:
    told = " ".join(re.findall(r"^\| .*$", CHAPTER, re.MULTILINE))
    inner = {"prepositions", "adverbs"}  # Hoyle's own, which a game rarely changes
    assert all(f"`[{group}]`" in told or f"`[{group}." in told for group in set(GROUPS) - inner)
    fields = {field for group in set(GROUPS) - inner - {"says", "facts"} for field in GROUPS[group]}
    named = set(re.findall(r"`(\w+)(?: = true)?`", told))
    assert fields - {"many_only", "before"} <= named
