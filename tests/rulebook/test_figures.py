"""Numbers in sentences: those that players may agree on, those of what is counted, those that say how many are moved."""

from __future__ import annotations

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.book import Book, tell
from hoyle.rulebook.compare import changes

SPEC = """game "Cups and Tricks"
for 2 to 4 players
winners: p in players with highest points of p
parameter largest is 7, adjustable from 1 to 10
parameter cost is 2, adjustable from 1 to 9
kind colour: green, yellow, red
kind face: sun, moon
cards called token in cup:
  name  | colour | copies
  token | green  | 6
  token | yellow | 4
  token | red    | 3
dice called die in box, 1 of them:
  name | face | copies
  die  | each | 3
zone cup, seen by all
zone tray, seen by all
zone box, holding die, seen by all
counter points of each player
counter tricks of each player
counter bid of each player
counter stars
marker result: face
term deals: 2 × largest - 1
term fine of (player p):
  light: cost × tricks of p if tricks of p < 3
  heavy: largest + 1 - tricks of p otherwise
term (player p) is exact: tricks of p = bid of p
term (player p) is loose: not (tricks of p = bid of p)
term (player p) is rich: tricks of p >= 3 and tricks of p > bid of p
to play:
  for each p in players:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  if stars < 3:
    stars gains 1
  draw largest - size of tray from cup into tray
  draw stars from cup into tray
  for each t in tray:
    p tries t
  p chooses:
    to bid, for n in 0 to largest:
      bid of p becomes n
    limit hook on bid: when p is exact, only n + stars is not largest
to (player p) tries (token t):
  if colour of t is green:
    roll box
    result becomes face of box
  else if colour of t is yellow:
    p scores fine of p
    tricks of p gains 1
  else:
    tricks of p gains deals
    p scores 1
example one for ann, bob:
  given tricks of ann: 1
  given stars: 3
  at ann tries green
  luck: sun
  expect tricks of ann = 1 and tricks of bob = 0
"""

WORDS = {
    "en": {
        "nouns": {"largest": "largest hand size", "cost": "cost of a miss", "colour": "colour", "face": "face",
                  "token": "token", "die": {"one": "die", "many": "dice"}, "cup": "cup", "tray": "tray", "box": "box",
                  "tricks": {"one": "trick", "many": "tricks", "plural": True}, "bid": "bid",
                  "stars": {"one": "star", "many": "stars", "plural": True}, "result": "result",
                  "deals": "number of deals", "fine": "fine"},
        "values": {"green": "green", "yellow": "yellow", "red": "red",
                   "sun": {"one": "sun", "named": "a sun"}, "moon": {"one": "moon", "named": "a moon"}},
        "adjectives": {"exact": "exact", "loose": "loose", "rich": "rich"},
        "verbs": {"tries": "try"},
        "titles": {"tries": "Trying a token"}, "labels": {"light": "Light", "heavy": "Heavy"},
        "endings": {"done": "it is done"}, "examples": {"one": "One"},
    },
    "es": {
        "title": "Vasos y bazas",
        "nouns": {"largest": {"one": "mano mayor", "gender": "f"}, "cost": {"one": "coste de un fallo", "gender": "m"},
                  "colour": {"one": "color", "gender": "m"}, "face": {"one": "cara", "gender": "f"},
                  "token": {"one": "ficha", "gender": "f"}, "die": {"one": "dado", "gender": "m"},
                  "cup": {"one": "cubilete", "gender": "m"}, "tray": {"one": "bandeja", "gender": "f"},
                  "box": {"one": "caja", "gender": "f"}, "bid": {"one": "apuesta", "gender": "f"},
                  "tricks": {"one": "baza", "many": "bazas", "plural": True, "gender": "f"},
                  "stars": {"one": "estrella", "many": "estrellas", "plural": True, "gender": "f"},
                  "result": {"one": "resultado", "gender": "m"}, "deals": {"one": "número de repartos", "gender": "m"},
                  "fine": {"one": "multa", "gender": "f"}},
        "values": {"green": {"one": "verde", "gender": "m"}, "yellow": {"one": "amarillo", "gender": "m"},
                   "red": {"one": "rojo", "gender": "m"}, "sun": {"one": "sol", "gender": "m"},
                   "moon": {"one": "luna", "gender": "f"}},
        "adjectives": {"exact": "exacto", "loose": "suelto", "rich": "rico"}, "verbs": {"tries": "probar"},
        "titles": {"tries": "Probar una ficha"}, "labels": {"light": "Leve", "heavy": "Grave"},
        "endings": {"done": "ya está"}, "examples": {"one": "Una"},
    },
    "fr": {
        "title": "Gobelets et plis",
        "nouns": {"largest": {"one": "main maximale", "gender": "f"}, "cost": {"one": "coût d’un raté", "gender": "m"},
                  "colour": {"one": "couleur", "gender": "f"}, "face": {"one": "face", "gender": "f"},
                  "token": {"one": "jeton", "gender": "m"}, "die": {"one": "dé", "gender": "m"},
                  "cup": {"one": "gobelet", "gender": "m"}, "tray": {"one": "plateau", "gender": "m"},
                  "box": {"one": "boîte", "gender": "f"}, "bid": {"one": "enchère", "gender": "f"},
                  "tricks": {"one": "pli", "many": "plis", "plural": True, "gender": "m"},
                  "stars": {"one": "étoile", "many": "étoiles", "plural": True, "gender": "f"},
                  "result": {"one": "résultat", "gender": "m"}, "deals": {"one": "nombre de donnes", "gender": "m"},
                  "fine": {"one": "amende", "gender": "f"}},
        "values": {"green": {"one": "vert", "gender": "m"}, "yellow": {"one": "jaune", "gender": "m"},
                   "red": {"one": "rouge", "gender": "m"}, "sun": {"one": "soleil", "gender": "m"},
                   "moon": {"one": "lune", "gender": "f"}},
        "adjectives": {"exact": "exact", "loose": {"forms": ["libre", "libre", "libres", "libres"]}, "rich": "riche"},
        "verbs": {"tries": "essayer"},
        "titles": {"tries": "Essayer un jeton"}, "labels": {"light": "Légère", "heavy": "Lourde"},
        "endings": {"done": "c’est fini"}, "examples": {"one": "Un"},
    },
}  # fmt: skip

SAID = [
    # a number that may be agreed on keeps its name, whatever it is reckoned with
    ("en", "term-deals", "The number of deals is twice the largest hand size (7) minus 1."),
    ("es", "term-deals", "El número de repartos es igual al doble de la mano mayor (7) menos 1."),
    ("fr", "term-deals", "Le nombre de donnes est égal au double de la main maximale (7) moins 1."),
    ("en", "term-fine.light", "2 (the cost of a miss) times that player’s tricks if that player has fewer than three tricks."),
    ("es", "term-fine.light", "2 (el coste de un fallo) veces las bazas de ese jugador si"),
    ("fr", "term-fine.light", "2 (le coût d’un raté) fois les plis de ce joueur si ce joueur a moins de trois plis."),
    ("en", "term-fine.heavy", "The largest hand size (7) plus 1 minus that player’s tricks otherwise."),
    ("es", "term-fine.heavy", "La mano mayor (7) más 1 menos las bazas de ese jugador"),
    ("fr", "term-fine.heavy", "La main maximale (7) plus 1 moins les plis de ce joueur"),
    # what is counted
    ("en", "term-exact", "A player is exact when their tricks are as many as their bid."),
    ("es", "term-exact", "Un jugador es exacto si sus bazas son tantas como su apuesta."),
    ("fr", "term-exact", "Un joueur est exact si ses plis sont aussi nombreux que son enchère."),
    ("en", "term-loose", "A player is loose when their tricks are not exactly as many as their bid."),
    ("es", "term-loose", "si sus bazas no son exactamente tantas como su apuesta."),
    ("fr", "term-loose", "si ses plis ne sont pas exactement aussi nombreux que son enchère."),
    ("en", "term-rich", "A player is rich when they have at least three tricks and their tricks are more than their bid."),
    ("en", "takes-turn.if-stars", "If there are fewer than three stars, the stars go up by 1."),
    ("es", "takes-turn.if-stars", "Si hay menos de tres estrellas, las estrellas aumentan en 1."),
    ("fr", "takes-turn.if-stars", "S’il y a moins de trois étoiles, les étoiles augmentent de 1."),
    ("en", "example-one.position", "Ann has one trick. There are three stars."),
    ("es", "example-one.position", "Ann tiene una baza. Hay tres estrellas."),
    ("fr", "example-one.position", "Ann a un pli. Il y a trois étoiles."),
    # the places before a number that is long to say; one die has one face; a colour is a noun
    ("en", "takes-turn.draw", "Draw from the cup into the tray as many tokens as the largest hand size (7) minus the number of tokens"),
    ("es", "takes-turn.draw", "Roba del cubilete en la bandeja tantas fichas como la mano mayor (7) menos"),
    ("fr", "takes-turn.draw", "Piochez du gobelet dans le plateau autant de jetons que la main maximale (7) moins"),
    ("en", "takes-turn.draw-2", "Draw from the cup into the tray as many tokens as there are stars."),
    ("es", "takes-turn.draw-2", "Roba del cubilete en la bandeja tantas fichas como estrellas."),
    ("en", "tries.if-colour", "What happens depends on the case:"),
    ("en", "tries.if-colour.case-1.result-becomes", "The result becomes the face of the die in the box."),
    ("fr", "tries.if-colour.case-1.result-becomes", "Le résultat devient la face du dé de la boîte."),
    ("fr", "tries.if-colour.case-1", "Si la couleur de ce jeton est le vert, faites ceci"),
    ("es", "tries.if-colour.case-1", "Si el color de esa ficha es verde, haz esto"),
]  # fmt: skip


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    program = check("cups", parse(SPEC, "cups"), texts={"cups": SPEC})
    return {language: tell(program, language, words) for language, words in WORDS.items()}


@pytest.mark.parametrize(("language", "key", "said"), SAID)
def test_what_is_said(books: dict[str, Book], language: str, key: str, said: str) -> None:
    told = {c.id: c.text for c in books[language].clauses()}
    assert said in told[key].replace("\u00a0", " ")


def test_nothing_is_special_where_rules_sort_all_that_there_is(books: dict[str, Book]) -> None:
    """Green, yellow, or else: each token is one of these."""
    assert not [c.id for c in books["en"].clauses() if c.id.startswith("special-")]


def test_what_rules_ask_for_among_more_is_special() -> None:
    spec = SPEC.replace("  else if colour of t is yellow:\n", "  else if stars > 2:\n")
    program = check("cups", parse(spec, "cups"), texts={"cups": spec})
    told = [c.text for c in tell(program, "en", WORDS["en"]).clauses() if c.id.startswith("special-")]
    assert [x.split(".")[0] for x in told] == ["There are six tokens whose colour is green"]


@pytest.mark.parametrize("back", [False, True])
def test_a_sentence_that_moves_into_the_clause_above_is_no_change(books: dict[str, Book], back: bool) -> None:
    text = 'variant free of "Cups and Tricks":\n  remove hook\n'
    changed = parse(text, "free")
    program = check("cups", parse(SPEC, "cups"), [("free", changed.changes)], texts={"cups": SPEC, "free": text})
    old, new = books["en"], tell(program, "en", WORDS["en"])
    found = changes(new, old, "free", "Free") if back else changes(old, new, "free", "Free")
    rules = [(c.how, c.id) for c in found.changes if not c.id.startswith("example-")]
    assert rules == [("new" if back else "gone", "takes-turn.choice.limits")]
