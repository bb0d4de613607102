"""English grammar: sentences written by hand from the grammar, and the phrases they must come from."""

from __future__ import annotations

import pytest

from hoyle.rulebook import phrases as p
from hoyle.rulebook.lexicon import Lexicon
from hoyle.rulebook.lines import lineariser, plurals, verbs_en
from hoyle.rulebook.refer import settle

WORDS = {
    "nouns": {
        "ox": {"one": "ox", "many": "oxen"},
        "hour": "hour",
        "unit": "unit",
        "omen-pile": {"one": "omen pile", "kinded": "pile"},
    },
    "values": {"cat": "cat"},
    "verbs": {"fits": "fit", "stands-in": {"one": "stand in", "to": "on"}},
    "adjectives": {"out": "out"},
}


@pytest.fixture(scope="module")
def line():
    return lineariser(Lexicon("en", {k: dict(v) for k, v in WORDS.items()}))


def card(**more):
    return p.NP("card", **more)


def exactly(n):
    return p.Quantity("exactly", p.Figure(n))


HAND = p.Referent("hand")
EMPTY = p.Rel(p.Clause("be", p.Ref(HAND, gap=True), pred=p.Adj("empty")), HAND)
CASES = [
    (card(det="a"), "a card"),
    (p.NP("ox", "a"), "an ox"),
    (p.NP("hour", "a"), "an hour"),
    (p.NP("unit", "a"), "a unit"),
    (p.NP("ox", "a", many=True), "oxen"),
    (p.Value("8", "a"), "an 8"),
    (p.Value("11", "a"), "an 11"),
    (p.Value("7", "a"), "a 7"),
    (p.Value("ace", "a", of=p.Value("hearts")), "an ace of hearts"),
    (p.Value("3", "the", of=p.Value("spades")), "the 3 of spades"),
    (p.Value("11", "bare", count=exactly(4)), "four 11s"),
    (card(det="a", many=True, count=exactly(1)), "one card"),
    (card(det="a", many=True, count=exactly(12)), "twelve cards"),
    (card(det="a", many=True, count=exactly(13)), "13 cards"),
    (card(det="a", many=True, count=p.Quantity("more-than", p.Figure(1))), "more than one card"),
    (card(det="a", many=True, count=p.Quantity("less-than", p.Figure(3))), "fewer than three cards"),
    (card(det="a", many=True, count=p.Quantity("or-more", p.Figure(3))), "three or more cards"),
    (p.NP("hand", owner=p.you()), "your hand"),
    (p.NP("hand", "a", owner=p.you()), "one of your hands"),
    (p.NP("hand", owner=p.Ref(p.Referent("player", proper="Jules"))), "Jules’s hand"),
    (p.NP("hand", owner=p.NP("player", "each")), "each player’s hand"),
    (p.NP("hand", many=True, owner=p.NP("player", "all", many=True)), "the hands of all players"),
    (p.NP("omen-pile", kind="cat"), "the cat pile"),
    (card(adjs=[p.Adj("highest")], owner=p.NP("deck")), "the highest card of the deck"),
    (p.NP("points", owner=p.you()), "your points"),
    (p.Several("and", [p.Value("2"), p.Value("3"), p.Value("4")]), "2, 3 and 4"),
    (p.NP("hand", "bare", many=True, owner=p.you(), count=exactly(2)), "your two hands"),
    (
        p.NP("hand", "bare", many=True, owner=p.you(), count=exactly(2), rels=[EMPTY]),
        "two of your hands that are empty",
    ),
    (p.NP("player", preps=[p.Prep("left-of", p.you())]), "the player to your left"),
]

CLAUSES = [
    (p.Clause("fits", card(), obj=p.NP("omen-pile", "a")), "The card fits an omen pile."),
    (p.Clause("fits", card(), obj=p.NP("omen-pile", "a"), negative=True), "The card does not fit an omen pile."),
    (
        p.Clause("fits", card(many=True), obj=p.NP("omen-pile", "a"), negative=True),
        "The cards do not fit an omen pile.",
    ),
    (p.Clause("draw", p.you(), obj=card(det="a")), "You draw a card."),
    (p.Clause("draw", p.you(), obj=card(det="a"), modal="may", negative=True), "You may not draw a card."),
    (p.Clause("draw", p.you(), obj=card(det="a"), modal="may", only=True), "You may only draw a card."),
    (p.Clause("draw", None, obj=card(det="a"), mood="imp"), "Draw a card."),
    (p.Clause("be", p.NP("hand"), pred=p.Adj("empty"), negative=True), "The hand is not empty."),
    (p.Clause("be", p.NP("player", "a", many=True, count=exactly(2)), there=True), "There are two players."),
    (p.Clause("be", p.NP("player", "no"), there=True), "There is no player."),
    (
        p.Clause("be", p.NP("points"), pred=p.Adj("greater"), preps=[p.Prep("than", p.Figure(13))]),
        "The points are more than 13.",
    ),
    (p.Clause("turn-up", p.you(), obj=card(det="a")), "You turn up a card."),
    (p.Clause("be", p.you(), pred=p.Adj("out"), negative=True, adverb="no-longer"), "You are no longer out."),
    (
        p.If(p.Clause("be", p.NP("deck"), pred=p.Adj("empty")), p.Clause("pass", p.you())),
        "If the deck is empty, you pass.",
    ),
]


@pytest.mark.parametrize(("phrase", "expected"), CASES, ids=[e for _, e in CASES])
def test_noun_phrases(line, phrase, expected):
    assert str(line.text(settle(phrase))) == expected


@pytest.mark.parametrize(("phrase", "expected"), CLAUSES, ids=[e for _, e in CLAUSES])
def test_clauses(line, phrase, expected):
    assert str(line.text(settle(p.Sentence(phrase)))) == expected


def test_relative_clauses(line):
    one = p.Referent("player", human=True)
    out = p.Rel(p.Clause("be", p.Ref(one), pred=p.Adj("out")), one)
    whose = p.Rel(p.Clause("be", p.NP("hand", owner=p.Ref(one)), pred=p.Adj("empty")), one)
    phrase = p.NP("player", "each", rels=[out, whose])
    assert str(line.text(settle(phrase))) == "each player who is out and whose hand is empty"


def test_object_relative_with_a_preposition(line):
    pile = p.Referent("omen-pile")
    rel = p.Rel(p.Clause("stands-in", p.NP("card"), obj=p.Ref(pile)), pile)
    assert str(line.text(settle(p.NP("omen-pile", "a", rels=[rel])))) == "an omen pile that the card stands in on"


def test_one_subject_is_said_once_and_two_are_told_apart(line):
    one, two = p.Referent("card"), p.NP("deck")
    said = p.Both("and", [
        p.Clause("be", p.Ref(one), pred=p.Adj("out")),
        p.Clause("fits", p.Ref(one), obj=p.NP("omen-pile")),
        p.Clause("be", two, pred=p.Adj("empty")),
    ])  # fmt: skip
    assert str(line.text(p.Sentence(settle(said)))) == "The card is out and fits the omen pile, and the deck is empty."


@pytest.mark.parametrize(
    ("one", "many"),
    [("story", "stories"), ("day", "days"), ("box", "boxes"), ("draw pile", "draw piles"), ("hand", "hands")],
)
def test_plurals(one, many):
    assert plurals.english(one) == many


@pytest.mark.parametrize(("lemma", "third", "participle"), [
    ("pass", "passes", "passed"), ("carry", "carries", "carried"), ("take", "takes", "taken"),
    ("play", "plays", "played"),
    ("go", "goes", "gone"), ("discard", "discards", "discarded"),
])  # fmt: skip
def test_verbs(lemma, third, participle):
    assert (verbs_en.third(lemma), verbs_en.participle(lemma)) == (third, participle)
