"""How a terminal words what the engine says: `your hand` for `hand of you`, and lines never broken inside a card.

Comes in: lines in the engine's names. Goes out: the same lines for people. What always holds: only whole names are
touched, and records keep the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from . import output

if TYPE_CHECKING:
    from ..engine.state import Table

YOU = "you"
Rewrite = Callable[[str], str]


@lru_cache(maxsize=8)
def yours(table: Table) -> Rewrite:
    """Says `your hand` for `hand of you`, where a player is called so, and of all players `you are now out` for
    `out of you: no → yes`, as a flag is an adjective."""
    names, flow = table.names, table.machine.flow
    if YOU not in names.seats:
        return lambda text: text
    words: dict[str, str] = {f"turn of {YOU}": "your turn"}
    slots = list(zip(names.slots, flow.slots, strict=True))
    for label, owner in [
        *((label, place.owner) for label, place in zip(names.places, flow.places, strict=True)),
        *((label, slot.owner) for label, slot in slots if slot.sort.name != "truth"),
    ]:
        if owner == names.seats.index(YOU) and label.endswith(f" of {YOU}"):
            words[label] = f"your {label.removesuffix(f' of {YOU}')}"
    for label, slot in slots:
        if slot.owner is None or slot.sort.name != "truth":
            continue
        whose = names.seats[slot.owner]
        if label.endswith(f" of {whose}"):
            flag = label.removesuffix(f" of {whose}")
            so = f"{whose} {'are' if whose == YOU else 'is'}"
            words[f"{label}: no → yes"] = f"{so} now {flag}"
            words[f"{label}: yes → no"] = f"{so} no longer {flag}"
    return _replacing(words)


def together(names: Iterable[str]) -> Rewrite:
    """Keeps the words of each name together when lines are broken (see `output.show`)."""
    return _kept(tuple(dict.fromkeys(names)))


@lru_cache(maxsize=8)
def _kept(names: tuple[str, ...]) -> Rewrite:
    return _replacing({name: name.replace(" ", output.TOGETHER) for name in names})


def listed(names: Sequence[str]) -> str:
    """`ann`, `ann and bob`, `ann, bob and cid`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _replacing(words: dict[str, str]) -> Rewrite:
    """Replaces whole names; of two that begin alike the longer one is meant."""
    if not words:
        return lambda text: text
    alternatives = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])")
    return lambda text: pattern.sub(lambda found: words[found[0]], text)
