"""What people write in a variant, told with the game at hand: whether a name is there already, and what kind of thing it is."""

from __future__ import annotations

import re
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
        ("remove small on play", 2, "taken out", "remove small"),
        ("no small", 2, "opens with", "remove small"),
        ("players: 3", 2, "how many may play", "for 3 players"),
        ("add parameter last is 3", 2, "how far it is `adjustable`", "add term last: 3"),
        ("replace score-all:\n    for each p in players:\n      p scores 1", 2, "as a whole", "replace scoring score-all:"),
        ("add term worth of (card c): 1", 2, "already", "replace term worth of (card c): 1"),
        ("add in takes-turn next to bid:\n    to pass", 2, "beside which", "add in takes-turn beside bid:"),
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


@pytest.mark.parametrize(
    ("change", "message", "above"),
    [
        ("to bid, for n in 1 to 5:\n    bid becomes n + 1", "in which procedure it is", "replace in takes-turn:"),
        ("to pass", "in which procedure it is", "add in takes-turn:"),
        ("to wait:\n    p scores 1", "in which procedure it is", "add in takes-turn:"),
        ("for each p in players:\n    p scores 1", "this is a rule", "after score-all:"),
        ("level becomes 3", "this is a rule", "before score-all:"),
    ],
)  # fmt: skip
def test_what_belongs_below_a_change(tmp_path: Path, change: str, message: str, above: str) -> None:
    """An option, or a rule, that stands in a variant by itself is told with the line to write above it."""
    (tmp_path / "case.hoyle").write_text(GAME, encoding="utf-8")
    variant = tmp_path / "other.hoyle"
    variant.write_text(f'variant other of "Case":\n  {change}\n', encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load_program(tmp_path / "case.hoyle", ["other"])
    (found,) = caught.value.diagnostics
    assert found.span.line == 2
    assert message in found.message
    told = above.replace("score-all", "takes-turn") if "rule" in message else above  # any procedure serves to show it
    assert told in found.hint
    assert "by two spaces" in found.hint
    below = "\n".join(f"  {row}" for row in f"  {change}".split("\n"))
    variant.write_text(f'variant other of "Case":\n  {above}\n{below}\n', encoding="utf-8")
    load_program(tmp_path / "case.hoyle", ["other"])


def test_a_row_with_another_condition(tmp_path: Path) -> None:
    """The value of a row is set by its name; a row with another condition needs the whole term."""
    rows = "term worth of (card c):\n  low: 1 if value of c < 6\n  high: 2 otherwise\n"
    (tmp_path / "case.hoyle").write_text(GAME.replace("term worth of (card c): value of c\n", rows), encoding="utf-8")
    (tmp_path / "other.hoyle").write_text('variant other of "Case":\n  low: 3 if value of c < 4\n', encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load_program(tmp_path / "case.hoyle", ["other"])
    (found,) = caught.value.diagnostics
    assert found.hint == "the value alone: low is 3; all rows: replace term worth of (card c): and the rows below it"


def test_a_comment_above_the_first_line(tmp_path: Path) -> None:
    """What stands above the first line of a variant changes nothing in what is told of it."""
    (tmp_path / "case.hoyle").write_text(GAME, encoding="utf-8")
    text = '# What we play at home.\n\nvariant other of "Case":\n  in takes-turn:\n    to pass\n'
    (tmp_path / "other.hoyle").write_text(text, encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load_program(tmp_path / "case.hoyle", ["other"])
    (found,) = caught.value.diagnostics
    assert (found.span.line, found.hint) == (4, "write: add in takes-turn:")


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


@pytest.mark.parametrize("name", ["dice", "die", "number-of-dice"])
def test_the_number_of_dice(tmp_path: Path, name: str) -> None:
    """How many dice there are stands in the first line of their table; with that line, and the table, it is changed."""
    table = "  name | pips\n  die  | 1 to 6\n"
    game = GAME + f"zone cup, holding die, seen by all\ndice in cup, 2 of them:\n{table}"
    (tmp_path / "case.hoyle").write_text(game, encoding="utf-8")
    (tmp_path / "other.hoyle").write_text(f'variant other of "Case":\n  {name} is 3\n', encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        load_program(tmp_path / "case.hoyle", ["other"])
    (found,) = caught.value.diagnostics
    assert found.message == "how many dice there are has no name that a variant could set"
    head = re.search(r"write (replace .*?:) and all its lines below", found.hint)
    assert head is not None
    rows = "".join(f"  {row}\n" for row in table.splitlines())
    (tmp_path / "other.hoyle").write_text(f'variant other of "Case":\n  {head[1]}\n{rows}', encoding="utf-8")
    load_program(tmp_path / "case.hoyle", ["other"])
