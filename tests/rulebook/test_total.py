"""Totality: every construct can be told, in every language; and the three languages know the same words and
patterns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle import resources
from hoyle import rulebook as package
from hoyle.language.check import check
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.parse import parse
from hoyle.rulebook.book import _Writer, prepare
from hoyle.rulebook.lexicon import Lexicon, read_toml
from hoyle.rulebook.plan import plan
from hoyle.rulebook.says import Says
from rulebook.books import GAMES, LANGUAGES
from strategies import spec

SEEDS, CHUNKS = 36, 6


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_specs_are_told(chunk):
    """Specs with every construct, of names that no words file knows: what is missing is told, nothing else goes
    wrong."""
    told = 0
    for seed in range(chunk, SEEDS, CHUNKS):
        made = spec(seed)
        try:
            program = check("random", parse(made.text, "random"), texts={"random": made.text})
        except SpecErrors:
            continue
        sections = plan(program)
        for language in LANGUAGES:
            line = prepare(program, language, {})
            book = _Writer(sections, line, Says({}, line, program), {}).book()
            assert book.clauses()
            assert line.lex.missing
        told += 1
    assert told >= SEEDS // CHUNKS // 2


def patterns() -> dict[str, dict[str, str]]:
    return {x: read_toml(resources.rulebooks() / "patterns" / f"{x}.toml") for x in LANGUAGES}


def test_patterns_are_the_same_in_all_languages():
    found = patterns()
    for language in LANGUAGES:
        assert found[language].keys() == found["en"].keys()
    for name, text in found["en"].items():
        slots = {re.split("[:]", s)[0] for s in re.findall(r"\{([^}]+)\}", text)}
        for language in LANGUAGES:
            used = {re.split("[:]", s)[0] for s in re.findall(r"\{([^}]+)\}", found[language][name])}
            assert used <= slots | {"rank"}, f"{language}: {name}"
            assert used >= slots - {"rank"}, f"{language}: {name} leaves out {slots - used}"


def test_every_pattern_asked_for_is_there():
    folder = Path(package.__file__).parent
    asked = set()
    for file in folder.rglob("*.py"):
        asked |= set(re.findall(r'p\.Made\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8")))
    assert asked <= patterns()["en"].keys()


def test_lexicons_know_the_same_words():
    lexicons = {x: read_toml(resources.rulebooks() / "lexicons" / f"{x}.toml") for x in LANGUAGES}
    for group in lexicons["en"]:
        if group == "numbers":
            continue
        for language in LANGUAGES:
            assert lexicons[language][group].keys() == lexicons["en"][group].keys(), f"{language}: {group}"


@pytest.mark.parametrize("game", GAMES)
def test_words_files_know_the_same_words(game):
    """English takes rulings from the spec; everything else stands in all three files, unless the lexicon knows it."""
    words = {x: read_toml(resources.specs() / game / f"words.{x}.toml") for x in LANGUAGES}
    closed = {x: Lexicon(x) for x in LANGUAGES}
    for group in ("nouns", "values", "adjectives", "verbs", "facts", "endings", "titles", "labels", "examples"):
        names = {n for x in LANGUAGES for n in words[x].get(group, {})}
        for language in LANGUAGES:
            absent = {
                n for n in names if n not in words[language].get(group, {}) and not closed[language].has(group, n)
            }
            assert not absent, f"{game} {language}: {group} {absent}"
    for language in LANGUAGES:
        assert words[language].get("variant", {}).keys() == words["en"].get("variant", {}).keys()
