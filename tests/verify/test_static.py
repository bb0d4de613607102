"""Static questions: each of the four answers, for rules whose answer is known by reading them."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from hoyle.cli.app import run
from hoyle.engine import flow as F
from hoyle.verify.domain import Domain
from hoyle.verify.rules import Rules, Setting
from hoyle.verify.static import Answer, static

GAME = """game "Asked"
for 2 players
winners: p in players with highest points of p

kind suit: red, black

cards in deck:
  name | suit | value
  card | each | 1 to 5

pile deck, seen by nobody
zone hand of each player, seen by its owner
zone table, seen by all

counter points of each player
counter tokens
flag open
marker trump: suit

to play:
  shuffle deck
  deal 2 from deck to hand of players
  for each n in 1 to 3:
    for each p in players:
      p takes-turn
  end game as played

turn (player p) takes-turn:
  p chooses:
    OPTIONS
"""


@pytest.fixture
def asked(tmp_path: Path):
    """The answers about a game with these options, by what they say."""

    def ask(*options: str, more: str = "") -> dict[str, Answer]:
        file = tmp_path / "asked.hoyle"
        file.write_text(GAME.replace("OPTIONS", "\n    ".join(options)) + more, encoding="utf-8")
        return {answer.says: answer for answer in static(Rules(file), states=500, decisions=100)}

    return ask


def test_a_condition_that_never_holds(asked):
    answers = asked("to pass", "to leave, where tokens > 4 and tokens < 3")
    assert answers["`leave` can never be chosen"].result == "proved"
    assert answers["`leave` can never be chosen"].bound == "every position of the declared kind, 2 players"
    assert answers["`pass` can never be chosen"].result == "counterexample"


def test_there_are_only_ten_cards(asked):
    """However the cards lie, there are not eleven of them; six may lie in two places."""
    answers = asked(
        "to pass",
        "to leave, where size of deck + size of table > 10",
        "to stay, where size of deck + size of table = 10",
    )
    assert answers["`leave` can never be chosen"].result == "proved"
    assert answers["`stay` can never be chosen"].result == "maybe"  # two cards are in each hand


def test_a_condition_that_no_play_fulfils(asked):
    """Nothing ever sets the tokens, the flag and the marker."""
    answers = asked("to pass", "to leave, where tokens = 7 and open and trump is black")
    answer = answers["`leave` can never be chosen"]
    assert answer.result == "maybe"
    assert answer.story is None
    assert answer.position == ("tokens: 7", "open: yes", "trump: black", "takes turn: p: p1")


def test_a_condition_that_cannot_be_decided(asked):
    """The ten cards count thirty; that they never count a hundred is not seen by looking at some positions."""
    answers = asked("to pass", "to leave, where the total value of hand of p > 100")
    assert answers["`leave` can never be chosen"].result == "unknown"


def test_two_counters_side_by_side_prove_nothing(asked):
    """What is compared with no figure has no end of values: that none was found proves nothing."""
    answers = asked("to pass", "to leave, where tokens + points of p × points of p = 999983")
    assert answers["`leave` can never be chosen"].result == "unknown"


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ("tokens < 2", "tokens >= 2", "proved"),
        ("tokens < 2", "tokens <= 2", "counterexample"),
        ("tokens > 5", "tokens > 6", "maybe"),
        ("trump is red", "trump is black", "proved"),
        ("open", "not open", "proved"),
        ("size of table > 2", "size of table < 4", "maybe"),
        ("size of table > 2", "size of table < 3", "proved"),
    ],
)
def test_options_that_exclude_each_other(asked, one: str, other: str, result: str):
    answers = asked("to pass", f"to go, where {one}", f"to stay, where {other}")
    assert answers["`go` and `stay` exclude each other (takes turn)"].result == result


def test_who_is_to_choose_has_an_option(asked):
    says = "whoever is to choose has an option (takes turn)"
    assert asked("to pass", "to leave, where tokens = 7")[says].result == "proved"
    assert asked("to go, where tokens < 2", "to stay, where tokens > 1")[says].result == "proved"
    assert asked("to go, where tokens < 2", "to stay, where tokens > 2")[says].result == "maybe"
    assert asked("to go, where the total value of hand of p < 100")[says].result == "unknown"
    stuck = asked("to play c from hand of p onto table")[says]
    assert stuck.result == "counterexample"  # two cards, and three turns
    assert stuck.story is not None
    assert stuck.story.moves == 4


def test_a_condition_inside(asked):
    answers = asked(
        "to pass:", "  if tokens > 3 and tokens < 3:", "    p scores 1", "  if points of p = 0:", "    p scores 1"
    )
    assert answers["`tokens > 3 and tokens < 3` never holds"].result == "proved"
    answer = answers["`points of p = 0` never holds"]
    assert answer.result == "counterexample"
    assert answer.story is not None
    assert answer.story.moves == 1


def test_a_small_instance_looked_at_wholly(asked):
    """Among all positions the hand may count anything; in the small instance it counts two at most."""
    more = "\nscope small:\n  replace cards in deck:\n    name | suit | value\n    card | each | 1, 1\n"
    answers = asked("to pass", "to leave, where the total value of hand of p > 100", more=more)
    answer = answers["`leave` can never be chosen"]
    assert answer.result == "proved"
    assert "scope small" in answer.bound


def test_kuhn_poker():
    answers = {answer.says: answer for answer in static(Rules("kuhn_poker"))}
    assert answers["`check` and `call` exclude each other (takes turn)"].result == "proved"
    assert answers["`check` and `bet` exclude each other (takes turn)"].result == "counterexample"
    assert answers["whoever is to choose has an option (takes turn)"].result == "proved"


@pytest.mark.parametrize(
    "test",
    [
        "tokens > 3 and tokens < 5 and points of p > 5 and not open",
        "tokens > 3 and tokens < 4",
        "tokens >= 4 and tokens <= 4 and points of p < 0",
        "tokens = 4 and points of p < 3 and points of p > 2",
        "(tokens < 4 or open) and (tokens >= 4 or points of p = 6) and not (open and points of p <= 6)",
        "(tokens < 4 or open) and (tokens >= 4 or open) and not open",
        "tokens < 0 and (points of p > 1 or points of p < 2)",
    ],
)
def test_positions_said_to_be_all_are_all(tmp_path: Path, test: str):
    """A condition can hold in the positions looked at exactly if it can with any numbers from -3 to 12."""
    file = tmp_path / "all.hoyle"
    file.write_text(GAME.replace("OPTIONS", f"to pass\n    to go, where {test}"), encoding="utf-8")
    case = Rules(file).case(Setting(2))
    machine, layout, names = case.machine, case.machine.layout, case.names.slots
    pc, node = next((pc, node) for pc, node in enumerate(case.flow.code) if isinstance(node, F.Choose))
    domain = Domain(case, node, pc)
    assert domain.whole

    cells = [layout.slot(names.index(name)) for name in ("tokens", "points of p1", "open", "takes-turn: p")]
    every = []
    for values in product(range(-3, 13), range(-3, 13), (0, 1), (0,)):
        frame = [pc, *layout.start()[1:]]
        for cell, value in zip(cells, values, strict=True):
            frame[cell] = value
        every.append(tuple(frame))
    assert any(len(machine.moves(f)) == 2 for f in domain.frames()) == any(len(machine.moves(f)) == 2 for f in every)


def test_what_luck_brings_rarely_is_found_by_the_compiled_game(tmp_path: Path):
    """One play in some thousand comes to four tokens of one in six each: the interpreter alone does not see it."""
    pytest.importorskip("wasmtime")
    rare = """game "Asked"
for 1 players
winners: p in players with highest points of p
dice in cup, 1 of them:
  name | pips
  die  | 1 to 6
zone cup, seen by all
counter points of each player
counter sixes
to play:
  for each n in 1 to 4:
    for each p in players:
      p takes-turn
  end game as played
turn (player p) takes-turn:
  roll cup
  if the total pips of cup = 6:
    sixes gains 1
  p chooses:
    to pass
    to leave, where sixes = 4
"""
    file = tmp_path / "rare.hoyle"
    file.write_text(rare, encoding="utf-8")
    (answer,) = [one for one in static(Rules(file), decisions=100) if one.says == "`leave` can never be chosen"]
    assert answer.result == "counterexample"
    assert answer.story is not None
    assert answer.story.moves == 3


def test_nobody_is_asked_what_every_play_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Options that can both be chosen are why there is a choice; a hand is empty in no play."""
    file = tmp_path / "asked.hoyle"
    options = "to play c from hand of p onto table, where size of hand of p > 0\n    to go, where size of table < 9"
    text = GAME.replace("OPTIONS", options).replace("1 to 3", "1 to 2")
    file.write_text(text, encoding="utf-8")
    assert run(["check", str(file), "--questions"]) == 0
    out = capsys.readouterr().out
    assert "counterexample" not in out
    assert "2 options and conditions seen to come about in plays" in out
    assert "1 pair of options of one choice seen to be possible both at once" in out
    assert "1 choice at which somebody without an option was never seen" in out
    assert run(["check", str(file), "--questions", "--json"]) == 0
    assert {one["result"] for one in json.loads(capsys.readouterr().out)["questions"]} >= {"counterexample"}


def test_what_holds_in_a_whole_small_instance_is_no_maybe(asked):
    """With no points in any play, only a position that no play reaches has both."""
    more = "\nscope small:\n  replace cards in deck:\n    name | suit | value\n    card | each | 1, 1\n"
    options = "to pass", "to go, where points of p = 1", "to stay, where points of p > 0"
    says = "`go` and `stay` exclude each other (takes turn)"
    assert asked(*options)[says].result == "maybe"
    assert asked(*options, more=more)[says].result == "proved"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "asked.hoyle"
    file.write_text(GAME.replace("OPTIONS", "to play c from hand of p onto table"), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    assert "Questions" not in capsys.readouterr().out
    assert run(["check", str(file), "--questions"]) == 1
    out = capsys.readouterr().out
    assert "whoever is to choose has an option (takes turn)" in out
    assert "here p1 is to choose and has no option" in out
    assert run(["check", str(file), "--questions", "--json"]) == 1
    questions = json.loads(capsys.readouterr().out)["questions"]
    by = {one["says"]: one for one in questions}
    stuck = by["whoever is to choose has an option (takes turn)"]
    assert (stuck["question"], stuck["result"], stuck["story"]["moves"]) == ("no option", "counterexample", 4)
    file.write_text("game\n", encoding="utf-8")
    assert run(["check", str(file), "--questions"]) == 2
