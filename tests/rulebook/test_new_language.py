"""A language made by the table of the guide, and by nothing else, has books, print and a site."""

from __future__ import annotations

import io
import re
import shutil
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from hoyle import resources
from hoyle.cli import lines as terminal
from hoyle.cli.app import run
from hoyle.language.diagnostics import HoyleError
from hoyle.rulebook import facts, lines, render, typeset
from hoyle.rulebook import phrases as p
from hoyle.rulebook.lexicon import languages
from hoyle.rulebook.lines.base import Features, Lineariser
from hoyle.rulebook.text import Token
from hoyle.site import text as site_text

CODE, GAME = "eo", "kuhn_poker"


class Esperanto(Lineariser):
    """A small grammar: one article, plurals in -j, the accusative in -n, no genders and no agreement of verbs."""

    locale = CODE
    conj: ClassVar[dict[str, str]] = {"and": "kaj", "or": "aŭ"}
    articles = frozenset({"la"})

    @staticmethod
    def plural(one: str) -> str:
        first, _, rest = one.partition(" ")
        return f"{first}j {rest}".strip()

    def np(self, phrase: p.NP, det: bool = True) -> list[Token]:
        noun = self.lex.noun(phrase.noun)
        many = self.is_many(phrase, noun)
        count = self.quantity(phrase.count, "m")[0] if phrase.count is not None else []
        article = {"the": "la", "each": "ĉiu", "no": "neniu", "all": "ĉiuj", "that": "tiu"}.get(phrase.det, "")
        out = self.word(article) + count
        for adj in phrase.adjs:
            out += self.adjective(adj, Features(many))
        out.append(Token(noun.many if many else noun.one, "word", phrase.link, phrase.emph))
        for part in (phrase.label, phrase.worth):
            out += self.say(part) if part is not None else []
        if phrase.owner is not None:
            out += self.word("de") + self.say(phrase.owner)
        for prep in phrase.preps:
            out += self.prep(prep)
        return out + self.rels(phrase, Features(many))

    def mention(self, ref: p.Ref, case: str) -> list[Token]:
        if ref.gap:
            return []
        return [Token(ref.to.proper)] if ref.to.proper else self.word("vi" if ref.to.you else f"tiu {ref.to.noun}")

    def value(self, phrase: p.Value) -> list[Token]:
        noun = self.lex.value(phrase.key)
        count = self.quantity(phrase.count, "m")[0] if phrase.count is not None else []
        of = self.word("de") + self.say(phrase.of) if phrase.of is not None else []
        number = [Token(self.figure(phrase.number), "num")] if phrase.number is not None else []
        return [*count, Token(noun.one), *of, *number]

    def clause(self, phrase: p.Clause, mood: str, subject: bool = True) -> list[Token]:
        out = self.say(phrase.subject) if subject and phrase.subject is not None and mood not in ("inf", "imp") else []
        if phrase.there and phrase.subject is not None:
            return self.word("ne estas" if phrase.negative else "estas") + self.say(phrase.subject)
        verb = self.lex.verb(phrase.verb)
        ending = {"inf": "i", "imp": "u", "subj": "u"}.get(mood, "as")
        out += self.word("ne") if phrase.negative else []
        out += self.word({"may": "povas", "must": "devas"}[phrase.modal]) if phrase.modal else []
        stem = verb.lemma.removesuffix("i") + ("i" if phrase.modal else ending)
        out.append(Token(f"{stem} {verb.rest}".strip(), "word", phrase.link, phrase.emph))
        for part in (phrase.obj, phrase.pred):
            out += self.say(part, None, "obj") if part is not None else []
        for prep in phrase.preps:
            out += self.prep_of(phrase, prep)
        return out

    def relative(self, rel: p.Rel, features: Features, mood: str = "ind") -> list[Token]:
        return self.word("kiuj" if features.many else "kiu") + self.say(rel.clause, mood)


def spoken(entry: Any) -> Any:
    """An English entry as if it were of the new language: its words are marked, slots and signs stay."""
    if isinstance(entry, dict):
        return {k: v if k in ("sign", "instead") else spoken(v) for k, v in entry.items()}
    if isinstance(entry, list):
        return [spoken(x) for x in entry]
    return re.sub(r"[A-Za-z]+(?![^{<]*[}>])", lambda m: m[0] + "o", entry) if isinstance(entry, str) else entry


def toml(data: dict[str, Any], head: str = "") -> str:
    """Data of words files as TOML."""

    def value(x: Any) -> str:
        if isinstance(x, dict):
            return "{ " + ", ".join(f'"{k}" = {value(v)}' for k, v in x.items()) + " }"
        if isinstance(x, list):
            return "[" + ", ".join(map(value, x)) + "]"
        if isinstance(x, bool):
            return str(x).lower()
        return '"' + str(x).replace("\\", "\\\\").replace('"', '\\"') + '"'

    groups = [(k, v) for k, v in data.items() if isinstance(v, dict) and not head]
    plain = [(k, v) for k, v in data.items() if (k, v) not in groups]
    return "".join(f'"{k}" = {value(v)}\n' for k, v in plain) + "".join(
        f"[{group}]\n{toml(entries, group)}\n" for group, entries in groups
    )


def asked_for() -> list[str]:
    """The files of the guide's table."""
    guide = (resources.rulebooks() / "NEW_LANGUAGE.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([^`]*CODE[^`]*)` \|", guide, re.M)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of Hoyle's own files, with those of the new language as the guide's table lists them."""
    home = tmp_path / "home"
    for name in ("rulebooks", "site"):
        shutil.copytree(resources.home() / name, home / name)
    shutil.copytree(resources.specs() / GAME, home / "spec" / GAME)
    for path in asked_for():
        if path.endswith(".py"):
            module = ModuleType(f"{lines.__name__}.{CODE}")
            module.LINEARISER = Esperanto  # type: ignore[attr-defined]
            monkeypatch.setitem(sys.modules, module.__name__, module)
            continue
        path = path.replace("GAME", GAME)
        english = tomllib.loads((home / path.replace("CODE", "en")).read_text(encoding="utf-8"))
        words = spoken(english)
        if path.startswith("spec/"):
            spec = (home / "spec" / GAME / f"{GAME}.hoyle").read_text(encoding="utf-8")
            words["rulings"] = {tag: f"noto {tag}" for tag in re.findall(r"^ruling @(\w+)", spec, re.M)}
        (home / path.replace("CODE", CODE)).write_text(toml(words), encoding="utf-8")
    monkeypatch.setattr(resources, "home", lambda: home)
    kept = (render._environment, typeset._environment, facts.texts, site_text.texts, terminal.lines)
    for cached in kept:
        cached.cache_clear()
    monkeypatch.chdir(tmp_path)
    yield home
    for cached in kept:
        cached.cache_clear()


def test_the_guide_lists_files_that_the_first_language_has() -> None:
    assert len(asked_for()) == 7
    for path in asked_for():
        assert (resources.home() / path.replace("CODE", "en").replace("GAME", GAME)).is_file(), path


def test_a_language_made_by_the_guide_is_a_language(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert languages() == ("en", CODE, "es", "fr")
    for kind in ("md", "html", "pdf"):
        assert run(["book", GAME, "--lang", CODE, "--format", kind, "-o", "books"]) == 0, capsys.readouterr().err
    text = (home.parent / "books" / f"{GAME}-{CODE}.md").read_text(encoding="utf-8")
    assert "ĉiu playero" in text  # each player
    assert re.search(r"\*\*\w+i\b", text)  # what may be chosen stands in the infinitive
    page = (home.parent / "books" / f"{GAME}-{CODE}.html").read_text(encoding="utf-8")
    assert f'<html lang="{CODE}">' in page
    assert (home.parent / "books" / f"{GAME}-{CODE}.pdf").read_bytes().startswith(b"%PDF")
    assert run(["site", GAME, "--no-pdf", "-o", "out", "--jobs", "1"]) == 0, capsys.readouterr().err
    assert (home.parent / "out" / CODE / GAME / "rules.html").is_file()
    assert f'hreflang="{CODE}"' in (home.parent / "out" / "en" / "index.html").read_text(encoding="utf-8")


def test_the_terminal_speaks_a_language_made_by_the_guide(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kuhn poker: you check, and are told what happened, with the article and the preposition of the language."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("checku\nquito\n"))
    assert run(["play", GAME, "--lang", CODE, "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "youo, Ann; seedo 3" in said
    assert "fromo la decko too la hando de Ann" in said
    assert re.search(r"^youo > checku$", said, re.M)


def test_a_word_that_is_missing_is_told_with_the_name_of_the_language(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / "spec" / GAME / f"words.{CODE}.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'"ante" = .*\n', "", text), encoding="utf-8")
    assert run(["book", GAME, "--lang", CODE]) == 2
    said = capsys.readouterr().err
    assert "`ante` in Englisho: no word for it" in said
    assert f"add it under [nouns] in words.{CODE}.toml" in said


def test_a_lexicon_without_a_lineariser_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"{lines.__name__}.{CODE}")
    with pytest.raises(
        HoyleError, match=r"`eo` has a lexicon but no lineariser: hoyle\.rulebook\.lines\.eo is missing"
    ):
        lines.of(CODE)
