"""The author's own words: filled in, bound to their rule, stale when it changes, approved by hand."""

from __future__ import annotations

import shutil

import pytest

from hoyle import resources
from hoyle.cli.checking import examine
from hoyle.language.diagnostics import HoyleError
from hoyle.rulebook.book import make, missing_words, stale_words
from hoyle.rulebook.lexicon import languages
from hoyle.rulebook.says import approve

CLAUSE = "takes-turn.choice"
SAYS = f'\n[says."{CLAUSE}"]\ntext = "Play {{a card}} onto {{an omen}}."\n'


@pytest.fixture
def game(tmp_path):
    """A copy of a bundled game to write into."""
    folder = tmp_path / "friday_the_13th"
    shutil.copytree(resources.specs() / "friday_the_13th", folder)
    return folder


def say(folder, text, language="en"):
    file = folder / f"words.{language}.toml"
    file.write_text(file.read_text(encoding="utf-8") + f'\n[says."{CLAUSE}"]\ntext = "{text}"\n', encoding="utf-8")
    return file


def clause(book):
    return next(c for c in book.clauses() if c.id == CLAUSE)


def spec_of(folder):
    return folder / "friday_the_13th.hoyle"


def test_new_words_wait_for_approval(game):
    file = say(game, "Play {a card}; never pass {limit}.")
    book = make(spec_of(game), "en")
    assert not clause(book).said
    assert [s.key for s in book.stale] == [CLAUSE]
    assert "approved" in book.stale[0].why
    assert approve(file, book.stale) == 1
    book = make(spec_of(game), "en")
    assert book.stale == []
    assert clause(book).said
    assert clause(book).text == "Play a card; never pass 13."


def test_numbers_are_filled_in(game):
    file = say(game, "At {limit} you stop; {rounds card} are left.")
    approve(file, make(spec_of(game), "en").stale)
    assert clause(make(spec_of(game), "en", parameters={"limit": 20})).text == "At 20 you stop; four cards are left."


def test_names_lead_to_what_defines_them(game):
    file = say(game, "Play onto {the omen-pile}; {the starter} begins.")
    approve(file, make(spec_of(game), "en").stale)
    links = {r.text: r.link for t in clause(make(spec_of(game), "en")).texts for r in t.runs if r.link}
    assert links == {"omen pile": "zone-omen-pile", "starter": "fact-starter"}


def test_each_language_has_its_own_words(game):
    file = say(game, "Juega {a card} de {the deck}.", "es")
    approve(file, make(spec_of(game), "es").stale)
    assert clause(make(spec_of(game), "es")).text == "Juega una carta del mazo."
    assert not clause(make(spec_of(game), "en")).said


def test_words_are_stale_when_the_rule_changes(game):
    file = say(game, "Play {a card}.")
    approve(file, make(spec_of(game), "en").stale)
    spec = spec_of(game)
    text = spec.read_text(encoding="utf-8")
    assert "the total value of o > limit" in text
    spec.write_text(text.replace("the total value of o > limit", "the total value of o >= limit"), encoding="utf-8")
    book = make(spec, "en")
    assert not clause(book).said
    assert "changed" in book.stale[0].why
    approve(file, book.stale)
    assert clause(make(spec, "en")).said


def test_a_comment_or_a_space_is_no_change(game):
    file = say(game, "Play {a card}.")
    approve(file, make(spec_of(game), "en").stale)
    spec = spec_of(game)
    text = spec.read_text(encoding="utf-8")
    spec.write_text("# a remark\n" + text.replace("  p chooses:", "  p chooses:   # so be it"), encoding="utf-8")
    assert clause(make(spec, "en")).said


def test_words_for_no_clause_are_reported(game):
    file = game / "words.fr.toml"
    file.write_text(file.read_text(encoding="utf-8") + '\n[says."no.such"]\ntext = "Rien."\n', encoding="utf-8")
    assert [(s.key, s.why) for s in make(spec_of(game), "fr").stale] == [("no.such", "there is no such clause")]


def test_a_placeholder_that_means_nothing_is_an_error(game):
    say(game, "Play {some such thing}.")  # told before anybody approves it
    with pytest.raises(HoyleError, match="some such thing"):
        make(spec_of(game), "en")


def test_a_translated_ruling_is_bound_to_the_text_it_translates(game):
    spec = spec_of(game)
    assert stale_words(spec, "es") == []
    text = spec.read_text(encoding="utf-8")
    assert "must" not in text
    old = "A player without cards is skipped."
    assert text.count(old) == 1
    spec.write_text(text.replace(old, "A player without cards must wait."), encoding="utf-8")
    for language in ("es", "fr"):
        stale = stale_words(spec, language)
        assert [(s.key, s.why) for s in stale] == [("ruling-F6", "the ruling has changed")]
        assert [s.key for s in make(spec, language).stale] == ["ruling-F6"]
        file = game / f"words.{language}.toml"
        before = file.read_text(encoding="utf-8")
        assert approve(file, stale) == 1
        assert stale_words(spec, language) == []
        changed = set(file.read_text(encoding="utf-8").splitlines()) ^ set(before.splitlines())
        assert all(line.startswith("F6 = ") for line in changed)
        assert len(changed) == 2  # the mark alone is new
    assert stale_words(spec, "en") == []  # the spec's own language has no translation


def test_a_ruling_of_a_variant_has_a_mark_of_its_own(game):
    variant = game / "more_than_half.hoyle"
    text = variant.read_text(encoding="utf-8")
    assert text.count("only then are they discarded") == 1
    variant.write_text(text.replace("only then are they discarded", "only then they go"), encoding="utf-8")
    stale = stale_words(spec_of(game), "fr")
    assert [(s.key, s.section) for s in stale] == [("ruling-F7", "variant.more-than-half.approved")]
    assert approve(game / "words.fr.toml", stale) == 1
    assert stale_words(spec_of(game), "fr") == []


def test_check_warns_of_words_that_are_out_of_date_in_every_language(game):
    spec = spec_of(game)
    say(game, "Play {a card}.", "fr")
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("A player without cards is skipped.", "Who has no cards waits."), encoding="utf-8")
    told = [one.message for one in examine(str(spec)).warnings]
    assert sorted(told) == [
        "es: the translation of ruling @F6 may be out of date: the ruling has changed",
        "fr: the author's words for takes-turn.choice are left out: nobody has approved it yet",
        "fr: the translation of ruling @F6 may be out of date: the ruling has changed",
    ]


def test_a_translation_that_is_new_is_not_called_out_of_date(game):
    spec = spec_of(game)
    file = game / "words.fr.toml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for k, line in enumerate(lines) if not (line.startswith("F6 = ") and "[approved]\n" in lines[:k])]
    file.write_text("".join(kept), encoding="utf-8")
    told = list(examine(str(spec)).warnings)
    assert [one.message for one in told] == ["fr: the translation of ruling @F6 is not approved yet"]
    assert told[0].hint.endswith(f"hoyle approve {spec}")


def test_the_bundled_words_are_approved():
    for name in resources.games():
        for language in languages():
            assert stale_words(name, language) == [], f"{name} {language}: hoyle approve {name}"


def test_words_for_no_clause_are_told_in_their_file(game):
    file = game / "words.en.toml"
    text = file.read_text(encoding="utf-8") + '\n[says."takes-turns.choice"]\ntext = "Play."\n'
    file.write_text(text, encoding="utf-8")
    (one,) = [d for d in examine(str(spec_of(game))).warnings if "takes-turns.choice" in d.message]
    assert (one.span.file, one.span.line) == (str(file), text.splitlines().index('[says."takes-turns.choice"]') + 1)
    assert "did you mean `takes-turn.choice`?" in one.message
    assert "hoyle approve" not in one.message + one.hint


def test_what_new_words_need_is_asked_for_before_they_are_approved(game):
    say(game, "Play {a unicorn}.")
    _, missing = missing_words(spec_of(game), "en")
    assert ("nouns", "unicorn") in missing
