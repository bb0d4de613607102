"""What a program must know to embed a game: the manifest beside its module.

Comes in: a checked program and its module. Goes out: JSON data. What always holds: with the manifest alone a position's
bytes can be read as `State.to_json` gives it, and as each player sees it; what is the same for all numbers of players
is said once, under `shared`.

The format is numbered (`FORMAT`) and described in the page that `hoyle compile` writes. A change that old hosts would
misread gives it the next number.
"""

from __future__ import annotations

import json
from typing import Any

from ...language.program import Program, constant
from ...language.tree import Span
from .. import flow as f
from ..saving import flow_digest
from .bundle import Bundle, Count
from .states import positions_of

FORMAT = 1


def manifest(program: Program, bundle: Bundle, version: str) -> dict[str, Any]:
    """The manifest of a game's module, without words.

    Args:
        program: the game.
        bundle: its module.
        version: of Hoyle, for the record.
    """
    numbers = {said: number for number, said in enumerate(_said(bundle))}
    counts = {players: _count(count, numbers) for players, count in bundle.counts.items()}
    first, *others = counts.values()
    shared = {key: value for key, value in first.items() if all(other[key] == value for other in others)}
    return {
        "format": FORMAT,
        "hoyle": version,
        "game": program.name,
        "title": program.title,
        "variants": list(program.variants),
        "module": bundle.version,
        "parameters": [_parameter(program, name) for name in program.parameters],
        "faults": [{"message": message, "line": span.line} for message, span in bundle.faults],
        "addresses": {"state": bundle.state_at, "moves": bundle.moves_at},
        "shared": shared,
        "players": {
            str(players): {key: value for key, value in count.items() if key not in shared}
            for players, count in counts.items()
        },
    }


def options_said(bundle: Bundle) -> list[tuple[int, f.OptionInfo]]:
    """The options that are said in different ways, each with a number of players it is there for; the `words` of an
    option in the manifest are its number in this list."""
    return list(_said(bundle).values())


def _said(bundle: Bundle) -> dict[str, tuple[int, f.OptionInfo]]:
    """By how they are said, the options; of those said alike, one of the largest number of players."""
    found: dict[str, tuple[int, f.OptionInfo]] = {}
    for players, count in bundle.counts.items():
        for pc in count.records:
            choose = count.flow.code[pc]
            assert isinstance(choose, f.Choose)
            for option in (option for tier in choose.tiers for option in tier.options):
                found[signature(option, choose.name)] = players, option
    return found


def signature(option: f.OptionInfo, procedure: str) -> str:
    """The same for options that are said the same way: with other numbers of players, in the same procedure."""
    phrase = [[part[1].name, part[1].of] if isinstance(part, tuple) else part for part in option.phrase.parts]
    return json.dumps([procedure, option.name, phrase, [[bind.sort.name, bind.sort.of] for bind in option.binds]])


def _parameter(program: Program, name: str) -> dict[str, Any]:
    """A parameter: its value in this module, its default, and what it may be."""
    declared = program.parameters[name]
    row: dict[str, Any] = {
        "name": name,
        "value": program.value_of(name),
        "default": constant(declared.value, program),
        "from": constant(declared.low, program) if declared.low else None,
        "to": constant(declared.high, program) if declared.high else None,
    }
    if declared.among:
        row["among"] = [constant(one, program) for one in declared.among]
    return row


def _count(count: Count, numbers: dict[str, int]) -> dict[str, Any]:
    """What is to be known for one number of players."""
    flow, layout = count.flow, count.layout
    return {
        "flow": flow_digest(flow),
        "size": layout.size,
        "addresses": {"given": count.given_at, "result": count.result_at, "said": count.said_at},
        "kinds": {kind.name: list(kind.values) for kind in flow.kinds},
        "components": [
            {
                "name": component.name,
                "sort": component.sort,
                "first": component.first,
                "size": component.size,
                "dice": component.dice,
                "bits": layout.packings[k].bits,
                "words": layout.packings[k].words,
                "wide": layout.packings[k].wide,
                "order": list(positions_of(layout, k)),
            }
            for k, component in enumerate(flow.components)
        ],
        "faces": [{"name": face.name, "row": face.row, "count": face.count} for face in flow.faces],
        "combinations": [
            {"name": one.name, "component": one.component, "forms": [form.name for form in one.forms]}
            for one in flow.combinations
        ],
        "places": [_place(count, k) for k in range(len(flow.places))],
        "slots": [_slot(count, k) for k in range(len(flow.slots))],
        "turns": list(flow.turns),
        "stops": {str(pc): stop for pc in range(len(flow.code)) if (stop := _stop(count, pc, numbers)) is not None},
        "endings": list(flow.endings),
        "winners": [{"scored": row.score is not None, "highest": row.highest} for row in flow.winners],
    }


def _place(count: Count, index: int) -> dict[str, Any]:
    """A place: its name without its owner, who sees it, and where it is in a state."""
    place, at = count.flow.places[index], count.layout.places[index]
    return {
        "name": place.name,
        "zone": place.family,
        "owner": None if place.owner < 0 else place.owner,
        "seen": place.view,
        "shape": place.shape,
        "component": at.component,
        "combination": place.combination,
        "at": at.offset,
        "most": at.capacity,
    }


def _slot(count: Count, index: int) -> dict[str, Any]:
    """A counter, flag, marker or local value, and where it is in a state."""
    slot, at = count.flow.slots[index], count.layout.slots[index]
    row: dict[str, Any] = {
        "name": slot.name,
        "owner": None if slot.owner < 0 else slot.owner,
        "role": slot.role,
        "sort": _sort(slot.sort),
        "initial": slot.initial,
        "shape": at.shape,
        "component": at.component,
        "at": at.offset,
    }
    if at.shape == "list":
        row |= {"most": at.capacity, "width": at.width, "item": at.item, "end": at.end}
    return row


def _sort(sort: f.Sort) -> list[str]:
    return [sort.name, sort.of]


def _line(span: Span) -> int | None:
    return span.line or None


def _stop(count: Count, pc: int, numbers: dict[str, int]) -> dict[str, Any] | None:
    """A place in the rules where the game can stand still, if it is one."""
    instr = count.flow.code[pc]
    line = _line(instr.span)
    match instr:
        case f.EndGame(ending):
            return {"kind": "over", "ending": ending, "line": line}
        case f.Draw() | f.Roll() | f.Pick():
            return {"kind": "chance", "what": type(instr).__name__.lower(), "line": line}
        case f.Choose() if pc in count.records:
            size, offsets = count.records[pc]
            options = [option for tier in instr.tiers for option in tier.options]
            return {
                "kind": "decision",
                "in": instr.name,
                "public": instr.public,
                "secret": instr.secret,
                "line": line,
                "record": size,
                "options": [
                    {
                        **_option(count, option, offsets[k], count.spoken[pc][k]),
                        "words": numbers[signature(option, instr.name)],
                    }
                    for k, option in enumerate(options)
                ],
            }
    return None


def _option(count: Count, option: f.OptionInfo, offsets: tuple[int, ...], spoken: list[Any]) -> dict[str, Any]:
    """An option: what its moves bind, and how they are said: words, numbers of binds, values that `said` writes."""
    binds = []
    for bind, offset in zip(option.binds, offsets, strict=True):
        at = count.layout.slots[bind.slot]
        name = count.flow.slots[bind.slot].name.rpartition(": ")[2]
        shape = {"shape": at.shape, "component": at.component, "at": offset}
        binds.append({"name": name, "sort": _sort(bind.sort), **shape})
    values = iter(spoken)
    phrase: list[Any] = []
    for part in option.phrase.parts:
        if isinstance(part, tuple):
            one = next(values)
            phrase.append({"sort": _sort(part[1]), "shape": one.shape, "component": one.component, "at": one.offset})
        else:
            phrase.append(part)
    return {"name": option.name, "binds": binds, "phrase": phrase}
