"""The types of the language: what an expression can be, one or many of it.

Comes in: names of kinds, components, zones, combinations. Goes out: `Type`, small and comparable.
What always holds: a place, a meld and a play are their cards where cards are wanted; one of a type is a list of one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

# Words said with `of` that every game has; nothing that is itself said with `of` may be called so.
LIBRARY = (
    "cards", "size", "left", "right", "others", "top", "bottom", "high", "low", "form", "length", "lead", "latest",
    "player",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Type:
    """`name` is number, truth, player, kind, card, place, meld, play, form or nothing; `of` the declaration it belongs
    to (a kind, component, zone or combination); `many`: a list of these."""

    name: str
    of: str = ""
    many: bool = False

    def each(self) -> Type:
        """The type of one member."""
        return replace(self, many=False)

    def list(self) -> Type:
        """The type of a list of these."""
        return replace(self, many=True)

    def told(self) -> str:
        """`this is a number`, `these are players`."""
        return f"these are {self}" if self.many and self.name not in ("kind", "nothing") else f"this is {self}"

    def wanted(self) -> str:
        """`a number is wanted`, `players are wanted`."""
        return f"{self} {'are' if self.many and self.name not in ('kind', 'nothing') else 'is'} wanted"

    def __str__(self) -> str:
        one, plural = {
            "number": ("a number", "numbers"),
            "truth": ("a condition (true or not)", "conditions"),
            "player": ("a player", "players"),
            "kind": (f"a `{self.of}`", f"a list of `{self.of}`"),
            "card": (f"a `{self.of}`", f"several of `{self.of}`"),
            "place": (f"a place `{self.of}`", f"places `{self.of}`"),
            "meld": (f"a `{self.of}`", f"several of `{self.of}`"),
            "play": (f"a play in `{self.of}`", f"plays in `{self.of}`"),
            "form": (f"a form of `{self.of}`", f"forms of `{self.of}`"),
            "nothing": ("nothing", "an empty list"),
            "error": ("something", "something"),
        }[self.name]
        return plural if self.many else one


NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
PLAYERS = Type("player", many=True)
NOTHING = Type("nothing", many=True)


@dataclass(slots=True)
class Ref:
    """What a name stands for. `kind`: local, seat, zone, track, term, parameter, kind, value, component, row, face,
    column, index, library, procedure, form, predicate, flag, players; `what`: the declaration or value."""

    kind: str
    what: Any = None
