"""Values: what stands for none, the largest number, what sorts of values there are."""

from __future__ import annotations

from dataclasses import dataclass

NONE = -(2**31)
LARGEST = 2**31 - 1
NOPLACE = 0


@dataclass(frozen=True, slots=True)
class Sort:
    """What a value is: number, truth, player, kind, face, card, place, form, meld, play or list (of `of`).

    `of` names the kind, component, zone family or combination where one is meant.
    """

    name: str
    of: str = ""


NUMBER, TRUTH, PLAYER = Sort("number"), Sort("truth"), Sort("player")
