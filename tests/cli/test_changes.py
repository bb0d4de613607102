"""What differs between two books is what reads otherwise, not what another clause has moved."""

from __future__ import annotations

from pathlib import Path

from hoyle.cli.publish import Edition
from hoyle.cli.publish.changelog import marked
from hoyle.rulebook.compare import changes

from .conftest import Hoyle

GAME = """\
game "Steps"
for 2 players
winners: p in players with highest points of p

dice in cup, 1 of them:
  name | pips
  die  | 1 to 6

zone cup, seen by all

counter points of each player
counter steps

to play:
  for each p in players:
    p takes-turn
  end game as done

turn (player p) takes-turn:
  roll cup
  p scores the total pips of cup
  if the total pips of cup = 6:
    p scores 2
    steps gains 1
  p chooses:
    to stay:
      p scores 1
    to go:
      steps gains 3
  steps gains 2
"""


def told(hoyle: Hoyle, folder: Path, *edits: tuple[str, str]) -> list[tuple[str, str, str]]:
    """What the book says is changed by edits of the game: how, and the texts before and now."""
    texts = GAME
    for old, new in edits:
        assert old in texts
        texts = texts.replace(old, new, 1)
    for name, text in (("old", GAME), ("new", texts)):
        (folder / name).mkdir()
        (folder / name / "steps.hoyle").write_text(text, encoding="utf-8")
        assert hoyle("words", name).status == 0
    before, after = (Edition(folder / name / "steps.hoyle").voice("en").book for name in ("old", "new"))
    found = marked(before, after, changes(before, after).changes)
    return [(m.how, "".join(t for t, _ in m.before), "".join(t for t, _ in m.after)) for m in found]


def test_a_clause_put_first_changes_no_other(hoyle: Hoyle, tmp_path: Path) -> None:
    found = told(hoyle, tmp_path, ("  roll cup\n", "  steps gains 5\n  roll cup\n"))
    assert [how for how, _, _ in found] == ["new"], found
    assert "5" in found[0][2]


def test_a_clause_taken_out_of_the_middle_changes_no_other(hoyle: Hoyle, tmp_path: Path) -> None:
    found = told(hoyle, tmp_path, ("  p scores the total pips of cup\n", ""))
    assert [how for how, _, _ in found] == ["gone"]


def test_what_is_changed_and_moved_is_told_once(hoyle: Hoyle, tmp_path: Path) -> None:
    found = told(hoyle, tmp_path, ("  roll cup\n", "  steps gains 5\n  roll cup\n"), ("steps gains 3", "steps gains 4"))
    assert sorted(how for how, _, _ in found) == ["new", "replaces"]
    ((_, before, after),) = [one for one in found if one[0] == "replaces"]
    assert ("3" in before, "4" in after) == (True, True)


def test_what_stands_deeper_is_paired_too(hoyle: Hoyle, tmp_path: Path) -> None:
    found = told(hoyle, tmp_path, ("    p scores 2\n", "    steps gains 7\n    p scores 2\n"))
    assert [how for how, _, _ in found] == ["new"], found
