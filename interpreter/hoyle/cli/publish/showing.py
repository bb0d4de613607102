"""A flow that keeps what is shown to all, for a page that tells it: a compiled game has no events.

Comes in: a flow. Goes out: one that plays the same, with a list more for each place of the rules that shows cards or dice
to all: what it showed last. What always holds: no rule reads these lists, and each holds what all have seen.
"""

from __future__ import annotations

from dataclasses import replace

from ...engine.flow import Flow, ListSet, Reveal, Slot, Sort
from ...engine.flow.values import NONE

SHOWN = "shown "
"""How the names of these lists begin; no name of a rule has a space."""


def with_shows(flow: Flow) -> Flow:
    """The flow with lists of what is shown to all. What only some are shown is kept nowhere."""
    code, slots = list(flow.code), list(flow.slots)
    for pc, instr in enumerate(code):
        if isinstance(instr, Reveal) and instr.to is None:
            code[pc] = ListSet(len(slots), instr.cards, span=instr.span)
            slots.append(Slot(f"{SHOWN}{pc}", Sort("list", "card"), NONE, "local"))
    return replace(flow, code=code, slots=slots)
