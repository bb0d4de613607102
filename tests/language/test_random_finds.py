"""Small rules that random specs found to be misunderstood once: each is right, and is played."""

from __future__ import annotations

import re

import pytest

from hoyle.engine.chance import Luck
from hoyle.engine.errors import PlayError
from hoyle.engine.examples import run_examples
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.language.check import check
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.parse import parse
from hoyle.library import load_program

HEAD = """game "Finds"
for 2 players
winners: p in players with highest points of p
kind suit: clubs, hearts
kind rank, low to high: 2 to 4, king
cards in deck:
  name   | rank | suit | value
  plain  | each | each | 1
  friday | -    | -    | 4
order card by rank
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile heap of each suit, seen by all
pile table, kept as plays of meld, seen by all
combination meld of card c:
  single: any 1
  pair: 2 alike in rank
counter points of each player
flag marked of each suit
marker stack: heap
marker shown: card
term (card c) is dear: value of c > 2
to play:
  shuffle deck
  deal 3 from deck to hand of players
"""

FINDS = {
    "a condition of an option may end in some and no": """
  for each p in players:
    p chooses:
      to keep, where no c in hand of p where c is dear
      to play c from hand of p onto o in heap, where c is dear or some d in hand of p with highest value of d""",
    "a marker of a place may be none": """
  if stack is none:
    stack becomes heap of clubs
  if stack is not none:
    for each p in players:
      put all from hand of p onto stack""",
    "a value of a kind has flags, and a face has predicates": """
  hearts becomes marked
  if hearts is marked and clubs is not marked and friday is dear:
    put top of deck onto heap of hearts""",
}


@pytest.mark.parametrize("name", FINDS)
def test_is_understood(name: str) -> None:
    text = HEAD + FINDS[name].lstrip("\n") + "\n"
    program = check("finds", parse(text, "finds"), texts={"finds": text})
    machine = Machine(lower(program, 2))
    for seed in range(10):
        assert machine.playout(seed, 100).kind == "over"


@pytest.mark.parametrize("to", ["hand of (p in players where size of hand of p > 9)", "hand of players"])
def test_dealing_to_nobody_or_to_where_it_came_from_ends(to: str) -> None:
    source = "hand of dealer" if to == "hand of players" else "deck"
    text = f"{HEAD}  let dealer be the first p in players\n  deal all from {source} to {to}\n"
    program = check("finds", parse(text, "finds"), texts={"finds": text})
    assert Machine(lower(program, 2)).playout(1, 10).kind == "over"


def test_a_parameter_may_leave_no_such_card_as_an_example_speaks_of() -> None:
    program = load_program("goofspiel", parameters={"last-value": 3})
    assert program.examples == {}
    assert Machine(lower(program, 2)).playout(1).kind == "over"


def test_a_parameter_that_is_set_need_not_suit_the_small_instance() -> None:
    assert load_program("treize_cardinals", parameters={"target": 100}).value_of("target") == 100


@pytest.mark.parametrize(
    "line",
    [
        "p plays m onto trick, for m",
        "p plays table onto trick",
        "p plays all from table onto trick",
        "p plays latest of table onto trick",
    ],
)
def test_plays_go_where_such_plays_are_kept(line: str) -> None:
    head = HEAD.replace("counter points", "pile trick, kept as plays of card, seen by all\ncounter points")
    if line.endswith(", for m"):
        line = "p chooses:\n      to play m from meld of hand of p onto trick"
    text = f"{head}  for each p in players:\n    {line}\n"
    with pytest.raises(SpecErrors, match="`trick` keeps plays of card, not of meld"):
        check("finds", parse(text, "finds"), texts={"finds": text})


def test_a_marker_of_a_card_that_is_none_is_told_with_its_place() -> None:
    text = f"{HEAD}  shown becomes seen\n".replace("marker shown: card", "marker shown: card\nmarker seen: card")
    machine = Machine(lower(check("finds", parse(text, "finds"), texts={"finds": text}), 2))
    with pytest.raises(PlayError) as told:
        machine.playout(1, 10)
    assert told.value.span.line == text.count("\n")


DICE = """game "Dice"
for 2 players
winners: p in players with highest points of p
counter points of each player
dice in cup, 4 of them:
  name | pips | speed
  die  | 4    | -
  die  | -    | 4
  die  | 4    | -
  bare | -    | -
  bare | 2    | -
zone cup, seen by all
zone kept, seen by all
"""


def machine_of(text: str) -> Machine:
    return Machine(lower(check("finds", parse(text, "finds"), texts={"finds": text}), 2))


def test_dice_that_show_one_face_are_one_move() -> None:
    text = (
        DICE
        + """to play:
  roll cup
  for each p in players:
    p chooses:
      to keep d from cup into kept
"""
    )
    machine = machine_of(text)
    for seed in range(20):
        frame = machine.start(Luck(seed))
        moves = machine.moves(frame)
        assert len(moves) == len(set(moves)) == len(set(frame[machine.layout.place(1)]))


def test_rows_that_make_one_face_are_one_face_and_every_face_has_a_name_of_its_own() -> None:
    text = DICE + "to play:\n  put cup into kept\n"
    flow = machine_of(text + "  if kept has bare 2 and not kept has bare:\n    end play\n").flow
    names = [face.name for face in flow.faces]
    assert [face.count for face in flow.faces] == [2, 1, 1, 1]
    assert len(set(names)) == 4


EXAMPLES = """game "Examples"
for 2 players
winners: p in players with highest points of p
cards in deck:
  name | value
  card | 1 to 3
zone deck, seen by all
zone hand of each player, seen by its owner
zone heap, seen by all
counter points of each player
marker lucky: player
to play:
  lucky becomes a random p in players
  lucky takes-turn
turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto heap
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("given hand of ann: 1, 2\n  at ann takes-turn\n  ann can only play 1", "ann can also: play 2 onto heap"),
        ("given hand of ann: 1\n  at ann takes-turn\n  ann cannot play 1", "ann can: play 1 onto heap"),
        ("given hand of ann: 1\n  expect hand of ann is [2]", "expected \\[2\\], but it is \\[1\\]"),
        ("given points of lucky: 1\n  expect points of ann = 1", "`none` is used"),
        ("given points of lucky: 1\n  given lucky: ann\n  expect points of ann = 2", "expected 2, but it is 1"),
    ],
)
def test_an_example_that_fails_says_why(lines: str, told: str) -> None:
    text = f"{EXAMPLES}example try for ann, bob:\n  {lines}\n"
    (result,) = run_examples(check("finds", parse(text, "finds"), texts={"finds": text}))
    assert result.problem is not None
    assert re.search(told, result.problem.message), result.problem.message
