"""A small card game whose every number can be worked out by hand, and ways to break it."""

from __future__ import annotations

from pathlib import Path

from hoyle.verify.rules import Rules

LADDER = """game "Ladder"
for 2 to 3 players
winners: p in players with highest points of p

cards in deck:
  name | value  | copies
  card | 1 to 4 | 2

pile deck, seen by nobody
pile table, seen by all
zone hand of each player, seen by its owner
counter points of each player

to play:
  let first-player be a random p in players
  shuffle deck
  deal 2 from deck to hand of players from first-player
  turns for p in players from first-player until hand of players is empty:
    p takes-turn
  end game as all-played

turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto table:
      p scores value of c

always points-lie-there: the total points of players = the total value of table
measure takes-turn: size of hand of players

scope small:
  for 2 players
  replace cards in deck:
    name | value  | copies
    card | 1 to 2 | 2
"""

EDITS = {
    "can-be-followed": (
        "      p scores value of c\n",
        "      p scores value of c\n      draw 3 from deck into table\n",
    ),
    "no-dead-end": ("onto table:", "onto table, where value of c > 1:"),
    "ends": ("  p chooses:\n", "  p chooses:\n    to wait\n"),
    "winners": (
        "winners: p in players with highest points of p\n",
        "winners:\n  three: p in players with highest points of p if size of players = 3\n",
    ),
    "moves-are-known": ("onto table:", "onto table, where value of c <= the highest value of hand of left of p:"),
    "seats-alike": (
        "  end game as all-played\n",
        "  let favourite be the first p in players\n  favourite scores 1\n  end game as all-played\n",
    ),
    "always points-lie-there": ("      p scores value of c\n", "      p scores 1\n"),
    "measure takes-turn": ("takes-turn: size of hand of players", "takes-turn: size of deck + 1"),
}
"""By property an edit that breaks it."""


def ladder(folder: Path, *edits: tuple[str, str]) -> Path:
    """The game, written into a folder, with some texts changed."""
    text = LADDER
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    file = folder / "ladder.hoyle"
    file.write_text(text, encoding="utf-8")
    return file


def broken(folder: Path, name: str) -> Rules:
    """The rules of the game with the edit that breaks a property."""
    return Rules(ladder(folder, EDITS[name]))
