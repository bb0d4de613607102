"""Whole random specs without a card or a die: counters, flags, markers, numbers that are picked, chance among players.

Comes in: a source of decisions. Goes out: a `Spec`. What always holds: a turn goes up by one at least, so every play
ends.
"""

from __future__ import annotations

from .source import Seeded, Source
from .spec import TITLE, Spec


def bare(seed: int) -> Spec:
    """The random spec without pieces of a seed."""
    return make_bare(Seeded(seed))


def make_bare(source: Source) -> Spec:
    """A spec without pieces from any source of decisions."""
    low = source.integer(1, 3)
    high = low + source.integer(0, 2)
    reach, most = source.integer(1, 9), source.integer(1, 3)
    flag, kind, shared = source.chance(50), source.chance(50), source.chance(50)
    first = source.pick(["the first p in players", "a random p in players"])
    lines = [
        f'game "{TITLE}"',
        f"for {low} players" if low == high else f"for {low} to {high} players",
        f"winners: p in players with {source.pick(['highest', 'lowest'])} points of p",
        "counter points of each player",
        "marker starter: player",
    ]
    lines += ["kind colour: red, green, blue", "marker wanted: colour"] if kind else []
    lines += ["flag held of each player"] if flag else []
    lines += ["counter pot"] if shared else []
    lines += ["", "to play:", f"  starter becomes {first}"]
    lines += [f"  wanted becomes {source.pick(['red', 'a random y in colour'])}"] if kind else []
    lines += [
        f"  turns for p in players from starter until the highest points of players >= {reach}:",
        "    p takes-turn",
        "  end game as settled",
        "",
        "turn (player p) takes-turn:",
        "  p scores 1",
        "  p chooses:",
    ]
    options = [[f"    to step, for n in 1 to {most}:", "      p scores n"], ["    to stay:", "      starter becomes p"]]
    if kind:
        options.append(["    to name, for y in colour, where y is not wanted:", "      wanted becomes y"])
    if flag:
        options.append(["    to hold, where p is not held:", "      p becomes held"])
    if shared:
        options.append(["    to give, for q in players:", "      q scores 1", "      pot gains 1"])
    for option in source.some(options, 1, len(options)):
        lines += option
    if not any("to stay" in line for line in lines):
        lines += options[1]
    return Spec("\n".join([*lines, ""]), "", range(low, high + 1))
