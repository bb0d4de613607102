"""The function `$run`: a flow's instructions, from one stop to the next.

Comes in: the flow's code. Goes out: one function of the module, in which each instruction that can be gone to is a
block named after its place in the flow (`$pc_50`). What always holds: going forward is a plain branch; going back
goes through the table at the top, and counts as work; at a stop the state holds all there is, its program counter
included.
"""

from __future__ import annotations

from .. import flow as f
from . import chances, gathering, moving, wat, whole
from .choices import Lister
from .expr import scalar, slot_address, value
from .lists import clear_slot, list_next, list_set, put_slot
from .masks import cannot_fail
from .records import read_value
from .seq import each
from .truths import unless, when
from .unit import STATE, Fn, Unit
from .wat import Code, Node, Note

OVER, DECISION, CHANCE, STUCK, CAPPED = range(5)
"""Why `$run` comes back."""
PASSING = (f.Mark, f.Enter, f.Leave, f.Gauge)
"""Instructions that change nothing in a state."""


class Runner:
    """Makes `$run`."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.flow = unit, unit.flow
        self.code = unit.flow.code
        self.fn = Fn(unit, "$run", [("$pc", "i32")], ("i32",))
        self.listers = {
            pc: Lister(unit, pc, instr) for pc, instr in enumerate(self.code) if isinstance(instr, f.Choose)
        }
        self.reached, self.targets = self._reach()

    # ---- where control can go ------------------------------------------------------------------------------------

    def goto(self, pc: int) -> int:
        """The instruction that going to `pc` reaches, past those that only lead on."""
        for _ in self.code:
            instr = self.code[pc]
            if isinstance(instr, f.Jump):
                pc = instr.to
            elif isinstance(instr, PASSING):
                pc += 1
            else:
                break
        return pc

    def ways(self, pc: int) -> tuple[list[int], bool]:
        """Where an instruction can go to by a jump, and whether it can go on to the next."""
        instr = self.code[pc]
        match instr:
            case f.Jump(to):
                return [to], False
            case f.Branch(_, other):
                return [other], True
            case f.ListNext(_, _, done):
                return [done], True
            case f.GoSub(to, _):
                return [to, pc + 1], False
            case f.Return() | f.EndGame():
                return [], False
            case f.Choose():
                ways = [option.then for tier in instr.tiers for option in tier.options]
                return ways if instr.otherwise is None else [*ways, instr.otherwise], False
        return [], True

    def _reach(self) -> tuple[set[int], set[int]]:
        """The instructions that can be reached, and those that can be gone to from elsewhere."""
        entry = self.goto(self.flow.entry)
        reached: set[int] = set()
        targets = {entry}
        waiting = [entry]
        while waiting:
            pc = waiting.pop()
            if pc in reached:
                continue
            reached.add(pc)
            instr = self.code[pc]
            if isinstance(instr, f.Choose | f.Draw | f.Roll | f.Pick | f.EndGame):
                targets.add(pc)  # a state can stand there
            ways, on = self.ways(pc)
            for way in ways:
                to = self.goto(way)
                targets.add(to)
                waiting.append(to)
            if on:
                waiting.append(self.goto(pc + 1))
                if self.goto(pc + 1) != self._following(pc):
                    targets.add(self.goto(pc + 1))
        return reached, targets

    def _following(self, pc: int) -> int:
        """The next instruction that does something, in written order."""
        pc += 1
        while isinstance(self.code[pc], PASSING):
            pc += 1
        return pc

    # ---- the function --------------------------------------------------------------------------------------------

    def make(self) -> Node:
        """The text of the function."""
        order = sorted(self.reached)
        labels = [pc for pc in order if pc in self.targets]
        takes = [pc for pc in order if pc in self.listers]
        blocks: list[tuple[str, Code]] = []
        current: Code = []
        for pc in order:
            if pc in self.targets:
                blocks.append((f"$pc_{pc}", current := []))
            instr = self.code[pc]
            if isinstance(instr, f.Choose):
                current += self.ask(pc, instr)
                blocks.append((f"$take_{pc}", current := []))
                current += self.take(pc, instr)
                continue
            note = type(instr).__name__
            current.append(Note(f"{pc}: {note} at line {instr.span.line}" if instr.span.line else f"{pc}: {note}"))
            current += self.instruction(pc, instr)
            _, on = self.ways(pc)
            if on and self.goto(pc + 1) != self._following(pc):
                current += self.go(self.goto(pc + 1), pc)
        names = [name for name, _ in blocks]
        table: dict[int, str] = {pc: f"$pc_{pc}" for pc in labels}
        for number, pc in enumerate(takes):
            table[len(self.code) + number] = f"$take_{pc}"
        # raw program counters lie in slots that are returned to: all that lead to a label are in the table
        for pc in range(len(self.code)):
            to = self.goto(pc)
            if pc not in table and to in self.targets and to in self.reached:
                table[pc] = f"$pc_{to}"
        size = len(self.code) + len(takes)
        entries = " ".join(table.get(pc, "$nowhere") for pc in range(size))
        work = self.fn.local("work")
        lines = [
            f"(local.set {work} (global.get $jumps))",
            "loop $go",
            wat.text(wat.when(("i32.eqz", wat.get(work)), [("call", "$fail", wat.const(0))])),
            wat.text(wat.put(work, wat.sub(wat.get(work), wat.const(1)))),
            "block $nowhere",
        ]
        lines += [f"block {name}" for name in reversed(names)]
        lines.append(f"(br_table {entries} $nowhere (local.get $pc))")
        for name, body in blocks:
            lines.append(f"end ;; {name}")
            lines += [wat.text(node) for node in body]
        lines += ["end ;; $nowhere", "end ;; $go", "(unreachable)"]
        return self.fn.finish(["\n".join(lines)])

    def go(self, pc: int, here: int) -> Code:
        """Going to an instruction."""
        to = self.goto(pc)
        if to > here:
            return [("br", f"$pc_{to}")]
        return [wat.put("$pc", wat.const(to)), ("br", "$go")]

    def stop(self, pc: int, status: int) -> Code:
        """The game stops at an instruction."""
        return [wat.store(wat.const(STATE), wat.const(pc)), ("return", wat.const(status))]

    # ---- instructions --------------------------------------------------------------------------------------------

    def instruction(self, pc: int, instr: f.Instr) -> Code:
        """The code of an instruction that is no decision."""
        fn = self.fn
        slots = fn.layout.slots
        match instr:
            case f.Assign(slot, given):
                return self.assign(slot, given)
            case f.AssignAt(base, index, count, given):
                code, found = value(fn, given)
                more, address = fn.keep(slot_address(fn, base, index, count, instr), "at")
                return [*code, *more, *put_slot(fn, slots[base], found, address)]
            case f.Clear(cleared):
                return [part for slot in cleared for part in clear_slot(fn, slot)]
            case f.Branch(test, other):
                to, holds = self.goto(other), fn.label("holds")
                if to > pc:
                    return unless(fn, test, f"$pc_{to}")
                return [wat.block(holds, [*when(fn, test, holds), *self.go(other, pc)])]
            case f.GoSub(to, ret):
                return [wat.store(wat.const(STATE + slots[ret].offset), wat.const(pc + 1)), *self.go(to, pc)]
            case f.Return(ret):
                at = wat.const(STATE + slots[ret].offset)
                return [
                    wat.put("$pc", wat.load(at)),
                    *clear_slot(fn, ret),
                    ("br", "$go"),
                ]
            case f.ListSet():
                return list_set(fn, instr)
            case f.ListNext(_, _, done):
                return list_next(fn, instr, self.go(done, pc))
            case f.MoveCards():
                return moving.move_cards(fn, instr)
            case f.MoveAll():
                return whole.move_all(fn, instr)
            case f.MovePlay():
                return whole.move_play(fn, instr)
            case f.MoveMeld():
                return whole.move_meld(fn, instr)
            case f.Collect(_, to):
                following = self._following(pc)
                after = self.code[following]
                at_once = isinstance(after, f.Shuffle) and after.place == to and following not in self.targets
                return gathering.collect(fn, instr, shuffled=at_once)
            case f.Shuffle(place):
                before = self.code[pc - 1]
                if isinstance(before, f.Collect) and before.to == place and pc not in self.targets:
                    return []
                return gathering.shuffle(fn, instr)
            case f.Draw():
                return chances.draw(fn, instr, self.stop(pc, CHANCE))
            case f.Roll():
                return chances.roll(fn, instr, self.stop(pc, CHANCE))
            case f.Pick():
                return chances.pick(fn, instr, self.stop(pc, CHANCE))
            case f.EndGame():
                return self.stop(pc, OVER)
            case f.Reveal(cards, to):
                shown = [one for one in (cards, to) if one is not None and not cannot_fail(fn, one)]
                return [part for one in shown for part in each(fn, one, lambda _: [])]
            case f.Jump(to):
                return self.go(to, pc)
        raise AssertionError(f"no such instruction: {instr!r}")

    def assign(self, slot: int, given: f.Expr) -> Code:
        """A slot takes a value."""
        fn, at = self.fn, self.fn.layout.slots[slot]
        if at.shape == "int":
            return [wat.store(wat.const(STATE + at.offset), scalar(fn, given))]
        code, found = value(fn, given)
        return [*code, *put_slot(fn, at, found)]

    # ---- decisions -----------------------------------------------------------------------------------------------

    def ask(self, pc: int, choose: f.Choose) -> Code:
        """Lists the moves; stops, or (in a play at random) takes one and goes on."""
        fn, lister = self.fn, self.listers[pc]
        count = fn.local("moves")
        record = lister.record
        nothing = self.stop(pc, STUCK) if choose.otherwise is None else self.go(choose.otherwise, pc)
        pick = wat.choose(("i32.gt_u", wat.get(count), wat.const(1)), wat.call("$policy", wat.get(count)), wat.const(0))
        binds = sorted({bind.slot for tier in choose.tiers for option in tier.options for bind in option.binds})
        return [
            Note(f"{pc}: {choose.name} chooses, line {choose.span.line}"),
            *(part for slot in binds for part in clear_slot(fn, slot)),
            wat.put(count, wat.call(lister.name)),
            wat.when(("i32.eqz", wat.get(count)), nothing),
            wat.when(
                ("i32.eqz", "(global.get $auto)"), [("global.set", "$count", wat.get(count)), *self.stop(pc, DECISION)]
            ),
            wat.when(("i32.eq", "(global.get $decisions)", "(global.get $most)"), self.stop(pc, CAPPED)),
            "(global.set $fuel (global.get $limit))",
            "(local.set $work (global.get $jumps))",
            "(global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))",
            (
                "global.set",
                "$choices",
                ("i32.add", "(global.get $choices)", ("i32.gt_u", wat.get(count), wat.const(1))),
            ),
            (
                "global.set",
                "$picked",
                wat.add(wat.const(self.unit.moves_at), wat.mul(pick, wat.const(record.size))),
            ),
        ]

    def take(self, pc: int, choose: f.Choose) -> Code:
        """Takes the move whose record is at $picked."""
        fn, record = self.fn, self.listers[pc].record
        options = [option for tier in choose.tiers for option in tier.options]
        picked = fn.local("picked")
        code: Code = [wat.put(picked, "(global.get $picked)")]
        bodies = []
        for number, option in enumerate(options):
            body: Code = [Note(f"{option.name}")]
            for bind, offset in zip(option.binds, record.offsets[number], strict=True):
                at = fn.layout.slots[bind.slot]
                more, found = read_value(fn, at, wat.add(wat.get(picked), wat.const(offset)))
                body += [*more, *put_slot(fn, at, found)]
            bodies.append([*body, *self.go(option.then, pc)])
        labels = [fn.label("option") for _ in options]
        inner: Code = [("br_table", *labels, labels[-1], wat.load(wat.get(picked)))]
        if len(options) == 1:
            return [*code, *bodies[0]]
        for label, option_code in zip(labels, bodies, strict=True):
            inner = [wat.block(label, inner), *option_code]
        return [*code, *inner]


__all__ = ["CAPPED", "CHANCE", "DECISION", "OVER", "STUCK", "Runner"]
