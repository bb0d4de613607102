"""Spanish grammar: sentences written by hand from the grammar, and the phrases they must come from."""

from __future__ import annotations

import pytest

from hoyle.rulebook import phrases as p
from hoyle.rulebook.lexicon import Lexicon
from hoyle.rulebook.lines import lineariser, plurals, verbs_es
from hoyle.rulebook.refer import settle

WORDS = {
    "nouns": {
        "omen-pile": {"one": "pila de presagio", "gender": "f", "kinded": "pila"},
        "water": {"one": "agua", "gender": "f"},
        "store": {"one": "almacén", "many": "almacenes", "gender": "m"},
    },
    "values": {
        "cat": {"one": "gato", "gender": "m"},
        "idea": {"one": "idea", "gender": "f"},
        "gold": {"one": "oro", "gender": "m"},
    },
    "verbs": {
        "fits": {"one": "encajar", "to": "en"},
        "leaves": {"one": "retirarse"},
        "beats": {"one": "ganar", "to": "a"},
    },
    "adjectives": {
        "out": {"forms": ["fuera", "fuera", "fuera", "fuera"], "copula": "stay"},
        "tied": {"one": "atado", "copula": "stay"},
        "new": "nuevo",
    },
}


@pytest.fixture(scope="module")
def line():
    return lineariser(Lexicon("es", {k: dict(v) for k, v in WORDS.items()}))


def card(**more):
    return p.NP("card", **more)


def exactly(n):
    return p.Quantity("exactly", p.Figure(n))


CASES = [
    (card(det="a"), "una carta"),
    (card(many=True), "las cartas"),
    (p.NP("water"), "el agua"),
    (p.NP("number", owner=card(det="bare", many=True)), "el número de cartas"),
    (card(owner=p.NP("deck")), "la carta del mazo"),
    (card(owner=p.NP("discard-pile")), "la carta de la pila de descarte"),
    (p.NP("omen-pile", many=True), "las pilas de presagio"),
    (p.NP("omen-pile", kind="cat"), "la pila de gato"),
    (p.NP("hand", owner=p.you()), "tu mano"),
    (p.NP("hand", many=True, owner=p.you()), "tus manos"),
    (p.NP("omen-pile", "a", owner=p.you()), "una de tus pilas de presagio"),
    (p.NP("store", "a", owner=p.you()), "uno de tus almacenes"),
    (p.NP("hand", owner=p.Ref(p.Referent("player", proper="Ann"))), "la mano de Ann"),
    (card(det="a", many=True, count=exactly(1)), "una carta"),
    (p.NP("point", "a", many=True, count=exactly(1)), "un punto"),
    (card(det="a", many=True, count=exactly(3)), "tres cartas"),
    (card(det="a", many=True, count=p.Quantity("more-than", p.Figure(1))), "más de una carta"),
    (card(det="a", many=True, count=p.Quantity("or-more", p.Figure(3))), "tres o más cartas"),
    (card(det="a", many=True, count=p.Quantity("to", p.Figure(2), p.Figure(4))), "de dos a cuatro cartas"),
    (card(adjs=[p.Adj("highest")]), "la carta más alta"),
    (p.NP("value", adjs=[p.Adj("highest")]), "el valor más alto"),
    (p.NP("player", adjs=[p.Adj("first")]), "el primer jugador"),
    (card(adjs=[p.Adj("first")]), "la primera carta"),
    (p.NP("player", adjs=[p.Adj("latest")]), "el último jugador"),
    (card(det="a", many=True, count=exactly(2), adjs=[p.Adj("any")]), "dos cartas cualesquiera"),
    (p.Value("3", "the", of=p.Value("spades")), "el 3 de picas"),
    (p.Value("queen", "the", of=p.Value("hearts")), "la reina de corazones"),
    (p.Several("and", [p.Value("cat"), p.Value("idea")]), "gato e idea"),
    (p.Several("or", [p.Value("cat"), p.Value("gold")]), "gato u oro"),
    (p.Several("or", [p.Figure(7), p.Figure(8)]), "7 u 8"),
    (p.Several("or", [p.Figure(1), p.Figure(80)]), "1 o 80"),
    (p.NP("player", preps=[p.Prep("left-of", p.NP("dealer"))]), "el jugador a la izquierda del repartidor"),
    (p.NP("player", preps=[p.Prep("left-of", p.you())]), "el jugador a tu izquierda"),
    (p.NP("player", "no"), "ningún jugador"),
    (p.NP("card", "that", many=True), "esas cartas"),
]

CLAUSES = [
    (p.Clause("fits", card(), obj=p.NP("omen-pile", "a")), "La carta encaja en una pila de presagio."),
    (p.Clause("fits", card(), obj=p.NP("deck"), negative=True), "La carta no encaja en el mazo."),
    (p.Clause("beats", card(), obj=p.NP("deck")), "La carta gana al mazo."),
    (p.Clause("play", p.you(), obj=card(det="a")), "Juegas una carta."),
    (p.Clause("play", None, obj=card(det="a"), mood="imp"), "Juega una carta."),
    (p.Clause("play", p.you(), obj=card(det="a"), mood="inf"), "Jugar una carta."),
    (p.Clause("play", p.you(), obj=card(det="a"), modal="may", only=True), "Solo puedes jugar una carta."),
    (p.Clause("play", p.NP("player", many=True), obj=card(det="no")), "Los jugadores no juegan ninguna carta."),
    (p.Clause("play", p.NP("player", "no"), obj=card(det="a")), "Ningún jugador juega una carta."),
    (p.Clause("leaves", p.you()), "Te retiras."),
    (p.Clause("leaves", p.NP("player")), "El jugador se retira."),
    (p.Clause("leaves", None, mood="imp"), "Retírate."),
    (p.Clause("put", None, obj=card(), mood="imp", negative=True), "No pongas la carta."),
    (p.Clause("be", p.NP("hand"), pred=p.Adj("empty")), "La mano está vacía."),
    (p.Clause("be", card(), pred=p.Adj("new")), "La carta es nueva."),
    (p.Clause("be", p.NP("player", many=True), pred=p.Adj("tied"), negative=True), "Los jugadores no están atados."),
    (p.Clause("be", p.you(), pred=p.Adj("tied"), negative=True, adverb="no-longer"), "Ya no estás atado."),
    (p.Clause("be", p.NP("player", "a", many=True, count=exactly(2)), there=True), "Hay dos jugadores."),
    (p.Clause("be", p.NP("player", "no"), there=True), "No hay ningún jugador."),
    (p.Clause("choose", p.you(), obj=p.NP("player", "a")), "Eliges a un jugador."),
    (
        p.Made("repeat-until", {"c": p.Clause("be", p.NP("hand"), pred=p.Adj("empty"))}),
        "Repite esto hasta que la mano esté vacía.",
    ),
    (
        p.Made("repeat-until", {"c": p.Clause("have", p.NP("player", "a"), obj=card(det="a"))}),
        "Repite esto hasta que un jugador tenga una carta.",
    ),
]


@pytest.mark.parametrize(("phrase", "expected"), CASES, ids=[e for _, e in CASES])
def test_noun_phrases(line, phrase, expected):
    assert str(line.text(settle(phrase))) == expected


@pytest.mark.parametrize(("phrase", "expected"), CLAUSES, ids=[e for _, e in CLAUSES])
def test_clauses(line, phrase, expected):
    assert str(line.text(settle(p.Sentence(phrase)))) == expected


def test_opening_marks(line):
    assert str(line.text(p.Sentence(p.Clause("win", p.you()), "!"))) == "¡Ganas!"
    assert str(line.text(p.Sentence(p.Clause("win", p.you()), "?"))) == "¿Ganas?"


def test_relative_clauses(line):
    one = p.Referent("player", human=True)
    whose = p.Rel(p.Clause("be", p.NP("hand", owner=p.Ref(one)), pred=p.Adj("empty")), one)
    out = p.Rel(p.Clause("be", p.Ref(one), pred=p.Adj("out"), negative=True), one)
    assert (
        str(line.text(settle(p.NP("player", "each", rels=[out, whose]))))
        == "cada jugador que no está fuera y cuya mano está vacía"
    )


def test_relative_after_a_negation_is_in_the_subjunctive(line):
    one = p.Referent("player", human=True)
    has = p.Rel(p.Clause("have", p.Ref(one), obj=card(det="a")), one)
    said = p.Clause("be", p.NP("player", "no", rels=[has]), there=True)
    assert str(line.text(settle(p.Sentence(said)))) == "No hay ningún jugador que tenga una carta."


def test_object_relative_takes_its_preposition_along(line):
    pile = p.Referent("omen-pile")
    rel = p.Rel(p.Clause("fits", card(), obj=p.Ref(pile)), pile)
    assert (
        str(line.text(settle(p.NP("omen-pile", "a", rels=[rel])))) == "una pila de presagio en la que la carta encaja"
    )


@pytest.mark.parametrize(("one", "many"), [
    ("carta", "cartas"), ("color", "colores"), ("vez", "veces"), ("combinación", "combinaciones"), ("as", "ases"),
    ("almacén", "almacenes"), ("rey", "reyes"), ("pila de robo", "pilas de robo"), ("tabú", "tabúes"),
])  # fmt: skip
def test_plurals(one, many):
    assert plurals.plural("es", one) == many


@pytest.mark.parametrize(("lemma", "you", "she", "they", "subjunctive", "imperative", "participle"), [
    ("jugar", "juegas", "juega", "juegan", "juegue", "juega", "jugado"),
    ("tener", "tienes", "tiene", "tienen", "tenga", "ten", "tenido"),
    ("poner", "pones", "pone", "ponen", "ponga", "pon", "puesto"),
    ("contener", "contienes", "contiene", "contienen", "contenga", "contén", "contenido"),
    ("recoger", "recoges", "recoge", "recogen", "recoja", "recoge", "recogido"),
    ("elegir", "eliges", "elige", "eligen", "elija", "elige", "elegido"),
    ("seguir", "sigues", "sigue", "siguen", "siga", "sigue", "seguido"),
    ("empezar", "empiezas", "empieza", "empiezan", "empiece", "empieza", "empezado"),
    ("devolver", "devuelves", "devuelve", "devuelven", "devuelva", "devuelve", "devuelto"),
    ("puntuar", "puntúas", "puntúa", "puntúan", "puntúe", "puntúa", "puntuado"),
    ("repartir", "repartes", "reparte", "reparten", "reparta", "reparte", "repartido"),
    ("sacar", "sacas", "saca", "sacan", "saque", "saca", "sacado"),
    ("construir", "construyes", "construye", "construyen", "construya", "construye", "construido"),
])  # fmt: skip
def test_verbs(lemma, you, she, they, subjunctive, imperative, participle):
    f = verbs_es.forms(lemma)
    assert (f["2"], f["3"], f["6"], f["s3"], f["i2"], f["pp"]) == (you, she, they, subjunctive, imperative, participle)
