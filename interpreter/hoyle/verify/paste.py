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
from ..language import tree as t
from ..language.check import check
from ..language.diagnostics import HoyleError, SpecErrors
from ..language.examples import act_line
from ..language.parse import parse
from .plays import Path, Step, retrace
from .properties import ALWAYS, DEAD_END, FOLLOWED, Fault
from .rules import Case

STARTS = 6
"""How many decisions back a block may start."""


def as_example(case: Case, path: Path, steps: int, fault: Fault, fails: bool = True) -> str:
    """The play as an example block.

    Args:
        case, path, steps: the play.
        fault: what is wrong at its end, or was.
        fails: whether it still is; the block holds if not.
    """
    play = list(retrace(case, path, steps))
    told = fault.name in (FOLLOWED, DEAD_END) or fault.name.startswith(ALWAYS)
    blocks = [
        _block(case, play, start, call, fault) for start in _starts(play) for call in _calls(case, play[start].before)
    ]
    last = play[-1].after
    if fault.name == DEAD_END and last is not None:
        # Whoever is stuck may be so from the start of a turn on.
        blocks = [_block(case, [Step(last, -1, 0, None, ())], 1, call, fault) for call in _calls(case, last)] + blocks
    if not blocks:
        return "# No decision has been taken where this goes wrong, so there is no example of it."
    # What was played in a small instance, or with other parameters, may be so in the game as it is, too.
    for scope in dict.fromkeys((None, case.setting.scope)):
        for block in blocks:
            result = _run(case, block, scope)
            if result is not None and (_shows(result, block, fault) if fails and told else result.problem is None):
                remarks = [] if scope is None else [f"# This holds in the small instance {scope} only."]
                remarks += [] if told else [f"# No example can say it: {fault.message}."]
                return "\n".join([*remarks, block])
    remarks = ["# This example does not come out as the play did: finish it by hand."]
    where = [f"{name} = {value}" for name, value in case.setting.values]
    if where:
        remarks.append(f"# It was played with {', '.join(where)}.")
    return "\n".join([*remarks, blocks[0]])


def _starts(play: Sequence[Step]) -> list[int]:
    """The steps before which a block may start, the last first: decisions, and chances without a decision between."""
    decisions = [k for k, step in enumerate(play) if step.player >= 0][-STARTS:]
    if not decisions:
        return []
    first = decisions[0]
    while first > 1 and play[first - 1].player == -1:
        first -= 1
    return list(range(len(play) - 1, first - 1, -1))


def _block(case: Case, play: Sequence[Step], start: int, call: str, fault: Fault) -> str:
    name = fault.name.replace(" ", "-")
    add = "add " if case.program.variants else ""  # it goes into the variant's file
    lines = [f"{add}example shows-{name} for {', '.join(case.names.seats)}:"]
    before = play[start].before if start < len(play) else play[-1].before
    lines += [f"  given {given}" for given in _position(case, before)]
    lines.append(f"  at {call}")
    for step in play[start:]:
        lines.append(f"  {_act(case, step)}" if step.player >= 0 else f"  luck: {_luck(case, step)}")
    test = _test(case, fault)
    if test:
        lines.append(f"  expect {test}")
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
    asking = getattr(flow.code[frame[0]], "name", "")
    running = [name for name in flow.procedures if values.get(f"{name}: back to", (0,))[0]]
    for name in sorted(running, key=lambda name: name != asking):
        params = case.program.procedures[name].params
        said = [case.names.word(*values[f"{name}: {param.name}"]) for param in params]
        yield f"{said[0]} {name} {', '.join(said[1:])}".strip() if said else name


# ---- the play ------------------------------------------------------------------------------------------------------


def _act(case: Case, step: Step) -> str:
    move = case.machine.moves(step.before)[step.index]
    option = case.machine.chooser(step.before[0]).options[move[0]].info
    return act_line(case.names.seats[step.player], option.name, case.names.said(case.machine.said(step.before, move)))


def _luck(case: Case, step: Step) -> str:
    outcome = case.machine.outcomes(step.before)[step.index][0]
    instr = case.flow.code[step.before[0]]
    if isinstance(instr, F.Pick):
        return case.names.word(outcome, case.flow.slots[instr.slot].sort)
    faces = outcome if isinstance(outcome, tuple) else (outcome,)
    return ", ".join(case.names.faces[face] for face in faces)


# ---- held against the rules ----------------------------------------------------------------------------------------


def _shows(result: ExampleResult, block: str, fault: Fault) -> bool:
    """Whether a block, run, went wrong where the play does."""
    if result.problem is None:
        return False
    if fault.name in (FOLLOWED, DEAD_END):
        return result.problem.code == "E402"
    last = block.count("\n") + 1
    return result.problem.span.line - result.span.line + 1 == last


def _run(case: Case, block: str, scope: str | None) -> ExampleResult | None:
    """Run a block as part of the spec or of a small instance; None if that would not take it."""
    rules, variants = case.rules, case.program.variants
    file = str(rules.source.file)
    text = f"{rules.texts[file].rstrip()}\n\n{block.removeprefix('add ')}\n"
    try:
        tree = parse(text, file)
        changes = [(name, rules.changes(name)) for name in variants]
        small = None
        if changes or scope is not None:
            # Variants leave out the game's examples, but not their own.
            added = t.Add(tree.declarations.pop())
            if scope is None:
                changes.append(("the example", [added]))
            else:
                small = scope, [*rules.scopes(variants)[scope].changes, added]
        program = check(rules.name, tree, changes, {}, {**rules.texts, file: text}, small)
        return run_example(program, list(program.examples.values())[-1])
    except (SpecErrors, HoyleError):
        return None
