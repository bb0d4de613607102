"""The books of the bundled games: readable, linked, the same in every language, and as published."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import hoyle
from hoyle import resources
from hoyle.engine.length import lengths
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.engine.melds import Combination
from hoyle.language.diagnostics import HoyleError, SpecErrors
from hoyle.language.tree import NOWHERE
from hoyle.library import load_program
from hoyle.rulebook.book import make, tell
from hoyle.rulebook.facts import with_facts
from hoyle.rulebook.render import aid, html, markdown
from hoyle.rulebook.tell.samples import samples
from hoyle.rulebook.wordfile import read_words
from rulebook.books import EDITIONS, GAMES, LANGUAGES, book

ALL = [(g, v, language) for g, v in EDITIONS for language in LANGUAGES]
LONGEST = 40


def sentences(made):
    for clause in made.clauses():
        for text in clause.texts:
            yield clause, str(text)


@pytest.mark.parametrize(("game", "variants", "language"), ALL)
def test_prose(game, variants, language):
    """No names of the spec, no brackets but those around several words or a number, no doubled words, no sentence too long
    to be read, none without its end."""
    for clause, said in sentences(book(game, language, variants)):
        assert not re.search(r"[()\[\]{}<>_@‹›|\\]", re.sub(r"\((\w{2,}( [\w’]+)+|[\d.,\u202f]+)\)", "", said)), said
        assert not re.search(r"\b(\w{2,}) \1\b", said), said
        assert "  " not in said, said
        assert len(said.split()) <= LONGEST, f"{len(said.split())} words: {said}"
        assert said[0].isupper() or said[0].isdigit() or said[0] in "¿¡", said
        if not clause.id.startswith("example-") or "." in clause.id:
            assert said[-1] in ".:", said


@pytest.mark.parametrize(("game", "variants", "language"), ALL)
def test_no_name_of_the_spec_is_printed(game, variants, language):
    """A name with a hyphen is never a word of a language here, save the few that are spelt so."""
    program = load_program(game, variants)
    names = {
        n
        for t in (program.zones, program.tracks, program.terms, program.procedures, program.parameters)
        for n in t
        if "-" in n
    }
    for _, said in sentences(book(game, language, variants)):
        found = {n for n in names if re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", said)}
        assert not found - {"bad-luck"}, said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_typography(game, language):
    """Spaces before double signs in French and nowhere else; no straight quotes."""
    for _, said in sentences(book(game, language)):
        assert "'" not in said, said
        assert '"' not in said, said
        if language == "fr":
            assert not re.search(r"[^\s\u00a0\u202f][;:!?](\s|$)", said), said
            assert not re.search(r"\b(de|le|la|que|ne|se) [aeiouéèê]", said), said
            assert not re.search(r"\b(de le|de les|à le|à les)\b", said), said
            assert not re.search(r"\w’\s", said), said
            assert not re.search(r" [;:!?»](\s|$)|« ", said), said
        else:
            assert not re.search(r"\s[;:!?.,]", said), said
        if language == "es":
            assert not re.search(r"\b(de el|a el)\b", said), said
            assert not re.search(r"\by i(?!e)|\bo o", said), said
        if language == "en":
            assert not re.search(r"\ba [aeio]", said), said


@pytest.mark.parametrize(("game", "variants"), EDITIONS)
def test_parity(game, variants):
    """The same clauses, in the same order, with the same links and rulings."""
    shapes = []
    for language in LANGUAGES:
        made = book(game, language, variants)
        shapes.append([
            (c.id, c.number, c.notes, len(c.texts), c.style, {r.link for t in c.texts for r in t.runs if r.link})
            for c in made.clauses()
        ])  # fmt: skip
    assert shapes[0] == shapes[1] == shapes[2]


@pytest.mark.parametrize(("game", "variants"), EDITIONS)
def test_links(game, variants):
    """Ids are unique, and every link of the page leads to one."""
    page = html(book(game, "en", variants))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1]
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


class _Balanced(HTMLParser):
    void = frozenset({"meta", "br", "hr", "img", "link", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_html_is_balanced(game, language):
    for page in (html(book(game, language)), aid(book(game, language))):
        reader = _Balanced()
        reader.feed(page)
        assert reader.open == []


def test_a_player_aid_has_the_tables_of_its_clauses():
    """What is dealt "as the table says" stands there: 12, 11 or 9 cards."""
    rows = re.findall(r"<tr><th[^>]*>(.*?)</th><td>(.*?)</td>", aid(book("twelve_days", "en")))
    assert rows == [("2 to 6", "12"), ("7", "11"), ("8", "9")]


def test_a_player_aid_lists_the_combinations_with_examples_and_which_card_is_higher():
    said = {c.id: c for chapter in book("thirteen", "fr").aid() for c in chapter.walk()}
    assert {"kind-suit", "kind-rank", "order-card", "term-bomb", "term-beats"} <= set(said)
    forms = said["combination-meld"].clauses
    assert [form.label for form in forms] == ["Carte seule", "Paire", "Brelan", "Carré", "Suite", "Suite double"]
    assert forms[4].text.endswith("Exemple : 8♠, 9♣ et 10♦.".replace(" :", "\u00a0:"))
    page = aid(book("thirteen", "fr"))
    assert "Suite double." in page  # forms are told with their names
    assert "valet, dame, roi, as, 2" in page
    for game in ("goofspiel", "pig"):  # where there are neither, there is no chapter of them
        assert {"box", "terms"}.isdisjoint(chapter.id for chapter in book(game, "en").aid())


def test_a_player_aid_says_what_the_words_of_its_options_mean_and_what_cards_are_worth():
    def ids(game, chapter):
        return {c.id for x in book(game, "en").aid() if x.id == chapter for c in x.clauses}

    words = {"known", "fresh", "fits", "next-value", "waiting", "stands-in-on", "can-cover", "storable"}
    assert {f"term-{word}" for word in words} <= ids("spite_and_malice", "terms")
    assert {"term-penalty", "term-led-suit", "term-first-trick"} <= ids("hearts", "terms")
    assert "term-receiver" not in ids("hearts", "terms")  # nothing is chosen or counted by it
    assert ids("friday_the_13th", "box") == {"component-card"}  # which cards have which number
    assert next(x.title for x in book("hearts", "en").aid()) == "Terms"


@pytest.mark.parametrize("game", ["thirteen", "twelve_days", "treize_cardinals"])
def test_examples_of_forms_have_these_forms(game):
    """As the engine finds them: the cards of each example are one combination, of that form; each form has one."""
    program = load_program(game)
    machine = Machine(lower(program, program.seats()[0]))
    for combination in program.combinations.values():
        for form in combination.forms:
            cards = samples(program).get((combination.name, form.name))
            assert cards, form.name
            names = [" of ".join(map(str, words)) if len(words) == 2 else str(words[0]) for words in cards]
            flow = machine.flow
            faces = [next(k for k, face in enumerate(flow.faces) if face.name == name) for name in names]
            index = next(k for k, c in enumerate(flow.combinations) if c.name == combination.name)
            found, _ = Combination(flow, index).meld(faces, NOWHERE)
            assert flow.combinations[index].forms[found].name == form.name


@pytest.mark.parametrize("game", GAMES)
def test_published(game):
    """The books in rulebooks/published are what the specs give; `python -m hoyle.rulebook` writes them anew."""
    measured = lengths(hoyle.load(game))
    for language in LANGUAGES:
        file = resources.rulebooks() / "published" / f"{game}.{language}.md"
        assert file.is_file(), f"{file.name} is missing: run python -m hoyle.rulebook"
        made = with_facts(replace(book(game, language)), measured)
        assert file.read_text(encoding="utf-8") == markdown(made), "run python -m hoyle.rulebook"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_knows_its_line(game):
    for clause in book(game, "en").clauses():
        file, line = clause.place
        assert file
        assert line > 0, clause.id


def test_variants_tell_what_they_change():
    short = book("twelve_days", "en").changes[0]
    assert short.title == "Short game"
    told = {c.id: (c.how, c.clause.text) for c in short.changes}
    assert told["play.each-hands"] == ("replaces", "Do this 3 times: play a hand.")
    assert told["set-up.deal"] == ("new", "Deal one gift from the supply to each player’s row of gifts.")
    new = next(c for c in short.changes if c.id == "set-up.deal")
    assert new.where == ("procedure-set-up", "6.1 Setting up the game")
    endless = book("spite_and_malice", "en").changes[0]
    spite = next(c for c in endless.changes if c.id == "goes-on.choice.tier-4.spite")
    assert spite.whole
    assert [c.text for c in spite.clause.clauses] == ["The count of idle turns becomes 0.", "The turn ends."]
    gone = {c.id: c.how for c in book("hearts", "es").changes[0].changes}
    assert gone["takes-turn.choice.closed-hearts"] == "gone"


def test_missing_words_are_told_where_their_names_are_declared():
    program = load_program("pig")
    words = read_words(resources.specs() / "pig", "es")
    del words["nouns"]["saved"], words["title"]
    words["nouns"]["cup"] = {"one": "cubilete"}
    with pytest.raises(SpecErrors) as caught:
        tell(program, "es", words)
    found = {d.message: d for d in caught.value.diagnostics}
    saved = next(d for m, d in found.items() if "`saved`" in m)
    assert "no word" in saved.message
    assert saved.span.line > 0
    assert "words.es.toml" in saved.hint
    assert any("`cup`" in m and "gender" in m for m in found)
    assert any("title" in m for m in found)


def test_unknown_language():
    with pytest.raises(HoyleError, match="en, es, fr"):
        make("pig", "de")


def test_parameters_change_the_text():
    made = make("pig", "en", parameters={"target": 50})
    assert any("at least 50 points" in said for _, said in sentences(made))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_glossary_says_stands_alone(language):
    """No meaning ends in a colon, as the clause does that opens a list or table."""
    for game in GAMES:
        for word, meaning, _ in book(game, language).glossary:
            assert not str(meaning).rstrip().endswith(":"), f"{game}: {word}"
    meanings = {i: str(meaning) for _, meaning, i in book("twelve_days", language).glossary}
    wanted = {
        "en": "A combination can be: set, straight, single card.",
        "es": "Una combinación puede ser: conjunto, escalera, carta suelta.",
        "fr": "Une combinaison peut être\u00a0: série, suite, carte seule.",
    }
    assert meanings["combination-meld"] == wanted[language]
    places = {
        "en": "1 for each player: cards, seen by its owner only.",
        "es": "1 por jugador: cartas, que solo ve su dueño.",
        "fr": "1 par joueur\u00a0: cartes, que seul voit leur propriétaire.",
    }
    assert meanings["zone-hand"] == places[language]


@pytest.mark.parametrize(
    ("language", "one", "several", "alone"),
    [
        ("en", "Bruno wins the game", "Bruno and Cora win the game.", "Anne plays."),
        ("es", "Bruno gana la partida", "Bruno y Cora ganan la partida.", "Juega Anne."),
        ("fr", "Bruno gagne la partie", "Bruno et Cora gagnent la partie.", "Anne joue."),
    ],
)
def test_an_example_tells_who_wins(language, one, several, alone):
    """`expect winners is [bruno]`, `[bruno, cora]`; and an example for one player."""
    said = [text for _, text in sentences(book("treize_cardinals", language))]
    assert any(one in text for text in said)
    assert several in said
    assert alone in said


def test_a_long_choice_of_what_always_holds_is_a_list():
    """Friday the 13th: cards are left, or nobody has fewer points than cards that are no Fridays."""
    made = next(c for c in book("friday_the_13th", "en").clauses() if c.id == "always-what-is-left-has-been-scored")
    assert made.text == "At every moment, at least one of these holds:"
    assert [c.text for c in made.clauses] == [
        "The total number of cards in the deck and all hands is more than 0.",
        "There is no player whose points are less than the number of cards in their bad-luck stack that are not "
        "Friday cards.",
    ]


def test_a_verb_that_is_looked_up_has_no_reader() -> None:
    """Of a glossary: to be made of, not (you) to be made of."""
    for language, said, wrong in (("fr", "Se composer uniquement de 2", "Vous "), ("es", "", "Te ")):
        words = [word for word, _, _ in book("thirteen", language).glossary]
        assert not said or said in words
        assert not any(word.startswith(wrong) for word in words), (language, words)
