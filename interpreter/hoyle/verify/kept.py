"""Plays that show a fault, kept as records, and held against the rules again.

Comes in: a violation; or what a record file holds. Goes out: JSON data (a record of `engine.record` with a key
`verify`); or a `Verdict`. What always holds: a kept play that still shows its fault FAILS, one that goes to its end
without it is FIXED, and where a step cannot be played any more, or the game is for others now, it NO LONGER APPLIES,
and why is said.

    {…, "from": where the rules are, "set": parameters, "scope": small instance or null,
     "verify": {"property", "message", "steps", "loop": steps after which it goes round, or null}}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as File
from random import Random
from typing import Any

from ..engine.errors import PlayError
from ..engine.record import Record
from ..engine.state import State
from ..language.diagnostics import HoyleError, SpecErrors
from .cell import loads_again, remembers
from .checks import Checks
from .paired import TRIES
from .plays import Fixed, Path, retrace, run
from .properties import ENDS, FOLLOWED, JSON, KNOWN, SEATS, SEED, SEEN, Fault
from .report import Violation
from .rules import Case, Rules, Setting
from .seats import Seats
from .story import Story, tell
from .twins import Twins

FIXED, FAILS, NO_LONGER = "FIXED", "FAILS", "no longer applies"


@dataclass(frozen=True)
class Verdict:
    """What a kept play shows of the rules as they are now. `story` tells it where it still fails; `fault` is what is
    wrong, or what was."""

    result: str
    message: str
    property: str
    story: Story | None = None
    case: Case | None = None
    path: Path = ()
    steps: int = 0
    fault: Fault | None = None


def record_data(rules: Rules, violation: Violation) -> dict[str, Any] | None:
    """The record of a violation as JSON data; None if no play shows it."""
    if not violation.path and not violation.steps:
        return None
    setting = violation.setting
    case = rules.case(setting)
    record = Record(
        case.flow.title,
        case.game.digest,
        list(case.program.variants),
        dict(case.flow.parameters),
        list(case.names.seats),
        None,
        list(_steps(case, violation)),
        None,
    )
    asked = File(rules.asked)
    return {
        **record.to_json(),
        "from": str(asked.resolve()) if asked.exists() else str(rules.asked),
        "set": dict(setting.values),
        "scope": setting.scope,
        "verify": {
            "property": violation.fault.name,
            "message": violation.fault.message,
            "steps": violation.steps,
            "loop": violation.fault.loop,
        },
    }


def _steps(case: Case, violation: Violation) -> list[dict[str, Any]]:
    """The steps of a play in words and as data, the last included even where it cannot be played."""
    found = []
    table = case.game.table(case.setting.players)
    for step in retrace(case, violation.path, violation.steps):
        if step.player == -2:
            continue
        state = table.state(step.before)
        if step.player == -1:
            outcome = state.chances[step.index][0]
            found.append({"chance": str(outcome), "value": outcome.value})
        else:
            move = state.moves[step.index]
            said = {"player": state.player, "choice": str(move), "option": move.option, "values": dict(move.values)}
            found.append(said)
    return found


def file_name(rules: Rules, violation: Violation) -> str:
    """What the record of a violation is called: the same fault has the same name in every run."""
    setting = violation.setting
    parts = [rules.name, violation.fault.name, *setting.variants, setting.scope or "", str(setting.players)]
    return "-".join(part.replace(" ", "-") for part in parts if part) + ".json"


# ---- held against the rules again ----------------------------------------------------------------------------------


def judge(data: dict[str, Any], spec: str | None = None) -> Verdict:
    """What a record kept by `verify` shows of the rules as they are now.

    Args:
        data: what the file holds.
        spec: where the rules are, if not where the record says.

    Raises:
        HoyleError: it is not such a record, or there is no such game.
        SpecErrors: the rules have mistakes.
    """
    record = Record.from_json(data)
    about = data.get("verify")
    if not isinstance(about, dict) or not isinstance(about.get("property"), str):
        raise HoyleError("this record was not kept by `hoyle verify`: it does not say what it shows")
    name = str(about["property"])
    where = spec or data.get("from")
    if not isinstance(where, str):
        raise HoyleError(f"the record does not say where the rules of {record.game} are; name them: --spec SPEC")
    rules = Rules(where)
    try:
        case = rules.case(_setting(record, data, rules))
    except (SpecErrors, HoyleError) as error:
        return Verdict(NO_LONGER, str(error), name)
    try:
        path, whole = _path(case, record)
    except HoyleError as error:
        return Verdict(NO_LONGER, str(error), name)
    steps = len(record.steps) if whole else len(record.steps) + 1
    fault = _again(case, name, path, steps, about.get("loop"))
    if fault is None:
        was = Fault(name, str(about.get("message", "")))
        message = "the play goes as recorded, and nothing is wrong at its end"
        return Verdict(FIXED, message, name, None, case, path, steps, was)
    return Verdict(FAILS, fault.message, name, tell(case, path, steps, fault), case, path, steps, fault)


def still_violated(data: dict[str, Any], rules: Rules) -> Violation | None:
    """The violation a record shows, if these rules still have it."""
    found = judge(data, str(rules.asked))
    if found.result != FAILS or found.fault is None or found.case is None:
        return None
    return Violation(found.case.setting, found.fault, found.path, found.steps)


def _setting(record: Record, data: dict[str, Any], rules: Rules) -> Setting:
    values, scope = data.get("set", {}), data.get("scope")
    numbers = isinstance(values, dict) and all(isinstance(v, int) and not isinstance(v, bool) for v in values.values())
    if not numbers or not isinstance(scope, str | None):
        raise HoyleError("the record's `set` or `scope` is not as it should be")
    if not all(isinstance(variant, str) for variant in record.variants):
        raise HoyleError("the record's `variants` must be names")
    variants = tuple(rules.variant(name) for name in record.variants if name not in rules.always)
    setting = Setting(len(record.players), variants, tuple(values.items()), scope)
    seats = rules.program(setting.variants, setting.values, setting.scope).seats()
    if setting.players not in seats:
        raise HoyleError(f"the game is not for {setting.players} players any more")
    return setting


def _path(case: Case, record: Record) -> tuple[Path, bool]:
    """The path of a record's steps, and whether all of them could be played.

    Raises:
        HoyleError: a step is not possible any more.
    """
    state: State
    try:
        state = case.game.start(len(record.players), None)
    except PlayError:
        return (), True
    path: list[int] = []
    for number, step in enumerate(record.steps, 1):
        try:
            index = _index(state, step, record.players)
        except HoyleError as error:
            raise HoyleError(f"step {number} of {len(record.steps)}: {error}") from None
        if len(state.moves or state.chances) > 1:
            path.append(index)
        try:
            state = state.take(index) if state.kind == "chance" else state.play(index)
        except PlayError:
            return tuple(path), number == len(record.steps)
    return tuple(path), True


def _index(state: State, step: dict[str, Any], players: Sequence[str]) -> int:
    if "chance" in step:
        for index, (outcome, _) in enumerate(state.chances):
            if _plain(outcome.value) == step.get("value"):
                return index
        raise HoyleError(f"chance cannot give `{step['chance']}` here")
    if state.kind != "decision":
        raise HoyleError(f"nobody is to choose, and the record says `{step.get('choice')}`")
    if step.get("player") not in players or players.index(str(step["player"])) != state.players.index(
        str(state.player)
    ):
        raise HoyleError(f"{state.player} is to choose, not {step.get('player')}")
    for index, move in enumerate(state.moves):
        if move.option == step.get("option") and _plain(dict(move.values)) == step.get("values"):
            return index
    raise HoyleError(f"{state.player} cannot `{step.get('choice')}`")


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def _again(case: Case, name: str, path: Path, steps: int, loop: Any) -> Fault | None:
    """The fault, if the play still shows it."""
    if name in (KNOWN, SEEN):
        told = Twins(case, {name}).look(path, Random(7), TRIES * 4, steps)
        if told is not None:
            return told.fault
        return remembers(case, path) if name == SEEN else None
    if name == SEATS:
        return Seats(case).look(path)
    if name in (SEED, JSON):
        return loads_again(case, run(case, Fixed(path), None, 1_000_000, steps))
    played = run(case, Fixed(path), Checks(case, {name, FOLLOWED}), 1_000_000, steps)
    if played.fault is not None:
        return played.fault if played.fault.name == name else None
    if name == ENDS and isinstance(loop, int):
        frames = [step.after for step in retrace(case, path, steps)]
        if loop < len(frames) - 1 and frames[loop] == frames[-1]:
            return Fault(ENDS, "after the last move the position is one that was there before", loop=loop)
    return None
