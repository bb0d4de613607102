"""Small games that tests of several parts play."""

from __future__ import annotations


def with_dice(title: str, rules: str, dice: int = 1) -> str:
    """A game for two with some dice in a cup, and these rules from line 9 on."""
    return f"""game "{title}"
for 2 players
winners: p in players with highest points of p
counter points of each player
dice in cup, {dice} of them:
  name | pips
  die  | 1 to 6
zone cup, seen by all
{rules}"""


LONELY = """game "Lonely"
for 2 players
winners: p in players with highest points of p
counter points of each player
cards in deck:
  name | value
  card | 1 to 6
pile deck, seen by nobody
to play:
  for each p in players:
    p chooses:
      to stay
      to go
    repeat until points of p > 3:
      left of p chooses:
        to nod
        to look
"""
"""Whoever chooses first is not asked again: the other nods for ever."""
