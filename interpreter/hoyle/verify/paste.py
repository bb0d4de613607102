"""A play that shows a fault, as an example block to paste into the spec.

Comes in: a case, a play, and the fault at its end. Goes out: text. What always holds: the block sets up the position
before the last turn, and plays from there; it has been run, and shows what the play shows, or it says that it could
not be made to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine import flow as F
from ..engine.examples import ExampleResult, run_example
from ..engine.layout import Frozen
from ..language.check import check
from ..language.diagnostics import HoyleError, SpecErrors
from ..language.parse import parse
from .plays import Path, Step, retrace
from .properties import ALWAYS, DEAD_END, FOLLOWED, Fault
from .rules import Case

STARTS = 6
"""How many decisions back a block may start."""


def as_example(case: Case, path: Path, steps: int, fault: Fault) -> str:
    """The play as an example block."""
    play = list(retrace(case, path, steps))
    first = ""
    decisions = [k for k, step in enumerate(play) if step.player >= 0]
    for start in reversed(decisions[-STARTS:]):
        for call in _calls(case, play[start].before):
            block = _block(case, play, start, call, fault)
            if _shows(case, block, fault):
                return block
            first = first or block
    if not first:
        return "# No decision has been taken where this goes wrong, so there is no example of it."
    return f"# This example does not go wrong as the play did: finish it by hand.\n{first}"


def _block(case: Case, play: Sequence[Step], start: int, call: str, fault: Fault) -> str:
    name = fault.name.replace(" ", "-")
    lines = [f"example shows-{name} for {', '.join(case.names.seats)}:"]
    lines += [f"  given {given}" for given in _position(case, play[start].before)]
    lines.append(f"  at {call}")
    for step in play[start:]:
        lines.append(f"  {_act(case, step)}" if step.player >= 0 else f"  luck: {_luck(case, step)}")
    test = _test(case, fault)
    if test:
        lines.append(f"  expect {test}")
    elif fault.name != FOLLOWED:
        lines.append(f"  # {fault.message}")
    return "\n".join(lines)


def _test(case: Case, fault: Fault) -> str:
    """What should hold, as the spec has it."""
    if not fault.name.startswith(ALWAYS):
        return ""
    test = case.program.invariants[fault.name.removeprefix(ALWAYS)].test
    lines = case.program.texts.get(test.span.file, "").splitlines()[test.span.line - 1 : test.span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: test.span.end_column - 1]
    lines[0] = lines[0][test.span.column - 1 :]
    return " ".join(" ".join(lines).split())


# ---- the position --------------------------------------------------------------------------------------------------


def _position(case: Case, frame: Frozen) -> Iterator[str]:
    """What lies where, but for what is at home; and the tracks that are not as at the start."""
    layout, names, flow = case.machine.layout, case.names, case.flow
    for index, lies in enumerate(flow.places):
        lying = frame[layout.place(index)]
        if index == F.NOPLACE or not lying or lies.start:
            continue
        if lies.shape == "plays":
            said = ", ".join(f"{names.cards(play[2])} by {names.seats[play[0]]}" for play in lying)
        else:
            said = ", ".join(names.faces[face] for face in lying)
        yield f"{names.places[index]}: {said}"
    for index, slot in enumerate(flow.slots):
        value = frame[layout.slot(index)]
        if slot.role != "track" or value == slot.initial:
            continue
        name, owner = names.slots[index], slot.name.partition(" of ")[2]
        if slot.sort.name == "truth" and (slot.owner >= 0 or owner):
            flag = slot.name.partition(" of ")[0]
            yield f"{names.seats[slot.owner] if slot.owner >= 0 else owner}: {flag}"
        else:
            yield f"{name}: {names.word(value, slot.sort)}"


def _calls(case: Case, frame: Frozen) -> Iterator[str]:
    """The procedures that are running, as calls, the one that asks first."""
    layout, flow = case.machine.layout, case.flow
    values = {slot.name: (frame[layout.slot(k)], slot.sort) for k, slot in enumerate(flow.slots)}
    asking = flow.code[frame[0]].name  # type: ignore[attr-defined]
    running = [name for name in flow.procedures if values.get(f"{name}: back to", (0,))[0]]
    for name in sorted(running, key=lambda name: name != asking):
        params = case.program.procedures[name].params
        said = [case.names.word(*values[f"{name}: {param.name}"]) for param in params]
        yield f"{said[0]} {name} {', '.join(said[1:])}".strip() if said else name


# ---- the play ------------------------------------------------------------------------------------------------------


def _act(case: Case, step: Step) -> str:
    move = case.machine.moves(step.before)[step.index]
    option = case.machine.chooser(step.before[0]).options[move[0]].info
    rest = case.names.said(case.machine.said(step.before, move)[1:]).replace(" for ", ", for ")
    return f"{case.names.seats[step.player]} does {option.name} {rest}".strip()


def _luck(case: Case, step: Step) -> str:
    outcome = case.machine.outcomes(step.before)[step.index][0]
    instr = case.flow.code[step.before[0]]
    if isinstance(instr, F.Pick):
        return case.names.word(outcome, case.flow.slots[instr.slot].sort)
    faces = outcome if isinstance(outcome, tuple) else (outcome,)
    return ", ".join(case.names.faces[face] for face in faces)


# ---- held against the rules ----------------------------------------------------------------------------------------


def _shows(case: Case, block: str, fault: Fault) -> bool:
    """Whether the block, run, goes wrong where the play does."""
    result = _run(case, block)
    if result is None:
        return False
    if result.problem is None:
        return fault.name != FOLLOWED and not fault.name.startswith(ALWAYS)
    if fault.name == FOLLOWED:
        return result.problem.code == "E402"
    last = block.count("\n") + 1
    return fault.name != DEAD_END and result.problem.span.line - result.span.line + 1 == last


def _run(case: Case, block: str) -> ExampleResult | None:
    rules, setting = case.rules, case.setting
    file = str(rules.source.file)
    text = f"{rules.texts[file].rstrip()}\n\n{block}\n"
    try:
        tree = parse(text, file)
        changes = [(name, rules.changes(name)) for name in case.program.variants]
        scope = (setting.scope, rules.scopes(setting.variants)[setting.scope].changes) if setting.scope else None
        example = tree.declarations[-1]
        if changes or scope:
            # Variants leave out the game's examples, but not their own.
            from ..language import tree as t

            tree.declarations.pop()
            changes.append(("the example", [t.Add(example)]))
            if scope is not None:
                scope = scope[0], [*scope[1], t.Add(example)]
                changes.pop()
        program = check(rules.name, tree, changes, dict(setting.values), {**rules.texts, file: text}, scope)
        return run_example(program, list(program.examples.values())[-1])
    except (SpecErrors, HoyleError):
        return None
