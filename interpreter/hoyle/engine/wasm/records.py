"""The moves of a decision as records in memory.

Comes in: `Choose`. Goes out: how its records are laid out, code that reads and writes values in them. What always
holds: all records of a decision have one size; the first number of a record is its option.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import flow as f
from . import wat
from .layout import SlotAt
from .plays import read_meld, read_play, write_meld, write_play
from .unit import Fn, Int, Meld, Play, Unit, Value
from .values import as_int
from .wat import Code, Node


@dataclass(frozen=True, slots=True)
class Record:
    """The records of a decision: their size, and the offset of each bind's value, option by option in all tiers."""

    size: int
    offsets: tuple[tuple[int, ...], ...]


def record_of(unit: Unit, choose: f.Choose) -> Record:
    """How the moves of a decision are written."""
    size, align = 4, 4
    offsets: list[tuple[int, ...]] = []
    for tier in choose.tiers:
        for option in tier.options:
            if is_meld_option(unit, option):  # as `listing` writes a meld, its mark being the option
                offsets.append((0,))
                size, align = max(size, unit.layout.slots[option.binds[0].slot].size), 8
                continue
            at = 4
            mine = []
            for bind in option.binds:
                slot = unit.layout.slots[bind.slot]
                if slot.shape == "int":
                    mine.append(at)
                    at += 4
                else:
                    at = -(-at // 8) * 8
                    align = 8
                    mine.append(at)
                    at += slot.size
            offsets.append(tuple(mine))
            size = max(size, at)
    return Record(-(-size // align) * align, tuple(offsets))


def is_meld_option(unit: Unit, option: f.OptionInfo) -> bool:
    """Whether the one thing to choose of an option is a meld."""
    return len(option.binds) == 1 and isinstance(option.binds[0].seq, f.Melds)


def read_value(fn: Fn, slot: SlotAt, address: Node) -> tuple[Code, Value]:
    """A bind's value, from a record."""
    packing = fn.layout.packings[max(slot.component, 0)]
    if slot.shape == "meld":
        return read_meld(fn, packing, address)
    if slot.shape == "play":
        return read_play(fn, packing, address)
    code, node = fn.keep(wat.load(address), "x")
    return code, Int(node)


def write_value(value: Value, address: Node) -> Code:
    """A bind's value, into a record; the address may be used again."""
    if isinstance(value, Meld):
        return write_meld(value, address)
    if isinstance(value, Play):
        return write_play(value, address)
    return [wat.store(address, as_int(value))]
