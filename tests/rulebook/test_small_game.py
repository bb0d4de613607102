"""One small game with dice, steps and a court: how each of its rules is worded, in every language."""

from __future__ import annotations

from functools import cache

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.book import Book, tell
from rulebook.books import LANGUAGES

SPEC = """game "Steps"
for 2 to 4 players
winners: p in players with most points of p with most size of camp of p

parameter nights is 60, adjustable from 5 to 200
parameter court is 6, adjustable among [6]

kind suit: clubs, hearts
kind rank, low to high: 2 to 6

dice called die in cup, 4 of them:
  name | pips
  die  | 1 to 6

cards called step in supply:
  name | suit          | rank   | copies
  step | clubs, hearts | 2 to 6 | 3
  fool | -             | -      | 1

cards called stone in heap:
  name  | height | copies
  stone | 2 to 7 | 3

zone heap, holding stone, seen by all
zone wall, holding stone, seen by all
zone cup, holding die, seen by all
zone supply, holding step, seen by all
zone camp of each player, holding step, seen by all
pile row, kept as plays of step, seen by all

counter points of each player
counter days
flag asleep of each player

term (step s) takes (step r):
  higher: suit of s is suit of r and rank of s > rank of r
  joker: s is a fool
term (step s) is royal: s is a fool or s is 2 of hearts or s is 6 of hearts

to play:
  turns for p in players until days = nights × size of players:
    p takes-turn
  end game as over

turn (player p) takes-turn:
  roll cup
  days gains 1
  let surplus be points of p - days
  if (points of p = 1 or points of p = 2) and days > 3:
    p scores 1
  for each x in row where x is a fool:
    put x into camp of player of x
  if surplus > 3:
    p pays-all surplus

to (player p) pays-all (number n):
  for each q in others of p:
    q scores n

always all-there: size of supply + size of row + size of camp of players = size of step

example rolls for ann, bob:
  given wall: 3 × stone 7, stone 2
  at ann takes-turn
  luck: 3, 3, 3, 5
  expect days is 1
"""

WORDS = {
    "en": {
        "nouns": {
            "nights": "number of nights", "court": "size of the court", "suit": "suit", "rank": "rank", "pips": "pips",
            "step": "step", "fool": "Fool", "cup": "cup", "supply": "supply", "camp": "camp", "row": "row",
            "days": "number of days", "surplus": "surplus", "stone": "stone", "height": "height", "heap": "heap",
            "wall": "wall",
        },
        "verbs": {"takes": "beat", "pays-all": "pay"},
        "adjectives": {"royal": "royal", "asleep": "asleep"},
    },
    "fr": {
        "title": "Pas",
        "nouns": {
            "nights": {"one": "nombre de nuits", "gender": "m"}, "court": {"one": "taille de la cour", "gender": "f"},
            "suit": {"one": "couleur", "gender": "f"}, "rank": {"one": "rang", "gender": "m"},
            "pips": {"one": "points", "many": "points", "gender": "m"}, "step": {"one": "pas", "many": "pas", "gender": "m"},
            "fool": {"one": "Fou", "many": "Fous", "gender": "m"}, "cup": {"one": "gobelet", "gender": "m"},
            "supply": {"one": "réserve", "gender": "f"}, "camp": {"one": "camp", "gender": "m"},
            "row": {"one": "rangée", "gender": "f"}, "days": {"one": "nombre de jours", "gender": "m"},
            "surplus": {"one": "différence", "gender": "f"}, "stone": {"one": "pierre", "gender": "f"},
            "height": {"one": "hauteur", "gender": "f"}, "heap": {"one": "tas", "many": "tas", "gender": "m"},
            "wall": {"one": "mur", "gender": "m"},
        },
        "verbs": {"takes": "battre", "pays-all": "payer"},
        "adjectives": {"royal": "royal", "asleep": "endormi"},
    },
    "es": {
        "title": "Pasos",
        "nouns": {
            "nights": {"one": "número de noches", "gender": "m"}, "court": {"one": "tamaño de la corte", "gender": "m"},
            "suit": {"one": "palo", "gender": "m"}, "rank": {"one": "rango", "gender": "m"},
            "pips": {"one": "puntos", "many": "puntos", "gender": "m"}, "step": {"one": "paso", "gender": "m"},
            "fool": {"one": "Loco", "gender": "m"}, "cup": {"one": "cubilete", "gender": "m"},
            "supply": {"one": "reserva", "gender": "f"}, "camp": {"one": "campamento", "gender": "m"},
            "row": {"one": "fila", "gender": "f"}, "days": {"one": "número de días", "gender": "m"},
            "surplus": {"one": "diferencia", "gender": "f"}, "stone": {"one": "piedra", "gender": "f"},
            "height": {"one": "altura", "gender": "f"}, "heap": {"one": "montón", "gender": "m"},
            "wall": {"one": "muro", "gender": "m"},
        },
        "verbs": {"takes": "ganar", "pays-all": "pagar"},
        "adjectives": {"royal": "real", "asleep": {"one": "dormido", "copula": "stay"}},
    },
}  # fmt: skip
MORE = {
    "titles": {"pays-all": "…"},
    "endings": {"over": "…"},
    "examples": {"rolls": "…"},
    "labels": {"higher": "…", "joker": "…"},
}


@cache
def books() -> dict[str, Book]:
    program = check("steps", parse(SPEC, "steps"), texts={"steps": SPEC})
    return {x: tell(program, x, {**WORDS[x], **MORE}) for x in LANGUAGES}


SAID = [
    ("winners", "The player who has the most points, and of these the player who has the most steps in their camp, wins. "
     "Those who tie share the win."),
    ("parameter-court", "The size of the court is 6."),
    ("term-takes.higher", "It has the same suit as the other step and its rank is higher than the rank of the other step."),
    ("term-royal", "A step is royal when it is a Fool, the 2 of hearts or the 6 of hearts."),
    ("takes-turn.surplus", "The surplus is your points minus the number of days."),
    ("takes-turn.if-points", "If either you have one point or two points, and the number of days is more than 3, "
     "do this: score one point."),
    ("takes-turn.each-row", "Put each Fool in the row into the camp of the player who played that Fool."),
    ("pays-all.when", "This is what happens when you pay a number."),
    ("pays-all.each-others", "Each other player scores as many points as that number."),
    ("always-all-there", "At every moment, the total number of steps in the supply, the row and all camps is 31."),
    ("example-rolls.position", "The wall: three stones of height 7 and stone 2."),
    ("example-rolls.play", "Ann takes a turn. Three 3s and a 5 come up. Now the number of days is 1."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "text"), SAID)
def test_in_english(key, text):
    assert next(c for c in books()["en"].clauses() if c.id == key).text == text


OTHERS = [
    ("fr", "term-royal", "Un pas est royal si c’est un Fou, le 2 de cœur ou le 6 de cœur."),
    ("fr", "takes-turn.surplus", "La différence est égale à vos points moins le nombre de jours."),
    ("es", "takes-turn.surplus", "La diferencia es igual a tus puntos menos el número de días."),
    ("fr", "term-takes.joker", "C’est un Fou."),
    ("fr", "example-rolls.position", "Le mur\u00a0: trois pierres de hauteur 7 et la pierre 2."),
    ("es", "example-rolls.position", "El muro: tres piedras de altura 7 y la piedra 2."),
    ("es", "term-takes.joker", "Es un Loco."),
    ("es", "always-all-there", "En todo momento, el número total de pasos en la reserva, la fila y todos los campamentos es "
     "31."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "key", "text"), OTHERS)
def test_in_other_languages(language, key, text):
    assert next(c for c in books()[language].clauses() if c.id == key).text == text


def test_a_product_names_the_parameter_in_it():
    turns = next(c for c in books()["en"].clauses() if c.id == "play.turns").text
    assert "until the number of days is 60 (the number of nights) times the number of players" in turns


@pytest.mark.parametrize(("language", "head"), [("en", "Copies of each"), ("fr", "Exemplaires de chacun"),
                                                ("es", "Copias de cada uno")])  # fmt: skip
def test_the_copies_agree_with_what_they_are_of(language, head):
    table = next(c for c in books()[language].clauses() if c.id == "component-step").table
    assert table is not None
    assert str(table.head[-1]) == head


def test_places_of_steps_and_dice_are_no_places_of_cards():
    titles = {x: next(c.title for c in book.chapters if c.id == "places") for x, book in books().items()}
    assert titles == {"en": "Where things lie", "fr": "Où se trouve chaque chose", "es": "Dónde está cada cosa"}
