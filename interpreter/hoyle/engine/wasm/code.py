"""The function `$run`: a flow's instructions, from one stop to the next.

Comes in: the flow's code. Goes out: one function of the module, in which each instruction that can be gone to is a
block named after its place in the flow (`$pc_50`), and what is gone back to is a loop (`$loop_21`). What always holds:
going forward is a plain branch, going back counts as work; a table leads to where the state stands, and so does one at the
head of each loop for what lies within; at a stop the state holds all there is, its program counter included.
"""

from __future__ import annotations

from .. import flow as f
from ..errors import ENDLESS
from . import chances, gathering, moving, wat, whole
from .choices import Lister
from .chosen import chosen
from .expr import scalar, slot_address, value
from .lists import clear_slot, clear_slots, list_next, list_set, put_slot
from .luck import drawn
from .masks import cannot_fail, safe
from .paths import PASSING, Paths
from .records import read_value
from .regions import regions
from .seq import each
from .truths import unless, when
from .unit import STATE, Fn, Unit
from .wat import Code, Node, Note

OVER, DECISION, CHANCE, STUCK, CAPPED, BROKEN = range(6)
"""Why `$run` comes back."""


class Runner:
    """Makes `$run`."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.flow = unit, unit.flow
        self.code = unit.flow.code
        self.fn = Fn(unit, "$run", [("$pc", "i32")], ("i32",))
        self.listers = {
            pc: Lister(unit, pc, instr) for pc, instr in enumerate(self.code) if isinstance(instr, f.Choose)
        }
        self.paths = Paths(unit.flow, () if unit.watch else PASSING)
        self.pieces = self.paths.pieces()
        self.rank = {piece[0]: number for number, piece in enumerate(self.pieces)}
        self.regions = regions([self.ways(piece) for piece in self.pieces])
        self.here = 0  # the number of the piece that is being written
        self.written: list[list[tuple[str, list[str]]]] = []  # of each piece: its blocks, as text

    # ---- the function --------------------------------------------------------------------------------------------

    def make(self) -> Node:
        """The text of the function."""
        paths = self.paths
        for number, piece in enumerate(self.pieces):
            self.here = number
            following = self.pieces[number + 1][0] if number + 1 < len(self.pieces) else None
            current: Code = []
            blocks = [(f"$pc_{piece[0]}", current)]
            for pc in piece:
                instr = self.code[pc]
                if isinstance(instr, f.Choose):
                    current += self.ask(pc, instr)
                    blocks.append((f"$take_{pc}", current := []))
                    current += self.take(pc, instr)
                    continue
                line = f" at {self.unit.line(instr.span)}" if instr.span.line else ""
                current.append(Note(f"{pc}: {type(instr).__name__}{line}"))
                current += self.instruction(pc, instr)
            last = piece[-1]
            if paths.goes_on(last):
                if paths.goto(last + 1) != following:
                    current += self.go(last + 1)
                elif number + 1 in self.regions.ends:
                    current.append(wat.put("$pc", wat.const(-1)))
            self.written.append([(name, [wat.text(node) for node in body]) for name, body in blocks])
        work = self.fn.local("work")
        lines = [
            f"(local.set {work} (global.get $jumps))",
            "loop $go",
            "block $nowhere",
            *self.region(0, len(self.pieces) - 1, None),
            "end ;; $nowhere",
            "end ;; $go",
            "(unreachable)",
        ]
        return self.fn.finish(["\n".join(lines)])

    def region(self, first: int, last: int, loop: int | None) -> list[str]:
        """The pieces of a loop, or of all the function, each behind the block that is left to come to it."""
        items: list[tuple[str, list[str]]] = []  # blocks, in their order: the label that leads to each, its text
        places: dict[int, str] = {}  # the block of each piece, by its first instruction
        takes = {pc: len(self.code) + k for k, pc in enumerate(self.takes)}
        number = first
        while number <= last:
            pc = self.pieces[number][0]
            head = f"$first_{pc}" if number == loop else f"$pc_{pc}"
            end = number
            if number in self.regions.ends and number != loop:
                end = self.regions.ends[number]
                items.append((head, self.loop(number, end)))
            else:
                items.append((head, self.written[number][0][1]))
                items += self.written[number][1:]
            places.update((self.pieces[inner][0], head) for inner in range(number, end + 1))
            number = end + 1
        # raw program counters lie in slots that are returned to: all that lead to a piece are in the table
        table = {pc: places[to] for pc in range(len(self.code)) if (to := self.paths.goto(pc)) in places}
        for pc, entry in takes.items():
            if pc in places:
                deeper = self.regions.around(self.rank[pc])[-1:] != ([] if loop is None else [loop])
                table[entry] = places[pc] if deeper else f"$take_{pc}"
        low, high = min(table, default=0), max(table, default=0)
        other = "$nowhere" if loop is None else items[0][0]
        entries = " ".join(table.get(pc, other) for pc in range(low, high + 1))
        lines = [f"block {name}" for name, _ in reversed(items)]
        if loop is not None:
            lines.append(f"(br_if {items[0][0]} (i32.lt_s (local.get $pc) (i32.const 0)))")
        lines.append(f"(br_table {entries} {other} {wat.text(wat.sub(wat.get('$pc'), wat.const(low)))})")
        for name, body in items:
            lines += [f"end ;; {name}", *body]
        return lines

    def loop(self, first: int, last: int) -> list[str]:
        """A loop: at its head `$pc` is -1, or says at which of its instructions it is entered."""
        name = f"$loop_{self.pieces[first][0]}"
        return [f"loop {name}", *self.region(first, last, first), f"end ;; {name}"]

    def back(self, fault: Node) -> Code:
        """What going back costs; where too much was spent, it is the fault of this number."""
        return [
            wat.when(("i32.eqz", wat.get("$work")), [wat.fail(fault)]),
            wat.put("$work", wat.sub(wat.get("$work"), wat.const(1))),
        ]

    def endless(self, to: int) -> int:
        """The number of the fault that rules go round for ever by way of an instruction."""
        return self.unit.fault(self.flow.where(to), ENDLESS)

    @property
    def takes(self) -> list[int]:
        """The decisions that can be reached, in the order in which `$run` numbers the taking of their moves."""
        return [piece[0] for piece in self.pieces if piece[0] in self.listers]

    def returned(self, ret: int) -> Node:
        """The number of the fault that rules go round for ever by way of the return that `$pc` leads to."""
        ways = self.paths.returns[ret]
        first = min(ways)
        numbers = [self.endless(pc) if pc in ways else 0 for pc in range(first, max(ways) + 1)]
        return self.unit.read_table(numbers, wat.sub(wat.get("$pc"), wat.const(first)))

    def go(self, pc: int) -> Code:
        """Going to an instruction."""
        to = self.paths.goto(pc)
        number = self.rank[to]
        if number <= self.here:
            return [*self.back(wat.const(self.endless(to))), wat.put("$pc", wat.const(-1)), ("br", f"$loop_{to}")]
        loop = self.regions.entered(self.here, number)
        if loop is None:
            return [("br", f"$pc_{to}")]
        return [wat.put("$pc", wat.const(-1 if loop == number else to)), ("br", f"$pc_{self.pieces[loop][0]}")]

    def near(self, pc: int) -> bool:
        """Whether going to an instruction is a branch and nothing else."""
        number = self.rank[self.paths.goto(pc)]
        return number > self.here and self.regions.entered(self.here, number) is None

    def ways(self, piece: list[int]) -> list[int]:
        """The pieces to which one leads."""
        found: list[int] = []
        for pc in piece:
            instr = self.code[pc]
            if isinstance(instr, f.GoSub):
                found.append(instr.to)
            elif isinstance(instr, f.Return):
                back = self.paths.only_return(instr.ret)
                found += [] if back is None else [back]
            else:
                found += self.paths.jumps(pc)
        if self.paths.goes_on(piece[-1]):
            found.append(piece[-1] + 1)
        return [self.rank[self.paths.goto(pc)] for pc in found]

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
                return clear_slots(fn, cleared)
            case f.Branch(test, other):
                to, holds = self.paths.goto(other), fn.label("holds")
                if self.near(other):
                    return unless(fn, test, f"$pc_{to}")
                return [wat.block(holds, [*when(fn, test, holds), *self.go(other)])]
            case f.GoSub(to, ret):
                return [wat.store(wat.const(STATE + slots[ret].offset), wat.const(pc + 1)), *self.go(to)]
            case f.Return(ret):
                back = self.paths.only_return(ret)
                if back is not None:
                    return [*clear_slot(fn, ret), *self.go(back)]
                at = wat.const(STATE + slots[ret].offset)
                return [
                    wat.put("$pc", wat.load(at)),
                    *clear_slot(fn, ret),
                    *self.back(self.returned(ret)),
                    ("br", "$go"),
                ]
            case f.ListSet():
                return list_set(fn, instr)
            case f.ListNext(_, _, done):
                return list_next(fn, instr, self.go(done))
            case f.MoveCards():
                return moving.move_cards(fn, instr)
            case f.MoveAll():
                return whole.move_all(fn, instr)
            case f.MovePlay():
                return whole.move_play(fn, instr)
            case f.MoveMeld():
                return whole.move_meld(fn, instr)
            case f.Collect(_, to):
                following = self.paths.following(pc)
                after = self.code[following]
                at_once = isinstance(after, f.Shuffle) and after.place == to and following not in self.paths.targets
                return gathering.collect(fn, instr, shuffled=at_once)
            case f.Shuffle(place):
                before = self.code[pc - 1]
                if isinstance(before, f.Collect) and before.to == place and pc not in self.paths.targets:
                    return []
                return gathering.shuffle(fn, instr)
            case f.Draw():
                return chances.draw(fn, instr, self.chance(pc))
            case f.Roll():
                return chances.roll(fn, instr, self.chance(pc))
            case f.Pick():
                return chances.pick(fn, instr, self.chance(pc))
            case f.EndGame():
                looked = self.looked_at(pc)
                return [*([wat.when("(global.get $auto)", looked)] if looked else []), *self.stop(pc, OVER)]
            case f.Turn():
                return []
            case f.Mark() | f.Enter() | f.Leave() | f.Gauge():
                return self.watched(instr)
            case f.Reveal(cards, to):
                shown = [one for one in (cards, to) if one is not None and not cannot_fail(fn, one)]
                return [part for one in shown for part in each(fn, one, lambda _: [], calm=True)]
            case f.Jump(to):
                return self.go(to)
        raise AssertionError(f"no such instruction: {instr!r}")

    def chance(self, pc: int) -> chances.Stops:
        """What a chance does before luck decides it, and where there is none to."""
        return chances.Stops(self.looked_at(pc), self.stop(pc, CHANCE))

    def looked_at(self, pc: int) -> Code:
        """At a stop of a play at random: it ends there if something does not hold."""
        return [] if self.unit.watch is None else self.unit.watch.stop(pc, BROKEN)

    def watched(self, instr: f.Instr) -> Code:
        """What only those see who watch."""
        watch = self.unit.watch
        assert watch is not None
        match instr:
            case f.Mark(mark):
                return watch.mark(mark)
            case f.Enter(procedure):
                return [wat.call("$enter", wat.const(procedure))]
            case f.Leave(procedure):
                return [wat.call("$leave", wat.const(procedure))]
            case f.Gauge(measure, given):
                return [wat.call("$gauge", wat.const(measure), scalar(self.fn, given))]
        raise AssertionError(f"nobody watches: {instr!r}")

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
        record = lister.record
        nothing = self.stop(pc, STUCK) if choose.otherwise is None else self.go(choose.otherwise)
        binds = sorted({bind.slot for tier in choose.tiers for option in tier.options for bind in option.binds})
        clean = clear_slots(fn, binds)
        title = [Note(f"{pc}: {choose.name} chooses, {self.unit.line(choose.span)}"), *self.somebody(choose)]
        found = chosen(fn, pc, choose, lister.shared)
        if found is not None:
            listed: Code = [("global.set", "$count", wat.call(lister.name)), *self.stop(pc, DECISION)]
            draw, number = drawn(fn, "policy", found.many)
            at_once: Code = []
            if found.listed_first:
                some = wat.when(("i32.eqz", ("global.get", "$count")), nothing)
                at_once = [wat.when(("i32.eqz", "(global.get $auto)"), [listed[0], some, *listed[1:]])]
            return [
                *title,
                *clean,
                *at_once,
                *found.count,
                wat.when(("i32.eqz", found.many), nothing),
                *([] if at_once else [wat.when(("i32.eqz", "(global.get $auto)"), listed)]),
                *self.decided(pc, found.many),
                wat.put(found.which, wat.const(0)),
                wat.when(several(found.many), [*draw, wat.put(found.which, number)]),
                *found.take(self.go),
            ]
        count = fn.local("moves")
        draw, number = drawn(fn, "policy", wat.get(count))
        pick = wat.choose(several(wat.get(count)), wat.valued(draw, number), wat.const(0))
        return [
            *title,
            *clean,
            wat.put(count, wat.call(lister.name)),
            wat.when(("i32.eqz", wat.get(count)), nothing),
            wat.when(
                ("i32.eqz", "(global.get $auto)"), [("global.set", "$count", wat.get(count)), *self.stop(pc, DECISION)]
            ),
            *self.decided(pc, wat.get(count)),
            (
                "global.set",
                "$picked",
                wat.add(wat.const(self.unit.moves_at), wat.mul(pick, wat.const(record.size))),
            ),
        ]

    def somebody(self, choose: f.Choose) -> Code:
        """Who is asked is looked at before anything else, as it is a fault if it is nobody."""
        fn, player = self.fn, choose.player
        if not fn.facts.expr(player).none and safe(fn, player):
            return []
        return [("drop", asked(fn, choose))]

    def decided(self, pc: int, count: Node) -> Code:
        """In a play at random, before one of so many moves is taken."""
        return [
            *self.looked_at(pc),
            wat.when(
                ("i32.or", ("i32.eq", "(global.get $decisions)", "(global.get $most)"), self.unit.halted()),
                self.stop(pc, CAPPED),
            ),
            "(global.set $fuel (global.get $limit))",
            "(local.set $work (global.get $jumps))",
            "(global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))",
            ("global.set", "$choices", ("i32.add", "(global.get $choices)", several(count))),
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
            bodies.append([*body, *self.go(option.then)])
        labels = [fn.label("option") for _ in options]
        inner: Code = [("br_table", *labels, labels[-1], wat.load(wat.get(picked)))]
        if len(options) == 1:
            return [*code, *bodies[0]]
        for label, option_code in zip(labels, bodies, strict=True):
            inner = [wat.block(label, inner), *option_code]
        return [*code, *inner]


def asked(fn: Fn, choose: f.Choose) -> Node:
    """The seat that is asked at a decision; nobody is a fault."""
    return fn.need(
        scalar(fn, choose.player), fn.facts.expr(choose.player), choose.span, "it is nobody who is to choose"
    )


def several(count: Node) -> Node:
    """Whether there are two or more."""
    return ("i32.gt_u", count, wat.const(1))


__all__ = ["BROKEN", "CAPPED", "CHANCE", "DECISION", "OVER", "STUCK", "Runner", "asked"]
