"""Where control can go in a flow's code, and in what order its pieces are best written.

Comes in: the code of a flow. Goes out: the instructions that can be reached, those that can be gone to, and
*pieces*: runs of instructions that are only entered at their first. What always holds: pieces stand so that most
ways lead forward; a procedure stands behind the call that comes first.
"""

from __future__ import annotations

from .. import flow as f

PASSING = (f.Mark, f.Enter, f.Leave, f.Turn, f.Gauge)
"""Instructions that change nothing in a state."""
STOPS = (f.Choose, f.Draw, f.Roll, f.Pick, f.EndGame)
"""Instructions that a state can stand at."""


class Paths:
    """The ways through a flow's code."""

    def __init__(self, flow: f.Flow, passing: tuple[type[f.Instr], ...] = PASSING) -> None:
        self.code, self.passing = flow.code, passing
        self.entry = self.goto(flow.entry)
        self.returns: dict[int, set[int]] = {}  # where the calls that use a slot for returning go on
        self.reached: set[int] = set()
        self.targets: set[int] = {self.entry}
        self._reach()

    def goto(self, pc: int) -> int:
        """The instruction that going to `pc` reaches, past those that only lead on."""
        for _ in self.code:
            instr = self.code[pc]
            if isinstance(instr, f.Jump):
                pc = instr.to
            elif isinstance(instr, self.passing):
                pc += 1
            else:
                break
        return pc

    def following(self, pc: int) -> int:
        """The next instruction that does something, in written order."""
        pc += 1
        while isinstance(self.code[pc], self.passing):
            pc += 1
        return pc

    def jumps(self, pc: int) -> list[int]:
        """Where an instruction can go to, other than on to the next."""
        instr = self.code[pc]
        match instr:
            case f.Jump(to):
                return [to]
            case f.Branch(_, other):
                return [other]
            case f.ListNext(_, _, done):
                return [done]
            case f.GoSub(to, _):
                return [pc + 1, to]
            case f.Choose():
                ways = [option.then for tier in instr.tiers for option in tier.options]
                return ways if instr.otherwise is None else [*ways, instr.otherwise]
        return []

    def goes_on(self, pc: int) -> bool:
        """Whether an instruction can go on to the next."""
        return not isinstance(self.code[pc], f.Jump | f.GoSub | f.Return | f.EndGame | f.Choose)

    def _reach(self) -> None:
        waiting = [self.entry]
        while waiting:
            pc = waiting.pop()
            if pc in self.reached:
                continue
            self.reached.add(pc)
            instr = self.code[pc]
            if isinstance(instr, STOPS):
                self.targets.add(pc)
            if isinstance(instr, f.GoSub):
                self.returns.setdefault(instr.ret, set()).add(pc + 1)
            ways = [self.goto(way) for way in self.jumps(pc)]
            self.targets.update(ways)
            waiting += ways
            if self.goes_on(pc):
                on = self.goto(pc + 1)
                waiting.append(on)
                if on != self.following(pc):
                    self.targets.add(on)

    def only_return(self, ret: int) -> int | None:
        """Where a return by way of a slot goes, if there is one place only."""
        found = self.returns.get(ret, set())
        return next(iter(found)) if len(found) == 1 else None

    def pieces(self) -> list[list[int]]:
        """The pieces of the code that is reached, in the order in which they are to stand."""
        by_first = {pc: self._piece(pc) for pc in self.targets}
        order: list[int] = []
        seen = {self.entry}
        stack = [(self.entry, iter(self._after(by_first[self.entry])))]
        while stack:  # depth first; a piece is entered in `order` once all that follows from it is
            first, ways = stack[-1]
            for way in ways:
                if way not in seen:
                    seen.add(way)
                    stack.append((way, iter(self._after(by_first[way]))))
                    break
            else:
                order.append(first)
                stack.pop()
        return [by_first[first] for first in reversed(order)]

    def _piece(self, pc: int) -> list[int]:
        piece = [pc]
        while self.goes_on(pc):
            pc = self.goto(pc + 1)
            if pc in self.targets:
                break
            piece.append(pc)
        return piece

    def _after(self, piece: list[int]) -> list[int]:
        """The pieces that can come after one, that which is to stand next to it last."""
        ways: list[int] = []
        for pc in piece:
            instr = self.code[pc]
            jumps = self.jumps(pc)
            if isinstance(instr, f.Choose):
                jumps = jumps[::-1]
            ways += [self.goto(way) for way in jumps]
            if isinstance(instr, f.Return) and (back := self.only_return(instr.ret)) is not None:
                ways.append(self.goto(back))
        if self.goes_on(piece[-1]):
            ways.append(self.goto(piece[-1] + 1))
        return ways
