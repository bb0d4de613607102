"""French grammar: sentences written by hand from the grammar, and the phrases they must come from."""

from __future__ import annotations

import pytest

from hoyle.rulebook import phrases as p
from hoyle.rulebook.lexicon import Lexicon
from hoyle.rulebook.lines import lineariser, plurals, verbs_fr
from hoyle.rulebook.refer import settle

WORDS = {
    "nouns": {
        "omen-pile": {"one": "pile de présage", "gender": "f", "kinded": "pile"},
        "ladder": {"one": "échelle", "gender": "f"},
        "tree": {"one": "arbre", "gender": "m"},
        "luck": {"one": "hasard", "gender": "m"},
        "man": {"one": "homme", "gender": "m"},
    },
    "values": {"cat": {"one": "chat", "gender": "m"}, "ladder": {"one": "échelle", "gender": "f"}},
    "verbs": {
        "fits": {"one": "aller", "to": "sur"},
        "answers": {"one": "répondre", "to": "à"},
        "leaves": {"one": "se retirer"},
    },
    "adjectives": {"out": {"forms": ["sorti", "sortie", "sortis", "sorties"]}, "royal": "royal"},
}


@pytest.fixture(scope="module")
def line():
    return lineariser(Lexicon("fr", {k: dict(v) for k, v in WORDS.items()}))


def card(**more):
    return p.NP("card", **more)


def exactly(n):
    return p.Quantity("exactly", p.Figure(n))


CASES = [
    (card(det="a"), "une carte"),
    (card(det="a", many=True), "des cartes"),
    (p.NP("ladder"), "l’échelle"),
    (p.NP("man"), "l’homme"),
    (p.NP("luck"), "le hasard"),
    (p.NP("tree", "that"), "cet arbre"),
    (p.NP("ladder", "that"), "cette échelle"),
    (card(owner=p.NP("deck")), "la carte du paquet"),
    (card(owner=p.NP("player", many=True)), "la carte des joueurs"),
    (card(owner=p.NP("tree")), "la carte de l’arbre"),
    (card(owner=p.NP("ladder", "a")), "la carte d’une échelle"),
    (p.NP("number", owner=card(det="bare", many=True)), "le nombre de cartes"),
    (p.NP("number", owner=p.NP("tree", "bare", many=True)), "le nombre d’arbres"),
    (p.NP("number", owner=card(det="a", many=True)), "le nombre de cartes"),
    (p.NP("omen-pile", kind="cat"), "la pile de chat"),
    (p.NP("omen-pile", kind="ladder"), "la pile d’échelle"),
    (p.NP("hand", owner=p.you()), "votre main"),
    (p.NP("hand", many=True, owner=p.you()), "vos mains"),
    (p.NP("omen-pile", "a", owner=p.you()), "une de vos piles de présage"),
    (card(det="a", many=True, count=exactly(1)), "une carte"),
    (card(det="a", many=True, count=exactly(0)), "0 carte"),
    (card(det="a", many=True, count=exactly(2)), "deux cartes"),
    (card(det="a", many=True, count=p.Quantity("more-than", p.Figure(1))), "plus d’une carte"),
    (card(det="a", many=True, count=p.Quantity("more-than", p.Figure(11))), "plus de onze cartes"),
    (p.NP("value", adjs=[p.Adj("highest")]), "la valeur la plus élevée"),
    (p.NP("rank", adjs=[p.Adj("highest")]), "le rang le plus élevé"),
    (p.NP("value", adjs=[p.Adj("total")]), "la valeur totale"),
    (p.NP("points", adjs=[p.Adj("total")]), "les points totaux"),
    (p.NP("player", adjs=[p.Adj("first")]), "le premier joueur"),
    (card(adjs=[p.Adj("latest")]), "la dernière carte"),
    (p.NP("tree", adjs=[p.Adj("other")]), "l’autre arbre"),
    (p.Value("3", "the", of=p.Value("spades")), "le 3 de pique"),
    (p.Value("ace", "the", of=p.Value("hearts")), "l’as de cœur"),
    (p.Value("8", "the", of=p.Value("hearts")), "le 8 de cœur"),
    (p.Value("11", "the"), "le 11"),
    (p.NP("player", preps=[p.Prep("left-of", p.NP("dealer"))]), "le joueur à gauche du donneur"),
    (p.NP("player", preps=[p.Prep("left-of", p.you())]), "le joueur à votre gauche"),
    (p.Several("or", [p.Value("cat"), p.Value("ladder")]), "chat ou échelle"),
]

CLAUSES = [
    (p.Clause("fits", card(), obj=p.NP("omen-pile", "a")), "La carte va sur une pile de présage."),
    (p.Clause("fits", card(), obj=p.NP("deck"), negative=True), "La carte ne va pas sur le paquet."),
    (p.Clause("answers", card(), obj=p.NP("deck")), "La carte répond au paquet."),
    (p.Clause("answers", card(), obj=p.NP("player", many=True)), "La carte répond aux joueurs."),
    (p.Clause("play", p.you(), obj=card(det="a")), "Vous jouez une carte."),
    (p.Clause("play", None, obj=card(det="a"), mood="imp"), "Jouez une carte."),
    (p.Clause("play", p.you(), obj=card(det="a"), mood="inf"), "Jouer une carte."),
    (p.Clause("play", p.you(), obj=card(det="a"), modal="may", negative=True), "Vous ne pouvez pas jouer une carte."),
    (p.Clause("play", p.you(), obj=card(det="a"), modal="may", only=True), "Vous ne pouvez jouer qu’une carte."),
    (p.Clause("pass", p.NP("player"), modal="may", only=True), "Le joueur ne peut que passer."),
    (p.Clause("play", p.NP("player", "no"), obj=card(det="a")), "Aucun joueur ne joue une carte."),
    (p.Clause("have", p.NP("player"), obj=card(det="no")), "Le joueur n’a aucune carte."),
    (p.Clause("leaves", p.you()), "Vous vous retirez."),
    (p.Clause("leaves", p.NP("player"), negative=True), "Le joueur ne se retire pas."),
    (p.Clause("leaves", None, mood="imp"), "Retirez-vous."),
    (p.Clause("be", p.NP("player", many=True), pred=p.Adj("out")), "Les joueurs sont sortis."),
    (p.Clause("be", card(), pred=p.Adj("out"), negative=True), "La carte n’est pas sortie."),
    (p.Clause("be", p.you(), pred=p.Adj("out"), negative=True, adverb="no-longer"), "Vous n’êtes plus sorti."),
    (p.Clause("be", p.NP("player", "a", many=True, count=exactly(2)), there=True), "Il y a deux joueurs."),
    (p.Clause("be", p.NP("player", "no"), there=True), "Il n’y a aucun joueur."),
    (p.Clause("be", p.NP("value"), pred=p.Adj("greater"), preps=[p.Prep("than", p.NP("number", worth=p.Figure(13)))]),
     "La valeur est supérieure au nombre de 13."),
    (p.Made("repeat-until", {"c": p.Clause("be", p.NP("hand"), pred=p.Adj("empty"))}),
     "Répétez ceci jusqu’à ce que la main soit vide."),
    (p.Made("repeat-until", {"c": p.Clause("have", p.NP("player", "a"), obj=card(det="a"))}),
     "Répétez ceci jusqu’à ce qu’un joueur ait une carte."),
]  # fmt: skip


@pytest.mark.parametrize(("phrase", "expected"), CASES, ids=[e for _, e in CASES])
def test_noun_phrases(line, phrase, expected):
    assert str(line.text(settle(phrase))) == expected


@pytest.mark.parametrize(("phrase", "expected"), CLAUSES, ids=[e for _, e in CLAUSES])
def test_clauses(line, phrase, expected):
    assert str(line.text(settle(p.Sentence(phrase)))) == expected


def test_son_before_a_vowel(line):
    owner = p.Ref(p.Referent("player", human=True), pronoun=True)
    assert str(line.text(p.NP("ladder", owner=owner))) == "son échelle"
    assert str(line.text(p.NP("hand", owner=owner))) == "sa main"
    assert str(line.text(p.NP("hand", many=True, owner=owner))) == "ses mains"


def test_si_il_is_s_il_and_si_is_said_again(line):
    one = p.Referent("player", human=True)
    test = p.Both(
        "and", [p.Clause("be", p.NP("deck"), pred=p.Adj("empty")), p.Clause("be", p.NP("hand"), pred=p.Adj("empty"))]
    )
    said = p.If(test, p.Clause("pass", p.you()))
    assert str(line.text(settle(p.Sentence(said)))) == "Si le paquet est vide et si la main est vide, vous passez."
    said = p.Only(p.Clause("win", p.Ref(one)), p.Clause("be", p.Ref(one), pred=p.Adj("out")))
    assert str(line.text(settle(p.Sentence(said)))) == "Le joueur gagne s’il est sorti."


def test_spaces_before_double_signs(line):
    assert str(line.text(p.Sentence(p.Clause("win", p.you()), "!"))) == "Vous gagnez\u202f!"
    assert str(line.text(p.Sentence(p.Clause("win", p.you()), ":"))) == "Vous gagnez\u00a0:"
    both = p.Seq([p.Clause("win", p.you()), p.Clause("pass", p.you())])
    assert str(line.text(p.Sentence(both))) == "Vous gagnez\u202f; vous passez."


def test_relative_clauses(line):
    one = p.Referent("player", human=True)
    whose = p.Rel(p.Clause("be", p.NP("hand", owner=p.Ref(one)), pred=p.Adj("empty")), one)
    out = p.Rel(p.Clause("be", p.Ref(one), pred=p.Adj("out"), negative=True), one)
    said = p.NP("player", "each", rels=[out, whose])
    assert str(line.text(settle(said))) == "chaque joueur qui n’est pas sorti et dont la main est vide"


def test_relatives_with_prepositions_contract(line):
    pile, tree = p.Referent("omen-pile"), p.Referent("tree")
    rel = p.Rel(p.Clause("fits", card(), obj=p.Ref(pile)), pile)
    assert str(line.text(settle(p.NP("omen-pile", "a", rels=[rel])))) == "une pile de présage sur laquelle la carte va"
    rel = p.Rel(p.Clause("answers", card(), obj=p.Ref(tree)), tree)
    assert str(line.text(settle(p.NP("tree", "a", rels=[rel])))) == "un arbre auquel la carte répond"


def test_relative_after_a_negation_is_in_the_subjunctive(line):
    one = p.Referent("player", human=True)
    has = p.Rel(p.Clause("have", p.Ref(one), obj=card(det="a")), one)
    said = p.Clause("be", p.NP("player", "no", rels=[has]), there=True)
    assert str(line.text(settle(p.Sentence(said)))) == "Il n’y a aucun joueur qui ait une carte."


@pytest.mark.parametrize(("one", "many"), [
    ("carte", "cartes"), ("jeu", "jeux"), ("carreau", "carreaux"), ("journal", "journaux"), ("tas", "tas"),
    ("tas de pioche", "tas de pioche"),
    ("pile de jeu", "piles de jeu"), ("genou", "genoux"), ("choix", "choix"),
])  # fmt: skip
def test_plurals(one, many):
    assert plurals.plural("fr", one) == many


@pytest.mark.parametrize(("lemma", "she", "you", "they", "subjunctive", "participle"), [
    ("jouer", "joue", "jouez", "jouent", "joue", "joué"),
    ("finir", "finit", "finissez", "finissent", "finisse", "fini"),
    ("prendre", "prend", "prenez", "prennent", "prenne", "pris"),
    ("remettre", "remet", "remettez", "remettent", "remette", "remis"),
    ("contenir", "contient", "contenez", "contiennent", "contienne", "contenu"),
    ("faire", "fait", "faites", "font", "fasse", "fait"),
    ("être", "est", "êtes", "sont", "soit", "été"),
    ("répondre", "répond", "répondez", "répondent", "réponde", "répondu"),
    ("ramener", "ramène", "ramenez", "ramènent", "ramène", "ramené"),
    ("jeter", "jette", "jetez", "jettent", "jette", "jeté"),
    ("posséder", "possède", "possédez", "possèdent", "possède", "possédé"),
    ("choisir", "choisit", "choisissez", "choisissent", "choisisse", "choisi"),
    ("battre", "bat", "battez", "battent", "batte", "battu"),
])  # fmt: skip
def test_verbs(lemma, she, you, they, subjunctive, participle):
    f = verbs_fr.forms(lemma)
    assert (f["3"], f["5"], f["6"], f["s3"], f["pp"]) == (she, you, they, subjunctive, participle)
