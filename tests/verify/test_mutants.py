"""Small changes of rules: which are made, what becomes of them, and that the answer does not depend on how it is sought.

What becomes of each change of the small games below follows from reading them.
"""

from __future__ import annotations

import json
from multiprocessing import active_children
from pathlib import Path

import pytest

from hoyle.cli.app import run
from hoyle.engine.engines import INTERPRETER, WASM, installed
from hoyle.language.diagnostics import HoyleError
from hoyle.verify import trials
from hoyle.verify.campaign import Plan
from hoyle.verify.checks import Checks
from hoyle.verify.explore import Explored, Limits
from hoyle.verify.mutants import Mutants, Pinned
from hoyle.verify.mutate import mutants
from hoyle.verify.rules import Case, Rules, Setting
from hoyle.verify.trials import Trials

STEPS = """game "Steps"
for 2 players
winners: p in players with highest points of p

parameter bound is 9, adjustable from 1 to 20

counter points of each player

to play:
  for each p in players:
    p takes-turn
  end game as all-had-a-turn

turn (player p) takes-turn:
  p chooses:
    to take:
      p scores 3
    to leave, where points of p < bound

example taking for ann, bob:
  at ann takes-turn
  ann does take
  expect points of ann = 3
"""

NOTICED = {"`p scores 3` were left out", "`3` were `4`", "`3` were `2`"}
"""The example says that taking scores three."""

SURVIVED = {
    "`highest` in `with highest points of p` were `lowest`",
    "`for each p in players` were left out",
    "`end game as all-had-a-turn` were left out",
}
"""Nothing says who wins, whose turn it is, or how the game ends."""

SAME = {
    "`points of p < bound` were left out",
    "`<` in `points of p < bound` were `<=`",
    "`9` were `10`",
    "`9` were `8`",
}
"""Whoever is to choose has no points yet: the bound never matters."""


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    file = tmp_path / "steps.hoyle"
    file.write_text(STEPS, encoding="utf-8")
    return file


def said(found: Pinned, result: str) -> set[str]:
    return {fate.mutant.words for fate in found.fates if fate.result == result}


def tried(file: Path, jobs: int = 1, **plan: object) -> Pinned:
    return Mutants(file, Plan(variants=(), seed=5, **plan), jobs=jobs).run()


def test_what_becomes_of_each_change(steps: Path):
    found = tried(steps)
    assert said(found, "noticed") == NOTICED
    assert said(found, "survived") == SURVIVED
    assert said(found, "same") == SAME
    assert said(found, "refused") == {"`with highest points of p` were left out"}  # `scores` needs to know what counts
    assert found.score == 3 / 6
    assert found.status == 0
    text = "\n".join(found.lines())
    assert "steps.hoyle:15: nothing you wrote" not in text
    assert "steps.hoyle:10: nothing you wrote would notice if `for each p in players` were left out" in text
    assert "Noticed of those that make a difference: 50 %." in text


def test_the_same_on_two_processes(steps: Path):
    one, two = tried(steps), tried(steps, jobs=2)
    assert [(f.mutant.words, f.result, f.by, f.plays) for f in one.fates] == [
        (f.mutant.words, f.result, f.by, f.plays) for f in two.fates
    ]


def test_what_is_set_from_outside_cannot_be_changed_inside(steps: Path):
    found = tried(steps, values=(("bound", 9),))
    assert said(found, "equal") == {"`9` were `10`", "`9` were `8`"}


def test_an_invariant_notices(steps: Path):
    steps.write_text(STEPS + "\nalways no-more-than-three: the highest points of players <= 3\n", encoding="utf-8")
    noticed = {fate.mutant.words: fate.by for fate in tried(steps).fates if fate.result == "noticed"}
    assert noticed["`3` were `2`"] == "example taking"
    steps.write_text(
        STEPS.partition("example")[0] + "\nalways no-more-than-three: the highest points of players <= 3\n",
        encoding="utf-8",
    )
    noticed = {fate.mutant.words: fate.by for fate in tried(steps).fates if fate.result == "noticed"}
    assert noticed == {"`3` were `4`": "always no-more-than-three"}


def test_an_example_that_names_what_is_no_more(tmp_path: Path):
    """A card that is called otherwise makes an example that names it unreadable: that is noticing, too."""
    file = tmp_path / "sevens.hoyle"
    file.write_text(
        """game "Sevens"
for 2 players
winners: p in players with highest points of p

cards in deck:
  name | value
  card | 1, 7

pile deck, seen by nobody
zone hand of each player, seen by its owner
counter points of each player

to play:
  shuffle deck
  deal 1 from deck to hand of players
  for each p in players:
    p scores the total value of hand of p
  end game as dealt

example a-seven for ann, bob:
  expect value of card 7 = 7
""",
        encoding="utf-8",
    )
    found = tried(file)
    assert {"`7` were `8`", "`7` were `6`"} <= said(found, "noticed")


def test_what_goes_on_for_ever_is_noticed(tmp_path: Path):
    """A die with faces 1 to 5 never falls on six, and nothing else ends this game."""
    file = tmp_path / "six.hoyle"
    file.write_text(
        """game "Six"
for 2 players
winners: players

dice in cup, 1 of them:
  name | pips
  die  | 1 to 6
zone cup, seen by all

to play:
  repeat:
    roll cup
    if the total pips of cup = 6:
      end game as six
    for each p in players:
      p chooses:
        to go-on
""",
        encoding="utf-8",
    )
    by = {fate.mutant.words: fate.by for fate in tried(file).fates if fate.result == "noticed"}
    assert by["`6` were `5`"] == "ends"


LOCK_BOUND = 14
"""The line on which the lock can be opened."""

LOCK = """game "Lock"
for 2 players
winners: players

counter turned

to play:
  let p be a random p in players
  for each wheel in 1 to 3:
    p chooses:
      to turn, for n in 1 to 15:
        turned becomes 15 × turned + n
  p chooses:
    to open, where turned <= 3615
  end game as open

scope small:
  for 2 players
"""


@pytest.mark.parametrize("engine", [None, "interpreter"])
def test_what_only_exploring_finds(engine: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Of 3,375 ways to turn the wheels one leads to 3,615 = 15 × (15 × 15 + 15) + 15: exploring comes by there, and 400
    plays by luck do not. Both engines find it."""
    explored = trials.explored
    used = set()

    def exploring(case: Case, checks: Checks, limits: Limits) -> Explored:
        found = explored(case, checks, limits, engine=engine)
        used.add(found.engine)
        return found

    monkeypatch.setattr(trials, "explored", exploring)
    file = tmp_path / "lock.hoyle"
    file.write_text(LOCK, encoding="utf-8")
    made = Trials(rules := Rules(file), [Setting(2), Setting(2, scope="small")], seed=5)
    fates = {m.words: made(m) for m in mutants(rules.file, rules.texts) if m.span.line == LOCK_BOUND}
    assert {words: (fate.result, fate.by) for words, fate in fates.items()} == {
        "`<=` in `turned <= 3615` were `<`": ("noticed", "no-dead-end"),
        "`3615` were `3614`": ("noticed", "no-dead-end"),
        "`3615` were `3616`": ("same", ""),
        "`turned <= 3615` were left out": ("same", ""),
    }
    assert used == {engine or (WASM if installed() else INTERPRETER)}


def test_a_short_budget_and_an_interrupt_keep_what_is_done(steps: Path):
    found = Mutants(steps, Plan(variants=(), budget=0.001, seed=5)).run()
    assert len(found.fates) == 1
    assert found.status == 3

    def tell(text: str, part: float) -> None:
        told.append(text)
        if len(told) == 4:  # the first is of the rules as they are
            raise KeyboardInterrupt

    told: list[str] = []
    found = Mutants(steps, Plan(variants=(), seed=5), tell).run()
    assert len(found.fates) == 3
    assert found.interrupted
    assert found.status == 3
    assert any(line.startswith("interrupted: 3 of 11") for line in found.lines())


def test_no_process_is_left_over(steps: Path):
    before = set(active_children())
    found = Mutants(steps, Plan(variants=(), budget=0.001, seed=5), jobs=2).run()
    assert found.status == 3
    for process in set(active_children()) - before:
        process.join(20)
        assert not process.is_alive()


def test_rules_that_are_wrong_as_they_are(steps: Path):
    steps.write_text(STEPS.replace("points of ann = 3", "points of ann = 4"), encoding="utf-8")
    with pytest.raises(HoyleError, match="wrong as they are"):
        tried(steps)


def test_the_command(steps: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["verify", str(steps), "--mutants", "--seed", "5", "--jobs", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["changes"], data["noticed"], data["survived"], data["same"], data["equal"]) == (11, 3, 3, 4, 0)
    one = next(fate for fate in data["fates"] if fate["change"] == "`3` were `4`")
    assert (one["line"], one["column"], one["result"], one["by"]) == (17, 16, "noticed", "example taking")
    assert run(["verify", str(steps), "--mutants", "--budget", "0.001", "--jobs", "1"]) == 3


@pytest.mark.parametrize("name", ["pig", "twelve_days", "spite_and_malice"])
def test_mutants_leave_the_tree_as_it_was(name: str):
    rules = Rules(name)
    before = repr(rules.file)
    for mutant in mutants(rules.file, rules.texts):
        with mutant.applied():
            pass
        assert repr(rules.file) == before


def test_every_sort_of_change_is_made():
    """Numbers, comparisons, dropped conditions, other zones, reversed order: each at a line where it can be read."""
    rules = Rules("spite_and_malice")
    lines = rules.texts[str(rules.source.file)].splitlines()
    found = {
        (lines[m.span.line - 1].strip().partition(" @")[0].rstrip(), m.words) for m in mutants(rules.file, rules.texts)
    }
    assert ("parameter hand-size is 5, adjustable from 1 to 8", "`5` were `6`") in found
    assert ("if size of b = last-value:", "`=` in `size of b = last-value` were `>=`") in found
    assert ("if size of b = last-value:", "`size of b = last-value` were not asked") in found
    assert ("put bordered onto draw-pile", "`draw-pile` in its place were `discard-pile`") in found
    assert (
        "put unbordered onto draw-pile",
        "`put unbordered onto draw-pile` came before `put bordered onto draw-pile`",
    ) in found
    rules = Rules("thirteen")
    words = {m.words for m in mutants(rules.file, rules.texts)}
    assert {
        "`2` were the lowest rank",
        "cards were ordered by suit, rank",
        "`within play-table` were left out",
    } <= words


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "part"),
    [
        ("friday_the_13th", 20),
        ("spite_and_malice", 20),
        ("thirteen", 20),
        ("treize_cardinals", 20),
        ("twelve_days", 20),
    ],
)
def test_the_source_games_are_pinned_down(game: str, part: int | None):
    """At least 85 of 100 changes that make a difference are noticed; of the larger games some changes, drawn at random."""
    found = Mutants(game, Plan(variants=(), seed=13, budget=600), jobs=2, part=part).run()
    assert found.status == 0
    assert found.score is not None
    assert found.score >= 0.85, "\n".join(found.lines())
