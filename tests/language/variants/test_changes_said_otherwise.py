"""What people write in a variant, told with the game at hand: whether a name is there already, and what kind of thing it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.language.diagnostics import SpecErrors
from hoyle.library import load_program

GAME = """game "Case"
for 2 to 4 players
winners: p in players with highest points of p
kind suit: clubs, hearts
cards in deck:
  name | suit | value
  card | each | 1 to 9
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, seen by all
counter points of each player
counter bid
counter level
marker trump: suit
term worth of (card c): value of c
to play:
  shuffle deck
  trump becomes hearts
  level becomes 2
  deal 3 from deck to hand of players
  for each p in players:
    p takes-turn
  score-all
  end game as over
turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto table
    to bid, for n in 1 to 3:
      bid becomes n
    limit small on play: only worth of c < 9
scoring score-all:
  for each p in players:
    p scores bid + level
"""


@pytest.mark.parametrize(
    ("change", "line", "message", "hint"),
    [
        ("winners: p in players with lowest points of p", 2, "opens with", "replace winners: p in players with lowest points of p"),
        ("winners is p in players with lowest points of p", 2, "as a whole", "replace winners: p in players with lowest points of p"),
        ("scoring score-all:\n    for each p in players:\n      p scores 1", 2, "opens with", "replace scoring score-all:"),
        ("term worth of (card c): 1", 2, "opens with", "replace term worth of (card c): 1"),
        ("term price of (card c): 1", 2, "opens with", "add term price of (card c): 1"),
        ("trump is clubs", 2, "`trump` is a marker", "before takes-turn: and below it, indented: trump becomes clubs"),
        ("level is 3", 2, "`level` is a counter", "before takes-turn: and below it, indented: level becomes 3"),
        ("points is 3", 2, "`points` is a counter", "replace counter points of each player from 3"),
        (
            "replace in score-all:\n    for each p in players:\n      p scores 1",
            2,
            "stand options and limits",
            "replace scoring score-all:",
        ),
        ("replace in takes-turn:\n    p scores 1", 2, "stand options and limits", "replace turn (player p) takes-turn:"),
        ("add in score-all:\n    for each p in players:\n      p scores 1", 2, "stand options and", "after score-all:"),
        (
            "limit small on play: only worth of c < 8",
            2,
            "in which procedure",
            "replace in takes-turn: and below it, indented: limit small on play: only worth of c < 8",
        ),
        (
            "limit low on bid: only n < 3",
            2,
            "in which procedure",
            "add in takes-turn: and below it, indented: limit low on bid: only n < 3",
        ),
    ],
)  # fmt: skip
def test_a_change_is_told_as_it_is_written(tmp_path: Path, change: str, line: int, message: str, hint: str) -> None:
    """The one mistake is told with the line to write, and that line is right."""
    (tmp_path / "case.hoyle").write_text(GAME, encoding="utf-8")
    variant = tmp_path / "other.hoyle"
    text = f'variant other of "Case":\n  {change}\n'
    variant.write_text(text, encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load_program(tmp_path / "case.hoyle", ["other"])
    (found,) = caught.value.diagnostics
    assert (found.span.line, found.span.file) == (line, str(variant))
    assert message in found.message
    assert found.hint == f"write: {hint}"
    head, _, below = hint.partition(" and below it, indented: ")
    first, *others = text.split("\n")[1:]
    new = [f"  {head}", *([f"    {below}"] if below else []), *others]
    variant.write_text("\n".join([text.split("\n")[0], *new]), encoding="utf-8")
    assert first != new[0]
    load_program(tmp_path / "case.hoyle", ["other"])


def test_a_zone_has_no_value(tmp_path: Path) -> None:
    """What is neither set by rules nor a value is written anew."""
    (tmp_path / "case.hoyle").write_text(GAME, encoding="utf-8")
    (tmp_path / "other.hoyle").write_text('variant other of "Case":\n  table is 3\n', encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load_program(tmp_path / "case.hoyle", ["other"])
    (found,) = caught.value.diagnostics
    assert (found.message, found.hint) == (
        "`table` is a pile, and has no value that a variant could set",
        "write it anew, as it is to be: replace pile table …",
    )
