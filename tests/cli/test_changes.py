"""What differs between two books is what reads otherwise, not what another clause has moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.publish import Edition
from hoyle.cli.publish.changelog import Marked, html, marked
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


def told(hoyle: Hoyle, folder: Path, *edits: tuple[str, str], back: bool = False) -> list[tuple[str, str, str]]:
    """What the book says is changed by edits of the game: how, and the texts before and now."""
    found = compared(hoyle, folder, *edits, back=back)
    return [(m.how, " ".join(plain(m.before)), " ".join(plain(m.after))) for m in found]


def plain(paragraphs: list[list[tuple[str, bool]]]) -> list[str]:
    return ["".join(text for text, _ in pieces) for pieces in paragraphs]


def compared(hoyle: Hoyle, folder: Path, *edits: tuple[str, str], back: bool = False) -> list[Marked]:
    """What is changed by edits of the game, or (`back`) by taking them back."""
    texts = GAME
    for old, new in edits:
        assert old in texts
        texts = texts.replace(old, new, 1)
    for name, text in (("old", texts if back else GAME), ("new", GAME if back else texts)):
        (folder / name).mkdir()
        (folder / name / "steps.hoyle").write_text(text, encoding="utf-8")
        assert hoyle("words", name).status == 0
    before, after = (Edition(folder / name / "steps.hoyle").voice("en").book for name in ("old", "new"))
    return marked(before, after, changes(before, after).changes)


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


FORKS = "    to go:\n      steps gains 3\n"
NEAR = f"{FORKS}      p scores 4\n"
DEEP = f"{NEAR}      if steps = 9:\n        p scores 5\n        steps loses 1\n"


@pytest.mark.parametrize(
    ("edit", "under"), [(NEAR, ["1", "2"]), (DEEP, ["1", "2", "3", "3.1", "3.2"])], ids=["near", "deep"]
)
@pytest.mark.parametrize("back", [False, True], ids=["gets", "loses"])
def test_clauses_under_a_changed_one_stand_with_it(
    hoyle: Hoyle, tmp_path: Path, edit: str, under: list[str], back: bool
) -> None:
    """A choice with one effect is one clause; with two, each effect is a clause under it, with its number."""
    *_, one = compared(hoyle, tmp_path, (FORKS, edit), back=back)  # "a turn in short" says it, too
    plainly, apart = (one.after, one.before) if back else (one.before, one.after)
    assert one.how == "replaces"
    assert len(plainly) == 1, one
    assert "3" in plain(plainly)[0]
    number = one.old_number if back else one.new_number
    assert [text.split()[0] for text in plain(apart)[1:]] == [f"{number}.{more}" for more in under]
    assert all(differs for pieces in apart[1:] for _, differs in pieces)
    assert "3" in plain(apart)[1].split(" ", 1)[1]
    assert any("four" in text for text in plain(apart)[2:])
    assert html(apart, "ins").count("<p><ins>") == len(under)
