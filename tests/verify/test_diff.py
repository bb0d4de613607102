"""Two sets of rules compared, where the answer is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Hoyle
from hoyle.verify.diff import Diff, Difference
from hoyle.verify.rules import Rules, Setting
from verify.ladder import ladder


def compared(one: Rules, other: Rules, **more: object) -> Difference:
    return Diff((one, Setting(0)), (other, Setting(0)), budget=2, seed=1, **more).run()  # type: ignore[arg-type]


def changed(folder: Path, *edits: tuple[str, str]) -> Rules:
    (folder / "other").mkdir()
    return Rules(ladder(folder / "other", *edits))


def test_a_parameter(hoyle: Hoyle):
    done = hoyle("diff", "pig", "pig", "--set-second", "target=3", "--players", 2, "--budget", 2, "--json")
    assert done.status == 1
    assert [(rule["kind"], rule["name"]) for rule in done.json["rules"]] == [("parameter", "target")]
    # Whoever rolls 3 or more first has reached the target of the second, and can only hold there.
    assert done.json["story"]["moves"] == 0
    assert "can do other things" in done.json["message"]
    assert done.json["story"]["end"][-1].endswith("only in the first: roll")


def test_a_variant(hoyle: Hoyle):
    done = hoyle("diff", "twelve_days", "twelve_days+short", "--budget", 2, "--players", 2)
    assert done.status == 1
    assert "changed: parameter hands" in done.out
    # The short game begins with a gift for everyone: the two part before anybody has chosen.
    assert "gifts of p1: first -; second" in done.out
    assert "\n  1. " not in done.out


def test_a_rule_that_matters_late(tmp_path: Path):
    first = Rules(ladder(tmp_path))
    found = compared(first, changed(tmp_path, ("with highest points", "with lowest points")), players=(2,))
    assert [rule.kind for rule in found.rules] == ["winners"]
    assert found.rules[0].lines()[1:] == [
        "  - winners: p in players with highest points of p",
        "  + winners: p in players with lowest points of p",
    ]
    assert found.story is not None
    assert found.story.moves == 4  # a whole game
    assert found.fault is not None
    assert found.fault.message == "the result is another"


def test_rules_that_read_otherwise_and_play_the_same(tmp_path: Path):
    other = changed(
        tmp_path,
        ("the total value of table\n", "the total value of table + 0\n"),
        ("p scores value of c", "points of p gains value of c"),
    )
    found = compared(Rules(ladder(tmp_path)), other)
    assert [rule.name for rule in found.rules] == ["takes-turn", "points-lie-there"]
    assert found.story is None
    assert found.plays > 0
    assert f"no difference within {found.plays:,} plays (2 players, 3 players)" in found.lines()


def test_the_same_is_no_difference(hoyle: Hoyle):
    done = hoyle("diff", "kuhn_poker", "kuhn_poker", "--budget", 1)
    assert done.status == 0
    assert "no rule differs" in done.out
    assert "no difference within" in done.out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["pig", "pigg"], "pig"),
        (["pig", "pig+fast"], "no variant `fast`"),
        (["pig", "hearts", "--players", 5], "not both for 5 players"),
        (["pig", "pig", "--set", "targt=3"], "target"),
    ],
)
def test_what_cannot_be_compared(arguments: list[object], word: str, hoyle: Hoyle):
    done = hoyle("diff", *arguments, "--budget", 1)
    assert done.status == 2
    assert word in done.err


def test_what_is_changed_of_a_choice_is_told(hoyle: Hoyle, tmp_path: Path):
    (tmp_path / "sticks.hoyle").write_text(STICKS, encoding="utf-8")
    (tmp_path / "longer.hoyle").write_text(LONGER, encoding="utf-8")
    told = hoyle("diff", tmp_path / "sticks.hoyle", f"{tmp_path / 'sticks.hoyle'}+longer", "--seed", 1).out
    part = told[told.index("changed: procedure takes turn") :].splitlines()[1:6]
    assert part == [
        "  -     limit not-all on take: only n < sticks",
        "  -     to pass",
        "  +     to pass, where sticks > 3",
        "  +     limit not-one on take: only n > 1",
        "  +     sticks gains 1",
    ]


STICKS = """game "Sticks"
for 2 players
winners: p in players with highest points of p
counter points of each player
counter sticks from 9
to play:
  turns for p in players until sticks <= 1:
    p takes-turn
  end game as sticks-gone
turn (player p) takes-turn:
  p chooses:
    to take, for n in 1 to 3:
      sticks loses n
      p scores n
    limit not-all on take: only n < sticks
    to pass
"""

LONGER = """variant longer of "Sticks":
  remove not-all
  replace in takes-turn:
    to pass, where sticks > 3
  add in takes-turn:
    limit not-one on take: only n > 1
  after take in takes-turn:
    sticks gains 1
"""


FREER = """variant freer of "Sticks":
  allow pass in takes-turn, where sticks > 3
  allow take in takes-turn, where n < 3
  not-all is n < sticks - 1
"""


def test_another_condition_is_told_as_a_change(hoyle: Hoyle, tmp_path: Path):
    sticks = STICKS.replace("for n in 1 to 3:", "for n in 1 to 3, where sticks > 0:")
    (tmp_path / "sticks.hoyle").write_text(sticks, encoding="utf-8")
    (tmp_path / "freer.hoyle").write_text(FREER, encoding="utf-8")
    told = hoyle("diff", tmp_path / "sticks.hoyle", f"{tmp_path / 'sticks.hoyle'}+freer", "--seed", 1).out
    part = told[told.index("changed: procedure takes turn") :].splitlines()[1:7]
    assert sorted(part) == [
        "  +     limit not-all on take: only n < sticks - 1",
        "  +     to pass, where sticks > 3",
        "  +     to take, for n in 1 to 3, where n < 3:",
        "  -     limit not-all on take: only n < sticks",
        "  -     to pass",
        "  -     to take, for n in 1 to 3, where sticks > 0:",
    ]
    told = hoyle("diff", f"{tmp_path / 'sticks.hoyle'}+freer", tmp_path / "sticks.hoyle", "--seed", 1).out
    back = told[told.index("changed: procedure takes turn") :].splitlines()[1:7]
    signs = {"+": "-", "-": "+"}
    assert sorted(back) == sorted(f"{row[:2]}{signs[row[2]]}{row[3:]}" for row in part)


def test_lines_are_told_as_often_as_they_are_there(hoyle: Hoyle, tmp_path: Path):
    """A line that a rule has twice and then once is a line less, though it is still there."""
    twice = STICKS.replace("      p scores n\n", "      p scores n\n      p scores n\n")
    (tmp_path / "one.hoyle").write_text(twice, encoding="utf-8")
    (tmp_path / "two.hoyle").write_text(STICKS, encoding="utf-8")
    told = hoyle("diff", tmp_path / "one.hoyle", tmp_path / "two.hoyle", "--seed", 1, "--budget", 1).out
    part = told[told.index("changed: procedure takes turn") :].splitlines()[1:3]
    assert part == ["  -       p scores n", ""]


def test_things_are_called_as_in_the_rules(hoyle: Hoyle, tmp_path: Path):
    more = "counter sticks from 9\nflag shut\nmarker last: player\n"
    (tmp_path / "one.hoyle").write_text(STICKS, encoding="utf-8")
    (tmp_path / "two.hoyle").write_text(STICKS.replace("counter sticks from 9\n", more), encoding="utf-8")
    told = hoyle("diff", tmp_path / "one.hoyle", tmp_path / "two.hoyle", "--budget", 1).out
    assert "only in the second: flag shut" in told
    assert "only in the second: marker last" in told
    assert "track" not in told


def test_for_how_many_both_are(hoyle: Hoyle):
    assert "both are for 2 to 8" in hoyle("diff", "twelve_days", "twelve_days+short", "--players", 9).err
    none = hoyle("diff", "hearts", "friday_the_13th", "--players", 2).err
    assert "the games are not both for 2 players; both are for 4" in none
    apart = hoyle("diff", "hearts", "kuhn_poker", "--players", 2).err
    assert "the first is for 4, the second for 2" in apart


def test_a_replaced_rule_stands_deeper_and_only_other_lines_are_told(hoyle: Hoyle, tmp_path: Path) -> None:
    from cli.conftest import TOY

    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "toy.hoyle").write_text(TOY, encoding="utf-8")
    turn = TOY[TOY.index("turn (player p)") :].replace("the total pips of cup", "2 × the total pips of cup")
    deeper = "".join(f"  {line}\n" for line in turn.splitlines()).replace(
        "turn (player p)", "replace turn (player p)", 1
    )
    (tmp_path / "toy" / "twice.hoyle").write_text(f'variant twice of "Toy":\n{deeper}', encoding="utf-8")
    done = hoyle("diff", "toy", "toy+twice", "--budget", 1)
    told = [line.strip() for line in done.out.splitlines() if line.startswith(("  + ", "  - "))]
    assert told == ["-       p scores the total pips of cup", "+       p scores 2 × the total pips of cup"]


def test_that_a_search_was_interrupted_is_said() -> None:
    found = Difference("pig", "pig+short", [], plays=3, settings=["2 players"], interrupted=True)
    assert found.lines()[-2:] == [
        "interrupted: this is what was found so far",
        "no difference within 3 plays (2 players)",
    ]
    assert found.data()["interrupted"]
