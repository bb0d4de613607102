"""Sentences that were hard to read or false, each as it should be, from one small game."""

from __future__ import annotations

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.language.program import Program
from hoyle.library import load_program
from hoyle.rulebook import phrases as p
from hoyle.rulebook.book import Book, tell
from hoyle.rulebook.lexicon import Lexicon
from hoyle.rulebook.lines import lineariser, verbs_es, verbs_fr
from hoyle.rulebook.refer import settle
from hoyle.rulebook.speak import read_lines
from rulebook.books import book

SPEC = """game "Stars"
for 2 to 4 players
winners: p in players with highest points of p
parameter stars is 3, adjustable from 1 to 9
parameter straight-worth is 15, adjustable from 5 to 30
parameter nights is 6, adjustable from 1 to 9
kind suit: red, blue
cards in deck:
  name | suit | height
  card | each | 1 to 9
  fool | -    | 0
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile row, kept as plays of card, seen by all
zone camp of each player, seen by all
counter points of each player
counter turns-taken
term worth of (card c):
  high: straight-worth if height of c > 7
  low: height of c otherwise
term rungs of (player p): the number of n in 1 to 9 where some c in camp of p where height of c = n
always small: no p in players where size of hand of p > stars and size of hand of p > nights
to play:
  shuffle deck
  deal 2 from deck to hand of players from left of opener
  for each p in players:
    p takes-turn
  for each x in row where x is a fool:
    put x into camp of player of x
  score-all
  end game as done
term opener: the first p in players where points of p = 0
turn (player p) takes-turn:
  turns-taken gains 1
  p chooses:
    to play c from hand of p onto row:
      p scores rungs of p + worth of c
    to draw top of deck into hand of p, where deck is not empty:
      p scores 1
scoring score-all:
  if turns-taken < 3:
    for each p in players:
      p scores 2
  else if turns-taken < 5:
    for each p in players:
      p scores 1
  else:
    for each p in players:
      p scores 3
measure takes-turn: nights × size of players - turns-taken
example start for ann, bob:
  given points of ann: 0
  at score-all
  expect points of ann = 2
"""

WORDS = {
    "en": {
        "nouns": {"camp": "camp", "fool": "fool", "height": "height", "nights": "number of nights", "row": "row",
                  "rungs": "number of rungs", "stars": {"one": "star", "many": "stars", "plural": True},
                  "straight-worth": "worth of a straight", "opener": "opener", "turns-taken": "number of turns",
                  "worth": "worth"},
        "values": {"blue": "blue", "red": "red"},
        "verbs": {"score-all": "score all"}, "titles": {"score-all": "Scoring"},
    },
    "es": {
        "title": "Estrellas",
        "nouns": {"camp": {"one": "campamento", "gender": "m"}, "fool": {"one": "loco", "gender": "m"},
                  "height": {"one": "altura", "gender": "f"}, "nights": {"one": "número de noches", "gender": "m"},
                  "row": {"one": "fila", "gender": "f"}, "rungs": {"one": "número de peldaños", "gender": "m"},
                  "stars": {"one": "estrella", "many": "estrellas", "gender": "f", "plural": True},
                  "straight-worth": {"one": "valor de la escalera", "gender": "m"},
                  "opener": {"one": "mano", "gender": "m"}, "worth": {"one": "valor", "gender": "m"},
                  "turns-taken": {"one": "número de turnos", "gender": "m"}},
        "values": {"blue": {"one": "azul", "gender": "m"}, "red": {"one": "rojo", "gender": "m"}},
        "verbs": {"score-all": "puntuar a todos"}, "titles": {"score-all": "Puntuación"},
    },
    "fr": {
        "title": "Étoiles",
        "nouns": {"camp": {"one": "camp", "gender": "m"}, "fool": {"one": "fou", "gender": "m"},
                  "height": {"one": "hauteur", "gender": "f"}, "nights": {"one": "nombre de nuits", "gender": "m"},
                  "row": {"one": "rangée", "gender": "f"}, "rungs": {"one": "nombre d’échelons", "gender": "m"},
                  "stars": {"one": "étoile", "many": "étoiles", "gender": "f", "plural": True},
                  "straight-worth": {"one": "valeur de la suite", "gender": "f"},
                  "opener": {"one": "premier", "gender": "m"}, "worth": {"one": "valeur", "gender": "f"},
                  "turns-taken": {"one": "nombre de tours", "gender": "m"}},
        "values": {"blue": {"one": "bleu", "gender": "m"}, "red": {"one": "rouge", "gender": "m"}},
        "verbs": {"score-all": "compter les points"}, "titles": {"score-all": "Décompte"},
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    program = check("stars", parse(SPEC, "stars"), texts={"stars": SPEC})
    more = {"labels": {"high": "A", "low": "B"}, "endings": {"done": "C"}, "examples": {"start": "D"}}
    return {code: tell(program, code, {**words, **more}) for code, words in WORDS.items()}


SAID = [
    # the number of a parameter that is said in the plural
    ("en", "parameter-stars", "The stars are 3; you may agree"),
    ("es", "parameter-stars", "Las estrellas son 3; se puede"),
    ("fr", "parameter-stars", "Les étoiles sont 3 ; on peut"),
    # a comma before where a deal begins
    ("en", "play.deal", "hand, starting with the player to the left of"),
    ("es", "play.deal", "jugador, empezando por el jugador"),
    ("fr", "play.deal", "joueur, en commençant par le joueur"),
    # a loop over cards of one row
    ("en", "play.each-row", "Put each fool in the row into the camp of the player who played that fool."),
    ("es", "play.each-row", "Pon cada loco de la fila en el campamento del jugador que jugó ese loco."),
    ("fr", "play.each-row", "Mettez chaque fou de la rangée dans le camp du joueur qui a joué ce fou."),
    # a parameter as a value, its number first
    ("en", "term-worth.high", "15 (the worth of a straight) if the height"),
    ("es", "term-worth.high", "15 (el valor de la escalera) si la altura"),
    ("fr", "term-worth.high", "15 (la valeur de la suite) si la hauteur"),
    # numbers that are counted
    ("en", "term-rungs", "is the count of numbers from 1 to 9 for which there is a card"),
    ("es", "term-rungs", "es la cantidad de números de 1 a 9 para los que hay una carta"),
    ("fr", "term-rungs", "est le nombre d’entiers de 1 à 9 pour lesquels il y a une carte"),
    ("fr", "term-rungs", "dont la hauteur est ce nombre."),
    # three cases are a list
    ("en", "score-all.if-turns-taken.case-2", "Otherwise, if the number of turns is less than 5, each player scores one point."),
    ("es", "score-all.if-turns-taken.otherwise", "Si no, cada jugador suma tres puntos."),
    ("fr", "score-all.if-turns-taken.case-1", "Si le nombre de tours est inférieur à 3, chaque joueur marque deux points."),
    # numbers of things all in words
    ("en", "example-start.position", "Ann has zero points."),
    ("es", "example-start.position", "Ann tiene cero puntos."),
    ("fr", "example-start.position", "Ann a zéro point."),
    # one thing owned, of which two things are said
    ("en", "always-small", "whose hand holds more than 3 (the stars) cards and more than 6 (the number of nights) cards."),
    ("es", "always-small", "cuya mano contenga más de 3 (las estrellas) cartas y más de 6 (el número de noches) cartas."),
    ("fr", "always-small", "dont la main contienne plus de 3 (les étoiles) cartes et plus de 6 (le nombre de nuits) cartes."),
    # a sum that goes down
    ("en", "measure-takes-turn", "this number is lower than the time before: 6 (the number of nights) times the number of players"
     " minus the number of turns."),
    ("es", "measure-takes-turn", "este número es menor que la vez anterior: 6 (el número de noches) veces el número de jugadores"
     " menos el número de turnos."),
    ("fr", "measure-takes-turn", "ce nombre est plus petit que la fois précédente : 6 (le nombre de nuits) fois le nombre de"
     " joueurs moins le nombre de tours."),
    # what is drawn is for the hand
    ("es", "takes-turn.choice.draw", "Robar la carta de arriba del mazo si"),
    ("fr", "takes-turn.choice.draw", "Piocher la carte du dessus du paquet si"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "key", "said"), SAID)
def test_what_is_said(books: dict[str, Book], language: str, key: str, said: str) -> None:
    told = {c.id: c.text.replace("\u00a0", " ").replace("\u202f", " ") for c in books[language].clauses()}
    assert said in told[key]


def test_two_verbs_joined_are_both_conjugated() -> None:
    spanish, french = verbs_es.forms("mostrar y descartar"), verbs_fr.forms("montrer et défausser")
    assert (spanish["i2"], spanish["s3"], spanish["inf"]) == (
        "muestra y descarta", "muestre y descarte", "mostrar y descartar",
    )  # fmt: skip
    assert (french["i5"], french["6"], french["inf"]) == (
        "montrez et défaussez", "montrent et défaussent", "montrer et défausser",
    )  # fmt: skip


def in_short(game: str, language: str) -> list[str]:
    """What the book of a bundled game tells of a turn in short."""
    part = next(x for chapter in book(game, language).chapters for x in chapter.parts if x.id == "in-short")
    return [str(text) for clause in part.clauses for x in (clause, *clause.clauses) for text in x.texts]


def test_a_turn_in_short_says_what_ends_its_loop_and_commands_as_its_lead_does() -> None:
    assert "If the total pips of the die in the cup are the losing number (1), the turn ends." in in_short("pig", "en")
    assert "Si el total de puntos del dado del cubilete es el número perdedor (1), el turno termina." in in_short(
        "pig", "es"
    )
    for language, said in (("en", "Set aside a group"), ("es", "Aparta un grupo"), ("fr", "Écartez un groupe")):
        assert any(text.startswith(said) for text in in_short("treize_cardinals", language)), language


def test_a_program_is_not_changed_by_what_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who loads a game twice gets the same program, so whoever tells of it leaves it as it is, meanwhile too."""
    program = load_program("goofspiel")
    changed: list[str] = []

    def spy(self: Program, name: str, value: object) -> None:
        if self is program:
            changed.append(name)
        object.__setattr__(self, name, value)

    monkeypatch.setattr(Program, "__setattr__", spy)
    assert read_lines(program, ("ann", "bob"), ("ann does bid 3 of hearts",))
    assert not changed
    assert load_program("goofspiel") is program


def test_where_a_card_comes_from_stands_beside_it_before_more_words_of_the_verb() -> None:
    for language, verb, said in (
        ("en", "play as a wild card", "you play a card from your hand as a wild card onto the deck"),
        ("fr", "jouer comme joker", "vous jouez une carte de votre main comme joker sur le paquet"),
        ("es", "jugar como comodín", "juegas una carta de tu mano como comodín en el mazo"),
    ):
        line = lineariser(Lexicon(language, {"verbs": {"wild": {"one": verb}}}))
        preps = [p.Prep("from", p.NP("hand", owner=p.you())), p.Prep("onto", p.NP("deck"))]
        clause = p.Clause("wild", p.you(), obj=p.NP("card", "a"), preps=preps)
        assert str(line.text(settle(clause))) == said


def test_where_his_and_its_are_one_word_what_is_a_thing_s_is_not_told_as_somebody_s() -> None:
    number = p.Referent("number", det="that")
    player = p.Referent("player", det="that", human=True)
    players = p.NP("hand", owner=p.Ref(player))
    things = p.NP("worth", owner=p.Ref(number))
    test = p.Clause("be", players, pred=things)
    one = p.Clause("be", p.NP("player", "a", intro=player, rels=[p.Rel(test, player)]), there=True)
    fact = p.Only(p.Clause("fits", p.NP("number", "a", intro=number)), one)
    for language, worth, said in (
        ("fr", "valeur", "la valeur de ce nombre"),
        ("es", "valor", "el valor de ese número"),
    ):
        fits = "aller" if language == "fr" else "encajar"
        noun = {"one": worth, "gender": "f" if language == "fr" else "m"}
        line = lineariser(Lexicon(language, {"nouns": {"worth": noun}, "verbs": {"fits": fits}}))
        assert str(line.text(settle(fact))).endswith(said), language


def test_after_another_player_the_first_is_not_called_that_player() -> None:
    one, other = (p.Referent("player", det="that", human=True) for _ in range(2))
    same = p.Clause("be", p.NP("number", owner=p.Ref(other)), pred=p.NP("number", owner=p.Ref(one)))
    nobody = p.Clause("be", p.NP("player", "no", intro=other, rels=[p.Rel(same, other)]), there=True)
    fact = p.Only(p.Clause("draw", p.NP("player", "a", intro=one)), nobody)
    alone = p.Only(fact.then, p.Clause("be", p.NP("number", owner=p.Ref(one)), pred=p.Figure(2)))
    for language, said in (
        ("en", "the first-named player’s number"),
        ("fr", "le nombre du joueur nommé en premier"),
        ("es", "el número del jugador nombrado primero"),
    ):
        line = lineariser(Lexicon(language, {}))
        assert str(line.text(settle(fact))).endswith(said), language
    assert "first-named" not in str(lineariser(Lexicon("en", {})).text(settle(alone)))
