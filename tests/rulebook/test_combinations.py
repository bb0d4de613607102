"""How a book tells of combinations, of pieces in a place, of parameters that come from others; what is no change."""

from __future__ import annotations

from functools import cache

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.book import Book, tell
from hoyle.rulebook.compare import changes
from rulebook.books import LANGUAGES, book

SPEC = """game "Pot"
for 2 players
winners: p in players with highest points of p

parameter march is 2, adjustable from 1 to 4
parameter lone-march is 2 × march, adjustable from march to 3 × march

dice in pot, 6 of them:
  name | pips
  die  | 1 to 6
order die by pips

zone pot, seen by all
zone aside, seen by all

counter points of each player

combination catch of die d:
  single: any 1, where pips of d is one of [1, 5]
  run: run of 6 in pips

marker dealer: player
flag lone of each player
term (player p) is resting: dealer is lone and p is left of left of dealer

to play:
  dealer becomes a random p in players
  repeat until some p in players where points of p >= lone-march:
    for each p in players:
      p takes-turn
  end game as over

turn (player p) takes-turn:
  collect die into pot
  roll pot
  if catch of pot is empty:
    end takes-turn
  if catch of pot is not empty and size of catch of pot > 1:
    points of p gains 1
  p chooses:
    to keep pot into aside, where march > 1:
      points of p gains 1
    to keep m from catch of pot into aside:
      points of p gains size of m
  if p is resting:
    lone of p becomes no
"""

NOUNS = {
    "en": {"catch": {"one": "catch", "many": "catches"}, "single": "single", "run": "run", "pot": "pot",
           "aside": "store", "pips": {"one": "pip", "many": "pips", "plural": True}, "march": "march",
           "lone-march": "lone march"},
    "fr": {"catch": {"one": "prise", "gender": "f"}, "single": {"one": "dé seul", "gender": "m"},
           "run": {"one": "suite", "gender": "f"}, "pot": {"one": "pot", "gender": "m"},
           "aside": {"one": "réserve", "gender": "f"},
           "pips": {"one": "point du dé", "many": "points du dé", "gender": "m", "plural": True},
           "march": {"one": "marche", "gender": "f"}, "lone-march": {"one": "marche seule", "gender": "f"}},
    "es": {"catch": {"one": "captura", "gender": "f"}, "single": {"one": "dado suelto", "gender": "m"},
           "run": {"one": "escalera", "gender": "f"}, "pot": {"one": "bote", "gender": "m"},
           "aside": {"one": "reserva", "gender": "f"},
           "pips": {"one": "punto del dado", "many": "puntos del dado", "gender": "m", "plural": True},
           "march": {"one": "marcha", "gender": "f"}, "lone-march": {"one": "marcha sola", "gender": "f"}},
}  # fmt: skip
VERBS = {"en": "keep", "fr": "garder", "es": "guardar"}
STATES = {"en": ("alone", "absent"), "fr": ("seul", "absent"), "es": ("solitario", "ausente")}
DEALER = {"en": "dealer", "fr": "donneur", "es": "repartidor"}


@cache
def books() -> dict[str, Book]:
    program = check("pot", parse(SPEC, "pot"), texts={"pot": SPEC})
    return {x: tell(program, x, words(x)) for x in LANGUAGES}


def words(x: str) -> dict:
    lone, resting = STATES[x]
    one = {"one": DEALER[x], "person": True, **({} if x == "en" else {"gender": "m"})}
    return {
        "title": "…", "endings": {"over": "…"}, "verbs": {"keep": VERBS[x]},
        "nouns": {**NOUNS[x], "dealer": one}, "adjectives": {"resting": resting, "lone": lone},
        "facts": {"lone": {"noun": "player", "adj": lone}},
    }  # fmt: skip


def said(language: str, start: str) -> list[str]:
    return [c.text for c in books()[language].clauses() if c.id.startswith(start)]


TOLD = [
    ("en", "takes-turn.if-catch", "If there is no catch in the pot, the turn ends."),
    ("en", "takes-turn.if-catch-2", "If there is a catch in the pot and there is more than one catch in the pot, "
     "you score one point."),
    ("en", "combination-catch.single", "One die whose pips are 1 or 5."),
    ("en", "takes-turn.choice.keep", "Keep all dice in the pot"),
    ("en", "parameter-march", "The march is 2; you may agree on any number from 1 to 4."),
    ("en", "parameter-lone-march", "The lone march is 4 (twice the march); you may agree on any number from 2 (the march) to "
     "6 (3 times the march)."),
    ("es", "parameter-lone-march", "La marcha sola es 4 (el doble de la marcha); se puede acordar cualquier número de 2 (la "
     "marcha) a 6 (3 veces la marcha)."),
    ("fr", "parameter-lone-march", "La marche seule est 4 (le double de la marche)\u202f; on peut convenir de tout nombre de 2 "
     "(la marche) à 6 (3 fois la marche)."),
    ("fr", "takes-turn.if-catch", "S’il n’y a aucune prise du pot, le tour se termine."),
    ("fr", "combination-catch.single", "Un dé dont les points du dé sont 1 ou 5."),
    ("fr", "combination-catch.run", "Six points du dé consécutifs, à raison d’un dé par point du dé."),
    ("fr", "term-resting", "Un joueur est absent si le donneur est seul et si ce joueur est le joueur à deux places à gauche du "
     "donneur."),
    ("es", "play.repeat", "Repite esto hasta que haya un jugador que tenga al menos"),
    ("es", "takes-turn.if-catch", "Si no hay ninguna captura en el bote, el turno termina."),
    ("es", "combination-catch.single", "Un dado cuyos puntos del dado son 1 o 5."),
    ("es", "combination-catch.run", "Seis puntos del dado consecutivos, con un dado de cada punto del dado."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "key", "text"), TOLD)
def test_told(language, key, text):
    assert text in said(language, key)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_of_which_only_the_places_it_points_to_differ_is_no_change(language):
    told = changes(book("hearts", language), book("hearts", language, ("open-hearts",))).changes
    assert [c.id for c in told if c.how == "replaces"] == []  # the variant takes out a limit and replaces nothing
    assert [c.id for c in told if c.how == "gone"] == ["takes-turn.choice.closed-hearts"]
