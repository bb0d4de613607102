"""Books of dice and of numbers that are named: what is said of a side, of a bid, of what chance brings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook import typeset
from hoyle.rulebook.book import Book, tell
from hoyle.rulebook.compare import changes
from hoyle.rulebook.render import html, markdown

SPEC = """game "Bids on Dice"
for 2 players
winners: p in players with highest points of p
dice called d6 in cup, 2 of them:
  name | pips
  d6   | 1 to 6
order d6 by pips
zone cup, seen by all
counter points of each player
counter bid of each player
term luck of (player p):
  ones: 9 if some d in cup where pips of d = 1
  others: size of (n in 1 to 6 where n > bid of p) otherwise
to play:
  let starter be a random p in players
  roll cup
  starter bids
  starter may-raise
  starter scores luck of starter
  for each p in players:
    p takes-turn
  end game as done
turn (player p) bids:
  p chooses:
    to bid, for n in 0 to 6:
      bid of p becomes n
turn (player p) may-raise:
  p chooses:
    to raise:
      bid of p gains 1
    to stay
turn (player p) takes-turn:
  p chooses:
    to lift:
      p scores 0
    to stay
example a-bid for ann, bob:
  at play
  luck: bob, 3, 5
  bob cannot bid, for 7
  bob does bid, for 4
  bob does stay
  ann does stay
  bob does stay
  expect points of bob = 2
"""

WORDS = {
    "en": {
        "nouns": {"d6": {"one": "die", "many": "dice"}, "pips": {"one": "pip", "plural": True}, "cup": "cup",
                  "bid": "bid", "luck": "luck"},
        "verbs": {"bids": "bid", "may-raise": "may raise", "raise": "raise", "lift": "lift", "stay": "stay"},
        "labels": {"ones": "Ones", "others": "Others"},
        "titles": {"bids": "Bidding", "may-raise": "May raise"}, "endings": {"done": "it is done"}, "examples": {"a-bid": "A bid"},
    },
    "es": {
        "title": "Apuestas con dados",
        "nouns": {"d6": {"one": "dado", "gender": "m"}, "pips": {"one": "punto", "gender": "m", "plural": True},
                  "cup": {"one": "cubilete", "gender": "m"}, "bid": {"one": "apuesta", "gender": "f"},
                  "luck": {"one": "suerte", "gender": "f"}},
        "verbs": {"bids": "apostar", "may-raise": "poder subir", "raise": "subir", "lift": "levantar",
                  "stay": "quedarse"},
        "labels": {"ones": "Unos", "others": "Otros"},
        "titles": {"bids": "Apuestas", "may-raise": "Puede subir"}, "endings": {"done": "ya está"}, "examples": {"a-bid": "Una apuesta"},
    },
    "fr": {
        "title": "Enchères aux dés",
        "nouns": {"d6": {"one": "dé", "gender": "m"}, "pips": {"one": "point", "gender": "m", "plural": True},
                  "cup": {"one": "gobelet", "gender": "m"}, "bid": {"one": "enchère", "gender": "f"},
                  "luck": {"one": "chance", "gender": "f"}},
        "verbs": {"bids": "enchérir", "may-raise": "pouvoir monter", "raise": "monter", "lift": "soulever",
                  "stay": "rester"},
        "labels": {"ones": "Des as", "others": "Le reste"},
        "titles": {"bids": "Enchères", "may-raise": "Peut monter"}, "endings": {"done": "c’est fini"}, "examples": {"a-bid": "Une enchère"},
    },
}  # fmt: skip

SAID = [
    ("en", "order-d6", "Of two dice, the one with more pips is the higher."),
    ("es", "order-d6", "De dos dados es más alto el de más puntos."),
    ("fr", "order-d6", "On compare deux dés par leurs points."),
    ("en", "special-pips-1", "Each die has one side whose pips are 1. See "),
    ("es", "special-pips-1", "Cada dado tiene una cara cuyos puntos son 1."),
    ("fr", "special-pips-1", "Chaque dé a une face dont les points sont 1."),
    ("en", "bids.choice", "You bid a number from 0 to 6."),
    ("es", "bids.choice", "Ofreces un número de 0 a 6."),
    ("fr", "bids.choice", "Vous proposez un nombre de 0 à 6."),
    ("es", "term-luck.others", "La cantidad de números de 1 a 6"),
    ("fr", "term-luck.others", "Le nombre d’entiers de 1 à 6"),
    ("en", "example-a-bid.play", "Chance chooses Bob. A 3 and a 5 come up. Bob"),
    ("en", "example-a-bid.play", "Bob may not bid 7. Bob bids 4. "),
    ("es", "example-a-bid.play", "Bob no puede ofrecer 7. Bob ofrece 4. "),
    ("fr", "example-a-bid.play", "Bob ne peut pas proposer 7. Bob propose 4. "),
]


SAID += [
    ("en", "play.may-raise", "The starter may raise."),
    ("en", "short.choice", "Choose one of these:"),  # in a loop, as most turns are
]


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    program = check("bids", parse(SPEC, "bids"), texts={"bids": SPEC})
    return {language: tell(program, language, words) for language, words in WORDS.items()}


@pytest.mark.parametrize(("language", "key", "said"), SAID)
def test_what_is_said(books: dict[str, Book], language: str, key: str, said: str) -> None:
    told = {c.id: c.text for c in books[language].clauses()}
    assert said in told[key]


def test_a_game_without_an_aim_has_no_line_for_it(books: dict[str, Book]) -> None:
    assert "Aim of the game" not in markdown(books["en"])
    assert "Aim of the game" not in html(books["en"])
    assert "\n\n\n\n" not in markdown(books["en"])


VARIANT = """variant plain of "Bids on Dice":
  replace to play:
    roll cup
    for each p in players:
      p takes-turn
    end game as done
  remove may-raise
  remove bids
"""


def test_what_a_variant_takes_out_is_told_with_all_that_stands_under_it(books: dict[str, Book]) -> None:
    changed = parse(VARIANT, "plain")
    program = check("bids", parse(SPEC, "bids"), [("plain", changed.changes)], texts={"bids": SPEC, "plain": VARIANT})
    book = books["en"]
    found = changes(book, tell(program, "en", WORDS["en"]), "plain", "Plain")
    gone = {c.id: c for c in found.changes if c.how == "gone"}
    assert gone["may-raise.choice"].whole
    assert [c.text for c in gone["may-raise.choice"].clause.walk()] == [
        "Choose one of these:",
        "Raise. Your bid goes up by 1.",
        "Stay.",
    ]
    assert [x for x in gone if x.startswith("may-raise")] == ["may-raise.choice"]  # the rest stands under it
    told = replace(book, changes=[found])
    part = markdown(told)[markdown(told).index('id="variants"') :]
    assert "~~Choose one of these:~~" in part
    assert "\n    - ~~**Raise**. Your" in part
    printed = typeset.source(told, typeset.Look())
    assert printed.count('#strike[#strong("Raise")') == 1
