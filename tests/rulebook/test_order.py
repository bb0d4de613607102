"""What stands where: procedures as play comes to them, what the glossary explains, what a player aid leaves out."""

from __future__ import annotations

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.book import Chapter, Clause, _short
from hoyle.rulebook.plan import plan
from hoyle.rulebook.text import Run, Text
from rulebook.books import GAMES, LANGUAGES, book

SPEC = """game "Bids"
for 2 players
winners: p in players with most points of p

cards in deck:
  name | copies
  card | 8

pile deck, seen by nobody
zone hand of each player, seen by its owner
pile trick, seen by all

counter points of each player

to play:
  for each n in 1 to 2:
    play-deal
  end game as over

round play-deal:
  shuffle deck
  deal 4 from deck to hand of players
  for each p in players:
    p bids
  put-aside
  repeat until hand of players is empty:
    play-trick
  score-deal

turn (player p) bids:
  p chooses:
    to bid, for n in 1 to 3:
      p scores n
    to pass

to put-aside:
  shuffle deck

round play-trick:
  for each p in players:
    p takes-turn

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto trick

scoring score-deal:
  put trick into deck
"""


def test_a_round_of_bids_stands_where_play_comes_to_it():
    program = check("bids", parse(SPEC, "bids"), texts={"bids": SPEC})
    sections = {s.key: [part.title.key for part in s.parts] for s in plan(program).sections}
    assert sections["course"] == ["play-deal", "bids", "put-aside", "play-trick"]
    assert sections["turn"] == ["takes-turn"]
    assert sections["scoring"] == ["score-deal"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_glossary_explains(game, language):
    """No word is explained by how many there are, or by a sentence that breaks off."""
    told = book(game, language)
    clauses = {c.id: c for c in told.clauses()}
    for word, meaning, link in told.glossary:
        assert not link.startswith("component-"), word
        lead = clauses[link].text if link in clauses else ""
        if lead.endswith(":"):
            assert len(str(meaning)) > len(lead), word


def test_a_player_aid_says_that_there_is_more():
    def clauses(many: int) -> Clause:
        under = [Clause(f"a.{k}", f"3.1.{k}", [Text([Run(f"Step {k}.")])]) for k in range(1, many + 1)]
        return Clause("a", "3.1", [Text([Run("Do this:")])], clauses=under)

    short = _short(Chapter("turn", "3", "The turn", [clauses(8), clauses(11)], []), "See")
    whole, cut = short.clauses
    assert [c.text for c in whole.clauses] == [f"Step {k}." for k in range(1, 9)]
    assert [c.text for c in cut.clauses] == [*(f"Step {k}." for k in range(1, 8)), "… See 3.1."]
