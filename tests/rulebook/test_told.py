"""How rules are told in each language that readers stumbled over: tricks, opponents, piles called cards, minus, variants."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.rulebook.book import Book, make
from hoyle.rulebook.render import html, markdown

GAME = """game "Sixty"
for 2 players
winners: p in players with highest points of p

parameter miss-cost is 2, adjustable from 1 to 5

kind suit: clubs, hearts
kind rank, low to high: 7, 8, 9
order card by rank

cards in talon:
  suit | rank | worth
  each | 7    | 0
  each | 8    | 1
  each | 9    | 2

pile talon, seen by nobody
zone hand of each player, seen by its owner
pile trick, kept as plays of card, seen by all
pile turned-up, seen by all
zone won of each player, seen by nobody

counter points of each player
counter stars
marker leader: player
marker trump: suit

term lead-suit: suit of lead of trick
term talon-is-open: talon is not empty and turned-up is not empty
term (card c) takes (card d):
  higher: suit of c is suit of d and rank of c > rank of d
  by-trump: suit of c is trump and suit of d is not trump
  by-suit: suit of c is lead-suit and suit of d is not lead-suit and suit of d is not trump
term missed of (player p): 0 - miss-cost × points of p

to play:
  shuffle talon
  deal 2 from talon to hand of players
  turn up 1 from talon onto turned-up
  trump becomes suit of top of turned-up
  leader becomes a random p in players
  stars becomes 2
  repeat until hand of leader is empty:
    play-trick
  if turned-up is empty:
    left of leader scores stars
  end game as over

round play-trick:
  leader takes-turn
  left of leader takes-turn
  leader becomes player of the first x in trick where no y in trick where y takes x
  put trick into won of leader

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto trick
    to pass, where trick is not empty
    limit follow on play: when trick is not empty, only suit of c is lead-suit, if possible

example a-turn for ann, bob:
  given hand of ann: 8 of clubs
  given hand of bob: 9 of clubs
  given leader: ann
  at play-trick
  ann does play 8 of clubs
  bob does play 9 of clubs
  expect leader is bob
  expect size of won of bob = 2

example a-deal for ann, bob:
  at play
  luck: 8 of clubs, 9 of hearts
  expect hand of ann has 8 of clubs and size of hand of ann = 2
"""

VARIANT = """variant sixty-six of "Sixty":
  replace cards in talon:
    suit | rank | worth
    each | 7    | 0
    each | 8    | 10
    each | 9    | 11
  add example nothing-is-open for ann, bob:
    expect talon-is-open
"""

WORDS = {
    "en": """title = "Sixty"
[nouns]
miss-cost = "cost of a miss"
worth = "worth"
talon = "talon"
turned-up = { one = "turned-up card", itself = true }
won = "trick pile"
stars = { one = "star", many = "stars", plural = true }
trump = "trump"
lead-suit = "suit led"
missed = { one = "loss", many = "losses" }
[facts]
talon-is-open = { noun = "talon", adj = "open" }
[verbs]
takes = "take"
[labels]
higher = "Higher"
by-trump = "By trump"
by-suit = "By suit"
[endings]
over = "all cards are played"
[examples]
a-turn = "A turn"
a-deal = "A deal"
[variant.sixty-six]
title = "Sixty-six"
[variant.sixty-six.examples]
nothing-is-open = "Nothing is open"
""",
    "es": """title = "Sesenta"
[nouns]
miss-cost = { one = "coste de un fallo", gender = "m" }
worth = { one = "valor", gender = "m" }
talon = { one = "talón", gender = "m" }
turned-up = { one = "carta vuelta", gender = "f", itself = true }
won = { one = "montón de bazas", gender = "m" }
stars = { one = "estrella", many = "estrellas", plural = true, gender = "f" }
trump = { one = "triunfo", gender = "m" }
lead-suit = { one = "palo de salida", gender = "m" }
missed = { one = "pérdida", gender = "f" }
[facts]
talon-is-open = { noun = "talon", adj = "abierto" }
[verbs]
takes = { one = "ganar", to = "a" }
[labels]
higher = "Más alta"
by-trump = "Por triunfo"
by-suit = "Por palo"
[endings]
over = "se han jugado todas las cartas"
[examples]
a-turn = "Un turno"
a-deal = "Un reparto"
[variant.sixty-six]
title = "Sesenta y seis"
[variant.sixty-six.examples]
nothing-is-open = "Nada está abierto"
""",
    "fr": """title = "Soixante"
[nouns]
miss-cost = { one = "coût d’un raté", gender = "m" }
worth = { one = "valeur", gender = "f" }
talon = { one = "talon", gender = "m" }
turned-up = { one = "retourne", gender = "f", itself = true }
won = { one = "tas de plis", gender = "m" }
stars = { one = "étoile", many = "étoiles", plural = true, gender = "f" }
trump = { one = "atout", gender = "m" }
lead-suit = { one = "couleur demandée", gender = "f" }
missed = { one = "perte", gender = "f" }
[facts]
talon-is-open = { noun = "talon", adj = "ouvert" }
[verbs]
takes = "prendre"
[labels]
higher = "Plus haute"
by-trump = "Par l’atout"
by-suit = "Par la couleur"
[endings]
over = "toutes les cartes sont jouées"
[examples]
a-turn = "Un tour"
a-deal = "Une donne"
[variant.sixty-six]
title = "Soixante-six"
[variant.sixty-six.examples]
nothing-is-open = "Rien n’est ouvert"
""",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sixty") / "sixty"
    made.mkdir()
    (made / "sixty.hoyle").write_text(GAME, encoding="utf-8")
    (made / "sixty_six.hoyle").write_text(VARIANT, encoding="utf-8")
    for language, text in WORDS.items():
        (made / f"words.{language}.toml").write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def books(folder: Path) -> dict[str, Book]:
    return {language: make(folder, language) for language in WORDS}


SAID = [
    # A card that nobody takes, for whom there is none that takes it.
    ("en", "play-trick.leader-becomes", "the first card in the trick that no card in the trick takes becomes the leader."),
    ("es", "play-trick.leader-becomes", "la primera carta de la baza a la que no gana ninguna carta de la baza pasa a ser"),
    ("fr", "play-trick.leader-becomes", "la première carte du pli qu’aucune carte du pli ne prend devient le meneur."),
    # Whose suit it is not: that of the other card, of which was spoken last.
    ("en", "term-takes.by-suit", "Its suit is the suit led, and the suit of the other card is not the suit led and is not"),
    # Between two players nobody speaks of left and right.
    ("en", "play-trick.takes-turn-2", "The leader’s opponent takes a turn."),
    ("es", "play-trick.takes-turn-2", "El rival del jugador de salida juega un turno."),
    ("fr", "play-trick.takes-turn-2", "L’adversaire du meneur joue un tour."),
    # A pile that is called a card is not empty but missing, and a card comes as it; as many as there are of something.
    ("en", "play.turn-up", "Turn up one card from the talon as the turned-up card."),
    ("en", "play.if-turned-up", "If there is no turned-up card, the leader’s opponent scores as many points as there are stars."),
    ("es", "play.if-turned-up", "Si no hay ninguna carta vuelta, el rival del jugador de salida suma tantos puntos como estrellas."),
    ("fr", "play.if-turned-up", "S’il n’y a aucune retourne, l’adversaire du meneur marque autant de points que d’étoiles."),
    # A thing is not named again where it is said when it is so.
    ("en", "term-talon-is-open", "The talon is open when it is not empty and there is a turned-up card."),
    ("fr", "term-talon-is-open", "Le talon est ouvert s’il n’est pas vide et s’il y a une retourne."),
    # Less than nothing.
    ("en", "term-missed", "A player’s loss is minus 2 (the cost of a miss) times their points."),
    ("fr", "term-missed", "est égale à moins 2 (le coût d’un raté) fois ses points."),
    # A limit is no option.
    ("en", "takes-turn.choice.limits", "This limit holds:"),
    # What luck brings; a card among several.
    ("en", "example-a-deal.play", "Chance brings 8♣ and 9♥. Now Ann’s hand holds 8♣ and holds two cards in all."),
    ("es", "example-a-deal.play", "La suerte trae 8♣ y 9♥. Ahora la mano de Ann contiene 8♣ y contiene dos cartas en total."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "key", "said"), SAID, ids=[f"{x[0]}-{x[1]}" for x in SAID])
def test_what_is_said(books: dict[str, Book], language: str, key: str, said: str) -> None:
    assert said in next(c.text for c in books[language].clauses() if c.id == key)


def test_limits_stand_after_the_options(books: dict[str, Book]) -> None:
    numbers = {c.id: c.number for c in books["en"].clauses()}
    assert [numbers[f"takes-turn.choice{x}"] for x in ("", ".play", ".pass", ".limits", ".follow")] == [
        "7.1.1", "7.1.1.1", "7.1.1.2", "7.1.2", "7.1.2.1",
    ]  # fmt: skip


@pytest.mark.parametrize("show", [markdown, html])
def test_a_variant_is_told_with_its_table_and_its_example(books: dict[str, Book], show: Callable[[Book], str]) -> None:
    """Whose cards another table tells: it stands behind the colon; and the variant's own example is told."""
    _, _, told = show(books["en"]).rpartition("Sixty-six")
    cells = re.sub(r"\s+", " ", re.sub(r"<[^>]*>|[|]|\](\(.*?\))|\[", " ", told)).replace(" :", ":")
    assert "At the start there are six cards in the talon: Suit Rank Worth" in cells
    assert "each 8 10" in cells.lower()
    assert re.search(r"Example: (\*|<em[^>]*>)?Nothing is open", told)
