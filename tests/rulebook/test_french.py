"""French grammar: sentences written by hand from the grammar, and the phrases they must come from."""

from __future__ import annotations

import re

import pytest

from hoyle import resources
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
    (card(det="a", many=True, count=exactly(0)), "zéro carte"),
    (card(det="a", many=True, count=exactly(2)), "deux cartes"),
    (card(det="a", many=True, count=p.Quantity("more-than", p.Figure(1))), "plus d’une carte"),
    (card(det="a", many=True, count=p.Quantity("more-than", p.Figure(11))), "plus de onze cartes"),
    (p.NP("value", adjs=[p.Adj("highest")]), "la valeur la plus élevée"),
    (p.NP("rank", adjs=[p.Adj("highest")]), "le rang le plus élevé"),
    (p.NP("value", adjs=[p.Adj("total")]), "la valeur totale"),
    (p.NP("points", adjs=[p.Adj("total")]), "le total de points"),
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
    (p.Clause("leaves", None, mood="imp"), "Retirez\u2011vous."),
    (p.Clause("be", p.NP("player", many=True), pred=p.Adj("out")), "Les joueurs sont sortis."),
    (p.Clause("be", card(), pred=p.Adj("out"), negative=True), "La carte n’est pas sortie."),
    (p.Clause("be", p.you(), pred=p.Adj("out"), negative=True, adverb="no-longer"), "Vous n’êtes plus sorti."),
    (p.Clause("be", p.NP("player", "a", many=True, count=exactly(2)), there=True), "Il y a deux joueurs."),
    (p.Clause("be", p.NP("player", "no"), there=True), "Il n’y a aucun joueur."),
    (p.Clause("be", p.NP("value"), pred=p.Adj("greater"), preps=[p.Prep("than", p.NP("number", worth=p.Figure(13)))]),
     "La valeur est supérieure au nombre (13)."),
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
    assert plurals.french(one) == many


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


# ---- what makes a sentence read as one that a card player would say ---------------------------------------------------

MORE = {
    "nouns": {
        "up-card": {"one": "carte visible", "many": "cartes visibles", "gender": "f", "itself": True},
        "unlucky": {"one": "joueur le plus malchanceux", "many": "joueurs les plus malchanceux", "gender": "m",
                    "each_of": True},
        "known": {"one": "carte connue", "many": "cartes connues", "gender": "f"},
        "square": {"one": "carré", "gender": "m"},
        "straight": {"one": "suite", "gender": "f"},
    },
    "adjectives": {
        "spoken": {"one": "parlé", "verb": "avoir parlé"},
        "wild": {"forms": ["un joker", "un joker", "des jokers", "des jokers"]},
    },
    "verbs": {"offer-up": {"one": "donner", "instead": {"under": "slide", "to": "move"}}},
}  # fmt: skip


def told(phrase):
    words = {group: {**WORDS.get(group, {}), **entries} for group, entries in MORE.items()}
    line = lineariser(Lexicon("fr", {**WORDS, **words}))
    return str(line.text(settle(p.Sentence(phrase))))


def player(**more):
    return p.Referent("player", human=True, **more)


def test_who_it_is_is_said_with_ce():
    one = p.Referent("card", det="that")
    is_square, is_straight = (p.Clause("be", p.Ref(one), pred=p.NP(x, "a")) for x in ("square", "straight"))
    has = p.Clause("have", p.Ref(one), obj=p.NP("rank", "same"), preps=[p.Prep("as", p.NP("lead"))])
    head = p.Clause("be", card(det="a", intro=one), pred=p.Adj("royal"))
    assert told(p.Only(head, p.Both("or", [is_square, is_straight]))) == (
        "Une carte est royale si c’est un carré ou une suite."
    )
    assert told(p.Only(head, p.Both("or", [is_square, has]))) == (
        "Une carte est royale si c’est un carré ou si elle a le même rang que l’entame."
    )
    denied = is_square.but(negative=True)
    assert told(p.Only(head, denied)) == "Une carte est royale si ce n’est pas un carré."
    assert (
        told(p.Only(head, p.Clause("be", p.Ref(one), pred=p.Adj("wild")))) == "Une carte est royale si c’est un joker."
    )
    assert (
        told(p.Only(head, p.Clause("be", p.Ref(one), pred=p.Adj("empty")))) == "Une carte est royale si elle est vide."
    )


def test_now_of_what_is_done():
    assert told(p.Clause("be", p.you(), pred=p.Adj("spoken"), adverb="now")) == "Vous avez ainsi parlé."
    assert told(p.Clause("be", p.you(), pred=p.Adj("out"), adverb="now")) == "Vous êtes désormais sorti."


def test_there_is_just_one_and_one_among_yours():
    one = p.Referent("card")
    odd = p.Rel(p.Clause("be", p.NP("value", owner=p.Ref(one)), pred=p.Figure(2)), one)
    assert (
        told(p.Clause("be", p.NP("player", "a", many=True, count=exactly(1)), there=True)) == "Il y a un seul joueur."
    )
    mine = p.NP("known", "a", owner=p.you(), rels=[odd], intro=one)
    assert told(p.Clause("be", mine, there=True)) == ("Il y en a une, parmi vos cartes connues, dont la valeur est 2.")
    there = card(det="a", many=True, count=exactly(3), preps=[p.Prep("inside", p.NP("hand", "all", many=True))])
    assert told(p.Clause("be", there, there=True)) == "Il y a trois cartes dans toutes les mains."


def test_a_pile_that_is_called_a_card_is_one():
    mine = p.NP("up-card", owner=p.you())
    assert told(p.Clause("be", mine, pred=p.Adj("empty"))) == "Vous n’avez aucune carte visible."
    ann = p.NP("up-card", owner=p.Ref(player(proper="Ann")))
    only = p.Made("only-these", {"x": p.Value("12", "a")})
    assert told(p.Clause("contain", ann, obj=only)) == "La carte visible d’Ann est un 12."


def test_another_verb_before_some_prepositions():
    under = p.Prep("under", p.NP("deck"))
    assert told(p.Clause("offer-up", p.you(), obj=card(), preps=[under])) == "Vous glissez la carte sous le paquet."
    hand = p.Prep("to", p.NP("hand"))
    assert told(p.Clause("offer-up", p.you(), obj=card(), preps=[hand])) == "Vous faites passer la carte dans la main."
    somebody = p.Prep("to", p.NP("dealer"))
    assert told(p.Clause("offer-up", p.you(), obj=card(), preps=[somebody])) == "Vous donnez la carte au donneur."


def test_each_of_the_most():
    assert told(p.Clause("win", p.NP("unlucky", "each"))) == "Chacun des joueurs les plus malchanceux gagne."


def test_sums_totals_and_what_is_left_out():
    total = p.NP("points", adjs=[p.Adj("total")], owner=p.NP("player", "all", many=True))
    assert told(p.Clause("be", total, pred=p.Figure(0))) == "Le total de points de tous les joueurs est 0."
    a, b = p.NP("points", owner=p.you()), p.NP("deck")
    less = p.Clause("be", p.Made("plus", {"a": a, "b": b}), pred=p.Adj("less"), preps=[p.Prep("than", p.Figure(9))])
    assert told(less) == "La somme de vos points et du paquet est inférieure à 9."
    many = p.Made("as-many", {"x": p.NP("points", "bare", many=True), "n": total}, noun="points", many=True)
    assert told(p.Clause("score", p.you(), obj=many)) == "Vous marquez le total de points de tous les joueurs."
    pile = p.NP("discard-pile")
    rest = p.Made("but", {"a": card(det="all", many=True, preps=[p.Prep("inside", pile)]),
                          "b": card(adjs=[p.Adj("top")], owner=pile)})  # fmt: skip
    assert told(p.Clause("take", p.you(), obj=rest)) == (
        "Vous prenez toutes les cartes de la défausse sauf celle du dessus."
    )


def test_no_card_has_the_rank():
    rank = p.NP("rank", owner=card(det="each"))
    assert told(p.Clause("be", rank, pred=p.Value("2"), negative=True)) == "Aucune carte n’a le rang 2."


def test_what_several_people_have_is_theirs():
    one = player(det="that")
    more = p.Rel(
        p.Clause("be", p.NP("number", owner=p.NP("card", "bare", many=True, owner=p.Ref(one))), pred=p.Figure(3)), one
    )
    said = p.NP("player", many=True, rels=[more], intro=one)
    assert str(told(p.Clause("win", said))) == "Les joueurs dont le nombre de cartes est 3 gagnent."
    keep = p.Rel(p.Clause("keep", p.Ref(one), obj=p.NP("card", many=True, owner=p.Ref(one))), one)
    said = p.NP("player", many=True, rels=[keep], intro=one)
    assert str(told(p.Clause("win", said))) == "Les joueurs qui gardent leurs cartes gagnent."


def test_gender_of_patterns():
    ranks = p.NP("suit", "bare", many=True, count=exactly(2))
    both = p.Several("comma", [p.Value("spades"), p.Value("clubs")])
    assert told(p.Made("kind-ordered", {"x": ranks, "list": both})) == (
        "Il y a deux couleurs, de la plus basse à la plus haute\u00a0: pique, trèfle."
    )
    assert told(p.Made("as-plays", {"x": p.NP("tree", "bare", many=True)})) == (
        "Arbres, dans l’ordre où ils ont été joués."
    )
    assert told(p.Made("first-possible", {})) == "La première de ces choses qui soit possible."


def whose(noun, value):
    """Cards whose suit is hearts, whose rank is 8, whose suit is that of the trick."""
    one = p.Referent("card")
    return p.Rel(p.Clause("be", p.NP(noun, owner=p.Ref(one)), pred=value), one)


def test_a_number_and_what_it_counts_are_not_parted() -> None:
    many = p.NP("card", "a", many=True, count=p.Quantity("exactly", p.Figure(13)))
    assert told(p.Clause("take", p.you(), obj=many)) == "Vous prenez 13\u00a0cartes."
    three = p.NP("number", "the", owner=p.NP("card", "bare", many=True))
    assert told(p.Clause("be", three, pred=p.Figure(3))) == "Le nombre de cartes est 3."


def test_cards_of_a_suit_and_of_a_rank():
    hearts = card(det="a", many=True, count=exactly(13), rels=[whose("suit", p.Value("hearts"))])
    assert told(p.Clause("take", p.you(), obj=hearts)) == "Vous prenez 13 cartes de cœur."
    eights = card(det="all", many=True, rels=[whose("rank", p.Value("8"))])
    assert told(p.Clause("take", p.you(), obj=eights)) == "Vous prenez toutes les cartes de rang 8."
    led = card(det="a", rels=[whose("suit", p.NP("lead"))])
    assert told(p.Clause("play", p.you(), obj=led)) == "Vous jouez une carte de l’entame."


def test_one_or_more_and_one_of_them():
    some = p.NP("die", "a", many=True, count=p.Quantity("or-more", p.Figure(1)))
    assert told(p.Clause("take", p.you(), obj=some)) == "Vous prenez un ou plusieurs dés."
    one = p.Made("one-of", {"x": p.NP("suit", many=True)}, noun="suit")
    assert told(p.Clause("be", p.NP("target"), pred=one)) == "L’objectif est l’une des couleurs."


def test_chance_chooses_somebody():
    ann = p.Ref(player(proper="Ann"))
    assert told(p.Made("lot-falls", {"x": ann})) == "Le sort désigne Ann."


def test_several_things_are_several():
    fridays = p.Rel(p.Clause("be", p.Ref(one := p.Referent("card")), pred=p.NP("known", "a"), negative=True), one)
    assert told(p.Clause("take", p.you(), obj=card(det="all", many=True, rels=[fridays]))) == (
        "Vous prenez toutes les cartes qui ne sont pas des cartes connues."
    )


def test_what_is_written_by_hand_does_not_break_before_double_signs():
    files = [*resources.specs().glob("*/words.fr.toml"), resources.rulebooks() / "text" / "fr.toml"]
    files += [resources.rulebooks() / "lexicons" / "fr.toml", resources.site() / "text" / "fr.toml"]
    assert len(files) > 10
    for file in files:
        lines = [x for x in file.read_text(encoding="utf-8").split("\n") if not x.startswith("#")]
        assert not [x for x in lines if re.search(r" [;:!?»](\s|\"|$)|« ", x)], file
    assert str(lineariser(Lexicon("fr")).text(p.Made("for-all-you", {}))).startswith(
        "dans ce qui suit, «\u00a0vous\u00a0»"
    )


def test_each_of_two_verbs_that_are_joined_has_its_own_reflexive(line):
    reader = p.Ref(p.Referent("player", you=True, human=True))
    for first, second, said in (
        ("stop", "draw", "vous vous arrêtez ou vous piochez"),
        ("draw", "stop", "vous piochez ou vous vous arrêtez"),
    ):
        clauses = [p.Clause(first, reader), p.Clause(second, reader)]
        assert str(line.text(settle(p.Both("or", clauses)))) == said
