"""How rules are worded: what a reader of the English book must find there, written by hand from the rules."""

from __future__ import annotations

import re

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.book import tell
from hoyle.rulebook.render import html, markdown
from rulebook.books import GAMES, LANGUAGES, book

CLAUSES = [
    ("friday_the_13th", "play.starter-becomes", "The starter is chosen at random."),
    ("friday_the_13th", "fact-starter", "The starter is one of the players. At the start, there is none."),
    (
        "friday_the_13th",
        "term-most-unlucky",
        "The unluckiest player of an omen is the player who alone has the most cards of bad luck for that omen. "
        "If there is a tie, there is none.",
    ),
    (
        "friday_the_13th",
        "score-round.each-omen",
        "The unluckiest player of each omen, if there is one, discards their cards of bad luck for that omen onto the "
        "discard pile.",
    ),
    (
        "friday_the_13th",
        "always-every-pile-fits",
        "At every moment, there is no card in an omen pile that does not fit that omen pile.",
    ),
    (
        "friday_the_13th",
        "deal-round.deal",
        "Deal the deck one card at a time, starting with the starter and going clockwise, as the table says. Each time "
        "round the players get a card first, then the unused hand:",
    ),
    ("hearts", "play-deal.if-deals", "If the number of deals is not a multiple of 4, pass cards."),
    (
        "hearts",
        "term-receiver.to-the-left",
        "The player to the left of that player if the number of deals divided by 4 leaves a remainder of 1.",
    ),
    ("hearts", "play-deal.leader-becomes", "The leader is now the player whose hand holds the 2 of clubs."),
    ("hearts", "conventions.dealt", "Cards are dealt one at a time and clockwise."),
    ("hearts", "conventions.lead", "The lead of the trick is what was played to it first."),
    ("treize_cardinals", "component-die", "At the start there are five dice in the cup. Each die has six sides:"),
    ("pig", "component-die", "At the start there is one die in the cup. The die has six sides:"),
    ("hearts", "takes-turn.choice.limits", "These limits hold, each among what the ones before it leave:"),
    ("hearts", "measure-play-deal", "Each time a deal begins, this number is lower than the time before: 4 times the target (100) minus the total points of all players."),
    (
        "hearts",
        "play-trick.leader-becomes",
        "Of the cards in the trick, the highest of the suit led wins: whoever played it becomes the leader.",
    ),
    ("hearts", "deal-cards.collect", "Collect all cards, wherever they lie, into the deck."),
    ("hearts", "always.meaning", "These are no further rules: they are so whenever the rules are kept."),
    (
        "thirteen",
        "play-table.turns",
        "Starting with the leader and going clockwise, each player who is not out, not bound by a pass and not the last "
        "to play takes a turn. Play goes round and round like this until no such player is left.",
    ),
    ("thirteen", "goes-out.if-size-2", "If there is only one player still in, the round ends."),
    ("thirteen", "combination-meld.pair", "Two cards of the same rank. Example: 9♠ and 9♣."),
    (
        "thirteen",
        "play-table.leader-becomes",
        "The leader is now the first player who is not out, starting with the player who played the latest combination "
        "on the table and going clockwise.",
    ),
    (
        "twelve_days",
        "combination-meld.straight",
        "Two or more successive values, one card of each. Example: a 6 and a 7.",
    ),
    (
        "twelve_days",
        "play-trick.leader-becomes",
        "The player who played the combination in the trick with the lowest low card, or the last of them if there are "
        "several, becomes the leader.",
    ),
    (
        "spite_and_malice",
        "set-up.first-player-becomes",
        "The first player is now the player whose UP card has the highest value, or, if there are several, the first of "
        "them starting with the player to the left of the dealer and going clockwise.",
    ),
    (
        "spite_and_malice",
        "term-can-cover",
        "A player can cover a build pile when the value of one of their known cards is the next value of that build pile "
        "plus 1.",
    ),
    (
        "spite_and_malice",
        "fills-hand.repeat-size",
        "Repeat this until your hand holds at least five cards or the draw pile and the discard pile are empty:",
    ),
    (
        "spite_and_malice",
        "completes.choice",
        "You put the top card of the draw pile under another player’s card pile.",
    ),
    ("spite_and_malice", "winners", "The player with the lowest number of cards left wins. Those who tie share the win."),
    ("treize_cardinals", "sets-dice-aside.choice",
     "You set aside a new group from the cup into the row. If this is not possible, the turn ends."),
    ("goofspiel", "settle.each-players",
     "If one player alone has the highest value offered, they take all prizes in the middle of the table into their "
     "pile of prizes won."),
    ("kuhn_poker", "settle.each-players",
     "Each player whose hand is not empty and whose strength is the highest of these scores as many points as the total "
     "stake of all players."),
    ("pig", "takes-turn.repeat.roll-cup", "Roll the die in the cup."),
]  # fmt: skip


def clause(made, key):
    return next(c for c in made.clauses() if c.id == key)


@pytest.mark.parametrize(("game", "key", "expected"), CLAUSES, ids=[f"{g} {k}" for g, k, _ in CLAUSES])
def test_clauses(game, key, expected):
    assert clause(book(game, "en"), key).text == expected


def test_a_parameter_of_one_keeps_its_name():
    turns = clause(book("spite_and_malice", "en", ("endless",)), "play.turns")
    said = "until the count of idle turns is 1 (the number of idle circles) times the number of players."
    assert said in turns.text


def test_an_outcome_is_now_and_what_else_holds_follows_plainly():
    told = clause(book("friday_the_13th", "en"), "example-marielle-takes-the-mirrors.play").text
    assert told.endswith(
        "Now Marielle’s bad-luck stack holds two cards. The mirror pile holds the mirror 4 and nothing else."
    )


def test_equal_things_lie_together_and_agree():
    stuck = clause(book("spite_and_malice", "en"), "example-stuck.position").text
    assert stuck.startswith("Ann’s hand: five 2s.")
    thrown = clause(book("treize_cardinals", "en"), "example-no-red-point-no-points.play").text
    assert "Five hearts come up." in thrown
    assert "Ann shows and discards their hand." in clause(book("spite_and_malice", "en"), "example-stuck.play").text
    assert "A 6 comes up." in clause(book("pig", "en"), "example-holding-scores.play").text
    assert "Ann’s points are −2." in clause(book("kuhn_poker", "en"), "example-the-king-takes-the-stakes.play").text


# ---- what every book has -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_parts_an_editor_expects(game, language):
    made = book(game, language)
    parts = {c.id for c in made.chapters}
    assert {"overview", "box", "places", "conventions", "terms", "end", "examples"} <= parts
    assert made.aim
    assert made.facts
    assert made.glossary
    assert made.index
    assert made.rulings
    assert {"turn", "course"} & parts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_glossary_is_made_of_sentences(game, language):
    for word, meaning, _ in book(game, language).glossary:
        assert str(meaning).endswith("."), (word, str(meaning))
        assert not str(meaning)[0].isdigit() or language, (word, str(meaning))
        assert ":." not in str(meaning)


def test_the_glossary_says_what_a_word_is():
    found = {word: str(meaning) for word, meaning, _ in book("thirteen", "en").glossary}
    assert found["Combination"].endswith(
        "can be: single card, pair, triple, four of a kind, sequence, double sequence."
    )
    assert found["Hand"] == "1 for each player: cards, seen by its owner only."
    assert found["Deck"] == "Cards, in a pile, seen by nobody."
    assert found["Beat"].endswith("in each of these cases. See 5.4.")  # which are too long to be told twice
    assert {"Out", "Bomb", "Bound by a pass", "Consist of 2s only"} <= found.keys()


def test_the_index_names_numbers_that_a_reader_sees():
    made = book("thirteen", "en")
    for word, uses in made.index:
        for number, key in uses:
            assert not key.startswith("example-") or number.count(".") == 1, (word, number)
            assert not key.startswith(("special-", "conventions.")), (word, number)
    limit = {word: [key for _, key in uses] for word, uses in book("spite_and_malice", "en").index}
    assert "fills-hand.repeat-size" in limit["Size of a hand"]  # a number leads to where it is agreed on


def test_a_turn_in_short_leaves_out_conditions_that_end_nothing():
    told = {g: [c.text for c in book(g, "en").clauses() if c.id.startswith("short.")] for g in GAMES}
    assert told["thirteen"] == ["You play a combination from your hand onto the table or pass."]
    assert told["friday_the_13th"] == ["You play a card from your hand onto an omen pile."]
    assert told["treize_cardinals"] == [
        "Collect all dice, wherever they lie, into the cup.",
        "Do this again and again:",
        "Roll all dice in the cup.",
        "Set aside a group from the cup into the row. If this is not possible, the turn ends.",
        "Choose one of these:",
        "Stop. You score the turn. The turn ends.",
        "Throw again.",
    ]
    assert told["kuhn_poker"] == [
        "Choose one of these:",
        "Check.",
        "Bet.",
        "Call.",
        "Fold your hand into the folded pile.",
    ]


def test_a_turn_in_short_says_what_must_be_tried_first_and_what_scores_and_ends_the_turn():
    told = {g: [c.text for c in book(g, "en").clauses() if c.id.startswith("short.")] for g in GAMES}
    assert told["pig"][-3:] == [
        "Choose one of these:",
        "Roll.",
        "Hold. You score as many points as the turn total. The turn ends.",
    ]
    assert told["crazy_eights"][-4:] == [  # who can play may not draw
        "Do the first of these that is possible:",
        "Play a card from your hand onto the discard pile. The turn ends.",
        "Draw the top card of the deck.",
        "Otherwise, the turn ends.",
    ]
    assert told["spite_and_malice"][1] == "Again and again, do the first of these that is possible:"
    assert told["spite_and_malice"][2] == "Choose one of these, as far as the rules allow:"
    assert told["spite_and_malice"][-1] == "Show and discard your hand onto the discard pile. The turn ends."


def test_the_page_of_a_variant_says_where_new_clauses_stand_and_what_is_under_them():
    page = html(book("spite_and_malice", "en"))
    part = page[page.index('id="variant-endless"') : page.index('id="rulings"')]
    assert re.search(r'New in <a href="#procedure-draws-card">\d+\.\d+ Drawing a card</a>:', part)
    spite = part[part.index('href="#goes-on.choice.tier-4.spite"') :]
    assert "becomes 0." in spite[: spite.index("</ul>")]


def test_special_cards_are_counted_and_lead_to_their_rules():
    told = {c.id: c.text for c in book("spite_and_malice", "en").clauses() if c.id.startswith("special-")}
    numbers = {c.id: c.number for c in book("spite_and_malice", "en").clauses()}
    places = ("term-waiting", "term-stands-in-on", "term-storable", "goes-on.choice.tier-4.spite",
              "may-be-spited.each-others", "may-be-spited.each-others.choice.spite")  # fmt: skip
    assert told["special-spite"] == f"There are six Spite cards. See {', '.join(numbers[x] for x in places)}."
    assert told["special-value-1"].startswith("There are eight cards whose value is 1.")  # four in each of two decks
    die = {c.id: c.text for c in book("treize_cardinals", "en").clauses()}
    assert die["special-red"].startswith("Each die has one red face. See ")


def test_conventions_are_told_where_they_matter():
    told = {g: {c.id for c in book(g, "en").clauses() if c.id.startswith("conventions.")} for g in GAMES}
    assert "conventions.silent" in told["spite_and_malice"]  # only who holds a Spite is asked
    assert not any("conventions.silent" in x for g, x in told.items() if g != "spite_and_malice")
    assert "conventions.alike" in told["friday_the_13th"]
    assert "conventions.alike" not in told["hearts"]  # no two of its cards look alike
    assert "conventions.not-asked" in told["crazy_eights"]
    assert "conventions.first-seat" in told["kuhn_poker"]
    assert "conventions.first-seat" not in told["pig"]
    assert "conventions.lead" not in told["thirteen"]
    assert "conventions.dealt" not in told["kuhn_poker"]  # a card each
    assert not any("conventions.dealt-first" in x for x in told.values())  # 52 cards come out even among four


def test_what_a_variant_adds_to_a_clause_stands_there():
    """The count of cards drawn goes up when one is drawn, and not at the end of the turn."""
    game = book("crazy_eights", "en")
    draws = clause(game, "takes-turn.repeat.choice.tier-2")
    page = html(game)
    part = page[page.index('id="variant-draw-three"') : page.index('id="rulings"')]
    assert f'New in <a href="#{draws.id}">{draws.number}</a>: The number of cards drawn goes up by 1.' in part


def test_a_table_of_cards_says_that_each_has_its_copies():
    table = clause(book("friday_the_13th", "en"), "component-card").table
    assert table is not None
    assert str(table.head[-1]) == "Copies of each"


SPEC = """game "Words"
for 2 players
winners: p in players with highest points of p
kind suit: clubs, hearts
cards in deck:
  name | suit | worth
  card | each | 1 to 3
pile deck, seen by nobody
zone hand of each player, seen by its owner
counter points of each player
term richest: c in cards of hand of players where worth of c is 3
to play:
  deal all from deck to hand of players
  for each p in players:
    p scores size of (c in richest where suit of c is hearts)
  end game as done
always somebody-wins: winners is not empty
"""
WORDS = {
    "nouns": {"richest": {"one": "best card"}, "worth": "worth"},
    "titles": {},
    "endings": {"done": "it is done"},
}


def test_who_gets_a_card_more_is_told():
    """Five cards for two players."""
    spec = SPEC.replace("card | each | 1 to 3", "card | clubs | 1 to 5")
    made = tell(check("words", parse(spec, "words"), texts={"words": spec}), "en", WORDS)
    assert clause(made, "conventions.dealt").text == "Cards are dealt one at a time and clockwise."
    assert clause(made, "conventions.dealt-first").text == (
        "Where it is not said who gets the first card, the player in the first seat does."
    )
    assert clause(made, "conventions.first-seat").text == "Before the game, agree who sits in the first seat."


def test_words_of_every_game_can_be_told():
    program = check("words", parse(SPEC, "words"), texts={"words": SPEC})
    made = tell(program, "en", WORDS)
    assert clause(made, "always-somebody-wins").text == "At every moment, there is a winner."
    assert clause(made, "term-richest").text == "The best cards are the cards in all hands whose worth is 3."


def test_all_cards_are_dealt_among_the_hands_and_the_highest_card_takes_the_trick_in_every_language():
    told = {g: {x.language: {c.id: c.text for c in x.clauses()} for x in (book(g, y) for y in LANGUAGES)}
            for g in ("hearts", "thirteen")}  # fmt: skip
    assert told["hearts"]["en"]["deal-cards.deal"] == "Deal all cards from the deck among the hands of all players."
    assert told["thirteen"]["en"]["deal-round.deal"] == "Deal all cards from the deck among the hands of all players."
    trick = {language: x["play-trick.leader-becomes"] for language, x in told["hearts"].items()}
    assert trick["fr"] == ("De toutes les cartes du pli, la plus forte de la couleur demandée l’emporte\u00a0: "
                           "qui l’a jouée devient le meneur.")  # fmt: skip
    assert trick["es"] == ("De las cartas de la baza gana la más alta del palo de salida: quien la jugó pasa a ser el "
                           "jugador de salida.")  # fmt: skip


def test_cards_that_are_dealt_out_to_several_come_in_shares():
    for language, share in (("en", "a share"), ("fr", "une part"), ("es", "una parte")):
        [clause] = [c for c in book("friday_the_13th", language).clauses() if c.id == "deal-round.deal"]
        assert [[str(cell) for cell in row[1:]] for row in clause.table.rows] == [[share, share], [share, "–"]]


def test_what_a_variant_replaces_keeps_the_mark_of_its_ruling():
    told = book("spite_and_malice", "en")
    known = {tag for tag, _ in told.rulings}
    marked = [(c.id, n) for v in told.changes for c in v.changes if c.how == "replaces" for n in c.clause.notes]
    assert any(n in known for _, n in marked)
    page, text = html(told), markdown(told)
    part = page[page.index('id="variants"') : page.index('id="rulings"')]
    rest = text[text.index('id="variants"') : text.index('id="rulings"')]
    for _, n in marked:
        if n in known:
            assert f'<a href="#ruling-{n}">◊{n}</a>' in part
            assert f"[◊{n}](#ruling-{n})" in rest
