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
    assert plurals.spanish(one) == many


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


# ---- what makes a sentence read as one that a card player would say ---------------------------------------------------

MORE = {
    "nouns": {
        "up-card": {"one": "carta visible", "gender": "f", "itself": True},
        "unlucky": {"one": "jugador más gafe", "many": "jugadores más gafes", "gender": "m", "each_of": True},
        "known": {"one": "carta conocida", "many": "cartas conocidas", "gender": "f"},
        "last": {"one": "el último", "gender": "m", "person": True},
    },
    "adjectives": {
        "spoken": {"one": "hablado", "verb": "haber hablado"},
        "open": {"one": "abierto", "copula": "stay"},
    },
    "verbs": {"offer-up": {"one": "dar", "instead": {"under": "put", "to": "move"}}},
}


def told(phrase):
    words = {group: {**WORDS.get(group, {}), **entries} for group, entries in MORE.items()}
    line = lineariser(Lexicon("es", {**WORDS, **words}))
    return str(line.text(settle(p.Sentence(phrase))))


def player(**more):
    return p.Referent("player", human=True, **more)


def test_what_becomes_so_stays_so():
    assert told(p.Clause("be", p.you(), pred=p.Adj("spoken"), adverb="now")) == "Con esto has hablado."
    assert told(p.Clause("be", card(), pred=p.Adj("open"), adverb="now")) == "La carta queda abierta."
    assert told(p.Clause("be", p.NP("dealer"), pred=p.NP("winner"), adverb="now")) == "El repartidor es el ganador."


def test_a_long_subject_stands_after_its_verb():
    one = player()
    rich = p.Rel(p.Clause("have", p.Ref(one), obj=p.Made("fewest", {"x": p.NP("point", "bare", many=True)})), one)
    assert told(p.Clause("win", p.NP("player", rels=[rich]))) == "Gana el jugador que tiene el menor número de puntos."
    assert told(p.Clause("win", p.NP("player"))) == "El jugador gana."
    falls = p.Made("goes-down", {"what": p.NP("number"), "when": p.Clause("begin", p.NP("trick", "a"))})
    assert told(falls) == "El número disminuye cada vez que empieza una baza."


def test_there_is_just_one_and_one_among_yours():
    one = p.Referent("card")
    odd = p.Rel(p.Clause("be", p.NP("value", owner=p.Ref(one)), pred=p.Figure(2)), one)
    assert told(p.Clause("be", p.NP("player", "a", many=True, count=exactly(1)), there=True)) == "Hay un solo jugador."
    assert told(p.Clause("be", card(det="a", many=True, count=exactly(1)), there=True)) == "Hay una sola carta."
    mine = p.NP("known", "a", owner=p.you(), rels=[odd], intro=one)
    assert told(p.Clause("be", mine, there=True)) == "Hay entre tus cartas conocidas una cuyo valor es 2."
    there = card(det="a", many=True, count=exactly(3), preps=[p.Prep("inside", p.NP("hand", "all", many=True))])
    assert told(p.Clause("be", there, there=True)) == "Hay tres cartas en todas las manos."


def test_at_most_one_wants_the_subjunctive():
    one = player()
    has = p.Rel(p.Clause("have", p.Ref(one), obj=card(det="a")), one)
    few = p.NP("player", "bare", many=True, count=p.Quantity("at-most", p.Figure(1)), rels=[has])
    assert told(p.Clause("be", few, there=True)) == "Hay como máximo un jugador que tenga una carta."


def test_a_pile_that_is_called_a_card_is_one():
    mine = p.NP("up-card", owner=p.you())
    assert told(p.Clause("be", mine, pred=p.Adj("empty"))) == "No tienes ninguna carta visible."
    ann = p.NP("up-card", owner=p.Ref(player(proper="Ann")))
    only = p.Made("only-these", {"x": p.Value("12", "a")})
    assert told(p.Clause("contain", ann, obj=only)) == "La carta visible de Ann es un 12."
    one = player()
    top = p.NP("card", adjs=[p.Adj("top")], owner=p.NP("up-card", owner=p.Ref(one)))
    best = p.Clause("have", top, obj=p.NP("value", adjs=[p.Adj("highest")]))
    first = p.NP("player", adjs=[p.Adj("first")], rels=[p.Rel(best, one)], intro=one)
    assert told(p.Clause("win", first)) == "Gana el primer jugador cuya carta visible tiene el valor más alto."


def test_another_verb_before_some_prepositions():
    under = p.Prep("under", p.NP("deck"))
    assert told(p.Clause("offer-up", p.you(), obj=card(), preps=[under])) == "Pones la carta debajo del mazo."
    hand = p.Prep("to", p.NP("hand"))
    assert told(p.Clause("offer-up", p.you(), obj=card(), preps=[hand])) == "Pasas la carta a la mano."
    somebody = p.Prep("to", p.NP("dealer"))
    assert told(p.Clause("offer-up", p.you(), obj=card(), preps=[somebody])) == "Das la carta al repartidor."


def test_each_of_the_most():
    assert told(p.Clause("win", p.NP("unlucky", "each"))) == "Cada uno de los jugadores más gafes gana."


def test_sums_totals_and_what_is_left_out():
    total = p.NP("points", adjs=[p.Adj("total")], owner=p.NP("player", "all", many=True))
    assert told(p.Clause("be", total, pred=p.Figure(0))) == "El total de puntos de todos los jugadores es 0."
    a, b = p.NP("points", owner=p.you()), p.NP("value")
    less = p.Clause("be", p.Made("plus", {"a": a, "b": b}), pred=p.Adj("less"), preps=[p.Prep("than", p.Figure(9))])
    assert told(less) == "La suma de tus puntos y el valor es menor que 9."
    falls = p.Made("goes-down", {"what": p.Made("minus", {"a": p.Figure(9), "b": b}), "when": p.Clause("win", a)})
    assert told(falls) == "La diferencia entre 9 y el valor disminuye cada vez que tus puntos ganan."
    many = p.Made("as-many", {"x": p.NP("points", "bare", many=True), "n": total}, noun="points", many=True)
    assert told(p.Clause("score", p.you(), obj=many)) == "Sumas el total de puntos de todos los jugadores."
    pile = p.NP("discard-pile")
    rest = p.Made("but", {"a": card(det="all", many=True, preps=[p.Prep("inside", pile)]),
                          "b": card(adjs=[p.Adj("top")], owner=pile)})  # fmt: skip
    take = p.Clause("take", p.you(), obj=rest)
    assert told(take) == "Tomas todas las cartas de la pila de descarte excepto la de arriba."
    assert told(p.Clause("be", p.NP("value"), pred=p.Figure(-2))) == "El valor es −2."


def test_no_card_has_the_rank():
    rank = p.NP("rank", owner=card(det="each"))
    assert told(p.Clause("be", rank, pred=p.Value("2"), negative=True)) == "Ninguna carta tiene el rango 2."


def test_a_copula_is_said_once_and_a_new_subject_is_named():
    one = p.Referent("card", det="that")
    either = p.Both("or", [p.Clause("be", p.Ref(one), pred=p.NP("ace", "a")) for _ in range(2)])
    either.items[0].pred, either.items[1].pred = p.NP("trick", "a"), p.NP("lead", "a")
    assert told(either) == "Esa carta es una baza o una salida."
    fits = p.Only(
        p.Clause("fits", card(det="a", intro=one), obj=p.NP("deck")),
        p.Both("or", [p.Clause("be", p.NP("deck"), pred=p.Adj("empty")), p.Clause("have", p.Ref(one), obj=card())]),
    )
    assert told(fits) == "Una carta encaja en el mazo si el mazo está vacío o esa carta tiene la carta."


def test_all_cards_are_dealt_among_the_hands():
    hand = p.NP("hand", owner=p.NP("player", "each"))
    deal = p.Clause("deal", None, obj=card(det="all", many=True), preps=[p.Prep("to", hand)], mood="imp")
    assert told(deal) == "Reparte todas las cartas entre las manos de todos los jugadores."
    deal = p.Clause(
        "deal", None, obj=card(det="a", many=True, count=exactly(1)), preps=[p.Prep("to", hand)], mood="imp"
    )
    assert told(deal) == "Reparte una carta a la mano de cada jugador."


def test_one_or_more():
    assert told(
        p.Clause("take", p.you(), obj=p.NP("die", "a", many=True, count=p.Quantity("or-more", p.Figure(1))))
    ) == ("Tomas uno o más dados.")


def test_gender_of_patterns():
    assert told(p.Made("in-a-pile", {"x": p.NP("die", "bare", many=True)})) == "Dados, apilados."
    assert told(p.Made("comes-up", {"x": p.Several("and", [p.Value("cat", "a", many=True, count=exactly(2))])})) == (
        "Salen dos gatos."
    )
    times = p.Made("times", {"a": p.Figure(1), "b": p.NP("number")})
    assert told(p.Clause("be", p.NP("value"), pred=times)) == "El valor es 1 vez el número."


def whose(noun, value):
    """Cards whose suit is hearts, whose rank is 8, whose suit is that of the trick."""
    one = p.Referent("card")
    return p.Rel(p.Clause("be", p.NP(noun, owner=p.Ref(one)), pred=value), one)


def test_cards_of_a_suit_and_of_a_rank():
    hearts = card(det="a", many=True, count=exactly(13), rels=[whose("suit", p.Value("hearts"))])
    assert told(p.Clause("take", p.you(), obj=hearts)) == "Tomas 13 cartas de corazones."
    eights = card(det="all", many=True, rels=[whose("rank", p.Value("8"))])
    assert told(p.Clause("take", p.you(), obj=eights)) == "Tomas todas las cartas de rango 8."
    led = card(det="a", rels=[whose("suit", p.NP("target"))])
    assert told(p.Clause("play", p.you(), obj=led)) == "Juegas una carta del objetivo."
    denied = card(det="a", rels=[p.Rel(whose("suit", p.Value("hearts")).clause.but(negative=True), p.Referent("card"))])
    assert "no" in told(p.Clause("play", p.you(), obj=denied))


def test_from_one_to_six():
    few = p.NP("player", "bare", many=True, count=p.Quantity("to", p.Figure(1), p.Figure(6)))
    assert told(p.Made("for-players", {"x": few})) == "Pueden jugar de uno a seis jugadores."


def test_chance_chooses_somebody():
    ann = p.Ref(player(proper="Ann"))
    assert told(p.Made("lot-falls", {"x": ann})) == "La suerte elige a Ann."


def test_a_subject_with_a_place_stands_after_its_verb_too():
    best = p.NP("player", preps=[p.Prep("with", p.NP("value", adjs=[p.Adj("lowest")]))])
    assert told(p.Clause("win", best)) == "Gana el jugador con el valor más bajo."


def test_several_things_are_several():
    fridays = p.Rel(p.Clause("be", p.Ref(one := p.Referent("card")), pred=p.NP("known", "a"), negative=True), one)
    assert told(p.Clause("take", p.you(), obj=card(det="all", many=True, rels=[fridays]))) == (
        "Tomas todas las cartas que no son cartas conocidas."
    )
